"""`pokerlab show`: looking at any file that pokerlab wrote."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

import typer

from pokerlab.cli import show_blueprint, show_pushfold, show_run, show_solution, show_state, show_strategy
from pokerlab.cli.completion import complete_matrix
from pokerlab.cli.example_files import or_example
from pokerlab.cli.terminal import JsonOption
from pokerlab.errors import DataError, shorten


@dataclass(frozen=True)
class Wanted:
    """What the options ask for; a kind of file takes some of them."""

    node: str = ""
    player: str = ""
    hands: bool = False
    classes: bool = False
    made: bool = False
    hand: str = ""
    filter: str = ""
    runouts: bool = False
    by: str = ""
    loss: str = ""
    best: bool = False
    matrix: str = ""
    against: str = ""
    chart: bool = False
    gain: bool = False
    csv: str = ""
    svg: str = ""
    json: bool = False

    def check(self, takes: frozenset[str], what: str) -> None:
        """A usage error if something is asked for that `what` a file is does not have."""
        for option in fields(self):
            if getattr(self, option.name) and option.name not in takes | {"json"}:
                name = "a node" if option.name == "node" else f"--{option.name}"
                raise typer.BadParameter(f"{name} cannot be asked of {what}")


def show(
    file: Annotated[
        Path, typer.Argument(help="A solution, flop, strategy, blueprint, push/fold result, checkpoint, or a run.")
    ],
    path: Annotated[str, typer.Argument(metavar="[NODE]", help="A line of play; the first decision if left out.")] = "",
    node: Annotated[str, typer.Option(help="The same: 'check/bet 33/raise 120/turn 7h'.")] = "",
    player: Annotated[
        str, typer.Option(help="Whose hands: oop, ip, or a position such as BTN.", show_default="who decides")
    ] = "",
    hands: Annotated[
        bool, typer.Option("--hands", help="Every hand: strategy, EV, equity, realised equity, EV per move.")
    ] = False,
    classes: Annotated[bool, typer.Option("--classes", help="The same by hand class.")] = False,
    made: Annotated[bool, typer.Option("--made", help="The same by made hand and draw.")] = False,
    hand: Annotated[str, typer.Option(help="Only this hand (AhKh) or class (AKs).")] = "",
    filter_: Annotated[
        str, typer.Option("--filter", help="Only some hands, such as 'top pair+' or 'flush draw and not pair'.")
    ] = "",
    runouts: Annotated[
        bool, typer.Option("--runouts", help="Over all cards where the line of play leaves one out.")
    ] = False,
    by: Annotated[str, typer.Option(help="Run-outs by card, rank or suit.", show_default="card")] = "",
    loss: Annotated[str, typer.Option(metavar="MOVE", help="What each hand loses by a move.")] = "",
    best: Annotated[bool, typer.Option("--best", help="The best hands for each move.")] = False,
    matrix: Annotated[
        str,
        typer.Option(
            metavar="WHAT",
            help="The matrix of strategy, range, ev or equity.",
            show_default="strategy",
            autocompletion=complete_matrix,
        ),
    ] = "",
    against: Annotated[str, typer.Option(help="Push/fold: only decisions against these, such as BTN or BTN,SB.")] = "",
    chart: Annotated[bool, typer.Option("--chart", help="Push/fold: the 13x13 matrix of each decision.")] = False,
    gain: Annotated[bool, typer.Option("--gain", help="Push/fold: what all-in earns more than folding.")] = False,
    csv: Annotated[str, typer.Option(metavar="FILE", help="Write the table as CSV; '-' is stdout.")] = "",
    svg: Annotated[str, typer.Option(metavar="FILE", help="Write the strategy as a picture; '-' is stdout.")] = "",
    json: JsonOption = False,
) -> None:
    """Look at any file that pokerlab wrote.

    A solution: strategy, EV and equity at any node. EVs are chips a player gets from the node on: a fold is worth 0,
    and both players' EVs add up to the pot. The matrix has pairs on the diagonal and suited hands above it; a mixed
    strategy splits a cell, whose number is the most frequent move; classes that seldom come there are pale.

    A flop of `pokerlab flops`: the same, on the flop only.

    A strategy of a small game: its infosets, those of a --hand, or after a history (the NODE). A push/fold result: its
    charts, as `pokerlab pushfold` prints them. A blueprint: what it does after a line of play (the NODE, as in `r6c`),
    before the flop as a matrix, later by what it sees of the cards. A checkpoint: what it is of, and how far. The
    directory of a run: how many of its tasks are done, which failed and why, seconds and memory.

    \b
    Examples:
      pokerlab show flop.sol
      pokerlab show flop.sol 'check/bet 18/call/turn 7d' --hands
      pokerlab show flop.sol check --matrix ev
      pokerlab show flop.sol check --filter 'flush draw' --made
      pokerlab show flop.sol check/check --runouts --by rank
      pokerlab show flop.sol 'check/bet 18' --hand AhJh --loss call
      pokerlab show flop.sol --hands --csv root.csv
      pokerlab show flop.sol 'check/bet 18' --svg matrix.svg
      pokerlab show kuhn.strategy --hand K
      pokerlab show bubble.pf --player BTN --hand A5s
      pokerlab show runs/srp
    """
    from pokerlab._archives import read_header

    if path and node:
        raise typer.BadParameter("the node is given twice, as an argument and by --node")
    wanted = Wanted(
        path or node, player, hands, classes, made, hand, filter_, runouts, by, loss, best, matrix, against, chart,
        gain, csv, svg, json,
    )  # fmt: skip
    file = or_example(file)
    if file.is_dir():
        wanted.check(show_run.TAKES, show_run.WHAT)
        show_run.show_run(file, wanted)
        return
    header = read_header(file, DataError)
    kind = header["format"]
    if kind in ("pokerlab/solution", "pokerlab/flop"):
        wanted.check(show_solution.TAKES, show_solution.WHAT)
        show_solution.show_solution(file, wanted, is_flop=kind == "pokerlab/flop")
    elif kind == "pokerlab/strategy":
        wanted.check(show_strategy.TAKES, show_strategy.WHAT)
        show_strategy.show_strategy(file, wanted)
    elif kind == "pokerlab/blueprint":
        wanted.check(show_blueprint.TAKES, show_blueprint.WHAT)
        show_blueprint.show_blueprint(file, wanted)
    elif kind == "pokerlab/pushfold":
        wanted.check(show_pushfold.TAKES, show_pushfold.WHAT)
        show_pushfold.show_pushfold(file, wanted)
    elif kind in show_state.FORMATS:
        wanted.check(show_state.TAKES, show_state.WHAT)
        show_state.show_state(file, header, wanted)
    else:
        raise DataError(f"{file} is a file of '{shorten(kind)}', which this program cannot show")
