"""Buckets: which hands are treated alike, looked up one by one, by dealt hands and by boards.

    buckets = Buckets.open("ir169.64.8.8")                # built by `pokerlab buckets build ir169.64.8.8`
    buckets.one("AhKh", "Qh7h2c")                         # what is seen of a hand on the street of a board
    buckets.deals(private, boards)                        # int32 [deal, street]
    buckets.hands("Qh7h2c")                               # int32 [1326], -1 for hands that share a card

What is seen of a hand on a street is its **sight**: the bucket there, inside what is remembered of earlier streets. The
sights of a street are numbered densely from 0, weaker hands first inside a cell; only those that occur have a number.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Archive, write_archive
from pokerlab._data_directory import default_directory
from pokerlab._headers import HowMade
from pokerlab.abstraction.notation import STREETS, CardAbstraction, parse_cards
from pokerlab.cards.card import as_cards
from pokerlab.cards.card_arrays import Rows, card_array, check_rows_differ
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.errors import AbstractionError, shorten

FORMAT = "pokerlab/buckets"
VERSION = 1
SUFFIX = ".buckets"
LOOKUP_ARRAYS = ("labels", "numbers", "cuts", "streets")
_KINDS = {"labels": ("<u2", 1), "numbers": ("<i4", 1), "cuts": ("<i8", 2), "streets": ("<i8", 2)}
_STREET_OF_BOARD = {0: 0, 3: 1, 4: 2, 5: 3}


@dataclass(frozen=True)
class StreetFacts:
    """What came out on a street: `sights` that occur of the `named` ones; `memories` remembered after it; `masses`:
    int64 [sight], deals of each (times the ways in which their boards can have come, where these are told apart)."""

    sights: int
    named: int
    memories: int
    masses: npt.NDArray[np.int64]

    @property
    def empty(self) -> int:
        """Buckets that the name has and no hand is in."""
        return self.named - self.sights

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """float64 [sight]: the chance of each."""
        return np.asarray(self.masses / self.masses.sum(), np.float64)


class Buckets:
    """A bucketing of hold'em hands on all streets.

    - `name`: its notation; `hash`: what tells it from every other (blueprints refuse buckets with another one)
    - `streets`: what came out, by street
    - `arrays`: what kernels look up in (see `lookup_kernels`): labels, numbers, cuts, streets
    - `file`: where they were read from, if they were
    - `centres`: by street and cut (`flop 0`), the centres of clusters; `about`: how they were made
    """

    def __init__(
        self, name: CardAbstraction, arrays: dict[str, npt.NDArray[Any]], streets: Sequence[StreetFacts],
        centres: dict[str, npt.NDArray[Any]] | None = None, about: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.name = name
        self.streets = tuple(streets)
        self.arrays = tuple(np.ascontiguousarray(arrays[key]) for key in LOOKUP_ARRAYS)
        self.centres = centres or {}
        self.about = about or {}
        self.file: Path | None = None
        self._hash: str | None = None

    @classmethod
    def open(cls, name: str | Path, directory: Path | str | None = None) -> "Buckets":
        """The buckets of a name in a directory (default: `buckets` in the user's data directory), or of a file.

        They are mapped into memory; only what is looked up is read. `check` compares all with the checksums.
        """
        path = buckets_path(name, directory)
        if not path.exists():
            raise AbstractionError(f"{path} is not there: 'pokerlab buckets build {shorten(name, 80)}' builds it")
        archive = Archive(path, FORMAT, (VERSION,), what="a file of buckets", error=AbstractionError)
        try:
            return _read(archive)
        except AbstractionError as error:
            named = str(error).startswith(str(path))
            raise AbstractionError(str(error) if named else f"{path} is damaged: {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise AbstractionError(f"{path} is damaged: its header does not fit its content") from None

    def save(self, path: Path, made: HowMade | None = None) -> None:
        """Write them to a file, whole or not at all."""
        facts = [{"sights": s.sights, "named": s.named, "memories": s.memories} for s in self.streets]
        metadata = {"name": str(self.name), "hash": self.hash, "facts": facts, "about": self.about}
        arrays = dict(zip(LOOKUP_ARRAYS, self.arrays, strict=True))
        arrays |= {f"masses {street}": facts.masses for street, facts in zip(STREETS, self.streets, strict=True)}
        arrays |= {f"centres {key}": array for key, array in self.centres.items()}
        path.parent.mkdir(parents=True, exist_ok=True)
        write_archive(path, FORMAT, VERSION, metadata, arrays, made=made)

    @property
    def hash(self) -> str:
        """24 hexadecimal digits, the same for equal buckets wherever they were built."""
        if self._hash is None:
            self._hash = _digest(self.arrays)
        return self._hash

    def check(self) -> None:
        """Compare all numbers with the hash of the file; an `AbstractionError` if they are others."""
        found = _digest(self.arrays)
        if found != self.hash:
            raise AbstractionError(
                f"{self.file or 'buckets'} is damaged: '{self.name}' has other numbers, build it anew"
            )

    @property
    def sights(self) -> tuple[int, ...]:
        """By street: how many sights occur."""
        return tuple(facts.sights for facts in self.streets)

    @property
    def memories(self) -> tuple[int, ...]:
        """By street: how many sequences are remembered after it."""
        return tuple(facts.memories for facts in self.streets)

    def one(self, hand: str | Sequence[int], board: str | Sequence[int] = ()) -> int:
        """The sight of a hand on the street of a board, whose cards are given as they came."""
        private, lying = as_cards(hand, at_most=2, what="hand"), as_cards(board, at_most=5, what="board")
        street = _street_of(lying)
        if len(private) != 2:
            raise AbstractionError(f"a hand has two cards, not {len(private)}")
        rows = np.array([[*private, *lying]], np.uint8)
        check_rows_differ(rows, what="deals")
        boards = np.zeros((1, 5), np.uint8)
        boards[0, : len(lying)] = lying
        return int(self._deals(rows[:, :2], boards, 0, street)[0, street])

    def deals(self, private: Rows, boards: Rows, street: int | None = None) -> npt.NDArray[np.int32]:
        """int32 [deal, street]: the sights of dealt hands on all streets, or int32 [deal] on one.

        private: uint8 [n, 2]; boards: uint8 [n, 5], cards as they came.
        """
        hands = card_array(private, sizes=(2,), what="hands")
        lying = card_array(boards, sizes=(5,), what="boards")
        if len(hands) != len(lying):
            raise AbstractionError(f"{len(hands)} hands and {len(lying)} boards do not fit each other")
        check_rows_differ(np.ascontiguousarray(np.hstack([hands, lying])), what="deals")
        if street is None:
            return self._deals(hands, lying, 0, 3)
        if street not in range(4):
            raise AbstractionError(f"{street} is no street (0 to 3)")
        return np.ascontiguousarray(self._deals(hands, lying, self.first_needed(street), street)[:, -1])

    def _deals(
        self, hands: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8], first: int, last: int
    ) -> npt.NDArray[np.int32]:
        from pokerlab.abstraction import lookup_kernels

        out = np.empty((len(hands), last - first + 1), np.int32)
        private = np.require(hands, np.uint8, ("C", "W"))
        lookup_kernels.look_up_deals(private, np.require(boards, np.uint8, ("C", "W")), first, last, *self.arrays, out)
        return out

    def first_needed(self, street: int) -> int:
        """The first street whose sights must be known to know those of a street: itself, or 0 if it remembers."""
        from pokerlab.abstraction.lookup_kernels import INSIDE

        return 0 if self.arrays[3][street, INSIDE] else street

    def hands(
        self, board: str | Sequence[int] = (), memory: npt.NDArray[np.int64] | None = None
    ) -> npt.NDArray[np.int32]:
        """int32 [1326]: the sight of every hand on a board, whose cards are given as they came; -1 for hands that share
        a card with it.

        `memory`: int64 [1326], what is remembered before the street, as an earlier call has left it in the array it was
        given; it then becomes what is remembered after it. Without one the earlier streets are looked up as well.
        """
        from pokerlab.abstraction import lookup_kernels

        cards = np.array(as_cards(board, at_most=5, what="board"), np.uint8)
        street = _street_of(cards)
        out = np.empty(COMBO_COUNT, np.int32)
        if memory is None:
            memory = np.zeros(COMBO_COUNT, np.int64)
            for before in range(self.first_needed(street), street):
                lying = cards[: 0 if before == 0 else before + 2].copy()
                lookup_kernels.look_up_board(lying, before, memory, *self.arrays, out)
        lookup_kernels.look_up_board(cards, street, memory, *self.arrays, out)
        return out

    @cached_property
    def preflop(self) -> npt.NDArray[np.int32]:
        """int32 [1326]: the sights before the flop."""
        return self.hands(())

    def hands_of(self, sight: int, board: str | Sequence[int]) -> list[str]:
        """The hands of a sight on a board."""
        from pokerlab.cards.combos import format_combo

        return [format_combo(int(combo)) for combo in np.flatnonzero(self.hands(board) == sight)]


def buckets_path(name: str | Path, directory: Path | str | None = None) -> Path:
    """The file of a name, or the given file if it is one that ends in `.buckets`."""
    if isinstance(name, Path) or str(name).endswith(SUFFIX):
        return Path(name).expanduser()
    place = Path(directory).expanduser() if directory else default_directory() / "buckets"
    return place / f"{parse_cards(str(name))}{SUFFIX}"


def check_file(name: str | Path, directory: Path | str | None = None) -> Path:
    """The file of a name after all of its data were found right; an `AbstractionError` that names the part if not."""
    path = buckets_path(name, directory)
    archive = Archive(path, FORMAT, (VERSION,), what="a file of buckets", error=AbstractionError)
    for part in archive.parts.values():
        archive.view(part.start, part.end, part.name)
    return path


def _read(archive: Archive) -> Buckets:
    metadata = archive.metadata
    arrays = {}
    for key, (kind, dimensions) in _KINDS.items():
        part = archive.parts[key]
        if part.kind != kind or len(part.shape) != dimensions or part.is_packed:
            raise ValueError(key)
        arrays[key] = archive.mapped_privately(key)
    streets = [
        StreetFacts(
            int(facts["sights"]), int(facts["named"]), int(facts["memories"]), archive.array(f"masses {street}")
        )
        for street, facts in zip(STREETS, metadata["facts"], strict=True)
    ]
    centres = {
        part.removeprefix("centres "): archive.array(part) for part in archive.parts if part.startswith("centres ")
    }
    found = Buckets(parse_cards(metadata["name"]), arrays, streets, centres, dict(metadata["about"]))
    found.file, found._hash = archive.path, str(metadata["hash"])
    _check_arrays(found)
    return found


def _check_arrays(buckets: Buckets) -> None:
    """Whether every look-up stays inside the arrays, whatever is in a file whose checksums are right."""
    from pokerlab.abstraction.lookup_table import check_tables

    labels, numbers, cuts, streets = buckets.arrays
    check_tables(labels, numbers, cuts, streets, [facts.sights for facts in buckets.streets])


def _digest(arrays: Sequence[npt.NDArray[Any]]) -> str:
    found = hashlib.sha256()
    for array in arrays:
        found.update(str(array.shape).encode())
        found.update(np.ascontiguousarray(array).view(np.uint8).data if array.size else b"")
    return found.hexdigest()[:24]


def _street_of(board: Sequence[int] | npt.NDArray[np.uint8]) -> int:
    if len(board) not in _STREET_OF_BOARD:
        raise AbstractionError(f"a board has 0, 3, 4 or 5 cards, not {len(board)}")
    return _STREET_OF_BOARD[len(board)]
