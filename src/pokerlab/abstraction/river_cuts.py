"""The river, cut inside what is remembered: by counting the deals of every value in every cell.

Nothing is kept for the 2.4 billion deals of the river: what is remembered of every hand on every turn up to suits is
known, and all turns are swept with all cards that can follow, whose values are looked up once for each river up to
suits; one sweep for each cut.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._memory import free_memory
from pokerlab._threads import Progress, available_threads, map_in_order
from pokerlab.abstraction.feature_sweeps import board_counts, board_index, river_masks
from pokerlab.abstraction.notation import MOST_CELLS, Cut, CutKind, StreetPart
from pokerlab.abstraction.street_cuts import MadeCut, StreetCut, merged_levels, numbered, ranks_of
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.errors import AbstractionError

_MOST_VALUES = (1 << 16) - 1  # one more is that of hands which are not there
_CHUNK = 128


def cut_river(
    part: StreetPart, memory: npt.NDArray[np.int32], memories: int, values: Callable[[Cut], npt.NDArray[Any]],
    labels: Callable[[Cut], npt.NDArray[Any]], threads: int | None = None, progress: Progress | None = None,
) -> StreetCut:  # fmt: skip
    """Cut the river inside what is remembered after the turn: int32 [class of the turn, way], of so many `memories`; a
    way for each card that can have come last, or one for all."""
    from pokerlab.abstraction import percentile_kernels

    made: list[MadeCut] = []
    cells, masses = memories, np.zeros(0, np.int64)
    rivers = _Rivers(part, memory, threads, progress)
    for cut in part.seen:
        is_cut = cut.kind is CutKind.PERCENTILES
        names = _ranks(values(cut)) if is_cut else labels(cut)
        counts = rivers.count_deals(made, cells, names)
        if is_cut:
            levels = np.full((cells, cut.count - 1), percentile_kernels.MISSING, np.int32)
            percentile_kernels.levels_of_counts(counts, cut.count, levels)
            fewer, label_of_value = merged_levels(levels, np.arange(counts.shape[1], dtype=np.int32))
            masses = _masses(counts, fewer, label_of_value)
            made.append(MadeCut(cut, label_of_value.astype(np.uint16)[names], fewer))
        else:
            masses = counts.reshape(-1)
            made.append(MadeCut(cut, names))
        cells *= cut.count
    return numbered(part, tuple(made), memories, masses)


class _Rivers:
    """All rivers up to suits with the labels of the cuts that were made of them, and the turns they come from."""

    def __init__(
        self, part: StreetPart, memory: npt.NDArray[np.int32], threads: int | None, progress: Progress | None
    ) -> None:
        self.part, self.progress = part, progress
        self.threads = threads or available_threads()
        self.memory = np.ascontiguousarray(memory.reshape(len(memory), -1))
        self.boards = board_index(5).unindex(np.arange(board_index(5).size))
        self._names: list[npt.NDArray[np.uint16]] = []  # of the cuts before: uint16 [river, 1326]

    def count_deals(self, made: Sequence[MadeCut], cells: int, names: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """int64 [cell, value]: the deals of all rivers, by their cell after the cuts so far and their value (names:
        [class])."""
        from pokerlab.abstraction import sequence_kernels as kernels

        most = int(names.max()) + 1
        count = self._threads_for(cells, most, len(made))
        for cut in made[len(self._names) :]:
            self._names.append(self._on_rivers(cut.labels, 0))
        values = self._on_rivers(names, most)
        layers = np.stack([*self._names, values]) if self._names else values[None]
        cuts, levels = _thresholds(made)
        turns = board_index(4).unindex(np.arange(board_index(4).size))
        weights, masks = board_counts(turns), river_masks()

        def sweep(pieces: Sequence[slice]) -> npt.NDArray[np.int64]:
            counts = np.zeros((cells, most + 1), np.int64)
            for piece in pieces:
                rows = _rivers_after(turns[piece])
                kernels.count_rivers(
                    turns[piece], weights[piece], rows, masks, layers, self.memory, cuts, levels, counts
                )
                done.append(len(rows))
                if self.progress and count == 1:
                    self.progress(sum(done), len(turns))
            return counts

        done: list[int] = []
        pieces = [slice(first, first + _CHUNK) for first in range(0, len(turns), _CHUNK)]
        total = np.zeros((cells, most + 1), np.int64)
        for counts in map_in_order(sweep, [pieces[first::count] for first in range(count)], threads=count):
            total += counts
            if self.progress:
                self.progress(sum(done), len(turns))
        return np.ascontiguousarray(total[:, :most])

    def _threads_for(self, cells: int, values: int, cuts: int) -> int:
        """With how many threads the memory that is free is enough; an error if it is not for one."""
        if values > _MOST_VALUES:
            raise AbstractionError(
                f"river '{self.part}': {values:,} values are too many to be cut inside what is remembered"
            )
        needed = cells * (values + 1) * 8
        free = free_memory()
        left = None if free is None else free // 2 - (cuts + 1) * len(self.boards) * COMBO_COUNT * 2
        if cells * values > 5 * MOST_CELLS or (left is not None and needed > left):
            raise AbstractionError(
                f"river '{self.part}': {cells:,} cells of {values:,} values take {needed / 1e9:.1f} GB"
                " while they are cut"
            )
        return self.threads if left is None else max(1, min(self.threads, int(left // needed)))

    def _on_rivers(self, names: npt.NDArray[Any], nobody: int) -> npt.NDArray[np.uint16]:
        """uint16 [river, 1326]: the names of classes on all rivers; `nobody` for hands that share a card with one."""
        from pokerlab.abstraction import sequence_kernels as kernels

        out = np.empty((len(self.boards), COMBO_COUNT), np.uint16)
        flat = np.require(names, np.uint16, ("C", "W"))

        def fill(piece: slice) -> None:
            kernels.names_on_rivers(self.boards[piece], flat, nobody, out[piece])

        pieces = [slice(first, first + 8 * _CHUNK) for first in range(0, len(out), 8 * _CHUNK)]
        for _ in map_in_order(fill, pieces, threads=self.threads):
            pass
        return out


def _thresholds(made: Sequence[MadeCut]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """Cuts as `count_rivers` takes them."""
    cuts, levels, size = [], [np.empty(0, np.int32)], 0
    for cut in made:
        cuts.append([cut.cut.count, -1 if cut.levels is None else size])
        if cut.levels is not None:
            levels.append(cut.levels.reshape(-1))
            size += cut.levels.size
    return np.array(cuts, np.int64).reshape(-1, 2), np.concatenate(levels)


def _rivers_after(turns: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """int64 [turn, 48]: which river up to suits each card makes of a turn, cards ascending."""
    cards = np.broadcast_to(np.arange(52, dtype=np.uint8), (len(turns), 52))
    left = cards[(cards[:, :, None] != turns[:, None, :]).all(axis=2)].reshape(-1, 1)
    return board_index(5).index(np.hstack([np.repeat(turns, 48, axis=0), left])).reshape(-1, 48)


def _ranks(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Values as small numbers in the same order: points are such."""
    if values.dtype == np.int16:
        return values.view(np.uint16)
    return ranks_of(values)[1]


def _masses(
    counts: npt.NDArray[np.int64], levels: npt.NDArray[np.int32], label_of_value: npt.NDArray[np.int32]
) -> npt.NDArray[np.int64]:
    """int64 [cell * count]: the deals of each bucket of each cell."""
    masses = np.zeros((len(counts), levels.shape[1] + 1), np.int64)
    for cell, row in enumerate(counts):
        buckets = np.searchsorted(levels[cell], label_of_value, side="right")
        masses[cell] = np.bincount(buckets, row, masses.shape[1]).astype(np.int64)
    return masses.reshape(-1)
