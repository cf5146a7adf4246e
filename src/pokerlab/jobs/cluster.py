"""Workers of a Dask cluster, on this machine or on others that see the same directory.

Dask runs what it is sent, by whoever reaches its port. Needs the extra `[cluster]`.
"""

import hashlib
import socket
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pokerlab._version import __version__
from pokerlab.errors import JobError, shorten
from pokerlab.jobs.execute import execute
from pokerlab.jobs.workers import Answer

GIGABYTE = 10**9
PATIENCE = 5
"""Seconds to wait for a scheduler that does not answer."""


class ClusterWorkers:
    """The workers of a scheduler at an address such as `tcp://127.0.0.1:8786`. Those that join later get work too.

    A task's memory is asked for as the resource `GB` if workers have declared it.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise JobError("a cluster needs more than is installed: pip install 'pokerlab[cluster]'") from None
        self._address = address
        _check_address(address)
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise JobError(f"no scheduler answers at '{shorten(address)}': {shorten(error, 100)}") from None
        self._busy: dict[Any, str] = {}
        self._given = 0
        self._check()

    @property
    def free(self) -> int:
        """Threads of all workers that have no task of ours."""
        return max(0, sum(int(count) for count in self._client.nthreads().values()) - len(self._busy))

    def give(self, name: str, record: Mapping[str, Any], directory: str) -> None:
        """Send a task to the scheduler."""
        self._given += 1
        needed = {"GB": record["memory"] / GIGABYTE} if record["memory"] and self._has_memory() else None
        try:
            key = f"{name}-{self._given}"
            future = self._client.submit(execute, dict(record), directory, key=key, pure=False, resources=needed)
        except Exception as error:
            raise JobError(f"the cluster at {self._address} does not answer: {shorten(error, 100)}") from None
        self._busy[future] = name

    def results(self) -> list[Answer]:
        """Answers, and what is to be said of workers that have died with a task, or of a scheduler that is gone."""
        from distributed import wait

        try:
            with self._client.as_current():
                ready = wait(list(self._busy), return_when="FIRST_COMPLETED").done
        except Exception as error:  # futures of a scheduler that is gone are cancelled
            raise JobError(f"the cluster at {self._address} is gone: {shorten(error, 100)}") from None
        return [(self._busy.pop(future), self._answer(future)) for future in list(ready)]

    def stop(self) -> None:
        """Take back what is not done."""
        for future in self._busy:
            future.cancel()
        self._busy = {}
        self._client.close()

    def _answer(self, future: Any) -> dict[str, Any]:
        if future.status == "finished":
            answer: dict[str, Any] = future.result()
            return answer
        error = future.exception() if future.status == "error" else future.status
        return {"error": f"its worker failed: {shorten(error, 200)}", "died": True}

    def _has_memory(self) -> bool:
        workers = self._client.scheduler_info()["workers"].values()
        return bool(workers) and all("GB" in worker["resources"] for worker in workers)

    def _check(self) -> None:
        """A `JobError` that names a worker which is not as we are."""
        ours = identity()
        for worker, theirs in self._client.run(identity).items():
            if theirs != ours:
                different = next(name for name in ours if ours[name] != theirs.get(name))
                self._client.close()
                raise JobError(
                    f"worker {worker} has another {different}: {shorten(theirs.get(different))}, not {ours[different]}"
                )


def _check_address(address: str) -> None:
    """A `JobError` if nobody listens there, before a client is made that would go on trying."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("tcp", "tls") or not parts.hostname or not port:
        raise JobError(f"'{shorten(address)}' is no address of a scheduler (such as tcp://127.0.0.1:8786)")
    try:
        socket.create_connection((parts.hostname, port), timeout=PATIENCE).close()
    except OSError as error:
        raise JobError(f"no scheduler answers at '{shorten(address)}': {shorten(error, 100)}") from None


@cache
def identity() -> dict[str, str]:
    """What must be equal on all machines: Python, and the package to the last letter."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    for path in sorted(package.rglob("*.py")):
        digest.update(str(path.relative_to(package)).encode() + path.read_bytes())
    return {
        "version of pokerlab": __version__,
        "source of pokerlab": digest.hexdigest()[:16],
        "Python": ".".join(map(str, sys.version_info[:2])),
    }
