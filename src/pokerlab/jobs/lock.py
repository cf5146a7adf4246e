"""A lock: a file that says which process of which host holds it. One that a dead process left is taken over."""

import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from pokerlab._files import here, is_alive
from pokerlab.errors import JobError, shorten

PAUSE = 0.1
UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)
"""What reading a file of JSON may raise that is not there, damaged, or not what was expected."""


@contextmanager
def held(path: Path, what: str, patience: float = 0.0) -> Iterator[None]:
    """Hold a lock in the block; a `JobError` says who holds `what` if that does not change for `patience` seconds."""
    until = monotonic() + patience
    while not _take(path):
        owner = holder(path)
        if not owner:
            _clear(path)
        elif monotonic() < until:
            sleep(PAUSE)
        else:
            raise JobError(
                f"{what} is run by process {owner['process']} on {shorten(owner['host'])}; if it is not, remove {path}"
            )
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()


def holder(path: Path) -> dict[str, Any]:
    """`host` and `process` of who holds a lock; nothing if nobody does, or nobody alive."""
    try:
        owner = json.loads(path.read_bytes())
        host, process, place = str(owner["host"]), int(owner["process"]), str(owner.get("here", here()))
    except UNREADABLE:
        return {}
    is_ours = host == socket.gethostname()
    is_dead = is_ours and (place != here() or not is_alive(process))  # of this host, or before it was started anew
    return {} if is_dead else {"host": host, "process": process}


def _take(path: Path) -> bool:
    """Whether the lock is ours now. It appears with its content, so that nobody finds it empty."""
    text = json.dumps({"host": socket.gethostname(), "process": os.getpid(), "here": here()})
    written = path.with_name(f".{path.name}-{os.getpid()}-{threading.get_ident()}")
    try:
        written.write_text(text)
        try:
            os.link(written, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            with path.open("x") as file:
                file.write(text)
    except FileExistsError:
        return False
    finally:
        written.unlink(missing_ok=True)
    return True


def _clear(path: Path) -> None:
    """Remove a lock that nobody alive holds. If another has taken it over since we looked, it gets it back."""
    aside = path.with_name(f".{path.name}-{os.getpid()}-{threading.get_ident()}-left")
    with suppress(FileNotFoundError):
        path.rename(aside)
        if holder(aside) and not path.exists():
            aside.rename(path)
        aside.unlink(missing_ok=True)
