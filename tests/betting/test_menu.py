"""Menus: their text, what they offer, and how sizes become chips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab.betting.menu_reader import parse_menu
from pokerlab.errors import GameError
from pokerlab.games.action import CALL, parse_action, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game


def offered(menu: str, game: str, *actions: str) -> str:
    betting = Betting.start(named_game(game))
    for action in actions:
        betting = betting.act(parse_action(action))
    return " ".join(f"{label}={action}" for label, action in parse_menu(menu).choices(betting))


def test_pot_sized_bets_in_leduc():
    """Antes of 1 make a pot of 2; a pot bet into it is 2, a pot raise over it 2 + 6."""
    assert offered("fcpa", "leduc-nl:12") == "c=c p=r2 a=r11"
    assert offered("fcpa", "leduc-nl:12", "r2") == "f=f c=c p=r8 a=r11"
    assert offered("fchpda", "leduc-nl:12") == "c=c h=r1 p=r2 d=r4 a=r11"


def test_sizes_count_the_pot_after_calling():
    """Blinds 50/100: the button faces 50; the pot after calling is 200, so pot is a raise to 100 + 200."""
    assert offered("fcpa", "holdem-nolimit") == "f=f c=c p=r300 a=r20000"
    assert offered("f,c,33%,75%", "holdem-nolimit", "c", "c") == "c=c 33%=r100 75%=r150"


def test_small_sizes_become_the_smallest_raise_and_large_ones_all_in():
    assert offered("f,c,1%,100%", "holdem-nolimit:stack=250") == "f=f c=c 1%=r200 100%=r250"
    assert offered("fcta", "leduc-nl:12") == "c=c a=r11"
    assert offered("fct", "leduc-nl:12") == "c=c t=r11"


def test_half_a_chip_is_rounded_up():
    assert offered("f,c,75%", "leduc-nl:12") == "c=c 75%=r2"  # 1.5 chips


def test_every_legal_bet():
    assert offered("*", "leduc-nl:5") == "c=c r1=r1 r2=r2 r3=r3 r4=r4"
    assert offered("*", "leduc", "r2") == "f=f c=c r4=r4"
    assert offered("*", "kuhn") == "c=c r1=r1"


def test_restricted_sizes_once_a_street_and_not_before_the_flop():
    assert offered("fchpa/h", "holdem-nolimit") == "f=f c=c p=r300 a=r20000"
    flop = ("c", "c")
    assert offered("fchpa/h", "holdem-nolimit", *flop) == "c=c h=r100 p=r200 a=r19900"
    assert offered("fchpa/h", "holdem-nolimit", *flop, "r100").startswith("f=f c=c h=r300")
    assert offered("fchpa/h", "holdem-nolimit", *flop, "r100", "r300").startswith("f=f c=c p=r1100")
    assert offered("fchpa/h", "holdem-nolimit", *flop, "r100", "c").startswith("c=c h=r200")


def test_no_raise_where_none_is_legal():
    assert offered("fcpa", "leduc-nl:12", "r11") == "f=f c=c"
    assert offered("fcpa", "leduc", "r2", "r4") == "f=f c=c"


@pytest.mark.parametrize("text", ["fcpa", "fchpda", "fchpa/h", "f,c,33%,75%,a", "f,c,33%,a/33%", "*", "cp", "fcqwte"])
def test_text_reads_back(text):
    assert str(parse_menu(text)) == text
    assert parse_menu(str(parse_menu(text))) == parse_menu(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fpa", "without 'c'"),
        ("fcxa", "'x' is no action"),
        ("", "an action is missing"),
        ("f,c,,a", "an action is missing"),
        ("fcpp", "occurs twice"),
        ("fcpa/h", "'h' is restricted but is no bet"),
        ("f,c,0%", "'0%' is no action"),
        ("f,c,many%", "'many%' is no action"),
        ("f,c,1E+999999999999%,a", "'1E.999999999999%' is no action"),
        ("f,c,nan%", "'nan%' is no action"),
        ("f,c,-5%", "'-5%' is no action"),
        ("f,c," + "9" * 10_000 + "%", "is no action"),
        ("fcp" * 10_000, "a size occurs twice"),
    ],
    ids=lambda text: text[:30],
)
def test_bad_menus(text, message):
    with pytest.raises(GameError, match=message) as error:
        parse_menu(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 250


def test_more_bets_than_anybody_lists_are_refused():
    betting = Betting.start(named_game("leduc-nl:2000000"))
    with pytest.raises(GameError, match="there are 1,999,999 different bets at once; the limit is 1,000,000"):
        parse_menu("*").choices(betting)
    assert len(parse_menu("fcpa").choices(betting)) == 3


@given(st.sampled_from(["fcpa", "f,c,10%,a", "*", "fca"]), st.randoms(), st.integers(2, 30))
def test_there_are_no_more_choices_than_foreseen(text, random, stack):
    betting = Betting.start(named_game(f"leduc-nl:{stack}"))
    menu = parse_menu(text)
    while not betting.is_over:
        choices = menu.choices(betting)
        assert len(choices) <= menu.most_choices(betting)
        assert not menu.is_every_bet or len(choices) == menu.most_choices(betting)
        betting = betting.act(random.choice(choices).action)


@given(st.sampled_from(["fcpa", "fchpda", "fchqpwdtea", "f,c,10%,a", "*", "fchpa/h"]), st.randoms(), st.integers(2, 30))
def test_everything_offered_is_legal_and_distinct(text, random, stack):
    betting = Betting.start(named_game(f"leduc-nl:{stack}"))
    menu = parse_menu(text)
    while not betting.is_over:
        choices = menu.choices(betting)
        actions = [choice.action for choice in choices]
        assert len(set(actions)) == len(actions)
        assert CALL in actions
        assert all(betting.legal.allows(action) for action in actions)
        assert actions == sorted(actions, key=lambda action: (action.kind, action.to))
        if betting.legal.max_raise and "a" in text:
            assert raise_to(betting.legal.max_raise) == actions[-1]
        betting = betting.act(random.choice(actions))
