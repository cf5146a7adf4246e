"""ICM inside a kernel and for large fields; push/fold for two, three and nine players.

What is wanted here are times, so most goals are a limit over what was measured.
"""

import numpy as np

from measure import Goal, best_seconds
from pokerlab.tournament import icm_kernels
from pokerlab.tournament.icm import icm
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.showdown import joint_three
from pokerlab.tournament.spot import Spot

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
    two = Spot.of([10, 10], (0.5, 1))
    three = Spot.of([2000, 1500, 1000], (50, 100), payouts=[65, 35])
    nine = Spot.of([1000] * 9, (50, 100), ante=10, payouts=[50, 30, 20])
    draft = Spot.of([1000] * 9, (50, 100), ante=10, payouts=[50, 30, 20], most_all_in=2)
    program, of_three, of_nine, of_draft = best_seconds(
        lambda: solve(two), lambda: solve(three), lambda: solve(nine), lambda: solve(draft, target=1e-3), rounds=3
    )
    print(f"ICM, 10 players and 5 prizes: {1e6 * small / ROWS:.1f} µs; by recursion {1e6 * recursion:.0f} µs")
    print(f"ICM, 1,000 players and 150 prizes: {1000 * large:.0f} ms")
    print(f"push/fold, two players by linear program: {1000 * program:.0f} ms; three players {of_three:.2f} s")
    print(f"push/fold, nine players: {of_nine:.2f} s, as a draft {of_draft:.2f} s")
    return [
        Goal("ICM of 10 players, recursion against subsets", recursion / (small / ROWS), 8),
        Goal("10 µs against ICM of 10 players and 5 prizes", 10e-6 / (small / ROWS), 1),
        Goal("0.1 s against ICM of 1,000 players and 150 prizes", 0.1 / large, 1),
        Goal("50 ms against two players by linear program", 0.05 / program, 1),
        Goal("5 s against three players to 0.01% of the pool", 5 / of_three, 1),
        Goal("10 s against nine players to 0.01% of the pool", 10 / of_nine, 1),
        Goal("1 s against a draft for nine players", 1 / of_draft, 1),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
