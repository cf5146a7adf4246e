"""The directory of a run: what was asked, what is done, what failed and why.

    manifest.json     what it is about, and the tasks in the order they were asked for
    results/NAME.*    the result of each task that is done
    results/NAME.json its summary, seconds, peak memory, and who did it; written last: with it a task is done
    failed/NAME.json  why a task failed, and how often it was tried
    lock              host and process of the client that runs it

Names come from what tasks are (see `task`), so a directory can be extended, and the same work is never done twice.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from pokerlab._files import WRITING, check_writable, write_atomically
from pokerlab._version import __version__
from pokerlab.errors import JobError, shorten
from pokerlab.jobs.lock import UNREADABLE, held, holder
from pokerlab.jobs.task import Task

FORMAT = "pokerlab/run"


@dataclass(frozen=True)
class Done:
    """A task that is done: the file of its result, its summary, seconds, and the most memory that its process used
    meanwhile, in bytes (see `execute.peak_memory`); `worker` says who did it."""

    task: Task
    path: Path
    summary: dict[str, Any]
    seconds: float
    peak: int
    worker: str


class RunDirectory:
    """The files of a run."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.results, self.failures = self.path / "results", self.path / "failed"
        if self.path.exists() and not self.path.is_dir():
            raise JobError(f"{self.path} is no directory")
        if self.path.is_dir() and not self.is_begun and not all(map(_is_left, self.path.iterdir())):
            raise JobError(f"{self.path} has files, but is no directory of a run")

    @property
    def is_begun(self) -> bool:
        """Whether it is there, with a manifest."""
        return (self.path / "manifest.json").exists()

    def begin(self, tasks: Iterable[Task], about: Mapping[str, Any] | None = None) -> list[Task]:
        """Write down what is asked for, beside what was before; returns all tasks, each once. A `JobError` if the
        directory is about something else."""
        theirs, known = self._manifest()
        if about and theirs:
            self._check_about(json.loads(json.dumps(about)), theirs)
        before = {task.name: task for task in known}
        asked = before | {task.name: task for task in tasks}
        if not before or len(asked) > len(before) or (about and not theirs):
            content = {"format": FORMAT, "version": 1, "program": __version__, "about": theirs or dict(about or {})}
            content |= {"tasks": [task.record() for task in asked.values()]}
            write_atomically(self.path / "manifest.json", json.dumps(content).encode())
        self.results.mkdir(exist_ok=True)
        return list(asked.values())

    def tasks(self) -> list[Task]:
        """All that was ever asked for."""
        return self._manifest()[1]

    def _manifest(self) -> tuple[dict[str, Any], list[Task]]:
        """What the run is about, and its tasks."""
        path = self.path / "manifest.json"
        if not path.exists():
            return {}, []
        text = path.read_bytes()
        try:
            content = json.loads(text)
            if content["format"] != FORMAT:
                raise KeyError("format")
            return dict(content.get("about", {})), [Task.of(record) for record in content["tasks"]]
        except UNREADABLE:
            raise JobError(f"{path} is no manifest of a run, or is damaged") from None

    def _check_about(self, ours: dict[str, Any], theirs: dict[str, Any]) -> None:
        if different := _first_difference(ours, theirs):
            key, given, there = different
            raise JobError(
                f"{self.path} is the directory of another run: {key} is {shorten(there)} there, not {shorten(given)}"
            )

    def path_of(self, task: Task) -> Path:
        """Where the result of a task is, or will be."""
        return self.results / f"{task.name}{task.suffix}"

    def done(self, task: Task) -> Done | None:
        """What a task that is done has left; None if it is not."""
        try:
            content = json.loads((self.results / f"{task.name}.json").read_bytes())
            found = Done(
                task, self.path_of(task), dict(content["summary"]), float(content["seconds"]), int(content["peak"]),
                str(content["worker"]),
            )  # fmt: skip
        except UNREADABLE:
            return None
        return found if found.path.exists() and isfinite(found.seconds) else None

    def finish(self, done: Done) -> None:
        """Write down that a task is done, after its result is there."""
        content = {"summary": done.summary, "seconds": done.seconds, "peak": done.peak, "worker": done.worker}
        write_atomically(self.results / f"{done.task.name}.json", json.dumps(content, allow_nan=False).encode())
        (self.failures / f"{done.task.name}.json").unlink(missing_ok=True)

    def fail(self, task: Task, error: str, attempts: int) -> None:
        """Write down why a task failed."""
        content = {"function": task.function, "error": error, "attempts": attempts}
        self.failures.mkdir(exist_ok=True)
        write_atomically(self.failures / f"{task.name}.json", json.dumps(content, indent=1).encode())

    def failure(self, task: Task) -> dict[str, Any]:
        """Why a task failed: `error` and `attempts`; nothing if it did not."""
        try:
            content = json.loads((self.failures / f"{task.name}.json").read_bytes())
            return {"error": str(content["error"]), "attempts": int(content["attempts"])}
        except UNREADABLE:
            return {}

    def rows(self) -> list[dict[str, Any]]:
        """What has become of every task, plain data: `name`, `title`, `function`, `state` (done, failed or to do),
        `seconds`, `peak` (bytes), `worker`, `attempts` and `error`, as far as they are known."""
        rows, unknown = [], dict.fromkeys(("seconds", "peak", "worker", "attempts", "error"))
        for task in self.tasks():
            row = {"name": task.name, "title": task.title, "function": task.function, "state": "to do", **unknown}
            if done := self.done(task):
                row |= {"state": "done", "seconds": done.seconds, "peak": done.peak, "worker": done.worker}
            elif failure := self.failure(task):
                row |= {"state": "failed", **failure}
            rows.append(row)
        return rows

    def locked(self) -> AbstractContextManager[None]:
        """Let nobody else run this directory meanwhile, which is made if needed; a `JobError` that says who does."""
        check_writable(self.path / "manifest.json")
        return held(self._lock, str(self.path))

    def client(self) -> dict[str, Any]:
        """`host` and `process` of who runs it; nothing if nobody does."""
        return holder(self._lock)

    @property
    def _lock(self) -> Path:
        return self.path / "lock"


def _is_left(path: Path) -> bool:
    """Whether a file is all that is left of a client that was killed before it had written the manifest."""
    return path.name == "lock" or path.name.startswith((".lock-", WRITING))


def _first_difference(ours: Any, theirs: Any, key: str = "") -> tuple[str, Any, Any] | None:
    """The name of the first thing in which two descriptions differ, as `outer.inner`, and what it is in each."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in {**theirs, **ours}:
            inner = f"{key}.{name}" if key else str(name)
            if found := _first_difference(ours.get(name), theirs.get(name), inner):
                return found
        return None
    return None if ours == theirs else (key, ours, theirs)
