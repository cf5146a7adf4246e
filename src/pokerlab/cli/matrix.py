"""The 13x13 matrix of hand classes on the terminal: names and numbers in coloured cells, or small charts side by side.

Every cell has its own background and an ink that can be read on it, so that dark and light terminals show the same.
Where the output takes no colours, the numbers say it all.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokerlab.cli.terminal import console

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from rich.text import Text

Colour = tuple[int, int, int]

_RED, _YELLOW, _GREEN = (215, 60, 50), (235, 200, 70), (60, 170, 80)
_AMBER, _PALE_AMBER = (255, 175, 0), (150, 125, 80)
_FADED = (112, 112, 112)
_NOTHING = "grey50"  # read on black and on white

_NAMES_ONLY = 5
"""Columns of a cell that has a name alone."""
_NARROW, _WIDE = 6, 9
"""Columns of a cell with a name and a number: on two lines, and where thirteen wide ones fit on one."""
_SMALL_CHART, _BETWEEN_CHARTS = 13, 3


@dataclass(frozen=True)
class Cell:
    """A hand class: its name, a text or number below or beside it, and backgrounds with their shares of the cell.

    - `value`: a float is written as exactly as there is room for; NaN is a dash
    """

    name: str
    value: str | float
    colours: tuple[tuple[Colour, float], ...]


def paint_matrix(cells: Sequence[Cell | None], *, is_signed: bool = False) -> "Text":
    """169 cells in class order, pairs on the diagonal, suited hands above it; None is a class nobody has there.

    Within 80 columns names and numbers are on two lines; with 120 on one, where numbers are short. `is_signed` numbers
    have a plus, and all the room there is.
    """
    from rich.text import Text

    is_wide = console().width >= 13 * _WIDE
    numbered = any(cell and cell.value != "" for cell in cells)
    texts = [cell.value for cell in cells if cell and isinstance(cell.value, str)]
    is_one_line = is_wide and not is_signed and all(len(text) <= _WIDE - 5 for text in texts)
    width = (_WIDE if is_wide else _NARROW) if numbered else _NAMES_ONLY
    room = width - 5 if is_one_line else width - 1
    lines = []
    for row in range(13):
        shown = cells[13 * row : 13 * row + 13]
        if not numbered:
            lines.append(Text.assemble(*(_painted(cell, cell.name if cell else "", width, 0) for cell in shown)))
        elif is_one_line:
            labels = [f"{cell.name:<3} {_value(cell, room, is_signed)}" if cell else "" for cell in shown]
            lines.append(Text.assemble(*(_painted(*pair, width, 1) for pair in zip(shown, labels, strict=True))))
        else:
            names = [cell.name.center(room) if cell else "" for cell in shown]
            values = [_value(cell, room, is_signed).center(room) if cell else " " for cell in shown]
            for labels in (names, values):
                lines.append(Text.assemble(*(_painted(*pair, width, 1) for pair in zip(shown, labels, strict=True))))
    for line in lines:
        if not console().is_terminal:  # colours go to the end of a cell
            line.rstrip()
    return Text("\n").join(lines)


def weight_cells(weights: "npt.NDArray[np.float64]", mark: "Sequence[str]" = ()) -> list[Cell | None]:
    """Cells of weights 0..1, float64 [169] or [13, 13]: the deeper the colour, the more of it. Where all weights are 0
    or 1 they are names alone. `mark` has a sign for each class."""
    cells: list[Cell | None] = []
    for place, (name, weight) in enumerate(zip(_class_names(), weights.ravel().tolist(), strict=True)):
        sign = mark[place] if mark else ""
        value = ("" if weight == 1 else f"{100 * weight:.0f}%"[: 4 - len(sign)]) + sign
        cells.append(Cell(name, value, ((mix(_PALE_AMBER, _AMBER, weight), 1.0),)) if weight or sign else None)
    return cells


def share_cells(shares: "npt.NDArray[np.float64]", faint: "npt.NDArray[np.float64] | None" = None) -> list[Cell | None]:
    """Cells of shares of the pot 0..1 in percent, float64 [169] or [13, 13], from red over yellow to green; NaN is an
    empty cell. `faint` has 0..1 for each class: the lower, the paler."""
    return [
        None if share != share else Cell(name, f"{100 * share:.0f}", _heat(share, faint, place))
        for place, (name, share) in enumerate(zip(_class_names(), shares.ravel().tolist(), strict=True))
    ]


def worth_cells(
    values: "npt.NDArray[np.float64]", low: float, high: float, faint: "npt.NDArray[np.float64] | None" = None
) -> list[Cell | None]:
    """Cells of numbers float64 [169], red at `low` and less, green at `high` and more; NaN is an empty cell."""
    cells: list[Cell | None] = []
    for place, (name, value) in enumerate(zip(_class_names(), values.ravel().tolist(), strict=True)):
        part = min(max((value - low) / ((high - low) or 1.0), 0.0), 1.0) if value == value else 0.0
        cells.append(None if value != value else Cell(name, value, _heat(part, faint, place)))
    return cells


def paint_small_charts(charts: "Sequence[tuple[Sequence[str], npt.NDArray[np.float64]]]") -> "Text":
    """Many charts on a page: lines of a title (13 characters each) and weights 0..1 float64 [169], a character for each
    class: `#` always, 1 to 9 tenths, a dot never. As many side by side as there is room for."""
    from rich.text import Text

    across = max(1, (console().width + _BETWEEN_CHARTS) // (_SMALL_CHART + _BETWEEN_CHARTS))
    lines = []
    for first in range(0, len(charts), across):
        page = charts[first : first + across]
        titles = max(len(title) for title, _ in page)
        for number in range(titles):
            row = [(list(title) + [""] * titles)[number] for title, _ in page]
            lines.append(Text((" " * _BETWEEN_CHARTS).join(f"{text:<{_SMALL_CHART}}" for text in row), style="bold"))
        for row_number in range(13):
            line = Text()
            for place, (_, weights) in enumerate(page):
                line.append(" " * _BETWEEN_CHARTS if place else "")
                for weight in weights[13 * row_number : 13 * row_number + 13].tolist():
                    line.append_text(_dot(weight))
            lines.append(line)
        lines.append(Text())
    return Text("\n").join(lines[:-1])


def fit(number: float, room: int, *, is_signed: bool = False) -> str:
    """A number in so many characters, as exactly as they allow: `35.71`, `-12.3`, `1234`, `12k`; a dash for NaN."""
    if number != number:
        return "-"
    sign, most = "+" if is_signed else "", 2
    if is_signed and number:  # three digits that count
        most = min(max(2 - math.floor(math.log10(abs(number))), 0), 5)
    for digits in range(most, -1, -1):
        text = f"{round(number, digits) + 0.0:{sign}.{digits}f}"  # never -0.00
        if len(text) > room and abs(number) < 1:
            text = text.replace("0.", ".", 1)
        if len(text) <= room:
            return text
    for unit, letter in ((1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T")):
        if len(text := f"{number / unit:{sign}.0f}{letter}") <= room:
            return text
    return f"{number:{sign}.0e}"


def ink(background: Colour) -> str:
    """Black or white, whichever is read better: at least 4.5 to 1 on any colour (WCAG's contrast ratio)."""
    parts = [c / 255 for c in background]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"


def style(background: Colour) -> str:
    """A background and the ink for it, as rich writes styles."""
    return f"{ink(background)} on {_hex(background)}"


def mix(first: Colour, second: Colour, part: float) -> Colour:
    """A colour between two: `part` 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue


def fade(colour: Colour, part: float) -> Colour:
    """A colour of little importance is paler: `part` 1 is the colour, 0 nearly grey. Grey stays behind on dark and on
    light terminals."""
    return mix(_FADED, colour, 0.25 + 0.75 * min(part, 1.0))


def split_widths(parts: Sequence[float], width: int) -> list[int]:
    """Whole characters for each part of a cell, `width` in all; the largest remainders are rounded up."""
    exact = [part * width / (sum(parts) or 1) for part in parts]
    widths = [int(part) for part in exact]
    rest = sorted(range(len(parts)), key=lambda k: widths[k] - exact[k])
    for k in rest[: width - sum(widths)]:
        widths[k] += 1
    return widths


def _painted(cell: Cell | None, label: str, width: int, gap: int) -> "Text":
    """One line of a cell: the label on the backgrounds, then `gap` columns of nothing."""
    from rich.text import Text

    inner = width - gap
    if cell is None:
        return Text(("" if label == " " else "·").center(inner) + " " * gap, style=_NOTHING)
    label = label.center(inner) if not gap else label.ljust(inner)
    text, start = Text(), 0
    widths = split_widths([share for _, share in cell.colours], inner)
    for part, (colour, _) in zip(widths, cell.colours, strict=True):
        if part:
            text.append(label[start : start + part], style=style(colour))
        start += part
    return text.append(" " * gap)


def _value(cell: Cell, room: int, is_signed: bool) -> str:
    return cell.value if isinstance(cell.value, str) else fit(cell.value, room, is_signed=is_signed)


def _heat(part: float, faint: "npt.NDArray[np.float64] | None", place: int) -> tuple[tuple[Colour, float], ...]:
    colour = mix(_RED, _YELLOW, 2 * part) if part < 0.5 else mix(_YELLOW, _GREEN, 2 * part - 1)
    return ((colour if faint is None else fade(colour, float(faint.ravel()[place])), 1.0),)


def _dot(weight: float) -> "Text":
    from rich.text import Text

    if weight < 0.005:
        return Text("·", style=_NOTHING)
    sign = "#" if weight > 0.995 else str(min(max(round(10 * weight), 1), 9))
    return Text(sign, style=style(mix(_PALE_AMBER, _AMBER, weight)))


def _class_names() -> Sequence[str]:
    from pokerlab.cards.combos import CLASS_NAMES

    return CLASS_NAMES


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
