"""Tables in the browser, over loopback without a page: from an act to the next state, many tables at once, memory."""

import json
import resource
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measure import Goal

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))

from running import Running

ACTS = 300
"""That are timed at one table."""
MANY, MANY_ACTS = 200, 10
"""Tables with a client each, and the acts of each."""
FEW = 20
"""Tables for which memory is counted."""
QUICK = {"structure": "turbo", "buy_in": 100, "fee": 0, "chips": 100_000}
"""Stacks so deep that nobody is out soon, and so cheap that the bankroll holds many."""


def main() -> list[Goal]:
    with tempfile.TemporaryDirectory() as folder, Running(Path(folder) / "data") as server:
        one = sorted(_acts(server, _opened(server), ACTS))
        few = [_opened(server) for _ in range(FEW - 1)]
        for table in few:
            list(_acts(server, table, 2))
        memory = _memory(server.process.pid)
        many = sorted(_many(server))
    p50, p95, many95 = statistics.median(one), one[int(0.95 * len(one))], many[int(0.95 * len(many))]
    print(
        f"act to the next state: {1000 * p50:.1f} ms, p95 {1000 * p95:.1f} ms; {MANY} tables p95 {1000 * many95:.0f} ms"
    )
    print(f"{FEW} tables: {memory[0] / 1e6:.0f} MB of the server, {memory[1] / 1e6:.0f} MB with the processes of bots")
    return [
        Goal("5 ms against an act until the next state is there, median", 0.005 / p50, 1),
        Goal("20 ms against 95% of acts", 0.02 / p95, 1),
        Goal(f"250 ms against 95% of acts at {MANY} tables", 0.25 / many95, 1),
        Goal(f"300 MB against the server with {FEW} tables and its bots", 300e6 / memory[1], 1),
    ]


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
            action = "check" if not said["state"]["legal"]["to_call"] else "fold"
            content = {"type": "act", "table": table, "number": said["number"], "id": f"b{number}", "action": action}
            began = time.perf_counter()
            socket.send(json.dumps(content))
            said = _next(socket, table)
            yield time.perf_counter() - began


def _many(server: Running) -> list[float]:
    tables = [_opened(server) for _ in range(MANY)]
    found: list[float] = []

    def play(table: str) -> None:
        found.extend(_acts(server, table, MANY_ACTS))

    threads = [threading.Thread(target=play, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _next(socket: Any, table: str) -> dict[str, Any]:
    """The next state of a table."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=120))
        if message["type"] in ("event", "snapshot") and message["table"] == table:
            return message


def _memory(process: int) -> tuple[int, int]:
    """Bytes that a process has in memory, and with those that it started."""
    children = Path(f"/proc/{process}/task/{process}/children")
    page = resource.getpagesize()

    def resident(number: int) -> int:
        return int(Path(f"/proc/{number}/statm").read_text().split()[1]) * page

    below = set()
    for task in Path(f"/proc/{process}/task").iterdir():
        below |= {int(one) for one in (task / children.name).read_text().split()}
    own = resident(process)
    return own, own + sum(resident(one) for one in below)


if __name__ == "__main__":
    print(*main(), sep="\n")
