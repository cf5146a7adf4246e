"""`pokerlab robin`: every agent against every other."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.match_options import (
    ConfidenceOption,
    DealsOption,
    GameOption,
    JobsOption,
    JudgeOption,
    MatchesOption,
    OutOption,
    ResponseOption,
    SeatingsOption,
    SeedOption,
    StrictOption,
    in_mbb,
    job_fields,
    trouble_lines,
)
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table

if TYPE_CHECKING:
    from pokerlab.lab.robin import RobinResult


def robin(
    agents: Annotated[list[str], typer.Argument(help="The agents, each once.")],
    game: GameOption = "leduc",
    deals: DealsOption = 1000,
    matches: MatchesOption = 1,
    seed: SeedOption = 0,
    seatings: SeatingsOption = "rotations",
    judge: JudgeOption = "chips",
    confidence: ConfidenceOption = 0.95,
    response: ResponseOption = None,
    strict: StrictOption = False,
    out: OutOption = None,
    jobs: JobsOption = None,
    plot: Annotated[Path | None, typer.Option(help="Write what everybody has won over time (PNG).")] = None,
    json: JsonOption = False,
) -> None:
    """Let every agent play every other on the same deals, and show who wins what from whom.

    In games of more than two players all groups of as many agents play. Winnings are in mbb: thousandths of a big blind
    per hand; the row wins from the column. `first` is how likely an agent is the best of all, by drawing the deals
    again and again from those that were played.

    \b
    Examples:
      pokerlab robin uniform always-call always-raise --game leduc --deals 1000
      pokerlab robin uniform always-call random --game kuhn --plot bankrolls.png
    """
    from pokerlab._charts import check_matplotlib
    from pokerlab._files import check_writable, write_atomically
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.lab.robin import RobinJob

    if plot:
        check_writable(plot)
        check_matplotlib()
    job = RobinJob(
        **job_fields(agents, game, deals, matches, seed, seatings, judge, confidence, response, strict, out, jobs)
    )
    result = job.run(TerminalListener())
    if plot:
        write_atomically(plot, result.bankrolls(job.judges[0]).as_png())
    if json:
        print_json("pokerlab/robin/1", **result.record())
    else:
        _show(result)


def _show(result: "RobinResult") -> None:
    from rich.table import Table

    job = result.job
    for judge in job.judges:
        table = Table(box=None, pad_edge=False)
        table.add_column(f"{judge}, mbb/hand")
        for column in ("total", "±", "first", *job.agents):
            table.add_column(column, justify="right")
        rows = zip(job.agents, result.totals(judge), result.first(judge), result.table(judge), strict=True)
        for name, total, first, wins in sorted(rows, key=lambda row: -row[1].mean):
            mean, half = in_mbb(total, result.big_blind, job.confidence)
            cells = [
                "" if won is None else "{} ± {}".format(*in_mbb(won, result.big_blind, job.confidence)) for won in wins
            ]
            table.add_row(name, mean, half, f"{100 * first:.0f}%", *cells)
        print_table(table)
    for match in result.matches:
        for line in trouble_lines(match.troubles):
            console().print(line, markup=False)
