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
