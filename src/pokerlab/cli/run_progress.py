"""How a solver's run goes, on stderr: where it stands, how old that number is, and how long it may still take."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

import typer

from pokerlab.cli.terminal import say_if_slow, show_progress
from pokerlab.equilibrium.run import Listener, RunStep
from pokerlab.equilibrium.run_watch import RunWatch

if TYPE_CHECKING:
    from pokerlab._threads import Progress
    from pokerlab.postflop.engine import Engine

Watching = AbstractContextManager[Callable[[RunStep], None]]


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

    def progress(self, what: str | Callable[[], str]) -> "AbstractContextManager[Progress]":
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
