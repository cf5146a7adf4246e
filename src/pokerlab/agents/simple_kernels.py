"""Agents without a thought in compiled loops: what `simple` plays at the table, draw for draw."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._random_kernels import stream_draw
from pokerlab._streams import WHOLE
from pokerlab.games import hand_columns as at
from pokerlab.games.hand_kernels import CALL, FOLD, RAISE, find_legal

ALWAYS_FOLD, ALWAYS_CALL, ALWAYS_RAISE, RANDOM, UNIFORM = range(5)
"""Kinds of agents."""
EXPERT = 5
"""The first kind of agents that are not simple."""
MOST_LISTED = 1_000
"""As `simple.MOST_LISTED`."""
PARTS = np.int64(WHOLE)


@kernel("UniTuple(int64, 2)(int64, int64[::1], int64[::1], uint64)", counts=False)
def simple_move(agent, rules, hand, chance):
    """What an agent of a kind does: the action's kind, and what is raised to. chance: the seat's stream."""
    to_call, least, most = find_legal(rules, hand)
    if agent == ALWAYS_FOLD and to_call > 0:
        return np.int64(FOLD), np.int64(0)
    if agent == ALWAYS_RAISE and most > 0:
        return np.int64(RAISE), least
    if agent <= ALWAYS_RAISE:
        return np.int64(CALL), np.int64(0)
    plain = 1 + np.int64(to_call > 0)
    amounts = min(most - least + 1, MOST_LISTED) if most else 0
    if plain + amounts == 1:
        return np.int64(CALL), np.int64(0)
    drawn = stream_draw(chance, hand[at.ACTIONS], PARTS)
    if agent == RANDOM:
        kinds = plain + (amounts > 0)
        each = 1.0 / kinds
        move = _drawn_of_two(drawn, plain, each, amounts, each / amounts if amounts else 0.0)
    else:
        each = 1.0 / (plain + amounts)
        move = _drawn_of_two(drawn, plain, each, amounts, each)
    if move < plain:
        return np.int64(CALL) if move == plain - 1 else np.int64(FOLD), np.int64(0)
    return np.int64(RAISE), _amount(move - plain, least, most)


@kernel(counts=False)
def _drawn_of_two(drawn, firsts, first, others, other):
    """The place that a number below 65,535 draws among so many with one chance and then so many with another, rounded
    to parts as `open_agent.column_parts` does; chances are float32, as tables of chances are."""
    total = 0.0
    first, other = np.float64(np.float32(first)), np.float64(np.float32(other))
    for _ in range(firsts):
        total += first
    for _ in range(others):
        total += other
    first_share, other_share = first / total * PARTS, other / total * PARTS
    first_part, other_part = np.int64(first_share), np.int64(other_share)
    missing = PARTS - firsts * first_part - others * other_part
    # the largest remainders get one part more each, of equal ones the first
    is_first_larger = first_part - first_share <= other_part - other_share
    first_more = min(missing, firsts) if is_first_larger else max(missing - others, 0)
    other_more = missing - first_more
    place = _place_among(drawn, firsts, first_part, first_more)
    if place < firsts:
        return place
    drawn -= firsts * first_part + first_more
    return firsts + _place_among(drawn, others, other_part, other_more)


@kernel(counts=False)
def _place_among(drawn, count, part, more):
    """The place of a number among so many equal parts, the first of which have one more; `count` if it is beyond."""
    ahead = more * (part + 1)
    if drawn < ahead:
        return drawn // (part + 1)
    if drawn < ahead + (count - more) * part:
        return more + (drawn - ahead) // part
    return count


@kernel(counts=False)
def _amount(place, least, most):
    """The amount of a raise by its place among those that are listed, as `simple` spreads them."""
    if most - least + 1 <= MOST_LISTED:
        return least + place
    if place == MOST_LISTED - 1:
        return most
    step = np.float64(most - least) / (MOST_LISTED - 1)
    return np.int64(np.rint(place * step + least))
