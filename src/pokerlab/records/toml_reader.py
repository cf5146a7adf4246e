"""TOML as hands are written in: amounts stay as exact as their text, and no number is longer than amounts are."""

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any

from pokerlab._toml import load_toml
from pokerlab.errors import RecordError, shorten

MOST_DIGITS = 40
"""The longest number that is read."""

_LONGEST_PLAIN = 20_000
# What JSON takes and TOML does not, or otherwise: escapes, control characters, objects, null; and arrays in arrays.
_NOT_PLAIN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\\{]|null|\[\s*\[")
_PLAIN_HEADER = re.compile(r"\[([0-9A-Za-z_-]+)\]")
_PLAIN_LINE = re.compile(r"([0-9A-Za-z_-]+) *= *([^ ].*)")


def read_toml(text: str) -> dict[str, Any]:
    """The fields of a TOML text, numbers with a point as `Decimal`.

    Raises `RecordError`, or the `TOMLDecodeError` that says where the text is no TOML.
    """
    fields = _read_plain(text)
    if fields is None:
        fields = load_toml(text, RecordError, _decimal)
    for name, value in fields.items():
        _check_numbers(name, value)
    return fields


def _read_plain(text: str) -> dict[str, Any] | None:
    """The fields of a text whose lines are `key = value` with values that TOML and JSON write alike, for JSON is read
    ten times as fast; None for all others, which may be TOML or not."""
    if len(text) > _LONGEST_PLAIN or _NOT_PLAIN.search(text):
        return None
    fields: dict[str, Any] = {}
    table = fields
    for line in text.split("\n"):
        if not line or line.startswith("#"):
            continue
        if match := _PLAIN_LINE.fullmatch(line):
            key, value = match.groups()
            if key in table:
                return None
            try:
                table[key] = _from_json(value if '"' in value else value.replace("'", '"'))
            except ValueError:
                return None
        elif fields or not (header := _PLAIN_HEADER.fullmatch(line)):
            return None
        else:
            table = fields.setdefault(header[1], {})
    return fields


def _no_constant(text: str) -> Any:
    raise ValueError(f"'{text}' is no TOML")


def _decimal(text: str) -> Decimal:
    try:
        if len(text) <= 2 * MOST_DIGITS:
            return Decimal(text)
    except InvalidOperation:  # an exponent beyond all limits
        pass
    raise RecordError(f"{shorten(text)} is too long a number")


_from_json = json.JSONDecoder(parse_float=_decimal, parse_constant=_no_constant).decode


def _check_numbers(name: str, value: object) -> None:
    if isinstance(value, dict):
        for inner, part in value.items():
            _check_numbers(inner, part)
    elif isinstance(value, list):
        for part in value:
            if not isinstance(part, str):
                _check_numbers(name, part)
    elif isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        raise RecordError(f"{shorten(name)}: a number of more than {MOST_DIGITS} digits")
