"""Histograms of shown hands: how strong an opponent was who came to a showdown, and the chance to beat him.

A hand's strength lies between 0 and 1, and a histogram counts it in equal parts of that. Inside a part strengths are
taken for evenly spread.
"""

import numpy as np
import numpy.typing as npt

from pokerlab.errors import AgentError

Numbers = npt.NDArray[np.float64]


def bin_of(strength: float, bins: int) -> int:
    """The part of [0, 1] that a strength lies in; 1 belongs to the last."""
    return min(int(strength * bins), bins - 1)


def beaten_parts(strength: float, bins: int) -> Numbers:
    """float64 [bins]: what part of each bin is below a strength, 1 of the lower ones and 0 of the higher ones."""
    return np.clip(strength * bins - np.arange(bins), 0, 1)


def chance_to_win(histogram: npt.ArrayLike, strength: float) -> float:
    """The chance 0..1 that a hand of a strength beats one that is drawn from a histogram [bins]."""
    counts = np.asarray(histogram, np.float64)
    if counts.ndim != 1 or not (counts >= 0).all() or not 0 < counts.sum() < np.inf:
        raise AgentError("a histogram has counts of at least 0, one of them above it")
    return float(counts @ beaten_parts(strength, len(counts)) / counts.sum())


def showdown_value(win: float, pot: float, cost: float) -> float:
    """What a showdown is worth: the chance to win times the pot, less what was paid into it."""
    return win * pot - cost
