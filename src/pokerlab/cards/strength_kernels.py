"""Kernels of hand strength and potential."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab.cards.equity_kernels import FIRST, HAND_KEYS, HAND_MASKS, SECOND
from pokerlab.cards.evaluator_kernels import rank7


@kernel("void(uint16[:,::1], uint16[:,::1], int64[::1], int16[:,::1])")
def count_points(combos, starts, tiers, out):
    """Points of every hand on sorted boards (see `evaluator.SortedBoards`): 2 for each opposing hand it beats, 1 for
    each it ties with.

    out: [board, 1326]; hands that share a card with the board are left as they are.
    """
    by_card = np.empty(52, np.int64)
    for b in range(combos.shape[0]):
        by_card[:] = 0
        below = 0
        for g in range(tiers[b]):
            first = starts[b, g]
            last = starts[b, g + 1]
            for i in range(first, last):
                hand = combos[b, i]
                out[b, hand] = below - by_card[FIRST[hand]] - by_card[SECOND[hand]]
            for i in range(first, last):
                hand = combos[b, i]
                by_card[FIRST[hand]] += 1
                by_card[SECOND[hand]] += 1
            below += last - first
            for i in range(first, last):
                # beaten or tied: the hand itself was taken off twice, once with each card
                hand = combos[b, i]
                out[b, hand] += below - by_card[FIRST[hand]] - by_card[SECOND[hand]] + 1


@kernel("void(int16[:,::1], int64, int64[:,::1])")
def add_histograms(points, most, out):
    """out[hand, bin] += 1 for each board, the bin being that of points / most (0..1); negative points are no hand."""
    bins = out.shape[1]
    for b in range(points.shape[0]):
        for hand in range(points.shape[1]):
            value = np.int64(points[b, hand])
            if value >= 0:
                out[hand, min(value * bins // most, bins - 1)] += 1


@kernel("void(int64, uint16[::1], uint64[::1], uint64[::1], float64[::1], float64[:,::1])")
def count_transitions(hand, ranks, board_keys, board_masks, opposing, out):
    """out[now, later] += weight of the opposing hands, over all final boards, that the hand is behind (0), tied with
    (1) or ahead of (2) now, and on that board.

    ranks: [1326], present ranks, 0 for hands that cannot be; opposing: [1326] weights.
    """
    for b in range(board_keys.shape[0]):
        key = board_keys[b]
        mask = board_masks[b]
        if mask & HAND_MASKS[hand]:
            continue
        mine = rank7(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
        blocked = mask | HAND_MASKS[hand]
        for other in range(ranks.shape[0]):
            if ranks[other] == 0 or blocked & HAND_MASKS[other] or opposing[other] == 0:
                continue
            theirs = rank7(key + HAND_KEYS[other], mask | HAND_MASKS[other])
            now = 1 + (ranks[hand] > ranks[other]) - (ranks[hand] < ranks[other])
            later = 1 + (mine > theirs) - (mine < theirs)
            out[now, later] += opposing[other]
