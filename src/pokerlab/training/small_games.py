"""Small games through the trainer, and what came out as a strategy that the exact judge takes."""

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import BettingTree
from pokerlab.equilibrium.best_response import Table
from pokerlab.equilibrium.public_tree import BOARD, COUNT, ROW, PublicTree
from pokerlab.training.betting_plan import FIRST, PLACE, BettingPlan
from pokerlab.training.betting_plan import ROW as PLAN_ROW
from pokerlab.training.card_sights import ListedSights
from pokerlab.training.walk_columns import Paths


def cells_of_rows(tree: PublicTree, plan: BettingPlan, cards: ListedSights, paths: Paths) -> npt.NDArray[np.int64]:
    """int64 [row, hand]: where the trainer's table has the actions of a public tree's decisions."""
    cells = np.zeros((tree.rows, tree.hands), np.int64)
    places = decision_places(tree.betting, plan)
    for node in tree.situations:
        row, count, board = (int(tree.nodes[node, column]) for column in (ROW, COUNT, BOARD))
        start, decision = places[int(tree.places[node])]
        street = int(plan.start_streets[start])
        lying = board if board in cards.boards[street] else cards.boards[street][0]
        base = int(paths.bases[start]) + int(plan.nodes[decision, PLAN_ROW]) * int(paths.sights[plan.templates[start]])
        sights = np.array([cards.sight(street, hand, lying) for hand in range(tree.hands)])
        cells[row : row + count] = base + sights * count + np.arange(count)[:, None]
    return cells


def as_table(strategy: npt.NDArray[np.float32], cells: npt.NDArray[np.int64]) -> Table:
    """float64 [row, hand]: a strategy of the trainer as the judge takes it."""
    return strategy[cells].astype(np.float64)


def decision_places(betting: BettingTree, plan: BettingPlan) -> dict[int, tuple[int, int]]:
    """By node of a betting tree with deals: the start and the decision of the plan."""
    found = {0: (0, int(plan.roots[plan.templates[0]]))}
    for node in range(len(betting)):
        if node not in found:
            continue
        start, decision = found[node]
        for place, child in enumerate(betting.children(node)):
            target = int(plan.edges[plan.nodes[decision, FIRST] + place])
            if target >= 0:
                found[child] = (start, target)
            elif betting.action[child] >= 0 and betting.size[child] > 1:  # a deal, with the next street below it
                after = int(plan.next_starts[plan.nexts[start] + plan.exits[-1 - target, PLACE]])
                found[child + 1] = (after, int(plan.roots[plan.templates[after]]))
    return found
