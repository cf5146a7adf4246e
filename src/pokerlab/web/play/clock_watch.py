"""A machine that slept, a clock that jumped: told by comparing the clock on the wall with one that only goes forward.

Hands, levels and time to think are counted by the latter, which stands still while the machine sleeps; so nothing is
lost, but whoever comes back may wonder.
"""

import time
from collections.abc import Callable

LOOK_EVERY = 2.0
"""Seconds between two looks."""
LEAST = 15.0
"""Seconds that are worth a word: clocks are set right by a few, and a busy machine is late."""


class ClockWatch:
    """Looks at two clocks; `wall` and `steady` give seconds."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._last = wall(), steady()

    def look(self) -> str:
        """What happened since the last look, in a line; empty if nothing did."""
        now = self._wall(), self._steady()
        wall, steady = now[0] - self._last[0], now[1] - self._last[1]
        self._last = now
        if wall - steady > LEAST:
            return (
                f"This machine slept for {_duration(wall - steady)}, or its clock was put forward: nothing is lost, "
                "levels and time to think count only while it is awake"
            )
        if steady - wall > LEAST:
            return (
                f"The clock of this machine was put back by {_duration(steady - wall)}: nothing is lost, levels and "
                "time to think go by another clock"
            )
        if steady > LOOK_EVERY + LEAST:
            return f"This machine stood still for {_duration(steady)}: nothing is lost"
        return ""


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} hours"
