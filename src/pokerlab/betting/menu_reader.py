"""Menus as text:

*          every legal bet, chip by chip, and thus the menu of a fixed-limit game
fcpa       letters (Schnizlein: State Translation in No-Limit Poker, 2009):
           f fold    c check or call    a all-in
           h half the pot   q three quarters   p pot   w one and a half   d double   t ten times   e eleven times
f,c,33%,2.5x,100c,2e,a
           any sizes of `betting.sizes`, separated by commas (`e` is geometric there), also with letters
fchpa/h    sizes after a slash are restricted to one use per seat and street, and none on the first street
bet=50%, a; raise=2.5x; river.bet=100%; raise_cap=2
           sizes by street and seat, in the words of a spot's file, see `street_reader`
fcpa | fchpa
           a menu for each seat
fcpa (+ check/bet 3; - bet 2/raise 8)
           single lines of play opened and closed, see `lines`
"""

from contextlib import suppress
from fractions import Fraction

from pokerlab.betting.lines import LinedMenu
from pokerlab.betting.menu import EVERY_BET, Menu, SeatMenus, SizeMenu
from pokerlab.betting.sizes import ALL_IN, LETTERS, Size, SizeKind, parse_size
from pokerlab.betting.street_reader import parse_street_menu
from pokerlab.errors import GameError, shorten

EVERYTHING = "*"
ELEVEN_POTS = Size(SizeKind.POT, Fraction(11))
"""What `e` is among letters; in lists it is geometric."""


def parse_menu(text: str) -> Menu:
    """Read a menu such as `fcpa`, `fchpa/h`, `f,c,33%,2.5x,a`, `*`, `bet=50%; raise=2.5x`, or one for each seat:
    `fca | fcpa`; with lines of play that are opened or closed: `fcpa (+ check/bet 3; - bet 2/raise 8)`."""
    main, bracket, lines = text.strip().partition("(")
    if bracket:
        return _with_lines(parse_menu(main), lines, text)
    parts = text.split("|")
    if len(parts) > 1:
        return SeatMenus(tuple(_parse_one(part) for part in parts))
    return _parse_one(text)


def menu_text(menu: Menu) -> str:
    """The text that `parse_menu` reads; a `GameError` if it would be read as another menu, such as one that goes on in
    the middle of a hand and has used up sizes."""
    with suppress(GameError):
        if parse_menu(str(menu)) == menu:
            return str(menu)
    raise GameError(f"menu '{shorten(menu)}' cannot be written as text")


def _with_lines(menu: Menu, text: str, whole: str) -> Menu:
    if not text.endswith(")"):
        raise GameError(f"menu '{shorten(whole)}': lines stand in brackets, as in fcpa (+ check/bet 3; - bet 2)")
    lines: dict[str, list[str]] = {"+": [], "-": []}
    for line in text[:-1].split(";"):
        sign, step = line.strip()[:1], line.strip()[1:].strip()
        if sign not in lines or not step:
            raise GameError(f"menu '{shorten(whole)}': '{shorten(line)}' is no line (+ adds one, - takes one away)")
        lines[sign].append(step)
    return LinedMenu(menu, tuple(lines["+"]), tuple(lines["-"]))


def _parse_one(text: str) -> Menu:
    main, slash, limited = text.strip().partition("/")
    if main == EVERYTHING and not slash:
        return EVERY_BET
    if "=" in text:
        return parse_street_menu(text.strip())
    tokens, restricted = _tokens(main, text), frozenset(_tokens(limited, text) if slash else ())
    if "c" not in tokens:
        raise GameError(f"menu '{shorten(text)}': without 'c' nobody could check or call")
    if len(set(tokens)) < len(tokens):
        raise GameError(f"menu '{shorten(text)}': a size occurs twice")
    is_list = "," in main or "%" in main
    sizes = [(token, _size(token, text, is_list=is_list)) for token in tokens if token not in "fc"]
    if unknown := restricted - {label for label, size in sizes if size != ALL_IN}:
        raise GameError(f"menu '{shorten(text)}': '{shorten(min(unknown))}' is restricted but is no bet of the menu")
    return SizeMenu(tuple(sorted(sizes, key=lambda pair: pair[1].order)), "f" in tokens, restricted)


def _tokens(text: str, menu: str) -> list[str]:
    tokens = [token.strip() for token in text.split(",")] if "," in text or "%" in text else list(text)
    if not all(tokens) or not tokens:
        raise GameError(f"menu '{shorten(menu)}': an action is missing")
    return tokens


def _size(token: str, menu: str, *, is_list: bool) -> Size:
    if token == "e" and not is_list:
        return ELEVEN_POTS
    try:
        return parse_size(token, is_raise=True)
    except GameError:
        letters = "".join(LETTERS) + "e"
        raise GameError(
            f"menu '{shorten(menu)}': '{shorten(token)}' is no action (letters fc{letters}a, or sizes such as 33%, "
            "2.5x, 100c, 2e)"
        ) from None
