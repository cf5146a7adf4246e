"""Whether an opponent has changed his play: his actions surprise a model more than they should.

An action of chance p surprises by -log p. If a model is right, the mean of that is known (the entropy of its chances)
and so is its variance: over a window of actions, the sum of what is too much, in standard deviations, says how sure a
change is.
"""

from math import sqrt

import numpy as np
import numpy.typing as npt

from pokerlab.errors import AgentError

WINDOW = 100
KEEPS = 0.05
"""Of what was seen before, this part still counts after a change."""


class ChangeWatch:
    """Rings if a window of actions surprises by more than `limit` standard deviations; 0: never."""

    def __init__(self, limit: float) -> None:
        self.limit, self.keeps = limit, KEEPS
        self._sums = np.zeros(3)  # actions, what was too much, variance

    def see(self, chances: npt.NDArray[np.float64], action: int) -> None:
        """An action, and the chances [action] that the model gave."""
        likely = chances[chances > 0]
        surprises = -np.log(likely)
        mean = float(likely @ surprises)
        own = -float(np.log(max(float(chances[action]), 1e-6)))
        self._sums += (1, own - mean, float(likely @ (surprises - mean) ** 2))

    def rings(self) -> bool:
        """Whether a window is full and shows a change; a full window is begun anew."""
        if self._sums[0] < WINDOW:
            return False
        much, variance = float(self._sums[1]), float(self._sums[2])
        self._sums[:] = 0
        return self.limit > 0 and much > self.limit * sqrt(max(variance, 1.0))

    def array(self) -> npt.NDArray[np.float64]:
        """What it has summed up."""
        return self._sums.copy()

    def take(self, sums: npt.NDArray[np.float64]) -> None:
        """Go on from sums."""
        if np.shape(sums) != (3,) or not np.isfinite(sums).all():
            raise AgentError("the watch of a model has three numbers")
        self._sums = np.array(sums, np.float64)
