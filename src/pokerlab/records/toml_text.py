"""TOML as hands are written in, read with limits: what would take hours, gigabytes or the whole stack is refused by
counting first.
"""

import re
import tomllib
from decimal import Decimal, InvalidOperation
from typing import Any

from pokerlab.errors import RecordError, shorten

MOST_DEPTH = 20
"""How deep arrays and tables may lie in each other."""

MOST_KEY_PARTS = 20
"""The most parts of a dotted key; the parser takes time by their square."""

MOST_DIGITS = 40
"""The longest number that is read."""

# A string or comment, closed or not; what it begins with decides, so nothing is looked at twice.
_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?'
    r"|'''(?:[^']|'(?!''))*+(?:''')?"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+",
    re.DOTALL,
)
_LONG_KEY = re.compile(rf"(?:\.[ \t]*+[\w-]*+[ \t]*+){{{MOST_KEY_PARTS},}}+")


def read_toml(text: str) -> dict[str, Any]:
    """The fields of a TOML text, numbers with a point as `Decimal`.

    Raises `RecordError`, or the `TOMLDecodeError` that says where the text is no TOML.
    """
    bare = _QUOTED.sub("", text)
    if _LONG_KEY.search(bare):
        raise RecordError(f"a key has more than {MOST_KEY_PARTS} parts")
    if _depth(bare) > MOST_DEPTH:
        raise RecordError(f"arrays or tables lie in each other more than {MOST_DEPTH} deep")
    try:
        fields = tomllib.loads(text, parse_float=_decimal)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # what Python does not read as a whole number
        raise RecordError("a number has thousands of digits") from None
    for name, value in fields.items():
        _check_numbers(name, value)
    return fields


def _depth(bare: str) -> int:
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", bare):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


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
