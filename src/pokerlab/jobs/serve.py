"""A scheduler and workers on this machine, until somebody asks them to end: what `pokerlab cluster` starts.

Loopback unless an interface is named. What is reachable from elsewhere is encrypted, or somebody has said that it need
not be: Dask runs what it is sent, by whoever reaches its port.
"""

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pokerlab._threads import ENDING_SIGNALS
from pokerlab.errors import JobError, shorten
from pokerlab.jobs.cluster import GIGABYTE, check_address, check_installed, security
from pokerlab.jobs.task_threads import THREAD_VARIABLES

LOOPBACK = "127.0.0.1"
PORT = 8786
OWN_MEMORY = GIGABYTE // 2
"""Bytes that a worker may use beside what its tasks need: Python, and compiled kernels."""
PATIENCE = 30
"""Seconds in which a worker must have found its scheduler."""

_QUIET = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    # Tasks keep their results in files: nothing is to be moved out of memory, and a task that is within what it said is
    # not to be hindered.
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": 1.0,
    "distributed.nanny.pre-spawn-environ": {
        "MALLOC_TRIM_THRESHOLD_": 65536, "DASK_LOGGING__DISTRIBUTED": "critical", **dict.fromkeys(THREAD_VARIABLES, 1),
    },
}  # fmt: skip
_DEAF = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Runs in workers: Ctrl-C is for who has started them, and ends them."""


@dataclass(frozen=True)
class Machine:
    """What this machine gives to a cluster.

    - `workers`: how many, each a process that does one task at a time
    - `memory`: bytes that the task of each may need; it may use half a gigabyte more, and is ended beyond that
    - `host`: the address of the interface to listen at; `tls`: a directory with `ca.pem`, `cert.pem` and `key.pem`;
      without it `insecure` is needed where others can reach it
    """

    workers: int
    memory: int
    host: str = ""
    tls: Path | None = None
    insecure: bool = False


def start_cluster(
    machine: Machine, *, port: int = PORT, dashboard: bool = False, ready: Callable[[str], None] | None = None
) -> None:
    """Run a scheduler and workers here until a signal ends them. `ready` is told the address when all are there."""
    check_installed()
    if dashboard and not find_spec("bokeh"):
        raise JobError("a dashboard needs bokeh: pip install bokeh")
    host = _checked_host(machine, machine.host or LOOPBACK)
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise JobError(f"nothing can listen at {host}, port {port}: {why} (--port 0 takes any)") from None
    _run(lambda stop: _start(machine, host, port, dashboard, ready, stop), dashboard)


def join_cluster(machine: Machine, address: str, *, ready: Callable[[str], None] | None = None) -> None:
    """Run workers here for a scheduler elsewhere until a signal ends them, or the scheduler is gone (a `JobError`)."""
    check_installed()
    check_address(address, machine.tls)
    host = _checked_host(machine, machine.host or _way_to(address))
    _run(lambda stop: _join(machine, host, address, ready, stop), False)


async def _start(
    machine: Machine, host: str, port: int, dashboard: bool, ready: Callable[[str], None] | None, stop: asyncio.Event
) -> None:
    from distributed import Scheduler

    scheduler = Scheduler(
        host=host, port=port, protocol="tls" if machine.tls else "tcp", security=security(machine.tls),
        allowed_failures=0, dashboard=dashboard, dashboard_address=f"{LOOPBACK}:{8787 if dashboard else 0}",
    )  # fmt: skip
    async with scheduler:
        await _join(machine, host, scheduler.address, ready, stop)


async def _join(
    machine: Machine, host: str, address: str, ready: Callable[[str], None] | None, stop: asyncio.Event
) -> None:
    """Workers, until somebody asks them to end; they leave politely, so that nobody counts their tasks as failed."""
    from distributed import Nanny, rpc

    secure = security(machine.tls)
    nannies = [
        Nanny(
            address, nthreads=1, host=host, security=secure, dashboard=False, dashboard_address=f"{LOOPBACK}:0",
            memory_limit=machine.memory + OWN_MEMORY, resources={"GB": machine.memory / GIGABYTE},
            config=_QUIET, preload=[_DEAF], death_timeout=PATIENCE, protocol=urlsplit(address).scheme,
        )
        for _ in range(machine.workers)
    ]  # fmt: skip
    try:
        try:
            await asyncio.gather(*nannies)
        except (OSError, RuntimeError, ValueError) as error:
            raise JobError(f"no worker can be started: {shorten(error.__cause__ or error, 100)}") from None
        if ready:
            ready(address)
        asked: Any = asyncio.ensure_future(stop.wait())
        gone: Any = asyncio.gather(*(nanny.finished() for nanny in nannies))
        await asyncio.wait([asked, gone], return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        if not stop.is_set():
            raise JobError(f"the scheduler at {address} is gone")
        with suppress(OSError, asyncio.TimeoutError):
            arguments = secure.get_connection_args("worker") if secure else {}
            async with rpc(address, connection_args=arguments) as scheduler:
                workers = [nanny.worker_address for nanny in nannies if nanny.worker_address]
                await asyncio.wait_for(scheduler.retire_workers(workers=workers), PATIENCE)
    finally:
        await asyncio.gather(*(nanny.close() for nanny in nannies), return_exceptions=True)


def _run(work: Callable[[asyncio.Event], Any], dashboard: bool) -> None:
    import dask

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong we say ourselves
    quiet = {key: value for key, value in _QUIET.items() if not (dashboard and "scheduler" in key)}

    async def main() -> None:
        stop = asyncio.Event()
        with _ending_signals(asyncio.get_running_loop(), stop):
            await work(stop)

    with dask.config.set(quiet):
        asyncio.run(main())


@contextmanager
def _ending_signals(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> Iterator[None]:
    """In the block an ending signal sets `stop`."""
    before = {number: signal.getsignal(number) for number in ENDING_SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _checked_host(machine: Machine, host: str) -> str:
    """The address of an interface; a `JobError` if others can reach it and nothing is encrypted."""
    try:
        found = socket.getaddrinfo(host, None)[0][4][0]
    except OSError:
        raise JobError(f"'{shorten(host)}' is no address of this machine") from None
    if not ip_address(str(found).split("%")[0]).is_loopback and machine.tls is None and not machine.insecure:
        raise JobError(
            f"whoever reaches {found} could run programs here: encrypt by --tls-dir, or say --insecure if only those "
            "who may can reach it"
        )
    return str(found)


def _way_to(address: str) -> str:
    """The address of this machine on the way to another one."""
    parts = urlsplit(address)
    with socket.create_connection((str(parts.hostname), int(parts.port or PORT)), timeout=PATIENCE) as way:
        return str(way.getsockname()[0])
