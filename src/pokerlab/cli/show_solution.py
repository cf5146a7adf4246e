"""`pokerlab show` of a solution: any node of it."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pokerlab.cli.csv_files import write_csv, write_text
from pokerlab.cli.terminal import console, print_json, print_table, say_if_slow, show_progress
from pokerlab.errors import shorten

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from rich.table import Table

    from pokerlab.cli.show import Wanted
    from pokerlab.postflop.solution import Solution
    from pokerlab.postflop.view import NodeView


WHAT = "a solution"
TAKES = frozenset(
    {
        "node",
        "player",
        "hands",
        "classes",
        "made",
        "hand",
        "filter",
        "runouts",
        "by",
        "loss",
        "best",
        "matrix",
        "csv",
        "svg",
    }
)


def show_solution(file: Path, wanted: "Wanted", *, is_flop: bool = False) -> None:
    """A node of a solution, or of the file of one flop: its strategy, EV and equity, by hand, class or made hand; or
    over the cards to come."""
    from rich.text import Text

    from pokerlab.cli import node_tables
    from pokerlab.cli.strategy_picture import strategy_svg
    from pokerlab.postflop.flop_file import open_flop
    from pokerlab.postflop.report import flat_records, rows_of, view_record
    from pokerlab.postflop.solution import Solution

    if wanted.svg not in ("", "-") and not wanted.svg.lower().endswith(".svg"):
        raise typer.BadParameter(f"--svg writes .svg, not '{shorten(Path(wanted.svg).name)}'")
    opened = open_flop(file) if is_flop else Solution.open(file)
    if wanted.runouts:
        _show_runouts(opened, wanted)
        return
    if wanted.by:
        raise typer.BadParameter("--by goes with --runouts")
    view = opened.at(wanted.node)
    whose = _player(wanted.player, view)
    if wanted.loss and whose != view.player:
        raise typer.BadParameter(f"--loss {shorten(wanted.loss)}: {_name(whose)} does not decide there")
    if wanted.best and whose != view.player:
        raise typer.BadParameter(f"--best: {_name(whose)} does not decide there")
    if wanted.matrix and wanted.matrix not in node_tables.MATRICES:
        raise typer.BadParameter(f"--matrix '{shorten(wanted.matrix)}': {', '.join(node_tables.MATRICES)}")
    chosen = _chosen(view, wanted.hand, wanted.filter)
    if wanted.svg and (whose != view.player or chosen is not None):
        raise typer.BadParameter("--svg draws all hands of the player who decides")
    with say_if_slow("getting ready (the first run compiles kernels, a few seconds, once; see pokerlab warmup)..."):
        _ = view.ev, view.equity
    if wanted.svg:
        write_text(wanted.svg, strategy_svg(view))
        return
    asked = (("hands", wanted.hands or wanted.hand), ("classes", wanted.classes), ("made", wanted.made))
    kinds = [kind for kind, is_asked in asked if is_asked]
    if wanted.csv:
        write_csv(wanted.csv, flat_records(view, whose, chosen, kinds or ["hands"], wanted.loss))
        return
    if wanted.json:
        print_json("pokerlab/show/2", **view_record(view, whose, chosen, wanted.loss))
        return
    tables: list[Table | Text] = []
    tables += [node_tables.rows(view, whose, rows_of(view, whose, chosen, kind), kind) for kind in kinds]
    tables += [node_tables.losses(view, wanted.loss, chosen)] if wanted.loss else []
    tables += [node_tables.best(view)] if wanted.best else []
    if wanted.matrix or not tables:
        tables.append(node_tables.matrix(view, whose, chosen, wanted.matrix or node_tables.STRATEGY))
    out = console()
    out.print(node_tables.header(opened))
    out.print(node_tables.situation(view))
    print_table(node_tables.players(view))
    if view.player is not None:
        print_table(node_tables.moves(view, chosen if whose == view.player else None))
    for table in tables:
        if isinstance(table, Text):
            out.print(table)
        else:
            print_table(table)
    out.print(node_tables.ways_on(view))


def _show_runouts(solution: "Solution", wanted: "Wanted") -> None:
    from pokerlab.cli import node_tables
    from pokerlab.postflop.report import flat_runouts, runouts, runouts_record

    by = wanted.by or "card"
    if by not in ("card", "rank", "suit"):
        raise typer.BadParameter(f"--by '{shorten(by)}': card, rank or suit")
    with show_progress("run-outs") as progress:
        found = runouts(solution, wanted.node, progress=progress)
    plain = runouts_record(found, by)
    if wanted.csv:
        write_csv(wanted.csv, flat_runouts(plain))
    elif wanted.json:
        print_json("pokerlab/show-runouts/1", **plain)
    else:
        console().print(node_tables.header(solution))
        print_table(node_tables.runouts(found, found.rows if by == "card" else found.grouped(by)))


def _player(name: str, view: "NodeView") -> int:
    from pokerlab.postflop.spot import PLAYERS

    if not name:
        return view.player or 0
    if name.lower() not in PLAYERS:
        raise typer.BadParameter(f"--player '{shorten(name)}': oop or ip")
    return PLAYERS.index(name.lower())


def _name(player: int) -> str:
    from pokerlab.postflop.spot import PLAYERS

    return PLAYERS[player]


def _chosen(view: "NodeView", hand: str, filter_: str) -> "npt.NDArray[np.bool_] | None":
    """The hands that options ask for, None for all."""
    import numpy as np

    from pokerlab.cards.made_hands import classify
    from pokerlab.cards.ranges import Range

    chosen = None
    if hand:
        chosen = Range.parse(hand).weights > 0
    if filter_:
        kept = classify(view.board).matching(filter_)
        chosen = kept if chosen is None else kept & chosen
    return None if chosen is None else np.asarray(chosen)
