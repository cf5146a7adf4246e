"""What experiments with Leduc hold'em of 12 chips share: its tree with every bet, equilibria of menus, the judge."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokerlab.equilibrium.best_response import Judge
    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.equilibrium.strategy import Strategy
    from pokerlab.translation.rules import TranslationRules

GAME = "leduc-nl:12"
MENUS = ("fchpda", "fcpda", "fchda", "fchpa", "fcha", "fcpa", "fcda", "fca")
"""The rows of Tables 4.4 and 4.7."""
SIMPLEX, INTERIOR, AVERAGE = "simplex", "interior point", "CFR"
EQUILIBRIA = (SIMPLEX, INTERIOR, AVERAGE)
"""Where an equilibrium of a menu comes from: the linear program by two methods, the average of CFR."""
ITERATIONS = 10_000
OTHER_EQUILIBRIUM = "different: equilibria of a menu are not unique, and this number depends on which is taken"


@cache
def every_bet() -> "tuple[PublicTree, Judge]":
    """The tree with every bet, and its judge."""
    from pokerlab.equilibrium.best_response import Judge
    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.games.library import named_game

    tree = PublicTree.build(named_game(GAME))
    return tree, Judge(tree)


@cache
def equilibrium(menu: str, source: str) -> "Strategy":
    """An equilibrium of a menu."""
    from pokerlab.equilibrium.algorithms import make_solver
    from pokerlab.equilibrium.lp import solve_exactly
    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.equilibrium.strategy import Strategy
    from pokerlab.games.library import named_game

    tree = PublicTree.build(named_game(GAME), menu)
    if source == AVERAGE:
        solver = make_solver(tree, "vanilla")
        solver.run(ITERATIONS)
        return Strategy(tree, solver.table())
    return Strategy(tree, solve_exactly(tree, method="highs-ds" if source == SIMPLEX else "highs-ipm").table)


def lost(menu: str, source: str, rules: "TranslationRules") -> list[float]:
    """What a translated equilibrium loses in chips per hand to best responses in seat 0 and in seat 1."""
    from pokerlab.translation.tables import full_table
    from pokerlab.translation.translated import Translated

    tree, judge = every_bet()
    strategy = equilibrium(menu, source)
    table = full_table(Translated(strategy, strategy.tree.menu, tree.game, rules), tree)
    return [judge.best_value(player, table) for player in (0, 1)]
