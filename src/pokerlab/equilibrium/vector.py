"""Counterfactual regret minimisation with a vector of hands at every node of the public tree."""

import numpy as np

from pokerlab._archives import Arrays
from pokerlab.equilibrium.best_response import Table, uniform_table
from pokerlab.equilibrium.layout import Layout
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.regret import Rule, coefficients
from pokerlab.equilibrium.solver import Solver, normalised, restore_arrays


class VectorSolver(Solver):
    """Full iterations over the tree under an update rule.

    - `simultaneous`: both players answer the same strategies, instead of the second answering the first's new one
    - `by_reach`: strategies enter the average weighted by the player's own reach (right); without it as Kujath's
      Algorithm 3 writes it
    - `return_new`: what a node hands up is the value of the strategy just updated (Kujath's variant)
    """

    def __init__(
        self,
        tree: PublicTree,
        rule: Rule,
        *,
        simultaneous: bool = False,
        by_reach: bool = True,
        return_new: bool = False,
    ) -> None:
        super().__init__(tree)
        self.rule = rule
        self.simultaneous, self.by_reach, self.return_new = simultaneous, by_reach, return_new
        self._strategy = uniform_table(tree)
        keeps = rule.is_averaged
        self._regret = np.zeros((tree.rows if keeps else 0, tree.hands))
        self._average = np.zeros_like(self._regret)
        predictive = rule.at(1).predictive != 0
        self._prediction = np.zeros((tree.rows if predictive else 0, tree.hands))
        self._layout = Layout.of(tree)
        self._reach = np.zeros((tree.reach_rows, tree.hands))
        self._values = np.zeros((len(tree.nodes), tree.hands))

    def run(self, iterations: int) -> None:
        """Run so many iterations more."""
        from pokerlab.equilibrium import vector_kernels

        layout, start = self._layout, self.iteration + 1
        numbers = coefficients(self.rule, start, iterations)
        options = 1 * self.by_reach + 2 * self.return_new + 4 * self.simultaneous
        vector_kernels.iterate(
            start, layout.inner, layout.ends, layout.pays, self.tree.deals.by_player, numbers, options,
            self._regret, self._strategy, self._average, self._prediction, self._reach, self._values,
        )  # fmt: skip
        self.iteration += iterations

    def table(self) -> Table:
        """The average strategies; the last ones for a rule that does not average."""
        if not self.rule.is_averaged:
            return self._strategy.copy()
        return normalised(self.tree, self._average)

    def current(self) -> Table:
        """The strategies of the next iteration."""
        return self._strategy.copy()

    @property
    def bytes(self) -> int:
        """Memory of what is kept from iteration to iteration."""
        return sum(array.nbytes for array in self.state().values())

    def state(self) -> Arrays:
        """All that is needed to go on later, to the last bit."""
        return {
            "iteration": np.array(self.iteration),
            "strategy": self._strategy.copy(),
            "regret": self._regret.copy(),
            "average": self._average.copy(),
            "prediction": self._prediction.copy(),
        }

    def restore(self, state: Arrays) -> None:
        """Take up a state that `state` gave."""
        own = {name: getattr(self, f"_{name}") for name in ("strategy", "regret", "average", "prediction")}
        restore_arrays(state, own)
        self.iteration = int(state["iteration"])

    def describe(self) -> str:
        """The solver and its parameters in one line."""
        flags = f"simultaneous={self.simultaneous}, by_reach={self.by_reach}, return_new={self.return_new}"
        return f"VectorSolver({self.rule!r}, {flags})"
