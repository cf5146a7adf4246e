"""Hands against hands before the flop: the shipped table against enumeration and against the table of classes."""

from itertools import combinations

import numpy as np
import pytest

from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO, COMBO_COUNT, COMBO_MASKS, combo_index
from pokerlab.cards.equity import equity
from pokerlab.cards.evaluator import rank_boards
from pokerlab.cards.pairs import BOARDS, pair_counts, pair_table
from pokerlab.cards.preflop import class_table


def test_all_pairs_add_up_to_the_table_of_classes():
    first, second = (part.ravel() for part in np.indices((COMBO_COUNT, COMBO_COUNT)))
    apart = (COMBO_MASKS[first] & COMBO_MASKS[second]) == 0
    first, second = first[apart], second[apart]
    wins, ties = pair_counts(first, second)
    cells = CLASS_OF_COMBO[first].astype(np.int64) * CLASS_COUNT + CLASS_OF_COMBO[second]
    for counts, known in ((wins, class_table().wins), (ties, class_table().ties)):
        found = np.bincount(cells, counts, CLASS_COUNT**2).reshape(CLASS_COUNT, CLASS_COUNT)
        assert (found == known).all()
    losses = pair_counts(second, first)[0]
    assert (wins + ties + losses == BOARDS).all()


@pytest.mark.parametrize(("hand", "other"), [("AsAh", "KsKh"), ("7h6h", "AcKd"), ("2c2d", "AhKh")])
def test_single_pairs_are_enumerated(hand, other):
    found = equity([hand, other], threads=1).players[0]
    wins, ties = pair_counts(*(np.array([combo_index(*parse_cards(text))]) for text in (hand, other)))
    assert wins[0] / BOARDS == pytest.approx(found.win, abs=1e-12)
    assert ties[0] / BOARDS / 2 == pytest.approx(found.tie, abs=1e-12)  # a tie is half of the pot


def test_the_kernel_is_its_naive_twin():
    from pokerlab.cards import pairs_kernels

    boards = np.array(list(combinations(range(0, 52, 6), 5))[:40], np.uint8)
    ranks, weights = rank_boards(boards), np.arange(1, 41, dtype=np.int16) % 24 + 1
    wins, losses = np.zeros((2, COMBO_COUNT, COMBO_COUNT), np.int32)
    pairs_kernels.count_pairs(ranks, weights, wins, losses)
    naive = np.zeros((COMBO_COUNT, COMBO_COUNT), np.int64)
    for row, weight in zip(ranks.astype(int), weights.tolist(), strict=True):
        naive += weight * ((row[:, None] > row[None]) & (row[None] > 0))
    assert (wins + losses.T == naive).all()


def test_the_table_is_of_every_class():
    table = pair_table()
    assert table.wins.shape == table.ties.shape == (CLASS_COUNT, COMBO_COUNT)
