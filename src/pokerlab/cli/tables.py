"""`pokerlab tables`: the data files that ship with pokerlab, and how they are made."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.terminal import JsonOption, ThreadsOption, console, print_json, show_progress

if TYPE_CHECKING:
    from pokerlab.cards.datafile import Arrays

app = typer.Typer(no_args_is_help=True, help="List, rebuild and check the data files that ship with pokerlab.")

NameArgument = Annotated[str, typer.Argument(help="evaluator or preflop.")]


@app.command("list")
def list_tables(json: JsonOption = False) -> None:
    """List the shipped tables.

    \b
    Example:
      pokerlab tables list
    """
    from pokerlab.cards.datafile import data_path

    rows = []
    for name, (file_name, what, _) in _builders().items():
        size = data_path(file_name).stat().st_size if data_path(file_name).exists() else None
        rows.append({"name": name, "file": file_name, "bytes": size, "what": what})
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

    \b
    Example:
      pokerlab tables build preflop --out preflop.npz
    """
    from pokerlab._files import write_atomically
    from pokerlab.cards.datafile import data_path, encode_arrays

    file_name, _, _ = _find(name)
    path = out or data_path(file_name)
    write_atomically(path, encode_arrays(_compute(name, threads)))
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

    file_name, _, _ = _find(name)
    shipped, computed = read_arrays(file_name), _compute(name, threads)
    differing = [
        key
        for key in shipped.keys() | computed.keys()
        if key not in shipped or key not in computed or not np.array_equal(shipped[key], computed[key])
    ]
    if differing:
        raise DataError(f"{file_name} differs from what its generator computes in: {', '.join(sorted(differing))}")
    console().print(f"{file_name} is what its generator computes")


Builder = Callable[[int | None], "Arrays"]


def _builders() -> dict[str, tuple[str, str, Builder]]:
    """By name: the file, what it is, and what computes it."""
    from pokerlab.cards import evaluator_tables, preflop

    def build_preflop(threads: int | None) -> "Arrays":
        with show_progress("preflop table") as progress:
            table = preflop.build_class_table(threads=threads, progress=progress)
        return preflop.class_table_arrays(table)

    return {
        "evaluator": (evaluator_tables.FILE_NAME, "hand ranks by key", lambda _: evaluator_tables.build()),
        "preflop": (preflop.FILE_NAME, "win and tie counts, class against class", build_preflop),
    }


def _find(name: str) -> tuple[str, str, Builder]:
    builders = _builders()
    if name not in builders:
        raise typer.BadParameter(f"'{name}' is not a table: {', '.join(builders)}")
    return builders[name]


def _compute(name: str, threads: int | None) -> "Arrays":
    return _find(name)[2](threads)
