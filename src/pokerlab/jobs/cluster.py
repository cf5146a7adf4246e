"""Workers of a Dask cluster, on this machine or on others.

Dask runs what it is sent, by whoever reaches its port. Needs the extra `[cluster]`.
"""

import logging
import socket
from asyncio import CancelledError
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from pokerlab._files import write_atomically
from pokerlab.errors import JobError, shorten
from pokerlab.jobs.directory import Done, RunDirectory
from pokerlab.jobs.inputs import keep_part, keep_whole
from pokerlab.jobs.remote import facts, identity, work
from pokerlab.jobs.task import Task
from pokerlab.jobs.workers import Answer

GIGABYTE = 10**9
PATIENCE = 5
"""Seconds to wait for somebody to listen at an address, and for a good-bye."""
GREETING = 20
"""Seconds to wait for a scheduler that listens and does not answer."""
PAUSE = 0.5
"""Seconds between two looks at who has joined."""
RESTART = 30.0
"""Seconds in which a worker that has died may come back before its memory is not counted on any more."""
TLS_FILES = ("ca.pem", "cert.pem", "key.pem")


@dataclass(frozen=True)
class _Worker:
    """One that is as we are; `memory`: bytes that its tasks may need together, None if it has not said."""

    machine: str
    threads: int
    memory: int | None
    declares: bool
    limit: int


@dataclass(frozen=True)
class _Given:
    name: str
    record: dict[str, Any]
    directory: str
    worker: str
    limit: int
    moment: float


class ClusterWorkers:
    """The workers of a scheduler at an address such as `tcp://127.0.0.1:8786`. Those that join later get work too.

    - `tls`: a directory with `ca.pem`, `cert.pem` and `key.pem`
    - `collect`: results come back and are written here; else workers write to the directory of the run, which they see
    - `data`: a directory on the workers' machines, where they keep copies of inputs that they do not see

    Workers are looked at when they arrive: one that has not the same pokerlab gets no task. A task's memory is asked
    for as the resource `GB` if its worker has declared it.
    """

    def __init__(
        self, address: str, *, tls: Path | None = None, collect: bool = False, data: str | None = None
    ) -> None:
        self._address, self._collect, self._data = address, collect, data
        self._client = connect(address, tls)
        self.notes: list[str] = []
        self._busy: dict[Any, _Given] = {}
        self._workers: dict[str, _Worker] = {}
        self._refused: dict[str, str] = {}
        self._seen: dict[str, tuple[float, int]] = {}
        self._sent: dict[tuple[str, str], float] = {}
        self._looked = 0.0
        try:
            self._look()
            if self._refused:
                raise JobError(self.notes[0])
        except BaseException:
            self.stop()
            raise

    @property
    def free(self) -> int:
        """Threads of all workers that have no task of ours."""
        self._look()
        return max(0, sum(worker.threads for worker in self._workers.values()) - len(self._busy))

    @property
    def memory(self) -> tuple[int, int] | None:
        """Bytes of the largest worker and of all; None if one has not said."""
        self._look()
        sizes = [worker.memory for worker in self._workers.values()]
        if not sizes or None in sizes:
            return None
        return max(size for _, size in self._seen.values()), sum(size or 0 for size in sizes)

    def give(self, name: str, record: Mapping[str, Any], directory: str, avoid: Collection[str] = ()) -> None:
        """Send a task to a worker. It is for this one only: who shares one with a task that ends it would be blamed."""
        address = self._chosen(int(record["memory"]), avoid)
        worker = self._workers[address]
        given = _Given(name, dict(record), directory, address, worker.limit, monotonic())
        needed = {"GB": record["memory"] / GIGABYTE} if record["memory"] and worker.declares else None
        with self._answering():
            future = self._client.submit(
                work, given.record, directory, collect=self._collect, data=self._data, workers=[address],
                resources=needed, key=f"pokerlab-{name}-{uuid4().hex}", pure=False,
            )  # fmt: skip
        self._busy[future] = given

    def _chosen(self, needed: int, avoid: Collection[str]) -> str:
        """The worker that suits a task best: large enough, not to be avoided, with a free thread and free memory."""
        tasks, memory = Counter[str](), Counter[str]()
        for given in self._busy.values():
            tasks[given.worker] += 1
            memory[given.worker] += given.record["memory"]

        def drawbacks(address: str) -> tuple[bool, bool, bool, bool]:
            worker = self._workers[address]
            size = worker.memory if worker.memory is not None else needed + memory[address]
            is_full = tasks[address] >= worker.threads
            return size < needed, address in avoid, is_full, size - memory[address] < needed

        return min(self._workers, key=drawbacks)

    def results(self) -> list[Answer]:
        """Answers, and what is to be said of workers that have died with a task; none if nobody has answered for a
        moment, so that workers that have joined get work."""
        from distributed import wait

        ready: list[Any] = []
        with self._answering(), suppress(TimeoutError), self._client.as_current():
            ready = list(wait(list(self._busy), timeout=PAUSE, return_when="FIRST_COMPLETED").done)
        answers = []
        for future in ready:
            given = self._busy.pop(future)
            answers.append((given.name, self._settled(given, self._answer(future, given))))
        self._look()
        return answers + self._left_alone()

    def stop(self) -> None:
        """Take back what is not done."""
        with suppress(Exception):
            self._client.cancel(list(self._busy))
        self._busy = {}
        with suppress(Exception):
            self._client.close(PATIENCE)

    def _answer(self, future: Any, given: _Given) -> dict[str, Any]:
        with self._answering():
            while future.status == "finished":
                with suppress(TimeoutError):
                    answer: dict[str, Any] = future.result(timeout=RESTART if self._collect else PAUSE)
                    return answer
            if future.status in ("pending", "lost"):  # its worker has died with the answer, but not with the result
                return {"error": "its worker failed: it died with the result", "attempts": 0} if self._collect else {}
            if future.status != "error":
                raise JobError(future.status)
            error = future.exception()
            if type(error).__name__ == "KilledWorker":
                return self._death(given)
            return {"error": f"its worker failed: {shorten(error, 200)}"}

    def _death(self, given: _Given) -> dict[str, Any]:
        """What is to be said of a worker that has died: of too much memory, if its nanny has said so."""
        self._workers.pop(given.worker, None)
        for _ in range(3):
            for _, event in self._client.get_events("worker-restart-memory"):
                if event["worker"] == given.worker:
                    larger = any(other.limit > given.limit for other in self._workers.values())
                    text = (
                        f"it is too large: its worker came to {event['rss']:,} bytes and may use {given.limit:,}; "
                        f"it said that it needs {given.record['memory']:,}"
                    )
                    return {"error": text, "final": not larger}
            sleep(PAUSE / 5)
        return {"error": f"its worker failed: {given.worker} has died"}

    def _settled(self, given: _Given, answer: dict[str, Any]) -> dict[str, Any]:
        """An answer as the run understands it: results are here, and what this worker could not begin is for
        another one."""
        if "content" in answer:
            place, task = RunDirectory(given.directory), Task.of(given.record)
            write_atomically(place.path_of(task), answer["content"])
            place.finish(Done(task, place.path_of(task), **answer["done"]))
            return {}
        if "refused" in answer:
            self._refuse(given.worker, answer["refused"])
            if not self._workers:
                raise JobError(f"worker {given.worker} {answer['refused']}")
            return {"error": answer["refused"], "attempts": 0}
        if "missing" in answer:
            if given.worker in self._workers:
                self._send(given, answer["missing"])
            return {"error": "its inputs were not there", "attempts": 0}
        return answer | {"worker": given.worker}

    def _send(self, given: _Given, missing: list[str]) -> None:
        """Send inputs of a task to its worker, in parts; all workers of its machine have them then."""
        address = given.worker
        machine = self._workers[address].machine
        for sent in {one.sha256: one for one in Task.of(given.record).inputs.values()}.values():
            there = machine, sent.sha256
            if sent.sha256 in missing and self._sent.get(there, 0.0) < given.moment:
                name = f".{uuid4().hex}"
                try:
                    for place, part in sent.parts():
                        self._client.run(keep_part, self._data, name, place, part, workers=[address])
                    self._client.run(keep_whole, self._data, name, sent.sha256, workers=[address])
                    self._sent[there] = monotonic()
                except OSError as error:
                    self.notes.append(f"{sent.path} cannot be sent to worker {address}: {shorten(error, 100)}")
                    self._refuse(address, "has no place for inputs")

    def _left_alone(self) -> list[Answer]:
        """Tasks whose worker is not there any more, where the scheduler waits for it, or too small, since a larger one
        has left. One that left politely has not failed with them."""
        answers = []
        for future, given in list(self._busy.items()):
            worker = self._workers.get(given.worker)
            if worker is None or (worker.memory is not None and worker.memory < given.record["memory"]):
                del self._busy[future]
                with self._answering():
                    self._client.cancel([future])
                    events = [event for _, event in self._client.get_events(given.worker)]
                    has_died = any(
                        not event.get("expected") and future.key in event.get("processing-tasks", ())
                        for event in events
                    )
                    gone = {"error": f"its worker failed: {given.worker} has left", "attempts": 0}
                    answers.append((given.name, self._death(given) if has_died else gone))
        return answers

    def _look(self) -> None:
        """Who is there; those who are new are asked who they are."""
        if monotonic() - self._looked < PAUSE:
            return
        with self._answering():
            if self._client.status != "running":
                raise JobError(self._client.status)
            present = self._client.scheduler_info(n_workers=-1)["workers"]
            known = self._workers | self._refused
            new = [address for address in present if address not in known]
            found = self._client.run(facts, workers=new, on_error="return") if new else {}
        self._workers = {address: worker for address, worker in self._workers.items() if address in present}
        self._refused = {address: why for address, why in self._refused.items() if address in present}
        for address, answer in found.items():
            if why := difference(answer):
                self._refuse(address, why)
            elif isinstance(answer, dict):
                self._workers[address] = _worker(answer["machine"], present[address])
        if not self._workers and not self.notes:
            self.notes.append(f"no worker is at {self._address} yet: the run waits for one")
        self._looked = now = monotonic()
        self._seen |= {address: (now, worker.memory or 0) for address, worker in self._workers.items()}
        self._seen = {address: seen for address, seen in self._seen.items() if now - seen[0] < RESTART}

    def _refuse(self, address: str, why: str) -> None:
        self._workers.pop(address, None)
        self._refused[address] = why
        self.notes.append(f"worker {address} {why}")

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """A `JobError` of one line if the scheduler does not answer: futures of one that is gone are cancelled."""
        try:
            yield
        except (Exception, CancelledError) as error:
            what = shorten(error, 100) or type(error).__name__
            raise JobError(f"the cluster at {self._address} is gone: {what}") from None


def difference(answer: Any) -> str:
    """What is wrong with a worker that answers so to who it is; nothing if it is as we are, or has left."""
    if isinstance(answer, ImportError):
        return f"has no pokerlab like this one: {shorten(answer, 100)}"
    if not isinstance(answer, dict):
        return ""
    ours, theirs = identity(), answer["identity"]
    different = [name for name in ours if ours[name] != theirs.get(name)]
    return f"has another {different[0]}: {theirs.get(different[0])}, not {ours[different[0]]}" if different else ""


def _worker(machine: str, info: Mapping[str, Any]) -> _Worker:
    declared, limit = info["resources"].get("GB"), int(info["memory_limit"] or 0)
    memory = limit or None if declared is None else int(declared * GIGABYTE)
    return _Worker(machine, int(info["nthreads"]), memory, declared is not None, limit)


def cluster_status(address: str, tls: Path | None = None) -> list[dict[str, Any]]:
    """The workers of a scheduler, plain data: `address`, `host`, `threads`, `memory` (bytes that tasks may need, or
    None) and `used` (bytes), tasks `done`, `running` and `failed` since it was started, and `problem`: why it gets no
    task, or None."""
    client = connect(address, tls)
    try:
        present = client.scheduler_info(n_workers=-1)["workers"]
        answers = client.run(facts, on_error="return") if present else {}
    except (OSError, RuntimeError, ValueError) as error:
        raise JobError(f"the cluster at {address} is gone: {shorten(error, 100)}") from None
    finally:
        client.close(PATIENCE)
    rows = []
    for worker, info in present.items():
        answer = answers.get(worker)
        told = answer if isinstance(answer, dict) else {"machine": ""}
        rows.append(
            {
                "address": worker, "host": told.get("host", info["host"]), "threads": info["nthreads"],
                "memory": _worker(told["machine"], info).memory, "used": info["metrics"].get("memory", 0),
                **{name: told.get(name, 0) for name in ("done", "running", "failed")},
                "problem": difference(answer) or None,
            }
        )  # fmt: skip
    return rows


def connect(address: str, tls: Path | None = None) -> Any:
    """A client of a scheduler; a `JobError` if there is none, or Dask is not installed."""
    check_installed()
    from distributed import Client

    check_address(address, tls)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong we say ourselves
    try:
        return Client(address, timeout=GREETING, set_as_default=False, security=security(tls))
    except Exception as error:  # whatever answered there
        why = shorten(error, 100) or type(error).__name__
        raise JobError(f"no scheduler answers at '{shorten(address)}': {why}") from None


def check_installed() -> None:
    """A `JobError` that says what to install, if it is not."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise JobError("a cluster needs more than is installed: pip install 'pokerlab[cluster]'") from None


def security(tls: Path | None) -> Any:
    """Dask's settings for encrypted connections by the files of a directory; None without."""
    from distributed.security import Security

    if tls is None:
        return None
    for name in TLS_FILES:
        if not (tls / name).is_file():
            raise JobError(f"{tls} has no {name} (needed are {', '.join(TLS_FILES)})")
    authority, certificate, key = (str(tls / name) for name in TLS_FILES)
    roles = {f"tls_{role}_cert": certificate for role in ("client", "scheduler", "worker")}
    roles |= {f"tls_{role}_key": key for role in ("client", "scheduler", "worker")}
    return Security(tls_ca_file=authority, require_encryption=True, **roles)


def check_address(address: str, tls: Path | None) -> None:
    """A `JobError` if no scheduler is there, before a client is made that would go on trying. A scheduler speaks first;
    Dask would wait for ever for somebody who listens and says nothing, such as a web server."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("tcp", "tls") or not parts.hostname or not port:
        raise JobError(f"'{shorten(address)}' is no address of a scheduler (such as tcp://127.0.0.1:8786)")
    if (parts.scheme == "tls") != (tls is not None):
        raise JobError(f"{shorten(address)}: addresses with tls:// need --tls-dir, and those with tcp:// take none")
    secure = security(tls)
    try:
        with ExitStack() as stack:
            way = stack.enter_context(socket.create_connection((parts.hostname, port), timeout=PATIENCE))
            way.settimeout(GREETING)
            if secure:
                context = secure.get_connection_args("client")["ssl_context"]
                way = stack.enter_context(context.wrap_socket(way))
            if not way.recv(1):
                raise OSError("it hangs up")
    except OSError as error:
        raise JobError(f"no scheduler answers at '{shorten(address)}': {shorten(error, 100)}") from None
