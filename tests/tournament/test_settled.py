"""Charts that can be learnt by heart: no hand could gain by its other action, and what is indifferent is marked."""

import json
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.cards.combos import class_index
from pokerlab.tournament import pushfold_kernels
from pokerlab.tournament.complementarity import solve_in_box
from pokerlab.tournament.game import PushFoldGame
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.restricted import RestrictedSubgame
from pokerlab.tournament.solution import LIMIT
from pokerlab.tournament.spot import Spot
from pokerlab.tournament.stacktable import stack_table
from pokerlab.tournament.subgame import Subgame

THREE = ("--stacks", "2000,1500,1000", "--payouts", "65,35")


@pytest.fixture(scope="module")
def nine():
    """The nine players of the classic complaint: 22, A8o, K7s and 98s were pushed under the gun, and cost money."""
    stacks = [1500, 2200, 900, 3000, 1800, 1200, 2600, 1400, 1000]
    return solve(Spot.of(stacks, (100, 200), ante=25, payouts=[50, 30, 20]))


@pytest.fixture(scope="module")
def three():
    return solve(Spot.of([2000, 1500, 1000], (50, 100), payouts=[65, 35]))


def test_nine_players_are_settled_hand_by_hand(nine):
    assert nine.is_settled
    assert nine.largest_own_gain <= LIMIT == 1e-6
    assert nine.epsilon <= nine.largest_own_gain
    push = nine.decision(0)
    assert nine.percent(push) == pytest.approx(16.9, abs=0.2)
    for hand in ("22", "A8o", "K7s", "98s"):
        assert nine.judge(push, hand).frequency == 0
        assert nine.judge(push, hand).difference < 0


def test_three_players_are_settled(three):
    assert three.is_settled
    assert three.percent(three.decision(0)) == pytest.approx(32.1, abs=0.3)


def test_hands_that_mix_are_indifferent(nine):
    """In a settled solution who plays both actions has nothing to choose between them."""
    for decision in nine.decisions():
        strategy = nine.strategies[decision]
        mixes = (strategy > 0.001) & (strategy < 0.999) & ~np.isnan(nine.fold[decision])
        assert (nine.indifferent(decision) == mixes).all()


def test_purified_strategies_are_pure_and_say_what_that_costs(nine):
    pure = nine.purified()
    assert all(set(np.unique(strategy)) <= {0.0, 1.0} for strategy in pure.strategies.values())
    assert pure.mixed is nine
    assert pure.epsilon >= nine.epsilon
    assert nine.largest_own_gain < pure.largest_own_gain < 2e-3


def test_a_draft_is_one(pokerlab, tmp_path):
    draft = pokerlab("pushfold", *THREE, "--draft")
    assert "DRAFT: solved as if two were all-in at most" in draft.out
    assert "BTN push: " in draft.out
    assert "(draft)" in draft.out
    content = json.loads(pokerlab("pushfold", *THREE, "--draft", "--json").out)
    assert content["draft"]
    assert content["most_all_in"] == 2
    page = tmp_path / "draft.html"
    assert pokerlab("pushfold", *THREE, "--draft", "--out", str(page)).code == 0
    assert page.read_text().count("DRAFT") >= 1


def test_what_the_verb_says_of_a_settled_chart(pokerlab):
    done = pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1")
    assert "settled: no hand could gain more than" in done.out
    assert "= 43s 71%" in done.out
    content = json.loads(pokerlab("pushfold", *THREE, "--json").out)
    assert (content["draft"], content["settled"]) == (False, True)
    assert content["largest_own_gain_percent_of_pool"] <= content["limit_percent_of_pool"] == pytest.approx(1e-4)
    pure = json.loads(pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1", "--purify", "--json").out)
    assert {hand["frequency"] for row in pure["decisions"] for hand in row["hands"].values()} == {0.0, 1.0}
    assert pure["purified"]["epsilon_percent_of_pool_before"] < pure["epsilon_percent_of_pool"] < 0.01


def test_stacks_in_big_blinds_need_blinds(pokerlab):
    done = pokerlab("pushfold", "--stacks", "10,10")
    assert done.code == 2
    assert "no stack is larger than the big blind of the usual blinds 50/100: give the blinds" in done.err


class TestStackTable:
    def test_gaps_are_shown(self):
        """63s is pushed with at most 2.3 and with 5.1 to 7.1 big blinds: at 4 it costs 0.05."""
        table = stack_table()
        push = table.intervals("push")
        assert table.text(push[class_index("63s")][0]) == "up to 2.3"
        assert table.text(push[class_index("63s")][1]) == "5.1-7.1"
        assert [table.text(part) for part in push[class_index("53s")]] == ["up to 2.4", "3.8-12.9"]
        assert [table.text(part) for part in push[class_index("43s")]] == ["up to 2.2", "4.9-10"]
        assert sorted(table.gaps("push")) == sorted(class_index(name) for name in ("63s", "53s", "43s"))
        four = int(np.flatnonzero(table.stacks == 4.0)[0])
        assert table.push_gains[four, class_index("63s")] == pytest.approx(-0.048, abs=0.002)
        assert table.grid == "1 to 20 big blinds in steps of 0.1"

    def test_the_verb_names_grid_and_gaps(self, pokerlab):
        shown = pokerlab("pushfold", "--stack-table").out
        assert "stacks: 1 to 20 big blinds in steps of 0.1" in shown
        assert "* not with every smaller stack: push 63s: up to 2.3, 5.1-7.1" in shown

    @pytest.mark.parametrize("blinds", ["0/0", "nan/1", "-1/1"])
    def test_blinds_that_cannot_be(self, pokerlab, blinds):
        done = pokerlab("pushfold", "--stack-table", "--blinds", blinds)
        assert done.code == 2
        assert done.err.count("\n") == 1


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


def test_a_restricted_subgame_with_all_hands_is_the_subgame():
    game = PushFoldGame(Spot.of([900, 1500, 600, 1200], (50, 100), ante=10, payouts=[50, 30, 20]))
    subgame = Subgame(game, 0)
    rng = np.random.default_rng(2)
    strategies = {decision: rng.random(169) * (rng.random(169) < 0.6) for decision in subgame.decisions}
    whole = subgame.evaluate(strategies, game.walk)
    hands = {decision: np.arange(169) for decision in subgame.decisions}
    none = {decision: np.zeros(0, np.int64) for decision in subgame.decisions}
    restricted = RestrictedSubgame(subgame, float(game.walk[0]), hands, none)
    advantages, reaches = restricted.advantages(strategies), restricted.reaches(strategies)
    for decision in subgame.decisions:
        scale = np.abs(whole.advantages[decision]).max()
        np.testing.assert_allclose(advantages[decision], whole.advantages[decision], rtol=0, atol=2e-5 * scale + 1e-9)
        np.testing.assert_allclose(reaches[decision], whole.reaches[decision], rtol=2e-4, atol=1e-9)


def test_hands_left_out_of_a_restricted_subgame_fold_or_are_all_in():
    game = PushFoldGame(Spot.of([900, 1500, 600], (50, 100), payouts=[65, 35]))
    subgame = Subgame(game, 0)
    rng = np.random.default_rng(4)
    strategies = {decision: (rng.random(169) < 0.3).astype(float) for decision in subgame.decisions}
    hands = {d: np.flatnonzero(strategies[d]) if len(d.pot) < 2 else np.arange(5) for d in subgame.decisions}
    sure = {d: np.setdiff1d(np.flatnonzero(strategies[d]), np.arange(5)) for d in subgame.decisions}
    restricted = RestrictedSubgame(subgame, float(game.walk[0]), hands, sure)
    found = restricted.advantages({d: strategies[d][hands[d]] for d in subgame.decisions})
    whole = subgame.evaluate(strategies, game.walk)
    for decision in subgame.decisions:
        expected = whole.advantages[decision][hands[decision]]
        np.testing.assert_allclose(found[decision], expected, rtol=0, atol=2e-5 * np.abs(expected).max() + 1e-9)


def test_kernels_equal_their_naive_sums():
    rng = np.random.default_rng(0)
    joint = rng.random((4, 13, 6, 5), np.float32)
    firsts, seconds, thirds = np.array([5, 0, 2]), np.array([1, 4]), np.array([3, 1])
    weights, factors, values = rng.random(2), rng.random((3, 2)), rng.random((4, 13))
    out = np.empty((4, 3, 2))
    pushfold_kernels.sum_thirds(joint, firsts, seconds, thirds, weights, factors, values, out)
    chosen = joint[thirds][:, :, firsts][:, :, :, seconds].astype(float)
    np.testing.assert_allclose(out, np.einsum("ko,c,coab,ab->kab", values, weights, chosen, factors), rtol=1e-5)
    table, rows = rng.random((7, 9), np.float32), np.array([6, 0, 3])
    sums, vector, dots = np.ones(9), rng.random(9), np.empty(3)
    pushfold_kernels.add_rows(table, rows, weights_of := rng.random(3), sums)
    np.testing.assert_allclose(sums, 1 + weights_of @ table[rows], rtol=1e-6)
    pushfold_kernels.dot_rows(table, rows, vector, dots)
    np.testing.assert_allclose(dots, table[rows] @ vector, rtol=1e-6)
