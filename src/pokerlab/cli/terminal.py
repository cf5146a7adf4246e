"""What verbs share on the terminal: results, tables, progress, cards in four colours."""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

JsonOption = Annotated[bool, typer.Option("--json", help="Machine-readable result on stdout.")]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", min=1, help="Number of threads.", show_default="all processors")
]

# Four-colour deck, on a light card face so that black stays visible on dark terminals.
_SUIT_STYLES = ("green4 on grey93", "blue on grey93", "red on grey93", "black on grey93")
_PLAIN_PROGRESS_SECONDS = 5.0
_PAGE = 120
"""Columns of what goes into a file or pipe, unless $COLUMNS says otherwise."""
_BETWEEN_COLUMNS, _NARROWEST_PROSE = 2, 30


@cache
def console() -> "Console":
    """Results go here: stdout."""
    from rich.console import Console

    has_width = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(highlight=False, width=None if has_width else _PAGE)


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


def print_table(table: "Table") -> None:
    """A table on stdout. One that is wider than the terminal goes on below with the columns that are left, each time
    with the first column, so that no number is cut off."""
    out = console()
    for column in table.columns:
        if not column.no_wrap:
            column.overflow = "fold"  # a range without spaces is broken, not cut off
    if table.title:  # a title may be wider than its table
        out.print(table.title, style="italic", markup=False)
        table.title = None
    for part in _parts(table, out.width):
        out.print(part)


def print_list(text: str, indent: str = "  ") -> None:
    """Parts with commas between them, such as a range, on as many lines as they take; a line ends after a comma."""
    line = indent
    for part in text.split(","):
        piece = part if line == indent else f",{part}"
        if line != indent and len(line) + len(piece) >= console().width:
            console().print(f"{line},", markup=False, soft_wrap=True)
            line, piece = indent, part
        line += piece
    console().print(line, markup=False, soft_wrap=True)


class Shown(Protocol):
    """A `Progress` that also takes how many seconds are left, where that is known better than from `done`."""

    def __call__(self, done: int, total: int, left: float | None = None) -> None:
        """Show it."""
        ...


@contextmanager
def show_progress(what: str | Callable[[], str]) -> Iterator[Shown]:
    """A callback `(done, total)` that shows progress on stderr: a bar with ETA, or plain lines if it is no terminal.
    `what` is done may be asked anew each time."""
    title = what if callable(what) else lambda: what
    if not sys.stderr.isatty():
        yield _plain_progress(title)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, Task, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as Remaining
    from rich.text import Text

    class Left(Remaining):
        """Until the moment that was told, or else rich's own estimate."""

        def render(self, task: Task) -> Text:
            end = task.fields["end"]
            if end is None:
                return super().render(task)
            return Text(str(timedelta(seconds=max(0, round(end - time.monotonic())))))

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, TextColumn("ETA"), Left(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title(), total=None, end=None)

        def update(done: int, total: int, left: float | None = None) -> None:
            end = None if left is None else time.monotonic() + left
            bar.update(task, completed=done, total=total, description=title(), end=end)

        yield update


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


def _plain_progress(title: Callable[[], str]) -> Shown:
    start = last = time.monotonic()
    is_told = False

    def report(done: int, total: int, left: float | None = None) -> None:
        nonlocal last, is_told
        now = time.monotonic()
        is_first = not is_told and left is not None and left >= _PLAIN_PROGRESS_SECONDS  # the next may take long
        if done < total and (is_first or (done and now - last >= _PLAIN_PROGRESS_SECONDS)):
            is_told = True
            left = (now - start) / done * (total - done) if left is None else left
            typer.echo(f"{title()}: {100 * done / total:.0f}%, about {left:.0f} s left", err=True)
            last = now

    return report


def _parts(table: "Table", width: int) -> "list[Table]":
    """The table, or several with some of its columns each, none wider than `width` if that can be."""
    from rich.table import Table

    columns = table.columns
    needed = [_least_width(column) for column in columns]
    if sum(needed) + _BETWEEN_COLUMNS * (len(needed) - 1) <= width:
        return [table]
    groups: list[list[int]] = [[]]
    for number in range(1, len(needed)):
        taken = needed[0] + sum(_BETWEEN_COLUMNS + needed[other] for other in (*groups[-1], number))
        if groups[-1] and taken > width:
            groups.append([])
        groups[-1].append(number)
    parts = []
    for group in groups:
        chosen = [columns[number] for number in (0, *group)]
        part = Table(*(column.copy() for column in chosen), box=None, pad_edge=False)
        for row in zip(*(column.cells for column in chosen), strict=True):
            part.add_row(*row)
        parts.append(part)
    return parts


def _least_width(column: "Column") -> int:
    """What a column needs: its widest text; words on the left may be broken into lines."""
    widest = max(len(str(text)) for text in (column.header, *column.cells))
    is_prose = column.justify == "left" and not column.no_wrap
    return min(widest, _NARROWEST_PROSE) if is_prose else widest
