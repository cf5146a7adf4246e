"""What is known of a run while it goes: where it stands, how old that number is, and how long it may still take."""

import math
import time

from pokerlab.equilibrium.run import RunStep

USUAL_POWER = 1.6
"""Exploitability falls about like 1 / t^1.6, until two looks say more."""
SLOWEST_POWER, FASTEST_POWER = 0.5, 2.5


class RunWatch:
    """What is known of a run, as a line of text. Limits as in `postflop.solve.steps`; looks in percent of the pot."""

    def __init__(
        self, pot: float, *, target: float | None, iterations: int | None = None, seconds: float | None = None
    ) -> None:
        self._pot, self._target, self._iterations, self._seconds = pot, target, iterations, seconds
        self._start = time.monotonic()
        self._first: int | None = None
        self._looks: list[tuple[int, float]] = []
        self._spent = 0.0

    def note(self, step: RunStep) -> None:
        """Remember a look."""
        assert step.judgement is not None
        self._looks.append((step.iteration, 100 * step.judgement.exploitability / self._pot))
        self._spent = step.seconds

    def line(self, iteration: int) -> str:
        """The run at an iteration."""
        if self._first is None:
            self._first = iteration
        passed = time.monotonic() - self._start
        text = f"iteration {iteration}, {in_time(passed)}"
        if self._looks:
            text += f": {self._exploitability(iteration)}"
        left = self.seconds_left(iteration, passed)
        return text + (f"; about {in_time(left)} left" if left else "")

    def _exploitability(self, iteration: int) -> str:
        seen, percent = self._looks[-1]
        words = [f"exploitability {percent:.3g}%" + (f" at {seen}" if seen < iteration else "")]
        at_best, best = min(self._looks, key=lambda look: look[1])
        if best < percent:
            words.append(f"best {best:.3g}% at {at_best}")
        if self._target:
            words.append(f"target {self._target:g}%")
        return ", ".join(words)

    def seconds_left(self, iteration: int, passed: float) -> float | None:
        """An estimate of the seconds until the first of the limits is reached; None if nothing is known yet."""
        done = iteration - (self._first or 0)
        pace = passed / done if done > 0 else None
        known = []
        if self._seconds is not None:
            known.append(self._seconds - self._spent)
        if self._iterations is not None and pace:
            known.append((self._iterations - iteration) * pace)
        if self._target and self._looks and pace:
            needed = self._needed()
            known.append(max(needed - iteration, 1) * pace if needed > self._looks[-1][0] else 0.0)
        return max(min(known), 0.0) if known else None

    def _needed(self) -> float:
        """The iteration at which the target should be reached, by how the looks of the last half of the run fell."""
        assert self._target
        last, percent = self._looks[-1]
        if percent <= self._target:
            return last
        power = USUAL_POWER
        earlier = [look for look in self._looks[:-1] if 2 * look[0] <= last] or self._looks[:1]
        before, then = earlier[-1]
        if before < last and 0 < percent < then:
            power = math.log(then / percent) / math.log(last / before)
        power = min(max(power, SLOWEST_POWER), FASTEST_POWER)
        return float(last * (percent / self._target) ** (1 / power))


def in_time(seconds: float) -> str:
    """A number of seconds as people say it: 40 s, 7 min, 3.5 h, 12 days."""
    for unit, size, most in (("s", 1.0, 100), ("min", 60.0, 100), ("h", 3600.0, 48)):
        if seconds < most * size:
            return f"{seconds / size:.{1 if unit == 'h' else 0}f} {unit}"
    days = seconds / 86400
    return f"{days:.0f} days" if days < 1000 else "years"
