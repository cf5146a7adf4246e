"""The classic heads-up charts on the terminal: `pokerlab pushfold --stack-table`."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pokerlab.cli.terminal import console, print_json, show_progress

if TYPE_CHECKING:
    from pokerlab.tournament.stacktable import StackTable

_SHALLOW, _DEEP = (120, 150, 200), (255, 175, 0)


def show_stack_table(stacks: str, small: float, big: float, ante: float, out: Path | None, *, json: bool) -> None:
    """Solve heads-up at the stacks given in big blinds, or the usual ones; print the table, or write it to a file."""
    from pokerlab.cli.tournament_options import parse_numbers
    from pokerlab.tournament.charts import stack_charts, stack_notes, write_charts
    from pokerlab.tournament.report import stack_table_record
    from pokerlab.tournament.spot import check_blinds
    from pokerlab.tournament.stacktable import USUAL_STACKS, stack_table

    check_blinds(small, big, ante)
    depths = parse_numbers(stacks, "stacks") if stacks else USUAL_STACKS
    with show_progress("heads-up table") as progress:
        table = stack_table(depths, ante=ante / big, small_blind=small / big, progress=progress)
    if json:
        print_json("pokerlab/stacktable/1", **stack_table_record(table))
    if out:
        title = f"Heads-up push/fold, blinds {small:g}/{big:g}, ante {ante:g}"
        size = write_charts(out, stack_charts(table), title, stack_notes(table))
        typer.echo(f"{out}: {size:,} bytes", err=True)
    if not json and not out:
        _print(table)


def _print(table: "StackTable") -> None:
    from pokerlab.cards.combos import CLASS_NAMES
    from pokerlab.cli.matrix import Cell, mix, paint_matrix
    from pokerlab.tournament.charts import largest_texts, stack_notes
    from pokerlab.tournament.stacktable import KINDS

    most = float(table.stacks[-1])
    for kind in KINDS:
        console().print(f"largest stack to {kind}, in big blinds ({most:g}+: with all of the table)")
        texts = largest_texts(table, kind)
        depths = [mix(_SHALLOW, _DEEP, min(1.0, stack / most)) for stack in table.largest(kind).tolist()]
        cells = [
            None if text == "-" else Cell(name, text, ((depth, 1.0),))
            for name, text, depth in zip(CLASS_NAMES, texts, depths, strict=True)
        ]
        console().print(paint_matrix(cells))
        for line in stack_notes(table, [kind]):
            console().print(line, markup=False)
        console().print()
