"""The shipped starting ranges by position, by name: `btn-push-10bb`, `bb-call-btn-10bb`.

They are the push/fold equilibria of six players with equal stacks (`tournament.starting_ranges` computes them): what
goes all-in first in, and what the big blind calls such a push with. They are exact answers to that game; for deeper
stacks they are a place to start from, not a solution.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_OF_COMBO
from pokerlab.cards.datafile import read_arrays

FILE_NAME = "starting.npz"
SCALE = 1000
"""Weights are stored as whole parts of this."""


@cache
def starting_ranges() -> dict[str, npt.NDArray[np.float64]]:
    """float64 [1326] by name: the weights, in steps of a thousandth; read-only."""
    arrays = read_arrays(FILE_NAME)
    ranges = {}
    for name, of_class in zip(arrays["names"].tolist(), arrays["weights"] / SCALE, strict=True):
        weights = np.asarray(of_class[CLASS_OF_COMBO], np.float64)
        weights.setflags(write=False)
        ranges[str(name)] = weights
    return ranges
