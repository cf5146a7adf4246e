"""The process of one job: `python -m pokerlab.web.job_process DIRECTORY`.

It does what `asked.toml` says and tells how it goes: every step is a line of the file `steps`, and everything a line of
stdout, JSON each. A line on stdin, or its end (the server is gone), is to it what Ctrl-C is to `pokerlab solve`: it
keeps what was reached and ends.
"""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pokerlab._memory import free_memory
from pokerlab._threads import Progress
from pokerlab._toml import read_toml
from pokerlab.equilibrium.run import Listener, RunStep
from pokerlab.equilibrium.run_watch import RunWatch
from pokerlab.errors import LONGEST_LINE, JobError, PokerError, shorten
from pokerlab.jobs.run import Standing, run
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.flop_subsets import asked_flops
from pokerlab.postflop.flops import flop_tasks
from pokerlab.postflop.job import SolveJob
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot
from pokerlab.web.data import lock_file

ASKED, STEPS, CHECKPOINT, LOOK = "asked.toml", "steps", "checkpoint", "look"
RUN = "run"
"""The directory of a job over many flops (`jobs.directory`)."""
FLOPS = "flops"
"""The table of what was asked that says which flops."""
POLITENESS = 10
"""How much less important than others the process calls itself."""
PATIENCE = 60.0
"""Seconds to wait for a process of the same job that is about to end."""
_shall_end = threading.Event()
"""Set after the interrupt that a request to end is. Python loses interrupts that come in the middle of certain things
(the end of an object, or of an import): who finds it set at the next step was not interrupted."""


def main(directory: str) -> int:
    """Do the job of a directory; its exit code says whether that could be told."""
    os.chdir(directory)
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a server in the background of a shell ignores it
    threading.Thread(target=_wait_for_the_end, daemon=True).start()
    try:
        with _alone():
            told = _do()
    except KeyboardInterrupt:
        told = {"ended": "interrupted"}
    except PokerError as error:
        told = {"error": str(error)}
    except MemoryError:
        told = {"error": "there was not enough memory"}
    except OSError as error:
        told = {"error": shorten(error.strerror or error, LONGEST_LINE)}
    except Exception as error:
        told = {"error": f"unexpected error: {type(error).__name__}: {shorten(error, 200)}"}
    _tell(told)
    return 0


def _do() -> dict[str, Any]:
    content = read_toml(ASKED, JobError)
    told = _flops(content) if FLOPS in content else _solve()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is done: nothing is left to stop
    return told


def _flops(content: dict[str, Any]) -> dict[str, Any]:
    """One spot on many flops, each a task: what is done is not done again."""
    asked = content.pop(FLOPS)
    spot = Spot(**content)
    tasks = flop_tasks(
        spot, asked_flops(spot, asked), target=asked["target"], compressed=asked["compressed"], keep=asked["keep"]
    )

    def watch(standing: Standing) -> None:
        _end_if_asked()
        _tell({"doing": f"{standing.done:,} of {standing.total:,} flops", "part": standing.done / standing.total})

    for _ in run(tasks, RUN, memory=free_memory(), watch=watch):
        pass
    _tell({"line": f"{len(tasks):,} flops are solved"})
    return {"ended": "done"}


def _solve() -> dict[str, Any]:
    job = SolveJob.read(ASKED).model_copy(update={"resume": Path(CHECKPOINT).exists()})
    result = job.run(_Teller(job))
    if result.trouble:
        raise result.trouble
    return {"ended": result.ended}


class _Teller(Listener):
    """Tells the server what a job has to tell."""

    def __init__(self, job: SolveJob) -> None:
        self._job = job

    def say(self, text: str) -> None:
        _tell({"line": text})

    def warn(self, text: str) -> None:
        _tell({"line": text})

    @contextmanager
    def wait(self, what: str) -> Iterator[None]:
        _tell({"doing": what, "part": None})
        yield
        _tell({"doing": None, "part": None})

    @contextmanager
    def progress(self, what: str | Callable[[], str]) -> Iterator[Progress]:
        last = 0.0

        def told(done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last > 0.2:
                last = time.monotonic()
                doing = (what() if callable(what) else what).replace("../../solutions/", "")
                _tell({"doing": doing, "part": done / max(total, 1)})

        yield told
        _tell({"doing": None, "part": None})

    @contextmanager
    def watch(self, solver: Any) -> Iterator[Callable[[RunStep], None]]:
        """Every step is told and written down, with an estimate of the time that is left."""
        engine: Engine = solver
        watch = RunWatch(self._job.spot.pot, **self._job.limits)
        watch.line(engine.iteration)
        began = time.monotonic()
        with Path(STEPS).open("a", encoding="ascii") as log:

            def report(step: RunStep) -> None:
                watch.note(step)
                left = watch.seconds_left(step.iteration, time.monotonic() - began)
                percent = 100 * step.judgement.exploitability / self._job.spot.pot if step.judgement else None
                told = {**step.record(), "percent_of_pot": percent, "left": left, "stalled": step.stalled}
                log.write(json.dumps(told) + "\n")
                log.flush()
                _tell({"step": told})
                self._show(engine, step)
                _end_if_asked()

            yield report

    def _show(self, engine: Engine, step: RunStep) -> None:
        """Write what was reached so far, if somebody wants to look at it now."""
        if not Path(LOOK).exists() or self._job.out is None:
            return
        Path(LOOK).unlink(missing_ok=True)
        judgement = None if engine.layout.grouping else step.judgement
        with self.progress("writing what was reached") as progress:
            solution = Solution.of(engine, seconds=step.seconds, judgement=judgement)
            solution.save(self._job.out, streets=self._job.streets, progress=progress)
        _tell({"shown": step.iteration})


def _tell(message: dict[str, Any]) -> None:
    with suppress(OSError, ValueError):  # the server is gone; the files have it all
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def _wait_for_the_end() -> None:
    with suppress(OSError, ValueError):
        sys.stdin.buffer.readline()
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)  # also where it waits for others
    _shall_end.set()


def _end_if_asked() -> None:
    if _shall_end.is_set():
        raise KeyboardInterrupt


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other process does this job: one of a server that was killed is about to end."""
    with Path("lock").open("ab") as file:
        end = time.monotonic() + PATIENCE
        while not lock_file(file.fileno()):
            if time.monotonic() > end:
                raise PokerError("another process still works on this job")
            time.sleep(0.1)
        yield


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
