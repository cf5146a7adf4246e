"""Bets off the menu, re-solved."""

import pytest

from pokerlab.equilibrium.best_response import Judge
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.resolving import Safety
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.experiments.registry import ExperimentSettings
from pokerlab.experiments.report import Verdict
from pokerlab.experiments.schnizlein import resolving
from pokerlab.games.library import named_game
from pokerlab.translation.nested import nested_table, seat_tree, unknown_bets
from pokerlab.translation.rules import Perspective, TranslationRules
from pokerlab.translation.tables import full_table
from pokerlab.translation.translated import Translated

GAME = named_game("leduc-nl:6")


@pytest.fixture(scope="module")
def strategy():
    tree = PublicTree.build(GAME, "fcpa")
    return Strategy(tree, solve_exactly(tree).table)


def soft(strategy, tree):
    rules = TranslationRules(perspective=Perspective.REAL)
    return full_table(Translated(strategy, strategy.tree.menu, GAME, rules), tree)


@pytest.mark.parametrize("seat", [0, 1])
def test_re_solved_is_between_translated_and_the_floor(strategy, seat):
    tree = seat_tree(GAME, "fcpa", seat)
    judge, start = Judge(tree), soft(strategy, tree)
    value = solve_exactly(tree).value
    floor = value if seat == 1 else -value
    translated = judge.best_value(1 - seat, start)
    for safety in (Safety.RESOLVE, Safety.MARGIN, Safety.REACH):
        table = nested_table(tree, start, "fcpa", seat, safety)
        found = judge.best_value(1 - seat, table)
        assert floor - 1e-9 <= found <= translated + 1e-6
        further = judge.best_value(1 - seat, nested_table(tree, table, "fcpa", seat, safety, again=True))
        assert floor - 1e-9 <= further <= found + 1e-6
    assert found - floor < (translated - floor) / 5


def test_the_seat_tree_has_all_that_a_best_response_needs(strategy):
    """What the other seat wins from a table there is what it wins in the whole tree."""
    whole = PublicTree.build(GAME)
    rules = TranslationRules(perspective=Perspective.REAL)
    table = full_table(Translated(strategy, strategy.tree.menu, GAME, rules), whole)
    for seat in (0, 1):
        tree = seat_tree(GAME, "fcpa", seat)
        found = Judge(tree).best_value(1 - seat, soft(strategy, tree))
        assert found == pytest.approx(Judge(whole).best_value(1 - seat, table), abs=1e-7)


def test_unknown_bets_by_hand():
    """Six chips, seat 0 knows 2 and 5: after its check 1, 3 and 4 are off the menu; after its bet of 2, none but 4 that
    is a raise and not all-in."""
    tree = seat_tree(GAME, "fcpa", 0)
    first = unknown_bets(tree, "fcpa", 0, only_first=True)
    every = unknown_bets(tree, "fcpa", 0)
    assert {bet.node for bet in first} < {bet.node for bet in every}
    at_start = [bet for bet in first if bet.depth == 1 and len(bet.known) == 3]
    assert [len(bet.known) for bet in at_start] == [3] * 4
    assert len({bet.known for bet in at_start}) == 2
    assert [bet.depth for bet in first] == sorted((bet.depth for bet in first), reverse=True)


def test_ticks_and_passes(strategy):
    tree = seat_tree(GAME, "fca", 1)
    ticks = []
    small = PublicTree.build(GAME, "fca")
    own = Strategy(small, solve_exactly(small).table)
    start = full_table(Translated(own, small.menu, GAME, TranslationRules(perspective=Perspective.REAL)), tree)
    nested_table(tree, start, "fca", 1, passes=2, tick=lambda done, total: ticks.append((done, total)))
    count = len(unknown_bets(tree, "fca", 1, only_first=True))
    assert ticks == [(number, 2 * count) for number in range(1, 2 * count + 1)]


def test_the_experiment_sets_re_solved_beside_translated(monkeypatch):
    monkeypatch.setattr(resolving, "SMALL", ("fca",))
    report = resolving.resolving(ExperimentSettings())
    verdicts = {comparison.what: comparison.verdict for comparison in report.comparisons}
    assert verdicts["safe re-solves lose no more than what they start from"] is Verdict.EQUAL
    assert report.tables[1].rows[0][-1] < 0.2
