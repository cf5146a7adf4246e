"""One task, done: what every kind of worker calls."""

import json
import os
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pokerlab.errors import JobError, PokerError, shorten
from pokerlab.jobs.directory import Done, RunDirectory
from pokerlab.jobs.task import Task


def execute(record: Mapping[str, Any], directory: str) -> dict[str, Any]:
    """Do a task whose result belongs into a directory. Plain data in, and out: `error` (a line) or nothing else to
    know, since the directory has it all."""
    place = RunDirectory(directory)
    try:
        task = Task.of(record)
        path = place.path_of(task)
        start = time.perf_counter()
        summary = task.load()(dict(task.arguments), path)
        if not path.exists():
            raise JobError(f"{task.function} has written no {path.name}")
        json.dumps(summary, allow_nan=False)
        seconds = time.perf_counter() - start
        place.finish(Done(task, path, dict(summary), seconds, peak_memory(), f"{socket.gethostname()}:{os.getpid()}"))
    except MemoryError:
        return {"error": "there was not enough memory"}
    except (PokerError, OSError, ValueError, TypeError, ArithmeticError, LookupError, RuntimeError) as error:
        return {"error": f"{type(error).__name__}: {shorten(error, 300)}"}
    return {}


def peak_memory() -> int:
    """The most memory that this process has used, in bytes; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(used if sys.platform == "darwin" else 1024 * used)


def path_text(path: Path) -> str:
    """A path as workers elsewhere read it."""
    return str(path.resolve())
