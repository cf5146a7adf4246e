"""Where deals come from: for every deal, what each seat sees on every street, and whose hand is best.

A deal with a number is the same in every run: it follows from the seed and its number alone.
"""

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pokerlab._streams import STEP, stream
from pokerlab.games.rules import Game
from pokerlab.training.card_sights import CardSights, ListedSights, Sights


class Batch(NamedTuple):
    """Deals: `sights` int32 [deal, seat, street] of the cards, `ranks` int32 [deal, seat]: the largest wins."""

    sights: Sights
    ranks: npt.NDArray[np.int32]


class DealSource(Protocol):
    """Whatever deals for a trainer."""

    @property
    def cards(self) -> CardSights:
        """What is seen of the cards."""
        ...

    def draw(self, seed: int, first: int, count: int) -> Batch:
        """The deals with the numbers from `first` on."""
        ...


def deals_of(game: Game, cards: CardSights) -> DealSource:
    """Where the deals of a game come from, seen through these sights."""
    return ListedDeals(cards) if isinstance(cards, ListedSights) else HoldemDeals(game, cards)


class ListedDeals:
    """All deals of a small game, drawn by their chances."""

    def __init__(self, cards: ListedSights) -> None:
        self.cards = cards
        self._cumulative = np.cumsum(cards.deals.chances)

    def draw(self, seed: int, first: int, count: int) -> Batch:
        """The deals with the numbers from `first` on."""
        chosen = self.drawn(seed, first, count)
        return Batch(self.cards.of_all_deals[chosen], self.cards.deals.ranks[chosen].astype(np.int32))

    def drawn(self, seed: int, first: int, count: int) -> npt.NDArray[np.int64]:
        """int64 [number]: which of all deals have the numbers from `first` on."""
        parts = (numbered_bits(stream(seed, 0), first, count) >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return np.minimum(np.searchsorted(self._cumulative, parts, side="right"), len(self._cumulative) - 1)


def numbered_bits(drawn: int, first: int, count: int) -> npt.NDArray[np.uint64]:
    """uint64 [number]: the bits of a stream from a number on, as `_streams.bits` has them."""
    z = np.uint64(drawn) + (np.arange(first, first + count, dtype=np.uint64) + np.uint64(1)) * np.uint64(STEP)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(z ^ (z >> np.uint64(31)))


class HoldemDeals:
    """Hold'em for any number of seats, seen through a bucketing."""

    def __init__(self, game: Game, cards: CardSights) -> None:
        self.game, self.cards = game, cards

    def draw(self, seed: int, first: int, count: int) -> Batch:
        """The deals with the numbers from `first` on."""
        from pokerlab.training import deals_kernels

        players = self.game.players
        dealt = np.empty((count, 2 * players + 5), np.uint8)
        ranks = np.empty((count, players), np.int32)
        deals_kernels.deal_holdem(np.uint64(stream(seed, 0)), first, dealt, ranks)
        boards = np.ascontiguousarray(dealt[:, 2 * players :])
        sights = [
            self.cards.of_deals(np.ascontiguousarray(dealt[:, 2 * seat : 2 * seat + 2]), boards)
            for seat in range(players)
        ]
        return Batch(np.ascontiguousarray(np.stack(sights, axis=1)), ranks)
