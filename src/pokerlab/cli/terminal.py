"""What verbs share on the terminal: results, progress, cards in four colours, the 13x13 matrix."""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from rich.console import Console
    from rich.text import Text

    from pokerlab._threads import Progress

JsonOption = Annotated[bool, typer.Option("--json", help="Machine-readable result on stdout.")]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", min=1, help="Number of threads.", show_default="all processors")
]

# Four-colour deck, on a light card face so that black stays visible on dark terminals.
_SUIT_STYLES = ("green4 on grey93", "blue on grey93", "red on grey93", "black on grey93")
_PLAIN_PROGRESS_SECONDS = 5.0


@cache
def console() -> "Console":
    """Results go here: stdout."""
    from rich.console import Console

    # Into a file or pipe, tables are as wide as they need to be.
    return Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else 200)


def print_json(schema: str, **content: Any) -> None:
    """One JSON object on stdout that names its schema, such as `pokerlab/equity/1`."""
    typer.echo(json.dumps({"schema": schema, **content}, ensure_ascii=not _takes_symbols(), indent=2))


def paint_cards(cards: Sequence[int]) -> "Text":
    """Cards in the four-colour convention: clubs green, diamonds blue, hearts red, spades black."""
    from rich.text import Text

    from pokerlab.cards.card import format_card

    symbols = _takes_symbols()
    text = Text()
    for place, card in enumerate(cards):
        text.append(" " if place else "")
        text.append(format_card(card, symbols=symbols), style=_SUIT_STYLES[card & 3])
    return text


def weight_cell(name: str, weight: float) -> "Text":
    """A matrix cell for a weight 0..1: the deeper the colour, the more of it."""
    from rich.text import Text

    if not weight:
        return Text("·".center(5), style="grey42")
    label = name if weight == 1 or console().is_terminal else f"{100 * weight:.0f}%"
    return Text(label.center(5), style=f"black on {_mix((58, 58, 58), (255, 175, 0), 0.25 + 0.75 * weight)}")


def share_cell(name: str, share: float) -> "Text":
    """A matrix cell for a share of the pot 0..1, from red over yellow to green; NaN is an empty cell."""
    from rich.text import Text

    if share != share:
        return Text("·".center(5), style="grey42")
    red, yellow, green = (215, 60, 50), (235, 200, 70), (60, 170, 80)
    colour = _mix(red, yellow, 2 * share) if share < 0.5 else _mix(yellow, green, 2 * share - 1)
    label = name if console().is_terminal else f"{100 * share:.0f}"
    return Text(label.center(5), style=f"black on {colour}")


def paint_matrix(values: "npt.NDArray[np.float64]", cell: "Callable[[str, float], Text]") -> "Text":
    """A 13x13 matrix of hand classes, pairs on the diagonal, suited above it, each drawn by `cell`."""
    from rich.text import Text

    from pokerlab.cards.combos import CLASS_NAMES

    lines = [
        Text.assemble(*(cell(CLASS_NAMES[13 * row + column], float(values[row, column])) for column in range(13)))
        for row in range(13)
    ]
    return Text("\n").join(lines)


@contextmanager
def show_progress(what: str) -> "Iterator[Progress]":
    """A callback `(done, total)` that shows progress on stderr: a bar with ETA, or plain lines if it is no terminal."""
    if not sys.stderr.isatty():
        yield _plain_progress(what)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(
        *columns, TextColumn("ETA"), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def say_if_slow(text: str, seconds: float = 2.0) -> Iterator[None]:
    """Say on stderr what is going on if it takes longer than a moment: kernels that are compiled, for example."""
    timer = threading.Timer(seconds, lambda: typer.echo(text, err=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _takes_symbols() -> bool:
    """Whether stdout takes all characters."""
    return str(getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


def _plain_progress(what: str) -> "Progress":
    start = last = time.monotonic()

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _PLAIN_PROGRESS_SECONDS and 0 < done < total:
            left = (now - start) / done * (total - done)
            typer.echo(f"{what}: {100 * done / total:.0f}%, about {left:.0f} s left", err=True)
            last = now

    return report


def _mix(first: tuple[int, int, int], second: tuple[int, int, int], part: float) -> str:
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(first, second, strict=True))
