"""An SQLite file that threads share, written ahead (WAL): they change it one after the other.

A change is one transaction: after a crash all of it is there or nothing. What cannot be written (a full disk, a file
that is locked or damaged) is an error of one line, and what was written before stays.
"""

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self

from pokerlab.errors import PokerError


class SqliteFile(ABC):
    """An open file. `synchronous`: whether every change waits for the disk, so that it outlives a power cut too."""

    VERSION: ClassVar[int]
    WHAT: ClassVar[str]
    """What it is, for errors: `journal of tournaments`."""
    ERROR: ClassVar[type[PokerError]]
    PAGE_BYTES: ClassVar[int] = 4096

    def __init__(self, path: Path | str, *, synchronous: bool = True) -> None:
        self.path, self._lock = Path(path), threading.RLock()
        with self._errors():
            self._connection = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=False)
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
            if not 0 <= version <= self.VERSION:
                raise self.ERROR(f"{self.path}: of version {version}, this program writes {self.VERSION}")
            if not version and self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise self.ERROR(f"{self.path}: a database, but no {self.WHAT}")
            self._connection.execute(f"PRAGMA page_size = {self.PAGE_BYTES}")
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute(f"PRAGMA synchronous = {'FULL' if synchronous else 'NORMAL'}")
            if version < self.VERSION:
                self._connection.executescript(
                    f"BEGIN IMMEDIATE; {self._statements(version)} PRAGMA user_version = {self.VERSION}; COMMIT;"
                )

    @abstractmethod
    def _statements(self, version: int) -> str:
        """What makes a file of a version (0: a new one) one of this version."""

    @abstractmethod
    def _line(self, error: sqlite3.Error) -> str:
        """What went wrong, for people."""

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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self.ERROR(f"{self.path}: {self._line(error)}") from None
