"""Ranges and equities."""

from typing import Annotated

from pydantic import Field

from pokerlab.web.messages.kinds import Answer, Asked, NameText, RangeText, Text, Told


class RangeQuestion(Asked):
    """A range as text, or as weights by hand or class (`{"AKs": 0.5, "AhKh": 1}`); `dead`: cards nobody can hold."""

    text: RangeText | None = None
    weights: Annotated[dict[str, Annotated[float, Field(ge=0, le=1)]], Field(max_length=1500)] | None = None
    dead: Text = ""


class RangeAnswer(Answer):
    """As `pokerlab range --json`."""

    SCHEMA = "pokerlab/range/1"
    text: str
    hands: int
    combos: float
    percent: float
    classes: dict[str, float]
    weights: dict[str, float]


class SavedRange(Told):
    """A range by name (`FOLDER/NAME` or `NAME`), and its text."""

    name: str
    text: str


class RangesAnswer(Answer):
    """Ranges that were saved, the newest first, and the starting ranges that come with pokerlab."""

    SCHEMA = "pokerlab/ranges/1"
    ranges: list[SavedRange]
    starting: list[SavedRange]


class BlueprintRangesAnswer(Answer):
    """What the shipped blueprints do before the flop, by position: trained, not solved."""

    SCHEMA = "pokerlab/blueprint-ranges/1"
    ranges: list[SavedRange]


class RangeToSave(Asked):
    """A range, saved as it is written if it can be one."""

    name: NameText
    text: RangeText


class EquityQuestion(Asked):
    """As `pokerlab equity`: 2 to 9 ranges; `exact`: count every deal, or `samples`: so many random deals (without both,
    exact where that is quick); `by_hand`: each hand's equity (two players)."""

    ranges: Annotated[list[RangeText], Field(min_length=2, max_length=9)]
    board: Text = ""
    dead: Text = ""
    exact: bool = False
    samples: Annotated[int, Field(ge=2, le=20_000_000)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**32)] = 0
    by_hand: bool = False


class EquityPlayer(Told):
    """Shares of the pot, 0..1; `hands`, `classes`: of each hand and the mean of each class, where that is known."""

    range: str
    equity: float
    win: float
    tie: float
    standard_error: float
    hands: dict[str, float] | None = None
    classes: dict[str, float] | None = None


class EquityAnswer(Answer):
    """As `pokerlab equity --json`."""

    SCHEMA = "pokerlab/equity/1"
    board: str
    dead: str
    exact: bool
    method: str
    deals: float
    seed: int | None
    players: list[EquityPlayer]
