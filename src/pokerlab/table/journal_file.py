"""The file in which tournaments and cash sessions, their hands and the money of a player are kept.

What cannot be written (a full disk, a file that is locked or damaged) is a `TournamentError` of one line.
"""

import sqlite3

from pokerlab.errors import TournamentError, shorten
from pokerlab.table.sqlite_file import SqliteFile

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


class JournalFile(SqliteFile):
    """An open journal."""

    VERSION = VERSION
    WHAT = "journal of tournaments"
    ERROR = TournamentError

    def _statements(self, version: int) -> str:
        return (_FROM_1 if version else _SCHEMA) + _SESSIONS

    def _line(self, error: sqlite3.Error) -> str:
        if isinstance(error, sqlite3.IntegrityError):
            return "somebody else plays this tournament, or has"
        return f"the journal cannot be used: {shorten(error, 200)}"
