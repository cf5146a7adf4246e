"""Monte Carlo counterfactual regret minimisation: iterations that look at a part of the tree.

Chance, external and outcome sampling (Lanctot, Waugh, Zinkevich, Bowling: Monte Carlo Sampling for Regret Minimization
in Extensive Games, 2009), public chance sampling (Johanson, Bard, Lanctot, Gibson, Bowling, 2012), and Pure CFR with
integer regrets (Gibson: Regret Minimization in Games and the Development of Champion Multiplayer Computer Poker-Playing
Agents, 2014).
"""

from enum import StrEnum

import numpy as np

from pokerlab._archives import Arrays
from pokerlab._numbers import check_seed
from pokerlab.equilibrium.best_response import Table
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.solver import Solver, normalised, restore_arrays
from pokerlab.errors import SolverError


class Sampling(StrEnum):
    """What an iteration samples."""

    CHANCE = "chance"
    """All cards."""
    EXTERNAL = "external"
    """All cards and the opponent's actions."""
    OUTCOME = "outcome"
    """One line of play."""
    PUBLIC_CHANCE = "public-chance"
    """Public cards; all private hands are looked at."""
    PURE = "pure"
    """As external, on pure strategies, with integer regrets."""


class SamplingSolver(Solver):
    """Sampled iterations; in each, both players are the traverser once. The same seed gives the same run.

    `explore` is the chance 0..1 that the traverser of outcome sampling draws any action alike.
    """

    def __init__(self, tree: PublicTree, sampling: Sampling, *, seed: int = 0, explore: float = 0.6) -> None:
        super().__init__(tree)
        if not 0 < explore <= 1:
            raise SolverError(f"outcome sampling explores with a chance above 0 and up to 1, not {explore}")
        self.sampling, self.seed, self.explore = sampling, check_seed(seed, SolverError), explore
        kind = np.int64 if sampling is Sampling.PURE else np.float64
        if sampling is Sampling.PURE and (tree.pays != np.round(tree.pays)).any():
            raise SolverError(
                f"{tree.game.name}: Pure CFR needs whole-chip payoffs (split pots or rake give half chips)"
            )
        self._random = np.random.SeedSequence(self.seed).generate_state(1, np.uint64)
        self._regret = np.zeros((tree.rows, tree.hands), kind)
        self._average = np.zeros((tree.rows, tree.hands), kind)
        self._cumulative = np.cumsum(tree.deals.chances)
        self._board_chances = tree.deals.matrices[:, 0].sum(axis=(1, 2))
        self._marks = np.zeros((3, len(tree.nodes)), np.int64)
        self._numbers = np.zeros((3, len(tree.nodes)))
        self._reach = np.zeros((tree.reach_rows, tree.hands))
        self._values = np.zeros((len(tree.nodes), tree.hands))

    def run(self, iterations: int) -> None:
        """Run so many iterations more."""
        from pokerlab.equilibrium import sampling_kernels as kernels

        tree = self.tree
        source = (self._random, self._cumulative, tree.deals.outcomes)
        rest = (tree.nodes, tree.children, tree.pays)
        tables = (self._regret, self._average, self._marks)
        match self.sampling:
            case Sampling.OUTCOME:
                kernels.sample_outcomes(iterations, self.explore, *source, *rest, *tables, self._numbers)
            case Sampling.PUBLIC_CHANCE:
                kernels.sample_boards(
                    iterations, *source, self._board_chances, *rest, tree.deals.by_player, *tables, self._reach,
                    self._values,
                )  # fmt: skip
            case _:
                variant = {Sampling.CHANCE: 0, Sampling.EXTERNAL: 1, Sampling.PURE: 2}[self.sampling]
                kernels.sample_deals(variant, iterations, *source, *rest, *tables, self._numbers)
        self.iteration += iterations

    def table(self) -> Table:
        """The average strategies."""
        return normalised(self.tree, self._average.astype(np.float64))

    def state(self) -> Arrays:
        """All that is needed to go on later, to the last bit."""
        return {
            "iteration": np.array(self.iteration),
            "random": self._random.copy(),
            "regret": self._regret.copy(),
            "average": self._average.copy(),
        }

    def restore(self, state: Arrays) -> None:
        """Take up a state that `state` gave."""
        restore_arrays(state, {name: getattr(self, f"_{name}") for name in ("random", "regret", "average")})
        self.iteration = int(state["iteration"])

    def describe(self) -> str:
        """The solver and its parameters in one line."""
        return f"SamplingSolver({self.sampling}, seed={self.seed}, explore={self.explore})"
