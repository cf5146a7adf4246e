"""The public tree of a two-player game: every sequence of bets and public cards, as flat arrays.

Nodes are numbered depth first, a node before what follows it, so that a pass down or up the tree is a loop. Private
hands are not in the tree: each node is a vector over hands, and what hands do to each other is in `deals`.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from pokerlab.betting.count import count_bets
from pokerlab.betting.menu import Menu
from pokerlab.equilibrium.deals import Deals
from pokerlab.errors import GameError, shorten
from pokerlab.games.betting import Betting
from pokerlab.games.pots import after_rake, settle
from pokerlab.games.rules import Game, Limit

DECISION, CHANCE, TERMINAL = 0, 1, 2
"""Kinds of nodes."""

KIND, PLAYER, BOARD, FIRST, COUNT, ROW, END, REACH0, REACH1, PARENT = range(10)
"""Columns of `PublicTree.nodes`."""

MOST_NODES = 4_000_000
"""Trees with more nodes are refused: so many take 4 GB while the tree is built."""

T = TypeVar("T")


@dataclass(frozen=True)
class Node:
    """Where a node stands: the bets so far (`r2c/c`: a slash between streets), the board, and the choices' labels."""

    history: str
    board: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class PublicTree:
    """A two-player game with a menu of bets.

    - `nodes`: int64 [node, 10]; columns KIND, PLAYER (who decides), BOARD, FIRST and COUNT (its edges), ROW (its first
      row in tables of strategies), END (the first node that is not below it), REACH0 and REACH1 (the row of the
      opponent's reach when player 0 or 1 is the one whose values are computed), PARENT (the row of the same player's
      action that leads here, -1 if none)
    - `children`: int64 [edge]
    - `pays`: float64 [node, player, 3], at terminals: chips for (meeting, lead, tie), see `deals`
    - `places`: texts of the decision nodes, by node
    - `rows`, `reach_rows`: how many rows tables of strategies and of reaches have
    """

    game: Game
    menu: Menu
    deals: Deals
    nodes: npt.NDArray[np.int64]
    children: npt.NDArray[np.int64]
    pays: npt.NDArray[np.float64]
    places: dict[int, Node]
    rows: int
    reach_rows: int

    @classmethod
    def build(cls, game: Game, menu: Menu | str | None = None, *, keep_suits: bool = False) -> "PublicTree":
        """The tree of a game; without a menu every legal bet is considered."""
        menu = Menu.parse(menu) if isinstance(menu, str) else menu or Menu(everything=True)
        if game.limit is Limit.FIXED and not menu.everything:
            raise GameError(f"{game.name} has fixed bets: a menu of sizes ('{menu}') does not fit, leave it out")
        deals = Deals.of(game, keep_suits=keep_suits)
        _check_size(game, menu, deals)
        return _Builder(game, menu, deals).build()

    @property
    def hands(self) -> int:
        """The number of private hands."""
        return len(self.deals.hands)

    def decisions(self, player: int) -> npt.NDArray[np.int64]:
        """int64 [n]: the nodes where a player decides."""
        return np.flatnonzero((self.nodes[:, KIND] == DECISION) & (self.nodes[:, PLAYER] == player))

    def rows_of(self, player: int) -> npt.NDArray[np.int64]:
        """int64 [n]: the rows of a player in tables of strategies."""
        spans = self.nodes[self.decisions(player)][:, [ROW, COUNT]].tolist()
        return np.array([row + place for row, count in spans for place in range(count)], np.int64)

    def possible(self, node: int) -> npt.NDArray[np.bool_]:
        """bool [hand]: the hands that the player to act may hold at a node, given the board."""
        player, board = self.nodes[node, PLAYER], self.nodes[node, BOARD]
        return np.asarray(self.deals.matrices[board, 0].sum(axis=1 - player) > 0)

    def infosets(self, player: int) -> int:
        """The number of situations a player can be in and tell apart."""
        return sum(int(self.possible(node).sum()) for node in self.decisions(player).tolist())

    @property
    def is_zero_sum(self) -> bool:
        """Whether what one player wins the other loses (no rake)."""
        return bool(np.allclose(self.pays.sum(axis=1), 0))


@dataclass(frozen=True, slots=True)
class _Place:
    """A node that is still to be added: below node `above`, on whose street `street` it follows."""

    above: int
    street: int
    betting: Betting
    board: int = 0
    history: str = ""
    reach: tuple[int, int] = (0, 0)
    parents: tuple[int, int] = (-1, -1)
    used: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


class _Builder:
    """Walks the bets once, without recursion since raises can follow each other for long, and writes the arrays."""

    def __init__(self, game: Game, menu: Menu, deals: Deals) -> None:
        self.game, self.menu, self.deals = game, menu, deals
        self.nodes: list[list[int]] = []
        self.children: list[list[int]] = []
        self.pays: list[tuple[tuple[float, ...], ...]] = []
        self.places: dict[int, Node] = {}
        self.rows = 0
        self.reach_rows = [1, 1]

    def build(self) -> PublicTree:
        first = self.deals.board_on(0, 0)
        if first != [0]:
            raise GameError(f"{self.game.name}: board cards before the first bets are not supported")
        todo = [_Place(-1, 0, Betting.start(self.game))]
        while todo:
            todo += reversed(self._visit(todo.pop()))
        for node in range(len(self.nodes) - 1, -1, -1):
            below = self.children[node]
            self.nodes[node][END] = self.nodes[below[-1]][END] if below else node + 1
        nodes = np.array(self.nodes, np.int64)
        edges = [child for children in self.children for child in children]
        counts = [len(children) for children in self.children]
        nodes[:, COUNT] = counts
        nodes[:, FIRST] = np.cumsum([0, *counts[:-1]])
        return PublicTree(
            self.game, self.menu, self.deals, nodes, np.array(edges or [0], np.int64), np.array(self.pays, np.float64),
            self.places, self.rows, max(self.reach_rows),
        )  # fmt: skip

    def _visit(self, place: _Place) -> list[_Place]:
        """Add a node; the places of what follows it."""
        betting, board = place.betting, place.board
        if betting.is_over:
            self.pays[self._add(TERMINAL, -1, place, -1)] = _payoffs(betting)
            return []
        boards = self.deals.board_on(betting.street, board) if betting.street > place.street else [board]
        if boards != [board]:  # a street whose cards are not out yet
            node = self._add(CHANCE, -1, place, -1)
            return [replace(place, above=node, street=betting.street, board=new) for new in boards]
        return self._decide(place)

    def _decide(self, place: _Place) -> list[_Place]:
        betting, player = place.betting, place.betting.actor
        node = self._add(DECISION, player, place, place.parents[player])
        choices = self.menu.choices(betting, place.used[player])
        text = self.deals.boards[place.board].text
        self.places[node] = Node(place.history, text, tuple(choice.label for choice in choices))
        row = self.nodes[node][ROW] = self.rows
        self.rows += len(choices)
        first_reach = self.reach_rows[1 - player]
        self.reach_rows[1 - player] += len(choices)
        below = []
        for number, (label, action) in enumerate(choices):
            after = betting.act(action)
            is_new_street = after.street > betting.street
            used = place.used
            if is_new_street:
                used = (frozenset(), frozenset())
            elif label in self.menu.restricted:
                used = _changed(used, player, used[player] | {label})
            below.append(
                _Place(
                    node, betting.street, after, place.board, f"{place.history}{action}{'/' * is_new_street}",
                    _changed(place.reach, 1 - player, first_reach + number),
                    _changed(place.parents, player, row + number), used,
                )
            )  # fmt: skip
        return below

    def _add(self, kind: int, player: int, place: _Place, parent: int) -> int:
        number = len(self.nodes)
        if place.above >= 0:
            self.children[place.above].append(number)
        self.nodes.append([kind, player, place.board, 0, 0, -1, 0, *place.reach, parent])
        self.children.append([])
        self.pays.append(((0.0,) * 3,) * 2)
        return number


def _changed(pair: tuple[T, T], player: int, value: T) -> tuple[T, T]:
    """A pair with another entry for one of the players."""
    return (value, pair[1]) if player == 0 else (pair[0], value)


def _check_size(game: Game, menu: Menu, deals: Deals) -> None:
    """A `GameError` if the tree has more than `MOST_NODES` nodes; they are counted, not walked."""
    nodes = _least_nodes(game) if menu.everything and game.limit is Limit.NONE else 0
    if nodes <= MOST_NODES:
        nodes = _count_nodes(game, menu, deals)
    if nodes > MOST_NODES:
        number = f"{nodes:,}" if nodes < 10**15 else "over 10^15"
        raise GameError(
            f"{game.name} with menu '{shorten(menu)}' has {number} public nodes or more; the limit is {MOST_NODES:,} "
            "(fewer bets or shorter stacks have less)"
        )


def _count_nodes(game: Game, menu: Menu, deals: Deals) -> int:
    nodes, boards = 0, 1
    for street, count in enumerate(count_bets(game, menu, most_nodes=MOST_NODES)):
        if street and (new := sum(board.street == street for board in deals.boards[1:])):
            nodes += boards * count.starts.total()  # where its cards are dealt
            boards = new
        nodes += boards * count.nodes
    return nodes


def _least_nodes(game: Game) -> int:
    """What one street without limit has at least: each bet, and each pair of a bet and a raise, can be called."""
    room = min(stack - ante for stack, ante in zip(game.stacks, game.antes, strict=True)) - max(game.blinds)
    bets, pairs = max(room - game.bets[0] + 1, 0), max(room - 2 * game.bets[0] + 2, 0) ** 2 // 4
    return 3 * (bets + pairs)


def _payoffs(betting: Betting) -> tuple[tuple[float, ...], ...]:
    """Per player, chips for (meeting, lead, tie) at the end of the bets; see `deals` for these three.

    A result is `meeting + lead * sign + tie * (sign == 0)` with the sign of player 0's hand against player 1's.
    """
    game, live = betting.game, betting.live
    settlement = settle(game, betting.paid, live)
    board_seen = betting.street > 0 or live.bit_count() > 1
    pots = after_rake(game, settlement.pots, board_seen=board_seen)
    paid = list(betting.paid)
    if settlement.uncalled:
        paid[settlement.uncalled_seat] -= settlement.uncalled
    pot = sum(pot.amount for pot in pots)
    if live.bit_count() == 1:
        return tuple(((pot if live >> player & 1 else 0) - paid[player], 0.0, 0.0) for player in (0, 1))
    results = []
    for player in (0, 1):
        win, lose, tie = pot - paid[player], -paid[player], pot / 2 - paid[player]
        mean = (win + lose) / 2
        results.append((mean, (win - lose) / 2 * (1 if player == 0 else -1), tie - mean))
    return tuple(results)
