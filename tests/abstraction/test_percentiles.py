"""Percentiles inside cells, and streets cut into buckets, against naive twins."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.abstraction import percentile_kernels as kernels
from pokerlab.abstraction.building import _Builder
from pokerlab.abstraction.clusters import Clusterings, ClusterSettings
from pokerlab.abstraction.feature_tables import CLASS_COUNTS, feature_index
from pokerlab.abstraction.measures import Measures
from pokerlab.abstraction.notation import parse_cards
from pokerlab.abstraction.street_cuts import cut_street, percentile_levels


def naive_buckets(values: np.ndarray, weights: np.ndarray, cells: np.ndarray, count: int) -> np.ndarray:
    """int [class, way]: the share of deals of the cell below a value and half of those that have it, in `count`ths."""
    out = np.empty(cells.shape, np.int64)
    for (i, way), cell in np.ndenumerate(cells):
        deals = [(values[j], int(weights[j])) for (j, _), other in np.ndenumerate(cells) if other == cell]
        total = sum(weight for _, weight in deals)
        below = sum(weight for value, weight in deals if value < values[i])
        equal = sum(weight for value, weight in deals if value == values[i])
        out[i, way] = int(count * (Fraction(below) + Fraction(equal, 2)) / total)
    return out


@st.composite
def hands(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, np.ndarray, int, int]:
    size, ways, memories = draw(st.integers(1, 30)), draw(st.integers(1, 3)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    kind = draw(st.sampled_from([np.int16, np.int32, np.int64]))
    values = rng.integers(0, draw(st.sampled_from([2, 8, 1000])), size).astype(kind)
    weights = rng.integers(1, 25, size).astype(np.uint8)
    cells = rng.integers(0, memories, (size, ways)).astype(np.int32)
    return values, weights, cells, memories, draw(st.integers(1, 9))


@settings(max_examples=60, deadline=None)
@given(hands())
def test_percentiles_are_cut_by_deals(given_: tuple[np.ndarray, np.ndarray, np.ndarray, int, int]) -> None:
    values, weights, cells, memories, count = given_
    levels, labels = percentile_levels(values, weights, cells, memories, count)
    found = cells.copy()
    kernels.cut_cells(found, labels, levels)
    assert (found - cells * count == naive_buckets(values, weights, cells, count)).all()
    if values.dtype == np.int16:  # counted, not sorted: the same
        again, names = percentile_levels(values.astype(np.int64), weights, cells, memories, count)
        other = cells.copy()
        kernels.cut_cells(other, names, again)
        assert (other == found).all()


@settings(max_examples=40, deadline=None)
@given(hands(), st.integers(1, 4))
def test_percentiles_nest_where_one_number_divides_the_other(
    given_: tuple[np.ndarray, np.ndarray, np.ndarray, int, int], times: int
) -> None:
    values, weights, cells, _, count = given_
    fine = naive_buckets(values, weights, cells, count * times)
    assert (fine // times == naive_buckets(values, weights, cells, count)).all()


@settings(max_examples=40, deadline=None)
@given(hands())
def test_a_street_is_numbered_densely(given_: tuple[np.ndarray, np.ndarray, np.ndarray, int, int]) -> None:
    values, weights, cells, memories, count = given_
    part = parse_cards(f"1.dir-{2 * count}hsx2hs2-{count}hs.1.1").parts[1]
    other = (values * 7) % 5
    street, sights = cut_street(
        part, weights, cells, memories, lambda cut: values if cut.power == 1 else other, lambda cut: values
    )
    first = naive_buckets(values, weights, cells, 2 * count)
    inside = cells * 2 * count + first
    second = naive_buckets(other, weights, inside, 2)
    seen = inside * 2 + second
    known = np.unique(seen)
    assert (sights == np.searchsorted(known, seen)).all()
    assert street.sights == len(known)
    assert street.masses.sum() == weights.sum(dtype=np.int64) * cells.shape[1]
    kept = cells * count + first // 2  # of the first cut every second threshold is remembered
    assert street.memories == len(np.unique(kept))
    memory = street.memory_of_sight[sights]
    assert (memory == np.searchsorted(np.unique(kept), kept)).all()


class Fake:
    """Features of the first two streets with numbers that are cheap to make."""

    digest = "0" * 24

    def table(self, street: str, name: str) -> np.ndarray:
        numbers = np.arange(CLASS_COUNTS[street], dtype=np.int64)
        return numbers * 48271 % (65_537 if name == "hs2" else 101)

    def deals(self, street: str) -> np.ndarray:
        numbers = np.arange(CLASS_COUNTS[street])
        return (numbers % 24 + 1).astype(np.uint8)

    weights = deals


def test_the_flop_is_cut_inside_what_is_remembered() -> None:
    cards = parse_cards("4.8hs2x2hs.1.1")
    features = Fake()
    nobody = lambda what, done, total: None  # noqa: E731
    measures = Measures(features, nobody)  # type: ignore[arg-type]
    clusters = Clusterings(features, cards, ClusterSettings(), None, 1, nobody)  # type: ignore[arg-type]
    builder = _Builder(cards, features, measures, clusters, 1, nobody)  # type: ignore[arg-type]
    builder.add(0)
    builder.add(1)
    assert [facts.sights for facts in builder.facts] == [4, 64]
    arrays = builder.table.arrays()
    start = int(arrays["cuts"][1, 1])
    sights = arrays["labels"][start : start + CLASS_COUNTS["flop"]]
    deals = feature_index("flop").unindex(np.arange(CLASS_COUNTS["flop"]))
    before = arrays["labels"][feature_index("preflop").index(np.ascontiguousarray(deals[:, :2]))]
    assert (sights // 16 == before).all()
    weights, values = features.deals("flop"), features.table("flop", "hs2")
    for cell in range(4):
        here = before == cell
        masses = np.bincount((sights[here] % 16) // 2, weights[here], 8)
        assert abs(masses / masses.sum() - 1 / 8).max() < 1e-3
        highest = [values[here][(sights[here] % 16) // 2 == bucket].max() for bucket in range(8)]
        lowest = [values[here][(sights[here] % 16) // 2 == bucket].min() for bucket in range(8)]
        assert all(high < low for high, low in zip(highest, lowest[1:], strict=False))  # equal values are not parted


def test_before_the_flop_169_are_the_classes_of_the_matrix() -> None:
    cards = parse_cards("ir169.1.1.1")
    nobody = lambda what, done, total: None  # noqa: E731
    builder = _Builder(cards, Fake(), None, None, 1, nobody)  # type: ignore[arg-type]
    builder.add(0)
    from pokerlab.abstraction.feature_sweeps import preflop_classes
    from pokerlab.cards.combos import CLASS_OF_COMBO

    assert (builder.table.arrays()["labels"][preflop_classes()] == CLASS_OF_COMBO).all()


@pytest.mark.parametrize("count", [1, 2, 7])
def test_counted_values_have_the_same_thresholds(count: int) -> None:
    counts = np.array([[3, 0, 5, 1], [0, 0, 0, 9], [0, 0, 0, 0]], np.int64)
    levels = np.full((3, count - 1), kernels.MISSING, np.int32)
    kernels.levels_of_counts(counts, count, levels)
    for cell, row in enumerate(counts):
        below = 0
        for value, mass in enumerate(row.tolist()):
            if mass:
                bucket = int(count * (below + Fraction(mass, 2)) / int(row.sum()))
                assert sum(int(level) <= value for level in levels[cell]) == bucket
                below += mass
