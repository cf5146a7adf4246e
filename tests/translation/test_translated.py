"""Translated strategies as policies of the real game."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from menu_policies import MenuPolicy, played, seeded, uniform

from pokerlab.errors import StrategyError
from pokerlab.games.action import CALL, FOLD, Kind, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.games.view import Public
from pokerlab.translation.mappings import CURVES, Hard, Soft
from pokerlab.translation.rules import OwnActions, Perspective, Rounding, TranslationRules
from pokerlab.translation.sampled import SampledPlay
from pokerlab.translation.translated import Translated

LEDUC = named_game("leduc-nl:12")
BOARD = (LEDUC.deck[0],)


def translated(choose=uniform, menu="fcpa", game=LEDUC, own=LEDUC, **rules):
    policy = MenuPolicy(own, menu, choose)
    return Translated(policy, policy.menu, game, TranslationRules(**rules))


ANY_RULES = st.builds(
    TranslationRules,
    mapping=st.builds(lambda kind, name: kind(CURVES[name]()), st.sampled_from([Hard, Soft]), st.sampled_from(
        sorted(CURVES))),
    perspective=st.sampled_from(Perspective),
    abstract_actions=st.booleans(),
    call_is_call=st.booleans(),
    extend_call=st.booleans(),
    rounding=st.sampled_from(Rounding),
    own=st.sampled_from(OwnActions),
    non_dominated=st.sampled_from([None, None, 0.0, 0.2]),
)  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(
    ANY_RULES,
    st.sampled_from(["fca", "fcpa", "fchpda", "f,c,33%,120%,a", "bet=40%, a; raise=2.5x, a", "fchpa/h"]),
    st.integers(3, 60),
    st.integers(3, 60),
    st.integers(0, 5),
    st.lists(st.tuples(st.sampled_from("cr"), st.floats(0, 1)), max_size=12),
)
def test_whatever_is_played_it_acts_legally(rules, menu, stack, own_stack, seed, moves):
    """Random games, menus, rules and hands, own actions too: legal actions, chances that add up to 1, shares too."""
    game = named_game(f"leduc-nl:{stack}")
    policy = MenuPolicy(f"leduc-nl:{own_stack}", menu, seeded(seed))
    strategy = Translated(policy, policy.menu, game, rules)
    real = Betting.start(game)
    for letter, part in [*moves, ("c", 0.0)]:
        if real.is_over:
            return
        public = Public(real, BOARD[: real.street])
        actions, table = strategy.chances(public)
        assert all(real.legal.allows(action) for action in actions)
        assert list(actions) == sorted(set(actions), key=lambda action: (action.kind, action.to))
        held = [real.street == 0 or card != BOARD[0] for card in sorted(game.deck)]
        assert table.sum(axis=0) == pytest.approx(np.array(held, float), abs=1e-5)
        for seat in (0, 1):
            assert strategy.shadow(public, seat).shares().sum(axis=0) == pytest.approx(np.ones(6))
        legal = real.legal
        span = legal.max_raise - legal.min_raise
        is_raise = letter == "r" and legal.max_raise
        real = real.act(raise_to(legal.min_raise + int(part**3 * span)) if is_raise else CALL)


def test_a_hand_within_the_menu_is_played_as_the_strategy_says():
    choose = seeded(3)
    for rules in ({}, {"perspective": Perspective.REAL}, {"mapping": Hard()}, {"non_dominated": 0.0}):
        strategy = translated(choose, **rules)
        for text in ("", "r2", "r2r8", "cr2", "r2c/", "ccr2", "ccr2r8"):
            public = Public(played(LEDUC, text), BOARD[: text.count("/") or int(text.startswith("cc"))])
            own = strategy.policy.chances(public)
            found = strategy.chances(public)
            assert found.actions == own.actions
            is_free = np.array([card not in public.board for card in sorted(LEDUC.deck)])
            assert found.table == pytest.approx(own.table * is_free, abs=1e-6)


def sampled_chance(strategy, moves, seat, hand):
    """The chance that a sampled strategy acts as it did in a line, over all that can be drawn."""
    total, todo = 0.0, [()]
    while todo:
        script = todo.pop()
        chance, fits, used = [1.0], True, [0]
        asked = {}

        def draw(weights, number, script=script, chance=chance, used=used, asked=asked):
            if number in asked:  # the same draw all hand long
                return asked[number]
            place = script[used[0]] if used[0] < len(script) else 0
            if used[0] >= len(script):
                asked.setdefault("open", []).append((used[0], len(weights)))
            chance[0] *= weights[place] / sum(weights)
            used[0] += 1
            asked[number] = place
            return place

        play = SampledPlay(strategy, draw=draw)
        real = Betting.start(strategy.game)
        for action in moves:
            if real.actor == seat and play.act(Public(real, BOARD[: real.street]), hand) != action:
                fits = False
                break
            real = real.act(action)
        total += chance[0] * fits
        taken = (*script, *([0] * (used[0] - len(script))))
        for place, count in asked.get("open", []):
            todo += [(*taken[:place], other) for other in range(1, count)]
    return total


def whole_chance(strategy, moves, seat, hand):
    chance, real = 1.0, Betting.start(strategy.game)
    for action in moves:
        if real.actor == seat:
            actions, table = strategy.chances(Public(real, BOARD[: real.street]))
            chance *= table[actions.index(action), hand] if action in actions else 0.0
        real = real.act(action)
    return float(chance)


def random_line(strategy, seat, hand, rng):
    """A real hand: any bets of the other seat, own actions that have a chance."""
    real, moves = Betting.start(strategy.game), []
    while not real.is_over and len(moves) < 8:
        legal = real.legal
        if real.actor == seat:
            actions, table = strategy.chances(Public(real, BOARD[: real.street]))
            likely = [action for action, chance in zip(actions, table[:, hand], strict=True) if chance > 0]
            action = likely[rng.integers(len(likely))]
        elif legal.max_raise and rng.random() < 0.7:
            action = raise_to(int(rng.integers(legal.min_raise, min(legal.min_raise + 3, legal.max_raise) + 1)))
        else:
            action = CALL
        moves.append(action)
        real = real.act(action)
    return moves


@pytest.mark.parametrize("curve", sorted(CURVES))
@pytest.mark.parametrize("perspective", list(Perspective))
def test_soft_sampled_is_soft_whole(curve, perspective):
    """One history drawn and all weighted play the same distribution: summed over all draws, exactly."""
    strategy = translated(seeded(7), mapping=Soft(CURVES[curve]()), perspective=perspective)
    rng, bets = np.random.default_rng(3), 0
    for _ in range(12):
        for seat in (0, 1):
            moves = random_line(strategy, seat, hand := 1 + int(rng.integers(5)), rng)
            whole = whole_chance(strategy, moves, seat, hand)
            assert whole > 0
            assert sampled_chance(strategy, moves, seat, hand) == pytest.approx(whole, rel=1e-5)
            bets += sum(action.kind is Kind.RAISE for action in moves)
    assert bets > 24


def test_a_drawn_history_is_the_same_all_hand_long_and_another_in_other_hands():
    strategy = translated(seeded(1), mapping=Soft())
    lines = set()
    for hand in range(40):
        play = SampledPlay(strategy, seed=5, hand=hand)
        early = play.followed(Public(played(LEDUC, "r4")), 1)
        late = play.followed(Public(played(LEDUC, "r4cr3"), BOARD), 1)
        line = [step.action for step in early.places[0].now.betting.history]
        assert [step.action for step in late.places[0].now.betting.history][:1] == line
        assert len(early.places) == 1
        lines.add(line[0].to)
    assert lines == {2, 11}
    again = SampledPlay(strategy, seed=5, hand=3)
    assert again.act(Public(played(LEDUC, "r4")), 1) == SampledPlay(strategy, seed=5, hand=3).act(
        Public(played(LEDUC, "r4")), 1
    )


def test_sampled_play_is_as_frequent_as_its_chances():
    strategy = translated(seeded(1), mapping=Soft())
    public = Public(played(LEDUC, "r4"))
    actions, table = strategy.chances(public)
    drawn = [SampledPlay(strategy, seed=2, hand=hand).act(public, 2) for hand in range(1000)]
    for action, chance in zip(actions, table[:, 2], strict=True):
        assert abs(drawn.count(action) / 1000 - chance) < 4 * (0.25 / 1000) ** 0.5


def by_size(after_pot, after_all_in):
    """A strategy that answers a pot bet and an all-in as given: weights of fold, call and more."""

    def choose(betting, choices):
        if not betting.history or betting.history[-1].action.kind is not Kind.RAISE:
            return [1.0] * len(choices)
        weights = after_pot if betting.history[-1].action.to == 2 else after_all_in
        return [*weights, *[0.0] * (len(choices) - len(weights))]

    return choose


def test_soft_nd_removes_what_one_history_never_does():
    """A bet between the pot and all-in; all-in is folded or called, a pot bet is only called: folding is dominated."""
    choose = by_size((0.0, 1.0), (0.5, 0.5))
    public = Public(played(LEDUC, "r4"))
    actions, table = translated(choose, mapping=Soft()).chances(public)
    assert table[actions.index(FOLD), 0] == pytest.approx(0.5 * 4 / 11)
    actions, table = translated(choose, mapping=Soft(), non_dominated=0.0).chances(public)
    assert table[actions.index(FOLD), 0] == 0
    assert table[actions.index(CALL), 0] == 1


def test_soft_nd_checks_or_calls_where_nothing_is_left():
    """Section 4.3.3: fold is dominated in one history, all but fold in the other."""
    choose = by_size((0.0, 0.0, 1.0), (1.0, 0.0))
    actions, table = translated(choose, mapping=Soft(), non_dominated=0.0).chances(Public(played(LEDUC, "r4")))
    assert table[actions.index(CALL), 0] == pytest.approx(4 / 11)  # nothing is left after all-in
    assert table[actions.index(raise_to(8)), 0] == pytest.approx(7 / 11)  # a raise is not legal there, so not dominated
    assert table[actions.index(FOLD), 0] == 0


def test_the_threshold_of_soft_nd_is_a_parameter():
    choose = by_size((0.04, 0.96), (0.5, 0.5))
    public = Public(played(LEDUC, "r4"))
    kept = translated(choose, mapping=Soft(), non_dominated=0.01).chances(public)
    assert kept.table[kept.actions.index(FOLD), 0] > 0
    gone = translated(choose, mapping=Soft(), non_dominated=0.05).chances(public)
    assert gone.table[gone.actions.index(FOLD), 0] == 0
    light = translated(choose, mapping=Soft(), non_dominated=0.4).chances(public)  # all-in has a share below it
    assert light.table[light.actions.index(FOLD), 0] == pytest.approx(0.5 * 4 / 11)
    for wrong in (-0.1, 1.0, float("nan")):
        with pytest.raises(StrategyError):
            TranslationRules(non_dominated=wrong)
    with pytest.raises(StrategyError, match="drawn"):
        SampledPlay(translated(choose, non_dominated=0.0))


def test_rules_in_words():
    assert str(TranslationRules()) == "soft, abstract, fixes AA, CisC, EC"
    assert str(TranslationRules(Hard(), abstract_actions=False, call_is_call=False, extend_call=False)) == (
        "hard, abstract, fixes none"
    )
    assert str(TranslationRules(non_dominated=0.01)).endswith("without what is done less than 0.01")


def test_the_same_question_is_answered_from_memory_alike():
    strategy = translated(seeded(4), mapping=Soft())
    publics = [Public(played(LEDUC, text), BOARD[: text.count("/")]) for text in ("r4", "r4c/r2", "r4c/", "r4c/r2r4")]
    first = [strategy.chances(public) for public in publics]
    fresh = [translated(seeded(4), mapping=Soft()).chances(public) for public in reversed(publics)]
    for found, again in zip(first, reversed(fresh), strict=True):
        assert found.actions == again.actions
        assert (found.table == again.table).all()
