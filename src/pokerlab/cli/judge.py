"""`pokerlab judge`: stored hands judged again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.hands import FromOption, SkipOption, Source, load_game
from pokerlab.cli.match import show_match
from pokerlab.cli.match_options import JudgeOption, judge_line, judge_names, unit_name, won_texts
from pokerlab.cli.robin import show_robin
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table

if TYPE_CHECKING:
    from pokerlab.games.rules import Game
    from pokerlab.lab.rejudge import LogResult


USUAL = 0.95


def judge(
    paths: Annotated[
        list[Path],
        typer.Argument(
            help="The directory of a match or round robin, or files of hands; with --exact a game and the agents that "
            "play it, seat by seat.",
            metavar="PATH...",
        ),
    ],
    judge: JudgeOption = "chips,allin",
    confidence: Annotated[
        float | None,
        typer.Option("--confidence", help="How sure the intervals are.", show_default="as in the match, or 0.95"),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            help="The game of ACPC lines: a name, a game-definition file, or the file of a spot.",
            show_default=False,
        ),
    ] = None,
    plays: Annotated[
        list[str] | None,
        typer.Option(
            "--plays",
            help="A player of a log played as this agent, whose chances are known.",
            metavar="PLAYER=AGENT",
            show_default=False,
        ),
    ] = None,
    weights: Annotated[
        Path | None, typer.Option("--weights", help="Write what the judge mivat learns from all blocks.")
    ] = None,
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Every deal and line of a small game: each judge's exact mean and deviation."),
    ] = False,
    known: Annotated[
        str, typer.Option("--known", help="With --exact: whose chances aivat knows, such as 1 or 1/2, all, none.")
    ] = "all",
    value: Annotated[
        str,
        typer.Option(
            "--value",
            help="With --exact: the value function of chance and aivat: true (what these agents are worth), "
            "always-call, zero, random, or an agent that all seats follow.",
        ),
    ] = "true",
    from_: FromOption = None,
    skip_broken: SkipOption = False,
    json: JsonOption = False,
) -> None:
    """Judge stored hands again: of a match or round robin by its directory, or of any hand histories.

    A match is judged deal by deal, as it was played, and its hands are held against what its agents said they played
    from. In other files hands of one number with the same cards at the same seats are one deal; else each hand stands
    for itself. Winnings are in mbb: thousandths of a big blind per hand.

    Judges that take out luck (chance, divat, mivat, importance, aivat) have the mean of chips and narrower intervals;
    --exact shows by how much in a small game, where every deal and line is gone through.

    \b
    Examples:
      pokerlab judge runs/leduc --judge chips,allin
      pokerlab judge evening.phhs
      pokerlab judge match.log --game holdem-nolimit:2 --judge allin --json
      pokerlab judge runs/leduc --judge chips,chance,aivat
      pokerlab judge --exact leduc uniform random --known 1 --value always-call
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.errors import MatchError
    from pokerlab.lab.judges import named_judge
    from pokerlab.lab.rejudge import judged_again, judged_log
    from pokerlab.lab.robin import RobinResult

    if exact:
        _judge_exactly([str(path) for path in paths], known, value, json)
        return
    judges = judge_names(judge)
    for name in judges:
        named_judge(name)
    if any((path / "match.json").exists() for path in paths):
        if len(paths) > 1:
            raise MatchError(f"a match is judged alone, not with {len(paths) - 1} other paths")
        result = judged_again(
            paths[0], judges, confidence=confidence, weights_file=weights, listener=TerminalListener()
        )
        is_robin = isinstance(result, RobinResult)
        if json:
            print_json(f"pokerlab/{'robin' if is_robin else 'match'}/1", **result.record())
        elif isinstance(result, RobinResult):
            show_robin(result)
        else:
            show_match(result)
        return
    source = Source(paths, from_, None if game is None else _game(game), skip_broken)
    log = judged_log((found.record for found in source), judges, plays=_plays(plays or []), on_broken=source.refuse)
    if json:
        print_json("pokerlab/judge/1", broken=source.broken, **log.record(confidence or USUAL))
    else:
        _show_log(log, confidence or USUAL)


def _game(text: str) -> "Game":
    from pokerlab.lab.play_job import game_of

    return game_of(text)[0] if text.endswith(".toml") else load_game(text)


def _plays(given: list[str]) -> dict[str, str]:
    from pokerlab.errors import LabError, shorten

    found = {}
    for text in given:
        player, equals, agent = text.partition("=")
        if not equals or not player or not agent:
            raise LabError(f"--plays {shorten(text)}: a player and an agent, as in --plays Alice=always-call")
        found[player] = agent
    return found


def _judge_exactly(names: list[str], known: str, value: str, json: bool) -> None:
    """Every judge's exact mean and standard deviation in a small game."""
    from rich.table import Table

    from pokerlab.errors import LabError
    from pokerlab.lab.exact_report import exact_report

    if len(names) < 3:
        raise LabError("--exact takes a game and the agents that play it, as in: leduc uniform random")
    report = exact_report(names[0], names[1:], known=known, value=value)
    if json:
        print_json("pokerlab/judge-exact/1", **report)
        return
    console().print(
        f"{report['game']}: {report['lines']:,} lines; known: {report['known']}; value function: {report['origin']}; "
        "chips per hand, exactly",
        markup=False,
    )
    table = Table(box=None, pad_edge=False)
    for column in ("judge", "seat", "agent", "mean", "deviation", "hands"):
        table.add_column(column, justify="left" if column in ("judge", "agent") else "right", no_wrap=True)
    for row in report["results"]:
        needed = "" if row["hands"] is None else f"{100 * row['hands']:.1f}%"
        table.add_row(
            row["judge"], str(row["seat"]), row["agent"], f"{row['mean']:+.6f}", f"{row['deviation']:.6f}", needed
        )  # fmt: skip
    print_table(table)
    console().print("hands: how many it needs for the interval that chips have with 100%.", markup=False)


def _show_log(log: "LogResult", confidence: float) -> None:
    from rich.table import Table

    unit = "hands" if log.deals == log.hands else "deals"
    console().print(
        f"{log.hands:,} hands, {log.deals:,} {unit}; intervals of {100 * confidence:g}% by {unit}", markup=False
    )
    for judge in log.units:
        table = Table(box=None, pad_edge=False)
        table.add_column(judge)
        for column in (unit, unit_name(judge), "±"):
            table.add_column(column, justify="right", no_wrap=True)
        for name, won in log.rows(judge):
            table.add_row(name, f"{won.count:,}", *won_texts(won, judge, 1, confidence))
        print_table(table)
        about, effective = log.about.get(judge, ""), log.effective.get(judge)
        if line := judge_line(judge, about, log.chips_needed(judge), effective, log.off_chips(judge)):
            console().print(line, markup=False)
