"""Features of every hand up to suits: how strong it is now, what it may become, and against how many.

    features = Features.open()
    features.table("turn", "hs2")        # memory-mapped, exact, one entry for each class of deals
    features.values("turn", "hs2")       # the same as float32 0..1
    feature_index("turn").index(["AhKh Qh7h2c9d"])

`feature_tables` has all names. The tables are built once by `pokerlab buckets features`; what needs no table works
without them, such as `expected_strengths`, only slower.
"""

import hashlib
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Archive
from pokerlab.abstraction.feature_tables import (
    FILES,
    FORMAT,
    OCHS_FILE,
    RIVER_POINTS,
    RIVERS_TO_COME,
    STREETS,
    VERSION,
    FeatureTable,
    feature_index,
    features_directory,
    file_tables,
    find_table,
)
from pokerlab.cards.card import as_cards, format_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_COUNT, dead_combos
from pokerlab.cards.suits import all_deals
from pokerlab.errors import AbstractionError, PokerError

_CHUNK = 2**20
HINT = "'pokerlab buckets features' builds it"


class Features:
    """The tables of a directory, memory-mapped. A table is checked against its checksums when it is first asked for."""

    def __init__(self, directory: Path, archives: dict[str, Archive]) -> None:
        self.directory = directory
        self._archives = archives
        self._tables: dict[tuple[str, str], npt.NDArray[Any]] = {}

    @classmethod
    def open(cls, directory: Path | str | None = None) -> "Features":
        """The tables of a directory (default: see `features_directory`). An `AbstractionError` if a file is missing,
        damaged, foreign or of another version; that of OCHS may be missing, it is built on demand."""
        place = features_directory(directory)
        optional = f"{OCHS_FILE}.features"
        names = [name for name in FILES if name != optional or (place / name).exists()]
        return cls(place, {name: open_file(place / name) for name in names})

    def table(self, street: str, name: str) -> npt.NDArray[Any]:
        """[class, ...]: a table, read-only, in the numbers of its file (see `feature_tables`)."""
        wanted = find_table(street, name)
        key = (street, name)
        if key not in self._tables:
            if wanted.file_name not in self._archives:
                raise AbstractionError(
                    f"{self.directory / wanted.file_name} is not built: 'pokerlab buckets features --ochs' does it"
                )
            self._tables[key] = map_table(self._archives[wanted.file_name], wanted)
        return self._tables[key]

    def values(self, street: str, name: str) -> npt.NDArray[np.float32]:
        """float32 [class, ...]: a table as numbers 0..1, in memory. Equal entries stay equal."""
        most = find_table(street, name).most
        if most is None:
            raise AbstractionError(f"{name} of the {street} are counts, not values: see Features.table")
        table = self.table(street, name)
        values = np.empty(table.shape, np.float32)
        for first in range(0, len(table), _CHUNK):  # quotients in double precision, but not of all at a time
            values[first : first + _CHUNK] = np.divide(table[first : first + _CHUNK], most, dtype=np.float64)
        return values

    def deals(self, street: str) -> npt.NDArray[Any]:
        """[class]: how many deals (a hand and a set of board cards) each class stands for, whole numbers."""
        return self.table(street, "deals")

    def weights(self, street: str) -> npt.NDArray[np.uint8]:
        """uint8 [class]: the same, a copy in memory that kernels take."""
        return np.require(self.deals(street), np.uint8, ("C", "W"))

    @cached_property
    def digest(self) -> str:
        """A name for the content of the tables that are always built: equal for equal tables, wherever they were
        made."""
        found = hashlib.sha256()
        for name in FILES:
            if name != f"{OCHS_FILE}.features":
                found.update(self._archives[name].digest.encode())
        return found.hexdigest()[:24]

    def about(self, file: str) -> dict[str, Any]:
        """The header of a file, such as `river` or `ochs`."""
        name = f"{file}.features"
        if name not in self._archives:
            raise AbstractionError(f"{self.directory / name} is not built: {HINT}")
        return self._archives[name].metadata


def expected_strengths(board: str | Sequence[int], features: Features | None = None) -> npt.NDArray[np.float32]:
    """float32 [1326]: E[HS] of every hand over all rivers that can follow a board of 3 to 5 cards (on a river HS), NaN
    where hand and board share a card. Looked up in `features`, or in the tables of the user if they are built; else
    computed (some 10 ms on a flop)."""
    cards = as_cards(board, at_most=5, what="board")
    if len(cards) < 3:
        raise AbstractionError(f"board '{format_cards(cards)}': {len(cards)} cards, at least 3 needed")
    street = STREETS[len(cards) - 2]
    found = features or _built(features_directory())
    out = np.full(COMBO_COUNT, np.nan, np.float32)
    if found is not None:
        name = "points" if street == "river" else "hs1"
        index = feature_index(street).index_boards([cards])[0]
        alive = index >= 0
        out[alive] = found.table(street, name)[index[alive]] / find_table(street, name).most
        return out
    alive = ~dead_combos(cardset(cards))
    out[alive] = points_to_come(cards)[0, alive] / (RIVERS_TO_COME[street] * RIVER_POINTS)
    return out


def points_to_come(board: Sequence[int], powers: int = 1) -> npt.NDArray[np.int64]:
    """int64 [power - 1, 1326]: the points of every hand on all rivers that can follow a board of 3 to 5 cards, and
    their powers, added up; 0 for hands that share a card with it. Computed, not looked up."""
    from pokerlab.abstraction import potential_kernels

    deals = all_deals(5 - len(board), cardset(board))
    lying = np.broadcast_to(np.array(board, np.uint8), (len(deals), len(board)))
    sums = np.zeros((powers, COMBO_COUNT), np.int64)
    potential_kernels.sum_points(np.ascontiguousarray(np.column_stack([lying, deals]), np.uint8), sums)
    return sums


@lru_cache(maxsize=4)
def _built(directory: Path) -> Features | None:
    """The tables of a directory, if they are built and can be read."""
    try:
        return Features.open(directory)
    except PokerError:
        return None


def open_file(path: Path) -> Archive:
    """A file of features whose header is found right and complete."""
    if not path.exists():
        raise AbstractionError(f"{path} is not there: {HINT}")
    try:
        archive = Archive(path, FORMAT, (VERSION,), what="a file of features", error=AbstractionError)
        for table in file_tables(path.name):
            part = archive.parts.get(table.name)
            if part is None or (part.kind, part.shape, part.is_packed) != (table.kind, table.shape, False):
                raise AbstractionError(f"{path} is damaged: it has no {table.name} as they are")
    except AbstractionError as error:
        raise AbstractionError(f"{error} ({HINT} anew)") from None
    return archive


def map_table(archive: Archive, table: FeatureTable) -> npt.NDArray[Any]:
    """A table where it lies in its file, read-only; an `AbstractionError` if it is damaged."""
    part = archive.parts[table.name]
    try:
        content = archive.view(part.start, part.end, table.name)
    except AbstractionError as error:
        raise AbstractionError(f"{error} ({HINT} anew)") from None
    return content.view(table.kind).reshape(table.shape)
