"""Numbers that come from outside: seeds, finite numbers, and how a number is quoted."""

from math import isfinite
from typing import SupportsFloat

from pokerlab.errors import PokerError, shorten

LARGEST = 2**63 - 1
"""The largest whole number that is taken where there is no smaller limit."""


def check_seed(seed: object, error: type[PokerError] = PokerError) -> int:
    """A seed of random numbers, which is a whole number from 0 to `LARGEST`; an `error` if it is none."""
    try:
        number = int(seed.__index__())  # type: ignore[attr-defined]
    except AttributeError:
        number = -1
    if not 0 <= number <= LARGEST:
        raise error(f"a seed is a whole number from 0 to {LARGEST:,}, not {number_text(seed)}")
    return number


def check_finite(number: SupportsFloat, what: str, error: type[PokerError] = PokerError) -> float:
    """A number that is neither infinite nor NaN; an `error` that begins with `what` if it is."""
    try:
        found = float(number)
    except OverflowError:
        found = float("inf")
    if not isfinite(found):
        raise error(f"{what}: {number_text(number)} is not a finite number")
    return found


def number_text(number: object) -> str:
    """A number fit to be quoted; one of thousands of digits, which Python does not write, by its length."""
    if isinstance(number, int) and number.bit_length() > 1000:
        return f"a number of {number.bit_length():,} bits"
    return shorten(number)
