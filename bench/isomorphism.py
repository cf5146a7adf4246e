"""The index of deals up to suits, against evaluating the same cards (a job of similar size that is well known)."""

import numpy as np

from measure import Goal, best_seconds
from pokerlab.cards.evaluator import evaluate_many
from pokerlab.cards.isomorphism import FLOP, PREFLOP, RIVER, RIVER_FORGETFUL, TURN, TURN_FORGETFUL, HandIndexer

DEALS = 500_000


def main() -> list[Goal]:
    rng = np.random.default_rng(1)
    cards = np.argpartition(rng.random((DEALS, 52)), 7, axis=1)[:, :7].astype(np.uint8)
    river_rate = 0.0
    for rounds in (PREFLOP, FLOP, TURN, RIVER, TURN_FORGETFUL, RIVER_FORGETFUL):
        indexer = HandIndexer(*rounds)
        deals = cards[:, : indexer.cards].copy()
        indices = rng.integers(0, indexer.size, DEALS)
        forth, back = best_seconds(
            lambda indexer=indexer, deals=deals: indexer.index(deals),
            lambda indexer=indexer, indices=indices: indexer.unindex(indices),
        )
        river_rate = DEALS / forth if rounds == RIVER else river_rate
        print(f"{rounds!s:<14} index {DEALS / forth / 1e6:6.1f} M/s   unindex {DEALS / back / 1e6:6.1f} M/s")
    (evaluation,) = best_seconds(lambda: evaluate_many(cards))
    # 'Tens of millions a second' where a batch evaluation makes some 200 million: a twentieth of it.
    return [Goal("river index against batch evaluation", river_rate / (DEALS / evaluation), 0.05)]


if __name__ == "__main__":
    print(*main(), sep="\n")
