"""Decimal amounts of a text as whole chips, exactly.

A hand is counted in the smallest decimal that any of its amounts needs: with 0.25 and 10.5 one chip is 0.01.
"""

import re
from collections.abc import Iterable
from decimal import Context, Decimal
from functools import lru_cache

from pokerlab.errors import RecordError, shorten
from pokerlab.games.gamedef import UNLIMITED

MOST_WHOLE, MOST_PLACES = 15, 12
"""The most digits of an amount before and after the point."""

_MOST_DIGITS = 18
_NUMBER = re.compile(rf"[0-9]{{1,{MOST_WHOLE}}}(\.[0-9]{{1,{MOST_PLACES}}})?")
_EXACT = Context(prec=200)
# Files of hands have the same amounts again and again.
_KEPT = 10_000


@lru_cache(maxsize=_KEPT)
def parse_amount(text: str) -> Decimal:
    """A non-negative amount such as `1,200` or `0.05`."""
    plain = text.replace(",", "")
    if not _NUMBER.fullmatch(plain):
        raise RecordError(f"'{shorten(text)}' is not an amount")
    return Decimal(plain)


def check_amount(amount: Decimal) -> Decimal:
    """The amount, infinite or of as many digits as are counted; raises `RecordError` before any are written out."""
    if amount.is_infinite() and amount > 0:
        return amount
    if amount == 0:
        return Decimal(0)
    # The power of the first digit comes first: what has millions of places is not to be looked at.
    known = amount.is_finite() and -MOST_PLACES <= amount.adjusted() < MOST_WHOLE
    if not known or _exponent(amount) < -MOST_PLACES:
        limit = f"at most {MOST_WHOLE} digits before the point and {MOST_PLACES} after it"
        raise RecordError(f"{shorten(amount)} is not an amount of {limit}")
    return amount


def common_unit(amounts: Iterable[Decimal]) -> Decimal:
    """The largest of 1, 0.1, 0.01... of which every amount is a multiple."""
    places = 0
    for amount in set(amounts):
        if amount.is_finite():
            places = max(places, -_exponent(amount))
    return Decimal(1).scaleb(-places)


@lru_cache(maxsize=_KEPT)
def to_chips(amount: Decimal, unit: Decimal) -> int:
    """The amount in chips of `unit`; an infinite one is `UNLIMITED`."""
    if amount.is_infinite():
        return UNLIMITED
    chips = amount / unit
    if chips != chips.to_integral_value() or len(chips.as_tuple().digits) > _MOST_DIGITS:
        raise RecordError(f"{shorten(amount)} is not a whole number of chips of {shorten(unit)}")
    return int(chips)


def format_amount(chips: int, unit: Decimal) -> str:
    """The shortest text of so many chips: `12`, `0.5`."""
    amount = chips * unit
    if amount == amount.to_integral_value():
        return str(int(amount))
    return f"{amount.normalize():f}"


@lru_cache(maxsize=_KEPT)
def _exponent(amount: Decimal) -> int:
    """The power of ten of the last digit that is not 0."""
    exponent = amount.normalize(_EXACT).as_tuple().exponent
    assert isinstance(exponent, int)
    return exponent
