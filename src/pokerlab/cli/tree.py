"""`pokerlab tree`: all ways to bet a spot."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.spot_options import takes_spot
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table
from pokerlab.errors import shorten

if TYPE_CHECKING:
    from rich.table import Table

    from pokerlab.postflop.spot import Spot
    from pokerlab.postflop.tree import SpotNode, SpotTree

_STREETS = {"flop": 3, "turn": 4, "river": 5}


@takes_spot
def tree(
    spot: "Spot",
    node: Annotated[str, typer.Option(help="Begin after this line of play, such as 'check/bet 33/call'.")] = "",
    street: Annotated[
        str | None, typer.Option(help="Last street to show: flop, turn or river.", show_default="the first")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="Most moves to show in a row.", show_default="all")] = None,
    json: JsonOption = False,
) -> None:
    """All ways to bet a spot: counts by street, the memory a solver takes, then the tree, move by move with the pot.

    The spot is a file, or options, or a file changed by options. Betting that was shown before is not shown again, but
    named by the line of play it follows. With --json all streets are given unless --street says less.

    \b
    Examples:
      pokerlab tree examples/flop.toml
      pokerlab tree examples/flop.toml --flop-bet '33%, 75%' --street turn
      pokerlab tree examples/threebet.toml --node 'check/bet 94/call' --street river
      pokerlab tree --board QsJh2h7c3d --pot 5.5 --stack 9.25 --oop QQ+ --ip '20%'
    """
    from pokerlab._threads import available_threads
    from pokerlab.cli.spot_tables import cap_note, size_table, spot_line
    from pokerlab.postflop.layout import Layout
    from pokerlab.postflop.memory import advise_cap, size_record
    from pokerlab.postflop.tree import SpotTree
    from pokerlab.postflop.tree_report import node_records, street_records

    betting = SpotTree.build(spot)
    top = betting.find(node)
    last = _last_street(street, default=5 if json else top.street)
    if json:
        nodes = node_records(betting, top, last, depth)
        size = size_record(Layout.of(spot))
        print_json("pokerlab/tree/1", spot=spot.to_dict(), streets=street_records(betting), size=size, nodes=nodes)
        return
    console().print(spot_line(spot))
    print_table(_counts(street_records(betting)))
    console().print()
    layout = Layout.of(spot)
    print_table(size_table(size_record(layout)))
    if advice := advise_cap(layout, compressed=False, tables=2, threads=available_threads()):
        console().print(cap_note(advice))
    console().print()
    for line in _lines(betting, top, last, depth):
        console().print(line, markup=False)


def _last_street(name: str | None, default: int) -> int:
    if name is None:
        return default
    if name.lower() not in _STREETS:
        raise typer.BadParameter(f"--street '{shorten(name)}': flop, turn or river")
    return _STREETS[name.lower()]


def _counts(rows: list[dict[str, Any]]) -> "Table":
    from rich.table import Table

    columns = ("decisions", "moves", "deals", "folds", "showdowns")
    table = Table(box=None, pad_edge=False)
    table.add_column("street")
    for column in columns:
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(row["street"], *(f"{row[column]:,}" for column in columns))
    if len(rows) > 1:
        table.add_row("total", *(f"{sum(row[column] for row in rows):,}" for column in columns))
    return table


def _lines(betting: "SpotTree", top: "SpotNode", last: int, depth: int | None) -> Iterator[str]:
    """The tree as indented text; a later street that was shown before is named by where."""
    from pokerlab.betting.tree import NodeKind

    alike = betting.alike()
    shown: dict[int, str] = {}
    stack = [(top, 0)]
    while stack:
        node, moves = stack.pop()
        below = [betting.nodes[child] for child in node.children]
        goes_on = bool(below) and below[0].street <= last and (depth is None or moves < depth)
        note = ""
        if node.kind is NodeKind.DEAL and goes_on:
            path = "/".join(betting.path(node))
            first = shown.setdefault(alike[node.index], path)
            goes_on = first == path
            note = "" if goes_on else f", as after '{first}'"
        if node.move or node is top:  # the start of a later street is told by the end of the one before
            yield "  " * moves + _line(betting, node) + note
        if goes_on:
            stack += [(child, moves + (child.move is not None)) for child in reversed(below)]


def _line(betting: "SpotTree", node: "SpotNode") -> str:
    """One node: the move that led there and what is the case now."""
    from pokerlab.betting.tree import NodeKind
    from pokerlab.postflop.spot import PLAYERS, STREETS

    amount = betting.spot.amount
    pot = amount(betting.pot(node))
    mover = PLAYERS[betting.nodes[node.parent].player] if node.move else ""
    words = [f"{mover} {node.move}"] if node.move else [f"{STREETS[node.street]}, pot {pot:,}"]
    if node.move and node.move.is_bet:
        notes = [node.move.size] * (node.move.size not in ("", "a")) + ["all-in"] * node.move.is_all_in
        words.append(f"({', '.join(notes)})" if notes else "")
        to_call = abs(node.committed[0] - node.committed[1])
        words.append(f"pot {pot:,}, {amount(to_call):,} to call")
    elif node.kind is NodeKind.FOLD:
        words.append(f"-> {PLAYERS[1 - node.player]} wins {amount(betting.contested(node)):,}")
    elif node.kind is NodeKind.SHOWDOWN:
        words.append(f"-> {'all-in ' if node.street < 5 else ''}showdown, pot {pot:,}")
    elif node.kind is NodeKind.DEAL:
        words.append(f"-> {STREETS[node.street + 1]}, pot {pot:,}")
    return " ".join(filter(None, words))
