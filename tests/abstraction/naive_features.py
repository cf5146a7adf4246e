"""Naive twins of the features: hand by hand, opponents dealt one after the other."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np

from pokerlab.cards.combos import COMBO_CARDS, COMBO_MASKS
from pokerlab.cards.evaluator import rank_boards

MEETS = (COMBO_MASKS[:, None] & COMBO_MASKS) != 0


def share(hand: int, board: list[int], opponents: int) -> Fraction:
    """What a hand wins on a river board from so many opponents who hold any two cards: by all sets of opposing hands,
    counted by how many of them are beaten and tied."""
    ranks = rank_boards([board])[0].astype(int)
    others = np.flatnonzero((ranks > 0) & ~MEETS[hand])
    beaten, tied = others[ranks[others] < ranks[hand]], others[ranks[others] == ranks[hand]]
    won = sum(
        Fraction(disjoint_sets([beaten] * (opponents - ties) + [tied] * ties, ties), ties + 1)
        for ties in range(opponents + 1)
    )
    return won / disjoint_sets([others] * opponents, 0)


def disjoint_sets(lists: list[np.ndarray], ties: int) -> int:
    """The ways to choose one hand of each list, all without common cards; the first lists are alike, the last `ties`
    too, and neither are told apart."""
    apart = {(i, j): ~MEETS[np.ix_(lists[i], lists[j])] for i, j in combinations(range(len(lists)), 2)}
    if len(lists) == 2:
        ordered = int(apart[0, 1].sum())
    else:
        a, b, c = (apart[pair].astype(np.float32) for pair in ((0, 1), (0, 2), (1, 2)))
        ordered = round(float(((a @ c) * b).sum(dtype=np.float64)))  # no entry of the product is above 990: exact
    same = Counter({"beaten": len(lists) - ties, "tied": ties})
    for count in same.values():
        for factor in range(2, count + 1):
            ordered //= factor
    return ordered


def ochs(hand: int, board: list[int], clusters: np.ndarray) -> list[Fraction | None]:
    """The strength of a hand on a river board against each cluster of hands [1326]; None where none is left."""
    ranks = rank_boards([board])[0].astype(int)
    found: list[Fraction | None] = []
    for cluster in range(clusters.max() + 1):
        others = ranks[(ranks > 0) & ~MEETS[hand] & (clusters == cluster)]
        points = 2 * int((others < ranks[hand]).sum()) + int((others == ranks[hand]).sum())
        found.append(Fraction(points, 2 * len(others)) if len(others) else None)
    return found


def cards_of(hand: int) -> list[int]:
    """The two cards of a hand."""
    return COMBO_CARDS[hand].tolist()
