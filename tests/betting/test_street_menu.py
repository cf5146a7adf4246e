"""Sizes by street and seat, in games of any number of players from their blinds on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.random_hands import random_holdem

from pokerlab.betting.lines import LinedMenu
from pokerlab.betting.menu import SeatMenus
from pokerlab.betting.menu_reader import menu_text, parse_menu
from pokerlab.betting.sizes import parse_sizes
from pokerlab.betting.street_menu import SeatSizes, StreetMenu
from pokerlab.betting.tree import BettingTree
from pokerlab.errors import GameError
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.postflop.spot import Spot

BETS = ("33%", "75%", "a", "e", "2e", "120c", "150%")
RAISES = (*BETS, "2.5x", "3x")


def sizes(rng, players):
    def some(pool, is_raise):
        return parse_sizes(", ".join(rng.sample(pool, rng.randrange(4))), is_raise=is_raise)

    return tuple(
        tuple(
            SeatSizes(some(BETS, False), some(RAISES, True), some(BETS, False) if rng.random() < 0.3 else None)
            for _ in range(players)
        )
        for _ in range(4)
    )


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_whatever_it_offers_is_legal_and_remembered(rng):
    game = random_holdem(rng)
    menu = StreetMenu(
        sizes(rng, game.players), rng.choice((None, 0, 1, 3)), rng.random() < 0.3, rng.choice((0, 0.5, 2)),
        rng.choice((0, 0.2)), rng.choice((0, 0.1)),
    )  # fmt: skip
    assert menu_text(menu) == str(menu)  # reads back
    betting, memory = Betting.start(game), menu.first(game)
    while not betting.is_over:
        choices = menu.offer(betting, memory)
        assert choices == menu.choices(betting)  # found again by going through the hand
        assert len(choices) <= menu.most_choices(betting)
        assert len({choice.action for choice in choices}) == len(choices)
        choice = rng.choice(choices)
        after = betting.act(choice.action)
        memory = menu.then(memory, betting, choice, after)
        betting = after


def test_a_donk_bet_is_into_the_aggressor_who_is_still_to_act():
    bets = SeatSizes(parse_sizes("100%", is_raise=False), parse_sizes("3x", is_raise=True))
    donks = bets._replace(donk=parse_sizes("25%", is_raise=False))
    menu = StreetMenu(((donks,) * 3,) * 4)
    betting = Betting.start(named_game("holdem-nolimit:3"))
    for word in ("raise", "call", "call"):
        choices = {choice.label: choice.action for choice in menu.choices(betting)}
        betting = betting.act(choices["3x"] if word == "raise" else choices["c"])
    assert [choice.label for choice in menu.choices(betting)] == ["c", "25%"]  # the button raised
    checked = betting.act(menu.choices(betting)[0].action).act(menu.choices(betting)[0].action)
    assert [choice.label for choice in menu.choices(checked)] == ["c", "100%"]  # he himself


def test_menus_of_all_kinds_stand_on_each_other():
    game = named_game("leduc-nl:12")
    streets = StreetMenu(((SeatSizes(parse_sizes("100%", is_raise=False)),) * 2,) * 2)
    both = SeatMenus((streets, LinedMenu(parse_menu("fca"), add=("check/bet 2",))))
    tree = BettingTree.build(game, both)
    assert {tree.label_of(node) for node in range(1, len(tree))} >= {"100%", "a", "2c"}
    with pytest.raises(GameError, match="line 'check/bet 20'"):
        BettingTree.build(game, SeatMenus((streets, LinedMenu(parse_menu("fca"), add=("check/bet 20",)))))


def test_the_words_of_a_spot_are_those_of_any_menu():
    spot = Spot(
        board="QsJh2h", pot=60, stack=200, oop="AA", ip="KK", aggressor="ip", raise_cap=2, merge=0.1, all_in_below=0.5,
        flop={"bet": "33%, p", "raise": "2.5x", "donk": "", "ip": {"bet": "h"}}, river={"raise": "3x, a"},
    )  # fmt: skip
    text = (
        "flop.bet=33%, 100%; flop.raise=2.5x; flop.oop.donk=; flop.ip.bet=h; river.raise=3x, a; aggressor=ip; "
        "raise_cap=2; merge=0.1; all_in_below=0.5; preflop.bet=; preflop.raise="
    )
    for changed, menu in ((spot, text), (spot.changed(add=("check/bet 40",)), f"{text} (+ check/bet 40)")):
        one, two = (BettingTree.build(spot.game(), found) for found in (changed.menu(), parse_menu(menu)))
        assert [one.label_of(node) for node in range(1, len(one))] == [two.label_of(n) for n in range(1, len(two))]
        assert (one.to == two.to).all()
    tree = BettingTree.build(named_game("leduc-nl:12"), parse_menu("bet=p; raise=2.5x; flop.seat0.bet=a"))
    assert {tree.label_of(child) for child in tree.children(0)} == {"c", "100%"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bet=50%; flop.call=1", "'flop.call=1' is no key of it"),
        ("bet=50%; bet=60%", "'bet' is given twice"),
        ("bet=2.5x", "bet: '2.5x': a multiple of the bet faced is for raises only"),
        ("merge=nan", "merge: a part of the pot: nan is not a finite number"),
        ("raise_cap=-1", "raise_cap: '-1' is no value of it"),
        ("aggressor=hero", "aggressor: 'hero' is no value of it"),
        ("river.bet=a", "sizes of 4 streets, leduc-nl:12 has 2"),
        ("seat3.bet=a", "sizes of 4 seats, leduc-nl:12 has 2"),
    ],
)
def test_what_is_wrong_with_a_menu_by_streets_is_one_line(text, message):
    with pytest.raises(GameError, match=message) as error:
        BettingTree.build(named_game("leduc-nl:12"), parse_menu(text))
    assert "\n" not in str(error.value)
