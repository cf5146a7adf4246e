"""`pokerlab judge`: stored hands judged again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.hands import FromOption, SkipOption, Source, load_game
from pokerlab.cli.match import show_match
from pokerlab.cli.match_options import JudgeOption, judge_names, unit_name, won_texts
from pokerlab.cli.robin import show_robin
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table

if TYPE_CHECKING:
    from pokerlab.games.rules import Game
    from pokerlab.lab.rejudge import LogResult


USUAL = 0.95


def judge(
    paths: Annotated[list[Path], typer.Argument(help="The directory of a match or round robin, or files of hands.")],
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
    from_: FromOption = None,
    skip_broken: SkipOption = False,
    json: JsonOption = False,
) -> None:
    """Judge stored hands again: of a match or round robin by its directory, or of any hand histories.

    A match is judged deal by deal, as it was played, and its hands are held against what its agents said they played
    from. In other files hands of one number with the same cards at the same seats are one deal; else each hand stands
    for itself. Winnings are in mbb: thousandths of a big blind per hand.

    \b
    Examples:
      pokerlab judge runs/leduc --judge chips,allin
      pokerlab judge session.phhs
      pokerlab judge match.log --game holdem-nolimit:2 --judge allin --json
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.errors import MatchError
    from pokerlab.lab.judges import named_judge
    from pokerlab.lab.rejudge import judged_again, judged_log
    from pokerlab.lab.robin import RobinResult

    judges = judge_names(judge)
    for name in judges:
        named_judge(name)
    if any((path / "match.json").exists() for path in paths):
        if len(paths) > 1:
            raise MatchError(f"a match is judged alone, not with {len(paths) - 1} other paths")
        result = judged_again(paths[0], judges, confidence=confidence, listener=TerminalListener())
        is_robin = isinstance(result, RobinResult)
        if json:
            print_json(f"pokerlab/{'robin' if is_robin else 'match'}/1", **result.record())
        elif isinstance(result, RobinResult):
            show_robin(result)
        else:
            show_match(result)
        return
    source = Source(paths, from_, None if game is None else _game(game), skip_broken)
    log = judged_log((found.record for found in source), judges, on_broken=source.refuse)
    if json:
        print_json("pokerlab/judge/1", broken=source.broken, **log.record(confidence or USUAL))
    else:
        _show_log(log, confidence or USUAL)


def _game(text: str) -> "Game":
    from pokerlab.lab.match import game_of

    return game_of(text)[0] if text.endswith(".toml") else load_game(text)


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
