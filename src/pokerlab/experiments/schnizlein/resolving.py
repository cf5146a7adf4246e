"""Beyond the thesis: bets off the menu re-solved instead of translated, in Leduc hold'em with 12 chips, exactly."""

from functools import partial

from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table
from pokerlab.experiments.schnizlein.leduc import GAME, MENUS, SIMPLEX, equilibrium

SOURCE = (
    "N. Brown and T. Sandholm, Safe and Nested Subgame Solving for Imperfect-Information Games, NIPS 2017, and "
    "D. Schnizlein, State Translation in No-Limit Poker, 2009"
)
NAME = "schnizlein/resolving"
TRANSLATED, RESOLVED = 1465, 119
"""mbb/h that one missing size cost, translated and re-solved (2017)."""
SMALL = ("fcpa", "fca")
PASSES = 3
WAYS = ("unsafe", "re-solve", "max-margin", "reach")


@experiment(NAME, "Bets off the menu re-solved, unsafe and safe, beside soft translation and the floor, exactly")
def resolving(settings: ExperimentSettings) -> Report:
    """Both seats of each menu: what a best response wins from the translated and the re-solved strategy."""
    menus = MENUS if settings.is_full else SMALL
    work = [(menu, seat) for menu in menus for seat in (0, 1)]
    found: dict[tuple[str, int], dict[str, float]] = {}
    for number, (menu, seat) in enumerate(work, 1):
        found[menu, seat] = settings.kept(NAME, f"{menu} {seat}", partial(_seat, menu, seat))
        settings.tick(number, len(work))
    columns = ("soft", *WAYS, f"reach, {PASSES} passes", "floor")
    rows: list[list[Cell]] = [[menu, seat + 1, *[found[menu, seat][name] for name in columns]] for menu, seat in work]
    means: list[tuple[Cell, ...]] = []
    for menu in menus:
        mean = {name: sum(found[menu, seat][name] for seat in (0, 1)) / 2 for name in columns}
        means.append((menu, *mean.values(), mean[columns[-2]] / mean["soft"]))
    worst = max(float(row[-1]) for row in means if row[-1] is not None)
    fewest = min(found[menu, seat]["soft"] - found[menu, seat][way] for menu, seat in work for way in WAYS[1:])
    return Report(
        "Re-solved instead of translated", SOURCE,
        [
            Table.of("What a best response wins, chips per hand (floor: both at their best)",
                     ("menu", "seat of the strategy", *columns), rows),
            Table.of("Mean of both seats", ("menu", *columns, "part of soft"), means),
        ],
        [
            Comparison("re-solved by translated, one size missing", "table 3 of 2017", RESOLVED / TRANSLATED, worst,
                       "different: another game; the worst of the menus, safe, mean of both seats"),
            Comparison("safe re-solves lose no more than what they start from", "section 4", "yes",
                       "yes" if fewest > -1e-6 else "no"),
        ],
        [
            "Soft translation under `real`, where a strategy's bets are those of its menu in the real pot, from an "
            "equilibrium of the menu by the simplex method. A hand of the other player may opt out at what its best "
            "known action is worth.",
            "Unsafe re-solving answers the range with which the other player came to his bet, and is the worst of all "
            "columns where that range says nothing about who bets.",
        ],
    )  # fmt: skip


def _seat(menu: str, seat: int) -> dict[str, float]:
    from pokerlab.equilibrium.best_response import Judge
    from pokerlab.equilibrium.lp import solve_exactly
    from pokerlab.equilibrium.resolving import Safety
    from pokerlab.games.library import named_game
    from pokerlab.translation.nested import nested_table, seat_tree
    from pokerlab.translation.rules import Perspective, TranslationRules
    from pokerlab.translation.tables import full_table
    from pokerlab.translation.translated import Translated

    game, strategy = named_game(GAME), equilibrium(menu, SIMPLEX)
    tree, rules = seat_tree(game, menu, seat), TranslationRules(perspective=Perspective.REAL)
    judge, other = Judge(tree), 1 - seat
    soft = full_table(Translated(strategy, strategy.tree.menu, game, rules), tree)
    found = {"soft": judge.best_value(other, soft)}
    for way in WAYS:
        table = nested_table(tree, soft, menu, seat, Safety(way))
        found[way] = judge.best_value(other, table)
    further = nested_table(tree, table, menu, seat, Safety.REACH, passes=PASSES - 1)
    found[f"reach, {PASSES} passes"] = judge.best_value(other, further)
    value = solve_exactly(tree).value
    return found | {"floor": value if other == 0 else -value}
