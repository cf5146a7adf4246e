"""What makes a hand the same hand, wherever it was read, and how it is kept."""

import hashlib
import zlib
from dataclasses import dataclass
from typing import Any

from pokerlab.cards.card import format_cards
from pokerlab.cards.unseen import UNKNOWN
from pokerlab.errors import RecordError
from pokerlab.games.gamedef import UNLIMITED
from pokerlab.records.numbering import number_of
from pokerlab.records.phh_reader import parse_phh
from pokerlab.records.phh_writer import format_phh
from pokerlab.records.record import HandRecord
from pokerlab.table.hand_blocks import seat_rows


def identity(record: HandRecord) -> bytes:
    """16 bytes that are the same for the same hand: number, table, time, names, stacks, actions and board, in whatever
    units. Private cards count only where the source has no number or no table, so that a hand stays the same when more
    of it is known."""

    def value(chips: int) -> str:
        return "inf" if chips == UNLIMITED else str(record.value(chips).normalize())

    told: list[Any] = [
        number_of(record) or record.hand_id, record.table, str(record.time or ""), record.players,
        [value(chips) for chips in record.game.stacks],
        [(int(action.kind), value(action.to)) for action in record.actions], record.board,
    ]  # fmt: skip
    if not (record.hand_id and record.table):
        told.append(record.private)
    return hashlib.sha256(repr(told).encode()).digest()[:16]


def event_of(record: HandRecord) -> str:
    """What a hand belongs to: `tournament 12`, or its table, or nothing."""
    number = record.info.get("_tournament")
    return f"tournament {number}" if isinstance(number, str | int) and number != "" else record.table


@dataclass(frozen=True)
class PreparedHand:
    """A record ready to be put in: `known`: private cards that are known; `rows`, `viewed`: see `hand_blocks`."""

    record: HandRecord
    identity: bytes
    event: str
    board: str
    known: int
    content: bytes
    rows: list[tuple[Any, ...]]
    viewed: tuple[Any, ...]

    @classmethod
    def of(cls, record: HandRecord) -> "PreparedHand":
        """From a record; `RecordError` if it is not played by the rules, or none that can be kept."""
        if len(set(record.players)) < record.game.players:
            raise RecordError("two players have the same name")
        rows, viewed = seat_rows(record)
        return cls(
            record, identity(record), event_of(record), format_cards(record.board),
            sum(card != UNKNOWN for hand in record.private for card in hand), packed(record), rows, viewed,
        )  # fmt: skip


def packed(record: HandRecord) -> bytes:
    """A hand as it is kept: PHH, compressed."""
    return zlib.compress(format_phh(record).encode())


def unpacked(content: bytes, hand: int) -> HandRecord:
    """The hand of a number, as it was put in."""
    return parse_phh(zlib.decompress(content).decode(), f"hand {hand}", 1)
