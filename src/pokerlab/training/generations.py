"""Checkpoints of long training in two generations: while one is written, the one before stays.

A large table is written as it lies, without a second copy of it in memory, and read into the memory that it will be
trained in.
"""

from collections.abc import Callable
from pathlib import Path

from pokerlab.equilibrium.checkpoint import Keeper, load_checkpoint
from pokerlab.errors import SolverError
from pokerlab.training.trainer import Trainer

BEFORE = ".before"


class TwoGenerations(Keeper):
    """Writes checkpoints of a trainer now and then, and keeps the last one but one."""

    def __init__(self, trainer: Trainer, path: Path, complain: Callable[[str], None]) -> None:
        super().__init__(trainer, path, complain)

    def save(self, spent: float) -> None:
        """Save now; what was saved before becomes the older generation."""
        if self._path.exists():
            self._path.replace(older(self._path))
        super().save(spent)


def older(path: Path) -> Path:
    """Where the generation before lies."""
    return path.with_name(path.name + BEFORE)


def is_kept(path: Path) -> bool:
    """Whether there is a checkpoint of any generation."""
    return path.exists() or older(path).exists()


def resume(trainer: Trainer, path: Path, tell: Callable[[str], None]) -> float:
    """Let a trainer go on from the newest checkpoint that is whole; returns the seconds spent before."""
    found = [place for place in (path, older(path)) if place.exists()]
    for place in found[:-1]:
        try:
            return load_checkpoint(trainer, place)
        except SolverError as error:
            if "damaged" not in str(error):
                raise
            tell(f"{error}: going on from {found[-1]}")
    return load_checkpoint(trainer, found[-1])
