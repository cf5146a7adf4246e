"""What happens at one decision node, sixteen hands at a time.

Arrays are flat. A `Node` has its number of moves, the offset of its strategy rows in a table (`place`), one row per
move at distance `stride`, and of a scratch memory; rows of reach and values are given by their offsets too. Tables are
float32, or int16 with a scale per node, at `slot`: then numbers are rounded at random by `seed`, so that small gains
add up. With groups of hands, rows of tables have `width` numbers, one for each group, else `stride` of them.

A strategy comes in three kinds: in proportion to positive regrets, the same with the last gain counted twice, or the
average. `lock` is an index into the locked nodes, or -1: hands of a locked node with mask 1 play what is locked.
`locks`: int64 [node, 3], the node's place in the tables, the offsets of its mask and of its strategy in `locked`,
float32.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from collections import namedtuple

import numpy as np
from numba import types
from numba.extending import overload

from pokerlab._jit import kernel
from pokerlab._lanes import (
    larger,
    largest,
    load,
    next_noise,
    prefetch,
    splat,
    start_noise,
    store,
    store_rounded,
    where_positive,
    zeros,
)
from pokerlab.equilibrium.rule_columns import (
    PREDICTED,
)
from pokerlab.postflop.columns import FOLLOW, HEDGE, LOCK_MASK, LOCK_PLACE, LOCK_ROWS, UPDATE

LANES = 16
SHORT_LIMIT = np.float32(32767)
# Regrets below this (chips times weight) are none. Left alone, they would shrink until a division by their sum
# overflows.
TINY = np.float32(1e-25)
AVERAGE = 3  # a kind of strategy beside those of rules
UNLOCKED = -1
AHEAD = 3
"""How many nodes ahead the rows of a node are asked for."""

Node = namedtuple("Node", "count stride width place lock slot seed scratch")


@kernel(inline=True)
def ask_for(table, place, size):
    """Prefetch the rows of a node: processors do not foresee the way through the tables, least of all backwards."""
    for line in range(0, size, LANES):
        prefetch(table, place + line)


@kernel(inline=True)
def spread_matched(count, stride, regrets, place, reach, source, target):
    """reach of the children of a node whose player plays in proportion to his positive regrets."""
    share = splat(np.float32(1.0 / count))
    for h in range(0, stride, LANES):
        total = zeros()
        for k in range(count):
            total = total + larger(load(regrets, place + k * stride + h), zeros())
        here = load(reach, source + h)
        factor = where_positive(total, here / total, zeros())
        rest = where_positive(total, zeros(), here * share)
        for k in range(count):
            chosen = larger(load(regrets, place + k * stride + h), zeros()) * factor + rest
            store(reach, target + k * stride + h, chosen)


@kernel(inline=True)
def mix_matched(count, stride, regrets, place, values, first, out):
    """values[out...] = the mean of the children's values under the strategy in proportion to positive regrets."""
    share = splat(np.float32(1.0 / count))
    for h in range(0, stride, LANES):
        total = zeros()
        mixed = zeros()
        plain = zeros()
        for k in range(count):
            positive = larger(load(regrets, place + k * stride + h), zeros())
            value = load(values, first + k * stride + h)
            total = total + positive
            mixed = mixed + positive * value
            plain = plain + value
        store(values, out + h, where_positive(total, mixed / total, plain * share))


@kernel(counts=False)
def write_strategy(kind, lock, node, h, tables, out, start):
    """out[start + 16 k ...] = the probability of move k for the hands (or groups) from h on."""
    regrets, sums, gains, locks, locked = tables.regrets, tables.sums, tables.gains, tables.locks, tables.locked
    total = zeros()
    for k in range(node.count):
        at = node.place + k * node.width + h
        if kind == AVERAGE:
            part = load(sums, at)
        elif kind == PREDICTED:
            part = larger(load(regrets, at) + load(gains, at), zeros())
        else:
            part = larger(load(regrets, at), zeros())
        total = total + part
        store(out, start + k * LANES, part)
    share = splat(np.float32(1.0 / node.count))
    for k in range(node.count):
        chosen = where_positive(total, load(out, start + k * LANES) / total, share)
        if lock != UNLOCKED:
            mask = load(locked, locks[lock, LOCK_MASK] + h)
            chosen = where_positive(mask, load(locked, locks[lock, LOCK_ROWS] + k * node.width + h), chosen)
        store(out, start + k * LANES, chosen)


@kernel(counts=False)
def spread(node, tables, kind, reach, source, target):
    """reach of the children of a node whose player plays a strategy of any kind."""
    for h in range(0, node.stride, LANES):
        write_strategy(kind, node.lock, node, h, tables, reach, node.scratch)
        here = load(reach, source + h)
        for k in range(node.count):
            store(reach, target + k * node.stride + h, here * load(reach, node.scratch + k * LANES))


@kernel(counts=False)
def mix(node, tables, kind, values, first, out):
    """As `mix_matched`, for a strategy of any kind."""
    for h in range(0, node.stride, LANES):
        write_strategy(kind, node.lock, node, h, tables, values, node.scratch)
        mixed = zeros()
        for k in range(node.count):
            mixed = mixed + load(values, node.scratch + k * LANES) * load(values, first + k * node.stride + h)
        store(values, out + h, mixed)


@kernel(inline=True)
def add_children(count, stride, values, first, out):
    """values[out...] = the sum of the children's values."""
    for h in range(0, stride, LANES):
        total = load(values, first + h)
        for k in range(1, count):
            total = total + load(values, first + k * stride + h)
        store(values, out + h, total)


@kernel(counts=False)
def take_best(node, tables, values, first, out):
    """values[out...] = the best of the children's values; where hands are locked, that of what they play."""
    locks, locked = tables.locks, tables.locked
    for h in range(0, node.stride, LANES):
        best = load(values, first + h)
        for k in range(1, node.count):
            best = larger(best, load(values, first + k * node.stride + h))
        if node.lock != UNLOCKED:
            write_strategy(AVERAGE, node.lock, node, h, tables, values, node.scratch)
            mixed = zeros()
            for k in range(node.count):
                mixed = mixed + load(values, node.scratch + k * LANES) * load(values, first + k * node.stride + h)
            best = where_positive(load(locked, locks[node.lock, LOCK_MASK] + h), mixed, best)
        store(values, out + h, best)


@kernel(counts=False)
def hedge(node, tables, numbers, values, first):
    """Counterfactual greedy hedging (see `equilibrium.regret.GreedyHedging`): `sums` holds the strategy itself.
    `values` of the children have rows of `width`."""
    count, width, sums = node.count, node.width, tables.sums
    visit, constant = numbers.visit, numbers.constant
    shrink = splat(np.float32((visit - 1.0) / visit))
    step = splat(np.float32(constant / (visit * count)))
    one = splat(np.float32(1))
    for h in range(0, width, LANES):
        write_strategy(AVERAGE, UNLOCKED, node, h, tables, values, node.scratch)
        best = load(values, first + h)
        for k in range(1, count):
            best = larger(best, load(values, first + k * width + h))
        free = one  # 1 until the best move (of equal ones the last) is found
        rest = one
        for back in range(count):
            k = count - 1 - back
            is_best = where_positive(best - load(values, first + k * width + h), zeros(), free)
            free = free - is_best
            shrunk = larger(load(values, node.scratch + k * LANES) * shrink - step, zeros())
            kept = where_positive(is_best, zeros(), shrunk)
            rest = rest - kept
            store(values, node.scratch + k * LANES, where_positive(is_best, zeros() - one, kept))
        for k in range(count):
            chosen = load(values, node.scratch + k * LANES)
            store(sums, node.place + k * width + h, where_positive(zeros() - chosen, rest, chosen))


@kernel(counts=False)
def keep_gains(node, gains, values, first, out):
    """gains = the children's values minus the node's; rows of `width`."""
    for h in range(0, node.width, LANES):
        value = load(values, out + h)
        for k in range(node.count):
            cell = k * node.width + h
            store(gains, node.place + cell, load(values, first + cell) - value)


@kernel(counts=False)
def add_strategy(node, tables, kind, numbers, reach):
    """sums := sums * keep + weight * strategy, not weighted by reach."""
    sums, keep, weight = tables.sums, splat(numbers.keep), splat(numbers.weight)
    for h in range(0, node.width, LANES):
        write_strategy(kind, node.lock, node, h, tables, reach, node.scratch)
        for k in range(node.count):
            at = node.place + k * node.width + h
            store(sums, at, load(sums, at) * keep + load(reach, node.scratch + k * LANES) * weight)


def add_reach(node, sums, scales, numbers, reach, target):
    """sums := sums * keep + weight * reach of the children, in the precision of the table."""
    raise NotImplementedError


def add_gains(node, regrets, scales, numbers, values, first, out):
    """regrets := regrets * (positive or negative) + gain, at least floor, in the precision of the table; the gain of a
    move is its value minus the node's. Rows of `width`."""
    raise NotImplementedError


@overload(add_reach, inline="always")
def _add_reach(node, sums, scales, numbers, reach, target):
    def full(node, sums, scales, numbers, reach, target):
        kept, weighed, place = splat(numbers.keep), splat(numbers.weight), node.place
        for at in range(0, node.count * node.stride, LANES):
            store(sums, place + at, load(sums, place + at) * kept + load(reach, target + at) * weighed)

    def short(node, sums, scales, numbers, reach, target):
        kept, weighed, size = splat(numbers.keep * scales[node.slot]), splat(numbers.weight), node.count * node.stride
        most = zeros()
        for at in range(0, size, LANES):
            number = load(sums, node.place + at) * kept + load(reach, target + at) * weighed
            most = larger(most, number)
            store(reach, node.scratch + at, number)
        scales[node.slot] = round_block(size, reach, node.scratch, largest(most), sums, node.place, node.seed)

    return full if sums.dtype == types.float32 else short


@overload(add_gains, inline="always")
def _add_gains(node, regrets, scales, numbers, values, first, out):
    def full(node, regrets, scales, numbers, values, first, out):
        up, down, least = splat(numbers.positive), splat(numbers.negative), splat(numbers.floor)
        tiny, width = splat(TINY), node.width
        for h in range(0, width, LANES):
            value = load(values, out + h)
            for k in range(node.count):
                at = node.place + k * width + h
                old = load(regrets, at)
                new = old * where_positive(old, up, down) + (load(values, first + k * width + h) - value)
                new = larger(new, least)
                store(regrets, at, where_positive(larger(new, zeros() - new) - tiny, new, zeros()))

    def short(node, regrets, scales, numbers, values, first, out):
        scale, size, width = scales[node.slot], node.count * node.width, node.width
        up, down, least = splat(numbers.positive * scale), splat(numbers.negative * scale), splat(numbers.floor)
        most = zeros()
        for h in range(0, width, LANES):
            value = load(values, out + h)
            for k in range(node.count):
                old = load(regrets, node.place + k * width + h)
                new = old * where_positive(old, up, down) + (load(values, first + k * width + h) - value)
                new = larger(new, least)
                most = larger(most, larger(new, zeros() - new))
                store(values, node.scratch + k * width + h, new)
        scales[node.slot] = round_block(size, values, node.scratch, largest(most), regrets, node.place, node.seed)

    return full if regrets.dtype == types.float32 else short


@kernel(counts=False)
def round_block(size, numbers, start, most, table, place, seed):
    """Write float numbers of at most `most` into an int16 table, rounded at random; returns their scale."""
    if most <= TINY:
        for at in range(size):
            table[place + at] = 0
        return np.float32(0)
    scale = most / SHORT_LIMIT
    factor = splat(np.float32(32766) / most)  # a hair less than the limit, so that rounding up stays inside
    noise = start_noise(seed)
    for at in range(0, size, LANES):
        noise = next_noise(noise)
        store_rounded(table, place + at, load(numbers, start + at) * factor, noise)
    return np.float32(scale * (SHORT_LIMIT / np.float32(32766)))


@kernel(inline=True)
def find_lock(locks, place):
    """The index of the locked node at a place of the table, or UNLOCKED. locks are ordered by place."""
    low, high = 0, locks.shape[0]
    while low < high:
        middle = (low + high) >> 1
        if locks[middle, LOCK_PLACE] < place:
            low = middle + 1
        else:
            high = middle
    return low if low < locks.shape[0] and locks[low, LOCK_PLACE] == place else UNLOCKED


@kernel(inline=True)
def adds_average(task):
    """Whether the opponent's strategy is added to his average."""
    return task.mode == UPDATE and task.numbers.weight > 0


@kernel(inline=True)
def pass_on_hands(grouping, offsets, node, tables, table, kind, task, work, source, target):
    """One of the opponent's nodes, every hand for itself (`grouping` and `offsets` are for groups)."""
    if kind != PREDICTED and node.lock == UNLOCKED:
        spread_matched(node.count, node.stride, table, node.place, work, source, target)
    else:
        spread(node, tables, kind, work, source, target)
    if adds_average(task):
        if task.traits.is_by_reach:
            add_reach(node, tables.sums, tables.scales[1], task.numbers, work, target)
        else:
            add_strategy(node, tables, kind, task.numbers, work)


@kernel(inline=True)
def learn_hands(grouping, offsets, node, tables, table, kind, task, work, first, out):
    """One of the hero's nodes, every hand for itself."""
    if kind != PREDICTED and node.lock == UNLOCKED:
        mix_matched(node.count, node.stride, table, node.place, work, first, out)
    else:
        mix(node, tables, kind, work, first, out)
    if task.mode == HEDGE:
        hedge(node, tables, task.numbers, work, first)
    elif task.mode == UPDATE:
        add_gains(node, tables.regrets, tables.scales[0], task.numbers, work, first, out)
        if kind == PREDICTED:
            keep_gains(node, tables.gains, work, first, out)
    if task.traits.returns_new and task.mode != FOLLOW:
        mix(node, tables, kind, work, first, out)
