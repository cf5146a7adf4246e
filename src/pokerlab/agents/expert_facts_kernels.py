"""The inputs of the expert system in compiled loops: the twin of `expert_facts`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel, popcount
from pokerlab.agents import expert_columns as fact
from pokerlab.games import hand_columns as at
from pokerlab.games.hand_kernels import find_legal


@kernel()
def find_facts(rules, hand, levels, facts):
    """facts float64 [FACTS] of the seat to act, but for the bubble factor, which is 1; levels: float64 [seat]. Returns
    the largest of the rivals, whom the bubble factor is against."""
    seat, street, players = hand[at.ACTOR], hand[at.STREET], rules[at.PLAYERS]
    to_call, least, most = find_legal(rules, hand)
    own_bet, own_stack = hand[at.BETS + seat], hand[at.BEHIND + seat]
    rivals, largest, most_chips, level_sum = 0, np.int64(-1), np.int64(-1), 0.0
    is_pushed = False
    antes, largest_blind = np.int64(0), np.int64(0)
    for other in range(players):
        antes += min(rules[at.ANTES + other], rules[at.STACKS + other])
        largest_blind = max(largest_blind, rules[at.BLINDS + other])
        if other != seat and hand[at.LIVE] >> other & 1:
            rivals += 1
            level_sum += levels[other]
            chips = hand[at.BETS + other] + hand[at.BEHIND + other]
            if chips > most_chips:
                largest, most_chips = np.int64(other), chips
            is_pushed |= hand[at.BETS + other] >= hand[at.LEVEL] and hand[at.BEHIND + other] == 0
    limpers = 0
    for other in range(players):
        if other != seat and hand[at.LIMPERS] >> other & 1 and rules[at.BLINDS + other] < largest_blind:
            limpers += 1
    facts[fact.STREET] = street
    facts[fact.PLAYERS] = players
    facts[fact.OPPONENTS] = rivals
    facts[fact.BEHIND] = popcount(np.uint64(hand[at.WAITING] & ~(np.int64(1) << seat)))
    facts[fact.TO_CALL] = to_call
    facts[fact.POT] = hand[at.POT]
    facts[fact.STACK] = own_stack
    facts[fact.OWN_BET] = own_bet
    facts[fact.LEVEL] = hand[at.LEVEL]
    facts[fact.MIN_RAISE] = least
    facts[fact.MAX_RAISE] = most
    facts[fact.BIG_BLIND] = big_blind(rules)
    facts[fact.RAISES] = hand[at.RAISES]
    facts[fact.IN_BLIND] = rules[at.BLINDS + seat] > 0
    facts[fact.LIMPERS] = limpers
    facts[fact.INITIATIVE] = hand[at.EARLIER_AGGRESSOR] == seat
    facts[fact.CHECKED_TO] = street > 0 and hand[at.CALLS] > 0
    facts[fact.ALL_IN] = to_call > 0 and ((hand[at.RAISES] > 0 and is_pushed) or to_call >= own_stack)
    facts[fact.EFFECTIVE] = min(own_bet + own_stack, most_chips)
    facts[fact.ANTES] = antes
    facts[fact.BUBBLE] = 1.0
    facts[fact.RIVALS] = level_sum / rivals
    facts[fact.HAND_RAISES] = hand[at.HAND_RAISES]
    return largest


@kernel()
def big_blind(rules):
    """As `Game.big_blind`."""
    return rules[at.SMALLEST_BETS + (0 if rules[at.LIMIT] == at.FIXED else rules[at.STREETS] - 1)]
