"""Whole tournaments in a real browser: a turbo against eight bots by keyboard, by mouse and by touch; four at once.

Stacks are short, so that each is over after a few decisions.
"""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.importorskip("playwright")

from playwright.sync_api import expect
from test_browser_play import MOST_TURNS, bots, my_turn  # noqa: F401, bots are there for these tests, too

SHORT = {"structure": "turbo", "players": 9, "chips": 200, "blinds": "20/40", "level_length": 2, "level_unit": "hands"}
EIGHT = ["always-call", "random", "uniform", "always-call", "random", "always-raise", "always-call", "random"]
MOVED = """before => (document.querySelector('.table-view.active .bar-rows.turn, .bar-rows.turn')?.innerText ?? '')
    !== before || document.querySelector('.table-status b')"""


def turbo(server) -> str:
    asked = {"tournament": SHORT, "opponents": EIGHT, "speed": "instant", "name": "Hero"}
    return server.post("tables", **asked)["state"]["id"]


def play(page, act) -> None:
    """Play until all is over for the person."""
    result = page.locator(".table-status b")
    for _ in range(MOST_TURNS):
        expect(my_turn(page).or_(result).first).to_be_visible()
        if result.first.is_visible():
            return
        before = page.locator(".bar-rows.turn").evaluate_all("all => all[0]?.innerText ?? ''")
        if before:
            act(page)
            page.wait_for_function(MOVED, arg=before)
    raise AssertionError("it takes too long")


def check_end(page, server, table) -> None:
    expect(page.locator(".table-status b").first).to_have_text(re.compile("Hero (is out|finishes first)"))
    expect(page.get_by_role("link", name="to the lobby", exact=True).first).to_be_attached()
    state = server.get(f"tables/{table}")["state"]
    assert sorted(one["place"] for one in state["seats"])[0] == 1
    assert any(point["table"] == table for point in server.get("bankroll")["points"])


def by_keys(page) -> None:
    page.keyboard.press("F4")


def by_mouse(page) -> None:
    """All of the slider, or a call; every second time by the box."""
    slider = page.get_by_role("slider", name="size of the bet")
    raising = page.locator(".move.raise")
    if not raising.count():
        page.locator(".move.call").click()
        return
    if by_mouse.uses_box:
        page.get_by_label("bet: chips").fill("a")
    else:
        box = slider.bounding_box()
        page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    by_mouse.uses_box = not by_mouse.uses_box
    raising.click()


by_mouse.uses_box = False


def by_touch(page) -> None:
    if page.locator(".move.raise").count():
        page.get_by_label("sizes", exact=True).select_option("a")
        page.locator(".move.raise").tap()
    else:
        page.locator(".move.call").tap()


@pytest.mark.parametrize(("act", "size"), [(by_keys, (1440, 900)), (by_mouse, (1440, 900)), (by_touch, (390, 844))])
def test_a_whole_turbo_against_eight(open_page, server, act, size):
    table = turbo(server)
    page = open_page(f"/table?id={table}", size)
    play(page, act)
    expect(page.locator(".table-status")).to_contain_text("to the lobby")
    check_end(page, server, table)


def test_four_tournaments_at_once_to_their_end(open_page, server):
    tables = [turbo(server) for _ in range(4)]
    page = open_page(f"/table?ids={','.join(tables)}")
    expect(page.locator(".table-view")).to_have_count(4)
    page.get_by_role("radio", name="One by one").click()
    page.locator("main").focus()
    for _ in range(MOST_TURNS):
        waiting = [table for table in tables if server.get(f"tables/{table}")["state"]["legal"]]
        if not waiting:
            if all(server.get(f"tables/{table}")["state"]["state"] == "over" for table in tables):
                break
            continue
        if my_turn(page).is_visible():
            page.keyboard.press("F4")
    for table in tables:
        state = server.get(f"tables/{table}")["state"]
        assert state["state"] == "over"
        assert state["seed"]
    expect(page.get_by_role("group", name="open tables").get_by_role("button").first).to_be_visible()
