"""Exact push/fold equilibria: complementarity, the restricted subgame and its kernels against naive twins, charts that
stand still, and what a solution says about its own hands."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.cards.combos import CLASS_NAMES
from pokerlab.cards.preflop import strength_order
from pokerlab.errors import TournamentError
from pokerlab.tournament import pushfold_kernels
from pokerlab.tournament.algorithms import RegretMatching
from pokerlab.tournament.complementarity import solve_in_box
from pokerlab.tournament.game import PushFoldGame
from pokerlab.tournament.linear import LinearProgram
from pokerlab.tournament.polymatrix import Polymatrix
from pokerlab.tournament.pushfold import assess, solve
from pokerlab.tournament.restricted import RestrictedSubgame
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.subgame import Subgame

THREE = PushFoldSpot.of([2000, 1500, 1000], (50, 100), payouts=[65, 35])
NINE = PushFoldSpot.of([1500, 2200, 900, 3000, 1800, 1200, 2600, 1400, 1000], (100, 200), ante=25, payouts=[50, 30, 20])


@pytest.fixture(scope="module")
def three():
    return solve(THREE)


@pytest.fixture(scope="module")
def nine():
    return solve(NINE)


@given(
    st.integers(1, 12), st.integers(0, 10**6), st.sampled_from(["any", "zero sum", "sparse"]), st.floats(-6, 6)
)  # fmt: skip
def test_what_solves_in_the_box_is_an_equilibrium_of_agents_with_two_actions(size, seed, kind, exponent):
    rng = np.random.default_rng(seed)
    slopes = rng.normal(size=(size, size)) * 10**exponent
    if kind == "zero sum":
        slopes -= slopes.T
    if kind == "sparse":
        slopes *= rng.random((size, size)) < 0.3
    np.fill_diagonal(slopes, 0)
    scale = max(float(np.abs(slopes).max()), 1e-9)
    constant = rng.normal(size=size) * scale
    found = solve_in_box(constant, slopes)
    assert found is not None
    edge = (constant + slopes @ found) / scale
    assert ((found >= 0) & (found <= 1)).all()
    assert (edge[found > 1e-9] >= -1e-7).all()
    assert (edge[found < 1 - 1e-9] <= 1e-7).all()


def test_matching_pennies_is_solved_by_mixing():
    found = solve_in_box(np.array([-1.0, 1.0]), np.array([[0.0, 2.0], [-2.0, 0.0]]))
    assert found == pytest.approx([0.5, 0.5])


@pytest.fixture
def joint():
    rng = np.random.default_rng(2)
    return rng.random((5, 13, 5, 5)).astype(np.float32)


def test_sums_over_pairs_equal_the_naive_sum(joint):
    rng = np.random.default_rng(3)
    orders = rng.permutation(13).astype(np.int64)
    firsts, seconds = np.array([0, 1, 4, 4]), np.array([2, 2, 0, 3])
    weights, folds, values = (rng.random(size).astype(np.float32) for size in (4, 4, 13))
    out = np.empty((3, 5))
    pushfold_kernels.sum_pairs(joint, orders, firsts, seconds, weights, folds, values, out)
    expected = np.zeros((3, 5))
    for pair, (a, b) in enumerate(zip(firsts, seconds, strict=True)):
        for c in range(5):
            for o in range(13):
                chance = float(weights[pair]) * float(joint[a, orders[o], b, c])
                expected[:, c] += chance * np.array([values[o] - folds[pair], 1, folds[pair]])
    assert out == pytest.approx(expected, rel=1e-5)


def test_sums_over_third_hands_and_orders_equal_the_naive_sums(joint):
    rng = np.random.default_rng(4)
    firsts, seconds, thirds = np.array([0, 3]), np.array([1, 2, 4]), np.array([0, 2, 3])
    weights, factors, values = rng.random(3), rng.random((2, 3)), rng.random((4, 13))
    out = np.empty((4, 2, 3))
    pushfold_kernels.sum_thirds(joint, firsts, seconds, thirds, weights, factors, values, out)
    picked = joint[np.ix_(thirds, range(13), firsts, seconds)]
    assert out == pytest.approx(np.einsum("coab,c,ab,ko->kab", picked, weights, factors, values), rel=1e-6)
    pushfold_kernels.sum_thirds(joint, firsts, seconds, thirds[:0], weights[:0], factors, values, out)
    assert (out == 0).all()
    sums, by_player = rng.random((13, 6)).astype(np.float32), rng.random((4, 13)).astype(np.float32)
    per = rng.random(6).astype(np.float32)
    weighed = np.empty((4, 6), np.float32)
    pushfold_kernels.weigh_orders(sums, by_player, per, weighed)
    assert weighed == pytest.approx(by_player @ sums * per, rel=1e-5)


def test_rows_added_and_multiplied_equal_numpy():
    rng = np.random.default_rng(5)
    table, rows = rng.random((6, 9)).astype(np.float32), np.array([4, 0, 5])
    weights, vector = rng.random(3), rng.random(9)
    out = np.ones(9)
    pushfold_kernels.add_rows(table, rows, weights, out)
    assert out == pytest.approx(1 + weights @ table[rows].astype(np.float64))
    dots = np.empty(3)
    pushfold_kernels.dot_rows(table, rows, vector, dots)
    assert dots == pytest.approx(table[rows].astype(np.float64) @ vector)


def test_the_restricted_subgame_equals_the_whole_one():
    """Some hands open, some surely all-in, the others folded: advantages and reaches as in the subgame of all hands."""
    game = PushFoldGame(PushFoldSpot.of([900, 1500, 600, 1100], (50, 100), ante=10, payouts=[50, 30, 20]))
    subgame = Subgame(game, 0)
    rng = np.random.default_rng(6)
    hands, sure, small, whole = {}, {}, {}, {}
    for decision in subgame.decisions:
        order = rng.permutation(169)
        hands[decision] = np.sort(order[:25])
        small[decision] = rng.random(25)
        whole[decision] = np.zeros(169)
        whole[decision][hands[decision]] = small[decision]
        if len(decision.pot) > 1:
            sure[decision] = np.sort(order[25:35])
            whole[decision][sure[decision]] = 1.0
    fold_values = np.array([20.0, 30.0, 25.0, 25.0])
    restricted = RestrictedSubgame(subgame, 20.0, hands, sure)
    for _ in range(2):  # the second time with another strategy of an overcaller
        evaluation = subgame.evaluate(whole, fold_values)
        advantages, reaches = restricted.advantages(small), restricted.reaches(small)
        rows = {decision: np.array([3, 7, 20]) for decision in subgame.decisions[::2]}
        some = restricted.advantages(small, rows)
        for decision, kept in hands.items():
            scale = np.abs(evaluation.advantages[decision]).max()
            assert advantages[decision] == pytest.approx(evaluation.advantages[decision][kept], abs=1e-5 * scale)
            assert reaches[decision] == pytest.approx(evaluation.reaches[decision][kept], rel=1e-5)
            if decision in rows:
                assert some[decision] == pytest.approx(advantages[decision][rows[decision]])
        last = subgame.decisions[-1]
        small[last] = small[last].copy()
        small[last][3] = whole[last][hands[last][3]] = 0.25


@pytest.mark.parametrize("stack", [1, 2.9, 4, 7.1, 10, 15, 20])
def test_polymatrix_approximations_give_the_charts_of_the_linear_program(stack):
    spot = PushFoldSpot.of([stack, stack], (0.5, 1))
    exact, found = solve(spot, LinearProgram()), solve(spot, Polymatrix())
    assert found.is_settled
    assert found.values == pytest.approx(exact.values, abs=1e-9)
    for decision in exact.decisions():
        assert found.strategies[decision] == pytest.approx(exact.strategies[decision], abs=1e-6)


def test_three_players_stop_when_their_charts_stand_still(three):
    # a run that stops at a millionth of the pool for every player still has BTN at 33.6%, at a ten-millionth at 32.4%
    assert three.is_settled
    assert three.largest_own_gain < 1e-8
    assert three.percent(three.decision(0)) == pytest.approx(32.127, abs=1e-3)
    assert three.percent(three.decision(1)) == pytest.approx(66.705, abs=1e-3)
    mixed = {CLASS_NAMES[k] for d in three.decisions() for k in np.flatnonzero(three.indifferent(d))}
    assert mixed == {"75o", "QTo"}


def test_nine_players_have_no_hands_left_from_early_iterations(nine):
    assert nine.is_settled
    assert nine.largest_own_gain < 1e-7
    push = nine.decision(0)
    assert nine.percent(push) == pytest.approx(16.892, abs=2e-3)
    assert not {"22", "A8o", "K7s", "98s"} & {name for name in CLASS_NAMES if nine.judge(push, name).frequency}
    for decision in nine.decisions():
        is_mixed = (nine.strategies[decision] > 0) & (nine.strategies[decision] < 1)
        assert (nine.indifferent(decision) == is_mixed).all()  # whoever mixes has no preference


def test_own_gains_bound_what_players_gain(nine):
    again = assess(nine.game, nine.strategies)
    assert again.gains.max() <= again.largest_own_gain * NINE.pool
    rough = solve(THREE, target=1e-3)
    assert not rough.is_settled
    assert rough.limit < rough.epsilon <= 1e-3 < rough.largest_own_gain  # fine for the players, and charts far off


@pytest.mark.parametrize("part", [0.1, 0.9])
def test_tight_and_loose_beginnings_end_in_the_same_charts(three, part):
    start = {}
    for decision in three.decisions():
        start[decision] = np.zeros(169)
        start[decision][strength_order()[: int(169 * part)]] = 1.0
    again = solve(THREE, start=start)
    assert again.is_settled
    for decision in three.decisions():
        assert again.strategies[decision] == pytest.approx(three.strategies[decision], abs=1e-6)


def test_regret_matching_settles_too_given_time():
    found = solve(PushFoldSpot.of([10, 10], (0.5, 1)), RegretMatching(), limit=5e-5)
    exact = solve(PushFoldSpot.of([10, 10], (0.5, 1)))
    assert found.is_settled
    assert found.largest_own_gain <= 5e-5
    for decision in exact.decisions():
        assert found.strategies[decision] == pytest.approx(exact.strategies[decision], abs=0.2)  # 43s mixes
    stopped = solve(THREE, RegretMatching(), limit=1e-6, most_iterations=30)
    assert not stopped.is_settled


def test_pure_charts_and_what_they_cost(three):
    pure = three.purified()
    for decision, strategy in pure.strategies.items():
        assert set(strategy.tolist()) <= {0.0, 1.0}
        assert not pure.indifferent(decision).any()
        clear = ~three.indifferent(decision)
        assert (strategy[clear] == three.strategies[decision][clear].round()).all()
    assert pure.mixed is three
    assert three.epsilon < 1e-12 < pure.epsilon < 1e-4
    assert pure.gains == pytest.approx(assess(three.game, pure.strategies).gains)
    assert not pure.is_settled


def test_a_draft_lets_two_be_all_in_and_says_so():
    draft = solve(THREE, draft=True)
    assert draft.is_draft
    assert draft.is_settled
    assert max(len(decision.pot) for decision in draft.decisions()) == 1
    assert not solve(THREE).is_draft


def test_decisions_that_never_come_up_are_named():
    # on the bubble of a satellite nobody risks a large stack against two
    solution = solve(PushFoldSpot.of([1000, 1000, 1000, 100], (10, 20), payouts=[1, 1, 1]))
    assert solution.is_settled
    over = solution.decision(3, 0, 1)
    assert not solution.comes_up(over)
    assert np.isnan(solution.own_gains[over]).all()
    assert solution.comes_up(solution.decision(3, 0))


def test_folded_hands_count_and_charts_are_settled():
    spot = PushFoldSpot.of([10] * 4, (0.5, 1))
    solution = solve(spot, bunching=True)
    assert solution.is_settled
    assert solution.values.sum() == pytest.approx(spot.pool, rel=1e-5)
    rough = solve(THREE, bunching=True, target=1e-3)
    assert rough.epsilon <= 1e-3
    assert not rough.is_settled


@given(
    st.lists(st.floats(0.4, 25), min_size=3, max_size=4), st.sampled_from([None, [1], [2, 1], [1, 1]]),
    st.sampled_from([0, 0.1, 0.3]), st.booleans(),
)  # fmt: skip
@settings(max_examples=12)
def test_any_spot_is_settled(stacks, payouts, ante, by_big_blind):
    solution = solve(PushFoldSpot.of(stacks, (0.5, 1), ante=ante, big_blind_ante=by_big_blind, payouts=payouts))
    assert solution.is_settled
    assert solution.values.sum() == pytest.approx(solution.spot.pool, rel=1e-5)


def test_sampled_pots_are_not_for_polymatrix_approximations():
    with pytest.raises(TournamentError, match="three all-in at most"):
        solve(PushFoldSpot.of([10] * 4, (0.5, 1), most_all_in=4), Polymatrix())


@pytest.mark.parametrize("name", ["limit", "target"])
@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1.0])
def test_goals_are_finite_and_not_negative(name, value):
    with pytest.raises(TournamentError, match=f"{name} .*a part of the pool"):
        solve(THREE, **{name: value})


def test_hands_that_mix_are_indifferent(nine):
    """In a settled solution who plays both actions has nothing to choose between them."""
    for decision in nine.decisions():
        strategy = nine.strategies[decision]
        mixes = (strategy > 0.001) & (strategy < 0.999) & ~np.isnan(nine.fold[decision])
        assert (nine.indifferent(decision) == mixes).all()


@settings(max_examples=200)
@given(st.integers(1, 5), st.integers(0, 10**6))
def test_complementarity_in_a_box_equals_trying_all_patterns(n, seed):
    rng = np.random.default_rng(seed)
    constant, slopes = rng.normal(size=n), rng.normal(size=(n, n))
    found = solve_in_box(constant, slopes)
    assert found is not None
    assert is_solution(found, constant, slopes)
    assert any(is_solution(x, constant, slopes) for x in naive_solutions(constant, slopes))


def is_solution(x, constant, slopes, tolerance=1e-7):
    y = constant + slopes @ x
    inside = (x > tolerance) & (x < 1 - tolerance)
    return (
        ((x >= -tolerance) & (x <= 1 + tolerance)).all()
        and (np.abs(y[inside]) < 1e-6).all()
        and (y[x <= tolerance] <= 1e-6).all()
        and (y[x >= 1 - tolerance] >= -1e-6).all()
    )


def naive_solutions(constant, slopes):
    """Every coordinate at 0, at 1, or where its own y is 0: a linear system each."""
    n = len(constant)
    for pattern in product((0.0, 1.0, None), repeat=n):
        free = [i for i in range(n) if pattern[i] is None]
        x = np.array([0.0 if part is None else part for part in pattern])
        if free:
            y = (constant + slopes @ x)[free]
            if abs(np.linalg.det(slopes[np.ix_(free, free)])) < 1e-12:
                continue
            x[free] = np.linalg.solve(slopes[np.ix_(free, free)], -y)
        yield x
