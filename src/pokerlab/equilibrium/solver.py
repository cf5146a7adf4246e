"""What all solvers have in common: they run, they have a result, and their state can be kept and restored."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np

from pokerlab._archives import Arrays
from pokerlab.equilibrium.best_response import Judge, Judgement, Table
from pokerlab.equilibrium.public_tree import ROW, PublicTree
from pokerlab.errors import SolverError


class Solver(ABC):
    """A solver of a public tree; `for _ in solver` runs it one iteration at a time, without end."""

    def __init__(self, tree: PublicTree) -> None:
        self.tree = tree
        self.iteration = 0
        self._judge = Judge(tree)

    @abstractmethod
    def run(self, iterations: int) -> None:
        """Run so many iterations more."""

    @abstractmethod
    def table(self) -> Table:
        """The strategies reached, float64 [row, hand]."""

    @abstractmethod
    def state(self) -> Arrays:
        """All that is needed to go on later, to the last bit."""

    @abstractmethod
    def restore(self, state: Arrays) -> None:
        """Take up a state that `state` gave."""

    @abstractmethod
    def describe(self) -> str:
        """The solver and its parameters in one line; equal lines are equal solvers."""

    def identity(self) -> dict[str, str]:
        """What must be equal for a state to fit."""
        return {"game": repr(self.tree.game), "menu": str(self.tree.menu), "solver": self.describe()}

    def judge(self) -> Judgement:
        """How far the strategies reached are from equilibrium."""
        return self._judge.judge(self.table())

    def __iter__(self) -> Iterator[int]:
        while True:
            self.run(1)
            yield self.iteration


def restore_arrays(state: Arrays, own: Arrays) -> None:
    """Copy arrays of a state over a solver's own ones; a `SolverError` if one is of another shape or type."""
    for name, array in own.items():
        given = state[name]
        if (given.shape, given.dtype) != (array.shape, array.dtype):
            raise SolverError(f"its {name} are {given.dtype}{given.shape}, not {array.dtype}{array.shape}")
        array[...] = given


def node_sums(tree: PublicTree, table: Table) -> Table:
    """float64 [row, hand]: in each row the sum over all rows of its node."""
    starts = np.sort(tree.nodes[tree.nodes[:, ROW] >= 0][:, ROW])
    counts = np.diff(np.append(starts, tree.rows))
    return np.repeat(np.add.reduceat(table, starts, axis=0), counts, axis=0)


def normalised(tree: PublicTree, sums: Table) -> Table:
    """Sums [row, hand] as probabilities; uniform where there is nothing to divide."""
    totals = node_sums(tree, sums)
    counts = node_sums(tree, np.ones_like(sums))
    return np.where(totals > 0, sums / np.where(totals > 0, totals, 1.0), 1.0 / counts)
