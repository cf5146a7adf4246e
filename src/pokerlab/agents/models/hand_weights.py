"""The weights of an opponent's hands during a hand: 1 at its start, changed at most once a street."""

import numpy as np
import numpy.typing as npt

from pokerlab.agents.models.reweighting import LEAST, reweighted
from pokerlab.cards.combos import dead_combos

Numbers = npt.NDArray[np.float64]


class HandWeights:
    """`weights`: float64 [1326], 0 for hands that share a card with what is known, at least 0.01 for all others.

    A street's actions are judged by the strongest of them: the weights at the start of the street are kept, and every
    stronger action changes these.
    """

    def __init__(self, gone: int) -> None:
        self.weights = np.where(dead_combos(gone), 0.0, 1.0)
        self._before = self.weights.copy()
        self._highest = -np.inf

    def new_street(self, gone: int) -> None:
        """Cards of the set `gone` are out."""
        self.weights[dead_combos(gone)] = 0.0
        self._before, self._highest = self.weights.copy(), -np.inf

    def raise_threshold(self, values: Numbers, mu: float, sigma: float) -> bool:
        """The player acted as he does with values [1326] of mu and more; whether that says more than he had said on
        this street before. NaN is the value of hands that cannot be held."""
        if mu <= self._highest:
            return False
        self._highest = mu
        self.weights = reweighted(self._before, np.nan_to_num(values), mu, sigma)
        return True

    def multiply(self, factors: Numbers) -> None:
        """By the chance [1326] of what the player did with each hand, as Loki-2 does."""
        after = np.maximum(self.weights * np.nan_to_num(factors), LEAST)
        self.weights = np.where(self.weights > 0, after, 0.0)
