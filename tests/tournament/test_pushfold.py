"""Push/fold: known values, a naive twin of the evaluation, every algorithm, options, charts, bad input."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.cards import starting
from pokerlab.cards.combos import CLASS_NAMES, CLASS_OF_COMBO, CLASS_SIZES, class_index
from pokerlab.errors import TournamentError
from pokerlab.tournament import starting_ranges
from pokerlab.tournament.algorithms import FictitiousRanges, RegretMatching, gains, range_of
from pokerlab.tournament.future import FutureGame
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.linear import LinearProgram
from pokerlab.tournament.manyway import sampled_deals
from pokerlab.tournament.ordered import MonotoneExpansion, ShrinkingNeighbourhood
from pokerlab.tournament.pushfold import assess, solve
from pokerlab.tournament.showdown import joint_three, order_permutation, two_way
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.stacktable import stack_table
from pokerlab.tournament.subgame import Subgame
from pokerlab.tournament.threeway import ORDERS, three_way_table

NAN = float("nan")
HEADS_UP = PushFoldSpot.of([10, 10], (0.5, 1))
THREE = PushFoldSpot.of([10, 10, 10], (0.5, 1))


def test_heads_up_ten_big_blinds():
    # the exact equilibrium; the percentages are those of published heads-up Nash charts
    solution = solve(HEADS_UP)
    assert solution.values[0] - 10 == pytest.approx(-0.045371, abs=5e-7)
    assert solution.percent(solution.decision(0)) == pytest.approx(58.284, abs=5e-4)
    assert solution.percent(solution.decision(1, 0)) == pytest.approx(37.376, abs=5e-4)
    assert solution.epsilon < 1e-12


def test_heads_up_fifteen_big_blinds():
    assert solve(PushFoldSpot.of([15, 15], (0.5, 1))).values[0] - 15 == pytest.approx(-0.127227, abs=5e-7)


def test_only_the_smaller_stack_counts_heads_up():
    uneven = solve(PushFoldSpot.of([10, 30], (0.5, 1)))
    assert uneven.values == pytest.approx([10 - 0.045371, 30 + 0.045371], abs=5e-7)


def test_prizes_of_two_places_are_chips_for_two_players():
    solution = solve(PushFoldSpot.of([10, 10], (0.5, 1), payouts=[65, 35]))
    assert solution.values[0] == pytest.approx(35 + 30 * (10 - 0.045371) / 20, abs=1e-5)
    assert solution.percent(solution.decision(0)) == pytest.approx(58.284, abs=5e-4)


def test_three_players_with_bunching():
    # exact over the joint deal of three hands: 10.2414 / 9.9166 / 9.8419
    solution = solve(THREE, bunching=True)
    assert solution.values == pytest.approx([10.2414, 9.9166, 9.8419], abs=1e-3)
    assert solution.is_settled


def test_three_players_without_bunching_are_close():
    solution = solve(THREE, target=2e-5)
    assert solution.values.sum() == pytest.approx(30)
    assert solution.values == pytest.approx([10.2414, 9.9166, 9.8419], abs=0.008)
    assert solution.epsilon <= 2e-5


@cache
def naive_thirds(over):
    """float64 [order, a, b] and [a, b]: the chance of two classes and of a third hand that goes in, by their order, and
    of one that does not; over: its chances to go in."""
    third = joint_three()  # [c, o, a, b]
    return np.tensordot(np.array(over), third, 1), np.tensordot(1 - np.array(over), third, 1).sum(axis=0)


def naive_value(game, profile):
    """Values [player] of three players by summing over all classes, with hands dealt when players act."""
    two = two_way()
    prior, second, orders2 = two.prior, two.second, two.orders2
    push, push2 = profile[Decision(0, ())], profile[Decision(1, ())]
    call1, call2 = profile[Decision(1, (0,))], profile[Decision(2, (0,))]
    over, call3 = profile[Decision(2, (0, 1))], profile[Decision(2, (1,))]
    goes_in, stays_out = naive_thirds(tuple(over))  # divided by the chance of a and b: the chance given these
    stays = stays_out / two.joint
    values = []
    for player in range(3):
        of = {pot: rows[:, player] for pot, rows in game.values.items()}
        duel = {pot: np.einsum("o,oab->ab", of[pot], orders2) for pot in ((0, 1), (0, 2), (1, 2))}
        overcalled = np.einsum("oab,o->ab", goes_in, of[(0, 1, 2)]) / two.joint
        called = ((stays * duel[(0, 1)] + overcalled) * second) @ call1
        last = second @ (1 - call2) * of[(0,)][0] + (second * duel[(0, 2)]) @ call2
        pushed = called + (second @ (1 - call1)) * last
        small = second @ (1 - call3) * of[(1,)][0] + (second * duel[(1, 2)]) @ call3
        unopened = prior @ (push2 * small) + prior @ (1 - push2) * of[(2,)][0]
        values.append(prior @ (push * pushed) + prior @ (1 - push) * unopened)
    return np.array(values)


def test_evaluation_equals_the_naive_sum_over_all_classes():
    game = PushFoldGame(PushFoldSpot.of([900, 1500, 600], (50, 100), ante=10, payouts=[65, 35]))
    rng = np.random.default_rng(5)
    profile = {decision: rng.random(169) * (rng.random(169) < 0.5) for decision in game.decisions()}
    solution = assess(game, profile)
    assert solution.values == pytest.approx(naive_value(game, profile), rel=1e-5)
    # a value is linear in every strategy: the advantage of a hand is what its frequency changes
    for decision in game.decisions():
        for hand in ("AA",) if decision.pot else ("K9s", "72o"):
            index = class_index(hand)
            ends = []
            for frequency in (0.0, 1.0):
                strategy = profile[decision].copy()
                strategy[index] = frequency
                ends.append(naive_value(game, {**profile, decision: strategy})[decision.player])
            judged = solution.judge(decision, hand)
            folded = (
                1.0
                if decision.pot[:1] == (0,) or decision.player == 0
                else 1 - two_way().prior @ profile[Decision(0, ())]
            )
            reach = folded * solution_reach(game, profile, decision)[index]
            assert reach * judged.difference == pytest.approx(ends[1] - ends[0], rel=2e-3, abs=2e-7)


def solution_reach(game, profile, decision):
    pusher = decision.pot[0] if decision.pot else decision.player
    subgame = Subgame(game, pusher)
    return subgame.evaluate(profile, game.walk).reaches[decision]


@given(
    st.lists(st.integers(1, 30), min_size=2, max_size=4), st.integers(0, 2), st.booleans(), st.booleans(),
    st.integers(2, 3), st.randoms(use_true_random=False),
)  # fmt: skip
@settings(max_examples=25)
def test_nothing_is_lost_and_gains_are_gains(stacks, ante, by_big_blind, prizes, most, random):
    """Under any strategies values add up to the pool, nobody gains less than nothing, forced players included."""
    payouts = [60, 40] if prizes else None
    try:
        spot = PushFoldSpot.of(
            stacks, (1, 2), ante=ante, big_blind_ante=by_big_blind, payouts=payouts, most_all_in=most
        )
    except TournamentError:
        return
    game = PushFoldGame(spot)
    rng = np.random.default_rng(random.randrange(10**9))
    profile = {}
    for decision in game.decisions():
        forced = game.must_go_in(decision.player, decision.pot)
        profile[decision] = np.ones(169) if forced else rng.random(169)
    solution = assess(game, profile)
    assert solution.values.sum() == pytest.approx(spot.pool, rel=1e-5)
    assert (solution.gains >= 0).all()


@pytest.mark.parametrize(
    ("algorithm", "most"),
    [
        (LinearProgram(), 1e-12),
        (RegretMatching(), 1e-4),
        (FictitiousRanges(), 2e-4),
        (FictitiousRanges(correlated=True), 2e-4),
        (FictitiousRanges(ordered=True, correlated=True), 1e-3),
        (ShrinkingNeighbourhood(), 1e-3),
        (MonotoneExpansion(), 2e-3),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_algorithm_comes_near_the_equilibrium_and_says_how_near(algorithm, most):
    solution = solve(HEADS_UP, algorithm, target=1e-4, most_iterations=400)
    assert solution.epsilon <= most
    assert solution.values[0] == pytest.approx(10 - 0.045371, abs=0.02)
    assert solution.gains_in_chips == pytest.approx(solution.gains)
    if algorithm.ordered:
        counts = {int(strategy.sum()) for strategy in solution.strategies.values()}
        for strategy in solution.strategies.values():
            is_range = any((strategy == range_of(count)).all() for count in counts)
            assert is_range or isinstance(algorithm, FictitiousRanges)


def test_epsilon_is_what_a_best_response_gains():
    game = PushFoldGame(HEADS_UP)
    push, call = Decision(0, ()), Decision(1, (0,))
    profile = {push: np.ones(169), call: np.zeros(169)}
    before = assess(game, profile)
    best = {**profile, call: (before.all_in[call] > before.fold[call]).astype(float)}
    after = assess(game, best)
    assert after.values[1] - before.values[1] == pytest.approx(before.gains[1])
    assert before.gains[0] == pytest.approx(0)  # nobody calls: pushing everything is best
    subgame = Subgame(game, 0)
    assert gains(subgame, best, subgame.evaluate(best, game.walk))[1] == pytest.approx(0)


def test_two_thirds_of_the_money_for_three_players_tightens_calls():
    chips = solve(PushFoldSpot.of([1000, 1000, 1000], (50, 100)), target=5e-4)
    money = solve(PushFoldSpot.of([1000, 1000, 1000], (50, 100), payouts=[50, 50]), target=5e-4)
    for decision in (chips.decision(1, 0), chips.decision(2, 0), chips.decision(2, 1)):
        assert money.percent(decision) < chips.percent(decision)
    assert money.values.sum() == pytest.approx(100, rel=1e-5)


def test_forced_blinds_solve():
    solution = solve(PushFoldSpot.of([1000, 30, 60], (50, 100)))
    assert solution.values.sum() == pytest.approx(1090, rel=1e-6)
    assert solution.percent(solution.decision(1)) == 100
    assert solution.percent(solution.decision(2, 1)) == 100
    short = solve(PushFoldSpot.of([40, 1000], (50, 100)))  # the small blind is all-in and the big blind has it covered
    assert short.values == pytest.approx([40, 1000], abs=1e-9)
    big = solve(PushFoldSpot.of([1000, 70], (50, 100)))
    assert big.values.sum() == pytest.approx(1070)


def test_antes_widen_pushes_and_the_big_blind_may_post_them():
    plain = solve(PushFoldSpot.of([10, 10, 10], (0.5, 1)), target=5e-4)
    ante = solve(PushFoldSpot.of([10, 10, 10], (0.5, 1), ante=0.25), target=5e-4)
    by_one = solve(PushFoldSpot.of([10, 10, 10], (0.5, 1), ante=0.75, big_blind_ante=True), target=5e-4)
    push = plain.decision(0)
    assert plain.percent(push) < min(ante.percent(push), by_one.percent(push))
    assert by_one.values[2] < ante.values[2]


def test_two_all_in_at_most():
    solution = solve(PushFoldSpot.of([10] * 4, (0.5, 1), most_all_in=2), target=1e-3)
    assert all(len(decision.pot) < 2 for decision in solution.decisions())
    assert solution.epsilon <= 1e-3


def test_bunching_of_more_than_three_is_a_small_correction():
    spot = PushFoldSpot.of([10] * 4, (0.5, 1))
    plain, bunched = solve(spot, target=3e-4), solve(spot, target=3e-4, bunching=True)
    assert bunched.values.sum() == pytest.approx(40, rel=1e-5)
    assert 0 < np.abs(bunched.values - plain.values).max() < 0.05


def test_bounties_widen_calls():
    plain = solve(PushFoldSpot.of([1000, 1000, 1000], (50, 100), payouts=[50, 30, 20]), target=5e-4)
    heads = solve(
        PushFoldSpot.of([1000, 1000, 1000], (50, 100), payouts=[50, 30, 20], bounties=[20, 20, 20], progressive=0.5),
        target=5e-4,
    )
    assert heads.percent(heads.decision(2, 0)) > plain.percent(plain.decision(2, 0))
    two = solve(PushFoldSpot.of([1000, 1000], (50, 100), payouts=[60, 40], bounties=[20, 20]))
    assert two.epsilon <= 1e-4


def test_future_games():
    """Depth 0 is ICM; at depth 1 values still add up, and the big blind's next hand counts."""
    spot = PushFoldSpot.of([500, 500, 500], (50, 100), payouts=[65, 35])
    now = solve(spot, target=1e-3)
    same = solve(spot, target=1e-3, valuation=FutureGame(0))
    assert same.values == pytest.approx(now.values)
    later = solve(spot, target=1e-3, valuation=FutureGame(1))
    assert later.values.sum() == pytest.approx(100, rel=1e-4)
    assert np.abs(later.values - now.values).max() > 0.05
    two = solve(PushFoldSpot.of([500, 500], (50, 100)), valuation=FutureGame(2))
    assert two.values.sum() == pytest.approx(1000)


def test_future_games_that_branch_too_often_are_refused_by_counting():
    with pytest.raises(TournamentError, match=r"1,000,000 hands ahead: this hand ends in 3 ways.* here is 9 ahead"):
        solve(PushFoldSpot.of([500, 500], (50, 100)), valuation=FutureGame(1_000_000))


def test_future_games_with_bounties():
    spot = PushFoldSpot.of([300, 500], (50, 100), payouts=[60, 40], bounties=[10, 10], progressive=0.5)
    solution = solve(spot, RegretMatching(), target=1e-3, valuation=FutureGame(1))
    assert 100 < solution.values.sum() <= 120 + 1e-6


def test_questions_after_solving():
    solution = solve(HEADS_UP)
    push = solution.decision(0)
    good, bad = solution.judge(push, "A5s"), solution.judge(push, "72o")
    assert good.is_right
    assert good.frequency == 1
    assert not bad.is_right
    assert bad.difference < 0
    assert solution.judge(push, "72o").fold == pytest.approx(9.5)
    assert solution.range(push)["A5s"] == 1
    assert solution.range(push).percent == pytest.approx(58.284, abs=0.02)
    with pytest.raises(TournamentError, match="player 1 has no decision"):
        solution.decision(1)
    assert solution.reached[push] == pytest.approx(1)


@pytest.fixture(scope="module")
def classic():
    return stack_table()


def test_stack_table_has_the_classic_limits(classic):
    # the published heads-up Nash charts: K2s is pushed up to 19.3, J2s to 8.5, 72o to 1.6 big blinds...
    push, call = classic.largest("push"), classic.largest("call")
    for hand, stack in {"K2s": 19.3, "Q4s": 16.3, "J2s": 8.5, "84s": 10.1, "72o": 1.6, "32o": 1.4, "AA": 20}.items():
        assert push[class_index(hand)] == stack
    for hand, stack in {"K9o": 17.1, "A2o": 15.8, "22": 15, "T9s": 11.5, "32o": 2.6, "AA": 20}.items():
        assert call[class_index(hand)] == stack
    assert (np.diff(classic.values[40:]) < 0).all()
    with pytest.raises(TournamentError, match="'push' and 'call', not 'fold'"):
        classic.largest("fold")


def test_stack_table_shows_gaps_as_the_published_charts_do(classic):
    # their footnotes: 63s 7.1-5.1 and 2.3 or less, 53s 12.9-3.8 and 2.4, 43s 10.0-4.9 and 2.2
    intervals = classic.intervals("push")
    assert intervals[class_index("63s")] == [(1.0, 2.3), (5.1, 7.1)]
    assert intervals[class_index("53s")] == [(1.0, 2.4), (3.8, 12.9)]
    assert intervals[class_index("43s")] == [(1.0, 2.2), (4.9, 10.0)]
    assert [CLASS_NAMES[index] for index in classic.gaps("push")] == ["63s", "53s", "43s"]
    assert classic.gaps("call") == []
    assert [classic.text(part) for part in intervals[class_index("63s")]] == ["up to 2.3", "5.1-7.1"]
    assert classic.text((1.0, 20.0)) == "20+"
    assert classic.text((4.0, 20.0)) == "4+"
    assert classic.grid == "1 to 20 big blinds in steps of 0.1"
    at_four = solve(PushFoldSpot.of([4, 4], (0.5, 1)))
    assert at_four.judge(at_four.decision(0), "63s").difference == pytest.approx(-0.048, abs=5e-4)


def test_gaps_that_cost_next_to_nothing_are_closed(classic):
    fine = classic.intervals("push", tolerance=0.0)
    assert len(fine[class_index("84s")]) > 1 == len(classic.intervals("push")[class_index("84s")])
    lost = -classic.push_gains[(classic.stacks > 8) & (classic.stacks < 8.3), class_index("84s")]
    assert 0 < lost.max() < 0.02


def test_stack_tables_of_other_stacks():
    table = stack_table([2, 4, 5])
    assert table.grid == "2 to 5 big blinds in steps of 1 to 2"
    assert table.intervals("push")[class_index("63s")] == [(2, 2)]
    assert stack_table([3]).grid == "3 big blinds"
    for stacks, message in (([], "at least one stack"), ([0, 1], "stack 0 of the table"), ([NAN], "stack nan")):
        with pytest.raises(TournamentError, match=message):
            stack_table(stacks)


def test_the_linear_program_is_for_two_players_who_share_a_sum():
    with pytest.raises(TournamentError, match="for two players, not 3"):
        solve(THREE, LinearProgram())
    with pytest.raises(TournamentError, match="bounties undo that"):
        solve(PushFoldSpot.of([1000, 1500], (50, 100), payouts=[60, 40], bounties=[20, 30]), LinearProgram())


def test_chances_of_three_match_the_table():
    joint = joint_three()
    assert joint.sum(dtype=np.float64) == pytest.approx(1, abs=1e-5)
    table = three_way_table()
    rng = np.random.default_rng(0)
    for _ in range(50):
        a, b, c = rng.integers(0, 169, 3)
        counts = table.counts(a, b, c)
        assert joint[c, :, a, b] * (1326 * 1225 * 1128 * 1370754) == pytest.approx(counts, rel=1e-5)
    assert joint.sum(axis=(0, 1), dtype=np.float64) == pytest.approx(two_way().joint, rel=1e-4)
    for o, places in enumerate(ORDERS):
        seen = ORDERS[order_permutation((2, 0, 1))[o]]
        assert (seen[2], seen[0], seen[1]) == places


def test_sampled_deals_are_fair():
    """Weighted, the sample is a uniform deal: classes, and the orders of three hands of the exact table."""
    deals = sampled_deals(4)
    count = len(deals.weights)
    order = (deals.ranks[:, None, :3] > deals.ranks[:, :3, None]).sum(axis=2)
    table = three_way_table()
    total = 1326 * 1225 * 1128 * 1370754
    for value, expected in (
        (deals.classes[:, 3] == class_index("AKo"), 12 / 1326),
        ((order == (0, 1, 2)).all(axis=1), table.strict.sum() / total),
        ((order == (0, 0, 2)).all(axis=1), table.top.sum() / total),
        ((order == (0, 0, 0)).all(axis=1), table.level.sum() / total),
    ):
        sampled = deals.weights * value
        assert sampled.mean() == pytest.approx(expected, abs=4.5 * sampled.std() / count**0.5)


def test_four_and_more_all_in():
    three = solve(PushFoldSpot.of([10] * 4, (0.5, 1)), target=3e-4)
    four = solve(PushFoldSpot.of([10] * 4, (0.5, 1), most_all_in=4), target=3e-4)
    last = four.decision(3, 0, 1, 2)
    assert last.kind == "call 3"
    assert 1 < four.percent(last) < 60
    assert four.judge(last, "AA").difference > 0 > four.judge(last, "72o").difference
    assert four.values.sum() == pytest.approx(40, rel=1e-5)
    assert 0 < four.sampling_error.max() < 0.01
    assert np.abs(four.values - three.values).max() < 0.05
    assert (three.sampling_error == 0).all()
    forced = solve(PushFoldSpot.of([1000, 1000, 30, 60], (50, 100), most_all_in=4), target=1e-3)
    assert forced.values.sum() == pytest.approx(2090, rel=1e-5)


def test_strategies_are_frequencies():
    solution = solve(PushFoldSpot.of([500, 800, 1200, 300], (50, 100), payouts=[50, 30, 20]), target=1e-3)
    for strategy in solution.strategies.values():
        assert ((strategy >= 0) & (strategy <= 1)).all()
        assert CLASS_SIZES @ strategy <= 1326
    assert solution.values.sum() == pytest.approx(100, rel=1e-5)


def test_shipped_starting_ranges_are_what_their_generator_computes(monkeypatch):
    monkeypatch.setattr(starting_ranges, "DEPTHS", (10,))
    computed = starting_ranges.build_starting_ranges()
    shipped = starting.starting_ranges()
    for name, weights in zip(computed["names"].tolist(), computed["weights"], strict=True):
        assert np.abs(shipped[name] - weights[CLASS_OF_COMBO] / starting.SCALE).max() < 0.01
