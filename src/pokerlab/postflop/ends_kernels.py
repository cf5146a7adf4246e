"""The values of terminals, sixteen side by side.

All showdowns on one board see the hands in the same order of strength, so sixteen of them are computed in one sweep,
one in each lane. A sweep adds up the opponent's hands from the weakest to the strongest, in total and for each card: at
a hand of the hero's, what is below it is the total so far less what holds one of his two cards.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._lanes import load, load_transposed, splat, store, store_transposed, where_positive, zeros

LANES = 16
DECK = 52
# What a hand meets is a difference of sums: below this part of the total it is rounding, and the hand meets nobody.
ROUNDING = np.float32(1e-6)


@kernel(inline=True)
def sweep_showdown(tiers, tier_start, tier_count, hero, cards, his_start, other_start, work, by_card, reach, out):
    """out[16 i ...] = for hero's hand i the reach of weaker hands minus that of stronger ones; returns all reach.

    work: float32, with sixteen lanes for each of 52 cards from `by_card` on, for each hand of the opponent from `reach`
    on, and for each hand of hero's from `out` on. After it, `by_card` holds the sums over all hands.
    """
    for card in range(DECK):
        store(work, by_card + card * LANES, zeros())
    total = zeros()
    half = splat(np.float32(0.5))
    mine = np.int64(0)
    theirs = np.int64(0)
    for g in range(tier_start, tier_start + tier_count):
        mine_end = np.int64(tiers[g, hero])
        theirs_end = np.int64(tiers[g, 1 - hero])
        for i in range(mine, mine_end):
            high = by_card + np.int64(cards[his_start + i, 0]) * LANES
            low = by_card + np.int64(cards[his_start + i, 1]) * LANES
            below = total - load(work, high) - load(work, low)
            store(work, out + i * LANES, below + below)
        if theirs == theirs_end:
            mine = mine_end
            continue
        for j in range(theirs, theirs_end):
            high = by_card + np.int64(cards[other_start + j, 0]) * LANES
            low = by_card + np.int64(cards[other_start + j, 1]) * LANES
            here = load(work, reach + j * LANES)
            total = total + here
            store(work, high, load(work, high) + here)
            store(work, low, load(work, low) + here)
        for i in range(mine, mine_end):
            high = by_card + np.int64(cards[his_start + i, 0]) * LANES
            low = by_card + np.int64(cards[his_start + i, 1]) * LANES
            upto = total - load(work, high) - load(work, low)
            store(work, out + i * LANES, load(work, out + i * LANES) * half + upto)
        mine = mine_end
        theirs = theirs_end
    return total


@kernel(inline=True)
def add_up(cards, other_start, other_count, work, by_card, reach):
    """The sums over all hands in total (returned) and by card, where the order does not matter."""
    for card in range(DECK):
        store(work, by_card + card * LANES, zeros())
    total = zeros()
    for j in range(other_count):
        high = by_card + np.int64(cards[other_start + j, 0]) * LANES
        low = by_card + np.int64(cards[other_start + j, 1]) * LANES
        here = load(work, reach + j * LANES)
        total = total + here
        store(work, high, load(work, high) + here)
        store(work, low, load(work, low) + here)
    return total


@kernel(inline=True)
def finish(
    cards, same, his_start, his_count, total, scale, rake, fold_scale, is_showdown, has_folds, is_raked, work, by_card,
    reach, out, fold,
):  # fmt: skip
    """Turn a sweep's result (`is_showdown`) or a product into chips less the rake, and write to `fold` what each hand
    wins or loses where somebody folds (`has_folds`)."""
    least = total * splat(ROUNDING)
    for i in range(his_count):
        high = by_card + np.int64(cards[his_start + i, 0]) * LANES
        low = by_card + np.int64(cards[his_start + i, 1]) * LANES
        met = total - load(work, high) - load(work, low)
        value = load(work, out + i * LANES)
        if is_showdown:
            value = value - met
        met = met + load(work, reach + np.int64(same[his_start + i]) * LANES)
        value = where_positive(met - least, value * scale, zeros())
        met = where_positive(met - least, met, zeros())
        if is_raked:
            value = value + met * rake
        store(work, out + i * LANES, value)
        if has_folds:
            store(work, fold + i * LANES, met * fold_scale)


@kernel(inline=True)
def multiply(matrix, start, row_step, column_step, his_count, other_count, work, reach, out):
    """out[16 i ...] = sum over j of matrix[start + i row_step + j column_step] * reach[16 j ...], four rows at once."""
    whole = his_count - his_count % 4
    for i in range(0, whole, 4):
        first, second, third, fourth = zeros(), zeros(), zeros(), zeros()
        at = start + i * row_step
        for j in range(other_count):
            here = load(work, reach + j * LANES)
            first = first + splat(matrix[at]) * here
            second = second + splat(matrix[at + row_step]) * here
            third = third + splat(matrix[at + 2 * row_step]) * here
            fourth = fourth + splat(matrix[at + 3 * row_step]) * here
            at += column_step
        store(work, out + i * LANES, first)
        store(work, out + (i + 1) * LANES, second)
        store(work, out + (i + 2) * LANES, third)
        store(work, out + (i + 3) * LANES, fourth)
    for i in range(whole, his_count):
        total = zeros()
        for j in range(other_count):
            total = total + splat(matrix[start + i * row_step + j * column_step]) * load(work, reach + j * LANES)
        store(work, out + i * LANES, total)


@kernel(inline=True)
def gather_lanes(rows, offsets, first, stride, work, out):
    """out[16 h + l] = rows[offsets[first + l] + h]."""
    for h in range(0, stride, LANES):
        load_transposed(rows, offsets, first, h, work, out + h * LANES)


@kernel(inline=True)
def scatter_lanes(work, lanes, rows, offsets, first, stride):
    """rows[offsets[first + l] + h] = lanes[16 h + l]."""
    for h in range(0, stride, LANES):
        store_transposed(work, lanes + h * LANES, rows, offsets, first, h)
