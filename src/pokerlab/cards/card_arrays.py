"""Arrays of cards [n, cards], one hand, board or deal a row: what kernels take, checked."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import DECK_SIZE, check_cards, parse_cards
from pokerlab.errors import CardError, shorten

Rows = npt.ArrayLike | Sequence[str]
"""Rows of cards: numbers [n, cards], or a list of texts such as `AsKd2c`."""


def card_array(rows: Rows, *, sizes: tuple[int, ...], what: str) -> npt.NDArray[np.uint8]:
    """uint8 [n, cards]: rows of so many cards as one of `sizes` says, all of them cards; that the cards of a row
    differ is left to `check_rows_differ`, or to a kernel that sees them anyway.
    """
    array = _as_array(rows, what)
    if array.ndim != 2 or array.shape[1] not in sizes:
        count = f"{sizes[0]}..{sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
        raise CardError(f"{what} must be an array [n, {count}], not {shorten(list(array.shape))}")
    if array.dtype.kind not in "iu":
        raise CardError(f"{what} must hold card numbers or be a list of texts, not {array.dtype}")
    if array.size and not (array.min() >= 0 and array.max() < DECK_SIZE):
        raise CardError(f"{what} hold numbers that are no cards (cards are 0..51)")
    return np.require(array, np.uint8, ("C", "W"))


def check_rows_differ(array: npt.NDArray[np.uint8], *, what: str) -> None:
    """A `CardError` that names the first row in which a card occurs twice, if there is one."""
    from pokerlab.cards import card_kernels

    if not card_kernels.all_differ(array):
        raise_repeated(array, what=what)


def raise_repeated(array: npt.NDArray[np.uint8], *, what: str) -> None:
    """The error for rows of which at least one has a card twice."""
    ordered = np.sort(array, axis=1)
    row = int((ordered[:, 1:] == ordered[:, :-1]).any(axis=1).argmax())
    check_cards(array[row].tolist(), what=f"row {row} of {what}")


def _as_array(rows: Rows, what: str) -> npt.NDArray[np.generic]:
    if isinstance(rows, np.ndarray):
        given = rows.tolist() if rows.dtype.kind in "US" else rows
    else:
        given = rows
    if isinstance(given, list | tuple) and given and all(isinstance(row, str) for row in given):
        given = [parse_cards(row, what=f"row {number} of {what}") for number, row in enumerate(given)]
    try:
        return np.asarray(given)
    except (ValueError, OverflowError, TypeError):
        raise CardError(f"{what} must all have the same number of cards") from None
