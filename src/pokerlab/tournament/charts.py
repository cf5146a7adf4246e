"""Charts of ranges: one 13x13 matrix per decision, as a page of HTML (no library needed) or a PNG (matplotlib)."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT, CLASS_NAMES
from pokerlab.errors import TournamentError
from pokerlab.tournament.game import Decision
from pokerlab.tournament.pushfold import Solution
from pokerlab.tournament.stacktable import StackTable

Floats = npt.NDArray[np.float64]

_FOLD, _ALL_IN = (74, 122, 188), (224, 145, 42)


@dataclass(frozen=True)
class Chart:
    """A matrix with a title: `shares` float64 [169] in 0..1 colour the cells, `labels` are their texts."""

    title: str
    shares: Floats
    labels: tuple[str, ...]


def name_of(solution: Solution, decision: Decision) -> str:
    """A decision in words: `BB call against BTN`."""
    rivals = " and ".join(solution.spot.position(player) for player in decision.pot)
    return f"{solution.spot.position(decision.player)} {decision.kind}" + (f" against {rivals}" if rivals else "")


def range_charts(solution: Solution, decisions: Sequence[Decision] | None = None) -> list[Chart]:
    """One chart per decision: how often each hand goes all-in."""
    return [
        Chart(
            f"{name_of(solution, decision)}: {solution.percent(decision):.1f}%",
            solution.strategies[decision],
            CLASS_NAMES,
        )
        for decision in (solution.decisions() if decisions is None else decisions)
    ]


def stack_charts(table: StackTable) -> list[Chart]:
    """The two classic charts: the largest stack to push and to call with, in big blinds."""
    charts = []
    for kind in ("push", "call"):
        largest = table.largest(kind)
        most = float(table.stacks[-1])
        labels = tuple(
            f"{name} {'20+' if stack == most == 20 else f'{stack:.3g}+' if stack == most else f'{stack:.3g}'}"
            for name, stack in zip(CLASS_NAMES, largest.tolist(), strict=True)
        )
        charts.append(Chart(f"largest stack to {kind}, big blinds", np.sqrt(largest / most), labels))
    return charts


def as_html(charts: Sequence[Chart], title: str) -> str:
    """A page that needs nothing else: every chart as a table, mixed hands as a horizontal split."""
    style = (
        "body{font-family:sans-serif;margin:1.5em}"
        "section{display:inline-block;margin:0 1.5em 1.5em 0;vertical-align:top}"
        "table{border-collapse:collapse}h2{font-size:1em}"
        "td{width:3.1em;height:2.2em;text-align:center;font-size:.75em;border:1px solid #fff;color:#111}"
    )
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f"<style>{style}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
    ]
    for chart in charts:
        parts.append(f"<section><h2>{escape(chart.title)}</h2><table>")
        for row in range(13):
            cells = [_html_cell(chart, 13 * row + column) for column in range(13)]
            parts.append("<tr>" + "".join(cells) + "</tr>")
        parts.append("</table></section>")
    parts.append("</body></html>")
    return "\n".join(parts) + "\n"


def as_png(charts: Sequence[Chart], title: str) -> bytes:
    """The charts as a picture; needs matplotlib (the extra `plot`)."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.patches import Rectangle
    except ImportError:
        raise TournamentError("PNG charts need matplotlib: pip install 'pokerlab[plot]' (HTML needs nothing)") from None
    columns = min(3, len(charts))
    rows = -(-len(charts) // columns)
    figure = Figure(figsize=(6.2 * columns, 6.0 * rows + 0.5), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title)
    for number, chart in enumerate(charts):
        axes = figure.add_subplot(rows, columns, number + 1)
        for index in range(CLASS_COUNT):
            row, column = divmod(index, 13)
            share = float(chart.shares[index])
            axes.add_patch(Rectangle((column, 12 - row), 1, 1, color=_colour(_FOLD)))
            axes.add_patch(Rectangle((column, 12 - row), share, 1, color=_colour(_ALL_IN)))
            label = chart.labels[index].replace(" ", "\n")
            axes.text(column + 0.5, 12.5 - row, label, ha="center", va="center", fontsize=6.5)
        axes.set(xlim=(0, 13), ylim=(0, 13), xticks=[], yticks=[], aspect="equal", title=chart.title)
        for line in range(14):
            axes.axhline(line, color="white", linewidth=0.6)
            axes.axvline(line, color="white", linewidth=0.6)
    content = BytesIO()
    figure.savefig(content, format="png", dpi=110)
    return content.getvalue()


def _html_cell(chart: Chart, index: int) -> str:
    share = 100 * float(chart.shares[index])
    split = f"linear-gradient(90deg,rgb{_ALL_IN} {share:.1f}%,rgb{_FOLD} {share:.1f}%)"
    return f'<td style="background:{split}">{escape(chart.labels[index])}</td>'


def _colour(colour: tuple[int, int, int]) -> tuple[float, float, float]:
    return (colour[0] / 255, colour[1] / 255, colour[2] / 255)
