"""What is dealt: the deck of every deal of a match, from the match's seed and the number of the deal alone."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_CARDS, dead_combos
from pokerlab.cards.ranges import Range
from pokerlab.errors import MatchError
from pokerlab.games.rules import Game

MOST_TRIES = 100_000


class Dealer(Protocol):
    """Whoever deals."""

    def deck(self, seed: int, deal: int) -> tuple[int, ...]:
        """The cards of a deal: seat 0's private ones, seat 1's, ..., then the board."""
        ...


class Shuffled:
    """All cards that are not out yet, in any order."""

    def __init__(self, game: Game) -> None:
        board = game.start.board if game.start else ()
        self._cards = np.array([card for card in sorted(game.deck) if card not in board])

    def deck(self, seed: int, deal: int) -> tuple[int, ...]:
        """Every order is as likely as any other."""
        return tuple(np.random.default_rng((seed, deal)).permutation(self._cards).tolist())


class FromRanges:
    """Hands of two players by the weights of their ranges, as often as both can be held; then any board."""

    def __init__(self, game: Game, ranges: Sequence[Range]) -> None:
        board = game.start.board if game.start else ()
        self._left = np.array([card for card in sorted(game.deck) if card not in board])
        self._sums = []
        for seat, range_ in enumerate(ranges):
            weights = range_.weights.astype(np.float64)
            weights[dead_combos(cardset(board))] = 0
            if not weights.any():
                raise MatchError(f"seat {seat} can hold nothing on this board")
            self._sums.append(np.cumsum(weights) / weights.sum())

    def deck(self, seed: int, deal: int) -> tuple[int, ...]:
        """Both hands are drawn anew until they share no card."""
        rng = np.random.default_rng((seed, deal))
        for _ in range(MOST_TRIES):
            hands = [COMBO_CARDS[np.searchsorted(sums, rng.random(), side="right")].tolist() for sums in self._sums]
            private = [card for hand in hands for card in hand]
            if len(set(private)) == len(private):
                rest = [card for card in rng.permutation(self._left).tolist() if card not in private]
                return (*private, *rest)
        raise MatchError("the ranges block each other: hardly any deal is possible")
