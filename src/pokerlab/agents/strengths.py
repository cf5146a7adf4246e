"""How strong every hand is on a board: E[HS], and what place that is among all hands."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.features import expected_strengths

_DIGITS = 5  # strengths that differ by less are the same but for rounding


@lru_cache(maxsize=1024)
def hand_strengths(board: frozenset[int]) -> npt.NDArray[np.float32]:
    """float32 [1326]: E[HS] of every hand on a board of 3 to 5 cards, NaN where they share a card; looked up where the
    user has built the tables (`pokerlab buckets features`)."""
    return expected_strengths(sorted(board))


def places_of(strengths: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """float32 [1326]: by strengths [1326] the part of all hands that is stronger, equal ones counted half; 1 for hands
    whose strength is NaN."""
    alive = ~np.isnan(strengths)
    rounded = np.round(strengths[alive].astype(np.float64), _DIGITS)
    sorted_ = np.sort(rounded)
    below = (np.searchsorted(sorted_, rounded, "left") + np.searchsorted(sorted_, rounded, "right")) / 2
    places = np.ones(len(strengths), np.float32)
    places[alive] = 1 - below / len(rounded)
    return places
