"""Long work as data: a job says what is to be done and in which files, and not who asked for it.

    job = SolveJob(spot=spot, target=0.3, out="flop.sol", checkpoint="flop.ckpt", resume=True)
    assert SolveJob.from_dict(json.loads(json.dumps(job.to_dict()))) == job
    result = job.run()
    result.file, result.record()

Jobs are frozen, and as plain as TOML and JSON are. Verbs of the command line build them of their options; another
process gets the plain data and the name of the class's `perform`. Files appear under their names when they are whole.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from pokerlab._toml import read_toml, write_toml
from pokerlab.errors import JobError, PokerError, shorten


class JobResult(ABC):
    """What came out of a job: `file` is the one it has written, if any, and `trouble` why it could not."""

    file: str | None
    trouble: Exception | None = None

    @abstractmethod
    def record(self) -> dict[str, Any]:
        """Plain data, as in the JSON of the verb."""


class Job(BaseModel, ABC):
    """What all jobs have in common; a wrong key or value is a `JobError` of one line."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, allow_inf_nan=False, arbitrary_types_allowed=True,
        hide_input_in_errors=True,
    )  # fmt: skip

    def __init__(self, **given: Any) -> None:
        try:
            super().__init__(**given)
        except ValidationError as error:
            raise JobError(_one_line(error, list(type(self).model_fields))) from None

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Self:
        """The job that `to_dict` wrote down."""
        return cls(**content)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; what is as by default is left out."""
        return self.model_dump(mode="json", exclude_defaults=True)

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """The job in a TOML file; errors name the file."""
        content = read_toml(path, JobError)
        try:
            return cls.from_dict(content)
        except PokerError as error:
            raise JobError(f"{path}: {error}") from None

    def to_toml(self) -> str:
        """The text of a file; reading it gives an equal job."""
        return write_toml(self.to_dict())

    @abstractmethod
    def run(self) -> JobResult:
        """Do it. Ctrl-C ends long work with what was reached."""

    @classmethod
    def perform(cls, content: Mapping[str, Any]) -> tuple[str | None, dict[str, Any]]:
        """Run a job from plain data, for those who know it by this function's name: the file it has written, if any,
        and its record."""
        result = cls.from_dict(content).run()
        if result.trouble:
            raise result.trouble
        return result.file, result.record()


def _one_line(error: ValidationError, known: list[str]) -> str:
    problems = error.errors(include_url=False, include_input=False)
    # An unknown name explains a missing one, so it goes first.
    problem = min(problems, key=lambda found: found["type"] != "extra_forbidden")
    key = str(problem["loc"][0]) if problem["loc"] else ""
    if problem["type"] == "extra_forbidden":
        near = get_close_matches(key.lower(), known, n=1, cutoff=0.5)
        hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(known)}"
        return f"unknown key '{shorten(key)}' ({hint})"
    what = {"missing": "is missing", "value_error": str(problem.get("ctx", {}).get("error"))}.get(problem["type"])
    return f"{key}: " * bool(key) + (what or problem["msg"].replace("Input should be", "must be"))
