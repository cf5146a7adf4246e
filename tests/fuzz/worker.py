"""The process that tries cases: it notes each before it begins, and the system ends it if one takes too much.

    python tests/fuzz/worker.py PACKAGE SEED NOTE DOOR:FIRST:LAST...      cases FIRST to LAST - 1 of each door

Failures go to stdout, one JSON object a line, and after each door its counts; what it does now and what came of this
door so far into the file NOTE. It works
in the current directory and can write nowhere else.
"""

import faulthandler
import importlib
import json
import mmap
import os
import resource
import signal
import struct
import sys
import time
import warnings
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.door import Door
from fuzz.verdict import Kind, Verdict, judge, judge_case, shortened

NOTE = struct.Struct("<7qd")
"""The place of the door and the case a worker is at; how many were taken, refused, stopped, failed; the slowest, and
its seconds."""

NO_CASE = -(1 << 40)

MOST_MEMORY = 1 << 30
"""Bytes that the cases of a block may take beyond what the process had before."""

MOST_FILE = 1 << 26


def main() -> None:
    package, seed, note, *blocks = sys.argv[1:]
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whatever a door prints is not for our reader
    doors = {door.name: door for door in importlib.import_module(f"fuzz.doors.{package}").DOORS}
    with Path(note).open("r+b") as file:
        noted = mmap.mmap(file.fileno(), NOTE.size)
    guard_files()
    for place, block in enumerate(blocks):
        name, first, last = block.rsplit(":", 2)
        NOTE.pack_into(noted, 0, place, NO_CASE, 0, 0, 0, 0, NO_CASE, 0.0)
        Path(name).mkdir()
        os.chdir(name)
        prepare(doors[name])
        _limit_process()
        _try_cases(place, doors[name], int(seed), range(int(first), int(last)), noted, lines)
        os.chdir("..")
    lines.close()
    os._exit(0)  # whatever threads a stopped case left behind


def prepare(door: Door) -> None:
    """Load what is loaded or compiled once: it is not the first case's fault."""
    warnings.simplefilter("error")
    for fields in door.corpus:
        judge(door, fields)


def try_case(door: Door, seed: int, number: int) -> tuple[Verdict, float]:
    """The verdict, and seconds of processor time; beyond the door's limit the system ends the process."""
    start = time.process_time()
    try:
        _set_limits(door.seconds, door.stop_after or 0)
        verdict = judge_case(door, seed, number)
        _set_limits(0, 0)
    except KeyboardInterrupt:  # the time to stop came when the case was just done
        _set_limits(0, 0)
        verdict = Verdict(Kind.STOPPED)
    return verdict, time.process_time() - start


def _try_cases(place: int, door: Door, seed: int, numbers: range, noted: mmap.mmap, lines: Any) -> None:
    counts = dict.fromkeys(Kind, 0)
    slowest, most_seconds = NO_CASE, 0.0
    for number in [*numbers, NO_CASE]:
        NOTE.pack_into(noted, 0, place, number, *counts.values(), slowest, most_seconds)
        if number == NO_CASE:
            break
        verdict, seconds = try_case(door, seed, number)
        counts[verdict.kind] += 1
        if seconds > most_seconds:
            slowest, most_seconds = number, seconds
        if verdict.kind is Kind.FAILED:
            fact = {
                "door": door.name,
                "number": number,
                "reason": verdict.reason,
                "place": verdict.place,
                "trace": shortened(verdict.trace, 8000),
            }
            lines.write(json.dumps(fact) + "\n")
            lines.flush()
    lines.write(json.dumps({"door": door.name, "counts": [*counts.values(), slowest, most_seconds]}) + "\n")
    lines.flush()


def _set_limits(seconds: float, stop_after: float) -> None:
    """After so many seconds of processor time the system ends the process, and the fault handler tells where it was;
    before that, a case may be asked to stop. 0 is no limit."""
    signal.setitimer(signal.ITIMER_VIRTUAL, stop_after)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_process() -> None:
    faulthandler.enable()
    faulthandler.register(signal.SIGPROF, chain=True)  # says where it is, and then the signal ends the process
    signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))
    statistics = Path("/proc/self/statm")
    if statistics.exists():
        most = int(statistics.read_text().split()[0]) * resource.getpagesize() + MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))  # the next door sets its own


def guard_files() -> None:
    """Nothing is written outside of the current directory and the cache of kernels, whatever paths a case names."""
    kernels = os.environ.get("POKERLAB_CACHE_DIR") or Path.home() / ".cache" / "pokerlab"
    allowed = tuple(os.path.realpath(root) for root in (Path.cwd(), kernels, os.devnull))

    def check(path: object) -> None:
        if isinstance(path, int):
            return
        real = os.path.realpath(os.fsdecode(path))  # type: ignore[arg-type]
        if not any(real == root or real.startswith(root + os.sep) for root in allowed):
            raise PermissionError(13, "Permission denied", os.fsdecode(path))  # type: ignore[arg-type]

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if path is not None and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND):
                check(path)
        elif event in ("os.mkdir", "os.remove", "os.rmdir", "os.chmod", "os.truncate", "os.utime"):
            check(arguments[0])
        elif event in ("os.rename", "os.link", "os.symlink"):
            check(arguments[0])
            check(arguments[1])

    sys.addaudithook(watch)


if __name__ == "__main__":
    main()
