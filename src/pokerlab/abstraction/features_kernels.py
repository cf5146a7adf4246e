"""Kernels that sweep river boards: points of every hand, and what it wins from two and three opponents.

Hands that a hand beats are edges of a graph whose vertices are the cards that are left; two (three) opponents that it
beats are two (three) edges without a common vertex. Let edges of beaten hands weigh 1 and those of tied hands t: the
sum M(t) over all such sets of the product of weights is a polynomial of degree two (three), and the share of the pot,
1/(1 + number of ties), is its integral over t from 0 to 1. Simpson's rule, (M(0) + 4 M(1/2) + M(1)) / 6, is exact for
it. Weights are kept doubled, so that all numbers are whole.

M follows from sums over vertices by inclusion and exclusion over shared cards. With s, q the sums of w and w^2 at a
vertex, p1, p2, p3 the sums of w, w^2, w^3 over all edges:

    two edges    (p1^2 - p2)/2 - sum (s^2 - q)/2
    three edges  (p1^3 - 3 p1 p2 + 2 p3)/6            all sets of three
                 - p1 sum (s^2 - q)/2 + sum (s q - c)   those with two that meet, for each such two
                 + (sum s^3 + s'W s - 5 sum s q + 6 p3)/2   those with one that meets both others
                 - sum (s^3 - 3 s q + 2 c)/6 - triangles    those where all three meet, in a card or not

Suits that cannot make a flush do not matter: cards are of one kind if they have the same rank and neither is of the
suit of a flush. Hands of two kinds are all beaten, tied or not, so a graph of at most 26 kinds, each with a number of
cards, stands for that of the cards, and one hand of two kinds for all.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel
from pokerlab.abstraction.feature_tables import BINS, RIVER_POINTS
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.class_kernels import classes_on_board
from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.cards.equity_kernels import FIRST, SECOND
from pokerlab.cards.evaluator_kernels import sort_boards
from pokerlab.cards.strength_kernels import count_points

MASKS = CARD_MASKS.copy()
COMBOS = len(COMBO_CARDS)
LIVE = 1081
"""Hands on a river board."""
# What is kept of a river board is one row of int32: two shares, then points (int16), then the hands by ascending rank
# (uint16; the first of each tier of equal rank has the bit NEW_TIER).
SHARE2, SHARE3, POINTS, ORDER = 0, COMBOS, 2 * COMBOS, 2 * COMBOS + COMBOS // 2
WIDTH = ORDER + (LIVE + 1) // 2
NEW_TIER = 1 << 15
KINDS = 26
LANES = 32  # kinds, filled up so that loops over them are whole vectors
SUMS = 5  # sums of points, their squares and cubes, and of both shares
ROW = types.Array(types.int32, 2, "C", readonly=True)
"""The type of rows in a mapped file."""


@kernel("void(uint8[:,::1], int32[:,::1])")
def sweep_rivers(boards, rows):
    """Fill rows [board, WIDTH] for boards [board, 5]. Hands that share a card with the board have -1 points."""
    combos = np.empty((1, LIVE), np.uint16)
    ranks = np.empty((1, LIVE), np.uint16)
    starts = np.empty((1, LIVE + 1), np.uint16)
    tiers = np.empty(1, np.int64)
    points = np.empty((1, COMBOS), np.int16)
    board = np.empty((1, 5), np.uint8)
    weights = np.empty((KINDS, LANES), np.int16)
    sums = np.empty((5, LANES), np.int32)
    spare = np.empty(LANES, np.int16)
    numbers = np.empty((KINDS, KINDS), np.int64)
    found = np.empty((KINDS * KINDS, 4), np.int64)
    for b in range(boards.shape[0]):
        board[0] = boards[b]
        sort_boards(board, combos, ranks, starts, tiers)
        points[:] = -1
        count_points(combos, starts, tiers, points)
        row = rows[b]
        row[POINTS:ORDER].view(np.int16)[:] = points[0]
        order = row[ORDER:WIDTH].view(np.uint16)
        order[LIVE] = 0
        order[:LIVE] = combos[0]
        for tier in range(tiers[0]):
            order[starts[0, tier]] |= NEW_TIER
        row[:POINTS] = 0
        _shares(boards[b], combos[0], starts[0], tiers[0], weights, sums, spare, numbers, found, row)


@kernel("void(int32[:,::1], int64[::1], int64[::1], int64[:,::1])")
def add_preflop(rows, sizes, class_of, out):
    """out[class, SUMS + BINS] += what rows of rivers, each `sizes` times, say of all hands of a class of hands."""
    for b in range(rows.shape[0]):
        row = rows[b]
        points = row[POINTS:ORDER].view(np.int16)
        for hand in range(COMBOS):
            value = np.int64(points[hand])
            if value >= 0:
                found = out[class_of[hand]]
                found[0] += sizes[b] * value
                found[1] += sizes[b] * value * value
                found[2] += sizes[b] * value * value * value
                found[3] += sizes[b] * row[SHARE2 + hand]
                found[4] += sizes[b] * row[SHARE3 + hand]
                found[SUMS + min(value * BINS // RIVER_POINTS, BINS - 1)] += sizes[b]


@kernel(
    types.void(
        types.uint8[:, ::1], types.int64[::1], ROW, types.int16[::1], types.int32[::1], types.int32[::1],
        types.uint8[::1],
    )
)  # fmt: skip
def spread_rivers(boards, board_sizes, rows, points, share2, share3, deals):
    """Write rows of river boards to tables by class. board_sizes: how many boards each stands for."""
    classes = np.empty(COMBOS, np.int64)
    for b in range(boards.shape[0]):
        mask = np.uint64(0)
        for card in boards[b]:
            mask |= MASKS[card]
        classes_on_board(mask, 3, classes)
        row = rows[b]
        own = row[POINTS:ORDER].view(np.int16)
        for hand in range(COMBOS):
            place = classes[hand]
            if place >= 0:
                points[place] = own[hand]
                share2[place] = row[SHARE2 + hand]
                share3[place] = row[SHARE3 + hand]
                deals[place] += np.uint8(board_sizes[b])


@kernel()
def _shares(board, combos, starts, tiers, weights, sums, spare, numbers, found, row):
    """What every hand wins from two and from three opponents, in sixths and twelfths of the pot, into a row.

    weights: int16 [kind, LANES], doubled; sums: int32 [5, LANES], of each kind the number of cards, and of one of them
    s, q, c and triangles; numbers: int64 [kind, kind], the number of two kinds in their tier; found: int64 [number, 4],
    two kinds and what is won.
    """
    suit = _flush_suit(board)
    weights[:] = 0
    sums[:] = 0
    numbers[:] = -1
    for card in range(52):
        sums[0, _kind(card, suit)] += 1
    for card in board:
        sums[0, _kind(card, suit)] -= 1
    totals = np.zeros(3, np.int64)  # p1, p2, p3
    for tier in range(tiers):
        hands = combos[starts[tier] : starts[tier + 1]]
        count = 0
        for hand in hands:
            x, y = _kind(FIRST[hand], suit), _kind(SECOND[hand], suit)
            if numbers[x, y] < 0:
                numbers[x, y] = numbers[y, x] = count
                found[count, 0], found[count, 1] = x, y
                found[count, 2] = found[count, 3] = 0
                count += 1
        is_alone = hands.shape[0] == 1  # no hand ties with it: all three terms of Simpson's rule are the same
        for step in range(1 if is_alone else 3):
            times = 6 if is_alone else (4 if step == 1 else 1)
            triangles = np.int64(0)
            for kind in range(KINDS):
                triangles += np.int64(sums[0, kind]) * np.int64(sums[4, kind])
            triangles //= 3
            for i in range(count):
                two, three = _two_and_three(found[i, 0], found[i, 1], weights, sums, spare, totals, triangles)
                found[i, 2] += times * two
                found[i, 3] += times * three
            if step < 2:
                for i in range(count):
                    _add(found[i, 0], found[i, 1], 2 if is_alone else 1, weights, sums, totals)
        for hand in hands:
            i = numbers[_kind(FIRST[hand], suit), _kind(SECOND[hand], suit)]
            row[SHARE2 + hand] = found[i, 2] >> 2
            row[SHARE3 + hand] = found[i, 3] >> 2


@kernel()
def _flush_suit(board):
    """The suit that a flush on this board has, -1 if there can be none."""
    for suit in range(4):
        held = 0
        for card in board:
            held += card & 3 == suit
        if held >= 3:
            return suit
    return -1


@kernel()
def _kind(card, suit):
    """The kind 0..25 of a card: its rank, apart for the suit of a flush."""
    return (card >> 2) + 13 * (card & 3 == suit)


@kernel()
def _add(x, y, more, weights, sums, totals):
    """Let all hands of two kinds weigh more."""
    count, s, q, c, triangles = sums[0], sums[1], sums[2], sums[3], sums[4]
    before = np.int64(weights[x, y])
    after = before + more
    squares = after * after - before * before
    cubes = after * after * after - before * before * before
    nx, ny = np.int64(count[x]), np.int64(count[y])
    own, other = weights[x], weights[y]
    if x == y:
        pairs = (nx * (nx - 1)) >> 1
        factor = np.int32(pairs * more)
        inner = np.int32(0)
        for i in range(own.shape[0]):
            square = np.int32(np.int32(own[i]) * np.int32(own[i]))
            triangles[i] = np.int32(triangles[i] + np.int32(square * factor))
            inner = np.int32(inner + np.int32(square * count[i]))
        of_own = before * before
        triangles[x] -= of_own * factor
        triangles[x] += (nx - 1) * more * (inner - of_own * nx) + (((nx - 1) * (nx - 2)) >> 1) * cubes
        s[x] += more * (nx - 1)
        q[x] += squares * (nx - 1)
        c[x] += cubes * (nx - 1)
    else:
        pairs = nx * ny
        factor = np.int32(pairs * more)
        inner = np.int32(0)
        for i in range(own.shape[0]):
            both = np.int32(np.int32(own[i]) * np.int32(other[i]))
            triangles[i] = np.int32(triangles[i] + np.int32(both * factor))
            inner = np.int32(inner + np.int32(both * count[i]))
        wx, wy = np.int64(own[x]), np.int64(other[y])  # of two cards of one kind
        triangles[x] -= wx * before * factor
        triangles[y] -= before * wy * factor
        outer = more * (inner - wx * before * nx - before * wy * ny)
        triangles[x] += ny * outer + squares * (wx * (nx - 1) * ny + wy * ((ny * (ny - 1)) >> 1))
        triangles[y] += nx * outer + squares * (wy * (ny - 1) * nx + wx * ((nx * (nx - 1)) >> 1))
        s[x] += more * ny
        s[y] += more * nx
        q[x] += squares * ny
        q[y] += squares * nx
        c[x] += cubes * ny
        c[y] += cubes * nx
    weights[x, y] = after
    weights[y, x] = after
    totals[0] += more * pairs
    totals[1] += squares * pairs
    totals[2] += cubes * pairs


@kernel()
def _two_and_three(x, y, weights, sums, spare, totals, triangles):
    """The sums over sets of two and of three edges without a common vertex, and without a card of kind x and one of
    kind y."""
    count, s, q = sums[0], sums[1], sums[2]
    own, other = weights[x], weights[y]
    count[x] -= 1
    count[y] -= 1
    ss = np.int32(0)
    sss = np.int32(0)
    sq = np.int32(0)
    common = np.int32(0)
    for i in range(spare.shape[0]):
        a, b = np.int32(own[i]), np.int32(other[i])
        rest = np.int32(s[i] - a - b)
        squares = np.int32(q[i] - np.int32(a * a) - np.int32(b * b))
        times = np.int32(rest * count[i])
        square = np.int32(times * rest)
        spare[i] = np.int16(times)
        ss = np.int32(ss + square)
        sss = np.int32(sss + np.int32(square * rest))
        sq = np.int32(sq + np.int32(times * squares))
        common = np.int32(common + np.int32(np.int32(a * b) * count[i]))
    form = np.int64(0)
    for kind in range(KINDS):
        if spare[kind]:
            edges = weights[kind]
            part = np.int32(0)
            for i in range(edges.shape[0]):
                part = np.int32(part + np.int32(np.int32(edges[i]) * np.int32(spare[i])))
            rest = np.int64(s[kind] - own[kind] - other[kind])
            form += np.int64(spare[kind]) * (np.int64(part) - np.int64(edges[kind]) * rest)
    count[x] += 1
    count[y] += 1
    w = np.int64(own[y])
    total = totals[0] - s[x] - s[y] + w
    squares = totals[1] - q[x] - q[y] + w * w
    cubes = totals[2] - sums[3, x] - sums[3, y] + w * w * w
    left = triangles - sums[4, x] - sums[4, y] + w * np.int64(common)
    meeting = (np.int64(ss) - 2 * squares) >> 1  # q and c over all vertices are twice those over all edges
    two = ((total * total - squares) >> 1) - meeting
    three = (total * total * total - 3 * total * squares + 2 * cubes) // 6
    three -= total * meeting - (np.int64(sq) - 2 * cubes)
    three += (np.int64(sss) + form - 5 * np.int64(sq) + 6 * cubes) >> 1
    three -= (np.int64(sss) - 3 * np.int64(sq) + 4 * cubes) // 6 + left
    return two, three
