"""The judge of the real game: some turns of a flop, and what the whole game would take by them."""

import time

import numpy as np

from measure import Goal
from pokerlab.training.blueprint import blueprint_path
from pokerlab.training.real_judge import walk_of

RIVERS = 2_554_656
"""Flops, turns and rivers as they come, up to suits."""
FLOP, TURNS = 900, 4
CASES = (("limit", 24), ("nolimit", 4))
"""Shipped blueprints, and the hours of a processor in which both seats should be judged; `nolimit` bets `fcpa`."""


def hours(name: str) -> float:
    """Hours of a processor that both seats of a blueprint take on all boards, by some turns of one flop."""
    walk, reaches = walk_of(str(blueprint_path(name)))
    board = walk.cards.first_boards[0][FLOP]
    walk.values(board, reaches, turns=1)
    began = time.process_time()
    walk.values(board, reaches, turns=TURNS)
    passed = time.process_time() - began
    rivers = walk.rivers(board, turns=TURNS)
    found = passed / rivers * RIVERS / 3600
    print(f"{name}: {1000 * passed / rivers:.1f} ms a river for both seats, {found:.1f} hours in all, "
          f"{60 * found / 100:.1f} minutes for 1% of the flops")  # fmt: skip
    return found


def main() -> list[Goal]:
    return [
        Goal(f"real-game judge of {name}, {wanted} hours of a processor against its own", wanted / hours(name), 1)
        for name, wanted in CASES
    ]


if __name__ == "__main__":
    np.seterr(all="raise")
    for goal in main():
        print(goal)
