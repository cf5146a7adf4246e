"""Clusters of boards (Schnizlein, section 2.3.2): by the chances to go from each bucket before a card to each after it.

Buckets on both sides are ten percentiles of all hands of the street by E[HS^2].
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress
from pokerlab.abstraction.feature_tables import STREETS
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.measures import Measures
from pokerlab.abstraction.notation import Cut, CutKind
from pokerlab.abstraction.street_cuts import percentile_levels
from pokerlab.cards.class_kernels import BOARD_CLASSES
from pokerlab.cards.isomorphism import HandIndexer

BUCKETS = 10
_CHUNK = 512


def cluster_boards(
    features: Features, street: int, count: int, seed: int, inside: npt.NDArray[Any] | None,
    progress: Progress | None = None,
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.float32]]:  # fmt: skip
    """uint16 [board]: the cluster of every flop, or of every flop with its turn, numbered by the mean of E[HS^2] after
    the card; and the centres, float32 [cluster (of all that `inside` has), 100].

    inside: [flop], clusters of flops; the boards of each are clustered for themselves.
    """
    from sklearn.cluster import KMeans

    tables, weights = transitions(features, street, progress)
    groups = np.zeros(len(tables), np.int64) if inside is None else np.asarray(inside, np.int64)[_flops_of_turns()]
    strength = tables.sum(axis=1) @ np.arange(BUCKETS) ** 2  # how high hands get on the board
    labels = np.zeros(len(tables), np.uint16)
    centres = []
    for group in range(int(groups.max()) + 1):
        here = np.flatnonzero(groups == group)
        points = tables[here].reshape(len(here), -1)
        most = min(count, len(np.unique(points, axis=0)))
        found = KMeans(most, n_init=3, random_state=seed % 2**32).fit(points, sample_weight=weights[here])
        sums = np.bincount(found.labels_, weights[here] * strength[here], most)
        order = np.argsort(sums / np.bincount(found.labels_, weights[here], most), kind="stable")
        place = np.empty(most, np.int64)
        place[order] = np.arange(most)
        labels[here] = place[found.labels_]
        kept = np.zeros((count, points.shape[1]), np.float32)
        kept[:most] = found.cluster_centers_[order]
        centres.append(kept)
    return labels, np.concatenate(centres)


def transitions(
    features: Features, street: int, progress: Progress | None = None
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64]]:
    """float32 [board, before, after]: the chance that a hand is in one bucket before the card and in another after it,
    on each board up to suits; and float64 [board], how many boards each stands for."""
    from pokerlab.abstraction import sequence_kernels as kernels

    indexer = board_indexer(street)
    boards = indexer.unindex(np.arange(indexer.size))
    measures = Measures(features)
    found = []
    for level in (street - 1, street):
        weights = features.weights(STREETS[level])
        cells = np.zeros((len(weights), 1), np.int32)
        values = measures.values(level, Cut(CutKind.PERCENTILES, BUCKETS, 2))
        found.append(percentile_levels(values, weights, cells, 1, BUCKETS)[1].astype(np.uint8))
    out = np.zeros((len(boards), BUCKETS, BUCKETS), np.float32)
    for first in range(0, len(boards), _CHUNK):
        kernels.count_transitions(boards[first : first + _CHUNK], street, *found, out[first : first + _CHUNK])
        if progress:
            progress(min(first + _CHUNK, len(boards)), len(boards))
    out /= out.sum(axis=(1, 2), keepdims=True)
    return out, _orbit_sizes(boards)


def board_indexer(street: int) -> HandIndexer:
    """The index of flops, or of flops with their turn cards."""
    return HandIndexer(3) if street == 1 else HandIndexer(3, 1)


def _flops_of_turns() -> npt.NDArray[np.int64]:
    """int64 [board with a turn]: its flop."""
    return board_indexer(1).index(board_indexer(2).unindex(np.arange(BOARD_CLASSES[2]))[:, :3].copy())


def _orbit_sizes(boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """float64 [board]: how many boards are the same up to suits."""
    from itertools import permutations

    alike = np.zeros(len(boards))
    flop, rest = np.sort(boards[:, :3], axis=1), boards[:, 3:]
    for renaming in permutations(range(4)):
        renamed = boards & ~np.uint8(3) | np.array(renaming, np.uint8)[boards & 3]
        alike += (np.sort(renamed[:, :3], axis=1) == flop).all(axis=1) & (renamed[:, 3:] == rest).all(axis=1)
    return 24 / alike
