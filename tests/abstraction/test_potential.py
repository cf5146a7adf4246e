"""Strength and potential of all hands of a board: equal to what is known of single hands."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.abstraction.feature_tables import find_table
from pokerlab.abstraction.features import expected_strengths
from pokerlab.abstraction.potential import board_potential
from pokerlab.cards.card import parse_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_CARDS, dead_combos
from pokerlab.cards.range_reader import parse_range
from pokerlab.cards.strength import board_strengths, expected_strength, hand_strength, potential
from pokerlab.cards.suits import PERMUTED_COMBOS, SUIT_PERMUTATIONS
from pokerlab.errors import AbstractionError, CardError


def some_weights(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.random(1326) * (rng.random(1326) < 0.4)


@pytest.mark.parametrize(
    ("board", "ahead", "hands"), [("Ks8d7c", 1, 6), ("QhJh2h", 2, 3), ("QhJh2h5c", 1, 6), ("AcAd2s2h", 2, 4)]
)
@pytest.mark.parametrize("seed", [None, 1])
def test_every_hand_is_as_alone(board, ahead, hands, seed):
    weights = None if seed is None else some_weights(seed)
    found = board_potential(board, weights, ahead=ahead)
    for hand in np.random.default_rng(3).choice(np.flatnonzero(~dead_combos(cardset(parse_cards(board)))), hands):
        one = potential(COMBO_CARDS[hand].tolist(), board, weights, ahead=ahead)
        assert found.ahead[hand] == pytest.approx(one.now.ahead)
        assert found.tied[hand] == pytest.approx(one.now.tied, abs=1e-9)
        assert found.behind[hand] == pytest.approx(one.now.behind, abs=1e-9)
        assert found.value[hand] == pytest.approx(one.now.value)
        assert found.positive[hand] == pytest.approx(one.positive, abs=1e-9)
        assert found.negative[hand] == pytest.approx(one.negative, abs=1e-9)
        assert found.effective[hand] == pytest.approx(one.effective)


def test_a_river_has_nothing_to_come():
    weights = some_weights(4)
    found = board_potential("Ks8d7c3h2c", weights)
    alive = ~np.isnan(found.value)
    for hand in np.flatnonzero(alive)[::200]:
        alone = hand_strength(COMBO_CARDS[hand].tolist(), "Ks8d7c3h2c", weights)
        assert found.effective[hand] == pytest.approx(alone.value)
    assert alive.sum() == 1081
    assert not found.positive[alive].any()
    assert not found.negative[alive].any()


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.integers(1, 23), st.floats(0.01, 100))
def test_renaming_suits_and_scaling_weights_change_nothing(seed, renaming, scale):
    rng = np.random.default_rng(seed)
    board = rng.permutation(52)[:4]
    weights = rng.random(1326)
    suits = SUIT_PERMUTATIONS[renaming]
    renamed = np.empty(1326)
    renamed[PERMUTED_COMBOS[renaming]] = weights
    ours = board_potential(board.tolist(), weights)
    theirs = board_potential([int(card & ~3 | suits[card & 3]) for card in board], scale * renamed)
    for name in ("value", "positive", "negative", "effective"):
        np.testing.assert_allclose(getattr(theirs, name)[PERMUTED_COMBOS[renaming]], getattr(ours, name), atol=1e-9)


def test_hands_without_an_opponent_have_no_number():
    found = board_potential("Ks8d7c3h", parse_range("AA"))
    aces = [hand for hand in range(1326) if (COMBO_CARDS[hand] >> 2 == 12).any()]
    both = [hand for hand in aces if (COMBO_CARDS[hand] >> 2 == 12).all()]
    assert not np.isnan(found.value[both]).any()  # the two other aces
    assert np.isnan(board_potential("Ks8d7c3h", parse_range("AcAd")).value[aces]).sum() > 0
    assert np.isnan(board_potential("Ks8d7c3h", np.zeros(1326)).effective).all()
    assert np.isnan(found.value[dead_combos(cardset(parse_cards("Ks8d7c3h")))]).all()


@pytest.mark.parametrize(
    ("board", "weights", "ahead", "text"),
    [
        ("Ks8d", None, 2, "2 cards, at least 3 needed"),
        ("Ks8d7c", None, 0, "0 cards ahead"),
        ("Ks8d7c", np.ones(3), 2, "1326 finite numbers"),
        ("Ks8d7c", np.full(1326, -1.0), 2, "1326 finite numbers"),
        ("Ks8d7c", np.full(1326, np.nan), 2, "1326 finite numbers"),
    ],
)
def test_what_cannot_be_is_refused(board, weights, ahead, text):
    with pytest.raises(AbstractionError, match=text):
        board_potential(board, weights, ahead=ahead)


def test_boards_that_cannot_be_are_refused():
    for board in ("KsKs8d", "Ks8d7c3h2c4c", "Xx8d7c"):
        with pytest.raises(CardError):
            board_potential(board)


@pytest.mark.parametrize("board", ["Ks8d7c", "QhJh2h5c", "Ks8d7c3h2c"])
def test_expected_strengths_without_tables(board, monkeypatch, tmp_path):
    monkeypatch.setenv("POKERLAB_DATA_DIR", str(tmp_path))
    found = expected_strengths(board)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, expected_strength(board), rtol=1e-6)
    if len(board) == 10:
        np.testing.assert_array_equal(found, board_strengths(board).astype(np.float32))
    with pytest.raises(AbstractionError, match="at least 3 needed"):
        expected_strengths("Ks8d")
    assert find_table("river", "points").most == 1980
