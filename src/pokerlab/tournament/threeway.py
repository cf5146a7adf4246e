"""All-in with three hands: how often each weak order of three hand classes comes up, exact, from a shipped table.

A showdown of three has 13 outcomes: six strict orders, three where two share the first place, three where two share
the second, and one where all tie. Side pots and the places in a tournament depend on which of them it is, so a mere
equity does not suffice. The table counts (hand of A, hand of B, hand of C, board) without common cards.

How it is built. Every board is swept from the weakest hand to the strongest; y is the hand in the middle of a strict
order x > y > z, or one of the tied. For each y the hands above and below it, by class and without y's cards, form two
rows; over all y of a class the sum of their outer products counts all (x, z), which is a matrix product. What remains
is to take off the pairs (x, z) that share a card: those are counted by the rank of that card and by what goes with it
(see `threeway_kernels`). Ties are counted pair by pair. Boards are taken up to suits, each with the number of boards it
stands for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import read_archive, write_archive
from pokerlab._threads import Progress
from pokerlab.cards.combos import CLASS_COUNT, CLASS_SIZES, class_index
from pokerlab.cards.datafile import Arrays, read_arrays
from pokerlab.cards.evaluator import sort_boards
from pokerlab.cards.suits import ALL_SYMMETRIES, distinct_deals
from pokerlab.errors import DataError
from pokerlab.jobs.run import Standing, run
from pokerlab.jobs.task import Task
from pokerlab.jobs.workers import Workers
from pokerlab.tournament import threeway_file

FILE_NAME = "threeway.npz"
DATA = Path(__file__).parent / "data"
PART_FORMAT = "pokerlab/threeway-part"
PARTS = 8
"""Tasks in which the table is built. The result of each takes some 200 MB."""
BOARDS_PER_CHUNK = 64  # int16 counters hold this many boards: a board adds at most 432 to one of them
BOARDS_PER_SUM = 16 * BOARDS_PER_CHUNK
COLUMNS = 176

ORDERS: tuple[tuple[int, int, int], ...] = (
    (0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0),
    (0, 0, 2), (0, 2, 0), (2, 0, 0),
    (0, 1, 1), (1, 0, 1), (1, 1, 0),
    (0, 0, 0),
)  # fmt: skip
"""The 13 weak orders of three hands: the place of each, 0 is the best; tied hands share a place."""


@dataclass(frozen=True)
class ThreeWayTable:
    """Counts of outcomes of three classes over all suits and boards; int64 [169, 169, 169] each.

    - `strict[a, b, c]`: a beats b, who beats c
    - `top[a, b, c]`: a and b tie and beat c (symmetric in a, b)
    - `bottom[a, b, c]`: c beats a and b, who tie (symmetric in a, b)
    - `level[a, b, c]`: all tie (symmetric in all)
    """

    strict: npt.NDArray[np.int64]
    top: npt.NDArray[np.int64]
    bottom: npt.NDArray[np.int64]
    level: npt.NDArray[np.int64]

    def counts(self, a: int, b: int, c: int) -> npt.NDArray[np.int64]:
        """int64 [13]: how many deals of three classes end in each of `ORDERS`."""
        s, t, u, v = self.strict, self.top, self.bottom, self.level
        found = [
            s[a, b, c], s[a, c, b], s[b, a, c], s[c, a, b], s[b, c, a], s[c, b, a],
            t[a, b, c], t[a, c, b], t[b, c, a],
            u[b, c, a], u[a, c, b], u[a, b, c],
            v[a, b, c],
        ]  # fmt: skip
        return np.array([int(value) for value in found], np.int64)

    def probabilities(self, *names: str) -> npt.NDArray[np.float64]:
        """float64 [13]: the probability of each of `ORDERS` for three classes such as AA, KK, QQ."""
        counts = self.counts(*(class_index(name) for name in names))
        return np.asarray(counts / counts.sum(), np.float64)

    def equities(self, *names: str) -> npt.NDArray[np.float64]:
        """float64 [3]: the share of a common pot each of three classes wins on average, ties split."""
        winners = np.array(ORDERS) == 0
        return np.asarray(self.probabilities(*names) @ (winners / winners.sum(axis=1, keepdims=True)), np.float64)


@cache
def three_way_table() -> ThreeWayTable:
    """The shipped table."""
    return ThreeWayTable(*threeway_file.decode(read_arrays(FILE_NAME, DATA)))


def build_three_way_table(
    directory: Path, *, where: str | Workers = "processes", jobs: int | None = None, progress: Progress | None = None
) -> ThreeWayTable:
    """Compute the table from scratch on all 134,459 boards that differ up to suits: some 15 minutes of one processor.

    Parts of the boards are tasks of a run in a `directory`: see `jobs.run.run`. What is there is not done again.
    """

    def watch(standing: Standing) -> None:
        if progress:
            progress(standing.done, standing.total)

    sums = _Sums.zero()
    for done in run(three_way_tasks(), directory, where=where, jobs=jobs, watch=watch):
        sums.add(_Sums.load(done.path))
    return sums.table()


def three_way_tasks() -> list[Task]:
    """The boards in parts of about equal work."""
    function, memory = "pokerlab.tournament.threeway:count_part", 4 * _Sums.zero().bytes
    return [Task(function, {"part": part, "of": PARTS}, memory=memory, suffix=".npz") for part in range(PARTS)]


def count_part(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """Count a part of all boards, and write what it adds to the table."""
    boards, sizes = distinct_deals(5, 0, ALL_SYMMETRIES)
    chunks = list(_chunks(sizes))[arguments["part"] :: arguments["of"]]
    sums = _Sums.zero()
    for chunk in chunks:
        sums.add(count_boards(boards[chunk], int(sizes[chunk[0]])))
    sums.save(path)
    return {"boards": sum(map(len, chunks))}


def count_boards(boards: npt.NDArray[np.uint8], weight: int) -> "_Sums":
    """What some boards (uint8 [n, 5]) add to the table, each counted `weight` times."""
    from pokerlab.tournament import threeway_kernels

    sums = _Sums.zero()
    chunk = min(BOARDS_PER_CHUNK, len(boards))
    row_starts = np.concatenate([[0], np.cumsum(CLASS_SIZES * chunk)])
    above = np.empty((int(row_starts[-1]), COLUMNS), np.float32)
    below = np.empty_like(above)
    clashes = np.empty((CLASS_COUNT, 13, threeway_kernels.LANES, threeway_kernels.LANES), np.int16)
    turned = np.empty_like(clashes)
    tie_clashes = np.empty((CLASS_COUNT, 2 * CLASS_COUNT, 3 * threeway_kernels.LANES), np.int16)
    ties = np.zeros((CLASS_COUNT, CLASS_COUNT, 3, COLUMNS), np.int32)
    strict = np.zeros((CLASS_COUNT, CLASS_COUNT, CLASS_COUNT), np.float64)
    for first in range(0, len(boards), chunk):
        ranked = sort_boards(boards[first : first + chunk])
        rows = np.zeros(CLASS_COUNT, np.int64)
        for counter in (clashes, turned, tie_clashes):
            counter[:] = 0
        threeway_kernels.count_three(
            ranked.combos, ranked.starts, ranked.tiers, row_starts[:-1].copy(), rows, above, below, clashes, turned,
            tie_clashes, ties,
        )  # fmt: skip
        for middle in range(CLASS_COUNT):
            some = slice(int(row_starts[middle]), int(row_starts[middle] + rows[middle]))
            strict[middle] += above[some, :CLASS_COUNT].T @ below[some, :CLASS_COUNT]
        # The counters wrap around, their sum does not: it is a true count below 2 ** 15.
        sums.clashes += clashes + turned.transpose(0, 1, 3, 2)
        sums.tie_clashes += tie_clashes
    sums.strict += strict.astype(np.int64)
    sums.ties += ties[..., :CLASS_COUNT]
    for array in sums.arrays().values():
        array *= weight
    return sums


@dataclass
class _Sums:
    """Counts so far, before shared cards are taken off; see `count_three` for the axes."""

    strict: npt.NDArray[np.int64]
    clashes: npt.NDArray[np.int64]
    ties: npt.NDArray[np.int64]
    tie_clashes: npt.NDArray[np.int64]

    @classmethod
    def zero(cls) -> "_Sums":
        n = CLASS_COUNT
        shapes = ((n, n, n), (n, 13, 32, 32), (n, n, 3, n), (n, 2 * n, 96))
        strict, clashes, ties, tie_clashes = (np.zeros(shape, np.int64) for shape in shapes)
        return cls(strict, clashes, ties, tie_clashes)

    def arrays(self) -> Arrays:
        return {
            "strict": self.strict, "clashes": self.clashes, "ties": self.ties, "tie_clashes": self.tie_clashes
        }  # fmt: skip

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in self.arrays().values())

    def add(self, other: "_Sums") -> None:
        for mine, more in zip(self.arrays().values(), other.arrays().values(), strict=True):
            mine += more

    def save(self, path: Path) -> None:
        write_archive(path, PART_FORMAT, 1, {}, self.arrays())  # compressing takes longer

    @classmethod
    def load(cls, path: Path) -> "_Sums":
        what = "a part of the table of three classes"
        arrays, sums = read_archive(path, PART_FORMAT, (1,), what=what, error=DataError)[1], cls.zero()
        is_alike = {name: (array.shape, array.dtype) for name, array in arrays.items()} == {
            name: (array.shape, array.dtype) for name, array in sums.arrays().items()
        }
        if not is_alike:
            raise DataError(f"{path} is not {what}: remove it to begin anew")
        return cls(**arrays)

    def table(self) -> ThreeWayTable:
        """Take off the triples whose outer hands share a card, and lay the counts out by class."""
        from pokerlab.tournament.threeway_kernels import CLASS_OF_LANE

        n = CLASS_COUNT
        strict = self.strict.transpose(1, 0, 2).copy()
        for rank in range(13):
            lanes = np.flatnonzero(CLASS_OF_LANE[rank] < n)
            of_rank = CLASS_OF_LANE[rank, lanes]
            less = self.clashes[:, rank][:, lanes][:, :, lanes]
            strict[of_rank[:, None], :, of_rank[None, :]] -= less.transpose(1, 2, 0)
        tied = self.ties.copy()
        ranks = _ranks_of_class()
        for x in range(n):
            for card in range(2):
                lanes = np.flatnonzero(CLASS_OF_LANE[ranks[x, card]] < n)
                of_rank = CLASS_OF_LANE[ranks[x, card], lanes]
                less = self.tie_clashes[:, 2 * x + card].reshape(n, 3, 32)[:, :, lanes]
                tied[:, x, :, of_rank] -= less.transpose(2, 0, 1)
        both = tied + np.where(np.eye(n, dtype=np.bool_)[:, :, None, None], 0, tied.transpose(1, 0, 2, 3))
        return ThreeWayTable(strict, both[:, :, 0].copy(), both[:, :, 2].copy(), both[:, :, 1].copy())


def _chunks(sizes: npt.NDArray[np.int64]) -> Iterator[npt.NDArray[np.int64]]:
    """Numbers of boards that stand for equally many, some at a time."""
    for size in np.unique(sizes):
        of_size = np.flatnonzero(sizes == size)
        for first in range(0, len(of_size), BOARDS_PER_SUM):
            yield of_size[first : first + BOARDS_PER_SUM]


def _ranks_of_class() -> npt.NDArray[np.int64]:
    """int64 [169, 2]: the higher and the lower rank of each class."""
    row, column = np.divmod(np.arange(CLASS_COUNT), 13)
    return np.column_stack([12 - np.minimum(row, column), 12 - np.maximum(row, column)])


def table_arrays(table: ThreeWayTable) -> Arrays:
    """What the data file holds."""
    return threeway_file.encode(
        *(cube.astype(np.int64) for cube in (table.strict, table.top, table.bottom, table.level))
    )
