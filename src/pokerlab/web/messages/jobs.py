"""Long work: solves, with locks or without."""

from typing import Annotated, Any, Literal

from pydantic import Field

from pokerlab.web.messages.kinds import Answer, Asked, NameText, Player, RangeText, Street, Text, Told

State = Literal["queued", "running", "paused", "done", "cancelled", "failed", "interrupted"]


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
    locks: Annotated[list[LockToSet], Field(max_length=200)] = Field(default_factory=list)
    compare: bool = False


class LocksQuestion(SolveSettingsAsked):
    """The spot of a solution, solved again with locks; `keep`: also those that it has. `hold`: the player whose whole
    strategy stays as it stands there, but for the locks."""

    name: NameText
    locks: Annotated[list[LockToSet], Field(max_length=200)] = Field(default_factory=list)
    hold: Player | None = None
    keep: bool = True
    compare: bool = False


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
