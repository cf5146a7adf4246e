"""Kernels of three ways to rank seven cards, beside the evaluator's own."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from itertools import combinations
from math import comb

import numpy as np

from pokerlab._jit import kernel
from pokerlab.cards.evaluator_kernels import KEY_START, KEYS, MASKS, rank5

FIVES = np.array(list(combinations(range(7), 5)), np.int64)
"""int64 [21, 5]: the places of five of seven cards."""

BINOMIALS = np.array([[comb(n, k) for k in range(8)] for n in range(53)], np.int64)


@kernel("void(uint8[:,::1], int64[::1])")
def best_of_checked(hands, out):
    """out[i] = the best of the 21 five-card hands in hands[i], each judged by looking at its ranks and suits.

    Values order hands but are no ranks: category, then the ranks that decide, four bits each.
    """
    for i in range(hands.shape[0]):
        best = 0
        for f in range(FIVES.shape[0]):
            best = max(best, _checked_value(hands[i], FIVES[f]))
        out[i] = best


@kernel()
def _checked_value(hand, places):
    counts = np.zeros(13, np.int64)
    is_flush = True
    for j in range(5):
        counts[hand[places[j]] >> 2] += 1
        is_flush &= (hand[places[j]] & 3) == (hand[places[0]] & 3)
    decide = 0  # ranks by how often they occur, then by height
    for times in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if counts[rank] == times:
                decide = decide << 4 | rank
    most = counts.max()
    pairs = 0
    for rank in range(13):
        pairs += counts[rank] == 2
    straight = -1
    if most == 1:
        for high in range(12, 3, -1):
            if counts[high] and counts[high - 1] and counts[high - 2] and counts[high - 3] and counts[high - 4]:
                straight = high
        if counts[12] and counts[0] and counts[1] and counts[2] and counts[3]:
            straight = 3
    if straight >= 0:
        return (8 if is_flush else 4) << 24 | straight
    if most == 4:
        return 7 << 24 | decide
    if most == 3 and pairs:
        return 6 << 24 | decide
    if is_flush:
        return 5 << 24 | decide
    if most == 3:
        return 3 << 24 | decide
    return pairs << 24 | decide


@kernel("void(uint8[:,::1], uint16[::1])")
def best_of_ranked(hands, out):
    """out[i] = the highest rank of the 21 five-card hands in hands[i], each found by the evaluator's table."""
    for i in range(hands.shape[0]):
        best = np.uint16(0)
        for f in range(FIVES.shape[0]):
            key = KEY_START
            mask = np.uint64(0)
            for j in range(5):
                card = hands[i, FIVES[f, j]]
                key += KEYS[card]
                mask |= MASKS[card]
            best = max(best, rank5(key, mask))
        out[i] = best


@kernel("void(uint8[:,::1], uint16[::1], uint16[::1])")
def look_up(hands, table, out):
    """out[i] = table[index of the set hands[i]]; cards ascend, the index sums binomials (combinatorial number "
    "system)."""
    for i in range(hands.shape[0]):
        index = 0
        for j in range(7):
            index += BINOMIALS[hands[i, j], j + 1]
        out[i] = table[index]


@kernel("void(int64[::1], int64[::1], uint16[:,::1], uint16[::1])")
def look_up_pairs(boards, combos, table, out):
    """out[i] = table[boards[i], combos[i]]."""
    for i in range(out.shape[0]):
        out[i] = table[boards[i], combos[i]]


@kernel("void(int64, int64, uint8[:,::1])")
def list_hands(first, deck, out):
    """out[i] = the set of seven cards below `deck` with the index first + i, cards ascending."""
    cards = np.empty(7, np.int64)
    left = first
    top = deck - 1
    for j in range(6, -1, -1):
        while BINOMIALS[top, j + 1] > left:
            top -= 1
        cards[j] = top
        left -= BINOMIALS[top, j + 1]
        top -= 1
    for i in range(out.shape[0]):
        for j in range(7):
            out[i, j] = cards[j]
        j = 0
        while j < 6 and cards[j] + 1 == cards[j + 1]:
            cards[j] = j
            j += 1
        cards[j] += 1
