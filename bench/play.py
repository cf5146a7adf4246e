"""Tables in the browser: over loopback without a page, from an act to the next state, many tables at once, memory, the
start; in a Chromium, from a click to what is painted, and how smoothly a table is turned (`play_browser.py`).

On a machine with other work processor time is scarce: the figures of 200 tables are those of a quiet one.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

import play_browser
from measure import Goal

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))

from running import Running

ACTS = 300
"""That are timed at one table."""
MANY, MANY_ACTS = 200, 10
"""Tables with a client each, and the acts of each."""
FEW = 20
"""Tables for which memory is counted."""
STARTS = 3
"""Of which the best counts."""
QUICK = {"structure": "turbo", "buy_in": 100, "fee": 0, "chips": 100_000}
"""Stacks so deep that nobody is out soon, and so cheap that the bankroll holds many."""
PATIENCE = 120.0


def main() -> list[Goal]:
    with tempfile.TemporaryDirectory() as folder:
        started = min(_started(Path(folder) / "data") for _ in range(STARTS))
        with Running(Path(folder) / "data") as server:
            one = sorted(_acts(server, _opened(server), ACTS))
            few = [_opened(server) for _ in range(FEW - 1)]
            for table in few:
                list(_acts(server, table, 2))
            own, whole = _memory(server.process.pid)
            many = sorted(asyncio.run(_many(server, [_opened(server) for _ in range(MANY)])))
        browser = play_browser.main(Path(folder) / "browser")
    p50, p95, many95 = statistics.median(one), one[int(0.95 * len(one))], many[int(0.95 * len(many))]
    print(f"from nothing to a lobby that answers: {started:.2f} s")
    print(f"act to the next state: {1000 * p50:.1f} ms, p95 {1000 * p95:.1f} ms")
    print(f"{MANY} tables: {1000 * statistics.median(many):.0f} ms, p95 {1000 * many95:.0f} ms")
    print(f"{FEW} tables: {own / 1e6:.0f} MB of the server, {whole / 1e6:.0f} MB with the processes of bots")
    return [
        Goal("2 s against a start until the lobby answers", 2 / started, 1),
        Goal("5 ms against an act until the next state is there, median", 0.005 / p50, 1),
        Goal("20 ms against 95% of acts", 0.02 / p95, 1),
        Goal(f"250 ms against 95% of acts at {MANY} tables", 0.25 / many95, 1),
        Goal(f"300 MB against the server with {FEW} tables", 300e6 / own, 1),
        *browser,
    ]


def _started(data: Path) -> float:
    """Seconds from the start of a server until its lobby answers."""
    began = time.perf_counter()
    with Running(data) as server:
        server.get("lobby")
        return time.perf_counter() - began


def _opened(server: Running) -> str:
    asked = {"tournament": QUICK, "opponents": ["drawn"] * 8, "speed": "instant"}
    return str(server.post("tables", **asked)["state"]["id"])


def _acts(server: Running, table: str, count: int) -> Iterator[float]:
    """Seconds from each act to the next state."""
    with server.socket() as socket:
        socket.send(json.dumps({"type": "subscribe", "topic": f"table:{table}"}))
        said = _next(socket, table)
        for number in range(count):
            while not said["state"]["legal"]:
                if said["state"]["state"] == "over":
                    return
                said = _next(socket, table)
            sent = _act(said, table, number)
            began = time.perf_counter()
            socket.send(sent)
            said = _next(socket, table)
            yield time.perf_counter() - began


def _act(said: dict[str, Any], table: str, number: int) -> str:
    action = "check" if not said["state"]["legal"]["to_call"] else "fold"
    return json.dumps({"type": "act", "table": table, "number": said["number"], "id": f"b{number}", "action": action})


def _next(socket: Any, table: str) -> dict[str, Any]:
    """The next state of a table."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] in ("event", "snapshot") and message["table"] == table:
            return message


async def _many(server: Running, tables: list[str]) -> list[float]:
    """The same at many tables at once, each with a client of its own that answers as soon as it is asked. Clients look
    into what concerns them and no further: on two cores they take their time from the server's."""
    found: list[float] = []

    async def play(table: str) -> None:
        address = server.home.replace("http", "ws") + "/api/1/socket"
        headers = {"Cookie": server.cookie}
        async with connect(address, origin=server.home, additional_headers=headers, proxy=None, max_queue=None) as one:
            await one.send(json.dumps({"type": "subscribe", "topic": f"table:{table}"}))
            for number in range(MANY_ACTS):
                text = ""
                while '"legal":{' not in text:
                    text = await asyncio.wait_for(one.recv(), PATIENCE)
                sent = _act(json.loads(text), table, number)
                began = time.perf_counter()
                await one.send(sent)
                while '"state":' not in (text := await asyncio.wait_for(one.recv(), PATIENCE)):
                    pass
                found.append(time.perf_counter() - began)

    await asyncio.gather(*map(play, tables))
    return found


def _memory(process: int) -> tuple[int, int]:
    """Bytes that a process has in memory, and those of it and all that it started; what these share counts once."""
    below = set()
    for task in Path(f"/proc/{process}/task").iterdir():
        below |= {int(one) for one in (task / "children").read_text().split()}

    def size(number: int, what: str) -> int:
        return 1024 * int(Path(f"/proc/{number}/smaps_rollup").read_text().split(f"\n{what}:")[1].split()[0])

    return size(process, "Rss"), sum(size(one, "Pss") for one in (process, *below))


if __name__ == "__main__":
    print(*main(), sep="\n")
