"""One card: an int 0..51, and its text.

A card is `4 * rank + suit` with ranks 0..12 for deuce..ace and suits 0..3 for clubs, diamonds, hearts, spades.
So 0 is the deuce of clubs and 51 the ace of spades.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from operator import index

from pokerlab.errors import CardError, shorten

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
DECK_SIZE = 52

RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip

_RANK_OF_TEXT = {text: rank for rank, text in enumerate(RANKS)} | {"10": 8}
_SUIT_OF_TEXT = {text: suit for texts in (SUITS, SUIT_SYMBOLS, "♧♢♡♤") for suit, text in enumerate(texts)}

_LAST = DECK_SIZE - 1
_SHORT = 12
_SEPARATORS = re.compile(r"[\s,]*")
# A suit symbol may be followed by the selector that asks for its emoji form.
_CARD = re.compile(r"(10|[^\s,])([^\s,])?[︎️]?")


def make_card(rank: int, suit: int) -> int:
    """The card of `rank` (0..12, deuce to ace) and `suit` (0..3: clubs, diamonds, hearts, spades)."""
    if not (0 <= rank < 13 and 0 <= suit < 4):
        raise CardError(f"no card has rank {rank} and suit {suit} (ranks are 0..12, suits 0..3)")
    return 4 * rank + suit


def rank_of(card: int) -> int:
    """The rank 0..12 (deuce to ace) of a card."""
    return check_card(card) >> 2


def suit_of(card: int) -> int:
    """The suit 0..3 (clubs, diamonds, hearts, spades) of a card."""
    return check_card(card) & 3


def parse_card(text: str) -> int:
    """Read one card, such as `As`, `td`, `10h` or `9♣`."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"'{shorten(text)}' is {len(cards)} cards, expected one")
    return cards[0]


def parse_cards(text: str, *, at_most: int = DECK_SIZE, what: str = "cards") -> tuple[int, ...]:
    """Read cards written with or without spaces or commas between them, such as `AsKd10h` or `as, kd`.

    `at_most` and `what` serve the error for too many cards ('a board has at most 5 cards').
    """
    return (_read_short if len(text) <= _SHORT else _read)(text, at_most, what)


def _read(text: str, at_most: int, what: str) -> tuple[int, ...]:
    cards: list[int] = []
    position = _skip_separators(text, 0)
    while position < len(text) and len(cards) <= DECK_SIZE:  # one more than the deck has is one twice
        match = _CARD.match(text, position)
        assert match is not None  # the pattern takes anything but separators
        cards.append(_card_of_token(match))
        position = _skip_separators(text, match.end())
    return check_cards(cards, at_most=at_most, what=what)


# Files of hands have the same few texts again and again.
_read_short = lru_cache(maxsize=10_000)(_read)


def check_card(card: int) -> int:
    """The card as an int; raises `CardError` if it is none."""
    return check_number(card, DECK_SIZE, "a card (cards are 0..51)")


def check_number(value: int, size: int, what: str) -> int:
    """The value as an int in 0..size - 1; raises `CardError` ('... is not `what`') otherwise."""
    try:
        number = index(value)
    except TypeError:
        raise CardError(f"'{shorten(value)}' is not {what}") from None
    if not 0 <= number < size:
        shown = number if abs(number) < 10**40 else hex(number)  # numbers of many digits have no decimal text
        raise CardError(f"{shorten(shown)} is not {what}")
    return number


def check_cards(cards: Iterable[int], *, at_most: int = DECK_SIZE, what: str = "cards") -> tuple[int, ...]:
    """The cards as a tuple; raises `CardError` if one is no card, occurs twice, or there are too many."""
    given = tuple(islice(cards, 2 * DECK_SIZE))
    with suppress(TypeError):
        numbers = tuple(map(index, given))
        if len(set(numbers)) == len(numbers) <= at_most and (not numbers or 0 <= min(numbers) <= max(numbers) <= _LAST):
            return numbers
    checked = tuple(map(check_card, given))
    seen: set[int] = set()
    for card in checked:
        if card in seen:
            raise CardError(f"'{format_card(card)}' occurs twice in {what} '{shorten(format_cards(checked))}'")
        seen.add(card)
    if len(checked) > at_most:
        text = shorten(format_cards(checked))
        raise CardError(f"{what} '{text}': {len(checked)} cards, at most {at_most} allowed")
    return checked


def as_cards(cards: str | Iterable[int], *, at_most: int = DECK_SIZE, what: str = "cards") -> tuple[int, ...]:
    """Cards given as text or as ints, checked."""
    if isinstance(cards, str):
        return parse_cards(cards, at_most=at_most, what=what)
    return check_cards(cards, at_most=at_most, what=what)


def format_card(card: int, *, symbols: bool = False) -> str:
    """The text of a card: `As`, or `A♠` with `symbols`."""
    number = check_card(card)
    return RANKS[number >> 2] + (SUIT_SYMBOLS if symbols else SUITS)[number & 3]


def format_cards(cards: Iterable[int], *, symbols: bool = False, separator: str = "") -> str:
    """The text of several cards in the given order: `AsKd`. Cards that were not seen: `unseen.format_dealt`."""
    return separator.join(format_card(card, symbols=symbols) for card in cards)


def _skip_separators(text: str, position: int) -> int:
    match = _SEPARATORS.match(text, position)
    assert match is not None
    return match.end()


def _card_of_token(match: re.Match[str]) -> int:
    rank_text, suit_text = match.groups()
    token = match.group()
    rank = _RANK_OF_TEXT.get(rank_text.upper())
    if rank is None:
        raise CardError(f"'{token}': unknown rank '{rank_text}' (ranks are 2-9 T J Q K A)")
    if suit_text is None:
        raise CardError(f"'{token}': the suit is missing (suits are c d h s)")
    suit = _SUIT_OF_TEXT.get(suit_text.lower())
    if suit is None:
        raise CardError(f"'{token}': unknown suit '{suit_text}' (suits are c d h s)")
    return 4 * rank + suit
