"""Kernels of strength against clusters of starting hands on river boards."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel
from pokerlab.abstraction.feature_tables import CLUSTERS
from pokerlab.abstraction.features_kernels import COMBOS, LIVE
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.class_kernels import classes_on_board
from pokerlab.cards.equity_kernels import FIRST, SECOND
from pokerlab.cards.evaluator_kernels import sort_boards

MASKS = CARD_MASKS.copy()


@kernel("void(uint8[:,::1], int64[::1], uint8[:,:,::1])")
def sweep(boards, cluster_of, out):
    """out[board, hand, cluster] = share of the opposing hands of a cluster that a hand beats, ties half, in 255ths,
    rounded; half where none is left. cluster_of: [1326]."""
    combos = np.empty((1, LIVE), np.uint16)
    ranks = np.empty((1, LIVE), np.uint16)
    starts = np.empty((1, LIVE + 1), np.uint16)
    tiers = np.empty(1, np.int64)
    board = np.empty((1, 5), np.uint8)
    by_card = np.empty((52, CLUSTERS), np.int32)
    below = np.empty(CLUSTERS, np.int32)
    points = np.empty((COMBOS, CLUSTERS), np.int32)
    for b in range(boards.shape[0]):
        board[0] = boards[b]
        sort_boards(board, combos, ranks, starts, tiers)
        by_card[:] = 0
        below[:] = 0
        for tier in range(tiers[0]):
            hands = combos[0, starts[0, tier] : starts[0, tier + 1]]
            for hand in hands:
                first, second, own = by_card[FIRST[hand]], by_card[SECOND[hand]], points[hand]
                for k in range(CLUSTERS):
                    own[k] = below[k] - first[k] - second[k]
            for hand in hands:
                cluster = cluster_of[hand]
                below[cluster] += 1
                by_card[FIRST[hand], cluster] += 1
                by_card[SECOND[hand], cluster] += 1
            for hand in hands:
                first, second, own = by_card[FIRST[hand]], by_card[SECOND[hand]], points[hand]
                for k in range(CLUSTERS):
                    own[k] += below[k] - first[k] - second[k]
                own[cluster_of[hand]] += 1  # it was taken off twice, once with each card
        for hand in combos[0]:
            first, second, own = by_card[FIRST[hand]], by_card[SECOND[hand]], points[hand]
            for k in range(CLUSTERS):
                most = 2 * (below[k] - first[k] - second[k] + (cluster_of[hand] == k))
                out[b, hand, k] = (510 * own[k] + most) // (2 * most) if most else 128


@kernel(types.void(types.uint8[:, ::1], types.Array(types.uint8, 3, "C", readonly=True), types.uint8[:, ::1]))
def spread(boards, rows, table):
    """Write rows [board, hand, cluster] of river boards to a table by class."""
    classes = np.empty(COMBOS, np.int64)
    for b in range(boards.shape[0]):
        mask = np.uint64(0)
        for card in boards[b]:
            mask |= MASKS[card]
        classes_on_board(mask, 3, classes)
        for hand in range(COMBOS):
            if classes[hand] >= 0:
                own, row = table[classes[hand]], rows[b, hand]
                for k in range(CLUSTERS):
                    own[k] = row[k]
