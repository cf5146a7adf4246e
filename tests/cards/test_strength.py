"""Hand strength and potential: the published example, and naive twins."""

from itertools import combinations

import numpy as np
import pytest

import naive
from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import COMBO_CARDS, parse_combo
from pokerlab.cards.preflop import class_table
from pokerlab.cards.strength import (
    board_strengths,
    expected_strength,
    hand_strength,
    potential,
    preflop_strength,
    river_strengths,
    strength_histograms,
)
from pokerlab.errors import CardError

HAND, FLOP = "AdQc", "3h4cJh"


def test_published_example_of_hand_strength():
    """Billings et al., Opponent Modeling in Poker (1998), section on hand strength: Ad Qc on 3h 4c Jh."""
    strength = hand_strength(HAND, FLOP)
    assert (strength.ahead, strength.tied, strength.behind) == (628, 9, 444)
    assert strength.value == pytest.approx(0.585, abs=5e-4)


def test_published_example_of_potential():
    """The same paper's table of where the 1,081 hands stand after two more cards; Ppot .208, Npot .274."""
    result = potential(HAND, FLOP)
    assert result.transitions.tolist() == [[346543, 1036, 91981], [540, 8370, 0], [169504, 3211, 449005]]
    assert result.positive == pytest.approx(0.208, abs=5e-4)
    assert result.negative == pytest.approx(0.274, abs=5e-4)
    assert result.effective == pytest.approx(0.585 + (1 - 0.585) * 0.208, abs=1e-3)


def others(hand, board):
    gone = {*hand, *board}
    return [tuple(pair) for pair in COMBO_CARDS.tolist() if not gone & set(pair)]


@pytest.mark.parametrize(("board", "cards"), [("QhJh2c9s", "KhTh"), ("7c7d2h3s", "AsAc"), ("As2s3s4s5s", "KdKh")])
def test_strength_is_the_twin_on_single_hands(board, cards):
    board, hand = parse_cards(board), parse_cards(cards)
    results = [naive.compare(hand, other, board) for other in others(hand, board)]
    strength = hand_strength(hand, board)
    assert (strength.ahead, strength.tied, strength.behind) == tuple(results.count(sign) for sign in (1, 0, -1))
    assert board_strengths(board)[parse_combo(cards)] == pytest.approx(strength.value, abs=1e-15)


@pytest.mark.parametrize("ahead", [1, 2])
def test_potential_on_the_turn_is_the_twin(ahead):
    board, hand = parse_cards("QhJh2c9s"), parse_cards("KhTd")
    weights = np.random.default_rng(1).integers(0, 3, 1326).astype(float)
    expected = np.zeros((3, 3))
    for index, pair in enumerate(COMBO_CARDS.tolist()):
        if {*pair} & {*hand, *board} or index % 7:  # every seventh hand keeps the twin quick
            continue
        for river in range(52):
            if river not in {*pair, *hand, *board}:
                now = naive.compare(hand, tuple(pair), board)
                later = naive.compare(hand, tuple(pair), (*board, river))
                expected[now + 1, later + 1] += weights[index]
    weights[np.arange(1326) % 7 != 0] = 0
    assert (potential(hand, board, weights, ahead=ahead).transitions == expected).all()


def test_potential_to_the_turn_is_the_twin():
    board, hand = parse_cards("QhJh2c"), parse_cards("KhTd")
    weights = (np.arange(1326) % 11 == 0).astype(float)
    expected = np.zeros((3, 3))
    for index in np.flatnonzero(weights):
        pair = tuple(COMBO_CARDS[index].tolist())
        for turn in range(52):
            if not {*pair, turn} & {*hand, *board} and turn not in pair:
                now = naive.compare(hand, pair, board)
                expected[now + 1, naive.compare(hand, pair, (*board, turn)) + 1] += 1
    assert (potential(hand, board, weights, ahead=1).transitions == expected).all()


def test_expected_strength_and_histogram_are_those_of_the_rivers():
    board = parse_cards("7c7d2h3s")
    boards, strengths = river_strengths(board)
    assert boards.shape == (48, 5)
    alive = ~np.isnan(strengths)
    for hand in (parse_combo("AsAc"), parse_combo("6h5h"), parse_combo("7h2c")):
        values = []
        for river in range(52):
            if river not in {*board, *COMBO_CARDS[hand].tolist()}:
                values.append(hand_strength(COMBO_CARDS[hand].tolist(), (*board, river)).value)
        assert sorted(strengths[alive[:, hand], hand]) == pytest.approx(sorted(values), abs=1e-15)
        assert expected_strength(board)[hand] == pytest.approx(np.mean(values), abs=1e-14)
        assert expected_strength(board, power=2)[hand] == pytest.approx(np.mean(np.square(values)), abs=1e-14)
        counts = np.histogram(np.array(values) + 1e-12, bins=10, range=(0, 1 + 1e-9))[0]
        assert strength_histograms(board, 10)[hand].tolist() == counts.tolist()
    assert np.isnan(expected_strength(board)[parse_combo("7c6c")])
    assert strength_histograms(board, 10)[parse_combo("7c6c")].sum() == 0


def test_flop_histograms_count_every_run_out():
    histograms = strength_histograms("QhJh2c", 20)
    alive = ~np.isnan(board_strengths("QhJh2c"))
    assert set(histograms[alive].sum(axis=1)) == {1081}


def test_expected_strength_is_equity_against_a_random_hand():
    from pokerlab.cards.equity import equity

    values = expected_strength(FLOP)
    assert values[parse_combo(HAND)] == pytest.approx(equity([HAND, "*"], FLOP).players[0].equity, abs=1e-12)


def test_preflop_strength_is_the_class_table():
    assert preflop_strength() == pytest.approx(class_table().equity_versus_random(), abs=1e-12)
    squares = preflop_strength(power=2)
    assert (squares > class_table().equity_versus_random() ** 2).all()
    assert squares.argmax() == 0  # aces


def test_one_river_is_its_own_expectation():
    board = "As2s3s4s9d"
    strengths = board_strengths(board)
    assert np.allclose(expected_strength(board), strengths, equal_nan=True)
    pairs = list(combinations(sorted(strengths[~np.isnan(strengths)]), 2))
    assert all(low <= high for low, high in pairs[:100])


@pytest.mark.parametrize(
    ("hand", "board", "message"),
    [
        ("AdQc", "3h4c", "at least 3 needed"),
        ("AdQc", "Ad3h4c", "'Ad' occurs twice in hand and board"),
        ("Ad", "3h4cJh", "two cards are needed"),
        ("AdQc", "3h4cJh2c3c4d", "at most 5"),
    ],
)
def test_bad_input(hand, board, message):
    with pytest.raises(CardError, match=message):
        hand_strength(hand, board)


def test_no_potential_on_the_river_and_no_opponent():
    with pytest.raises(CardError, match="no cards to come"):
        potential("AdQc", "3h4cJh2c5d")
    with pytest.raises(CardError, match="no opposing hand"):
        hand_strength("AdQc", "3h4cJh", np.zeros(1326))
