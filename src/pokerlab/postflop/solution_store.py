"""Where the numbers of a solution come from: an engine in memory, or a file (`solution_file`).

A store keeps one board of those that differ by a renaming of suits (see `boards`). Hands are in combo order on every
board, strategies have a row per move and values a row per node, both in the order of the betting tree:

- strategies of a player on a board: float32 [row, hand], rows as in `forest.Storage`, of the nodes he decides
- values of a player on a board: float32 [node of the street, hand], rows as in `value_rows`: chips, counted from
  half of the starting pot, times the weight of the opponent's hands that come there and leave the hand possible
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from pokerlab.postflop import columns as at
from pokerlab.postflop.spot import RIVER
from pokerlab.postflop.tree import BettingTree

if TYPE_CHECKING:
    from pokerlab.postflop.engine import Engine

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class BoardPlace:
    """Where a board is kept.

    - `boards`: the numbers of the kept boards, street by street, as far as they are stored
    - `cards`: the cards of the kept board; with cards that are not stored following in the same suits
    - `renamed`: int64 [1326], what each hand on the kept board becomes on the board asked for
    """

    boards: tuple[int, ...]
    cards: tuple[int, ...]
    renamed: npt.NDArray[np.int64]


@dataclass(frozen=True)
class KeptBoard:
    """A board with its relations: the numbers of its parent and its next boards, and the suit permutations (indices
    into `suits.SUIT_PERMUTATIONS`) that make of it the boards it stands for."""

    cards: tuple[int, ...]
    parent: int
    first_child: int
    children: int
    renamings: tuple[int, ...]


class Store(Protocol):
    """What solutions read."""

    @property
    def deepest(self) -> int:
        """The last street (3, 4 or 5 board cards) whose strategies are there."""
        ...

    @property
    def boards(self) -> Sequence[KeptBoard]:
        """All kept boards, street by street."""
        ...

    def locate(self, cards: Sequence[int]) -> BoardPlace:
        """Where a board (cards in the order dealt) is kept."""
        ...

    def hands(self, board: int, player: int) -> npt.NDArray[np.int64]:
        """int64 [hand]: the combos a player can hold on a kept board, ascending."""
        ...

    def strategies(self, board: int, player: int) -> Floats:
        """float32 [row, hand]."""
        ...

    def values(self, board: int, hero: int) -> Floats:
        """float32 [node of the street, hand]; on the first street, and later ones before the river."""
        ...

    def street_values(self, level: int, hero: int) -> Iterator[Floats]:
        """`values` on each board of a street, counted from the spot's, in the order of the boards."""
        ...


@lru_cache(64)
def value_rows(tree: BettingTree, street: int) -> dict[int, int]:
    """By node index the row of values: the nodes of a street, with the ends and deals that end it, in tree order."""
    return {node.index: row for row, node in enumerate(node for node in tree.nodes if node.street == street)}


def has_values(street: int, first_street: int) -> bool:
    """Whether values of a street are kept: those of the river are found anew, unless the spot begins there."""
    return street == first_street or street < RIVER


class EngineStore:
    """The numbers of an engine, which must not run on while it is looked at."""

    deepest = RIVER

    def __init__(self, engine: "Engine") -> None:
        self.engine = engine
        self._boards = engine.layout.boards
        self._strategies: dict[tuple[int, int], Floats] = {}
        self._values: dict[tuple[int, int], Floats] = {}

    @cached_property
    def boards(self) -> Sequence[KeptBoard]:
        """All kept boards."""
        columns = self._boards.table[:, [at.PARENT, at.FIRST_CHILD, at.CHILDREN]].tolist()
        return [
            KeptBoard(cards, parent, first, children, renamings)
            for cards, (parent, first, children), renamings in zip(
                self._boards.cards, columns, self._boards.renamings, strict=True
            )
        ]

    def locate(self, cards: Sequence[int]) -> BoardPlace:
        """Where a board is kept."""
        board, renamed = self._boards.find(cards)
        numbers = [board]
        while numbers[0]:
            numbers.insert(0, int(self._boards.table[numbers[0], at.PARENT]))
        return BoardPlace(tuple(numbers), self._boards.cards[board], renamed)

    def hands(self, board: int, player: int) -> npt.NDArray[np.int64]:
        """The combos of a player, ascending."""
        return np.sort(self._boards.hands(board, player)).astype(np.int64)

    def strategies(self, board: int, player: int) -> Floats:
        """The average strategy of a player on a board."""
        if (board, player) not in self._strategies:
            while len(self._strategies) >= 16:
                del self._strategies[next(iter(self._strategies))]
            self._strategies[board, player] = self._in_order(self.engine.average(board, player), board, player)
        return self._strategies[board, player]

    def values(self, board: int, hero: int) -> Floats:
        """The values of a player on a board; the first question computes them for the whole street."""
        if (board, hero) not in self._values:
            level = int(self._boards.table[board, at.LEVEL])
            numbers = self._boards.at_level(level).tolist()
            for number, values in zip(numbers, self.street_values(level, hero), strict=True):
                self._values[number, hero] = values
        return self._values[board, hero]

    def street_values(self, level: int, hero: int) -> Iterator[Floats]:
        """Values, board by board, not kept."""
        layout = self.engine.layout
        rows = layout.forests[2 * level + hero].rows
        order = [rows[node] for node in value_rows(layout.tree, layout.first_street + level)]
        for board, values in self.engine.street_values(hero, level):
            yield self._in_order(values[order], board, hero)

    def _in_order(self, table: Floats, board: int, player: int) -> Floats:
        hands = self._boards.hands(board, player)
        return np.ascontiguousarray(table[:, np.argsort(hands)])
