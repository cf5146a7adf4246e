"""Means of samples, and how far they can be trusted."""

from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.errors import LabError


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
        error = float(given.std(ddof=1)) / sqrt(len(given)) if len(given) > 1 else inf
        return cls(len(given), float(given.mean()), error)

    def half_width(self, confidence: float = 0.95) -> float:
        """How far the interval reaches to both sides, by Student's distribution."""
        from scipy.special import stdtrit

        if not 0 < confidence < 1:
            raise LabError(f"a confidence of {confidence:g}: it is between 0 and 1")
        if self.count < 2:
            raise LabError("an interval needs at least two deals")
        return float(stdtrit(self.count - 1, (1 + confidence) / 2)) * self.error

    def record(self, confidence: float = 0.95) -> dict[str, Any]:
        """Plain data."""
        known = self.count > 1
        half = self.half_width(confidence) if known else None
        return {"count": self.count, "mean": self.mean, "error": self.error if known else None, "half_width": half}


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
