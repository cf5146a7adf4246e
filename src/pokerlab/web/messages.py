"""All that pages and server say to each other, as models; `types` makes TypeScript of them.

What is asked is checked by its model, and nothing else is taken. What is answered is built by the package's own reports
and not checked again on its way; tests hold it against these models.
"""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

Text = Annotated[str, Field(max_length=2000)]
RangeText = Annotated[str, Field(max_length=40_000)]
NameText = Annotated[str, Field(min_length=1, max_length=161)]
Player = Literal["oop", "ip"]
Street = Literal["flop", "turn", "river"]
Numbers = list[float | None]
Pair = tuple[float | None, float | None]
State = Literal["queued", "running", "paused", "done", "cancelled", "failed", "interrupted"]


class Asked(BaseModel):
    """What a page asks."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, hide_input_in_errors=True)


class Answer(BaseModel):
    """What the server answers; `SCHEMA` is its field `schema`."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)
    SCHEMA: ClassVar[str] = ""


class Told(Answer):
    """A part of answers."""


class Nothing(Asked):
    """A question without more words."""


class Named(Asked):
    """A question about one thing by name."""

    name: NameText


# What goes wrong


class Problem(Told):
    """A line, and the field it is about; empty if it is about the whole."""

    line: str
    field: str


class ErrorAnswer(Answer):
    """Every error."""

    SCHEMA = "pokerlab/error/1"
    error: Problem


# The server


class Kernels(Told):
    """How many kernels are compiled; what needs none works before."""

    ready: int
    total: int


class StatusAnswer(Answer):
    """`free_memory`, `total_memory`: bytes, None where the system does not say."""

    SCHEMA = "pokerlab/status/1"
    program: str
    directory: str
    threads: int
    free_memory: int | None
    total_memory: int | None
    kernels: Kernels
    waiting: int
    running: str | None


class CombosAnswer(Answer):
    """The 1,326 hands in the order of all columns, the class of each (a number of `classes`), and the 169 classes in
    the order of the matrix."""

    SCHEMA = "pokerlab/combos/1"
    hands: list[str]
    class_of: list[int]
    classes: list[str]


# Spots


class SpotQuestion(Asked):
    """A spot as the text of its file, or as its keys (docs/spots.md); one of the two. `node`, `street`, `depth`: which
    part of the betting tree is wanted, as in `pokerlab tree`."""

    toml: Annotated[str, Field(max_length=60_000)] | None = None
    spot: dict[str, Any] | None = None
    node: Text = ""
    street: Street | None = None
    depth: Annotated[int, Field(ge=1, le=100)] | None = None


class MoveRecord(Told):
    """`amount`: chips put in on the street after it; `size`: what it was written as."""

    text: str
    amount: int
    all_in: bool
    size: str


class TreeNode(Told):
    """A node of the betting tree; `index`, `parent`, `children` are numbers of nodes."""

    index: int
    kind: Literal["decision", "deal", "fold", "showdown"]
    street: Street
    player: Player | None
    parent: int | None
    move: MoveRecord | None
    committed: tuple[int, int]
    pot: int
    children: list[int]


class TreeStreet(Told):
    """What the betting tree has on a street."""

    street: Street
    decisions: int
    moves: int
    deals: int
    folds: int
    showdowns: int


class StreetBytes(Told):
    """What a street takes of memory, in bytes."""

    street: Street
    boards: int
    boards_without_isomorphism: int
    decisions: int
    table_bytes: int
    equity_bytes: int


class SpotSize(Told):
    """What a spot takes of memory, in bytes."""

    streets: list[StreetBytes]
    total_bytes: int


class SpotAnswer(Answer):
    """`errors`: what is wrong, by key; the rest is None then. `size`, `size_compressed`: with 32 and with 16 bits.
    `left_out`: how many nodes of the tree were not sent. `note`: why it would not fit into memory."""

    SCHEMA = "pokerlab/spot-check/1"
    errors: list[Problem]
    toml: str | None = None
    spot: dict[str, Any] | None = None
    streets: list[TreeStreet] | None = None
    nodes: list[TreeNode] | None = None
    left_out: int = 0
    size: SpotSize | None = None
    size_compressed: SpotSize | None = None
    free_memory: int | None = None
    note: str | None = None


class SavedSpot(Told):
    """A spot by name, and the text of its file."""

    name: str
    toml: str


class SpotsAnswer(Answer):
    """Spots that were saved, the newest first, and the templates that come with pokerlab."""

    SCHEMA = "pokerlab/spots/1"
    spots: list[SavedSpot]
    templates: list[SavedSpot]


class SpotToSave(Asked):
    """A spot, saved as it is written if it can be one."""

    name: NameText
    toml: Annotated[str, Field(max_length=60_000)]


class SavedAnswer(Answer):
    """The name under which something is there now, or was before it was removed."""

    SCHEMA = "pokerlab/saved/1"
    name: str


# Ranges and equities


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


# Hands


class HandsQuestion(Asked):
    """Hands as text (PHH, PokerStars, ACPC lines), and which of them is wanted, counted from 1; `game`: of ACPC lines,
    such as `holdem-nolimit:2`."""

    text: Annotated[str, Field(max_length=60_000)]
    hand: Annotated[int, Field(ge=1, le=100_000)] = 1
    game: Text | None = None


class SeatRecord(Told):
    """A seat of a hand; `cards`: `????` if they were not seen; `stack`: chips."""

    name: str
    position: str
    stack: int
    cards: str


class HandSpot(Told):
    """What a post-flop spot begins with; `seats`: who is oop and ip."""

    board: str
    pot: int
    stacks: tuple[int, int]
    big_blind: int | None
    aggressor: Player | None
    seats: tuple[int, int]


class HandStep(Told):
    """A step of a hand, and what is the case after it; see `records.report`."""

    text: str
    seat: int | None
    street: int
    board: str
    pot: int
    stacks: list[int]
    bets: list[int]
    live: list[int]
    actor: int | None
    to_call: int
    pot_odds: float | None
    equities: Numbers | None
    spot: HandSpot | None


class HandReplay(Told):
    """A hand step by step, in chips; a chip is worth `unit`; `big_blind`: chips."""

    id: str
    table: str
    game: str
    unit: float
    currency: str
    big_blind: int | None
    hero: int | None
    seats: list[SeatRecord]
    steps: list[HandStep]
    payoffs: list[int] | None
    problems: list[str]


class HandsAnswer(Answer):
    """The hand that was asked for, how many there are, and which lines could not be read."""

    SCHEMA = "pokerlab/hand-replay/1"
    count: int
    hand: HandReplay
    broken: list[str]


# Tournaments

Stacks = Annotated[list[float], Field(min_length=1, max_length=2000)]
Prizes = Annotated[str, Field(max_length=20_000)] | Annotated[list[float], Field(max_length=2000)]


class IcmQuestion(Asked):
    """As `pokerlab icm`; payouts as text (`50,30,20`, `sng`, `satellite:3`) or numbers."""

    stacks: Stacks
    payouts: Prizes = "sng"
    places: bool = False
    bubble: bool = False
    deal: bool = False
    set_aside: Annotated[float, Field(ge=0)] = 0.0


class DealRecord(Told):
    """Proposals of a deal: by ICM, by chips, equal; `set_aside` is left for the winner."""

    icm: list[float]
    chips: list[float]
    equal: list[float]
    set_aside: float


class IcmAnswer(Answer):
    """As `pokerlab icm --json`."""

    SCHEMA = "pokerlab/icm/1"
    stacks: list[float]
    payouts: list[float]
    equities: list[float]
    method: str
    error: float
    places: list[list[float]] | None
    bubble_factors: list[list[float | Literal["inf"] | None]] | None
    deal: DealRecord | None


class FixedRange(Asked):
    """A decision that somebody plays as he likes: a player, who is all-in before him, and what he goes all-in with."""

    player: Annotated[int, Field(ge=0, le=9)]
    against: Annotated[list[Annotated[int, Field(ge=0, le=9)]], Field(max_length=9)] = []
    range: RangeText


class PushFoldQuestion(Asked):
    """As `pokerlab pushfold`; `target`: percent of the pool. `fixed`: ranges put in place of the equilibrium's; what
    all hands are worth is then against these, and every decision has its best answer."""

    stacks: Annotated[list[float], Field(min_length=2, max_length=10)]
    blinds: tuple[float, float] = (50.0, 100.0)
    ante: float = 0.0
    big_blind_ante: bool = False
    payouts: Prizes | None = None
    bounties: Annotated[list[Annotated[float, Field(ge=0)]], Field(max_length=10)] | None = None
    progressive: Annotated[float, Field(ge=0, le=1)] = 0.5
    most_all_in: Annotated[int, Field(ge=2, le=5)] = 3
    algorithm: Annotated[str, Field(max_length=40)] | None = None
    target: Annotated[float, Field(ge=0, le=100)] | None = None
    iterations: Annotated[int, Field(ge=1, le=100_000)] = 3000
    draft: bool = True
    purify: bool = False
    bunching: bool = False
    future: Annotated[int, Field(ge=0, le=2)] = 0
    fixed: Annotated[list[FixedRange], Field(max_length=50)] = []


class PushFoldColumns(Told):
    """By class, in the order of the matrix: how often all-in is played, what both actions are worth and what the hand
    could gain, in the unit of the spot."""

    frequency: list[float]
    all_in: Numbers
    fold: Numbers
    own_gain: Numbers


class BestAnswer(Told):
    """What would gain most at a decision while everybody else plays on; `frequency`: of all-in, by class."""

    range: str
    percent: float
    frequency: list[float]


class PushFoldDecision(Told):
    """A decision: a player, and who is all-in before him; `best`: if ranges were given."""

    player: int
    position: str
    kind: str
    against: list[int]
    reached: float
    percent: float
    comes_up: bool
    range: str
    indifferent: list[str]
    columns: PushFoldColumns
    best: BestAnswer | None = None


class PurifiedRecord(Told):
    """What the strategies were worth before they were made pure."""

    epsilon_percent_of_pool_before: float
    largest_own_gain_percent_of_pool_before: float


class PushFoldAnswer(Answer):
    """As `pokerlab pushfold --json`, with columns instead of hands."""

    SCHEMA = "pokerlab/pushfold-columns/1"
    stacks: list[float]
    blinds: tuple[float, float]
    ante: float
    big_blind_ante: bool
    payouts: list[float] | None
    bounties: list[float] | None
    unit: str
    algorithm: str
    iterations: int
    values: list[float]
    gains: list[float]
    gains_in_chips: list[float]
    sampling_error: list[float]
    epsilon_percent_of_pool: float
    limit_percent_of_pool: float
    largest_own_gain_percent_of_pool: float
    settled: bool
    draft: bool
    purified: PurifiedRecord | None
    most_all_in: int
    positions: list[str]
    decisions: list[PushFoldDecision]


class StackTableQuestion(Asked):
    """As `pokerlab pushfold --stack-table`: heads-up at many stacks in big blinds (default: the usual ones)."""

    stacks: Annotated[list[Annotated[float, Field(gt=0, le=1000)]], Field(min_length=1, max_length=200)] | None = None
    small_blind: Annotated[float, Field(ge=0, le=1)] = 0.5
    ante: Annotated[float, Field(ge=0, le=100)] = 0.0


class StackTableAnswer(Answer):
    """As `pokerlab pushfold --stack-table --json`: by `push` and `call`, for each class the largest stack to play it
    with, and all stacks (from, to) where there are gaps."""

    SCHEMA = "pokerlab/stacktable/1"
    stacks: list[float]
    values: list[float]
    largest: dict[str, dict[str, float]]
    gaps: dict[str, list[str]]
    intervals: dict[str, dict[str, list[tuple[float, float]]]]
    tolerance: float


# Solutions


class SolutionRow(Told):
    """A solution of the library; `size`: bytes, `changed`: seconds since 1970. `trouble`: why it cannot be read."""

    name: str
    size: int
    changed: float
    title: str = ""
    board: str = ""
    pot: int | None = None
    stacks: list[int] = []
    streets: list[Street] = []
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


# Jobs


class LockToSet(Asked):
    """See `LockRecord`."""

    node: Text
    hands: Annotated[
        dict[RangeText, Annotated[dict[Text, Annotated[float, Field(ge=0, le=1)]], Field(max_length=50)]],
        Field(min_length=1, max_length=1500),
    ]


class SolveSettingsAsked(Asked):
    """How to solve, as `pokerlab solve` takes it."""

    target: Annotated[float, Field(gt=0, le=100)] | None = None
    iterations: Annotated[int, Field(ge=1, le=10**9)] | None = None
    seconds: Annotated[float, Field(gt=0, le=10**7)] | None = None
    compressed: bool = False
    streets: Street | None = None
    groups: Text | None = None
    rule: Text | None = None
    threads: Annotated[int, Field(ge=1, le=1024)] | None = None


class JobQuestion(SolveSettingsAsked):
    """A spot to solve (as in `SpotQuestion`), with locks or without; `name`: what the solution shall be called."""

    toml: Annotated[str, Field(max_length=60_000)] | None = None
    spot: dict[str, Any] | None = None
    name: NameText | None = None
    locks: Annotated[list[LockToSet], Field(max_length=200)] = []
    compare: bool = False


class LocksQuestion(SolveSettingsAsked):
    """The spot of a solution, solved again with locks; `keep`: also those that it has. `hold`: the player whose whole
    strategy stays as it stands there, but for the locks."""

    name: NameText
    locks: Annotated[list[LockToSet], Field(max_length=200)] = []
    hold: Player | None = None
    keep: bool = True
    compare: bool = False


class FlopsQuestion(Asked):
    """A spot (as in `SpotQuestion`) on many flops, as `pokerlab flops`: on all, on a weighted `subset` of so many, on a
    `sample` of so many, or on `only` these; one of the four. `keep`: strategies of the flop, or whole solutions."""

    toml: Annotated[str, Field(max_length=60_000)] | None = None
    spot: dict[str, Any] | None = None
    name: NameText | None = None
    all: bool = False
    subset: Literal[25, 50, 100, 200] | None = None
    sample: Annotated[int, Field(ge=1, le=2000)] | None = None
    only: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=2000)] = []
    seed: Annotated[int, Field(ge=0, le=2**32)] = 0
    target: Annotated[float, Field(gt=0, le=100)] = 0.5
    compressed: bool = False
    keep: Literal["flop", "full"] = "flop"


class FlopSource(Told):
    """Many flops of one spot: `job:ID`, `dir:NAME` or `library:HASH`, see `web.flops`. `flops`: how many, if known."""

    source: str
    title: str
    flops: int | None
    job: "JobRecord | None"


class FlopSourcesAnswer(Answer):
    """All that can be reported on: jobs, the newest first, directories, and the library."""

    SCHEMA = "pokerlab/flop-sources/1"
    sources: list[FlopSource]


class FlopsReportQuestion(Asked):
    """A report on many flops: of a decision on the flop, `by` flop or texture, of those that a filter lets through."""

    source: Annotated[str, Field(max_length=120)]
    node: Text = ""
    by: Annotated[str, Field(max_length=100)] = "flop"
    where: Annotated[str, Field(max_length=500)] = ""


class FlopRowRecord(Told):
    """Means over flops; see `postflop.flop_report.FlopRow`."""

    name: str
    flops: int
    ways: int
    weight: float
    ev: tuple[float, float]
    equity: tuple[float, float]
    share: float
    moves: dict[str, float]
    comes: float
    percent_of_pot: float


class FlopNode(Told):
    """A decision on the flop by its line of play, and who decides."""

    line: str
    player: Player


class FlopsAnswer(Answer):
    """As `pokerlab flops --json`, of the flops that are done, and the `mean` over all rows; `total`: how many there
    will be, if that is known; `weighted`: whether flops count by the weights of a sample or subset. A flop is opened as
    the solution `flop:SOURCE:BOARD`."""

    SCHEMA = "pokerlab/flops-report/1"
    source: str
    title: str
    spot: dict[str, Any]
    node: str
    by: str
    where: str
    weighted: bool
    nodes: list[FlopNode]
    rows: list[FlopRowRecord]
    mean: FlopRowRecord | None
    done: int
    total: int | None


class JobStep(Told):
    """Where a run stands. `left`: seconds until it should reach its end, if that can be said."""

    iteration: int
    seconds: float
    nash_conv: float | None
    percent_of_pot: float | None
    left: float | None
    stalled: bool


class JobRecord(Told):
    """A job: `line` says why it failed or how it ended; `solution`: the name of what it has written, if it is there;
    `base`: the solution that it solves again with locks; `doing`: what it does beside solving, with `part` of it
    done; `shown`: the iteration that was written last because somebody wanted to look."""

    id: str
    kind: Literal["solve", "flops"]
    state: State
    title: str
    asked: float
    line: str | None
    solution: str | None
    base: str | None
    target: float | None
    doing: str | None
    part: float | None
    last: JobStep | None
    shown: int | None


class JobAnswer(Answer):
    """A job with all its steps."""

    SCHEMA = "pokerlab/job/1"
    job: JobRecord
    toml: str
    steps: list[JobStep]


class JobsAnswer(Answer):
    """All jobs, the newest first."""

    SCHEMA = "pokerlab/jobs/1"
    jobs: list[JobRecord]


class JobNamed(Asked):
    """A job by its `id`."""

    id: Annotated[str, Field(max_length=64)]


# The socket


class Subscribe(Asked):
    """From now on: `jobs` (states of all), `job:ID` (states and steps of one, those so far first), `kernels`."""

    type: Literal["subscribe"]
    topic: Annotated[str, Field(max_length=80)]


class Unsubscribe(Asked):
    """No more of it."""

    type: Literal["unsubscribe"]
    topic: Annotated[str, Field(max_length=80)]


class AskPushFold(Asked):
    """Charts, a draft first and then as they are; `beside`: also those of the same hand played for chips. A later
    question takes the place of one that is not answered."""

    type: Literal["pushfold"]
    id: Annotated[int, Field(ge=0, le=2**53)]
    question: PushFoldQuestion
    beside: bool = False


FromPage = Annotated[Subscribe | Unsubscribe | AskPushFold, Field(discriminator="type")]


class Hello(Told):
    """The first message."""

    type: Literal["hello"]
    program: str


class JobMoved(Told):
    """A job is in another state, or elsewhere in its work."""

    type: Literal["job"]
    job: JobRecord


class JobSteps(Told):
    """New steps of a job; `first`: how many there were before."""

    type: Literal["steps"]
    id: str
    first: int
    steps: list[JobStep]


class KernelsMoved(Told):
    """More kernels are compiled."""

    type: Literal["kernels"]
    kernels: Kernels


class PushFoldFound(Told):
    """Charts of a question; a `draft` is followed by what it drafts. `is_beside`: for chips, where prizes are asked
    for; `is_last`: nothing follows."""

    type: Literal["pushfold"]
    id: int
    is_last: bool
    is_beside: bool
    result: PushFoldAnswer


class SocketError(Told):
    """What was wrong with a message; `id`: of the question it was, if it had one."""

    type: Literal["error"]
    error: Problem
    id: int | None


ToPage = Annotated[
    Hello | JobMoved | JobSteps | KernelsMoved | PushFoldFound | SocketError, Field(discriminator="type")
]
