"""Counterfactual regret minimisation with a vector of hands at every node of the public tree."""

import numpy as np

from pokerlab._archives import Arrays
from pokerlab.equilibrium.best_response import Table, uniform_table
from pokerlab.equilibrium.layout import PassLayout
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.regret import Rule
from pokerlab.equilibrium.solver import Solver, normalised, restore_arrays


class VectorSolver(Solver):
    """Full iterations over the tree under an update rule."""

    def __init__(self, tree: PublicTree, rule: Rule) -> None:
        super().__init__(tree)
        self.rule = rule
        self._traits = rule.traits
        self._strategy = uniform_table(tree)
        keeps = rule.is_averaged
        self._regret = np.zeros((tree.rows if keeps else 0, tree.hands))
        self._average = np.zeros_like(self._regret)
        self._prediction = np.zeros((tree.rows if rule.is_predictive else 0, tree.hands))
        self._layout = PassLayout.of(tree)
        self._reach = np.zeros((tree.reach_rows, tree.hands))
        self._values = np.zeros((len(tree.nodes), tree.hands))

    def run(self, iterations: int) -> None:
        """Run so many iterations more."""
        from pokerlab.equilibrium import vector_kernels

        layout, numbers = self._layout, self.rule.numbers(self.iteration + 1, iterations)
        vector_kernels.iterate(
            layout.inner, layout.ends, layout.pays, self.tree.deals.by_player, numbers, self._traits,
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
        traits = self._traits  # also said apart, as in checkpoints from before rules had variants
        flags = f"simultaneous={traits.is_simultaneous}, by_reach={traits.is_by_reach}, return_new={traits.returns_new}"
        return f"VectorSolver({self.rule}, {flags})"
