"""The lobby: structures, opponents, tables that are opened and closed."""

from typing import Annotated, Literal

from pydantic import Field

from pokerlab.web.messages.kinds import Answer, Asked, NameText, Text, Told

Speed = Literal["instant", "quick", "normal", "slow"]
TableId = Annotated[str, Field(pattern=r"^[tc][1-9][0-9]{0,8}$")]
Toml = Annotated[str, Field(max_length=40_000)]
Cents = Annotated[int, Field(ge=0, le=10**11)]
PlayerName = Annotated[str, Field(min_length=1, max_length=40)]
OpponentText = Annotated[str, Field(min_length=1, max_length=200)]


class TournamentToOpen(Asked):
    """A sit-and-go: a structure by name or as TOML, and what shall be otherwise in it.

    `blinds`: levels as in `10/20, 15/30, 25/50/5`; `level_length` counts in `level_unit`; `payouts`: as in `50/30/20`,
    `winner`, `sng`; money in cents."""

    structure: NameText | None = None
    toml: Toml | None = None
    players: Annotated[int, Field(ge=2, le=10)] | None = None
    chips: Annotated[int, Field(ge=1, le=10**8)] | None = None
    blinds: Text | None = None
    level_length: Annotated[float, Field(gt=0, le=1e6)] | None = None
    level_unit: Literal["hands", "minutes"] | None = None
    payouts: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    buy_in: Cents | None = None
    fee: Cents | None = None


class CashToOpen(Asked):
    """A cash table: a chip is a cent. `buy_in`: big blinds."""

    small_blind: Annotated[int, Field(ge=1, le=10**6)] = 50
    big_blind: Annotated[int, Field(ge=2, le=10**6)] = 100
    seats: Annotated[int, Field(ge=2, le=6)] = 2
    buy_in: Annotated[int, Field(ge=20, le=200)] = 100


class TableToOpen(Asked):
    """A table: a `tournament` or `cash`.

    - `opponents`: each is the name of a player (`rock`), `level:3` (drawn among those of a level), `drawn` (by the
      weights of the roster) or any agent (`blueprint:nolimit`, `always-call`); who is not named is `drawn`
    - `name`: of the person; `show_cards`: whether cards that nobody showed can be seen as soon as a hand is over
    - `speed`, `after_fold`: pauses between events, and whether there are none once the person has folded
    - `clock`: seconds for a decision, None for all the time in the world; `time_bank`: seconds in reserve
    """

    tournament: TournamentToOpen | None = None
    cash: CashToOpen | None = None
    opponents: Annotated[list[OpponentText], Field(max_length=9)] = Field(default_factory=list)
    name: PlayerName = "Hero"
    show_cards: bool = False
    speed: Speed = "normal"
    after_fold: bool = False
    clock: Annotated[int, Field(ge=1, le=3600)] | None = None
    time_bank: Annotated[int, Field(ge=0, le=3600)] = 0


class LevelRow(Told):
    """A level of blinds; `length` in hands or minutes."""

    number: int
    small_blind: int
    big_blind: int
    ante: int
    length: float


class StructureRow(Told):
    """A structure. `own`: saved by the user; `prizes`: of a full table, in cents, the best place first; `levels`: the
    first ones; `payouts`: by number of players, as its file says; `cost`: buy-in, bounty and fee."""

    name: str
    own: bool
    toml: str
    players: int
    chips: int
    buy_in: int
    fee: int
    bounty: int
    cost: int
    currency: str
    payouts: dict[str, str]
    prizes: list[int]
    unit: Literal["hands", "minutes"]
    levels: list[LevelRow]


class PlayerRow(Told):
    """A player of rules: his level (None: not in the roster), how often he is drawn, who he is; `own`: the user has
    changed or made him; `problem`: what is wrong with his file, in a line."""

    name: str
    level: int | None
    weight: float
    title: str
    own: bool
    problem: str | None


class AgentRow(Told):
    """An agent of the index that can take a seat."""

    name: str
    what: str


class TableRow(Told):
    """A table in lists.

    - `state`: `playing`, `over`, `stopped` (`trouble` says why)
    - `waits`: whether it waits for the person; `left`: whether he has left
    - `stack`: his chips; `place`: his place once he is out or has won; `won`: cents that he got out so far
    - `cost`: cents that he paid so far; `players_left`, `players`; `hands`: played; `blinds`: now, as `50/100`
    """

    id: str
    kind: Literal["tournament", "cash"]
    title: str
    state: Literal["playing", "over", "stopped"]
    waits: bool
    left: bool
    stack: int
    place: int | None
    cost: int
    won: int
    players: int
    players_left: int
    hands: int
    blinds: str
    opened: str
    trouble: str | None


class LobbyAnswer(Answer):
    """All that the lobby shows. `balance`: cents; `base`: what a reset puts it to; `open`: tables that are not over;
    `most_tables`: that can be open at once."""

    SCHEMA = "pokerlab/lobby/1"
    structures: list[StructureRow]
    players: list[PlayerRow]
    agents: list[AgentRow]
    balance: int
    base: int
    currency: str
    tables: list[TableRow]
    most_tables: int


class TablesQuestion(Asked):
    """Which tables: all, the open ones first, or only those; `most`: how many."""

    state: Literal["all", "open", "over"] = "all"
    most: Annotated[int, Field(ge=1, le=1000)] = 100


class TablesAnswer(Answer):
    """Tables, the newest first."""

    SCHEMA = "pokerlab/tables/1"
    tables: list[TableRow]
    balance: int


class StructuresAnswer(Answer):
    """The structures that ship and those of the user."""

    SCHEMA = "pokerlab/structures/1"
    structures: list[StructureRow]


class StructureToCheck(Asked):
    """A structure as text, saved under `name` if there is one."""

    toml: Toml
    name: NameText | None = None


class StructureAnswer(Answer):
    """A structure that is as it should be."""

    SCHEMA = "pokerlab/structure/1"
    structure: StructureRow
