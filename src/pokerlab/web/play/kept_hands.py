"""The hand database of the data directory: every question catches up with the journal of the tables first.

Files are read in a process of their own, so that a long one holds up no table.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pokerlab.errors import PokerError
from pokerlab.games.library import named_game
from pokerlab.lab.intervals import Sampled
from pokerlab.records.narration import narrate
from pokerlab.records.report import replay_record
from pokerlab.records.seat_facts import POT_TYPES
from pokerlab.records.stats import PlayerStats
from pokerlab.table.hand_blocks import POSITIONS
from pokerlab.table.hand_database import Cursor, HandDatabase, ListedHand
from pokerlab.table.hand_files import ExportFormat, export_texts
from pokerlab.table.hand_filters import FilterError, HandFilter
from pokerlab.table.journal_file import JournalFile
from pokerlab.table.journal_hands import catch_up
from pokerlab.web.limits import RefusedError
from pokerlab.web.messages.kept_hands import (
    HandExportQuestion,
    HandFilterQuestion,
    HandImportAnswer,
    HandImportQuestion,
    HandListQuestion,
    HandMark,
    KeptHandQuestion,
    OpponentNote,
    OpponentQuestion,
)
from pokerlab.web.messages.kinds import Nothing
from pokerlab.web.replies import encode

MOST_CHOICES = 300
MOST_MESSAGES = 100
FILE = "hands.db"
"""In the directory of the journal."""


class KeptHands:
    """Answers about hands that are kept; all of them in threads of their own."""

    def __init__(self, directory: Path, journal: Callable[[], JournalFile]) -> None:
        self._path, self._journal = directory / FILE, journal
        self._lock = threading.Lock()
        self._database: HandDatabase | None = None
        self._troubles: list[str] = []

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    @property
    def database(self) -> HandDatabase:
        """The database, with all hands that are over at the tables."""
        with self._lock:
            if self._database is None:
                self._database = HandDatabase(self._path, synchronous=False)
            try:
                self._troubles = catch_up(self._database, self._journal()).messages
            except PokerError as error:  # what is there is shown all the same
                self._troubles = [str(error)]
            return self._database

    def page(self, asked: HandListQuestion) -> dict[str, Any]:
        """A part of a list."""
        database = self.database
        before = None if asked.before is None else Cursor(*map(int, asked.before.split(".")))
        page = database.page(_filter(asked), most=asked.most, before=before)
        return {
            "hands": [_row(hand) for hand in page.hands],
            "count": page.count,
            "next": None if page.end is None else f"{page.end.time}.{page.end.hand}",
            "total": database.hand_count,
            "troubles": self._troubles,
        }

    def stats(self, asked: HandFilterQuestion) -> dict[str, Any]:
        """Statistics of what is chosen."""
        database, wanted = self.database, _filter(asked)
        positions = [_stats(one) for one in database.stats_by_position(wanted)]
        return {"all": _stats(database.stats(wanted)), "positions": positions}

    def choices(self, asked: Nothing) -> dict[str, Any]:
        """What filters can be about."""
        database = self.database
        return {
            "total": database.hand_count,
            "players": _counted(database.players(MOST_CHOICES)),
            "events": _counted(database.events(MOST_CHOICES)),
            "tags": _counted(database.tags()),
            "positions": [name for name in POSITIONS if name[:4] != "UTG+" or name <= "UTG+3"],
            "pots": list(POT_TYPES),
        }

    def hand(self, asked: KeptHandQuestion) -> dict[str, Any]:
        """A hand, step by step."""
        database = self.database
        row = self._listed(database, asked.number, asked.player)
        record = database.record(asked.number)
        return {"row": row, "words": list(narrate(record)), "hand": replay_record(record)}

    def mark(self, asked: HandMark) -> dict[str, Any]:
        """A star, a note, tags."""
        database = self.database
        self._listed(database, asked.number)
        database.mark(asked.number, star=asked.star, note=asked.note, tags=asked.tags)
        return {"row": self._listed(database, asked.number)}

    def opponent(self, asked: OpponentQuestion) -> dict[str, Any]:
        """What a player does, and what is noted of him."""
        database = self.database
        return {"stats": _stats(database.stats(HandFilter(player=asked.name))), "note": database.note_on(asked.name)}

    def note_opponent(self, asked: OpponentNote) -> dict[str, Any]:
        """Note something of a player."""
        self.database.note_player(asked.name, asked.note)
        return self.opponent(OpponentQuestion(name=asked.name))

    def export(self, asked: HandExportQuestion) -> tuple[ExportFormat, Iterator[str]]:
        """The texts of what is chosen, and as what; what a format cannot say is left out."""
        form = ExportFormat(asked.format)
        return form, export_texts(self.database, _filter(asked), form, lambda error: None)

    def read_file(self, asked: HandImportQuestion, file: Path, tell: Callable[[bytes], None]) -> bytes:
        """Put the hands of a file in; how it goes is told, and last what became of them."""
        if asked.game:
            named_game(asked.game)  # what cannot be is refused here
        _ = self.database  # makes the file
        command = [sys.executable, "-m", "pokerlab.web.play.import_process", str(self._path), str(file), asked.game]
        last: dict[str, Any] = {}
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            assert process.stdout is not None
            try:
                for line in process.stdout:
                    last = json.loads(line.replace(json.dumps(str(file))[1:-1], json.dumps(asked.name)[1:-1]))
                    if "error" in last:
                        raise RefusedError(last["error"])
                    last["messages"] = last["messages"][:MOST_MESSAGES]
                    tell(json.dumps({"part": last}).encode())
            except BaseException:
                process.kill()
                raise
        if process.returncode or not last:
            raise RefusedError("the file could not be read to its end; what was read before is there", 500)
        return encode(HandImportAnswer.SCHEMA, last)

    def _listed(self, database: HandDatabase, number: int, player: str = "") -> dict[str, Any]:
        try:
            return _row(database.listed(number, player))
        except PokerError as error:
            raise RefusedError(str(error), 404, "number") from None


def _filter(asked: HandFilterQuestion) -> HandFilter:
    try:
        return HandFilter(**{name: getattr(asked, name) for name in HandFilter.names()})
    except FilterError as error:
        raise RefusedError(error.line, field=error.field) from None


def _row(hand: ListedHand) -> dict[str, Any]:
    time = None if hand.time is None else hand.time.isoformat(" ")
    return {**asdict(hand), "time": time, "tags": list(hand.tags)}


def _stats(found: PlayerStats) -> dict[str, Any]:
    half = None
    if found.bb_per_100 is not None and found.bb_per_100_error is not None:
        half = Sampled(found.results, found.bb_per_100, found.bb_per_100_error).half_width()
    return {**found.record(), "bb_per_100_half_width": half}


def _counted(found: list[tuple[str, int]]) -> list[dict[str, Any]]:
    return [{"name": name, "hands": hands} for name, hands in found]
