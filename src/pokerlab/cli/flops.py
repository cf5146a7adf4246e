"""`pokerlab flops`: one spot on many flops."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.csv_files import write_csv
from pokerlab.cli.spot_options import takes_spot
from pokerlab.cli.terminal import JsonOption, print_json, print_table, show_progress
from pokerlab.errors import shorten

if TYPE_CHECKING:
    from pokerlab.jobs.run import Standing
    from pokerlab.postflop.flop_report import FlopRow
    from pokerlab.postflop.flops import Flop
    from pokerlab.postflop.spot import Spot


@takes_spot
def flops(
    spot: "Spot",
    out: Annotated[Path, typer.Option(help="The directory of the run; what is done there is not done again.")],
    all_: Annotated[bool, typer.Option("--all", help="All flops up to suits: 1,755 for most ranges.")] = False,
    sample: Annotated[int | None, typer.Option(min=1, help="So many flops, drawn as often as they come.")] = None,
    only: Annotated[
        str, typer.Option(help="These flops, separated by commas: 'QsJh2h, 7c7d2s'.", metavar="FLOPS")
    ] = "",
    target: Annotated[float, typer.Option(help="Exploitability to reach on each flop, % of the pot.")] = 0.5,
    compress: Annotated[bool, typer.Option("--compress", help="16-bit tables: half the memory.")] = False,
    keep: Annotated[str, typer.Option(help="What is kept of a flop: flop (its strategies) or full (all).")] = "flop",
    node: Annotated[str, typer.Option(help="The decision to report, such as 'check/bet 33'.")] = "",
    by: Annotated[str, typer.Option(help="Rows: flop, all, high, suits, pairs or connected.")] = "suits",
    jobs: Annotated[int | None, typer.Option(min=1, help="Flops at a time.", show_default="all cores")] = None,
    cluster: Annotated[str, typer.Option(help="A scheduler, such as tcp://127.0.0.1:8786.", metavar="ADDRESS")] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of --sample.")] = 0,
    csv: Annotated[str, typer.Option(metavar="FILE", help="Write the rows as CSV; '-' is stdout.")] = "",
    json: JsonOption = False,
) -> None:
    """Solve one spot on many flops, and report how it is played over them.

    Every flop is a piece of work of its own, in processes here or on a cluster. Whatever ends the run, what is done
    stays: the same command goes on, and more flops are added to what is there. Without --all, --sample or --only the
    flops that are there are reported. Means count every flop as often as it comes.

    \b
    Examples:
      pokerlab flops examples/flop.toml --sample 20 --target 1 --out runs/srp
      pokerlab flops examples/flop.toml --only 'Kh7h2c, 9s8s4d' --out runs/two --by flop --node check
      pokerlab flops examples/flop.toml --all --compress --out runs/srp
    """
    from pokerlab._memory import free_memory
    from pokerlab.jobs.directory import RunDirectory
    from pokerlab.jobs.run import run
    from pokerlab.postflop.flop_report import flop_rows
    from pokerlab.postflop.flops import flop_tasks

    wanted = _chosen(spot, all_=all_, sample=sample, only=only, seed=seed)
    if wanted:
        tasks = flop_tasks(spot, wanted, target=target, compressed=compress, keep=keep)
        where = f"cluster:{cluster}" if cluster else "processes"
        with show_progress("solving flops") as progress:

            def watch(standing: "Standing") -> None:
                progress(standing.done, standing.total)

            for _ in run(tasks, out, where=where, jobs=jobs, memory=free_memory(), watch=watch):
                pass
    place = RunDirectory(out)
    records = [done.summary for task in place.tasks() if (done := place.done(task))]
    if not records:
        raise typer.BadParameter(f"no flop is solved in {shorten(out)} yet: choose some by --all, --sample or --only")
    rows = flop_rows(records, node=node, by=by)
    if json:
        print_json("pokerlab/flops/1", spot=spot.to_dict(), node=node, by=by, rows=[row.record() for row in rows])
    elif csv:
        write_csv(csv, [_flat(row) for row in rows])
    else:
        _print(rows, by)


def _chosen(spot: "Spot", *, all_: bool, sample: int | None, only: str, seed: int) -> "list[Flop]":
    from pokerlab.postflop.flops import chosen_flops, distinct_flops, sampled_flops

    if all_ + (sample is not None) + bool(only) > 1:
        raise typer.BadParameter("--all, --sample and --only choose flops: give one of them")
    if only:
        return chosen_flops(spot, [text.strip() for text in only.split(",")])
    if not all_ and sample is None:
        return []
    every = distinct_flops(spot)
    return every if all_ else sampled_flops(every, sample or 0, seed)


def _print(rows: "list[FlopRow]", by: str) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(by)
    names = ("flops", "of 22,100", "oop EV", "ip EV", "oop equity", "oop share", "comes")
    for name in (*names, *rows[0].moves):
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(
            row.name, f"{row.flops:,}", f"{row.ways:,}", f"{row.ev[0]:.2f}", f"{row.ev[1]:.2f}",
            f"{100 * row.equity[0]:.1f}%", f"{100 * row.share:.1f}%", f"{100 * row.comes:.1f}%",
            *(f"{100 * part:.1f}%" for part in row.moves.values()),
        )  # fmt: skip
    print_table(table)


def _flat(row: "FlopRow") -> dict[str, Any]:
    numbers = {"name": row.name, "flops": row.flops, "ways": row.ways, "oop ev": row.ev[0], "ip ev": row.ev[1]}
    numbers |= {"oop equity": row.equity[0], "ip equity": row.equity[1], "oop share": row.share, "comes": row.comes}
    return numbers | row.moves
