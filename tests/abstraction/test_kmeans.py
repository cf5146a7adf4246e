"""k-means: the pruned search against all distances, and what fitting promises."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.abstraction.kmeans import assign, fit, ordered
from pokerlab.errors import AbstractionError


def naive_distances(points: np.ndarray, centres: np.ndarray, is_absolute: bool) -> np.ndarray:
    gaps = points[:, None, :].astype(np.float64) - centres[None]
    return np.abs(gaps).sum(axis=2) if is_absolute else (gaps**2).sum(axis=2)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(1, 60), st.booleans())
def test_the_nearest_centre_is_found(seed: int, count: int, width: int, is_absolute: bool) -> None:
    rng = np.random.default_rng(seed)
    points = np.sort(rng.random((50, width)), axis=1).astype(np.float32)
    centres = np.sort(rng.random((count, width)), axis=1).astype(np.float32)
    direction = np.ones(width, np.float32)
    if not is_absolute:
        direction /= np.float32(np.sqrt(width) * (1 + 1e-6))
    found = ordered(centres, direction, is_absolute)
    labels, distances = found.nearest(points)
    every = naive_distances(points, found.points, is_absolute)
    assert np.allclose(distances, every.min(axis=1), rtol=1e-4, atol=1e-6)
    assert np.allclose(every[np.arange(50), labels], every.min(axis=1), rtol=1e-4, atol=1e-6)
    again, _ = found.nearest(points, rng.integers(-1, count, 50).astype(np.int32))  # whatever is guessed
    assert np.allclose(every[np.arange(50), again], every.min(axis=1), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("is_absolute", [True, False])
def test_clusters_that_lie_apart_are_found(is_absolute: bool) -> None:
    rng = np.random.default_rng(0)
    middles = rng.random((5, 8)) * 100
    points = (middles[rng.integers(0, 5, 4000)] + rng.random((4000, 8))).astype(np.float32)
    weights = rng.integers(1, 25, 4000).astype(np.float64)
    found = fit(points, weights, 5, is_absolute=is_absolute, seed=3, restarts=3, threads=1)
    again = fit(points, weights, 5, is_absolute=is_absolute, seed=3, restarts=3, threads=2)
    assert (found.centres.points == again.centres.points).all()  # one seed, one result
    assert len(found.restarts) == 3
    near = naive_distances(found.centres.points, middles + 0.5, False).min(axis=1)
    assert near.max() < 1
    labels, _ = assign(found.centres, lambda: iter([(0, points[:1000]), (1000, points[1000:])]), 4000)
    for cluster in range(5):  # centres are the weighted means of their points
        here = labels == cluster
        mean = np.average(points[here], axis=0, weights=weights[here])
        assert np.allclose(mean, found.centres.points[cluster], atol=1e-2)


def test_more_clusters_than_hands_that_differ_are_refused() -> None:
    points = np.repeat(np.eye(3, dtype=np.float32), 10, axis=0)
    with pytest.raises(AbstractionError, match="4 clusters are more than the 3 hands that differ"):
        fit(points, np.ones(30), 4, is_absolute=False)


def test_without_scikit_learn_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(AbstractionError, match=r"pip install 'pokerlab\[buckets\]'"):
        fit(np.zeros((3, 2), np.float32), np.ones(3), 1, is_absolute=True)
