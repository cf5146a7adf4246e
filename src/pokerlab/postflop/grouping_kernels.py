"""What happens at one decision node if hands play in groups: strategies and what is learnt are by group, reach and
values by hand.

Arrays and offsets as in `nodes_kernels`; a row of a table has `width` numbers, one per group, a row of hands `stride`.
`group_of` is read from offset `grouped` on, `depths` from `slices` on, `members` and `shares` from `member` on (see
`grouping.Grouping`).
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

import pokerlab.postflop.columns as at
from pokerlab._jit import kernel
from pokerlab._lanes import gather, larger, load, splat, store, where_positive, zeros
from pokerlab.equilibrium.rule_columns import PREDICTED
from pokerlab.postflop.nodes_kernels import add_gains, add_strategy, adds_average, hedge, keep_gains

LANES = 16


@kernel(inline=True)
def pass_on_groups(grouping, offsets, node, tables, table, kind, task, work, source, target):
    """One of the opponent's nodes."""
    group_of, depths, members, shares = grouping
    grouped, slices, member = offsets
    count, stride, width = node.count, node.stride, node.width
    chances = node.scratch + count * LANES
    write_group_strategy(table, tables.gains, kind == PREDICTED, count, width, node.place, work, chances)
    spread_groups(count, stride, width, group_of, grouped, work, chances, source, target)
    if adds_average(task):
        if task.traits.is_by_reach:
            add_group_reach(
                count, stride, width, depths, slices, members, shares, member, tables.sums, node.place,
                task.numbers.keep, task.numbers.weight, work, target,
            )  # fmt: skip
        else:
            add_strategy(node, tables, kind, task.numbers, work)


@kernel(inline=True)
def learn_groups(grouping, offsets, node, tables, table, kind, task, work, first, out):
    """One of the hero's nodes: groups learn from the means of their hands."""
    group_of, depths, members, shares = grouping
    grouped, slices, member = offsets
    count, stride, width, place = node.count, node.stride, node.width, node.place
    mode, is_predicted = task.mode, kind == PREDICTED
    chances = node.scratch + count * LANES
    means = chances + count * width
    mean = means + count * width
    if mode != at.FOLLOW:
        mean_of_groups(count, stride, width, depths, slices, members, shares, member, work, first, means)
    if mode == at.BEST_OF_GROUP:
        choose_best(count, width, work, means, chances)
    else:
        write_group_strategy(table, tables.gains, is_predicted, count, width, place, work, chances)
    if mode == at.HEDGE:
        hedge(node, tables, task.numbers, work, means)
    elif mode == at.UPDATE:
        mix_means(count, width, work, means, chances, mean)
        add_gains(node, tables.regrets, tables.scales[0], task.numbers, work, means, mean)
        if is_predicted:
            keep_gains(node, tables.gains, work, means, mean)
    if task.traits.returns_new and (mode == at.HEDGE or mode == at.UPDATE):
        write_group_strategy(table, tables.gains, is_predicted, count, width, place, work, chances)
    mix_groups(count, stride, width, group_of, grouped, work, chances, first, out)


@kernel(inline=True)
def carry_groups(grouping, offsets, roots, stride, width, work, start, scratch):
    """Set the values of some roots, rows from `start` on, to the means of the groups: what a hand carries up is what
    its group wins."""
    group_of, depths, members, shares = grouping
    grouped, slices, member = offsets
    for r in range(roots):
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
