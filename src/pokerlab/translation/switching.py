"""Switching between strategies in the middle of a hand: a policy that asks another one, by where the hand stands.

Where cards are hidden this is no equilibrium even if all that are switched between are: in Kuhn poker it can double
what the first player loses (Schnizlein 2009, section 5.3).
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from pokerlab.equilibrium.policy import Chances, Policy
from pokerlab.errors import StrategyError
from pokerlab.games.action import Action
from pokerlab.games.rules import Game
from pokerlab.games.view import Public


class Switching:
    """Plays several policies of one game: `weights(public)` says how likely each is asked at a decision, whatever was
    asked before."""

    def __init__(self, policies: Sequence[Policy], weights: Callable[[Public], Sequence[float]]) -> None:
        if not policies:
            raise StrategyError("nothing to switch between")
        if any(policy.game != policies[0].game for policy in policies):
            raise StrategyError("strategies of different games: translate them first")
        self.policies, self.weights = tuple(policies), weights

    @property
    def game(self) -> Game:
        """The game that all of them play."""
        return self.policies[0].game

    def chances(self, public: Public) -> Chances:
        """The chances of all that are asked, weighted; equal actions are one."""
        weights = np.array(self.weights(public), np.float64)
        if len(weights) != len(self.policies) or not (weights >= 0).all() or not weights.sum() > 0:
            raise StrategyError(f"{len(self.policies)} strategies need as many weights that are not all 0")
        rows: dict[Action, npt.NDArray[np.float64]] = {}
        for policy, weight in zip(self.policies, weights / weights.sum(), strict=True):
            if weight:
                actions, table = policy.chances(public)
                for action, row in zip(actions, table, strict=True):
                    rows[action] = rows.get(action, np.zeros(len(row))) + weight * row
        ordered = sorted(rows, key=lambda action: (action.kind, action.to))
        return Chances(tuple(ordered), np.array([rows[action] for action in ordered]).astype(np.float32))
