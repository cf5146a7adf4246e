"""pokerlab: computer poker, computed, played and measured.

The names below are the public top level: cards and equities, the rules of a hand, records, betting, small games,
post-flop spots, tournaments. The packages (`pokerlab.cards`, ...) hold the rest. All are imported when first used, so
that `import pokerlab` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pokerlab._version import __version__ as __version__

_HOME = {
    "AbstractionError": "pokerlab.errors",
    "Action": "pokerlab.games.action",
    "Agent": "pokerlab.agents.agent",
    "AgentError": "pokerlab.errors",
    "BettingTree": "pokerlab.betting.tree",
    "CALL": "pokerlab.games.action",
    "CardError": "pokerlab.errors",
    "Category": "pokerlab.cards.handnames",
    "ChartError": "pokerlab.errors",
    "DataError": "pokerlab.errors",
    "EquityError": "pokerlab.errors",
    "EquityResult": "pokerlab.cards.equity",
    "ExperimentError": "pokerlab.errors",
    "FOLD": "pokerlab.games.action",
    "Game": "pokerlab.games.rules",
    "GameError": "pokerlab.errors",
    "HandIndexer": "pokerlab.cards.isomorphism",
    "HandRecord": "pokerlab.records.record",
    "HandStrength": "pokerlab.cards.strength",
    "IllegalActionError": "pokerlab.errors",
    "JobError": "pokerlab.errors",
    "Judgement": "pokerlab.equilibrium.best_response",
    "LabError": "pokerlab.errors",
    "Lock": "pokerlab.postflop.locks",
    "MatchError": "pokerlab.errors",
    "MatchJob": "pokerlab.lab.match",
    "Menu": "pokerlab.betting.menu",
    "PokerError": "pokerlab.errors",
    "Policy": "pokerlab.equilibrium.policy",
    "Potential": "pokerlab.cards.strength",
    "Public": "pokerlab.games.view",
    "PublicTree": "pokerlab.equilibrium.public_tree",
    "PushFoldResult": "pokerlab.tournament.result",
    "PushFoldSpot": "pokerlab.tournament.spot",
    "Rake": "pokerlab.games.rake",
    "Range": "pokerlab.cards.ranges",
    "RangeError": "pokerlab.errors",
    "RecordError": "pokerlab.errors",
    "SmallJob": "pokerlab.equilibrium.job",
    "Solution": "pokerlab.postflop.solution",
    "SolutionError": "pokerlab.errors",
    "SolveJob": "pokerlab.postflop.job",
    "SolverError": "pokerlab.errors",
    "Spot": "pokerlab.postflop.spot",
    "SpotError": "pokerlab.errors",
    "Start": "pokerlab.games.start",
    "State": "pokerlab.games.state",
    "Strategy": "pokerlab.equilibrium.strategy",
    "StrategyError": "pokerlab.errors",
    "TournamentError": "pokerlab.errors",
    "TreeSizeError": "pokerlab.errors",
    "best_five": "pokerlab.cards.evaluator",
    "category": "pokerlab.cards.evaluator",
    "describe": "pokerlab.cards.evaluator",
    "equity": "pokerlab.cards.equity",
    "evaluate": "pokerlab.cards.evaluator",
    "evaluate_many": "pokerlab.cards.evaluator",
    "format_cards": "pokerlab.cards.card",
    "hand_strength": "pokerlab.cards.strength",
    "icm": "pokerlab.tournament.icm",
    "named_agent": "pokerlab.agents.registry",
    "named_game": "pokerlab.games.library",
    "parse_card": "pokerlab.cards.card",
    "parse_cards": "pokerlab.cards.card",
    "parse_menu": "pokerlab.betting.menu_reader",
    "play_hand": "pokerlab.table.hand",
    "potential": "pokerlab.cards.strength",
    "push_fold": "pokerlab.tournament.pushfold",
    "raise_to": "pokerlab.games.action",
    "read_hands": "pokerlab.records.reading",
    "solve": "pokerlab.postflop.solve",
}

__all__ = [
    "CALL",
    "FOLD",
    "AbstractionError",
    "Action",
    "Agent",
    "AgentError",
    "BettingTree",
    "CardError",
    "Category",
    "ChartError",
    "DataError",
    "EquityError",
    "EquityResult",
    "ExperimentError",
    "Game",
    "GameError",
    "HandIndexer",
    "HandRecord",
    "HandStrength",
    "IllegalActionError",
    "JobError",
    "Judgement",
    "LabError",
    "Lock",
    "MatchError",
    "MatchJob",
    "Menu",
    "PokerError",
    "Policy",
    "Potential",
    "Public",
    "PublicTree",
    "PushFoldResult",
    "PushFoldSpot",
    "Rake",
    "Range",
    "RangeError",
    "RecordError",
    "SmallJob",
    "Solution",
    "SolutionError",
    "SolveJob",
    "SolverError",
    "Spot",
    "SpotError",
    "Start",
    "State",
    "Strategy",
    "StrategyError",
    "TournamentError",
    "TreeSizeError",
    "best_five",
    "category",
    "describe",
    "equity",
    "evaluate",
    "evaluate_many",
    "format_cards",
    "hand_strength",
    "icm",
    "named_agent",
    "named_game",
    "parse_card",
    "parse_cards",
    "parse_menu",
    "play_hand",
    "potential",
    "push_fold",
    "raise_to",
    "read_hands",
    "solve",
]

if TYPE_CHECKING:
    from pokerlab.agents.agent import Agent
    from pokerlab.agents.registry import named_agent
    from pokerlab.betting.menu import Menu
    from pokerlab.betting.menu_reader import parse_menu
    from pokerlab.betting.tree import BettingTree
    from pokerlab.cards.card import format_cards, parse_card, parse_cards
    from pokerlab.cards.equity import EquityResult, equity
    from pokerlab.cards.evaluator import best_five, category, describe, evaluate, evaluate_many
    from pokerlab.cards.handnames import Category
    from pokerlab.cards.isomorphism import HandIndexer
    from pokerlab.cards.ranges import Range
    from pokerlab.cards.strength import HandStrength, Potential, hand_strength, potential
    from pokerlab.equilibrium.best_response import Judgement
    from pokerlab.equilibrium.job import SmallJob
    from pokerlab.equilibrium.policy import Policy
    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.equilibrium.strategy import Strategy
    from pokerlab.errors import (
        AbstractionError,
        AgentError,
        CardError,
        ChartError,
        DataError,
        EquityError,
        ExperimentError,
        GameError,
        IllegalActionError,
        JobError,
        LabError,
        MatchError,
        PokerError,
        RangeError,
        RecordError,
        SolutionError,
        SolverError,
        SpotError,
        StrategyError,
        TournamentError,
        TreeSizeError,
    )
    from pokerlab.games.action import CALL, FOLD, Action, raise_to
    from pokerlab.games.library import named_game
    from pokerlab.games.rake import Rake
    from pokerlab.games.rules import Game
    from pokerlab.games.start import Start
    from pokerlab.games.state import State
    from pokerlab.games.view import Public
    from pokerlab.lab.match import MatchJob
    from pokerlab.postflop.job import SolveJob
    from pokerlab.postflop.locks import Lock
    from pokerlab.postflop.solution import Solution
    from pokerlab.postflop.solve import solve
    from pokerlab.postflop.spot import Spot
    from pokerlab.records.reading import read_hands
    from pokerlab.records.record import HandRecord
    from pokerlab.table.hand import play_hand
    from pokerlab.tournament.icm import icm
    from pokerlab.tournament.pushfold import push_fold
    from pokerlab.tournament.result import PushFoldResult
    from pokerlab.tournament.spot import PushFoldSpot


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'pokerlab' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
