"""Which hands can meet: two hands that share a card never do."""

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import DECK_SIZE
from pokerlab.cards.combos import COMBO_CARDS

Doubles = npt.NDArray[np.float64]

LEAST_MET = 1e-6
"""A hand is worth something where it meets at least this part of the weight that other hands meet: below that, 32-bit
values are noise."""


def meeting_weights(reach: Doubles) -> Doubles:
    """float64 [1326]: for each hand the total weight of the hands that share no card with it."""
    by_card = np.bincount(COMBO_CARDS.ravel(), np.repeat(reach, 2), DECK_SIZE)
    high, low = COMBO_CARDS.T
    return np.asarray(np.maximum(reach.sum() - by_card[high] - by_card[low] + reach, 0))


def is_met(weights: Doubles) -> npt.NDArray[np.bool_]:
    """bool [1326]: which hands meet others, by what `meeting_weights` gave."""
    return np.asarray((weights > 0) & (weights >= LEAST_MET * weights.max()))
