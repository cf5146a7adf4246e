"""Bet sizes: what they mean in chips, how they are written, and what is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_spots import bet_sizes, raise_sizes

from pokerlab.betting.sizes import ALL_IN, Size, SizeKind, format_sizes, parse_size, parse_sizes
from pokerlab.errors import GameError


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("50%", Size(SizeKind.POT, Fraction(1, 2))),
        (" 33.3 % ", Size(SizeKind.POT, Fraction(333, 1000))),
        ("2.5x", Size(SizeKind.MULTIPLE, Fraction(5, 2))),
        ("3X", Size(SizeKind.MULTIPLE, Fraction(3))),
        ("100c", Size(SizeKind.CHIPS, Fraction(100))),
        ("a", ALL_IN),
        ("All-in", ALL_IN),
        ("2e", Size(SizeKind.GEOMETRIC, Fraction(2))),
        ("e", Size(SizeKind.GEOMETRIC)),
    ],
)
def test_sizes_are_read(text, size):
    assert parse_size(text, is_raise=True) == size


def test_a_list_is_written_without_needless_digits():
    assert format_sizes(parse_sizes("33.0%,075%; 2.50x,a , e,2e, 100c", is_raise=True)) == (
        "33%, 75%, 2.5x, a, e, 2e, 100c"
    )
    assert parse_sizes("  ", is_raise=False) == ()
    assert parse_sizes(["33%", ALL_IN], is_raise=False) == parse_sizes("33%, a", is_raise=False)


@given(bet_sizes, raise_sizes)
def test_a_written_list_reads_the_same(bets, raises):
    for text, is_raise in ((bets, False), (raises, True)):
        parsed = parse_sizes(text, is_raise=is_raise)
        assert parse_sizes(format_sizes(parsed), is_raise=is_raise) == parsed


@pytest.mark.parametrize(
    ("text", "faced", "pot", "stack", "amount"),
    [
        # a bet: pot 180, as in the three-bet pot of the examples; 93.6 is nearest to 94
        ("52%", 0, 180, 910, 94),
        # a raise of a bet of 94: 45% of 180 + 2 * 94 = 368 on top of it, 165.6
        ("45%", 94, 368, 816, 94 + 166),
        ("50%", 0, 5, 100, 3),  # half a chip goes up
        ("50%", 1, 3, 100, 3),  # 1 + 1.5
        ("2.5x", 3, 100, 100, 8),  # 7.5
        ("100c", 0, 50, 400, 100),
        ("100c", 30, 50, 400, 100),
        ("a", 30, 50, 400, 430),
        ("1e", 0, 50, 400, 400),
        # pot 100, stack 400: (1 + 2f)^2 = 9, so f = 1 and the pot is bet twice: 100, then 300
        ("2e", 0, 100, 400, 100),
        ("e", 0, 100, 1300, 100),  # (1 + 2f)^3 = 27: 100, 300, 900
        ("2e", 50, 100, 400, 150),
    ],
)
def test_amounts(text, faced, pot, stack, amount):
    assert parse_size(text, is_raise=True).raise_to(faced, pot, stack, 3) == amount


chips = st.integers(1, 10**6)


@given(chips, chips, st.integers(1, 4), chips)
def test_geometric_bets_are_the_nearest_chip_of_equal_parts(pot, stack, streets, faced):
    """The exact bet x has (pot + 2x)^n = pot^(n-1) (pot + 2 stack); the rounded one is within half a chip of it."""
    bet = Size(SizeKind.GEOMETRIC, Fraction(streets)).raise_to(faced, pot, stack, 9) - faced
    target = pot ** (streets - 1) * (pot + 2 * stack)
    assert (pot + 2 * bet - 1) ** streets <= target < (pot + 2 * bet + 1) ** streets


@given(chips, chips, st.integers(1, 3))
def test_geometric_bets_take_the_stack_on_the_last_street(pot, stack, streets):
    size = Size(SizeKind.GEOMETRIC)
    for left in range(streets, 0, -1):
        bet = min(size.raise_to(0, pot, stack, left), stack)
        pot, stack = pot + 2 * bet, stack - bet
    assert stack == 0


@given(st.fractions(min_value=Fraction(1, 1000), max_value=4), chips, chips)
def test_pot_parts_are_the_nearest_chip_and_halves_go_up(part, pot, faced):
    by = Size(SizeKind.POT, part).raise_to(faced, pot, 10**9, 3) - faced
    assert -Fraction(1, 2) < by - part * pot <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("0%", "'0%' makes no bet: a size is above 0"),
        ("0c", "'0c' makes no bet: a size is above 0"),
        ("0e", "'0e' makes no bet: a size is above 0"),
        ("-50%", "'-50%' is not a bet size (such as 50%, 2.5x, 100c, a, 2e): a size is above 0"),
        ("50", "(did you mean '50%' or '50c'?)"),
        ("2.5", "(did you mean '2.5%'?)"),
        ("0.75", "(did you mean '75%'?)"),
        (".5", "(did you mean '50%'?)"),
        ("1/2", "(did you mean '50%'?)"),
        ("1/0", "'1/0' is not a bet size"),
        ("pot", "(did you mean '100%'?)"),
        ("half", "(did you mean '50%'?)"),
        ("1.5p", "(did you mean '150%'?)"),
        ("75pct", "(did you mean '75%'?)"),
        ("%50", "(did you mean '50%'?)"),
        ("10 chips", "(did you mean '10c'?)"),
        ("x", "'x' is not a bet size (such as 50%, 2.5x, 100c, a, 2e)"),
        ("", "'' is not a bet size"),
        ("12.5c", "'12.5c': chips are whole numbers"),
        ("1.5e", "'1.5e': streets are whole numbers"),
        ("2.5x", "a multiple of the bet faced is for raises only"),
        ("50%%", "'50%%' is not a bet size"),
        ("nan%", "'nan%' is not a bet size"),
        ("1e9%", "'1e9%' is not a bet size"),
        ("1000000e", "'1000000e': a hand is not bet on more than 10 streets"),
        ("1" * 5000 + "%", "numbers have at most 9 digits before and after the point"),
        ("0." + "1" * 5000, "11...' is not a bet size"),
        ("1/" + "1" * 5000, "11...' is not a bet size"),
        ("5\n%\n!", "'5 % !' is not a bet size"),
        ("٣%", "'٣%' is not a bet size"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_bet_is_one_line(text, line):
    with pytest.raises(GameError) as error:
        parse_size(text, is_raise=False)
    assert line in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("text", ["1x", "0.5x", "0x"])
def test_a_raise_goes_up(text):
    with pytest.raises(GameError, match=r"makes no (raise: a multiple is above 1|bet)"):
        parse_size(text, is_raise=True)


def test_lists_that_cannot_be():
    with pytest.raises(GameError, match="the size '50%' occurs twice"):
        parse_sizes("50%, 50.0%", is_raise=False)
    with pytest.raises(GameError, match="'' is not a bet size"):
        parse_sizes("50%,,75%", is_raise=False)
    assert len(parse_sizes(",".join(f"{part}%" for part in range(1, 201)), is_raise=False)) == 200
    with pytest.raises(GameError, match="more than 200 sizes, which is the limit"):
        parse_sizes(",".join(f"{part}%" for part in range(1, 100_000)), is_raise=False)
