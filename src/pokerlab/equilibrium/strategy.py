"""A strategy: the probability of every action at every infoset of both players, with the game and menu it belongs to.

The file (`_archives`) has one array, `probabilities` float64 [row, hand], compressed, and in its header the game, the
menu, and whether suits are kept apart. Version 1 was a zip archive of the same; it is still read.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pokerlab._archives import read_archive, write_archive
from pokerlab._headers import HowMade
from pokerlab.betting.menu_reader import menu_text, parse_menu
from pokerlab.equilibrium.best_response import Judge, Judgement, Table, uniform_table
from pokerlab.equilibrium.policy import Chances
from pokerlab.equilibrium.public_tree import COUNT, FIRST, ROW, PublicTree
from pokerlab.equilibrium.solver import node_sums, normalised
from pokerlab.errors import PokerError, StrategyError
from pokerlab.games.game_record import game_record, read_game
from pokerlab.games.hands import private_hands
from pokerlab.games.rules import Game
from pokerlab.games.view import Public

FORMAT = "pokerlab/strategy"
VERSION = 3
READ_VERSIONS = (1, 2, 3)
MOST_KNOWN = 10_000
"""Answers that are kept: at a table the same is asked again and again."""


@dataclass(frozen=True)
class Difference:
    """How much two strategies differ: `largest` and `mean` over infosets of half the sum of |p - q| (0: alike, 1: never
    the same action), and `value` and `nash_conv` of the second minus the first, in chips per hand."""

    largest: float
    mean: float
    value: float
    nash_conv: float


class Strategy:
    """Probabilities of both players.

    - `table`: float64 [row, hand], read-only; rows as in `tree`
    - `made`: how it was made, which travels with the file
    """

    def __init__(self, tree: PublicTree, table: Table, made: HowMade | None = None) -> None:
        if table.shape != (tree.rows, tree.hands):
            raise StrategyError(
                f"{table.shape} probabilities do not fit the {(tree.rows, tree.hands)} of {tree.game.name}"
            )
        if not np.isfinite(table).all() or (table < 0).any():
            raise StrategyError("probabilities must be numbers of at least 0")
        self.tree = tree
        is_whole = np.abs(node_sums(tree, table) - 1) < 1e-12
        self.table = np.where(is_whole, table, normalised(tree, table))  # what is read back stays as it was written
        self.table.setflags(write=False)
        self.made = made or HowMade()
        self._known: dict[tuple[int, tuple[int, ...]], Chances] = {}

    @classmethod
    def uniform(cls, tree: PublicTree) -> "Strategy":
        """Every action of an infoset alike."""
        return cls(tree, uniform_table(tree))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Strategy) and self._same_game(other) and bool((self.table == other.table).all())

    __hash__ = None  # type: ignore[assignment]

    def at(self, hand: str, history: str = "", board: str = "") -> dict[str, float]:
        """The probabilities by action label for a hand, after a history such as `r2c/c` on a board.

        Histories are those of `tree.situations`: actions one after the other, a slash where a street ends.
        """
        node = self._node(history, board)
        if hand not in self.tree.deals.hands:
            raise StrategyError(f"'{hand}' is not a hand of {self.tree.game.name} ({', '.join(self.tree.deals.hands)})")
        row, column = int(self.tree.nodes[node, ROW]), self.tree.deals.hands.index(hand)
        labels = self.tree.situations[node].labels
        return {label: float(self.table[row + place, column]) for place, label in enumerate(labels)}

    @property
    def game(self) -> Game:
        """The game that it plays."""
        return self.tree.game

    def chances(self, public: Public) -> Chances:
        """What it does in a public situation, with every hand (see `policy`)."""
        key = (self.tree.find(public), public.board)
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._chances(*key)
        return self._known[key]

    def _chances(self, node: int, board: tuple[int, ...]) -> Chances:
        row, count = (int(self.tree.nodes[node, column]) for column in (ROW, COUNT))
        first = int(self.tree.nodes[node, FIRST])
        children = self.tree.places[self.tree.children[first : first + count]].tolist()
        hands = self.tree.hand_of
        is_held = (hands >= 0) & self.tree.possible(node)[hands]
        lying = [any(card in board for card in hand) for hand in private_hands(self.game)]
        table = np.where(is_held & ~np.array(lying), self.table[row : row + count, hands], 0).astype(np.float32)
        table.setflags(write=False)
        return Chances(tuple(self.tree.betting.action_of(child) for child in children), table)

    def judge(self) -> Judgement:
        """Values and best responses, exactly."""
        return Judge(self.tree).judge(self.table.copy())

    def value_against(self, other: "Strategy") -> tuple[float, float]:
        """What this strategy wins against another, as player 0 and as player 1, in chips per hand."""
        self._check_same_game(other)
        judge = Judge(self.tree)
        results = []
        for player in (0, 1):
            mixed = other.table.copy()
            rows = self.tree.rows_of(player)
            mixed[rows] = self.table[rows]
            results.append(judge.value(player, mixed))
        return results[0], results[1]

    def purified(self) -> "Strategy":
        """Each infoset's most likely action only (of equal ones the largest bet)."""
        return self._per_node(lambda part: part[::-1].argmax(axis=0)[None] == np.arange(len(part))[::-1, None])

    def thresholded(self, least: float) -> "Strategy":
        """Without actions less likely than `least`; the others grow in proportion. Where none is left, as purified."""
        if not 0 <= least <= 1:
            raise StrategyError(f"a threshold lies between 0 and 1, not {least}")
        pure = self.purified().table
        kept = np.where(self.table >= least, self.table, 0.0)
        empty = node_sums(self.tree, kept) == 0
        return Strategy(self.tree, np.where(empty, pure, kept), self.made)

    def mixed(self, other: "Strategy", part: float) -> "Strategy":
        """At every infoset this strategy with probability 1 - `part` and the other with `part`."""
        self._check_same_game(other)
        if not 0 <= part <= 1:
            raise StrategyError(f"a part lies between 0 and 1, not {part}")
        return Strategy(self.tree, (1 - part) * self.table + part * other.table, self.made)

    def compare(self, other: "Strategy") -> Difference:
        """How much another strategy of the same game differs."""
        self._check_same_game(other)
        distance = node_sums(self.tree, np.abs(self.table - other.table)) / 2
        starts = self.tree.nodes[self.tree.nodes[:, ROW] >= 0][:, ROW]
        possible = np.array(
            [self.tree.possible(node) for node in np.flatnonzero(self.tree.nodes[:, ROW] >= 0).tolist()]
        )
        per_infoset = distance[starts][possible]
        first, second = self.judge(), other.judge()
        return Difference(
            float(per_infoset.max()),
            float(per_infoset.mean()),
            second.values[0] - first.values[0],
            second.nash_conv - first.nash_conv,
        )

    def save(self, path: Path | str) -> None:
        """Write the file, whole or not at all; a `GameError` if its menu has no text."""
        suits = any(len(hand) > 1 and hand[1] in "cdhs" for hand in self.tree.deals.hands)
        metadata = {
            "game": game_record(self.tree.game),
            "menu": menu_text(self.tree.menu),
            "keep_suits": suits,
        }
        arrays = {"probabilities": self.table}
        write_archive(Path(path), FORMAT, VERSION, metadata, arrays, made=self.made, compress=True)

    @classmethod
    def load(cls, path: Path | str) -> "Strategy":
        """Read a file that `save` wrote."""
        metadata, arrays = read_archive(path, FORMAT, READ_VERSIONS, what="a strategy file", error=StrategyError)
        try:
            game = read_game(metadata["game"])
            tree = PublicTree.build(game, parse_menu(metadata["menu"]), keep_suits=bool(metadata["keep_suits"]))
            table = arrays["probabilities"].astype(np.float64, casting="safe")
            strategy = cls(tree, table, HowMade.of(metadata))
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, PokerError) as error:
            raise StrategyError(f"{path}: its game cannot be read: {error}") from None
        if not np.allclose(node_sums(tree, table), 1, rtol=0, atol=1e-6):
            raise StrategyError(f"{path}: its probabilities do not add up to 1")
        return strategy

    def _node(self, history: str, board: str) -> int:
        if (node := self.tree.by_situation.get((history, board))) is not None:
            return node
        raise StrategyError(f"{self.tree.game.name} has no decision after '{history}' on board '{board}'")

    def _per_node(self, change: Any) -> "Strategy":
        table = self.table.copy()
        for node in np.flatnonzero(self.tree.nodes[:, ROW] >= 0).tolist():
            row, count = int(self.tree.nodes[node, ROW]), int(self.tree.nodes[node, COUNT])
            table[row : row + count] = change(self.table[row : row + count])
        return Strategy(self.tree, table, self.made)

    def _same_game(self, other: "Strategy") -> bool:
        return self.tree.game == other.tree.game and str(self.tree.menu) == str(other.tree.menu)

    def _check_same_game(self, other: "Strategy") -> None:
        if not self._same_game(other) or self.table.shape != other.table.shape:
            raise StrategyError(
                f"strategies of different games: {self.tree.game.name} '{self.tree.menu}' and "
                f"{other.tree.game.name} '{other.tree.menu}'"
            )
