"""The betting tree of a game as flat arrays: every way to bet a hand from where it begins, for any number of players.

Nodes are in preorder: the children of a node follow it, and `size` says how many nodes a subtree has, so that the
first child of node i is i + 1 and the next sibling of node j is j + size[j]. Cards are dealt between a node and a
child on a later street; on request a node of its own says so.

Positions from which the betting goes on equally, seat by seat and chip by chip, are looked at once, and a kernel
unfolds them into the tree: the 24 million nodes of three-player limit hold'em take a second.
"""

import heapq
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.betting.count import count_bets
from pokerlab.betting.menu import EVERY_BET, Menu, ResumedMenu
from pokerlab.betting.position import Position, Walk, progress_rank
from pokerlab.errors import GameError, TreeSizeError, shorten
from pokerlab.games.action import Action, Kind
from pokerlab.games.betting import Betting
from pokerlab.games.pots import payoffs
from pokerlab.games.rules import Game

MOST_NODES = 100_000_000
"""The largest tree that is built unless more is asked for."""

MOST_CHIPS = 2**31 - 1
"""The largest stack: chips are kept as int32."""

NO_ACTION = NO_LABEL = -1

WIN, TIE, LOSE = 0, 1, 2
"""Last index of `BettingTree.payoffs`: the hand of seat 0 is better than, equal to, or worse than that of seat 1."""
_RANKS = ((1, 0), (0, 0), (0, 1))

FIELDS: dict[str, type[np.generic]] = {
    "size": np.int64,
    "kind": np.int8,
    "street": np.int8,
    "actor": np.int8,
    "live": np.int16,
    "action": np.int8,
    "to": np.int32,
    "label": np.int32,
}


class NodeKind(IntEnum):
    """What happens at a node."""

    DECISION = 0
    FOLD = 1
    """One player is left."""
    SHOWDOWN = 2
    """The betting of the hand is over with several players in."""
    DEAL = 3
    """A street's betting is over and goes on with the next, after its cards."""


@dataclass(frozen=True, eq=False)
class BettingTree:
    """Flat arrays, one entry per node, in preorder.

    - `root`: the wagers at node 0
    - `labels`: texts of the menu's sizes
    - `depth`: the number of nodes on the longest way down
    - `size`: int64, nodes of the subtree, itself included
    - `kind`: int8, a `NodeKind`
    - `street`: int8; of a node without decision, the street on which the betting ended
    - `actor`: int8, the seat to act, -1 if none
    - `live`: int16, mask of the seats that have not folded
    - `action`: int8, the `Kind` of the action that leads here, -1 at the root and after a deal
    - `to`: int32, the chips it raises to, 0 if it is no raise
    - `label`: int32, the place in `labels` of the size that gave it, -1 if none did; empty for the menu of every bet
    """

    game: Game
    menu: Menu
    root: Betting
    labels: tuple[str, ...]
    depth: int
    size: npt.NDArray[np.int64]
    kind: npt.NDArray[np.int8]
    street: npt.NDArray[np.int8]
    actor: npt.NDArray[np.int8]
    live: npt.NDArray[np.int16]
    action: npt.NDArray[np.int8]
    to: npt.NDArray[np.int32]
    label: npt.NDArray[np.int32]

    @classmethod
    def build(
        cls,
        game: Game,
        menu: Menu = EVERY_BET,
        *,
        street: int | None = None,
        live: int | None = None,
        deals: bool = False,
        most_nodes: int = MOST_NODES,
    ) -> "BettingTree":
        """The tree of a hand, or of one `street` begun by the seats of the mask `live` (default: all).

        With `deals` there is a node of kind DEAL where a street ends and the next begins, with one child; a tree of one
        street has such nodes in any case, without children. Raises `GameError` before much is built if there would be
        more than `most_nodes` nodes.
        """
        walk = Walk(game, menu)
        everyone = (1 << game.players) - 1
        if street is not None and not game.first_street <= street < game.streets:
            raise GameError(f"{game.name}: street {street} does not exist ({game.first_street}..{game.streets - 1})")
        is_first = street is None or street == game.first_street
        if is_first and live not in (None, everyone):
            raise GameError(f"{game.name}: the first street begins with all seats")
        start = walk.start if is_first else walk.street_start(street or 0, everyone if live is None else live)
        if start.betting.is_over:
            raise GameError(f"{game.name}: nobody has a decision")
        if max(game.stacks) > MOST_CHIPS:
            raise GameError(f"{game.name}: stacks of {max(game.stacks):,} chips; a tree takes at most {MOST_CHIPS:,}")
        if street is None and menu.is_every_bet and not game.start:
            _check_size(walk, sum(count.nodes for count in count_bets(game, menu)), most_nodes)
        streets = range(game.first_street, game.streets) if street is None else range(street, street + 1)
        states = _States(walk, streets, start, deals=deals, most_nodes=most_nodes)
        depth, arrays = states.unfold()
        return cls(game, menu, start.betting, tuple(states.labels), depth, **arrays)

    def __len__(self) -> int:
        return len(self.size)

    def children(self, node: int) -> Iterator[int]:
        """The nodes that the actions at a node lead to: fold first, then call, then raises from small to large."""
        end, child = node + int(self.size[node]), node + 1
        while child < end:
            yield child
            child += int(self.size[child])

    def position(self, node: int) -> Position:
        """The wagers at a node, and what the menu remembers of them; of a deal, those of the street that follows."""
        walk, here = Walk(self.game, self.menu), 0
        position = Position(self.root, self.menu.first(self.game))
        while here != node:
            children = list(self.children(here))
            place = next(k for k, child in enumerate(children) if child <= node < child + self.size[child])
            here = children[place]
            if self.action[here] >= 0:
                position = walk.branches(position)[place].position
        return position

    def subtree(self, node: int) -> "BettingTree":
        """The tree below a decision, as the tree of the game that begins there (see `Betting.as_start`)."""
        if self.kind[node] != NodeKind.DECISION:
            raise GameError(f"{self.game.name}: nobody decides at node {node}, where a subtree should begin")
        betting, memory = self.position(node)
        game = betting.as_start()
        part = slice(node, node + int(self.size[node]))
        arrays = {name: getattr(self, name)[part].copy() for name in FIELDS}
        arrays["action"][0], arrays["to"][0], arrays["label"][:1] = NO_ACTION, 0, NO_LABEL
        menu = self.menu if memory is None else ResumedMenu(self.menu, memory)
        return BettingTree(game, menu, Betting.start(game), self.labels, self.depth, **arrays)

    def parents(self) -> npt.NDArray[np.int64]:
        """int64 [node]: the parent of each node, -1 for the root."""
        from pokerlab.betting import tree_kernels

        parents = np.empty(len(self), np.int64)
        tree_kernels.find_parents(self.size, self.depth, parents)
        return parents

    @cached_property
    def edges(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Starts int64 [node + 1] and children int64: those of node i are `children[starts[i] : starts[i + 1]]`."""
        parents = self.parents()[1:]
        counts = np.bincount(parents, minlength=len(self))
        return np.concatenate([[0], np.cumsum(counts)]), 1 + np.argsort(parents, kind="stable")

    def action_of(self, node: int) -> Action:
        """The action that leads to a node (not the root, nor a node after a deal)."""
        return Action(Kind(int(self.action[node])), int(self.to[node]))

    def label_of(self, node: int) -> str:
        """The label of the action that leads to a node: that of its size, or `f`, `c`, `r300`."""
        label = int(self.label[node]) if len(self.label) else NO_LABEL
        return str(self.action_of(node)) if label == NO_LABEL else self.labels[label]

    def paid(self) -> npt.NDArray[np.int32]:
        """int32 [node, seat]: the chips that each seat has put in over the whole hand, antes included.

        In the tree of a later street: since the street began.
        """
        from pokerlab.betting import tree_kernels

        root, is_whole = self.root, self.root.street == self.game.first_street
        bets = np.array(root.bets, np.int32)
        before = (np.array(root.paid, np.int32) - bets) * is_whole
        paid = np.empty((len(self), self.game.players), np.int32)
        tree_kernels.add_up_chips(
            self.size, self.street, self.actor, self.action, self.to, self.depth, before, bets,
            before + bets + np.array(root.stacks, np.int32), root.level, paid,
        )  # fmt: skip
        return paid

    def pay(self, node: int, paid: Sequence[int], ranks: Sequence[float]) -> list[Any]:
        """What each seat wins at an end, exactly (see `games.pots.payoffs`), if the seats have put in `paid` and hold
        hands of these ranks."""
        seen = self.kind[node] == NodeKind.SHOWDOWN or self.game.board_size(int(self.street[node])) > 0
        return payoffs(self.game, paid, int(self.live[node]), ranks, board_seen=bool(seen))

    def payoffs(self) -> npt.NDArray[np.float64]:
        """float64 [node, seat, 3], of two players: chips won at an end by each seat, by who has the better hand (WIN,
        TIE, LOSE); 0 where the hand goes on. Pots are shared exactly, in parts of a chip."""
        if self.game.players != 2:
            raise GameError(f"{self.game.name}: three outcomes are for two players, not {self.game.players}")
        result = np.zeros((len(self), 2, 3))
        paid = self.paid()
        known: dict[Hashable, Any] = {}
        for node in np.flatnonzero((self.kind == NodeKind.FOLD) | (self.kind == NodeKind.SHOWDOWN)).tolist():
            chips = paid[node].tolist()
            key = (*chips, self.live[node], self.street[node], self.kind[node])
            if key not in known:
                known[key] = np.array([self.pay(node, chips, ranks) for ranks in _RANKS], np.float64).T
            result[node] = known[key]
        return result


def _check_size(walk: Walk, nodes: int, most_nodes: int) -> None:
    if nodes > most_nodes:
        raise TreeSizeError(
            f"{walk.game.name} with the menu {shorten(walk.menu)}: the tree has {nodes:,} nodes or more, the limit is "
            f"{most_nodes:,}"
        )


class _States:
    """The different positions of a tree, with their actions: the tree with equal subtrees drawn once.

    Per state: `facts` [state, 4] (kind, street, actor, live), `sizes` [state] and the range of its edges; per edge: the
    state it leads to, the kind of action, the chips it raises to, and its label. States are looked at in the order of
    progress, with the number of ways to them, so that too large a tree is noticed early.
    """

    def __init__(self, walk: Walk, streets: range, start: Position, *, deals: bool, most_nodes: int) -> None:
        self.labels: dict[str, int] = {}
        self._walk, self._streets, self._deals = walk, streets, deals
        self._is_labelled = not walk.menu.is_every_bet
        self._numbers: dict[Hashable, int] = {}
        self._facts: list[tuple[int, int, int, int]] = []
        self._edges: list[list[tuple[int, int, int, int]]] = []
        self._ranks: list[tuple[int, int, int]] = []
        self._ways: list[int] = []
        self._todo: list[tuple[tuple[int, int, int], int]] = []
        self._positions: dict[int, Position] = {}
        self._reach(start, None, 1)
        self.nodes = 1
        while self._todo:
            _, number = heapq.heappop(self._todo)
            self._expand(number, self._positions.pop(number))
            _check_size(walk, self.nodes, most_nodes)

    def unfold(self) -> tuple[int, dict[str, npt.NDArray[Any]]]:
        """The depth and the arrays of the whole tree."""
        from pokerlab.betting import tree_kernels

        sizes, depth = self._sizes()
        assert sizes[0] == self.nodes
        arrays = {name: np.empty(self.nodes, dtype) for name, dtype in FIELDS.items()}
        if not self._is_labelled:
            arrays["label"] = np.empty(0, np.int32)
        firsts = np.cumsum([0, *(len(edges) for edges in self._edges)]).astype(np.int64)
        edges = np.array([edge for edges in self._edges for edge in edges], np.int64).reshape(-1, 4)
        tree_kernels.unfold(np.array(self._facts, np.int64), firsts, edges, sizes, depth, *arrays.values())
        return depth, arrays

    def _expand(self, number: int, position: Position) -> None:
        edges, ways = self._edges[number], self._ways[number]
        for choice, after in self._walk.branches(position):
            label = NO_LABEL
            if self._is_labelled and choice.action.kind is Kind.RAISE:
                label = self.labels.setdefault(choice.label, len(self.labels))
            edges.append((self._reach(after, position, ways), choice.action.kind, choice.action.to, label))
        self.nodes += ways * len(edges)

    def _reach(self, position: Position, before: Position | None, ways: int) -> int:
        """The number of a state, found or new, that is reached in so many ways more."""
        betting = position.betting
        street = before.betting.street if before else betting.street
        if before and betting.is_over:
            kind = NodeKind.SHOWDOWN if betting.live & (betting.live - 1) else NodeKind.FOLD
            return self._state(None, (kind, street, -1, betting.live), (betting.street, MOST_CHIPS + 1, 0), ways)
        if before and betting.street not in self._streets:
            return self._state(None, (NodeKind.DEAL, street, -1, betting.live), (street, MOST_CHIPS + 1, 0), ways)
        key = (self._walk.future_of_seats(position), betting.bets)
        if self._deals and betting.street > street:
            facts = (NodeKind.DEAL, street, -1, betting.live)
            number = self._state((facts, key), facts, (street, MOST_CHIPS + 1, 0), ways)
            after = self._decision(key, position, ways)
            if not self._edges[number]:
                self._edges[number].append((after, NO_ACTION, 0, NO_LABEL))
            self.nodes += ways
            return number
        return self._decision(key, position, ways)

    def _decision(self, key: Hashable, position: Position, ways: int) -> int:
        betting = position.betting
        facts = (NodeKind.DECISION, betting.street, betting.actor, betting.live)
        rank, count = progress_rank(betting), len(self._facts)
        number = self._state(key, facts, rank, ways)
        if number == count:
            self._positions[number] = position
            heapq.heappush(self._todo, (rank, number))
        return number

    def _state(self, key: Hashable, facts: tuple[int, int, int, int], rank: tuple[int, int, int], ways: int) -> int:
        number = self._numbers.setdefault(facts if key is None else key, len(self._facts))
        if number == len(self._facts):
            self._facts.append(facts)
            self._edges.append([])
            self._ranks.append(rank)
            self._ways.append(0)
        self._ways[number] += ways
        return number

    def _sizes(self) -> tuple[npt.NDArray[np.int64], int]:
        """int64 [state]: the nodes below each, itself included; and those on the longest way from the first."""
        sizes, depths = [1] * len(self._facts), [1] * len(self._facts)
        for number in sorted(range(len(sizes)), key=self._ranks.__getitem__, reverse=True):
            if edges := self._edges[number]:
                sizes[number] += sum([sizes[edge[0]] for edge in edges])
                depths[number] += max([depths[edge[0]] for edge in edges])
        return np.array(sizes, np.int64), depths[0]
