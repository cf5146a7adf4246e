"""The inputs of the expert system: what is known of a decision, as the numbers of `expert_columns`."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pokerlab.agents import expert_columns as at
from pokerlab.games.action import Kind
from pokerlab.games.betting import Betting

Facts = npt.NDArray[np.float64]

FACT_NAMES: dict[int, str] = {
    at.STREET: "street", at.PLAYERS: "players dealt in", at.OPPONENTS: "opponents", at.BEHIND: "still to act",
    at.TO_CALL: "to call", at.POT: "pot", at.STACK: "stack", at.OWN_BET: "own bet", at.LEVEL: "bet to match",
    at.MIN_RAISE: "smallest raise", at.MAX_RAISE: "largest raise", at.BIG_BLIND: "big blind",
    at.RAISES: "bets and raises on this street", at.LIMPERS: "limpers", at.IN_BLIND: "in a blind",
    at.INITIATIVE: "last aggressor before this street", at.CHECKED_TO: "checked to", at.ALL_IN: "facing all-in",
    at.EFFECTIVE: "effective stack", at.ANTES: "antes", at.BUBBLE: "bubble factor", at.RIVALS: "level of opponents",
    at.HAND_RAISES: "bets and raises in the hand",
}  # fmt: skip
"""What the facts are called where they are shown."""


def facts_of(betting: Betting, bubbles: Sequence[float] = (), levels: Sequence[int] = ()) -> Facts:
    """float64 [FACTS]: the facts of the seat to act. `bubbles`: its bubble factor against each seat; `levels`: of the
    players in the seats."""
    game, seat = betting.game, betting.actor
    legal = betting.legal
    bets, stacks, level = betting.bets, betting.stacks, betting.level
    rivals = [other for other in range(game.players) if other != seat and betting.live >> other & 1]
    largest = max(rivals, key=lambda other: (bets[other] + stacks[other], -other))
    facts = np.zeros(at.FACTS)
    facts[at.STREET] = betting.street
    facts[at.PLAYERS] = game.players
    facts[at.OPPONENTS] = len(rivals)
    facts[at.BEHIND] = (betting.waiting & ~(1 << seat)).bit_count()
    facts[at.TO_CALL] = legal.to_call
    facts[at.POT] = betting.pot
    facts[at.STACK] = stacks[seat]
    facts[at.OWN_BET] = bets[seat]
    facts[at.LEVEL] = level
    facts[at.MIN_RAISE], facts[at.MAX_RAISE] = legal.min_raise, legal.max_raise
    facts[at.BIG_BLIND] = game.big_blind
    facts[at.RAISES] = betting.raises
    facts[at.IN_BLIND] = game.blinds[seat] > 0
    facts[at.LIMPERS], facts[at.INITIATIVE], facts[at.CHECKED_TO] = _told(betting)
    is_pushed = betting.raises > 0 and any(bets[other] >= level and not stacks[other] for other in rivals)
    facts[at.ALL_IN] = legal.to_call > 0 and (is_pushed or legal.to_call >= stacks[seat])
    facts[at.EFFECTIVE] = min(bets[seat] + stacks[seat], bets[largest] + stacks[largest])
    facts[at.ANTES] = sum(min(ante, stack) for ante, stack in zip(game.antes, game.stacks, strict=True))
    facts[at.BUBBLE] = min(bubbles[largest], 100.0) if bubbles else 1.0
    facts[at.RIVALS] = sum(levels[other] for other in rivals) / len(rivals) if levels else 3.0
    facts[at.HAND_RAISES] = sum(played.action.kind is Kind.RAISE for played in betting.history)
    return facts


def _told(betting: Betting) -> tuple[int, bool, bool]:
    """What only the history tells: limpers, whether the actor was the last aggressor before this street, and whether
    somebody has checked on it."""
    seat, street, blinds = betting.actor, betting.street, betting.game.blinds
    largest = max(blinds)
    limpers, is_raised, aggressor, is_checked = 0, False, -1, False
    for played in betting.history:
        if played.action.kind is Kind.RAISE:
            is_raised = True
            if played.street < street:
                aggressor = played.seat
        elif played.action.kind is Kind.CALL:
            if played.street == 0 and not is_raised and blinds[played.seat] < largest and played.seat != seat:
                limpers += 1
            is_checked |= played.street == street > 0
    return limpers, aggressor == seat, is_checked
