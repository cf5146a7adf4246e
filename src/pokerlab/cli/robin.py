"""`pokerlab robin`: every agent against every other."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.match_options import judge_line, takes_play, trouble_lines, unit_name, won_texts
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table

if TYPE_CHECKING:
    from pokerlab.jobs.workers import Workers
    from pokerlab.lab.robin import RobinResult


@takes_play
def robin(
    fields: dict[str, Any],
    where: "Workers | None",
    plot: Annotated[Path | None, typer.Option(help="Write what everybody has won over time (PNG).")] = None,
    plot_learning: Annotated[
        Path | None, typer.Option(help="Write what agents that remember win in each part of a match (PNG).")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with the table, chances and curves.")] = None,
    json: JsonOption = False,
) -> None:
    """Let every agent play every other on the same deals, and show who wins what from whom.

    In games of more than two players all sets of as many agents play. Winnings are in mbb: thousandths of a big blind
    per hand; the row wins from the column. `first` is how likely an agent is the best of all, by drawing the deals
    again and again from those that were played.

    \b
    Examples:
      pokerlab robin uniform always-call always-raise --game leduc --deals 1000
      pokerlab robin uniform always-call random --game kuhn --plot bankrolls.png
      pokerlab robin uniform random --game leduc --html robin.html
    """
    from pokerlab._charts import check_matplotlib
    from pokerlab._files import check_writable, write_atomically
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.errors import MatchError
    from pokerlab.lab.robin import RobinJob

    for file in (plot, plot_learning, html):
        if file:
            check_writable(file)
    if plot or plot_learning:
        check_matplotlib()
    job = RobinJob(**fields)
    if plot_learning and not job.learners():
        raise MatchError("--plot-learning: no agent remembers")
    result = job.run(TerminalListener(), where)
    if plot:
        write_atomically(plot, result.bankrolls(job.judges[0]).as_png())
    if plot_learning:
        write_atomically(plot_learning, result.learning(job.judges[0]).as_png())
    if html:
        from pokerlab.lab.robin_page import robin_page

        write_atomically(html, robin_page(result).encode())
    if json:
        print_json("pokerlab/robin/1", **result.record())
    else:
        show_robin(result)


def show_robin(result: "RobinResult") -> None:
    """Who wins what from whom, by judge."""
    from rich.table import Table

    job = result.job
    for judge in job.judges:
        table = Table(box=None, pad_edge=False)
        table.add_column(f"{judge}, {unit_name(judge)}")
        for column in ("total", "±", "first", *job.agents):
            table.add_column(column, justify="right")
        rows = zip(job.agents, result.totals(judge), result.first(judge), result.table(judge), strict=True)
        for name, total, first, wins in sorted(rows, key=lambda row: -row[1].mean):
            mean, half = won_texts(total, judge, result.big_blind, job.confidence)
            cells = [
                "" if won is None else "{} ± {}".format(*won_texts(won, judge, result.big_blind, job.confidence))
                for won in wins
            ]
            table.add_row(name, mean, half, f"{100 * first:.0f}%", *cells)
        print_table(table)
        if line := judge_line(judge, **result.about(judge)):
            console().print(line, markup=False)
        scale, unit = result.scale(judge)
        for name, windows in result.over_time(judge).items():
            won = ", ".join(f"{scale * part.mean:+.4g}" for _, part in windows)
            console().print(f"{name}, {unit} in {len(windows)} parts of a match: {won}", markup=False)
    for match in result.matches:
        for line in trouble_lines(match.troubles):
            console().print(line, markup=False)
