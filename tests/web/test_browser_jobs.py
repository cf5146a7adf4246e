"""Runs watched in real browsers: paused, cancelled, killed, gone on with; run-outs; addresses that lead nowhere."""

import json
import re
import signal
from contextlib import contextmanager

import pytest

pytest.importorskip("playwright")

from pages import PATIENCE
from playwright.sync_api import expect
from running import Running, wait_for

LONG = {
    "name": "a long one", "board": "Td9d6hQc", "pot": 200, "stack": 900, "oop": "66+,A8s+,AJo+",
    "ip": "22+,ATs+,KTs+,AQo+", "river": {"bet": "33%,66%,a", "raise": "60%,a"},
}  # fmt: skip


def begin(server) -> str:
    """A job that runs and has made two steps."""
    name = server.post("jobs", spot=LONG, target=1e-4)["job"]["id"]
    wait_for(lambda: len(server.get(f"jobs/{name}")["steps"]) >= 2, "two steps")
    return name


def iterations(page) -> int:
    return int(page.locator(".figures dd").last.inner_text().replace(",", "").replace("–", "0"))


def test_two_browsers_see_a_run_that_is_looked_at_paused_gone_on_with_and_cancelled(open_page, server):
    name = begin(server)
    page, other = open_page(f"/jobs?id={name}"), open_page(f"/jobs?id={name}")
    for one in (page, other):
        one.get_by_role("img", name=re.compile("^epsilon fell")).wait_for()
        expect(one.get_by_role("status").filter(has_text="running")).to_have_count(1)
    page.get_by_role("button", name="Look at it now").click()
    page.get_by_role("grid", name="hands of oop").wait_for()  # of what was written for this look
    first = server.get("solutions/a long one")["iterations"]
    assert server.get(f"jobs/{name}")["job"]["shown"] == first
    page.go_back()
    page.get_by_role("button", name="Look at it now").click()
    page.wait_for_url(re.compile("/browse"))
    assert server.get("solutions/a long one")["iterations"] > first
    page.go_back()
    page.get_by_role("button", name="Pause").click()
    for one in (page, other):
        one.get_by_role("status").filter(has_text="paused").wait_for()
        one.get_by_role("link", name="Look at what it has").wait_for()
    reached = iterations(other)
    other.get_by_role("button", name="Go on").click()
    page.get_by_role("status").filter(has_text="running").wait_for()
    wait_for(lambda: iterations(page) > reached, "more iterations")
    page.get_by_role("button", name="Cancel").click()
    for one in (page, other):
        one.get_by_role("status").filter(has_text="cancelled").wait_for()
    state = server.get(f"jobs/{name}")["job"]
    assert (state["state"], state["solution"]) == ("cancelled", "a long one")
    page.get_by_role("button", name="Forget it").click()
    page.wait_for_url(re.compile("/jobs$"))


@contextmanager
def page_of(chrome, server, path: str):
    context = chrome.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(server.link)
    page.get_by_role("main").wait_for()
    page.goto(server.home + path)
    yield page
    context.close()


def test_a_run_whose_server_was_killed_goes_on_by_a_click(chrome, tmp_path):
    with Running(tmp_path / "data") as server:
        name = begin(server)
        with page_of(chrome, server, f"/jobs?id={name}") as page:
            page.get_by_role("status").filter(has_text="running").wait_for()
            before = iterations(page)
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
            page.get_by_text("no server").wait_for()  # and the page says so
    with Running(tmp_path / "data") as server, page_of(chrome, server, f"/jobs?id={name}") as page:
        page.get_by_text("the server ended while it was running").wait_for()
        assert iterations(page) >= before
        page.get_by_role("button", name="Go on").click()
        page.get_by_role("status").filter(has_text="running").wait_for()
        page.get_by_role("button", name="Cancel").click()
        page.get_by_role("status").filter(has_text="cancelled").wait_for()


def test_a_turn_and_its_run_outs_are_those_of_the_api(open_page, server):
    name = server.post("jobs", spot=LONG | {"name": "a turn"}, target=5)["job"]["id"]
    solution = server.job_in(name, "done")["solution"]
    page = open_page(f"/browse?solution={solution}&path=check")
    found = server.get(f"solutions/{solution}/node?path=check")["found"]
    frequencies = page.get_by_role("table", name="moves").get_by_role("row")
    for index, move in enumerate(found["moves"]):
        cells = frequencies.nth(index + 1).get_by_role("cell")
        expect(cells.nth(1)).to_have_text(f"{100 * move['frequency']:.1f}%")
        assert float(cells.nth(3).inner_text()) == pytest.approx(move["ev_where_played"], abs=0.0061)
    columns, hands = found["columns"], server.get("combos")["hands"]
    of_aces = {hands[combo]: place for place, combo in enumerate(columns["combos"]) if hands[combo].count("A") == 2}
    page.get_by_role("gridcell", name=re.compile("^AA: ")).click()
    rows = page.get_by_role("table", name="hands of AA").locator("tbody tr")
    expect(rows).to_have_count(len(of_aces))
    for row in rows.all():
        place = of_aces[row.get_attribute("data-hand")]
        *_, ev, equity = row.get_by_role("cell").all_inner_texts()
        assert float(ev) == pytest.approx(columns["ev"][place], abs=0.0051)
        assert equity == f"{100 * columns['equity'][place]:.1f}%"
    page = open_page(f"/browse?solution={solution}&path=check/check")
    page.get_by_role("button", name="Go through all cards").click()
    page.get_by_text(re.compile("mean over all cards")).wait_for()
    lines = server.client.get(f"solutions/{solution}/runouts?path=check/check").text.splitlines()
    rows = {row["card"]: row for row in json.loads(lines[-1])["rows"]}
    cards = page.get_by_label("equity oop by card").locator("button:enabled")
    assert cards.count() == len(rows) == 48
    for card in cards.all()[::7]:
        title = re.fullmatch(r"(\w\w): equity oop (\d+)", card.get_attribute("title"))
        assert int(title[2]) == pytest.approx(100 * rows[title[1]]["equity"][0], abs=0.501)
    page.get_by_label("equity oop by card").get_by_title(re.compile("^2c")).click()
    page.wait_for_url(re.compile("path=check/check/river"))


NASTY = [
    "/browse?solution=../../key", "/browse?solution=river&path=" + "check/" * 300, "/browse?solution=%00&path=%F0%9F",
    "/browse?solution=flop:job:x:y", "/browse?solution=flop:dir:..:AsAdAc", "/compare?a=river&b=nobody&path=check",
    "/compare", "/spot?template=nobody", "/spot?solution=nobody", "/spot?board=XX&pot=-1&stack=a", "/jobs?id=../x",
    "/flops?source=dir:..%2F..", "/flops?source=job:nobody&by=nothing", "/replay?text=%00%00&hand=-7&step=1e9",
    "/replay?text=PokerStars+Hand+%23", "/replay?text=variant+%3D+%22NT%22&step=<script>", "/no/such/page",
]  # fmt: skip


@pytest.mark.parametrize("path", NASTY)
def test_addresses_that_lead_nowhere_say_so_in_a_line(open_page, path):
    page = open_page(path)
    said = page.get_by_role("alert").or_(page.locator(".empty, .error, .notice")).first
    said.wait_for()
    assert 3 < len(said.inner_text()) < 600
    assert "Traceback" not in page.content()
    page.get_by_role("link", name="pokerlab, start page").click()
    page.get_by_role("heading", name="Study poker on your own machine").wait_for()
