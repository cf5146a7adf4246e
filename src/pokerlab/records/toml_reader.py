"""TOML as hands are written in: amounts stay as exact as their text, and no number is longer than amounts are."""

from decimal import Decimal, InvalidOperation
from typing import Any

from pokerlab._toml import load_toml
from pokerlab.errors import RecordError, shorten

MOST_DIGITS = 40
"""The longest number that is read."""


def read_toml(text: str) -> dict[str, Any]:
    """The fields of a TOML text, numbers with a point as `Decimal`.

    Raises `RecordError`, or the `TOMLDecodeError` that says where the text is no TOML.
    """
    fields = load_toml(text, RecordError, _decimal)
    for name, value in fields.items():
        _check_numbers(name, value)
    return fields


def _decimal(text: str) -> Decimal:
    try:
        if len(text) <= 2 * MOST_DIGITS:
            return Decimal(text)
    except InvalidOperation:  # an exponent beyond all limits
        pass
    raise RecordError(f"{shorten(text)} is too long a number")


def _check_numbers(name: str, value: object) -> None:
    if isinstance(value, dict):
        for inner, part in value.items():
            _check_numbers(inner, part)
    elif isinstance(value, list):
        for part in value:
            _check_numbers(name, part)
    elif isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        raise RecordError(f"{shorten(name)}: a number of more than {MOST_DIGITS} digits")
