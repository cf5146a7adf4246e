"""Boards for public-chance sampling: what every hand sees on each street of a drawn board, and who wins there."""

from typing import Protocol

import numpy as np

from pokerlab._streams import stream
from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.errors import SolverError
from pokerlab.training.deal_source import DealSource, HoldemDeals, ListedDeals
from pokerlab.training.public_columns import BoardHands

_LIVE = 1081
"""Hands on a river board."""


class PublicBoards(Protocol):
    """Whatever draws boards."""

    @property
    def hands(self) -> int:
        """How many hands there are on a board."""
        ...

    def draw(self, seed: int, number: int) -> BoardHands:
        """The board with a number."""
        ...


def public_boards(source: DealSource) -> PublicBoards:
    """The boards of a source of deals for two players."""
    if isinstance(source, ListedDeals):
        return ListedBoards(source)
    if isinstance(source, HoldemDeals):
        return HoldemBoards(source)
    raise SolverError(f"{source.cards.name}: its boards cannot be drawn without the hands")


class ListedBoards:
    """The boards of a small game."""

    def __init__(self, source: ListedDeals) -> None:
        self._source, cards = source, source.cards
        deals = cards.deals
        self.hands = len(deals.hands)
        self._of_board: dict[int, BoardHands] = {}
        seen, lying = cards.of_all_deals, deals.lying[:, -1]
        for board in np.unique(lying).tolist():
            here = lying == board
            sights = np.zeros((seen.shape[2], self.hands), np.int32)
            pairs, shown = np.zeros((2, self.hands, self.hands))
            held, chances = deals.held[here], deals.chances[here] / deals.chances[here].sum()
            for seat in (0, 1):
                sights[:, held[:, seat]] = seen[here, seat].T
            ranks = deals.ranks[here].astype(np.int64)
            np.add.at(pairs, (held[:, 0], held[:, 1]), chances)
            np.add.at(shown, (held[:, 0], held[:, 1]), chances * np.sign(ranks[:, 0] - ranks[:, 1]))
            self._of_board[board] = BoardHands(
                sights, pairs.sum(axis=1), np.zeros((0, 2), np.int64), np.zeros(0, np.int64), 0.0, pairs, shown
            )
        self._lying = lying

    def draw(self, seed: int, number: int) -> BoardHands:
        """The board of the deal with a number."""
        return self._of_board[int(self._lying[self._source.drawn(seed, number, 1)[0]])]


class HoldemBoards:
    """The boards of hold'em."""

    hands = _LIVE

    def __init__(self, source: HoldemDeals) -> None:
        self._source = source

    def draw(self, seed: int, number: int) -> BoardHands:
        """The board of the deal with a number."""
        from pokerlab.cards.evaluator_kernels import sort_boards
        from pokerlab.training import deals_kernels

        players = self._source.game.players
        dealt, ranks = np.empty((1, 2 * players + 5), np.uint8), np.empty((1, players), np.int32)
        deals_kernels.deal_holdem(np.uint64(stream(seed, 0)), number, dealt, ranks)
        board = np.ascontiguousarray(dealt[:, 2 * players :])
        combos, tier_ranks = np.empty((1, _LIVE), np.uint16), np.empty((1, _LIVE), np.uint16)
        starts, tiers = np.empty((1, _LIVE + 1), np.uint16), np.empty(1, np.int64)
        sort_boards(board, combos, tier_ranks, starts, tiers)
        order = combos[0].astype(np.int64)
        cards = tuple(int(card) for card in board[0])
        sights = np.stack([self._source.cards.on_board(cards[:size])[order] for size in (0, 3, 4, 5)])
        return BoardHands(
            np.ascontiguousarray(sights, np.int32), np.full(_LIVE, 1 / _LIVE),
            np.ascontiguousarray(COMBO_CARDS[order], np.int64), starts[0, : tiers[0] + 1].astype(np.int64),
            1 / (_LIVE * 990), np.zeros((0, 0)), np.zeros((0, 0)),
        )  # fmt: skip
