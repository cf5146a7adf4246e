"""Kernels of the expert system: which rule applies, how much it raises, and what it does with a hand.

One hand at a time for loops that play, all 1,326 at once for agents that say their chances: the same functions.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from pokerlab._jit import kernel, record
from pokerlab.agents.expert_columns import (
    AGGRESSION_CARE,
    AGGRESSOR,
    ALL_IN,
    ALL_IN_BELOW,
    ALL_IN_SIZE,
    ANTES,
    BEHIND,
    BET,
    BIG_BLIND,
    BIG_BLINDS,
    BUBBLE,
    BUBBLE_CARE,
    CHECKED,
    CHECKED_TO,
    COMMITTED,
    EDGE,
    FACED_ALL_IN,
    FIRST,
    HAND_RAISES,
    IN_BLIND,
    INITIATIVE,
    LEVEL,
    LEVEL_CARE,
    LIMPED,
    LIMPERS,
    MAX_RAISE,
    MEDIUM_ALL_IN,
    MEDIUM_BET,
    MEDIUM_RAISE,
    MIN_RAISE,
    MULTIPLE,
    OPEN,
    OPPONENTS,
    OWN_BET,
    PER_LIMPER,
    PLAYERS,
    POT,
    PREFLOP_ROWS,
    RAISED,
    RAISED_AGAIN,
    RAISES,
    RERAISED,
    RIVALS,
    SHORT,
    SHORT_PER_ANTE,
    SHORT_SMALL_BLIND,
    SHORT_STRONG,
    SHORT_WEAK,
    SMALL_ALL_IN,
    SMALL_BET,
    SMALL_RAISE,
    STACK,
    STREET,
    TO_CALL,
    TRAP,
)


class Rules(NamedTuple):
    """The rules of a player as arrays; rows as in `expert_columns.ROW_NAMES`.

    - `ranges`: float32 [26, 2, 1326], chances to raise and to call before the flop
    - `widths`: float64 [26], the part of all hands that is raised or called
    - `parts`: float64 [21, 3, 3], by row after the flop and 1, 2, 3 or more opponents: bet or raise, call, bluff
    - `sizes`: float64 [47, 2], kind and value
    - `limits`: float64 [LIMITS]
    """

    ranges: npt.NDArray[np.float32]
    widths: npt.NDArray[np.float64]
    parts: npt.NDArray[np.float64]
    sizes: npt.NDArray[np.float64]
    limits: npt.NDArray[np.float64]


RULES = record(Rules, "float32[:,:,::1], float64[::1], float64[:,:,::1], float64[:,::1], float64[::1]")


@kernel("int64(float64[::1], float64[::1])")
def find_row(limits, facts):
    """The row of the rule for a decision."""
    street = np.int64(facts[STREET])
    raises = facts[RAISES]
    big = facts[BIG_BLIND]
    to_call = facts[TO_CALL]
    if street > 0:
        first = PREFLOP_ROWS + (street - 1) * 7
        if to_call == 0.0:
            if facts[INITIATIVE] > 0.0:
                return first + AGGRESSOR
            return first + (CHECKED if facts[CHECKED_TO] > 0.0 else FIRST)
        if raises >= 2.0:
            return first + RAISED_AGAIN
        part = to_call / max(facts[POT] - to_call, 1.0)
        return first + BET + (part > limits[SMALL_BET]) + (part > limits[MEDIUM_BET])
    heads_up = np.int64(facts[PLAYERS] == 2.0)
    if facts[ALL_IN] > 0.0:
        cost = to_call / big
        band = np.int64(cost > limits[SMALL_ALL_IN]) + np.int64(cost > limits[MEDIUM_ALL_IN])
        return FACED_ALL_IN + 2 * band + heads_up
    place = 2 if heads_up else np.int64(facts[IN_BLIND] > 0.0)
    if raises >= 2.0:
        return RERAISED + heads_up
    if raises >= 1.0:
        size = facts[LEVEL] / big
        band = np.int64(size > limits[SMALL_RAISE]) + np.int64(size > limits[MEDIUM_RAISE])
        return RAISED + 3 * band + place
    if facts[LIMPERS] > 0.0 or to_call == 0.0:
        return LIMPED + place
    if heads_up:
        return OPEN + 5
    behind = facts[BEHIND]
    if behind >= 6.0:
        return OPEN
    if behind >= 4.0:
        return OPEN + 1
    return OPEN + (2 if behind >= 3.0 else 3 if behind >= 2.0 else 4)


@kernel("int64(float64[:,::1], float64[::1], float64[::1], int64)")
def find_raise(sizes, limits, facts, row):
    """What a rule raises to, in chips of this street; 0 if no raise is legal."""
    most = facts[MAX_RAISE]
    if most == 0.0:
        return np.int64(0)
    kind, value = sizes[row, 0], sizes[row, 1]
    if kind == ALL_IN_SIZE:
        return np.int64(most)
    if kind == BIG_BLINDS:
        if row < RAISED:
            value += limits[PER_LIMPER] * facts[LIMPERS]
        to = value * facts[BIG_BLIND]
    elif kind == MULTIPLE and facts[LEVEL] > 0.0:
        to = value * facts[LEVEL]
    elif kind == MULTIPLE:  # there is nothing to multiply: the pot is bet
        to = facts[POT]
    else:
        to = facts[LEVEL] + value * (facts[POT] + facts[TO_CALL])
    to = min(max(np.floor(to + 0.5), facts[MIN_RAISE]), most)
    left = facts[OWN_BET] + facts[STACK] - to
    if left < limits[ALL_IN_BELOW] * (facts[POT] + to - facts[OWN_BET]):
        to = most
    return np.int64(to)


@kernel()
def ramp(place, end, edge):
    """1 above the end of a band (smaller places are stronger), 0 below it, and between over the width of an edge."""
    if end <= 0.0:
        return 0.0
    if end >= 1.0:
        return 1.0
    half = min(edge, 2.0 * end, 2.0 * (1.0 - end)) / 2.0
    if place <= end - half:
        return 1.0
    if place >= end + half:
        return 0.0
    return (end + half - place) / (2.0 * half)


@kernel()
def care(limits, facts):
    """By how much parts become smaller because of the bubble: 1 for not at all."""
    return 1.0 / (1.0 + limits[BUBBLE_CARE] * max(facts[BUBBLE] - 1.0, 0.0))


@kernel()
def find_bands(rules, facts, row):
    """After the flop: where the bands of a rule end, as the moment has changed them. (bet or raise, call, bluff), each
    as a part of all hands; with nothing to call the bluffs are the weakest hands."""
    limits = rules.limits
    opponents = min(max(np.int64(facts[OPPONENTS]), 1), 3) - 1
    part = rules.parts[row - PREFLOP_ROWS, opponents]
    shrink = care(limits, facts)
    if facts[TO_CALL] > 0.0:
        shrink /= 1.0 + limits[AGGRESSION_CARE] * (facts[HAND_RAISES] - facts[RAISES])
    strong, called = part[0] * shrink, part[1] * shrink
    bluff = part[2] * shrink * (1.0 + limits[LEVEL_CARE] * (facts[RIVALS] - 3.0) / 2.0)
    return strong, called, min(max(bluff, 0.0), 1.0 - strong - called)


@kernel()
def hand_chances(rules, facts, row, combo, place):
    """The chances to fold, to check or call, and to bet or raise of one hand.

    place: before the flop its place in the order of the classes, after it among all hands on this board: 0 is the
    strongest, 1 the weakest.
    """
    limits = rules.limits
    if row < PREFLOP_ROWS:
        up, along = np.float64(rules.ranges[row, 0, combo]), np.float64(rules.ranges[row, 1, combo])
        along = min(along, 1.0 - up)
        shrink = care(limits, facts)
        if shrink < 1.0 and facts[RAISES] > 0.0:
            # the nearer to the bubble, the more of what is weaker than the width of the range says goes
            tightness = min(4.0 * (1.0 - shrink), 1.0)
            stays = ramp(place, 1.0 - (1.0 - shrink * rules.widths[row]) * tightness, limits[EDGE])
            up, along = up * stays, along * stays
    else:
        strong, called, bluff = find_bands(rules, facts, row)
        edge = limits[EDGE]
        value = ramp(place, strong, edge)
        if facts[TO_CALL] == 0.0:
            up = value * (1.0 - limits[TRAP]) + min(ramp(1.0 - place, bluff, edge), 1.0 - value)
            along = 1.0 - up
        else:
            calls = ramp(place, strong + called, edge)
            tries = ramp(place, strong + called + bluff, edge) - calls if bluff > 0.0 else 0.0
            up = value * (1.0 - limits[TRAP]) + max(tries, 0.0)
            along = calls - value + value * limits[TRAP]
    if facts[MAX_RAISE] == 0.0:  # what would raise for value calls, a bluff has no raise
        if row >= PREFLOP_ROWS and facts[TO_CALL] > 0.0:
            up = value
            along = calls - value
        along += up
        up = 0.0
    down = max(1.0 - up - along, 0.0)
    is_cheap = facts[TO_CALL] < limits[COMMITTED] * (facts[POT] + facts[TO_CALL])
    if facts[TO_CALL] == 0.0 or (facts[STREET] > 0.0 and is_cheap):
        along += down
        down = 0.0
    return down, along, up


@kernel(types.int64(RULES, types.float64[::1], types.float32[::1], types.float64[:, ::1]))
def all_chances(rules, facts, places, out):
    """out [3, 1326]: the chances of all hands to fold, to check or call, and to bet or raise; what is raised to."""
    row = find_row(rules.limits, facts)
    for combo in range(places.shape[0]):
        down, along, up = hand_chances(rules, facts, row, combo, np.float64(places[combo]))
        out[0, combo] = down
        out[1, combo] = along
        out[2, combo] = up
    return find_raise(rules.sizes, rules.limits, facts, row)


@kernel(types.UniTuple(types.float64, 3)(RULES, types.float64[::1], types.int64))
def bands_at(rules, facts, row):
    """As `find_bands`, for Python."""
    return find_bands(rules, facts, row)


@kernel("float64(float64[::1], float64[::1])")
def short_limit(limits, facts):
    """Below how many effective big blinds push/fold is played."""
    limit = limits[SHORT]
    if limit == 0.0:
        return 0.0
    limit += limits[SHORT_PER_ANTE] * facts[ANTES] / facts[BIG_BLIND]
    if facts[BEHIND] == 1.0 and facts[RAISES] == 0.0 and facts[IN_BLIND] > 0.0 and facts[PLAYERS] > 2.0:
        limit += limits[SHORT_SMALL_BLIND]
    if facts[RIVALS] >= 4.0:
        limit += limits[SHORT_STRONG]
    if facts[RIVALS] <= 2.0:
        limit += limits[SHORT_WEAK]
    return limit
