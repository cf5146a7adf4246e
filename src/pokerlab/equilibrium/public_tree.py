"""The public tree of a two-player game: every sequence of bets and public cards, as flat arrays.

Nodes are numbered depth first, a node before what follows it, so that a pass down or up the tree is a loop. Private
hands are not in the tree: each node is a vector over hands, and what hands do to each other is in `deals`.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.betting.menu import Menu
from pokerlab.equilibrium.deals import Deals
from pokerlab.errors import GameError
from pokerlab.games.betting import Betting
from pokerlab.games.pots import after_rake, settle
from pokerlab.games.rules import Game, Limit

DECISION, CHANCE, TERMINAL = 0, 1, 2
"""Kinds of nodes."""

KIND, PLAYER, BOARD, FIRST, COUNT, ROW, END, REACH0, REACH1, PARENT = range(10)
"""Columns of `PublicTree.nodes`."""

MOST_NODES = 20_000_000


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
        return _Builder(game, menu, Deals.of(game, keep_suits=keep_suits)).build()

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


class _Builder:
    """Walks the bets once and writes the arrays."""

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
        self._bets(Betting.start(self.game), 0, "", (0, 0), (-1, -1), (frozenset(), frozenset()))
        nodes = np.array(self.nodes, np.int64)
        edges = [child for children in self.children for child in children]
        counts = [len(children) for children in self.children]
        nodes[:, COUNT] = counts
        nodes[:, FIRST] = np.cumsum([0, *counts[:-1]])
        return PublicTree(
            self.game, self.menu, self.deals, nodes, np.array(edges or [0], np.int64), np.array(self.pays, np.float64),
            self.places, self.rows, max(self.reach_rows),
        )  # fmt: skip

    def _add(self, kind: int, player: int, board: int, reach: tuple[int, int], parent: int) -> int:
        number = len(self.nodes)
        if number >= MOST_NODES:
            raise GameError(f"{self.game.name} with menu '{self.menu}' has more than {MOST_NODES:,} public nodes")
        self.nodes.append([kind, player, board, 0, 0, -1, 0, *reach, parent])
        self.children.append([])
        self.pays.append(((0.0,) * 3,) * 2)
        return number

    def _bets(
        self,
        betting: Betting,
        board: int,
        history: str,
        reach: tuple[int, int],
        parents: tuple[int, int],
        used: tuple[frozenset[str], frozenset[str]],
    ) -> int:
        """Add the node of a betting state and all below it; returns its number."""
        if betting.is_over:
            node = self._add(TERMINAL, -1, board, reach, -1)
            self.pays[node] = _payoffs(betting)
            self.nodes[node][END] = len(self.nodes)
            return node
        player = betting.actor
        node = self._add(DECISION, player, board, reach, parents[player])
        choices = self.menu.choices(betting, used[player])
        self.places[node] = Node(history, self.deals.boards[board].text, tuple(choice.label for choice in choices))
        row = self.nodes[node][ROW] = self.rows
        self.rows += len(choices)
        first_reach = self.reach_rows[1 - player]
        self.reach_rows[1 - player] += len(choices)
        for place, (label, action) in enumerate(choices):
            after = betting.act(action)
            reaches = list(reach)
            reaches[1 - player] = first_reach + place
            paths = list(parents)
            paths[player] = row + place
            spent = list(used)
            if label in self.menu.restricted:
                spent[player] |= {label}
            text = history + str(action)
            if after.street > betting.street:
                spent, text = [frozenset(), frozenset()], text + "/"
            state = (text, (reaches[0], reaches[1]), (paths[0], paths[1]), (spent[0], spent[1]))
            self.children[node].append(self._deal(betting.street, after, board, *state))
        self.nodes[node][END] = len(self.nodes)
        return node

    def _deal(
        self,
        street: int,
        betting: Betting,
        board: int,
        history: str,
        reach: tuple[int, int],
        parents: tuple[int, int],
        used: tuple[frozenset[str], frozenset[str]],
    ) -> int:
        """As `_bets`, after the public cards of a new street (none are needed if no more bets follow)."""
        if betting.is_over or betting.street == street:
            return self._bets(betting, board, history, reach, parents, used)
        boards = self.deals.board_on(betting.street, board)
        if boards == [board]:
            return self._bets(betting, board, history, reach, parents, used)
        node = self._add(CHANCE, -1, board, reach, -1)
        self.children[node] = [self._bets(betting, new, history, reach, parents, used) for new in boards]
        self.nodes[node][END] = len(self.nodes)
        return node


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
