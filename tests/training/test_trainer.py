"""The trainer on games whose answers are known."""

import numpy as np
import pytest
from naive_walk import NaiveWalk

from pokerlab._streams import stream
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.equilibrium.best_response import Judge
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.errors import SolverError
from pokerlab.games.library import named_game
from pokerlab.training.betting_plan import COUNT, ROW, BettingPlan
from pokerlab.training.card_sights import ListedSights
from pokerlab.training.deal_source import Batch, ListedDeals
from pokerlab.training.recipe import Average, DiscountedPeriods, LinearPeriods, Numbers, Pruning, Recipe, Variant
from pokerlab.training.small_games import as_table, cells_of_rows
from pokerlab.training.trainer import Trainer


class Small:
    """A small game, its trainer and its judge."""

    def __init__(self, name, recipe=None, threads=1):
        game = named_game(name)
        self.tree = PublicTree.build(game)
        self.plan = BettingPlan.build(game)
        self.cards = ListedSights(game, self.tree.deals)
        self.trainer = Trainer(self.plan, ListedDeals(self.cards), recipe, threads=threads)
        self.cells = cells_of_rows(self.tree, self.plan, self.cards, self.trainer.paths)

    def judge(self, *, current=False):
        return Judge(self.tree).judge(as_table(self.trainer.strategy(current=current), self.cells))


class AnySights:
    """Deals of any game in which sights and ranks are numbers drawn alike."""

    name = "any"

    def __init__(self, game, counts):
        self.game, self.counts, self.cards = game, counts, self

    def draw(self, seed, first, count):
        rng = np.random.default_rng([seed, first])
        sights = rng.integers(0, self.counts, (count, self.game.players, len(self.counts)))
        return Batch(sights.astype(np.int32), rng.integers(0, 4, (count, self.game.players)).astype(np.int32))


def everything(betting, past):
    """Perfect recall: all actions."""
    return betting.history


def on_this_street(betting):
    return tuple(played for played in betting.history if played.street == betting.street)


def by_street(betting, past):
    """Bunten's recall: of every street who is in, what each paid, who raised last."""
    return tuple((live, paid, raiser) for live, _, paid, raiser, _ in past), on_this_street(betting)


def of_the_hand(betting, past):
    """Who is in, what each has paid in all, who raised last on the street before."""
    kept = tuple((live, total, raiser) for live, total, _, raiser, _ in past[-1:])
    return kept, on_this_street(betting), betting.street


def raises_only(betting, past):
    """Who is in, and how many raises the street before had."""
    return tuple((live, raises) for live, *_, raises in past[-1:]), on_this_street(betting), betting.street


CASES = [
    ("kuhn", "*", "perfect", everything, (3,)),
    ("kuhn3", "*", "perfect", everything, (4,)),
    ("leduc", "*", "perfect", everything, (3, 5)),
    ("leduc3", "*", "perfect", everything, (2, 3)),
    ("leduc-nl:4", "*", "perfect", everything, (3, 2)),
    ("leduc3", "*", "ibr", by_street, (2, 2)),
    ("leduc3", "*", "in+paid+raiser", of_the_hand, (2, 2)),
    ("leduc3", "*", "in+raises", raises_only, (2, 3)),
    ("leduc-nl:9", "fcpa", "perfect", everything, (2, 2)),
]
RECIPES = [
    Recipe(),
    Recipe(average=Average.CORRECTED, seed=3),
    Recipe(average=Average.CURRENT),
    Recipe(variant=Variant.CHANCE),
    Recipe(variant=Variant.PURE),
    Recipe(pruning=Pruning(-5.0, 0.7), floor=-30.0),
    Recipe(variant=Variant.OUTCOME, average=Average.CORRECTED),
    Recipe(numbers=Numbers.INT16, weights=LinearPeriods(), pruning=Pruning(-5.0, 0.7)),
]


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
@pytest.mark.parametrize(("name", "menu", "recall", "remember", "counts"), CASES)
def test_walks_equal_a_plain_recursion(name, menu, recall, remember, counts, recipe):
    game, menu = named_game(name), parse_menu(menu)
    plan, source = BettingPlan.build(game, menu, recall), AnySights(game, counts)
    trainer = Trainer(plan, source, recipe, threads=1)
    deals = (2 if game.players > 2 else 8) if recipe.variant is Variant.CHANCE else 30
    trainer.run(deals)
    naive = NaiveWalk(game, menu, recipe, remember)
    naive.run(stream(recipe.seed, 1), 0, *source.draw(recipe.seed, 0, deals))
    for (key, sight), regrets in naive.regrets.items():
        start, node = plan.find(naive.situations[key])
        count = int(plan.nodes[node, COUNT])
        sights = int(trainer.paths.sights[plan.templates[start]])
        cell = 2 * (int(trainer.paths.bases[start]) + int(plan.nodes[node, ROW]) * sights + sight * count)
        assert trainer.table[cell : cell + count].tolist() == regrets.tolist()
        average = naive.averages[key, sight]
        assert trainer.table[cell + count : cell + 2 * count].tolist() == average.tolist()
    assert np.count_nonzero(trainer.table) == sum(
        np.count_nonzero(array) for table in (naive.regrets, naive.averages) for array in table.values()
    )


@pytest.mark.parametrize("name", ["leduc", "leduc3"])
def test_one_thread_and_a_seed_give_the_same_however_the_run_is_cut(name):
    whole, cut = (Small(name, Recipe(weights=LinearPeriods(700), seed=5)) for _ in range(2))
    whole.trainer.run(3000)
    for part in (1, 999, 250):
        cut.trainer.run(part)
    went_on = Small(name, cut.trainer.recipe)
    went_on.trainer.restore({key: array.copy() for key, array in cut.trainer.state().items()})
    went_on.trainer.run(1750)
    assert (went_on.trainer.table == whole.trainer.table).all()
    assert went_on.trainer.values == whole.trainer.values
    assert went_on.trainer.touched == whole.trainer.touched


def test_threads_share_the_table():
    small = Small("leduc", threads=3)
    small.trainer.run(60_000)
    assert small.judge().nash_conv < 0.15
    assert small.trainer.iteration == 60_000


@pytest.mark.parametrize(
    ("name", "recipe", "deals", "most"),
    [
        ("kuhn3", Recipe(), 200_000, 0.01),
        ("kuhn3", Recipe(average=Average.CORRECTED), 200_000, 0.01),
        ("kuhn3", Recipe(variant=Variant.PURE), 200_000, 0.01),
        ("kuhn3", Recipe(variant=Variant.CHANCE), 300_000, 0.01),
        ("leduc", Recipe(), 400_000, 0.04),
        ("leduc", Recipe(weights=DiscountedPeriods(5_000)), 400_000, 0.05),
        ("leduc", Recipe(pruning=Pruning(-20_000)), 400_000, 0.05),
    ],
    ids=str,
)
def test_play_comes_near_equilibrium(name, recipe, deals, most):
    """Also with three players, where nothing promises it."""
    small = Small(name, recipe)
    small.trainer.run(deals)
    judged = small.judge()
    assert judged.nash_conv < most
    if name == "leduc":  # OpenSpiel and the linear program: -0.0856064
        assert judged.values[0] == pytest.approx(-0.0856064, abs=most / 2)
    assert small.trainer.values == pytest.approx(judged.values, abs=0.05)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: Recipe(floor=1.0), "least regret"),
        (lambda: Recipe(seed=-1), "seed"),
        (lambda: Pruning(5.0), "below 0"),
        (lambda: LinearPeriods(0), "period"),
        (lambda: Recipe(variant=Variant.CHANCE, pruning=Pruning()), "not by chance sampling"),
        (lambda: Recipe(pruning=Pruning(-10.0), floor=-5.0), "floor"),
        (lambda: Small("kuhn", threads=-1), "thread"),
    ],
)
def test_recipes_that_cannot_be_say_so(make, what):
    with pytest.raises(SolverError, match=what):
        make()


@pytest.mark.parametrize(("name", "nash_conv"), [("kuhn3", 2.0625), ("leduc3", 12.611221340388003)])
def test_nothing_learned_is_uniform_play(name, nash_conv):
    """OpenSpiel: NashConv of uniform play in Kuhn and Leduc poker for three players."""
    assert Small(name).judge().nash_conv == pytest.approx(nash_conv, rel=1e-6)
