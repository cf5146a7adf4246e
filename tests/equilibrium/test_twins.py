"""The engine against naive recursion over single deals through the rules of `games`."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_cfr import NaiveSolver, value

from pokerlab.betting.menu_reader import parse_menu
from pokerlab.equilibrium.best_response import Judge, uniform_table
from pokerlab.equilibrium.public_tree import CHANCE, END, KIND, TERMINAL, PublicTree
from pokerlab.equilibrium.regret import Plus, Vanilla
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.equilibrium.vector import VectorSolver
from pokerlab.games.library import named_game
from pokerlab.games.rake import Rake

GAMES = [("kuhn", "*"), ("leduc", "*"), ("leduc-nl:3", "*"), ("leduc-nl:12", "fcpa"), ("leduc-nl:9", "fchp/h")]


def random_table(tree, seed):
    rng = np.random.default_rng(seed)
    return Strategy(tree, rng.random((tree.rows, tree.hands)) ** 3).table.copy()


def policy_of(strategy):
    def policy(key, labels):
        _, hand, board, history = key
        chances = strategy.at(hand, history, board)
        assert tuple(chances) == labels
        return chances

    return policy


@pytest.mark.parametrize(("game", "menu"), GAMES)
@pytest.mark.parametrize("rake", [0, 700])
def test_value_of_random_strategies(game, menu, rake):
    rules = replace(named_game(game), rake=Rake(percent=rake / 100, no_flop_no_drop=False))
    tree = PublicTree.build(rules, menu)
    strategy = Strategy(tree, random_table(tree, 1))
    for player in (0, 1):
        expected = value(rules, parse_menu(menu), policy_of(strategy), player)
        # A split pot's odd chip goes to one seat by the rules, and half to each in the tree.
        tolerance = 1e-12 if rake == 0 else 0.6
        assert strategy.judge().values[player] == pytest.approx(expected, abs=tolerance)


@pytest.mark.parametrize("plus", [False, True])
@pytest.mark.parametrize(("game", "menu"), GAMES[:4])
def test_iterations_are_those_of_the_naive_solver(game, menu, plus):
    rules = named_game(game)
    tree = PublicTree.build(rules, menu)
    engine = VectorSolver(tree, Plus() if plus else Vanilla())
    naive = NaiveSolver(rules, parse_menu(menu), plus=plus)
    iterations = 30 if game == "kuhn" else 3
    engine.run(iterations)
    naive.run(iterations)
    strategy = Strategy(tree, engine.table())
    for node, place in tree.situations.items():
        player = int(tree.nodes[node, 1])
        for hand in np.array(tree.deals.hands)[tree.possible(node)]:
            mine = strategy.at(str(hand), place.history, place.board)
            theirs = naive.average((player, str(hand), place.board, place.history), place.labels)
            assert mine == pytest.approx(theirs, abs=1e-9), (hand, place)


def test_best_response_is_the_best_of_all_pure_strategies_in_kuhn():
    tree = PublicTree.build(named_game("kuhn"))
    judge = Judge(tree)
    for seed in range(5):
        table = random_table(tree, seed)
        for player in (0, 1):
            nodes = tree.decisions(player).tolist()
            best = -np.inf
            for choices in product(range(2), repeat=3 * len(nodes)):
                pure = table.copy()
                for place, choice in enumerate(choices):
                    row = tree.nodes[nodes[place // 3], 5]
                    pure[row : row + 2, place % 3] = np.eye(2)[choice]
                best = max(best, judge.value(player, pure))
            assert judge.best_value(player, table) == pytest.approx(best, abs=1e-12)
            assert judge.value(player, judge.best_response(player, table)) == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize(("game", "menu"), GAMES)
def test_no_deviation_beats_the_best_response(game, menu):
    tree = PublicTree.build(named_game(game), menu)
    judge = Judge(tree)
    table = random_table(tree, 2)
    for player in (0, 1):
        rows = tree.rows_of(player)
        best = judge.best_value(player, table)
        assert judge.value(player, judge.best_response(player, table)) == pytest.approx(best, abs=1e-12)
        for seed in range(20):
            other = table.copy()
            other[rows] = random_table(tree, 100 + seed)[rows]
            assert judge.value(player, other) <= best + 1e-12


@pytest.mark.parametrize(("game", "menu"), GAMES)
def test_merged_suits_change_nothing(game, menu):
    merged = PublicTree.build(named_game(game), menu)
    apart = PublicTree.build(named_game(game), menu, keep_suits=True)
    first, second = (Judge(tree).judge(uniform_table(tree)) for tree in (merged, apart))
    assert first.values == pytest.approx(second.values, abs=1e-12)
    assert first.best == pytest.approx(second.best, abs=1e-12)


def test_expected_values_per_infoset():
    """In Kuhn against an opponent who always calls and bets: the king wins 2, the jack loses 2, after a bet."""
    tree = PublicTree.build(named_game("kuhn"))
    table = uniform_table(tree)
    for node in tree.decisions(1).tolist():
        row = tree.nodes[node, 5]
        table[row : row + 2] = [[0, 0, 0], [1, 1, 1]]
    values = Judge(tree).expected_values(0, table)
    assert values[1].tolist() == pytest.approx([-2, 0, 2])
    assert np.isnan(values[tree.rows_of(1)]).all()
    total = sum((table[row] * values[row]).sum() for row in (0, 1)) / 3
    assert Judge(tree).value(0, table) == pytest.approx(total)


@settings(max_examples=20)
@given(st.integers(2, 9), st.sampled_from(["*", "fcpa", "fchpda", "fca", "fchp/h"]))
def test_trees_are_well_formed(stack, menu):
    tree = PublicTree.build(named_game(f"leduc-nl:{stack}"), menu)
    parents = np.zeros(len(tree.nodes), int)
    parents[tree.children[: tree.nodes[:, 4].sum()]] += 1
    assert parents[0] == 0
    assert (parents[1:] == 1).all()
    for node in range(len(tree.nodes)):
        first, count = tree.nodes[node, 3], tree.nodes[node, 4]
        children = tree.children[first : first + count].tolist()
        assert (count == 0) == (tree.nodes[node, KIND] == TERMINAL)
        assert children == sorted(children)
        assert all(node < child < tree.nodes[node, END] for child in children)
        if tree.nodes[node, KIND] == CHANCE:
            assert len({tree.nodes[child, 2] for child in children}) == count
    assert tree.is_zero_sum
    assert tree.deals.matrices[0, 0].sum() == pytest.approx(1)
    assert tree.deals.chances.sum() == pytest.approx(1)
