"""Deals up to suits: sizes known from the literature, the inverse, the twin, and numbers that must never change."""

import hashlib
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from pokerlab.cards.card import format_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import CLASS_OF_COMBO, COMBO_CARDS
from pokerlab.cards.isomorphism import (
    FLOP,
    PREFLOP,
    RIVER,
    RIVER_FORGETFUL,
    TURN,
    TURN_FORGETFUL,
    HandIndexer,
)
from pokerlab.cards.ranges import Range
from pokerlab.cards.suits import (
    ALL_SYMMETRIES,
    PERMUTED_COMBOS,
    SUIT_PERMUTATIONS,
    all_deals,
    distinct_deals,
    suit_symmetries,
)
from pokerlab.errors import CardError

# Waugh: A Fast and Optimal Hand Isomorphism Algorithm (2013), and Gilpin, Sandholm: Lossless abstraction of imperfect
# information games (2007), give these numbers of canonical hands and boards.
SIZES = {
    PREFLOP: 169,
    FLOP: 1_286_792,
    TURN: 55_190_538,
    RIVER: 2_428_287_420,
    TURN_FORGETFUL: 13_960_050,
    RIVER_FORGETFUL: 123_156_254,
    (3,): 1_755,
    (4,): 16_432,
    (5,): 134_459,
}


def random_deals(count: int, size: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.argpartition(rng.random((count, 52)), size, axis=1)[:, :size].astype(np.uint8)


@pytest.mark.parametrize("rounds", SIZES)
def test_known_sizes(rounds):
    assert HandIndexer(*rounds).size == SIZES[rounds]


@pytest.mark.parametrize("rounds", [PREFLOP, FLOP, (3,), (4,), (5,), (1,), (2, 1), (1, 1, 1, 1)])
def test_index_inverts_unindex_on_every_class(rounds):
    indexer = HandIndexer(*rounds)
    indices = np.arange(indexer.size)
    assert (indexer.index(indexer.unindex(indices)) == indices).all()


@pytest.mark.parametrize("rounds", [TURN, RIVER, TURN_FORGETFUL, RIVER_FORGETFUL, (2, 2, 3), (7,)])
def test_index_inverts_unindex_on_random_classes(rounds):
    indexer = HandIndexer(*rounds)
    indices = np.concatenate([np.random.default_rng(1).integers(0, indexer.size, 200_000), [0, indexer.size - 1]])
    assert (indexer.index(indexer.unindex(indices)) == indices).all()


@pytest.mark.parametrize("rounds", [*SIZES, (2, 2, 3)])
def test_equal_index_means_equal_up_to_suits(rounds):
    """The twin: the least of all 24 renamings is the same for two deals exactly if their index is."""
    indexer = HandIndexer(*rounds)
    deals = random_deals(300, indexer.cards, seed=2)
    rng = np.random.default_rng(3)
    renamed = np.array([naive.rename(tuple(deal), tuple(rng.permutation(4))) for deal in deals.tolist()])
    shuffled = renamed.copy()
    first = 0
    for count in rounds:
        shuffled[:, first : first + count] = rng.permuted(renamed[:, first : first + count], axis=1)
        first += count
    assert (indexer.index(shuffled) == indexer.index(deals)).all()
    forms = [naive.smallest_renaming(tuple(deal), rounds) for deal in deals.tolist()]
    indices = indexer.index(deals).tolist()
    assert len(set(zip(forms, indices, strict=True))) == len(set(forms)) == len(set(indices))
    for deal, form in zip(indexer.unindex(indices).tolist(), forms, strict=True):
        assert naive.smallest_renaming(tuple(deal), rounds) == form


def test_every_flop_has_its_class():
    """All 22,100 flops fall into 1,755 classes, and the twin agrees on which."""
    indexer = HandIndexer(3)
    flops = np.array(list(combinations(range(52), 3)), np.uint8)
    indices = indexer.index(flops)
    assert len(np.unique(indices)) == 1755
    forms: dict[int, set] = {}
    for flop, index in zip(flops.tolist(), indices.tolist(), strict=True):
        forms.setdefault(index, set()).add(naive.smallest_renaming(tuple(flop), (3,)))
    assert all(len(form) == 1 for form in forms.values())


def test_preflop_classes_are_the_169():
    indices = HandIndexer(2).index(COMBO_CARDS)
    assert len(set(zip(indices.tolist(), CLASS_OF_COMBO.tolist(), strict=True))) == 169


def test_the_index_is_stable():
    """Tables are keyed by it: these numbers must never change."""
    river = HandIndexer(*RIVER).index(random_deals(1000, 7, seed=4))
    flop = HandIndexer(*FLOP).unindex(np.arange(0, 1_286_792, 997))
    forgetful = HandIndexer(*RIVER_FORGETFUL).index(random_deals(1000, 7, seed=5))
    digests = [hashlib.sha256(array.tobytes()).hexdigest()[:16] for array in (river, flop, forgetful)]
    assert digests == ["e3cc17cb3872fb32", "b4bc3e9ffdfaceae", "ab5f5a07ae29b37f"]


def test_canonical_deals_read_well():
    assert format_cards(HandIndexer(3).canonical("2c3d4h")) == format_cards(HandIndexer(3).canonical("4s3h2d"))
    assert HandIndexer(2, 3).canonical("AcKcQcJcTc") == HandIndexer(2, 3).canonical("KhAhThQhJh")
    assert format_cards(HandIndexer(2).canonical("AcKc")) == "AsKs"
    assert format_cards(HandIndexer(2).canonical("7d2c")) == "7s2h"


@pytest.mark.parametrize("rounds", [(), (0,), (2, 6), (2, 0)])
def test_rounds_that_cannot_be(rounds):
    with pytest.raises(CardError, match="cannot be indexed"):
        HandIndexer(*rounds)


def test_wrong_arrays():
    with pytest.raises(CardError, match=r"deals of HandIndexer\(2,\) must be an array \[n, 2\], not \[1, 3\]"):
        HandIndexer(2).index([[1, 2, 3]])
    with pytest.raises(CardError, match="no cards"):
        HandIndexer(2).index([[1, 99]])
    with pytest.raises(CardError, match=r"0\.\.168"):
        HandIndexer(2).unindex([169])
    with pytest.raises(CardError, match="whole numbers"):
        HandIndexer(2).unindex([0.5])
    with pytest.raises(CardError, match="no cards"):
        HandIndexer(2).index(np.array([[1, 256]]))
    with pytest.raises(CardError, match="takes 2 cards, not 1"):
        HandIndexer(2).canonical("As")


def test_permuted_hands():
    for permutation, row in zip(SUIT_PERMUTATIONS.tolist(), PERMUTED_COMBOS, strict=True):
        for combo in (0, 77, 1325):
            expected = {c & ~3 | permutation[c & 3] for c in COMBO_CARDS[combo].tolist()}
            assert set(COMBO_CARDS[row[combo]].tolist()) == expected


@pytest.mark.parametrize(
    ("text", "board", "count"),
    [("QQ+,AKs", "", 24), ("QQ+", "7c5c2c", 6), ("QQ+", "7c5d2h", 1), ("QQ+", "7c5c2h", 2), ("AhKh", "", 6)],
)
def test_suit_symmetries(text, board, count):
    from pokerlab.cards.card import parse_cards

    assert len(suit_symmetries([Range.parse(text).weights], [cardset(parse_cards(board))])) == count


@given(st.sets(st.integers(0, 51), max_size=4), st.integers(0, 2))
def test_distinct_deals_stand_for_all_deals(gone, count):
    mask = cardset(gone)
    symmetries = suit_symmetries([], [mask])
    deals, sizes = distinct_deals(count, mask, symmetries)
    everything = all_deals(count, mask)
    assert sizes.sum() == len(everything)
    orbits = {
        min(tuple(sorted(naive.rename(tuple(deal), tuple(p)))) for p in SUIT_PERMUTATIONS[symmetries].tolist())
        for deal in everything.tolist()
    }
    assert len(orbits) == len(deals)


def test_boards_up_to_suits():
    """134,459 boards stand for all 2,598,960."""
    deals, sizes = distinct_deals(5, 0, ALL_SYMMETRIES)
    assert (len(deals), sizes.sum()) == (134_459, 2_598_960)
    assert len(np.unique(HandIndexer(5).index(deals))) == 134_459


@pytest.mark.parametrize("rounds", [FLOP, TURN_FORGETFUL, RIVER_FORGETFUL])
def test_all_hands_of_boards_have_the_index_of_single_deals(rounds):
    indexer = HandIndexer(*rounds)
    suited = np.array([[0, 4, 8, 12, 16], [0, 1, 2, 3, 4], [51, 50, 47, 43, 0]], np.uint8)[:, : rounds[1]]
    boards = np.vstack([random_deals(20, rounds[1], seed=8), suited])
    found = indexer.index_boards(boards)
    for board, row in zip(boards, found, strict=True):
        alive = ~np.isin(COMBO_CARDS, board).any(axis=1)
        deals = np.column_stack([COMBO_CARDS[alive], np.broadcast_to(board, (alive.sum(), rounds[1]))])
        np.testing.assert_array_equal(row[alive], indexer.index(deals.astype(np.uint8)))
        assert (row[~alive] == -1).all()


def test_boards_of_other_rounds_are_refused():
    with pytest.raises(CardError, match="does not know hands of two cards on boards"):
        HandIndexer(*TURN).index_boards(["Ks8d7c3h"])
    with pytest.raises(CardError):
        HandIndexer(*FLOP).index_boards(["Ks8d7c3h"])
    with pytest.raises(CardError):
        HandIndexer(*FLOP).index_boards(["KsKs7c"])
