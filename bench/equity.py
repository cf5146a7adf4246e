"""Equities: sampled ones against eval7's, exact ones against our own enumeration of every deal."""

import eval7

from measure import Goal, best_seconds
from pokerlab.cards.equity import EquityMethod, equity

BOARD = "QhJh2c"
SAMPLES = 1_000_000


def main() -> list[Goal]:
    hand, opposing = "AhKd", "QQ,JTs,T9s,AKo"
    board = [eval7.Card(BOARD[i : i + 2]) for i in (0, 2, 4)]
    cards = [eval7.Card(hand[i : i + 2]) for i in (0, 2)]
    their_range = eval7.HandRange(opposing)
    sampled, theirs = best_seconds(
        lambda: equity([hand, opposing], BOARD, method=EquityMethod.SAMPLING, samples=SAMPLES, threads=1),
        lambda: eval7.py_hand_vs_range_monte_carlo(cards, their_range, board, SAMPLES),
    )
    wide = ["30%", "50%"]
    sweep, enumeration = best_seconds(
        lambda: equity(wide, BOARD, method=EquityMethod.SWEEP, threads=1),
        lambda: equity(wide, BOARD, method=EquityMethod.ENUMERATION, threads=1),
        rounds=3,
    )
    print(f"sampled hand against range on a flop: {theirs / sampled:.2f}x eval7's rate")
    print(f"30% against 50% on a flop, exact: sweep {1000 * sweep:.1f} ms, enumeration {1000 * enumeration:.1f} ms")
    return [
        Goal("sweep of wide ranges on a flop against enumeration", enumeration / sweep, 10),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
