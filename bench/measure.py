"""How we measure: two pieces of work in turn, processor time of this thread, best of several rounds.

Machines are shared and noisy; a ratio measured in one run is what we compare, never an absolute time.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], object]


@dataclass
class Goal:
    """A measured ratio and what we want it to be."""

    what: str
    ratio: float
    at_least: float

    def __str__(self) -> str:
        verdict = "ok" if self.ratio >= self.at_least else "MISSED"
        return f"{self.what:<58} {self.ratio:8.2f}x  (goal {self.at_least:g}x)  {verdict}"


def best_seconds(*works: Work, rounds: int = 7, clock: Callable[[], float] = time.thread_time) -> list[float]:
    """The least processor time of each work over several rounds, taken in turn; each runs once before it counts. The
    clock is that of this thread; `time.process_time` counts all threads."""
    for work in works:
        work()
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for number, work in enumerate(works):
            start = clock()
            work()
            best[number] = min(best[number], clock() - start)
    return best
