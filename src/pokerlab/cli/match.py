"""`pokerlab match`: agents play each other."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.match_options import judge_line, takes_play, trouble_lines, unit_name, won_texts
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table

if TYPE_CHECKING:
    from pokerlab.jobs.workers import Workers
    from pokerlab.lab.match import MatchResult


@takes_play
def match(
    fields: dict[str, Any],
    where: "Workers | None",
    until: Annotated[
        float | None, typer.Option(min=0, help="End when intervals reach no further than so many mbb to both sides.")
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Play every deal and line of a small game, in this seating.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Let agents play a match: the same cards in all rotations of the seats, so that luck cancels.

    The mean of a deal over its seatings is the unit of all statistics; of agents that remember, a whole match. Winnings
    are in mbb: thousandths of a big blind per hand. The number of deals is set beforehand; with --until the match ends
    by the width of its intervals, never by who leads. `pokerlab agents` lists the agents.

    \b
    Examples:
      pokerlab match uniform always-call --game leduc --deals 2000
      pokerlab match uniform strategy:examples/kuhn.strategy --game kuhn --exact
      pokerlab match random always-call --game holdem-limit --judge chips,allin
      pokerlab match uniform random --judge chips,chance,divat,aivat --deals 200
      pokerlab match random always-call always-raise --game holdem-limit:3
      pokerlab match uniform always-raise --until 150 --deals 100000 --out runs/m
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.lab.match import MatchJob

    job = MatchJob(**fields, until=until)
    if exact:
        _show_exact(job.game, job.agents, json)
        return
    result = job.run(TerminalListener(), where)
    if json:
        print_json("pokerlab/match/1", **result.record())
    else:
        show_match(result)


def _show_exact(game: str, names: tuple[str, ...], json: bool) -> None:
    from pokerlab.agents.registry import named_agent
    from pokerlab.lab.play_job import game_of
    from pokerlab.table.exact import exact_values

    rules = game_of(game)[0]
    values = exact_values(rules, [named_agent(name) for name in names])
    if json:
        won = [{"agent": name, "chips": value} for name, value in zip(names, values, strict=True)]
        print_json("pokerlab/match-exact/1", game=game, results=won)
        return
    for seat, (name, value) in enumerate(zip(names, values, strict=True), 1):
        console().print(f"seat {seat}  {name}  {value:+.6f} chips per hand, exactly", markup=False)


def show_match(result: "MatchResult") -> None:
    """What agents won, by judge."""
    from rich.table import Table

    job = result.job
    unit = "matches" if result.remembers else "deals"
    console().print(
        f"{job.game}: {result.deals:,} deals in {len(job.orders)} seatings, {result.hands:,} hands; intervals of "
        f"{100 * job.confidence:g}% by {unit}",
        markup=False,
    )
    for judge in job.judges:
        table = Table(box=None, pad_edge=False)
        table.add_column(judge)
        in_chips = ["chips/hand"] * result.in_chips(judge)
        for column in (unit_name(judge), "±", *in_chips, *(f"seat {seat + 1}" for seat in range(len(job.agents)))):
            table.add_column(column, justify="right", no_wrap=True)
        seats = result.by_seat(judge)
        for number, won in enumerate(result.by_agent(judge)):
            mean, half = won_texts(won, judge, result.big_blind, job.confidence)
            by_seat = [won_texts(seat, judge, result.big_blind, job.confidence)[0] for seat in seats[number]]
            table.add_row(job.agents[number], mean, half, *[f"{won.mean:+.4g}"] * len(in_chips), *by_seat)
        print_table(table)
        if line := judge_line(judge, **result.about(judge)):
            console().print(line, markup=False)
        if result.remembers:
            _show_batches(result, judge)
    for line in trouble_lines(result.troubles):
        console().print(line, markup=False)


def _show_batches(result: "MatchResult", judge: str) -> None:
    """The same by batches of deals: an interval from within a match, and how far it can be trusted."""
    job = result.job
    for name, batch in zip(job.agents, result.by_batches(judge), strict=True):
        mean, half = won_texts(batch.sampled, judge, result.big_blind, job.confidence)
        doubt = ", which are not independent: trust whole matches" if batch.is_doubtful else ""
        console().print(
            f"{name}: {mean} ± {half} by {batch.sampled.count} batches of {batch.size:,} deals, autocorrelation "
            f"{batch.autocorrelation:+.2f}{doubt}",
            markup=False,
        )
