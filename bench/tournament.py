"""ICM inside a kernel and for large fields; push/fold for two, three and nine players.

What is wanted here are times, so most goals are a limit over what was measured.
"""

import numpy as np

from measure import Goal, best_seconds
from pokerlab.tournament import icm_kernels
from pokerlab.tournament.icm import icm
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.showdown import joint_three
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.stacktable import stack_table

ROWS = 2000


def main() -> list[Goal]:
    rng = np.random.default_rng(1)
    stacks = rng.integers(500, 4000, 10).astype(np.float64)
    prizes = np.array([40.0, 25, 16, 11, 8, 0, 0, 0, 0, 0])
    ends, out = np.tile(stacks, (ROWS, 1)), np.empty((ROWS, 10))
    paid, values = prizes[:5].copy(), np.empty(10)
    field, payouts = rng.integers(1000, 50_000, 1000).tolist(), np.linspace(20, 1, 150).tolist()
    small, recursion, large = best_seconds(
        lambda: icm_kernels.equities_after(ends, stacks, prizes, out),
        lambda: icm_kernels.equities_by_recursion(stacks, paid, values),
        lambda: icm(field, payouts),
    )
    joint_three()
    two = PushFoldSpot.of([10, 10], (0.5, 1))
    three = PushFoldSpot.of([2000, 1500, 1000], (50, 100), payouts=[65, 35])
    uneven = [1500, 2200, 900, 3000, 1800, 1200, 2600, 1400, 1000]
    nine = PushFoldSpot.of(uneven, (100, 200), ante=25, payouts=[50, 30, 20])
    short = PushFoldSpot.of([400] * 9, (100, 200), ante=25, payouts=[50, 30, 20])
    program, of_three, of_nine, of_short, of_draft, table = best_seconds(
        lambda: solve(two), lambda: solve(three), lambda: solve(nine), lambda: solve(short),
        lambda: solve(nine, draft=True), stack_table, rounds=3,
    )  # fmt: skip
    print(f"ICM, 10 players and 5 prizes: {1e6 * small / ROWS:.1f} µs; by recursion {1e6 * recursion:.0f} µs")
    print(f"ICM, 1,000 players and 150 prizes: {1000 * large:.0f} ms")
    print(f"push/fold, two players by linear program: {1000 * program:.0f} ms; three players {of_three:.2f} s")
    print(f"push/fold, nine players: {of_nine:.2f} s, as a draft {of_draft:.2f} s, short stacks {of_short:.2f} s")
    print(f"heads-up tables of 191 stacks: {table:.2f} s")
    return [
        Goal("ICM of 10 players, recursion against subsets", recursion / (small / ROWS), 8),
        Goal("10 µs against ICM of 10 players and 5 prizes", 10e-6 / (small / ROWS), 1),
        Goal("0.1 s against ICM of 1,000 players and 150 prizes", 0.1 / large, 1),
        Goal("50 ms against two players by linear program", 0.05 / program, 1),
        Goal("2 s against three players, settled", 2 / of_three, 1),
        Goal("20 s against nine players, settled", 20 / of_nine, 1),
        Goal("30 s against nine players with two big blinds each, settled", 30 / of_short, 1),
        Goal("3 s against a draft for nine players", 3 / of_draft, 1),
        Goal("3 s against heads-up tables of 191 stacks", 3 / table, 1),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
