"""Bets that a blueprint does not know, taken for the nearest that it knows, and its own bets in the chips of the table.

A bet is measured by its part of the pot after a call. Between two known sizes A < x < B it is taken for A if its
pseudo-harmonic share (B - x)(1 + A) / ((B - A)(1 + x)) is at least a half (Ganzfried and Sandholm: Action Translation
in Extensive-Form Games with Large Action Spaces, 2013, without its draw). All-in is all-in.
"""

from collections.abc import Sequence

import numpy as np

from pokerlab.equilibrium.policy import Chances
from pokerlab.games.action import CALL, FOLD, Action, Kind, raise_to
from pokerlab.games.betting import Betting
from pokerlab.training.betting_plan import BettingPlan


def believed(plan: BettingPlan, betting: Betting) -> Betting | None:
    """The hand that a plan knows nearest to one that was played; None if it has ended there already, because a bet was
    taken for all-in."""
    real = near = Betting.start(betting.game)
    for played in betting.history:
        if near.is_over or (near.street, near.actor) != (played.street, played.seat):
            return None
        action = played.action
        if action.kind is Kind.RAISE:
            known = [known for known in plan.actions_at(plan.find(near)[1]) if known.kind is Kind.RAISE]
            action = _nearest(real, action, near, known) if known else CALL
        elif action.kind is Kind.FOLD and not near.legal.fold:
            action = CALL
        real, near = real.act(played.action), near.act(action)
    return None if near.is_over or (near.street, near.actor) != (betting.street, betting.actor) else near


def as_played(chances: Chances, near: Betting, betting: Betting) -> Chances:
    """What is done in a hand that is known, as actions of the hand that is played; equal ones are one."""
    actions = [_legal(action, near, betting) for action in chances.actions]
    different = tuple(dict.fromkeys(actions))
    table = np.zeros((len(different), chances.table.shape[1]), np.float32)
    for action, row in zip(actions, chances.table, strict=True):
        table[different.index(action)] += row
    return Chances(different, table)


def _nearest(real: Betting, action: Action, near: Betting, known: Sequence[Action]) -> Action:
    if action.to == real.legal.max_raise:
        return known[-1]
    size, sizes = _size(real, action.to), [_size(near, one.to) for one in known]
    place = sum(one <= size for one in sizes)
    if place in (0, len(known)):
        return known[0] if place == 0 else known[-1]
    low, high = sizes[place - 1], sizes[place]
    share = (high - size) * (1 + low) / ((high - low) * (1 + size))
    return known[place - 1] if share >= 0.5 else known[place]


def _legal(action: Action, near: Betting, betting: Betting) -> Action:
    legal = betting.legal
    if action.kind is Kind.FOLD:
        return FOLD if legal.fold else CALL
    if action.kind is Kind.CALL or not legal.max_raise:
        return CALL
    if action.to == near.legal.max_raise:
        return raise_to(legal.max_raise)
    to = betting.level + round(_size(near, action.to) * (betting.pot + betting.to_call))
    return raise_to(min(max(to, legal.min_raise), legal.max_raise))


def _size(betting: Betting, to: int) -> float:
    """What a raise adds to the bet, as a part of the pot after a call."""
    return (to - betting.level) / (betting.pot + betting.to_call)
