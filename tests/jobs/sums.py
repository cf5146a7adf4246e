"""Functions for tasks of tests."""

import errno
import os
import signal
import time
from pathlib import Path

import numpy as np
import scipy.linalg  # noqa: F401

from pokerlab._files import write_atomically
from pokerlab._threads import available_threads
from pokerlab.jobs.task_threads import THREAD_VARIABLES, blas_threads


def square(arguments, path):
    time.sleep(arguments.get("seconds", 0))
    write_atomically(path, str(arguments["number"] ** 2).encode())
    return {"square": arguments["number"] ** 2}


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
    """Takes so many bytes for a moment."""
    held = np.ones(arguments["size"], np.uint8)
    time.sleep(arguments.get("seconds", 0))
    return square({"number": int(held[0])}, path)


def fill_the_disk(arguments, path):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def threads(arguments, path):
    """Tells every number of threads there is: of variables, of the libraries that are loaded, and our own."""
    square({"number": 0}, path)
    counts = {*blas_threads().values(), *(int(os.environ[name]) for name in THREAD_VARIABLES), available_threads()}
    return {"threads": sorted(counts), "libraries": len(blas_threads())}


def clash(arguments, path):
    raise AttributeError("of a kind that nobody thought of")
