"""How large a spot is, whether it fits into this machine's memory, and what to change if it does not."""

from typing import Any

from pokerlab._memory import free_memory
from pokerlab.errors import SpotError
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.spot import STREETS

SPARE = 0.95
"""The part of the free memory that a solver may take."""


def size_record(layout: Layout, *, compressed: bool = False, tables: int = 2, threads: int = 1) -> dict[str, Any]:
    """Boards, decisions and bytes by street, and all bytes: plain data."""
    streets = [
        {
            "street": STREETS[street.street],
            "boards": street.boards,
            "boards_without_isomorphism": street.all_boards,
            "decisions": street.nodes,
            "table_bytes": street.table_bytes,
            "equity_bytes": street.matrix_bytes,
        }
        for street in layout.memory(compressed=compressed, tables=tables)
    ]
    total = layout.total_bytes(compressed=compressed, tables=tables, threads=threads)
    return {"streets": streets, "total_bytes": total}


def check_memory(layout: Layout, *, compressed: bool, tables: int, threads: int) -> None:
    """A `SpotError` that says what to change if a solver of this layout does not fit."""
    needed = layout.total_bytes(compressed=compressed, tables=tables, threads=threads)
    free = free_memory()
    if free is None or needed <= SPARE * free:
        return
    hints = []
    if not compressed and tables == 2 and layout.grouping is None:
        short = layout.total_bytes(compressed=True, threads=threads)
        hints.append(f"compressed tables would take {in_words(short)}")
    streets = layout.memory(compressed=compressed, tables=tables)
    largest = max(streets, key=lambda street: street.table_bytes)
    name = STREETS[largest.street]
    share = 100 * largest.table_bytes / needed
    hints.append(f"the {name} takes {share:.0f}%: fewer or larger {name} sizes, a raise cap, or smaller ranges help")
    raise SpotError(f"the spot takes {in_words(needed)} of memory, {in_words(free)} are free ({'; '.join(hints)})")


def in_words(count: float) -> str:
    """A number of bytes as 1.20 GB, 35.1 MB or 4.2 kB."""
    for unit, size in (("GB", 1e9), ("MB", 1e6)):
        if count >= size:
            return f"{count / size:.3g} {unit}" if count < 100 * size else f"{count / size:.0f} {unit}"
    return f"{count / 1e3:.1f} kB"
