"""How runs of solvers went, several rules in one chart: what `--plot` and `--against` draw."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pokerlab._charts import Points

TERMINAL = "-"
_WIDEST, _MARGIN = 100, 12
LONGER = 10
"""A rule that is compared may take so many times the iterations of the first, where no other limit is given."""

PlotOption = Annotated[
    str, typer.Option("--plot", help="Chart of the run: a PNG file, or '-' for the terminal.", show_default="none")
]
AgainstOption = Annotated[
    list[str] | None,
    typer.Option("--against", help="Run this rule too, for the chart only; may be given again.", metavar="RULE"),
]


def check_plot(target: str, against: list[str] | None, others: Sequence[str] = ()) -> None:
    """What stands in the way of a chart is said before the work; `others`: known algorithms that are no rules."""
    from pokerlab._charts import check_chart_file
    from pokerlab._files import check_writable
    from pokerlab.equilibrium.algorithms import parse_rule

    if against and not target:
        raise typer.BadParameter("--against goes with --plot")
    for name in against or ():
        if name not in others:
            parse_rule(name)
    if target not in ("", TERMINAL):
        check_chart_file(Path(target))
        check_writable(Path(target))


def draw(target: str, title: str, y_label: str, lines: "Mapping[str, Points]") -> None:
    """Draw points (iteration, distance from the equilibrium) by rule, both axes logarithmic: into a file, or on
    stderr."""
    from pokerlab._charts import Chart
    from pokerlab._files import write_atomically

    chart = Chart(title, "iterations", y_label, lines, log_x=True, log_y=True)
    if target == TERMINAL:
        width = min(shutil.get_terminal_size().columns - _MARGIN, _WIDEST)
        typer.echo(chart.as_text(width=max(width, 20)), err=True)
    else:
        write_atomically(Path(target), chart.as_png())
