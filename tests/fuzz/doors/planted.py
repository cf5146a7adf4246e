"""Doors with faults on purpose: what the tests of the fuzzers must find."""

import ctypes
import sys
from pathlib import Path
from threading import Event

from fuzz.door import Door, texts
from pokerlab.errors import CardError

_seen: list[str] = []


def _wrong_error(text: str) -> None:
    int(text)


def _no_sense(text: str) -> None:
    assert "x" not in text, "x is no answer"


class _TalkativeError(CardError):
    """An error that says more than others may."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.args = (text,)


def _long_error(text: str) -> None:
    if text != "1":
        raise _TalkativeError(f"'{text}' " + "is wrong " * 100)


def _error_of_lines(text: str) -> None:
    if text != "1":
        raise _TalkativeError("wrong\nin two lines")


def _crash(text: str) -> None:
    if "7" in text:
        ctypes.string_at(0)


def _late_crash(text: str) -> None:
    """The third input that is not the valid one brings it down, whichever it is."""
    _seen.extend([text] * (text != "1"))
    if len(_seen) == 3:
        ctypes.string_at(0)


def _endless_python(text: str) -> None:
    while "7" in text:
        pass


def _endless_machine_code(text: str) -> None:
    if "7" in text:
        sum(iter(int, 1))


def _waits(text: str) -> None:
    if "7" in text:
        Event().wait()


def _memory(text: str) -> None:
    if "7" in text:
        bytearray(1 << 31)


def _writes(text: str) -> None:
    Path("here").write_text("x")
    if "7" in text:
        Path(sys.executable).with_name("there").write_text("x")


def _stops(text: str) -> None:
    while "7" in text:
        pass


_CORPUS, _WORDS = texts("1"), ("7", "77", "x")
_FOUND = {"seven": ("7",)}

DOORS = (
    Door("wrong-error", _CORPUS, _wrong_error, words=_WORDS, known={"no number": ("x",)}),
    Door("no-sense", _CORPUS, _no_sense, words=_WORDS),
    Door("long-error", _CORPUS, _long_error, words=_WORDS),
    Door("error-of-lines", _CORPUS, _error_of_lines, words=_WORDS),
    Door("crash", _CORPUS, _crash, words=_WORDS, known=_FOUND),
    Door("late-crash", _CORPUS, _late_crash, words=_WORDS),
    Door("endless-python", _CORPUS, _endless_python, words=_WORDS, known=_FOUND, seconds=0.3),
    Door("endless-machine-code", _CORPUS, _endless_machine_code, words=_WORDS, known=_FOUND, seconds=0.3),
    Door("waits", _CORPUS, _waits, words=_WORDS, known=_FOUND),
    Door("memory", _CORPUS, _memory, words=_WORDS, known=_FOUND),
    Door("writes", _CORPUS, _writes, words=_WORDS, known=_FOUND),
    Door("stops", _CORPUS, _stops, words=_WORDS, known=_FOUND, stop_after=0.05),
    Door("closed", (("x",),), _wrong_error, words=_WORDS),
)
