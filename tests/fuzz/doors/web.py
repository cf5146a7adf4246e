"""Doors of the package `web`: requests, messages over the socket, files that are sent.

The server is run here without a network, as its own protocol calls it. No case starts a solver, and bots of tables
answer at once, without processes.
"""

import asyncio
import json
import os
import re
import shutil
import traceback
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from fuzz.door import Door, RefusalError
from fuzz.doors.cards import RANGE_WORDS
from fuzz.doors.records import HANDS, STARS, as_bytes
from fuzz.doors.spots import EXAMPLES, RIVER, SPOT_WORDS
from fuzz.verdict import expect_line
from pokerlab.errors import PokerError
from pokerlab.games.action import CALL
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot
from pokerlab.records.phh_writer import format_phh
from pokerlab.table.hand_database import HandDatabase
from pokerlab.table.hand_identity import PreparedHand
from pokerlab.web import app as web_app
from pokerlab.web import calculators, hub, limits, replies
from pokerlab.web.checking import checked_message
from pokerlab.web.data import PARTS, DataDirectory
from pokerlab.web.endpoints import API
from pokerlab.web.limits import parse_json
from pokerlab.web.play.bots import BotPool
from pokerlab.web.play.tables import PlayTables
from pokerlab.web.queue import JobQueue

TURN = {"board": "Ks8d7c3h", "pot": 100, "stack": 100, "oop": "AA", "ip": "KK,QJs"}
"""Its solution keeps no rivers, which are solved again when they are asked for."""
PATIENCE = 600.0
"""Seconds after which a case hangs, on a machine that is busy with other things."""
MARKER = json.dumps({"type": "subscribe", "topic": "kernels"})
PORT = 8765
HOST = f"127.0.0.1:{PORT}"


def _make_quick() -> None:
    """In a worker's process, never where doors are only looked at: tests of the server run beside that."""
    calculators.QUICK_SECONDS = 0.02
    calculators.DEFAULT_SAMPLES = 1000
    hub.MESSAGES_PER_SECOND = 10**9
    calculators.LONGEST = limits.PATIENCE = PATIENCE  # what is given up by the clock depends on the machine's load


class Server:
    """The server, started; `data` is its directory, `queue` its jobs, and `errors` has what it did not expect."""

    def __init__(self) -> None:
        self.queue: JobQueue
        self.tables: PlayTables
        self._socket: Socket | None = None
        self.errors: list[str] = []
        _make_quick()
        self._watch_errors()

        async def nothing(queue: JobQueue) -> None:
            self.queue = queue
            await asyncio.sleep(1e9)

        JobQueue.work = nothing
        start = PlayTables.start

        def started(tables: PlayTables) -> None:
            self.tables = tables
            start(tables)

        PlayTables.start = started
        BotPool.prepare = lambda pool: None
        BotPool.ask = lambda pool, seat, agent, what, *_: CALL if what == "act" else ""
        self.user = Path("user").absolute()
        os.environ["POKERLAB_DATA_DIR"] = str(self.user)
        shutil.rmtree("data", ignore_errors=True)
        self.data = DataDirectory(Path("data"))
        self._cookie = f"pokerlab-{PORT}={self.data.key}"
        engine = Engine(Spot(**TURN), threads=1)
        engine.run(5)
        Solution.of(engine).save(Path("turn.sol"), streets="turn")
        self.restore()
        self.app = web_app.make_app(self.data, ("127.0.0.1",), PORT, prepare=False)
        self.loop = asyncio.new_event_loop()
        began: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def receive() -> dict[str, Any]:
            return {"type": "lifespan.startup"} if began.empty() else await asyncio.sleep(1e9)

        HandDatabase(self.data.play / "hands.db").put([PreparedHand.of(hand) for hand in HANDS])
        self._life = self.loop.create_task(self.app({"type": "lifespan"}, receive, began.put))
        assert self.run(began.get())["type"] == "lifespan.startup.complete"
        self.restore()

    def _watch_errors(self) -> None:
        """Pages hear of what nobody thought of in two words; here all of it is wanted."""
        record = replies.error_record

        def noted(error: Exception) -> dict[str, Any]:
            if not isinstance(error, PokerError):
                self.errors.append("".join(traceback.format_exception(error)))
            return record(error)

        replies.error_record = noted

    def restore(self) -> None:
        """Put back what a case may have removed, and remove what it has left, so that no case is about another one."""
        self.errors.clear()
        if hasattr(self, "queue"):
            self.queue.jobs.clear()
        shutil.rmtree(self.user, ignore_errors=True)
        if hasattr(self, "tables"):
            self._restore_table()
        for part in ("jobs", "spots", "ranges", "structures"):
            for entry in (self.data.path / part).iterdir():
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        for path in (EXAMPLES / "river.sol", Path("turn.sol")):
            if not (self.data.path / "solutions" / path.name).exists():
                shutil.copy(path, self.data.path / "solutions")

    def _restore_table(self) -> None:
        """One table, which waits for its first action; its number is that of the state that messages answer."""
        tables = self.tables
        if set(tables.open) == {"t1"} and tables.open["t1"].number == 1:
            return
        for table in tables.open.values():
            table.stop()
            table.join(PATIENCE)
        tables.open.clear()
        with tables.file.change() as changing:
            names = "tournaments, hands, actions, departures, sessions, session_hands, session_actions, session_chips"
            for name in (*names.split(", "), "ledger", "tallies", "sqlite_sequence"):
                changing.execute(f"DELETE FROM {name}")
        self.ask("POST", f"{API}tables".encode(), OPEN.encode())

        async def waits() -> None:
            while not tables.open["t1"].waits:
                await asyncio.sleep(0.001)

        self.run(waits())
        tables.open["t1"].number = 1

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def scope(self, kind: str, method: str, target: bytes) -> dict[str, Any]:
        path, _, query = target.partition(b"?")
        headers = {"host": HOST, "origin": f"http://{HOST}", "cookie": self._cookie}
        headers |= {"content-type": "application/json"}
        found = {"type": kind, "path": unquote_to_bytes(path).decode("utf-8", "replace"), "raw_path": path}
        found |= {"query_string": query, "scheme": "http", "server": ("127.0.0.1", PORT), "client": ("127.0.0.1", 1)}
        found |= {"headers": [(name.encode(), value.encode()) for name, value in headers.items()]}
        found |= {"root_path": "", "http_version": "1.1"}
        return found | ({"method": method} if kind == "http" else {"subprotocols": []})

    def ask(self, method: str, target: bytes, body: bytes) -> tuple[int, bytes]:
        """Status and content of a reply."""
        sent: list[dict[str, Any]] = []
        parts = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return parts.pop() if parts else await asyncio.sleep(1e9)  # who asks waits for the answer

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        self.run(self.app(self.scope("http", method, target), receive, send))
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])

    def talk(self, text: str) -> list[dict[str, Any]]:
        """What is answered to a message. A question about charts is answered later: it has a socket of its own, which
        hears the first answer and goes. Others share one, and hear all up to the answer to another message, which is
        always answered."""
        if _asks_for_charts(text):
            socket = Socket(self)
            said = self.run(socket.hear([text], {"error", "pushfold"}))
            self.run(socket.close())
            return said
        if self._socket is None or self._socket.is_closed:
            self._socket = Socket(self)
        return self.run(self._socket.hear([text, MARKER], {"kernels"}))


class Socket:
    """A page that is connected."""

    def __init__(self, server: Server) -> None:
        self._said: list[dict[str, Any]] = []
        self._last: set[str] = set()
        self._heard = asyncio.Event()
        self._parts: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._parts.put_nowait({"type": "websocket.connect"})
        scope = server.scope("websocket", "", (API + "socket").encode())
        self._task = server.loop.create_task(server.app(scope, self._parts.get, self._send))

    @property
    def is_closed(self) -> bool:
        return self._task.done()

    async def hear(self, texts: list[str], last: set[str]) -> list[dict[str, Any]]:
        """Send some messages; what is said up to a message of one of these types, or the end."""
        self._said, self._last = [], last
        self._heard.clear()
        for text in texts:
            self._parts.put_nowait({"type": "websocket.receive", "text": text})
        await self._heard.wait()
        return self._said

    async def close(self) -> None:
        self._parts.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self._said.append(json.loads(message["text"], parse_constant=_no_number))
        if message["type"] == "websocket.close" or (self._said and self._said[-1]["type"] in self._last):
            self._heard.set()


@cache
def _server() -> Server:
    return Server()


def _asks_for_charts(text: str) -> bool:
    try:
        return checked_message(parse_json(text)).type == "pushfold"
    except PokerError:
        return False


def _no_number(text: str) -> None:
    raise AssertionError(f"{text} is no JSON")


def _request(method: str, target: str, body: str) -> None:
    server = _server()
    path = quote(as_bytes(target), safe="/?&=%+:,")
    server.restore()
    status, content = server.ask(method or "GET", f"{API}{path}".encode(), as_bytes(body))
    inside = {entry.name for entry in server.data.path.iterdir()}
    assert inside == {"key", *PARTS} - {"lock"}, inside
    _judge(status, content)


def _judge(status: int, content: bytes) -> None:
    """A reply is an answer, or a refusal in one line."""
    assert b"Traceback" not in content
    assert status < 500, f"status {status}: {content[:300]!r}\n{''.join(_server().errors)}"
    if status >= 400:
        error = json.loads(content)
        assert error["schema"] == "pokerlab/error/1"
        expect_line(error["error"]["line"])
        raise RefusalError(error["error"]["line"])
    if content.startswith(b"{") and content.count(b"\n") == 0:
        json.loads(content, parse_constant=_no_number)


def _message(text: str) -> None:
    _server().restore()
    said = _server().talk(text)
    assert said, "nothing was said"
    for message in said:
        if message["type"] == "error":
            expect_line(message["error"]["line"])
            raise RefusalError(message["error"]["line"])


def _file(place: str, value: str, cut: str) -> None:
    """A file with some bits of a byte flipped, and its end cut off."""
    server, content = _server(), bytearray((EXAMPLES / "river.sol").read_bytes())
    content[int(place) % len(content)] ^= int(value)
    sent = bytes(content[: len(content) - int(cut)])
    status, answer = server.ask("POST", f"{API}solutions/sent/file".encode(), sent)
    (server.data.path / "solutions" / "sent.sol").unlink(missing_ok=True)
    assert list((server.data.path / "imports").iterdir()) == []
    _judge(status, answer)


def _damage(rng: Random) -> tuple[str, str, str]:
    return str(rng.randrange(10**6)), str(rng.choice((0, 1, rng.randrange(256)))), str(rng.choice((0, 0, 1, 1000)))


HAND = re.sub(r"(d dh p1 )\w+", r"\1????", format_phh(HANDS[0]))
"""Who has which cards is not known, so that no equities are computed."""
SPOT = json.dumps({"toml": RIVER})
KEYS = {"board": "Ks8d7c3h2c", "pot": 100, "stack": 100, "oop": "AA", "ip": "KK,QJs"}
FORM = json.dumps({"spot": KEYS, "node": "check"})
PUSH = json.dumps({"stacks": [10, 8], "blinds": [0.5, 1], "fixed": [{"player": 0, "against": [], "range": "22+"}]})
LOCKS = json.dumps({"locks": [{"node": "check/bet 100", "hands": {"*": {"fold": 0.8, "call": 0.2}}}], "target": 1})
OPEN = json.dumps({"tournament": {"structure": "turbo"}, "opponents": ["rock", "level:2"], "speed": "instant"})
CASH = json.dumps({"cash": {"small_blind": 5, "big_blind": 10, "seats": 3, "buy_in": 50}, "opponents": ["random"]})
CHANGED = json.dumps(
    {"tournament": {"structure": "turbo", "players": 3, "blinds": "10/20, 20/40", "payouts": "winner"}}
)
STRUCTURE = 'name = "a"\nchips = 200\nbuy_in = 100\n[levels]\nlength = 4\nblinds = ["10/20"]\n'
RULES = 'based_on = "rock"\ntitle = "x"\n[river.checked_to]\nbluff = [0.2, 0.1, 0.05]\n'
REQUESTS = (
    ("GET", "status", ""),
    ("GET", "combos", ""),
    ("POST", "spots/check", SPOT),
    ("POST", "spots/check", FORM),
    ("GET", "spots", ""),
    ("POST", "spots/saved", json.dumps({"name": "a b", "toml": RIVER})),
    ("POST", "ranges", '{"text": "QQ+,AKs:0.5", "dead": "Ah"}'),
    ("POST", "ranges", '{"weights": {"AKs": 0.25, "AhKh": 1}}'),
    ("POST", "ranges/saved", '{"name": "open/BTN", "text": "20%"}'),
    ("GET", "ranges", ""),
    ("GET", "ranges/blueprints", ""),
    ("POST", "equity", '{"ranges": ["AhKh", "QQ"], "board": "2c3c4d", "by_hand": true}'),
    ("POST", "equity", '{"ranges": ["AA", "KK", "QQ"], "samples": 100, "seed": 7}'),
    ("POST", "icm", '{"stacks": [5000, 3000, 2000], "payouts": "50,30,20", "places": true, "bubble": true}'),
    ("POST", "icm", '{"stacks": [5, 3], "payouts": [50, 30], "deal": true, "set_aside": 5}'),
    ("POST", "pushfold", PUSH),
    ("GET", "solutions", ""),
    ("GET", "solutions/river", ""),
    ("GET", "solutions/river/node?path=check/bet%20100&player=oop", ""),
    ("GET", "solutions/river/node?path=&wait=false", ""),
    ("GET", "solutions/river/export?path=check&table=made&format=csv", ""),
    ("GET", "solutions/turn/node?path=check/check/river%20Ah&wait=false", ""),
    ("GET", "solutions/turn/runouts?path=check/check&by=rank", ""),
    ("GET", "solutions/river/file", ""),
    ("POST", "stack-table", '{"stacks": [5, 10], "ante": 0.1, "small_blind": 0.5}'),
    ("GET", "compare?a=river&b=river&path=check", ""),
    ("POST", "jobs", json.dumps({"toml": RIVER, "target": 0.5, "name": "mine", "streets": "river"})),
    ("POST", "solutions/river/locks", LOCKS),
    ("POST", "hands", json.dumps({"text": HAND})),
    ("POST", "hands", json.dumps({"text": STARS[0]})),
    ("GET", "hands?cards=QQ%2B&position=BTN,SB&pot=raised&since=2026-01-31&most=3", ""),
    ("GET", "hands?board=paired%20and%20high%3C%3DT&stack_from=5&result=won&before=1700000000.7", ""),
    ("GET", "hands?board=AhKd&player=Ann&opponent=Ben&all_in=true&star=false&tag=river", ""),
    ("GET", "hands/stats?player=Ann&until=2026-01-31%2020:15&showdown=false", ""),
    ("GET", "hands/choices", ""),
    ("GET", "hands/1", ""),
    ("POST", "hands/1/mark", '{"star": true, "note": "so", "tags": ["river", "ask"]}'),
    ("GET", "hands/export?format=pokerstars&event=tournament%201", ""),
    ("GET", "hands/export?format=csv&cards=AA", ""),
    ("GET", "opponents/rock", ""),
    ("POST", "opponents/rock", '{"note": "folds"}'),
    ("GET", "jobs", ""),
    ("POST", "flops", json.dumps({"spot": KEYS | {"board": "Kh7h2c"}, "only": ["Kh7h2c", "9s8s4d"], "target": 5})),
    ("POST", "solutions/river/locks", json.dumps({"hold": "oop", "target": 1})),
    ("GET", "flops", ""),
    ("GET", "lobby", ""),
    ("POST", "tables", OPEN),
    ("POST", "tables", CASH),
    ("POST", "tables", CHANGED),
    ("GET", "tables?state=all&most=10", ""),
    ("GET", "tables/t1", ""),
    ("POST", "tables/t1/sitout", '{"away": true}'),
    ("POST", "tables/t1/settings", '{"speed": "quick", "after_fold": true}'),
    ("POST", "tables/t1/leave", "{}"),
    ("GET", "bankroll", ""),
    ("GET", "structures", ""),
    ("POST", "structures", json.dumps({"toml": STRUCTURE, "name": "mine"})),
    ("GET", "players", ""),
    ("GET", "players/rock", ""),
    ("POST", "players/check", json.dumps({"name": "rock", "toml": RULES})),
    ("POST", "players/rock", json.dumps({"toml": RULES})),
)
WORDS = (
    *SPOT_WORDS, *RANGE_WORDS, "..", "/", "%2e%2e", "%00", "%2f", "?", "&", "solutions/", "river", "node", "runouts",
    "file", "path=", "player=", "name=", "null", "true", "{", "[", '"', ":", "1e999", "-1", "DELETE", "HEAD", "jobs/",
    "/cancel", "/resume", "/look", "/flops", "turn", "by=", "wait=",
    "flops/report", "source=dir:", "source=library:", "flop:dir:", "flop:job:", "where=high<",
    "tables/", "t1", "c1", "/hands/", "/why", "players/", "structures/", '"opponents"', '"tournament"', '"cash"',
    '"stacks"', '"toml"', '"spot"', '"locks"', '"hands"', '"weights"',
)  # fmt: skip
MESSAGES = (
    '{"type": "subscribe", "topic": "jobs"}',
    '{"type": "subscribe", "topic": "kernels"}',
    '{"type": "unsubscribe", "topic": "jobs"}',
    json.dumps({"type": "pushfold", "id": 1, "question": json.loads(PUSH)}),
    '{"type": "subscribe", "topic": "lobby"}',
    '{"type": "subscribe", "topic": "table:t1"}',
    json.dumps({"type": "act", "table": "t1", "number": 1, "id": "a", "action": "raise 100"}),
)
MESSAGE_WORDS = (
    '"act"',
    '"table:',
    '"t1"',
    '"3bb"',
    '"2.5x"',
    '"50%"',
    '"a"',
    '"fold"',
    '"type"',
    '"subscribe"',
    '"topic"',
    '"job:',
    '"pushfold"',
    '"id"',
    '"question"',
    *WORDS[-24:],
)
FILES = (("0", "0", "0"), ("5000", "0", "0"))

KNOWN = {
    "half a character in a name": ("POST", "ranges/saved", '{"name": "\\ud800", "text": "AA"}'),
    "a name of the system": ("GET", "solutions/..%2f..%2fetc%2fpasswd/file", ""),
    "a name with a zero": ("GET", "solutions/a%00b/node", ""),
    "a number that is none": ("POST", "icm", '{"stacks": [1e999, 1]}'),
    "deep": ("POST", "ranges", "[" * 60000),
    "no object": ("POST", "jobs", "7"),
    "a run of flops that is not there": ("GET", "flops/report?source=flops/../jobs", ""),
    "a job of flops that is not there": ("GET", "flops/report?source=job:a&by=flop", ""),
    "a range in a file": ("POST", "ranges", '{"text": "@/etc/passwd"}'),
    "rules in a file": ("POST", "tables", '{"tournament": {"structure": "turbo"}, "opponents": ["expert:/x.toml"]}'),
    "a player elsewhere": ("GET", "players/..%2froster", ""),
    "a hand that was not played": ("GET", "tables/t1/hands/1000000/why", ""),
    "a hand that is being played": ("GET", "tables/t1/hands/1", ""),
    "chips of a tournament": ("POST", "tables/t1/topup", '{"to": 100}'),
    "a reset while a table is open": ("POST", "bankroll/reset", "{}"),
    "a player as he was shipped": ("DELETE", "players/rock", ""),
}

DOORS = (
    Door("web-request", REQUESTS, _request, 4, WORDS, KNOWN, seconds=20.0),
    Door("web-message", tuple((text,) for text in MESSAGES), _message, 25, MESSAGE_WORDS, seconds=20.0),
    Door("web-file", FILES, _file, 1, make=_damage, seconds=20.0),
)
