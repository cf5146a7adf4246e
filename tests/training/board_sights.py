"""Sights of hold'em hands for tests: quickly found, told apart by the board, alike for all suits."""

import numpy as np

from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import CLASS_OF_COMBO, COMBO_CARDS, COMBO_MASKS


class PairSights:
    """How many of a hand's cards have a rank that lies on the board, and whether the hand is a pair: 6 sights; before
    the flop the classes."""

    name = "pairs"
    digest = "for tests"
    counts = (169, 6, 6, 6)

    def on_board(self, board):
        if not board:
            return CLASS_OF_COMBO.astype(np.int32)
        ranks = COMBO_CARDS >> 2
        hits = np.isin(ranks, [card >> 2 for card in board]).sum(axis=1)
        sights = 2 * hits + (ranks[:, 0] == ranks[:, 1])
        return np.where(COMBO_MASKS & np.uint64(cardset(board)), -1, sights).astype(np.int32)

    def of_deals(self, private, boards):
        rows = []
        for hand, board in zip(private.tolist(), boards.tolist(), strict=True):
            high, low = max(hand), min(hand)
            rows.append([self.on_board(tuple(board[:size]))[high * (high - 1) // 2 + low] for size in (0, 3, 4, 5)])
        return np.array(rows, np.int32)


class ClassSights:
    """The 169 classes on every street: nobody sees the board."""

    name = "169.1.1.1"
    digest = "for tests"
    counts = (169, 169, 169, 169)

    def on_board(self, board):
        return CLASS_OF_COMBO.astype(np.int32)

    def of_deals(self, private, boards):
        high, low = private.max(axis=1).astype(int), private.min(axis=1).astype(int)
        sights = CLASS_OF_COMBO[high * (high - 1) // 2 + low].astype(np.int32)
        return np.repeat(sights[:, None], 4, axis=1)
