"""Features: all tables from nothing, by parts of the boards; all hands of a board at once, and one after the other."""

import numpy as np

from measure import Goal, best_seconds
from pokerlab.abstraction import features_kernels
from pokerlab.abstraction.feature_sweeps import (
    PARTS,
    board_counts,
    board_index,
    river_rows,
    start_features,
)
from pokerlab.abstraction.feature_tables import TABLES, feature_index
from pokerlab.abstraction.features import expected_strengths
from pokerlab.abstraction.potential import board_potential
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_CARDS, COMBO_COUNT, dead_combos
from pokerlab.cards.evaluator import sort_boards
from pokerlab.cards.strength import expected_strength, potential
from pokerlab.cards.suits import all_deals

FLOP = (45, 30, 20)
SORT = 7.0
"""Microseconds in which the processor that goals were set on sorts the hands of a board: seconds are told in these."""


def followed(boards: np.ndarray) -> np.ndarray:
    """uint8 [n, 5]: all rivers that follow some boards."""
    found = []
    for board in boards:
        deals = all_deals(5 - len(board), cardset(board.tolist()))
        found.append(np.column_stack([np.broadcast_to(board, (len(deals), len(board))), deals]))
    return np.ascontiguousarray(np.concatenate(found))


def main() -> list[Goal]:
    rng = np.random.default_rng(1)
    rivers, turns, flops = (
        board_index(size).unindex(rng.integers(0, board_index(size).size, count))
        for size, count in ((5, 800), (4, 60), (3, 5))
    )
    needed = np.unique(np.concatenate([board_index(5).index(followed(boards)) for boards in (turns, flops)]))
    row_of = np.full(board_index(5).size, -1, np.int32)
    row_of[needed] = np.arange(len(needed))
    boards = board_index(5).unindex(needed)
    rows, _ = river_rows(boards, board_counts(boards))
    rows.setflags(write=False)
    parts = (rows, *[rows[:0]] * (PARTS - 1))
    tables = [np.zeros(feature_index("river").size, kind) for kind in (np.int16, np.int32, np.int32, np.uint8)]
    counts = board_counts(boards)
    sort, river, turn, flop, spread, index = best_seconds(
        lambda: sort_boards(rivers),
        lambda: river_rows(rivers, np.ones(len(rivers), np.int64)),
        lambda: start_features(turns, parts, row_of, len(rows)),
        lambda: start_features(flops, parts, row_of, len(rows)),
        lambda: features_kernels.spread_rivers(boards, counts, rows, *tables),
        lambda: feature_index("river").index_boards(rivers),
        rounds=5,
    )
    slower = sort / len(rivers) * 1e6 / SORT
    seconds = {
        "rivers": river / len(rivers) * board_index(5).size,
        "rivers by class": spread / len(boards) * board_index(5).size,
        "turns": turn / len(turns) * board_index(4).size,
        "flops": flop / len(flops) * board_index(3).size,
    }
    for what, count in seconds.items():
        print(f"{'all ' + what:<40} {count:9.1f} s, {count / slower:6.1f} s where a sort takes {SORT:g} us")
    print(f"{'a sort':<40} {sort / len(rivers) * 1e6:9.1f} us")
    print(f"{'index of all hands of a river board':<40} {index / len(rivers) * 1e6:9.1f} us")
    print(f"{'all tables':<40} {sum(table.bytes for table in TABLES) / 1e9:9.2f} GB")

    weights = rng.random(COMBO_COUNT)
    hands = rng.choice(np.flatnonzero(~dead_combos(cardset(FLOP))), 8)
    whole, single, fast, plain = best_seconds(
        lambda: board_potential(FLOP, weights),
        lambda: [potential(COMBO_CARDS[hand].tolist(), FLOP, weights) for hand in hands],
        lambda: expected_strengths(FLOP),
        lambda: expected_strength(FLOP),
        rounds=3,
    )
    alone = single / len(hands) * 1176
    print(f"{'EHS of all hands of a flop':<40} {whole * 1e3:9.1f} ms")
    print(f"{'the same, hand by hand':<40} {alone * 1e3:9.1f} ms")
    print(f"{'E[HS] of all hands of a flop, no tables':<40} {fast * 1e3:9.1f} ms ({plain * 1e3:.1f} by strength)")
    return [
        Goal("90 s against all features but OCHS, parts scaled", 90 / (sum(seconds.values()) / slower), 1),
        Goal("EHS of all hands of a flop against one after the other", alone / whole, 50),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
