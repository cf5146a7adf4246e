"""A solve as data, and what comes out of it.

    result = SolveJob(spot=Spot.read("flop.toml"), target=0.3, out="flop.sol").run()
    result.solution.percent, result.ended

In a file, a job is a spot with a table `[job]`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from pokerlab._files import check_writable
from pokerlab._jobs import Job, JobResult
from pokerlab.equilibrium.algorithms import parse_rule
from pokerlab.equilibrium.run import Listener, RunStep
from pokerlab.errors import JobError, PokerError, SpotError, shorten
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.first_run import FirstRun
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.locks import HeldStrategy, Lock, parse_lock, read_locks
from pokerlab.postflop.memory import CapAdvice, advise_cap, size_record
from pokerlab.postflop.solution import Solution, last_street
from pokerlab.postflop.solution_names import board_name, check_name, is_same_spot
from pokerlab.postflop.solve import (
    DEFAULT_TARGET,
    SolveSettings,
    check_target,
    lay_out,
    make_engine,
    memory_settings,
    steps,
)
from pokerlab.postflop.spot import PLAYERS, Spot

DONE, STALLED, INTERRUPTED = "done", "stalled", "interrupted"
"""How a run ends: at its target or limit; short of its target because it comes no nearer; by Ctrl-C."""


class SolveJob(Job):
    """Which spot is solved, how, how far, and into which files.

    - `target` (exploitability in percent of the pot), `iterations`, `seconds`: the first one reached is the end; 0.5%
      if none is given
    - `rule`: as `algorithms.parse_rule` reads it; `groups`: as `grouping.groups_for` reads it
    - `compressed`, `isomorphism`, `seed`, `threads`: see `solve.SolveSettings`
    - `locks`: texts as `locks.parse_lock` reads them, or files of `[[lock]]` tables; `compare`: whether the spot is
      first solved without them
    - `hold`: `oop:FILE` or `ip:FILE`, a player whose whole strategy stays as it is in a solution of the same spot
    - `out`: the file of the solution; a directory (with a slash at its end) to be named after the board there; or no
      file. `streets`: the last one that is stored
    - `checkpoint`: the file that keeps the state of the run; `resume`: whether to go on from it if it is there
    """

    spot: Spot
    target: float | None = None
    iterations: int | None = None
    seconds: float | None = None
    rule: str = "discounted:1.5,0.25,4"
    compressed: bool = False
    groups: str | None = None
    locks: Annotated[tuple[str, ...], Field(strict=False)] = ()
    compare: bool = True
    hold: str | None = None
    isomorphism: bool = True
    seed: int = 0
    threads: Annotated[int, Field(ge=1)] | None = None
    out: str | None = None
    streets: str | None = None
    checkpoint: str | None = None
    resume: bool = False

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        if self.groups and (self.compressed or self.locks or self.hold):
            raise ValueError(f"groups do not go with {'compressed tables' if self.compressed else 'locks'}")
        if self.hold and self.streets:
            raise ValueError("a strategy that is held as a whole is stored on all streets: leave out streets")
        return self

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Self:
        """The job of a spot's keys and a table `job` for all else."""
        spot, job = split_content(content)
        return cls(spot=Spot(**spot), **job)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the spot's keys, and a table `job`."""
        return {**self.spot.to_dict(), "job": self.model_dump(mode="json", exclude_defaults=True, exclude={"spot"})}

    @property
    def limits(self) -> dict[str, Any]:
        """When to stop, as `solve.steps` takes it."""
        limits = {"target": self.target, "iterations": self.iterations, "seconds": self.seconds}
        return limits if any(limit is not None for limit in limits.values()) else limits | {"target": DEFAULT_TARGET}

    def start(self, listener: Listener | None = None) -> "SolveRun":
        """Check all that can be checked before the work, and lay out the spot."""
        return SolveRun(self, listener or Listener())

    def run(self, listener: Listener | None = None) -> "SolveResult":
        """Solve the spot and write the file. Ctrl-C ends the run, and what was reached is the result."""
        return self.start(listener).run()


def split_content(content: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The keys of a spot, and those of the table `job` beside them."""
    job = content.get("job", {})
    if not isinstance(job, dict) or "spot" in job:
        raise JobError("job: must be a table, and the spot is beside it")
    return {key: value for key, value in content.items() if key != "job"}, job


class SolveRun:
    """A job that has begun: `layout` and `size` (see `memory.size_record`) are known, nothing is computed yet."""

    def __init__(self, job: SolveJob, listener: Listener) -> None:
        self.job, self._listener = job, listener
        check_target(job.target)
        locks = [lock for text in job.locks for lock in _read_lock(text)]
        self._settings: SolveSettings = {
            "rule": parse_rule(job.rule), "compressed": job.compressed, "threads": job.threads, "seed": job.seed,
            "isomorphism": job.isomorphism, "locks": locks, "groups": job.groups,
            "held": _held(job.hold, job.spot) if job.hold else None,
        }  # fmt: skip
        self._last_street = last_street(job.spot, job.streets)
        if job.out is not None:
            check_writable(Path(job.out, "solution") if _is_directory(job.out) else Path(job.out))
            if not _is_directory(job.out):
                check_name(Path(job.out), job.spot)
        if job.checkpoint:
            check_writable(Path(job.checkpoint))
        self._first = FirstRun(1 if job.compressed else 2 if job.groups else 0)
        with self._first.measured(), listener.progress("grouping hands") as progress:
            self.layout = lay_out(job.spot, progress=progress, **self._settings)
        self.size = size_record(self.layout, **memory_settings(**self._settings))

    def cap_advice(self) -> CapAdvice | None:
        """What a raise cap would save, if the spot is large and has none; takes a second then."""
        return advise_cap(self.layout, **memory_settings(**self._settings))

    def run(self) -> "SolveResult":
        """Do the rest of the job."""
        job, values, against = self.job, None, None
        if (self.layout.locks or self.layout.held) and job.compare:
            values, against = self._without_locks()
        engine, found, ended = self._reach(self.layout, job.checkpoint, job.resume)
        judgement = None if self.layout.grouping else found[-1].judgement
        solution = Solution.of(engine, seconds=found[-1].seconds, judgement=judgement)
        file, trouble = self._save(solution)
        return SolveResult(self, solution, found, ended, file, trouble, values, against)

    def _reach(
        self, layout: Layout, checkpoint: str | None = None, resume: bool = False
    ) -> tuple[Engine, list[RunStep], str]:
        """Run until a limit is reached or somebody interrupts; the steps, and how it ended."""
        listener, limits = self._listener, self.job.limits
        with listener.wait(str(self._first)):
            engine = make_engine(layout, **self._settings)
            engine.run(0)
        found: list[RunStep] = []
        ended = DONE
        path = Path(checkpoint) if checkpoint else None
        try:
            with listener.watch(engine) as report:
                for step in steps(engine, **limits, checkpoint=path, resume=resume, complain=listener.warn):
                    found.append(step)
                    report(step)
        except KeyboardInterrupt:
            if not engine.iteration:
                raise
            ended = INTERRUPTED
            listener.say(f"stopped after {engine.iteration} iterations")
        if not found or found[-1].iteration < engine.iteration:
            spent = found[-1].seconds if found else 0.0
            found.append(RunStep(engine.iteration, spent, engine.judge(inside=True)))
        if found[-1].stalled:
            ended = STALLED
            listener.say(_stalled_text(engine, limits["target"], found))
        return engine, found, ended

    def _without_locks(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """What both win without locks, and by a best response if the other has them and changes nothing else."""
        self._listener.say("first without locks, to compare")
        engine, found, ended = self._reach(replace(self.layout, locks=(), held=None))
        if ended == INTERRUPTED:
            raise KeyboardInterrupt
        assert found[-1].judgement is not None
        engine.set_locks(self.layout.locks, self.layout.held)
        against = engine.judge()
        self._listener.say("now with locks")
        return found[-1].judgement.values, against.best

    def _save(self, solution: Solution) -> tuple[str | None, Exception | None]:
        """Write the file, if one is wanted: its name, or why there is none."""
        if self.job.out is None:
            return None, None
        path = Path(self.job.out)
        if _is_directory(self.job.out):
            path = board_name(solution, path, last_street=self._last_street)
        try:
            with self._listener.progress(f"writing {path}") as progress:
                solution.save(path, streets=self.job.streets, progress=progress)
        except (PokerError, OSError) as error:
            return None, error
        return str(path), None


@dataclass(frozen=True)
class SolveResult(JobResult):
    """A solved spot.

    - `steps`: how the run went, at least one
    - `ended`: `DONE`, `STALLED` or `INTERRUPTED`
    - `values_without_locks`, `best_against_locks`: chips of both players if locks were compared, see `locks`
    """

    run: SolveRun
    solution: Solution
    steps: list[RunStep]
    ended: str
    file: str | None = None
    trouble: Exception | None = None
    values_without_locks: tuple[float, ...] | None = None
    best_against_locks: tuple[float, ...] | None = None

    @property
    def locks(self) -> dict[str, Any] | None:
        """What locks change for both players, in chips: at once, against the best answer to the old strategy with the
        locks, and after both adapt."""
        if self.values_without_locks is None or self.best_against_locks is None:
            return None
        without, spot, after = self.values_without_locks, self.solution.spot, self.solution.judgement.values
        return {
            "ev_without": [spot.amount(value + spot.pot / 2) for value in without],
            "best_response_gains": [
                spot.amount(best - value) for best, value in zip(self.best_against_locks, without, strict=True)
            ],
            "gains_after_adapting": [spot.amount(locked - value) for locked, value in zip(after, without, strict=True)],
        }

    @property
    def groups(self) -> dict[str, Any] | None:
        """How near the equilibrium groups of hands are among themselves: the run was judged inside them."""
        grouping, last = self.run.layout.grouping, self.steps[-1]
        if not grouping:
            return None
        assert last.nash_conv is not None
        spot = self.solution.spot
        inside, percent = spot.amount(last.nash_conv), _percent(last, spot)
        return {"name": grouping.name, "nash_conv_inside": inside, "percent_of_pot_inside": percent}

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab solve --json` prints it."""
        spot, judgement = self.solution.spot, self.solution.judgement
        content = {
            "spot": spot.to_dict(),
            "size": self.run.size,
            "file": self.file,
            "rule": self.solution.made.algorithm,
            "ended": self.ended,
            "iterations": self.steps[-1].iteration,
            "seconds": self.steps[-1].seconds,
            "nash_conv": spot.amount(judgement.nash_conv),
            "percent_of_pot": self.solution.percent,
            "milli_big_blinds": self.solution.milli_big_blinds,
            "gains": [spot.amount(gain) for gain in judgement.gains],
            "ev": [spot.amount(value + spot.pot / 2) for value in judgement.values],
        }
        content |= {name: part for name, part in (("locks", self.locks), ("groups", self.groups)) if part}
        return content | {"steps": [_step_record(step, spot) for step in self.steps]}


def _read_lock(text: str) -> list[Lock]:
    is_file = Path(text).exists() or Path(text).suffix == ".toml"
    return read_locks(text) if is_file else [parse_lock(text)]


def _held(text: str, spot: Spot) -> HeldStrategy:
    name, _, file = text.partition(":")
    if name not in PLAYERS or not file:
        raise SpotError(f"hold '{shorten(text)}': oop:FILE or ip:FILE is expected")
    solution = Solution.open(file)
    if not is_same_spot(solution.spot, spot):
        raise SpotError(f"hold '{shorten(text)}': the file is a solution of another spot")
    return solution.held(PLAYERS.index(name))


def _is_directory(name: str) -> bool:
    return name.endswith("/")


def _stalled_text(engine: Engine, target: float, found: list[RunStep]) -> str:
    percent, iteration = min((_percent(step, engine.spot), step.iteration) for step in found)
    bits = "16-bit tables" if engine.is_compressed else "32-bit numbers"
    return (
        f"stopped after {engine.iteration} iterations: exploitability falls no more (best {percent:.3g}% of the pot at "
        f"iteration {iteration}); {bits} do not carry to {target:g}% here"
        + (", 32-bit tables carry further" if engine.is_compressed else "")
    )


def _step_record(step: RunStep, spot: Spot) -> dict[str, Any]:
    assert step.nash_conv is not None
    return step.record() | {"nash_conv": spot.amount(step.nash_conv), "percent_of_pot": _percent(step, spot)}


def _percent(step: RunStep, spot: Spot) -> float:
    assert step.judgement is not None
    return 100 * step.judgement.exploitability / spot.pot
