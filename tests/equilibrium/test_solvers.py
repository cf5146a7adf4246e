"""All solvers: one conformance suite, then the rules one by one."""

import inspect
import shutil
import sys
from dataclasses import dataclass

import numpy as np
import pytest

from pokerlab.equilibrium import public_tree
from pokerlab.equilibrium.algorithms import RULES, make_solver, parse_rule
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.equilibrium.checkpoint import load_checkpoint, save_checkpoint
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.regret import (
    Coefficients,
    Discounted,
    GreedyHedging,
    Linear,
    NoAverage,
    Plus,
    Rule,
    Sparse,
    Unweighted,
    Vanilla,
)
from pokerlab.equilibrium.rule_columns import KEEP, WEIGHT
from pokerlab.equilibrium.run import run
from pokerlab.equilibrium.sampling import Sampling, SamplingSolver
from pokerlab.equilibrium.vector import VectorSolver
from pokerlab.errors import GameError, SolverError
from pokerlab.games.library import named_game

ALGORITHMS = [*RULES, *Sampling, "fictitious"]


@pytest.fixture(scope="module")
def leduc():
    return PublicTree.build(named_game("leduc"))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
class TestEverySolver:
    def test_strategies_are_probabilities(self, leduc, algorithm):
        solver = make_solver(leduc, algorithm)
        for _ in range(3):
            table = solver.table()
            assert (table >= 0).all()
            for node, place in leduc.situations.items():
                row = leduc.nodes[node, 5]
                assert table[row : row + len(place.labels)].sum(axis=0) == pytest.approx(1)
            solver.run(5)

    def test_equal_runs_are_equal_to_the_last_bit(self, leduc, algorithm):
        tables = []
        for pieces in ([30], [1] * 30, [7, 23]):
            solver = make_solver(leduc, algorithm, seed=3)
            for piece in pieces:
                solver.run(piece)
            assert solver.iteration == 30
            tables.append(solver.table())
        assert (tables[0] == tables[1]).all()
        assert (tables[0] == tables[2]).all()

    def test_resuming_is_exact_to_the_last_bit(self, leduc, algorithm, tmp_path):
        straight = make_solver(leduc, algorithm, seed=3)
        straight.run(40)
        first = make_solver(leduc, algorithm, seed=3)
        first.run(15)
        save_checkpoint(first, tmp_path / "a.ckpt", 1.5)
        second = make_solver(leduc, algorithm, seed=3)
        assert load_checkpoint(second, tmp_path / "a.ckpt") == 1.5
        second.run(25)
        assert (second.table() == straight.table()).all()
        assert second.iteration == 40

    def test_it_gets_better(self, leduc, algorithm):
        solver = make_solver(leduc, algorithm, seed=3)
        start = solver.judge().nash_conv
        solver.run(200_000 if algorithm in list(Sampling) else 300)
        assert solver.judge().nash_conv < start / 4

    def test_it_is_an_iterator(self, leduc, algorithm):
        solver = make_solver(leduc, algorithm)
        for iteration in solver:
            if iteration == 3:
                break
        assert solver.iteration == 3


def test_linear_is_a_case_of_discounted(leduc):
    first, second = VectorSolver(leduc, Linear()), VectorSolver(leduc, Discounted(1, 1, 1))
    first.run(50)
    second.run(50)
    assert (first.table() == second.table()).all()


def test_greedy_hedging_by_hand():
    """Two visits of Kuhn's first node, checked against the formula."""
    kuhn = PublicTree.build(named_game("kuhn"))
    solver = VectorSolver(kuhn, GreedyHedging(0.3))
    start = solver.current()
    assert (start[:2] == 0.5).all()
    solver.run(1)
    # n = 1: everything moves to the best action
    assert set(np.unique(solver.current()[:2])) == {0.0, 1.0}
    before = solver.current()[:2].copy()
    solver.run(1)
    after = solver.current()[:2]
    for hand in range(3):
        kept = max(0.0, 0.5 * before[:, hand].max() - 0.5 * 0.3 / 2)
        stayed = after[:, hand].tolist() == before[:, hand].tolist()
        assert stayed or sorted(after[:, hand].tolist()) == pytest.approx(sorted([kept, 1 - kept]))


def test_greedy_hedging_breaks_ties_by_the_largest_bet():
    """Against an opponent who folds to every bet all bets win the same; the largest is taken."""
    game = PublicTree.build(named_game("leduc-nl:5"))
    solver = VectorSolver(game, GreedyHedging(0.0))
    state = solver.state()
    for node in game.decisions(1).tolist():
        row, count = game.nodes[node, 5], game.nodes[node, 4]
        state["strategy"][row : row + count] = 0.0
        state["strategy"][row] = 1.0  # folds; checks where there is nothing to fold to
    solver.restore(state)
    solver.run(1)
    assert game.situations[0].labels[-1] == "r4"
    assert (solver.current()[len(game.situations[0].labels) - 1] == 1).all()


def test_greedy_hedging_keeps_a_third_of_the_memory(leduc):
    """Kujath, section 5.6: neither regrets nor a sum of strategies."""
    hedging, vanilla = VectorSolver(leduc, GreedyHedging()), make_solver(leduc, "vanilla")
    assert vanilla.bytes - 8 == 3 * (hedging.bytes - 8)


def test_unweighted_averages_converge_more_slowly(leduc):
    weighted, unweighted = (make_solver(leduc, text) for text in ("vanilla", "vanilla:unweighted"))
    weighted.run(1000)
    unweighted.run(1000)
    assert weighted.judge().nash_conv < unweighted.judge().nash_conv


@pytest.mark.parametrize("variant", ["simultaneous", "return-new", "unweighted", "sparse"])
@pytest.mark.parametrize("algorithm", ["vanilla", "plus", "discounted"])
def test_variants_converge(leduc, algorithm, variant):
    solver = make_solver(leduc, f"{algorithm}:{variant}")
    solver.run(1500)
    assert solver.judge().nash_conv < 0.12


@pytest.mark.parametrize("text", ["plus", "discounted:1.5,0,2", "greedy:0.2", "vanilla"])
def test_rules_by_name(text):
    assert parse_rule(text) is not None
    assert parse_rule("discounted:1,2,3") == Discounted(1, 2, 3)


@pytest.mark.parametrize("text", ["nonsense", "greedy:x", "greedy:1,2", "greedy:-1", "plus:3"])
def test_unknown_rules(text):
    with pytest.raises(SolverError) as error:
        parse_rule(text)
    assert "\n" not in str(error.value)


class Floored:
    """A solver whose NashConv is 1 / sqrt(t), and never below a floor."""

    def __init__(self, floor: float) -> None:
        self.iteration, self.floor = 0, floor

    def run(self, iterations: int) -> None:
        self.iteration += iterations

    def judge(self) -> Judgement:
        return Judgement((0.0, 0.0), (max(self.iteration**-0.5, self.floor), 0.0))


class TestRuns:
    def test_stop_by_iterations(self, leduc):
        steps = list(run(make_solver(leduc, "plus"), iterations=57))
        assert steps[-1].iteration == 57
        assert [step.iteration for step in steps] == sorted({step.iteration for step in steps})

    def test_stop_by_nash_conv(self, leduc):
        steps = list(run(make_solver(leduc, "plus"), nash_conv=0.1))
        assert steps[-1].nash_conv <= 0.1 < steps[-2].nash_conv

    def test_a_run_that_comes_no_nearer_stops(self):
        """NashConv falls like 1 / sqrt(t) to a floor that iteration 400 reaches: seen at three times as many."""
        steps = list(run(Floored(0.05), nash_conv=1e-6))
        assert steps[-1].stalled
        assert not any(step.stalled for step in steps[:-1])
        assert 1000 <= steps[-1].iteration < 1500

    def test_a_run_that_comes_nearer_slowly_goes_on(self):
        *_, last = run(Floored(0.0), nash_conv=1e-2)
        assert last.nash_conv <= 1e-2
        assert not last.stalled

    def test_a_run_without_a_target_goes_on(self):
        *_, last = run(Floored(0.05), iterations=9000)
        assert (last.iteration, last.stalled) == (9000, False)

    def test_a_checkpoint_that_cannot_be_written_is_only_complained_about(self, leduc, tmp_path):
        (tmp_path / "there").mkdir()
        path = tmp_path / "there" / "run.ckpt"
        complaints = []
        steps = run(make_solver(leduc, "plus"), iterations=20, checkpoint=path, complain=complaints.append)
        next(steps)
        shutil.rmtree(path.parent)
        path.parent.write_text("a file where the directory was")
        assert [step.iteration for step in steps][-1] == 20
        assert len(complaints) == 1
        assert f"the checkpoint {path} was not written" in complaints[0]

    def test_where_no_checkpoint_can_be_written_nothing_begins(self, leduc, tmp_path):
        (tmp_path / "file").write_text("")
        solver = make_solver(leduc, "plus")
        with pytest.raises(OSError, match="file"):
            next(run(solver, iterations=20, checkpoint=tmp_path / "file" / "run.ckpt"))
        assert solver.iteration == 0

    def test_stop_by_time(self, leduc):
        steps = list(run(make_solver(leduc, "vanilla"), seconds=0.3))
        assert 0.3 <= steps[-1].seconds < 3

    def test_look_every_so_often(self, leduc):
        assert [step.iteration for step in run(make_solver(leduc, "plus"), iterations=25, every=10)] == [10, 20, 25]

    def test_a_run_needs_an_end(self, leduc):
        with pytest.raises(SolverError, match="needs an end"):
            next(run(make_solver(leduc, "plus")))
        with pytest.raises(SolverError, match="at least 1"):
            next(run(make_solver(leduc, "plus"), iterations=0))

    def test_leaving_early_leaves_a_checkpoint(self, leduc, tmp_path):
        path = tmp_path / "run.ckpt"
        for step in run(make_solver(leduc, "plus"), iterations=1000, checkpoint=path):
            if step.iteration > 20:
                break
        solver = make_solver(leduc, "plus")
        load_checkpoint(solver, path)
        assert solver.iteration == step.iteration

    def test_an_interrupt_leaves_a_checkpoint(self, leduc, tmp_path):
        path = tmp_path / "run.ckpt"
        solver = make_solver(leduc, "plus")
        steps = run(solver, iterations=1000, checkpoint=path)
        next(steps)
        with pytest.raises(KeyboardInterrupt):
            steps.throw(KeyboardInterrupt)
        again = make_solver(leduc, "plus")
        load_checkpoint(again, path)
        assert again.iteration == solver.iteration


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("greedy:nan", "the constant of greedy hedging: nan is not a finite number"),
        ("greedy:inf", "the constant of greedy hedging: inf is not a finite number"),
        ("greedy:-1", "at least 0"),
        ("discounted:nan,nan,nan", "alpha: nan is not a finite number"),
        ("discounted:1.5,-inf", "beta: -inf is not a finite number"),
        ("discounted:1e308,1e308,1e308", "alpha: 1e[+]308 is not between -100 and 100"),
        ("discounted:1,-101", "beta: -101 is not between -100 and 100"),
        ("discounted:1,1,-1", "gamma: -1 is not between 0 and 100"),
        ("discounted:,,1", "wrong parameters ',,1' for discounted"),
        ("discounted:1,2,3,4", "wrong parameters"),
        ("greedy:" + "9" * 10_000, "inf is not a finite number"),
        ("x" * 10_000, "'xxx.*[.]{3}' is not a rule"),
    ],
    ids=lambda text: text[:40],
)
def test_parameters_that_are_no_numbers_are_refused(text, message):
    with pytest.raises(SolverError, match=message) as error:
        parse_rule(text)
    assert len(str(error.value)) < 200


def test_discounts_reach_their_limits():
    """t^100 is beyond any float from t = 1,203 on."""
    for iteration in (10, 1203, 10**6):
        at = Discounted(100.0, -100.0, 100.0).at(iteration)
        assert at.positive == pytest.approx(1)
        assert at.negative == pytest.approx(0)
        assert 0 <= at.keep < 1


@dataclass(frozen=True)
class Odd(Rule):
    """A rule of a user, whose numbers change in the third iteration."""

    change: dict

    def at(self, iteration):
        return Coefficients(**self.change if iteration > 2 else {})


@pytest.mark.parametrize("change", [{"positive": np.nan}, {"weight": np.inf}, {"keep": -np.inf}, {"floor": np.inf}])
def test_rules_that_break_their_word_are_refused(leduc, change):
    solver = VectorSolver(leduc, Odd(change))
    solver.run(2)
    with pytest.raises(SolverError, match="its numbers are not finite"):
        solver.run(2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("greedy:unweighted", "a rule that hedges keeps no average"),
        ("greedy:0.2,simultaneous", "a rule that hedges changes strategies in place"),
        ("chance:unweighted", "chance takes neither parameters nor variants"),
        ("vanilla:weighted", "wrong parameters 'weighted' for vanilla"),
    ],
)
def test_variants_that_do_not_go_with_a_rule_are_refused(leduc, text, message):
    with pytest.raises(SolverError, match=message):
        make_solver(leduc, text)


def test_a_rule_without_an_average_needs_to_hedge(leduc):
    with pytest.raises(SolverError, match="keeps no average, and others do"):
        VectorSolver(leduc, Linear(averaging=NoAverage()))


def test_variants_by_name():
    assert parse_rule("vanilla:unweighted,return-new") == Vanilla(averaging=Unweighted(), returns_new=True)
    assert parse_rule("discounted:1,2,3,simultaneous") == Discounted(1, 2, 3, simultaneous=True)
    assert parse_rule("greedy:0.2,carry-groups") == GreedyHedging(0.2, carries_groups=True)
    assert parse_rule("plus:sparse") == Plus(averaging=Sparse())


def test_rules_say_in_what_they_are_unusual():
    assert str(Discounted(1.5, 0, 2)) == "Discounted(alpha=1.5, beta=0.0, gamma=2.0)"
    assert str(Vanilla(averaging=Unweighted(), returns_new=True)) == "Vanilla(averaging=Unweighted(), returns_new=True)"
    assert str(GreedyHedging()) == "GreedyHedging(c=0.175)"


def test_sparse_averages_weigh_what_they_take_as_the_whole_average_does():
    """Strategies 1, 4 and 7 of ten, in proportion to t^2 as if all had been taken."""
    rule = Discounted(1.5, 0, 2, averaging=Sparse(3))
    weights = np.zeros(10)
    for t, numbers in enumerate(rule.numbers(1, 10)):
        if numbers[WEIGHT] > 0:
            weights *= numbers[KEEP]
            weights[t] += numbers[WEIGHT]
    assert (weights > 0).nonzero()[0].tolist() == [0, 3, 6, 9]
    assert weights[:9:3] / weights[9] == pytest.approx([0.01, 0.16, 0.49])
    with pytest.raises(SolverError, match="not every 0"):
        Sparse(0)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("algorithm", [*RULES, "chance", "external", "outcome", "public-chance"])
def test_kernels_draw_actions_that_exist_whatever_the_tables_hold(leduc, algorithm, number):
    solver = make_solver(leduc, algorithm, seed=1)
    solver.run(2)
    for name in ("_regret", "_average", "_strategy", "_prediction"):
        if hasattr(solver, name):
            getattr(solver, name)[::2] = number
    before = leduc.nodes.copy(), leduc.children.copy()
    solver.run(50)
    assert (leduc.nodes == before[0]).all()
    assert (leduc.children == before[1]).all()


def test_seeds_are_checked(leduc):
    for seed in (-1, 10**22, 0.5):
        with pytest.raises(SolverError, match="a seed is a whole number from 0 to 9,223,372,036,854,775,807"):
            make_solver(leduc, "external", seed=seed)


@pytest.mark.parametrize("menu", ["*", "fcpa", "fchp/h", "f,c,1%,a"])
@pytest.mark.parametrize("game", ["leduc-nl:2", "leduc-nl:9"])
def test_nodes_are_counted_before_they_are_made(game, menu, monkeypatch):
    tree = PublicTree.build(named_game(game), menu)
    monkeypatch.setattr(public_tree, "MOST_NODES", len(tree.nodes))
    assert len(PublicTree.build(named_game(game), menu).nodes) == len(tree.nodes)
    monkeypatch.setattr(public_tree, "MOST_NODES", len(tree.nodes) - 1)
    monkeypatch.setattr(public_tree, "_Builder", None)  # nothing is built
    with pytest.raises(GameError, match=rf"{game} with .*the limit is {len(tree.nodes) - 1:,}"):
        PublicTree.build(named_game(game), menu)


@pytest.mark.parametrize(
    ("game", "menu", "message"),
    [
        ("leduc-nl:100000000", "*", "has over 10.15 public nodes; the limit is 4,000,000"),
        ("leduc-nl:30", "*", "has at least 85,641,102 public nodes; the limit is 4,000,000"),
        ("leduc-nl:10000", "f,c," + ",".join(f"{part}%" for part in range(1, 300)), "the betting has .* nodes or more"),
    ],
    ids=["huge", "large", "many bets"],
)
def test_too_large_games_are_refused_by_counting(game, menu, message, monkeypatch):
    monkeypatch.setattr(public_tree, "_Builder", None)
    with pytest.raises(GameError, match=message) as error:
        PublicTree.build(named_game(game), menu)
    assert len(str(error.value)) < 250


def test_long_lines_of_small_raises_need_no_recursion():
    tree = PublicTree.build(named_game("leduc-nl:40"), "f,c,1%")
    assert max(place.history.count("r") for place in tree.situations.values()) == 39
    depth = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(len(inspect.stack()) + 50)
        assert len(PublicTree.build(named_game("leduc-nl:40"), "f,c,1%").nodes) == len(tree.nodes)
    finally:
        sys.setrecursionlimit(depth)


def test_checkpoints_of_others_are_refused(leduc, tmp_path):
    path = tmp_path / "run.ckpt"
    save_checkpoint(make_solver(leduc, "plus"), path, 0.0)
    with pytest.raises(SolverError, match="of another solver"):
        load_checkpoint(make_solver(leduc, "vanilla"), path)
    with pytest.raises(SolverError, match="of another game"):
        load_checkpoint(make_solver(PublicTree.build(named_game("kuhn")), "plus"), path)
    for content, complaint in (
        (b"", "is not a checkpoint: it is empty"),
        (b"hello", "is not a checkpoint, or is damaged"),
        (path.read_bytes()[:200], "is damaged: it has 200 bytes"),
    ):
        path.write_bytes(content)
        with pytest.raises(SolverError, match=rf"run\.ckpt {complaint}"):
            load_checkpoint(make_solver(leduc, "plus"), path)
    with pytest.raises(SolverError, match="No such file"):
        load_checkpoint(make_solver(leduc, "plus"), tmp_path / "none")


@pytest.mark.parametrize(("game", "message"), [("holdem-limit", "too many")])
def test_games_that_do_not_fit(game, message):
    with pytest.raises(GameError, match=message):
        PublicTree.build(named_game(game))


def test_menus_do_not_fit_limit_games():
    with pytest.raises(GameError, match="fixed bets"):
        PublicTree.build(named_game("leduc"), "fcpa")


def test_pure_cfr_counts_in_whole_numbers(leduc):
    solver = SamplingSolver(leduc, Sampling.PURE)
    solver.run(1000)
    assert solver.state()["regret"].dtype == np.int64
    assert solver.state()["average"].dtype == np.int64
    with pytest.raises(SolverError, match="explores"):
        SamplingSolver(leduc, Sampling.OUTCOME, explore=0)
