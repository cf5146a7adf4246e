"""Tables played in a real browser: by keyboard, by mouse, by touch; turned, reloaded, in two windows."""

import re
import sys
from itertools import combinations
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.importorskip("playwright")

from pages import PATIENCE, SIZES, check_page
from playwright.sync_api import expect
from running import wait_for

MOST_TURNS = 400
"""More decisions than any tournament of these tests takes."""
BOXES = """() => [...document.querySelectorAll(".seat-box, .wager, .felt-board, .felt-pot")].map((one) => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    return {what: one.className + " " + (one.getAttribute("aria-label") ?? one.textContent), left, top, right, bottom};
}).filter((box) => box.right - box.left > 0)"""
SETTLED = """() => document.getAnimations().every((one) => one.playState !== "running"
    || !(one instanceof CSSTransition))"""
MOST_SEATS_TURNED = 4
"""The unit tests of the geometry turn tables by all angles."""
SLACK = 0.6
"""Pixels: what rounding does."""


def open_table(server, players: int = 2, **more) -> str:
    """A sit-and-go of ten big blinds against players who think little; its name."""
    opponents = more.pop("opponents", ["always-call"] * (players - 1))
    tournament = {"structure": "superturbo", "players": players, **more.pop("tournament", {})}
    table = server.post("tables", tournament=tournament, opponents=opponents, speed="instant", name="Hero", **more)
    return table["state"]["id"]


def leave(server, *tables: str) -> None:
    for table in tables:
        if server.get(f"tables/{table}")["state"]["state"] == "playing":
            server.post(f"tables/{table}/leave")


@pytest.fixture(scope="module", autouse=True)
def bots(server):
    """Bots that are there: a server's first table waits until their processes have started."""
    table = open_table(server)
    wait_for(lambda: server.get(f"tables/{table}")["state"]["hand"], "the first hand of a server")
    leave(server, table)


def my_turn(page):
    return page.get_by_role("group", name="your turn")


def test_a_heads_up_superturbo_by_keyboard_only(open_page, server):
    page = open_page("/play")
    page.get_by_role("heading", name="A new table").wait_for()
    page.get_by_role("radio", name=re.compile("superturbo")).focus()
    page.keyboard.press("Enter")
    page.get_by_label("Players").focus()
    page.keyboard.type("2")
    page.get_by_label("The other seat").focus()
    page.keyboard.type("Chosen")
    page.get_by_label("seat 2").focus()
    page.keyboard.type("always-call")
    page.get_by_text("Speed, clock, your name").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Speed").focus()
    page.keyboard.type("Instant")
    page.get_by_role("button", name="Start for").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table?id=*")
    over = page.get_by_role("link", name="to the lobby", exact=True)
    for _ in range(MOST_TURNS):
        expect(my_turn(page).or_(page.locator(".table-status b")).first).to_be_visible()
        if not my_turn(page).is_visible():
            break
        number = page.locator(".bar-rows.turn").evaluate("one => one.innerText")
        page.keyboard.press("F4")
        page.wait_for_function(
            "before => document.querySelector('.bar-rows.turn')?.innerText !== before || "
            "document.querySelector('.table-status b')",
            arg=number,
        )
    table = page.url.rpartition("=")[2]
    expect(page.locator(".table-status b")).to_have_text(re.compile("1st|2nd|win|lost|out", re.IGNORECASE))
    state = server.get(f"tables/{table}")["state"]
    assert state["state"] == "over"
    assert state["seed"]
    expect(over.first).to_be_attached()
    page.keyboard.press("l")
    expect(page.get_by_role("region", name="past tables").get_by_role("row")).not_to_have_count(0)
    assert any(point["table"] == table for point in server.get("bankroll")["points"])
    page.goto(server.home + "/bankroll")
    expect(page.get_by_role("img", name=re.compile("bankroll after each"))).to_be_visible()


def test_by_mouse_with_slider_presets_and_box(open_page, server):
    table = open_table(server, 3)
    page = open_page(f"/table?id={table}")
    my_turn(page).wait_for()
    legal = server.get(f"tables/{table}")["state"]["legal"]
    box, raising = page.get_by_label("bet: chips"), page.get_by_role("button", name=re.compile("^(Raise|Bet|All-in) "))
    slider = page.get_by_role("slider", name="size of the bet")
    expect(raising).to_contain_text(f"{legal['min_raise']}")
    place = slider.bounding_box()
    page.mouse.click(place["x"] + place["width"] - 2, place["y"] + place["height"] / 2)
    expect(box).to_have_value(str(legal["max_raise"]))
    expect(raising).to_contain_text("All-in")
    page.mouse.wheel(0, 100)
    expect(box).not_to_have_value(str(legal["max_raise"]))
    half = next(one for one in legal["presets"] if one["text"] == "100%")
    page.get_by_role("button", name=re.compile("^the pot")).click()
    expect(raising).to_contain_text(str(half["to"]))
    box.fill("1")
    raising.click()
    expect(page.get_by_role("alert")).to_contain_text(f"the smallest raise is to {legal['min_raise']}")
    expect(box).to_have_value("1")
    assert server.get(f"tables/{table}")["state"]["legal"] == legal
    box.fill("2.5bb")
    raising.click()
    expect(page.get_by_role("alert")).to_have_count(0)
    blind = server.get(f"tables/{table}")["state"]["blinds"][1]
    expect(page.get_by_role("region", name="log")).to_contain_text(f"Hero raises to {int(2.5 * blind)}")
    leave(server, table)


def test_by_touch_on_a_phone(open_page, server):
    table = open_table(server)
    page = open_page(f"/table?id={table}", (390, 844), "light")
    my_turn(page).wait_for()
    check_page(page)
    number = server.get(f"tables/{table}")["number"]
    page.get_by_label("sizes").select_option("min")
    page.get_by_role("button", name=re.compile("^(Check|Call|Fold)")).last.tap()
    wait_for(lambda: server.get(f"tables/{table}")["number"] > number, "the call")
    page.get_by_role("button", name="what happened").tap()
    expect(page.get_by_role("dialog", name="What happened")).to_contain_text("Hero")
    page.get_by_role("button", name="Close").tap()
    page.get_by_label("more of this table").tap()
    page.get_by_role("button", name="Leave…").tap()
    expect(page.get_by_role("dialog", name=re.compile("^Leave"))).to_contain_text(
        "A prize that it still reaches is yours"
    )
    page.get_by_role("button", name="Leave the table").tap()
    wait_for(lambda: server.get(f"tables/{table}")["state"]["left"], "leaving")


def seat_at(page, name: str) -> tuple[int, int]:
    box = page.locator(".seat-box", has_text=name).bounding_box()
    return round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)


def test_the_table_is_turned_by_keys_and_by_dragging_and_stays_so(open_page, server):
    table = open_table(server, 4)
    page = open_page(f"/table?id={table}")
    my_turn(page).wait_for()
    page.wait_for_function(SETTLED)
    area = page.locator(".felt-area").bounding_box()
    centre = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    bottom = seat_at(page, "Hero")
    assert abs(bottom[0] - centre[0]) <= 1
    assert bottom[1] > centre[1]
    page.keyboard.press("[")
    page.wait_for_function(SETTLED)
    left = seat_at(page, "Hero")
    assert left[0] < centre[0] - 100
    assert abs(left[1] - centre[1]) <= 1
    page.keyboard.press("]")
    page.wait_for_function(SETTLED)
    assert seat_at(page, "Hero") == bottom
    page.mouse.move(centre[0], centre[1] + 160)
    page.mouse.down()
    page.mouse.move(centre[0] + 120, centre[1] + 60, steps=4)
    page.mouse.move(centre[0] + 200, centre[1] + 5, steps=4)
    moving = seat_at(page, "Hero")
    assert moving[0] > centre[0] + 100
    page.mouse.up()
    page.wait_for_function(SETTLED)
    right = seat_at(page, "Hero")
    assert right[0] > centre[0] + 100
    assert abs(right[1] - centre[1]) <= 1
    page.reload()
    my_turn(page).wait_for()
    page.wait_for_function(SETTLED)
    assert seat_at(page, "Hero") == right
    page.keyboard.press("Home")
    page.wait_for_function(SETTLED)
    assert seat_at(page, "Hero") == bottom
    leave(server, table)


def test_a_reload_in_the_middle_of_a_hand_and_two_windows_show_the_same(open_page, server):
    table = open_table(server, opponents=["always-call"])
    page, other = open_page(f"/table?id={table}"), open_page(f"/table?id={table}", (820, 1180), "light")
    my_turn(page).wait_for()
    my_turn(other).wait_for()
    cards = page.locator(".seat-box.own img").evaluate_all("all => all.map((one) => one.alt)")
    assert len(cards) == 2
    assert other.locator(".seat-box.own img").evaluate_all("all => all.map((one) => one.alt)") == cards
    page.keyboard.press("F2")
    expect(other.locator(".felt-board img")).to_have_count(3)
    page.reload()
    expect(page.locator(".felt-board img")).to_have_count(3)
    my_turn(page).wait_for()
    assert page.locator(".seat-box.own img").evaluate_all("all => all.map((one) => one.alt)") == cards
    board = page.locator(".felt-board img").evaluate_all("all => all.map((one) => one.alt)")
    other.keyboard.press("F2")
    expect(page.locator(".felt-board img")).not_to_have_count(3)
    assert page.locator(".felt-board img").evaluate_all("all => all.map((one) => one.alt)")[:3] == board
    spoken = page.get_by_role("log")
    expect(spoken).to_contain_text("Your turn")
    leave(server, table)


def test_a_reset_is_refused_while_a_table_is_open_with_the_reason_on_the_button(open_page, server):
    table = open_table(server)
    page = open_page("/play")
    refused = page.get_by_role("button", name=re.compile("^Reset"))
    expect(refused).to_be_disabled()
    expect(refused).to_contain_text("not while a table is open")
    page.goto(server.home + "/bankroll")
    expect(page.get_by_role("button", name=re.compile("^Reset"))).to_be_disabled()
    leave(server, table)


def test_a_buy_in_above_the_bankroll_is_said_beside_its_field(open_page, server):
    page = open_page("/play")
    page.get_by_label("Buy-in").fill("5000")
    expect(page.locator(".field.wrong")).to_contain_text("the bankroll holds")
    expect(page.get_by_role("button", name="Start for")).to_be_disabled()
    page.get_by_label("Buy-in").fill("")
    expect(page.get_by_role("button", name="Start for")).to_be_enabled()
    page.get_by_label("Blinds").fill("20/10")
    page.get_by_role("button", name="Start for").click()
    expect(page.locator(".field.wrong, .lobby-form > .error").first).to_be_visible()


@pytest.mark.parametrize("players", [2, 3, 6, 9, 10])
def test_nothing_overlaps_however_the_table_is_turned(open_page, server, players):
    table = open_table(server, players)
    page = open_page(f"/table?id={table}")
    my_turn(page).wait_for()
    page.emulate_media(reduced_motion="reduce")
    for size in ((1440, 900), (820, 1180), (390, 844), (360, 640), (2560, 1300)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for _ in range(min(players, MOST_SEATS_TURNED)):
            page.keyboard.press("[")
            page.wait_for_function(SETTLED)
            check_boxes(page, size)
    leave(server, table)


def check_boxes(page, size: tuple[int, int]) -> None:
    width, height = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert (width, height) <= size
    boxes = page.evaluate(BOXES)
    area = page.locator(".felt-area").bounding_box()
    for box in boxes:
        assert box["left"] >= area["x"] - SLACK, (size, box)
        assert box["right"] <= area["x"] + area["width"] + SLACK, (size, box)
        assert box["top"] >= area["y"] - SLACK, (size, box)
        assert box["bottom"] <= area["y"] + area["height"] + SLACK, (size, box)
    for one, two in combinations(boxes, 2):
        apart = (
            one["right"] <= two["left"] + SLACK
            or two["right"] <= one["left"] + SLACK
            or one["bottom"] <= two["top"] + SLACK
            or two["bottom"] <= one["top"] + SLACK
        )
        assert apart, (size, one, two)


@pytest.mark.parametrize(("size", "theme"), SIZES)
def test_pages_of_play_are_accessible_and_fit(open_page, server, size, theme):
    table = open_table(server, 6)
    page = open_page("/play", size, theme)
    page.get_by_role("heading", name="A new table").wait_for()
    check_page(page)
    for path, wanted in (
        (f"table?id={table}", ".bar-rows.turn"),
        ("bankroll", "section.card"),
        ("players?name=fox", ".rule-file"),
    ):
        page.goto(f"{server.home}/{path}")
        page.locator(wanted).first.wait_for(timeout=PATIENCE)
        check_page(page)
    leave(server, table)


def test_the_list_of_keys_and_presets_by_digits(open_page, server):
    table = open_table(server, 3, opponents=["always-call", "always-call"])
    page = open_page(f"/table?id={table}")
    my_turn(page).wait_for()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    for words in ("fold", "check or call", "all-in", "me at the bottom", "take back what was chosen"):
        expect(keys.get_by_text(words, exact=True).first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.get_by_label("bet: chips")).to_have_value("min")
    page.keyboard.press("Escape")
    expect(page.get_by_label("bet: chips")).to_have_value("")
    leave(server, table)


def test_several_tables_tiled_and_one_by_one_with_a_queue(open_page, server):
    tables = [open_table(server) for _ in range(4)]
    page = open_page(f"/table?ids={','.join(tables)}")
    expect(page.locator(".table-view")).to_have_count(4)
    expect(my_turn(page)).to_have_count(4)
    expect(page).to_have_title(re.compile("superturbo and 3 more wait"))
    page.get_by_role("radio", name="One by one").click()
    expect(page.locator(".table-view")).to_have_count(1)
    numbers = {table: server.get(f"tables/{table}")["number"] for table in tables}
    page.locator("main").focus()
    page.keyboard.press("F2")
    wait_for(lambda: any(server.get(f"tables/{t}")["number"] > n for t, n in numbers.items()), "a call at one of them")
    my_turn(page).wait_for()
    page.get_by_role("radio", name="Tiled").click()
    expect(page.locator(".table-view")).to_have_count(4)
    leave(server, *tables)


def test_a_rule_file_is_broken_mended_saved_and_put_back(open_page, server):
    page = open_page("/players?name=fox")
    text = page.get_by_label("rules as text")
    text.wait_for()
    before = text.input_value()
    text.fill(before + "\n[flop]\nnonsense = 3\n")
    status = page.locator(".rule-file > [role=status]")
    expect(status).to_contain_text("line")
    expect(page.locator(".line-numbers .wrong")).to_have_count(1)
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    text.fill(before.replace("trap = 0.35", "trap = 0.5"))
    expect(status).to_contain_text("not saved yet")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Reset to shipped")).to_be_visible()
    assert "trap = 0.5" in server.get("players/fox")["toml"]
    page.get_by_role("button", name="Reset to shipped").click()
    expect(text).to_have_value(before)
    assert server.get("players/fox")["own"] is False
