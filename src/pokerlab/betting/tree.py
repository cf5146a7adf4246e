"""The betting tree of a game as flat arrays: every way to bet a hand, or one street of it, for any number of players.

Nodes are in preorder: the children of a node follow it, and `size` says how many nodes a subtree has, so that the
first child of node i is i + 1 and the next sibling of node j is j + size[j]. Cards are dealt between a node and a
child on a later street.

Positions from which the betting goes on equally, seat by seat and chip by chip, are looked at once, and a kernel
unfolds them into the tree: the 24 million nodes of three-player limit hold'em take a second.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.betting.count import count_bets, count_from
from pokerlab.betting.menu import Menu
from pokerlab.betting.position import EVERY_BET, Position, Walk, progress_rank
from pokerlab.errors import GameError, shorten
from pokerlab.games.rules import Game

MOST_NODES = 100_000_000
"""The largest tree that is built unless more is asked for."""

MOST_CHIPS = 2**31 - 1
"""The largest stack: chips are kept as int32."""

NO_ACTION = -1

FIELDS: dict[str, type[np.generic]] = {
    "size": np.int64,
    "kind": np.int8,
    "street": np.int8,
    "actor": np.int8,
    "live": np.int16,
    "action": np.int8,
    "to": np.int32,
}


class NodeKind(IntEnum):
    """What happens at a node."""

    DECISION = 0
    FOLDED = 1
    """One player is left."""
    SHOWDOWN = 2
    """The betting of the hand is over with several players in."""
    CONTINUES = 3
    """In the tree of one street: the betting goes on with the next."""


@dataclass(frozen=True)
class BettingTree:
    """Flat arrays, one entry per node, in preorder.

    - `size`: int64, nodes of the subtree, itself included
    - `kind`: int8, a `NodeKind`
    - `street`: int8; of a node without decision, the street on which the betting ended
    - `actor`: int8, the seat to act, -1 if none
    - `live`: int16, mask of the seats that have not folded
    - `action`: int8, the `Kind` of the action that leads here, -1 at the root
    - `to`: int32, the chips it raises to, 0 if it is no raise
    """

    game: Game
    menu: Menu
    size: npt.NDArray[np.int64]
    kind: npt.NDArray[np.int8]
    street: npt.NDArray[np.int8]
    actor: npt.NDArray[np.int8]
    live: npt.NDArray[np.int16]
    action: npt.NDArray[np.int8]
    to: npt.NDArray[np.int32]

    @classmethod
    def build(
        cls,
        game: Game,
        menu: Menu = EVERY_BET,
        *,
        street: int | None = None,
        live: int | None = None,
        most_nodes: int = MOST_NODES,
    ) -> "BettingTree":
        """The tree of a hand, or of one `street` begun by the seats of the mask `live` (default: all).

        Raises `GameError` before anything is built if there would be more than `most_nodes` nodes.
        """
        walk = Walk(game, menu)
        everyone = (1 << game.players) - 1
        if street is not None and not 0 <= street < game.streets:
            raise GameError(f"{game.name}: street {street} does not exist (0..{game.streets - 1})")
        if not street and live not in (None, everyone):
            raise GameError(f"{game.name}: the first street begins with all seats")
        start = walk.street_start(street, everyone if live is None else live) if street else walk.start
        streets = range(game.streets) if street is None else range(street, street + 1)
        counts = count_bets(game, menu) if street is None else count_from(walk, [start], streets)
        if max(game.stacks) > MOST_CHIPS:
            raise GameError(f"{game.name}: stacks of {max(game.stacks):,} chips; a tree takes at most {MOST_CHIPS:,}")
        nodes = sum(count.nodes for count in counts) + (0 if street is None else counts[0].continuing.total())
        if nodes > most_nodes:
            raise GameError(
                f"{game.name} with the menu {shorten(menu)}: the tree has {nodes:,} nodes, more than {most_nodes:,}"
            )
        return cls(game, menu, **_States(walk, streets, start).unfold(nodes))

    def __len__(self) -> int:
        return len(self.size)

    def children(self, node: int) -> Iterator[int]:
        """The nodes that the actions at a node lead to: fold first, then call, then raises from small to large."""
        end, child = node + int(self.size[node]), node + 1
        while child < end:
            yield child
            child += int(self.size[child])

    def parents(self) -> npt.NDArray[np.int64]:
        """int64 [node]: the parent of each node, -1 for the root."""
        from pokerlab.betting import tree_kernels

        parents = np.empty(len(self), np.int64)
        tree_kernels.find_parents(self.size, parents)
        return parents

    def paid(self) -> npt.NDArray[np.int32]:
        """int32 [node, seat]: the chips that each seat has put in over the whole hand, antes included.

        In the tree of a later street: since the street began.
        """
        from pokerlab.betting import tree_kernels

        game = self.game
        is_whole = self.street[0] == 0
        start = np.array([min(a, s) for a, s in zip(game.antes, game.stacks, strict=True)], np.int32) * is_whole
        bets = np.array(Walk(game).start.betting.bets, np.int32) * is_whole
        level = max(game.blinds)
        chips = [s if is_whole else s - a - level for s, a in zip(game.stacks, game.antes, strict=True)]
        stacks = np.array(chips, np.int32)  # the most each seat can have put in
        level = level if game.full_blind_to_call else int(max(bets))
        paid = np.empty((len(self), game.players), np.int32)
        tree_kernels.add_up_chips(
            self.size, self.street, self.actor, self.action, self.to, start, bets, stacks, int(level * is_whole), paid
        )
        return paid


class _States:
    """The different positions of a tree, with their actions: the tree with equal subtrees drawn once.

    Per state: `facts` [state, 4] (kind, street, actor, live), `sizes` [state] and the range of its edges; per edge: the
    state it leads to, the kind of action, and the chips it raises to.
    """

    def __init__(self, walk: Walk, streets: range, start: Position) -> None:
        self._walk = walk
        self._streets = streets
        self._numbers: dict[Hashable, int] = {}
        self._facts: list[tuple[int, int, int, int]] = []
        self._edges: list[list[tuple[int, int, int]]] = []
        self._todo: list[tuple[int, Position]] = []
        self._ranks: list[tuple[int, int, int]] = []
        self._state(start)
        while self._todo:
            number, position = self._todo.pop()
            self._edges[number] = [
                (self._state(after, position), choice.action.kind, choice.action.to)
                for choice, after in walk.steps(position)
            ]

    def unfold(self, nodes: int) -> dict[str, npt.NDArray[Any]]:
        """The arrays of the whole tree."""
        from pokerlab.betting import tree_kernels

        arrays = {name: np.empty(nodes, dtype) for name, dtype in FIELDS.items()}
        firsts = np.cumsum([0, *(len(edges) for edges in self._edges)]).astype(np.int64)
        edges = np.array([edge for edges in self._edges for edge in edges], np.int64).reshape(-1, 3)
        tree_kernels.unfold(np.array(self._facts, np.int64), firsts, edges, self._sizes(), *arrays.values())
        return arrays

    def _sizes(self) -> npt.NDArray[np.int64]:
        sizes = np.ones(len(self._facts), np.int64)
        for number in sorted(range(len(sizes)), key=self._ranks.__getitem__, reverse=True):
            sizes[number] += sum(int(sizes[target]) for target, _, _ in self._edges[number])
        return sizes

    def _state(self, position: Position, before: Position | None = None) -> int:
        """The number of a state, found or new."""
        betting = position.betting
        if before is not None and (betting.is_over or betting.street not in self._streets):
            kind = NodeKind.CONTINUES
            if betting.is_over:
                kind = NodeKind.SHOWDOWN if betting.live & (betting.live - 1) else NodeKind.FOLDED
            facts = (kind, before.betting.street, -1, betting.live)
            key: Hashable = facts
        else:
            facts = (NodeKind.DECISION, betting.street, betting.actor, betting.live)
            key = self._walk.future_of_seats(position), betting.bets
        number = self._numbers.setdefault(key, len(self._facts))
        if number == len(self._facts):
            self._facts.append(facts)
            self._edges.append([])
            self._ranks.append(progress_rank(betting))
            if facts[0] == NodeKind.DECISION:
                self._todo.append((number, position))
        return number
