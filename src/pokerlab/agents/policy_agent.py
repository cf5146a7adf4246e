"""Agents that play what is in a file: a strategy of a small game, or a solution of a spot."""

from pathlib import Path

from pokerlab.agents.open_agent import OpenAgent
from pokerlab.betting.menu import Menu
from pokerlab.equilibrium.policy import Chances, Policy
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.games.rules import Game
from pokerlab.games.view import Public
from pokerlab.postflop.solution import Solution


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
