"""ICM: known values, the naive recursion as twin, quadrature against subsets, and what must hold for all stacks."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.errors import TournamentError
from pokerlab.tournament import icm as model
from pokerlab.tournament.icm import (
    IcmMethod,
    bubble_factors,
    deal,
    equities,
    icm,
    place_probabilities,
    value_of_changes,
)
from pokerlab.tournament.payouts import parse_payouts


def naive_equity(stacks, prizes, player):
    """The recursion as it is written in textbooks, in fractions."""
    total = sum(stacks.values())
    equity = Fraction(stacks[player]) / total * prizes[0]
    for other in stacks:
        if other != player and len(prizes) > 1:
            rest = {seat: stack for seat, stack in stacks.items() if seat != other}
            equity += Fraction(stacks[other]) / total * naive_equity(rest, prizes[1:], player)
    return equity


def naive(stacks, prizes):
    seats = dict(enumerate(map(Fraction, stacks)))
    return [float(naive_equity(seats, [Fraction(prize) for prize in prizes], player)) for player in seats]


def test_three_players():
    # a textbook example: 5000/3000/2000 for 50/30/20
    assert equities([5000, 3000, 2000], [50, 30, 20]) == pytest.approx([38.392857, 32.75, 28.857143], abs=5e-7)


def test_four_players():
    expected = [30.380952, 27.785714, 24, 17.833333]
    assert equities([4000, 3000, 2000, 1000], [40, 30, 20, 10]) == pytest.approx(expected, abs=5e-7)


stack_lists = st.lists(st.integers(1, 5000), min_size=2, max_size=6)


@given(stack_lists, st.lists(st.integers(0, 100), min_size=1, max_size=6))
def test_every_method_equals_the_naive_recursion(stacks, prizes):
    prizes = sorted(prizes, reverse=True)[: len(stacks)]
    if not prizes[0]:
        prizes[0] = 1
    expected = naive(stacks, prizes)
    for method in IcmMethod:
        result = icm(stacks, prizes, method=method)
        assert result.equities == pytest.approx(expected, abs=1e-6)
        assert np.abs(result.equities - expected).max() <= max(result.error, 1e-9)


@given(stack_lists)
def test_equities_add_up_keep_order_and_ignore_the_unit(stacks):
    prizes = parse_payouts("winner", len(stacks)) if len(stacks) < 3 else parse_payouts("sng", len(stacks))
    values = equities(stacks, prizes)
    assert values.sum() == pytest.approx(sum(prizes))
    assert (np.argsort(np.argsort(values)) == np.argsort(np.argsort(stacks))).all() or len(set(stacks)) < len(stacks)
    assert equities([7 * stack for stack in stacks], prizes) == pytest.approx(values)


@given(stack_lists)
def test_places_are_a_doubly_stochastic_matrix_whose_first_column_is_the_chips(stacks):
    chances = place_probabilities(stacks)
    assert chances.sum(axis=0) == pytest.approx(np.ones(len(stacks)))
    assert chances.sum(axis=1) == pytest.approx(np.ones(len(stacks)))
    assert chances[:, 0] == pytest.approx(np.array(stacks) / sum(stacks))
    prizes = list(range(len(stacks), 0, -1))
    assert chances @ prizes == pytest.approx(equities(stacks, prizes))


def test_large_fields_agree_with_subsets_and_fill_every_prize(monkeypatch):
    rng = np.random.default_rng(0)
    stacks = rng.integers(1, 20_000, 18).tolist()
    prizes = [40, 25, 15, 10, 6, 4]
    exact = icm(stacks, prizes, method=IcmMethod.SUBSETS)
    smooth = icm(stacks, prizes, method=IcmMethod.QUADRATURE)
    assert smooth.equities == pytest.approx(exact.equities, abs=1e-7)
    many = rng.integers(100, 50_000, 400).tolist()
    paid = np.linspace(20, 1, 60).tolist()
    result = icm(many, paid)
    assert result.method is IcmMethod.QUADRATURE
    assert result.equities.sum() == pytest.approx(sum(paid), abs=1e-6)
    assert result.error < 1e-5
    chances = place_probabilities(many[:30], 3)
    assert chances.sum(axis=0) == pytest.approx(np.ones(3), abs=1e-6)
    assert chances[:, 0] == pytest.approx(np.array(many[:30]) / sum(many[:30]), abs=1e-6)


def test_very_uneven_large_fields():
    stacks = [10**6] + [1] * 25
    result = icm(stacks, [3, 2, 1])
    assert result.equities.sum() == pytest.approx(6, abs=1e-6)
    assert result.equities[1:] == pytest.approx(np.full(25, result.equities[1]))


def exact_equities(stacks, prizes):
    """The model by sets of players, in fractions: what a place is worth does not depend on the order before it."""
    chips = [Fraction(stack) for stack in stacks]
    found = [Fraction(0)] * len(chips)
    chances = {frozenset(): Fraction(1)}
    for prize in prizes:
        after = {}
        for ahead, chance in chances.items():
            left = [player for player in range(len(chips)) if player not in ahead]
            total = sum(chips[player] for player in left)
            for player in left:
                part = chance * chips[player] / total
                found[player] += part * Fraction(prize)
                after[ahead | {player}] = after.get(ahead | {player}, 0) + part
        chances = after
    return found


def check_stated_error(stacks, prizes):
    expected = exact_equities(stacks, prizes)
    for method in IcmMethod:
        result = icm(stacks, prizes, method=method)
        worst = max(abs(Fraction(float(a)) - b) for a, b in zip(result.equities, expected, strict=True))
        assert worst <= result.error, method
        assert result.error <= 1e-7 * sum(prizes)


fractional = st.floats(1e-6, 1e6)
wide = st.floats(-25, 25).map(lambda power: 10**power)


@settings(max_examples=300)
@given(st.lists(fractional | wide, min_size=2, max_size=6), st.lists(st.floats(0, 1e6), min_size=1, max_size=6))
def test_the_stated_error_is_a_bound(stacks, prizes):
    prizes = sorted((prize for prize in prizes if prize > 1e-3), reverse=True)[: len(stacks)] or [1.0]
    check_stated_error(stacks, prizes)


@pytest.mark.parametrize(
    ("stacks", "prizes"),
    [
        ([1e16, 1, 1, 1], [4, 3, 2, 1]),  # one who has all the chips
        ([1e30, 1e-30, 1, 1e15], [50, 30, 20]),
        ([0.1] * 5 + [0.3] * 4, [50, 30, 20]),
        ([1 / 3, 0.1, 7.7, 1e-9, 123.456, 1e9, 2.5, 0.7, 0.07, 1e-3], [9, 8, 7, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_the_stated_error_of_uneven_fields(stacks, prizes):
    check_stated_error(stacks, prizes)
    assert place_probabilities(stacks).sum(axis=0) == pytest.approx(np.ones(len(stacks)))
    assert place_probabilities(stacks).sum(axis=1) == pytest.approx(np.ones(len(stacks)))
    assert deal(stacks, prizes).icm.sum() == pytest.approx(sum(prizes))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: icm([1e308, 1e308], [1]), r"stack 1 is 1e\+308"),
        (lambda: icm([1, 5e-324], [1]), "stack 2 is"),
        (lambda: icm([1, 2], [1e308, 1e308]), r"prize 1 is 1e\+308"),
        (lambda: icm([1, 2], [float("nan")]), "prize 1 is nan"),
        (lambda: icm([10**400, 1], [1]), "stacks are a list of numbers"),
        (lambda: icm(np.ones(1_000_001), [1]), "a field has at most 1,000,000 players"),
        (lambda: icm(np.ones(100_000), np.ones(20_000)), "100,000 players and 20,000 places: .* steps, at most"),
        (lambda: place_probabilities(np.ones(20_000), 3), "20,000 players and 3 places"),
        (lambda: bubble_factors(np.ones(51), [1]), "every pair of 51 players: at most 50"),
        (lambda: icm(np.ones(20), np.ones(10), method=IcmMethod.RECURSION), "more than 100,000,000 sequences"),
        (lambda: parse_payouts("satellite:100000000", 9), "'satellite:100000000' needs"),
        (lambda: parse_payouts("satellite:" + "9" * 5000, 9), "needs the number of seats"),
        (lambda: parse_payouts("don", 10**8), "a field has at most"),
        (lambda: value_of_changes([5, 3], [1], [float("nan"), 0]), "adding up to 0"),
        (lambda: value_of_changes([5, 3], [1], [float("inf"), float("-inf")]), "adding up to 0"),
    ],
)
def test_what_is_beyond_numbers_or_time_is_refused(call, message):
    with pytest.raises(TournamentError, match=message) as error:
        call()
    assert "\n" not in str(error.value)


def test_a_hundred_thousand_players_take_a_moment():
    """Three prizes: few steps, whatever the field."""
    result = icm(np.arange(1.0, 100_001.0), [50, 30, 20])
    assert abs(result.equities.sum() - 100) <= 100_000 * result.error
    assert result.error <= 1e-6


def test_winner_takes_all_is_chips():
    assert equities([3, 1], [100]) == pytest.approx([75, 25])
    assert bubble_factors([3, 1, 5], [1])[0, 1:] == pytest.approx([1, 1])


def test_bubble_factors_of_a_double_or_nothing():
    # Six equal stacks, five equal prizes: losing costs 5/6 of a prize, winning gains 1/6 (Moravcik 2011, section
    # 5.1.1).
    factors = bubble_factors([1000] * 6, parse_payouts("satellite:5", 6))
    assert factors[0, 1:] == pytest.approx(np.full(5, 5.0))
    assert np.isnan(factors[0, 0])


def test_value_of_chips_that_move():
    change = value_of_changes([5000, 3000, 2000], [50, 30, 20], [-2000, 0, 2000])
    assert change.sum() == pytest.approx(0)
    assert change[0] < 0 < change[2]
    assert change[1] != pytest.approx(0)  # who is not involved gains or loses too
    broke = value_of_changes([5000, 3000, 2000], [50, 30, 20], [2000, 0, -2000])
    assert broke[2] == pytest.approx(20 - 28.857143, abs=1e-6)


def test_broke_players_are_placed_by_what_they_began_with():
    values = model.after_hand(np.array([[9.0, 0, 0, 0]]), np.array([3.0, 2, 1, 3]), [50, 30, 20])[0]
    assert values.tolist() == [50, 20, 0, 30]
    tied = model.after_hand(np.array([[9.0, 0, 0]]), np.array([5.0, 2, 2]), [50, 30, 20])[0]
    assert tied.tolist() == [50, 25, 25]
    starts = np.arange(1.0, 26)
    ends = np.zeros((1, 25))
    ends[0, 20:] = 1
    many = model.after_hand(ends, starts, [5, 4, 3, 2, 1, 0.5])[0]
    assert many[19] == 0.5
    assert many.sum() == pytest.approx(15.5)


def test_deals():
    proposal = deal([5000, 3000, 2000], [50, 30, 20])
    assert proposal.icm == pytest.approx([38.392857, 32.75, 28.857143], abs=5e-7)
    assert proposal.chips == pytest.approx([40, 32, 28])
    assert proposal.equal == pytest.approx([100 / 3] * 3)
    aside = deal([5000, 3000, 2000], [50, 30, 20], set_aside=10)
    for part in (aside.icm, aside.chips, aside.equal):
        assert part.sum() == pytest.approx(90)


def test_payout_structures():
    assert parse_payouts("winner", 3) == (100,)
    assert parse_payouts("sng", 9) == (50, 30, 20)
    assert parse_payouts("65/35", 6) == (65, 35)
    assert parse_payouts("don", 10) == (20,) * 5
    assert parse_payouts("satellite:4", 10) == (25,) * 4
    assert parse_payouts("3, 2, 0", 2) == (3, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: equities([5, 0, 3], [1]), "stack 2 is 0: every player in the game has chips"),
        (lambda: equities([5, -1], [1]), "stack 2 is -1"),
        (lambda: equities([5, float("nan")], [1]), "stack 2 is nan"),
        (lambda: equities([], [1]), "stacks are a list of chips"),
        (lambda: equities([5, 3], [3, 2, 1]), "3 prizes for 2 players: there can be no more prizes than players"),
        (lambda: equities([5, 3], [-3]), "prize 1 is -3"),
        (lambda: equities([5, 3], [1, 2]), r"prize 2 \(2\) is larger than the one before it \(1\)"),
        (lambda: equities([5, 3], [0]), "there is no prize above 0"),
        (lambda: icm([1] * 30, [1], method=IcmMethod.SUBSETS), "30 players are too many for subsets"),
        (lambda: place_probabilities([1, 2], 3), "3 places among 2 players"),
        (lambda: value_of_changes([5, 3], [1], [1, 1]), "adding up to 0"),
        (lambda: value_of_changes([5, 3], [1], [4, -4]), "nobody can lose more chips than he has"),
        (lambda: deal([5, 3], [10, 8], set_aside=3), "3 cannot be set aside for the winner: 0 to 2"),
        (lambda: parse_payouts("half", 3), "'half' is no list of prizes"),
        (lambda: parse_payouts("satellite", 3), "'satellite' needs the number of seats"),
        (lambda: parse_payouts("satellite:0", 3), "0 equal prizes"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(TournamentError, match=message) as error:
        call()
    assert "\n" not in str(error.value)
