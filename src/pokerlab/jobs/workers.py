"""Who does tasks: processes of this machine, or threads of this process.

A worker takes one task at a time. `results` waits for whoever is ready first. A process that dies is replaced, and its
task is one that failed. A task that failed at a worker is given to another one.
"""

import multiprocessing
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import Any, Protocol

from pokerlab.jobs.execute import execute

Answer = tuple[str, dict[str, Any]]
"""The name of a task, and what `execute` says of it; also `worker`, who did it, `attempts: 0` if it was not its fault,
and `final` if another attempt would do no good."""


class Workers(Protocol):
    """Whoever does tasks."""

    @property
    def free(self) -> int:
        """How many could begin with a task now."""
        ...

    @property
    def memory(self) -> tuple[int, int] | None:
        """Bytes that one task may need, and all together; None where nobody has said."""
        ...

    @property
    def notes(self) -> Sequence[str]:
        """Lines that a person should read, as they came up."""
        ...

    def give(self, name: str, record: Mapping[str, Any], directory: str, avoid: Collection[str] = ()) -> None:
        """Let a free worker do a task, if possible none of those to avoid."""
        ...

    def results(self) -> list[Answer]:
        """Wait until a task has come back; all that have. Workers that may become more return now and then with
        none."""
        ...

    def stop(self) -> None:
        """End all work at once."""
        ...


class ProcessWorkers:
    """Processes of this machine. They begin anew (no memory is shared), and each does many tasks."""

    memory = None
    notes = ()

    def __init__(self, count: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._count = count
        self._idle: list[_Process] = []
        self._busy: dict[str, _Process] = {}

    @property
    def free(self) -> int:
        """Processes without a task."""
        return self._count - len(self._busy)

    def give(self, name: str, record: Mapping[str, Any], directory: str, avoid: Collection[str] = ()) -> None:
        """Let a process do a task; it is started if no other than those to avoid is idle, in the place of one."""
        worker = next((idle for idle in self._idle if idle.name not in avoid), None)
        if worker is not None:
            self._idle.remove(worker)
        else:
            if self._idle:
                self._idle.pop().end()
            worker = _Process(self._context)
        self._busy[name] = worker
        with suppress(OSError):  # one that has died while idle is noticed as one that died with the task
            worker.pipe.send((dict(record), directory))

    def results(self) -> list[Answer]:
        """Answers, and what is to be said of processes that have died."""
        by_handle: dict[Any, str] = {}
        for name, worker in self._busy.items():
            by_handle[worker.pipe] = by_handle[worker.process.sentinel] = name
        answers = []
        for name in dict.fromkeys(by_handle[handle] for handle in wait_for(list(by_handle))):
            worker = self._busy.pop(name)
            try:
                answer = worker.pipe.recv() if worker.pipe.poll() else None
            except (EOFError, OSError):
                answer = None
            if answer is None or not worker.process.is_alive():
                answer = answer or _death(worker)
                worker.end()
            else:
                self._idle.append(worker)
            answers.append((name, answer | {"worker": worker.name}))
        return answers

    def stop(self) -> None:
        """Kill what works, and let go what is idle."""
        workers = [*self._busy.values(), *self._idle]
        for worker in workers:
            worker.process.kill()
        for worker in workers:
            worker.end()
        self._busy, self._idle = {}, []


class _Process:
    def __init__(self, context: Any) -> None:
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    @property
    def name(self) -> str:
        return str(self.process.pid)

    def end(self) -> None:
        self.process.kill()
        self.process.join(5)
        self.pipe.close()


def _serve(pipe: Connection) -> None:
    """Do tasks until nobody sends any."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the client, who ends its workers
    while True:
        try:
            record, directory = pipe.recv()
            pipe.send(execute(record, directory))
        except (EOFError, BrokenPipeError):
            return


def _death(worker: _Process) -> dict[str, Any]:
    worker.process.join(5)
    code = worker.process.exitcode
    how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
    return {"error": f"its process {how}", "died": True}


class ThreadWorkers:
    """Threads of this process: for tasks that share large tables and whose kernels release the lock."""

    memory = None
    notes = ()

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count)
        self._count = count
        self._busy: dict[Future[dict[str, Any]], str] = {}

    @property
    def free(self) -> int:
        """Threads without a task."""
        return self._count - len(self._busy)

    def give(self, name: str, record: Mapping[str, Any], directory: str, avoid: Collection[str] = ()) -> None:
        """Let a thread do a task; to avoid one would change nothing, they are all of this process."""
        self._busy[self._pool.submit(execute, record, directory)] = name

    def results(self) -> list[Answer]:
        """Answers of threads."""
        ready, _ = wait(self._busy, return_when=FIRST_COMPLETED)
        return [(self._busy.pop(future), future.result()) for future in ready]

    def stop(self) -> None:
        """Begin nothing new; a thread cannot be ended in the middle of its work."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._busy = {}


WORKERS: dict[str, Callable[[int], Workers]] = {"processes": ProcessWorkers, "threads": ThreadWorkers}
