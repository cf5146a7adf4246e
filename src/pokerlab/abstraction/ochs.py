"""Strength on the river against clusters of starting hands (OCHS, opponent cluster hand strength: Johanson, Burch,
Valenzano, Bowling: Evaluating State-Space Abstractions in Extensive-Form Games, 2013).

The 169 starting hands are clustered by the histograms of their own river strengths: hands in a cluster play a river
alike. A hand on a river then has a strength against each cluster, which tells apart hands that beat the weak hands of
an opponent from those that beat the strong ones.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Archive, write_archive
from pokerlab.abstraction.feature_sweeps import PART_FORMAT, PARTS, part_of, preflop_classes
from pokerlab.abstraction.feature_tables import CLUSTERS, VERSION, find_table
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.jobs.task import Task

SWEEP = "pokerlab.abstraction.ochs:sweep_ochs"
RESTARTS = 100
_MOST_ROUNDS = 200


def ochs_tasks(clusters: Sequence[int]) -> list[Task]:
    """All river boards up to suits, in parts; `clusters` [169]: the cluster of every starting hand."""
    given = [int(cluster) for cluster in clusters]
    return [
        Task(
            SWEEP, {"part": part, "of": PARTS, "clusters": given, "version": VERSION}, memory=2**30, suffix=".ochs",
            title=f"OCHS {part + 1} of {PARTS}",
        )
        for part in range(PARTS)
    ]  # fmt: skip


def sweep_ochs(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """Sweep a part of the river boards: a file of strengths by board and hand."""
    boards = part_of(5, arguments)
    write_archive(path, PART_FORMAT, 1, {"street": "river"}, {"ochs": ochs_rows(boards, arguments["clusters"])})
    return {"boards": len(boards)}


def ochs_rows(boards: npt.NDArray[np.uint8], clusters: Sequence[int]) -> npt.NDArray[np.uint8]:
    """uint8 [board, 1326, CLUSTERS]: the strength of every hand against each cluster on river boards, in 255ths,
    rounded; half where no hand of a cluster is left. 0 where hand and board share a card."""
    from pokerlab.abstraction import ochs_kernels

    out = np.zeros((len(boards), COMBO_COUNT, CLUSTERS), np.uint8)
    ochs_kernels.sweep(boards, np.asarray(clusters, np.int64)[preflop_classes()], out)
    return out


def merged_ochs(parts: Sequence[Archive]) -> npt.NDArray[np.uint8]:
    """uint8 [class, CLUSTERS]: the table from the parts of all rivers, which were checked."""
    from pokerlab.abstraction import ochs_kernels

    table = np.zeros(find_table("river", "ochs").shape, np.uint8)
    for number, part in enumerate(parts):
        boards = part_of(5, {"part": number, "of": len(parts)})
        ochs_kernels.spread(boards, part.mapped("ochs"), table)
    return table


def starting_clusters(
    histograms: npt.NDArray[np.integer[Any]], deals: npt.NDArray[np.integer[Any]], count: int = CLUSTERS
) -> npt.NDArray[np.int64]:
    """int64 [n]: hands [n, bins] in clusters under the earth mover's distance of their histograms, weighed by deals;
    the best of many starts, numbered from the weakest to the strongest. The same numbers give the same clusters.

    The distance of two histograms is the sum of the differences of their cumulative ones, so the best centre of a
    cluster is the median at each bin.
    """
    shares = histograms / histograms.sum(axis=1, keepdims=True)
    points, weights = np.cumsum(shares, axis=1), deals.astype(np.float64)
    rng = np.random.default_rng(0)
    found = min((_clustered(points, weights, count, rng) for _ in range(RESTARTS)), key=lambda result: result[0])[1]
    strength = shares @ np.arange(histograms.shape[1])
    means = [np.average(strength[found == cluster], weights=weights[found == cluster]) for cluster in range(count)]
    return np.argsort(np.argsort(means, kind="stable"), kind="stable")[found]


def _clustered(
    points: npt.NDArray[np.float64], weights: npt.NDArray[np.float64], count: int, rng: np.random.Generator
) -> tuple[float, npt.NDArray[np.int64]]:
    """One start: the cost and the cluster of every point."""
    chosen = [int(rng.choice(len(points), p=weights / weights.sum()))]
    for _ in range(count - 1):  # far from those that are chosen, at random
        nearest = _distances(points, points[chosen]).min(axis=1) * weights
        chosen.append(int(rng.choice(len(points), p=nearest / nearest.sum())))
    centres, labels = points[chosen], np.full(len(points), -1)
    for _ in range(_MOST_ROUNDS):
        distances = _distances(points, centres)
        nearest = distances.argmin(axis=1)
        if (nearest == labels).all():
            break
        labels = nearest
        for cluster in range(count):
            if (labels == cluster).any():
                centres[cluster] = _medians(points[labels == cluster], weights[labels == cluster])
            else:  # nobody is near it: it goes where somebody is far from all
                centres[cluster] = points[np.argmax(distances.min(axis=1) * weights)]
    return float((_distances(points, centres).min(axis=1) * weights).sum()), labels


def _distances(points: npt.NDArray[np.float64], centres: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(np.abs(points[:, None] - centres).sum(axis=2), np.float64)


def _medians(points: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    order = np.argsort(points, axis=0, kind="stable")
    reached = np.cumsum(weights[order], axis=0) >= weights.sum() / 2
    ascending = np.take_along_axis(points, order, axis=0)
    return np.asarray(np.take_along_axis(ascending, reached.argmax(axis=0)[None], axis=0)[0], np.float64)
