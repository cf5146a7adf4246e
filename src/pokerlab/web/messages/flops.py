"""One spot on many flops: asked for, and reported on."""

from typing import Annotated, Any, Literal

from pydantic import Field

from pokerlab.web.messages.jobs import JobRecord
from pokerlab.web.messages.kinds import Answer, Asked, NameText, Player, Text, Told


class FlopsQuestion(Asked):
    """A spot (as in `SpotQuestion`) on many flops, as `pokerlab flops`: on all, on a weighted `subset` of so many, on a
    `sample` of so many, or on `only` these; one of the four. `keep`: strategies of the flop, or whole solutions."""

    toml: Annotated[str, Field(max_length=60_000)] | None = None
    spot: dict[str, Any] | None = None
    name: NameText | None = None
    all: bool = False
    subset: Literal[25, 50, 100, 200] | None = None
    sample: Annotated[int, Field(ge=1, le=2000)] | None = None
    only: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=2000)] = Field(default_factory=list)
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
