"""A task: the name of an importable function, and plain data for it.

The function is called as `function(arguments, path)`. It writes its result to the file `path`, whole or not at all (see
`_files`), and returns a summary as plain data. It may be called again, in another process or on another machine.
Large files that it reads are among the arguments, under their names in `inputs`, as paths on its machine.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from pokerlab._version import __version__
from pokerlab.errors import JobError, shorten
from pokerlab.jobs.inputs import Input

Function = Callable[[dict[str, Any], Path], dict[str, Any]]


@dataclass(frozen=True)
class Task:
    """One piece of work.

    - `function`: where it is, as `package.module:name`
    - `arguments`: plain data for it, as JSON has it
    - `memory`: bytes that it needs; `cost`: how long it takes, in any unit, for the order of work
    - `threads`: how many threads numerical libraries may use for it
    - `inputs`: large files that it reads, by the names that its arguments have for them
    - `depends_on`: digests of files that its result depends on, such as tables that are not among the arguments
    - `suffix`: of its result's file; `title`: what people call the task
    """

    function: str
    arguments: Mapping[str, Any] = field(default_factory=dict, hash=False)
    memory: int = 0
    cost: float = 1.0
    threads: int = 1
    inputs: Mapping[str, Input] = field(default_factory=dict, hash=False)
    depends_on: tuple[str, ...] = ()
    suffix: str = ".result"
    title: str = ""

    def __post_init__(self) -> None:
        module, colon, name = self.function.partition(":")
        if not (module and colon and name):
            raise JobError(f"'{shorten(self.function)}' is no function (as package.module:name)")
        if self.memory < 0 or not 0 <= self.cost < float("inf"):
            raise JobError(f"{self.function}: memory {self.memory} and cost {self.cost} are not negative")
        if self.threads < 1:
            raise JobError(f"{self.function}: at least one thread, not {self.threads}")
        if twice := self.inputs.keys() & self.arguments.keys():
            raise JobError(f"{self.function}: '{shorten(min(twice))}' is an argument and an input")

    @cached_property
    def name(self) -> str:
        """A name that equal tasks share: of function, arguments, what they read and depend on, and the package's
        version."""
        try:
            content: list[Any] = [self.function, dict(self.arguments), list(self.depends_on), __version__]
            if self.inputs:
                content.append({key: given.sha256 for key, given in self.inputs.items()})
            text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
        except (TypeError, ValueError) as error:
            raise JobError(f"{self.function}: arguments are plain data: {shorten(error)}") from None
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def record(self) -> dict[str, Any]:
        """Plain data, of which `Task(**record)` makes an equal task."""
        return {
            "function": self.function, "arguments": dict(self.arguments), "memory": self.memory, "cost": self.cost,
            "threads": self.threads, "inputs": {key: asdict(given) for key, given in self.inputs.items()},
            "depends_on": list(self.depends_on), "suffix": self.suffix, "title": self.title,
        }  # fmt: skip

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Task":
        """The task of a record."""
        try:
            inputs = {key: Input(**given) for key, given in record.get("inputs", {}).items()}
            return cls(**{**record, "inputs": inputs, "depends_on": tuple(record["depends_on"])})
        except (TypeError, KeyError, AttributeError) as error:
            raise JobError(f"a task cannot be read: {shorten(error)}") from None

    def load(self) -> Function:
        """The function."""
        module, _, name = self.function.partition(":")
        try:
            found: Any = import_module(module)
            for part in name.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError) as error:
            raise JobError(f"{self.function} cannot be found: {shorten(error)}") from None
        return found  # type: ignore[no-any-return]
