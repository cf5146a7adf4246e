"""Many solved flops as one page of HTML that needs nothing else: a map of the flops, groups, and a table to sort.

The page itself, with its style and script, is `flop_page.html`; here its numbers are filled in.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pokerlab._page import filled_page
from pokerlab.cards.card import parse_cards
from pokerlab.postflop.flop_report import FlopRow, NodeMeans
from pokerlab.postflop.flop_textures import GROUPINGS
from pokerlab.postflop.spot import Spot

_TITLES = {"high": "High card", "suits": "Suits", "pairs": "Pairs", "connected": "Straights"}
_COMBINED = {
    "high,suits": "High card and suits",
    "pairs,suits": "Pairs and suits",
    "connected,suits": "Straights and suits",
}
_DIGITS = 4


def flop_page(spot: Spot, rows: Sequence[FlopRow]) -> str:
    """The page of rows by flop (see `flop_report.flop_rows`), with all decisions; it opens at the one asked for."""
    stacks = "/".join(f"{stack:,}" for stack in dict.fromkeys(spot.stacks))
    worst = max(row.percent_of_pot for row in rows)
    title = spot.name or "Many flops"
    data = {
        "title": title,
        "about": f"pot {spot.pot:,}, {stacks} behind; {len(rows):,} flops, each to {worst:.2g}% of the pot or better",
        "boards": [row.name for row in rows],
        "weight": [float(f"{row.weight:.4g}") for row in rows],
        "ev": [[round(row.ev[player], 3) for row in rows] for player in (0, 1)],
        "equity": [round(row.equity[0], _DIGITS) for row in rows],
        "share": [round(row.share, _DIGITS) for row in rows],
        "exploitability": [round(row.percent_of_pot, 3) for row in rows],
        "node": rows[0].nodes.index(rows[0].node),
        "nodes": [_node(spot, [row.nodes[place] for row in rows]) for place in range(len(rows[0].nodes))],
        "groups": {by: _groups(by, title, rows) for by, title in {**_TITLES, **_COMBINED}.items()},
    }
    return filled_page(Path(__file__).with_suffix(".html"), title, data)


def _node(spot: Spot, nodes: Sequence[NodeMeans]) -> dict[str, Any]:
    first = nodes[0]
    return {
        "line": first.line,
        "player": first.player,
        "comes": [round(node.comes, _DIGITS) for node in nodes],
        "moves": [
            {"name": move, **_kind(spot, move), "often": [round(node.moves[move], _DIGITS) for node in nodes]}
            for move in first.moves
        ],
    }


def _kind(spot: Spot, move: str) -> dict[str, Any]:
    kind, _, chips = move.partition(" ")
    return {"kind": kind, "isAllIn": chips.isdecimal() and int(chips) >= min(spot.stacks)}


def _groups(by: str, title: str, rows: Sequence[FlopRow]) -> dict[str, Any]:
    """Groups of flops by name, and which one each flop is in."""
    cards = [parse_cards(row.name) for row in rows]
    of_flop = [", ".join(GROUPINGS[name](board) for name in by.split(",")) for board in cards]
    order = sorted(range(len(rows)), key=lambda place: sorted(cards[place], reverse=True), reverse=True)
    names = list(dict.fromkeys(of_flop[place] for place in order))
    return {"title": title, "isFilter": by in _TITLES, "names": names, "of": [names.index(name) for name in of_flop]}
