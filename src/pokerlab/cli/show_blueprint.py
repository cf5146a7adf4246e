"""`pokerlab show` of a blueprint: what it does after a line of play."""

from pathlib import Path
from typing import TYPE_CHECKING

from pokerlab.cli.terminal import console, print_json, print_table

if TYPE_CHECKING:
    from rich.text import Text

    from pokerlab.cli.show import Wanted
    from pokerlab.games.action import Action
    from pokerlab.training.blueprint import Blueprint

WHAT = "a blueprint"
TAKES = frozenset({"node"})
MOST_ROWS = 40


def show_blueprint(file: Path, wanted: "Wanted") -> None:
    """The game, how it was made, and a decision: a matrix before the flop, later a line for each sight of the cards."""
    from pokerlab.training.blueprint import Blueprint
    from pokerlab.training.report import decision_record

    blueprint = Blueprint.open(file)
    record = decision_record(blueprint, wanted.node)
    if wanted.json:
        print_json("pokerlab/show-blueprint/1", **record)
        return
    out = console()
    out.print(
        f"{blueprint.game.name}, {blueprint.game.players} players, cards {blueprint.cards.name}, "
        f"menu {blueprint.menu}, recall {blueprint.recall}: {len(blueprint.parts):,} cells",
        markup=False,
    )
    out.print(str(blueprint.made), markup=False)
    where = f"after '{wanted.node}'" if wanted.node else "the first decision"
    out.print(f"{where}: seat {record['seat']} decides, {record['to_call']} to call, pot {record['pot']}", markup=False)
    if record["street"] == 0 and blueprint.game.is_holdem:
        out.print(_matrix(blueprint, wanted.node))
    else:
        _print_rows(record)


def _matrix(blueprint: "Blueprint", node: str) -> "Text":
    """13x13 by class: how often each move is made."""
    import numpy as np
    from rich.text import Text

    from pokerlab.cards.combos import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBO, CLASS_SIZES
    from pokerlab.cli.matrix import Cell, paint_matrix, style
    from pokerlab.training.report import position_of

    actions, table = blueprint.chances(position_of(blueprint, node))
    shares = np.array([np.bincount(CLASS_OF_COMBO, row, CLASS_COUNT) / CLASS_SIZES for row in table])
    colours = _colours(actions)
    cells = []
    for place, name in enumerate(CLASS_NAMES):
        column = shares[:, place]
        parts = tuple((colours[k], float(share)) for k, share in enumerate(column) if share > 0)
        cells.append(Cell(name, f"{str(actions[int(column.argmax())])[0]}{100 * column.max():.0f}", parts))
    legend = Text("  ").join(
        Text(f"{action} {100 * float(row.mean()):.1f}%", style=style(colour))
        for action, row, colour in zip(actions, table, colours, strict=True)
    )
    return Text("\n").join([legend, paint_matrix(cells)])


def _colours(actions: "tuple[Action, ...]") -> list[tuple[int, int, int]]:
    """Fold blue, call green, raises from amber (small) to purple (large)."""
    from pokerlab.cli.matrix import mix
    from pokerlab.cli.node_tables import CALL_COLOUR, FOLD_COLOUR, LARGE_BET_COLOUR, SMALL_BET_COLOUR
    from pokerlab.games.action import Kind

    raises = [action for action in actions if action.kind is Kind.RAISE]
    plain = {Kind.FOLD: FOLD_COLOUR, Kind.CALL: CALL_COLOUR}
    return [
        plain.get(action.kind)
        or mix(SMALL_BET_COLOUR, LARGE_BET_COLOUR, raises.index(action) / max(1, len(raises) - 1))
        for action in actions
    ]


def _print_rows(record: dict[str, object]) -> None:
    from rich.table import Table

    actions, rows = record["actions"], record["chances"]
    assert isinstance(actions, list)
    assert isinstance(rows, list)
    table = Table("sight", *actions, box=None, pad_edge=False)
    for column in table.columns:
        column.justify = "right"
    sights = list(zip(*rows, strict=True))
    for sight, chances in enumerate(sights[:MOST_ROWS]):
        table.add_row(str(sight), *(f"{100 * chance:.1f}%" for chance in chances))
    print_table(table)
    if len(sights) > MOST_ROWS:
        console().print(f"... {len(sights) - MOST_ROWS:,} sights more: --json has all of them")
