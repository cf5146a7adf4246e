"""What happens at one decision node, sixteen hands at a time.

Arrays are flat. `place` is the offset of a node's strategy rows in a table (regrets, sums or gains), one row per move
at distance `stride`; rows of reach and values are given by their offsets too. Tables are float32, or int16 with a scale
per node: then numbers are rounded at random, so that small gains add up.

A strategy comes in three kinds: in proportion to positive regrets, the same with the last gain counted twice, or the
average. `lock` is an index into the locked nodes, or -1: hands of a locked node with mask 1 play what is locked.
`locks`: int64 [node, 3], the node's place in the tables, the offsets of its mask and of its strategy in `locked`,
float32.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

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
from pokerlab.postflop.columns import (
    FLOOR,
    FOLLOW,
    GREEDY,
    HEDGE,
    LOCK_MASK,
    LOCK_PLACE,
    LOCK_ROWS,
    NEGATIVE,
    POSITIVE,
    RETURN_NEW,
    VISIT,
)

LANES = 16
SHORT_LIMIT = np.float32(32767)
# Regrets below this (chips times weight) are none. Left alone, they would shrink until a division by their sum
# overflows.
TINY = np.float32(1e-25)
# kinds of strategies
MATCHED, PREDICTED, AVERAGE = 0, 1, 2
UNLOCKED = -1
AHEAD = 3
"""How many nodes ahead the rows of a node are asked for."""


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


@kernel()
def write_strategy(kind, count, stride, h, regrets, sums, gains, place, lock, locks, locked, out, start):
    """out[start + 16 k ...] = the probability of move k for the hands from h on."""
    total = zeros()
    for k in range(count):
        at = place + k * stride + h
        if kind == AVERAGE:
            part = load(sums, at)
        elif kind == PREDICTED:
            part = larger(load(regrets, at) + load(gains, at), zeros())
        else:
            part = larger(load(regrets, at), zeros())
        total = total + part
        store(out, start + k * LANES, part)
    share = splat(np.float32(1.0 / count))
    for k in range(count):
        chosen = where_positive(total, load(out, start + k * LANES) / total, share)
        if lock != UNLOCKED:
            mask = load(locked, locks[lock, LOCK_MASK] + h)
            chosen = where_positive(mask, load(locked, locks[lock, LOCK_ROWS] + k * stride + h), chosen)
        store(out, start + k * LANES, chosen)


@kernel()
def spread(kind, count, stride, regrets, sums, gains, place, lock, locks, locked, reach, source, target, scratch):
    """reach of the children of a node whose player plays a strategy of any kind; scratch: offset of 16 x count."""
    for h in range(0, stride, LANES):
        write_strategy(kind, count, stride, h, regrets, sums, gains, place, lock, locks, locked, reach, scratch)
        here = load(reach, source + h)
        for k in range(count):
            store(reach, target + k * stride + h, here * load(reach, scratch + k * LANES))


@kernel()
def mix(kind, count, stride, regrets, sums, gains, place, lock, locks, locked, values, first, out, scratch):
    """As `mix_matched`, for a strategy of any kind."""
    for h in range(0, stride, LANES):
        write_strategy(kind, count, stride, h, regrets, sums, gains, place, lock, locks, locked, values, scratch)
        mixed = zeros()
        for k in range(count):
            mixed = mixed + load(values, scratch + k * LANES) * load(values, first + k * stride + h)
        store(values, out + h, mixed)


@kernel(inline=True)
def add_children(count, stride, values, first, out):
    """values[out...] = the sum of the children's values."""
    for h in range(0, stride, LANES):
        total = load(values, first + h)
        for k in range(1, count):
            total = total + load(values, first + k * stride + h)
        store(values, out + h, total)


@kernel()
def take_best(count, stride, sums, place, lock, locks, locked, values, first, out, scratch):
    """values[out...] = the best of the children's values; where hands are locked, that of what they play."""
    for h in range(0, stride, LANES):
        best = load(values, first + h)
        for k in range(1, count):
            best = larger(best, load(values, first + k * stride + h))
        if lock != UNLOCKED:
            write_strategy(AVERAGE, count, stride, h, sums, sums, sums, place, lock, locks, locked, values, scratch)
            mixed = zeros()
            for k in range(count):
                mixed = mixed + load(values, scratch + k * LANES) * load(values, first + k * stride + h)
            best = where_positive(load(locked, locks[lock, LOCK_MASK] + h), mixed, best)
        store(values, out + h, best)


@kernel()
def hedge(count, stride, sums, place, visit, constant, locks, locked, values, first, scratch):
    """Counterfactual greedy hedging (see `equilibrium.regret.GreedyHedging`): `sums` holds the strategy itself."""
    shrink = splat(np.float32((visit - 1.0) / visit))
    step = splat(np.float32(constant / (visit * count)))
    one = splat(np.float32(1))
    for h in range(0, stride, LANES):
        write_strategy(AVERAGE, count, stride, h, sums, sums, sums, place, UNLOCKED, locks, locked, values, scratch)
        best = load(values, first + h)
        for k in range(1, count):
            best = larger(best, load(values, first + k * stride + h))
        free = one  # 1 until the best move (of equal ones the last) is found
        rest = one
        for back in range(count):
            k = count - 1 - back
            is_best = where_positive(best - load(values, first + k * stride + h), zeros(), free)
            free = free - is_best
            shrunk = larger(load(values, scratch + k * LANES) * shrink - step, zeros())
            kept = where_positive(is_best, zeros(), shrunk)
            rest = rest - kept
            store(values, scratch + k * LANES, where_positive(is_best, zeros() - one, kept))
        for k in range(count):
            chosen = load(values, scratch + k * LANES)
            store(sums, place + k * stride + h, where_positive(zeros() - chosen, rest, chosen))


@kernel()
def keep_gains(count, stride, gains, place, values, first, out):
    """gains = the children's values minus the node's."""
    for h in range(0, stride, LANES):
        value = load(values, out + h)
        for k in range(count):
            store(gains, place + k * stride + h, load(values, first + k * stride + h) - value)


@kernel()
def add_strategy(kind, count, stride, regrets, sums, gains, place, lock, locks, locked, keep, weight, reach, scratch):
    """sums := sums * keep + weight * strategy, not weighted by reach."""
    for h in range(0, stride, LANES):
        write_strategy(kind, count, stride, h, regrets, sums, gains, place, lock, locks, locked, reach, scratch)
        for k in range(count):
            at = place + k * stride + h
            store(sums, at, load(sums, at) * splat(keep) + load(reach, scratch + k * LANES) * splat(weight))


def add_reach(count, stride, sums, scales, slot, place, keep, weight, reach, target, seed, scratch):
    """sums := sums * keep + weight * reach of the children, in the precision of the table."""
    raise NotImplementedError


def add_gains(
    count, stride, regrets, scales, slot, place, positive, negative, floor, values, first, out, seed, scratch
):
    """regrets := regrets * (positive or negative) + gain, at least floor, in the precision of the table; the gain of a
    move is its value minus the node's."""
    raise NotImplementedError


@overload(add_reach, inline="always")
def _add_reach(count, stride, sums, scales, slot, place, keep, weight, reach, target, seed, scratch):
    def full(count, stride, sums, scales, slot, place, keep, weight, reach, target, seed, scratch):
        kept, weighed = splat(keep), splat(weight)
        for at in range(0, count * stride, LANES):
            store(sums, place + at, load(sums, place + at) * kept + load(reach, target + at) * weighed)

    def short(count, stride, sums, scales, slot, place, keep, weight, reach, target, seed, scratch):
        kept, weighed = splat(keep * scales[slot]), splat(weight)
        most = zeros()
        for at in range(0, count * stride, LANES):
            number = load(sums, place + at) * kept + load(reach, target + at) * weighed
            most = larger(most, number)
            store(reach, scratch + at, number)
        scales[slot] = round_block(count * stride, reach, scratch, largest(most), sums, place, seed)

    return full if sums.dtype == types.float32 else short


@overload(add_gains, inline="always")
def _add_gains(
    count, stride, regrets, scales, slot, place, positive, negative, floor, values, first, out, seed, scratch
):
    def full(count, stride, regrets, scales, slot, place, positive, negative, floor, values, first, out, seed, scratch):
        up, down, least, tiny = splat(positive), splat(negative), splat(floor), splat(TINY)
        for h in range(0, stride, LANES):
            value = load(values, out + h)
            for k in range(count):
                at = place + k * stride + h
                old = load(regrets, at)
                new = old * where_positive(old, up, down) + (load(values, first + k * stride + h) - value)
                new = larger(new, least)
                store(regrets, at, where_positive(larger(new, zeros() - new) - tiny, new, zeros()))

    def short(
        count, stride, regrets, scales, slot, place, positive, negative, floor, values, first, out, seed, scratch
    ):
        up, down, least = splat(positive * scales[slot]), splat(negative * scales[slot]), splat(floor)
        most = zeros()
        for h in range(0, stride, LANES):
            value = load(values, out + h)
            for k in range(count):
                old = load(regrets, place + k * stride + h)
                new = old * where_positive(old, up, down) + (load(values, first + k * stride + h) - value)
                new = larger(new, least)
                most = larger(most, larger(new, zeros() - new))
                store(values, scratch + k * stride + h, new)
        scales[slot] = round_block(count * stride, values, scratch, largest(most), regrets, place, seed)

    return full if regrets.dtype == types.float32 else short


@kernel()
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
def pass_on_hands(
    grouping, offsets, kind, averages, by_reach, count, stride, width, table, regrets, sums, gains, scales, slot, seed,
    place, lock, locks, locked, keep, weight, work, source, target, scratch,
):  # fmt: skip
    """One of the opponent's nodes, every hand for itself (`grouping` and `offsets` are for groups, `width` is
    `stride`)."""
    if kind != PREDICTED and lock == UNLOCKED:
        spread_matched(count, stride, table, place, work, source, target)
    else:
        spread(kind, count, stride, regrets, sums, gains, place, lock, locks, locked, work, source, target, scratch)
    if averages and by_reach:
        add_reach(count, stride, sums, scales, slot, place, keep, weight, work, target, seed, scratch)
    elif averages:
        add_strategy(
            kind, count, stride, regrets, sums, gains, place, lock, locks, locked, keep, weight, work, scratch
        )  # fmt: skip


@kernel(inline=True)
def learn_hands(
    grouping, offsets, mode, kind, count, stride, width, table, regrets, sums, gains, scales, slot, seed, place, lock,
    locks, locked, numbers, work, first, out, scratch,
):  # fmt: skip
    """One of the hero's nodes, every hand for itself."""
    if kind != PREDICTED and lock == UNLOCKED:
        mix_matched(count, stride, table, place, work, first, out)
    else:
        mix(kind, count, stride, regrets, sums, gains, place, lock, locks, locked, work, first, out, scratch)
    if mode != FOLLOW:
        if mode == HEDGE:
            hedge(count, stride, sums, place, numbers[VISIT], numbers[GREEDY], locks, locked, work, first, scratch)
        else:
            add_gains(
                count, stride, regrets, scales, slot, place, numbers[POSITIVE], numbers[NEGATIVE], numbers[FLOOR],
                work, first, out, seed, scratch,
            )  # fmt: skip
            if kind == PREDICTED:
                keep_gains(count, stride, gains, place, work, first, out)
        if numbers[RETURN_NEW] != 0:
            mix(kind, count, stride, regrets, sums, gains, place, lock, locks, locked, work, first, out, scratch)
