"""Section 6.5: a table of hand ranks against the best of 21 five-card hands."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from pokerlab.experiments.kujath.source import SOURCE
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Comparison, Report, Table

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

HANDS = 200_000
SLOW_HANDS = 20_000
ROUNDS = 5
BOARDS_SMALL, BOARDS_FULL = 2_000, 40_000
DECK_SMALL, DECK_FULL = 40, 52
_CHUNK = 1_000_000


@experiment("kujath/ranks", "Tables of hand ranks against the best of 21: section 6.5")
def ranks(settings: ExperimentSettings) -> Report:
    """Times several ways to rank seven random cards; all must agree."""
    import numpy as np

    from pokerlab.cards import evaluator_kernels
    from pokerlab.cards.evaluator import rank_boards
    from pokerlab.experiments.kujath import ranks_kernels as kernels

    deck = DECK_FULL if settings.is_full else DECK_SMALL
    boards = BOARDS_FULL if settings.is_full else BOARDS_SMALL
    rng = np.random.default_rng(settings.seed)
    hands = np.sort(np.argsort(rng.random((HANDS, deck)), axis=1)[:, :7], axis=1).astype(np.uint8)
    few = hands[:SLOW_HANDS].copy()
    table = _table(deck, settings)
    public = np.argsort(rng.random((boards, 52)), axis=1)[:, :5].astype(np.uint8)
    by_board = rank_boards(public)
    rows, columns = rng.integers(0, boards, HANDS), rng.integers(0, by_board.shape[1], HANDS)
    out, seen, best = (np.empty(HANDS, np.uint16) for _ in range(3))
    pairs, values, found = np.empty(HANDS, np.uint16), np.empty(SLOW_HANDS, np.int64), np.empty(SLOW_HANDS, np.uint16)
    ways = {
        "best of 21, each checked": (SLOW_HANDS, lambda: kernels.best_of_checked(few, values)),
        "best of 21, each from the table of five cards": (HANDS, lambda: kernels.best_of_ranked(hands, best)),
        "array of all sets of seven cards": (HANDS, lambda: kernels.look_up(hands, table, seen)),
        "array by board and hand": (HANDS, lambda: kernels.look_up_pairs(rows, columns, by_board, pairs)),
        "pokerlab, one hand after the other": (HANDS, lambda: evaluator_kernels.evaluate_hands(hands, out)),
        "pokerlab, all hands of a board": (1081 * boards, lambda: evaluator_kernels.rank_boards(public, by_board)),
    }
    seconds = {name: _best_seconds(run) / count for name, (count, run) in ways.items()}
    evaluator_kernels.evaluate_hands(few, found)
    agree = bool((out == seen).all() and (out == best).all() and _same_order(values, found))
    slowest = seconds["best of 21, each checked"]
    report = Report("Ranking seven cards", SOURCE)
    report.tables.append(
        Table.of(
            f"{HANDS:,} random hands from {deck} cards, one thread, best of {ROUNDS} rounds",
            ("way", "ns per hand", "times as fast as checking 21"),
            [(name, 1e9 * time, slowest / time) for name, time in seconds.items()],
        )
    )
    array = seconds["array of all sets of seven cards"]
    report.comparisons = [
        Comparison("array of all sets against checking 21", "section 6.5", "at least 640", slowest / array, _FASTER),
        Comparison(
            "array by board and hand against that",
            "section 6.5",
            "at least 4",
            array / seconds["array by board and hand"],
        ),
        Comparison("all ways agree", "", None, agree),
    ]
    if not settings.is_full:
        report.set_apart(f"a deck of {deck} cards, whose array is smaller and read faster")
    report.notes += [
        f"The array of all sets of seven cards has {len(table):,} entries of two bytes here "
        f"({'the' if deck == 52 else 'a'} {'whole' if deck == 52 else 'smaller'} deck); the thesis's 268 MB are of "
        f"133,784,560. An access to it waits for memory. The array by board and hand is of {boards:,} random boards; "
        "for all 2,598,960 it needs 6.9 GB.",
        "pokerlab's tables fit into the cache, need no building, and rank a batch faster than the large array is "
        "read. Where all hands of a board are wanted, as in every solver, they are ranked faster than they could be "
        "looked up.",
    ]
    return report


_FASTER = "the thesis's checks were objects in Java; here both sides are compiled, and the checks cost less"


def _table(deck: int, settings: ExperimentSettings) -> "npt.NDArray[np.uint16]":
    """uint16 [C(deck, 7)]: the rank of every set of seven of the first cards."""
    from math import comb

    import numpy as np

    from pokerlab.cards import evaluator_kernels
    from pokerlab.experiments.kujath import ranks_kernels as kernels

    size = comb(deck, 7)
    table = np.empty(size, np.uint16)
    hands = np.empty((min(_CHUNK, size), 7), np.uint8)
    for first in range(0, size, _CHUNK):
        part = table[first : first + _CHUNK]
        kernels.list_hands(first, deck, hands[: len(part)])
        evaluator_kernels.evaluate_hands(hands[: len(part)], part)
        settings.tick(first + len(part), size)
    return table


def _best_seconds(run: Callable[[], None]) -> float:
    import time

    run()
    times = []
    for _ in range(ROUNDS):
        start = time.thread_time()
        run()
        times.append(time.thread_time() - start)
    return min(times)


def _same_order(values: "npt.NDArray[np.int64]", ranks: "npt.NDArray[np.uint16]") -> bool:
    """Whether both order hands alike: sorted by one, neighbours are equal or less in the other just as in the first."""
    import numpy as np

    order = np.lexsort((values, ranks))
    return bool((np.sign(np.diff(values[order])) == np.sign(np.diff(ranks[order].astype(np.int64)))).all())
