"""Quick push/fold charts: the values of ends are those of the rules, gains are those of a plain twin, and against full
solves they lose next to nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.cards.combos import CLASS_COUNT, CLASS_SIZES, class_index
from pokerlab.errors import TournamentError
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.quick import quick_charts, quick_tables
from pokerlab.tournament.quick_kernels import BEATS
from pokerlab.tournament.showdown import two_way
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.valuation import Outcome

TWO = ((0, 1), (0, 0), (1, 0))


@st.composite
def spots(draw):
    players = draw(st.integers(2, 6))
    stacks = [draw(st.integers(20, 3000)) for _ in range(players)]
    ante = draw(st.sampled_from([0, 10, 100]))
    prizes = draw(st.sampled_from([None, (50, 30, 20), (1,), (50, 50)]))
    return PushFoldSpot.of(
        stacks, draw(st.sampled_from([(50, 100), (0, 100)])), ante=ante, big_blind_ante=draw(st.booleans()),
        payouts=prizes[:players] if prizes else None, most_all_in=players, ante_first=draw(st.booleans()),
    )  # fmt: skip


@settings(max_examples=40)
@given(spots())
def test_ends_are_worth_what_the_rules_say(spot):
    charts, game = quick_charts(spot), PushFoldGame(spot)
    tiny = [player for player in range(spot.players) if charts.by_ante[player] and charts.stacks[player] > 0]

    def value(pot, places, beats=None):
        """With a chance for each of those who are all-in by their antes that he beats all others."""
        beats = beats or BEATS[len(pot)]
        ways, others = [Outcome.of(spot, pot, places)], [player for player in tiny if player not in pot]
        for other in others:
            ways.append(Outcome.of(spot, (*pot, other), (*[place + 1 for place in places], 0)))
        chances = np.array([beats, *[1.0] * len(others)]) / (beats + len(others))
        return chances @ game.valuation.values(spot, ways)

    last = spot.players - 1
    assert charts.values[last] == pytest.approx(value((last,), (0,), BEATS[0]), abs=1e-9)
    for pusher in range(last):
        assert charts.steals[pusher] == pytest.approx(value((pusher,), (0,)), abs=1e-9)
        for caller in range(pusher + 1, spot.players):
            for order, places in enumerate(TWO):
                assert charts.duels[pusher, caller, order] == pytest.approx(value((pusher, caller), places), abs=1e-9)


def naive_push_gain(charts, pusher, a):
    """What a push with a class earns more than folding, added up over the hands of callers one by one."""
    chances, spot = two_way(), charts.spot
    active, earned, waiting, stays = 1.0, 0.0, 0.0, 1.0
    pending = 0.0
    for caller in range(pusher + 1, spot.players):
        range_ = np.ones(CLASS_COUNT) if charts.forced[caller] else charts.range(Decision(caller, (pusher,)))
        held = chances.second[a] * range_
        shown = sum(
            (held * chances.orders2[order, a]).sum() * charts.duels[pusher, caller, order, pusher] for order in range(3)
        )
        active, called = stays + pending, held.sum()
        waiting *= 1 - called
        if charts.stacks[caller] < charts.stacks[pusher] / 2:
            waiting += active * shown
            pending += stays * called
        else:
            earned += active * shown
            pending *= 1 - called
        stays *= 1 - called
    return earned + waiting + stays * charts.steals[pusher, pusher] - charts.values[pusher + 1, pusher]


@pytest.mark.parametrize(
    ("stacks", "prizes"), [((1000, 900), None), ((2000, 300, 900, 1500), (50, 30, 20)), ((700, 70, 60), (65, 35))]
)
def test_gains_are_those_of_a_plain_twin(stacks, prizes):
    charts = quick_charts(PushFoldSpot.of(stacks, (50, 100), payouts=prizes))
    for pusher in range(len(stacks) - 1):
        gains = charts.gains(Decision(pusher, ()))
        for a in (0, 14, 77, 168):
            assert gains[a] == pytest.approx(naive_push_gain(charts, pusher, a), abs=1e-9)
    chances, (pusher, caller) = two_way(), (len(stacks) - 2, len(stacks) - 1)
    range_ = charts.range(Decision(pusher, ()))
    gains = charts.gains(Decision(caller, (pusher,)))
    for b in (0, 50, 168):
        held = chances.second[b] * range_
        orders = np.array([(held * chances.orders2[order][:, b]).sum() for order in range(3)]) / held.sum()
        folded = charts.steals[pusher, caller]
        assert gains[b] == pytest.approx(orders @ charts.duels[pusher, caller, :, caller] - folded, abs=1e-9)


def test_ranges_are_sums_over_classes():
    tables, chances = quick_tables(), two_way()
    assert tables.push_mass[-1] == pytest.approx(1)
    assert tables.called[:, -1].sum(axis=1) == pytest.approx(np.ones(CLASS_COUNT))
    assert tables.pushed[:, -1].sum(axis=1) == pytest.approx(np.ones(CLASS_COUNT))
    assert tables.push_order[0] == tables.call_order[0] == class_index("AA")
    top = tables.push_order[:20], tables.call_order[:30]
    joint = chances.joint[np.ix_(*top)] * chances.orders2[:, top[0]][:, :, top[1]]
    assert tables.met[20, 30] == pytest.approx(joint.sum(axis=(1, 2)) / joint.sum())


SPOTS = (
    ((1051, 1121), 0, (65, 35)),
    ((761, 1764, 961), 0, (50, 30, 20)),
    ((1014, 1619, 423, 745), 10, (50, 30, 20)),
    ((1247, 270, 369, 797, 979), 10, (50, 30, 20)),
    ((800, 900, 1000), 0, None),
)
ON_THE_BUBBLE = (((15, 900, 1300), 20, (65, 35)), ((1500, 900, 18), 20, (65, 35)))
"""One is all-in by his ante, and if he loses the others are in the money."""


@pytest.mark.parametrize(("stacks", "ante", "prizes"), SPOTS + ON_THE_BUBBLE)
def test_they_lose_next_to_nothing_against_full_solves(stacks, ante, prizes):
    """Who plays them while all others play the equilibrium loses less than 0.1% of the pool; docs/players.md has the
    loss on many spots of played tournaments."""
    assert largest_loss(stacks, ante, prizes) < 1e-3


def test_who_is_all_in_by_his_ante_may_win_it():
    """On the bubble he is worth more than nothing, and others push less than if he were lost for certain."""
    spot = PushFoldSpot.of((15, 900, 1300), (50, 100), ante=20, payouts=(65, 35))
    charts = quick_charts(spot)
    assert charts.values[2, 0] > 0
    lost = PushFoldSpot.of((900, 1300), (50, 100), ante=20, payouts=(65, 35))
    push = charts.strategy(Decision(1, (0,)))
    assert push @ CLASS_SIZES < quick_charts(lost).strategy(Decision(0, ())) @ CLASS_SIZES


def test_survivors_count_with_bounties_too():
    """With bounties of nothing the values are those without."""
    plain = PushFoldSpot.of((15, 900, 12, 1300), (50, 100), ante=20, payouts=(65, 35), most_all_in=4)
    heads = PushFoldSpot.of(
        (15, 900, 12, 1300), (50, 100), ante=20, payouts=(65, 35), most_all_in=4, bounties=(1e-9,) * 4
    )
    one, other = quick_charts(plain), quick_charts(heads)
    assert other.steals == pytest.approx(one.steals, abs=1e-6)
    assert other.duels == pytest.approx(one.duels, abs=1e-6)
    over = Decision(3, (0, 1, 2))
    assert other.gains(over) == pytest.approx(one.gains(over), abs=1e-6)


def largest_loss(stacks, ante, prizes):
    """Of all players, as a part of the pool."""
    spot = PushFoldSpot.of(stacks, (50, 100), ante=ante, payouts=prizes and prizes[: len(stacks)])
    lost = [0.0]
    charts, result = quick_charts(spot), solve(spot, target=2e-4)
    for player in range(spot.players):
        own = {decision: charts.strategy(decision) for decision in result.strategies if decision.player == player}
        own = {
            decision: chances for decision, chances in own.items() if not result.game.must_go_in(player, decision.pot)
        }
        if own:
            lost.append(result.values[player] - result.with_ranges(own).values[player])
    return max(lost) / spot.pool


def test_who_is_forced_or_stuck_is_in():
    charts = quick_charts(PushFoldSpot.of((1000, 40, 90), (50, 100)))
    assert charts.strategy(Decision(2, (0,))).all()
    assert charts.strategy(Decision(1, (0,))).all()
    with pytest.raises(TournamentError, match="has won"):
        charts.gains(Decision(2, ()))


def test_who_is_all_in_by_his_ante_pushes_nobody_out():
    charts = quick_charts(PushFoldSpot.of((30, 20, 900, 25, 1000, 800, 1200), (50, 100), ante=30, most_all_in=7))
    assert charts.by_ante.tolist() == [True, True, False, True, False, False, False]
    for tiny in ((), (0,), (0, 1), (0, 1, 3)):
        push, call, over = Decision(4, tiny), Decision(5, (*tiny, 4)), Decision(6, (*tiny, 4, 5))
        assert (charts.gains(push) == charts.gains(Decision(4, ()))).all()
        assert (charts.gains(call) == charts.gains(Decision(5, (4,)))).all()
        assert (charts.gains(over) == charts.gains(Decision(6, (4, 5)))).all()
    three = charts.gains(Decision(6, (2, 4, 5)))  # of three the two with the most chips count
    assert (three == charts.gains(Decision(6, (2, 4)))).all()
    assert charts.gains(Decision(6, (0, 1)))[class_index("AA")] > 0  # nobody else is in


def test_a_call_of_half_a_big_blind_is_a_push_against_those_behind():
    """A spot of a played superturbo: as calls, all hands would go in, and lose 0.46% of the pool against full
    solves."""
    spot = PushFoldSpot.of((255, 15, 300, 300, 525, 300, 30, 360, 615), (15, 30), payouts=(45, 27, 18), most_all_in=3)
    charts = quick_charts(spot)
    assert (charts.gains(Decision(2, (1,))) == charts.gains(Decision(2, ()))).all()
    assert (charts.gains(Decision(3, (1, 2))) == charts.gains(Decision(3, (2,)))).all()
    assert charts.strategy(Decision(8, (1,))).mean() > 0.5  # nobody is behind the big blind


def test_bounties_make_calls_wider():
    plain = PushFoldSpot.of((2000, 500, 1500), (50, 100), payouts=(60, 40))
    with_heads = PushFoldSpot.of((2000, 500, 1500), (50, 100), payouts=(60, 40), bounties=(20, 20, 20))
    call = Decision(2, (1,))
    assert quick_charts(with_heads).strategy(call).sum() > quick_charts(plain).strategy(call).sum()


def test_overcalls_are_tighter_than_calls():
    charts = quick_charts(PushFoldSpot.of((900, 1000, 1100, 1200), (50, 100), payouts=(50, 30, 20)))
    call, over = charts.strategy(Decision(3, (0,))), charts.strategy(Decision(3, (0, 1)))
    assert over[class_index("AA")] == 1
    assert over.sum() < call.sum()
