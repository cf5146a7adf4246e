"""The file of a solution: written as a stream, read where it is looked at (docs/solutions.md has the format).

    prefix        magic, version, checksum and length of the header
    header        JSON: the spot, how it was solved, what is stored
    boards        a table: cards, relations, and where the numbers of each board are
    strategies    float32, of the streets before the river and of the first street
    values        float32, of the same streets
    strategies    uint16, of the river after a turn

The file is mapped into memory, so that opening it costs no time and only what is looked at is read.
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

from pokerlab._files import open_atomically
from pokerlab._threads import Progress
from pokerlab.cards.card import format_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_COUNT, dead_combos
from pokerlab.cards.suits import PERMUTED_COMBOS, SUIT_PERMUTATIONS
from pokerlab.errors import PokerError, SolutionError
from pokerlab.postflop.solution_store import Floats, KeptBoard, Place, Store, has_values, value_rows
from pokerlab.postflop.spot import STREETS, Spot
from pokerlab.postflop.tree import BettingTree, Kind

MAGIC = b"POKERSOL"
VERSION = 1
_PREFIX = struct.Struct("<8sIIQ")  # magic, version, checksum of the header (CRC-32), its length
_ALIGNMENT = 64
_WHOLE = 65535
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
number of children; for both players the number of hands, and the offsets in the file of strategies and values (0:
none)."""


class Codec:
    """River strategies as uint16: for each node the probabilities of all moves but the last, added up, times 65535.

    So the probabilities of a hand add up to one whatever the rounding, and each is right within 1/65535.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        array = np.asarray(counts, np.int64).reshape(-1)
        starts = np.cumsum(array) - array
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


def move_counts(tree: BettingTree, street: int, player: int) -> list[int]:
    """The numbers of moves of a player's nodes on a street, in tree order."""
    return [
        len(node.children)
        for node in tree.nodes
        if node.kind is Kind.DECISION and node.street == street and node.player == player
    ]


def write_solution(
    path: Path,
    store: Store,
    tree: BettingTree,
    about: dict[str, Any],
    *,
    last_street: int,
    progress: Progress | None = None,
) -> None:
    """Write a solution with the strategies up to a street, whole or not at all, board by board.

    `about`: plain data about the spot and how it was solved, which becomes part of the header.
    """
    if last_street > store.deepest:
        raise SolutionError(f"{path}: the strategies of the {STREETS[last_street]} are not stored here")
    plan = _Plan(store, tree, about, last_street)
    blocks = plan.blocks()
    try:
        with open_atomically(path) as file:
            file.write(plan.start)
            for done, block in enumerate(blocks, 1):
                file.write(block)
                if progress:
                    progress(done, plan.block_count)
    except OSError as error:
        raise SolutionError(f"{path}: cannot be written: {error.strerror or error}") from None


class _Plan:
    """Where everything goes, and then everything in this order."""

    def __init__(self, store: Store, tree: BettingTree, about: dict[str, Any], last_street: int) -> None:
        self.store, self.tree = store, tree
        self.first_street = len(tree.spot.board)
        self.kept = [board for board in store.boards if len(board.cards) <= last_street]
        self.streets = range(self.first_street, last_street + 1)
        self.codecs = {
            (street, player): Codec(move_counts(tree, street, player)) for street in self.streets for player in (0, 1)
        }
        self.table = self._relations(last_street)
        # The header holds the size of the file, whose digits are part of it.
        size = 0
        while True:
            header = json.dumps({**about, "boards": len(self.kept), "size": size}, ensure_ascii=False).encode()
            start = _aligned(_PREFIX.size + len(header))
            end = self._place(start + self.table.nbytes)
            if end == size:
                break
            size = end
        prefix = _PREFIX.pack(MAGIC, VERSION, zlib.crc32(header), len(header))
        self.start = (prefix + header).ljust(start, b"\0") + self.table.tobytes()

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

    def _place(self, start: int) -> int:
        """Write the offsets into the table; returns where the file ends."""
        offset = _aligned(start)
        for number, player, street in self._tables(is_river=False):
            self.table[number]["strategies"][player] = offset
            offset += 4 * self.codecs[street, player].rows * int(self.table[number]["hands"][player])
        for street in self._valued_streets():
            for player in (0, 1):
                for number in self._boards(street):
                    self.table[number]["values"][player] = offset
                    offset += 4 * len(value_rows(self.tree, street)) * int(self.table[number]["hands"][player])
        for number, player, street in self._tables(is_river=True):
            self.table[number]["strategies"][player] = offset
            offset += 2 * self.codecs[street, player].short_rows * int(self.table[number]["hands"][player])
        return offset

    @property
    def block_count(self) -> int:
        """How many blocks there are."""
        values = sum(2 * len(self._boards(street)) for street in self._valued_streets())
        return 1 + 2 * len(self.kept) + values

    def blocks(self) -> Iterator[bytes]:
        """Everything after the start, piece by piece."""
        end = len(self.start)
        yield b"\0" * (_aligned(end) - end)
        for number, player, _ in self._tables(is_river=False):
            yield self.store.strategies(number, player).astype("<f4").tobytes()
        for street in self._valued_streets():
            for player in (0, 1):
                for values in self.store.street_values(street - self.first_street, player):
                    yield values.astype("<f4").tobytes()
        for number, player, street in self._tables(is_river=True):
            yield self.codecs[street, player].encode(self.store.strategies(number, player)).astype("<u2").tobytes()

    def _tables(self, *, is_river: bool) -> Iterator[tuple[int, int, int]]:
        """Board, player and street of the strategies that are stored as short numbers, or of the others."""
        for number, board in enumerate(self.kept):
            if (not has_values(len(board.cards), self.first_street)) == is_river:
                yield from ((number, player, len(board.cards)) for player in (0, 1))

    def _valued_streets(self) -> list[int]:
        return [street for street in self.streets if has_values(street, self.first_street)]

    def _boards(self, street: int) -> list[int]:
        return [number for number, board in enumerate(self.kept) if len(board.cards) == street]


class FileStore:
    """A solution file, mapped into memory."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._bytes = _map(self.path)
        self.header, start = _read_header(self.path, self._bytes)
        try:
            self.spot = Spot(**self.header["spot"])
            count, self._size = int(self.header["boards"]), int(self.header["size"])
        except (KeyError, TypeError, ValueError, PokerError):
            raise SolutionError(f"{path} is a solution file whose header cannot be read") from None
        if len(self._bytes) != self._size:
            raise SolutionError(f"{path} is damaged: it has {len(self._bytes):,} bytes, not {self._size:,}")
        self._table = self._bytes[start : start + count * BOARD_RECORD.itemsize].view(BOARD_RECORD)
        self.strategies = lru_cache(32)(self._read_strategies)

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree of the spot."""
        return BettingTree.build(self.spot)

    @cached_property
    def deepest(self) -> int:
        """The last street whose strategies are stored."""
        return int((self._table[-1]["cards"] != _NO_CARD).sum())

    @cached_property
    def boards(self) -> Sequence[KeptBoard]:
        """All kept boards."""
        return [self._board(number) for number in range(len(self._table))]

    def locate(self, cards: Sequence[int]) -> Place:
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
        return Place(tuple(numbers), (*board.cards, *(card & ~3 | int(back[card & 3]) for card in rest)), renamed)

    def hands(self, board: int, player: int) -> npt.NDArray[np.int64]:
        """The combos of a player, ascending."""
        cards = self._board(board).cards
        weights = (self.spot.oop, self.spot.ip)[player].weights
        return np.flatnonzero((weights > 0) & ~dead_combos(cardset(cards)))

    def values(self, board: int, hero: int) -> Floats:
        """The values of a player on a board."""
        street = len(self._board(board).cards)
        return self._block(board, hero, "values", "<f4", len(value_rows(self.tree, street)))

    def street_values(self, level: int, hero: int) -> Iterator[Floats]:
        """Values, board by board."""
        for number, board in enumerate(self.boards):
            if len(board.cards) == len(self.spot.board) + level:
                yield self.values(number, hero)

    def _read_strategies(self, board: int, player: int) -> Floats:
        street = len(self._board(board).cards)
        codec = self._codecs[street, player]
        if has_values(street, len(self.spot.board)):
            return self._block(board, player, "strategies", "<f4", codec.rows)
        return codec.decode(self._block(board, player, "strategies", "<u2", codec.short_rows))

    @cached_property
    def _codecs(self) -> dict[tuple[int, int], Codec]:
        streets = range(len(self.spot.board), self.deepest + 1)
        return {(street, p): Codec(move_counts(self.tree, street, p)) for street in streets for p in (0, 1)}

    def _block(self, board: int, player: int, what: str, kind: str, rows: int) -> npt.NDArray[Any]:
        record = self._table[board]
        hands, start = int(record["hands"][player]), int(record[what][player])
        end = start + rows * hands * np.dtype(kind).itemsize
        if start < _PREFIX.size or end > len(self._bytes):
            raise SolutionError(f"{self.path} is damaged: {what} of {format_cards(self._board(board).cards)}")
        return self._bytes[start:end].view(kind).reshape(rows, hands)

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


def _map(path: Path) -> npt.NDArray[np.uint8]:
    try:
        if path.stat().st_size == 0:
            raise SolutionError(f"{path} is not a solution file: it is empty")
        return np.asarray(np.memmap(path, np.uint8, "r"))
    except OSError as error:
        raise SolutionError(f"{path}: cannot be read: {error.strerror or error}") from None


def _read_header(path: Path, content: npt.NDArray[np.uint8]) -> tuple[dict[str, Any], int]:
    """The header, and where the table of boards begins."""
    if content[: len(MAGIC)].tobytes() != MAGIC[: len(content)]:
        raise SolutionError(f"{path} is not a solution file (`pokerlab solve` writes them)")
    if len(content) < _PREFIX.size:
        raise SolutionError(f"{path} is damaged: it ends within its header")
    _, version, checksum, length = _PREFIX.unpack(content[: _PREFIX.size].tobytes())
    if version != VERSION:
        raise SolutionError(f"{path} has version {version} of the format, this program reads version {VERSION}")
    text = content[_PREFIX.size : _PREFIX.size + length].tobytes()
    if len(text) < length or zlib.crc32(text) != checksum:
        raise SolutionError(f"{path} is damaged: its header is not what was written")
    header = json.loads(text)
    return header, _aligned(_PREFIX.size + length)


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGNMENT) * _ALIGNMENT
