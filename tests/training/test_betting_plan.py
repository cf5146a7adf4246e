"""The betting as templates and starts, against counts and walks by the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab.betting.game_size import count_game
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.position import seeded
from pokerlab.errors import GameError
from pokerlab.games.action import parse_action
from pokerlab.games.betting import Betting
from pokerlab.games.library import holdem_limit, named_game
from pokerlab.training.betting_plan import COUNT, BettingPlan

NO_LIMIT = "holdem-nolimit:stack=400,small_blind=1,big_blind=2"


@pytest.mark.parametrize(
    ("name", "menu", "recall"),
    [
        ("kuhn", "*", "perfect"),
        ("leduc3", "*", "perfect"),
        ("leduc-nl:12", "*", "perfect"),
        ("holdem-limit", "*", "perfect"),
        ("holdem-limit:3", "*", "ibr"),
        ("holdem-limit:3", "*", "in+paid+raiser"),
        ("holdem-limit:3", "*", "in+paid"),
        ("holdem-limit:3", "*", "in+raises"),
        ("holdem-limit:3", "*", "street:in+paid"),
        ("holdem-limit:4", "*", "in+raises"),
        (NO_LIMIT, "fcpa", "perfect"),
    ],
)
def test_a_plan_has_the_actions_that_are_counted(name, menu, recall):
    game, menu = named_game(name), parse_menu(menu)
    plan = BettingPlan.build(game, menu, recall)
    assert plan.actions == [street.actions.total() for street in count_game(game, menu, recall)]


def test_known_sizes():
    """Sums over the streets: three players of limit hold'em, and pot bets at 200 big blinds."""
    game = holdem_limit(3)
    assert sum(BettingPlan.build(game).actions) == 23_937_307
    assert sum(BettingPlan.build(game, recall="ibr").actions) == 1_233_331
    assert sum(BettingPlan.build(game, recall="in+paid+raiser").actions) == 61_222
    assert sum(BettingPlan.build(named_game(NO_LIMIT), parse_menu("fcpa")).actions) == 3_361


def test_the_seed_order_too():
    game = seeded(holdem_limit(3))
    plan = BettingPlan.build(game, recall="ibr")
    assert plan.actions == [street.actions.total() for street in count_game(game, recall="ibr")]


PLANS = [
    BettingPlan.build(holdem_limit(3), recall="ibr"),
    BettingPlan.build(holdem_limit(3), recall="in+raises"),
    BettingPlan.build(named_game(NO_LIMIT), parse_menu("fchpa")),
    BettingPlan.build(named_game("leduc-nl:12")),
]


@given(st.sampled_from(PLANS), st.data())
def test_any_line_of_play_is_found_with_its_actions(plan, data):
    betting = Betting.start(plan.game)
    memory = plan.menu.first(plan.game)
    while not betting.is_over:
        start, node = plan.find(betting)
        offered = [choice.action for choice in plan.menu.offer(betting, memory)]
        assert list(plan.actions_at(node)) == offered
        assert plan.start_streets[start] == betting.street
        assert plan.nodes[node, COUNT] == len(offered)
        betting = betting.act(data.draw(st.sampled_from(offered)))


@pytest.mark.parametrize(
    ("name", "menu", "recall", "what"),
    [
        (NO_LIMIT, "fcpa", "ibr", "fixed limits"),
        ("holdem-limit", "*", "in+nothing", "no fact"),
    ],
)
def test_what_cannot_be_trained_is_said(name, menu, recall, what):
    with pytest.raises(GameError, match=what):
        BettingPlan.build(named_game(name), parse_menu(menu), recall)


def test_bets_that_are_not_on_the_menu_are_named():
    plan = PLANS[2]
    betting = Betting.start(plan.game)
    for text in ("r7", "c"):
        betting = betting.act(parse_action(text))
    with pytest.raises(GameError, match="'r7' on street 0 is not among the bets"):
        plan.find(betting)
