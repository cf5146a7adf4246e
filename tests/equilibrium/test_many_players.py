"""Games of three players: known values, and the same answers as the two-player judge where both can be asked."""

import numpy as np
import pytest

from pokerlab.equilibrium.algorithms import make_solver
from pokerlab.equilibrium.best_response import Judge, uniform_table
from pokerlab.equilibrium.many_players import DealByDeal
from pokerlab.equilibrium.public_tree import ROW, PublicTree
from pokerlab.errors import GameError, SolverError
from pokerlab.games.library import named_game


@pytest.mark.parametrize(("game", "nash_conv"), [("kuhn3", 2.0625), ("leduc3", 12.611221340388003)])
def test_uniform_play_is_as_far_from_equilibrium_as_openspiel_says(game, nash_conv):
    """OpenSpiel, `exploitability.nash_conv` of the uniform policy of `kuhn_poker(players=3)` and
    `leduc_poker(players=3)`."""
    tree = PublicTree.build(named_game(game))
    judgement = Judge(tree).judge(uniform_table(tree))
    assert judgement.nash_conv == pytest.approx(nash_conv, abs=1e-12)
    assert judgement.exploitability == pytest.approx(nash_conv / 3, abs=1e-12)
    assert judgement.epsilon == max(judgement.gains)
    assert sum(judgement.values) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("game", ["kuhn", "leduc", "leduc-nl:4"])
def test_deal_by_deal_is_as_by_matrices(game):
    tree = PublicTree.build(named_game(game))
    by_deals, by_matrices = DealByDeal(tree), Judge(tree)
    table = random_table(tree, seed=3)
    for player in (0, 1):
        response = table.copy()
        best = by_deals.values(player, table, response=response, is_best=True)
        assert best == pytest.approx(by_matrices.best_value(player, table), abs=1e-12)
        follow = by_deals.values(player, table, response=None, is_best=False)
        assert follow == pytest.approx(by_matrices.value(player, table), abs=1e-12)
        assert by_matrices.value(player, response) == pytest.approx(best, abs=1e-12)


def test_a_best_response_of_three_players_wins_what_it_says():
    tree = PublicTree.build(named_game("leduc3"))
    judge, table = Judge(tree), random_table(tree, seed=5)
    for player in range(3):
        response = judge.best_response(player, table)
        others = np.setdiff1d(np.arange(tree.rows), tree.rows_of(player))
        assert (response[others] == table[others]).all()
        assert judge.value(player, response) == pytest.approx(judge.best_value(player, table), abs=1e-12)
        assert judge.best_value(player, table) >= judge.value(player, table)


def test_solvers_and_values_of_nodes_are_for_two():
    tree = PublicTree.build(named_game("kuhn3"))
    with pytest.raises(GameError, match="computed for two players, not 3"):
        make_solver(tree, "plus")
    with pytest.raises(SolverError, match="values of nodes are computed for two players"):
        Judge(tree).node_values(0, uniform_table(tree))


def random_table(tree, seed):
    table = np.random.default_rng(seed).random((tree.rows, tree.hands))
    starts = np.sort(tree.nodes[tree.nodes[:, ROW] >= 0][:, ROW])
    counts = np.diff(np.append(starts, tree.rows))
    return table / np.repeat(np.add.reduceat(table, starts, axis=0), counts, axis=0)
