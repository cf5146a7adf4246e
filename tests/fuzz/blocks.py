"""Blocks of cases in processes of their own: what becomes of each case, even of one that takes its process with it."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fuzz.door import Door
from fuzz.verdict import shortened
from fuzz.worker import NO_CASE, NOTE

Block = tuple[Door, range]
"""A door and the numbers of cases."""

QUIET_SECONDS = 180.0
"""A worker that is at the same case for longer, and wants no processor meanwhile, is ended: it waits for something that
does not come. One that wants a processor and gets none, on a machine that is busy with other things, is left alone."""

SLOW = "more than"
"""How the reasons of cases begin that took too long."""

ENDING = threading.Event()
"""Set when all that runs shall end: workers are ended, and their blocks are not done."""

MOST_ENDS = 10
"""A block is given up after so many cases that took their process with them."""


@dataclass(frozen=True)
class Failure:
    """A case that failed."""

    door: str
    seed: int
    number: int
    reason: str
    place: str
    trace: str

    @property
    def sign(self) -> tuple[str, str, str]:
        """Equal for failures that look like the same fault."""
        return self.door, re.sub(r"[\d,.]+", "N", self.reason.partition(":")[0]), self.place

    @property
    def is_slow(self) -> bool:
        """Whether it was ended because of its time."""
        return self.reason.startswith(SLOW)

    @property
    def command(self) -> str:
        """What to type to see it again."""
        return f"python tests/fuzz {self.door} --seed {self.seed} --case {self.number}"

    def __str__(self) -> str:
        return f"{self.door}: {ascii(self.reason)[1:-1]} (in {self.place})\n    {self.command}"


@dataclass
class Tally:
    """What came of some cases of a door. `left`: cases that were not tried, because too many before ended a process."""

    accepted: int = 0
    refused: int = 0
    stopped: int = 0
    left: int = 0
    slowest: int = NO_CASE
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)

    @property
    def cases(self) -> int:
        """Cases tried."""
        return self.accepted + self.refused + self.stopped + len(self.failures)

    def add(self, other: "Tally") -> None:
        """Count the cases of another tally of the same door, too."""
        self.accepted += other.accepted
        self.refused += other.refused
        self.stopped += other.stopped
        self.left += other.left
        if other.seconds > self.seconds:
            self.slowest, self.seconds = other.slowest, other.seconds
        self.failures += other.failures


def run_block(door: Door, seed: int, first: int, last: int) -> Tally:
    """Try cases `first` to `last` - 1. A case that ends its process is a failure, and another process goes on after
    it."""
    return run_blocks([(door, range(first, last))], seed)[door.name]


def run_blocks(blocks: Sequence[Block], seed: int) -> dict[str, Tally]:
    """The same for some doors of a package, by name, in one process as long as nothing ends it: what they all load is
    loaded once."""
    tallies = {door.name: Tally() for door, _ in blocks}
    ends = dict.fromkeys(tallies, 0)
    while blocks:
        found, end = run_worker(blocks, seed)
        for name, tally in found.items():
            tallies[name].add(tally)
        if end is None:
            break
        at = next(place for place, (door, _) in enumerate(blocks) if door.name == end.door)
        door, numbers = blocks[at]
        tallies[door.name].failures.append(_confirmed(door, numbers.start, end))
        ends[door.name] += 1
        rest = range(end.number + 1, numbers.stop)
        if ends[door.name] == MOST_ENDS:
            tallies[door.name].left, rest = len(rest), range(0)
        blocks = [*([(door, rest)] if rest else []), *blocks[at + 1 :]]
    return tallies


def run_worker(blocks: Sequence[Block], seed: int) -> tuple[dict[str, Tally], Failure | None]:
    """One process, as far as it comes: what it found at each door, and the case that ended it."""
    doors = [door for door, _ in blocks]
    with tempfile.TemporaryDirectory(prefix="fuzz-") as directory:
        note, errors, work = (Path(directory) / name for name in ("note", "errors", "work"))
        note.write_bytes(NOTE.pack(0, NO_CASE, 0, 0, 0, 0, NO_CASE, 0.0))
        work.mkdir()
        worker = [sys.executable, str(Path(__file__).with_name("worker.py")), doors[0].package, str(seed), str(note)]
        worker += [f"{door.name}:{numbers.start}:{numbers.stop}" for door, numbers in blocks]
        with (
            errors.open("wb") as file,
            subprocess.Popen(
                worker, cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=file, env=_environment()
            ) as process,
        ):
            try:
                output = _watch(process, note)
            finally:
                process.kill()
        last, at, *counts = NOTE.unpack(note.read_bytes())
        facts = [json.loads(line) for line in output.splitlines()]
        trace = errors.read_text("utf-8", "replace")
    tallies = {fact["door"]: _tally(fact["counts"]) for fact in facts if "counts" in fact}
    if process.returncode != 0:
        if at == NO_CASE:
            raise RuntimeError(f"the worker of {doors[last].name} did not begin: {shlex.join(worker)}\n{trace}")
        tallies[doors[last].name] = _tally(counts)
    for fact in facts:
        if "number" in fact:
            tallies[fact["door"]].failures.append(Failure(seed=seed, **fact))
    if process.returncode == 0:
        return tallies, None
    return tallies, Failure(doors[last].name, seed, at, _reason(doors[last], process.returncode), _place(trace), trace)


def _tally(counts: Sequence[Any]) -> Tally:
    accepted, refused, stopped, _, slowest, seconds = counts
    return Tally(accepted, refused, stopped, 0, slowest, seconds)


def input_text(failure: Failure, door: Door, most: int = 160) -> str:
    """What went in, as one line of Python, shortened."""
    return shortened(ascii(door.case(failure.seed, failure.number)), most)


def _environment() -> dict[str, str]:
    """The same for every run: the order of sets, and the width of tables."""
    return {**os.environ, "PYTHONHASHSEED": "0", "COLUMNS": "120", "MALLOC_ARENA_MAX": "2", "PYTHONUTF8": "1"}


def _watch(process: "subprocess.Popen[bytes]", note: Path) -> str:
    """All that a worker writes until it ends; it is ended if it is at one case for too long."""
    assert process.stdout is not None
    output: list[bytes] = []
    os.set_blocking(process.stdout.fileno(), False)
    seen, quiet = b"", 0.0
    pause = 0.005
    while True:
        is_over = process.poll() is not None
        output.append(process.stdout.read() or b"")
        if is_over:
            return b"".join(output).decode()
        if ENDING.is_set():
            raise InterruptedError("the block was ended")
        now = note.read_bytes()
        if now != seen:
            seen, quiet = now, 0.0
        elif quiet > QUIET_SECONDS:
            process.send_signal(signal.SIGABRT)
            quiet = 0.0
        pause = min(2 * pause, 0.2)
        before = time.monotonic()
        time.sleep(pause)
        quiet += 0.0 if _wants_processor(process.pid) else time.monotonic() - before


def _wants_processor(process: int) -> bool:
    """Whether some thread of a process could run now; False where the system does not say."""
    for status in Path("/proc").glob(f"{process}/task/*/stat"):
        try:
            if status.read_text().rpartition(")")[2].split()[0] in ("R", "D"):
                return True
        except (OSError, IndexError):  # just ended
            continue
    return False


def _reason(door: Door, code: int) -> str:
    if -code == signal.SIGPROF:
        return f"{SLOW} {door.seconds:g} s of processor time"
    if -code == signal.SIGABRT:
        return "the process was aborted, or did nothing for long"
    return f"the process ended with {signal.Signals(-code).name if code < 0 else f'code {code}'}"


def _place(trace: str) -> str:
    """The innermost line of ours in what the fault handler wrote."""
    found = re.findall(r'File "([^"]+)", line \d+ in (\w+)', trace)
    ours = [(path, name) for path, name in found if "/pokerlab/" in path] or found
    return f"{Path(ours[0][0]).name}:{ours[0][1]}" if ours else "process"


def _confirmed(door: Door, first: int, end: Failure) -> Failure:
    """The failure, with a note if a crash takes the cases before it, too: the fewest of them that do it."""
    if end.is_slow or run_worker([(door, range(end.number, end.number + 1))], end.seed)[1]:
        return end
    low, high = first, end.number  # from `low` it happens, from `high` it does not
    while high - low > 1:
        middle = (low + high) // 2
        again = run_worker([(door, range(middle, end.number + 1))], end.seed)[1]
        low, high = (middle, high) if again and again.number == end.number else (low, middle)
    note = f"{end.reason}, but only after the cases from {low} on"
    return Failure(end.door, end.seed, end.number, note, end.place, end.trace)
