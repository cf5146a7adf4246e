"""A kernel of plain cards."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel, popcount

NONE = np.uint64(0)
ONE = np.uint64(1)


@kernel("boolean(uint8[:,::1])")
def all_differ(cards):
    """Whether the cards (0..51) of every row of cards [n, cards] differ."""
    count = np.uint64(cards.shape[1])
    wrong = NONE
    for i in range(cards.shape[0]):
        seen = NONE
        for j in range(cards.shape[1]):
            seen |= ONE << np.uint64(cards[i, j])
        wrong |= popcount(seen) ^ count
    return wrong == NONE
