"""How often a player folds, calls and raises, by street and bets to call: the 36 counts of Loki.

What was seen is blended with the defaults of `priors`, which are worth a number of observations.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.agents.models.priors import LOKI
from pokerlab.errors import AgentError
from pokerlab.games.action import Kind

STREETS, TO_CALL = 4, 3
DEFAULT_WEIGHT = 20.0
"""Observations of a context that its default is worth."""


class ActionCounts:
    """Of one player: `counts` float64 [street, bets to call (0, 1, 2 and more), action]."""

    def __init__(self) -> None:
        self.counts = np.zeros((STREETS, TO_CALL, len(Kind)))

    def see(self, street: int, to_call: int, action: Kind) -> None:
        """One action; `to_call` in bets."""
        self.counts[street, min(to_call, TO_CALL - 1), action] += 1

    def frequencies(self, street: int, to_call: int) -> npt.NDArray[np.float64]:
        """float64 [3]: fold, call, raise."""
        place = min(to_call, TO_CALL - 1)
        blended = self.counts[street, place] + DEFAULT_WEIGHT * np.array(LOKI[place])
        return np.asarray(blended / blended.sum(), np.float64)

    def part_of(self, street: int, to_call: int, action: Kind) -> float:
        """The part of hands with which the player acts at least as strongly: raises, or calls and raises."""
        return float(self.frequencies(street, to_call)[action:].sum())

    def take(self, counts: npt.NDArray[Any]) -> None:
        """Go on from counts; an `AgentError` if they are none."""
        given = np.array(counts, np.float64)
        if given.shape != self.counts.shape or not (np.isfinite(given) & (given >= 0)).all():
            raise AgentError(f"{given.shape} numbers are not the {self.counts.size} counts of a player")
        self.counts = given
