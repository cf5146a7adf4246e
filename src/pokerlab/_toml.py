"""TOML that players write: read with limits, so that no file takes more than a moment."""

import re
import tomllib
from pathlib import Path
from typing import Any

from pokerlab.errors import PokerError, shorten

MOST_BYTES = 500_000
"""A spot with two ranges, each hand with a weight of its own, has 70,000."""
MOST_KEY_PARTS = 20

# Strings and comments, closed or not: what always matches is never looked at twice.
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:""")?'
    r"|'''(?:[^']|'(?!''))*(?:''')?"
    r'|"(?:[^"\\\n]|\\[^\n])*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
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
    """The content of a TOML text."""
    if len(text) > MOST_BYTES:
        raise error(f"a text of {len(text):,} characters; the limit is {MOST_BYTES:,}")
    # Python's parser takes time by the square of a key's parts, and its stack for arrays in arrays.
    if "." * MOST_KEY_PARTS in _KEY_PART.sub("", _STRING.sub("", text)):
        raise error(f"a key has more than {MOST_KEY_PARTS} parts, which is the limit")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise error("arrays or tables lie in each other too deep") from None
    except tomllib.TOMLDecodeError as trouble:
        raise error(f"not TOML: {shorten(trouble, 200)}") from None
    except ValueError:  # what Python does not read as a number
        raise error("a number has thousands of digits") from None
