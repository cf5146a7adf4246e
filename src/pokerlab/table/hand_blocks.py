"""Seats of hands as columns of numbers, in blocks of a database: what lists are filtered by and statistics count.

A row is one player in one hand. The rows of a player lie in the order in which hands were put in, so by the number of
the hand, and in blocks that are read as they are: numpy filters a million of them in a part of the time in which SQL
would look at them one by one. Player 0 (`VIEWER`) is whoever each hand was seen by: every hand has one such row.
"""

import sqlite3
from datetime import datetime, timedelta
from functools import cache
from math import nan
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import combo_index
from pokerlab.cards.unseen import UNKNOWN
from pokerlab.games.gamedef import UNLIMITED
from pokerlab.games.positions import position_names
from pokerlab.records.numbering import time_of
from pokerlab.records.record import HandRecord
from pokerlab.records.seat_facts import POT_TYPES, HandFacts, SeatFacts, hand_facts

ROW = np.dtype([
    ("hand", "<u4"), ("time", "<i8"), ("event", "<u4"), ("stack", "<f8"), ("won", "<f8"), ("board", "<u8"),
    ("combo", "<u2"), ("flop", "<u2"), ("flags", "<u2"), ("position", "u1"), ("pot", "u1"), ("players", "u1"),
    ("bets", "<u2"), ("calls", "<u2"), ("folds", "<u2"),
])  # fmt: skip
"""A player in a hand.

- `hand`, `event`: numbers in the database; `time`: seconds as the source's clock counts them, or `NO_TIME`
- `stack`, `won`: big blinds, NaN if not known; `board`: a set of cards
- `combo`, `flop`: indices, or `NO_INDEX`; `position`, `pot`: places in `POSITIONS` and `POT_TYPES`, or `NO_PLACE`
- `flags`: a bit for each of `FLAGS`
"""
Rows = npt.NDArray[Any]
"""Rows of the type `ROW`."""

VIEWER = 0
"""The player whose rows are those of whoever each hand was seen by."""
NO_TIME = -(2**40)
NO_INDEX, NO_PLACE = 0xFFFF, 0xFF
POSITIONS = position_names(23)
"""As many as can sit at a table with one deck."""
FLAGS = (
    "decided", "entered", "raised", "could_three_bet", "three_bet", "could_continue", "continued", "saw_flop",
    "showed_down", "all_in",
)  # fmt: skip
"""What `SeatFacts` say, true or not."""
SAW_IT = 1 << len(FLAGS)
"""The flag of who saw the hand, beside them."""
BLOCK_ROWS = 256

SCHEMA = """
CREATE TABLE blocks (
    player INTEGER NOT NULL,
    first INTEGER NOT NULL,         -- the number of the first hand in it
    content BLOB NOT NULL,          -- rows, see `hand_blocks`
    PRIMARY KEY (player, first)
);
"""

_EPOCH = datetime(1970, 1, 1)


def flag(name: str) -> int:
    """The bit of a flag."""
    return 1 << FLAGS.index(name)


def seconds_of(moment: datetime) -> int:
    """A moment of a clock without a zone in seconds."""
    return int((moment.replace(tzinfo=None) - _EPOCH) // timedelta(seconds=1))


def moment_of(seconds: int) -> datetime | None:
    """A moment by its seconds; None if it is not known."""
    return None if seconds == NO_TIME else _EPOCH + timedelta(seconds=seconds)


def flop_index(cards: tuple[int, ...]) -> int:
    """A number 0..22099 of three different cards, in any order."""
    low, middle, high = sorted(cards)
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@cache
def all_flops() -> tuple[tuple[int, int, int], ...]:
    """The 22,100 flops by index."""
    return tuple((low, middle, high) for high in range(52) for middle in range(high) for low in range(middle))


def seat_rows(record: HandRecord) -> tuple[list[tuple[Any, ...]], tuple[Any, ...]]:
    """The values of a hand's rows, by seat, and those of the viewer's, without hand and event (the first and third of
    `ROW`, here 0). A hand that breaks the rules raises `RecordError`."""
    facts = hand_facts(record)
    shared = _Shared(record, facts)
    seats = [shared.row(seat, number) for number, seat in enumerate(facts.seats)]
    return seats, shared.nobody() if record.hero is None else seats[record.hero]


class _Shared:
    """What the rows of one hand have in common."""

    def __init__(self, record: HandRecord, facts: HandFacts) -> None:
        self.record, self.facts = record, facts
        moment = time_of(record)
        self.time = NO_TIME if moment is None else seconds_of(moment)
        self.board = cardset(record.board)
        self.flop = flop_index(record.board[:3]) if len(record.board) >= 3 else NO_INDEX
        self.pot = POT_TYPES.index(facts.pot_type)

    def row(self, seat: SeatFacts, number: int) -> tuple[Any, ...]:
        record, blind = self.record, self.record.game.big_blind
        cards, stack = record.private[number], record.game.stacks[number]
        is_known = len(cards) == 2 and UNKNOWN not in cards
        return (
            0, self.time, 0, stack / blind if blind and stack != UNLIMITED else nan,
            seat.won / blind if blind and seat.won is not None else nan, self.board,
            combo_index(*cards) if is_known else NO_INDEX, self.flop,
            sum(getattr(seat, name) << place for place, name in enumerate(FLAGS)) | SAW_IT * (number == record.hero),
            POSITIONS.index(seat.position), self.pot, record.game.players, seat.bets, seat.calls, seat.folds,
        )  # fmt: skip

    def nobody(self) -> tuple[Any, ...]:
        """Of a hand that nobody is named to have seen: what anybody did, no cards, no result."""
        anybody = sum(
            flag(name) for name in ("showed_down", "all_in") if any(getattr(seat, name) for seat in self.facts.seats)
        )
        return (
            0, self.time, 0, nan, nan, self.board, NO_INDEX, self.flop, anybody, NO_PLACE, self.pot,
            self.record.game.players, 0, 0, 0,
        )  # fmt: skip


def read_rows(connection: sqlite3.Connection, player: int) -> Rows:
    """All rows of a player, by number of the hand."""
    count = connection.execute("SELECT count(*) FROM blocks WHERE player = ?", (player,)).fetchone()[0]
    content, end = np.empty(count * BLOCK_ROWS * ROW.itemsize, np.uint8), 0
    for (block,) in connection.execute("SELECT content FROM blocks WHERE player = ? ORDER BY first", (player,)):
        content[end : end + len(block)] = np.frombuffer(block, np.uint8)
        end += len(block)
    return content[:end].view(ROW)


def append_rows(connection: sqlite3.Connection, player: int, rows: Rows) -> None:
    """Rows of hands that are newer than all the player has, in order."""
    last = connection.execute(
        "SELECT first, content FROM blocks WHERE player = ? ORDER BY first DESC LIMIT 1", (player,)
    ).fetchone()
    if last is not None and len(last[1]) < BLOCK_ROWS * ROW.itemsize:
        rows = np.concatenate([np.frombuffer(last[1], ROW), rows])
        connection.execute("DELETE FROM blocks WHERE player = ? AND first = ?", (player, last[0]))
    for start in range(0, len(rows), BLOCK_ROWS):
        part = rows[start : start + BLOCK_ROWS]
        connection.execute("INSERT INTO blocks VALUES (?, ?, ?)", (player, int(part["hand"][0]), part.tobytes()))


def read_row(connection: sqlite3.Connection, player: int, hand: int) -> Rows:
    """The row of a player in a hand, alone; none if he was not in it."""
    rows = _block_with(connection, player, hand)[1]
    return np.asarray(rows[rows["hand"] == hand])


def replace_row(connection: sqlite3.Connection, player: int, row: Rows) -> None:
    """Another row for a hand that the player has: one row, of the type `ROW`."""
    hand = int(row["hand"][0])
    first, rows = _block_with(connection, player, hand)
    rows = rows.copy()
    rows[np.searchsorted(rows["hand"], hand)] = row[0]
    connection.execute("UPDATE blocks SET content = ? WHERE player = ? AND first = ?", (rows.tobytes(), player, first))


def _block_with(connection: sqlite3.Connection, player: int, hand: int) -> tuple[int, Rows]:
    """The block in which a hand of a player would be: its first hand, its rows."""
    found = connection.execute(
        "SELECT first, content FROM blocks WHERE player = ? AND first <= ? ORDER BY first DESC LIMIT 1", (player, hand)
    ).fetchone()
    return (0, np.zeros(0, ROW)) if found is None else (found[0], np.frombuffer(found[1], ROW))
