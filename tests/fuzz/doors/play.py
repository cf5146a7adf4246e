"""The door of tables that are played at: messages over the socket of a page.

Hub, tables and journal are the server's own; the journal lies in memory, and bots answer at once, without processes. A
message that moves the table is followed until it waits again: a table that is dead would not. Then the table is put
back, so that no case is about another one.
"""

import asyncio
import json
from functools import cache
from pathlib import Path
from typing import Any

from fuzz.door import Door, RefusalError
from fuzz.verdict import expect_line
from pokerlab.errors import PokerError
from pokerlab.games.action import CALL
from pokerlab.table.journal import open_tournament
from pokerlab.table.journal_file import JournalFile
from pokerlab.tournament.structure import named_structure
from pokerlab.web import hub, replies
from pokerlab.web.data import DataDirectory
from pokerlab.web.play.bots import BotPool
from pokerlab.web.play.played_table import PlayedTable
from pokerlab.web.play.tables import PlayTables

PATIENCE = 600.0
"""Seconds after which a case hangs, on a machine that is busy with other things."""
NUMBER = 1
"""Of the state that messages answer."""
MARKER = json.dumps({"type": "subscribe", "topic": "marker"})
MARKED = {"type": "marked"}


class FakeSocket:
    """What the hub takes for a socket."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.said: list[dict[str, Any]] = []
        self.marked = asyncio.Event()

    async def accept(self) -> None:
        """Always."""

    async def receive(self) -> dict[str, Any]:
        return await self.asked.get()

    async def send_text(self, text: str) -> None:
        message = json.loads(text)
        if message == MARKED:
            self.marked.set()
        else:
            self.said.append(message)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.said.append({"type": "closed", "reason": reason})
        self.marked.set()


class Room:
    """One table at which a person is to act, and a page that looks at it."""

    def __init__(self) -> None:
        hub.MESSAGES_PER_SECOND = 10**9  # in a worker's process, as all that follows
        BotPool.prepare = lambda pool: None
        BotPool.ask = lambda pool, seat, agent, what, *_: CALL if what == "act" else ""
        self.errors: list[Exception] = []
        record = replies.error_record

        def noted(error: Exception) -> dict[str, Any]:
            if not isinstance(error, PokerError):
                self.errors.append(error)
            return record(error)

        hub.error_record = noted
        self.loop = asyncio.new_event_loop()
        self.run(self._begin())

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    @property
    def table(self) -> PlayedTable:
        return self.tables.open["t1"]

    async def _begin(self) -> None:
        self.hub = hub.Hub()
        self.hub.first["marker"] = lambda rest: [MARKED]
        self.tables = PlayTables(DataDirectory(Path("data")), self.hub, processes=1)
        self.tables.start()
        self.tables._file = JournalFile(":memory:")
        self.socket = FakeSocket()
        self._serving = asyncio.create_task(self.hub.serve(self.socket))
        await asyncio.sleep(0)
        (self.page,) = self.hub.pages
        await self._open()

    async def _open(self) -> None:
        """The table anew, at its first decision."""
        for table in self.tables.open.values():
            table.stop()
            table.join(PATIENCE)
        self.tables.open.clear()
        with self.tables.file.change() as changing:
            for name in ("tournaments", "hands", "actions", "departures", "ledger", "tallies", "sqlite_sequence"):
                changing.execute(f"DELETE FROM {name}")
        structure, names = named_structure("turbo"), ["Hero", "one", "two"]
        open_tournament(self.tables.file, structure, names, agents=["", "always-call", "always-call"], seed=1, owner=0)
        self.tables.begin("t1")
        await self._settle()

    async def _settle(self) -> None:
        """Until the table waits for the person."""
        while not (self.table.waits or self.table.is_over):
            await asyncio.sleep(0.0005)

    async def talk(self, text: str) -> list[dict[str, Any]]:
        """What is answered to a message, and whether the table is still alive."""
        if self.table.number != NUMBER or not self.table.waits:
            if self.table._answers or not self.table.waits:
                await self._open()
            self.table.number = NUMBER
        self.table._answers.clear()
        self.page.topics.clear()
        self.errors.clear()
        self.socket.said.clear()
        self.socket.marked.clear()
        for content in (text, MARKER):
            self.socket.asked.put_nowait({"type": "websocket.receive", "text": content})
        await self.socket.marked.wait()
        said = list(self.socket.said)
        if any(message.get("is_taken") for message in said):
            await self._settle()
            assert self.table.shown is not None
            assert self.table.shown["trouble"] is None, self.table.shown["trouble"]
            await self._open()
        else:
            assert self.table.waits, "the table does not wait any more"
        return said


@cache
def _room() -> Room:
    return Room()


def _message(text: str) -> None:
    room = _room()
    said = room.run(room.talk(text))
    for error in room.errors:
        raise error  # pages hear of what nobody thought of in two words; here all of it is wanted
    for message in said:
        assert message["type"] != "closed", message
        if message["type"] == "error":
            expect_line(message["error"]["line"])
            raise RefusalError(message["error"]["line"])
        if message["type"] == "acted" and not message["is_taken"]:
            expect_line(message["line"])
            raise RefusalError(message["line"])


def _act(action: str, **more: object) -> str:
    return json.dumps({"type": "act", "table": "t1", "number": NUMBER, "id": "a", "action": action} | more)


MESSAGES = (
    '{"type": "subscribe", "topic": "lobby"}',
    '{"type": "subscribe", "topic": "table:t1"}',
    '{"type": "unsubscribe", "topic": "table:t1"}',
    _act("raise 100"),
    _act("call", id="9f3c"),
    _act("3bb"),
    _act("a"),
)
WORDS = (
    '"type"', '"act"', '"subscribe"', '"unsubscribe"', '"pushfold"', '"topic"', '"table:t1"', '"table:c1"', '"table:',
    '"lobby"', '"jobs"', '"kernels"', '"job:1"', '"table"', '"t1"', '"c1"', '"t999999999"', '"number"', '"id"',
    '"action"', '"fold"', '"check"', '"call"', '"raise 300"', '"300"', '"2.5x"', '"50%"', '"min"', '"all-in"', "1", "2",
    "-1", "1e999", "9007199254740993", "0.5", "null", "true", "{", "}", "[", "]", ":", ",", '"', "\\u0000", "\\ud800",
    "raise to ", "bb", "%", "x",
)  # fmt: skip
KNOWN = {
    "a number of another state": (_act("call", number=2),),
    "a bet that is too small": (_act("raise 1"),),
    "a bet of no number": (_act("raise ½"),),
    "a table that is not there": (_act("call", table="t2"),),
    "half a character": ('{"type": "act", "table": "t1", "number": 1, "id": "\\ud800", "action": "call"}',),
    "deep": ("[" * 10_000,),
    "no object": ("7",),
    "nothing": ("",),
}

DOORS = (Door("table-message", tuple((text,) for text in MESSAGES), _message, 40, WORDS, KNOWN, seconds=20.0),)
