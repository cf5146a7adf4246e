"""Running a solver: when to look, when to stop, and checkpoints.

    for step in run(solver, nash_conv=1e-3, checkpoint="leduc.ckpt"):
        print(step.iteration, step.nash_conv)

The caller owns printing. A checkpoint is written every minute, when the run stops, and when it is interrupted; resuming
from it gives the same numbers as an uninterrupted run, to the last bit. A checkpoint that cannot be written is
complained about, and the run goes on.
"""

import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pokerlab._threads import Progress
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.equilibrium.checkpoint import Keeper, Runnable
from pokerlab.errors import SolverError

STALL_AFTER = 300
"""A run is never called stalled before so many iterations."""
STALL_SPAN = 3
"""A run is stalled if its best look is no better than the best one at a `STALL_SPAN`-th of its iterations: NashConv
falls like 1 / sqrt(t) or faster, so by then it should have fallen by 40% at least."""
STALL_PART = 0.95


@dataclass(frozen=True)
class RunStep:
    """Where a run stands: iterations done, seconds spent iterating (not judging), the judgement, if any, and whether
    the run is `stalled`: it has stopped short of its target because more iterations bring it no nearer."""

    iteration: int
    seconds: float
    judgement: Judgement | None
    stalled: bool = False

    @property
    def nash_conv(self) -> float | None:
        """The sum of what all players could gain, in chips per hand."""
        return self.judgement.nash_conv if self.judgement else None

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return {"iteration": self.iteration, "seconds": self.seconds, "nash_conv": self.nash_conv}


class Listener:
    """What long work tells whoever asked for it; one who wants to hear overrides. Each of these may raise a
    `KeyboardInterrupt`, which ends the work as Ctrl-C does: what was reached is kept."""

    def say(self, text: str) -> None:
        """A line for people: what begins, or how something ended."""

    def warn(self, text: str) -> None:
        """Something went wrong that is no reason to end."""

    def wait(self, what: str) -> AbstractContextManager[None]:
        """A part of the work that may take long and cannot say how long."""
        return nullcontext()

    def progress(self, what: str | Callable[[], str]) -> AbstractContextManager[Progress]:
        """A part of the work that counts what it has done; `what` it is may be asked anew each time."""
        return nullcontext(lambda done, total: None)

    def watch(self, solver: Runnable) -> AbstractContextManager[Callable[[RunStep], None]]:
        """A run of a solver; what is called with its steps."""
        return nullcontext(lambda step: None)


def run(
    solver: Runnable,
    *,
    iterations: int | None = None,
    nash_conv: float | None = None,
    seconds: float | None = None,
    looks: int = 20,
    every: int | None = None,
    pace: "Callable[[RunStep | None], int] | None" = None,
    checkpoint: Path | str | None = None,
    complain: Callable[[str], None] = warnings.warn,
    spent: float = 0.0,
) -> Iterator[RunStep]:
    """Run until the total of `iterations` is reached, NashConv is at most `nash_conv` or falls no more on the way
    there, or `seconds` are spent: whichever is first.

    A step is yielded after `every` iterations, or where `pace` says (given the step before, or None), or else at
    iteration counts that grow by a factor, about `looks` to each power of ten. `spent` are seconds spent before (as
    `load_checkpoint` gives them). That a checkpoint could not be written is told to `complain`.
    """
    if iterations is None and nash_conv is None and seconds is None:
        raise SolverError("a run needs an end: a number of iterations, a NashConv or a number of seconds")
    if iterations is not None and iterations < 1:
        raise SolverError(f"a run needs at least 1 iteration, not {iterations}")
    keeper = Keeper(solver, Path(checkpoint), complain) if checkpoint else None
    solver.run(0)  # compiled before the clock runs
    clock = _Clock(spent, seconds)
    trail = _Trail()
    step: RunStep | None = None
    try:
        while iterations is None or solver.iteration < iterations:
            target = pace(step) if pace else _next_look(solver.iteration, looks, every)
            target = max(target, solver.iteration + 1)
            target = min(target, iterations) if iterations is not None else target
            _advance(solver, target, clock, keeper)
            judgement = solver.judge()
            is_stalled = nash_conv is not None and trail.is_stalled(solver.iteration, judgement.nash_conv, nash_conv)
            step = RunStep(solver.iteration, clock.spent, judgement, is_stalled)
            yield step
            if is_stalled or (nash_conv is not None and judgement.nash_conv <= nash_conv) or clock.is_over:
                break
    finally:
        if keeper:
            keeper.save(clock.spent)


@dataclass
class _Clock:
    """Seconds spent iterating, and how many there may be."""

    spent: float
    most: float | None

    @property
    def is_over(self) -> bool:
        return self.most is not None and self.spent >= self.most


class _Trail:
    """The looks of a run, to see whether it still comes nearer."""

    def __init__(self) -> None:
        self._looks: list[tuple[int, float]] = []

    def is_stalled(self, iteration: int, nash_conv: float, target: float) -> bool:
        self._looks.append((iteration, nash_conv))
        early = [found for t, found in self._looks if STALL_SPAN * t <= iteration]
        if nash_conv <= target or iteration < STALL_AFTER or not early:
            return False
        return min(found for _, found in self._looks) > STALL_PART * min(early)


def _advance(solver: Runnable, target: int, clock: _Clock, keeper: Keeper | None) -> None:
    """Run to an iteration, or until the time is over; in pieces, so that Ctrl-C and the clock are heard."""
    piece = 1
    while solver.iteration < target:
        start = time.perf_counter()
        solver.run(min(piece, target - solver.iteration))
        passed = time.perf_counter() - start
        clock.spent += passed
        if clock.is_over:
            break
        if keeper:
            keeper.save_if_due(clock.spent)
        piece = max(1, min(2 * piece, int(piece * 0.2 / max(passed, 1e-9))))


def _next_look(iteration: int, looks: int, every: int | None) -> int:
    if every:
        return (iteration // every + 1) * every
    return max(iteration + 1, int(np.ceil((iteration + 1) * 10 ** (1 / looks))))
