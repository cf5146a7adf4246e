"""Solutions: the library, nodes, run-outs, tables, two side by side."""

from typing import Any, Literal

from pydantic import Field

from pokerlab.web.messages.kinds import Answer, Asked, NameText, Numbers, Pair, Player, Street, Text, Told
from pokerlab.web.messages.spots import MoveRecord


class SolutionRow(Told):
    """A solution of the library; `size`: bytes, `changed`: seconds since 1970. `trouble`: why it cannot be read."""

    name: str
    size: int
    changed: float
    title: str = ""
    board: str = ""
    pot: int | None = None
    big_blind: int | None = None
    stacks: list[int] = Field(default_factory=list)
    streets: list[Street] = Field(default_factory=list)
    percent_of_pot: float | None = None
    iterations: int | None = None
    locks: int = 0
    trouble: str | None = None


class SolutionsAnswer(Answer):
    """The library, the newest first."""

    SCHEMA = "pokerlab/solutions/1"
    solutions: list[SolutionRow]


class LockRecord(Told):
    """A fixed strategy: the path of a decision, and for hands (a range as text) the probability of moves."""

    node: str
    hands: dict[str, dict[str, float]]


class SolutionAnswer(Answer):
    """What was solved, and how far. `toml`: the spot as its file has it; `held`: whose whole strategy was fixed."""

    SCHEMA = "pokerlab/solution-facts/1"
    name: str
    toml: str
    spot: dict[str, Any]
    locks: list[LockRecord]
    held: Player | None
    streets: list[Street]
    rule: str | None
    iterations: int | None
    seconds: float | None
    nash_conv: float
    percent_of_pot: float
    milli_big_blinds: float | None


class NodeQuestion(Asked):
    """A node, and whose hands are wanted (default: of who decides). `wait`: whether to wait for a river that must be
    solved first; without, what is known is answered."""

    name: NameText
    path: Text = ""
    player: Player | None = None
    wait: bool = True


class NodeMove(MoveRecord):
    """A move and how it is played: `ev_where_played` in chips to the hands that play it."""

    frequency: float | None
    ev_where_played: float | None
    ev_of_all_hands: float | None


class NodeColumns(Told):
    """A player's hands at a node, in combo order; see `postflop.report.column_record`."""

    combos: list[int]
    reach: Numbers
    share: Numbers
    ev: Numbers
    equity: Numbers
    strategy: list[Numbers]
    move_evs: list[Numbers]
    made: list[int]
    draws: list[int]


class NodePlace(Told):
    """What the betting alone says of a node."""

    node: str
    board: str
    kind: Literal["decision", "deal"]
    player: Player | None
    pot: int
    to_call: int
    big_blind: int | None
    next: list[str]


class NodeNumbers(NodePlace):
    """A node: what it is worth to both, its moves, and a player's hands."""

    ev: Pair
    equity: Pair
    realisation: Pair
    moves: list[NodeMove]
    columns_of: Player
    columns: NodeColumns
    made_names: list[str]
    draw_names: list[str]


class NodeAnswer(Answer):
    """`found` is None while the river is solved: ask again with `wait`. `line`: all steps that lead there, with the
    choices at each."""

    SCHEMA = "pokerlab/node/1"
    place: NodePlace
    line: list["LineStep"]
    found: NodeNumbers | None


class LineStep(Told):
    """A step of the line that leads to a node: the place, its moves with how often they are played (None where a card
    is dealt), which are `all_in`, after which the hand `goes_on`, and which was `chosen`."""

    node: str
    player: Player | None
    pot: int
    moves: list[str]
    frequencies: Numbers
    all_in: list[bool]
    goes_on: list[bool]
    chosen: str | None


class RunoutsQuestion(Asked):
    """A node over all cards where its path leaves one out."""

    name: NameText
    path: Text = ""
    by: Literal["card", "rank", "suit"] = "card"


class RunoutRecord(Told):
    """A card that may come, or the mean of several; `chance` is None until all are known."""

    card: str
    chance: float | None
    frequencies: dict[str, float | None]
    ev: Pair
    equity: Pair


class RunoutPart(Told):
    """One line of the reply, as soon as the card is known."""

    part: RunoutRecord


class RunoutsAnswer(Answer):
    """The last line of the reply, as `pokerlab show --runouts --json`."""

    SCHEMA = "pokerlab/show-runouts/1"
    node: str
    street: str
    player: Player | None
    moves: list[str]
    by: str
    rows: list[RunoutRecord]
    mean: RunoutRecord


class ExportQuestion(Asked):
    """A table as `pokerlab show --csv` writes it; with `by`, over the cards to come."""

    name: NameText
    path: Text = ""
    player: Player | None = None
    table: Literal["hands", "classes", "made"] = "hands"
    by: Literal["card", "rank", "suit"] | None = None
    format: Literal["csv"] = "csv"


class CompareQuestion(Asked):
    """A node of two solutions."""

    a: NameText
    b: NameText
    path: Text = ""
    player: Player | None = None


class CompareAnswer(Answer):
    """The node in both."""

    SCHEMA = "pokerlab/compare/1"
    a: NodeNumbers
    b: NodeNumbers
