"""Where everything of a spot lies in memory, and how much that is.

The layout is made before anything is allocated: `Layout.of(spot)` counts, and says what a solver would take.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._lanes import COUNT as LANES
from pokerlab.abstraction.groups import HandGroups
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import DECK_SIZE
from pokerlab.cards.cardset import cardset
from pokerlab.cards.suits import suit_symmetries
from pokerlab.errors import SpotError
from pokerlab.postflop import columns as at
from pokerlab.postflop.boards import RIVER, Boards
from pokerlab.postflop.forest import Forest, Storage, build_forest
from pokerlab.postflop.grouping import Grouping, place_groups
from pokerlab.postflop.locks import HeldStrategy, Lock, PlacedLock
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import SpotTree

GROVE_BYTES = 320 * 1024
"""About how much memory the rows of one grove take: less than a processor's second cache."""
SWEEP_COST = 24
"""Below so many hands per board of a run-out sweep, a matrix product is quicker than the sweep (measured)."""


@dataclass(frozen=True)
class StreetMemory:
    """What a street takes: decision nodes and boards, numbers in each table, and bytes of tables and equities."""

    street: int
    boards: int
    all_boards: int
    nodes: int
    cells: int
    table_bytes: int
    matrix_bytes: int


@dataclass(frozen=True, eq=False)
class Layout:
    """The plan of a solver for one spot.

    - `forests`: by street and hero, [2 * level + hero]; `storages`: by street
    - `cells`: numbers in one table; `slots`: scales in one table
    - `matrix_cells`: numbers in all run-out equities
    - `grouping`: which hands play alike, if some do; `held`: a player's strategy that is fixed as a whole
    """

    spot: Spot
    tree: SpotTree
    boards: Boards
    storages: tuple[Storage, ...]
    forests: tuple[Forest, ...]
    locks: tuple[PlacedLock, ...]
    cells: int
    slots: int
    matrix_cells: int
    grouping: Grouping | None = None
    held: HeldStrategy | None = None

    @classmethod
    def of(
        cls,
        spot: Spot,
        *,
        isomorphism: bool = True,
        locks: Sequence[Lock] = (),
        groups: HandGroups | Sequence[HandGroups] | None = None,
        held: HeldStrategy | None = None,
        tree: SpotTree | None = None,
    ) -> "Layout":
        """Lay out a spot. Boards that differ by a renaming of suits are one, unless a range or a lock tells suits
        apart, or `isomorphism` is off. Hands of one of the `groups` (of both players, or one for both) play alike.
        `tree`: the spot's, if it was built already."""
        if (locks or held) and groups is not None:
            raise SpotError("locks are for single hands: leave out the locks or the groups of hands")
        tree = tree or SpotTree.build(spot)
        placed = tuple(lock.placed(tree) for lock in locks)
        weights = spot.live(0).weights, spot.live(1).weights
        told_apart = (*placed, *(held.locks if held else ()))
        symmetries = _symmetries(spot, weights, told_apart) if isomorphism else np.zeros(1, np.int64)
        boards = _boards(spot.board, weights, symmetries)
        boards.table[:, [at.WIDTH, at.WIDTH + 1]] = boards.table[:, [at.STRIDE, at.STRIDE + 1]]
        grouping = None if groups is None else place_groups(boards, weights, groups)
        streets = range(len(spot.board), RIVER + 1)
        storages = tuple(Storage.of(tree, street) for street in streets)
        swept = _swept_streets(tree, boards)
        most = max(int(boards.table[:, at.STRIDE].max()), int(boards.table[:, at.STRIDE + 1].max()))
        forests = tuple(
            build_forest(tree, street, hero, storages[level], swept=swept, most_rows=GROVE_BYTES // (4 * most))
            for level, street in enumerate(streets)
            for hero in (0, 1)
        )
        cells, slots = _place_tables(boards, storages)
        matrix_cells = _place_matrices(tree, boards, swept, len(spot.board))
        return cls(spot, tree, boards, storages, forests, placed, cells, slots, matrix_cells, grouping, held)

    @property
    def first_street(self) -> int:
        """The number of cards of the spot's board."""
        return len(self.spot.board)

    def rows_of(self, table: npt.NDArray[Any], board: int, player: int) -> npt.NDArray[Any]:
        """[row, hand or group]: the part of a table of cells that is a player's on a board, to be read or written; rows
        as in `storages` of its street."""
        row = self.boards.table[board]
        width, start = int(row[at.WIDTH + player]), int(row[at.STORAGE + player])
        rows = self.storages[row[at.LEVEL]].rows[player]
        return table[start : start + rows * width].reshape(rows, width)

    def work_cells(self, *, shared: bool) -> tuple[int, npt.NDArray[np.int64]]:
        """The size of the working memory in numbers, and the offsets in it (see `columns`): of the memory that threads
        share, for the first street, or else of a thread's own, for the streets below."""
        offsets = np.zeros(at.LAYOUT_NUMBERS, np.int64)
        size = 0

        def reserve(which: int, count: int) -> None:
            nonlocal size
            offsets[which] = size
            size += count

        lanes = (self.boards.nowhere + 1) * LANES
        most_moves = max(len(node.children) for node in self.tree.nodes if node.kind == NodeKind.DECISION)
        reserve(at.BY_CARD, DECK_SIZE * LANES)
        reserve(at.LANES_IN, lanes)
        reserve(at.LANES_OUT, lanes)
        reserve(at.LANES_FOLD, lanes)
        rows = most_moves if self.grouping is None else 2 * most_moves + 1
        reserve(at.SCRATCH, rows * max(self.boards.nowhere, LANES) + most_moves * LANES)
        for level in range(self.boards.levels):
            if (level == 0) == shared:
                own = self.forests[2 * level : 2 * level + 2]
                reserve(at.REACH_AT + level, max(forest.reach_rows for forest in own) * self.boards.nowhere)
                reserve(at.VALUE_AT + level, max(forest.value_rows for forest in own) * self.boards.nowhere)
        offsets[at.ROOT_CARDS] = self.first_street
        offsets[at.RESULT_STEP] = self.result_step
        return size, offsets

    @property
    def result_step(self) -> int:
        """Numbers that a board of the second street hands up."""
        return max(len(forest.deals) for forest in self.forests[:2]) * self.boards.nowhere

    def memory(self, *, compressed: bool, tables: int = 2) -> list[StreetMemory]:
        """What each street takes with so many tables (regrets, sums, and gains if the rule is predictive)."""
        streets = []
        for level, storage in enumerate(self.storages):
            rows = self.boards.table[self.boards.at_level(level)]
            cells = sum(int(rows[:, at.WIDTH + p].sum()) * storage.rows[p] for p in (0, 1))
            slots = len(rows) * sum(storage.counts)
            width = cells * (2 if compressed else 4) + slots * 4 * compressed
            matrices = rows[rows[:, at.MATRIX] >= 0]
            matrix_cells = int((matrices[:, at.HANDS] * matrices[:, at.HANDS + 1]).sum())
            members = self._all_boards(level)
            streets.append(
                StreetMemory(
                    self.first_street + level, len(rows), members, sum(storage.counts) * len(rows), cells,
                    tables * width, 4 * matrix_cells,
                )
            )  # fmt: skip
        return streets

    def total_bytes(self, *, compressed: bool, tables: int = 2, threads: int = 1) -> int:
        """All memory a solver takes: tables, equities, lists of hands and operations, and working memory."""
        streets = self.memory(compressed=compressed, tables=tables)
        fixed = self.boards.bytes + sum(forest.bytes for forest in self.forests)
        fixed += self.grouping.bytes if self.grouping else 0
        work = self.work_cells(shared=True)[0] + threads * self.work_cells(shared=False)[0]
        work += max(1, int(self.boards.table[0, at.CHILDREN])) * self.result_step
        return sum(street.table_bytes + street.matrix_bytes for street in streets) + fixed + 4 * work

    def _all_boards(self, level: int) -> int:
        """How many boards a level would have if none were alike by a renaming of suits."""
        table = self.boards.table
        count = np.ones(len(table), np.int64)
        for above in range(level):
            rows = self.boards.at_level(above + 1)
            count[rows] = count[table[rows, at.PARENT]] * table[rows, at.MEMBERS]
        return int(count[self.boards.at_level(level)].sum())


def _boards(
    board: tuple[int, ...], weights: tuple[npt.NDArray[np.float64], ...], symmetries: npt.NDArray[np.int64]
) -> Boards:
    """Boards and hands, with a table that may be written to. Finding them takes nearly all of the time of a layout, and
    they do not depend on bets: the last ones are kept for whoever tries other sizes."""
    first, second = ((weight > 0).tobytes() for weight in weights)
    found = _found_boards(board, (first, second), symmetries.astype(np.int64).tobytes())
    return replace(found, table=found.table.copy())


@lru_cache(2)
def _found_boards(board: tuple[int, ...], held: tuple[bytes, bytes], symmetries: bytes) -> Boards:
    first, second = (np.frombuffer(hands, np.bool_).astype(np.float64) for hands in held)
    return Boards.build(board, (first, second), np.frombuffer(symmetries, np.int64))


def _symmetries(
    spot: Spot, weights: tuple[npt.NDArray[np.float64], ...], locks: Sequence[PlacedLock]
) -> npt.NDArray[np.int64]:
    told_apart = [rows for lock in locks for rows in (lock.mask.astype(np.float32), *lock.strategy)]
    named = [cardset([card]) for lock in locks for card in lock.cards if card is not None]
    return suit_symmetries([*weights, *told_apart], [cardset(spot.board), *named])


def _swept_streets(tree: SpotTree, boards: Boards) -> frozenset[int]:
    """The streets whose all-ins are swept on the boards of the next street: the turn, if matrices would be larger work.

    A sweep visits both lists of hands on each river; a product takes every pair of hands.
    """
    river_level = boards.levels - 1
    if river_level < 1:
        return frozenset()
    turns = boards.table[boards.at_level(river_level - 1)]
    hands = turns[:, at.HANDS : at.HANDS + 2].astype(float)
    product, sweep = hands.prod(axis=1).sum(), (hands.sum(axis=1) * turns[:, at.CHILDREN]).sum()
    return frozenset({RIVER - 1}) if product > SWEEP_COST * sweep else frozenset()


def _place_tables(boards: Boards, storages: tuple[Storage, ...]) -> tuple[int, int]:
    """Write into the board table where each board's strategies begin; returns the size of a table."""
    cells = slots = 0
    for row in boards.table:
        storage = storages[row[at.LEVEL]]
        for player in (0, 1):
            row[at.STORAGE + player], row[at.SCALE_START + player] = cells, slots
            cells += storage.rows[player] * int(row[at.WIDTH + player])
            slots += storage.counts[player]
    return cells, slots


def _place_matrices(tree: SpotTree, boards: Boards, swept: frozenset[int], first_street: int) -> int:
    """Write into the board table where each board's run-out equities begin; returns the number of equities."""
    streets = {node.street for node in tree.nodes if node.kind == NodeKind.SHOWDOWN and node.street < RIVER} - swept
    cells = 0
    for row in boards.table:
        if first_street + row[at.LEVEL] in streets:
            row[at.MATRIX] = cells
            cells += int(row[at.HANDS] * row[at.HANDS + 1])
    return cells
