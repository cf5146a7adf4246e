"""All tables: opened, found again after a crash, shown, closed.

The journal lies in the data directory (`play/journal.db`). Tables that are not over are played on as soon as the server
is there; what is over is read from the journal when somebody asks. All of it belongs to the thread of the event loop,
but for what is said to be done elsewhere.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.concurrency import run_in_threadpool

from pokerlab.errors import PokerError
from pokerlab.table.bankroll import Bankroll
from pokerlab.table.cash_journal import load_session, open_sessions
from pokerlab.table.journal import load, open_numbers
from pokerlab.table.journal_file import JournalFile
from pokerlab.web.data import DataDirectory
from pokerlab.web.hub import Hub, Page
from pokerlab.web.limits import RefusedError
from pokerlab.web.messages.table import Act
from pokerlab.web.play.bots import BotPool
from pokerlab.web.play.cash_at_table import CashAtTable
from pokerlab.web.play.clock_watch import LOOK_EVERY, ClockWatch
from pokerlab.web.play.played_table import PlayedTable
from pokerlab.web.play.tournament_table import TournamentTable
from pokerlab.web.play.turnstile import Turnstile
from pokerlab.web.play.views import Choices

MOST_TABLES = 250
"""Open at once: each has a thread."""
KEPT = 20
"""Tables that are over and still shown at once."""
STOP_SECONDS = 5.0
LOAD_SECONDS = 120.0


class PlayTables:
    """The tables of a data directory; `Office` of each of them."""

    def __init__(self, data: DataDirectory, hub: Hub, *, processes: int | None = None) -> None:
        self._data, self._hub = data, hub
        self.turnstile = Turnstile()
        self.pool = BotPool(processes or max(1, min(2, os.cpu_count() or 1)), _log, turnstile=self.turnstile)
        self.open: dict[str, PlayedTable] = {}
        self._file: JournalFile | None = None
        self._trouble = ""
        self._is_prepared = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready: dict[str, asyncio.Event] = {}
        self.clocks = ClockWatch()
        self._looking: asyncio.Task[None] | None = None
        hub.first["table"] = self._greet
        hub.first["lobby"] = lambda rest: [self._lobby()]
        hub.acts = self._act
        hub.topics_changed = self._look_who_watches

    @property
    def file(self) -> JournalFile:
        """The journal; a `RefusedError` if it cannot be used."""
        if self._file is None:
            raise RefusedError(self._trouble or "there is no journal", 503)
        return self._file

    @property
    def balance(self) -> int:
        """The bankroll in cents."""
        return Bankroll(self.file).balance

    def start(self) -> None:
        """Open the journal, and play on what is not over."""
        self._loop = asyncio.get_running_loop()
        self._looking = asyncio.create_task(self._look_at_clocks())
        try:
            self._file = JournalFile(self._data.play / "journal.db", synchronous=False)
            Bankroll(self._file)
            names = [f"t{number}" for number in open_numbers(self._file)]
            names += [f"c{number}" for number in open_sessions(self._file)]
        except PokerError as error:
            self._trouble = str(error)
            return
        for name in names:
            self.begin(name)

    def prepare(self) -> None:
        """Have bots ready, once: somebody looks at the lobby."""
        if not self._is_prepared:
            self._is_prepared = True
            self.pool.prepare()

    async def close(self) -> None:
        """Stop all; what is not over goes on with the next start."""
        if self._looking is not None:
            self._looking.cancel()
        for table in self.open.values():
            table.stop()
        await run_in_threadpool(self._close)

    def _close(self) -> None:
        self.pool.close()
        for table in self.open.values():
            table.join(STOP_SECONDS)
        if self._file is not None:
            self._file.close()

    def begin(self, name: str) -> PlayedTable:
        """Play a table of the journal."""
        kind = TournamentTable if name.startswith("t") else CashAtTable
        table: PlayedTable = kind(name, self, self._choices(name))
        self.open[name] = table
        self._ready[name] = asyncio.Event()
        table.begin()
        return table

    async def ready(self, name: str) -> PlayedTable:
        """A table that is played or was just now, once there is something to see of it."""
        table = self.find(name)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ready[name].wait(), LOAD_SECONDS)
        if table.shown is None:
            raise RefusedError("the table cannot be read from the journal just now", 503)
        return table

    def find(self, name: str) -> PlayedTable:
        """A table that is played, or was just now; one that was over before is read again, to be looked at."""
        if name not in self.open:
            if not self._is_known(name):
                raise RefusedError(f"there is no table '{name}'", 404, "id")
            self.begin(name)
        return self.open[name]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The open tables, as `TableRow` has them, the newest first."""
        tables = [table for table in self.open.values() if table.shown is not None and not table.is_over]
        return [table_row(table) for table in reversed(tables)]

    @property
    def open_count(self) -> int:
        """How many are not over."""
        return sum(not table.is_over for table in self.open.values())

    # --- what tables ask of their office

    def post(self, call: Callable[..., None], *arguments: Any) -> None:
        """Call something in the thread of the event loop, soon."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the server ends
                self._loop.call_soon_threadsafe(call, *arguments)

    def tell(self, message: dict[str, Any], topic: str) -> bool:
        """Tell pages; whether anybody looks."""
        self._ready[topic.partition(":")[2]].set()
        return self._hub.tell(message, topic)

    def changed(self, table: PlayedTable) -> None:
        """The lobby shows something else."""
        self._hub.tell_later("lobby", self._lobby)
        over = [one for one in self.open.values() if one.is_over]
        for gone in over[:-KEPT]:
            if not self._hub.is_heard(f"table:{gone.name}"):
                del self.open[gone.name]
                del self._ready[gone.name]

    # --- what pages ask over the socket

    def _greet(self, name: str) -> list[dict[str, Any]]:
        table = self.find(name) if _is_name(name) else None
        if table is None:
            raise RefusedError("there is no such table", 404, "topic")
        snapshot = table.snapshot()
        return [{"type": "snapshot", "table": name, **snapshot}] if snapshot else []

    def _lobby(self) -> dict[str, Any]:
        return {"type": "lobby", "tables": self.rows, "balance": self.balance}

    def _act(self, page: Page, asked: Act) -> None:
        table = self.open.get(asked.table)
        if table is None:
            raise RefusedError(f"there is no open table '{asked.table}'", 404, "table")
        answer = table.act(asked)
        page.tell(answer)
        if not answer["is_taken"] and asked.number != table.number and (snapshot := table.snapshot()):
            page.tell({"type": "snapshot", "table": asked.table, **snapshot})

    async def _look_at_clocks(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.look_at_clocks()

    def look_at_clocks(self) -> None:
        """Say at every table what happened to the machine, if anything did."""
        if line := self.clocks.look():
            for table in list(self.open.values()):
                table.remark(line)

    def _look_who_watches(self) -> None:
        for name, table in self.open.items():
            table.watched(self._hub.is_heard(f"table:{name}"))

    def _choices(self, name: str) -> Choices:
        """What was chosen when a table was opened, or later."""
        kind = "tournaments" if name.startswith("t") else "sessions"
        found = self.file.rows(f"SELECT settings FROM {kind} WHERE id = ?", int(name[1:]))
        known = json.loads(found[0][0]) if found else {}
        return Choices(**{key: known[key] for key in Choices().kept() if key in known})

    def keep_choices(self, table: PlayedTable) -> None:
        """Write down what the person has chosen; in any thread."""
        kind = "tournaments" if table.name.startswith("t") else "sessions"
        number = int(table.name[1:])
        with self.file.change() as changing:
            row = changing.execute(f"SELECT settings FROM {kind} WHERE id = ?", (number,)).fetchone()
            kept = {**json.loads(row[0]), **table.choices.kept()}
            changing.execute(f"UPDATE {kind} SET settings = ? WHERE id = ?", (json.dumps(kept), number))

    def _is_known(self, name: str) -> bool:
        kind = "tournaments" if name.startswith("t") else "sessions"
        return bool(self.file.rows(f"SELECT 1 FROM {kind} WHERE id = ?", int(name[1:])))


def table_row(table: PlayedTable) -> dict[str, Any]:
    """A table that is played, as `TableRow` has it."""
    state = table.shown
    assert state is not None
    hero = state["seats"][state["hero"]]
    small, big, ante = state["blinds"]
    return {
        "id": table.name,
        "kind": state["kind"],
        "title": state["title"],
        "state": state["state"],
        "waits": table.waits,
        "left": state["left"],
        "stack": hero["stack"],
        "place": hero["place"],
        "cost": table.cost,
        "won": hero["prize"],
        "players": len(state["seats"]),
        "players_left": state["players_left"],
        "hands": max(0, state["hand"] - (not state["hand_is_over"])),
        "blinds": f"{small}/{big}/{ante}" if ante else f"{small}/{big}",
        "opened": table.opened,
        "trouble": state["trouble"],
    }


def closed_row(file: JournalFile, name: str) -> dict[str, Any]:
    """A table that is over, as `TableRow` has it; kept once it was counted. In any thread."""
    if found := file.rows("SELECT content FROM tallies WHERE name = ?", f"row {name}"):
        row: dict[str, Any] = json.loads(found[0][0])
        return row
    number = int(name[1:])
    row = _tournament_row(file, name, number) if name.startswith("t") else _session_row(file, name, number)
    with file.change() as changing:
        changing.execute("INSERT OR REPLACE INTO tallies VALUES (?, ?)", (f"row {name}", json.dumps(row)))
    return row


def _tournament_row(file: JournalFile, name: str, number: int) -> dict[str, Any]:
    found = load(file, number)
    standing = found.standing
    seat = standing.entrants.index(found.entrants[found.owner or 0])
    level = standing.level
    blinds = [level.small_blind, level.big_blind, *([level.ante] if level.ante else [])]
    return {
        "id": name, "kind": "tournament", "title": found.structure.name, "state": "over", "waits": False,
        "left": seat in found.left, "stack": standing.stacks[seat], "place": standing.places[seat] or None,
        "cost": found.structure.cost, "won": standing.prizes[seat] + standing.bounties[seat],
        "players": standing.players, "players_left": len(standing.left), "hands": standing.hands,
        "blinds": "/".join(map(str, blinds)), "opened": found.opened.isoformat(timespec="seconds"), "trouble": None,
    }  # fmt: skip


def _session_row(file: JournalFile, name: str, number: int) -> dict[str, Any]:
    found = load_session(file, number)
    stakes, stack = found.stakes, found.stacks[found.owner]
    return {
        "id": name, "kind": "cash", "title": f"Cash {stakes.small_blind}/{stakes.big_blind}", "state": "over",
        "waits": False, "left": True, "stack": stack, "place": None, "cost": found.bought, "won": stack,
        "players": stakes.seats, "players_left": stakes.seats, "hands": len(found.hands),
        "blinds": f"{stakes.small_blind}/{stakes.big_blind}", "opened": found.opened.isoformat(timespec="seconds"),
        "trouble": None,
    }  # fmt: skip


def _is_name(text: str) -> bool:
    return text[:1] in ("t", "c") and text[1:].isascii() and text[1:].isdigit() and 0 < len(text[1:]) <= 9


def _log(line: str) -> None:
    if os.environ.get("POKERLAB_DEBUG"):
        sys.stderr.write(f"pokerlab: {line}\n")
