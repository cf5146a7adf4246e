"""Update rules in both engines: Kuhn poker is also a river spot, in which both hold one of the same three hands."""

from dataclasses import dataclass

import numpy as np
import pytest

from pokerlab.equilibrium.public_tree import ROW, PublicTree
from pokerlab.equilibrium.regret import (
    Coefficients,
    Discounted,
    GreedyHedging,
    Plus,
    Predictive,
    Rule,
    Sparse,
    Unweighted,
    Vanilla,
)
from pokerlab.equilibrium.vector import VectorSolver
from pokerlab.errors import SolverError
from pokerlab.games.library import named_game
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.spot import Spot

KUHN = Spot(
    board="2h3h5c7c9d", pot=2, stack=1, oop="QsQd,KsKd,AsAd", ip="QsQd,KsKd,AsAd", river={"bet": "a", "raise": "a"}
)


@dataclass(frozen=True)
class Fading(Rule):
    """A rule of our own: regrets fade, and strategies count by the root of t."""

    rate: float = 0.9

    def at(self, iteration: int) -> Coefficients:
        return Coefficients(positive=self.rate, negative=self.rate / 2, weight=iteration**0.5)


# not Linear: its regrets come to zero there, which is a matter of rounding
RULES = [
    Fading(0.8),
    Fading(0.8, averaging=Unweighted(), returns_new=True),
    Fading(averaging=Sparse(3)),
    Vanilla(),
    Plus(),
    Discounted(1.5, 0.25, 4),
    Predictive(),
    GreedyHedging(0.3),
    GreedyHedging(0.3, returns_new=True),
]


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_a_rule_does_the_same_in_both_engines(rule):
    tree = PublicTree.build(named_game("kuhn"))
    small, engine = VectorSolver(tree, rule), Engine(KUHN, rule, threads=1)
    small.run(12)
    engine.run(12)
    for player in (0, 1):
        rows = [row + k for row in tree.nodes[tree.decisions(player), ROW] for k in (0, 1)]
        order = np.argsort(engine.layout.boards.hands(0, player))  # queens, kings, aces
        strategy = engine.average(0, player)
        assert strategy[:, order] == pytest.approx(small.table()[rows], abs=1e-5)
    assert engine.judge().values == pytest.approx(small.judge().values, abs=1e-5)
    assert engine.judge().best == pytest.approx(small.judge().best, abs=1e-5)


def test_a_rule_that_moves_both_players_at_once_is_for_small_games():
    with pytest.raises(SolverError, match="one after the other"):
        Engine(KUHN, Plus(simultaneous=True))
