"""Beyond the thesis: other mappings in Leduc, the clairvoyance game and Kuhn without limit; what a menu alone costs."""

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table
from pokerlab.experiments.schnizlein.leduc import AVERAGE, EQUILIBRIA, GAME, MENUS, OTHER_EQUILIBRIUM, lost

if TYPE_CHECKING:
    from pokerlab.games.rules import Game
    from pokerlab.translation.mappings import BetMapping

SOURCE = (
    "S. Ganzfried and T. Sandholm, Action Translation in Extensive-Form Games with Large Action Spaces, IJCAI 2013, "
    "and D. Schnizlein, State Translation in No-Limit Poker, 2009"
)
NAME = "schnizlein/mappings"
PRINTED = {"hard:arithmetic": 0.666, "hard": 0.632, "soft": 0.574, "soft:pseudo-harmonic": 0.463}
"""Leduc with 12 chips, fcpa, mean of both seats (2013)."""
NAMES = (
    "hard:arithmetic", "hard", "hard:pseudo-harmonic", "soft:arithmetic", "soft", "soft:second-geometric",
    "soft:pseudo-harmonic",
)  # fmt: skip
STACKS = (1, 3, 5, 10, 20, 50, 100)
"""Of the clairvoyance game, in pots."""
KUHN_STACKS = (3, 5, 10, 20)
PARTS = 200
"""How finely bets of the clairvoyance game are tried: so many in each pot."""


@experiment(NAME, "Mappings of 2013 in Leduc, the clairvoyance game and Kuhn; what a menu costs that is understood")
def mappings(settings: ExperimentSettings) -> Report:
    """Exact numbers for seven mappings."""
    total = len(NAMES) + 2 + len(MENUS)
    leduc: dict[str, dict[str, float]] = {}
    for number, name in enumerate(NAMES, 1):
        leduc[name] = settings.kept(NAME, f"leduc {name}", partial(_leduc, name))
        settings.tick(number, total)
    floors = []
    for number, menu in enumerate(MENUS, 1):
        floors.append((menu, *settings.kept(NAME, f"floor {menu}", partial(_floor, menu))))
        settings.tick(len(NAMES) + number, total)
    kuhn = settings.kept(NAME, "kuhn", _kuhn)
    settings.tick(total - 1, total)
    game = settings.kept(NAME, "clairvoyance", _clairvoyance)
    settings.tick(total, total)
    return Report(
        "Mappings, and the menu alone", SOURCE,
        [
            Table.of("Leduc with 12 chips, fcpa, abstract, all fixes: mean of both seats, sb/h",
                     ("mapping", *EQUILIBRIA), [(name, *found.values()) for name, found in leduc.items()]),
            Table.of("The floor: a seat that has the menu, against one with every bet, both at their best, chips",
                     ("menu", "P1 wins", "P2 wins", "mean"), floors),
            Table.of("Clairvoyance game, pot 1, the caller knows check, pot and all-in: what he loses by mapping",
                     ("mapping", *[f"stack {stack}" for stack in STACKS]), game),
            Table.of("Kuhn without limit, fcpa, real: mean of both seats above the game's value, chips",
                     ("mapping", *[f"stack {stack}" for stack in KUHN_STACKS]), kuhn),
        ],
        [
            Comparison(f"Leduc, {name}", "Leduc experiments of 2013", printed, round(leduc[name][AVERAGE], 3),
                       f"{OTHER_EQUILIBRIUM}: {min(leduc[name].values()):.3f} to {max(leduc[name].values()):.3f}")
            for name, printed in PRINTED.items()
        ],
        [
            "For every equilibrium soft pseudo-harmonic loses least, and soft less than hard, as published; which of "
            "the two hard mappings is worse depends on the equilibrium.",
            "The floor is what not having the bets costs; all the rest of a translated strategy's losses is not "
            "understanding them.",
            "The tables of the clairvoyance game and of Kuhn are ours: the published ones were not at hand, so no "
            "number stands beside them. In the clairvoyance game the caller calls a bet of s pots with 1 / (1 + s).",
        ],
    )  # fmt: skip


def _leduc(name: str) -> dict[str, float]:
    from pokerlab.translation.mappings import parse_mapping
    from pokerlab.translation.rules import TranslationRules

    return {source: sum(lost("fcpa", source, TranslationRules(parse_mapping(name)))) / 2 for source in EQUILIBRIA}


def _floor(menu: str) -> list[float]:
    """What the seat with every bet wins, in seat 0 and in seat 1, and the mean."""
    from pokerlab.equilibrium.lp import solve_exactly
    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.games.library import named_game

    game = named_game(GAME)
    first = solve_exactly(PublicTree.build(game, f"* | {menu}")).value
    second = -solve_exactly(PublicTree.build(game, f"{menu} | *")).value
    return [first, second, (first + second) / 2]


def _clairvoyance() -> list[list[Cell]]:
    from pokerlab.translation.mappings import parse_mapping

    return [[name, *[float(lost_to_the_clairvoyant(parse_mapping(name), stack)) for stack in STACKS]] for name in NAMES]


def lost_to_the_clairvoyant(mapping: "BetMapping", stack: int) -> Fraction:
    """What a caller loses who maps a bet to check, pot or all-in, beyond the value of the game.

    The bettor has the best hand or the worst, half each, and bets into a pot of 1; with the best response he bets the
    best hand as large as pays most, and the worst where that wins anything.
    """
    known = [Fraction(mapping.curve.check, PARTS), *sorted({Fraction(1), Fraction(stack)})]
    calls = [Fraction(1), *[1 / (1 + size) for size in known[1:]]]
    best_value = best_bluff = Fraction(0)
    for parts in range(1, stack * PARTS + 1):
        size = Fraction(parts, PARTS)
        call = sum((weight * calls[place] for place, weight in mapping.weights(known, size)), Fraction(0))
        best_value = max(best_value, call * size)
        best_bluff = max(best_bluff, 1 - call - call * size)
    worth = (1 + best_value + best_bluff) / 2
    return worth - (1 + Fraction(stack, 1 + stack)) / 2


def kuhn_without_limit(stack: int) -> "Game":
    """Kuhn poker with any bets: ante 1, part of the stack."""
    from dataclasses import replace

    from pokerlab.games.library import kuhn
    from pokerlab.games.rules import Limit

    game = kuhn()
    return replace(game, name=f"kuhn-nl:{stack}", limit=Limit.NONE, stacks=(stack,) * 2, raise_caps=(None,))


def _kuhn() -> list[list[Cell]]:
    from pokerlab.equilibrium.best_response import Judge
    from pokerlab.equilibrium.lp import solve_exactly
    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.equilibrium.strategy import Strategy
    from pokerlab.translation.mappings import parse_mapping
    from pokerlab.translation.rules import Perspective, TranslationRules
    from pokerlab.translation.tables import full_table
    from pokerlab.translation.translated import Translated

    rows: list[list[Cell]] = [[name] for name in NAMES]
    for stack in KUHN_STACKS:
        game = kuhn_without_limit(stack)
        small, tree = PublicTree.build(game, "fcpa"), PublicTree.build(game)
        strategy, judge = Strategy(small, solve_exactly(small).table), Judge(tree)
        for row, name in zip(rows, NAMES, strict=True):
            rules = TranslationRules(parse_mapping(name), Perspective.REAL)
            table = full_table(Translated(strategy, small.menu, game, rules), tree)
            row.append(sum(judge.best_value(player, table) for player in (0, 1)) / 2)
    return rows
