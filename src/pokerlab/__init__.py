"""pokerlab: computer poker, computed, played and measured.

The names below are the public top level; rooms (`pokerlab.cards`, ...) hold the rest. They are imported when first
used, so that `import pokerlab` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pokerlab._version import __version__ as __version__

_HOME = {
    "CardError": "pokerlab.errors",
    "Category": "pokerlab.cards.handnames",
    "DataError": "pokerlab.errors",
    "EquityError": "pokerlab.errors",
    "EquityResult": "pokerlab.cards.equity",
    "HandIndexer": "pokerlab.cards.isomorphism",
    "HandStrength": "pokerlab.cards.strength",
    "Lock": "pokerlab.postflop.locks",
    "PokerError": "pokerlab.errors",
    "Potential": "pokerlab.cards.strength",
    "Range": "pokerlab.cards.ranges",
    "RangeError": "pokerlab.errors",
    "Solution": "pokerlab.postflop.solution",
    "Spot": "pokerlab.postflop.spot",
    "best_five": "pokerlab.cards.evaluator",
    "category": "pokerlab.cards.evaluator",
    "describe": "pokerlab.cards.evaluator",
    "equity": "pokerlab.cards.equity",
    "evaluate": "pokerlab.cards.evaluator",
    "evaluate_many": "pokerlab.cards.evaluator",
    "format_cards": "pokerlab.cards.card",
    "hand_strength": "pokerlab.cards.strength",
    "parse_card": "pokerlab.cards.card",
    "parse_cards": "pokerlab.cards.card",
    "potential": "pokerlab.cards.strength",
    "solve": "pokerlab.postflop.solve",
}

__all__ = [
    "CardError",
    "Category",
    "DataError",
    "EquityError",
    "EquityResult",
    "HandIndexer",
    "HandStrength",
    "Lock",
    "PokerError",
    "Potential",
    "Range",
    "RangeError",
    "Solution",
    "Spot",
    "best_five",
    "category",
    "describe",
    "equity",
    "evaluate",
    "evaluate_many",
    "format_cards",
    "hand_strength",
    "parse_card",
    "parse_cards",
    "potential",
    "solve",
]

if TYPE_CHECKING:
    from pokerlab.cards.card import format_cards, parse_card, parse_cards
    from pokerlab.cards.equity import EquityResult, equity
    from pokerlab.cards.evaluator import best_five, category, describe, evaluate, evaluate_many
    from pokerlab.cards.handnames import Category
    from pokerlab.cards.isomorphism import HandIndexer
    from pokerlab.cards.ranges import Range
    from pokerlab.cards.strength import HandStrength, Potential, hand_strength, potential
    from pokerlab.errors import CardError, DataError, EquityError, PokerError, RangeError
    from pokerlab.postflop.locks import Lock
    from pokerlab.postflop.solution import Solution
    from pokerlab.postflop.solve import solve
    from pokerlab.postflop.spot import Spot


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'pokerlab' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
