"""Charts of ranges: one 13x13 matrix per decision, as a page of HTML (no library needed) or a PNG (matplotlib)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from io import BytesIO
from pathlib import Path
from textwrap import wrap

import numpy as np
import numpy.typing as npt

from pokerlab._charts import check_matplotlib
from pokerlab._files import write_atomically
from pokerlab.cards.combos import CLASS_COUNT, CLASS_NAMES
from pokerlab.tournament.game import Decision
from pokerlab.tournament.result import PushFoldResult
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.stacktable import KINDS, TOLERANCE, StackTable

Floats = npt.NDArray[np.float64]

_FOLD, _ALL_IN = (74, 122, 188), (224, 145, 42)


EQUAL = "="
"""The mark of a hand to which both actions are worth the same."""


@dataclass(frozen=True)
class MatrixChart:
    """A matrix with a title: `shares` float64 [169] in 0..1 colour the cells, `labels` are their texts; `marked` bool
    [169] cells are framed."""

    title: str
    shares: Floats
    labels: tuple[str, ...]
    marked: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(CLASS_COUNT, np.bool_))


def name_of(result: PushFoldResult, decision: Decision) -> str:
    """A decision in words: `BB call against BTN`."""
    rivals = " and ".join(result.spot.position(player) for player in decision.pot)
    return f"{result.spot.position(decision.player)} {decision.kind}" + (f" against {rivals}" if rivals else "")


def describe(spot: PushFoldSpot) -> str:
    """What is posted and played for, in one line."""
    ante = f", ante {spot.ante:g}" + (" by the big blind" if spot.big_blind_ante else "") if spot.ante else ""
    prizes = "for chips" if spot.payouts is None else "prizes " + "/".join(f"{prize:g}" for prize in spot.payouts)
    bounties = "" if spot.bounties is None else ", bounties " + "/".join(f"{bounty:g}" for bounty in spot.bounties)
    return f"blinds {spot.small_blind:g}/{spot.big_blind:g}{ante}, {prizes}{bounties}"


def title_of(result: PushFoldResult, decision: Decision, digits: int = 2) -> str:
    """A decision with how much goes all-in: `BB call against BTN: 8.75%`; drafts say so."""
    percent = f"{result.percent(decision):.{digits}f}%" if result.comes_up(decision) else "never comes up"
    return f"{name_of(result, decision)}: {percent}" + (" (draft)" if result.is_draft else "")


def standing(result: PushFoldResult) -> list[str]:
    """How far the charts can be trusted, in one or two lines."""
    own, limit = percent(result.largest_own_gain), percent(result.limit)
    lines = []
    if result.is_draft:
        lines.append("DRAFT: solved as if two were all-in at most")
    if result.mixed is not None:
        changed = [
            int(((before > 0) & (before < 1) & (before.round(3) != after)).sum())
            for before, after in zip(result.mixed.strategies.values(), result.strategies.values(), strict=True)
        ]
        lines.append(
            f"PURE: {sum(changed)} mixed hands of {np.count_nonzero(changed)} decisions take one action; now a player "
            f"could gain up to {percent(result.epsilon)} of the pool (mixed: {percent(result.mixed.epsilon)}), "
            f"a hand up to {own} (mixed: {percent(result.mixed.largest_own_gain)})"
        )
    elif result.is_settled:
        lines.append(f"settled: no hand could gain more than {limit} of the pool by its other action")
    else:
        lines.append(f"NOT SETTLED: hands could gain up to {own} of the pool by their other action (limit {limit})")
    if any(result.indifferent(decision).any() for decision in result.strategies):
        lines.append(f"{EQUAL} marks hands to which both actions are worth the same within {limit} of the pool")
    return lines


def percent(part: float) -> str:
    """A small part of the pool in percent, to two digits: `0.0001%`."""
    number = 100 * part
    if 0 < number < 1e-8:
        return "<1e-8%"
    return f"{number:.2g}%" if not number or number > 0.99e-4 else f"{number:.0e}%"


def range_charts(result: PushFoldResult, decisions: Sequence[Decision] | None = None) -> list[MatrixChart]:
    """One chart per decision: how often each hand goes all-in, with a mark where both actions are worth the same."""
    charts = []
    for decision in result.decisions() if decisions is None else decisions:
        marked = result.indifferent(decision)
        labels = tuple(f"{name} {EQUAL}" if mark else name for name, mark in zip(CLASS_NAMES, marked, strict=True))
        charts.append(MatrixChart(title_of(result, decision, 1), result.strategies[decision], labels, marked))
    return charts


def write_result_charts(path: Path, result: PushFoldResult, decisions: Sequence[Decision] | None = None) -> int:
    """Write the charts of a result, see `write_charts`."""
    spot = result.spot
    stacks = ", ".join(f"{spot.position(number)} {stack:g}" for number, stack in enumerate(spot.stacks))
    title = ("DRAFT - " if result.is_draft else "") + f"{stacks}; {describe(spot)}"
    return write_charts(path, range_charts(result, decisions), title, standing(result))


def stack_charts(table: StackTable) -> list[MatrixChart]:
    """The two classic charts: the largest stack to push and to call with, in big blinds; hands with gaps are marked."""
    charts = []
    for kind in KINDS:
        largest, marked = table.largest(kind), np.zeros(CLASS_COUNT, np.bool_)
        marked[table.gaps(kind)] = True
        labels = tuple(f"{name} {text}" for name, text in zip(CLASS_NAMES, largest_texts(table, kind), strict=True))
        shares = np.sqrt(largest / float(table.stacks[-1]))
        charts.append(MatrixChart(f"largest stack to {kind}, big blinds", shares, labels, marked))
    return charts


def largest_texts(table: StackTable, kind: str) -> list[str]:
    """By class: the largest stack of the table it is played with, `20+` if that is all of it; `*` if not all below."""
    most, gaps = float(table.stacks[-1]), set(table.gaps(kind))
    return [
        ("-" if not stack else f"{stack:g}" + ("+" if stack == most else "")) + ("*" if index in gaps else "")
        for index, stack in enumerate(table.largest(kind).tolist())
    ]


def stack_notes(table: StackTable, kinds: Sequence[str] = KINDS) -> list[str]:
    """What a reader of the stack charts must know: the grid, and the hands that are not played with every smaller
    stack."""
    lines = [
        f"stacks: {table.grid}; a hand counts as played if it is all-in more often than not; "
        f"gaps where all-in costs less than {TOLERANCE:g} big blinds are closed"
    ]
    for kind in kinds:
        gaps = table.gaps(kind)
        intervals = table.intervals(kind)
        listed = (f"{CLASS_NAMES[k]}: {', '.join(table.text(part) for part in intervals[k])}" for k in gaps)
        if gaps:
            lines.append(f"* not with every smaller stack: {kind} " + "; ".join(listed))
    return lines


def write_charts(path: Path, charts: Sequence[MatrixChart], title: str, notes: Sequence[str] = ()) -> int:
    """Write charts to a file, `.png` or else HTML, whole or not at all; returns its bytes."""
    content = as_png(charts, title, notes) if path.suffix == ".png" else as_html(charts, title, notes).encode()
    write_atomically(path, content)
    return len(content)


def check_drawable(suffix: str) -> None:
    """A `ChartError` if charts with this ending of the name cannot be drawn here: ask before long work."""
    if suffix == ".png":
        check_matplotlib("HTML needs nothing")


def as_html(charts: Sequence[MatrixChart], title: str, notes: Sequence[str] = ()) -> str:
    """A page that needs nothing else: notes, and every chart as a table, mixed hands as a horizontal split."""
    style = (
        "body{font-family:sans-serif;margin:1.5em}"
        "section{display:inline-block;margin:0 1.5em 1.5em 0;vertical-align:top}"
        "table{border-collapse:collapse}h2{font-size:1em}"
        "td{width:3.1em;height:2.2em;text-align:center;font-size:.75em;border:1px solid #fff;color:#111}"
        "td.mark{outline:2px dashed #111;outline-offset:-4px}"
    )
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f"<style>{style}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(note)}</p>" for note in notes),
    ]
    for chart in charts:
        parts.append(f"<section><h2>{escape(chart.title)}</h2><table>")
        for row in range(13):
            cells = [_html_cell(chart, 13 * row + column) for column in range(13)]
            parts.append("<tr>" + "".join(cells) + "</tr>")
        parts.append("</table></section>")
    parts.append("</body></html>")
    return "\n".join(parts) + "\n"


def as_png(charts: Sequence[MatrixChart], title: str, notes: Sequence[str] = ()) -> bytes:
    """Notes and charts as a picture; needs matplotlib (the extra `plot`)."""
    check_drawable(".png")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    columns = min(3, len(charts))
    rows = -(-len(charts) // columns)
    lines = [line for text in (title, *notes) for line in wrap(text, 80 * columns)]
    figure = Figure(figsize=(6.2 * columns, 6.0 * rows + 0.25 + 0.25 * len(lines)), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle("\n".join(lines), fontsize=10)
    for number, chart in enumerate(charts):
        axes = figure.add_subplot(rows, columns, number + 1)
        for index in range(CLASS_COUNT):
            row, column = divmod(index, 13)
            share = float(chart.shares[index])
            axes.add_patch(Rectangle((column, 12 - row), 1, 1, color=_colour(_FOLD)))
            axes.add_patch(Rectangle((column, 12 - row), share, 1, color=_colour(_ALL_IN)))
            if chart.marked[index]:
                frame = Rectangle((column + 0.06, 12.06 - row), 0.88, 0.88, fill=False, linestyle="--", linewidth=1.2)
                axes.add_patch(frame)
            label = chart.labels[index].replace(" ", "\n")
            axes.text(column + 0.5, 12.5 - row, label, ha="center", va="center", fontsize=6.5)
        axes.set(xlim=(0, 13), ylim=(0, 13), xticks=[], yticks=[], aspect="equal", title=chart.title)
        for line in range(14):
            axes.axhline(line, color="white", linewidth=0.6)
            axes.axvline(line, color="white", linewidth=0.6)
    content = BytesIO()
    figure.savefig(content, format="png", dpi=110)
    return content.getvalue()


def _html_cell(chart: MatrixChart, index: int) -> str:
    share = 100 * float(chart.shares[index])
    split = f"linear-gradient(90deg,rgb{_ALL_IN} {share:.1f}%,rgb{_FOLD} {share:.1f}%)"
    mark = ' class="mark"' if chart.marked[index] else ""
    return f'<td{mark} style="background:{split}">{escape(chart.labels[index])}</td>'


def _colour(colour: tuple[int, int, int]) -> tuple[float, float, float]:
    return (colour[0] / 255, colour[1] / 255, colour[2] / 255)
