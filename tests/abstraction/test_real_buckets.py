"""Buckets of hold'em from the real tables: whole names, built and looked up. Minutes, and the tables of features, which
are taken from the user's directory where they are built."""

from itertools import combinations

import numpy as np
import pytest

from pokerlab.abstraction.buckets import Buckets
from pokerlab.abstraction.building import build_buckets
from pokerlab.abstraction.feature_build import FeaturesJob
from pokerlab.abstraction.feature_tables import feature_index
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.measures import Measures
from pokerlab.abstraction.notation import Cut, CutKind, parse_cards
from pokerlab.abstraction.public_boards import _orbit_sizes, board_indexer, transitions
from pokerlab.abstraction.spot_buckets import SpotBuckets
from pokerlab.cards.combos import CLASS_OF_COMBO, COMBO_CARDS, combo_index
from pokerlab.cards.strength import preflop_strength
from pokerlab.errors import AbstractionError

pytestmark = pytest.mark.slow
DEALS = 200_000


@pytest.fixture(scope="module")
def features(tmp_path_factory):
    try:
        return Features.open()
    except AbstractionError:
        directory = tmp_path_factory.mktemp("features")
        FeaturesJob(directory=str(directory), ochs=True).run()
        return Features.open(directory)


@pytest.fixture(scope="module")
def dealt():
    """uint8 [deal, 7]: hand, flop, turn, river."""
    rng = np.random.default_rng(1)
    return np.argsort(rng.random((DEALS, 52)), axis=1)[:, :7].astype(np.uint8)


def sights_of(buckets: Buckets, dealt):
    return buckets.deals(dealt[:, :2].copy(), dealt[:, 2:].copy())


def value_of(features, dealt, street, cut):
    """What a cut goes by, of each deal on a street."""
    size = 4 + street
    index = feature_index(("preflop", "flop", "turn", "river")[street]).index(np.ascontiguousarray(dealt[:, :size]))
    return Measures(features).values(street, cut)[index]


def test_nested_percentiles_are_cut_inside_what_is_remembered(features, dealt):
    """On every street: within what was seen before, more strength is never a lower bucket, hands of equal strength are
    in one, and the parts are equal but for ties and the error of the sample."""
    buckets = build_buckets("2.4.8.16", features)
    sights = sights_of(buckets, dealt)
    assert buckets.sights == tuple(facts.sights for facts in buckets.streets)
    for street, count in ((1, 4), (2, 8), (3, 16)):
        cut = Cut(CutKind.PERCENTILES, count, 1 if street == 3 else 2)
        values = value_of(features, dealt, street, cut)
        for before in np.unique(sights[:, street - 1]):
            here = np.flatnonzero(sights[:, street - 1] == before)
            order = here[np.argsort(values[here], kind="stable")]
            seen = sights[order, street]
            assert (np.diff(seen) >= 0).all()
            assert seen.max() - seen.min() < count
            for sight in np.unique(seen):
                assert len(np.unique(seen[values[order] == values[order][seen == sight][0]])) == 1
        shares = np.bincount(sights[:, street], minlength=buckets.sights[street]) / DEALS
        expected = buckets.streets[street].shares
        assert np.abs(shares - expected).max() < 5 * np.sqrt(expected.max() / DEALS)
    again = sights[:200]
    for row, deal in zip(again, dealt[:200].tolist(), strict=True):
        for street, size in enumerate((0, 3, 4, 5)):
            assert buckets.one(deal[:2], deal[2 : 2 + size]) == row[street]
            assert buckets.hands(deal[2 : 2 + size])[combo_index(*deal[:2])] == row[street]


def test_percentiles_to_the_deal(features):
    """All flops of `ir8.ir8.ir8.8`, cut by a plain sort of all 1,286,792 classes."""
    buckets = build_buckets("ir8.ir8.ir8.8", features)
    values = Measures(features).values(1, Cut(CutKind.PERCENTILES, 8, 2))
    weights = np.asarray(features.deals("flop"), np.int64)
    order = np.argsort(values, kind="stable")
    masses = dict.fromkeys(range(8), 0)
    below, place = 0, 0
    total = int(weights.sum())
    while place < len(order):
        end = place
        while end < len(order) and values[order[end]] == values[order[place]]:
            end += 1
        mass = int(weights[order[place:end]].sum())
        masses[8 * (2 * below + mass) // (2 * total)] += mass
        below, place = below + mass, end
    assert list(masses.values()) == buckets.streets[1].masses.tolist()


def test_names_judged_without_being_built_are_those_that_are(features, tmp_path):
    board = (0, 5, 22)
    for text in ("ir169.ir20.ir20hs.20", "ir169.iremd20.irpa20.20"):
        name = parse_cards(text)
        built = build_buckets(name, features, directory=tmp_path)
        asked = SpotBuckets(name, features, directory=tmp_path)
        for lying in (board, (*board, 40), (*board, 40, 51)):
            assert np.array_equal(built.hands(lying), asked.hands(lying)), (text, lying)


def test_boards_are_clustered_by_where_hands_go(features):
    """Transitions of three flops counted hand by hand; clusters of turns lie inside those of their flops."""
    tables, weights = transitions(features, 1)
    assert weights.sum() == 22_100
    cut = Cut(CutKind.PERCENTILES, 10, 2)
    parts = []
    for street, name in ((0, "preflop"), (1, "flop")):
        values, deals = Measures(features).values(street, cut), np.asarray(features.deals(name), np.int64)
        distinct, where = np.unique(values, return_inverse=True)
        masses = np.bincount(where, deals, len(distinct)).astype(np.int64)
        parts.append((10 * (2 * (np.cumsum(masses) - masses) + masses) // (2 * masses.sum()))[where])
    indexer = board_indexer(1)
    for board in (indexer.unindex(np.array([17]))[0], indexer.unindex(np.array([900]))[0]):
        counts = np.zeros((10, 10))
        for cards in COMBO_CARDS:
            if not set(cards.tolist()) & set(board.tolist()):
                before = feature_index("preflop").index(cards[None].astype(np.uint8))[0]
                after = feature_index("flop").index(np.array([[*cards, *board]], np.uint8))[0]
                counts[parts[0][before], parts[1][after]] += 1
        np.testing.assert_allclose(tables[indexer.index(board[None])[0]], counts / counts.sum(), atol=1e-6)
    buckets = build_buckets("ir169.dir-pub4x3-pub4x1.dir-pub2x2-pub2x1.4", features)
    assert buckets.sights[1:] == (12, 16, 32)
    memories = {}
    for flop in list(combinations(range(0, 52, 5), 3))[:40]:
        hands = buckets.hands(flop)
        assert len(np.unique(hands[hands >= 0] // 3)) == 1  # a board has one cluster, and three buckets inside it
        turn = next(card for card in range(52) if card not in flop)
        later = buckets.hands((*flop, turn))
        memories.setdefault(int(hands.max()) // 3, set()).add(int(later.max()) // 4)
    assert all(clusters <= {flop} for flop, clusters in memories.items())


def test_orbits_of_boards_add_up():
    for street, count in ((1, 22_100), (2, 22_100 * 49)):
        indexer = board_indexer(street)
        assert _orbit_sizes(indexer.unindex(np.arange(indexer.size))).sum() == count


def test_before_the_flop_classes_are_in_order_of_strength(features):
    buckets = build_buckets("8hs.1.1.1", features)
    strength = preflop_strength()[CLASS_OF_COMBO]
    sights = buckets.hands()
    order = np.argsort(strength, kind="stable")
    assert (np.diff(sights[order]) >= 0).all()
    assert len(np.unique(sights)) == 8
