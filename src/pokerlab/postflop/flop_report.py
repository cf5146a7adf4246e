"""Many solved flops in one report: by flop, and over flops that have something in common.

A record is what `flops.flop_record` says of a flop.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pokerlab.cards.card import parse_cards
from pokerlab.errors import SpotError, shorten
from pokerlab.postflop.flop_textures import GROUPINGS, parse_filter

Record = dict[str, Any]

START = "start"
"""What the first decision is called among the columns."""


@dataclass(frozen=True)
class NodeMeans:
    """A decision on the flop by its line of play: who decides, how often it comes up, and how often each move is
    played there."""

    line: str
    player: int
    comes: float
    moves: dict[str, float]


@dataclass(frozen=True)
class FlopRow:
    """Means over flops, each counted by its weight: as often as it comes, unless the flops are a sample or a subset.

    - `flops`, `ways`: how many there are, and of how many of the 22,100 they are; `weight`: their part of all, 0..1
    - `ev` (chips), `equity` (shares): of both players; `share`: of the pot that oop wins on average
    - `percent_of_pot`: exploitability
    - `nodes`: every decision on the flop; `node` is the one asked for
    """

    name: str
    flops: int
    ways: int
    weight: float
    ev: tuple[float, float]
    equity: tuple[float, float]
    share: float
    percent_of_pot: float
    nodes: tuple[NodeMeans, ...]
    node: NodeMeans

    @property
    def moves(self) -> dict[str, float]:
        """How often each move is played at the decision asked for."""
        return self.node.moves

    @property
    def comes(self) -> float:
        """How often the decision asked for comes up."""
        return self.node.comes

    def record(self) -> Record:
        """Plain data."""
        plain = {**vars(self), "ev": list(self.ev), "equity": list(self.equity)}
        del plain["node"]
        return plain | {"comes": self.comes, "moves": self.moves, "nodes": [dict(vars(node)) for node in self.nodes]}

    def columns(self) -> dict[str, Any]:
        """All numbers by name, those of every decision by its line: `check: bet 18`."""
        numbers = {
            "name": self.name, "flops": self.flops, "ways": self.ways, "oop ev": self.ev[0],
            "ip ev": self.ev[1], "oop equity": self.equity[0], "ip equity": self.equity[1], "oop share": self.share,
            "exploitability": self.percent_of_pot, "weight": self.weight,
        }  # fmt: skip
        for node in self.nodes:
            for what, value in {"comes": node.comes, **node.moves}.items():
                numbers[f"{node.line or START}: {what}"] = value
        return numbers


def flop_rows(
    records: Iterable[Record],
    *,
    node: str = "",
    by: str = "flop",
    weights: Mapping[str, float] | None = None,
    where: str = "",
) -> list[FlopRow]:
    """A row for each flop, for flops alike `by` something (one of `GROUPINGS`, or several with commas), or for `all`;
    the heaviest first.

    - `node`: the line of play to a decision on the flop
    - `weights`: by flop, of those that count; without, all do as often as they come
    - `where`: a filter of flops, see `flop_textures.parse_filter`
    """
    records = [record for record in records if weights is None or record["board"] in weights]
    total = sum(_weight(record, weights) for record in records)
    if where:
        keeps = parse_filter(where)
        records = [record for record in records if keeps(parse_cards(record["board"]))]
        if not records:
            raise SpotError(f"filter '{shorten(where)}': none of the flops is so")
    groupings = _groupings(by)
    parts: dict[str, list[Record]] = {}
    for record in records:
        cards = parse_cards(record["board"])
        names = [GROUPINGS[name](cards) for name in groupings]
        parts.setdefault(record["board"] if by == "flop" else ", ".join(names) or "all flops", []).append(record)
    rows = [_row(name, part, node, weights, total) for name, part in parts.items()]
    return sorted(rows, key=lambda row: -row.weight)


def sorted_rows(rows: Sequence[FlopRow], column: str) -> list[FlopRow]:
    """Rows by a column (see `FlopRow.columns`, or a move of the decision asked for), the largest first; with a minus
    before it the smallest first. `share`, `equity` and `ev` are oop's."""
    name = column.removeprefix("-").strip()
    tables = [{**row.columns(), "comes": row.comes, **row.moves} for row in rows]
    name = f"oop {name}" if name in ("share", "equity", "ev") else name
    if name not in tables[0]:
        known = [key for key in tables[0] if ":" not in key]
        raise SpotError(f"'{shorten(column)}' is no column to sort by ({', '.join(known)})")
    is_upward = column.startswith("-") or name == "name"
    order = sorted(range(len(rows)), key=lambda place: tables[place][name], reverse=not is_upward)
    return [rows[place] for place in order]


def differences(rows: Iterable[FlopRow], others: Iterable[FlopRow]) -> list[FlopRow]:
    """Rows less those of the same name of another run; counts and weights stay. A move that one run does not have
    counts 0 there; decisions that not both have are left out."""
    named = {row.name: row for row in others}
    return [_less(row, named[row.name]) for row in rows if row.name in named]


def find_node(nodes: Sequence[Any], line: str) -> int:
    """The place of a decision among nodes of a record or row."""
    lines = [node["line"] if isinstance(node, dict) else node.line for node in nodes]
    if line not in lines:
        known = ", ".join(f"'{known}'" for known in lines if known)
        raise SpotError(
            f"nobody decides on the flop after '{shorten(line)}' (decisions are at the start and after {known})"
        )
    return lines.index(line)


def _groupings(by: str) -> list[str]:
    names = [] if by in ("flop", "all") else [name.strip() for name in by.split(",")]
    for name in names:
        if name not in GROUPINGS:
            raise SpotError(f"'{shorten(name)}': flops are reported by flop, all, {', '.join(GROUPINGS)}")
    return names


def _weight(record: Record, weights: Mapping[str, float] | None) -> float:
    return float(record["ways"] if weights is None else weights[record["board"]])


def _row(name: str, records: Sequence[Record], line: str, weights: Mapping[str, float] | None, total: float) -> FlopRow:
    each = [_weight(record, weights) for record in records]
    weight = sum(each)

    def mean(values: Iterable[float]) -> float:
        return sum(part * value for part, value in zip(each, values, strict=True)) / weight

    place = find_node(records[0]["nodes"], line)
    nodes = tuple(
        _node_means([record["nodes"][number] for record in records], each) for number in range(len(records[0]["nodes"]))
    )
    return FlopRow(
        name, len(records), sum(record["ways"] for record in records), weight / total,
        (mean(record["ev"][0] for record in records), mean(record["ev"][1] for record in records)),
        (mean(record["equity"][0] for record in records), mean(record["equity"][1] for record in records)),
        mean(record["ev"][0] / record["pot"] for record in records),
        mean(record["percent_of_pot"] for record in records), nodes, nodes[place],
    )  # fmt: skip


def _node_means(nodes: Sequence[Record], weights: Sequence[float]) -> NodeMeans:
    """A move counts by how often the decision comes up, too."""
    parts = [weight * node["comes"] for node, weight in zip(nodes, weights, strict=True)]
    comes = sum(parts)
    moves = {
        move: sum(part * node["moves"][move] for part, node in zip(parts, nodes, strict=True)) / comes if comes else 0.0
        for move in nodes[0]["moves"]
    }
    return NodeMeans(nodes[0]["line"], nodes[0]["player"], comes / sum(weights), moves)


def _less(row: FlopRow, other: FlopRow) -> FlopRow:
    def less(node: NodeMeans, old: NodeMeans) -> NodeMeans:
        names = dict.fromkeys([*node.moves, *old.moves])
        moves = {move: node.moves.get(move, 0.0) - old.moves.get(move, 0.0) for move in names}
        return NodeMeans(node.line, node.player, node.comes - old.comes, moves)

    old = {node.line: node for node in other.nodes}
    return FlopRow(
        row.name, row.flops, row.ways, row.weight,
        (row.ev[0] - other.ev[0], row.ev[1] - other.ev[1]),
        (row.equity[0] - other.equity[0], row.equity[1] - other.equity[1]),
        row.share - other.share, row.percent_of_pot - other.percent_of_pot,
        tuple(less(node, old[node.line]) for node in row.nodes if node.line in old), less(row.node, other.node),
    )  # fmt: skip
