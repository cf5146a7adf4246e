"""Renamings of suits: what they do to hands, and which of them leave a situation as it is.

A situation (ranges, a board, dead cards) that does not change when suits are renamed need only be looked at once for
all boards that the renaming maps onto each other.
"""

from collections.abc import Iterable
from itertools import permutations

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import DECK_SIZE
from pokerlab.cards.cardset import CARD_MASKS, cards_in, permute_suits
from pokerlab.cards.combos import COMBO_CARDS

SUIT_PERMUTATIONS: npt.NDArray[np.int64] = np.array(list(permutations(range(4))), np.int64)
"""int64 [24, 4]: permutation p renames suit s to SUIT_PERMUTATIONS[p, s]; the first changes nothing."""


def _permuted_combos() -> npt.NDArray[np.int64]:
    cards = COMBO_CARDS.astype(np.int64)
    renamed = cards & ~3 | SUIT_PERMUTATIONS[:, cards & 3]
    high, low = renamed.max(axis=2), renamed.min(axis=2)
    return np.asarray(high * (high - 1) // 2 + low, np.int64)


PERMUTED_COMBOS: npt.NDArray[np.int64] = _permuted_combos()
"""int64 [24, 1326]: the hand that each hand becomes."""

ALL_SYMMETRIES: npt.NDArray[np.int64] = np.arange(len(SUIT_PERMUTATIONS))
"""int64 [24]: the whole group."""

SUIT_PERMUTATIONS.setflags(write=False)
PERMUTED_COMBOS.setflags(write=False)


def suit_symmetries(weights: Iterable[npt.NDArray[np.floating]], cardsets: Iterable[int] = ()) -> npt.NDArray[np.int64]:
    """int64 [n]: which of SUIT_PERMUTATIONS (a group) leave all hand weights [1326] and card sets unchanged."""
    keep = np.ones(len(SUIT_PERMUTATIONS), np.bool_)
    for weight in weights:
        keep &= (weight[PERMUTED_COMBOS] == weight).all(axis=1)
    for mask in cardsets:
        keep &= [permute_suits(mask, permutation) == mask for permutation in SUIT_PERMUTATIONS.tolist()]
    return np.flatnonzero(keep)


def distinct_deals(
    count: int, gone: int, symmetries: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """All sets of `count` cards outside the set `gone`, one for each orbit of a group of suit permutations.

    Returns the cards uint8 [n, count] and the number of sets int64 [n] each stands for. The group (as
    `suit_symmetries` gives it) must leave `gone` unchanged.
    """
    from pokerlab.cards import isomorphism_kernels

    deals = all_deals(count, gone)
    if len(symmetries) == 1:
        return deals, np.ones(len(deals), np.int64)
    sizes = np.empty(len(deals), np.int64)
    masks = np.bitwise_or.reduce(CARD_MASKS[deals], axis=1) if count else np.zeros(1, np.uint64)
    isomorphism_kernels.orbit_sizes(masks, SUIT_PERMUTATIONS[symmetries], sizes)
    return deals[sizes > 0], sizes[sizes > 0]


def all_deals(count: int, gone: int) -> npt.NDArray[np.uint8]:
    """uint8 [n, count]: all sets of `count` cards outside the set `gone`, in lexicographic order."""
    gone_cards = set(cards_in(gone))
    left = np.array([card for card in range(DECK_SIZE) if card not in gone_cards], np.uint8)
    return left[_combinations(len(left), count)]


def _combinations(n: int, k: int) -> npt.NDArray[np.uint8]:
    """uint8 [C(n, k), k]: all ascending choices of k of n, in lexicographic order."""
    chosen = np.empty((1, 0), np.uint8)
    last = np.array([-1])
    for _ in range(k):
        follow = n - 1 - last  # how many values may come next
        parents = np.repeat(np.arange(len(last)), follow)
        step = np.arange(len(parents)) - np.repeat(np.cumsum(follow) - follow, follow)
        last = last[parents] + 1 + step
        chosen = np.column_stack([chosen[parents], last.astype(np.uint8)])
    return chosen
