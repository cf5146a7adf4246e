"""All benchmarks, and whether each ratio reaches its goal. Exit code 1 if one does not."""

import sys

import abstraction
import buckets
import compiled
import equilibrium
import equity
import evaluator
import features
import flops
import games
import hands
import isomorphism
import jobs
import lab
import play
import players
import postflop
import records
import sizes
import solutions
import startup
import table
import tournament
import training
import training_judge
import translation
import web

MODULES = (
    startup, evaluator, isomorphism, equity, games, compiled, records, hands, equilibrium, sizes, tournament, players,
    postflop, solutions, abstraction, features, buckets, training, training_judge, translation, lab, table, flops, web,
    play, jobs,
)  # fmt: skip


def main() -> int:
    goals = []
    for module in MODULES:
        print(f"\n{module.__name__}")
        goals += module.main()
    print()
    print(*goals, sep="\n")
    return int(any(goal.ratio < goal.at_least for goal in goals))


if __name__ == "__main__":
    sys.exit(main())
