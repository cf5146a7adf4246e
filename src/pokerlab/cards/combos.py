"""The 1,326 two-card hands (combos) and the 169 classes they fall into.

Combo `(high, low)` with card numbers `high > low` has index `high * (high - 1) / 2 + low`, so 0 is 2d2c and 1325
is AsAh. Class `13 * row + column` is the cell of the usual matrix: row and column 0 are the ace, pairs are on the
diagonal, suited hands above it, offsuit hands below.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import DECK_SIZE, RANKS, check_card, check_number, format_cards, parse_cards
from pokerlab.cards.cardset import CARD_MASKS, check_cardset
from pokerlab.errors import CardError, shorten

COMBO_COUNT = 1326
CLASS_COUNT = 169


def combo_index(card: int, other: int) -> int:
    """The index 0..1325 of the hand of two different cards, in either order."""
    low, high = sorted((check_card(card), check_card(other)))
    if high == low:
        raise CardError(f"cards {card} and {other} do not make a hand")
    return high * (high - 1) // 2 + low


def check_combo(combo: int) -> int:
    """The index of a hand as an int; raises `CardError` if there is no such hand."""
    return check_number(combo, COMBO_COUNT, "the index of a hand (0..1325)")


def parse_combo(text: str) -> int:
    """Read a hand such as `AhKh` and return its index."""
    cards = parse_cards(text, at_most=2, what="hand")
    if len(cards) != 2:
        raise CardError(f"'{shorten(text)}' is not a hand: two cards are needed")
    return combo_index(*cards)


def format_combo(combo: int, *, symbols: bool = False) -> str:
    """The text of a hand, higher card first: `AhKh`."""
    return format_cards(COMBO_CARDS[check_combo(combo)].tolist(), symbols=symbols)


def class_index(name: str) -> int:
    """The index 0..168 of a class named `AA`, `AKs` or `AKo`."""
    try:
        return _CLASS_OF_NAME[name]
    except KeyError:
        raise CardError(f"'{shorten(name)}' is not one of the 169 hand classes (AA, AKs, AKo...)") from None


def dead_combos(mask: int) -> npt.NDArray[np.bool_]:
    """bool [1326]: the hands that share a card with the set `mask`."""
    return np.asarray((COMBO_MASKS & np.uint64(check_cardset(mask))) != 0)


def _all_combos() -> npt.NDArray[np.uint8]:
    pairs = [(high, low) for high in range(DECK_SIZE) for low in range(high)]
    return np.array(pairs, np.uint8)


def _class_of(cards: Sequence[int]) -> int:
    high, low = cards
    row, column = 12 - (high >> 2), 12 - (low >> 2)
    return 13 * row + column if high & 3 == low & 3 else 13 * column + row


def _class_name(index: int) -> str:
    row, column = divmod(index, 13)
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


COMBO_CARDS: npt.NDArray[np.uint8] = _all_combos()
"""uint8 [1326, 2]: the two cards of each hand, higher card number first."""

COMBO_MASKS: npt.NDArray[np.uint64] = CARD_MASKS[COMBO_CARDS[:, 0]] | CARD_MASKS[COMBO_CARDS[:, 1]]
"""uint64 [1326]: each hand as a card set; two hands (or a hand and a board) conflict if the masks overlap."""

CLASS_OF_COMBO: npt.NDArray[np.uint8] = np.array([_class_of(c) for c in COMBO_CARDS.tolist()], np.uint8)
"""uint8 [1326]: the class of each hand."""

CLASS_NAMES: tuple[str, ...] = tuple(_class_name(index) for index in range(CLASS_COUNT))
"""The 169 names in class order: AA, AKs, AQs, ... 22."""

COMBOS_OF_CLASS: tuple[npt.NDArray[np.int64], ...] = tuple(
    np.flatnonzero(index == CLASS_OF_COMBO) for index in range(CLASS_COUNT)
)
"""For each class the indices of its 6 (pair), 4 (suited) or 12 (offsuit) hands, ascending."""

CLASS_SIZES: npt.NDArray[np.int64] = np.bincount(CLASS_OF_COMBO, minlength=CLASS_COUNT)
"""int64 [169]: the number of hands in each class."""

_CLASS_OF_NAME = {name: index for index, name in enumerate(CLASS_NAMES)}

_TABLES: tuple[npt.NDArray[np.generic], ...] = (
    CARD_MASKS,
    COMBO_CARDS,
    COMBO_MASKS,
    CLASS_OF_COMBO,
    CLASS_SIZES,
    *COMBOS_OF_CLASS,
)
for _table in _TABLES:
    _table.setflags(write=False)
