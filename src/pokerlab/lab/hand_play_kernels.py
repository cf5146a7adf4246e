"""Kernels that play whole hands of a game by the compiled rules."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel
from pokerlab._random_kernels import seeded
from pokerlab.agents.deciding_kernels import AGENTS, decide
from pokerlab.agents.short_kernels import begin_notes
from pokerlab.agents.simple_kernels import EXPERT, simple_move
from pokerlab.games import hand_columns as at
from pokerlab.games.hand_kernels import CALL, FOLD, act, deal_due, find_to_call, settle_hand, use_stream

DONE, IS_DEALT = range(2)
"""How far a loop is: hands that are played, and whether the next one is being played."""


@kernel(
    types.boolean(
        types.int64[::1], types.int64[::1], AGENTS, types.int64[::1], types.uint64, types.uint64[::1], types.int64,
        types.int64[::1], types.int64[::1], types.int64[:, ::1],
    )
)  # fmt: skip
def play_hands(rules, opening, agents, order, stream, chances, first, hand, progress, won):
    """Play hands from a number on; whether all are played, or an agent asks for something first.

    opening: the hand before its first card (see `compiled.hand_array`); order [seat]: the agent there; stream, chances
    [seat]: of cards and of what each agent draws; hand: working memory; progress: see above; won int64 [hand, seat]:
    chips. The draws are those of the table: cards by (number), those of agents by (number, seat).
    """
    kinds, no_prizes = agents.kinds, np.zeros(at.SEATS)
    while progress[DONE] < won.shape[0]:
        cards = seeded(stream, first + progress[DONE])
        if not progress[IS_DEALT]:
            hand[:] = opening
            use_stream(hand, cards)
            deal_due(rules, hand)
            begin_notes(agents.notes, rules, no_prizes, False)
            for seat in range(rules[at.PLAYERS]):
                agents.notes.levels[seat] = agents.levels[order[seat]]
            progress[IS_DEALT] = 1
        while hand[at.ACTOR] >= 0:
            seat = hand[at.ACTOR]
            chance = seeded(seeded(chances[seat], first + progress[DONE]), seat)
            # simple agents are asked here: the arrays of all the others cost more than their decision
            if kinds[order[seat]] < EXPERT:
                kind, to = simple_move(kinds[order[seat]], rules, hand, chance)
            else:
                kind, to = decide(agents, order[seat], rules, hand, chance)
                if kind < 0:
                    return False
            take_action(rules, hand, kind, to)
        settle_hand(rules, hand, won[progress[DONE]])
        progress[DONE] += 1
        progress[IS_DEALT] = 0
    return True


@kernel()
def take_action(rules, hand, kind, to):
    """An agent's action; if it is not legal, what the table does instead: a check, or else a fold."""
    if not act(rules, hand, kind, to):
        act(rules, hand, np.int64(FOLD if find_to_call(rules, hand) > 0 else CALL), np.int64(0))
