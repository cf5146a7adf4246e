"""Functions for tasks of tests."""

import errno
import os
import signal
import time
from pathlib import Path

import numpy as np

from pokerlab._files import write_atomically

PATIENCE = 300
"""Seconds after which a gate stays shut for ever."""


def square(arguments, path):
    began = time.time()
    time.sleep(arguments.get("seconds", 0))
    pass_gate(arguments)
    write_atomically(path, str(arguments["number"] ** 2).encode())
    return {"square": arguments["number"] ** 2, "began": began, "ended": time.time()}


def pass_gate(arguments):
    """Wait until somebody has written a file, if one is named: however slow a machine is, no task is done before."""
    end = time.monotonic() + PATIENCE
    while "gate" in arguments and not Path(arguments["gate"]).exists():
        if time.monotonic() > end:
            raise TimeoutError(f"nobody has written {arguments['gate']} in {PATIENCE} seconds")
        time.sleep(0.01)


def fail(arguments, path):
    raise ValueError(f"no such number as {arguments['number']}")


def fail_at_first(arguments, path):
    mark = Path(arguments["mark"])
    if not mark.exists():
        mark.write_text("tried")
        raise ValueError("not yet")
    return square(arguments, path)


def die(arguments, path):
    os.kill(os.getpid(), signal.SIGKILL)


def die_at_first(arguments, path):
    mark = Path(arguments["mark"])
    if not mark.exists():
        mark.write_text("tried")
        os.kill(os.getpid(), signal.SIGKILL)
    return square(arguments, path)


def write_nothing(arguments, path):
    return {}


def say_nonsense(arguments, path):
    square(arguments, path)
    return {"square": float("nan")}


def fail_twice_in_a_process(arguments, path):
    """Fails until another process tries than the first."""
    mark = Path(arguments["mark"])
    tried = mark.read_text().split() if mark.exists() else []
    mark.write_text(" ".join([*tried, str(os.getpid())]))
    if not set(tried) - {str(os.getpid())}:
        raise ValueError("not here")
    return square(arguments, path)


def look_up(arguments, path):
    table = np.memmap(arguments["table"], dtype=np.uint8, mode="r")
    return square({"number": int(table[arguments["number"]])}, path)


def hold(arguments, path):
    """Takes so many bytes for a while."""
    held = np.ones(arguments["size"], np.uint8)
    pass_gate(arguments)
    return square({"number": int(held[0])}, path)


def fill_the_disk(arguments, path):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def clash(arguments, path):
    raise AttributeError("of a kind that nobody thought of")
