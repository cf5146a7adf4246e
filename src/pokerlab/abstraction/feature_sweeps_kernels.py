"""Kernels that sweep flops and turns: sums over all river boards that can follow, from rows of rivers up to suits.

A river board is looked up as its canonical board (see `features_kernels` for the row) with suits renamed. Rivers that a
renaming turns into each other which leaves the flop or turn as it is are looked at once: sums are weighed by how many
they are, and evened out over all those renamings in the end.

Ppot counts pairs of a hand and an opposing hand that come out better than they stand now: with n, l = -1, 0, 1 (behind,
tied, ahead) now and later, (l - n)+ = [n < 0, l >= 0] + [n <= 0, l > 0]. Hands are taken by ascending rank on the
river and marked at their place by rank now; the number of marks above a place is a count of bits. Hands that share a
card are counted in the same way for each card, and taken off.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel, popcount
from pokerlab.abstraction.feature_tables import BINS, RIVER_POINTS
from pokerlab.abstraction.features_kernels import (
    COMBOS,
    LIVE,
    NEW_TIER,
    ORDER,
    POINTS,
    SHARE2,
    SHARE3,
    SUMS,
    WIDTH,
)
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.class_kernels import RENAMED, classes_on_board, renaming_between
from pokerlab.cards.equity_kernels import FIRST, HAND_MASKS, SECOND
from pokerlab.cards.evaluator_kernels import sort_boards
from pokerlab.cards.isomorphism_kernels import index_hands
from pokerlab.cards.strength_kernels import count_points
from pokerlab.cards.suits import SUIT_PERMUTATIONS

PARTS = 16
"""Arrays in which the rows of all rivers come."""
MASKS = CARD_MASKS.copy()
RENAMINGS = SUIT_PERMUTATIONS.copy()
LANE = np.uint64(0xFFFF)
NONE, ONE = np.uint64(0), np.uint64(1)
TIER_BIT = np.uint16(NEW_TIER)
COMBO_BITS = np.uint16(2047)
MOST_HANDS = 1176
WORDS = MOST_HANDS // 64 + 2  # of the bits at all places, one more so that the place after the last one has a word

ROWS = types.UniTuple(types.Array(types.int32, 2, "C", readonly=True), PARTS)


@kernel()
def _renamed(mask, renaming):
    image = NONE
    for suit in range(4):
        image |= ((mask >> np.uint64(16 * suit)) & LANE) << np.uint64(16 * RENAMINGS[renaming, suit])
    return image


@kernel()
def symmetries_of(mask, group):
    """Fill `group` with the renamings that leave a set of cards as it is; returns how many they are."""
    count = 0
    for renaming in range(24):
        if _renamed(mask, renaming) == mask:
            group[count] = renaming
            count += 1
    return count


@kernel()
def _completions(board, mask, group, order, out, sizes):
    """All rivers [n, 5] that follow a flop or turn, one for those that the group turns into each other, and how many
    they are; returns n."""
    count = 0
    known = board.shape[0]
    for high in range(52):
        if mask & MASKS[high]:
            continue
        for low in range(high if known == 3 else 1):
            added = MASKS[high]
            if known == 3:
                if mask & MASKS[low]:
                    continue
                added |= MASKS[low]
            fixed = 0
            for g in range(order):
                image = _renamed(added, group[g])
                if image < added:
                    fixed = 0
                    break
                fixed += image == added
            if fixed:
                for j in range(known):
                    out[count, j] = board[j]
                out[count, 4] = high
                if known == 3:
                    out[count, 3] = low
                sizes[count] = order // fixed
                count += 1
    return count


@kernel()
def lay_places(combos, starts, tiers, places, by_card):
    """Where hands stand by rank now: places [hand, 3] its place and where its tier starts and ends; by_card [hand, 6]
    the same among the hands of its first card, then of its second one."""
    before = np.zeros(52, np.int64)
    for tier in range(tiers):
        hands = combos[starts[tier] : starts[tier + 1]]
        for i in range(hands.shape[0]):
            hand = hands[i]
            places[hand, 0] = starts[tier] + i
            places[hand, 1] = starts[tier]
            places[hand, 2] = starts[tier + 1]
            by_card[hand, 1] = before[FIRST[hand]]
            by_card[hand, 4] = before[SECOND[hand]]
        for hand in hands:
            by_card[hand, 0] = before[FIRST[hand]]
            by_card[hand, 3] = before[SECOND[hand]]
            before[FIRST[hand]] += 1
            before[SECOND[hand]] += 1
        for hand in hands:
            by_card[hand, 2] = before[FIRST[hand]]
            by_card[hand, 5] = before[SECOND[hand]]


@kernel(inline=True)
def _marks_from(place, words, above):
    """How many marks are at a place or above it."""
    word = place >> 6
    return np.int64(popcount(words[word] >> np.uint64(place & 63))) + above[word]


@kernel()
def _count_rises(order, renamed, places, by_card, size, words, above, cards, out):
    """out[hand] += size * the sum over opposing hands of (l - n)+, see above. order: uint16 [LIVE], hands by rank on
    the river before they are renamed."""
    words[:] = NONE
    above[:] = 0
    cards[:] = NONE
    first = 0
    while first < LIVE:
        last = first + 1
        while last < LIVE and not order[last] & TIER_BIT:
            last += 1
        for i in range(first, last):
            hand = renamed[order[i] & COMBO_BITS]
            rises = _marks_from(places[hand, 1], words, above)
            rises -= np.int64(popcount(cards[FIRST[hand]] >> np.uint64(by_card[hand, 1])))
            rises -= np.int64(popcount(cards[SECOND[hand]] >> np.uint64(by_card[hand, 4])))
            out[hand] += size * rises
        for i in range(first, last):
            hand = renamed[order[i] & COMBO_BITS]
            place = places[hand, 0]
            word = place >> 6
            words[word] |= ONE << np.uint64(place & 63)
            for j in range(word):
                above[j] += 1
            cards[FIRST[hand]] |= ONE << np.uint64(by_card[hand, 0])
            cards[SECOND[hand]] |= ONE << np.uint64(by_card[hand, 3])
        for i in range(first, last):
            hand = renamed[order[i] & COMBO_BITS]
            rises = _marks_from(places[hand, 2], words, above)
            rises -= np.int64(popcount(cards[FIRST[hand]] >> np.uint64(by_card[hand, 2])))
            rises -= np.int64(popcount(cards[SECOND[hand]] >> np.uint64(by_card[hand, 5])))
            out[hand] += size * rises
        first = last


@kernel()
def _add_row(row, renamed, size, sums, histogram):
    """Add what a row of a river says, `size` times, to the sums [SUMS, 1326] and histograms of all hands."""
    points = row[POINTS:ORDER].view(np.int16)
    share2, share3 = row[SHARE2 : SHARE2 + COMBOS], row[SHARE3 : SHARE3 + COMBOS]
    first, second, third, fourth, fifth = sums[0], sums[1], sums[2], sums[3], sums[4]
    for i in range(points.shape[0]):
        value = np.int64(points[i])
        if value >= 0:
            hand = renamed[i]
            first[hand] += size * value
            second[hand] += size * value * value
            third[hand] += size * value * value * value
            fourth[hand] += size * np.int64(share2[i])
            fifth[hand] += size * np.int64(share3[i])
            histogram[hand, min(value * BINS // RIVER_POINTS, BINS - 1)] += size


@kernel(
    types.int64(
        types.uint8[:, ::1], ROWS, types.int64, types.int32[::1], types.uint64[::1],
        types.int64[::1], types.int64[::1], types.int64[::1], types.int64[::1],
        types.int64[:, ::1], types.int16[::1], types.float32[:, ::1], types.uint16[:, ::1], types.int64[:, ::1],
    )
)  # fmt: skip
def sweep_starts(
    boards, rows, per_part, row_of, masks,
    rounds5, radices5, sizes5, offsets5,
    index, points_out, potentials, histograms, sums_out,
):  # fmt: skip
    """All hands on boards [board, 3 or 4], each class once; returns how many classes were written.

    - rows: of canonical rivers, `per_part` in each array; row_of [river]: its row; masks [river]: its cards
    - rounds5 ... offsets5: of the index of river boards
    - index [class, 2]: index and deals; points_out [class]; potentials [class, 2]: Ppot and Npot; histograms [class,
      BINS]; sums_out [class, SUMS]
    """
    known = boards.shape[1]
    live = (52 - known) * (51 - known) // 2
    to_come = 46 if known == 4 else 1081  # rivers from the point of view of a hand
    later = 44 if known == 4 else 990  # and of two hands
    opposing = (50 - known) * (49 - known) // 2
    combos = np.empty((1, live), np.uint16)
    ranks = np.empty((1, live), np.uint16)
    starts = np.empty((1, live + 1), np.uint16)
    tiers = np.empty(1, np.int64)
    points = np.empty((1, COMBOS), np.int16)
    places = np.empty((COMBOS, 3), np.int64)
    by_card = np.empty((COMBOS, 6), np.int64)
    words = np.empty(WORDS, np.uint64)
    above = np.empty(WORDS, np.int64)
    cards = np.empty(52, np.uint64)
    group = np.empty(24, np.int64)
    rivers = np.empty((1176, 5), np.uint8)
    river_sizes = np.empty(1176, np.int64)
    river_index = np.empty(1176, np.int64)
    sums = np.empty((SUMS, COMBOS), np.int64)
    rises = np.empty(COMBOS, np.int64)
    histogram = np.empty((COMBOS, BINS), np.uint16)
    classes = np.empty(COMBOS, np.int64)
    total = np.empty(SUMS, np.int64)
    counts = np.empty(BINS, np.int64)
    one = np.empty((1, known), np.uint8)
    written = 0
    for b in range(boards.shape[0]):
        board = boards[b]
        one[0] = board
        mask = NONE
        for card in board:
            mask |= MASKS[card]
        renamings = symmetries_of(mask, group)
        count = _completions(board, mask, group, renamings, rivers, river_sizes)
        index_hands(rivers[:count].copy(), rounds5, radices5, sizes5, offsets5, river_index[:count])
        sort_boards(one, combos, ranks, starts, tiers)
        points[:] = -1
        count_points(combos, starts, tiers, points)
        lay_places(combos[0], starts[0], tiers[0], places, by_card)
        sums[:] = 0
        rises[:] = 0
        histogram[:] = 0
        for r in range(count):
            river = mask | MASKS[rivers[r, 4]] | MASKS[rivers[r, 3]]
            renamed = RENAMED[renaming_between(masks[river_index[r]], NONE, river, NONE)]
            number = row_of[river_index[r]]
            row = rows[number // per_part][number % per_part]
            _add_row(row, renamed, river_sizes[r], sums, histogram)
            _count_rises(
                row[ORDER:WIDTH].view(np.uint16), renamed, places, by_card, river_sizes[r], words, above, cards, rises
            )
        classes_on_board(mask, known - 2, classes)
        for hand in range(COMBOS):
            if HAND_MASKS[hand] & mask:
                continue
            is_first = True
            same = 0
            for g in range(renamings):
                is_first &= RENAMED[group[g], hand] >= hand
                same += RENAMED[group[g], hand] == hand
            if not is_first:
                continue
            total[:] = 0
            counts[:] = 0
            better = 0
            for g in range(renamings):
                image = RENAMED[group[g], hand]
                for k in range(SUMS):
                    total[k] += sums[k, image]
                for k in range(BINS):
                    counts[k] += histogram[image, k]
                better += rises[image]
            better //= renamings
            present = np.int64(points[0, hand])
            net = total[0] // renamings - np.int64(990) * to_come - later * (present - opposing)
            index[written, 0] = classes[hand]
            index[written, 1] = 24 // renamings * (renamings // same)
            points_out[written] = present
            # of all deals of opposing hands and boards: those that it is behind of, ties half, are the whole
            potentials[written, 0] = better / max(1, later * (2 * opposing - present))
            potentials[written, 1] = (better - net) / max(1, later * present)
            for k in range(SUMS):
                sums_out[written, k] = total[k] // renamings
            for k in range(BINS):
                histograms[written, k] = counts[k] // renamings
            written += 1
    return written
