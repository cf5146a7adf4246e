"""The file in which tournaments and cash sessions, their hands and the money of a player are kept: SQLite, written
ahead (WAL). Threads may share one: they change it one after the other.

A change is one transaction: after a crash all of it is there or nothing. What cannot be written (a full disk, a file
that is locked or damaged) is a `TournamentError` of one line, and what was written before stays.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pokerlab.errors import TournamentError, shorten

VERSION = 2
_SCHEMA = """
CREATE TABLE IF NOT EXISTS tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    structure TEXT NOT NULL,        -- JSON, the keys of its file
    entrants TEXT NOT NULL,         -- JSON, names in the order of entry
    agents TEXT NOT NULL,           -- JSON, by entrant: the agent's name, or "" for a person
    seed INTEGER NOT NULL,
    opened TEXT NOT NULL,
    owner INTEGER,                  -- the entrant whose money is in the ledger
    closed TEXT,                    -- when it was over
    settings TEXT NOT NULL DEFAULT '{}'  -- JSON, what who runs the table keeps about it
);
CREATE TABLE IF NOT EXISTS hands (
    tournament INTEGER NOT NULL REFERENCES tournaments(id),
    number INTEGER NOT NULL,
    deck TEXT NOT NULL,             -- JSON, cards in the order in which they are dealt
    began TEXT NOT NULL,
    seconds REAL,                   -- how long it took; NULL while it is played
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS actions (
    tournament INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY (tournament, hand, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS departures (
    tournament INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (tournament, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time TEXT NOT NULL,
    what TEXT NOT NULL,
    cents INTEGER NOT NULL,
    tournament INTEGER,
    session INTEGER,
    UNIQUE (tournament, what)
);
"""
_SESSIONS = """
CREATE TABLE IF NOT EXISTS sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stakes TEXT NOT NULL,           -- JSON
    players TEXT NOT NULL,          -- JSON, names by seat
    agents TEXT NOT NULL,           -- JSON, by seat: the agent's name, or "" for the person
    seed INTEGER NOT NULL,
    opened TEXT NOT NULL,
    owner INTEGER NOT NULL,         -- the seat whose money is in the ledger
    closed TEXT,
    settings TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE IF NOT EXISTS session_hands (
    session INTEGER NOT NULL REFERENCES sessions(id),
    number INTEGER NOT NULL,
    stacks TEXT NOT NULL,           -- JSON, chips by seat before the hand
    button INTEGER NOT NULL,
    deck TEXT NOT NULL,             -- JSON, cards in the order in which they are dealt
    began TEXT NOT NULL,
    ended TEXT,                     -- NULL while it is played
    PRIMARY KEY (session, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS session_actions (
    session INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY (session, hand, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS session_chips (
    session INTEGER NOT NULL,
    hand INTEGER NOT NULL,          -- bought before this hand
    seat INTEGER NOT NULL,
    chips INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS tallies (
    name TEXT PRIMARY KEY,          -- of a table that is closed
    content TEXT NOT NULL           -- JSON, what was counted of it
) WITHOUT ROWID;
"""
_FROM_1 = """
ALTER TABLE tournaments ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
ALTER TABLE ledger ADD COLUMN session INTEGER;
"""


class JournalFile:
    """An open file. `synchronous`: whether every change waits for the disk, so that it outlives a power cut too."""

    def __init__(self, path: Path | str, *, synchronous: bool = True) -> None:
        self.path, self._lock = Path(path), threading.RLock()
        with self._errors():
            self._connection = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=False)
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
            if not 0 <= version <= VERSION:
                raise TournamentError(f"{self.path}: of version {version}, this program writes {VERSION}")
            if not version and self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise TournamentError(f"{self.path}: a database, but no journal of tournaments")
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute(f"PRAGMA synchronous = {'FULL' if synchronous else 'NORMAL'}")
            if version < VERSION:
                made = _FROM_1 if version else _SCHEMA
                self._connection.executescript(
                    f"BEGIN IMMEDIATE; {made} {_SESSIONS} PRAGMA user_version = {VERSION}; COMMIT;"
                )

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it, or nothing."""
        with self._lock, self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with self._lock, self._errors():
            return self._connection.execute(query, values).fetchall()

    def close(self) -> None:
        """Close it."""
        with self._lock:
            self._connection.close()

    def __enter__(self) -> "JournalFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError:
            raise TournamentError(f"{self.path}: somebody else plays this tournament, or has") from None
        except sqlite3.Error as error:
            raise TournamentError(f"{self.path}: the journal cannot be used: {shorten(error, 200)}") from None
