"""Kernel that deals hands to several opponents on a board, by their weights."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._random_kernels import next_random
from pokerlab.cards.combos import COMBO_MASKS

HAND_MASKS = COMBO_MASKS.copy()
LOW32 = np.uint64(0xFFFFFFFF)
S32 = np.uint64(32)


@kernel(
    "int64(uint64, int64, int64, uint64, uint16, uint16[::1], int64[::1], int64[::1], float64[::1], int64[::1],"
    " float64[::1])"
)
def sample_opponents(seed, samples, most_tries, blocked, own, ranks, ends, hands, keep, alias, out):
    """Deal every opponent a hand by weight, all anew until no two collide; the number of tries, or -1 if `most_tries`
    did not suffice.

    own: the own hand's rank on the board, ranks: [1326] those of all; ends, hands, keep, alias: as
    `equity.alias_tables`; out: [2], sum of the shares of a pot that would be shown down now, and of their squares.
    """
    state = np.empty(1, np.uint64)
    state[0] = seed
    tries = 0
    done = 0
    while done < samples:
        tries += 1
        if tries > most_tries:
            return -1
        mask = blocked
        first = np.int64(0)
        winners = 1
        is_beaten = False
        collides = False
        for p in range(ends.shape[0]):
            bits = next_random(state)
            i = first + np.int64(((bits >> S32) * np.uint64(ends[p] - first)) >> S32)
            if float(bits & LOW32) * 2.0**-32 >= keep[i]:
                i = alias[i]
            hand = hands[i]
            if mask & HAND_MASKS[hand]:
                collides = True
                break
            mask |= HAND_MASKS[hand]
            is_beaten |= ranks[hand] > own
            winners += ranks[hand] == own
            first = ends[p]
        if collides:
            continue
        done += 1
        if not is_beaten:
            out[0] += 1.0 / winners
            out[1] += 1.0 / (winners * winners)
    return tries
