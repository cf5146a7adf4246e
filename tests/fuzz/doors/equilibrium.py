"""Doors of the package `equilibrium`: update rules and solvers by name, on games small enough for a moment."""

import math
from functools import cache

import numpy as np

from fuzz.door import Door, texts
from fuzz.doors.betting import MENUS, NAME_WORDS
from fuzz.doors.cards import whole
from pokerlab.equilibrium.algorithms import make_solver, parse_rule
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.solver import node_sums
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.games.library import named_game

RULES = (
    "vanilla",
    "plus",
    "linear",
    "discounted",
    "discounted:1.5,0,2",
    "predictive",
    "greedy",
    "greedy:0.2",
    "discounted:1,1,1",
    "vanilla:unweighted,return-new",
    "plus:simultaneous",
    "discounted:1.5,0.25,4,sparse",
    "greedy:0.2,return-new,carry-groups",
)
SOLVERS = (*RULES, "chance", "external", "outcome", "public-chance", "pure", "fictitious")
WORDS = ("vanilla", "plus", "discounted:", "greedy:", "nan", "inf", ",", "1.5", "-1", "1e308", "0", "sparse")


def _rule(text: str) -> None:
    rule = parse_rule(text)
    for iteration in (1, 2, 3, 10, 1000, 10**9):
        found = rule.at(iteration)
        assert rule.numbers(iteration, 1).shape == (1, len(found))
        assert 0 <= found.positive <= 1
        assert 0 <= found.negative <= 1
        assert found.keep >= 0
        assert found.weight > 0


@cache
def _kuhn() -> PublicTree:
    return PublicTree.build(named_game("kuhn"))


def _algorithm(text: str, seed: str) -> None:
    solver = make_solver(_kuhn(), text, seed=whole(seed))
    solver.run(3)
    table = solver.table()
    assert np.isfinite(table).all()
    assert (table >= 0).all()
    assert np.allclose(node_sums(_kuhn(), table), 1)
    judgement = solver.judge()
    assert math.isfinite(judgement.nash_conv)
    assert min(judgement.gains) >= -1e-9


def _small_game(game: str, menu: str) -> None:
    """A tree of a game that may be small; what is too large is refused before it is built."""
    tree = PublicTree.build(named_game(game), menu or None)
    assert tree.rows > 0
    judgement = Strategy.uniform(tree).judge()
    assert min(judgement.gains) >= -1e-9


def _history(hand: str, history: str, board: str) -> None:
    chances = Strategy.uniform(_leduc()).at(hand, history, board)
    assert abs(sum(chances.values()) - 1) < 1e-9


@cache
def _leduc() -> PublicTree:
    return PublicTree.build(named_game("leduc"))


DOORS = (
    Door(
        "rule",
        texts(*RULES),
        _rule,
        20,
        WORDS,
        {
            "powers of 1e308": ("discounted:1e308,1e308,1e308",),
            "powers of NaN": ("discounted:nan,nan,nan",),
            "greed of NaN": ("greedy:nan",),
            "infinite greed": ("greedy:inf",),
            "powers below": ("discounted:-1e308,-1e308,-1e308",),
            "four numbers": ("greedy:1,2,3,4",),
            "large powers": ("discounted:400,0,4",),
            "a large gamma": ("discounted:1.5,0,1e308",),
            "a negative gamma": ("discounted:1.5,0,-2",),
        },
    ),
    Door(
        "algorithm",
        tuple((name, "0") for name in SOLVERS),
        _algorithm,
        5,
        WORDS,
        {
            "greed of NaN": ("greedy:nan", "0"),
            "powers of NaN": ("discounted:nan,nan,nan", "0"),
            "infinite greed": ("greedy:inf", "0"),
            "a seed of 23 digits": ("external", "99999999999999999999999"),
            "a negative seed": ("outcome", "-1"),
            "powers of 1e308": ("discounted:1e308,1e308,1e308", "0"),
            "a seed of 400 digits": ("pure", "9" * 400),
        },
    ),
    Door(
        "small-game",
        (("kuhn", ""), ("leduc", ""), ("leduc-nl:3", ""), ("leduc-nl:12", "fcpa"), ("leduc-nl:5", "f,c,50%")),
        _small_game,
        2,
        (*NAME_WORDS, *MENUS),
        seconds=10.0,
        known={
            "a hundred million chips": ("leduc-nl:100000000", ""),
            "ten thousand chips": ("leduc-nl:10000", ""),
            "hold'em": ("holdem-nolimit", ""),
            "hold'em without bets": ("holdem-nolimit", "fc"),
            "a size without end": ("leduc-nl:12", "f,c,1E+999999999999%,a"),
        },
    ),
    Door(
        "history",
        (("K", "", ""), ("Q", "c", ""), ("K", "cc/r4", "J"), ("J", "cc/cr4r8", "Q")),
        _history,
        5,
        ("K", "Q", "J", "r2", "c", "/"),
    ),
)
