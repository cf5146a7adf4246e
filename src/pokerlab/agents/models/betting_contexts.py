"""What an opponent's actions and shown hands are counted by: layers of contexts over a betting tree.

For the seat that watches, the opponent's decisions and the showdowns belong to a context of each layer:

- A0: the exact sequence of bets
- A1: how many bets and raises each player has made on each street
- A2: the same over the whole hand
- A3: the pot

Decisions of one context have the same kinds of actions. From A1 on a context is the same from both seats.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import LOSE, WIN, BettingTree, NodeKind
from pokerlab.games.action import Kind
from pokerlab.games.betting import Played
from pokerlab.games.rules import Game

LAYERS = 4
NOTHING = -1


@dataclass(frozen=True, eq=False)
class BettingContexts:
    """A betting tree of two players with its contexts.

    - `kinds`: int64 [node, 3], the node after a fold, a call and a raise, -1 if it is not legal
    - `acted`: int64 [seat, node, layer], the row of counts of what the opponent of a seat does there, -1 if he does not
    - `ended`: int64 [seat, node, layer], the row of histograms of what he shows there, -1 if nothing is shown
    - `acted_rows`, `ended_rows`: how many rows there are
    - `to_call`: int64 [node], bets that the actor has to call: 0, 1 or 2 for two and more
    - `pays`: float64 [seat, node, 2], what a seat wins at an end with the better and with the worse hand
    - `pots`: float64 [node], chips in the middle
    """

    tree: BettingTree
    kinds: npt.NDArray[np.int64]
    acted: npt.NDArray[np.int64]
    ended: npt.NDArray[np.int64]
    acted_rows: int
    ended_rows: int
    to_call: npt.NDArray[np.int64]
    pays: npt.NDArray[np.float64]
    pots: npt.NDArray[np.float64]

    def node_after(self, history: Iterable[Played]) -> int:
        """The node that a line of play leads to; after the end of a street, the first of the next."""
        node = 0
        for played in history:
            node = int(self.kinds[node, played.action.kind])
            if self.tree.kind[node] == NodeKind.DEAL:
                node += 1
        return node

    def path(self, history: Iterable[Played]) -> list[int]:
        """The nodes at which the actions of a line of play were taken, and where it has come."""
        nodes = [0]
        for played in history:
            node = int(self.kinds[nodes[-1], played.action.kind])
            nodes.append(node + (self.tree.kind[node] == NodeKind.DEAL))
        return nodes


@lru_cache(maxsize=8)
def betting_contexts(game: Game) -> BettingContexts:
    """The contexts of a game of two players."""
    tree = BettingTree.build(game, deals=True)
    count = len(tree)
    parents, paid = tree.parents().tolist(), tree.paid()
    kinds = np.full((count, 3), NOTHING)
    for node in range(1, count):
        if tree.action[node] >= 0:
            kinds[parents[node], tree.action[node]] = node
    raises = _raises(tree, parents)
    acted = np.full((2, count, LAYERS), NOTHING)
    ended = np.full((2, count, LAYERS), NOTHING)
    acted_rows: dict[Hashable, int] = {}
    ended_rows: dict[Hashable, int] = {}
    to_call = np.zeros(count, np.int64)
    pots = paid.sum(axis=1).astype(np.float64)
    for node in range(count):
        kind, actor = tree.kind[node], int(tree.actor[node])
        if kind == NodeKind.DECISION:
            owed = int(paid[node, 1 - actor] - paid[node, actor])
            to_call[node] = min(2, ceil(owed / game.bets[tree.street[node]]))
            legal = tuple((kinds[node] >= 0).tolist())
            keys = _keys(1 - actor, node, raises[node], pots[node], legal)
            acted[1 - actor, node] = [acted_rows.setdefault(key, len(acted_rows)) for key in keys]
        elif kind == NodeKind.SHOWDOWN:
            for seat in range(2):
                keys = _keys(seat, node, raises[node], pots[node], ())
                ended[seat, node] = [ended_rows.setdefault(key, len(ended_rows)) for key in keys]
    chips = tree.payoffs()
    pays = np.ascontiguousarray([chips[:, 0][:, [WIN, LOSE]], chips[:, 1][:, [LOSE, WIN]]])
    return BettingContexts(tree, kinds, acted, ended, len(acted_rows), len(ended_rows), to_call, pays, pots)


def _raises(tree: BettingTree, parents: list[int]) -> list[tuple[tuple[int, ...], ...]]:
    """By node: [seat][street], the bets and raises so far."""
    nothing: tuple[tuple[int, ...], ...] = ((0,) * tree.game.streets,) * 2
    found = [nothing] * len(tree)
    for node in range(1, len(tree)):
        before = parents[node]
        found[node] = found[before]
        if tree.action[node] == Kind.RAISE:
            seat, street = int(tree.actor[before]), int(tree.street[before])
            counts = [list(of_seat) for of_seat in found[before]]
            counts[seat][street] += 1
            found[node] = tuple(map(tuple, counts))
    return found


def _keys(
    seat: int, node: int, raises: tuple[tuple[int, ...], ...], pot: float, legal: tuple[bool, ...]
) -> list[Hashable]:
    own, other = raises[seat], raises[1 - seat]
    return [
        (0, legal, seat, node),
        (1, legal, own, other),
        (2, legal, sum(own), sum(other)),
        (3, legal, pot),
    ]
