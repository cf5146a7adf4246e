"""Means of samples, and how far they can be trusted."""

from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.errors import LabError

TINY = 1e-9
"""Errors below are of rounding, not of chance."""


@dataclass(frozen=True)
class Sampled:
    """The mean of `count` independent numbers, and its standard error (infinite if there is one number only)."""

    count: int
    mean: float
    error: float

    @classmethod
    def of(cls, numbers: npt.ArrayLike) -> "Sampled":
        """From the numbers."""
        given = np.asarray(numbers, np.float64)
        if not len(given):
            raise LabError("there is nothing to take a mean of")
        mean, count = float(given.mean()), len(given)
        off = given - mean
        return cls(count, mean, sqrt(float(off @ off) / (count - 1) / count) if count > 1 else inf)

    def half_width(self, confidence: float = 0.95) -> float:
        """How far the interval reaches to both sides, by Student's distribution."""
        from scipy.special import stdtrit

        if not 0 < confidence < 1:
            raise LabError(f"a confidence of {confidence:g}: it is between 0 and 1")
        if self.count < 2:
            raise LabError("an interval needs at least two deals")
        return float(stdtrit(self.count - 1, (1 + confidence) / 2)) * self.error

    def chips_needed(self, chips: "Sampled", hands: int) -> float | None:
        """How many hands chips alone would need for an interval as narrow as this one, which so many hands gave; None
        if either has no error."""
        is_known = TINY * chips.error < self.error < inf and chips.error < inf
        return hands * (chips.error / self.error) ** 2 if is_known else None

    def record(self, confidence: float = 0.95) -> dict[str, Any]:
        """Plain data."""
        known = self.count > 1
        half = self.half_width(confidence) if known else None
        return {"count": self.count, "mean": self.mean, "error": self.error if known else None, "half_width": half}


def beside_chips(judged: npt.ArrayLike, chips: npt.ArrayLike, hands: int, confidence: float) -> dict[str, Any]:
    """What a judge gave an agent, unit by unit, beside its chips: the hands that chips alone would need for the same
    interval, and the mean of the differences, which is 0 but for chance."""
    other = Sampled.of(judged)
    difference = Sampled.of(np.asarray(judged, np.float64) - np.asarray(chips, np.float64))
    return {
        "chips_needed": other.chips_needed(Sampled.of(chips), hands), "difference": difference.record(confidence)
    }  # fmt: skip


def most_errors(differences: npt.ArrayLike) -> float | None:
    """Of differences [unit, agent] the mean that is furthest from 0, in its standard errors; None without an error."""
    found = [Sampled.of(column) for column in np.asarray(differences, np.float64).T]
    return max((abs(one.mean) / one.error for one in found if TINY < one.error < inf), default=None)


@dataclass(frozen=True)
class BatchMeans:
    """The mean of numbers that follow each other in time, and may depend on each other: by means of long batches, which
    hardly do (10 to 30 are enough: Schmeiser 1982).

    - `sampled`: over batches of `size` numbers
    - `autocorrelation`: of a batch with the next; far from 0, the interval is too narrow
    """

    sampled: Sampled
    size: int
    autocorrelation: float

    @classmethod
    def of(cls, series: npt.ArrayLike, batches: int = 20) -> "BatchMeans":
        """From one series of numbers, or of several equally long ones [series, number]."""
        given = np.atleast_2d(np.asarray(series, np.float64))
        size = max(1, given.shape[1] // batches)
        count = given.shape[1] // size
        means = given[:, : count * size].reshape(len(given), count, size).mean(axis=2)
        off = means - means.mean()
        square = float((off**2).mean())
        together = float((off[:, 1:] * off[:, :-1]).mean()) if count > 1 else 0.0
        return cls(Sampled.of(means.reshape(-1)), size, together / square if square else 0.0)

    @property
    def is_doubtful(self) -> bool:
        """Whether batches depend on each other more than chance explains (two standard errors)."""
        return abs(self.autocorrelation) > 2 / sqrt(self.sampled.count)

    def record(self, confidence: float = 0.95) -> dict[str, Any]:
        """Plain data."""
        known = {"batch": self.size, "autocorrelation": self.autocorrelation, "is_doubtful": self.is_doubtful}
        return self.sampled.record(confidence) | known
