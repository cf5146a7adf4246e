"""Which hands of the database are meant: filters by time, tournament, opponent, position, cards, board, pot, stack and
what came of it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import parse_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.ranges import Range
from pokerlab.errors import PokerError, RecordError, shorten
from pokerlab.postflop.flop_textures import parse_filter
from pokerlab.records.seat_facts import POT_TYPES
from pokerlab.table.hand_blocks import NO_INDEX, NO_TIME, POSITIONS, Rows, all_flops, flag, seconds_of

RESULTS = ("won", "lost", "even")
Mask = npt.NDArray[np.bool_]

_CARDS = re.compile(r"([2-9TJQKA][cdhs][\s,]*)+")


@dataclass(frozen=True)
class HandFilter:
    """What hands are wanted: those for which all that is given here holds.

    - `player`: whose hands, by name; empty: of whoever each hand was seen by. Position, cards, stack, all-in, showdown
      and result are his
    - `since`, `until`: times as the source's clock has them, `2026-01-31` or `2026-01-31 20:15`; a day as `until` is
      meant with all its hours
    - `event`: a tournament (`tournament 12`) or table by name; `opponent`: somebody else who was dealt in
    - `position`: names such as `BTN`; `pot`: of `POT_TYPES`; lists of either are apart by commas
    - `cards`: a range such as `QQ+,AKs`
    - `board`: cards that lie on it (`AhKd`), or a filter of flops (`paired and high<=T`, see `flop_textures`)
    - `stack_from`, `stack_to`: big blinds before the hand
    - `all_in`, `showdown`: whether he was, or came to one; None for both; of a hand without a viewer: anybody
    - `result`: `won`, `lost` or `even`; `star`: only those with a star; `tag`: only those with this tag
    """

    player: str = ""
    since: str = ""
    until: str = ""
    event: str = ""
    opponent: str = ""
    position: str = ""
    cards: str = ""
    board: str = ""
    pot: str = ""
    stack_from: float | None = None
    stack_to: float | None = None
    all_in: bool | None = None
    showdown: bool | None = None
    result: str = ""
    star: bool = False
    tag: str = ""

    def __post_init__(self) -> None:
        for make in (_times, _places, _pots, _combos, _board, _result):
            make(self)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """What can be given."""
        return tuple(field.name for field in fields(cls))


class FilterError(RecordError):
    """A filter that cannot be; `field`: what of it."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text}")
        self.field, self.line = field, text


def matching(rows: Rows, wanted: HandFilter) -> Mask:
    """bool [row]: which rows a filter keeps by what they say themselves: all but event, opponent, star and tag."""
    keeps = np.ones(len(rows), np.bool_)
    first, last = _times(wanted)
    if first is not None:
        keeps &= rows["time"] >= first
    if last is not None:
        keeps &= (rows["time"] <= last) & (rows["time"] != NO_TIME)
    for name, places in (("position", _places(wanted)), ("pot", _pots(wanted))):
        if places is not None:
            keeps &= places[rows[name]]
    if (combos := _combos(wanted)) is not None:
        keeps &= combos[np.minimum(rows["combo"], len(combos) - 1)]
    if (board := _board(wanted)) is not None:
        keeps &= board(rows)
    if wanted.stack_from is not None:
        keeps &= rows["stack"] >= wanted.stack_from
    if wanted.stack_to is not None:
        keeps &= rows["stack"] <= wanted.stack_to
    for bit, asked in ((flag("all_in"), wanted.all_in), (flag("showed_down"), wanted.showdown)):
        if asked is not None:
            keeps &= ((rows["flags"] & bit) != 0) == asked
    if (result := _result(wanted)) is not None:
        keeps &= result(rows["won"])
    return keeps


def _times(wanted: HandFilter) -> tuple[int | None, int | None]:
    first, last = (_moment(name, getattr(wanted, name)) for name in ("since", "until"))
    if last is not None and len(wanted.until.strip()) <= len("2026-01-31"):
        last += timedelta(days=1) - timedelta(seconds=1)
    return None if first is None else seconds_of(first), None if last is None else seconds_of(last)


def _moment(name: str, text: str) -> datetime | None:
    if not text.strip():
        return None
    try:
        return datetime.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError:
        raise FilterError(name, f"'{shorten(text)}' is no time such as 2026-01-31 or 2026-01-31 20:15") from None


def _named(name: str, text: str, known: tuple[str, ...]) -> Mask | None:
    """bool [256]: which of the known names are in a list of them; None for an empty one."""
    asked = [part.strip() for part in text.split(",") if part.strip()]
    if not asked:
        return None
    keeps = np.zeros(256, np.bool_)
    by_name = {one.casefold(): place for place, one in enumerate(known)}
    for part in asked:
        if part.casefold() not in by_name:
            shown = ", ".join(one for one in known if not re.fullmatch(r"UTG\+\d+", one))
            raise FilterError(name, f"'{shorten(part)}' is none of {shown}")
        keeps[by_name[part.casefold()]] = True
    return keeps


def _places(wanted: HandFilter) -> Mask | None:
    return _named("position", wanted.position, POSITIONS)


def _pots(wanted: HandFilter) -> Mask | None:
    return _named("pot", wanted.pot, POT_TYPES)


def _combos(wanted: HandFilter) -> Mask | None:
    """bool [1327]: which hands are in the range; the last one is a hand that is not known."""
    if not wanted.cards.strip():
        return None
    try:
        return np.append(Range.parse(wanted.cards).weights > 0, False)
    except PokerError as error:
        raise FilterError("cards", str(error)) from None


def _board(wanted: HandFilter) -> Callable[[Rows], Mask] | None:
    text = wanted.board.strip()
    if not text:
        return None
    try:
        if _CARDS.fullmatch(text):
            cards = np.uint64(cardset(parse_cards(re.sub(r"[\s,]", "", text), at_most=5, what="board")))
            return lambda rows: (rows["board"] & cards) == cards
        flops = _flops(text)
    except PokerError as error:
        raise FilterError("board", str(error)) from None
    return lambda rows: flops[np.minimum(rows["flop"], len(flops) - 1)]


@lru_cache(maxsize=32)
def _flops(text: str) -> Mask:
    """bool [22101]: which flops a filter keeps; the last one is none."""
    keeps = parse_filter(text)
    found = np.array([*(keeps(flop) for flop in all_flops()), False], np.bool_)
    assert len(found) <= NO_INDEX
    return found


def _result(wanted: HandFilter) -> Callable[[npt.NDArray[Any]], Mask] | None:
    if not wanted.result:
        return None
    if wanted.result not in RESULTS:
        raise FilterError("result", f"'{shorten(wanted.result)}' is none of {', '.join(RESULTS)}")
    compare = {"won": np.greater, "lost": np.less, "even": np.equal}[wanted.result]
    return lambda won: np.asarray(compare(won, 0), np.bool_)
