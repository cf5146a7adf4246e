"""Menus by street and seat as text, in the words of a spot's file:

bet=50%, a; raise=2.5x                  sizes of all streets and seats; without them `50%` and `60%`
flop.bet=33%; turn.donk=; street5.bet=a of a street: preflop, flop, turn, river are the first four of any game; a list
                                        may be empty; `donk=bet` is as bets
seat0.bet=a; flop.ip.raise=3x           of a seat; oop and ip are the first two
raise_cap=2; all_in_past_cap=true; all_in_below=0.5; force_all_in_below=0.1; merge=0.1; aggressor=ip

What is said of a street counts more than what is said of a seat, and what is said of both most.
"""

import re
from collections import defaultdict
from typing import Any

from pokerlab._numbers import check_finite
from pokerlab.betting.sizes import Size, parse_sizes
from pokerlab.betting.steps import HOLDEM_STREETS
from pokerlab.betting.street_menu import SETTINGS, SeatSizes, StreetMenu
from pokerlab.errors import GameError, shorten

DEFAULT_BET = "50%"
DEFAULT_RAISE = "60%"

_PLACE = re.compile(
    rf"(?:(?P<name>{'|'.join(HOLDEM_STREETS)})\.|street(?P<street>[1-9])\.)?"
    r"(?:(?P<player>oop|ip)\.|seat(?P<seat>[0-9])\.)?(?P<what>bet|raise|donk)"
)
_Place = tuple[int | None, int | None]


def parse_street_menu(text: str) -> StreetMenu:
    """Read a menu such as `bet=33%, 75%; raise=3x; river.bet=a; raise_cap=3`."""
    given: dict[_Place, dict[str, Any]] = defaultdict(dict)
    given[None, None] = {
        "bet": parse_sizes(DEFAULT_BET, is_raise=False), "raises": parse_sizes(DEFAULT_RAISE, is_raise=True)
    }  # fmt: skip
    settings: dict[str, Any] = {}
    seen = set()
    for part in text.split(";"):
        key, equals, value = (piece.strip().lower() for piece in part.partition("="))
        match = _PLACE.fullmatch(key)
        if not equals or not (match or key in SETTINGS):
            raise GameError(f"menu '{shorten(text)}': '{shorten(part)}' is no key of it (as bet=50%, flop.raise=3x)")
        if key in seen:
            raise GameError(f"menu '{shorten(text)}': '{key}' is given twice")
        seen.add(key)
        try:
            if match:
                name = "raises" if match["what"] == "raise" else match["what"]
                given[_place(match)][name] = _sizes(match["what"], value)
            else:
                settings[key] = _setting(key, value)
        except (GameError, ValueError) as error:
            why = error if isinstance(error, GameError) else f"'{shorten(value)}' is no value of it"
            raise GameError(f"menu '{shorten(text)}': {key}: {why}") from None
    return StreetMenu(_table(given), **settings)


def _place(match: re.Match[str]) -> _Place:
    name, number, seat = match["name"], match["street"], match["player"] or match["seat"]
    street = HOLDEM_STREETS.index(name) if name else int(number) - 1 if number else None
    return street, _seat(seat) if seat else None


def _seat(text: str) -> int:
    return ("oop", "ip").index(text) if text in ("oop", "ip") else int(text)


def _sizes(what: str, value: str) -> tuple[Size, ...] | None:
    return None if (what, value) == ("donk", "bet") else parse_sizes(value, is_raise=what == "raise")


def _setting(key: str, value: str) -> Any:
    if key == "aggressor":
        return _seat(value)
    if key == "all_in_past_cap":
        return ("false", "true").index(value) == 1
    number = int(value) if key == "raise_cap" else check_finite(float(value), "a part of the pot", GameError)
    if number < 0:
        raise ValueError
    return number


def _table(given: dict[_Place, dict[str, Any]]) -> tuple[tuple[SeatSizes, ...], ...]:
    """Sizes by street and seat, the last entries for all others."""
    streets, seats = ({place[axis] for place in given} - {None} for axis in (0, 1))

    def row(street: int | None) -> tuple[SeatSizes, ...]:
        numbers = [*range(max(seats, default=-1) + 1), None]  # type: ignore[type-var,operator]
        ways = [[(None, None), (None, seat), (street, None), (street, seat)] for seat in numbers]
        return tuple(SeatSizes(**{k: v for place in way for k, v in given.get(place, {}).items()}) for way in ways)

    return tuple(row(street) for street in [*range(max(streets, default=-1) + 1), None])  # type: ignore[type-var,operator]
