"""`pokerlab cluster`: a scheduler and workers for verbs that take --cluster."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json, print_table
from pokerlab.errors import shorten

app = typer.Typer(help="Many machines for one run: a scheduler and its workers.", no_args_is_help=True)

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def _bytes(text: str) -> int:
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?) ?([KMGT]?)B?", text.strip(), re.IGNORECASE)
    number = int(float(found[1]) * _UNITS[found[2].upper()]) if found else 0
    if number < 10**6:
        raise typer.BadParameter(f"'{shorten(text)}' is no memory of a worker (such as 8GB or 500MB)")
    return number


WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", min=1, max=1024, help="Workers, each a process.", show_default="one for each core"),
]
MemoryOption = Annotated[
    int | None,
    typer.Option(
        "--memory", metavar="SIZE", parser=_bytes, help="What the task of each may need, such as 8GB.",
        show_default="a part of what is free",
    ),
]  # fmt: skip
HostOption = Annotated[
    str, typer.Option("--host", metavar="ADDRESS", help="The interface to listen at.", show_default="loopback")
]
TlsOption = Annotated[
    Path | None,
    typer.Option("--tls-dir", metavar="DIR", help="Encrypt by the files ca.pem, cert.pem and key.pem there."),
]
InsecureOption = Annotated[
    bool, typer.Option("--insecure", help="Without encryption, though others can reach the interface.")
]
AddressArgument = Annotated[str, typer.Argument(help="Of the scheduler, such as tcp://127.0.0.1:8786.")]


@app.command()
def start(
    workers: WorkersOption = None,
    memory: MemoryOption = None,
    host: HostOption = "",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Of the scheduler; 0 takes any.")] = 8786,
    tls_dir: TlsOption = None,
    insecure: InsecureOption = False,
    dashboard: Annotated[
        bool, typer.Option("--dashboard", help="Dask's page at http://127.0.0.1:8787 (needs bokeh).")
    ] = False,
) -> None:
    """Start a scheduler and workers here; Ctrl-C stops them.

    Prints the address for --cluster and 'cluster join'. Whoever reaches the scheduler's port can run programs here, so
    it listens on this machine only; another interface needs --tls-dir or --insecure.

    \b
    Examples:
      pokerlab cluster start --workers 2 --memory 8GB
      pokerlab cluster start --host 192.168.1.10 --tls-dir tls
    """
    from pokerlab.jobs.serve import start_cluster

    machine = _machine(workers, memory, host, tls_dir, insecure)

    def ready(address: str) -> None:
        typer.echo(address)
        _tell(f"{_size(machine)} at {address}; Ctrl-C stops them")

    start_cluster(machine, port=port, dashboard=dashboard, ready=ready)
    _tell("stopped")


@app.command()
def join(
    address: AddressArgument,
    workers: WorkersOption = None,
    memory: MemoryOption = None,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="The interface to listen at.", show_default="to the scheduler"),
    ] = "",
    tls_dir: TlsOption = None,
    insecure: InsecureOption = False,
) -> None:
    """Let this machine work for a scheduler; Ctrl-C ends that, and its tasks begin again elsewhere.

    \b
    Examples:
      pokerlab cluster join tcp://127.0.0.1:8786 --workers 1 --memory 2GB
      pokerlab cluster join tls://192.168.1.10:8786 --memory 16GB --tls-dir tls
    """
    from pokerlab.jobs.serve import join_cluster

    machine = _machine(workers, memory, host, tls_dir, insecure)
    join_cluster(machine, address, ready=lambda found: _tell(f"{_size(machine)} work for {found}; Ctrl-C ends that"))
    _tell("left")


@app.command()
def status(address: AddressArgument, tls_dir: TlsOption = None, json: JsonOption = False) -> None:
    """Show the workers of a scheduler: memory, and tasks since each was started.

    A worker that has another pokerlab than this one gets no tasks from here. Exit code 1 if there is such a one.

    \b
    Example:
      pokerlab cluster status tcp://127.0.0.1:8786
    """
    from pokerlab.jobs.cluster import cluster_status

    rows = cluster_status(address, tls_dir)
    totals = {name: sum(row[name] for row in rows) for name in ("done", "running", "failed")}
    if json:
        print_json("pokerlab/cluster-status/1", scheduler=address, **totals, workers=rows)
    else:
        _print_status(rows, totals)
    if any(row["problem"] for row in rows):
        raise typer.Exit(1)


def _print_status(rows: list[dict[str, Any]], totals: dict[str, int]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for name in ("worker", "host", "memory", "used", "done", "running", "failed"):
        table.add_column(name, justify="left" if name in ("worker", "host") else "right", no_wrap=True)
    for row in rows:
        memory = "no limit" if row["memory"] is None else _gigabytes(row["memory"])
        counts = (f"{row[name]:,}" for name in totals)
        table.add_row(row["address"], row["host"], memory, _gigabytes(row["used"]), *counts)
    if rows:
        print_table(table)
    counted = ", ".join(f"{count:,} {name}" for name, count in totals.items())
    console().print(f"{len(rows)} worker{'' if len(rows) == 1 else 's'}; tasks: {counted}")
    for row in rows:
        if row["problem"]:
            console().print(f"worker {row['address']} {row['problem']}", markup=False, soft_wrap=True)


def _machine(workers: int | None, memory: int | None, host: str, tls_dir: Path | None, insecure: bool) -> Any:
    from pokerlab._memory import free_memory
    from pokerlab._threads import available_threads
    from pokerlab.jobs.serve import OWN_MEMORY, Machine

    count = workers or available_threads()
    if memory is None:
        memory = (free_memory() or 4 * 10**9) // count - OWN_MEMORY
        if memory <= 0:
            raise typer.BadParameter("too little memory is free for so many workers: give --workers or --memory")
    return Machine(count, memory, host, tls_dir, insecure)


def _size(machine: Any) -> str:
    each = " each" if machine.workers > 1 else ""
    return f"{machine.workers} worker{'s' if machine.workers > 1 else ''}, {_gigabytes(machine.memory)}{each},"


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:.1f} GB"


def _tell(text: str) -> None:
    typer.echo(text, err=True)
