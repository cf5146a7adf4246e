"""Exact values and best responses in small games of any number of players, deal by deal.

With two players what hands do to each other is a matrix, and `vector_kernels` are quicker. With more, every deal of
private hands is followed through the tree: a node has a vector over the deals that can lie there.
"""

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import NodeKind
from pokerlab.equilibrium.public_tree import BOARD, CHANCE, COUNT, DECISION, FIRST, KIND, PLAYER, ROW, PublicTree
from pokerlab.errors import SolverError

Floats = npt.NDArray[np.float64]

MOST_CELLS = 200_000_000
"""Games with more nodes times deals are refused: their vectors would take more than 3 GB."""


class DealByDeal:
    """Computes values on a public tree of any number of players."""

    def __init__(self, tree: PublicTree) -> None:
        deals = tree.deals
        if len(tree.nodes) * len(deals.chances) > MOST_CELLS:
            raise SolverError(
                f"{tree.game.name}: {len(tree.nodes):,} nodes with {len(deals.chances):,} deals are too many to judge"
            )
        self.tree = tree
        self._deals_at = self._find_deals()
        self._orders, self._order_of = np.unique(deals.ranks, axis=0, return_inverse=True)
        self._order_of = self._order_of.ravel()
        self._paid = tree.betting.paid()
        self._pays: dict[int, Floats] = {}

    def values(self, player: int, table: Floats, *, response: Floats | None, is_best: bool) -> float:
        """What a player wins if all follow the table, or if he alone plays a best response (`is_best`), which is then
        written into `response` if one is given."""
        tree, deals = self.tree, self.tree.deals
        reaches: list[Floats] = [np.zeros(0)] * len(tree.nodes)
        reaches[0] = deals.chances
        for node, (row, below) in self._inner():
            kind, actor, here = tree.nodes[node, KIND], tree.nodes[node, PLAYER], self._deals_at[node]
            for place, child in enumerate(below):
                if kind == CHANCE:
                    reaches[child] = reaches[node][np.searchsorted(here, self._deals_at[child])]
                elif actor == player and is_best:
                    reaches[child] = reaches[node]
                else:
                    reaches[child] = reaches[node] * table[row + place, deals.held[here, actor]]
        for node in range(len(tree.nodes) - 1, -1, -1):
            row, below = self._below(node)
            if not below:
                reaches[node] = reaches[node] * self._pay(node)[self._order_of[self._deals_at[node]], player]
            elif tree.nodes[node, KIND] == CHANCE:
                total = np.zeros(len(self._deals_at[node]))
                for child in below:
                    total[np.searchsorted(self._deals_at[node], self._deals_at[child])] = reaches[child]
                reaches[node] = total
            elif tree.nodes[node, PLAYER] == player and is_best:
                reaches[node] = self._best(node, player, row, [reaches[child] for child in below], response)
            else:
                reaches[node] = np.sum([reaches[child] for child in below], axis=0)
        return float(reaches[0].sum())

    def _best(self, node: int, player: int, row: int, values: list[Floats], response: Floats | None) -> Floats:
        """The values of a node where each hand takes its best action (of equal ones the largest bet)."""
        hands = self.tree.deals.held[self._deals_at[node], player]
        count = self.tree.hands
        by_hand = np.array([np.bincount(hands, value, count) for value in values])
        best = len(values) - 1 - by_hand[::-1].argmax(axis=0)
        if response is not None:
            response[row : row + len(values)] = best == np.arange(len(values))[:, None]
        return np.asarray(np.choose(best[hands], values))

    def _find_deals(self) -> list[npt.NDArray[np.int64]]:
        """For each node the deals that can lie there, ascending."""
        tree = self.tree
        lying = [np.arange(len(tree.deals.chances))]
        for board, known in enumerate(tree.deals.boards[1:], 1):
            street = known.street - tree.game.first_street
            lying.append(np.flatnonzero(tree.deals.lying[:, street] == board))
        return [lying[board] for board in tree.nodes[:, BOARD].tolist()]

    def _inner(self) -> "list[tuple[int, tuple[int, list[int]]]]":
        nodes = np.flatnonzero((self.tree.nodes[:, KIND] == DECISION) | (self.tree.nodes[:, KIND] == CHANCE))
        return [(node, self._below(node)) for node in nodes.tolist()]

    def _below(self, node: int) -> tuple[int, list[int]]:
        """The first row of a node's strategy, and its children."""
        first, count, row = (int(self.tree.nodes[node, column]) for column in (FIRST, COUNT, ROW))
        return row, self.tree.children[first : first + count].tolist()

    def _pay(self, node: int) -> Floats:
        """float64 [order of hands, player]: what an end pays, counted from an equal share of the chips that lay in the
        middle at the start."""
        bet, betting = int(self.tree.places[node]), self.tree.betting
        if bet not in self._pays:
            paid = self._paid[bet].tolist()
            start, players = betting.game.start, betting.game.players
            orders = self._orders if betting.kind[bet] == NodeKind.SHOWDOWN else self._orders[:1]
            pays = np.array([betting.pay(bet, paid, ranks) for ranks in orders.tolist()], np.float64)
            pays -= start.dead / players if start else 0
            self._pays[bet] = np.broadcast_to(pays, self._orders.shape)
        return self._pays[bet]
