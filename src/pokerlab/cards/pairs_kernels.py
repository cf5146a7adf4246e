"""The kernel that compares every hand with every other on many boards."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel

CHUNK = 256
"""Boards whose counts fit into 16 bits: each stands for at most 24 boards."""


@kernel("void(uint16[:,::1], int16[::1], int32[:,::1], int32[:,::1])")
def count_pairs(ranks, weights, wins, losses):
    """wins, losses int32 [hand, hand] += on how many boards, weighted, a hand beats one with a larger number, or loses
    to it. ranks uint16 [board, hand]: 0 where they share a card."""
    hands = ranks.shape[1]
    won, lost = np.empty(hands, np.int16), np.empty(hands, np.int16)
    for first in range(0, ranks.shape[0], CHUNK):
        some, of_some = ranks[first : first + CHUNK], weights[first : first + CHUNK]
        for hand in range(hands - 1):
            others = hands - hand - 1
            w, less = won[:others], lost[:others]
            w[:] = 0
            less[:] = 0
            for board in range(some.shape[0]):
                own, weight = some[board, hand], of_some[board]
                if own == 0:
                    continue
                row = some[board][hand + 1 :]
                for k in range(row.shape[0]):
                    other = row[k]
                    w[k] += weight if (own > other) & (other > 0) else np.int16(0)
                    less[k] += weight if own < other else np.int16(0)
            into_wins, into_losses = wins[hand][hand + 1 :], losses[hand][hand + 1 :]
            for k in range(others):
                into_wins[k] += w[k]
                into_losses[k] += less[k]
