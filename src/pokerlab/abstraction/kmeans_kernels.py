"""Kernels of k-means: every point to its nearest centre, exactly, without looking at most of the centres.

Points and centres have a key: the sum of their coordinates under the L1 distance (of cumulative histograms, where it is
the earth mover's distance, the sum is their mean), the product with one unit vector under the Euclidean one. Keys never
differ by more than the distance, so with centres ordered by key the search goes outwards from a point's own key and
ends where the keys alone are further apart than the best centre so far. Nor do the sums over some blocks of coordinates
(divided by the root of a block's size under the Euclidean distance) differ by more: centres lie in tiles of neighbours,
which are compared side by side by these few numbers, and most are ruled out by them.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel

BLOCKS = 8
"""Blocks of coordinates whose sums are compared before all coordinates are."""
LANES = 32
"""Centres of a tile."""
SLACK = np.float32(1 - 1e-5)
"""Sums in single precision differ by less than this, so that no centre is ruled out by rounding."""
WIDTH = 16
"""Coordinates that are added before it is asked whether a centre is too far already."""


@kernel(fast=True)
def _absolute(point, centre, limit):
    """The L1 distance, or anything above `limit` if it is more."""
    total = np.float32(0.0)
    size = point.shape[0]
    for first in range(0, size, WIDTH):
        part = np.float32(0.0)
        mine, theirs = point[first : first + WIDTH], centre[first : first + WIDTH]
        for j in range(mine.shape[0]):
            part += abs(mine[j] - theirs[j])
        total += part
        if total > limit:
            return total
    return total


@kernel(fast=True)
def _squared(point, centre, limit):
    """The squared Euclidean distance, or anything above `limit` if it is more."""
    total = np.float32(0.0)
    size = point.shape[0]
    for first in range(0, size, WIDTH):
        part = np.float32(0.0)
        mine, theirs = point[first : first + WIDTH], centre[first : first + WIDTH]
        for j in range(mine.shape[0]):
            difference = mine[j] - theirs[j]
            part += difference * difference
        total += part
        if total > limit:
            return total
    return total


@kernel(counts=False)
def _compare_tile(own, tiles, tile, is_absolute, out):
    """out[lane] = at most the distance (squared if Euclidean) to each centre of a tile, by the sums over blocks."""
    rows = tiles[tile]
    for lane in range(out.shape[0]):
        out[lane] = np.float32(0.0)
    for j in range(rows.shape[0]):
        row, x = rows[j], own[j]
        if is_absolute:
            for lane in range(out.shape[0]):
                out[lane] += abs(row[lane] - x)
        else:
            for lane in range(out.shape[0]):
                difference = row[lane] - x
                out[lane] += difference * difference


@kernel(
    "void(float32[:,::1], float32[:,::1], float32[::1], float32[:,::1], float32[:,:,::1], float32[::1], boolean, "
    "int32[::1], float32[::1])"
)
def nearest_centres(points, blocks, keys, centres, tiles, centre_keys, is_absolute, labels, distances):
    """labels[i] = nearest centre of a point (of equally near ones the first found from labels[i] on, which is a guess),
    distances[i] its distance (squared if Euclidean).

    points: float32 [n, d]; blocks: [n, BLOCKS]; keys: [n]; centres: [k, d] in the order of centre_keys [k], ascending;
    tiles: [tile, BLOCKS, LANES], their sums over blocks, LANES centres in each.
    """
    count = centres.shape[0]
    is_whole = points.shape[1] <= BLOCKS  # a block for each coordinate: there is nothing else to compare
    near = np.empty(LANES, np.float32)
    for i in range(points.shape[0]):
        point, own, key = points[i], blocks[i], keys[i]
        best = labels[i]
        limit = np.float32(3.0e38)
        if 0 <= best < count:
            limit = _absolute(point, centres[best], limit) if is_absolute else _squared(point, centres[best], limit)
        tile = min(np.searchsorted(centre_keys, key), count - 1) // LANES
        up, down = tile + 1, tile - 1
        while True:
            _compare_tile(own, tiles, tile, is_absolute, near)
            for lane in range(min(LANES, count - tile * LANES)):
                if near[lane] * SLACK < limit:
                    c = tile * LANES + lane
                    found = near[lane]
                    if not is_whole:
                        found = (
                            _absolute(point, centres[c], limit) if is_absolute else _squared(point, centres[c], limit)
                        )
                    if found < limit:
                        limit = found
                        best = c
            above = centre_keys[up * LANES] - key if up < tiles.shape[0] else np.float32(3.0e38)
            below = key - centre_keys[down * LANES + LANES - 1] if down >= 0 else np.float32(3.0e38)
            gap = max(min(above, below), np.float32(0.0))
            if gap >= np.float32(1.0e38) or (gap if is_absolute else gap * gap) > limit:
                break
            if above <= below:
                tile = up
                up += 1
            else:
                tile = down
                down -= 1
        labels[i] = best
        distances[i] = limit


@kernel("void(float32[:,::1], float64[::1], int32[::1], float64[:,::1], float64[::1])")
def add_to_centres(points, weights, labels, sums, masses):
    """sums[centre] += weight * point, masses[centre] += weight."""
    for i in range(points.shape[0]):
        c = labels[i]
        masses[c] += weights[i]
        for j in range(points.shape[1]):
            sums[c, j] += weights[i] * points[i, j]
