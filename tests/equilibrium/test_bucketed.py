"""Buckets of small games: Leduc with merged ranks."""

import numpy as np
import pytest

from pokerlab.equilibrium.best_response import Judge, uniform_table
from pokerlab.equilibrium.bucketed import alike_hands, cut_game, judge_inside, named_sights
from pokerlab.equilibrium.deals import Deals
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.solver import normalised
from pokerlab.errors import AbstractionError, SolverError
from pokerlab.games.library import named_game
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.card_sights import ListedSights, sights_of
from pokerlab.training.deal_source import ListedDeals
from pokerlab.training.recipe import Recipe
from pokerlab.training.small_games import as_table, cells_of_rows
from pokerlab.training.trainer import Trainer


def test_leduc_with_merged_ranks() -> None:
    """E[HS] of jack, queen and king before the board rise; two buckets have one third and two thirds of the deals: the
    share below the queen and half of its own is exactly a half."""
    before, after = cut_game(named_game("leduc"), "2.all")
    assert before[0].tolist() == [0, 1, 1]
    assert before[1].masses.tolist() == [1, 2]
    # after the board every hand is for itself, inside what is remembered
    assert sorted(after[0].tolist()) == list(range(9))


def test_every_hand_for_itself_merges_nothing() -> None:
    deals = Deals.of(named_game("leduc"))
    for sights in named_sights(named_game("leduc"), "all.all", deals):
        assert len(np.unique(sights)) == len(sights)


def test_what_is_forgotten_is_not_cut_inside() -> None:
    forgets, remembers = named_sights(named_game("leduc"), "ir2.2"), named_sights(named_game("leduc"), "2.2")
    assert len(np.unique(forgets[1])) == 2
    assert len(np.unique(remembers[1])) == 4
    # a pair on the board is strongest, on every board (J, Q, K): of two buckets it is in the second
    assert [forgets[1][3 * board + board] for board in range(3)] == [1, 1, 1]


def test_strengths_by_hand() -> None:
    """Kuhn: the queen beats the jack and loses to the king."""
    assert named_sights(named_game("kuhn"), "3")[0].tolist() == [0, 1, 2]


@pytest.fixture(scope="module")
def leduc() -> PublicTree:
    return PublicTree.build(named_game("leduc"))


def test_where_nothing_is_merged_the_value_is_that_of_the_game(leduc: PublicTree) -> None:
    """-0.0856 chips: the value of Leduc, as in `test_lp`."""
    alike = alike_hands(leduc, "all.all")
    solved = solve_exactly(leduc, alike=alike)
    assert solved.value == pytest.approx(solve_exactly(leduc).value, abs=1e-9)
    assert judge_inside(leduc, alike, solved.table).nash_conv == pytest.approx(0, abs=1e-9)
    table = uniform_table(leduc)
    for merged, naive in zip(judge_inside(leduc, alike, table).best, Judge(leduc).judge(table).best, strict=True):
        assert merged == pytest.approx(naive)


def trained(tree: PublicTree, name: str, iterations: int = 150_000) -> np.ndarray:
    """The strategies that the trainer finds with the buckets of a name, float64 [row, hand]."""
    cards, plan = sights_of(tree.game, name), BettingPlan.build(tree.game)
    assert isinstance(cards, ListedSights)
    trainer = Trainer(plan, ListedDeals(cards), Recipe(seed=3), threads=1)
    trainer.run(iterations)
    return as_table(trainer.strategy(), cells_of_rows(tree, plan, cards, trainer.paths))


@pytest.mark.parametrize("name", ["2.all", "2.2", "1.3", "2.3"])
def test_merged_ranks_are_solved_by_two_ways(leduc: PublicTree, name: str) -> None:
    """The linear program and the trainer: one value inside the buckets, nothing to gain there, and much in the real
    game, where what is seen as one is told apart."""
    alike = alike_hands(leduc, name)
    solved = solve_exactly(leduc, alike=alike)
    assert np.allclose(solved.table, solved.table.ravel()[alike])  # one strategy for what is seen as one
    assert judge_inside(leduc, alike, solved.table).nash_conv == pytest.approx(0, abs=1e-8)
    real = Judge(leduc).judge(solved.table)
    assert real.values[0] == pytest.approx(solved.value, abs=1e-9)
    assert real.nash_conv > 0.25
    table = trained(leduc, name)
    inside = judge_inside(leduc, alike, table)
    assert inside.nash_conv < 0.1
    assert inside.value_bounds[0] <= solved.value <= inside.value_bounds[1]
    assert Judge(leduc).judge(table).exploitability == pytest.approx(real.exploitability, abs=0.06)


def test_a_finer_bucketing_can_be_more_exploitable(leduc: PublicTree) -> None:
    """As in Waugh, Schnizlein, Bowling, Szafron: Abstraction Pathologies in Extensive Games (2009); Schnizlein, 2.3.1.
    Who tells two buckets of ranks apart before the board, too, and not only three after it, loses more."""
    coarse, fine = alike_hands(leduc, "1.3"), alike_hands(leduc, "2.3")
    assert (coarse.ravel()[fine] == coarse).all()  # what is one in the finer is one in the coarser
    lost = {
        name: Judge(leduc).judge(solve_exactly(leduc, alike=alike).table).exploitability
        for name, alike in (("coarse", coarse), ("fine", fine), ("all", alike_hands(leduc, "all.all")))
    }
    assert lost == pytest.approx({"coarse": 0.348, "fine": 0.513, "all": 0}, abs=1e-3)


def test_best_responses_inside_are_no_better_than_real_ones(leduc: PublicTree) -> None:
    """Against any strategies: who may tell hands apart wins as much at least."""
    rng = np.random.default_rng(5)
    table = normalised(leduc, rng.random((leduc.rows, leduc.hands)))
    real, last = Judge(leduc).judge(table).best, None
    for name in ("all.all", "2.all", "2.2", "1.1"):
        inside = judge_inside(leduc, alike_hands(leduc, name), table).best
        assert all(mine <= theirs + 1e-12 for mine, theirs in zip(inside, last or real, strict=True))
        last = inside


def test_who_forgets_is_not_solved_by_the_linear_program(leduc: PublicTree) -> None:
    with pytest.raises(SolverError, match="forget nothing"):
        solve_exactly(leduc, alike=alike_hands(leduc, "ir3.2"))


@pytest.mark.parametrize(
    ("name", "why"), [("emd2.2", "hold'em only"), ("2.2.2", "3 parts|menu"), ("2hsp3.2", "one hand")]
)
def test_what_small_games_do_not_have(name: str, why: str) -> None:
    with pytest.raises(AbstractionError, match=why):
        named_sights(named_game("leduc"), name)
