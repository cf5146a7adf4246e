"""One bet read, one action played: the worked examples of Schnizlein (2009), and the corners."""

from dataclasses import replace
from fractions import Fraction

import pytest
from menu_policies import played

from pokerlab.betting.menu_reader import parse_menu
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.library import named_game
from pokerlab.translation.mappings import Hard, PseudoHarmonic, Soft
from pokerlab.translation.rules import Perspective, Rounding, TranslationRules
from pokerlab.translation.steps import is_all_in, measure, play_action, read_bet

HALVES = "holdem-nolimit:players=2,stack=1000,small_blind=1,big_blind=2"
"""The 500BB game in the chips of the thesis: blinds 1 and 2, 1,000 chips."""
ONE = Fraction(1)


def rules(perspective="abstract", mapping=None, **fixes):
    return TranslationRules(mapping or Hard(), Perspective(perspective), **{"extend_call": False} | fixes)


def known(betting, text="p"):
    """The raises of `fcpa` there, or of other letters."""
    return [choice.action for choice in parse_menu(f"fc{text}a").choices(betting) if choice.action.to]


def largest_taken_for_pot(real, near, how):
    """By search: the largest raise that is taken for the smallest known bet."""
    bets = [
        to
        for to in range(real.legal.min_raise, real.legal.max_raise)
        if read_bet(real, raise_to(to), near, known(near), how, ONE) == [(0, 1)]
    ]
    assert bets == list(range(bets[0], bets[-1] + 1))
    return bets[-1]


def test_two_up_bets_under_both_perspectives():
    """Section 3.4: 63 and then 348 under `real`, a pot of 826; 63 and then 50 under `abstract`, a pot of 230."""
    start = played(HALVES, "c")
    believed_start = start
    for perspective, second, pot in (("real", 348, 826), ("abstract", 50, 230)):
        how = rules(perspective)
        first = largest_taken_for_pot(start, believed_start, how)
        assert first - start.level == 63
        real, near = played(HALVES, f"cr{first}c/"), played(HALVES, "cr6c/")
        assert (real.pot, near.pot) == (130, 12)
        found = largest_taken_for_pot(real, near, how)
        assert found == second
        assert played(HALVES, f"cr{first}c/r{found}c/").pot == pot


def test_up_betting_twice_is_no_more_than_up_betting_the_second_bet():
    """Section 3.4: under `abstract` the pot is 230 as well if only the second bet is enlarged."""
    how, near = rules(), played(HALVES, "cr6c/")
    found = largest_taken_for_pot(near, near, how)
    assert (found, played(HALVES, f"cr6c/r{found}c/").pot) == (109, 230)


def test_ten_into_sixteen_with_twelve_believed_is_twelve_into_twelve():
    """Section 3.4, and 63% of the pot under `real`."""
    real, near = played(HALVES, "cr8c/"), played(HALVES, "cr6c/")
    assert (real.pot, near.pot) == (16, 12)
    seen = measure(real, raise_to(10), near, known(near), rules(), ONE)
    assert seen.size == 1 == seen.known[0]
    seen = measure(real, raise_to(10), near, known(near), rules("real"), ONE)
    assert (seen.size, seen.known[0]) == (Fraction(10, 16), 1)
    assert play_action(real, near, raise_to(12), rules("real"), ONE) == raise_to(16)


def test_a_pot_bet_meets_the_believed_total():
    """Section 4.2.1: 40 chips in the pot and 36 believed. A pot bet is 34 chips under `abstract`, 40 under `real`."""
    real, near = played(HALVES, "cr20c/"), played(HALVES, "cr18c/")
    assert (real.pot, near.pot) == (40, 36)
    assert play_action(real, near, raise_to(36), rules(), ONE) == raise_to(34)
    assert play_action(real, near, raise_to(36), rules("real"), ONE) == raise_to(40)
    assert 2 * 34 + 40 == 2 * 36 + 36 == 108


def test_a_chip_is_added_to_mend_the_pot():
    """Section 3.3: 10 chips in the pot, 12 believed: one chip more than meant."""
    real, near = played(HALVES, "cr5c/"), played(HALVES, "cr6c/")
    assert play_action(real, near, raise_to(12), rules(), ONE) == raise_to(13)


def test_without_abstract_actions_a_bet_is_its_chips():
    real, near = played(HALVES, "cr8c/"), played(HALVES, "cr6c/")
    seen = measure(real, raise_to(10), near, known(near), rules(abstract_actions=False), ONE)
    assert seen.size == Fraction(10, 12)


def test_the_example_of_section_4_2_1_is_read_as_the_nearer_ratio():
    """`cr2c/cr6` with half and whole pots: 6/8 > 4/6, so it is a pot bet."""
    betting = played(HALVES, "cr4c/c")
    assert betting.pot == 8
    found = read_bet(betting, raise_to(6), betting, known(betting, "hp"), rules(), ONE)
    assert known(betting, "hp")[:2] == [raise_to(4), raise_to(8)]
    assert found == [(1, 1)]


def test_corner_a_real_all_in_is_all_in():
    """However small it is: here less than what is believed to be a pot bet."""
    game = "leduc-nl:12"
    real, near = played(game, "r9c/"), played(game, "r2c/")
    assert real.legal.max_raise == 2
    assert is_all_in(real, raise_to(2))
    assert read_bet(real, raise_to(2), near, known(near), rules(), ONE) == [(1, 1)]
    assert read_bet(real, raise_to(2), near, known(near), rules("real"), ONE) == [(1, 1)]


def test_corner_a_bet_taken_for_all_in_that_was_not():
    real = near = played("leduc-nl:12", "")
    assert read_bet(real, raise_to(8), near, known(near), rules(), ONE) == [(1, 1)]
    assert not is_all_in(real, raise_to(8))


def test_corner_a_fold_with_nothing_to_pay():
    real, near = played("leduc-nl:12", "c"), played("leduc-nl:12", "r2")
    assert play_action(real, near, FOLD, rules(), ONE) == CALL
    assert play_action(near, near, FOLD, rules(), ONE) == FOLD


@pytest.mark.parametrize("perspective", list(Perspective))
def test_corner_a_target_below_the_smallest_raise(perspective):
    """Under `abstract` the real pot is far above the believed one, under `real` half of the pot is less than the last
    raise."""
    if perspective is Perspective.ABSTRACT:
        real, near, meant = played("leduc-nl:12", "r6c/"), played("leduc-nl:12", "r2c/"), raise_to(3)
        assert play_action(real, near, meant, rules(perspective), ONE) == raise_to(1)
    else:
        real, near = played("leduc-nl:100", "r2c/r20"), played("leduc-nl:100", "r2c/r20")
        tiny = play_action(real, played("leduc-nl:100", "r20c/r1"), raise_to(2), rules(perspective), ONE)
        assert tiny == raise_to(real.legal.min_raise) == raise_to(40)


def test_corner_a_target_above_the_stack():
    real, near = played("leduc-nl:12", "r7c/"), played("leduc-nl:12", "r2c/")
    assert near.legal.max_raise == 9
    assert play_action(real, near, raise_to(6), rules("real"), ONE) == raise_to(4)
    assert play_action(real, near, raise_to(9), rules(), ONE) == raise_to(4)


def test_corner_nobody_can_raise_any_more():
    real, near = played("leduc-nl:12", "r11"), played("leduc-nl:12", "r2")
    assert play_action(real, near, raise_to(8), rules(), ONE) == CALL


def test_corner_a_bet_smaller_than_the_lead_of_the_shadow():
    """A real bet of 1 where the shadow has put in 4 more: smaller than nothing. It is the smallest bet, or with
    ExtendCall a check."""
    real, near = played("leduc-nl:12", "r2c/"), played("leduc-nl:12", "r6c/")
    seen = measure(real, raise_to(1), near, known(near), rules(), ONE)
    assert seen.size == Fraction(-3, 14)
    assert read_bet(real, raise_to(1), near, known(near), rules(), ONE) == [(0, 1)]
    assert read_bet(real, raise_to(1), near, known(near), rules(extend_call=True), ONE) == [(-1, 1)]


def test_corner_unequal_stacks():
    """A bet that puts the other all-in is all-in, and what is believed to be all-in is."""
    game = replace(named_game("leduc-nl:12"), name="uneven", stacks=(30, 12))
    real, near = played(game, ""), played("leduc-nl:12", "")
    assert read_bet(real, raise_to(11), near, known(near), rules(), ONE) == [(1, 1)]
    assert read_bet(real, raise_to(29), near, known(near), rules(), ONE) == [(1, 1)]
    assert read_bet(real, raise_to(2), near, known(near), rules(), ONE) == [(0, 1)]
    assert play_action(real, near, raise_to(11), rules(), ONE) == raise_to(29)


@pytest.mark.parametrize("perspective", list(Perspective))
def test_corner_chips_of_another_size(perspective):
    """The same game in chips a hundred times as small: bets are read and made in its own."""
    near = played(HALVES, "c")
    real = played("holdem-nolimit:players=2,stack=100000,small_blind=100,big_blind=200", "c")
    how, scale = rules(perspective), Fraction(100)
    assert read_bet(real, raise_to(600), near, known(near), how, scale) == [(0, 1)]
    assert play_action(real, near, raise_to(6), how, scale) == raise_to(600)
    back = Fraction(1, 100)
    assert play_action(near, real, raise_to(600), how, back) == raise_to(6)


@pytest.mark.parametrize(("rounding", "to"), [("nearest", 3), ("down", 2), ("up", 3)])
def test_rounding_is_a_parameter(rounding, to):
    """A quarter of a pot of 10 is 2.5 chips; of two nearest ones the larger."""
    real, near = played(HALVES, "cr5c/"), played(HALVES, "cr8c/")
    assert (real.pot, near.pot) == (10, 16)
    assert play_action(real, near, raise_to(4), rules("real", rounding=Rounding(rounding)), ONE) == raise_to(to)


def test_extend_call_takes_small_bets_for_checks():
    """Section 4.4.1: with a check as a bet of 1, the border between check and pot bet is the root of the pot."""
    betting = played(HALVES, "cr8c/")  # a pot of 16
    how = rules(extend_call=True)
    assert read_bet(betting, raise_to(4), betting, known(betting), how, ONE) == [(-1, 1)]
    assert read_bet(betting, raise_to(5), betting, known(betting), how, ONE) == [(0, 1)]
    soft = rules(extend_call=True, mapping=Soft())
    assert read_bet(betting, raise_to(4), betting, known(betting), soft, ONE) == [(-1, ONE / 2), (0, ONE / 2)]
    harmonic = rules(extend_call=True, mapping=Soft(PseudoHarmonic()))
    assert read_bet(betting, raise_to(4), betting, known(betting), harmonic, ONE) == [
        (-1, Fraction(3, 5)), (0, Fraction(2, 5)),
    ]  # fmt: skip


def test_a_known_bet_of_one_chip_is_never_a_check():
    betting = played("leduc-nl:12", "")
    assert known(betting, "h")[0] == raise_to(1)
    how = rules(extend_call=True)
    assert read_bet(betting, raise_to(1), betting, known(betting, "h"), how, ONE) == [(0, 1)]


def test_a_call_that_mends_the_pot_is_a_raise_without_call_is_call():
    real, near = played("leduc-nl:12", "r1"), played("leduc-nl:12", "r2")
    assert play_action(real, near, CALL, rules(), ONE) == CALL
    assert play_action(real, near, CALL, rules(call_is_call=False), ONE) == raise_to(2)
    assert play_action(real, near, CALL, rules("real", call_is_call=False), ONE) == CALL
    illegal = played("leduc-nl:12", "r3"), played("leduc-nl:12", "r4")  # a raise by 1 after one of 3
    assert play_action(*illegal, CALL, rules(call_is_call=False), ONE) == CALL
