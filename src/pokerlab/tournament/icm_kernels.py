"""Kernels of the Independent Chip Model. What they compute is defined in `icm`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel


@kernel()
def spread_prizes(stacks, prizes, chance, chips, out):
    """Add to out[player] what ICM gives to stacks > 0 and prizes (no more than players).

    By dynamic programming over the sets of players that fill the first places. chance, chips: work space of 2 **
    players numbers. The chips of those who are left are added up, not taken off the total: nothing cancels, and every
    number is right to some hundred roundings (see `icm.rounding`).
    """
    players = stacks.shape[0]
    paid = prizes.shape[0]
    sets = 1 << players
    chance[:sets] = 0.0
    chance[0] = 1.0
    chips[0] = 0.0
    members = np.empty(players, np.int64)
    for i in range(players):
        for group in range(1 << i):
            chips[1 << i | group] = chips[group] + stacks[i]
    for group in range(sets):
        if chance[group] == 0.0:
            continue
        size = 0
        left = 0
        for i in range(players):
            if group >> i & 1:
                size += 1
            else:
                members[left] = i
                left += 1
        if size == players:
            continue
        part = chance[group] / chips[sets - 1 - group]
        value = part * prizes[size]
        if size + 1 < paid:
            for j in range(left):
                i = members[j]
                out[i] += value * stacks[i]
                chance[group | 1 << i] += part * stacks[i]
        else:
            for j in range(left):
                i = members[j]
                out[i] += value * stacks[i]


@kernel("void(float64[::1], float64[::1], float64[::1])")
def equities(stacks, prizes, out):
    """out[player] = ICM equity, for stacks > 0 and at most as many prizes as players; exact."""
    out[:] = 0.0
    work = np.empty((2, 1 << stacks.shape[0]))
    spread_prizes(stacks, prizes, work[0], work[1], out)


@kernel("void(float64[::1], float64[:,::1])")
def places(stacks, out):
    """out[player, place] = probability of that place, for stacks > 0, by dynamic programming over sets; exact."""
    players = stacks.shape[0]
    wanted = out.shape[1]
    out[:, :] = 0.0
    chance = np.zeros(1 << players)
    chance[0] = 1.0
    for group in range(1 << players):
        size = 0
        left = 0.0
        for i in range(players):
            if group >> i & 1:
                size += 1
            else:
                left += stacks[i]
        if size >= wanted:
            continue
        part = chance[group] / left
        for i in range(players):
            if not group >> i & 1:
                out[i, size] += part * stacks[i]
                chance[group | 1 << i] += part * stacks[i]


@kernel("void(float64[::1], float64[::1], float64[::1])")
def equities_by_recursion(stacks, prizes, out):
    """As `equities`, by walking through every sequence of players on the paid places: the textbook recursion."""
    players = stacks.shape[0]
    paid = prizes.shape[0]
    out[:] = 0.0
    chosen = np.full(paid, -1, np.int64)
    taken = np.zeros(players, np.bool_)
    chance = np.empty(paid + 1)
    left = np.empty(paid + 1)
    chance[0] = 1.0
    left[0] = stacks.sum()
    depth = 0
    while depth >= 0:
        if chosen[depth] >= 0:
            taken[chosen[depth]] = False
        i = chosen[depth] + 1
        while i < players and taken[i]:
            i += 1
        if i == players:
            chosen[depth] = -1
            depth -= 1
            continue
        chosen[depth] = i
        taken[i] = True
        part = chance[depth] * stacks[i] / left[depth]
        out[i] += part * prizes[depth]
        if depth + 1 < paid:
            chance[depth + 1] = part
            left[depth + 1] = 0.0
            for j in range(players):
                if not taken[j]:
                    left[depth + 1] += stacks[j]
            depth += 1
            chosen[depth] = -1


@kernel("void(float64[:,::1], float64[::1], float64[::1], float64[:,::1])")
def equities_after(ends, starts, prizes, out):
    """out[row, player] = the value of the chips ends [row, player] after a hand that began with `starts`.

    Who has no chips left is out: behind all who have some, the larger start before the smaller, equal starts sharing
    their places' prizes. prizes: one for each player, zeros included.
    """
    players = starts.shape[0]
    work = np.empty((2, 1 << players))
    stacks = np.empty(players)
    seats = np.empty(players, np.int64)
    some = np.empty(players)
    paid = 0
    for place in range(players):
        if prizes[place] != 0.0:
            paid = place + 1
    for row in range(ends.shape[0]):
        left = 0
        for i in range(players):
            if ends[row, i] > 0.0:
                stacks[left] = ends[row, i]
                seats[left] = i
                left += 1
        some[:left] = 0.0
        most = min(left, paid)
        if most:
            spread_prizes(stacks[:left], prizes[:most], work[0], work[1], some[:left])
        for j in range(left):
            out[row, seats[j]] = some[j]
        for i in range(players):
            if ends[row, i] > 0.0:
                continue
            better = left
            same = 0
            for j in range(players):
                if ends[row, j] <= 0.0:
                    better += starts[j] > starts[i]
                    same += starts[j] == starts[i]
            share = 0.0
            for place in range(better, better + same):
                share += prizes[place]
            out[row, i] = share / same


@kernel(
    "void(float64[::1], float64[::1], float64[::1], float64[::1], float64[::1])",
    fast=True,
)
def equities_at_times(stacks, prizes, times, weights, out):
    """Add to out[player] the quadrature sum over times of weight * density of finishing then * expected prize.

    The prize of a player who finishes at some time is that of his place, which is the number of others who finished
    earlier: a sum of independent yes/no variables. Its distribution is built up player by player from the front (ahead)
    and, with the prizes, from the back (behind), so that leaving one player out needs no division.
    """
    players = stacks.shape[0]
    paid = prizes.shape[0]
    ahead = np.zeros((players + 1, paid))
    behind = np.zeros((2, paid + 1))
    for t in range(times.shape[0]):
        time = times[t]
        ahead[0, :] = 0.0
        ahead[0, 0] = 1.0
        for i in range(players):
            stay = np.exp(-stacks[i] * time)
            go = -np.expm1(-stacks[i] * time)
            before = ahead[i]
            after = ahead[i + 1]
            after[0] = stay * before[0]
            later = after[1:]
            here = before[1:]
            shifted = before[:-1]
            for m in range(later.shape[0]):
                later[m] = stay * here[m] + go * shifted[m]
        now = behind[0]
        now[:paid] = prizes
        now[paid] = 0.0
        for i in range(players - 1, -1, -1):
            stay = np.exp(-stacks[i] * time)
            go = -np.expm1(-stacks[i] * time)
            before = ahead[i]
            value = 0.0
            for m in range(before.shape[0]):
                value += before[m] * now[m]
            out[i] += weights[t] * stacks[i] * stay * value
            here = now[:-1]
            shifted = now[1:]
            other = behind[1]
            for m in range(here.shape[0]):
                other[m] = stay * here[m] + go * shifted[m]
            for m in range(here.shape[0]):
                now[m] = other[m]


@kernel("void(float64[::1], float64[::1], float64[::1], float64[:,::1])", fast=True)
def places_at_times(stacks, times, weights, out):
    """As `equities_at_times`, for the probability of each place; out: [player, place].

    Here one player is left out by building the distribution of the others anew.
    """
    players = stacks.shape[0]
    wanted = out.shape[1]
    counts = np.empty((2, wanted))
    for t in range(times.shape[0]):
        for i in range(players):
            now = counts[0]
            other = counts[1]
            now[:] = 0.0
            now[0] = 1.0
            for j in range(players):
                if j != i:
                    stay = np.exp(-stacks[j] * times[t])
                    go = -np.expm1(-stacks[j] * times[t])
                    other[0] = stay * now[0]
                    later = other[1:]
                    here = now[1:]
                    shifted = now[:-1]
                    for m in range(later.shape[0]):
                        later[m] = stay * here[m] + go * shifted[m]
                    for m in range(now.shape[0]):
                        now[m] = other[m]
            density = weights[t] * stacks[i] * np.exp(-stacks[i] * times[t])
            for m in range(wanted):
                out[i, m] += density * now[m]
