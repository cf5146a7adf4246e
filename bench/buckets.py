"""Buckets: look-ups of dealt hands and of all hands of a board; k-means, and what its search leaves out."""

import numpy as np

from measure import Goal, best_seconds
from pokerlab.abstraction import lookup_kernels
from pokerlab.abstraction.feature_tables import CLASS_COUNTS
from pokerlab.abstraction.kmeans import SAMPLE_PER_CENTRE, fit
from pokerlab.abstraction.lookup_table import TableBuilder
from pokerlab.abstraction.street_cuts import StreetCut
from pokerlab.cards.evaluator import sort_boards

SORT = 7.0
"""Microseconds in which the processor that goals were set on sorts the hands of a board: times are told in these."""
DEALS = 200_000
SIGHTS = 5_000
CLUSTERS = 500
MANY = 5_000


def tables(rng: np.random.Generator) -> list[np.ndarray]:
    """Buckets of the size of ir169.emd5000.emd5000.ochs5000 with numbers at random."""
    builder = TableBuilder()
    for size in CLASS_COUNTS.values():
        count = min(SIGHTS, size)
        nothing = np.zeros(count, np.int32)
        street = StreetCut((), np.arange(count, dtype=np.int32), nothing, 1, np.ones(count, np.int64))
        builder.add_by_class(rng.integers(0, count, size, dtype=np.uint16), street)
    arrays = builder.arrays()
    return [arrays[name] for name in ("labels", "numbers", "cuts", "streets")]


def histograms(rng: np.random.Generator, count: int) -> np.ndarray:
    """float32 [count, 49]: cumulative histograms of 46 rivers, of about the shapes that hands have."""
    middle, width = rng.random((count, 1)), 0.02 + 0.4 * rng.random((count, 1))
    strengths = np.clip(middle + width * rng.standard_normal((count, 46)), 0, 0.999)
    rows = np.zeros((count, 50), np.float32)
    np.add.at(rows, (np.arange(count)[:, None], (50 * strengths).astype(np.int64)), 1)
    return np.ascontiguousarray(np.cumsum(rows, axis=1)[:, :-1] / 46).astype(np.float32)


def scaled_from_nothing(rng: np.random.Generator, points: np.ndarray) -> float:
    """Seconds for all clusters of ir169.emd5000.emd5000.ochs5000, from what a hand takes to find its cluster: every
    hand once, and the sample in all rounds that there can be. Seeding is not counted."""
    strengths = np.clip(rng.random((len(points), 1)) + 0.1 * rng.standard_normal((len(points), 8)), 0, 1)
    seconds = 0.0
    for rows, is_absolute, streets in (
        (points, True, ("flop", "turn")), ((255 * strengths).round().astype(np.float32), False, ("river",))
    ):  # fmt: skip
        found = fit(rows, np.ones(len(rows)), MANY, is_absolute=is_absolute, seed=1, restarts=1, threads=1)
        few = rows[:2000]
        (here,) = best_seconds(lambda few=few, found=found: found.centres.nearest(few), rounds=2)
        hands = sum(CLASS_COUNTS[street] + 30 * SAMPLE_PER_CENTRE * MANY for street in streets)
        seconds += here / len(few) * hands
    return seconds


def main() -> list[Goal]:
    rng = np.random.default_rng(1)
    arrays = tables(rng)
    deck = np.argsort(rng.random((DEALS, 52)), axis=1)[:, :7].astype(np.uint8)
    private, boards = np.ascontiguousarray(deck[:, :2]), np.ascontiguousarray(deck[:, 2:])
    river, every = np.empty((DEALS, 1), np.int32), np.empty((DEALS, 4), np.int32)
    hands, memory = np.empty(1326, np.int32), np.zeros(1326, np.int64)
    some = boards[:500]
    sort, on_river, on_all, on_board = best_seconds(
        lambda: sort_boards(some),
        lambda: lookup_kernels.look_up_deals(private, boards, 3, 3, *arrays, river),
        lambda: lookup_kernels.look_up_deals(private, boards, 0, 3, *arrays, every),
        lambda: [lookup_kernels.look_up_board(board, 3, memory, *arrays, hands) for board in some],
        rounds=5,
    )
    slower = sort / len(some) * 1e6 / SORT
    board = on_board / len(some) * 1e6
    print(f"{'a sort':<40} {sort / len(some) * 1e6:9.1f} us")
    print(f"{'river of dealt hands':<40} {DEALS / on_river / 1e6:9.1f} M/s")
    print(f"{'all streets of dealt hands':<40} {DEALS / on_all / 1e6:9.1f} M/s")
    print(f"{'all hands of a river':<40} {board:9.1f} us")

    points = histograms(rng, 20_000)
    found = fit(points, np.ones(len(points)), CLUSTERS, is_absolute=True, seed=1, threads=1)
    few = points[:2000]
    pruned, whole = best_seconds(
        lambda: found.centres.nearest(few),
        lambda: np.abs(few[:, None, :] - found.centres.points[None, :, :]).sum(axis=2).argmin(axis=1),
        rounds=2,
    )
    a_hand = pruned / len(few)
    flop = a_hand * (CLASS_COUNTS["flop"] + 3 * 30 * SAMPLE_PER_CENTRE * CLUSTERS)
    print(f"{'a hand to one of 500 clusters':<40} {a_hand * 1e6:9.2f} us")
    print(f"{'500 clusters of the flop, scaled':<40} {flop:9.1f} s")
    every = scaled_from_nothing(rng, points[: MANY + 1000])
    print(f"{'clusters of ir169.emd5000.emd5000.ochs5000':<40} {every / 60:9.1f} minutes, scaled")
    return [
        Goal("40 minutes against ir169.emd5000.emd5000.ochs5000, scaled", 2400 / every * slower, 1),
        Goal("river look-ups against 8 M/s, scaled", DEALS / on_river / 8e6 * slower, 1),
        Goal("20 us against all hands of a board, scaled", 20 / board * slower, 1),
        Goal("5 minutes against 500 clusters of the flop, scaled", 300 / flop * slower, 1),
        Goal("nearest clusters against all distances (numpy)", whole / pruned, 20),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
