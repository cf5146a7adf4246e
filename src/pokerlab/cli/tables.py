"""`pokerlab tables`: the data files that ship with pokerlab, and how they are made."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.completion import one_of
from pokerlab.cli.terminal import JsonOption, ThreadsOption, console, print_json, show_progress
from pokerlab.errors import shorten

if TYPE_CHECKING:
    from pokerlab.cards.datafile import Arrays

app = typer.Typer(no_args_is_help=True, help="List, rebuild and check the data files that ship with pokerlab.")

NAMES = ("evaluator", "preflop", "starting", "subsets", "threeway")
NameArgument = Annotated[
    str, typer.Argument(help="evaluator, preflop, starting, subsets or threeway.", autocompletion=one_of(*NAMES))
]


@app.command("list")
def list_tables(json: JsonOption = False) -> None:
    """List the shipped tables.

    \b
    Example:
      pokerlab tables list
    """
    rows = []
    for name, table in _builders().items():
        size = table.path.stat().st_size if table.path.exists() else None
        rows.append({"name": name, "file": table.path.name, "bytes": size, "what": table.what})
    if json:
        print_json("pokerlab/tables/1", tables=rows)
        return
    for row in rows:
        length = "missing" if row["bytes"] is None else f"{row['bytes']:,} bytes"
        console().print(f"{row['name']:<10} {length:>14}  {row['what']}")


@app.command()
def build(
    name: NameArgument,
    out: Annotated[Path | None, typer.Option(help="File to write.", show_default="the shipped file")] = None,
    threads: ThreadsOption = None,
) -> None:
    """Compute a table from scratch and write its data file.

    The large one (threeway, some 15 minutes) leaves its work so far beside the file and goes on from there if it was
    stopped.

    \b
    Example:
      pokerlab tables build preflop --out preflop.npz
    """
    from pokerlab.cards.datafile import write_arrays

    table = _find(name)
    path = out or table.path
    checkpoint = path.with_name(path.name + ".partial")
    write_arrays(path, table.build(threads, checkpoint))
    checkpoint.unlink(missing_ok=True)
    console().print(f"{path}: {path.stat().st_size:,} bytes", markup=False)


@app.command()
def check(name: NameArgument, threads: ThreadsOption = None) -> None:
    """Compute a table from scratch and compare it with the shipped one.

    \b
    Example:
      pokerlab tables check evaluator
    """
    import numpy as np

    from pokerlab.cards.datafile import read_arrays
    from pokerlab.errors import DataError

    table = _find(name)
    file_name = table.path.name
    shipped, computed = read_arrays(file_name, table.path.parent), table.build(threads, None)
    differing = [
        key
        for key in shipped.keys() | computed.keys()
        if key not in shipped or key not in computed or not np.array_equal(shipped[key], computed[key])
    ]
    if differing:
        raise DataError(f"{file_name} differs from what its generator computes in: {', '.join(sorted(differing))}")
    console().print(f"{file_name} is what its generator computes")


@dataclass(frozen=True)
class _Table:
    """A shipped file, what it is, and what computes it (threads, checkpoint file)."""

    path: Path
    what: str
    build: "Callable[[int | None, Path | None], Arrays]"


def _builders() -> dict[str, _Table]:
    from pokerlab.cards import evaluator_tables, preflop, starting
    from pokerlab.cards.datafile import data_path
    from pokerlab.postflop import flop_subsets
    from pokerlab.tournament import starting_ranges, threeway

    def build_preflop(threads: int | None, _: Path | None) -> "Arrays":
        with show_progress("preflop table") as progress:
            table = preflop.build_class_table(threads=threads, progress=progress)
        return preflop.class_table_arrays(table)

    def build_starting(_: int | None, __: Path | None) -> "Arrays":
        with show_progress("starting ranges") as progress:
            return starting_ranges.build_starting_ranges(progress)

    def build_subsets(threads: int | None, _: Path | None) -> "Arrays":
        from pokerlab.postflop.flop_choice import build_subsets

        with show_progress("equities on all flops") as progress:
            return build_subsets(threads=threads, progress=progress)

    def build_threeway(threads: int | None, checkpoint: Path | None) -> "Arrays":
        with show_progress("three-way table") as progress:
            table = threeway.build_three_way_table(threads=threads, progress=progress, checkpoint=checkpoint)
        return threeway.table_arrays(table)

    return {
        "evaluator": _Table(
            data_path(evaluator_tables.FILE_NAME), "hand ranks by key", lambda *_: evaluator_tables.build()
        ),
        "preflop": _Table(data_path(preflop.FILE_NAME), "win and tie counts, class against class", build_preflop),
        "starting": _Table(data_path(starting.FILE_NAME), "starting ranges: push and call by position", build_starting),
        "subsets": _Table(
            flop_subsets.DATA / flop_subsets.FILE_NAME, "25 to 200 flops that stand for all", build_subsets
        ),
        "threeway": _Table(threeway.DATA / threeway.FILE_NAME, "orders of three classes all-in", build_threeway),
    }


def _find(name: str) -> _Table:
    builders = _builders()
    if name not in builders:
        raise typer.BadParameter(f"'{shorten(name)}' is not a table: {', '.join(builders)}")
    return builders[name]
