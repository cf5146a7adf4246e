"""`pokerlab reproduce`: published experiments, computed again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json
from pokerlab.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pokerlab.experiments.report import Cell, Report


def reproduce(
    name: Annotated[str | None, typer.Argument(help="The experiment; without it, all are listed.")] = None,
    scale: Annotated[str, typer.Option(help="small (about a minute) or full (as published).")] = "small",
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything that is random.")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="Write the report to a file, .md or .json, instead of the terminal.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Keep finished parts of a long run in a file, and go on from it.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run a published experiment again and set the printed numbers beside the computed ones.

    Where the small scale computes another spot than the published one, the report says so and has no printed numbers.

    \b
    Examples:
      pokerlab reproduce
      pokerlab reproduce moravcik/icm
      pokerlab reproduce moravcik/algorithms --scale full --seed 1 --checkpoint run.json --out algorithms.md
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.experiments.job import SCHEMA, ExperimentJob
    from pokerlab.experiments.registry import Scale, all_experiments

    if scale not in list(Scale):
        raise typer.BadParameter(f"--scale is small or full, not '{shorten(scale)}'")
    if out and out.suffix not in (".md", ".json"):
        raise typer.BadParameter(f"--out writes .md or .json, not '{shorten(out.name)}'")
    if name is None:
        _list([(found.name, found.title) for found in all_experiments()], json)
        return
    kept = str(checkpoint) if checkpoint else None
    job = ExperimentJob(name=name, scale=Scale(scale), seed=seed, out=str(out) if out else None, checkpoint=kept)
    result = job.run(TerminalListener())
    if out:
        console().print(f"{out}: {out.stat().st_size:,} bytes", markup=False)
    elif json:
        print_json(SCHEMA, **result.record())
    else:
        _show(result.report)


def _list(experiments: list[tuple[str, str]], json: bool) -> None:
    if json:
        rows = [{"name": name, "title": title} for name, title in experiments]
        print_json("pokerlab/experiments/1", experiments=rows)
        return
    width = max((len(name) for name, _ in experiments), default=0)
    for name, title in experiments:
        console().print(f"{name:<{width}}  {title}", markup=False)


def _show(report: "Report") -> None:
    console().print(f"[bold]{report.title}[/bold]")
    console().print(report.source, markup=False)
    for table in [*([report.compared()] if report.comparisons else []), *report.tables]:
        _show_table(table.title, table.columns, table.rows)
    for chart in report.charts:
        console().print(f"\n{chart.as_text()}", markup=False)
    for note in report.notes:
        console().print(f"\n{note}", markup=False)
    if report.run:
        console().print(f"\n{report.run}", markup=False)


def _show_table(title: str, columns: "Sequence[str]", rows: "Sequence[Sequence[Cell]]") -> None:
    from rich.table import Table

    from pokerlab.experiments.report import show_cell

    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        is_text = any(isinstance(row[number], str) for row in rows)
        table.add_column(column, justify="left" if is_text else "right")
    for row in rows:
        table.add_row(*(show_cell(cell) for cell in row))
    console().print(f"\n[bold]{title}[/bold]")
    console().print(table)
