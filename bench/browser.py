"""The pages of `pokerlab serve` in a real Chromium: from a click to what is painted, what pages weigh, what a solve
costs more while somebody watches it.

On a machine with other work the best of several rounds counts for each click, and processor time for the rest.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from measure import Goal
from pokerlab.cards.card import format_card, parse_card

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))

try:
    from playwright.sync_api import sync_playwright
    from running import COUNT_QUESTIONS, FLAGS, REST, Running, chromium_path
except ModuleNotFoundError as error:
    sync_playwright, missing = None, error.name

LARGE = {
    "board": "QsJh2h", "pot": 180, "stack": 910,
    "flop": {"bet": "33%,75%", "raise": "45%"},
    "turn": {"bet": "33%,75%", "raise": "45%"},
    "river": {"bet": "33%,75%,a", "raise": "45%"},
}  # fmt: skip
"""With the ranges of `examples/threebet.toml`: a file of 1 GB, all streets kept, however far it is solved."""
WATCHED = {
    "board": "Td9d6hQc", "pot": 200, "stack": 900, "oop": "66+,A8s+,AJo+", "ip": "22+,ATs+,KTs+,AQo+",
    "river": {"bet": "33%,66%,a", "raise": "60%,a"},
}  # fmt: skip
ITERATIONS = 1800
"""Of a solve that is watched: about 15 seconds of processor time, so that ticks of the clock do not count."""
ROUNDS = 3
FULL = 600
"""Nodes after which whatever the server keeps is full: 500 answers, and less of all else."""
CARDS = [card for card in range(0, 52, 2) if format_card(card) not in LARGE["board"]]
PAGES = (
    "",
    "browse?solution=river&path=check",
    "spot?template=flop",
    "jobs",
    "flops",
    "pushfold",
    "icm",
    "equity",
    "replay",
)

CLICK = """([selector, node]) => new Promise((done) => {
  const study = document.querySelector(".study"), began = performance.now();
  const painted = new MutationObserver(() => {
    if (document.querySelector(".study").dataset.node !== node) return;
    painted.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  });
  painted.observe(study, {attributes: true});
  document.querySelector(selector).click();
})"""
EDIT = """([size, total]) => void (window.shown = new Promise((done) => {
  const toml = document.querySelector("textarea.toml"), box = document.querySelector("section[aria-label='solve'] b");
  document.addEventListener("keydown", (event) => {
    const look = () => toml.value.includes(`"${size}"`) && box.textContent === total
      ? setTimeout(() => done(performance.now() - event.timeStamp)) : requestAnimationFrame(look);
    requestAnimationFrame(look);
  }, {once: true, capture: true});
}))"""
"""`shown` becomes the time from the next key that is pressed to the frame that shows the spot with this size, and what
it takes of memory."""
WEIGHT = """() => performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
  .filter((one) => !one.name.includes("/api/")).reduce((sum, one) => sum + one.encodedBodySize, 0)"""


def main(folder: Path) -> list[Goal]:
    """The goals, or none without a Chromium; `folder`: for 1.5 GB of files."""
    if sync_playwright is None:
        print(f"pages are not measured: there is no {missing}")
        return []
    if not (path := chromium_path()):
        print("pages are not measured: there is no Chromium, POKERLAB_CHROMIUM may name one")
        return []
    with sync_playwright() as playwright, Running(folder / "data") as server:
        large = _solve_large(folder, server.data / "solutions" / "large.sol")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        before, after = (_memory(server, nodes) for nodes in (range(FULL), range(FULL, FULL + 1000)))
        fresh, kept = _clicks(browser, server, large)
        edits = _edits(browser, server)
        watching = _watching(browser, server)
        weights = [_weight(browser, server, page) for page in PAGES]
        one, dragged = _dragged(server)
        browser.close()
    print(f"a solution of {large.stat().st_size / 1e9:.2f} GB; pages of {', '.join(f'{w:,}' for w in weights)} bytes")
    for name, clicks in (("nobody has looked at", fresh), ("was looked ahead at", kept)):
        painted, worked = _p95([one[0] for one in clicks]), _p95([one[1] for one in clicks])
        print(f"95 of 100 clicks on a node that {name}: painted in {painted:.0f} ms; {worked:.0f} ms of processor time")
    print(f"95 of 100 keys in a size: the new estimate is shown in {_p95(edits):.0f} ms")
    print(f"a draft for nine players in {one:.2f} s, in {dragged:.2f} s after 19 others")
    print(f"the server has {before / 1e6:.0f} MB after {FULL} nodes, {after / 1e6:.0f} MB after 1,000 more")
    return [
        Goal("150 ms against a click on a node of a 1 GB flop, p95", 150 / _p95([one[0] for one in fresh]), 1),
        Goal("50 ms against a click on a node that is known, p95", 50 / _p95([one[0] for one in kept]), 1),
        Goal("100 ms against a key in a size to the estimate that it changes, p95", 100 / _p95(edits), 1),
        Goal("memory of the server before 1,000 nodes against after them", before / after, 0.95),
        Goal("a solve against one that a page watches", 1 / (1 + watching), 0.98),
        Goal("a second against the last of 20 dragged stacks, nine players", 1 / dragged, 1),
        Goal("60 kB against the start page", 60_000 / weights[0], 1),
        Goal("90 kB against the heaviest page", 90_000 / max(weights), 1),
    ]


def _solve_large(folder: Path, place: Path) -> Path:
    from pokerlab.postflop.spot import Spot

    examples = Path(__file__).parents[1] / "examples"
    spot = Spot(**(Spot.read(examples / "threebet.toml").to_dict() | LARGE))
    (folder / "large.toml").write_text(spot.to_toml(), "utf-8")
    command = ["solve", str(folder / "large.toml"), "--iterations", "3", "--compress", "--out", str(place)]
    subprocess.run([sys.executable, "-m", "pokerlab", *command], check=True, capture_output=True)
    return place


@contextmanager
def _page(browser: Any, server: Any, path: str = "") -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(COUNT_QUESTIONS)
    page = context.new_page()
    page.goto(server.link)
    page.goto(f"{server.home}/{path}")
    page.get_by_role("heading", level=1).wait_for()
    yield page
    context.close()


def _weight(browser: Any, server: Any, path: str) -> int:
    """Bytes of a page as it is sent, without what it asks for."""
    with _page(browser, server, path) as page:
        page.evaluate(REST)
        return int(page.evaluate(WEIGHT))


def _clicks(browser: Any, server: Any, solution: Path) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Milliseconds from each click to what it paints, and of processor time of server and browser meanwhile (which
    other work on the machine changes little): on turns that nobody has looked at, and on a move of each, which was
    looked ahead at. The best of several rounds counts; a new time makes the file another one to the server."""
    fresh: dict[int, tuple[float, float]] = {}
    kept: dict[int, tuple[float, float]] = {}
    session = browser.new_browser_cdp_session()
    for _ in range(ROUNDS):
        os.utime(solution)
        with _page(browser, server, f"browse?solution={solution.stem}&path=check/check") as page:
            known = session.send("SystemInfo.getProcessInfo")["processInfo"]
            processes = [server.process.pid, *(one["id"] for one in known)]
            for card in (parse_card("Kc"), *CARDS):  # the first is to get warm
                node = f"check/check/turn {format_card(card)}"
                page.locator("button.dealt").click()
                page.evaluate(REST)
                buttons = page.locator(".deck button").evaluate_all("all => all.map((one) => one.textContent)")
                pick = f".deck button:nth-child({buttons.index(format_card(card, symbols=True)) + 1})"
                for times, selector, wanted in (
                    (fresh, pick, node),
                    (kept, "li.step.here button.move", f"{node}/check"),
                    ({}, "li.step.deal button.head", "check/check"),
                ):
                    before = _worked(processes)
                    taken = page.evaluate(CLICK, [selector, wanted]), _worked(processes) - before
                    best = times.get(card, taken)
                    times[card] = min(best[0], taken[0]), min(best[1], taken[1])
                    page.evaluate(REST)
    return [fresh[card] for card in CARDS], [kept[card] for card in CARDS]


def _edits(browser: Any, server: Any) -> list[float]:
    """Milliseconds from a key in a size of a 3-bet pot on the flop to the estimate that the page shows, the best of
    several rounds for each key; every key makes another size."""
    template = next(one for one in server.get("spots")["templates"] if one["name"] == "threebet")
    spot = server.post("spots/check", toml=template["toml"])["spot"]
    times: dict[str, float] = {}
    with _page(browser, server, "spot?template=threebet") as page:
        field = page.get_by_role("group", name="flop").get_by_label("bet", exact=True)
        for _ in range(ROUNDS):
            field.fill("5%")
            for digit in "8123456789":  # the first is to get warm
                size = f"{digit}5%"
                edited = server.post("spots/check", spot=spot | {"flop": spot["flop"] | {"bet": size}})
                field.press("Home")
                page.evaluate(REST)
                page.evaluate(EDIT, [size, _words(edited["size"])])
                page.keyboard.press(digit)
                taken = page.evaluate("() => window.shown")
                times[digit] = min(taken, times.get(digit, taken))
                page.keyboard.press("Backspace")
    return list(times.values())


def _words(size: dict[str, Any]) -> str:
    """Bytes as the page writes them."""
    value, units = float(size["total_bytes"]), iter(("B", "kB", "MB", "GB"))
    unit = next(units)
    while value >= 999.5 and unit != "GB":
        value, unit = value / 1000, next(units)
    return f"{value:.0f} {unit}" if unit == "B" or value >= 100 else f"{value:.1f} {unit}"


def _worked(processes: list[int]) -> float:
    """Milliseconds of processor time that some processes have had, finer than the clock's ticks."""
    files = (file for process in processes for file in Path(f"/proc/{process}/task").glob("*/schedstat"))
    return sum(int(file.read_text().split()[0]) for file in files) / 1e6


def _p95(values: list[float]) -> float:
    return sorted(values)[int(0.95 * len(values))]


def _memory(server: Any, numbers: range) -> int:
    """Bytes that the server has of its own, after so many nodes that nobody has asked for."""
    for number in numbers:
        again, place = divmod(number, 52 * len(CARDS))
        turn, river = format_card(CARDS[place % len(CARDS)]), format_card(place // len(CARDS))
        path = f"check/check/turn {turn}/check/check/river {river}" + "/check" * again
        server.client.get("solutions/large/node", params={"path": path})  # a few have a card twice, and are refused
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(status.split("RssAnon:")[1].split()[0])


def _watching(browser: Any, server: Any) -> float:
    """What server and browser take of the processor while a page watches a solve, more than without it, as a part of
    what the solve takes: how much it is slowed down where no processor is left for them."""
    best = {False: float("inf"), True: float("inf")}
    session = browser.new_browser_cdp_session()

    def spent() -> float:
        used = sum(one["cpuTime"] for one in session.send("SystemInfo.getProcessInfo")["processInfo"])
        return used + _processor_seconds(server.process.pid)

    for _ in range(ROUNDS):
        for is_watched in best:
            job = server.post("jobs", spot=WATCHED, target=1e-4)["job"]["id"]
            steps = server.data / "jobs" / job / "steps"
            with _page(browser, server, f"jobs?id={job}") as page:
                page.evaluate(REST)
                if not is_watched:
                    page.goto("about:blank")
                solver = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()[-1]
                before = _iterations(steps, 1)
                beside, solving = spent(), _processor_seconds(solver)
                _iterations(steps, before + ITERATIONS)
                best[is_watched] = min(best[is_watched], (spent() - beside) / (_processor_seconds(solver) - solving))
            server.post(f"jobs/{job}/cancel")
    print(f"server and browser take {best[False]:.2%} of what a solve takes, {best[True]:.2%} while a page watches it")
    return max(0.0, best[True] - best[False])


def _iterations(steps: Path, least: int) -> int:
    """How many iterations a run has told of, once they are so many. Its file says so: questions cost the server."""
    while True:
        done = [json.loads(line)["iteration"] for line in (steps.read_text().splitlines() if steps.exists() else ())]
        if done and done[-1] >= least:
            return int(done[-1])
        time.sleep(0.05)


def _processor_seconds(process: int | str) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _dragged(server: Any) -> tuple[float, float]:
    """Seconds to a draft for nine players: of one question, and of the last of many that came one after the other."""
    best = {1: float("inf"), 20: float("inf")}
    for turn in range(ROUNDS):  # each with its own stacks: answers are kept
        for count in best:
            with server.socket() as socket:
                for number in range(count):
                    stacks = [1000 + 100 * seat + 10 * number + turn + count for seat in range(9)]
                    question = {"stacks": stacks, "blinds": [50, 100], "payouts": "sng"}
                    socket.send(json.dumps({"type": "pushfold", "id": number, "question": question}))
                    time.sleep(0.025)
                start = time.monotonic()
                while (message := json.loads(socket.recv(timeout=60))).get("id") != count - 1:
                    assert message["type"] != "error", message
                best[count] = min(best[count], time.monotonic() - start)
    return best[1], best[20]
