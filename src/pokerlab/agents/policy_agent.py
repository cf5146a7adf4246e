"""Agents that play what is in a file: a strategy of a small game, a solution of a spot, or a blueprint."""

from pathlib import Path

import numpy as np

from pokerlab.agents.near_bets import as_played, believed
from pokerlab.agents.open_agent import OpenAgent
from pokerlab.betting.menu import Menu
from pokerlab.equilibrium.policy import Chances, Policy
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.games.action import CALL
from pokerlab.games.hands import private_hands
from pokerlab.games.rules import Game
from pokerlab.games.view import Public
from pokerlab.postflop.solution import Solution
from pokerlab.training.blueprint import Blueprint


class PolicyAgent(OpenAgent):
    """Plays a policy in its own game."""

    is_table = True

    def __init__(self, policy: Policy, menu: Menu | None = None) -> None:
        self.policy, self.menu = policy, menu

    def chances(self, public: Public) -> Chances:
        """Those of the policy."""
        return self.policy.chances(public)

    def plays(self, game: Game) -> str:
        """Only the policy's game."""
        own = self.policy.game
        return "" if own == game else f"its file is for {own.name}, not for this {game.name}"


class StrategyAgent(PolicyAgent):
    """Plays the strategy in a file that `pokerlab small` wrote."""

    def __init__(self, file: str) -> None:
        strategy = Strategy.load(Path(file))
        super().__init__(strategy, strategy.tree.menu)


class SolutionAgent(PolicyAgent):
    """Plays the solution of a post-flop spot, in a file that `pokerlab solve` wrote."""

    policy: Solution

    def __init__(self, file: str) -> None:
        solution = Solution.open(Path(file))
        super().__init__(solution, solution.tree.betting.menu)


class BlueprintAgent(PolicyAgent):
    """Plays the blueprint of a whole game: limit, nolimit, or a file that `pokerlab train` wrote.

    Bets that it does not know are taken for the nearest that it knows (`near_bets`).
    """

    policy: Blueprint

    def __init__(self, file: str) -> None:
        blueprint = Blueprint.open(file)
        super().__init__(blueprint, blueprint.plan.menu)

    def chances(self, public: Public) -> Chances:
        """Those of the blueprint; where the hand is over for it, because a bet was taken for all-in, it calls."""
        plan, betting = self.policy.plan, public.betting
        if plan.knows(betting):
            return self.policy.chances(public)
        near = believed(plan, betting)
        if near is None:
            hands = len(private_hands(public.game))
            return Chances((CALL,), np.ones((1, hands), np.float32))
        return as_played(self.policy.chances(Public(near, public.board)), near, betting)
