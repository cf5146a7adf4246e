"""Kernels of the suit-isomorphism index. What they compute is defined in `isomorphism`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from math import comb

import numpy as np

from pokerlab._jit import kernel, popcount
from pokerlab.cards.cardset import CARD_MASKS

MASKS = CARD_MASKS.copy()
NONE = np.uint64(0)
ONE = np.uint64(1)
LANE = np.uint64(0xFFFF)
SHAPE_SHIFT = np.int64(40)  # a suit packs into shape << 40 | index; no suit index comes near 2 ** 40
INDEX_MASK = np.int64((1 << 40) - 1)

# BINOMIALS[n, k]: the ways to draw k of n ranks
BINOMIALS = np.array([[comb(n, k) for k in range(14)] for n in range(14)], np.int64)
# The sets of ranks by size; within a size ascending as numbers, which is their colexicographic order.
RANK_SETS = np.array(sorted(range(8192), key=lambda ranks: (ranks.bit_count(), ranks)), np.uint64)
RANK_SET_STARTS = np.cumsum([0, *(comb(13, k) for k in range(13))]).astype(np.int64)


@kernel()
def multisets(size, k):
    """How many multisets of k elements there are over `size` values (k = 1..4)."""
    if k == 1:
        return size
    pairs = (size * (size + 1)) >> 1
    if k == 2:
        return pairs
    if k == 3:
        return pairs * (size + 2) // 3
    return pairs * (size + 2) // 3 * (size + 3) // 4


@kernel(inline=True)
def _join_suits(s0, s1, s2, s3, shapes, sizes, offsets):
    """The index of a deal whose four suits, in any order, are given as shape << 40 | index."""
    s0, s1 = max(s0, s1), min(s0, s1)
    s2, s3 = max(s2, s3), min(s2, s3)
    s0, s2 = max(s0, s2), min(s0, s2)
    s1, s3 = max(s1, s3), min(s1, s3)
    s1, s2 = max(s1, s2), min(s1, s2)
    a, b, c, d = s0 >> SHAPE_SHIFT, s1 >> SHAPE_SHIFT, s2 >> SHAPE_SHIFT, s3 >> SHAPE_SHIFT
    w, x, y, z = s0 & INDEX_MASK, s1 & INDEX_MASK, s2 & INDEX_MASK, s3 & INDEX_MASK
    # Suits of equal shape form a multiset, largest first; the groups are digits, the first one the lowest.
    group = z
    run = 1
    higher = np.int64(0)
    if c == d:
        run = 2
        group += multisets(y, 2)
    else:
        higher = group
        group = y
    if b == c:
        run += 1
        group += multisets(x, run)
    else:
        higher = group + multisets(sizes[c], run) * higher
        run = 1
        group = x
    if a == b:
        run += 1
        group += multisets(w, run)
    else:
        higher = group + multisets(sizes[b], run) * higher
        run = 1
        group = w
    value = group + multisets(sizes[a], run) * higher
    return offsets[(a * shapes + b) * shapes + c] + value


@kernel("void(uint8[:,::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])")
def index_hands(cards, rounds, radices, sizes, offsets, out):
    """out[i] = index of hand cards[i] (cards of the first round first, in any order within a round).

    rounds, radices: [round]; sizes: [shape], ways to fill a suit of that shape; offsets: [shape ** 3].
    """
    shapes = sizes.shape[0]
    suit = np.empty(4, np.int64)
    for h in range(cards.shape[0]):
        suit[:] = 0
        used = NONE
        shape = NONE  # one 16-bit lane per suit, like the card masks
        first = 0
        for r in range(rounds.shape[0]):
            last = first + rounds[r]
            drawn = NONE
            for j in range(first, last):
                drawn |= MASKS[cards[h, j]]
            before = shape
            radix = np.uint64(radices[r])
            for j in range(first, last):
                card = np.uint64(cards[h, j])
                lane = (card & np.uint64(3)) << np.uint64(4)
                below = (ONE << (card >> np.uint64(2))) - ONE
                rank = (card >> np.uint64(2)) - popcount((used >> lane) & below)
                place = popcount((drawn >> lane) & below)
                suit[card & np.uint64(3)] += sizes[(before >> lane) & LANE] * BINOMIALS[rank, place + ONE]
                shape += radix << lane
            used |= drawn
            first = last
        s0 = np.int64(shape & LANE) << SHAPE_SHIFT | suit[0]
        s1 = np.int64((shape >> np.uint64(16)) & LANE) << SHAPE_SHIFT | suit[1]
        s2 = np.int64((shape >> np.uint64(32)) & LANE) << SHAPE_SHIFT | suit[2]
        s3 = np.int64((shape >> np.uint64(48)) & LANE) << SHAPE_SHIFT | suit[3]
        out[h] = _join_suits(s0, s1, s2, s3, shapes, sizes, offsets)


@kernel("void(int64[::1], int64[::1], int64[:,::1], int64[:,:,::1], int64[::1], uint8[:,::1])")
def unindex_hands(indices, sizes, deals, counts, starts, out):
    """out[i] = the canonical hand of an index.

    deals: [deal, suit], the shapes of each kind of deal; counts: [deal, round, suit], the cards those shapes have;
    starts: [deal + 1], the first index of each kind.
    """
    suit = np.empty(4, np.int64)
    used = np.empty(4, np.uint64)
    for h in range(indices.shape[0]):
        deal = np.searchsorted(starts, indices[h], side="right") - 1
        value = indices[h] - starts[deal]
        first = 0
        while first < 4:
            last = first + 1
            while last < 4 and deals[deal, last] == deals[deal, first]:
                last += 1
            size = sizes[deals[deal, first]]
            ways = multisets(size, last - first)
            member = value % ways
            value //= ways
            for place in range(first, last):
                suit[place] = _largest_member(member, size, last - place)
                member -= multisets(suit[place], last - place)
            first = last
        used[:] = NONE
        slot = 0
        for r in range(counts.shape[1]):
            for place in range(4):
                count = counts[deal, r, place]
                if count:
                    ways = BINOMIALS[13 - np.int64(popcount(used[place])), count]
                    ranks = _spread(RANK_SETS[RANK_SET_STARTS[count] + suit[place] % ways], used[place])
                    suit[place] //= ways
                    used[place] |= ranks
                    slot += count
                    _write_suit(ranks, 3 - place, out[h, slot - count : slot])


@kernel()
def _largest_member(value, size, k):
    """The largest x < size whose multisets(x, k) do not exceed `value`."""
    if k == 1:
        return value
    low = np.int64(0)
    high = size
    while high - low > 1:
        middle = (low + high) // 2
        if multisets(middle, k) <= value:
            low = middle
        else:
            high = middle
    return low


@kernel()
def _spread(ranks, used):
    """Open a gap in a set of ranks at each rank of `used`, so that bit i means the i-th rank not used."""
    while used:
        rank = used & (~used + ONE)
        below = rank - ONE
        ranks = (ranks & below) | ((ranks & ~below) << ONE)
        used ^= rank
    return ranks


@kernel()
def _write_suit(ranks, suit, out):
    """Write the cards of a set of ranks, highest first."""
    place = out.shape[0]
    while ranks:
        rank = ranks & (~ranks + ONE)
        place -= 1
        out[place] = 4 * popcount(rank - ONE) + suit
        ranks ^= rank


@kernel("void(uint64[::1], int64[:,::1], int64[::1])")
def orbit_sizes(masks, permutations, out):
    """out[i] = size of the orbit of masks[i] under a group of suit permutations if it is the smallest set of its
    orbit, else 0."""
    for i in range(masks.shape[0]):
        mask = masks[i]
        fixed = 0
        for p in range(permutations.shape[0]):
            image = NONE
            for s in range(4):
                image |= ((mask >> np.uint64(16 * s)) & LANE) << np.uint64(16 * permutations[p, s])
            if image < mask:
                fixed = 0
                break
            fixed += image == mask
        out[i] = permutations.shape[0] // fixed if fixed else 0
