"""Extensive-form fictitious play: everyone answers the other's average so far as well as possible.

Strategies are averaged by reach, which makes the average that of the normal form (Heinrich, Lanctot, Silver: Fictitious
Self-Play in Extensive-Form Games, 2015).
"""

import numpy as np

from pokerlab._archives import Arrays
from pokerlab.equilibrium.best_response import Table, uniform_table
from pokerlab.equilibrium.layout import PassLayout
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.solver import Solver, normalised, restore_arrays


class FictitiousPlay(Solver):
    """Iteration t adds to each player's average a best response to the other's, with weight t (`linear`) or 1."""

    def __init__(self, tree: PublicTree, *, linear: bool = True) -> None:
        super().__init__(tree)
        self.linear = linear
        self._average = np.zeros((tree.rows, tree.hands))
        self._layout = PassLayout.of(tree)
        self._rows_of_second = tree.rows_of(1)
        self._reach = np.zeros((tree.reach_rows, tree.hands))
        self._add(uniform_table(tree), 1.0)

    def run(self, iterations: int) -> None:
        """Run so many iterations more."""
        for _ in range(iterations):
            self.iteration += 1
            average = self.table()
            answer = self._judge.best_response(0, average)
            second = self._judge.best_response(1, average)
            answer[self._rows_of_second] = second[self._rows_of_second]
            self._add(answer, float(self.iteration + 1) if self.linear else 1.0)

    def _add(self, table: Table, weight: float) -> None:
        from pokerlab.equilibrium import vector_kernels

        for hero in (0, 1):  # adds the other player's strategy, weighted by his reach
            vector_kernels.accumulate(hero, self._layout.inner, table, weight, self._reach, self._average)

    def table(self) -> Table:
        """The average strategies."""
        return normalised(self.tree, self._average)

    def state(self) -> Arrays:
        """All that is needed to go on later, to the last bit."""
        return {"iteration": np.array(self.iteration), "average": self._average.copy()}

    def restore(self, state: Arrays) -> None:
        """Take up a state that `state` gave."""
        restore_arrays(state, {"average": self._average})
        self.iteration = int(state["iteration"])

    def describe(self) -> str:
        """The solver and its parameters in one line."""
        return f"FictitiousPlay(linear={self.linear})"
