"""The hand database: filters, lists, statistics, marks, opponents."""

from typing import Annotated, Literal

from pydantic import Field

from pokerlab.web.messages.hands import HandReplay
from pokerlab.web.messages.kinds import Answer, Asked, NameText, Text, Told

BigBlinds = Annotated[float, Field(ge=0, le=1e9)]
HandNumber = Annotated[int, Field(ge=1, lt=2**32)]
ShortText = Annotated[str, Field(max_length=200)]


class HandFilterQuestion(Asked):
    """Which hands are meant; see `table.hand_filters.HandFilter`."""

    player: ShortText = ""
    since: ShortText = ""
    until: ShortText = ""
    event: ShortText = ""
    opponent: ShortText = ""
    position: ShortText = ""
    cards: Text = ""
    board: Annotated[str, Field(max_length=500)] = ""
    pot: ShortText = ""
    stack_from: BigBlinds | None = None
    stack_to: BigBlinds | None = None
    all_in: bool | None = None
    showdown: bool | None = None
    result: Literal["", "won", "lost", "even"] = ""
    star: bool = False
    tag: ShortText = ""


class HandListQuestion(HandFilterQuestion):
    """A part of a list, the newest first; `before`: where the part before it ended (its `next`)."""

    most: Annotated[int, Field(ge=1, le=200)] = 50
    before: Annotated[str, Field(max_length=40, pattern=r"^-?\d{1,14}\.\d{1,10}$")] | None = None


class HandExportQuestion(HandFilterQuestion):
    """Hands as a file."""

    format: Literal["phh", "pokerstars", "csv"] = "phh"


class HandImportQuestion(Asked):
    """A file of hands that is sent; `game`: of ACPC lines, such as `holdem-nolimit:2`."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    game: ShortText = ""


class KeptHandQuestion(Asked):
    """A hand by its number; `player`: from whose side its row is."""

    number: HandNumber
    player: ShortText = ""


class HandMark(Asked):
    """A star, a note, tags for a hand; what is not given stays."""

    number: HandNumber
    star: bool | None = None
    note: Text | None = None
    tags: Annotated[list[ShortText], Field(max_length=20)] | None = None


class OpponentQuestion(Asked):
    """A player by name."""

    name: NameText


class OpponentNote(OpponentQuestion):
    """What is noted of a player."""

    note: Text


class HandRow(Told):
    """A hand in a list, from one player's side: `time` as the source's clock has it; `stack`, `won`: big blinds. None
    is what is not known."""

    hand: int
    time: str | None
    event: str
    player: str
    players: int
    position: str | None
    cards: str | None
    stack: float | None
    board: str
    pot: str
    all_in: bool
    showdown: bool
    won: float | None
    star: bool
    note: str
    tags: list[str]


class HandListAnswer(Answer):
    """A part of a list: `count`: how many hands the list has; `next`: where it goes on (None: it does not); `total`:
    how many hands there are at all; `troubles`: what of the tables' journal could not be read."""

    SCHEMA = "pokerlab/hand-list/1"
    hands: list[HandRow]
    count: int
    next: str | None
    total: int
    troubles: list[str]


class StatsRow(Told):
    """What a player does: shares 0..1, None where there was no occasion; `bb_per_100_half_width`: of the 95%
    interval."""

    name: str
    hands: int
    vpip: float | None
    pfr: float | None
    three_bet: float | None
    continuation_bet: float | None
    went_to_showdown: float | None
    aggression_factor: float | None
    aggression_frequency: float | None
    won_bb: float
    bb_per_100: float | None
    bb_per_100_standard_error: float | None
    bb_per_100_half_width: float | None


class HandStatsAnswer(Answer):
    """The statistics of the hands chosen, and by position."""

    SCHEMA = "pokerlab/hand-stats/1"
    all: StatsRow
    positions: list[StatsRow]


class CountedName(Told):
    """A name, and how many hands it has."""

    name: str
    hands: int


class HandChoicesAnswer(Answer):
    """What can be chosen: players with most hands, the newest tournaments and tables, tags, positions, types of
    pots."""

    SCHEMA = "pokerlab/hand-choices/1"
    total: int
    players: list[CountedName]
    events: list[CountedName]
    tags: list[CountedName]
    positions: list[str]
    pots: list[str]


class KeptHandAnswer(Answer):
    """A hand of the database: its row, in words, and step by step."""

    SCHEMA = "pokerlab/kept-hand/1"
    row: HandRow
    words: list[str]
    hand: HandReplay


class HandRowAnswer(Answer):
    """The row of a hand that was marked."""

    SCHEMA = "pokerlab/hand-row/1"
    row: HandRow


class HandImportAnswer(Answer):
    """What became of the hands of a file, so far or in all: new here; here already; here already and now with more
    cards; broken. `messages`: what is wrong with the first of those, with their lines."""

    SCHEMA = "pokerlab/hand-import/1"
    added: int
    known: int
    grown: int
    broken: int
    messages: list[str]


class OpponentAnswer(Answer):
    """What a player does in all hands that are known, and what is noted of him."""

    SCHEMA = "pokerlab/opponent/1"
    stats: StatsRow
    note: str
