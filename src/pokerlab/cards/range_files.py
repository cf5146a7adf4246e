"""Ranges in files: `@btn.txt` where a range is asked for.

A file has a range as `range_reader` reads it, on as many lines as it likes; `#` begins a comment. Only those who say in
which folder names are to be looked up get files: command lines and spot files do, texts from elsewhere do not.
"""

import re
from pathlib import Path

from pokerlab.cards.range_reader import MOST_CHARACTERS
from pokerlab.cards.ranges import Range
from pokerlab.cards.starting import starting_ranges
from pokerlab.errors import RangeError

SIGN = "@"


def read_range(path: str | Path) -> Range:
    """The range in a file of UTF-8 text; errors name the file."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(4 * MOST_CHARACTERS)
        return Range.parse(re.sub(r"#[^\n]*", "", content.decode("utf-8-sig")))
    except OSError as error:
        raise RangeError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RangeError(f"{path}: cannot be read: not a text in UTF-8") from None
    except ValueError:  # what no system has as a name
        raise RangeError(f"{path}: no file can have this name") from None
    except RangeError as error:
        raise RangeError(f"{path}: {error}") from None


def range_or_file(text: str, folder: str | Path = "") -> Range:
    """The range that a text is, or the one in the file that `@FILE` names, looked up in `folder`; the names of starting
    ranges come first (`./NAME` is a file even so)."""
    name = text.strip().removeprefix(SIGN)
    if not text.strip().startswith(SIGN) or re.split(r"[\s,;:]", name.lower())[0] in starting_ranges():
        return Range.parse(text)
    return read_range(Path(folder) / name)
