"""Many solved flops in one report: by flop, and over flops that have something in common."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pokerlab.cards.card import RANKS, parse_cards
from pokerlab.errors import SpotError, shorten

Record = dict[str, Any]


def high_card(cards: Sequence[int]) -> str:
    """The highest rank."""
    return RANKS[max(card >> 2 for card in cards)] + " high"


def suits(cards: Sequence[int]) -> str:
    """How many suits there are."""
    return {1: "one suit", 2: "two suits", 3: "three suits"}[len({card & 3 for card in cards})]


def pairs(cards: Sequence[int]) -> str:
    """Whether ranks are equal."""
    return {1: "trips", 2: "paired", 3: "unpaired"}[len({card >> 2 for card in cards})]


def connectedness(cards: Sequence[int]) -> str:
    """How many straights are possible: the sets of five ranks in a row, aces low too, that hold all three."""
    ranks = {card >> 2 for card in cards}
    if len(ranks) < 3:
        return pairs(cards)
    rows = [{(low + step) % 13 for step in range(5)} for low in range(-1, 9)]
    count = sum(ranks <= row for row in rows)
    return {0: "no straight", 1: "one straight", 2: "two straights"}.get(count, "three straights")


GROUPINGS: dict[str, Callable[[Sequence[int]], str]] = {
    "high": high_card,
    "suits": suits,
    "pairs": pairs,
    "connected": connectedness,
}
"""What flops may have in common, by name."""


@dataclass(frozen=True)
class FlopRow:
    """Means over flops, each counted as often as it comes.

    - `flops`, `ways`: how many there are, and of how many of the 22,100 they are
    - `ev` (chips), `equity` (shares): of both players; `share`: of the pot that oop wins on average
    - `moves`: at the node asked for, how often each is played; `comes`: how often the node comes up
    """

    name: str
    flops: int
    ways: int
    ev: tuple[float, float]
    equity: tuple[float, float]
    share: float
    moves: dict[str, float]
    comes: float
    percent_of_pot: float

    def record(self) -> Record:
        """Plain data."""
        return {**vars(self), "ev": list(self.ev), "equity": list(self.equity), "moves": dict(self.moves)}


def flop_rows(records: Iterable[Record], *, node: str = "", by: str = "flop") -> list[FlopRow]:
    """A row for each flop, for flops alike `by` something (see `GROUPINGS`), or for `all`; of a decision on the flop by
    its line of play."""
    if by not in ("flop", "all", *GROUPINGS):
        raise SpotError(f"'{shorten(by)}': flops are reported by flop, all, {', '.join(GROUPINGS)}")
    parts: dict[str, list[Record]] = {}
    for record in records:
        name = record["board"] if by == "flop" else "all flops"
        if by in GROUPINGS:
            name = GROUPINGS[by](parse_cards(record["board"]))
        parts.setdefault(name, []).append(record)
    rows = [_row(name, part, node) for name, part in parts.items()]
    return sorted(rows, key=lambda row: -row.ways)


def _row(name: str, records: Sequence[Record], line: str) -> FlopRow:
    ways = sum(record["ways"] for record in records)

    def mean(value: Callable[[Record], float]) -> float:
        return float(sum(record["ways"] * value(record) for record in records) / ways)

    nodes = [_node(record, line) for record in records]
    comes = sum(record["ways"] * node["comes"] for record, node in zip(records, nodes, strict=True))
    moves = {
        move: sum(r["ways"] * n["comes"] * n["moves"][move] for r, n in zip(records, nodes, strict=True)) / comes
        if comes else 0.0
        for move in nodes[0]["moves"]
    }  # fmt: skip
    return FlopRow(
        name, len(records), ways,
        (mean(lambda r: r["ev"][0]), mean(lambda r: r["ev"][1])),
        (mean(lambda r: r["equity"][0]), mean(lambda r: r["equity"][1])),
        mean(lambda r: r["ev"][0] / r["pot"]), moves, comes / ways, mean(lambda r: r["percent_of_pot"]),
    )  # fmt: skip


def _node(record: Record, line: str) -> Record:
    for node in record["nodes"]:
        if node["line"] == line:
            return dict(node)
    known = ", ".join(f"'{node['line']}'" for node in record["nodes"] if node["line"])
    raise SpotError(
        f"nobody decides on the flop after '{shorten(line)}' (decisions are at the start and after {known})"
    )
