"""Which known bet a bet is taken for."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.errors import StrategyError
from pokerlab.translation.mappings import (
    CURVES,
    Arithmetic,
    Geometric,
    Hard,
    PseudoHarmonic,
    SecondGeometric,
    Soft,
    Ties,
    parse_mapping,
)

A, B, X = Fraction(1, 100), Fraction(1), Fraction(1, 4)
SIZES = st.fractions(Fraction(1, 100), 50, max_denominator=100)


@pytest.mark.parametrize(
    ("curve", "share"),
    [(Arithmetic(), 0.758), (Geometric(), 0.111), (SecondGeometric(), 0.131), (PseudoHarmonic(), 0.612)],
)
def test_shares_of_a_quarter_pot_between_a_hundredth_and_the_pot(curve, share):
    """Ganzfried and Sandholm (2013), section 5: what the mappings make of A = 0.01, B = 1, x = 0.25."""
    assert round(float(curve.share(A, B, X)), 3) == share


def test_the_geometric_share_is_equations_4_7_and_4_8_normalised():
    low, high, size = Fraction(4), Fraction(8), Fraction(6)
    first = (low / size - low / high) / (1 - low / high)
    second = (size / high - low / high) / (1 - low / high)
    assert Geometric().share(low, high, size) == first / (first + second) == Fraction(2, 5)


def test_the_example_of_section_4_3_1_follows_from_4_6_and_not_from_4_8():
    """Printed for a raise of 6 between 4 and 8: 0.47 and 0.53, the ratios 2/3 and 3/4 normalised. By equations 4.7 and
    4.8, which the text then uses, it is 0.4 and 0.6."""
    ratios = Fraction(4, 6), Fraction(6, 8)
    assert round(float(ratios[0] / sum(ratios)), 2) == 0.47
    assert Soft().weights([Fraction(4), Fraction(8)], Fraction(6)) == [(0, Fraction(2, 5)), (1, Fraction(3, 5))]


def test_the_example_of_section_3_3_has_another_number_than_its_formula():
    """Printed for a bet of 20 between 12 and 88: 12/20 = 0.6 > 20/80 = 0.25. It is 20/88 = 0.23; the bet is 12 in both
    cases."""
    assert round(20 / 88, 2) == 0.23
    assert Hard().weights([Fraction(12), Fraction(88)], Fraction(20)) == [(0, 1)]


@given(SIZES, SIZES)
def test_boundaries_of_hard_mappings(first, second):
    low, high = sorted((first, second))
    if low == high:
        return
    middle = {
        "arithmetic": (low + high) / 2,
        "pseudo-harmonic": (low + high + 2 * low * high) / (low + high + 2),
    }
    for name, threshold in middle.items():
        assert CURVES[name]().share(low, high, threshold) == Fraction(1, 2)
    for name in ("geometric", "second-geometric"):  # half exactly at the geometric mean: squares are exact
        curve = CURVES[name]()
        assert curve.share(low * low, high * high, low * high) == Fraction(1, 2)


def test_ties_are_a_parameter():
    known = [Fraction(4), Fraction(9)]
    assert Hard().weights(known, Fraction(6)) == [(0, 1)]
    assert Hard(ties=Ties.HIGH).weights(known, Fraction(6)) == [(1, 1)]
    assert Hard(ties=Ties.HIGH).weights(known, Fraction(599, 100)) == [(0, 1)]


@settings(max_examples=50)
@given(st.sampled_from(sorted(CURVES)), st.booleans(), st.lists(SIZES, min_size=1, max_size=6), SIZES)
def test_weights_add_up_to_one_and_are_of_neighbours(name, is_hard, known, size):
    known = sorted(known)
    found = (Hard if is_hard else Soft)(CURVES[name]()).weights(known, size)
    assert sum(weight for _, weight in found) == 1
    assert all(weight > 0 for _, weight in found)
    below = [one for one in known if one <= size]
    above = [one for one in known if one >= size]
    near = {*(below[-1:]), *(above[:1])}
    assert {known[place] for place, _ in found} <= near
    if size in known:
        assert found == [(known.index(size), 1)]


@settings(max_examples=50)
@given(st.sampled_from(sorted(CURVES)), SIZES, SIZES, st.fractions(0, 1), st.fractions(0, 1))
def test_soft_mappings_fall_and_have_no_jumps(name, first, second, one, other):
    """From 1 at the smaller bet to 0 at the larger, and never up: a larger bet is never likelier to be the smaller."""
    low, high = sorted((first, second))
    if low == high:
        return
    curve = CURVES[name]()
    near, far = (low + (high - low) * part for part in sorted((one, other)))
    assert 1 >= curve.share(low, high, near) >= curve.share(low, high, far) >= 0
    assert curve.share(low, high, low) == 1
    assert curve.share(low, high, high) == 0
    step = (high - low) / 10**9
    if near + step <= high:
        assert curve.share(low, high, near) - curve.share(low, high, near + step) < Fraction(1, 1000)


@settings(max_examples=50)
@given(st.sampled_from(["geometric", "second-geometric", "arithmetic"]), SIZES, SIZES, st.fractions(0, 1), SIZES)
def test_ratios_and_lines_do_not_depend_on_the_unit(name, first, second, part, unit):
    """The pseudo-harmonic share does: bets are parts of the pot there, and nothing else."""
    low, high = sorted((first, second))
    if low == high:
        return
    curve, size = CURVES[name](), low + (high - low) * part
    assert curve.share(low, high, size) == curve.share(unit * low, unit * high, unit * size)
    assert PseudoHarmonic().share(A, B, X) != PseudoHarmonic().share(2 * A, 2 * B, 2 * X)


def test_a_check_is_nothing_but_for_ratios():
    """A = 0 is a check (Ganzfried, Sandholm 2013); ratios of nothing are nothing, so there it is one chip."""
    assert [CURVES[name].check for name in ("geometric", "second-geometric", "arithmetic", "pseudo-harmonic")] == [
        1, 1, 0, 0,
    ]  # fmt: skip
    assert PseudoHarmonic().share(Fraction(0), B, X) == Fraction(3, 5)


def test_mappings_as_text():
    for text in ("hard", "soft", "hard:arithmetic", "soft:pseudo-harmonic", "hard:second-geometric"):
        assert str(parse_mapping(text)) == text
    assert parse_mapping("hard:geometric") == parse_mapping("hard") == Hard()
    assert parse_mapping("soft") == Soft() != Soft(Arithmetic())
    assert repr(parse_mapping("hard:arithmetic", Ties.HIGH)) == "Hard(Arithmetic(), 'high')"
    assert repr(Soft()) == "Soft(Geometric())"


@pytest.mark.parametrize(
    ("text", "hint"),
    [("soft:harmonic", "did you mean 'soft:pseudo-harmonic'?"), ("firm", "hard or soft"), ("soft:x", "hard or soft")],
)
def test_mappings_that_do_not_exist(text, hint):
    with pytest.raises(StrategyError, match=hint.replace("?", "\\?")):
        parse_mapping(text)


def test_nothing_is_taken_for_nothing():
    with pytest.raises(StrategyError, match="no known bet"):
        Soft().weights([], Fraction(1))
