"""`pokerlab reproduce`: published experiments, computed again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.completion import complete_experiment, one_of
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table
from pokerlab.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pokerlab.experiments.job import ExperimentResult
    from pokerlab.experiments.registry import Experiment
    from pokerlab.experiments.report import Cell, Comparison, Report

MOST_OF_A_REASON = 3
"""So many numbers that differ for the same reason are shown; the rest is counted."""


def reproduce(
    name: Annotated[
        str | None,
        typer.Argument(
            help="An experiment, or an author for all of theirs; without it, all are listed with what they cost.",
            autocompletion=complete_experiment,
        ),
    ] = None,
    scale: Annotated[
        str, typer.Option(help="small (about a minute) or full (as published).", autocompletion=one_of("small", "full"))
    ] = "small",
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

    All experiments of an author come with a verdict on each printed number: equal, rounded (the same in the digits that
    are printed), different and why, or in words where a reader has to judge; --out and --checkpoint have a file for
    each then (`run.md`: `run-icm.md` and so on). Costs are processor time and memory, measured (2 hours: an earlier
    run) or, with a ~, estimated from a part of the run.

    \b
    Examples:
      pokerlab reproduce
      pokerlab reproduce moravcik/icm
      pokerlab reproduce moravcik
      pokerlab reproduce moravcik/algorithms --scale full --checkpoint a.ckpt
      pokerlab reproduce moravcik/icm --seed 1 --out icm.md
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.experiments.job import SCHEMA, ExperimentJob
    from pokerlab.experiments.registry import Scale, all_experiments, of_author

    if scale not in list(Scale):
        raise typer.BadParameter(f"--scale is small or full, not '{shorten(scale)}'")
    if out and out.suffix not in (".md", ".json"):
        raise typer.BadParameter(f"--out writes .md or .json, not '{shorten(out.name)}'")
    if name is None:
        _list(all_experiments(), json)
        return
    if theirs := of_author(name):
        jobs = [
            ExperimentJob(
                name=found.name, scale=Scale(scale), seed=seed, out=_file_of(out, found.name),
                checkpoint=_file_of(checkpoint, found.name),
            )
            for found in theirs
        ]  # fmt: skip
        results = [job.run(TerminalListener()) for job in jobs]
        if json:
            print_json("pokerlab/reproduce-author/1", author=name, experiments=[result.record() for result in results])
        else:
            _show_author(results)
            if out:
                console().print(f"\nreports: {', '.join(str(result.file) for result in results)}", markup=False)
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


def _file_of(path: Path | None, name: str) -> str | None:
    """The file of one experiment of an author: `run.md` becomes `run-table2.md` for `kujath/table2`."""
    return None if path is None else str(path.with_stem(f"{path.stem}-{name.rpartition('/')[2]}"))


def _list(experiments: "list[Experiment]", json: bool) -> None:
    from rich.table import Table

    from pokerlab.experiments.registry import Scale

    if json:
        rows = [
            {"name": found.name, "title": found.title, "costs": {str(k): vars(v) for k, v in found.costs.items()}}
            for found in experiments
        ]
        print_json("pokerlab/experiments/1", experiments=rows)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("experiment", no_wrap=True)
    for scale in Scale:
        table.add_column(str(scale), no_wrap=True)
    table.add_column("what it shows")
    for found in experiments:
        costs = (str(found.costs[scale]) if scale in found.costs else "?" for scale in Scale)
        table.add_row(found.name, *costs, found.title)
    print_table(table)
    console().print(
        "\nprocessor time and memory by --scale; ~ is an estimate: a part was run, the rest is in proportion"
    )


def _show_author(results: "list[ExperimentResult]") -> None:
    """How many printed numbers came out as printed, by experiment; then those that did not, by reason."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from pokerlab.experiments.report import Verdict

    counts = Table(box=None, pad_edge=False)
    counts.add_column("experiment", no_wrap=True)
    for heading in (*Verdict, "seconds"):
        counts.add_column(str(heading), justify="right", no_wrap=True)
    for result in results:
        found = [comparison.verdict for comparison in result.report.comparisons]
        seconds = f"{result.report.run.seconds:.1f}" if result.report.run else ""
        counts.add_row(result.job.name, *(str(found.count(verdict) or "") for verdict in Verdict), seconds)
    print_table(counts)
    for result in results:
        lines = list(_not_as_printed(result.report))
        if lines:
            console().print(f"\n[bold]{result.job.name}[/bold]")
        for indent, line in lines:
            console().print(Padding(Text(line), (0, 0, 0, indent)))


def _not_as_printed(report: "Report") -> "Iterator[tuple[int, str]]":
    """What differs and why, or is for a reader to judge, as (indent, line); of many for one reason the first."""
    from pokerlab.experiments.report import Verdict, show_cell

    if report.other_spot:
        yield 2, f"another spot than the published one, so that nothing is compared: {report.other_spot}"
    found: dict[tuple[Verdict, str], list[Comparison]] = {}
    for comparison in report.comparisons:
        if comparison.verdict in (Verdict.DIFFERENT, Verdict.IN_WORDS):
            found.setdefault((comparison.verdict, comparison.reason), []).append(comparison)
    for (verdict, reason), those in found.items():
        why = reason or ("the report states no reason" if verdict is Verdict.DIFFERENT else "")
        yield 2, f"{verdict}" + (f" ({len(those)})" if len(those) > 1 else "") + (f": {why}" if why else "")
        for one in those[:MOST_OF_A_REASON]:
            numbers = f"printed {show_cell(one.printed)}, computed {show_cell(one.computed)}"
            yield 4, f"{one.where}, {one.what}: {numbers}"
        if len(those) > MOST_OF_A_REASON:
            yield 4, f"and {len(those) - MOST_OF_A_REASON} more"


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
    print_table(table)
