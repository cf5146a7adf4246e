"""One task, done: what every kind of worker calls."""

import errno
import json
import os
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pokerlab.errors import JobError, shorten
from pokerlab.jobs.directory import Done, RunDirectory
from pokerlab.jobs.inputs import located
from pokerlab.jobs.task import Task
from pokerlab.jobs.task_threads import task_threads

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""Errors of a disk that takes nothing more, from anybody."""


def execute(record: Mapping[str, Any], directory: str, data: str | None = None) -> dict[str, Any]:
    """Do a task whose result belongs into a directory. Plain data in, and out: `error` (a line; `no_room` where the
    disk is full), or nothing else to know, since the directory has it all. Copies of its inputs may be in `data`."""
    place = RunDirectory(directory)
    try:
        task = Task.of(record)
        path = place.path_of(task)
        arguments = dict(task.arguments) | located(task.inputs, data)
        _forget_peak()
        start = time.perf_counter()
        with task_threads(task.threads):
            function = task.load()
        with task_threads(task.threads):  # again: libraries that it has loaded are told as well
            summary = function(arguments, path)
        if not path.exists():
            raise JobError(f"{task.function} has written no {path.name}")
        json.dumps(summary, allow_nan=False)
        seconds = time.perf_counter() - start
        place.finish(Done(task, path, dict(summary), seconds, peak_memory(), f"{socket.gethostname()}:{os.getpid()}"))
    except MemoryError:
        return {"error": "there was not enough memory"}
    except Exception as error:  # of whatever kind: it is this task's, and others go on
        no_room = isinstance(error, OSError) and error.errno in NO_ROOM
        return {"error": f"{type(error).__name__}: {shorten(error, 300)}"} | ({"no_room": True} if no_room else {})
    return {}


def peak_memory() -> int:
    """The most memory that this process has used in its life, on Linux since its last task began, in bytes; 0 where the
    system does not say. Threads that work side by side share it."""
    with suppress(OSError, ValueError, IndexError):  # Linux: what is left of the process that forked is not counted
        return 1024 * int(Path("/proc/self/status").read_text("ascii").split("VmHWM:")[1].split()[0])
    try:
        import resource
    except ImportError:
        return 0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(used if sys.platform == "darwin" else 1024 * used)


def _forget_peak() -> None:
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # see proc(5)


def path_text(path: Path) -> str:
    """A path as workers elsewhere read it."""
    return str(path.resolve())
