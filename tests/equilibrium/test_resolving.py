"""What is left of a hand, solved again."""

import numpy as np
import pytest

from pokerlab.equilibrium.algorithms import make_solver
from pokerlab.equilibrium.best_response import Judge, uniform_table
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import COUNT, DECISION, FIRST, KIND, PLAYER, PublicTree
from pokerlab.equilibrium.resolving import Resolver, Safety
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import SolverError
from pokerlab.games.library import named_game

SAFE = [safety for safety in Safety if safety is not Safety.UNSAFE]


@pytest.fixture(scope="module")
def tree():
    return PublicTree.build(named_game("leduc-nl:4"), "fcpa | *")


def blueprint(tree, name):
    if name == "uniform":
        return uniform_table(tree)
    if name in ("equilibrium", "purified"):
        strategy = Strategy(tree, solve_exactly(tree).table)
        return (strategy.purified() if name == "purified" else strategy).table.copy()
    solver = make_solver(tree, "vanilla")
    solver.run(int(name))
    return solver.table().copy()


def after_bets(tree, player):
    """The decisions of a player that follow one of the other."""
    found = []
    for node in tree.decisions(1 - player).tolist():
        first, count = int(tree.nodes[node, FIRST]), int(tree.nodes[node, COUNT])
        below = tree.children[first : first + count].tolist()
        found += [
            child for child in below if tree.nodes[child, KIND] == DECISION and tree.nodes[child, PLAYER] == player
        ]
    return sorted(found)


@pytest.mark.parametrize("name", ["3", "20", "200", "uniform", "purified"])
@pytest.mark.parametrize("player", [0, 1])
def test_safe_re_solves_are_never_more_exploitable_than_what_they_start_from(tree, name, player):
    """One after the other at every decision after the other's action, each from what the ones before left."""
    judge, start = Judge(tree), blueprint(tree, name)
    resolver = Resolver(tree, player)
    for safety in SAFE:
        table, before = start, judge.best_value(1 - player, start)
        for node in after_bets(tree, player):
            table = resolver.resolve(node, table, safety)
            now = judge.best_value(1 - player, table)
            assert now <= before + 1e-6, (safety, node)
            before = now
        rows = tree.rows_of(1 - player)
        assert (table[rows] == start[rows]).all()


def test_an_unsafe_re_solve_that_is_worse():
    """Kept because it must be possible: it answers a range, and the other player need not have it."""
    tree = PublicTree.build(named_game("leduc-nl:5"), "fcpa | *")
    start, judge, resolver = blueprint(tree, "200"), Judge(tree), Resolver(tree, 0)
    found = {}
    for safety in Safety:
        table = start
        for node in after_bets(tree, 0):
            table = resolver.resolve(node, table, safety)
        found[safety] = judge.best_value(1, table)
    before = judge.best_value(1, start)
    assert found[Safety.UNSAFE] > before + 0.05
    assert found[Safety.REACH] <= found[Safety.MARGIN] + 1e-9 <= before


def test_a_re_solve_from_the_start_is_an_equilibrium(tree):
    """At the first node nothing was before: all ways but `re-solve` find the game's value."""
    value = solve_exactly(tree).value
    judge = Judge(tree)
    for player, worth in ((0, value), (1, -value)):
        for safety in (Safety.UNSAFE,):
            table = Resolver(tree, player).resolve(0, uniform_table(tree), safety)
            assert judge.best_value(1 - player, table) == pytest.approx(-worth, abs=1e-8)


def test_an_equilibrium_is_not_harmed(tree):
    start, judge = blueprint(tree, "equilibrium"), Judge(tree)
    before = judge.best_value(1, start)
    for safety in SAFE:
        table = start
        for node in after_bets(tree, 0):
            table = Resolver(tree, 0).resolve(node, table, safety)
        assert judge.best_value(1, table) == pytest.approx(before, abs=1e-6)


def test_values_at_nodes_are_those_of_best_responses(tree):
    """The first node's values add up to what a best response wins, and others are at least what is won by the table."""
    table, judge = blueprint(tree, "20"), Judge(tree)
    for player in (0, 1):
        best = judge.best_node_values(player, table).copy()
        follow = judge.node_values(player, table)
        assert best[0].sum() == pytest.approx(judge.best_value(player, table))
        assert (best >= follow - 1e-12).all()


def test_what_is_known_at_a_node(tree):
    """Masses add up over what an own decision can lead to, and gifts are never negative."""
    table, resolver = blueprint(tree, "20"), Resolver(tree, 0)
    assert resolver.opt_out(0, table).mass.sum() == pytest.approx(1)
    first = tree.children[: tree.nodes[0, COUNT]].tolist()
    parts = [resolver.opt_out(node, table).mass for node in first]
    assert np.sum(parts, axis=0) == pytest.approx(resolver.opt_out(0, table).mass)
    for node in after_bets(tree, 0):
        known = resolver.opt_out(node, table)
        assert (known.gifts >= 0).all()
        assert (known.had <= known.values).all()


def test_games_that_cannot_be_re_solved():
    with pytest.raises(SolverError, match="two players"):
        Resolver(PublicTree.build(named_game("kuhn3")), 0)
