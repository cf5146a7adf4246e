"""The rules of a player: all that a file may say, checked.

Before the flop a situation has ranges (raise, call) and a size; after it parts of all hands, strongest first, for one,
two, and three or more opponents. docs/players.md has every key.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pokerlab.betting.sizes import SizeKind, parse_size
from pokerlab.cards.ranges import Range
from pokerlab.errors import GameError, PokerError, shorten

MOST_BIG_BLINDS = 1000.0
"""The largest size or limit that is given in big blinds."""
OPPONENTS = ("1", "2", "3+")
"""By how many opponents the parts of hands are given."""

_BIG_BLINDS = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,4})?)\s*bb")


def _number(given: Any, least: float, most: float) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or given != given:
        raise ValueError(f"must be a number from {least:g} to {most:g}, not {shorten(repr(given))}")
    if not least <= given <= most:
        raise ValueError(f"must be from {least:g} to {most:g}, not {shorten(given)}")
    return float(given)


def _between(least: float, most: float) -> BeforeValidator:
    return BeforeValidator(lambda given: _number(given, least, most))


def _parts(given: Any) -> tuple[float, ...]:
    listed = [given] * len(OPPONENTS) if isinstance(given, int | float) else given
    if not isinstance(listed, list | tuple) or len(listed) != len(OPPONENTS):
        raise ValueError("must be a number from 0 to 1, or three of them: for 1, 2, and 3 or more opponents")
    return tuple(_number(part, 0, 1) for part in listed)


def _bands(given: Any) -> tuple[float, ...]:
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise ValueError("must be two numbers: where small ends, and where medium ends")
    small, medium = (_number(part, 0, MOST_BIG_BLINDS) for part in given)
    if not 0 < small < medium:
        raise ValueError(f"must be in order and above 0, small before medium, not [{small:g}, {medium:g}]")
    return small, medium


def _range(given: Any) -> str:
    if not isinstance(given, str):
        raise ValueError(f"must be a range in quotes, such as 'TT+,AQs+', not {shorten(repr(given))}")
    if wrong := _wrong_with(given):
        raise ValueError(wrong)
    return given


@lru_cache(maxsize=1024)
def _wrong_with(range_: str) -> str:
    """What is wrong with a range, or nothing; files that are based on others say the same ranges again."""
    try:
        Range.parse(range_) if range_.strip() else None
    except PokerError as error:
        return str(error)
    return ""


def _size(given: Any) -> str:
    if not isinstance(given, str):
        raise ValueError(f"must be a size in quotes, such as '2.5bb', '3x', '60%' or 'a', not {shorten(repr(given))}")
    size_of(given)
    return given


@lru_cache(maxsize=1024)
def size_of(text: str) -> tuple[int, float]:
    """The kind of a size (see `expert_columns`) and its value: `2.5bb`, `3x`, `60%`, `a`; a ValueError if it is
    none."""
    from pokerlab.agents.expert_columns import ALL_IN_SIZE, BIG_BLINDS, MULTIPLE, PART_OF_POT

    typed = text.strip().lower()
    if found := _BIG_BLINDS.fullmatch(typed):
        return BIG_BLINDS, _number(float(found[1]), 1, MOST_BIG_BLINDS)
    try:
        size = parse_size(typed, is_raise=True)
    except GameError:
        size = None
    kinds = {SizeKind.MULTIPLE: MULTIPLE, SizeKind.POT: PART_OF_POT, SizeKind.ALL_IN: ALL_IN_SIZE}
    if size is None or size.kind not in kinds or size.value > MOST_BIG_BLINDS:
        raise ValueError(f"'{shorten(text)}' is not a size: big blinds (2.5bb), times the bet (3x), part of the pot "
                         "(60%) or all-in (a)")  # fmt: skip
    return kinds[size.kind], float(size.value)


Part = Annotated[float, _between(0, 1)]
Chips = Annotated[float, _between(0, MOST_BIG_BLINDS)]
Parts = Annotated[tuple[float, float, float], BeforeValidator(_parts)]
Bands = Annotated[tuple[float, float], BeforeValidator(_bands)]
RangeText = Annotated[str, BeforeValidator(_range)]
SizeText = Annotated[str, BeforeValidator(_size)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)


class StartRule(_Table):
    """Before the flop: hands to raise with and by how much, and hands to call with of those that are not raised."""

    raise_: RangeText = Field(alias="raise")
    call: RangeText
    size: SizeText


class Called(_Table):
    """Against an all-in: hands to call with."""

    call: RangeText


class Opens(_Table):
    """Nobody is in yet, by place: so many are still to act (early 6 and more, middle 4 and 5, cutoff 3, button 2)."""

    early: StartRule
    middle: StartRule
    cutoff: StartRule
    button: StartRule
    small_blind: StartRule
    heads_up: StartRule


class PlaceRules(_Table):
    """By where one sits: at the table, in a blind, or heads-up (only two were dealt in)."""

    table: StartRule
    blind: StartRule
    heads_up: StartRule


class TablePlaces(_Table):
    """At the table, or heads-up."""

    table: StartRule
    heads_up: StartRule


class CalledPlaces(_Table):
    """Against an all-in, at the table or heads-up."""

    table: Called
    heads_up: Called


class RaisedRules(_Table):
    """By the size of the raise, see `raise_bands`."""

    small: PlaceRules
    medium: PlaceRules
    large: PlaceRules


class AllInRules(_Table):
    """By the big blinds that a call costs, see `all_in_bands`."""

    small: CalledPlaces
    medium: CalledPlaces
    large: CalledPlaces


class Preflop(_Table):
    """Before the flop.

    - `raise_bands`, `all_in_bands`: where small and medium raises end, in big blinds raised to; the same of what a call
      of an all-in costs
    - `per_limper`: big blinds that each limper adds to a raise
    """

    raise_bands: Bands
    all_in_bands: Bands
    per_limper: Chips
    open: Opens
    limped: PlaceRules
    raised: RaisedRules
    reraised: TablePlaces
    all_in: AllInRules


def _check_sums(table: Any, parts: Mapping[str, tuple[float, ...]]) -> None:
    for place, count in enumerate(OPPONENTS):
        total = sum(part[place] for part in parts.values())
        if total > 1 + 1e-9:
            named = " + ".join(f"{name} {part[place]:g}" for name, part in parts.items())
            raise ValueError(f"add up to more than 1 with {count} opponent{'s' * (count != '1')}: {named}")


class Unbet(_Table):
    """Nothing to call: the strongest part bets for value, the weakest part bluffs, the middle checks."""

    value: Parts
    bluff: Parts
    size: SizeText

    @model_validator(mode="after")
    def _sums(self) -> "Unbet":
        _check_sums(self, {"value": self.value, "bluff": self.bluff})
        return self


class Faced(_Table):
    """Facing a bet: the strongest part raises, the next calls, the next (too weak to call) bluff-raises, the rest
    folds."""

    raise_: Parts = Field(alias="raise")
    call: Parts
    bluff: Parts
    size: SizeText

    @model_validator(mode="after")
    def _sums(self) -> "Faced":
        _check_sums(self, {"raise": self.raise_, "call": self.call, "bluff": self.bluff})
        return self


class Street(_Table):
    """One street, by situation: first to act, checked to, as the last aggressor of the street before; facing a bet by
    its size, facing a raise."""

    first: Unbet
    checked_to: Unbet
    aggressor: Unbet
    bet_small: Faced
    bet_medium: Faced
    bet_large: Faced
    raised: Faced


class Postflop(_Table):
    """After the flop, on all streets.

    - `bet_bands`: where small and medium bets end, as parts of the pot
    - `edge`: over which part of the hands an action goes over into the next
    - `trap`: how often hands strong enough to bet or raise check or call instead
    - `all_in_below`: all-in if a bet or raise would leave less than so many pots
    - `committed`: never folds if a call costs less than this part of the pot it makes
    """

    bet_bands: Bands
    edge: Annotated[float, _between(0, 0.5)]
    trap: Part
    all_in_below: Annotated[float, _between(0, 10)]
    committed: Part


class Adjust(_Table):
    """What the moment changes.

    - `bubble`: how much a bubble factor above 1 makes tighter
    - `level`: how much more is bluffed against strong opponents and less against weak ones; negative the other way
      round
    - `aggression`: how much tighter each bet and raise of earlier streets makes who faces a bet
    """

    bubble: Annotated[float, _between(0, 5)]
    level: Annotated[float, _between(-1, 1)]
    aggression: Part


class Short(_Table):
    """Short stacks, see `short_stacks`.

    - `limit`: push/fold below so many effective big blinds; 0 for never
    - `per_ante`: more for each big blind of antes in the pot; `small_blind`: more from the small blind
    - `strong`, `weak`: more if the opponents' mean level is 4 and more, or 2 and less
    - `limper`, `raiser`: what somebody who limped or raised without being all-in is assumed to hold
    - `caller`: the part of these hands that is assumed to call an all-in
    """

    limit: Chips
    per_ante: Chips
    small_blind: Chips
    strong: Chips
    weak: Chips
    limper: RangeText
    raiser: RangeText
    caller: Part


class PlayerRules(_Table):
    """All rules of a player. `title`: who it is, in a line."""

    title: str = Field(min_length=1, max_length=200)
    preflop: Preflop
    postflop: Postflop
    flop: Street
    turn: Street
    river: Street
    adjust: Adjust
    short: Short


def rule_keys(model: type[BaseModel] = PlayerRules, above: tuple[str, ...] = ()) -> list[str]:
    """Every key of a file, dotted: `preflop.open.early.raise`."""
    found = []
    for name, field in model.model_fields.items():
        path = (*above, field.alias or name)
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            found += rule_keys(kind, path)
        else:
            found.append(".".join(path))
    return found
