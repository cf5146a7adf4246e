"""Ending signals: whoever asks a verb to end (Ctrl-C, `kill`, a closed terminal) gets what was reached saved.

All of them arrive as `KeyboardInterrupt`; the exit code says which one it was: 128 and the signal's number.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from pokerlab._threads import ENDING_SIGNALS

_received: list[int] = []


@contextmanager
def ending_signals_caught() -> Iterator[None]:
    """In the block every ending signal interrupts the program as Ctrl-C does. Those that were ignored stay so
    (`nohup`)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in ENDING_SIGNALS}
    _received.clear()
    for number, handler in handlers.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def exit_code() -> int:
    """The exit code of a program that was asked to end: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP."""
    return 128 + (_received[-1] if _received else signal.SIGINT)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _received.append(number)
    raise KeyboardInterrupt
