"""Switching between strategies, and the games that cover Leduc."""

from fractions import Fraction

import pytest

from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import StrategyError
from pokerlab.experiments.registry import ExperimentSettings
from pokerlab.experiments.report import Verdict
from pokerlab.experiments.schnizlein.cover import cover, kuhn_values, printed_rows
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.games.view import Public
from pokerlab.translation.cover import CoverGame, Need, cover_set, needs, pot_after
from pokerlab.translation.switching import Switching


def test_table_a_1_row_by_row():
    """All 172 rows of the print, in its order."""
    games = cover_set(named_game("leduc-nl:12"))
    found = [(f"{float(game.stack_to_ante):.6f}", f"{float(game.bet):.6f}") for game in games]
    assert len(found) == 172
    assert found == printed_rows()


def test_every_decision_is_covered():
    game = named_game("leduc-nl:12")
    games = cover_set(game)
    for need in needs(game):
        assert any(cover.fits(need) for cover in games), need


def test_a_cover_game_by_hand():
    """Three bets of an eighth, 8 chips in the pot: with an ante of 100 the next bet would be 48.75 chips; 101 fits."""
    need = Need(Fraction(1, 8), 3, 8, 12)
    assert [pot_after(ante, need.bet, 3) for ante in (100, 101)] == [390, 392]
    assert need.cover_game() == CoverGame(588, 101, Fraction(1, 8))
    assert need.cover_game().fits(need)
    assert not CoverGame(585, 100, Fraction(1, 8)).fits(need)


def test_kuhn_loses_twice_as_much_by_switching():
    """Section 5.3: two equilibria of the first player, -1/18 each; one at the start, the other facing a bet: -2/18."""
    assert kuhn_values() == ("-1/18", "-2/18")


def test_the_experiment_agrees_with_the_print():
    report = cover(ExperimentSettings())
    assert {comparison.verdict for comparison in report.comparisons} == {Verdict.EQUAL}
    assert len(report.tables[0].rows) == 172


def test_switching_mixes_what_is_asked():
    tree = PublicTree.build(named_game("kuhn"))
    uniform = Strategy.uniform(tree)
    pure = uniform.purified()
    public = Public(Betting.start(tree.game))
    half = Switching([uniform, pure], lambda asked: (1, 1)).chances(public)
    assert half.actions == uniform.chances(public).actions
    assert half.table == pytest.approx((uniform.chances(public).table + pure.chances(public).table) / 2)
    for weights in ((0, 0), (1,), (-1, 2)):
        with pytest.raises(StrategyError, match="weights"):
            Switching([uniform, pure], lambda asked, w=weights: w).chances(public)
    with pytest.raises(StrategyError, match="different games"):
        Switching([uniform, Strategy.uniform(PublicTree.build(named_game("leduc")))], lambda asked: (1, 1))
    with pytest.raises(StrategyError, match="nothing"):
        Switching([], lambda asked: ())


@pytest.mark.parametrize("name", ["leduc", "holdem-nolimit", "leduc3"])
def test_games_that_have_no_cover(name):
    with pytest.raises(StrategyError, match="covers are for"):
        cover_set(named_game(name))
