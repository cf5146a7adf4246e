"""The public tree of a game: its betting tree times its boards, as flat arrays.

Nodes are numbered depth first, a node before what follows it, so that a pass down or up the tree is a loop. Private
hands are not in the tree: each node is a vector over hands, and what hands do to each other is in `deals`.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from pokerlab.betting.count import count_bets
from pokerlab.betting.menu import EVERY_BET, Menu
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.tree import LOSE, TIE, WIN, BettingTree, NodeKind
from pokerlab.equilibrium.deals import Deals
from pokerlab.errors import GameError, shorten
from pokerlab.games.hands import private_hands
from pokerlab.games.rules import Game, Limit
from pokerlab.games.view import Public

DECISION, CHANCE, TERMINAL = 0, 1, 2
"""Kinds of nodes."""

KIND, PLAYER, BOARD, FIRST, COUNT, ROW, END, REACH0, REACH1, PARENT = range(10)
"""Columns of `PublicTree.nodes`."""

MOST_NODES = 4_000_000
"""Trees with more nodes are refused: so many take 4 GB while the tree is built."""

T = TypeVar("T")


@dataclass(frozen=True)
class Situation:
    """Where a node stands: the bets so far (`r2c/c`: a slash between streets), the board, and the choices' labels."""

    history: str
    board: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class PublicTree:
    """A game with a menu of bets.

    - `nodes`: int64 [node, 10]; columns KIND, PLAYER (who decides), BOARD, FIRST and COUNT (its edges), ROW (its first
      row in tables of strategies), END (the first node that is not below it), REACH0 and REACH1 (of two players: the
      row of the opponent's reach when player 0 or 1 is the one whose values are computed), PARENT (the row of the same
      player's action that leads here, -1 if none)
    - `children`: int64 [edge]
    - `places`: int64 [node], the same node in `betting`; of a chance node, the deal
    - `pays`: float64 [node, player, 3], at terminals of two players: chips for (meeting, lead, tie), see `deals`;
      counted from an equal share of what lay in the middle at the start
    - `situations`: texts of the decision nodes, by node
    - `rows`, `reach_rows`: how many rows tables of strategies and of reaches have
    """

    game: Game
    menu: Menu
    deals: Deals
    betting: BettingTree
    nodes: npt.NDArray[np.int64]
    children: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    pays: npt.NDArray[np.float64]
    situations: dict[int, Situation]
    rows: int
    reach_rows: int

    @classmethod
    def build(cls, game: Game, menu: Menu | str | None = None, *, keep_suits: bool = False) -> "PublicTree":
        """The tree of a game; without a menu every legal bet is considered."""
        menu = parse_menu(menu) if isinstance(menu, str) else menu or EVERY_BET
        if game.limit is Limit.FIXED and not menu.is_every_bet:
            raise GameError(f"{game.name} has fixed bets: a menu of sizes ('{menu}') does not fit, leave it out")
        deals = Deals.of(game, keep_suits=keep_suits)
        _check_size(game, menu, deals)
        return _Builder(BettingTree.build(game, menu, deals=True, most_nodes=MOST_NODES), deals).build()

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
        return np.asarray(self.deals.possible[self.nodes[node, PLAYER], self.nodes[node, BOARD]])

    def infosets(self, player: int) -> int:
        """The number of situations a player can be in and tell apart."""
        return sum(int(self.possible(node).sum()) for node in self.decisions(player).tolist())

    @property
    def is_zero_sum(self) -> bool:
        """Whether what one player wins others lose (no rake)."""
        return not self.game.rake

    def find(self, public: Public) -> int:
        """The decision node of a public situation; a `GameError` if the tree has none."""
        betting, game = public.betting, self.game
        if betting.game != game:
            raise GameError(f"a situation of {betting.game.name}, not of {game.name} as it is here")
        text, street = "", game.first_street
        for played in betting.history:
            text += "/" * (played.street - street) + str(played.action)
            street = played.street
        text += "/" * (betting.street - street)
        board = self.deals.board_text(game, public.board, betting.street)
        node = self.by_situation.get((text, board))
        if node is None:
            raise GameError(f"{game.name} with menu '{shorten(self.menu)}': nobody decides after '{text}' on '{board}'")
        return node

    @cached_property
    def hand_of(self) -> npt.NDArray[np.int64]:
        """int64 [private hand of the game]: its number among the hands of the tree."""
        numbers = {hand: number for number, hand in enumerate(self.deals.hands)}
        return np.array([numbers.get(self.deals.text_of(hand), -1) for hand in private_hands(self.game)])

    @cached_property
    def by_situation(self) -> dict[tuple[str, str], int]:
        """The decision nodes by the bets so far and the board."""
        return {(found.history, found.board): node for node, found in self.situations.items()}


@dataclass(frozen=True, slots=True)
class _Place:
    """A node that is still to be added: node `bet` of the betting on a board, below node `above`."""

    above: int
    bet: int
    board: int
    reach: tuple[int, ...] = (0, 0)
    parents: tuple[int, ...] = ()


class _Builder:
    """Walks the betting tree once for every board, and writes the arrays."""

    def __init__(self, betting: BettingTree, deals: Deals) -> None:
        self.betting, self.deals = betting, deals
        self.kinds, self.streets, self.actors = (
            array.tolist() for array in (betting.kind, betting.street, betting.actor)
        )
        starts, children = (array.tolist() for array in betting.edges)
        self.below = [children[first:end] for first, end in pairwise(starts)]
        self.histories = _histories(betting, self.below)
        self.nodes: list[list[int]] = []
        self.children: list[list[int]] = []
        self.places: list[int] = []
        self.situations: dict[int, Situation] = {}
        self.rows = 0
        self.reach_rows = [1, 1]

    def build(self) -> PublicTree:
        betting = self.betting
        start = _Place(-1, 0, 0, parents=(-1,) * betting.game.players)
        todo = list(reversed(self._deal(start, 0, 0)))
        while todo:
            todo += reversed(self._visit(todo.pop()))
        for node in range(len(self.nodes) - 1, -1, -1):
            below = self.children[node]
            self.nodes[node][END] = self.nodes[below[-1]][END] if below else node + 1
        nodes, places = np.array(self.nodes, np.int64), np.array(self.places, np.int64)
        edges = [child for children in self.children for child in children]
        counts = [len(children) for children in self.children]
        nodes[:, COUNT] = counts
        nodes[:, FIRST] = np.cumsum([0, *counts[:-1]])
        pays = _pays(betting)[places] if betting.game.players == 2 else np.zeros((0, betting.game.players, 3))
        return PublicTree(
            betting.game, betting.menu, self.deals, betting, nodes, np.array(edges or [0], np.int64), places, pays,
            self.situations, self.rows, max(self.reach_rows),
        )  # fmt: skip

    def _visit(self, place: _Place) -> list[_Place]:
        """Add a node; the places of what follows it."""
        kind = self.kinds[place.bet]
        if kind == NodeKind.DECISION:
            return self._decide(place)
        if kind == NodeKind.DEAL:
            after = self.below[place.bet][0]
            return self._deal(place, after, self.streets[after])
        self._add(TERMINAL, -1, place, -1)
        return []

    def _deal(self, place: _Place, after: int, street: int) -> list[_Place]:
        """The places on all boards that may come; without a node if no card does."""
        boards = self.deals.board_on(street, place.board)
        if boards == [place.board]:
            return self._visit(replace(place, bet=after)) if place.bet != after else [place]
        node = self._add(CHANCE, -1, place, -1)
        return [replace(place, above=node, bet=after, board=board) for board in boards]

    def _decide(self, place: _Place) -> list[_Place]:
        player, below = self.actors[place.bet], self.below[place.bet]
        node = self._add(DECISION, player, place, place.parents[player])
        labels = tuple(self.betting.label_of(child) for child in below)
        self.situations[node] = Situation(self.histories[place.bet], self.deals.boards[place.board].text, labels)
        row = self.nodes[node][ROW] = self.rows
        self.rows += len(below)
        first_reach, is_duel = 0, len(place.parents) == 2
        if is_duel:
            first_reach = self.reach_rows[1 - player]
            self.reach_rows[1 - player] += len(below)
        return [
            _Place(
                node, child, place.board,
                _changed(place.reach, 1 - player, first_reach + number) if is_duel else place.reach,
                _changed(place.parents, player, row + number),
            )
            for number, child in enumerate(below)
        ]  # fmt: skip

    def _add(self, kind: int, player: int, place: _Place, parent: int) -> int:
        number = len(self.nodes)
        if place.above >= 0:
            self.children[place.above].append(number)
        self.nodes.append([kind, player, place.board, 0, 0, -1, 0, *place.reach, parent])
        self.children.append([])
        self.places.append(place.bet)
        return number


def _changed(entries: tuple[T, ...], player: int, value: T) -> tuple[T, ...]:
    """The entries with another one for one of the players."""
    return (*entries[:player], value, *entries[player + 1 :])


def _histories(betting: BettingTree, below: list[list[int]]) -> list[str]:
    """The actions that lead to each node, with a slash where a street has ended."""
    found = [""] * len(betting)
    for node, children in enumerate(below):
        for child in children:
            step = "/" if betting.action[child] < 0 else str(betting.action_of(child))
            found[child] = found[node] + step
    return found


def _check_size(game: Game, menu: Menu, deals: Deals) -> None:
    """A `GameError` if the tree has more than `MOST_NODES` nodes; they are counted, not walked."""
    nodes = _least_nodes(game) if menu.is_every_bet and game.limit is Limit.NONE and not game.start else 0
    if nodes <= MOST_NODES:
        nodes = _count_nodes(game, menu, deals)
    if nodes > MOST_NODES:
        number = f"at least {nodes:,}" if nodes < 10**15 else "over 10^15"
        raise GameError(
            f"{game.name} with menu '{shorten(menu)}' has {number} public nodes; the limit is {MOST_NODES:,} (fewer "
            "bets or shorter stacks have less)"
        )


def _count_nodes(game: Game, menu: Menu, deals: Deals) -> int:
    nodes, boards = 0, 1
    for street, count in enumerate(count_bets(game, menu, most_nodes=MOST_NODES), game.first_street):
        if new := sum(board.street == street for board in deals.boards[1:]):
            nodes += boards * count.starts.total()  # where its cards are dealt
            boards = new
        nodes += boards * count.nodes
    return nodes


def _least_nodes(game: Game) -> int:
    """What one street without limit has at least: each bet, and each pair of a bet and a raise, can be called."""
    room = min(stack - ante for stack, ante in zip(game.stacks, game.antes, strict=True)) - max(game.blinds)
    bets, pairs = max(room - game.bets[0] + 1, 0), max(room - 2 * game.bets[0] + 2, 0) ** 2 // 4
    return 3 * (bets + pairs)


def _pays(betting: BettingTree) -> npt.NDArray[np.float64]:
    """float64 [node of the betting, player, 3]: chips for (meeting, lead, tie) at the ends; see `deals` for these.

    A result is `meeting + lead * sign + tie * (sign == 0)` with the sign of player 0's hand against player 1's.
    """
    pays = betting.payoffs()
    start = betting.game.start
    if start:
        is_end = (betting.kind == NodeKind.FOLD) | (betting.kind == NodeKind.SHOWDOWN)
        pays -= start.dead / 2 * is_end[:, None, None]
    mean = (pays[..., WIN] + pays[..., LOSE]) / 2
    return np.stack([mean, (pays[..., WIN] - pays[..., LOSE]) / 2, pays[..., TIE] - mean], axis=-1)
