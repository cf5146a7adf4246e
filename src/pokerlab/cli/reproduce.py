"""`pokerlab reproduce`: published experiments, computed again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json, show_progress
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
    from pokerlab._files import check_writable
    from pokerlab.experiments.registry import ExperimentSettings, Scale, all_experiments, find

    if scale not in list(Scale):
        raise typer.BadParameter(f"--scale is small or full, not '{shorten(scale)}'")
    if out and out.suffix not in (".md", ".json"):
        raise typer.BadParameter(f"--out writes .md or .json, not '{shorten(out.name)}'")
    if name is None:
        _list([(found.name, found.title) for found in all_experiments()], json)
        return
    experiment = find(name)
    for path in (out, checkpoint):
        if path:
            check_writable(path)
    with show_progress(name) as progress:
        report = experiment.run(ExperimentSettings(Scale(scale), seed, progress, checkpoint))
    facts = {"name": name, **report.as_json()}
    if out:
        _write(out, facts, report)
    elif json:
        print_json("pokerlab/reproduce/1", **facts)
    else:
        _show(report)


def _list(experiments: list[tuple[str, str]], json: bool) -> None:
    if json:
        rows = [{"name": name, "title": title} for name, title in experiments]
        print_json("pokerlab/experiments/1", experiments=rows)
        return
    width = max((len(name) for name, _ in experiments), default=0)
    for name, title in experiments:
        console().print(f"{name:<{width}}  {title}", markup=False)


def _write(path: Path, facts: dict[str, object], report: "Report") -> None:
    import json

    from pokerlab._files import write_atomically

    whole = {"schema": "pokerlab/reproduce/1", **facts}
    if path.suffix == ".md":
        text = report.as_markdown(_write_pictures(path, report))
    else:
        text = json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
    write_atomically(path, text.encode())
    console().print(f"{path}: {len(text.encode()):,} bytes", markup=False)


def _write_pictures(path: Path, report: "Report") -> list[str]:
    """The charts as PNG files beside the report; their names. Without matplotlib there are none."""
    from pokerlab._files import write_atomically
    from pokerlab.errors import ChartError

    names = []
    for number, chart in enumerate(report.charts, 1):
        name = f"{path.stem}-{number}.png"
        try:
            write_atomically(path.parent / name, chart.as_png())
        except ChartError as error:
            typer.echo(f"pokerlab: the report has no pictures: {error}", err=True)
            return []
        names.append(name)
    return names


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
