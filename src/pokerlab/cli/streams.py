"""Stdout and stderr as they may be: closed, without a reader, or for ASCII only."""

import codecs
import os
import sys
from contextlib import suppress
from typing import TextIO

PLAIN = "pokerlab-plain"
"""How text is written whose characters the stream cannot take (`errors=` of a stream): in ASCII that reads alike."""

_ALIKE = {
    "♣": "c", "♦": "d", "♥": "h", "♠": "s", "·": ".", "±": "+-", "×": "x", "–": "-", "—": "-", "−": "-", "…": "...",
    "‘": "'", "’": "'", "“": '"', "”": '"', "→": "->", "≤": "<=", "≥": ">=", "ε": "epsilon", "€": "EUR", "£": "GBP",
    "─": "-", "━": "-", "│": "|", "┃": "|", "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "#", "▍": "", "▎": "", "▏": "",
}  # fmt: skip


def prepare() -> None:
    """Make stdout and stderr safe to write to.

    A stream that is closed (`>&-`) throws away what is written. Its number is taken at once, or a file that is opened
    later would get it, and with it what libraries print.
    """
    codecs.register_error(PLAIN, _plainly)
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is this one
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 (open until the end)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAIN)


def silence(stream: TextIO) -> None:
    """Throw away what could not be written: Python would try again at its end, and complain."""
    with suppress(OSError, ValueError, AttributeError):  # not all streams have a number
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _plainly(error: UnicodeError) -> tuple[str, int]:
    import unicodedata

    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = []
    for letter in error.object[error.start : error.end]:
        bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
        found.append(_ALIKE.get(letter, bare or "?"))
    return "".join(found), error.end
