"""Tournaments: ICM, push/fold, tables of stacks."""

from typing import Annotated, Literal

from pydantic import Field

from pokerlab.web.messages.kinds import Answer, Asked, Numbers, RangeText, Told

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
    against: Annotated[list[Annotated[int, Field(ge=0, le=9)]], Field(max_length=9)] = Field(default_factory=list)
    range: RangeText


class PushFoldQuestion(Asked):
    """As `pokerlab pushfold`; `target`: percent of the pool. `fixed`: ranges put in place of the equilibrium's; what
    all hands are worth is then against these, and every decision has its best answer."""

    stacks: Annotated[list[float], Field(min_length=2, max_length=10)]
    blinds: tuple[float, float] = (50.0, 100.0)
    ante: float = 0.0
    big_blind_ante: bool = False
    ante_first: bool = False
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
    fixed: Annotated[list[FixedRange], Field(max_length=50)] = Field(default_factory=list)


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
    ante_first: bool
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
