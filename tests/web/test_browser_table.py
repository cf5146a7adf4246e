"""What a table offers beside its buttons, in a real browser: chips and breaks at cash tables, clock, stack and windows,
sound, why?, sizes, actions in advance, a server that is killed."""

import os
import re
import signal
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.importorskip("playwright")

from playwright.sync_api import expect
from running import Running, wait_for
from test_browser_play import bots, leave, my_turn, open_table  # noqa: F401, bots are there for these tests, too

COUNT_SIGNALS = """(() => {
  window.asked = {sound: 0, notice: 0};
  const Sound = window.AudioContext;
  window.AudioContext = class extends Sound { constructor() { super(); window.asked.sound++; } };
  Notification.requestPermission = async () => { window.asked.notice++; return "granted"; };
})()"""
LOST = re.compile("WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|Failed to load resource")


def menu(page, item: str) -> None:
    """Choose something of a table's menu."""
    page.get_by_label("more of this table").first.click()
    page.locator(".table-head .menu-list").first.get_by_text(item).click()


def log(page):
    return page.get_by_role("region", name="log")


@contextmanager
def thinking(server):
    """Bots that think until the end of the block: what happens meanwhile is for certain."""
    children = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    found = [int(one) for file in children for one in file.read_text().split()]
    found = [one for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
    assert found
    for one in found:
        os.kill(one, signal.SIGSTOP)
    try:
        yield
    finally:
        for one in found:
            os.kill(one, signal.SIGCONT)


def test_chips_are_bought_and_breaks_taken_at_a_cash_table(open_page, server):
    cash = {"small_blind": 5, "big_blind": 10, "seats": 2, "buy_in": 20}
    table = server.post("tables", cash=cash, opponents=["always-call"], speed="instant", name="Hero")["state"]["id"]
    page = open_page(f"/table?id={table}")
    my_turn(page).wait_for()
    menu(page, "Top up…")
    page.get_by_label("To how many big blinds").fill("5000")
    page.get_by_role("button", name="Top up to").click()
    expect(page.get_by_role("dialog")).to_contain_text("200")
    page.get_by_label("To how many big blinds").fill("150")
    page.get_by_role("button", name="Top up to 150 bb").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    menu(page, "Sit out")
    wait_for(lambda: server.get(f"tables/{table}")["state"]["away"], "the break")
    expect(log(page)).to_contain_text(re.compile("Hero tops up by|The table waits: you sit out"))
    expect(log(page)).to_contain_text("The table waits: you sit out")
    state = server.get(f"tables/{table}")["state"]
    assert state["seats"][state["hero"]]["stack"] == 1500
    page.locator(".table-head .menu-list").get_by_text("Sit out").click()
    my_turn(page).wait_for()
    page.keyboard.press("Escape")
    menu(page, "Leave…")
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator(".table-status b")).to_contain_text("Hero leaves with")


def test_a_clock_runs_down_in_a_ring_and_in_words(open_page, server):
    table = open_table(server, clock=300, time_bank=20)
    page = open_page(f"/table?id={table}")
    my_turn(page).wait_for()
    expect(page.locator(".ring .runs")).to_have_count(1)
    seconds = page.locator(".ring .runs").evaluate("one => parseFloat(getComputedStyle(one).animationDuration)")
    assert 0 < seconds <= 300
    expect(page.locator(".table-status")).to_contain_text(re.compile(r"\d+ s"))
    page.reload()
    my_turn(page).wait_for()
    later = page.locator(".ring .runs").evaluate("one => parseFloat(getComputedStyle(one).animationDuration)")
    assert later < seconds  # what is left, not all of it again
    leave(server, table)


def test_tables_in_a_stack_tab_leads_to_the_next_that_waits_and_one_has_its_own_window(open_page, server):
    tables = [open_table(server) for _ in range(3)]
    page = open_page(f"/table?ids={','.join(tables)}")
    expect(my_turn(page)).to_have_count(3)
    page.get_by_role("radio", name="Stacked").click()
    expect(page.locator(".table-view")).to_have_count(1)
    expect(page.locator(".stack-edge .waits")).to_have_count(2)
    tabs = page.get_by_role("group", name="open tables").get_by_role("button")
    page.locator("main").focus()
    seen = []
    for _ in tables:
        seen.append(tabs.evaluate_all("all => all.findIndex((one) => one.ariaPressed === 'true')"))
        before = seen[-1]
        page.keyboard.press("Tab")
        expect(tabs.nth(before)).to_have_attribute("aria-pressed", "false")
    assert sorted(seen) == [0, 1, 2]
    my_turn(page).wait_for()
    with page.expect_popup() as opened:
        menu(page, "A window of its own")
    my_turn(opened.value).wait_for()
    expect(opened.value.locator(".table-view")).to_have_count(1)
    opened.value.close()
    leave(server, *tables)


def test_sound_and_notification_come_only_if_asked_for(open_page, server):
    table = open_table(server)
    page = open_page("/play")
    page.context.add_init_script(COUNT_SIGNALS)
    page.goto(f"{server.home}/table?id={table}")
    my_turn(page).wait_for()
    page.keyboard.press("F2")
    expect(page.locator(".felt-board img").first).to_be_visible()
    my_turn(page).wait_for()
    assert page.evaluate("asked") == {"sound": 0, "notice": 0}
    page.get_by_label("settings of all tables").click()
    page.get_by_label("A tone when it is my turn").check()
    page.get_by_label("A notification when it is my turn").check()
    wait_for(lambda: page.evaluate("asked") == {"sound": 1, "notice": 1}, "both to be asked for")
    leave(server, table)


def test_why_has_the_rule_the_chances_and_the_draw(open_page, server):
    table = open_table(server, 3, opponents=["rock", "maniac"], show_cards=True, tournament={"chips": 3000})
    page = open_page(f"/table?id={table}")
    my_turn(page).wait_for()
    page.keyboard.press("F1" if server.get(f"tables/{table}")["state"]["legal"]["to_call"] else "F2")
    wait_for(lambda: server.get(f"tables/{table}")["state"]["hand"] > 1, "the next hand")
    log(page).get_by_role("button", name="Why?").click()
    dialog = page.get_by_role("dialog", name=re.compile("^Hand .*why"))
    decision = dialog.locator("details.why").first
    decision.locator("summary").click()
    expect(decision).to_contain_text("Rule:")
    expect(decision).to_contain_text(re.compile(r"Draw: [\d,]+ of 65,535, which says \w+"))
    page.keyboard.press("Escape")
    leave(server, table)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_sizes_are_changed_on_a_desk_and_on_a_phone(open_page, server, size):
    table = open_table(server, tournament={"chips": 3000})
    page = open_page(f"/table?id={table}", size)
    my_turn(page).wait_for()
    if size[0] > 700:
        page.get_by_label("change the sizes").click()
    else:
        page.get_by_label("sizes", exact=True).select_option("change")
    dialog = page.get_by_role("dialog", name="Sizes of bets")
    dialog.get_by_role("textbox").fill("min 3bb 2.5x huge")
    expect(dialog).to_contain_text("'huge' is no size")
    expect(dialog.get_by_role("button", name="Keep these sizes")).to_be_disabled()
    dialog.get_by_role("textbox").fill("min 3bb a")
    dialog.get_by_role("button", name="Keep these sizes").click()
    if size[0] > 700:
        page.get_by_role("button", name=re.compile(r"^3bb")).click()
    else:
        page.get_by_label("sizes", exact=True).select_option("3bb")
    page.reload()  # they stay
    my_turn(page).wait_for()
    page.get_by_label("bet: chips").fill("")
    page.locator("main").focus()
    page.keyboard.press("2")
    expect(page.get_by_label("bet: chips")).to_have_value("3bb")
    leave(server, table)


def act_and_see_advance(page, server):
    """Check or call until somebody else is to act before the street is over; he thinks until the block ends."""
    group = page.get_by_role("group", name="in advance")
    while True:
        my_turn(page).wait_for()
        state = page.locator(".bar-rows.turn").evaluate("one => one.innerText")
        page.keyboard.press("F2")
        page.wait_for_function(
            "before => document.querySelector('.advance') || "
            "document.querySelector('.bar-rows.turn')?.innerText !== before",
            arg=state,
        )
        if group.is_visible():
            return group


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="bots are found by /proc")
def test_what_is_chosen_in_advance_is_done_and_void_if_the_bet_is_another(open_page, server):
    table = open_table(server, opponents=["always-raise"], tournament={"chips": 100_000, "blinds": "10/20"})
    page = open_page(f"/table?id={table}")
    my_turn(page).wait_for()
    with thinking(server):
        group = act_and_see_advance(page, server)
        group.get_by_role("button", name="Check", exact=True).click()
        expect(group.get_by_role("button", name="Check", exact=True)).to_have_attribute("aria-pressed", "true")
    my_turn(page).wait_for()  # he has bet: a check answers nothing any more, and nothing was done
    legal = server.get(f"tables/{table}")["state"]["legal"]
    assert legal["to_call"] > 0
    with thinking(server):
        group = act_and_see_advance(page, server)
        group.get_by_role("button", name="Check or fold").click()
        page.keyboard.press("Escape")  # taken back
        expect(group.get_by_role("button", name="Check or fold")).to_have_attribute("aria-pressed", "false")
        group.get_by_role("button", name="Check or fold").click()
    expect(log(page)).to_contain_text("Hero folds")
    leave(server, table)


def test_who_goes_away_comes_back_to_the_same_hand(open_page, server):
    table = open_table(server, 3)
    page = open_page(f"/table?id={table}")
    my_turn(page).wait_for()
    cards = page.locator(".seat-box.own img").evaluate_all("all => all.map((one) => one.alt)")
    page.keyboard.press("l")
    page.get_by_role("heading", name="A new table").wait_for()
    page.locator(f"a[href*='id={table}']").first.click()
    my_turn(page).wait_for()
    assert page.locator(".seat-box.own img").evaluate_all("all => all.map((one) => one.alt)") == cards
    leave(server, table)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_a_page_comes_back_by_itself_when_its_server_was_killed(chrome, tmp_path):
    complaints = []
    with Running(tmp_path / "data") as first:
        table, port = open_table(first), first.home.rpartition(":")[2]
        page = chrome.new_context().new_page()
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(first.link)
        page.goto(f"{first.home}/table?id={table}")
        my_turn(page).wait_for()
        cards = page.locator(".seat-box.own img").evaluate_all("all => all.map((one) => one.alt)")
        first.end(signal.SIGKILL)
        page.keyboard.press("F2")
        expect(page.get_by_role("alert")).to_contain_text("the table comes back by itself")
    with Running(tmp_path / "data", "--port", port) as second:
        expect(page.get_by_role("alert")).to_have_count(0)
        my_turn(page).wait_for()
        assert page.locator(".seat-box.own img").evaluate_all("all => all.map((one) => one.alt)") == cards
        page.keyboard.press("F2")
        expect(log(page)).to_contain_text(re.compile("Hero (calls|checks)"))
        leave(second, table)
        page.context.close()
    assert [one for one in complaints if not LOST.search(one)] == []
