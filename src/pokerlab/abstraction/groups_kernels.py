"""Kernels of hand groups.

What is compared (a rank, a strength, a histogram of them) is kept as a 64-bit key: equal things have equal keys, and
different ones have not, save by a chance of about 10^-19 a pair. A histogram's key is the sum of its entries' keys, so
that it does not depend on their order. Key 0 means that the hand cannot be held.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._random_kernels import STEP, mix_bits
from pokerlab.cards.equity_kernels import FIRST, SECOND

NONE = np.uint64(0)
ONE = np.uint64(1)

TABLE_SIZE = 4096  # of the table of labels: a power of two, more than twice the number of hands
TABLE_SHIFT = np.uint64(64 - 12)


@kernel()
def mixed(value):
    """A key of a number, never 0."""
    key = mix_bits(value + STEP)
    return key if key != NONE else ONE


@kernel("void(uint16[:,::1], boolean[::1], uint64[:,::1])")
def rank_keys(ranks, own, out):
    """out[board, hand] = key of the hand's rank; ranks: [board, 1326], 0 where hand and board share a card."""
    for b in range(ranks.shape[0]):
        for hand in range(ranks.shape[1]):
            is_held = own[hand] and ranks[b, hand] > 0
            out[b, hand] = mixed(np.uint64(ranks[b, hand])) if is_held else NONE


@kernel("void(uint16[:,::1], uint16[:,::1], int64[::1], boolean[::1], boolean[::1], uint64[:,::1])")
def strength_keys(combos, starts, groups, own, against, out):
    """out[board, hand] = key of the share of the hands `against` that a hand of `own` beats, ties half.

    Boards are sorted, see `evaluator.SortedBoards`. The share is a reduced fraction, so that it is compared exactly.
    """
    by_card = np.empty(52, np.int64)
    everyone = np.empty(52, np.int64)
    for b in range(combos.shape[0]):
        everyone[:] = 0
        total = 0
        for i in range(combos.shape[1]):
            hand = combos[b, i]
            if against[hand]:
                everyone[FIRST[hand]] += 1
                everyone[SECOND[hand]] += 1
                total += 1
        by_card[:] = 0
        below = 0
        out[b] = NONE
        for g in range(groups[b]):
            first = starts[b, g]
            last = starts[b, g + 1]
            beaten = below
            for i in range(first, last):
                hand = combos[b, i]
                out[b, hand] = np.uint64(beaten - by_card[FIRST[hand]] - by_card[SECOND[hand]])
            for i in range(first, last):
                hand = combos[b, i]
                if against[hand]:
                    by_card[FIRST[hand]] += 1
                    by_card[SECOND[hand]] += 1
                    below += 1
            for i in range(first, last):
                hand = combos[b, i]
                # all that hold one of its cards are taken off; itself once too often
                itself = 1 if against[hand] else 0
                tied_or_beaten = below - by_card[FIRST[hand]] - by_card[SECOND[hand]] + itself
                points = np.int64(out[b, hand]) + tied_or_beaten
                most = 2 * (total - everyone[FIRST[hand]] - everyone[SECOND[hand]] + itself)
                out[b, hand] = _fraction_key(points, most) if own[hand] else NONE


@kernel()
def _fraction_key(points, most):
    """The key of points / most; of 0 / 0 (nobody to beat) another one."""
    a = points
    b = most
    while b:
        a, b = b, a % b
    if a == 0:
        return mixed(NONE)
    return mixed(np.uint64((points // a) << 16 | (most // a)))


@kernel("void(uint64[:,::1], uint64[:,::1], uint64[:,::1])")
def opponent_keys(strengths, opposing, out):
    """out[board, hand] = key of the hand's strength together with the histogram of the opposing hands' strengths.

    strengths: [board, 1326], keys of the own hands; opposing: [board, 1326], those of the opposing hands, 0 for hands
    that are not opposing. A hand's opponents hold none of its cards.
    """
    by_card = np.empty(52, np.uint64)
    for b in range(strengths.shape[0]):
        by_card[:] = NONE
        total = NONE
        for hand in range(strengths.shape[1]):
            key = opposing[b, hand]
            total += key
            by_card[FIRST[hand]] += key
            by_card[SECOND[hand]] += key
        for hand in range(strengths.shape[1]):
            histogram = total - by_card[FIRST[hand]] - by_card[SECOND[hand]] + opposing[b, hand]
            key = strengths[b, hand]
            out[b, hand] = mixed(mixed(histogram) + key) if key else NONE


@kernel("void(uint64[:,::1], int64[::1], int64[::1], uint64[:,::1], boolean[:,::1])")
def sum_keys(keys, rows, starts, sums, held):
    """The histogram of every hand over the boards of every class, as a key, and whether it can be held on any.

    keys: [board, 1326]; the boards of class c are `rows[starts[c] : starts[c + 1]]`; sums, held: [class, 1326].
    """
    for c in range(sums.shape[0]):
        sums[c] = NONE
        held[c] = False
        for i in range(starts[c], starts[c + 1]):
            row = rows[i]
            for hand in range(keys.shape[1]):
                sums[c, hand] += keys[row, hand]
                held[c, hand] |= keys[row, hand] != NONE


@kernel("void(uint64[:,::1], int64[::1], uint64[:,::1])")
def sum_histograms(histograms, parents, sums):
    """The histogram of histograms: sums[parents[c], hand] += key of histograms[c, hand]."""
    sums[:] = NONE
    for c in range(histograms.shape[0]):
        parent = parents[c]
        for hand in range(histograms.shape[1]):
            sums[parent, hand] += mixed(histograms[c, hand])


@kernel("void(uint64[:,::1], boolean[:,::1], int16[:,::1], int64[::1])")
def label_keys(sums, held, labels, groups):
    """Number the keys of every class 0, 1, ... as they first occur; -1 for hands that are never held.

    sums, held, labels: [class, 1326]; groups: [class], how many different keys there are.
    """
    table = np.empty(TABLE_SIZE, np.int16)
    found = np.empty(sums.shape[1], np.uint64)
    for c in range(sums.shape[0]):
        table[:] = -1
        used = 0
        for hand in range(sums.shape[1]):
            labels[c, hand] = -1
            if not held[c, hand]:
                continue
            key = sums[c, hand]
            place = np.int64(mixed(key) >> TABLE_SHIFT)
            while table[place] >= 0 and found[table[place]] != key:
                place = (place + 1) % TABLE_SIZE
            if table[place] < 0:
                table[place] = used
                found[used] = key
                used += 1
            labels[c, hand] = table[place]
        groups[c] = used


@kernel("void(uint64[:,::1], int64[::1], int64[::1], int16[:,::1], int64[::1])")
def split_by_boards(keys, rows, starts, labels, groups):
    """Split the groups of every class where hands differ on a board on which both can be held.

    A hand joins the first group whose first hand it agrees with. keys: [board, 1326]; the boards of class c are
    `rows[starts[c] : starts[c + 1]]`; labels: [class, 1326] and groups: [class] are changed.
    """
    hands = labels.shape[1]
    chain = np.empty(hands, np.int64)  # from a group's first hand to that of the next group with the same histogram
    first = np.empty(hands, np.int64)
    label = np.empty(hands, np.int16)
    for c in range(labels.shape[0]):
        boards = rows[starts[c] : starts[c + 1]]
        first[:] = -1
        used = 0
        for hand in range(hands):
            old = labels[c, hand]
            if old < 0:
                continue
            other = first[old]
            last = -1
            while other >= 0 and not _agree(keys, boards, hand, other):
                last = other
                other = chain[other]
            if other < 0:
                chain[hand] = -1
                label[hand] = used
                used += 1
                if last < 0:
                    first[old] = hand
                else:
                    chain[last] = hand
                other = hand
            labels[c, hand] = label[other]
        groups[c] = used


@kernel()
def _agree(keys, boards, hand, other):
    """Whether two hands have the same key on every board on which both can be held."""
    for i in range(boards.shape[0]):
        mine = keys[boards[i], hand]
        theirs = keys[boards[i], other]
        if mine != theirs and mine != NONE and theirs != NONE:
            return False
    return True
