"""How a solver's run goes, on stderr: where it stands, how old that number is, and how long it may still take."""

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

import typer

from pokerlab.cli.terminal import say_if_slow, show_progress
from pokerlab.equilibrium.run import Listener, RunStep

if TYPE_CHECKING:
    from pokerlab._threads import Progress
    from pokerlab.postflop.engine import Engine

USUAL_POWER = 1.6
"""Exploitability falls about like 1 / t^1.6, until two looks say more."""
SLOWEST_POWER, FASTEST_POWER = 0.5, 2.5


Watching = AbstractContextManager[Callable[[RunStep], None]]


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


class TerminalListener(Listener):
    """Tells on stderr what long work has to tell; `shown` shows the run of a solver, if there is one."""

    def __init__(self, shown: Callable[[Any], Watching] | None = None) -> None:
        self._shown = shown or super().watch

    def watch(self, solver: Any) -> Watching:
        """The run of a solver, as asked for."""
        return self._shown(solver)

    def say(self, text: str) -> None:
        """A line."""
        typer.echo(text, err=True)

    def warn(self, text: str) -> None:
        """A line that says who warns."""
        typer.echo(f"pokerlab: {text}", err=True)

    def wait(self, what: str) -> AbstractContextManager[None]:
        """A line if it takes longer than a moment."""
        return say_if_slow(f"{what}...")

    def progress(self, what: str) -> "AbstractContextManager[Progress]":
        """A bar, or lines now and then."""
        return show_progress(what)


@contextmanager
def watched(engine: "Engine", watch: RunWatch) -> Iterator[Callable[[RunStep], None]]:
    """A callback for the looks of a run that shows them: a live line on a terminal, else a line per look."""
    if not sys.stderr.isatty():

        def print_look(step: RunStep) -> None:
            watch.note(step)
            typer.echo(watch.line(step.iteration), err=True)

        watch.line(engine.iteration)
        yield print_look
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(stderr=True), transient=True, refresh_per_second=5) as live:

        def show(iteration: int) -> Any:
            live.update(Text(watch.line(iteration)))

        def show_look(step: RunStep) -> None:
            watch.note(step)
            show(step.iteration)

        engine.watch = show
        show(engine.iteration)
        try:
            yield show_look
        finally:
            engine.watch = None
