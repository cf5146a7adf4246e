"""Solvers on Leduc: CFR+ against OpenSpiel's C++ solver; no-limit Leduc-12 to a stated NashConv."""

import time

import pyspiel

from measure import Goal, best_seconds
from pokerlab.equilibrium.algorithms import make_solver
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.run import run
from pokerlab.games.library import named_game

OURS, THEIRS = 2000, 10


def main() -> list[Goal]:
    solver = make_solver(PublicTree.build(named_game("leduc")), "plus")
    apart = make_solver(PublicTree.build(named_game("leduc"), keep_suits=True), "plus")
    other = pyspiel.CFRPlusSolver(pyspiel.load_game("leduc_poker"))

    def run_theirs() -> None:
        for _ in range(THEIRS):
            other.evaluate_and_update_policy()

    ours, with_suits, theirs = best_seconds(lambda: solver.run(OURS), lambda: apart.run(OURS), run_theirs, rounds=5)
    print(
        f"CFR+ on Leduc: {1e6 * ours / OURS:.1f} us per iteration, {1e6 * with_suits / OURS:.1f} us with suits apart,"
    )
    print(f"               OpenSpiel (suits apart) {1e6 * theirs / THEIRS:.0f} us")
    big = PublicTree.build(named_game("leduc-nl:12"))
    start = time.thread_time()
    *_, last = run(make_solver(big, "discounted"), nash_conv=1e-3, iterations=10_000)
    print(
        f"no-limit Leduc-12, {big.infosets(0):,} infosets a player: NashConv {last.nash_conv:.2g} after "
        f"{last.iteration:,}"
    )
    print(f"               iterations, {time.thread_time() - start:.1f} s with the judging")
    return [
        Goal("CFR+ on Leduc against OpenSpiel's C++ solver", theirs / THEIRS / (ours / OURS), 100),
        Goal("the same with suits kept apart, as OpenSpiel does", theirs / THEIRS / (with_suits / OURS), 100),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
