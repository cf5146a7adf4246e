"""Long work that survives: jobs, one solver at a time.

A job is a directory of the data directory:

    asked.toml   what was asked: a `SolveJob`, its paths from this directory on; or a spot and which `flops`
    locks.toml   the strategies that it fixes, if any
    state.json   in which state it is, and what else a list of jobs shows
    steps        how the run went, a line of JSON each
    checkpoint   from where it can go on; not after it is done
    run/         many flops: what is done of them (`jobs.directory`)

Each runs in a process of its own (`job_process`), so that one that crashes or takes too much memory touches nobody. A
job that is stopped keeps what it has reached; one whose server was killed is `interrupted`. Both can go on.
"""

import asyncio
import json
import os
import secrets
import shutil
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool

from pokerlab._files import write_atomically
from pokerlab._toml import write_toml
from pokerlab.cards.card import format_cards
from pokerlab.equilibrium.algorithms import parse_rule
from pokerlab.errors import shorten
from pokerlab.postflop.flops import chosen_flops
from pokerlab.postflop.job import SolveJob
from pokerlab.postflop.locks import Lock, write_locks
from pokerlab.postflop.solution import last_street
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import SpotTree
from pokerlab.web.checking import spot_content
from pokerlab.web.data import DataDirectory
from pokerlab.web.hub import Hub
from pokerlab.web.job_process import ASKED, CHECKPOINT, FLOPS, LOOK, STEPS
from pokerlab.web.limits import RefusedError
from pokerlab.web.messages.flops import FlopsQuestion
from pokerlab.web.messages.jobs import JobQuestion, LocksQuestion, LockToSet, SolveSettingsAsked

KILL_AFTER = 10.0
"""Seconds without a sign of life after which a process that shall end is killed; a further step is none."""
LOOK_EVERY = 1.0
"""Seconds between looks whether a process that says nothing is still there."""
MOST_JOBS = 1000
GOES_ON = ("paused", "interrupted", "cancelled", "failed")
"""States from which a job can go on."""
INTERRUPTED = "the server ended while it was running"
_KEPT = ("kind", "state", "title", "asked", "line", "solution", "target", "base")


@dataclass
class KeptJob:
    """A job as the server knows it; see `messages.JobRecord`. `solution`: the name its result has or will have."""

    directory: Path
    title: str
    asked: float
    solution: str
    target: float | None
    kind: str = "solve"
    base: str | None = None
    shown: int | None = None
    state: str = "queued"
    line: str | None = None
    last: dict[str, Any] | None = None
    doing: str | None = None
    part: float | None = None
    steps: int = field(default=0)

    @property
    def id(self) -> str:
        """The name of its directory."""
        return self.directory.name

    @classmethod
    def read(cls, directory: Path) -> "KeptJob":
        """The job of a directory; one that was running when nobody wrote its end down is interrupted."""
        content = json.loads((directory / "state.json").read_bytes())
        job = cls(directory, **{name: content[name] for name in _KEPT if name in content})
        steps = job.read_steps()
        job.steps, job.last = len(steps), steps[-1] if steps else None
        if job.state == "running":
            job.state, job.line = "interrupted", INTERRUPTED
        return job

    def save(self) -> None:
        """Write its state down."""
        content = {name: getattr(self, name) for name in _KEPT}
        write_atomically(self.directory / "state.json", json.dumps(content).encode())

    def record(self) -> dict[str, Any]:
        """As pages see it."""
        shown = ("id", "kind", "state", "title", "asked", "line", "base", "target", "doing", "part", "last", "shown")
        is_there = self.solution and (self.directory.parents[1] / "solutions" / f"{self.solution}.sol").exists()
        return {name: getattr(self, name) for name in shown} | {"solution": self.solution if is_there else None}

    def read_steps(self) -> list[dict[str, Any]]:
        """All steps; a line that was not written to its end does not count."""
        try:
            lines = (self.directory / STEPS).read_text("ascii").splitlines()
        except (OSError, ValueError):
            return []
        steps = []
        for line in lines:
            with suppress(ValueError):
                steps.append(json.loads(line))
        return steps


class JobQueue:
    """All jobs of a data directory. To be used in the thread of the event loop."""

    def __init__(self, data: DataDirectory, hub: Hub, *, resume: bool = False) -> None:
        self._data, self._hub = data, hub
        self.jobs: dict[str, KeptJob] = {}
        for directory in sorted(path for path in data.jobs.iterdir() if not path.is_symlink()):
            with suppress(OSError, ValueError, KeyError, TypeError):
                job = KeptJob.read(directory)
                if resume and job.state == "interrupted":
                    job.state, job.line = "queued", None
                self.jobs[job.id] = job
                job.save()
        self._wake = asyncio.Event()
        self._wake.set()
        self.running: KeptJob | None = None
        self._process: Process | None = None
        self._doing: asyncio.Task[None] | None = None
        self._wanted = ""
        self._heard = 0.0
        hub.first["jobs"] = lambda rest: [{"type": "job", "job": job.record()} for job in self.jobs.values()]
        hub.first["job"] = self._greet

    async def submit(self, asked: JobQuestion) -> KeptJob:
        """Put a job into the queue; what is wrong with it is said now, as far as it is quickly known."""
        content = spot_content(asked.toml, asked.spot)
        content.pop("job", None)
        locks = [_lock(lock) for lock in asked.locks]
        return await self._add(Spot(**content), asked, locks, asked.name, compare=asked.compare)

    async def submit_locks(self, spot: Spot, asked: LocksQuestion, locks: list[Lock], file: Path) -> KeptJob:
        """Put the spot of a solution, with locks, into the queue; `file`: where the solution is."""
        hold = f"{asked.hold}:../../{file.relative_to(self._data.path).as_posix()}" if asked.hold else None
        name = f"{asked.name} locked"
        return await self._add(spot, asked, locks, name, compare=asked.compare, base=asked.name, hold=hold)

    def submit_flops(self, asked: FlopsQuestion) -> KeptJob:
        """Put a spot on many flops into the queue."""
        content = spot_content(asked.toml, asked.spot)
        content.pop("job", None)
        spot = Spot(**content)
        if asked.all + (asked.subset is not None) + (asked.sample is not None) + bool(asked.only) != 1:
            raise RefusedError("flops are chosen by one of 'all', 'subset', 'sample' and 'only'")
        chosen_flops(spot, asked.only or [format_cards(spot.board)])
        which = {key: value for key, value in asked.model_dump().items() if value is not None}
        which = {
            key: which[key]
            for key in ("only", "subset", "sample", "seed", "target", "compressed", "keep")
            if key in which
        }
        toml = write_toml({**spot.to_dict(), FLOPS: which})
        title = asked.name or spot.name or "many flops"
        return self._keep(title, "", asked.target, {ASKED: toml}, kind="flops")

    async def work(self) -> None:
        """Do what is in the queue, until cancelled; then the job that runs is stopped and interrupted."""
        try:
            while True:
                await self._wake.wait()
                job = next((job for job in self.jobs.values() if job.state == "queued"), None)
                if job is None:
                    self._wake.clear()
                else:
                    self._doing = asyncio.create_task(self._do(job))
                    await asyncio.shield(self._doing)
        except asyncio.CancelledError:
            if self.running and self._doing:
                await self._stop("interrupted")
                await self._doing
            raise

    async def cancel(self, name: str) -> KeptJob:
        """Stop a job for good, keeping what was reached."""
        return await self._end(name, "cancelled", ("queued", "running", "paused", "interrupted"))

    async def pause(self, name: str) -> KeptJob:
        """Stop a job that shall go on later; its memory is free meanwhile."""
        return await self._end(name, "paused", ("queued", "running"))

    def resume(self, name: str) -> KeptJob:
        """Let a job go on from where it is, when its turn comes."""
        job = self.find(name)
        if job.state not in GOES_ON:
            raise RefusedError(f"a job that is {job.state} does not go on", 409)
        job.line = None
        self._move(job, "queued")
        self._wake.set()
        return job

    def look(self, name: str) -> KeptJob:
        """Let a job that runs write what it has reached, at its next step."""
        job = self.find(name)
        if job is not self.running or job.kind != "solve":
            raise RefusedError(f"a job ({job.kind}) that is {job.state} has nothing new to show", 409)
        (job.directory / LOOK).touch()
        return job

    def remove(self, name: str) -> KeptJob:
        """Forget a job that does not run. Its solution stays."""
        job = self.find(name)
        if job is self.running or job.state == "queued":
            raise RefusedError(f"a job that is {job.state} must be cancelled first", 409)
        shutil.rmtree(job.directory)
        return self.jobs.pop(job.id)

    def find(self, name: str) -> KeptJob:
        """The job of a name."""
        if name not in self.jobs:
            raise RefusedError(f"there is no job '{shorten(name)}'", 404, "id")
        return self.jobs[name]

    @property
    def waiting(self) -> int:
        """How many are in the queue."""
        return sum(job.state == "queued" for job in self.jobs.values())

    async def _add(
        self, spot: Spot, asked: SolveSettingsAsked, locks: list[Lock], name: str | None, *, compare: bool,
        base: str | None = None, hold: str | None = None,
    ) -> KeptJob:  # fmt: skip
        await run_in_threadpool(_check_locks, spot, locks)
        title = name or spot.name or format_cards(spot.board)
        taken = frozenset(job.solution for job in self.jobs.values())
        solution = self._data.solutions.free_name(title, taken)
        settings = {key: value for key, value in asked.model_dump().items() if key in SolveSettingsAsked.model_fields}
        settings = {key: value for key, value in settings.items() if value is not None}
        job = SolveJob(
            spot=spot, **settings, locks=("locks.toml",) if locks else (), compare=compare,
            hold=hold, out=f"../../solutions/{solution}.sol", checkpoint=CHECKPOINT,
        )  # fmt: skip
        parse_rule(job.rule)
        last_street(spot, job.streets)
        files = {"locks.toml": write_locks(locks)} if locks else {}
        return self._keep(title, solution, job.limits["target"], files | {ASKED: job.to_toml()}, base=base)

    def _keep(
        self, title: str, solution: str, target: float | None, files: Mapping[str, str], kind: str = "solve",
        base: str | None = None,
    ) -> KeptJob:  # fmt: skip
        """Make the directory of a job, and put it into the queue."""
        if len(self.jobs) >= MOST_JOBS:
            raise RefusedError(f"there are {MOST_JOBS:,} jobs already; remove some first", 409)
        directory = self._data.jobs / f"{int(1000 * time.time()):011x}-{secrets.token_hex(3)}"
        directory.mkdir(mode=0o700)
        try:
            for name, text in files.items():
                write_atomically(directory / name, text.encode())
            kept = KeptJob(directory, shorten(title, 100), time.time(), solution, target, kind, base)
            kept.save()
        except BaseException:
            shutil.rmtree(directory, ignore_errors=True)
            raise
        self.jobs[kept.id] = kept
        self._tell(kept)
        self._wake.set()
        return kept

    async def _do(self, job: KeptJob) -> None:
        """Run a job until its process ends."""
        self._wanted, self.running = "", job
        end: dict[str, Any] = {}
        self._move(job, "running")
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "pokerlab.web.job_process", str(job.directory),
                stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True,
            )  # fmt: skip
            self._heard = time.monotonic()
            async for message in _messages(self._process):
                if not (self._wanted and "step" in message):
                    self._heard = time.monotonic()
                end |= self._hear(job, message)
            await self._process.wait()
            self._settle(job, end, self._process.returncode)
        except OSError as error:
            job.line = f"its process cannot be started: {error.strerror}"
            self._move(job, "failed")
        finally:
            self._process = self.running = None

    def _hear(self, job: KeptJob, message: dict[str, Any]) -> dict[str, Any]:
        """Take what a process tells, and tell it on; returns what it says of its end."""
        if "step" in message:
            job.last, job.steps = message["step"], job.steps + 1
            steps = {"type": "steps", "id": job.id, "first": job.steps - 1, "steps": [message["step"]]}
            self._hub.tell(steps, f"job:{job.id}")
        told = [name for name in ("line", "doing", "part", "shown") if name in message]
        for name in told:
            setattr(job, name, message[name])
        if told or "step" not in message:
            self._tell(job)
        else:
            self._hub.tell({"type": "job", "job": job.record()}, "jobs")  # who watches this one has the step
        return {name: message[name] for name in ("ended", "error") if name in message}

    def _settle(self, job: KeptJob, end: dict[str, Any], code: int | None) -> None:
        """The state of a job whose process has ended."""
        job.doing = job.part = None
        if end.get("ended") in ("done", "stalled"):
            (job.directory / CHECKPOINT).unlink(missing_ok=True)
            self._move(job, "done")
        elif self._wanted:
            job.line = end.get("error", INTERRUPTED if self._wanted == "interrupted" else None)
            self._move(job, self._wanted)
        elif "error" in end:
            job.line = end["error"]
            self._move(job, "failed")
        else:
            how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
            job.line = f"its process {how}; it goes on from its last checkpoint"
            self._move(job, "failed")

    async def _end(self, name: str, state: str, possible: tuple[str, ...]) -> KeptJob:
        job = self.find(name)
        if job.state not in possible:
            raise RefusedError(f"a job that is {job.state} cannot be {state}", 409)
        if job is self.running and self._doing:
            doing = self._doing
            await self._stop(state)
            await asyncio.wait([doing])
        else:
            self._move(job, state)
        return job

    async def _stop(self, state: str) -> None:
        """Ask the process that runs to end, and wait; one that shows no sign of life is killed."""
        job, process = self.running, self._process
        self._wanted, self._heard = state, time.monotonic()
        while process is None and job is self.running:  # it is just being started
            await asyncio.sleep(0.01)
            process = self._process
        if process is None or job is None:
            return
        with suppress(OSError):
            assert process.stdin is not None
            process.stdin.write(b"stop\n")
            await process.stdin.drain()
        while process.returncode is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), 0.5)
            if time.monotonic() - self._heard > KILL_AFTER and not self._is_writing(job, process.pid):
                _kill(process)

    def _is_writing(self, job: KeptJob, process: int) -> bool:
        """Whether a file of the job grows: large checkpoints and solutions take their time. In the library only what
        its own process writes counts (`_files.open_atomically` names it)."""
        library = self._data.path / "solutions"
        for path in (*job.directory.glob("**/.writing-*"), *library.glob(f".writing-{process}-*")):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime < KILL_AFTER:
                    return True
        return False

    def _move(self, job: KeptJob, state: str) -> None:
        job.state = state
        with suppress(OSError):  # a full disk does not end the queue; what is not written down is told all the same
            job.save()
        self._tell(job)

    def _tell(self, job: KeptJob) -> None:
        self._hub.tell({"type": "job", "job": job.record()}, "jobs", f"job:{job.id}")

    def _greet(self, name: str) -> list[dict[str, Any]]:
        job = self.find(name)
        told: dict[str, Any] = {"type": "steps", "id": job.id, "first": 0, "steps": job.read_steps()}
        return [{"type": "job", "job": job.record()}, told]


async def _messages(process: Process) -> AsyncIterator[dict[str, Any]]:
    """What a process says, until it ends. Those it has started have its pipe, too: they do not outlive it."""
    assert process.stdout is not None
    has_ended = False
    while True:
        try:
            line = await asyncio.wait_for(process.stdout.readline(), LOOK_EVERY)
        except TimeoutError:
            if has_ended:
                return
            if has_ended := process.returncode is not None:
                _kill(process)
            continue
        if not line:
            return
        with suppress(ValueError):
            yield json.loads(line)


def _kill(process: Process) -> None:
    """Kill a process and those it has started: it leads a group of its own."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _check_locks(spot: Spot, locks: list[Lock]) -> None:
    """An error if locks are not of the tree of a spot, or that is too large, which may take seconds to find out."""
    tree = SpotTree.build(spot)
    for lock in locks:
        lock.placed(tree)


def _lock(asked: LockToSet) -> Lock:
    return Lock(asked.node, asked.hands)
