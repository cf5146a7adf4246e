"""Hand groups: all groups of a flop, and the sweep that finds strengths against one evaluation after the other."""

import numpy as np

from measure import Goal, best_seconds
from pokerlab.abstraction.boards import BoardClasses
from pokerlab.abstraction.groups import Identity, group_by_tests
from pokerlab.cards.combos import COMBO_MASKS
from pokerlab.cards.evaluator import rank_boards

FLOP = "QhJh2c"
FEW = 8


def main() -> list[Goal]:
    boards = BoardClasses.of(FLOP, "flush")
    rivers = boards.levels[-1].members[:: len(boards.levels[-1].members) // FEW][:FEW]
    meets = (COMBO_MASKS[:, None] & COMBO_MASKS) != 0

    def pairwise() -> None:
        for ranks in rank_boards(rivers).astype(np.int32):
            alive = (ranks > 0) & ~meets & (ranks > 0)[:, None]
            np.where(alive, 1 + np.sign(ranks[:, None] - ranks), 0).sum(axis=1)

    everything, pairs = best_seconds(
        lambda: list(group_by_tests(boards, "opponent", list(Identity), threads=1)), pairwise, rounds=3
    )
    print(f"{'all groups by the opponent view':<40} {everything:9.3f} s")
    print(f"{'strengths alone, pair by pair':<40} {pairs / FEW * 1176:9.3f} s")
    return [
        Goal("half a second against all groups of a flop, three tests", 0.5 / everything, 1),
        Goal("all groups of a flop against its strengths pair by pair", pairs / FEW * 1176 / everything, 20),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
