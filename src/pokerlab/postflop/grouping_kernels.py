"""The way through a grove if hands are grouped: strategies and what is learnt are by group, reach and values by hand.

Arrays and offsets as in `nodes_kernels`; a row of a table has `width` numbers, one per group, a row of hands `stride`.
`group_of` is read from offset `grouped` on, `depths` from `slices` on, `members` and `shares` from `member` on (see
`grouping.Grouping`).
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

import pokerlab.postflop.columns as at
from pokerlab._jit import kernel
from pokerlab._lanes import gather, larger, load, splat, store, where_positive, zeros
from pokerlab.postflop.nodes_kernels import (
    AHEAD,
    AVERAGE,
    MATCHED,
    PREDICTED,
    UNLOCKED,
    add_children,
    add_gains,
    add_strategy,
    ask_for,
    hedge,
    keep_gains,
    take_best,
)

LANES = 16


@kernel(inline=True)
def go_down_groups(plan, tables, grouping, hero, mode, grove, board, work):
    """The opponent's reach at every node of a grove; his strategy is added to his average."""
    nodes, locks, locked = plan.nodes, tables.locks, tables.locked
    regrets, sums, gains, numbers = tables.regrets, tables.sums, tables.gains, tables.numbers
    group_of, depths, members, shares = grouping
    other = 1 - hero
    stride, width = plan.boards[board, at.STRIDE + other], plan.boards[board, at.WIDTH + other]
    base, grouped = plan.boards[board, at.STORAGE + other], plan.boards[board, at.GROUPED_AT + other]
    slices, member = plan.boards[board, at.SLICE_AT + other], plan.boards[board, at.MEMBER_AT + other]
    start = plan.layout[at.REACH_AT + plan.boards[board, at.LEVEL]]
    scratch = plan.layout[at.SCRATCH]
    keep, weight, by_reach = numbers[at.KEEP], numbers[at.WEIGHT], numbers[at.BY_REACH] != 0
    averages = mode == at.UPDATE and weight > 0
    kind = AVERAGE
    if mode == at.UPDATE:
        kind = PREDICTED if numbers[at.PREDICTIVE] != 0 else MATCHED
    table = sums if kind == AVERAGE else regrets  # sums are never negative
    empty = start + plan.groves[grove, at.REACH_ROWS] * stride
    for h in range(0, stride, LANES):
        store(work, empty + h, zeros())
    end = plan.groves[grove, at.NODES_END]
    for n in range(plan.groves[grove, at.NODES], end):
        ahead = n + AHEAD
        if ahead < end and nodes[ahead, at.IS_HERO] == 0:
            ask_for(table, base + nodes[ahead, at.ROW] * width, nodes[ahead, at.MOVES] * width)
            if averages:
                ask_for(sums, base + nodes[ahead, at.ROW] * width, nodes[ahead, at.MOVES] * width)
        if nodes[n, at.IS_HERO] == 1:
            continue
        count = nodes[n, at.MOVES]
        place = base + nodes[n, at.ROW] * width
        rows = scratch + count * LANES
        target = start + nodes[n, at.NEXT_REACH] * stride
        write_group_strategy(table, gains, kind == PREDICTED, count, width, place, work, rows)
        spread_groups(
            count, stride, width, group_of, grouped, work, rows, start + nodes[n, at.REACH] * stride, target
        )  # fmt: skip
        if averages and by_reach:
            add_group_reach(
                count, stride, width, depths, slices, members, shares, member, sums, place, keep, weight, work, target
            )  # fmt: skip
        elif averages:
            add_strategy(
                kind, count, width, regrets, sums, gains, place, UNLOCKED, locks, locked, keep, weight, work, scratch
            )  # fmt: skip


@kernel(inline=True)
def go_up_groups(plan, tables, grouping, hero, mode, grove, board, work):
    """The hero's value at every node of a grove; what it teaches goes into the tables."""
    nodes, locks, locked = plan.nodes, tables.locks, tables.locked
    regrets, sums, gains, scales, numbers = tables.regrets, tables.sums, tables.gains, tables.scales[0], tables.numbers
    group_of, depths, members, shares = grouping
    stride, width = plan.boards[board, at.STRIDE + hero], plan.boards[board, at.WIDTH + hero]
    base, grouped = plan.boards[board, at.STORAGE + hero], plan.boards[board, at.GROUPED_AT + hero]
    slices, member = plan.boards[board, at.SLICE_AT + hero], plan.boards[board, at.MEMBER_AT + hero]
    start = plan.layout[at.VALUE_AT + plan.boards[board, at.LEVEL]]
    scratch = plan.layout[at.SCRATCH]
    positive, negative, floor = numbers[at.POSITIVE], numbers[at.NEGATIVE], numbers[at.FLOOR]
    return_new = numbers[at.RETURN_NEW] != 0
    kind = AVERAGE
    if mode == at.UPDATE:
        kind = PREDICTED if numbers[at.PREDICTIVE] != 0 else MATCHED
    table = sums if kind == AVERAGE else regrets  # sums are never negative
    first_node, end = plan.groves[grove, at.NODES], plan.groves[grove, at.NODES_END]
    for back in range(end - first_node):
        n = end - 1 - back
        ahead = n - AHEAD
        if ahead >= first_node and nodes[ahead, at.IS_HERO] == 1 and mode != at.BEST:
            ask_for(table, base + nodes[ahead, at.ROW] * width, nodes[ahead, at.MOVES] * width)
        count = nodes[n, at.MOVES]
        first = start + nodes[n, at.FIRST_VALUE] * stride
        out = start + nodes[n, at.VALUE] * stride
        if nodes[n, at.IS_HERO] == 0:
            add_children(count, stride, work, first, out)
            continue
        place = base + nodes[n, at.ROW] * width
        if mode == at.BEST:
            take_best(count, stride, sums, place, UNLOCKED, locks, locked, work, first, out, scratch)
            continue
        rows = scratch + count * LANES
        means = rows + count * width
        mean = means + count * width
        if mode != at.FOLLOW:
            mean_of_groups(count, stride, width, depths, slices, members, shares, member, work, first, means)
        if mode == at.BEST_OF_GROUP:
            choose_best(count, width, work, means, rows)
        else:
            write_group_strategy(table, gains, kind == PREDICTED, count, width, place, work, rows)
        if mode == at.HEDGE:
            hedge(
                count, width, sums, place, numbers[at.VISIT], numbers[at.GREEDY], locks, locked, work, means, scratch
            )  # fmt: skip
        elif mode == at.UPDATE:
            mix_means(count, width, work, means, rows, mean)
            add_gains(
                count, width, regrets, scales, 0, place, positive, negative, floor, work, means, mean, np.uint64(0),
                scratch,
            )  # fmt: skip
            if kind == PREDICTED:
                keep_gains(count, width, gains, place, work, means, mean)
        if return_new and (mode == at.HEDGE or mode == at.UPDATE):
            write_group_strategy(table, gains, kind == PREDICTED, count, width, place, work, rows)
        mix_groups(count, stride, width, group_of, grouped, work, rows, first, out)


@kernel(inline=True)
def carry_groups(plan, grouping, hero, grove, board, work):
    """Set the values of a grove's roots to the means of the groups: what a hand carries up is what its group wins."""
    group_of, depths, members, shares = grouping
    stride, width = plan.boards[board, at.STRIDE + hero], plan.boards[board, at.WIDTH + hero]
    grouped = plan.boards[board, at.GROUPED_AT + hero]
    slices, member = plan.boards[board, at.SLICE_AT + hero], plan.boards[board, at.MEMBER_AT + hero]
    start = plan.layout[at.VALUE_AT + plan.boards[board, at.LEVEL]]
    scratch = plan.layout[at.SCRATCH]
    for r in range(plan.groves[grove, at.ROOTS]):
        row = start + r * stride
        mean_of_groups(1, stride, width, depths, slices, members, shares, member, work, row, scratch)
        give_to_hands(stride, group_of, grouped, work, scratch, row)


@kernel(inline=True)
def write_group_strategy(table, gains, is_predicted, count, width, place, out, rows):
    """out[rows...] = the strategy of all groups, a row for each move: in proportion to what is positive in a table,
    with the last gain counted twice if it is predicted."""
    share = splat(np.float32(1.0 / count))
    for g in range(0, width, LANES):
        total = zeros()
        for k in range(count):
            part = load(table, place + k * width + g)
            if is_predicted:
                part = part + load(gains, place + k * width + g)
            part = larger(part, zeros())
            total = total + part
            store(out, rows + k * width + g, part)
        for k in range(count):
            chance = where_positive(total, load(out, rows + k * width + g) / total, share)
            store(out, rows + k * width + g, chance)


@kernel(inline=True)
def spread_groups(count, stride, width, group_of, grouped, reach, rows, source, target):
    """reach of the children of a node whose player plays what is in `rows`."""
    for h in range(0, stride, LANES):
        here = load(reach, source + h)
        for k in range(count):
            chance = gather(reach, rows + k * width, group_of, grouped + h)
            store(reach, target + k * stride + h, here * chance)


@kernel(inline=True)
def mix_groups(count, stride, width, group_of, grouped, values, rows, first, out):
    """values[out...] = the mean of the children's values under the strategy in `rows`."""
    for h in range(0, stride, LANES):
        mixed = zeros()
        for k in range(count):
            chance = gather(values, rows + k * width, group_of, grouped + h)
            mixed = mixed + chance * load(values, first + k * stride + h)
        store(values, out + h, mixed)


@kernel(inline=True)
def add_group_reach(
    count, stride, width, depths, slices, members, shares, member, sums, place, keep, weight, reach, target
):  # fmt: skip
    """sums := sums * keep + weight * reach of the children, added up over the hands of each group."""
    kept, weighed = splat(keep), splat(weight)
    start = member
    for g in range(0, width, LANES):
        depth = np.int64(depths[slices + g // LANES])
        for k in range(count):
            total = zeros()
            for m in range(start, start + depth * LANES, LANES):
                hands = gather(reach, target + k * stride, members, m)
                total = total + where_positive(load(shares, m), hands, zeros())
            cell = place + k * width + g
            store(sums, cell, load(sums, cell) * kept + total * weighed)
        start += depth * LANES


@kernel(inline=True)
def mean_of_groups(count, stride, width, depths, slices, members, shares, member, values, first, rows):
    """values[rows...] = the mean over the hands of each group of so many rows of values, which begin at `first`."""
    start = member
    for g in range(0, width, LANES):
        depth = np.int64(depths[slices + g // LANES])
        for k in range(count):
            total = zeros()
            for m in range(start, start + depth * LANES, LANES):
                total = total + load(shares, m) * gather(values, first + k * stride, members, m)
            store(values, rows + k * width + g, total)
        start += depth * LANES


@kernel(inline=True)
def mix_means(count, width, values, rows, strategy, out):
    """values[out...] = the mean of `rows` under `strategy`, both a row for each move."""
    for g in range(0, width, LANES):
        mixed = zeros()
        for k in range(count):
            cell = k * width + g
            mixed = mixed + load(values, strategy + cell) * load(values, rows + cell)
        store(values, out + g, mixed)


@kernel(inline=True)
def choose_best(count, width, values, rows, strategy):
    """values[strategy...] = 1 for the move with the best of `rows` (of equal ones the last), else 0."""
    one = splat(np.float32(1))
    for g in range(0, width, LANES):
        best = load(values, rows + g)
        for k in range(1, count):
            best = larger(best, load(values, rows + k * width + g))
        free = one
        for back in range(count):
            k = count - 1 - back
            is_best = where_positive(best - load(values, rows + k * width + g), zeros(), free)
            free = free - is_best
            store(values, strategy + k * width + g, is_best)


@kernel(inline=True)
def give_to_hands(stride, group_of, grouped, values, row, out):
    """values[out...] = for each hand the number of its group in `row`."""
    for h in range(0, stride, LANES):
        store(values, out + h, gather(values, row, group_of, grouped + h))
