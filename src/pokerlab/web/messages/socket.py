"""What pages and server say over the socket."""

from typing import Annotated, Literal

from pydantic import Field

from pokerlab.web.messages.jobs import JobRecord, JobStep
from pokerlab.web.messages.kinds import Asked, Problem, Told
from pokerlab.web.messages.server import Kernels
from pokerlab.web.messages.table import Act, ActAnswer, LobbyChanged, TableEvent, TableShown
from pokerlab.web.messages.tournaments import PushFoldAnswer, PushFoldQuestion


class Subscribe(Asked):
    """From now on: `jobs` (states of all), `job:ID` (states and steps of one, those so far first), `kernels`, `lobby`
    (tables and balance), `table:ID` (a snapshot, then events)."""

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


FromPage = Annotated[Subscribe | Unsubscribe | AskPushFold | Act, Field(discriminator="type")]


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
    Hello
    | JobMoved
    | JobSteps
    | KernelsMoved
    | PushFoldFound
    | TableShown
    | TableEvent
    | ActAnswer
    | LobbyChanged
    | SocketError,
    Field(discriminator="type"),
]
