"""Kernels of the potential of all hands of a board at once, against opposing hands of any weights.

As `feature_sweeps_kernels` count better ends, with weights instead of bits: hands are taken by ascending rank later and
added at their place by rank now, to sums over all places above. These are kept in blocks, so that a sum is two numbers
looked up, and an addition two short loops.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab.abstraction.feature_sweeps_kernels import MOST_HANDS, lay_places
from pokerlab.abstraction.features_kernels import COMBOS
from pokerlab.cards.equity_kernels import FIRST, SECOND
from pokerlab.cards.evaluator_kernels import sort_boards
from pokerlab.cards.strength_kernels import count_points

BLOCK = 32
PLACES = (MOST_HANDS // BLOCK + 1) * BLOCK
BY_CARD = 64


@kernel("void(uint8[:,::1], float64[::1], float64[:,::1])")
def weigh_hands(board, weights, out):
    """out[0..2, hand] = weight of the opposing hands that each hand on a board [1, cards] is ahead of, tied with and
    behind of."""
    live = (52 - board.shape[1]) * (51 - board.shape[1]) // 2
    combos = np.empty((1, live), np.uint16)
    ranks = np.empty((1, live), np.uint16)
    starts = np.empty((1, live + 1), np.uint16)
    tiers = np.empty(1, np.int64)
    sort_boards(board, combos, ranks, starts, tiers)
    by_card = np.zeros(52)
    below = 0.0
    for tier in range(tiers[0]):
        hands = combos[0, starts[0, tier] : starts[0, tier + 1]]
        for hand in hands:
            out[0, hand] = below - by_card[FIRST[hand]] - by_card[SECOND[hand]]
        for hand in hands:
            below += weights[hand]
            by_card[FIRST[hand]] += weights[hand]
            by_card[SECOND[hand]] += weights[hand]
        for hand in hands:
            reached = below - by_card[FIRST[hand]] - by_card[SECOND[hand]] + weights[hand]
            out[1, hand] = reached - out[0, hand]
    for hand in combos[0]:
        all_of_them = below - by_card[FIRST[hand]] - by_card[SECOND[hand]] + weights[hand]
        out[2, hand] = all_of_them - out[0, hand] - out[1, hand]


@kernel("void(uint8[:,::1], uint8[:,::1], float64[::1], float64[:,::1])")
def weigh_changes(board, later, weights, out):
    """What becomes of all hands on a board [1, cards] on `later` boards [n, cards], which begin with it.

    With n, l = -1, 0, 1 (behind, tied, ahead) now and later: out[0, hand] += weight of opposing hands times (l - n)+,
    out[1, hand] += weight of those behind of it later, twice, and of those tied, once.
    """
    live = (52 - board.shape[1]) * (51 - board.shape[1]) // 2
    combos = np.empty((1, live), np.uint16)
    ranks = np.empty((1, live), np.uint16)
    starts = np.empty((1, live + 1), np.uint16)
    tiers = np.empty(1, np.int64)
    places = np.empty((COMBOS, 3), np.int64)
    by_card = np.empty((COMBOS, 6), np.int64)
    sort_boards(board, combos, ranks, starts, tiers)
    lay_places(combos[0], starts[0], tiers[0], places, by_card)
    size = (52 - later.shape[1]) * (51 - later.shape[1]) // 2
    combos = np.empty((1, size), np.uint16)
    ranks = np.empty((1, size), np.uint16)
    starts = np.empty((1, size + 1), np.uint16)
    one = np.empty((1, later.shape[1]), np.uint8)
    inner = np.empty(PLACES)  # weight at a place and above it, in its block
    outer = np.empty(PLACES // BLOCK)  # weight in the blocks above
    cards = np.empty((52, BY_CARD))  # weight at a place and above it, among the hands of a card
    for b in range(later.shape[0]):
        one[0] = later[b]
        sort_boards(one, combos, ranks, starts, tiers)
        inner[:] = 0
        outer[:] = 0
        cards[:] = 0
        total = 0.0
        for tier in range(tiers[0]):
            hands = combos[0, starts[0, tier] : starts[0, tier + 1]]
            for hand in hands:
                of_first, of_second = cards[FIRST[hand]], cards[SECOND[hand]]
                place = places[hand, 1]
                out[0, hand] += (
                    inner[place] + outer[place >> 5] - of_first[by_card[hand, 1]] - of_second[by_card[hand, 4]]
                )
                out[1, hand] += total - of_first[0] - of_second[0]
            for hand in hands:
                weight = weights[hand]
                if weight != 0:
                    place = places[hand, 0]
                    block = place >> 5
                    _add_to(inner[block << 5 : place + 1], weight)
                    _add_to(outer[:block], weight)
                    _add_to(cards[FIRST[hand], : by_card[hand, 0] + 1], weight)
                    _add_to(cards[SECOND[hand], : by_card[hand, 3] + 1], weight)
                    total += weight
            for hand in hands:
                of_first, of_second = cards[FIRST[hand]], cards[SECOND[hand]]
                place = places[hand, 2]
                out[0, hand] += (
                    inner[place] + outer[place >> 5] - of_first[by_card[hand, 2]] - of_second[by_card[hand, 5]]
                )
                out[1, hand] += total - of_first[0] - of_second[0] + weights[hand]


@kernel(inline=True)
def _add_to(sums, weight):
    for i in range(sums.shape[0]):
        sums[i] += weight


@kernel("void(uint8[:,::1], int64[:,::1])")
def sum_points(boards, out):
    """out[k, hand] += the power k + 1 of the points of each hand on river boards [n, 5] that it does not share a card
    with."""
    combos = np.empty((1, 1081), np.uint16)
    ranks = np.empty((1, 1081), np.uint16)
    starts = np.empty((1, 1082), np.uint16)
    tiers = np.empty(1, np.int64)
    points = np.empty((1, COMBOS), np.int16)
    one = np.empty((1, 5), np.uint8)
    for b in range(boards.shape[0]):
        one[0] = boards[b]
        sort_boards(one, combos, ranks, starts, tiers)
        points[:] = 0
        count_points(combos, starts, tiers, points)
        for hand in range(COMBOS):
            out[0, hand] += points[0, hand]
        for k in range(1, out.shape[0]):
            for hand in range(COMBOS):
                out[k, hand] += np.int64(points[0, hand]) ** (k + 1)
