"""Hand ranks: which of two hands wins.

A hand rank is an int 1..7462, one for each class of five-card hands that tie with each other; the higher rank
wins. Hands of six and seven cards have the rank of their best five.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from pokerlab.cards import evaluator_tables
from pokerlab.cards.card import DECK_SIZE, as_cards, check_cards, parse_cards
from pokerlab.cards.card_arrays import Rows, card_array, check_rows_differ, raise_repeated
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.cards.handnames import Category, describe_code
from pokerlab.errors import CardError, shorten

RANK_COUNT = 7462


def evaluate(cards: str | Sequence[int]) -> int:
    """The rank 1..7462 of a hand of 5, 6 or 7 cards, given as text or as card numbers."""
    if isinstance(cards, str):
        cards = parse_cards(cards)
    tables = _scalar_tables()
    key = evaluator_tables.KEY_START
    mask = 0
    try:
        for card in cards:
            key += tables.keys[card]
            mask |= tables.masks[card]
    except (KeyError, TypeError):
        check_cards(cards)
        raise
    if mask.bit_count() != len(cards) or not 5 <= len(cards) <= 7:
        check_cards(cards)
        raise CardError(f"a hand has 5, 6 or 7 cards, not {len(cards)}")
    if flush := key & evaluator_tables.FLUSH_BITS:
        suit = (flush.bit_length() - 33) // 4
        return tables.flushes[mask >> 16 * suit & 0x1FFF]
    row, column = divmod(key & 0xFFFFFFFF, 1 << evaluator_tables.COLUMN_BITS)
    offsets, values = tables.by_size[len(cards)]
    return values[offsets[row] + column]


def category(rank: int) -> Category:
    """The category of a hand rank."""
    return Category(_code(rank) >> 20)


def describe(rank: int) -> str:
    """A hand rank in words: 'two pair, queens and jacks, ace kicker', 'ace-high flush'."""
    return describe_code(_code(rank))


def best_five(cards: str | Sequence[int]) -> tuple[int, ...]:
    """Five of the given cards that make the hand's rank."""
    cards = as_cards(cards, at_most=7, what="hand")
    evaluate(cards)  # which refuses fewer than five
    return max(combinations(cards, 5), key=evaluate)


def evaluate_many(cards: Rows) -> npt.NDArray[np.uint16]:
    """Hand ranks uint16 [n] of hands [n, 5..7] of card numbers, or of a list of texts of as many cards each."""
    from pokerlab.cards import evaluator_kernels

    hands = card_array(cards, sizes=(5, 6, 7), what="hands")
    out = np.empty(len(hands), np.uint16)
    if not evaluator_kernels.evaluate_checked(hands, out):
        raise_repeated(hands, what="hands")
    return out


def rank_boards(boards: Rows) -> npt.NDArray[np.uint16]:
    """uint16 [board, 1326]: the rank of every hand on boards [n, 3..5] of cards, 0 where they share a card."""
    from pokerlab.cards import evaluator_kernels

    array = _board_array(boards)
    out = np.empty((len(array), COMBO_COUNT), np.uint16)
    evaluator_kernels.rank_boards(array, out)
    return out


@dataclass(frozen=True)
class SortedBoards:
    """All live hands on each of many boards by ascending strength. There are 1,176, 1,128 or 1,081 (`hand`) of
    them on boards of 3, 4 or 5 cards.

    - `combos`, `ranks`: uint16 [board, hand], hand index and hand rank
    - `starts`: uint16 [board, hand + 1]; hands `starts[b, g] : starts[b, g + 1]` are the g-th tier of equal rank
    - `tiers`: int64 [board], the number of tiers
    """

    combos: npt.NDArray[np.uint16]
    ranks: npt.NDArray[np.uint16]
    starts: npt.NDArray[np.uint16]
    tiers: npt.NDArray[np.int64]


def sort_boards(boards: Rows) -> SortedBoards:
    """Sort all live hands by strength on boards [n, 3..5] of cards."""
    from pokerlab.cards import evaluator_kernels

    array = _board_array(boards)
    count, left = len(array), DECK_SIZE - array.shape[1]
    hands = left * (left - 1) // 2
    result = SortedBoards(
        combos=np.empty((count, hands), np.uint16),
        ranks=np.empty((count, hands), np.uint16),
        starts=np.empty((count, hands + 1), np.uint16),
        tiers=np.empty(count, np.int64),
    )
    evaluator_kernels.sort_boards(array, result.combos, result.ranks, result.starts, result.tiers)
    return result


def _board_array(boards: Rows) -> npt.NDArray[np.uint8]:
    array = card_array(boards, sizes=(3, 4, 5), what="boards")
    check_rows_differ(array, what="boards")
    return array


def _code(rank: int) -> int:
    if not 1 <= rank <= RANK_COUNT:
        raise CardError(f"{shorten(rank)} is not a hand rank (1..{RANK_COUNT})")
    return _scalar_tables().codes[rank]


@dataclass(frozen=True)
class _ScalarTables:
    """The tables as plain Python, which is quicker than numpy one element at a time and needs no Numba."""

    keys: dict[int, int]
    masks: dict[int, int]
    flushes: list[int]
    codes: list[int]
    by_size: dict[int, tuple[list[int], list[int]]]


@cache
def _scalar_tables() -> _ScalarTables:
    tables = evaluator_tables.load()
    return _ScalarTables(
        keys=dict(enumerate(evaluator_tables.card_keys().tolist())),
        masks=dict(enumerate(CARD_MASKS.tolist())),
        flushes=tables["flushes"].tolist(),
        codes=tables["codes"].tolist(),
        by_size={
            size: (tables[f"offsets{size}"].tolist(), tables[f"values{size}"].tolist())
            for size in evaluator_tables.HAND_SIZES
        },
    )
