"""Pictures of every page for `docs/pages.md`: `make pictures`, or `python frontend/pictures.py [NAME ...]` for some.

It starts a server with example data and a Chromium. A page that is not there is left out, with a line.
"""

import io
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))

from PIL import Image
from playing import Seat, hopeful
from playwright.sync_api import sync_playwright
from running import COUNT_QUESTIONS, FLAGS, REST, Running, chromium_path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "docs" / "pictures"
SIZES = {"wide": (1440, 900), "tablet": (820, 1180), "phone": (390, 844), "small": (360, 640)}
LIGHT = ("tablet", "phone")
"""The sizes at which pages are shown on white."""
MOST_BYTES = 150_000
HAND = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 10000, 8000]
actions = ["d dh p1 7d2c", "d dh p2 AhKh", "d dh p3 QsQd", "p3 cbr 300", "p1 f", "p2 cc", "d db 2h7h9c", "p2 cc",
  "p3 cbr 400", "p2 cc", "d db Tc", "p2 cbr 1000", "p3 f"]
players = ["Ann", "Ben", "Cleo"]
"""
TABLE = "stacks=1200,2600,900,3400,1900,2000&blinds=50,100&payouts=50,30,20"
PAGES = {
    "start": ("", ".matrix", "The start: what is solved and saved, what runs, and one solution to begin with"),
    "solution": ("browse?solution=cutoff&path=check/bet+18", ".matrix", "A solution, at one node of its tree"),
    "lock": ("browse?solution=cutoff&path=check/bet+18&lock=1", ".matrix", "Hands locked by painting"),
    "compare": ("compare?a=turn&b=turn+locked", ".matrix", "Two solutions, and what differs"),
    "spot": ("spot?template=flop", ".matrix", "The spot editor"),
    "solve": ("jobs?id={solve}", "svg.chart", "A solve, as it converged"),
    "jobs": ("jobs", "a.tile, .tile a", "All jobs"),
    "newflops": ("flops", "section[aria-label='new']", "One spot on many flops: which, and how far"),
    "flops": ("flops?source=job:{flops}", "table", "One spot on many flops"),
    "pushfold": (f"pushfold?{TABLE}&at=3", ".matrix", "The push/fold explorer"),
    "headsup": ("pushfold?view=tables", ".matrix", "Heads-up tables: the largest stacks to push and to call with"),
    "icm": ("icm?stacks=5000,3000,2000,1500&payouts=50,30,20", "table", "What stacks are worth, and deals"),
    "equity": ("equity?ranges=QQ%2B,AK;20%25&board=QhJh2c", ".matrix", "Equities"),
    "play": ("play", ".lobby-form", "The lobby: a new table, open ones, the bankroll"),
    "table2": ("table?id={table2}", ".bar-rows.turn", "A table for two"),
    "table6": ("table?id={table6}", ".bar-rows.turn", "Six players"),
    "table9": ("table?id={table9}", ".bar-rows.turn", "Nine players"),
    "table10": ("table?id={table10}", ".bar-rows.turn", "Ten players"),
    "allin": ("table?id={allin}", ".felt-pots", "All-in, with three side pots"),
    "tables": ("table?ids={table2},{table6},{table9},{table10}", ".bar-rows.turn", "Four tables"),
    "bankroll": ("bankroll", "svg.chart", "The bankroll, and how one has done"),
    "players": ("players?name=fox", ".rule-file", "The rules of an opponent"),
    "hands": ("hands", ".hands-page nav", "All hands that were played or imported"),
    "dropped": ("replay", "textarea", "The replayer, before it has a hand"),
    "replay": (f"replay?text={quote(HAND)}&step=8", ".felt", "A hand, step by step"),
}
"""By name: the address, what is there when the page is, and what it shows."""


PLAYED = ("play", "table2", "table6", "table9", "table10", "allin", "tables", "bankroll", "players", "hands")
"""Pages that need tables at which somebody plays."""
EMPTY = ("headsup", "newflops", "dropped", "icm", "equity", "pushfold", "replay", "spot")
"""Pages that show nothing that was solved or played."""


def main(names: list[str]) -> int:
    if unknown := set(names) - set(PAGES):
        print(f"there is no page {', '.join(sorted(unknown))}: pages are {', '.join(PAGES)}", file=sys.stderr)
        return 2
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        jobs = {}
        if not names or any(name not in (*PLAYED, *EMPTY) for name in names):
            jobs |= _solve_examples(server)
        if not names or any(name in PLAYED for name in names):
            jobs |= _play_examples(server)
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for name in names or PAGES:
            address, wanted, _ = PAGES[name]
            for size in SIZES:
                if not _take(browser, server, address.format(**jobs), wanted, PLACE / f"{name}-{size}.webp", size):
                    break
        browser.close()
    (ROOT / "docs" / "pages.md").write_text(_page_text(), "utf-8")
    return 0


def _page_text() -> str:
    """All pictures that there are, with a line each."""
    lines = ["# The pages in pictures", "", "What [`pokerlab serve`](serve.md) shows; `make pictures` takes them.", ""]
    for name, (_, _, shows) in PAGES.items():
        wide, *others = (f"pictures/{name}-{size}.webp" for size in SIZES)
        if (PLACE.parent / wide).exists():
            small = " ".join(f"![{name}, smaller]({path})" for path in others)
            lines += [f"## {shows}", "", f"![{shows}]({wide})", "", small, ""]
    return "\n".join(lines)


def _solve_examples(server: Any) -> dict[str, str]:
    """Fill the library; the jobs that did it, by kind."""
    turn, narrow = ((ROOT / "examples" / f"{name}.toml").read_text("utf-8") for name in ("turn1", "flop2"))
    locks = [{"node": "check", "hands": {"*": {"check": 1}}}]
    boards = ["Kd8d3h", "AsAd5h", "QsJh2h", "9s8s4d", "7c6c5c", "Kh7h2c"]
    asked = {
        "flops": server.post("flops", toml=narrow, only=boards, target=5),
        "locks": server.post("jobs", toml=turn, target=0.5, name="turn locked", locks=locks, compare=False),
        "solve": server.post("jobs", toml=turn, target=0.2, name="turn"),
    }
    server.post("ranges/saved", name="open/button", text="22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s+,87s,A7o+,KTo+")
    server.post("spots/saved", name="narrow", toml=narrow)
    jobs = {kind: answer["job"]["id"] for kind, answer in asked.items()}
    for job in jobs.values():
        while (state := server.get(f"jobs/{job}")["job"]["state"]) in ("queued", "running"):
            time.sleep(0.5)
        assert state == "done", state
    return jobs


def _play_examples(server: Any) -> dict[str, str]:
    """Tables of several sizes that wait for somebody, one with side pots, and tournaments that were played; by name."""
    found = {}
    for number in range(9):
        if number == 6:
            server.post("bankroll/reset")
        table = _open(server, 2, opponents=["random"], chips=300 + 100 * number)
        Seat(server.socket(), table).play(hopeful)
    while not (table := _side_pots(server)):
        pass
    found["allin"] = table
    for players in (2, 6, 9, 10):
        table = found[f"table{players}"] = _open(server, players)
        seat = Seat(server.socket(), table)
        for _ in range(30):
            state = seat.turn()
            if state is None or state["street"] == 1:
                break
            seat.act(_call(state))
    return found


def _side_pots(server: Any) -> str:
    """A table at which three others are all-in for less, and one waits with chips behind; empty if it came otherwise.
    Large raises part the stacks, then one that covers the three shortest makes a main pot and three side pots."""
    table = _open(server, 6, opponents=["always-call"] * 5)
    seat = Seat(server.socket(), table)
    for _ in range(60):
        state = seat.turn()
        if state is None:
            return ""
        if len(state["pots"]) > 3:
            return table
        mine, legal = state["seats"][state["hero"]], state["legal"]
        others = sorted({one["stack"] + one["bet"] for one in state["seats"] if one["cards"] and not one["is_hero"]})
        wanted = others[2] + 1 if len(others) > 3 else (mine["stack"] + mine["bet"]) // 3
        can = state["street"] == 0 and legal["min_raise"] <= wanted < legal["max_raise"]
        seat.act(f"raise {wanted}" if can else _call(state))
    return ""


def _open(server: Any, players: int, **more: Any) -> str:
    names = ["rock", "professor", "maniac", "station", "fox", "accountant", "gambler", "sheriff", "dreamer"]
    tournament = {"structure": "turbo", "players": players, **({"chips": more.pop("chips")} if "chips" in more else {})}
    asked = {"opponents": names[: players - 1], "speed": "instant", "name": "Hero", **more}
    return str(server.post("tables", tournament=tournament, **asked)["state"]["id"])


def _call(state: dict[str, Any]) -> str:
    return "call" if state["legal"]["to_call"] else "check"


def _take(browser: Any, server: Any, address: str, wanted: str, path: Path, size: str) -> bool:
    """Take a picture; whether the page is there."""
    width, height = SIZES[size]
    theme = "light" if size in LIGHT else "dark"
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce", has_touch=width < 900
    )
    context.add_init_script(COUNT_QUESTIONS)
    page = context.new_page()
    page.goto(server.link)
    page.goto(f"{server.home}/{address}")
    found = page.locator(wanted).or_(page.get_by_text("there is no page")).first
    found.wait_for(timeout=120_000)
    is_there = page.get_by_text("there is no page").count() == 0
    if is_there:
        page.get_by_text("refining").wait_for(state="hidden", timeout=120_000)
        page.get_by_text("preparing").wait_for(state="hidden", timeout=120_000)
        page.evaluate(REST)
        _save(page.screenshot(), path)
    else:
        print(f"{path.stem.rpartition('-')[0]}: the page is not there yet", file=sys.stderr)
    context.close()
    return is_there


def _save(picture: bytes, path: Path) -> None:
    """As WebP, which keeps text sharp at a quarter of the size of PNG."""
    for quality in (82, 70, 55):
        written = io.BytesIO()
        Image.open(io.BytesIO(picture)).convert("RGB").save(written, "WEBP", quality=quality, method=6)
        if written.tell() <= MOST_BYTES:
            break
    path.write_bytes(written.getvalue())
    print(f"{path.relative_to(ROOT)}: {written.tell():,} bytes")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
