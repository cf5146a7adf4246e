"""What forgetting the betting costs, where a responder who remembers all of it can be computed."""

from pokerlab.experiments.bunten.tables import SOURCE
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Report, Table

ITERATIONS = {"small": 100_000, "full": 4_000_000}
RECALLS = ("perfect", "ibr", "in+paid", "in")
CARDS = ("all", "2.2")
"""Hands as they are, and in two buckets on each street inside each other."""


@experiment("bunten/betting-recall", "What imperfect recall of the betting costs in a small game of three")
def betting_recall(settings: ExperimentSettings) -> Report:
    """Leduc for three, in which every seat's best response is exact: it remembers all betting and sees all cards."""
    from pokerlab.equilibrium.best_response import Judge
    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.games.library import named_game
    from pokerlab.training.betting_plan import BettingPlan
    from pokerlab.training.card_sights import ListedSights, sights_of
    from pokerlab.training.deal_source import deals_of
    from pokerlab.training.recipe import Recipe
    from pokerlab.training.small_games import as_table, cells_of_rows
    from pokerlab.training.trainer import Trainer

    report = Report("Imperfect betting recall in Leduc for three: memory and what it costs", SOURCE)
    game, iterations = named_game("leduc3"), ITERATIONS[str(settings.scale)]
    tree = PublicTree.build(game, None)
    judge = Judge(tree)
    rows: list[tuple[str, str, int, int, float, float, float, float]] = []
    done = 0
    for name in CARDS:
        cards = sights_of(game, name)
        assert isinstance(cards, ListedSights)
        for recall in RECALLS:
            settings.tick(done, len(CARDS) * len(RECALLS))
            done += 1
            plan = BettingPlan.build(game, recall=recall)
            trainer = Trainer(plan, deals_of(game, cards), Recipe(seed=settings.seed), threads=1)
            trainer.run(iterations)
            table = as_table(trainer.strategy(), cells_of_rows(tree, plan, cards, trainer.paths))
            judged = judge.judge(table)
            first, second, third = judged.gains
            rows.append((recall, name, plan.starts, trainer.paths.cells, first, second, third, judged.nash_conv))
    columns = ("recall", "cards", "starts", "cells", "gain 0", "gain 1", "gain 2", "NashConv")
    rows.sort(key=lambda row: -row[3])
    report.tables.append(Table.of(f"After {iterations:,} deals, chips per hand", columns, rows))
    best = min(rows, key=lambda row: row[-1])
    report.notes += [
        f"Least can be gained against '{best[0]}' with cards '{best[1]}': {best[-1]:.4g} chips of {best[3]:,} cells.",
        "All gains are exact: each seat alone, the others frozen, remembering all of the betting and seeing every "
        "card, however little the strategy that is judged remembers and sees.",
        "The game has two streets, so there is one end of a street to forget, and 'ibr' is 'in+paid+raiser'; hold'em "
        "has three.",
    ]
    report.notes += [
        f"With cards '{name}', forgetting who raised last ('in+paid' instead of 'ibr') saves "
        f"{100 - 100 * found['in+paid'][0] / found['ibr'][0]:.0f}% of the cells and takes NashConv from "
        f"{found['ibr'][1]:.3g} to {found['in+paid'][1]:.3g}."
        for name in CARDS
        for found in [{row[0]: (row[3], row[-1]) for row in rows if row[1] == name}]
    ]
    return report
