"""`pokerlab reproduce`: published experiments, computed again."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.completion import complete_experiment, one_of
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table
from pokerlab.cli.where_options import (
    ClusterOption,
    CollectOption,
    JobsOption,
    TlsOption,
    place_to_work,
    run_shown,
)
from pokerlab.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pokerlab.experiments.job import ExperimentResult
    from pokerlab.experiments.registry import Experiment, Scale
    from pokerlab.experiments.report import Cell, Comparison, Report
    from pokerlab.jobs.workers import Workers

MOST_OF_A_REASON = 3
"""So many numbers that differ for the same reason are shown; the rest is counted."""


def reproduce(
    name: Annotated[
        str | None,
        typer.Argument(
            help="An experiment, an author for all of theirs, or all; without it, what there is and what it costs.",
            autocompletion=complete_experiment,
        ),
    ] = None,
    scale: Annotated[
        str, typer.Option(help="small (about a minute) or full (as published).", autocompletion=one_of("small", "full"))
    ] = "small",
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything that is random.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep reports and finished parts there; what is done is not done again."),
    ] = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = "",
    tls_dir: TlsOption = None,
    collect: CollectOption = False,
    json: JsonOption = False,
) -> None:
    """Run a published experiment again and set the printed numbers beside the computed ones.

    Where the small scale computes another spot than the published one, the report says so and has no printed numbers.

    Many experiments come with a verdict on each printed number: equal, rounded (the same in the digits that are
    printed), different and why, or in words where a reader has to judge. Costs are processor time and memory, measured
    (2 hours: an earlier run) or, with a ~, estimated from a part of the run.

    With --out every experiment is a task of a run in that directory: the same command goes on after whatever ended it,
    also in the middle of an experiment, and each report is written as a page (.md) as soon as it is there.

    \b
    Examples:
      pokerlab reproduce
      pokerlab reproduce moravcik/icm
      pokerlab reproduce moravcik
      pokerlab reproduce moravcik/algorithms --scale full --out runs/algorithms
      pokerlab reproduce bunten --jobs 1 --out runs/bunten
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.experiments.job import SCHEMA, ExperimentJob
    from pokerlab.experiments.registry import Scale, all_experiments, find, of_author

    if scale not in list(Scale):
        raise typer.BadParameter(f"--scale is small or full, not '{shorten(scale)}'")
    if out and out.suffix in (".md", ".json"):
        raise typer.BadParameter(f"--out is a directory, which gets a page for each report, not '{shorten(out.name)}'")
    if name is None:
        _list(all_experiments(), json)
        return
    many = all_experiments() if name == "all" else of_author(name)
    chosen = many or [find(name)]
    place = place_to_work(cluster, tls_dir, collect)
    if many or out or cluster:
        results, has_failed = _run(chosen, Scale(scale), seed, out, place, jobs)
    else:
        results, has_failed = [ExperimentJob(name=name, scale=Scale(scale), seed=seed).run(TerminalListener())], False
    if json and many:
        print_json("pokerlab/reproduce-author/1", author=name, experiments=[result.record() for result in results])
    elif json and results:
        print_json(SCHEMA, **results[0].record())
    elif many:
        _show_author(results)
    elif results:
        _show(results[0].report)
    if out and not json:
        pages = "a page" if len(results) == 1 else f"{len(results)} pages"
        console().print(f"\nwritten: {pages} in {out}", markup=False, soft_wrap=True)
    if has_failed:
        raise typer.Exit(1)


def _run(
    experiments: "list[Experiment]",
    scale: "Scale",
    seed: int,
    out: Path | None,
    place: "str | Workers",
    jobs: int | None,
) -> "tuple[list[ExperimentResult], bool]":
    """What came out of experiments that are tasks of a run, in their order, and whether some failed. The processors
    here are shared by those that run at a time; a worker elsewhere has one for each."""
    from tempfile import TemporaryDirectory

    from pokerlab._threads import available_threads
    from pokerlab.experiments.tasks import experiment_result, experiment_tasks

    cores = available_threads() if isinstance(place, str) else 1
    threads = max(1, cores // min(jobs or cores, len(experiments)))
    tasks = experiment_tasks(experiments, scale, seed, threads=threads)
    about = {"scale": str(scale), "seed": seed}
    found, has_failed = {}, False
    with nullcontext(out) if out else TemporaryDirectory() as directory:
        try:
            for done in run_shown("experiments", tasks, Path(directory), place, jobs, about, pace=1 / threads):
                result = found[done.task.title] = experiment_result(done)
                if out:
                    _write_page(out, done.path, result)
        except typer.Exit:
            has_failed = True
    return [found[name] for name in sorted(found)], has_failed


def _write_page(directory: Path, source: Path, result: "ExperimentResult") -> None:
    """The report as a page in the directory of the run, unless it is there."""
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.experiments.job import write_report

    path = directory / f"{result.job.name.replace('/', '-')}.md"
    if not path.exists() or path.stat().st_mtime_ns < source.stat().st_mtime_ns:
        write_report(path, result, TerminalListener())


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
