"""Kernels of percentiles inside cells: where each cell is cut, and which bucket a hand has there."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel

MISSING = np.int32(2**31 - 1)
"""A threshold that nothing reaches: the buckets from it on are empty."""


@kernel("void(int64[::1], int32[::1], int32[:,::1], uint8[::1], int64[::1], int64, int32[:,::1])")
def find_levels(order, ranks, cells, weights, totals, count, levels):
    """levels[cell, k - 1] = the lowest rank of a value whose bucket in the cell is k or more, MISSING if none is.

    order: [class], classes by rising value; ranks: [class], the number of each value among all; cells: [class, way],
    the cells a class is in; weights: [class], deals in each of them; totals: [cell], all deals of a cell.
    The bucket of a value is `count` * (deals below it + half of those that have it) / deals, rounded down.
    """
    below = np.zeros(totals.shape[0], np.int64)
    equal = np.zeros(totals.shape[0], np.int64)
    reached = np.zeros(totals.shape[0], np.int64)
    first = 0
    while first < order.shape[0]:
        rank = ranks[order[first]]
        last = first
        while last < order.shape[0] and ranks[order[last]] == rank:
            for way in range(cells.shape[1]):
                equal[cells[order[last], way]] += weights[order[last]]
            last += 1
        for i in range(first, last):
            for way in range(cells.shape[1]):
                cell = cells[order[i], way]
                if equal[cell]:
                    bucket = (count * (2 * below[cell] + equal[cell])) // (2 * totals[cell])
                    for k in range(reached[cell], bucket):
                        levels[cell, k] = rank
                    reached[cell] = max(reached[cell], bucket)
                    below[cell] += equal[cell]
                    equal[cell] = 0
        first = last


@kernel("void(int64[:,::1], int64, int32[:,::1])")
def levels_of_counts(counts, count, levels):
    """The same as `find_levels` where the deals of each value are counted: counts [cell, value]."""
    for cell in range(counts.shape[0]):
        total = counts[cell].sum()
        below = np.int64(0)
        reached = np.int64(0)
        for value in range(counts.shape[1]):
            equal = counts[cell, value]
            if equal:
                bucket = (count * (2 * below + equal)) // (2 * total)
                for k in range(reached, bucket):
                    levels[cell, k] = value
                reached = max(reached, bucket)
                below += equal


@kernel("void(int32[:,::1], uint16[::1], uint8[::1], int64[:,::1])")
def count_values(cells, values, weights, counts):
    """counts[cell, value] += deals of the classes of that value in the cell; cells: [class, way]."""
    for i in range(cells.shape[0]):
        for way in range(cells.shape[1]):
            counts[cells[i, way], values[i]] += weights[i]


@kernel("void(int32[:,::1], uint8[::1], int64[::1])")
def count_cells(cells, weights, out):
    """out[cell] += deals of the classes in it; cells: [class, way]."""
    for i in range(cells.shape[0]):
        for way in range(cells.shape[1]):
            out[cells[i, way]] += weights[i]


@kernel("void(int32[:,::1], int32[::1], int32[:,::1])")
def cut_cells(cells, labels, levels):
    """Make the cells [class, way] those of the buckets inside them, by thresholds [cell, count - 1]."""
    count = levels.shape[1] + 1
    for i in range(cells.shape[0]):
        for way in range(cells.shape[1]):
            cell = cells[i, way]
            low, high = 0, count - 1
            while low < high:
                middle = (low + high) >> 1
                if levels[cell, middle] <= labels[i]:
                    low = middle + 1
                else:
                    high = middle
            cells[i, way] = cell * count + low
