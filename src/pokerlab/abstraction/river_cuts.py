"""The river, cut inside what is remembered: by counting the deals of every value in every cell.

Nothing is kept for the 2.4 billion deals of the river: what is remembered of every hand on every turn up to suits is
looked up once, and all rivers up to suits are swept, each with each of its cards as the last one and as the turn card;
one sweep for each cut.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._memory import free_memory
from pokerlab._threads import Progress, available_threads, map_in_order
from pokerlab.abstraction.feature_sweeps import board_counts, board_index
from pokerlab.abstraction.lookup_table import TableBuilder
from pokerlab.abstraction.notation import MOST_CELLS, Cut, CutKind, StreetPart
from pokerlab.abstraction.public_boards import board_indexer
from pokerlab.abstraction.street_cuts import MadeCut, StreetCut, merged_levels, numbered, ranks_of
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.errors import AbstractionError

_MOST_VALUES = 1 << 16
_CHUNK = 512


def cut_river(
    part: StreetPart, table: TableBuilder, memories: int, values: Callable[[Cut], npt.NDArray[Any]],
    labels: Callable[[Cut], npt.NDArray[Any]], threads: int | None = None, progress: Progress | None = None,
) -> StreetCut:  # fmt: skip
    """Cut the river inside what the first three streets, which `table` has, leave to remember."""
    from pokerlab.abstraction import percentile_kernels

    made: list[MadeCut] = []
    cells, masses = memories, np.zeros(0, np.int64)
    for cut in part.seen:
        is_cut = cut.kind is CutKind.PERCENTILES
        names = _ranks(values(cut)) if is_cut else labels(cut)
        counts = count_deals(table, made, cells, names, part, threads, progress)
        if is_cut:
            levels = np.full((cells, cut.count - 1), percentile_kernels.MISSING, np.int32)
            percentile_kernels.levels_of_counts(counts, cut.count, levels)
            fewer, label_of_value = merged_levels(levels, np.arange(counts.shape[1], dtype=np.int32))
            masses = _masses(counts, fewer, label_of_value)
            made.append(MadeCut(cut, label_of_value[names], fewer))
        else:
            masses = counts.reshape(-1)
            made.append(MadeCut(cut, names))
        cells *= cut.count
    return numbered(part, tuple(made), memories, masses)


def count_deals(
    table: TableBuilder, made: list[MadeCut], cells: int, names: npt.NDArray[Any], part: StreetPart,
    threads: int | None, progress: Progress | None,
) -> npt.NDArray[np.int64]:  # fmt: skip
    """int64 [cell, value]: the deals of all rivers, by their cell before a cut and their value (names: [class])."""
    from pokerlab.abstraction import sequence_kernels as kernels

    most = int(names.max()) + 1
    if most > _MOST_VALUES:
        raise AbstractionError(f"river '{part}': {most:,} values are too many to be cut inside what is remembered")
    count = threads or available_threads()
    needed = cells * most * 8
    free = free_memory()
    if cells * most > 5 * MOST_CELLS or (free is not None and needed > free // 2):
        raise AbstractionError(
            f"river '{part}': {cells:,} cells of {most:,} values take {needed / 1e9:.1f} GB while they are cut"
        )
    if free is not None:
        count = max(1, min(count, int(free // 2 // needed)))
    arrays = table.with_cuts(made)
    flat = np.ascontiguousarray(names, np.uint16)
    turns, memory = _memory_after_turns(arrays)
    rivers = board_index(5).unindex(np.arange(board_index(5).size))
    weights = board_counts(rivers)

    def sweep(chunk: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        counts = np.zeros((most, cells), np.int64)
        for first in range(0, len(chunk), _CHUNK):
            here = chunk[first : first + _CHUNK]
            kernels.count_rivers(
                rivers[here], weights[here], turns, memory, flat, arrays["labels"], arrays["numbers"], arrays["cuts"],
                arrays["streets"], counts,
            )  # fmt: skip
            done[0] += len(here)
            if progress and count == 1:
                progress(done[0], len(rivers))
        return counts

    done = [0]
    total = np.zeros((most, cells), np.int64)
    pieces = np.array_split(np.arange(len(rivers)), count if count == 1 else 4 * count)
    for counts in map_in_order(sweep, pieces, threads=count):
        total += counts
        if progress:
            progress(done[0], len(rivers))
    return np.ascontiguousarray(total.T)


def _memory_after_turns(arrays: dict[str, npt.NDArray[Any]]) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int32]]:
    """Of every turn up to suits, by its class: uint64 [board, 2] the flop and the turn card as sets, and int32 [board,
    1326] what is remembered of every hand."""
    from pokerlab.abstraction import sequence_kernels as kernels

    index = board_indexer(2)
    boards = index.unindex(np.arange(index.size))
    memory = np.empty((len(boards), COMBO_COUNT), np.int32)
    kernels.memory_after_turns(boards, arrays["labels"], arrays["numbers"], arrays["cuts"], arrays["streets"], memory)
    masks = CARD_MASKS[boards]
    return np.column_stack([np.bitwise_or.reduce(masks[:, :3], axis=1), masks[:, 3]]), memory


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
