"""The baseline of DIVAT: bets what its hand is worth, and folds what is worth too little (Billings and Kan 2006).

How strong a hand is says one number, E[HS]: the mean share of opposing hands that it beats when all cards are dealt,
ties counted half. Thresholds by street say from where on it bets, raises and raises again, and below what it gives up
to a bet. They may come from a file:

    size = "100%"               # what it bets where the limit is not fixed

    [[street]]                  # the first one; streets after the last use its thresholds
    fold = 0.38                 # facing a bet, it folds below
    raises = [0.58, 0.8, 0.9]   # it makes the first bet from 0.58 on, the second from 0.8 on...
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._toml import read_toml
from pokerlab.agents.open_agent import OpenAgent
from pokerlab.betting.menu import Menu
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.cards.combos import CLASS_OF_COMBO
from pokerlab.cards.preflop import class_table
from pokerlab.cards.strength import expected_strength
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import AgentError, PokerError
from pokerlab.games.action import CALL, FOLD, Action, Kind
from pokerlab.games.hands import private_hands
from pokerlab.games.ranking import ranker
from pokerlab.games.rules import Game, Limit
from pokerlab.games.view import Public

MOST_COMPARED = 2_000_000


@dataclass(frozen=True)
class Thresholds:
    """Of a street: it folds below `fold`, and makes the n-th bet from `raises[n]` on."""

    fold: float
    raises: tuple[float, ...]


USUAL = (
    Thresholds(0.38, (0.58, 0.72, 0.8, 0.85)),
    Thresholds(0.4, (0.55, 0.72, 0.84, 0.92)),
    Thresholds(0.4, (0.55, 0.74, 0.87, 0.94)),
    Thresholds(0.4, (0.55, 0.78, 0.9, 0.96)),
)
"""Where no file is given."""


class BetForValue(OpenAgent):
    """Bets what its hand is worth against any other, and folds weak ones: a baseline of DIVAT (Billings, Kan)."""

    is_table = True

    def __init__(self, file: str = "") -> None:
        self.streets, size = read_thresholds(Path(file)) if file else (USUAL, "100%")
        self._sizes: Menu = parse_menu(f"f,c,{size}")

    def chances(self, public: Public) -> Chances:
        """One action for every hand."""
        betting, game = public.betting, public.game
        limits = self.streets[min(betting.street, len(self.streets) - 1)]
        strengths = hand_strengths(game, tuple(sorted(public.board)))
        bet = self._bet(public)
        actions = (*[FOLD] * betting.legal.fold, CALL, *([bet] if bet else []))
        needed = limits.raises[betting.raises] if betting.raises < len(limits.raises) else 2.0
        does_raise = (strengths >= needed) & (bet is not None)
        does_fold = (strengths < limits.fold) & betting.legal.fold & ~does_raise
        table = np.zeros((len(actions), len(strengths)), np.float32)
        if betting.legal.fold:
            table[0] = does_fold
        table[actions.index(CALL)] = ~does_fold & ~does_raise
        if bet is not None:
            table[-1] = does_raise
        return Chances(actions, table)

    def _bet(self, public: Public) -> Action | None:
        betting = public.betting
        if not betting.legal.max_raise:
            return None
        if public.game.limit is Limit.FIXED:
            return Action(Kind.RAISE, betting.legal.max_raise)
        choices = [choice.action for choice in self._sizes.choices(betting) if choice.action.kind is Kind.RAISE]
        return choices[0] if choices else None


def read_thresholds(path: Path) -> tuple[tuple[Thresholds, ...], str]:
    """Thresholds by street and the size of bets in a TOML file; an `AgentError` says what is wrong with it."""
    content = read_toml(path, AgentError)
    try:
        size, given = content.pop("size", "100%"), content.pop("street", [])
        if content or not given or not isinstance(size, str) or not isinstance(given, list):
            raise AgentError(f"it has size and [[street]], not {', '.join(content) or 'no street'}")
        streets = tuple(_thresholds(street) for street in given)
        parse_menu(f"f,c,{size}")
    except PokerError as error:
        raise AgentError(f"{path}: {error}") from None
    except (TypeError, ValueError, AttributeError):
        raise AgentError(f"{path}: thresholds are numbers") from None
    return streets, size


def _thresholds(street: dict[str, Any]) -> Thresholds:
    if {*street} != {"fold", "raises"}:
        raise AgentError(f"a street has fold and raises, not {', '.join(street)}")
    fold, raises = float(street["fold"]), tuple(float(number) for number in street["raises"])
    if not 0 <= fold <= 1 or any(not 0 <= number <= 1 for number in raises) or list(raises) != sorted(raises):
        raise AgentError("thresholds lie between 0 and 1, those of raises from small to large")
    return Thresholds(fold, raises)


@lru_cache(maxsize=4096)
def hand_strengths(game: Game, board: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """float64 [hand]: E[HS] of every private hand on a board against one other hand, 0 where they share a card."""
    if game.ranking == "holdem" and len(game.deck) == 52 and sum(game.private_cards) == 2:
        if not board:
            return class_table().equity_versus_random()[CLASS_OF_COMBO]
        return np.nan_to_num(expected_strength(board))
    hands, rank = private_hands(game), ranker(game.ranking)
    left = [card for card in sorted(game.deck) if card not in board]
    boards = list(combinations(left, sum(game.board_cards) - len(board)))
    if len(boards) * len(hands) ** 2 > MOST_COMPARED:
        raise AgentError(f"{game.name}: how strong hands are would take too long to find out")
    won, met = np.zeros(len(hands)), np.zeros(len(hands))
    for cards in boards:
        whole = (*board, *cards)
        ranks = [None if {*hand} & {*whole} else rank((*hand, *whole)) for hand in hands]
        for first, own in enumerate(ranks):
            for second, other in enumerate(ranks):
                if own is not None and other is not None and not {*hands[first]} & {*hands[second]}:
                    won[first] += (own > other) + (own == other) / 2
                    met[first] += 1
    return np.divide(won, met, out=np.zeros_like(won), where=met > 0)
