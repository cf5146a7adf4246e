"""TOML that comes from outside, read with limits: what would take hours, gigabytes or the whole stack is refused by
counting first; and plain data written as TOML."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pokerlab.errors import PokerError, shorten

MOST_BYTES = 500_000
"""A spot with two ranges, each hand with a weight of its own, has 70,000."""
MOST_KEY_PARTS = 20
"""The most parts of a dotted key: Python's parser takes time by their square."""
MOST_DEPTH = 20
"""How deep arrays and tables may lie in each other: the parser takes its stack for them."""

# Strings and comments, closed or not: what always matches is never looked at twice.
_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?'
    r"|'''(?:[^']|'(?!''))*+(?:''')?"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+",
    re.DOTALL,
)
_KEY_PART = re.compile(r"[\w\- \t]+")


def read_toml(path: str | Path, error: type[PokerError]) -> dict[str, Any]:
    """The content of a TOML file in UTF-8, with or without a byte order mark; an `error` that names the file if it is
    none."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise error(f"has more than {MOST_BYTES:,} bytes, which is the limit")
        return parse_toml(content.decode("utf-8-sig"), error)
    except OSError as trouble:
        raise error(f"{path}: cannot be read: {trouble.strerror}") from None
    except UnicodeDecodeError:
        raise error(f"{path}: cannot be read: not a text in UTF-8") from None
    except error as trouble:
        raise error(f"{path}: {trouble}") from None


def parse_toml(text: str, error: type[PokerError]) -> dict[str, Any]:
    """The content of a TOML text; an `error` if it is none."""
    try:
        return load_toml(text, error)
    except tomllib.TOMLDecodeError as trouble:
        raise error(f"not TOML: {shorten(trouble, 200)}") from None


def load_toml(text: str, error: type[PokerError], parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """As `parse_toml`, for those who want to know where a text is no TOML: `tomllib.TOMLDecodeError` says it."""
    if len(text) > MOST_BYTES:
        raise error(f"a text of {len(text):,} characters; the limit is {MOST_BYTES:,}")
    bare = _QUOTED.sub("", text)
    if "." * MOST_KEY_PARTS in _KEY_PART.sub("", bare):
        raise error(f"a key has more than {MOST_KEY_PARTS} parts, which is the limit")
    if _depth(bare) > MOST_DEPTH:
        raise error(f"arrays or tables lie in each other more than {MOST_DEPTH} deep")
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # what Python does not read as a number
        raise error("a number has thousands of digits") from None


def write_toml(content: Mapping[str, Any]) -> str:
    """Nested plain data as TOML: values first, then tables, `[flop.oop]` as their own."""
    return "\n".join(_lines(content, ())) + "\n"


def _depth(bare: str) -> int:
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", bare):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _lines(content: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    lines = [f"{key} = {toml_value(value)}" for key, value in content.items() if not isinstance(value, Mapping)]
    for key, value in content.items():
        if isinstance(value, Mapping):
            header = [f"[{'.'.join((*path, key))}]"] if any(not isinstance(v, Mapping) for v in value.values()) else []
            below = _lines(value, (*path, key))
            lines += [""] * bool(header and lines) + header + below
    return lines


def toml_value(value: object) -> str:
    """A text, a number or a list of them."""
    # TOML takes JSON's strings and numbers, except that a delete character must be escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
