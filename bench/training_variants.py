"""Which way of training is least exploitable for equal processor time, on games that can be judged exactly.

python bench/training_variants.py [SECONDS]      prints the tables of docs/training.md
"""

import sys
import time

from pokerlab.equilibrium.best_response import Judge
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.games.library import named_game
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.card_sights import ListedSights
from pokerlab.training.choices import Average, Numbers, Variant
from pokerlab.training.deal_source import ListedDeals
from pokerlab.training.recipe import DiscountedPeriods, LinearPeriods, Recipe
from pokerlab.training.small_games import as_table, cells_of_rows
from pokerlab.training.trainer import Trainer

LINEAR = LinearPeriods(2_000)
VARIANTS = {
    "external": Recipe(),
    "external, linear": Recipe(weights=LINEAR),
    "external, discounted": Recipe(weights=DiscountedPeriods(2_000)),
    "external, linear, current": Recipe(weights=LINEAR, average=Average.CURRENT),
    "external, linear, snapshots": Recipe(weights=LINEAR, average=Average.SNAPSHOTS),
    "external, linear, corrected": Recipe(weights=LINEAR, average=Average.CORRECTED),
    "pure, linear": Recipe(variant=Variant.PURE, weights=LINEAR),
    "chance, linear": Recipe(variant=Variant.CHANCE, weights=LINEAR),
    "outcome": Recipe(variant=Variant.OUTCOME),
    "public, linear": Recipe(variant=Variant.PUBLIC, weights=LinearPeriods(50)),
    "external, int32": Recipe(numbers=Numbers.INT32),
    "external, int16": Recipe(numbers=Numbers.INT16),
}


def judged(name: str, recipe: Recipe, seconds: float) -> tuple[float, int, int]:
    """NashConv (chips) after so many seconds of processor time, the iterations, and halved infosets."""
    game = named_game(name)
    tree, plan = PublicTree.build(game), BettingPlan.build(game)
    cards = ListedSights(game, tree.deals)
    trainer = Trainer(plan, ListedDeals(cards), recipe, threads=1)
    trainer.run(1)  # compiled, or loaded
    spent = 0.0
    while spent < seconds:
        began = time.process_time()
        trainer.run(50 if recipe.variant in (Variant.PUBLIC, Variant.CHANCE) else 2_000)
        spent += time.process_time() - began
    cells = cells_of_rows(tree, plan, cards, trainer.paths)
    return Judge(tree).judge(as_table(trainer.strategy(), cells)).nash_conv, trainer.iteration, trainer.halved


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for name, times in (("leduc", 1.0), ("kuhn3", 0.25), ("leduc3", 2.0)):
        print(f"\n{name}, {times * seconds:g} s of processor time\n\n| variant | NashConv | iterations | halved |")
        print("| --- | --- | --- | --- |")
        for what, recipe in VARIANTS.items():
            if recipe.variant is not Variant.PUBLIC or not name.endswith("3"):
                gap, iterations, halved = judged(name, recipe, times * seconds)
                print(f"| {what} | {gap:.4f} | {iterations:,} | {halved:,} |", flush=True)


if __name__ == "__main__":
    main()
