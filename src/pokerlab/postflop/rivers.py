"""Rivers found when they are asked for.

A river is a small spot of its own: the pot and the stacks after the turn's betting, and the ranges that come there.

- Where its strategies are stored they are followed, once, to know what every hand is worth.
- Where they are not, the river is solved for these ranges, to the NashConv of the solution or better.
"""

import weakref
from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import NodeKind
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import dead_combos
from pokerlab.errors import SpotError
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.locks import PlacedLock
from pokerlab.postflop.solution_store import BoardPlace
from pokerlab.postflop.spot import RIVER, Spot
from pokerlab.postflop.tree import SpotNode, SpotTree

if TYPE_CHECKING:
    from pokerlab.equilibrium.best_response import Judgement
    from pokerlab.postflop.solution import Solution

Doubles = npt.NDArray[np.float64]

RIVERS_KEPT = 64
"""How many rivers are kept in memory."""
LEAST_WEIGHT = 1e-12
"""The weight of hands that never come to a river, against the largest: too small to matter to anybody else, but enough
to know what they would be worth there."""
MOST_ITERATIONS = 5000
LEAST_TARGET = 1e-5
"""Rivers are solved to no less than this part of their pot: 32-bit numbers end about there."""
_FIRST_ITERATIONS = 50


class Rivers:
    """The rivers of a solution, each a solution of its own."""

    def __init__(self, solution: "Solution") -> None:
        self._solution: Solution = weakref.proxy(solution)  # which has us: without a cycle it goes when nobody has it
        self._found: OrderedDict[tuple[int, tuple[int, ...]], Solution | None] = OrderedDict()

    def at(self, node: SpotNode, place: BoardPlace) -> "tuple[Solution | None, SpotNode]":
        """The river in which a node is, and the node in its betting tree. None if no two hands, or next to none, can
        meet there."""
        deal = node
        while deal.kind is not NodeKind.DEAL:
            deal = self._solution.tree.nodes[deal.parent]
        key = deal.index, place.cards
        if key not in self._found:
            self._found[key] = self._find(deal, place)
            while len(self._found) > RIVERS_KEPT:
                self._found.popitem(last=False)
        self._found.move_to_end(key)
        river = self._found[key]
        return river, node if river is None else river.tree.nodes[node.index - deal.children[0]]

    def _find(self, deal: SpotNode, place: BoardPlace) -> "Solution | None":
        try:
            engine = Engine(self._spot(deal, place), threads=1)
        except SpotError:
            return None
        if self._solution.store.deepest == RIVER:
            self._follow(engine, deal, place)
            return self._solution.of(engine)
        engine.set_locks(self._locks(deal, place, engine.layout.tree))
        return self._solution.of(engine, judgement=_solve(engine, self._solution.nash_conv))

    def _spot(self, deal: SpotNode, place: BoardPlace) -> Spot:
        reach = self._solution.reach_at(deal, place)
        spot = self._solution.spot
        possible = ~dead_combos(cardset(place.cards))
        oop, ip = (
            _kept_visible(reach[player], (of_player.weights > 0) & possible)
            for player, of_player in enumerate((spot.oop, spot.ip))
        )
        return self._solution.tree.continued(deal, place.cards, oop, ip)

    def _follow(self, engine: Engine, deal: SpotNode, place: BoardPlace) -> None:
        """Let the stored strategies be the engine's."""
        store, tree = self._solution.store, self._solution.tree
        board = place.boards[-1]
        for player in (0, 1):
            stored, hands = store.strategies(board, player), store.hands(board, player)
            columns = np.searchsorted(hands, engine.layout.boards.hands(0, player))
            rows = np.zeros((engine.layout.storages[0].rows[player], len(columns)), np.float32)
            for index, row in engine.layout.storages[0].row.items():
                node = tree.nodes[index + deal.children[0]]
                if node.player == player:
                    first, count = self._solution.first_row(node), len(node.children)
                    rows[row : row + count] = stored[first : first + count, columns]
            engine.set_average(0, player, rows)

    def _locks(self, deal: SpotNode, place: BoardPlace, tree: SpotTree) -> list[PlacedLock]:
        """The locks of the solution that hold on this river, on its own tree."""
        inside = range(deal.children[0], deal.children[0] + len(tree))
        placed = [lock.placed(self._solution.tree) for lock in self._solution.locks]
        return [
            PlacedLock(tree.nodes[lock.node.index - deal.children[0]], (), lock.mask, lock.strategy)
            for lock in placed
            if lock.node.index in inside and lock.holds_on(place.cards)
        ]


def _kept_visible(reach: Doubles, is_held: npt.NDArray[np.bool_]) -> Doubles:
    """The reach of hands that can be held, those that never come included with next to nothing."""
    largest = reach.max()
    return np.where(is_held, np.maximum(reach, LEAST_WEIGHT * largest) if largest else 1.0, 0.0)


def _solve(engine: Engine, nash_conv: float) -> "Judgement":
    target = max(nash_conv, LEAST_TARGET * engine.spot.pot)
    engine.run(_FIRST_ITERATIONS)
    while (judgement := engine.judge()).nash_conv > target and engine.iteration < MOST_ITERATIONS:
        engine.run(max(10, engine.iteration // 5))
    return judgement
