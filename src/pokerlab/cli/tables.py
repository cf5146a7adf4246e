"""`pokerlab tables`: the data files that ship with pokerlab, and how they are made."""

from pathlib import Path
from typing import Annotated

import typer

from pokerlab.cli.completion import one_of
from pokerlab.cli.terminal import JsonOption, console, print_json
from pokerlab.cli.where_options import (
    ClusterOption,
    CollectOption,
    DataOption,
    JobsOption,
    TlsOption,
    place_to_work,
)

app = typer.Typer(no_args_is_help=True, help="List, rebuild and check the data files that ship with pokerlab.")

NAMES = ("evaluator", "income", "pairs", "preflop", "starting", "subsets", "threeway")
NameArgument = Annotated[
    str,
    typer.Argument(
        help="evaluator, income, pairs, preflop, starting, subsets or threeway.", autocompletion=one_of(*NAMES)
    ),
]


@app.command("list")
def list_tables(json: JsonOption = False) -> None:
    """List the shipped tables.

    \b
    Example:
      pokerlab tables list
    """
    from pokerlab.tables import TABLES

    rows = []
    for name, table in TABLES.items():
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
    jobs: JobsOption = None,
    cluster: ClusterOption = "",
    tls_dir: TlsOption = None,
    collect: CollectOption = False,
    data: DataOption = "",
) -> None:
    """Compute a table from scratch and write its data file.

    The large one (threeway, some 15 minutes of one processor) is made in parts, here or on a cluster. They are kept in
    a directory beside the file, some 1.7 GB until it is whole, and the work goes on from there if it was stopped.

    \b
    Example:
      pokerlab tables build preflop --out preflop.npz
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.tables import TableJob

    where = f"cluster:{cluster}" if cluster else "processes"
    job = TableJob(name=name, out=str(out) if out else None, jobs=jobs, where=where)
    place = place_to_work(cluster, tls_dir, collect, data)
    built = job.run(TerminalListener(), None if isinstance(place, str) else place)
    console().print(f"{built.file}: {built.record()['bytes']:,} bytes", markup=False)


@app.command()
def check(name: NameArgument, jobs: JobsOption = None) -> None:
    """Compute a table from scratch and compare it with the shipped one.

    \b
    Example:
      pokerlab tables check evaluator
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.errors import DataError
    from pokerlab.tables import TableJob, find_table

    file_name = find_table(name).path.name
    if differing := TableJob(name=name, jobs=jobs).differences(TerminalListener()):
        raise DataError(f"{file_name} differs from what its generator computes in: {', '.join(differing)}")
    console().print(f"{file_name} is what its generator computes")
