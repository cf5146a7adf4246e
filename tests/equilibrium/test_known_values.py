"""Values and equilibria known from the literature, to the last digit."""

import numpy as np
import pytest

from pokerlab.equilibrium.algorithms import make_solver
from pokerlab.equilibrium.best_response import Judge, uniform_table
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.run import run
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import SolverError
from pokerlab.games.action import CALL, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game

KUHN = -1 / 18  # Kuhn: A simplified two-person poker (1950)
LEDUC = -0.0856064240780  # limit Leduc to the first player; OpenSpiel's sequence-form solution agrees
LEDUC_UNIFORM = 4.747222222222222  # NashConv of the uniform strategy; OpenSpiel's tests print 4.7472
NO_LIMIT_LEDUC_12 = -0.0691648  # all whole bets, stacks of 12 with the ante


def tree(game, menu=None, **options):
    return PublicTree.build(named_game(game), menu, **options)


@pytest.mark.parametrize(("game", "value"), [("kuhn", KUHN), ("leduc", LEDUC)])
@pytest.mark.parametrize("keep_suits", [False, True])
def test_values_by_linear_programming(game, value, keep_suits):
    small = tree(game, keep_suits=keep_suits)
    solution = solve_exactly(small)
    assert solution.value == pytest.approx(value, abs=1e-12)
    judgement = Judge(small).judge(solution.table)
    assert judgement.nash_conv == pytest.approx(0, abs=1e-12)
    assert judgement.values[0] == pytest.approx(value, abs=1e-12)


def test_numbers_of_infosets():
    """936 in Leduc (OpenSpiel); 12 in Kuhn; about 42,000 a player in no-limit Leduc-12 with suits merged."""
    assert [tree("leduc", keep_suits=True).infosets(player) for player in (0, 1)] == [468, 468]
    assert [tree("kuhn").infosets(player) for player in (0, 1)] == [6, 6]
    assert [tree("leduc-nl:12").infosets(player) for player in (0, 1)] == [42072, 42072]


@pytest.mark.parametrize("keep_suits", [False, True])
def test_uniform_strategy_in_leduc(keep_suits):
    leduc = tree("leduc", keep_suits=keep_suits)
    assert Judge(leduc).judge(uniform_table(leduc)).nash_conv == pytest.approx(LEDUC_UNIFORM, abs=1e-12)


def test_the_equilibrium_family_of_kuhn():
    """Bluff with the jack with chance a in [0, 1/3]; bet the king with 3a; call with the queen with a + 1/3."""
    kuhn = tree("kuhn")
    for a in np.linspace(0, 1 / 3, 7):
        table = Strategy.uniform(kuhn).table.copy()
        first = {"J": a, "Q": 0.0, "K": 3 * a}
        rows = {place.history: int(kuhn.nodes[node, 5]) for node, place in kuhn.situations.items()}
        for hand, bet in first.items():
            table[rows[""] : rows[""] + 2, "JQK".index(hand)] = (1 - bet, bet)
        calls = {"J": 0.0, "Q": a + 1 / 3, "K": 1.0}
        answers = {"J": 0.0, "Q": 1 / 3, "K": 1.0}
        bluffs = {"J": 1 / 3, "Q": 0.0, "K": 1.0}
        for history, chances in (("cr1", calls), ("r1", answers), ("c", bluffs)):
            for hand, chance in chances.items():
                table[rows[history] : rows[history] + 2, "JQK".index(hand)] = (1 - chance, chance)
        judgement = Strategy(kuhn, table).judge()
        assert judgement.nash_conv == pytest.approx(0, abs=1e-12)
        assert judgement.values[0] == pytest.approx(KUHN, abs=1e-12)


@pytest.mark.parametrize("algorithm", ["plus", "discounted"])
def test_a_few_hundred_iterations_solve_leduc(algorithm):
    steps = list(run(make_solver(tree("leduc"), algorithm), nash_conv=1e-3, iterations=1000))
    assert steps[-1].nash_conv <= 1e-3
    assert steps[-1].judgement.values[0] == pytest.approx(LEDUC, abs=1e-3)


def test_no_limit_leduc_of_12_chips():
    """Strategies within NashConv bracket the known value."""
    *_, last = run(make_solver(tree("leduc-nl:12"), "discounted"), nash_conv=3e-3, iterations=3000)
    low, high = last.judgement.value_bounds
    assert low <= NO_LIMIT_LEDUC_12 <= high
    assert high - low <= 3e-3


@pytest.mark.slow
def test_no_limit_leduc_of_12_chips_exactly():
    """84,144 infosets by the interior-point method, about two minutes: the value to eight digits, NashConv zero."""
    big = tree("leduc-nl:12")
    solution = solve_exactly(big, method="highs-ipm")
    assert solution.value == pytest.approx(NO_LIMIT_LEDUC_12, abs=5e-8)
    assert Judge(big).judge(solution.table).nash_conv < 1e-9


def test_vanilla_nash_conv_stays_below_the_bound_of_the_theory():
    """NashConv <= 2 D |I| sqrt(A / T) (Zinkevich et al. 2007, theorem 4); and it falls like 1 / sqrt(T) or faster."""
    for game, spread in (("kuhn", 4), ("leduc", 26), ("leduc-nl:4", 8)):
        small = tree(game)
        solver = make_solver(small, "vanilla")
        infosets = max(small.infosets(0), small.infosets(1))
        earlier = None
        for step in run(solver, iterations=4000, looks=4):
            assert step.nash_conv <= 2 * spread * infosets * np.sqrt(4) / np.sqrt(step.iteration)
            if step.iteration >= 40:
                earlier = earlier or step
        assert step.nash_conv <= earlier.nash_conv * (earlier.iteration / step.iteration) ** 0.5 * 1.5


SMALL_GAMES = [("kuhn", None), ("leduc", None), ("leduc-nl:4", None), ("leduc-nl:12", "fcpa"), ("leduc-nl:6", "fchpda")]


@pytest.mark.parametrize(("game", "menu"), SMALL_GAMES)
def test_linear_program_plus_and_fictitious_play_agree(game, menu):
    small = tree(game, menu)
    exact = solve_exactly(small).value
    for algorithm, iterations in (("plus", 3000), ("fictitious", 3000)):
        solver = make_solver(small, algorithm)
        solver.run(iterations)
        judgement = solver.judge()
        assert judgement.value_bounds[0] - 1e-9 <= exact <= judgement.value_bounds[1] + 1e-9
        assert judgement.values[0] == pytest.approx(exact, abs=judgement.nash_conv)
        assert judgement.nash_conv < (2e-3 if algorithm == "plus" else 0.15)


@pytest.mark.parametrize("algorithm", ["linear", "predictive", "greedy:0.175"])
def test_every_rule_finds_the_value_of_leduc(algorithm):
    solver = make_solver(tree("leduc"), algorithm)
    solver.run(4000)
    judgement = solver.judge()
    assert judgement.nash_conv < 0.05
    assert judgement.values[0] == pytest.approx(LEDUC, abs=0.01)


@pytest.mark.parametrize(
    ("algorithm", "iterations", "most"),
    [("chance", 60_000, 0.08), ("external", 300_000, 0.06), ("outcome", 3_000_000, 0.2),
     ("public-chance", 20_000, 0.04), ("pure", 300_000, 0.07)],
)  # fmt: skip
def test_sampling_variants_converge_to_the_value_of_leduc(algorithm, iterations, most):
    solver = make_solver(tree("leduc"), algorithm, seed=1)
    solver.run(iterations // 10)
    early = solver.judge().nash_conv
    solver.run(iterations - iterations // 10)
    judgement = solver.judge()
    assert judgement.nash_conv < min(most, early)
    assert judgement.value_bounds[0] <= LEDUC <= judgement.value_bounds[1]
    assert judgement.values[0] == pytest.approx(LEDUC, abs=judgement.nash_conv)


@pytest.mark.parametrize(("actions", "value"), [((raise_to(1),), -1 / 3), ((CALL, raise_to(1)), 1 / 3)])
def test_a_game_that_begins_facing_a_bet_and_has_one_player_who_decides(actions, value):
    """The king calls and wins 2, the jack folds, the queen wins as often as it loses."""
    betting = Betting.start(named_game("kuhn"))
    for action in actions:
        betting = betting.act(action)
    tree = PublicTree.build(betting.as_start())
    found = solve_exactly(tree)
    assert found.value == pytest.approx(value)
    assert Strategy(tree, found.table).judge().nash_conv == pytest.approx(0, abs=1e-12)


def test_a_rake_is_no_zero_sum_game():
    from dataclasses import replace

    from pokerlab.games.rake import Rake

    raked = PublicTree.build(replace(named_game("leduc"), rake=Rake(percent=10)))
    assert not raked.is_zero_sum
    with pytest.raises(SolverError, match="zero-sum"):
        solve_exactly(raked)
    solver = make_solver(raked, "discounted")
    solver.run(1000)
    judgement = solver.judge()
    assert judgement.nash_conv < 0.05
    assert sum(judgement.values) < -0.01  # the house wins
