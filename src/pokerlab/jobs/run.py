"""Many tasks, done in a directory, largest first and as many at a time as memory allows.

for done in run(tasks, "runs/srp", jobs=2):
    done.summary
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from pokerlab._memory import free_memory
from pokerlab._threads import available_threads
from pokerlab.errors import JobError
from pokerlab.jobs.cluster import ClusterWorkers
from pokerlab.jobs.directory import Done, RunDirectory
from pokerlab.jobs.execute import path_text
from pokerlab.jobs.task import Task
from pokerlab.jobs.workers import WORKERS, Workers

CLUSTER = "cluster:"
PAUSE = 0.2
ATTEMPTS = 3
"""How often a task is tried before it has failed."""


@dataclass(frozen=True)
class Failed:
    """A task that failed as often as it was tried, and why."""

    task: Task
    error: str
    attempts: int


@dataclass(frozen=True)
class Standing:
    """How far a run is: tasks done, failed and in all, seconds that the rest will take (None: not known yet), and
    lines that a person should read, as they came up."""

    done: int
    failed: int
    total: int
    left: float | None
    notes: tuple[str, ...] = ()


class TasksFailedError(JobError):
    """Tasks of a run failed; `failed` says which, and all others are done."""

    def __init__(self, failed: Sequence[Failed]) -> None:
        first = failed[0]
        more = f" (and {len(failed) - 1} more tasks)" if len(failed) > 1 else ""
        super().__init__(f"a task failed {first.attempts} times: {first.error}{more}")
        self.failed = tuple(failed)


def run(
    tasks: Sequence[Task],
    directory: Path | str,
    *,
    where: str | Workers = "processes",
    jobs: int | None = None,
    memory: int | None = None,
    in_order: bool = False,
    pace: float | None = None,
    about: Mapping[str, Any] | None = None,
    watch: Callable[[Standing], None] | None = None,
) -> Iterator[Done]:
    """Do tasks and yield what they leave as they come, those that were done before first; with `in_order` as given.

    - `where`: `processes` or `threads`, so many `jobs` at a time (default: all cores); `cluster:ADDRESS` of a
      scheduler; or other workers
    - `memory`: bytes that all tasks at work may need together (default: what is free here, or what workers elsewhere
      say); one that needs more alone has failed
    - `pace`: seconds that a unit of cost takes a worker, as far as that is known before any task is done
    - `about`: plain data that all tasks of the directory have in common; that of another run is refused
    - `watch`: told how far the run is

    A task that fails does not stop the others; in the end a `TasksFailedError` names those that did. Whatever ends the
    run, what is done stays, and another run of the directory goes on from there.
    """
    place = RunDirectory(directory)
    named = {task.name: task for task in tasks}
    workers = _workers(where, jobs)
    if memory is None and where in WORKERS:
        memory = free_memory()
    try:
        with place.locked():
            place.begin(named.values(), about)
            under_way = _Run(place, named, workers, memory, pace, watch)
            found = under_way.results()
            yield from _in_order(found, list(named)) if in_order else found
    finally:
        workers.stop()
    if under_way.failed:
        raise TasksFailedError(under_way.failed)


def _workers(where: str | Workers, jobs: int | None) -> Workers:
    if not isinstance(where, str):
        return where
    if where.startswith(CLUSTER):
        return ClusterWorkers(where.removeprefix(CLUSTER))
    if where not in WORKERS:
        raise JobError(f"'{where}' is no place to work ({', '.join(WORKERS)}, {CLUSTER}ADDRESS)")
    if jobs is not None and jobs < 1:
        raise JobError(f"at least one job at a time, not {jobs}")
    return WORKERS[where](jobs or available_threads())


def _in_order(found: Iterator[Done], names: list[str]) -> Iterator[Done]:
    kept: dict[str, Done] = {}
    place = 0
    for done in found:
        kept[done.task.name] = done
        while place < len(names) and names[place] in kept:
            yield kept.pop(names[place])
            place += 1
    yield from [kept[name] for name in names[place:] if name in kept]


class _Run:
    """What is to do, what is under way, and what has become of it."""

    def __init__(
        self,
        place: RunDirectory,
        tasks: dict[str, Task],
        workers: Workers,
        memory: int | None,
        pace: float | None,
        watch: Callable[[Standing], None] | None,
    ) -> None:
        self.place, self.workers, self.memory, self.pace, self.watch = place, workers, memory, pace, watch
        self.directory = path_text(place.path)
        self.total = len(tasks)
        self.waiting = {task.name: task for task in sorted(tasks.values(), key=lambda task: -task.cost)}
        self.working: dict[str, Task] = {}
        self.needed = 0
        self.largest: int | None = None
        self.attempts = dict.fromkeys(tasks, 0)
        self.tried: dict[str, set[str]] = {}
        self.failed: list[Failed] = []
        self.done = 0
        self.given: dict[str, float] = {}
        self.spent, self.cost_done, self.cost_left = 0.0, 0.0, sum(task.cost for task in tasks.values())

    def results(self) -> Iterator[Done]:
        """Everything that is done, as it comes."""
        yield from self._known()
        while self.waiting or self.working:
            self._give()
            if self.working:
                yield from self._take()
            elif self.waiting:
                self._tell()
                sleep(PAUSE)  # until a worker joins

    def _known(self) -> Iterator[Done]:
        for task in list(self.waiting.values()):
            if done := self.place.done(task):
                del self.waiting[task.name]
                self.done += 1
                self.cost_left -= task.cost
                yield done
        self._tell()

    def _give(self) -> None:
        """Give out what fits, the largest first."""
        largest, together = self._limits()
        if largest is not None and largest != self.largest:  # what nobody could do does not wait
            for task in [task for task in self.waiting.values() if task.memory > largest]:
                del self.waiting[task.name]
                self._fail(task, f"it needs {task.memory:,} bytes of memory, and {largest:,} are allowed")
        self.largest = largest
        free, given = self.workers.free, list[str]()
        for task in self.waiting.values():
            if len(given) == free:
                break
            if together is None or not self.working or task.memory + self.needed <= together:
                self.working[task.name] = task
                self.needed += task.memory
                self.attempts[task.name] += 1
                self.given[task.name] = monotonic()
                self.workers.give(task.name, task.record(), self.directory, self.tried.get(task.name, ()))
                given.append(task.name)
        for name in given:
            del self.waiting[name]

    def _limits(self) -> tuple[int | None, int | None]:
        """Bytes that one task may need, and all at work together."""
        largest, together = self.workers.memory or (None, None)
        return _smaller(largest, self.memory), _smaller(together, self.memory)

    def _take(self) -> Iterator[Done]:
        for name, answer in self.workers.results():
            task = self.working.pop(name)
            self.needed -= task.memory
            if answer.get("no_room"):
                raise JobError(f"{self.place.path}: {answer['error']}")
            self.attempts[name] += answer.get("attempts", 1) - 1
            done = None if "error" in answer else self.place.done(task)
            if done:
                self.done += 1
                self.spent += monotonic() - self.given[name]
                self.cost_done += task.cost
                self.cost_left -= task.cost
                self._tell()
                yield done
            elif self.attempts[name] < ATTEMPTS and not answer.get("final"):
                self.waiting[name] = task  # again, after all others
                self.largest = None
                self.tried.setdefault(name, set()).add(answer.get("worker", ""))
            else:
                self._fail(task, answer.get("error", "its result is not there"))
        self._tell()

    def _fail(self, task: Task, error: str) -> None:
        failed = Failed(task, error, max(1, self.attempts[task.name]))
        self.failed.append(failed)
        self.cost_left -= task.cost
        self.place.fail(task, error, failed.attempts)
        self._tell()

    def _tell(self) -> None:
        if self.watch:
            notes = tuple(self.workers.notes)
            self.watch(Standing(self.done, len(self.failed), self.total, self._seconds_left(), notes))

    def _seconds_left(self) -> float | None:
        """By what a unit of cost has taken so far, or else should take: all that is left over all workers, and no less
        than the longest task alone."""
        if not self.waiting and not self.working:
            return 0.0
        pace = self.spent / self.cost_done if self.cost_done else self.pace
        if pace is None:
            return None
        now, left = monotonic(), pace * self.cost_left
        longest = max((pace * task.cost for task in islice(self.waiting.values(), 1)), default=0.0)
        for name, task in self.working.items():
            rest = max(0.0, pace * task.cost - (now - self.given[name]))
            left, longest = left - pace * task.cost + rest, max(longest, rest)
        return max(left / max(1, len(self.working) + self.workers.free), longest)


def _smaller(one: int | None, other: int | None) -> int | None:
    return min((number for number in (one, other) if number is not None), default=None)
