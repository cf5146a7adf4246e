"""Hand strength against several opponents."""

from itertools import combinations

import numpy as np
import pytest

from pokerlab.abstraction.field import (
    averaged_field,
    effective_strengths,
    field_strengths,
    power_strengths,
    product_strengths,
    sampled_strength,
)
from pokerlab.abstraction.potential import board_potential
from pokerlab.cards.card import parse_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_CARDS, dead_combos, parse_combo
from pokerlab.cards.evaluator import rank_boards
from pokerlab.cards.strength import hand_strength
from pokerlab.errors import AbstractionError, PokerError

HAND, FLOP = "AdQc", "3h4cJh"
ANY = np.ones(1326)


def naive_share(hand, board, weights):
    """The mean share against two opponents, every pair of their hands looked at."""
    own, cards = parse_combo(hand), parse_cards(board)
    ranks = rank_boards([cards])[0].astype(int)
    live = [np.where(dead_combos(cardset((*cards, *parse_cards(hand)))), 0, given) for given in weights]
    total = won = 0.0
    for one in np.flatnonzero(live[0]):
        for other in np.flatnonzero(live[1]):
            if not {*COMBO_CARDS[one]} & {*COMBO_CARDS[other]}:
                weight = live[0][one] * live[1][other]
                best = max(ranks[own], ranks[one], ranks[other])
                total += weight
                if ranks[own] == best:
                    won += weight / (1 + (ranks[one] == best) + (ranks[other] == best))
    return won / total


def some_weights(seed):
    rng = np.random.default_rng(seed)
    return rng.random(1326) * (rng.random(1326) < 0.04)


def test_sampled_strengths_are_those_of_all_deals():
    weights = [some_weights(1), some_weights(2)]
    found = sampled_strength(HAND, FLOP, weights, samples=40_000, seed=3)
    exact = naive_share(HAND, FLOP, weights)
    assert abs(found.value - exact) < 4 * found.error
    assert found.error == pytest.approx(np.sqrt(exact * (1 - exact) / 40_000), rel=0.2)
    assert found == sampled_strength(HAND, FLOP, weights, samples=40_000, seed=3)


def test_against_one_opponent_all_ways_agree():
    exact, weights = hand_strength(HAND, FLOP).value, some_weights(4)
    own = parse_combo(HAND)
    assert exact == pytest.approx(0.585, abs=5e-4)  # Billings et al. 1998
    assert power_strengths(FLOP, None, 1)[own] == pytest.approx(exact)
    one = hand_strength(HAND, FLOP, weights).value
    assert product_strengths(FLOP, [weights])[own] == pytest.approx(one)
    assert field_strengths(FLOP, [weights])[own] == pytest.approx(one)
    found = sampled_strength(HAND, FLOP, [weights], samples=40_000)
    assert abs(found.value - one) < 4 * found.error


def test_against_five_opponents():
    """0.069 is the power (Billings et al. 1998); with every card dealt once it is less, for who has a pair or an ace
    leaves others fewer."""
    own = parse_combo(HAND)
    assert power_strengths(FLOP, None, 5)[own] == pytest.approx(0.069, abs=5e-4)
    assert product_strengths(FLOP, [ANY] * 5)[own] == pytest.approx(power_strengths(FLOP, None, 5)[own])
    truth = sampled_strength(HAND, FLOP, [ANY] * 5, samples=50_000)
    assert 0.045 < truth.value < 0.069 - 5 * truth.error


def test_product_and_field_of_different_opponents():
    """The product knows each; the field puts all into one array, each with the same weight in all."""
    tight, loose = some_weights(5), 3 * ANY
    own = parse_combo(HAND)
    each = [hand_strength(HAND, FLOP, weights).value for weights in (tight, loose)]
    assert product_strengths(FLOP, [tight, loose])[own] == pytest.approx(each[0] * each[1])
    gone = cardset(parse_cards(FLOP))
    field = averaged_field([tight, loose], gone)
    assert field.sum() == pytest.approx(1)
    assert field == pytest.approx((averaged_field([tight], gone) + averaged_field([loose], gone)) / 2)
    assert field_strengths(FLOP, [tight, loose])[own] == pytest.approx(hand_strength(HAND, FLOP, field).value ** 2)


def test_effective_strength_against_several():
    found = board_potential(FLOP, ahead=1)
    assert effective_strengths(found, 1) == pytest.approx(found.effective, nan_ok=True)
    three, own = effective_strengths(found, 3), parse_combo(HAND)
    assert three[own] == pytest.approx(found.value[own] ** 3 + (1 - found.value[own] ** 3) * found.positive[own])
    assert np.isnan(three[parse_combo("3h4c")])


def test_bad_input_is_one_line():
    aces = np.zeros(1326)
    aces[[parse_combo(f"A{a}A{b}") for a, b in combinations("cdhs", 2)]] = 1
    for bad in (
        lambda: sampled_strength(HAND, FLOP, []),
        lambda: sampled_strength(HAND, FLOP, [ANY] * 10),
        lambda: sampled_strength(HAND, FLOP, [ANY[:5]]),
        lambda: sampled_strength(HAND, FLOP, [ANY * np.nan]),
        lambda: sampled_strength(HAND, FLOP, [np.zeros(1326)]),
        lambda: sampled_strength(HAND, FLOP, [aces] * 2, samples=10),
        lambda: sampled_strength(HAND, FLOP, [ANY], samples=1),
        lambda: sampled_strength(HAND, FLOP, [ANY], seed=-1),
        lambda: sampled_strength("Ad", FLOP, [ANY]),
        lambda: sampled_strength("AdQc", "AdKc2c", [ANY]),
        lambda: power_strengths(FLOP, None, 0),
        lambda: averaged_field([ANY * 0]),
    ):
        with pytest.raises(PokerError) as caught:
            bad()
        assert "\n" not in str(caught.value)
    assert issubclass(AbstractionError, PokerError)
