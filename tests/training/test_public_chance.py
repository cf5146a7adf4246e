"""Public-chance sampling: all hands of a board at once are the hands one by one."""

import numpy as np
import pytest
from test_trainer import Small

from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.combos import CLASS_OF_COMBO
from pokerlab.errors import SolverError
from pokerlab.games.library import named_game
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.deal_source import HoldemDeals
from pokerlab.training.public_boards import HoldemBoards
from pokerlab.training.public_columns import PublicPaths
from pokerlab.training.recipe import Numbers, Recipe, Variant
from pokerlab.training.trainer import Trainer


class FewClasses:
    """Hold'em hands told apart by the class they had before the flop, in a few groups."""

    name, digest, counts = "few", "0", (5, 4, 3, 7)

    def on_board(self, board):
        count = self.counts[{0: 0, 3: 1, 4: 2, 5: 3}[len(board)]]
        return (CLASS_OF_COMBO % count).astype(np.int32)


def naive(tree: PublicPaths, board, table, hero, node, hand, other, theirs, out):
    """The value of one hand against another at a node; what every infoset of the hero regrets is added to `out`."""
    kind = tree.kinds[node]
    if kind == NodeKind.DEAL:
        return naive(tree, board, table, hero, tree.children[tree.starts[node]], hand, other, theirs, out)
    paid = tree.paid[node]
    if kind == NodeKind.FOLD:
        return float(paid[1 - hero]) if tree.live[node] >> hero & 1 else -float(paid[hero])
    if kind == NodeKind.SHOWDOWN:
        return min(paid.tolist()) * (board["rank"][hand] > board["rank"][other]) - min(paid.tolist()) * (
            board["rank"][hand] < board["rank"][other]
        )
    actor, street = tree.actors[node], tree.streets[node]
    children = tree.children[tree.starts[node] : tree.starts[node + 1]].tolist()
    count = len(children)
    sight = board["sights"][street][hand if actor == hero else other]
    place = 2 * int(tree.cells[node]) + 2 * int(sight) * count
    positive = np.maximum(table[place : place + count].astype(np.float64), 0)
    chances = positive / positive.sum() if positive.sum() > 0 else np.full(count, 1 / count)
    if actor != hero:
        return sum(
            chances[k] * naive(tree, board, table, hero, child, hand, other, theirs * chances[k], out)
            for k, child in enumerate(children)
        )
    values = np.array([naive(tree, board, table, hero, child, hand, other, theirs, out) for child in children])
    value = float(chances @ values)
    out[place : place + count] += board["chance"] * theirs * (values - value)
    return value


@pytest.fixture(scope="module")
def holdem():
    """A trainer of a short hold'em, with regrets drawn at random, and its first board."""
    game = named_game("holdem-nolimit:stack=300")
    plan = BettingPlan.build(game, parse_menu("fcpa"))
    trainer = Trainer(plan, HoldemDeals(game, FewClasses()), Recipe(variant=Variant.PUBLIC), threads=1)
    trainer.table[:] = np.random.default_rng(3).normal(size=len(trainer.table)).astype(np.float32)
    return trainer, HoldemBoards(trainer.source).draw(0, 0)


@pytest.mark.parametrize("hero", [0, 1])
def test_a_board_of_hold_em_is_all_pairs_of_hands(holdem, hero):
    """Some hands of each seat, all against all; others are never held."""
    trainer, board = holdem
    tree = trainer._public[0][1]
    rng = np.random.default_rng(hero)
    held = np.sort(rng.choice(len(board.prior), 24, replace=False))
    ranks = np.searchsorted(board.tiers, held, side="right")
    expected = trainer.table.astype(np.float64)
    for first in range(len(held)):
        for second in range(len(held)):
            if first != second and not set(board.cards[held[first]]) & set(board.cards[held[second]]):
                facts = {"rank": dict(zip(held, ranks, strict=True)), "sights": board.sights, "chance": board.pair}
                naive(tree, facts, trainer.table, hero, 0, held[first], held[second], 1.0, expected)
    found = walked(trainer, only(board, held), hero)
    assert regrets_of(trainer, found) == pytest.approx(regrets_of(trainer, expected), abs=1e-5)
    assert np.abs(found - trainer.table).max() > 1e-4


def only(board, held):
    """The board with these hands alone: sums over all others are left out."""
    tiers = np.unique(np.searchsorted(held, board.tiers))
    return board._replace(
        sights=np.ascontiguousarray(board.sights[:, held]), prior=np.ascontiguousarray(board.prior[held]),
        cards=np.ascontiguousarray(board.cards[held]), tiers=tiers.astype(np.int64),
    )  # fmt: skip


def walked(trainer, board, hero):
    """The table after one walk over a board."""
    from pokerlab.training import public_kernels
    from pokerlab.training.public_columns import PublicScratch
    from pokerlab.training.walk_columns import Settings, Tally

    table = trainer.table.copy()
    scratch = PublicScratch.of(trainer.plan, trainer.paths, len(board.prior))
    tally = Tally(np.zeros(2, np.int64), np.zeros((2, 2)))
    settings = Settings(0, 1, 1.0, -1e30, -1e30, 0.0)
    public_kernels.walk_board(hero, board, settings, trainer._public[0][1], table, scratch, tally)
    return table.astype(np.float64)


def regrets_of(trainer, numbers):
    """The regrets of a table, one after the other."""
    tree = trainer._public[0][1]
    regrets = []
    for node in np.flatnonzero(tree.kinds == NodeKind.DECISION).tolist():
        count = int(tree.starts[node + 1] - tree.starts[node])
        first, size = 2 * int(tree.cells[node]), 2 * int(tree.sights[node]) * count
        regrets.append(numbers[first : first + size].reshape(-1, 2, count)[:, 0].ravel())
    return np.concatenate(regrets)


def test_leduc_comes_near_equilibrium():
    small = Small("leduc", Recipe(variant=Variant.PUBLIC))
    small.trainer.run(3_000)
    judged = small.judge()
    assert judged.nash_conv < 0.12
    assert judged.values[0] == pytest.approx(-0.0856064, abs=0.02)  # OpenSpiel and the linear program


def test_what_it_cannot_do_is_said():
    with pytest.raises(SolverError, match="two players"):
        Small("kuhn3", Recipe(variant=Variant.PUBLIC))
    with pytest.raises(SolverError, match="float32"):
        Recipe(variant=Variant.PUBLIC, numbers=Numbers.INT16)
