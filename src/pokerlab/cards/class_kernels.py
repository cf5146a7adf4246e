"""Kernels that find the class of a hand on a board (`cards.isomorphism`: a hand and a set of board cards), and of many.

The index of `cards` takes any rounds. Here the rounds are known, so that what a suit has of a deal is two small sets of
ranks and two looks into a table; and all hands of one board share what the board has.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from math import comb

import numpy as np

from pokerlab._jit import kernel, popcount
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.deal_kinds import DealKinds
from pokerlab.cards.isomorphism_kernels import BINOMIALS, INDEX_MASK, RANK_SETS, SHAPE_SHIFT
from pokerlab.cards.suits import PERMUTED_COMBOS, SUIT_PERMUTATIONS

MASKS = CARD_MASKS.copy()
NONE = np.uint64(0)
ONE = np.uint64(1)
LANE = np.uint64(0xFFFF)

RENAMED = PERMUTED_COMBOS.astype(np.uint16)
# RENAMING_OF[64 p0 + 16 p1 + 4 p2 + p3]: the number of a permutation of suits
RENAMING_OF = np.full(256, -1, np.int64)
RENAMING_OF[SUIT_PERMUTATIONS @ [64, 16, 4, 1]] = np.arange(24)
SHAPES = 18
"""Shapes of a suit on the river: 0 to 2 cards of the hand, 0 to 5 of the board. On other streets they are fewer, with
the same numbers."""
BOARD_SHAPES = 8
"""Shapes of a suit of a board alone: 0 to 3 cards of the flop, 0 or 1 of the turn."""
NUMBER_OF_SET = np.empty(8192, np.uint16)
NUMBER_OF_SET[RANK_SETS] = np.concatenate([np.arange(int(BINOMIALS[13, k])) for k in range(14)])
"""By set of ranks: its number among those of its size."""
WAYS = BINOMIALS[13].copy()
"""By number of ranks: the sets of so many."""


def _kind_rows(streets, shapes):
    """What the index of a deal is made of, by the three largest shapes of its suits.

    - uint16 [street * shape ** 3]: the row of the kind of deal
    - int64 [kind, 9]: its first index; by suit, largest first, what its number is multiplied with, and how many suits
      of its shape are left with it (their numbers are a multiset: see `cards.isomorphism`)
    """
    numbers = np.zeros((len(streets), shapes**3), np.uint16)
    rows = []
    for street, deals in enumerate(streets):
        for kind, start in zip(deals.kinds.tolist(), deals.starts.tolist(), strict=False):
            numbers[street, (kind[0] * shapes + kind[1]) * shapes + kind[2]] = len(rows)
            factors, orders, below = [], [], 1
            for place, shape in enumerate(kind):
                if place and kind[place - 1] != shape:
                    run = kind.count(kind[place - 1])
                    below *= comb(int(deals.suit_sizes[kind[place - 1]]) + run - 1, run)
                factors.append(below)
                orders.append(kind[place:].count(shape))
            rows.append([start, *factors, *orders])
    return numbers.reshape(-1), np.array(rows, np.int64)


HAND_KINDS, HAND_ROWS = _kind_rows([DealKinds(2), DealKinds(2, 3), DealKinds(2, 4), DealKinds(2, 5)], SHAPES)
BOARD_CLASSES = {1: int(DealKinds(3).starts[-1]), 2: int(DealKinds(3, 1).starts[-1])}
"""By street: how many classes of boards there are."""
BOARD_KINDS, BOARD_ROWS = _kind_rows([DealKinds(3), DealKinds(3, 1)], BOARD_SHAPES)
LARGEST_SHARED = 1024
"""Suits of equal shape have fewer ways to be filled."""
TRIANGLE = np.array([card * (card - 1) // 2 for card in range(52)], np.int64)
"""By card: the number of the first hand in which it is the higher one."""
MULTISETS = np.array([[comb(x + k - 1, k) if k else 0 for x in range(LARGEST_SHARED)] for k in range(5)], np.int64)


@kernel(inline=True)
def _number(suit, order):
    """The part of a suit in the number of its multiset."""
    number = suit & INDEX_MASK
    shared = MULTISETS[order, number & (LARGEST_SHARED - 1)]
    return number if order == 1 else shared


@kernel(inline=True)
def class_of_kind(s0, s1, s2, s3, kinds, rows, street, shapes):
    """The index of a deal, given what each suit has of it (shape << SHAPE_SHIFT | index, in any order)."""
    s0, s1 = max(s0, s1), min(s0, s1)
    s2, s3 = max(s2, s3), min(s2, s3)
    s0, s2 = max(s0, s2), min(s0, s2)
    s1, s3 = max(s1, s3), min(s1, s3)
    s1, s2 = max(s1, s2), min(s1, s2)
    key = ((s0 >> SHAPE_SHIFT) * shapes + (s1 >> SHAPE_SHIFT)) * shapes + (s2 >> SHAPE_SHIFT)
    row = kinds[street * (shapes * shapes * shapes) + key]
    index = rows[row, 0] + _number(s0, rows[row, 5]) * rows[row, 1] + _number(s1, rows[row, 6]) * rows[row, 2]
    return index + _number(s2, rows[row, 7]) * rows[row, 3] + _number(s3, rows[row, 8]) * rows[row, 4]


@kernel(inline=True)
def bare_suit(ranks, radix):
    """What a suit has, packed, with cards of one round alone; `radix` 1 for the first, more for the second."""
    return (np.int64(popcount(ranks)) * radix) << SHAPE_SHIFT | np.int64(NUMBER_OF_SET[ranks])


@kernel(inline=True)
def _without(ranks, rank):
    """A set of ranks as a set of those that are left after one was taken (which it does not have)."""
    below = (ONE << np.uint64(rank)) - ONE
    return (ranks & below) | ((ranks >> ONE) & ~below)


@kernel(inline=True)
def suit_with_one(ranks, rank):
    """What a suit has, packed, with one card of the hand and some ranks of the board."""
    shape = 1 + 3 * np.int64(popcount(ranks))
    return shape << SHAPE_SHIFT | (np.int64(rank) + 13 * np.int64(NUMBER_OF_SET[_without(ranks, rank)]))


@kernel(inline=True)
def suit_with_two(ranks, high, low):
    """What a suit has, packed, with two cards of the hand and some ranks of the board."""
    shape = 2 + 3 * np.int64(popcount(ranks))
    number = (np.int64(high) * (np.int64(high) - 1)) // 2 + np.int64(low)
    return shape << SHAPE_SHIFT | (number + 78 * np.int64(NUMBER_OF_SET[_without(_without(ranks, high), low)]))


@kernel(counts=False)
def class_of_hand(card, other, board, street):
    """The class of a hand (two cards) on a board (a mask) of a street."""
    u, v = np.int64(card) & 3, np.int64(other) & 3
    r, q = np.int64(card) >> 2, np.int64(other) >> 2
    mine = (board >> np.uint64(16 * u)) & LANE
    if u == v:
        one = suit_with_two(mine, max(r, q), min(r, q))
        two = one
    else:
        one = suit_with_one(mine, r)
        two = suit_with_one((board >> np.uint64(16 * v)) & LANE, q)
    s0 = bare_suit(board & LANE, 3)
    s1 = bare_suit((board >> np.uint64(16)) & LANE, 3)
    s2 = bare_suit((board >> np.uint64(32)) & LANE, 3)
    s3 = bare_suit((board >> np.uint64(48)) & LANE, 3)
    s0 = one if u == 0 else (two if v == 0 else s0)
    s1 = one if u == 1 else (two if v == 1 else s1)
    s2 = one if u == 2 else (two if v == 2 else s2)
    s3 = one if u == 3 else (two if v == 3 else s3)
    return class_of_kind(s0, s1, s2, s3, HAND_KINDS, HAND_ROWS, street, SHAPES)


@kernel(inline=True)
def _board_suit(flop, turn):
    """What a suit has of a board, packed; `turn` has one rank or none."""
    below = turn - ONE  # without a turn card all ranks, which leaves the flop as it is
    first = np.int64(popcount(flop))
    rest = np.int64(popcount(below & ~flop)) if turn else 0  # the turn's rank among those the flop has left
    shape = first + (4 if turn else 0)
    return shape << SHAPE_SHIFT | (np.int64(NUMBER_OF_SET[flop]) + WAYS[first] * rest)


@kernel(counts=False)
def class_of_board(flop, turn):
    """The class of a flop (a mask), or of a flop and a turn card (a mask, else 0)."""
    s0 = _board_suit(flop & LANE, turn & LANE)
    s1 = _board_suit((flop >> np.uint64(16)) & LANE, (turn >> np.uint64(16)) & LANE)
    s2 = _board_suit((flop >> np.uint64(32)) & LANE, (turn >> np.uint64(32)) & LANE)
    s3 = _board_suit((flop >> np.uint64(48)) & LANE, (turn >> np.uint64(48)) & LANE)
    return class_of_kind(s0, s1, s2, s3, BOARD_KINDS, BOARD_ROWS, 1 if turn else 0, BOARD_SHAPES)


@kernel()
def classes_on_board(board, street, out):
    """out[combo] = class of every hand on a board (a mask), -1 where it shares a card with it; out: int64 [1326].

    Hands whose cards have the same two suits are deals of one kind: their classes are a first one and a multiple of
    what each suit adds, and only where both suits have the same shape it matters which adds more. What one more card
    makes of a suit is found once for each card.
    """
    out[:] = -1
    s0 = bare_suit(board & LANE, 3)
    s1 = bare_suit((board >> np.uint64(16)) & LANE, 3)
    s2 = bare_suit((board >> np.uint64(32)) & LANE, 3)
    s3 = bare_suit((board >> np.uint64(48)) & LANE, 3)
    ranks = np.empty((4, 13), np.int64)  # that a suit has left, ascending
    numbers = np.empty((4, 13), np.int64)  # of the suit with one of them in the hand
    left = np.empty(4, np.int64)
    for u in range(4):
        mine = (board >> np.uint64(16 * u)) & LANE
        count = 0
        for r in range(13):
            if not mine >> np.uint64(r) & ONE:
                ranks[u, count] = r
                numbers[u, count] = r + 13 * np.int64(NUMBER_OF_SET[_without(mine, r)])
                count += 1
        left[u] = count
        two = suit_with_two(mine, 1, 0) & ~INDEX_MASK
        first, _, factor, _ = _kind_of_suits(s0, s1, s2, s3, u, u, two, two, street)
        for i in range(count):
            r = ranks[u, i]
            rest = _without(mine, r)
            row = TRIANGLE[4 * r + u] + u
            start = first + factor * ((r * (r - 1)) >> 1)
            for j in range(i):
                q = ranks[u, j]
                out[row + 4 * q] = start + factor * (q + 78 * np.int64(NUMBER_OF_SET[_without(rest, q)]))
        for v in range(u):
            theirs = (board >> np.uint64(16 * v)) & LANE
            one, other = suit_with_one(mine, 0) & ~INDEX_MASK, suit_with_one(theirs, 0) & ~INDEX_MASK
            first, is_alike, factor, second = _kind_of_suits(s0, s1, s2, s3, u, v, one, other, street)
            for i in range(count):
                x, card = numbers[u, i], 4 * ranks[u, i] + u
                row = TRIANGLE[card]
                if is_alike:
                    for j in range(left[v]):
                        y, low = numbers[v, j], 4 * ranks[v, j] + v
                        combo = row + low if card > low else TRIANGLE[low] + card
                        out[combo] = first + factor * (MULTISETS[2, max(x, y)] + min(x, y))
                else:
                    start = first + factor * x
                    for j in range(left[v]):
                        low = 4 * ranks[v, j] + v
                        combo = row + low if card > low else TRIANGLE[low] + card
                        out[combo] = start + second * numbers[v, j]


@kernel(counts=False)
def _kind_of_suits(s0, s1, s2, s3, u, v, one, other, street):
    """The first class of the deals in which suits u and v have the shapes of `one` and `other`; whether these are
    alike; what the numbers of u and of v are multiplied with."""
    s0 = one if u == 0 else (other if v == 0 else s0)
    s1 = one if u == 1 else (other if v == 1 else s1)
    s2 = one if u == 2 else (other if v == 2 else s2)
    s3 = one if u == 3 else (other if v == 3 else s3)
    first = class_of_kind(s0, s1, s2, s3, HAND_KINDS, HAND_ROWS, street, SHAPES)
    mine = (s0 > one) + (s1 > one) + (s2 > one) + (s3 > one)
    theirs = (s0 > other) + (s1 > other) + (s2 > other) + (s3 > other)
    s0, s1 = max(s0, s1), min(s0, s1)
    s2, s3 = max(s2, s3), min(s2, s3)
    s0, s2 = max(s0, s2), min(s0, s2)
    s1, s3 = max(s1, s3), min(s1, s3)
    s1, s2 = max(s1, s2), min(s1, s2)
    key = ((s0 >> SHAPE_SHIFT) * SHAPES + (s1 >> SHAPE_SHIFT)) * SHAPES + (s2 >> SHAPE_SHIFT)
    row = HAND_KINDS[street * (SHAPES * SHAPES * SHAPES) + key]
    return first, u != v and one == other, HAND_ROWS[row, 1 + mine], HAND_ROWS[row, 1 + theirs]


@kernel("void(uint8[:,::1], uint8[:,::1], int64, int64[::1])")
def classes_of_deals(private, boards, street, out):
    """out[i] = class of private[i] on the first cards of boards[i] (3 on the flop, 4, 5); street 0: before it."""
    cards = 0 if street == 0 else street + 2
    for i in range(private.shape[0]):
        board = NONE
        for j in range(cards):
            board |= MASKS[boards[i, j]]
        out[i] = class_of_hand(private[i, 0], private[i, 1], board, street)


@kernel("void(uint8[:,::1], int64, int64[:,::1])")
def classes_on_boards(boards, street, out):
    """out[b, combo] = class of every hand on board b, or -1; boards: uint8 [n, cards], out: int64 [n, 1326]."""
    for b in range(boards.shape[0]):
        board = NONE
        for j in range(boards.shape[1]):
            board |= MASKS[boards[b, j]]
        classes_on_board(board, street, out[b])


@kernel()
def renaming_between(mask, other, new_mask, new_other):
    """The number of a renaming of suits that turns two sets of cards into two new ones, which differ by suits only; the
    second ones may be empty."""
    code = 0
    taken = 0
    for suit in range(4):
        lane = np.uint64(16 * suit)
        ranks, others = (mask >> lane) & LANE, (other >> lane) & LANE
        for new in range(4):
            new_lane = np.uint64(16 * new)
            is_same = (new_mask >> new_lane) & LANE == ranks and (new_other >> new_lane) & LANE == others
            if is_same and not taken >> new & 1:
                taken |= 1 << new
                code = 4 * code + new
                break
    return RENAMING_OF[code]
