"""Running a solver: when to look, when to stop, and checkpoints.

    for step in run(solver, epsilon=1e-3, checkpoint="leduc.ckpt"):
        print(step.iteration, step.epsilon)

The caller owns printing. A checkpoint is written whenever the run yields a step and enough time has passed, when it
stops, and when it is interrupted; resuming from it gives the same numbers as an uninterrupted run, to the last bit.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from pokerlab._archives import Arrays, read_archive, write_archive
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.errors import SolverError

FORMAT = "pokerlab/checkpoint"
VERSION = 2
READ_VERSIONS = (1, 2)
MOST_ITERATIONS = 10**16
"""No run has more: a million a second for three hundred years."""
MOST_SECONDS = 1e10
CHECKPOINT_SECONDS = 30.0
CHECKPOINT_SHARE = 20
"""A checkpoint is not written before this many times the time that writing the last one took."""


class Runnable(Protocol):
    """What can be run: the solvers of this room, and the engine of `postflop`."""

    @property
    def iteration(self) -> int:
        """How many iterations are done."""
        ...

    def run(self, iterations: int) -> None:
        """Run so many iterations more."""
        ...

    def judge(self) -> Judgement:
        """How far the strategies reached are from equilibrium."""
        ...

    def state(self) -> Arrays:
        """All that is needed to go on later, to the last bit."""
        ...

    def restore(self, state: Arrays) -> None:
        """Take up a state that `state` gave."""
        ...

    def identity(self) -> dict[str, str]:
        """What must be equal for a state to fit."""
        ...


@dataclass(frozen=True)
class Step:
    """Where a run stands: iterations done, seconds spent iterating (not judging), and the judgement, if any."""

    iteration: int
    seconds: float
    judgement: Judgement | None

    @property
    def epsilon(self) -> float | None:
        """The sum of what both players could gain, in chips per hand."""
        return self.judgement.epsilon if self.judgement else None


def run(
    solver: Runnable,
    *,
    iterations: int | None = None,
    epsilon: float | None = None,
    seconds: float | None = None,
    looks: int = 20,
    every: int | None = None,
    pace: "Callable[[Step | None], int] | None" = None,
    checkpoint: Path | str | None = None,
    spent: float = 0.0,
) -> Iterator[Step]:
    """Run until the total of `iterations` is reached, epsilon is at most `epsilon`, or `seconds` are spent: whichever
    is first.

    A step is yielded after `every` iterations, or where `pace` says (given the step before, or None), or else at
    iteration counts that grow by a factor, about `looks` to each power of ten. `spent` are seconds spent before (as
    `load_checkpoint` gives them).
    """
    if iterations is None and epsilon is None and seconds is None:
        raise SolverError("a run needs an end: a number of iterations, an epsilon or a number of seconds")
    if iterations is not None and iterations < 1:
        raise SolverError(f"a run needs at least 1 iteration, not {iterations}")
    path = Path(checkpoint) if checkpoint else None
    solver.run(0)  # compiled before the clock runs
    saved, pause = time.monotonic(), CHECKPOINT_SECONDS
    step: Step | None = None
    try:
        while True:
            if iterations is not None and solver.iteration >= iterations:
                break
            target = pace(step) if pace else _next_look(solver.iteration, looks, every)
            target = max(target, solver.iteration + 1)
            target = min(target, iterations) if iterations is not None else target
            spent += _advance(solver, target, None if seconds is None else seconds - spent)
            step = Step(solver.iteration, spent, solver.judge())
            if path and (now := time.monotonic()) - saved > pause:
                save_checkpoint(solver, path, spent)
                saved = time.monotonic()
                pause = max(CHECKPOINT_SECONDS, CHECKPOINT_SHARE * (saved - now))
            yield step
            assert step.epsilon is not None
            if (epsilon is not None and step.epsilon <= epsilon) or (seconds is not None and spent >= seconds):
                break
    finally:
        if path:
            save_checkpoint(solver, path, spent)


def save_checkpoint(solver: Runnable, path: Path, spent: float) -> None:
    """Write the solver's state, whole or not at all."""
    write_archive(path, FORMAT, VERSION, {**solver.identity(), "seconds": spent}, solver.state())


def load_checkpoint(solver: Runnable, path: Path | str) -> float:
    """Let a solver go on from a checkpoint of an equal solver; returns the seconds spent before."""
    metadata, arrays = read_archive(path, FORMAT, READ_VERSIONS, what="a checkpoint", error=SolverError)
    for name, value in solver.identity().items():
        if (found := str(metadata.get(name))) != value:
            raise SolverError(f"{path} is of another {name}: '{_around(found, value)}', not '{_around(value, found)}'")
    seconds = _check_sense(path, metadata, arrays)
    try:
        solver.restore(arrays)
    except (KeyError, SolverError) as error:
        lack = isinstance(error, KeyError)
        raise SolverError(f"{path}: {f'its {error.args[0]} are missing' if lack else error}") from None
    return seconds


def _check_sense(path: Path | str, metadata: dict[str, Any], arrays: Arrays) -> float:
    """Whether the state in a checkpoint can be a solver's, whatever program wrote it; returns the seconds spent."""
    seconds, iteration = metadata.get("seconds"), arrays.get("iteration")
    if not isinstance(seconds, int | float) or not 0 <= seconds <= MOST_SECONDS:
        raise SolverError(f"{path}: a run cannot have taken {str(seconds)[:40]} seconds")
    if iteration is None or iteration.shape != () or iteration.dtype.kind not in "iu":
        raise SolverError(f"{path}: it does not say how many iterations are done")
    if not 0 <= iteration <= MOST_ITERATIONS:
        raise SolverError(f"{path}: a run cannot have done {int(iteration)} iterations")
    for name, array in arrays.items():  # whether shapes fit is the solver's to judge
        if array.size and not (np.isfinite(array.min()) and np.isfinite(array.max())):
            raise SolverError(f"{path}: its {name} are not all numbers")
    return float(seconds)


def _around(text: str, other: str) -> str:
    """A line's worth of a text, from shortly before it differs from another."""
    same = next((place for place, pair in enumerate(zip(text, other, strict=False)) if pair[0] != pair[1]), 0)
    return " ".join(text[max(0, same - 20) : same + 40].split())


def _advance(solver: Runnable, target: int, seconds: float | None) -> float:
    """Run to an iteration, or until the time is over; in pieces, so that Ctrl-C and the clock are heard."""
    start = time.perf_counter()
    piece = 1
    while solver.iteration < target:
        before = time.perf_counter()
        solver.run(min(piece, target - solver.iteration))
        now = time.perf_counter()
        if seconds is not None and now - start >= seconds:
            break
        piece = max(1, min(2 * piece, int(piece * 0.2 / max(now - before, 1e-9))))
    return time.perf_counter() - start


def _next_look(iteration: int, looks: int, every: int | None) -> int:
    if every:
        return (iteration // every + 1) * every
    return max(iteration + 1, int(np.ceil((iteration + 1) * 10 ** (1 / looks))))
