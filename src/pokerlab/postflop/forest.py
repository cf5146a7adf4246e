"""The betting tree as flat lists of operations, one list per street and point of view.

All betting subtrees of one street form a forest that is the same on every board of that street. For the player whose
values are computed (the hero), a pass over it is:

    down   the opponent's reach of every node, from the roots
    ends   the values of all terminals, sixteen at a time
    up     the hero's values of every node, to the roots

Reach and values have one row of hands per node, with the rows of a node's children side by side. The last street's
forest is cut into groves of whole trees, so that the rows of one grove stay in the processor's cache.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pokerlab._lanes import COUNT as LANES
from pokerlab.betting.tree import LOSE, WIN, NodeKind
from pokerlab.postflop.columns import GROVE_COLUMNS, NODE_COLUMNS, REACH_ROWS, VALUE_ROWS
from pokerlab.postflop.tree import SpotNode, SpotTree


@dataclass
class Forest:
    """What one player's pass does on one street.

    - `nodes`: int64 [operation, 8]: whose node; rows of its reach, of the reach of its children, of its value, of the
      values of its children; the number of moves; the first row of its strategy, and its number among the nodes of
      its player on this street
    - `ends`: int64 [lane, 3] and `pays`: float32 [3, lane], in batches of 16. Showdowns: row of reach, row of value,
      row of the value of a fold with the same reach; chips won or lost, half the rake (negative), chips for the fold.
      First those with a fold, then (from PLAIN_SHOWDOWNS) without, then folds alone (FOLDS), then all-ins before the
      river (RUNOUTS). Lanes that fill a batch read the row of zeros and write to a row that nobody reads.
    - `groves`: int64 [grove, 11]
    - `rows`: by node index the row of its value (within its grove)
    - `deals`: int64 [deal, 2]: rows of the reach and of the value where the street ends with a card to come; deal d is
      root d of the next street's forest
    """

    nodes: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    pays: npt.NDArray[np.float32]
    groves: npt.NDArray[np.int64]
    deals: npt.NDArray[np.int64]
    rows: dict[int, int]

    @property
    def reach_rows(self) -> int:
        """Rows of reach that a pass needs, the row of zeros included."""
        return int(self.groves[:, REACH_ROWS].max()) + 1

    @property
    def value_rows(self) -> int:
        """Rows of values that a pass needs, the row that nobody reads included."""
        return int(self.groves[:, VALUE_ROWS].max()) + 1

    @property
    def bytes(self) -> int:
        """The memory of all arrays."""
        arrays = (self.nodes, self.ends, self.pays, self.groves, self.deals)
        return sum(array.nbytes for array in arrays)


@dataclass(frozen=True)
class Storage:
    """Which row of a player's strategies on one street belongs to which node.

    - `row`: by node index the first row of its moves; `ordinal`: its number among the nodes of its player
    - `rows`, `counts`: rows and decision nodes of each player
    - `ordinals`: of each player, int64 [row]: the number of the node to which a row belongs
    - `by_moves`: of each player, int64 [node, move] the rows of his nodes, those with equally many moves together
    """

    row: dict[int, int]
    ordinal: dict[int, int]
    rows: tuple[int, int]
    counts: tuple[int, int]
    ordinals: tuple[npt.NDArray[np.int64], ...]
    by_moves: tuple[list[npt.NDArray[np.int64]], ...]

    @classmethod
    def of(cls, tree: SpotTree, street: int) -> "Storage":
        """Number the decision nodes of a street in tree order."""
        row, ordinal = {}, {}
        rows, counts = [0, 0], [0, 0]
        ordinals: tuple[list[int], list[int]] = ([], [])
        firsts: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        for node in tree.nodes:
            if node.kind == NodeKind.DECISION and node.street == street:
                player, moves = node.player, len(node.children)
                row[node.index], ordinal[node.index] = rows[player], counts[player]
                ordinals[player].extend([counts[player]] * moves)
                firsts[player].setdefault(moves, []).append(rows[player])
                rows[player] += moves
                counts[player] += 1
        return cls(
            row,
            ordinal,
            (rows[0], rows[1]),
            (counts[0], counts[1]),
            tuple(np.array(numbers, np.int64) for numbers in ordinals),
            tuple([np.array(of)[:, None] + np.arange(moves) for moves, of in found.items()] for found in firsts),
        )


def street_roots(tree: SpotTree, street: int, swept: frozenset[int]) -> list[int]:
    """The roots of a street's forest: nodes after a deal, and all-ins that are shown down on this street's boards
    (those of the street before it, if that is in `swept`)."""
    if street == tree.nodes[0].street:
        return [0]
    return [
        node.children[0] if node.kind == NodeKind.DEAL else node.index
        for node in tree.nodes
        if node.street == street - 1 and _deals_on(node, swept)
    ]


def _deals_on(node: SpotNode, swept: frozenset[int]) -> bool:
    return node.kind == NodeKind.DEAL or (node.kind == NodeKind.SHOWDOWN and node.street in swept)


def build_forest(
    tree: SpotTree, street: int, hero: int, storage: Storage, *, swept: frozenset[int], most_rows: int
) -> Forest:
    """The operations of a street for one player; groves of the last street have about `most_rows` rows of values."""
    writer = _Writer(tree, street, hero, storage, swept)
    roots = street_roots(tree, street, swept)
    if any(node.street == street and _deals_on(node, swept) for node in tree.nodes):
        writer.add_grove(roots, 0)  # the streets below need all of it at once
    else:
        first = 0
        for trees in _cut(tree, roots, street, most_rows):
            writer.add_grove(trees, first)
            first += len(trees)
    return writer.finish()


def _cut(tree: SpotTree, roots: Sequence[int], street: int, most_rows: int) -> Iterator[list[int]]:
    grove: list[int] = []
    rows = 0
    for root in roots:
        size = _tree_size(tree, root, street)
        if grove and rows + size > most_rows:
            yield grove
            grove, rows = [], 0
        grove.append(root)
        rows += size
    yield grove


def _tree_size(tree: SpotTree, root: int, street: int) -> int:
    node = tree.nodes[root]
    if node.kind != NodeKind.DECISION or node.street != street:
        return 1
    return 1 + sum(_tree_size(tree, child, street) for child in node.children)


@dataclass
class _Writer:
    """Collects the operations of one forest."""

    tree: SpotTree
    street: int
    hero: int
    storage: Storage
    swept: frozenset[int]
    nodes: list[tuple[int, ...]] = field(default_factory=list)
    ends: list[tuple[int, ...]] = field(default_factory=list)
    pays: list[tuple[float, ...]] = field(default_factory=list)
    groves: list[tuple[int, ...]] = field(default_factory=list)
    deals: list[tuple[int, int]] = field(default_factory=list)
    rows: dict[int, int] = field(default_factory=dict)

    def add_grove(self, roots: Sequence[int], first: int) -> None:
        """Number the rows of some trees and write their operations."""
        reach = {root: row for row, root in enumerate(roots)}
        value = dict(reach)
        reach_rows = value_rows = len(roots)
        start = len(self.nodes)
        inside = [node for root in roots for node in self._below(root)]
        for node in inside:
            if node.kind != NodeKind.DECISION or node.street != self.street:
                continue
            next_value, next_reach = value_rows, reach_rows
            for child in node.children:
                value[child] = value_rows
                value_rows += 1
                if node.player == self.hero:
                    reach[child] = reach[node.index]
                else:
                    reach[child] = reach_rows
                    reach_rows += 1
            index = node.index
            self.nodes.append((
                int(node.player == self.hero), reach[index], next_reach, value[index], next_value,
                len(node.children), self.storage.row[index], self.storage.ordinal[index],
            ))  # fmt: skip
        self.rows |= value
        bounds = self._add_ends(inside, reach, value, reach_rows, value_rows)
        self.deals += [(reach[n.index], value[n.index]) for n in inside if self._is_deal(n)]
        self.groves.append((first, len(roots), start, len(self.nodes), *bounds, reach_rows, value_rows))

    def finish(self) -> Forest:
        """All as arrays."""
        return Forest(
            nodes=np.array(self.nodes, np.int64).reshape(-1, NODE_COLUMNS),
            ends=np.array(self.ends, np.int64).reshape(-1, 3),
            pays=np.ascontiguousarray(np.array(self.pays, np.float32).reshape(-1, 3).T),
            groves=np.array(self.groves, np.int64).reshape(-1, GROVE_COLUMNS),
            deals=np.array(self.deals, np.int64).reshape(-1, 2),
            rows=self.rows,
        )

    def _below(self, root: int) -> Iterator[SpotNode]:
        """A tree's nodes on this street in preorder, with the leaves and deals that end it."""
        node = self.tree.nodes[root]
        yield node
        if node.kind == NodeKind.DECISION:
            for child in node.children:
                yield from self._below(child)

    def _is_deal(self, node: SpotNode) -> bool:
        return node.street == self.street and _deals_on(node, self.swept)

    def _add_ends(
        self, inside: Sequence[SpotNode], reach: dict[int, int], value: dict[int, int], zeros: int, trash: int
    ) -> tuple[int, int, int, int, int]:
        """Write the terminals of a grove; returns the bounds of the four kinds."""
        showdowns: dict[int, list[float]] = {}
        folds, runouts = [], []
        last = self.street == 5
        for node in inside:
            if node.kind == NodeKind.SHOWDOWN and not self._is_deal(node):
                scale, rake = self._showdown_pay(node)
                lane = [reach[node.index], value[node.index], trash, scale, rake, 0.0]
                if last:
                    showdowns[reach[node.index]] = lane
                else:
                    runouts.append(lane)
        for node in inside:
            if node.kind == NodeKind.FOLD:
                row, pay = reach[node.index], self._fold_pay(node)
                if row in showdowns and showdowns[row][2] == trash:
                    showdowns[row][2], showdowns[row][5] = value[node.index], pay
                else:
                    folds.append([row, trash, value[node.index], 0.0, 0.0, pay])
        with_fold = [lane for lane in showdowns.values() if lane[2] != trash]
        plain = [lane for lane in showdowns.values() if lane[2] == trash]
        fill = -len(with_fold) % LANES
        bounds = []
        for lanes in (with_fold + plain[:fill], plain[fill:], folds, runouts):
            bounds.append(len(self.ends))
            padded = lanes + [[zeros, trash, trash, 0.0, 0.0, 0.0]] * (-len(lanes) % LANES)
            self.ends += [(int(lane[0]), int(lane[1]), int(lane[2])) for lane in padded]
            self.pays += [(lane[3], lane[4], lane[5]) for lane in padded]
        return bounds[0], bounds[1], bounds[2], bounds[3], len(self.ends)

    def _showdown_pay(self, node: SpotNode) -> tuple[float, float]:
        """Chips won or lost against half of the starting pot, and what the rake takes of each player."""
        pays = self.tree.payoffs[node.index, self.hero]
        win, lose = (pays[WIN], pays[LOSE]) if self.hero == 0 else (pays[LOSE], pays[WIN])
        return float(win - lose) / 2, float(win + lose) / 2

    def _fold_pay(self, node: SpotNode) -> float:
        return float(self.tree.payoffs[node.index, self.hero, WIN])
