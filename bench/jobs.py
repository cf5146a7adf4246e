"""Tasks: what each costs beside its work, in a process and on a loopback cluster; two workers against one; large runs
planned and resumed. Wall clock, since several processes take part: it counts what other programs take, too.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from measure import Goal
from pokerlab._files import write_atomically
from pokerlab.jobs.directory import Done, RunDirectory
from pokerlab.jobs.run import run
from pokerlab.jobs.task import Task

ROUNDS = 3
MANY = 300
FLOPS = 1755
LOCAL, ON_CLUSTER = 0.005, 0.020
PLANNED = 2.0


def sleep(arguments: dict, path: Path) -> dict:
    """A task that takes a processor nothing: what is measured is who waits for whom, on however few cores."""
    time.sleep(arguments["seconds"])
    write_atomically(path, b"slept")
    return {}


def tasks(count: int, seconds: float = 0.0) -> list[Task]:
    return [Task("jobs:sleep", {"number": number, "seconds": seconds}) for number in range(count)]


def run_seconds(count: int, seconds: float, where: str, jobs: int) -> float:
    """From the first result to the last, so that the start of processes is not counted."""
    with tempfile.TemporaryDirectory() as directory:
        found = run(tasks(count, seconds), directory, where=where, jobs=jobs)
        next(found)
        start = time.perf_counter()
        for _ in found:
            pass
        return time.perf_counter() - start


def overhead(where: str) -> float:
    """Seconds of a task that does nothing."""
    return min(run_seconds(MANY, 0.0, where, 1) for _ in range(ROUNDS)) / (MANY - 1)


def gain(where: str, other: str) -> float:
    """How many times as fast two workers are as one, with tasks that sleep for a second; the first task of each worker
    is not counted, since it begins when its process is there."""
    one = two = float("inf")
    for _ in range(ROUNDS - 1):
        one = min(one, run_seconds(5, 1.0, other, 1) / 4)
        with tempfile.TemporaryDirectory() as directory:
            ends = [time.perf_counter() for _ in run(tasks(10, 1.0), directory, where=where, jobs=2)]
        two = min(two, (ends[-1] - ends[1]) / 8)
    return one / two


def resumed_seconds() -> tuple[float, float]:
    """Planning so many tasks with arguments as long as those of a flop, and starting again when all are done."""
    filler = {f"flop_{number}_bet": "33%, 75%, 150%" for number in range(40)}

    def planned() -> list[Task]:
        return [Task("jobs:sleep", {"number": number, "seconds": 0, **filler}) for number in range(FLOPS)]

    with tempfile.TemporaryDirectory() as directory:
        place = RunDirectory(directory)
        start = time.perf_counter()
        place.begin(planned())
        plan = time.perf_counter() - start
        for task in planned():
            place.path_of(task).write_bytes(b"done")
            place.finish(Done(task, place.path_of(task), {}, 1.0, 1, "bench"))
        start = time.perf_counter()
        assert sum(1 for _ in run(planned(), directory, jobs=1)) == FLOPS
        return plan, time.perf_counter() - start


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    command = f"-m pokerlab cluster start --workers {workers} --memory 500MB --port 0"
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, *command.split()], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=os.environ | {"PYTHONPATH": path},
    ) as server:  # fmt: skip
        assert server.stdout is not None
        found = re.match(r"tcp://\S+", server.stdout.readline())
        assert found
        try:
            yield f"cluster:{found[0]}"
        finally:
            server.terminate()


def main() -> list[Goal]:
    plan, resume = resumed_seconds()
    local = overhead("processes")
    local_gain = gain("processes", "processes")
    with cluster(1) as one, cluster(2) as two:
        remote = overhead(one)
        remote_gain = gain(two, one)
    print(f"a task that does nothing: {1000 * local:.2f} ms in a process, {1000 * remote:.2f} ms on a loopback cluster")
    print(f"{FLOPS:,} tasks planned in {plan:.2f} s, resumed in {resume:.2f} s")
    return [
        Goal("5 ms against the overhead of a task in a process", LOCAL / local, 1),
        Goal("20 ms against that of one on a loopback cluster", ON_CLUSTER / remote, 1),
        Goal("two processes against one, tasks of 1 s that sleep", local_gain, 1.9),
        Goal("two workers of a cluster against one, the same", remote_gain, 1.9),
        Goal(f"2 s against {FLOPS:,} tasks planned and resumed", PLANNED / (plan + resume), 1),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
