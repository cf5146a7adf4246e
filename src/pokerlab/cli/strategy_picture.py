"""The strategy at a node as a picture: `pokerlab show --svg`. An SVG needs no library, and is sharp at any size."""

from html import escape
from typing import TYPE_CHECKING

from pokerlab.cli.node_tables import move_colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pokerlab.postflop.view import NodeView

WIDTH, HEIGHT, MARGIN, LINE = 52, 36, 16, 20
"""Pixels of a cell, around the matrix, and of a line of text."""
_INK, _FAINT, _PAPER, _EMPTY = "#1f2328", "#9a9fa5", "#ffffff", "#eceef0"


def strategy_svg(view: "NodeView") -> str:
    """The 13x13 matrix of hand classes: a cell is as full as its hands come to the node, and split by what they do."""
    import numpy as np

    from pokerlab.cards.cardset import cardset
    from pokerlab.cards.combos import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBO, dead_combos

    parts, player = view.by_class(view.strategy.table), view.player or 0
    possible = np.bincount(CLASS_OF_COMBO, ~dead_combos(cardset(view.board)), CLASS_COUNT)
    held = np.bincount(CLASS_OF_COMBO, view.reach[player], CLASS_COUNT) / np.maximum(possible, 1)
    colours = ["#" + "".join(f"{part:02x}" for part in colour) for colour in move_colours(view)]
    title = _title(view)
    top = MARGIN + LINE * (len(title) + 1) + 8
    across, down = 2 * MARGIN + 13 * WIDTH, top + 13 * HEIGHT + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" height="{down}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="13">',
        f'<rect width="{across}" height="{down}" rx="8" fill="{_PAPER}"/>',
        *(_text(MARGIN, MARGIN + LINE * row + 13, text, weight=_BOLD if not row else "")
          for row, text in enumerate(title)),
        *_legend(view, colours, MARGIN + LINE * len(title) + 13),
    ]  # fmt: skip
    for number, name in enumerate(CLASS_NAMES):
        row, column = divmod(number, 13)
        place = MARGIN + column * WIDTH, top + row * HEIGHT
        lines += _cell(place, name, np.nan_to_num(parts[:, number]).tolist(), float(held[number]), colours)
    return "\n".join([*lines, "</svg>"]) + "\n"


_BOLD = ' font-weight="bold"'


def _title(view: "NodeView") -> list[str]:
    from pokerlab.cards.card import format_cards
    from pokerlab.postflop.spot import PLAYERS

    solution, player = view.solution, view.player or 0
    board = format_cards(view.board, symbols=True)
    spot = f"{solution.spot.name}: {board}" if solution.spot.name else board
    call = f", {view.to_call:,} to call" if view.to_call else ""
    return [
        spot,
        f"{view.path or 'first decision'}: pot {view.pot:,}{call}; {PLAYERS[player]} decides, EV "
        f"{view.overall_ev[player]:.2f}, equity {100 * view.overall_equity[player]:.1f}%; exploitability "
        f"{solution.percent:.2g}% of the pot",
    ]


def _legend(view: "NodeView", colours: "Sequence[str]", baseline: int) -> list[str]:
    lines, left = [], MARGIN
    for move, colour in zip(view.moves, colours, strict=True):
        text = f"{move} {100 * view.frequencies[str(move)]:.1f}%"
        lines.append(f'<rect x="{left}" y="{baseline - 11}" width="13" height="13" fill="{colour}"/>')
        lines.append(_text(left + 18, baseline, text))
        left += 18 + 8 * len(text) + 12
    return lines


def _cell(
    place: tuple[int, int], name: str, parts: "Sequence[float]", held: float, colours: "Sequence[str]"
) -> list[str]:
    left, top = place
    lines = [f'<rect x="{left}" y="{top}" width="{WIDTH - 2}" height="{HEIGHT - 2}" fill="{_EMPTY}"/>']
    height = min(held, 1.0) * (HEIGHT - 2)
    start = float(left)
    for part, colour in zip(parts, colours, strict=True):
        width = part * (WIDTH - 2)
        if width * height >= 0.05:
            lines.append(
                f'<rect x="{start:.4g}" y="{top + HEIGHT - 2 - height:.4g}" width="{width:.4g}" height="{height:.4g}" '
                f'fill="{colour}"/>'
            )
        start += width
    return [*lines, _text(left + WIDTH // 2 - 1, top + 22, name, _INK if height else _FAINT, ' text-anchor="middle"')]


def _text(x: int, y: int, text: str, fill: str = _INK, weight: str = "") -> str:
    return f'<text x="{x}" y="{y}" fill="{fill}"{weight}>{escape(text)}</text>'
