"""A set of cards as a 64-bit mask: four lanes of 16 bits, one per suit, bit `rank` in the lane of `suit`.

This layout keeps a suit's ranks side by side, which is what flushes and suit permutations ask for:

    bit = 16 * suit + rank      lanes 0..3: clubs, diamonds, hearts, spades

Python ints and numpy `uint64` are both fine; kernels use `uint64` only.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import DECK_SIZE, check_card
from pokerlab.errors import CardError, shorten

CARD_MASKS: npt.NDArray[np.uint64] = np.array(
    [1 << (16 * (card & 3) + (card >> 2)) for card in range(DECK_SIZE)], np.uint64
)
"""uint64 [52]: the set that holds just one card."""

FULL_DECK = 0x1FFF_1FFF_1FFF_1FFF
"""The set of all 52 cards."""


def cardset(cards: Iterable[int]) -> int:
    """The set of the given cards."""
    mask = 0
    for card in cards:
        number = check_card(card)
        mask |= 1 << (16 * (number & 3) + (number >> 2))
    return mask


def check_cardset(mask: int) -> int:
    """The set as an int; raises `CardError` if it holds what is no card."""
    checked = int(mask)
    if checked & ~FULL_DECK:
        raise CardError(f"{shorten(hex(checked))} is not a set of cards (16 bits a suit, the low 13 of them ranks)")
    return checked


def cards_in(mask: int) -> tuple[int, ...]:
    """The cards of a set, in ascending card order."""
    checked = check_cardset(mask)
    return tuple(card for card in range(DECK_SIZE) if checked >> (16 * (card & 3) + (card >> 2)) & 1)


def count_cards(mask: int) -> int:
    """How many cards a set holds."""
    return check_cardset(mask).bit_count()


def permute_suits(mask: int, permutation: Sequence[int]) -> int:
    """The set with every suit `s` renamed to `permutation[s]`."""
    return sum((mask >> 16 * suit & 0x1FFF) << 16 * new for suit, new in enumerate(permutation))
