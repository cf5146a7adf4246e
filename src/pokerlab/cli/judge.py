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
    from collections.abc import Iterator, Mapping

    from pokerlab.errors import RecordError
    from pokerlab.games.rules import Game
    from pokerlab.lab.log_result import LogResult
    from pokerlab.records.reading import TextPlace
    from pokerlab.records.record import HandRecord
    from pokerlab.table.deals import Dealer


USUAL = 0.95
USUAL_JUDGES = "chips,allin"


def judge(
    paths: Annotated[
        list[Path],
        typer.Argument(
            help="The directory of a match or round robin, or files of hands; with --exact a game and the agents that "
            "play it, seat by seat.",
            metavar="PATH",
        ),
    ],
    judge: JudgeOption = USUAL_JUDGES,
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
        str | None,
        typer.Option(
            "--known",
            help="With --exact: whose chances aivat knows, such as 1 or 1/2, all, none.",
            show_default="all",
        ),
    ] = None,
    value: Annotated[
        str | None,
        typer.Option(
            "--value",
            help="With --exact: the value function of chance and aivat: true (what these agents are worth), "
            "always-call, zero, random, or an agent that all seats follow.",
            show_default="true",
        ),
    ] = None,
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
        log_options = {
            "--judge": judge != USUAL_JUDGES, "--confidence": confidence, "--game": game, "--plays": plays,
            "--weights": weights, "--from": from_, "--skip-broken": skip_broken,
        }  # fmt: skip
        _refuse(log_options, "--exact: every judge of every deal and line")
        _judge_exactly([str(path) for path in paths], known or "all", value or "true", json)
        return
    _refuse({"--known": known, "--value": value}, "stored hands: name them with a judge, as in aivat:known=1,u=uniform")
    judges = judge_names(judge)
    for name in judges:
        named_judge(name)
    if any((path / "match.json").exists() for path in paths):
        if len(paths) > 1:
            raise MatchError(f"a match is judged alone, not with {len(paths) - 1} other paths")
        log_options = {"--game": game, "--plays": plays, "--from": from_, "--skip-broken": skip_broken}
        _refuse(log_options, "a match, which knows its game and agents")
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
    _refuse({"--weights": weights}, "files of hands: weights are learnt from the blocks of a match")
    rules, dealer = (None, None) if game is None else _game(game)
    source = Source(paths, from_, rules, skip_broken)
    places: list[TextPlace] = []

    def records() -> "Iterator[HandRecord]":
        for found in source:
            places.append(found.place)
            yield found.record

    def refuse(error: "RecordError", number: int) -> None:
        source.refuse(error, places[number])

    log = judged_log(records(), judges, plays=_plays(plays or []), dealer=dealer, on_broken=refuse)
    if json:
        print_json("pokerlab/judge/1", broken=source.broken, **log.record(confidence or USUAL))
    else:
        _show_log(log, confidence or USUAL)


def _refuse(options: "Mapping[str, object]", what: str) -> None:
    """An error if an option was given that has no part in what is done."""
    from pokerlab.errors import LabError

    if given := [name for name, value in options.items() if value]:
        raise LabError(f"{given[0]} has no part in {what}")


def _game(text: str) -> "tuple[Game, Dealer | None]":
    """The game of ACPC lines, and of a spot who deals its ranges."""
    from pokerlab.lab.play_job import game_of

    return game_of(text) if text.endswith(".toml") else (load_game(text), None)


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
