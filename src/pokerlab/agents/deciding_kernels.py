"""How compiled loops ask players of rule files; simple agents are asked by `simple_kernels.simple_move`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel, record
from pokerlab._random_kernels import stream_draw
from pokerlab._streams import WHOLE
from pokerlab.agents import expert_columns as fact
from pokerlab.agents.compiled_agents import NASH, CompiledAgents
from pokerlab.agents.expert_facts_kernels import find_facts
from pokerlab.agents.expert_kernels import Rules, find_raise, find_row, hand_chances, short_limit
from pokerlab.agents.place_kernels import PLACES, find_place
from pokerlab.agents.short_kernels import NOTES, find_bubble, has_charts, may_be_short, short_move
from pokerlab.cards.equity_kernels import CLASSES
from pokerlab.cards.evaluator_kernels import combo_of
from pokerlab.games import hand_columns as at
from pokerlab.games.hand_kernels import CALL, FOLD, RAISE
from pokerlab.tournament.quick_kernels import Tables

_TABLES = record(
    Tables,
    "int64[::1], int64[::1], float64[::1], float64[::1], float64[:,:,::1], float64[:,:,::1], float64[:,:,::1]",
)
AGENTS = record(
    CompiledAgents, "int64[::1], int64[::1], float64[::1], float32[:,:,:,::1], float64[:,::1], float64[:,:,:,::1]",
    "float64[:,:,::1], float64[:,::1], float64[:,:,::1]", _TABLES, "float64[:,::1], float64[:,::1]", PLACES, NOTES,
)  # fmt: skip
ASKS = -1
"""The kind of the action of an agent that has to know more first: places of hands on a board (see `place_kernels`)."""
PARTS = np.int64(WHOLE)


@kernel()
def decide(agents, agent, rules, hand, chance):
    """What an agent of a rule file or `nash` does whose turn it is: the action's kind (or ASKS), and what is raised to.
    chance: the stream of its seat; the notes of the hand are begun (see `short_kernels.begin_notes`)."""
    kind = agents.kinds[agent]
    notes, table = agents.notes, agents.tables[agent]
    facts, limits = notes.facts, agents.limits[table]
    seat = hand[at.ACTOR]
    largest = find_facts(rules, hand, notes.levels, facts)
    cards = hand[at.PRIVATE + at.MOST_HELD * seat : at.PRIVATE + at.MOST_HELD * seat + 2]
    combo = combo_of(cards[0], cards[1])
    if hand[at.STREET] == 0 and _is_short(kind, limits, facts, rules) and has_charts(notes, agents.charts, rules):
        move = short_move(
            notes, agents.charts, agents.second, agents.won, agents.against[table], limits, rules, hand,
            np.int64(CLASSES[combo]),
        )  # fmt: skip
        return move, np.int64(facts[fact.MAX_RAISE]) if move == RAISE else np.int64(0)
    place = find_place(agents.places, hand, seat)
    if place < 0.0:
        return np.int64(ASKS), np.int64(0)
    if limits[fact.BUBBLE_CARE] != 0.0 and (hand[at.STREET] > 0 or hand[at.RAISES] > 0):
        facts[fact.BUBBLE] = find_bubble(notes, rules, seat, largest)
    row = find_row(limits, facts)
    own = Rules(agents.ranges[table], agents.widths[table], agents.parts[table], agents.sizes[table], limits)
    down, along, up = hand_chances(own, facts, row, combo, place)
    to = find_raise(own.sizes, limits, facts, row)
    return draw_move(down, along, up, to, facts[fact.TO_CALL] > 0.0, stream_draw(chance, hand[at.ACTIONS], PARTS))


@kernel()
def _is_short(kind, limits, facts, rules):
    """Whether push/fold is played, if the hand is of that kind."""
    if kind == NASH:
        return True
    return may_be_short(limits, rules) and facts[fact.EFFECTIVE] < short_limit(limits, facts) * facts[fact.BIG_BLIND]


@kernel()
def draw_move(down, along, up, to, may_fold, drawn):
    """The action that a number below 65,535 draws from the chances to fold, to call and to raise, rounded to parts as
    `open_agent.column_parts` does."""
    first = np.float64(np.float32(down)) if may_fold else 0.0
    second = np.float64(np.float32(along))
    third = np.float64(np.float32(up)) if to else 0.0
    actions = 1 + np.int64(may_fold) + np.int64(to > 0)
    if actions == 1:
        return np.int64(CALL), np.int64(0)
    total = first + second + third
    even = 1.0 / actions * PARTS
    shares = (
        (first / total * PARTS, second / total * PARTS, third / total * PARTS) if total > 0.0
        else (even if may_fold else 0.0, even, even if to else 0.0)
    )  # fmt: skip
    folds, calls, raises = np.int64(shares[0]), np.int64(shares[1]), np.int64(shares[2])
    rest0, rest1, rest2 = shares[0] - folds, shares[1] - calls, shares[2] - raises
    for _ in range(PARTS - folds - calls - raises):  # at most two: the largest remainders, of equal ones the first
        if may_fold and rest0 >= rest1 and (rest0 >= rest2 or not to):
            folds += 1
            rest0 = -1.0
        elif rest1 >= rest2 or not to:
            calls += 1
            rest1 = -1.0
        else:
            raises += 1
            rest2 = -1.0
    if drawn < folds:
        return np.int64(FOLD), np.int64(0)
    if drawn < folds + calls:
        return np.int64(CALL), np.int64(0)
    return np.int64(RAISE), to
