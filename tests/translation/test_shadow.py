"""Where a strategy believes to be, step by step."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from menu_policies import MenuPolicy, calling, played, uniform

from pokerlab.errors import StrategyError
from pokerlab.games.action import CALL, Kind, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.games.view import Public
from pokerlab.translation.mappings import Hard, Soft
from pokerlab.translation.rules import OwnActions, Perspective, TranslationRules
from pokerlab.translation.steps import read_bet
from pokerlab.translation.translated import Translated

LEDUC = "leduc-nl:12"
HUNDRED = "leduc-nl:100"
UNFIXED = TranslationRules(
    Hard(), abstract_actions=False, call_is_call=False, extend_call=False, own=OwnActions.GUESSED
)
BOARD = (named_game(LEDUC).deck[0],)


def translated(choose=uniform, menu="fcpa", game=LEDUC, own=None, **rules):
    policy = MenuPolicy(own or game, menu, choose)
    real = named_game(game) if isinstance(game, str) else game
    return Translated(policy, policy.menu, real, TranslationRules(**{"mapping": Hard()} | rules))


def believed(strategy, text, seat=None):
    """The believed lines with their readings, for the seat to act."""
    real = played(strategy.game, text)
    shadow = strategy.shadow(Public(real, BOARD), seat)
    return {"".join(str(p.action) for p in place.now.betting.history): place.reading for place in shadow.places}


def test_bets_of_the_menu_are_themselves():
    for rules in ({}, {"perspective": Perspective.REAL}, {"mapping": Soft()}, {"extend_call": False}):
        strategy = translated(**rules)
        for text in ("r2", "r2r8", "cr2c/c", "r2c/r6", "ccr2"):
            assert believed(strategy, text) == {text.replace("/", ""): 1.0}


def test_soft_divides_and_hard_does_not():
    assert believed(translated(), "r4") == {"r2": 1.0}
    shares = believed(translated(mapping=Soft()), "r4")
    assert shares == pytest.approx({"r2": 7 / 11, "r11": 4 / 11})  # by 4.7 and 4.8 with 2, 4 and 11


def test_an_own_action_is_what_it_was_meant_to_be():
    """The shadow has 1 chip more a seat than the hand; a pot bet of 6 is made as 7, and stays the pot bet."""
    strategy = translated(extend_call=False)
    assert believed(strategy, "r1c/") == {"r2c": 1.0}  # seat 0's bet of 1 is no bet of the menu: as another's
    assert believed(strategy, "cr1c/r7c", seat=0) == {"cr2cr6c": 1.0}
    assert believed(strategy, "cr1c/r7r10", seat=0).keys() == {"cr2cr6r9"}


def test_own_meanings_of_one_amount_stay_apart_by_hand():
    rng = np.random.default_rng(2)
    table = rng.random((4, 6))
    strategy = translated(lambda betting, choices: table[: len(choices)], "fcpda", perspective=Perspective.REAL)
    start = strategy.follower.start(0)
    place = start.places[0]
    real = played(LEDUC, "r8c/")
    near = played(LEDUC, "r2c/")
    shadow = replace(start, real=real, places=(replace(place, now=place.now._replace(betting=near)),))
    after = strategy.then(shadow, real_all_in := strategy.follower.meanings(shadow.places[0], real)[-1].action, BOARD)
    assert str(real_all_in) == "r3"
    lines = [str(place.now.betting.history[-1].action) for place in after.places]
    assert lines == ["r6", "r9"]
    assert np.allclose(after.places[0].weight / after.places[1].weight, table[1] / table[2], rtol=1e-6)


def test_corner_a_shadow_whose_hand_is_over_checks_and_calls_down():
    """A bet of 8 of 11 is taken for all-in; it is called, and the strategy has nothing to say any more."""
    strategy = translated()
    assert believed(strategy, "r8c/c", seat=1) == {"r11c": 1.0}
    for text in ("r8c/c", "r8c/r1", "r8c/r3"):
        actions, table = strategy.chances(Public(played(LEDUC, text), BOARD))
        assert actions == (CALL,)
        assert table.sum(axis=0).tolist() == [0.0, *[1.0] * 5]  # nobody holds the board


def test_corner_a_raise_where_the_believed_opponent_is_all_in():
    """Seat 1's bet is taken for all-in and called; its next bet means nothing."""
    strategy = translated()
    assert believed(strategy, "cr8c/cr2", seat=0) == {"cr11c": 1.0}


def test_corner_a_strategy_of_another_stack():
    """Half of the chips: a bet of the whole small stack is all-in there, and the rest is checked down."""
    strategy = translated(own="leduc-nl:6")
    assert strategy.follower.scale == 1
    assert believed(strategy, "r2") == {"r2": 1.0}
    assert believed(strategy, "r5") == {"r5": 1.0}
    assert {str(action) for action in strategy.chances(Public(played(LEDUC, ""))).actions} == {"c", "r2", "r11"}


def test_corner_a_strategy_of_other_blinds_is_scaled():
    small = "holdem-nolimit:players=2,stack=1000,small_blind=1,big_blind=2"
    large = named_game("holdem-nolimit:players=2,stack=50000,small_blind=50,big_blind=100")
    policy = MenuPolicy(small, "fcpa", uniform)
    strategy = Translated(policy, policy.menu, large, TranslationRules(Hard()))
    assert strategy.follower.scale == Fraction(50)
    shadow = strategy.shadow(Public(played(large, "r300")))
    assert [str(p.action) for p in shadow.places[0].now.betting.history] == ["r6"]
    assert [str(meaning.action) for meaning in strategy.follower.meanings(shadow.places[0], shadow.real)] == [
        "f", "c", "r900", "r50000",
    ]  # fmt: skip


def small_bets(text, **rules):
    """`fcpa` with 100 chips, hard, with ExtendCall."""
    return list(believed(translated(game=HUNDRED, menu="f,c,50%,100%,400%,a", **rules), text))


def test_extend_call_has_three_cases():
    """Before, 8 chips were bet and called: a pot of 18, whose known bets begin at 9; up to 3 chips are a check."""
    before = "r8c/"
    assert small_bets(before + "r3") == ["r8cc"]  # first: /b -> /c
    assert small_bets(before + "r4") == ["r8cr9"]
    assert small_bets(before + "r3r9") == ["r8ccr9"]  # a raise over it is a bet after a check
    assert small_bets(before + "cr3") == ["r8c"]  # second, after a check: /cb -> /
    assert small_bets(before + "cr4") == ["r8ccr9"]
    assert small_bets(before + "r3", extend_call=False) == ["r8cr9"]
    assert small_bets(before + "cr3", extend_call=False) == ["r8ccr9"]


def test_extend_call_in_hindsight():
    """A raise over a bet is the smallest raise while the street is bet, and a call if it was the street's last."""
    strategy = translated(game=HUNDRED)
    assert list(believed(strategy, "r2r4")) == ["r2r8"]  # by 2 chips, below the root of the pot of 6
    assert list(believed(strategy, "r2r4c/")) == ["r2c"]  # in hindsight seat 1 has called
    assert list(believed(strategy, "r2r5c/")) == ["r2r8c"]  # a raise by 3 is none to be called
    assert list(believed(strategy, "r2r4r8", seat=1)) == ["r2r8r26"]  # not the last: it was a raise


def test_extend_call_after_a_check_in_hindsight():
    """/cb/c: both have checked."""
    strategy = translated(game=HUNDRED, menu="f,c,400%,a")
    assert list(believed(strategy, "cr2")) == [""]
    assert list(believed(strategy, "cr2c/")) == ["cc"]
    assert list(believed(strategy, "cr2r10")) == ["r8"]  # seat 0 has opened with its raise
    assert list(believed(strategy, "cr2r10c/")) == ["r8c"]


def test_soft_extend_call_keeps_both_meanings_until_the_street_is_over():
    strategy = translated(game=HUNDRED, mapping=Soft())
    assert list(believed(strategy, "r2r4")) == ["r2r8"]
    shadow = strategy.shadow(Public(played(HUNDRED, "r2r4")))
    assert len(shadow.places) == 2  # alike for now, but one of them may turn out to be a call
    assert sum(place.reading for place in shadow.places) == pytest.approx(1)
    after = believed(strategy, "r2r4c/")
    assert sorted(after) == ["r2c", "r2r8c"]


def two_copies(strategies, text, most=40):
    """The actions of two strategies that always call, from a real line on, to the end of the street."""
    real = played(LEDUC, text)
    street, found = real.street, []
    while not real.is_over and real.street == street and len(found) < most:
        actions, table = strategies[real.actor].chances(Public(real, BOARD[: real.street]))
        action = actions[int(table[:, 1].argmax())]
        found.append(str(action))
        real = real.act(action)
    return found, real


def test_two_unfixed_copies_that_call_never_stop_raising():
    """Section 3.3.2: a bet of 1 is taken for 2, and the call that mends the pot is a raise to the other."""
    policy = MenuPolicy(LEDUC, "fcpa", calling)
    copies = [Translated(policy, policy.menu, None, UNFIXED) for _ in range(2)]
    actions, real = two_copies(copies, "r1")
    assert actions == ["r2", "r8", "r11", "c"]
    assert real.stacks == (0, 0)
    fixed = [Translated(policy, policy.menu, None, replace(UNFIXED, call_is_call=True)) for _ in range(2)]
    assert two_copies(fixed, "r1")[0] == ["c"]


def test_remembered_calls_do_not_become_raises_in_hindsight():
    """CallisCall off, but what was meant is remembered: the shadow has closed the street and waits for the hand."""
    strategy = translated(calling, extend_call=False, call_is_call=False)
    actions, table = strategy.chances(Public(played(LEDUC, "r1")))
    assert [str(action) for action in actions] == ["f", "r2", "r8", "r11"]  # the call is a raise to 2
    assert table[1].tolist() == [1.0] * 6
    assert believed(strategy, "r1r2", seat=1) == {"r2c": 1.0}
    assert believed(strategy, "r1r2r6", seat=1) == {"r2c": 1.0}
    assert strategy.chances(Public(played(LEDUC, "r1r2r6"))).actions == (CALL,)
    assert believed(strategy, "r1r2c/", seat=1) == {"r2c": 1.0}


def round_trips(menu, perspective, mapping):
    """Every real line of Leduc with 12 chips that a strategy in seat 0 can be in: what it means, played and read."""
    strategy = translated(menu=menu, perspective=Perspective(perspective), mapping=mapping)
    follower, found = strategy.follower, Counter()
    todo = [follower.start(0)]
    while todo:
        shadow = todo.pop()
        real = shadow.real
        if real.is_over:
            continue
        legal = real.legal
        if real.actor == 0:
            actions = set()
            for place in shadow.places:
                meanings = follower.meanings(place, real)
                actions |= {meaning.action for meaning in meanings}
                raises = [meaning for meaning in meanings if meaning.choice.action.kind is Kind.RAISE]
                known = [meaning.choice.action for meaning in raises]
                for number, meaning in enumerate(raises):
                    found["all"] += 1
                    if meaning.action.kind is not Kind.RAISE:
                        found["no raise is legal"] += 1
                        continue
                    near = place.now.betting
                    read = read_bet(real, meaning.action, near, known, follower.rules, follower.scale)
                    if read == [(number, 1)]:
                        found["itself"] += 1
                    elif meaning.action.to == legal.max_raise:
                        found["all-in"] += 1
                    elif meaning.action.to == legal.min_raise:
                        found["smallest raise"] += 1
                    else:
                        found["unexplained"] += 1
        else:
            raises = range(legal.min_raise, legal.max_raise + 1) if legal.max_raise else ()
            actions = {CALL, *map(raise_to, raises)}
        for action in actions:
            if action.kind is not Kind.FOLD:
                todo.append(strategy.then(shadow, action, BOARD))
    return found


@pytest.mark.parametrize(
    ("menu", "perspective", "mapping", "counts"),
    [
        ("fcpa", "abstract", Hard(), {"all": 169, "itself": 169}),
        ("fcpa", "abstract", Soft(), {"all": 402, "itself": 365, "smallest raise": 16, "all-in": 21}),
        ("fcpa", "real", Hard(), {"all": 132, "itself": 107, "all-in": 25}),
        ("fchpda", "abstract", Hard(), {"all": 305, "itself": 301, "smallest raise": 2, "all-in": 2}),
    ],
)
def test_an_own_bet_read_back_is_what_was_meant(menu, perspective, mapping, counts):
    """Equation 4.4. It fails only where the rules have changed the amount: raised to the smallest legal raise, or cut
    to all-in. This is what own actions would be taken for; they are remembered, so that it does no harm."""
    assert round_trips(menu, perspective, mapping) == counts


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ({"game": "holdem-nolimit"}, "cannot be played in holdem-nolimit"),
        ({"menu": "fcp"}, "has no all-in"),
        ({"game": "leduc"}, "without limit"),
    ],
)
def test_strategies_that_cannot_be_translated(rules, line):
    game = rules.get("game", LEDUC)
    policy = MenuPolicy(LEDUC, rules.get("menu", "fcpa"), uniform)
    with pytest.raises(StrategyError, match=line):
        Translated(policy, policy.menu, named_game(game))


def test_games_that_begin_in_the_middle_are_refused():
    game = played(LEDUC, "r2c/").as_start(BOARD)
    policy = MenuPolicy(LEDUC, "fcpa", uniform)
    with pytest.raises(StrategyError, match="middle of a hand"):
        Translated(policy, policy.menu, game)
    assert Betting.start(game).pot == 6
