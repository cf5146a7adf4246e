"""What a worker of a cluster runs: tasks, and answers to who it is. Nothing needs to be loaded there before.

Before its first task of this package a worker compiles the kernels, once for each machine: others of that machine wait
for it, and find them in the cache.
"""

import hashlib
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pokerlab._files import here
from pokerlab._version import __version__
from pokerlab.jobs.directory import RunDirectory
from pokerlab.jobs.execute import execute
from pokerlab.jobs.lock import held
from pokerlab.jobs.task import Task

PACKAGE = Path(__file__).parents[1]
LARGEST_SENT = 2**28
"""The most bytes of a result that travels back to the client."""
PATIENCE = 3600.0
"""Seconds to wait for another process that compiles kernels."""

_counts: Counter[str] = Counter()


def work(record: Mapping[str, Any], directory: str, *, collect: bool, data: str | None) -> dict[str, Any]:
    """Do a task; what `execute` says, or `refused`: why no task for this directory can be done here, or `missing`: the
    digests of inputs that this machine does not have. With `collect` the result goes back with the answer: `content`,
    and `done`, its summary and so on.
    """
    if record["function"].startswith(f"{PACKAGE.name}."):
        compile_kernels()
    _counts["running"] += 1
    try:
        answer = _collected(record, data) if collect else _shared(record, directory, data)
    finally:
        _counts["running"] -= 1
    if not answer.keys() & {"refused", "missing"}:
        _counts["failed" if "error" in answer else "done"] += 1
    return answer


def _shared(record: Mapping[str, Any], directory: str, data: str | None) -> dict[str, Any]:
    place = RunDirectory(directory)
    if not place.is_begun:
        return {"refused": f"does not see {directory} (a directory that all machines share, or --collect)"}
    if place.done(Task.of(record)):  # by one that had no time to say so
        return {}
    return _missing(record, data) or execute(record, directory, data)


def _collected(record: Mapping[str, Any], data: str | None) -> dict[str, Any]:
    if missing := _missing(record, data):
        return missing
    task = Task.of(record)
    with tempfile.TemporaryDirectory(prefix="pokerlab-") as directory:
        place = RunDirectory(directory)
        place.begin([task])
        answer = execute(record, directory, data)
        answer.pop("no_room", None)  # here, not where results belong
        if "error" in answer:
            return answer
        path, done = place.path_of(task), place.done(task)
        assert done is not None
        if (size := path.stat().st_size) > LARGEST_SENT:
            return {"error": f"its result has {size:,} bytes, and {LARGEST_SENT:,} travel (share a directory)"}
        numbers = {"summary": done.summary, "seconds": done.seconds, "peak": done.peak, "worker": done.worker}
        return {"done": numbers, "content": path.read_bytes()}


def _missing(record: Mapping[str, Any], data: str | None) -> dict[str, Any]:
    missing = [given for given in Task.of(record).inputs.values() if given.find(data) is None]
    if missing and data is None:
        return {"refused": f"does not have {missing[0].path} (give a directory where it may keep it: --data)"}
    return {"missing": [given.sha256 for given in missing]} if missing else {}


def facts() -> dict[str, Any]:
    """Who this worker is, and the tasks it has had since it was started: `done`, `running`, `failed`."""
    counts = {name: _counts[name] for name in ("done", "running", "failed")}
    return {"identity": identity(), "host": socket.gethostname(), "machine": here(), **counts}


@cache
def identity() -> dict[str, str]:
    """What must be equal on all machines: Python, and the package to the last letter."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(str(path.relative_to(PACKAGE)).encode() + path.read_bytes())
    return {
        "version of pokerlab": __version__,
        "source of pokerlab": digest.hexdigest()[:16],
        "Python": ".".join(map(str, sys.version_info[:2])),
    }


@cache
def compile_kernels() -> None:
    """Compile the kernels that are not in the cache, in processes of their own."""
    from pokerlab import _jit

    if not _jit.is_cache_writable() or _is_warm():
        return
    with held(_jit.cache_directory() / "compiling", "the kernel cache", PATIENCE):
        if not _is_warm():
            script = "from pokerlab._jit import warm_up\nif __name__ == '__main__': list(warm_up())"
            subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)


def _is_warm() -> bool:
    from pokerlab import _jit

    _jit.entry_count()  # which imports them all
    return all(
        entry.dispatcher._cache.path(signature).exists()
        for entry in _jit.ENTRIES
        for signature in entry.signatures
        if entry.package != _jit.EXPERIMENTS
    )
