"""Kernels of quick push/fold charts: equilibria in ordered ranges by bisection. What they compute is in `quick`.

A range is a place 0..169 in an order of the classes: all before it are in, the class there with the part after the
point. `Tables` has sums over such ranges for every whole place; between two of them is what lies between.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from pokerlab._jit import kernel, record
from pokerlab.tournament.icm_kernels import equities_after

CLASSES = 169
STRICT = np.array([(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
"""The strict orders of three hands, as `threeway.ORDERS` begins."""
SKEW = 0.9  # three hands share a board: who beats one opponent is more likely to beat the other too
ROUNDS = 20
_BISECTIONS = 8
SHORT = 0.5
"""A caller with less than this part of the pusher's chips leaves it worth to others to call as well."""
BEATS = np.array([1.0, 1.5, 3.5, 6.0])
"""Who is all-in by his ante holds any hand, and wins once in 1 + so many times: of the big blind whom nobody raised, of
one who pushed, of two and of three all-in; with several such players each counts 1."""


class Tables(NamedTuple):
    """Chances of ranges that are the first k classes of an order; orders: first wins, tie, second wins.

    - `push_order`, `call_order`: int64 [169]; `push_mass`, `call_mass`: float64 [170], the part of all hands
    - `called`: float64 [a, k, 3], a pusher's class a and a caller's range: the chance that he holds it and of the order
    - `pushed`: float64 [b, k, 3], the same for a caller's class b and a pusher's range (orders as the pusher's)
    - `met`: float64 [k, l, 3], the orders of a pusher's range k against a caller's range l, given both
    """

    push_order: npt.NDArray[np.int64]
    call_order: npt.NDArray[np.int64]
    push_mass: npt.NDArray[np.float64]
    call_mass: npt.NDArray[np.float64]
    called: npt.NDArray[np.float64]
    pushed: npt.NDArray[np.float64]
    met: npt.NDArray[np.float64]


TABLES = record(
    Tables,
    "int64[::1], int64[::1], float64[::1], float64[::1], float64[:,:,::1], float64[:,:,::1], float64[:,:,::1]",
)
_VECTOR, _MATRIX, _CUBE = types.float64[::1], types.float64[:, ::1], types.float64[:, :, :, ::1]


@kernel()
def _part(row, place, o):
    """A number of a row [k, o] at a place between whole ones."""
    k = min(np.int64(place), CLASSES - 1)
    part = place - k
    return row[k, o] + part * (row[k + 1, o] - row[k, o])


@kernel()
def mass_at(mass, place):
    """The part of all hands in a range."""
    k = min(np.int64(place), CLASSES - 1)
    return mass[k] + (place - k) * (mass[k + 1] - mass[k])


@kernel()
def settle_two(stacks, stakes, dead, first, second, order, ends):
    """ends [player]: the stacks after two are all-in (orders: first wins, tie, second wins), and all others have folded
    what they have staked; dead: chips that are nobody's."""
    players = stacks.shape[0]
    for i in range(players):
        ends[i] = stacks[i] - stakes[i]
    short, deep = (first, second) if stacks[first] <= stacks[second] else (second, first)
    common = stacks[short]
    pot = dead + 2.0 * common
    rest = 0.0
    for i in range(players):
        if i != first and i != second:
            pot += min(stakes[i], common)
            rest += max(min(stakes[i], stacks[deep]) - common, 0.0)
            ends[i] += max(stakes[i] - stacks[deep], 0.0)
    ends[short] = 0.0
    ends[deep] = stacks[deep] - common + rest
    if order == 1:
        ends[short] += pot / 2.0
        ends[deep] += pot / 2.0
    else:
        ends[first if order == 0 else second] += pot


@kernel(types.void(_VECTOR, _VECTOR, types.float64, types.int64[::1], types.int64[::1], _VECTOR))
def settle_pot(stacks, stakes, dead, pot, places, ends):
    """ends [player]: the stacks after some are all-in (pot: players, with places from 0, the best) and all others have
    folded what they have staked, as `pots.settle`; stacks: without dead antes."""
    players = stacks.shape[0]
    cap = 0.0
    for player in pot:
        cap = max(cap, stacks[player])
    paid = np.empty(players)
    for i in range(players):
        paid[i] = min(stakes[i], cap)
    for player in pot:
        paid[player] = stacks[player]
    most, second = -1.0, -1.0
    largest = 0
    for i in range(players):
        if paid[i] > most:
            most, second, largest = paid[i], most, i
        elif paid[i] > second:
            second = paid[i]
    for player in pot:
        if player == largest:
            paid[player] = second  # what nobody matched goes back
    for i in range(players):
        ends[i] = stacks[i] - paid[i]
    below = 0.0
    rest = dead
    for _ in range(pot.shape[0]):
        level, last = -1.0, 0.0
        for player in pot:
            last = max(last, paid[player])
            if paid[player] > below and (level < 0.0 or paid[player] < level):
                level = paid[player]
        if level < 0.0:
            break
        amount = rest
        for i in range(players):
            amount += (paid[i] if level == last else min(paid[i], level)) - min(paid[i], below)
        best, winners = pot.shape[0], 0
        for j in range(pot.shape[0]):
            if paid[pot[j]] >= level and places[j] < best:
                best, winners = places[j], 1
            elif paid[pot[j]] >= level and places[j] == best:
                winners += 1
        for j in range(pot.shape[0]):
            if paid[pot[j]] >= level and places[j] == best:
                ends[pot[j]] += amount / winners
        below, rest = level, 0.0


@kernel()
def add_survivors(starts, stacks, stakes, dead, prizes, is_chips, by_ante, pot, places, beats, value):
    """value [player] of an end in which those who are all-in by their antes lose becomes the mean with the ends in
    which one of them wins what he can.

    pot, places: who else is all-in, and the order of their hands; beats: see `BEATS`.
    """
    players = stacks.shape[0]
    count = 0
    for i in range(players):
        count += by_ante[i] and stacks[i] > 0.0
    for player in pot:
        count -= by_ante[player] and stacks[player] > 0.0
    if count <= 0:
        return
    size = pot.shape[0]
    with_one, behind = np.empty(size + 1, np.int64), np.zeros(size + 1, np.int64)
    with_one[:size] = pot
    behind[:size] = places + 1
    ends = np.empty((count, players))
    row = 0
    for i in range(players):
        is_in = False
        for player in pot:
            is_in |= player == i
        if by_ante[i] and stacks[i] > 0.0 and not is_in:
            with_one[size] = i
            settle_pot(stacks, stakes, dead, with_one, behind, ends[row])
            row += 1
    found = ends
    if not is_chips:
        found = np.empty_like(ends)
        equities_after(ends, starts, prizes, found)
    each = 1.0 / (count + beats)
    for i in range(players):
        value[i] *= 1.0 - count * each
        for row in range(count):
            value[i] += each * found[row, i]


@kernel(
    types.void(
        _VECTOR, _VECTOR, _VECTOR, types.float64, _VECTOR, types.boolean, types.boolean[::1], _VECTOR, _MATRIX, _CUBE,
    )
)  # fmt: skip
def value_ends(starts, stacks, stakes, dead, prizes, is_chips, by_ante, walk, steals, duels):
    """What every end of a hand with two all-in at most is worth to everybody.

    starts: stacks before anything is posted; stacks: without dead antes; stakes: what is posted; prizes: one for each
    player; by_ante [player]: all-in by the ante alone, who may win it all the same (see `add_survivors`); walk
    [player], steals [pusher, player], duels [pusher, caller, order, player]: values.
    """
    players = stacks.shape[0]
    last = players - 1
    pairs = players * (players - 1) // 2
    ends = np.empty((1 + last + 3 * pairs, players))
    row = 0
    for winner in range(players - 1, -1, -1):  # the walk of the last one first, then the steals
        all_in = stacks[winner] if winner < last else stakes[winner]
        pot = dead
        for i in range(players):
            ends[row, i] = stacks[i] - stakes[i]
            if i != winner:
                pot += min(stakes[i], max(all_in, stakes[winner]))
                ends[row, i] += max(stakes[i] - max(all_in, stakes[winner]), 0.0)
        ends[row, winner] += pot + stakes[winner]
        row += 1
    for first in range(last):
        for second in range(first + 1, players):
            for order in range(3):
                settle_two(stacks, stakes, dead, first, second, order, ends[row])
                row += 1
    values = ends
    if not is_chips:
        values = np.empty_like(ends)
        equities_after(ends, starts, prizes, values)
    one, two = np.empty(1, np.int64), np.empty(2, np.int64)
    best, places = np.zeros(1, np.int64), np.empty(2, np.int64)
    row = 0
    for winner in range(players - 1, -1, -1):
        one[0] = winner
        beats = BEATS[0 if winner == last else 1]
        add_survivors(starts, stacks, stakes, dead, prizes, is_chips, by_ante, one, best, beats, values[row])
        if winner == last:
            walk[:] = values[row]
        else:
            steals[winner] = values[row]
        row += 1
    for first in range(last):
        for second in range(first + 1, players):
            two[0], two[1] = first, second
            for order in range(3):
                places[0], places[1] = order == 2, order == 0
                add_survivors(
                    starts, stacks, stakes, dead, prizes, is_chips, by_ante, two, places, BEATS[2], values[row]
                )
                duels[first, second, order] = values[row]
                row += 1


@kernel()
def push_gain(tables, stacks, steals, duels, forced, calls, pusher, fold_value, a):
    """What a push with a class earns more than folding.

    The call of a short stack does not end it: who acts later may still call the pusher, and then that counts alone.
    """
    called = tables.called[a]
    earned, waiting = 0.0, 0.0  # waiting: with a short caller, if nobody else calls
    stays, pending = 1.0, 0.0
    for caller in range(pusher + 1, duels.shape[1]):
        place = CLASSES * 1.0 if forced[caller] else calls[pusher, caller]
        if place <= 0.0:
            continue
        in_all, shown = 0.0, 0.0
        for order in range(3):
            chance = _part(called, place, order)
            in_all += chance
            shown += chance * duels[pusher, caller, order, pusher]
        shown *= stays + pending
        waiting *= 1.0 - in_all
        if stacks[caller] < SHORT * stacks[pusher]:
            waiting += shown
            pending += stays * in_all
        else:
            earned += shown
            pending *= 1.0 - in_all
        stays *= 1.0 - in_all
    return earned + waiting + stays * steals[pusher, pusher] - fold_value


@kernel()
def after_push(tables, stacks, steals, duels, forced, pushes, calls, pusher, first, player):
    """What a player can expect after a push, once all callers before `first` have folded; short callers as in
    `push_gain`."""
    earned, waiting = 0.0, 0.0
    stays, pending = 1.0, 0.0
    k = min(max(np.int64(pushes[pusher] + 0.5), 1), CLASSES)
    for caller in range(first, duels.shape[1]):
        place = CLASSES * 1.0 if forced[caller] else calls[pusher, caller]
        chance = mass_at(tables.call_mass, place)
        if chance <= 0.0:
            continue
        met = tables.met[k, min(max(np.int64(place + 0.5), 1), CLASSES)]
        shown = 0.0
        for order in range(3):
            shown += met[order] * duels[pusher, caller, order, player]
        shown *= chance * (stays + pending)
        waiting *= 1.0 - chance
        if stacks[caller] < SHORT * stacks[pusher]:
            waiting += shown
            pending += stays * chance
        else:
            earned += shown
            pending *= 1.0 - chance
        stays *= 1.0 - chance
    return earned + waiting + stays * steals[pusher, player]


@kernel()
def call_gain(tables, duels, pushes, pusher, caller, fold_value, b):
    """What a call with a class earns more than folding, given that somebody has pushed."""
    pushed = tables.pushed[b]
    place = max(pushes[pusher], 1.0)
    earned, in_all = 0.0, 0.0
    for order in range(3):
        chance = _part(pushed, place, order)
        in_all += chance
        earned += chance * duels[pusher, caller, order, caller]
    return earned / in_all - fold_value


@kernel(
    types.void(
        TABLES, _VECTOR, *[types.boolean[::1]] * 3, _VECTOR, _MATRIX, _CUBE, _VECTOR, _MATRIX, _MATRIX,
    )
)  # fmt: skip
def find_ranges(tables, stacks, forced, by_ante, stuck, walk, steals, duels, pushes, calls, values):
    """The ranges of all pushers and callers, from the last pusher to the first.

    forced [player]: all-in by ante and blind alone; by_ante [player]: by the ante alone, whose chips are there to be
    won, and who pushes nobody out; stuck [player]: nothing more to add, pushes whatever comes. pushes [player], calls
    [pusher, caller]: places; values [player, player]: what everybody can expect when it is a pusher's turn, in the last
    row that of the walk.
    """
    players = walk.shape[0]
    last = players - 1
    values[last] = walk
    for pusher in range(last - 1, -1, -1):
        fold_value = values[pusher + 1, pusher]
        is_stuck = forced[pusher] or stuck[pusher]
        pushes[pusher] = CLASSES * 1.0 if is_stuck else 60.0
        for caller in range(pusher + 1, players):
            calls[pusher, caller] = CLASSES * 1.0 if forced[caller] else 20.0
        for step in range(ROUNDS):
            speed = 2.0 / (2.0 + step)
            for caller in range(last, pusher, -1):
                if forced[caller]:
                    continue
                folded = after_push(tables, stacks, steals, duels, forced, pushes, calls, pusher, caller + 1, caller)
                low, high = 0, CLASSES
                for _ in range(_BISECTIONS):
                    middle = (low + high) // 2
                    if middle == CLASSES:
                        break
                    b = tables.call_order[middle]
                    if call_gain(tables, duels, pushes, pusher, caller, folded, b) > 0.0:
                        low = middle + 1
                    else:
                        high = middle
                    if low >= high:
                        break
                calls[pusher, caller] += speed * (low - calls[pusher, caller])
            if is_stuck:
                continue
            low, high = 0, CLASSES
            for _ in range(_BISECTIONS):
                middle = (low + high) // 2
                if middle == CLASSES:
                    break
                a = tables.push_order[middle]
                if push_gain(tables, stacks, steals, duels, forced, calls, pusher, fold_value, a) > 0.0:
                    low = middle + 1
                else:
                    high = middle
                if low >= high:
                    break
            pushes[pusher] += speed * (low - pushes[pusher])
        chance = 0.0 if by_ante[pusher] else mass_at(tables.push_mass, pushes[pusher])
        for player in range(players):
            pushed = after_push(tables, stacks, steals, duels, forced, pushes, calls, pusher, pusher + 1, player)
            values[pusher, player] = chance * pushed + (1.0 - chance) * values[pusher + 1, player]


@kernel(types.void(TABLES, _VECTOR, types.boolean[::1], _MATRIX, _CUBE, _MATRIX, _MATRIX, types.int64, _VECTOR))
def push_gains(tables, stacks, forced, steals, duels, calls, values, pusher, out):
    """out [169]: what a push earns more than folding, by class."""
    for a in range(CLASSES):
        out[a] = push_gain(tables, stacks, steals, duels, forced, calls, pusher, values[pusher + 1, pusher], a)


@kernel(
    types.void(
        TABLES, _VECTOR, types.boolean[::1], _MATRIX, _CUBE, _VECTOR, _MATRIX, types.int64, types.int64, _VECTOR,
    )
)  # fmt: skip
def call_gains(tables, stacks, forced, steals, duels, pushes, calls, pusher, caller, out):
    """out [169]: what a call of a push earns more than folding, by class."""
    folded = after_push(tables, stacks, steals, duels, forced, pushes, calls, pusher, caller + 1, caller)
    for b in range(CLASSES):
        out[b] = call_gain(tables, duels, pushes, pusher, caller, folded, b)


@kernel()
def _against(second, won, order, place, c):
    """The equity of a class against the first classes of an order, up to a place between whole ones."""
    total, wins = 0.0, 0.0
    for k in range(CLASSES):
        part = min(max(place - k, 0.0), 1.0)
        total += second[c, order[k]] * part
        wins += won[c, order[k]] * part
    return wins / max(total, 1e-12)


@kernel()
def overcall_gain(tables, second, won, values, duels, pushes, calls, pusher, caller, player, c):
    """What a call of a class behind a pusher and a caller earns more than folding.

    second, won: float64 [169, 169], the chance of an opposing class, and the part of it that is beaten; values
    [strict order]: what the ends are worth to the player. The hands of the two others are taken to be independent, but
    for the board they share (SKEW).
    """
    over_pusher = _against(second, won, tables.push_order, pushes[pusher], c)
    over_caller = _against(second, won, tables.call_order, calls[pusher, caller], c)
    first = (over_pusher * over_caller) ** SKEW
    last = ((1.0 - over_pusher) * (1.0 - over_caller)) ** SKEW
    both = max(first + last, 1.0)
    first, last = first / both, last / both
    middle = 1.0 - first - last
    above = over_caller * (1.0 - over_pusher)  # the pusher is first, the third second
    below = over_pusher * (1.0 - over_caller)
    share = above / max(above + below, 1e-12)
    gain = 0.0
    for order in range(STRICT.shape[0]):
        if STRICT[order, 2] == 0:
            chance = first / 2.0
        elif STRICT[order, 2] == 2:
            chance = last / 2.0
        else:
            chance = middle * (share if STRICT[order, 0] < STRICT[order, 1] else 1.0 - share)
        gain += values[order] * chance
    k = max(1, np.int64(np.rint(pushes[pusher])))
    met = tables.met[k, max(1, min(CLASSES, np.int64(np.rint(calls[pusher, caller]))))]
    for order in range(3):
        gain -= met[order] * duels[pusher, caller, order, player]
    return gain


@kernel(
    types.void(
        _VECTOR, _VECTOR, types.float64, _VECTOR, _VECTOR, types.boolean, types.boolean[::1], types.int64[::1], _VECTOR,
    )
)  # fmt: skip
def overcall_values(stacks, stakes, dead, starts, prizes, is_chips, by_ante, pot, values):
    """values [strict order]: what the ends of three all-in are worth to the last of the pot; starts: stacks with all
    antes; by_ante: see `value_ends`."""
    players = stacks.shape[0]
    ends = np.empty((STRICT.shape[0], players))
    for order in range(STRICT.shape[0]):
        settle_pot(stacks, stakes, dead, pot, STRICT[order], ends[order])
    found = ends
    if not is_chips:
        found = np.empty_like(ends)
        equities_after(ends, starts, prizes, found)
    for order in range(STRICT.shape[0]):
        add_survivors(
            starts, stacks, stakes, dead, prizes, is_chips, by_ante, pot, STRICT[order], BEATS[3], found[order]
        )
        values[order] = found[order, pot[2]]


@kernel(
    types.void(
        TABLES, _MATRIX, _MATRIX, _VECTOR, _CUBE, _VECTOR, _MATRIX, types.int64, types.int64, types.int64, _VECTOR,
    )
)  # fmt: skip
def overcall_gains(tables, second, won, values, duels, pushes, calls, pusher, caller, player, out):
    """out [169]: what a call behind a pusher and a caller earns more than folding, by class."""
    for c in range(CLASSES):
        out[c] = overcall_gain(tables, second, won, values, duels, pushes, calls, pusher, caller, player, c)
