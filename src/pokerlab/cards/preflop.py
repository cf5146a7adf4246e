"""Before the flop: every hand class against every other, exact, from a shipped table."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress, map_in_order
from pokerlab.cards.combos import CLASS_COUNT, CLASS_SIZES, COMBO_COUNT, class_index
from pokerlab.cards.datafile import Arrays, read_arrays
from pokerlab.cards.evaluator import sort_boards
from pokerlab.cards.suits import ALL_SYMMETRIES, distinct_deals

FILE_NAME = "preflop.npz"
BOARDS_PER_CHUNK = 512


@dataclass(frozen=True)
class ClassTable:
    """All-in results of class against class, counted over all suits and all boards.

    - `wins`, `ties`: int64 [169, 169]; `wins[a, b]` counts (hand of a, hand of b, board) that a wins
    """

    wins: npt.NDArray[np.int64]
    ties: npt.NDArray[np.int64]

    @property
    def deals(self) -> npt.NDArray[np.int64]:
        """int64 [169, 169]: how many deals there are; losses are `wins` transposed."""
        return self.wins + self.wins.T + self.ties

    def equity(self, name: str, other: str) -> float:
        """The share of the pot (0..1) that the first class wins on average against the second."""
        a, b = class_index(name), class_index(other)
        return float((self.wins[a, b] + self.ties[a, b] / 2) / self.deals[a, b])

    def equity_versus_random(self) -> npt.NDArray[np.float64]:
        """float64 [169]: the share of the pot (0..1) of each class against a random hand."""
        won = self.wins.sum(axis=1) + self.ties.sum(axis=1) / 2
        return np.asarray(won / self.deals.sum(axis=1), np.float64)


@cache
def class_table() -> ClassTable:
    """The shipped table."""
    arrays = read_arrays(FILE_NAME)
    ties = arrays["ties"].astype(np.int64)
    return ClassTable(arrays["wins"].astype(np.int64), ties + np.triu(ties, 1).T)


@cache
def strength_order() -> npt.NDArray[np.int64]:
    """int64 [169]: the classes from the strongest to the weakest by all-in equity against a random hand.

    No two classes have equal equity, so the order is unique.
    """
    return np.argsort(-class_table().equity_versus_random(), kind="stable")


def strongest_classes(percent: float) -> npt.NDArray[np.int64]:
    """The strongest classes that hold `percent` of the 1,326 hands, as nearly as whole classes can.

    Of two equally near choices the smaller one. This is what the range `20%` means.
    """
    order = strength_order()
    reached = np.concatenate([[0], np.cumsum(CLASS_SIZES[order])])
    return order[: int(np.argmin(np.abs(reached - percent / 100 * COMBO_COUNT)))]


def build_class_table(*, threads: int | None = None, progress: Progress | None = None) -> ClassTable:
    """Compute the table from scratch: all pairs of hands on all 134,459 boards that differ up to suits."""
    from pokerlab.cards import equity_kernels

    boards, sizes = distinct_deals(5, 0, ALL_SYMMETRIES)

    def count(first: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        part = slice(first, first + BOARDS_PER_CHUNK)
        tables = np.zeros((2, CLASS_COUNT, 176), np.int32)
        ranked = sort_boards(boards[part])
        equity_kernels.count_classes(ranked.combos, ranked.starts, ranked.tiers, sizes[part], *tables)
        return tables[0], tables[1]

    wins = np.zeros((CLASS_COUNT, 176), np.int64)
    reaches = np.zeros((CLASS_COUNT, 176), np.int64)
    chunks = range(0, len(boards), BOARDS_PER_CHUNK)
    for some_wins, some_reaches in map_in_order(count, chunks, threads=threads, progress=progress):
        wins += some_wins
        reaches += some_reaches
    return ClassTable(wins[:, :CLASS_COUNT].copy(), (reaches - wins)[:, :CLASS_COUNT].copy())


def class_table_arrays(table: ClassTable) -> Arrays:
    """What the data file holds of a table: ties only on and above the diagonal, symmetry gives the rest."""
    return {"wins": table.wins.astype(np.uint32), "ties": np.triu(table.ties).astype(np.uint32)}
