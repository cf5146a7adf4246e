"""Before the flop: every hand against every other, card by card, exact, from a shipped table.

    wins, ties = pair_counts([combo_index("AsAh")], [combo_index("KsKh")])
    wins / BOARDS

`cards.preflop` has the means over suits; this is what estimators need whose means must be exact for the very cards that
were dealt (see `lab.value_functions`).
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress, map_in_order
from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO, COMBO_COUNT, COMBO_MASKS
from pokerlab.cards.datafile import Arrays, read_arrays
from pokerlab.cards.evaluator import rank_boards
from pokerlab.cards.suits import ALL_SYMMETRIES, PERMUTED_COMBOS, distinct_deals

FILE_NAME = "pairs.npz"
BOARDS = 1_712_304
"""Boards of five cards that leave two given hands alone."""
BOARDS_PER_CHUNK = 4096


class PairTable(NamedTuple):
    """Of the first hand of each class: `wins` and `ties` int64 [169, 1326] against every hand, over all boards; 0 where
    the two share a card."""

    wins: npt.NDArray[np.int64]
    ties: npt.NDArray[np.int64]


def pair_counts(
    first: npt.NDArray[np.int64], second: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """int64 [n] each: on how many of `BOARDS` boards the first hands beat the second, and on how many they are equal.
    Hands are combos that share no card."""
    table, permutation = pair_table(), _to_first()[first]
    cells = CLASS_OF_COMBO[first], PERMUTED_COMBOS[permutation, second]
    return table.wins[cells], table.ties[cells]


@cache
def pair_table() -> PairTable:
    """The shipped table."""
    arrays = read_arrays(FILE_NAME)
    return PairTable(arrays["wins"].astype(np.int64), arrays["ties"].astype(np.int64))


def build_pair_table(*, threads: int | None = None, progress: Progress | None = None) -> PairTable:
    """Compute the table from scratch: all pairs of hands on all 134,459 boards that differ up to suits. About a minute
    of one thread."""
    from pokerlab.cards import pairs_kernels

    boards, sizes = distinct_deals(5, 0, ALL_SYMMETRIES)

    def count(first: int) -> npt.NDArray[np.int32]:
        part = slice(first, first + BOARDS_PER_CHUNK)
        wins, losses = np.zeros((2, COMBO_COUNT, COMBO_COUNT), np.int32)
        pairs_kernels.count_pairs(rank_boards(boards[part]), sizes[part].astype(np.int16), wins, losses)
        return wins + losses.T

    total = np.zeros((COMBO_COUNT, COMBO_COUNT), np.int64)
    for some in map_in_order(count, range(0, len(boards), BOARDS_PER_CHUNK), threads=threads, progress=progress):
        total += some
    return _of_all_boards(total)


def _of_all_boards(wins: npt.NDArray[np.int64]) -> PairTable:
    """From wins [hand, hand] on one board of each kind, weighted by how many it stands for: the mean over all renamings
    of suits, which together make all boards of every one."""
    firsts = _first_of_class()
    won, lost = np.zeros((2, CLASS_COUNT, COMBO_COUNT), np.int64)
    for renamed in PERMUTED_COMBOS:
        rows, columns = renamed[firsts][:, None], renamed[None, :]
        won += wins[rows, columns]
        lost += wins[columns, rows]
    is_apart = (COMBO_MASKS[firsts][:, None] & COMBO_MASKS[None, :]) == 0
    won, lost = (np.where(is_apart, sums // len(PERMUTED_COMBOS), 0) for sums in (won, lost))
    return PairTable(won, np.where(is_apart, BOARDS - won - lost, 0))


@cache
def _to_first() -> npt.NDArray[np.int64]:
    """int64 [1326]: which renaming of suits makes a hand the first one of its class."""
    found = np.full(COMBO_COUNT, -1, np.int64)
    firsts = _first_of_class()[CLASS_OF_COMBO]
    for number, renamed in enumerate(PERMUTED_COMBOS):
        found[(renamed == firsts) & (found < 0)] = number
    return found


@cache
def _first_of_class() -> npt.NDArray[np.int64]:
    return np.array([np.flatnonzero(number == CLASS_OF_COMBO)[0] for number in range(CLASS_COUNT)])


def pair_table_arrays(table: PairTable) -> Arrays:
    """What the data file holds of a table."""
    return {"wins": table.wins.astype(np.uint32), "ties": table.ties.astype(np.uint32)}
