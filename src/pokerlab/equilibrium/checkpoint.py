"""Checkpoints: the state of a run in a file, from which an equal run goes on to the last bit."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from pokerlab._archives import Arrays, read_archive, write_archive
from pokerlab._files import check_writable
from pokerlab._headers import MOST_ITERATIONS, HowMade
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.errors import PokerError, SolverError

FORMAT = "pokerlab/checkpoint"
VERSION = 3
READ_VERSIONS = (1, 2, 3)
MOST_NUMBER = 1e200
"""Sums of sums of regrets stay far below it."""
CHECKPOINT_SECONDS = 60.0
CHECKPOINT_SHARE = 20
"""A checkpoint is not written before this many times the time that writing the last one took."""


class Resumable(Protocol):
    """What goes on from a state that was kept."""

    @property
    def iteration(self) -> int:
        """How many iterations are done."""
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


class Runnable(Resumable, Protocol):
    """What can be run: the solvers of this package, and the engine of `postflop`."""

    def run(self, iterations: int) -> None:
        """Run so many iterations more."""
        ...

    def judge(self) -> Judgement:
        """How far the strategies reached are from equilibrium."""
        ...


def save_checkpoint(solver: Resumable, path: Path, spent: float) -> None:
    """Write the solver's state, whole or not at all."""
    identity = solver.identity()
    made = HowMade(identity.get("solver"), solver.iteration, spent)
    write_archive(path, FORMAT, VERSION, identity, solver.state(), made=made)


def load_checkpoint(solver: Resumable, path: Path | str) -> float:
    """Let a solver go on from a checkpoint of an equal solver; returns the seconds spent before."""
    metadata, arrays = read_archive(path, FORMAT, READ_VERSIONS, what="a checkpoint", error=SolverError)
    for name, value in solver.identity().items():
        if (found := _as_now(str(metadata.get(name)))) != value:
            raise SolverError(f"{path} is of another {name}: '{_around(found, value)}', not '{_around(value, found)}'")
    seconds = _check_sense(path, metadata, arrays)
    try:
        solver.restore(arrays)
    except (KeyError, SolverError) as error:
        lack = isinstance(error, KeyError)
        raise SolverError(f"{path}: {f'its {error.args[0]} are missing' if lack else error}") from None
    return seconds


def _as_now(text: str) -> str:
    """The identity of a game without rake in the words of now, where a checkpoint has those of earlier versions."""
    return text.replace(
        "rake=Rake(basis_points=0, cap=None, no_flop_no_drop=True)",
        "rake=Rake(percent=0.0, cap=None, no_flop_no_drop=True, exact=False), start=None",
    )


class Keeper:
    """Writes the checkpoints of a run now and then. One that cannot be written is no reason to end the run."""

    def __init__(self, solver: Resumable, path: Path, complain: Callable[[str], None]) -> None:
        check_writable(path, sum(array.nbytes for array in solver.state().values()))
        self._solver, self._path, self._complain = solver, path, complain
        self._saved, self._pause = time.monotonic(), CHECKPOINT_SECONDS

    def save_if_due(self, spent: float) -> None:
        """Save if a minute has passed since the last time, or more if saving takes long; `spent`: seconds so far."""
        if time.monotonic() - self._saved > self._pause:
            self.save(spent)

    def save(self, spent: float) -> None:
        """Save now."""
        start = time.monotonic()
        try:
            save_checkpoint(self._solver, self._path, spent)
        except (OSError, PokerError) as error:
            self._complain(f"the checkpoint {self._path} was not written: {getattr(error, 'strerror', None) or error}")
        self._saved = time.monotonic()
        self._pause = max(CHECKPOINT_SECONDS, CHECKPOINT_SHARE * (self._saved - start))


def _check_sense(path: Path | str, metadata: dict[str, Any], arrays: Arrays) -> float:
    """Whether the state in a checkpoint can be a solver's, whatever program wrote it; returns the seconds spent."""
    iteration = arrays.get("iteration")
    try:
        made = HowMade.of(metadata)
    except ValueError as error:
        raise SolverError(f"{path}: {error}") from None
    if made.seconds is None:
        raise SolverError(f"{path}: a run cannot have taken None seconds")
    if iteration is None or iteration.shape != () or iteration.dtype.kind not in "iu":
        raise SolverError(f"{path}: it does not say how many iterations are done")
    if not 0 <= iteration <= MOST_ITERATIONS:
        raise SolverError(f"{path}: a run cannot have done {int(iteration)} iterations")
    for name, array in arrays.items():  # whether shapes fit is the solver's to judge
        if array.size and not (float(array.min()) > -MOST_NUMBER and float(array.max()) < MOST_NUMBER):
            raise SolverError(f"{path}: its {name} are not all numbers that a run can come to")
    return float(made.seconds)


def _around(text: str, other: str) -> str:
    """A line's worth of a text, from shortly before it differs from another."""
    same = next((place for place, pair in enumerate(zip(text, other, strict=False)) if pair[0] != pair[1]), 0)
    return " ".join(text[max(0, same - 20) : same + 40].split())
