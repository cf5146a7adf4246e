"""Functions for tasks of tests."""

import os
import signal
import time
from pathlib import Path

from pokerlab._files import write_atomically


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
