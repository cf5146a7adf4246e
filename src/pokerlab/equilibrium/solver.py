"""What all solvers have in common: they run, they have a result, and their state can be kept and restored."""

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pokerlab.equilibrium.best_response import Judge, Judgement, Table
from pokerlab.equilibrium.public_tree import ROW, PublicTree

Arrays = dict[str, npt.NDArray[Any]]


class Solver(Protocol):
    """A solver of a public tree; `for _ in solver` runs it one iteration at a time, without end."""

    tree: PublicTree
    iteration: int

    def run(self, iterations: int) -> None:
        """Run so many iterations more."""
        ...

    def table(self) -> Table:
        """The strategies reached, float64 [row, hand]."""
        ...

    def state(self) -> Arrays:
        """All that is needed to go on later, to the last bit."""
        ...

    def restore(self, state: Arrays) -> None:
        """Take up a state that `state` gave."""
        ...

    def describe(self) -> str:
        """The solver and its parameters in one line; equal lines are equal solvers."""
        ...

    def __iter__(self) -> Iterator[int]: ...


class SolverBase:
    """The part of a solver that does not depend on its method."""

    def __init__(self, tree: PublicTree) -> None:
        self.tree = tree
        self.iteration = 0
        self._judge = Judge(tree)

    def run(self, iterations: int) -> None:
        """Run so many iterations more."""
        raise NotImplementedError

    def table(self) -> Table:
        """The strategies reached, float64 [row, hand]."""
        raise NotImplementedError

    def judge(self) -> Judgement:
        """How far the strategies reached are from equilibrium."""
        return self._judge.judge(self.table())

    def __iter__(self) -> Iterator[int]:
        while True:
            self.run(1)
            yield self.iteration


def normalised(tree: PublicTree, sums: Table) -> Table:
    """Sums [row, hand] as probabilities; uniform where there is nothing to divide."""
    starts = np.sort(tree.nodes[tree.nodes[:, ROW] >= 0][:, ROW])
    counts = np.diff(np.append(starts, tree.rows))
    totals = np.repeat(np.add.reduceat(sums, starts, axis=0), counts, axis=0)
    uniform = np.broadcast_to(np.repeat(1.0 / counts, counts)[:, None], sums.shape)
    return np.where(totals > 0, sums / np.where(totals > 0, totals, 1.0), uniform)
