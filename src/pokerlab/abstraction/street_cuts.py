"""A street cut into buckets, one cut inside the other: for hold'em and for small games alike.

A class of hands may be in several cells before the street, one for each way in which its board can have come; what is
remembered of the earlier streets is told apart there. Percentiles are made by number of deals over exact values: the
bucket of a value is the share of deals below it and half of those that have it, times the number of buckets, rounded
down. So hands of equal value are never parted, some buckets may stay empty, and percentiles of which one number divides
the other nest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.notation import MOST_CELLS, Cut, CutKind, StreetPart
from pokerlab.errors import AbstractionError

_MOST_COUNTED = 10_000_000

Ints = npt.NDArray[np.int32]
Values = Callable[[Cut], npt.NDArray[Any]]
Labels = Callable[[Cut], npt.NDArray[Any]]


@dataclass(frozen=True)
class MadeCut:
    """A cut as it was made: `labels` by class (of boards for public cuts), and for percentiles the thresholds of every
    cell, int32 [cell, count - 1], in terms of labels (MISSING where no hand is above)."""

    cut: Cut
    labels: npt.NDArray[Any]
    levels: Ints | None = None


@dataclass(frozen=True)
class StreetCut:
    """A street that was cut.

    - `cuts`: as they were made
    - `sight_of_cell`: int32 [cell], the sights, numbered densely; -1 for cells that no deal is in
    - `memory_of_sight`: int32 [sight], what is remembered of each, numbered densely; `memories`: how many these are
    - `masses`: int64 [sight], deals of each sight (times the ways in which a board can have come)
    """

    cuts: tuple[MadeCut, ...]
    sight_of_cell: Ints
    memory_of_sight: Ints
    memories: int
    masses: npt.NDArray[np.int64]

    @property
    def sights(self) -> int:
        """How many sights there are."""
        return len(self.masses)


def ranks_of(values: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int64], Ints]:
    """int64 [n] the order of values from low to high, and int32 [n] the number of each among all different ones."""
    order, ascending = _ordered(values)
    rises = np.zeros(len(values), np.int32)
    rises[1:] = ascending[1:] != ascending[:-1]
    ranks = np.empty(len(values), np.int32)
    ranks[order] = np.cumsum(rises, dtype=np.int32)
    return order, ranks


def _ordered(values: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int64], npt.NDArray[Any]]:
    """The order of values from low to high, equal ones as they come, and the values in it."""
    places = len(values).bit_length()
    is_whole = values.dtype.kind in "iu" and len(values) > 0 and int(values.min()) >= 0
    if is_whole and int(values.max()).bit_length() + places <= 63:
        # whole numbers with their places below them are sorted several times as fast as places by values
        keys = (values.astype(np.int64) << places) | np.arange(len(values))
        keys.sort()
        return keys & ((1 << places) - 1), keys >> places
    order = np.argsort(values, kind="stable")
    return order, values[order]


def cut_street(
    part: StreetPart, weights: npt.NDArray[np.uint8], memory: Ints, memories: int, values: Values, labels: Labels,
    boards: Ints | None = None,
) -> tuple[StreetCut, Ints]:  # fmt: skip
    """Cut a street, and the sight of every class in each of its ways, int32 [class, way].

    weights: uint8 [class], deals; memory: int32 [class, way], what is remembered, of so many `memories`; `values` gives
    the exact values of a cut by percentiles, `labels` the buckets of the others; boards: int32 [class, way], the class
    of the board, for public cuts.
    """
    from pokerlab.abstraction import percentile_kernels as kernels

    cells, count, made = memory.copy(), memories, []
    for cut in part.seen:
        if cut.kind is CutKind.PERCENTILES:
            levels, names = percentile_levels(values(cut), weights, cells, count, cut.count)
            kernels.cut_cells(cells, names, levels)
            made.append(MadeCut(cut, names, levels))
        else:
            names = labels(cut)
            at = names[boards] if cut.kind is CutKind.PUBLIC and boards is not None else names[:, None]
            cells *= np.int32(_buckets(cut, names))
            cells += at.astype(np.int32)
            made.append(MadeCut(cut, names))
        count *= _buckets(cut, names)
        if count > MOST_CELLS:
            raise AbstractionError(f"'{part}' has {count:,} cells, at most {MOST_CELLS:,} can be numbered")
    masses = np.zeros(count, np.int64)
    kernels.count_cells(cells, weights, masses)
    street = numbered(part, tuple(made), memories, masses)
    return street, street.sight_of_cell[cells]


def numbered(part: StreetPart, made: tuple[MadeCut, ...], memories: int, masses: npt.NDArray[np.int64]) -> StreetCut:
    """The cells of a street that some deal is in, and what is remembered of them, numbered; masses: int64 [cell]."""
    occurring = np.flatnonzero(masses)
    sight_of_cell = np.full(len(masses), -1, np.int32)
    sight_of_cell[occurring] = np.arange(len(occurring), dtype=np.int32)
    if part.place.is_last:  # nothing comes after it
        nothing = np.zeros(len(occurring), np.int32)
        return StreetCut(made, sight_of_cell, nothing, 1, masses[occurring])
    sizes = [_buckets(cut.cut, cut.labels) for cut in made]
    below = prod(sizes)
    kept, rest = occurring // below, occurring % below
    for number, size in enumerate(sizes[: part.kept]):
        below //= size
        digit, rest = rest // below, rest % below
        is_last = number == part.kept - 1
        fewer = part.kept_count if is_last and made[number].cut.kind is CutKind.PERCENTILES else size
        kept = kept * fewer + digit * fewer // size
    known, memory_of_sight = np.unique(kept, return_inverse=True)
    return StreetCut(made, sight_of_cell, memory_of_sight.astype(np.int32), len(known), masses[occurring])


def percentile_levels(
    values: npt.NDArray[Any], weights: npt.NDArray[np.uint8], cells: Ints, cell_count: int, count: int
) -> tuple[Ints, Ints]:
    """Thresholds int32 [cell, count - 1] of percentiles inside cells, and labels int32 [class] to compare them with."""
    from pokerlab.abstraction import percentile_kernels as kernels

    if values.dtype == np.int16 and cell_count * (int(values.max()) + 1) <= _MOST_COUNTED:
        small = np.require(values, np.int16, ("C", "W")).view(np.uint16)  # few different ones: counted, not sorted
        counts = np.zeros((cell_count, int(values.max()) + 1), np.int64)
        kernels.count_values(cells, small, weights, counts)
        levels = np.full((cell_count, count - 1), kernels.MISSING, np.int32)
        kernels.levels_of_counts(counts, count, levels)
        fewer, labels = merged_levels(levels, np.arange(counts.shape[1], dtype=np.int32))
        return fewer, labels[small]
    order, ranks = ranks_of(values)
    totals = np.zeros(cell_count, np.int64)
    kernels.count_cells(cells, weights, totals)
    levels = np.full((cell_count, count - 1), kernels.MISSING, np.int32)
    kernels.find_levels(order, ranks, cells, weights, totals, count, levels)
    return merged_levels(levels, ranks)


def merged_levels(levels: Ints, ranks: Ints) -> tuple[Ints, Ints]:
    """The same thresholds and labels with as few different labels as they need: one more than thresholds."""
    from pokerlab.abstraction.percentile_kernels import MISSING

    known = np.unique(levels)
    known = known[known != MISSING]
    fewer = np.where(levels == MISSING, MISSING, np.searchsorted(known, levels) + 1).astype(np.int32)
    number_of_rank = np.zeros(int(ranks.max(initial=0)) + 1, np.int32)
    number_of_rank[known] = 1
    return fewer, np.cumsum(number_of_rank, dtype=np.int32)[ranks]


def _buckets(cut: Cut, labels: npt.NDArray[Any]) -> int:
    """How many buckets a cut makes of a cell; one of small games that keeps all hands apart has as many as labels."""
    return cut.count or int(labels.max()) + 1
