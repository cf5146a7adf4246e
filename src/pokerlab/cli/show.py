"""`pokerlab show`: looking at a solution."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json, say_if_slow, show_progress
from pokerlab.errors import shorten

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from rich.table import Table
    from rich.text import Text

    from pokerlab.postflop.report import Row
    from pokerlab.postflop.solution import Solution
    from pokerlab.postflop.view import NodeView


def show(
    solution: Annotated[Path, typer.Argument(help="A file that `pokerlab solve` wrote.")],
    path: Annotated[str, typer.Argument(metavar="[NODE]", help="A line of play; the first decision if left out.")] = "",
    node: Annotated[str, typer.Option(help="The same: 'check/bet 33/raise 120/turn 7h'.")] = "",
    player: Annotated[str, typer.Option(help="Whose hands: oop or ip.", show_default="who decides")] = "",
    hands: Annotated[bool, typer.Option("--hands", help="Every hand: strategy, EV, equity, EV per move.")] = False,
    classes: Annotated[bool, typer.Option("--classes", help="The same by hand class.")] = False,
    made: Annotated[bool, typer.Option("--made", help="The same by made hand and draw.")] = False,
    hand: Annotated[str, typer.Option(help="Only this hand (AhKh) or class (AKs).")] = "",
    filter_: Annotated[
        str, typer.Option("--filter", help="Only some hands, such as 'top pair+' or 'flush draw and not pair'.")
    ] = "",
    runouts: Annotated[
        bool, typer.Option("--runouts", help="Over all cards where the line of play leaves one out.")
    ] = False,
    by: Annotated[str, typer.Option(help="Run-outs by card, rank or suit.")] = "card",
    loss: Annotated[str, typer.Option(metavar="MOVE", help="What each hand loses by a move.")] = "",
    best: Annotated[bool, typer.Option("--best", help="The best hands for each move.")] = False,
    csv: Annotated[str, typer.Option(metavar="FILE", help="Write the table as CSV; '-' is stdout.")] = "",
    json: JsonOption = False,
) -> None:
    """Strategy, EV and equity at any node of a solution.

    EVs are chips a player gets from the node on: a fold is worth 0, and both players' EVs add up to the pot. The matrix
    has pairs on the diagonal and suited hands above it; a mixed strategy splits a cell.

    \b
    Examples:
      pokerlab show flop.sol
      pokerlab show flop.sol 'check/bet 18/call/turn 7d' --hands
      pokerlab show flop.sol check --filter 'flush draw' --made
      pokerlab show flop.sol check/check --runouts --by rank
      pokerlab show flop.sol 'check/bet 18' --hand AhKh --loss call
      pokerlab show flop.sol --hands --csv root.csv
    """
    from pokerlab.postflop.solution import Solution

    if path and node:
        raise typer.BadParameter("the node is given twice, as an argument and by --node")
    opened = Solution.open(solution)
    if runouts:
        _show_runouts(opened, path or node, by, csv, json)
        return
    if by != "card":
        raise typer.BadParameter("--by goes with --runouts")
    view = opened.at(path or node)
    whose = _player(player, view)
    if loss and whose != view.player:
        raise typer.BadParameter(f"--loss {shorten(loss)}: {_name(whose)} does not decide there")
    if best and whose != view.player:
        raise typer.BadParameter(f"--best: {_name(whose)} does not decide there")
    chosen = _chosen(view, hand, filter_)
    with say_if_slow("compiling kernels, which only the first run has to wait for (see pokerlab warmup)..."):
        _ = view.ev, view.equity
    kinds = [kind for kind, wanted in (("hands", hands or bool(hand)), ("classes", classes), ("made", made)) if wanted]
    if csv:
        _write_csv(csv, _records(view, whose, chosen, kinds or ["hands"], loss))
        return
    if json:
        print_json("pokerlab/show/2", **_as_json(view, whose, chosen, loss))
        return
    from pokerlab.cli import node_tables

    tables: list[Table | Text] = []
    tables += [node_tables.rows(view, whose, _rows(view, whose, chosen, kind), kind) for kind in kinds]
    tables += [node_tables.losses(view, loss, chosen)] if loss else []
    tables += [node_tables.best(view)] if best else []
    out = console()
    out.print(node_tables.header(opened))
    out.print(node_tables.situation(view))
    out.print(node_tables.players(view))
    if view.player is not None:
        out.print(node_tables.moves(view, chosen if whose == view.player else None))
    for table in tables or [node_tables.matrix(view, whose, chosen)]:
        out.print(table)
    out.print(node_tables.ways_on(view))


def _show_runouts(solution: "Solution", path: str, by: str, csv: str, json: bool) -> None:
    from pokerlab.postflop.report import runouts
    from pokerlab.postflop.spot import PLAYERS

    if by not in ("card", "rank", "suit"):
        raise typer.BadParameter(f"--by '{shorten(by)}': card, rank or suit")
    with show_progress("run-outs") as progress:
        found = runouts(solution, path, progress=progress)
    rows = found.rows if by == "card" else found.grouped(by)
    records = [row.record(found.moves) for row in (*rows, found.mean)]
    if csv:
        _write_csv(csv, [_flat_runout(record) for record in records])
    elif json:
        who = None if found.player is None else PLAYERS[found.player]
        print_json(
            "pokerlab/show-runouts/1", node=found.path, street=found.street, player=who, moves=list(found.moves),
            by=by, rows=records[:-1], mean=records[-1],
        )  # fmt: skip
    else:
        from pokerlab.cli import node_tables

        console().print(node_tables.header(solution))
        console().print(node_tables.runouts(found, rows))


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


def _rows(view: "NodeView", player: int, chosen: "npt.NDArray[np.bool_] | None", kind: str) -> "list[Row]":
    from pokerlab.errors import SolutionError
    from pokerlab.postflop.report import class_rows, hand_rows, made_rows

    find = {"hands": hand_rows, "classes": class_rows, "made": made_rows}[kind]
    rows = find(view, player=player, chosen=chosen)
    if not rows:
        which = "no hand" if chosen is None else "none of these hands"
        raise SolutionError(f"'{view.path}': {which} of {_name(player)} comes there")
    return rows


def _records(
    view: "NodeView", player: int, chosen: "npt.NDArray[np.bool_] | None", kinds: list[str], loss: str
) -> list[dict[str, Any]]:
    """Tables as flat records for CSV."""
    from pokerlab.cards.combos import parse_combo
    from pokerlab.postflop.report import known

    moves = [str(move) for move in view.moves] if player == view.player else []
    records = []
    for kind in kinds:
        for row in _rows(view, player, chosen, kind):
            record = row.record(moves)
            strategy, move_evs = record.pop("strategy"), record.pop("move_evs")
            record |= strategy | {f"ev {move}": ev for move, ev in move_evs.items()}
            if loss and kind == "hands":
                record[f"loss {loss}"] = known(float(view.ev_loss(loss)[parse_combo(row.name)]))
            records.append(record)
    return records


def _flat_runout(record: dict[str, Any]) -> dict[str, Any]:
    flat = {"card": record["card"], "chance": record["chance"], **record["frequencies"]}
    for what in ("ev", "equity"):
        flat |= {f"{what} oop": record[what][0], f"{what} ip": record[what][1]}
    return flat


def _write_csv(target: str, records: list[dict[str, Any]]) -> None:
    import csv
    import io

    from pokerlab._files import write_atomically

    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    if target == "-":
        typer.echo(text.getvalue(), nl=False)
    else:
        write_atomically(Path(target), text.getvalue().encode())


def _as_json(view: "NodeView", player: int, chosen: "npt.NDArray[np.bool_] | None", loss: str) -> dict[str, Any]:
    from pokerlab.cards.card import format_cards
    from pokerlab.postflop.report import class_rows, hand_rows, known, made_rows, move_rows, summary_row
    from pokerlab.postflop.spot import PLAYERS

    solution = view.solution
    moves = [str(move) for move in view.moves]
    whose = moves if player == view.player else []
    content: dict[str, Any] = {
        "solution": {
            "spot": solution.spot.to_dict(),
            "locks": [{"node": lock.node, "hands": dict(lock.hands)} for lock in solution.locks],
            "streets": list(solution.streets),
            "rule": solution.method.rule,
            "iterations": solution.method.iterations,
            "seconds": solution.method.seconds,
            "nash_conv": solution.nash_conv,
            "percent_of_pot": solution.percent,
            "milli_big_blinds": solution.milli_big_blinds,
        },
        "node": view.path,
        "board": format_cards(view.board),
        "kind": "deal" if view.is_deal else "decision",
        "player": None if view.player is None else PLAYERS[view.player],
        "pot": view.pot,
        "to_call": view.to_call,
        "ev": [known(ev) for ev in view.overall_ev],
        "equity": [known(share) for share in view.overall_equity],
        "moves": [
            {"text": str(row.move), "amount": row.move.amount, "all_in": row.move.is_all_in, "size": row.move.size,
             "frequency": known(view.frequencies[str(row.move)]), "ev_where_played": known(row.ev_where_played),
             "ev_of_all_hands": known(row.ev)}
            for row in move_rows(view)
        ],
        "next": list(view.next_paths),
        "rows_of": PLAYERS[player],
        "chosen": summary_row(view, "chosen", player=player, chosen=chosen).record(whose),
    }  # fmt: skip
    for name, find in (("hands", hand_rows), ("classes", class_rows), ("made", made_rows)):
        content[name] = [row.record(whose) for row in find(view, player=player, chosen=chosen)]
    if loss:
        losses = view.ev_loss(loss)
        from pokerlab.cards.combos import parse_combo

        for record in content["hands"]:
            record["loss"] = known(float(losses[parse_combo(record["hand"])]))
    if view.player == player:
        content["best"] = {
            move: [{"hand": b.hand, "gain": b.gain, "ev": b.ev, "probability": b.probability}
                   for b in view.best_hands(move)]
            for move in moves
        }  # fmt: skip
    return content
