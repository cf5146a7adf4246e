"""What Bunten's thesis leaves open, answered by play: small games in which everything is exact."""

from fractions import Fraction

import pytest

from pokerlab.experiments.bunten import betting_recall, folded_money
from pokerlab.experiments.bunten.odd_coin import is_equilibrium, results
from pokerlab.experiments.registry import ExperimentSettings, find
from pokerlab.experiments.report import Verdict


def test_section_4_1():
    """The printed equilibrium is one, and the third player takes from the first at no cost."""
    report = find("bunten/odd-coin").run(ExperimentSettings())
    assert all(comparison.verdict is Verdict.EQUAL for comparison in report.comparisons)
    half = Fraction(1, 2)
    assert results((half, half, half)) == (0, 0, 0)
    assert is_equilibrium((half, half, half))
    assert not is_equilibrium((Fraction(1),) * 3)
    assert results((Fraction(1), Fraction(0), Fraction(0))) == (2, -1, -1)


def test_half_of_the_folded_money_changes_no_regret_of_two_players(monkeypatch):
    """To the last bit; taken off before a player has folded, it changes the game."""
    monkeypatch.setitem(folded_money.ITERATIONS, "small", 200)
    report = find("bunten/folded-money").run(ExperimentSettings())
    for game, how, _players, infosets, equal, same in report.tables[0].rows:
        assert infosets > 0
        if how == folded_money.TWO_LEFT:
            assert (equal, same) == (infosets, "yes")
        elif game == "kuhn3":
            assert same == "no"


def test_forgetting_the_last_raiser_costs_more_than_it_saves(monkeypatch):
    monkeypatch.setitem(betting_recall.ITERATIONS, "small", 60_000)
    monkeypatch.setattr(betting_recall, "CARDS", ("all",))
    report = find("bunten/betting-recall").run(ExperimentSettings())
    gains = {row[0]: row[-1] for row in report.tables[0].rows}
    cells = {row[0]: row[3] for row in report.tables[0].rows}
    assert cells["perfect"] > cells["ibr"] > cells["in+paid"] > cells["in"]
    assert gains["in"] > gains["in+paid"] > gains["ibr"]
    assert gains["ibr"] == pytest.approx(gains["perfect"], rel=0.5)
