"""How large a spot is, whether it fits into this machine's memory, and what to change if it does not."""

from typing import Any, NamedTuple

from pokerlab._memory import free_memory
from pokerlab.errors import SpotError
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.spot import STREETS, Spot

SPARE = 0.95
"""The part of the free memory that a solver may take."""

LARGE = 1e9
"""Bytes from which on it is worth to say what a raise cap would save."""
SECONDS_PER_GB = 40.0
"""About what solving to 0.5% of the pot takes on one thread, by the memory of the spot (bench/README.md)."""
_MOST_CAP = 6


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


class CapAdvice(NamedTuple):
    """What a large spot takes that has no raise cap, and what it would with `cap`: bytes, and about the seconds to 0.5%
    of the pot. `fits`: whether that is below `LARGE` and the free memory; if not, it is the smallest cap."""

    bytes: int
    seconds: float
    cap: int
    cap_bytes: int
    cap_seconds: float
    fits: bool


def advise_cap(layout: Layout, *, compressed: bool, tables: int, threads: int) -> CapAdvice | None:
    """The largest raise cap that makes a large spot without one small enough; None for other spots."""

    def total(of: Layout) -> int:
        return of.total_bytes(compressed=compressed, tables=tables, threads=threads)

    def seconds(size: int) -> float:
        return SECONDS_PER_GB * size / 1e9 / threads

    spot, free, size = layout.spot, free_memory(), total(layout)
    most = LARGE if free is None else min(LARGE, SPARE * free)
    if spot.raise_cap is not None or layout.grouping is not None or size <= most:
        return None
    found: tuple[int, int] | None = None
    for cap in range(1, _MOST_CAP + 1):
        # Locks and single lines may name moves that a cap takes away; they hardly change the size.
        of_cap = total(Layout.of(Spot(**spot.to_dict() | {"raise_cap": cap, "add": [], "remove": []})))
        if of_cap > most and found:
            break
        found = cap, of_cap
        if of_cap > most:
            break
    assert found
    return CapAdvice(size, seconds(size), *found, seconds(found[1]), found[1] <= most)


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
