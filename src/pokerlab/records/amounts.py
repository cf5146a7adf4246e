"""Decimal amounts of a text as whole chips, exactly.

A hand is counted in the smallest decimal that any of its amounts needs: with 0.25 and 10.5 one chip is 0.01.
"""

import re
from collections.abc import Iterable
from decimal import Decimal

from pokerlab.errors import RecordError
from pokerlab.games.gamedef import UNLIMITED

_MOST_DIGITS = 18
_NUMBER = re.compile(r"[0-9]{1,15}(\.[0-9]{1,12})?")


def parse_amount(text: str) -> Decimal:
    """A non-negative amount such as `1,200` or `0.05`."""
    plain = text.replace(",", "")
    if not _NUMBER.fullmatch(plain):
        raise RecordError(f"'{text}' is not an amount")
    return Decimal(plain)


def common_unit(amounts: Iterable[Decimal]) -> Decimal:
    """The largest of 1, 0.1, 0.01... of which every amount is a multiple."""
    places = 0
    for amount in amounts:
        if amount.is_finite():
            exponent = amount.normalize().as_tuple().exponent
            assert isinstance(exponent, int)
            places = max(places, -exponent)
    return Decimal(1).scaleb(-places)


def to_chips(amount: Decimal, unit: Decimal) -> int:
    """The amount in chips of `unit`; an infinite one is `UNLIMITED`."""
    if amount.is_infinite():
        return UNLIMITED
    chips = amount / unit
    if chips != chips.to_integral_value() or len(chips.as_tuple().digits) > _MOST_DIGITS:
        raise RecordError(f"{amount} is not a whole number of chips of {unit}")
    return int(chips)


def format_amount(chips: int, unit: Decimal) -> str:
    """The shortest text of so many chips: `12`, `0.5`."""
    amount = chips * unit
    if amount == amount.to_integral_value():
        return str(int(amount))
    return f"{amount.normalize():f}"
