"""The file of a solution: written as a stream, read where it is looked at (docs/solutions.md has the format).

It is a file with checksums (`_archives`) whose header has the spot and how it was solved, and whose arrays are

    boards        a table: cards, relations, and where the numbers of each board are
    strategies    float32, an array for each street before the river, and the first street
    values        float32, of the same streets
    strategies    uint16, of the river after a turn

The file is mapped into memory, so that opening it costs no time and only what is looked at is read and checked.
Version 1 had the same arrays without checksums; it is still read.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Archive, Bytes, Part, archive_writer, laid_out, map_file
from pokerlab._headers import HowMade
from pokerlab._threads import Progress
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import DECK_SIZE, format_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_COUNT, dead_combos
from pokerlab.cards.suits import PERMUTED_COMBOS, SUIT_PERMUTATIONS
from pokerlab.errors import PokerError, SolutionError
from pokerlab.postflop.solution_store import BoardPlace, Floats, KeptBoard, Store, has_values, value_rows
from pokerlab.postflop.spot import STREETS, Spot
from pokerlab.postflop.tree import SpotTree

FORMAT = "pokerlab/solution"
VERSION = 3
READ_VERSIONS = (2, 3)
WHAT = "a solution file (`pokerlab solve` writes them)"
_WHOLE = 65535
_TOLERANCE = 1e-3  # of sums of probabilities: float32 is far better
_NO_CARD = _NO_RENAMING = 255

BOARD_RECORD = np.dtype(
    [
        ("cards", "u1", 5),
        ("renamings", "u1", 24),
        ("parent", "<i4"),
        ("first_child", "<i4"),
        ("children", "<i4"),
        ("hands", "<u2", 2),
        ("strategies", "<u8", 2),
        ("values", "<u8", 2),
    ]
)
"""One board: its cards and the renamings of suits it stands for (255: none); its parent (-1: none), first child and
number of children; for both players the number of hands, and where in the data of the file (version 1: in the file)
their strategies and values start (0: none)."""


class Codec:
    """River strategies as uint16: for each node the probabilities of all moves but the last, added up, times 65535.

    So the probabilities of a hand add up to one whatever the rounding, and each is right within 1/65535.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        array = np.asarray(counts, np.int64).reshape(-1)
        self._starts = starts = np.cumsum(array) - array
        self.rows = int(array.sum())
        self.short_rows = self.rows - len(array)
        self._groups = []
        for count in np.unique(array).tolist():
            chosen = np.flatnonzero(array == count)
            long = starts[chosen, None] + np.arange(count)
            short = (starts[chosen] - chosen)[:, None] + np.arange(count - 1)
            self._groups.append((long, short))

    def encode(self, strategies: Floats) -> npt.NDArray[np.uint16]:
        """uint16 [short row, hand] from float32 [row, hand]."""
        out = np.empty((self.short_rows, strategies.shape[1]), np.uint16)
        for long, short in self._groups:
            sums = np.zeros((len(long), strategies.shape[1]), np.float32)
            for move in range(short.shape[1]):  # quicker than a cumulated sum over an inner axis
                sums += strategies[long[:, move]]
                out[short[:, move]] = np.rint(np.minimum(sums, 1) * _WHOLE)
        return out

    def decode(self, stored: npt.NDArray[np.uint16]) -> Floats:
        """float32 [row, hand] from uint16 [short row, hand]."""
        out = np.empty((self.rows, stored.shape[1]), np.float32)
        for long, short in self._groups:
            sums = stored[short].astype(np.float32)
            out[long] = np.diff(sums, axis=1, prepend=0, append=_WHOLE) / np.float32(_WHOLE)
        return out

    def is_strategy(self, table: Floats) -> bool:
        """Whether numbers, float32 [row, hand], can be probabilities: none below 0, and 1 in all at each node."""
        if not table.size:
            return True
        return bool(table.min() >= 0 and np.abs(np.add.reduceat(table, self._starts, axis=0) - 1).max() < _TOLERANCE)


def move_counts(tree: SpotTree, street: int, player: int) -> list[int]:
    """The numbers of moves of a player's nodes on a street, in tree order."""
    return [
        len(node.children)
        for node in tree.nodes
        if node.kind is NodeKind.DECISION and node.street == street and node.player == player
    ]


def write_solution(
    path: Path,
    store: Store,
    tree: SpotTree,
    about: dict[str, Any],
    made: HowMade,
    *,
    last_street: int,
    progress: Progress | None = None,
) -> None:
    """Write a solution with the strategies up to a street, whole or not at all, board by board.

    `about`: plain data about the spot, which becomes part of the header, as does how it was `made`.
    """
    if last_street > store.deepest:
        raise SolutionError(f"{path}: the strategies of the {STREETS[last_street]} are not stored here")
    plan = _Plan(store, tree, last_street)
    try:
        with archive_writer(path, FORMAT, VERSION, about, plan.parts, made=made) as writer:
            for done, piece in enumerate(plan.pieces(), 1):
                writer.write(piece)
                if progress:
                    progress(done, plan.piece_count)
    except OSError as error:
        raise SolutionError(f"{path}: cannot be written: {error.strerror or error}") from None


class _Plan:
    """Where everything goes, and then everything in this order."""

    def __init__(self, store: Store, tree: SpotTree, last_street: int) -> None:
        self.store, self.tree = store, tree
        self.first_street = len(tree.spot.board)
        self.kept = [board for board in store.boards if len(board.cards) <= last_street]
        streets = range(self.first_street, last_street + 1)
        valued = [street for street in streets if has_values(street, self.first_street)]
        self.contents = [("strategies", street) for street in valued] + [("values", street) for street in valued]
        self.contents += [("strategies", street) for street in streets if street not in valued]
        self.codecs = {
            (street, player): Codec(move_counts(tree, street, player)) for street in streets for player in (0, 1)
        }
        self.table = self._relations(last_street)
        boards = ("boards", "|u1", (len(self.kept), BOARD_RECORD.itemsize))
        self.parts = laid_out([boards, *(self._part(what, street) for what, street in self.contents)])
        self.piece_count = 1
        for (what, street), part in zip(self.contents, self.parts[1:], strict=True):
            offset = part.start
            for number, player in self._order(what, street):
                self.table[number][what][player] = offset
                offset += self._size(what, number, player)
                self.piece_count += 1

    def _relations(self, last_street: int) -> npt.NDArray[np.void]:
        table = np.zeros(len(self.kept), BOARD_RECORD)
        table["cards"], table["renamings"] = _NO_CARD, _NO_RENAMING
        for number, board in enumerate(self.kept):
            record = table[number]
            record["cards"][: len(board.cards)] = board.cards
            record["renamings"][: len(board.renamings)] = board.renamings
            record["parent"] = board.parent
            if len(board.cards) < last_street:
                record["first_child"], record["children"] = board.first_child, board.children
            record["hands"] = [len(self.store.hands(number, player)) for player in (0, 1)]
        return table

    def pieces(self) -> Iterator[bytes]:
        """Everything, piece by piece."""
        yield self.table.tobytes()
        for what, street in self.contents:
            if what == "values":
                for player in (0, 1):
                    for values in self.store.street_values(street - self.first_street, player):
                        yield values.astype("<f4").tobytes()
                continue
            for number, player in self._order(what, street):
                strategies = self.store.strategies(number, player)
                if has_values(street, self.first_street):
                    yield strategies.astype("<f4").tobytes()
                else:
                    yield self.codecs[street, player].encode(strategies).astype("<u2").tobytes()

    def _part(self, what: str, street: int) -> tuple[str, str, tuple[int]]:
        """The array of what is kept of a street: name, type and shape."""
        kind = "<f4" if has_values(street, self.first_street) else "<u2"
        size = sum(self._size(what, number, player) for number, player in self._order(what, street))
        return _name(what, street), kind, (size // np.dtype(kind).itemsize,)

    def _size(self, what: str, number: int, player: int) -> int:
        """The bytes of a player's strategies or values on a board."""
        street, hands = len(self.kept[number].cards), int(self.table[number]["hands"][player])
        if what == "values":
            return 4 * len(value_rows(self.tree, street)) * hands
        codec = self.codecs[street, player]
        return hands * (4 * codec.rows if has_values(street, self.first_street) else 2 * codec.short_rows)

    def _order(self, what: str, street: int) -> list[tuple[int, int]]:
        """Boards of a street and players, in the order of what is kept of them."""
        boards = [number for number, board in enumerate(self.kept) if len(board.cards) == street]
        if what == "values":
            return [(number, player) for player in (0, 1) for number in boards]
        return [(number, player) for number in boards for player in (0, 1)]


class FileStore:
    """A solution file, mapped into memory. What is read of it is checked: bytes against their checksums, and numbers
    whether they can be what they are said to be.

    - `header`: what the file says about the spot and how it was solved
    - `has_checksums`: whether damage would be noticed; not in files of version 1
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        content = map_file(self.path, WHAT, SolutionError)
        self.has_checksums = not _FileOfVersion1.is_one(content)
        file: Archive | _FileOfVersion1
        if self.has_checksums:
            file = Archive(self.path, FORMAT, READ_VERSIONS, what=WHAT, error=SolutionError)
        else:
            file = _FileOfVersion1(self.path, content)
        self._view, self.header = file.view, file.metadata
        try:
            self.spot = Spot(**self.header["spot"])
        except (KeyError, TypeError, ValueError, PokerError):
            raise SolutionError(f"{path} is a solution file whose header cannot be read") from None
        self._table = self._read_table(file.parts.get("boards"))
        self.strategies = lru_cache(32)(self._read_strategies)
        self.values = lru_cache(32)(self._read_values)

    @cached_property
    def tree(self) -> SpotTree:
        """The betting tree of the spot."""
        return SpotTree.build(self.spot)

    @cached_property
    def deepest(self) -> int:
        """The last street whose strategies are stored."""
        return int((self._table[-1]["cards"] != _NO_CARD).sum())

    @cached_property
    def boards(self) -> Sequence[KeptBoard]:
        """All kept boards."""
        return [self._board(number) for number in range(len(self._table))]

    def locate(self, cards: Sequence[int]) -> BoardPlace:
        """Where a board is kept; cards of streets that are not stored follow it."""
        number, numbers = 0, [0]
        suits, renamed = np.arange(4), np.arange(COMBO_COUNT)
        board = self._board(0)
        rest = list(cards[len(board.cards) :])
        while rest and board.children:
            number, renaming = self._child(board, rest.pop(0), suits, cards)
            suits, renamed = suits[SUIT_PERMUTATIONS[renaming]], renamed[PERMUTED_COMBOS[renaming]]
            board = self._board(number)
            numbers.append(number)
        back = np.argsort(suits)
        return BoardPlace(tuple(numbers), (*board.cards, *(card & ~3 | int(back[card & 3]) for card in rest)), renamed)

    def hands(self, board: int, player: int) -> npt.NDArray[np.int64]:
        """The combos of a player, ascending."""
        cards = self._board(board).cards
        weights = (self.spot.oop, self.spot.ip)[player].weights
        return np.flatnonzero((weights > 0) & ~dead_combos(cardset(cards)))

    def street_values(self, level: int, hero: int) -> Iterator[Floats]:
        """Values, board by board."""
        for number, board in enumerate(self.boards):
            if len(board.cards) == len(self.spot.board) + level:
                yield self.values(number, hero)

    def _read_table(self, part: Part | None) -> npt.NDArray[np.void]:
        """The table of boards; an error if its relations lead nowhere."""
        if part is None or not part.size or part.size % BOARD_RECORD.itemsize:
            raise SolutionError(f"{self.path} is damaged: it has no boards")
        table = self._view(part.start, part.end, "boards").view(BOARD_RECORD)
        cards, renamings, numbers = table["cards"], table["renamings"], np.arange(len(table))
        counts = (cards != _NO_CARD).sum(axis=1)
        makes_sense = (
            ((cards < DECK_SIZE) | (cards == _NO_CARD)).all()
            and ((renamings < len(SUIT_PERMUTATIONS)) | (renamings == _NO_RENAMING)).all()
            and tuple(cards[0, : counts[0]].tolist()) == self.spot.board
            and (np.diff(counts) >= 0).all()
            and (table["parent"] < numbers).all()
            and (table["children"] >= 0).all()
            and ((table["children"] == 0) | (table["first_child"] > numbers)).all()
            and (table["first_child"].astype(np.int64) + table["children"] <= len(table)).all()
        )
        if not makes_sense:
            raise SolutionError(f"{self.path} is damaged: its boards do not fit each other")
        return table

    def _read_strategies(self, board: int, player: int) -> Floats:
        """The strategies of a player on a board."""
        street = len(self._board(board).cards)
        codec = self._codecs[street, player]
        if has_values(street, len(self.spot.board)):
            strategies: Floats = self._block(board, player, "strategies", "<f4", codec.rows)
            makes_sense = codec.is_strategy(strategies)
        else:
            strategies = codec.decode(self._block(board, player, "strategies", "<u2", codec.short_rows))
            makes_sense = not strategies.size or bool(strategies.min() >= 0)  # they add up to 1 whatever was stored
        if not makes_sense:
            raise self._senseless(board, "strategies")
        return strategies

    def _read_values(self, board: int, hero: int) -> Floats:
        """The values of a player on a board."""
        street = len(self._board(board).cards)
        values: Floats = self._block(board, hero, "values", "<f4", len(value_rows(self.tree, street)))
        if not np.isfinite(values).all():
            raise self._senseless(board, "values")
        return values

    @cached_property
    def _codecs(self) -> dict[tuple[int, int], Codec]:
        streets = range(len(self.spot.board), self.deepest + 1)
        return {(street, p): Codec(move_counts(self.tree, street, p)) for street in streets for p in (0, 1)}

    def _block(self, board: int, player: int, what: str, kind: str, rows: int) -> npt.NDArray[Any]:
        record, cards = self._table[board], self._board(board).cards
        hands, start = int(record["hands"][player]), int(record[what][player])
        if not start or hands != len(self.hands(board, player)):
            raise SolutionError(f"{self.path} is damaged: the hands of {format_cards(cards)} are not those of its spot")
        end = start + rows * hands * np.dtype(kind).itemsize
        return self._view(start, end, _name(what, len(cards))).view(kind).reshape(rows, hands)

    def _board(self, number: int) -> KeptBoard:
        record = self._table[number]
        cards, renamings = record["cards"], record["renamings"]
        return KeptBoard(
            tuple(cards[cards != _NO_CARD].tolist()), int(record["parent"]), int(record["first_child"]),
            int(record["children"]), tuple(renamings[renamings != _NO_RENAMING].tolist()),
        )  # fmt: skip

    def _child(
        self, board: KeptBoard, card: int, suits: npt.NDArray[np.int64], cards: Sequence[int]
    ) -> tuple[int, int]:
        """The next board that stands for a card, and the renaming that makes of its last card the one asked for."""
        for number in range(board.first_child, board.first_child + board.children):
            child = self._board(number)
            last = child.cards[-1]
            for renaming in child.renamings:
                if last & ~3 | int(suits[SUIT_PERMUTATIONS[renaming, last & 3]]) == card:
                    return number, renaming
        raise SolutionError(f"{format_cards(cards)} is not a board of this spot")

    def _senseless(self, board: int, what: str) -> SolutionError:
        where = format_cards(self._board(board).cards)
        return SolutionError(f"{self.path} is damaged: the {what} on {where} are no {what}")


class _FileOfVersion1:
    """A file without checksums but that of its header; places count from its start. Read as an `Archive` is."""

    MAGIC = b"POKERSOL"
    PREFIX = struct.Struct("<8sIIQ")  # magic, version, checksum of the header (CRC-32), its length

    def __init__(self, path: Path, content: Bytes) -> None:
        self._path, self._content = path, content
        prefix = content[: self.PREFIX.size].tobytes()
        if len(prefix) < self.PREFIX.size:
            raise self._damaged("it ends within its header")
        _, version, checksum, length = self.PREFIX.unpack(prefix)
        if version != 1:
            raise SolutionError(f"{path} has version {version} of its format, this program reads 1 to {VERSION}")
        text = content[self.PREFIX.size : self.PREFIX.size + length].tobytes()
        if len(text) < length or zlib.crc32(text) != checksum:
            raise self._damaged("its header is not what was written")
        try:
            self.metadata: dict[str, Any] = dict(json.loads(text))
            boards, size = int(self.metadata["boards"]), int(self.metadata["size"])
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
            raise SolutionError(f"{path} is a solution file whose header cannot be read") from None
        if len(content) != size:
            raise self._damaged(f"it has {len(content):,} bytes, not {size:,}")
        start = -(-(self.PREFIX.size + length) // 64) * 64
        self.parts = {"boards": Part("boards", "|u1", (boards,), start, boards * BOARD_RECORD.itemsize)}

    @classmethod
    def is_one(cls, content: Bytes) -> bool:
        """Whether a file begins as those of version 1 do."""
        return content[: len(cls.MAGIC)].tobytes() == cls.MAGIC

    def view(self, start: int, end: int, what: str) -> Bytes:
        """uint8 [end - start]: bytes of the file, as they are."""
        if not self.PREFIX.size <= start <= end <= len(self._content):
            raise self._damaged(f"{what} cannot lie where they are said to")
        return self._content[start:end]

    def _damaged(self, how: str) -> SolutionError:
        return SolutionError(f"{self._path} is damaged: {how}")


def _name(what: str, street: int) -> str:
    """The name of an array: `strategies of the turn`."""
    return f"{what} of the {STREETS[street]}"
