"""k-means over many points: seeded by scikit-learn, refined and assigned by our kernels.

Points are cumulative histograms under the L1 distance, which is the earth mover's distance of what they count, or
vectors under the Euclidean one. Points are weighted by deals. Centres are fitted to a sample of the points where there
are too many of them, drawn by weight; then every point goes to its nearest centre. The same seed gives the same
clusters, for any number of threads.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress, map_in_order
from pokerlab.errors import AbstractionError

Points = npt.NDArray[np.float32]

SAMPLE_PER_CENTRE = 60
"""Points in the sample for each centre; more hardly move the centres."""
SEEDING_PER_CENTRE = 15
MOST_ROUNDS = 30
_ENOUGH = 1e-3
"""Fitting ends when a round makes the mean distance smaller by less than this share of it."""
_CHUNK = 1 << 15


@dataclass(frozen=True)
class Centres:
    """Centres float32 [k, d] in the order of their keys [k], the direction that gives a key, and sums over blocks of
    coordinates in tiles [tile, BLOCKS, LANES] (see `kmeans_kernels`)."""

    points: Points
    keys: npt.NDArray[np.float32]
    direction: npt.NDArray[np.float32]
    is_absolute: bool
    tiles: npt.NDArray[np.float32]

    def nearest(
        self, points: Points, guess: npt.NDArray[np.int32] | None = None
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
        """int32 [n] the nearest centre of each point, and float32 [n] its distance (squared if Euclidean)."""
        from pokerlab.abstraction import kmeans_kernels

        keys = points @ self.direction
        order = np.argsort(keys)  # neighbours look at the same centres, which are still in the cache
        near = np.ascontiguousarray(points[order])
        labels = np.full(len(points), -1, np.int32) if guess is None else guess[order]
        distances = np.empty(len(points), np.float32)
        kmeans_kernels.nearest_centres(
            near, block_sums(near, self.is_absolute), np.ascontiguousarray(keys[order]), self.points, self.tiles,
            self.keys, self.is_absolute, labels, distances,
        )  # fmt: skip
        found, far = np.empty_like(labels), np.empty_like(distances)
        found[order], far[order] = labels, distances
        return found, far


def block_sums(points: Points, is_absolute: bool) -> Points:
    """float32 [n, BLOCKS]: sums over blocks of coordinates, which differ by no more than points do."""
    from pokerlab.abstraction.kmeans_kernels import BLOCKS

    width = points.shape[1]
    borders = np.unique(np.arange(min(BLOCKS, width) + 1) * width // min(BLOCKS, width))
    sums = np.zeros((len(points), BLOCKS), np.float32)
    found = np.add.reduceat(points, borders[:-1], axis=1)
    sums[:, : found.shape[1]] = found if is_absolute else found / np.sqrt(np.diff(borders))
    return sums


@dataclass(frozen=True)
class FittedCentres:
    """Centres that were fitted to a sample, and the mean distance there (its root, if squared) of every restart."""

    centres: Centres
    seed: int
    restarts: tuple[float, ...]
    rounds: int
    sample: int


def check_sklearn() -> None:
    """An `AbstractionError` if scikit-learn is not there."""
    try:
        import sklearn  # noqa: F401
    except ImportError:
        raise AbstractionError(
            "clusters need scikit-learn: pip install 'pokerlab[buckets]' (percentiles do without)"
        ) from None


def fit(
    points: Points,
    weights: npt.NDArray[np.float64],
    count: int,
    *,
    is_absolute: bool,
    seed: int = 0,
    restarts: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> FittedCentres:
    """Fit `count` centres to points [n, d] with weights [n], from several seedings; the best is kept."""
    check_sklearn()
    different = np.unique(points, axis=0) if len(points) <= 50 * count else points
    if len(different) < count:
        raise AbstractionError(f"{count:,} clusters are more than the {len(different):,} hands that differ")
    found: list[tuple[float, Centres, int]] = []
    steps = restarts * (MOST_ROUNDS + 1)
    for restart in range(restarts):
        start = _seeded(points, weights, count, is_absolute, seed + 1000 * restart)
        before = restart * (MOST_ROUNDS + 1) + 1
        if progress:
            progress(before, steps)

        def told(done: int, before: int = before) -> None:
            if progress:
                progress(before + done, steps)

        found.append(_refined(points, weights, start, threads, told))
    best = min(range(restarts), key=lambda number: found[number][0])
    if progress:
        progress(steps, steps)
    return FittedCentres(
        found[best][1], seed + 1000 * best, tuple(result[0] for result in found), found[best][2], len(points)
    )


def assign(
    centres: Centres,
    chunks: Callable[[], Iterator[tuple[int, Points]]],
    total: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
    """The nearest centre of every point, and its distance; points come in chunks with the number of the first."""
    labels = np.empty(total, np.int32)
    distances = np.empty(total, np.float32)
    for first, points in chunks():
        last = first + len(points)
        labels[first:last], distances[first:last] = _nearest(centres, points, None, threads)
        if progress:
            progress(last, total)
    return labels, distances


def _nearest(
    centres: Centres, points: Points, guess: npt.NDArray[np.int32] | None, threads: int | None
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
    pieces = [slice(first, first + _CHUNK) for first in range(0, len(points), _CHUNK)]
    done = list(
        map_in_order(
            lambda here: centres.nearest(points[here], None if guess is None else guess[here]), pieces, threads=threads
        )
    )
    return np.concatenate([labels for labels, _ in done]), np.concatenate([distances for _, distances in done])


def _seeded(points: Points, weights: npt.NDArray[np.float64], count: int, is_absolute: bool, seed: int) -> Centres:
    """The first centres: k-means++ over a smaller sample."""
    from sklearn.cluster import kmeans_plusplus

    size = min(len(points), max(SEEDING_PER_CENTRE * count, 2_000))
    rng = np.random.default_rng([seed, 1])
    chosen = points if size == len(points) else points[rng.choice(len(points), size, replace=False)]
    mass = weights if size == len(points) else None
    seeds, _ = kmeans_plusplus(
        chosen, count, sample_weight=mass, random_state=seed % 2**32, n_local_trials=1 if count > 1000 else None
    )
    return ordered(np.asarray(seeds, np.float32), _direction(chosen, is_absolute), is_absolute)


def _direction(points: Points, is_absolute: bool) -> npt.NDArray[np.float32]:
    """What keys are products with: all ones, or the unit vector along which points differ most."""
    if is_absolute:
        return np.ones(points.shape[1], np.float32)
    some = points[:20_000].astype(np.float64)
    _, vectors = np.linalg.eigh(np.cov(some.T).reshape(points.shape[1], -1))
    direction = vectors[:, -1]
    return np.asarray(direction * np.sign(direction[np.abs(direction).argmax()]), np.float32)


def ordered(points: Points, direction: npt.NDArray[np.float32], is_absolute: bool) -> Centres:
    """Centres in the order of their keys."""
    keys = points @ direction
    order = np.argsort(keys, kind="stable")
    ascending = np.ascontiguousarray(points[order])
    return Centres(
        ascending, np.ascontiguousarray(keys[order]), direction, is_absolute, _tiled(block_sums(ascending, is_absolute))
    )


def _tiled(blocks: Points) -> npt.NDArray[np.float32]:
    """float32 [tile, BLOCKS, LANES]: rows [k, BLOCKS] side by side; the last tile is filled up with what is far off."""
    from pokerlab.abstraction.kmeans_kernels import LANES

    size = -(-len(blocks) // LANES) * LANES
    filled = np.full((size, blocks.shape[1]), 1e15, np.float32)
    filled[: len(blocks)] = blocks
    return np.ascontiguousarray(filled.reshape(-1, LANES, blocks.shape[1]).transpose(0, 2, 1))


def _refined(
    points: Points, weights: npt.NDArray[np.float64], centres: Centres, threads: int | None,
    told: Callable[[int], object],
) -> tuple[float, Centres, int]:  # fmt: skip
    """Rounds of assigning points and moving centres; a centre without points goes to the point that is furthest off."""
    from pokerlab.abstraction import kmeans_kernels

    before, guess = np.inf, None
    for number in range(1, MOST_ROUNDS + 1):
        labels, distances = _nearest(centres, points, guess, threads)
        mean = float(np.average(distances, weights=weights))
        told(number)
        if mean >= before * (1 - _ENOUGH):
            break
        before = mean
        sums = np.zeros(centres.points.shape)
        masses = np.zeros(len(centres.points))
        kmeans_kernels.add_to_centres(points, weights, labels, sums, masses)
        moved = np.where(masses[:, None] > 0, sums / np.maximum(masses, 1e-300)[:, None], centres.points)
        empty = np.flatnonzero(masses == 0)
        moved[empty] = points[np.argsort(-distances, kind="stable")[: len(empty)]]
        keys = moved.astype(np.float32) @ centres.direction
        order = np.argsort(keys, kind="stable")
        place = np.empty(len(order), np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        centres, guess = ordered(moved.astype(np.float32), centres.direction, centres.is_absolute), place[labels]
    return (before if centres.is_absolute else before**0.5), centres, number
