"""Hand evaluation: batch against eval7 and phevaluator, sweeps over boards against the batch."""

import eval7
import numpy as np
import phevaluator

from measure import Goal, best_seconds
from pokerlab.cards import evaluator, evaluator_kernels

BATCH, CALLS, BOARDS = 1_000_000, 20_000, 4_000


def main() -> list[Goal]:
    rng = np.random.default_rng(1)
    hands = np.concatenate(
        [np.argpartition(rng.random((50_000, 52)), 7, axis=1)[:, :7] for _ in range(BATCH // 50_000)]
    ).astype(np.uint8)
    boards = hands[:BOARDS, :5].copy()
    deck = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    few = hands[:CALLS].tolist()
    eval7_hands = [[deck[card] for card in hand] for hand in few]
    out = np.empty(BATCH, np.uint16)
    table = np.empty((BOARDS, 1326), np.uint16)
    ranked = evaluator.sort_boards(boards)

    batch, sweep, in_order, one, by_eval7, by_phevaluator = best_seconds(
        lambda: evaluator_kernels.evaluate_hands(hands, out),
        lambda: evaluator_kernels.rank_boards(boards, table),
        lambda: evaluator_kernels.sort_boards(boards, ranked.combos, ranked.ranks, ranked.starts, ranked.tiers),
        lambda: [evaluator.evaluate(hand) for hand in few],
        lambda: list(map(eval7.evaluate, eval7_hands)),
        lambda: [phevaluator.evaluate_cards(*hand) for hand in few],
    )
    rates = {
        "batch": BATCH / batch,
        "sweep over boards": BOARDS * 1081 / sweep,
        "sweep, sorted and grouped": BOARDS * 1081 / in_order,
        "one by one (evaluate)": CALLS / one,
        "eval7": CALLS / by_eval7,
        "phevaluator": CALLS / by_phevaluator,
    }
    for name, rate in rates.items():
        print(f"{name:<28} {rate / 1e6:9.2f} M hands/s")
    return [
        Goal("batch of 7-card hands against eval7's fastest loop", rates["batch"] / rates["eval7"], 50),
        Goal("sweep over boards against the batch", rates["sweep over boards"] / rates["batch"], 2),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
