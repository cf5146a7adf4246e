"""Ranges painted by finger and by suits, kept in folders, from and into files: in a real browser."""

import re

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import expect


def test_painting_by_finger_gives_the_text_of_the_mouse(open_page):
    page = open_page("/spot?template=flop", (390, 844))
    text = page.get_by_label("OOP as text")
    page.get_by_label("ranges", exact=True).get_by_role("button", name="Clear").first.click()
    expect(text).to_have_value("")
    grid = page.get_by_role("grid", name="OOP: range")
    grid.scroll_into_view_if_needed()
    centre = {
        name: _centre(grid.get_by_role("gridcell", name=re.compile(f"^{name} "))) for name in ("AA", "KK", "QQ", "AKs")
    }
    touch = page.context.new_cdp_session(page)
    _swipe(touch, [centre["AA"], centre["KK"], centre["QQ"]])
    expect(text).to_have_value("QQ+")
    page.get_by_label("weight of the brush in percent").first.fill("50")
    grid.scroll_into_view_if_needed()
    _swipe(touch, [_centre(grid.get_by_role("gridcell", name=re.compile("^AKs ")))])
    expect(text).to_have_value("QQ+,AKs:0.5")


def _centre(cell) -> dict:
    box = cell.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def _swipe(touch, points: list[dict]) -> None:
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_ranges_are_kept_in_folders_taken_removed_and_from_files(open_page, server, tmp_path):
    page = open_page("/spot?template=flop")
    painter = page.get_by_label("ranges", exact=True)
    text = page.get_by_label("OOP as text")
    text.fill("QQ+,AKs")
    painter.get_by_role("button", name="Ranges…").first.click()
    page.get_by_label("Save this range as").fill("open/BTN")
    page.get_by_role("button", name="Save", exact=True).click()
    shelf = page.get_by_role("dialog")
    shelf.get_by_role("heading", name="open").wait_for()
    with page.expect_download() as found:
        shelf.get_by_role("link", name="Export this range").click()
    assert found.value.suggested_filename == "range.txt"
    assert found.value.path().read_text() == "QQ+,AKs\n"
    (tmp_path / "BB call.txt").write_text("TT-22\n")
    shelf.locator("input[type=file]").set_input_files(tmp_path / "BB call.txt")
    shelf.get_by_role("button", name="BB call TT-22").click()
    expect(text).to_have_value("TT-22")
    painter.get_by_label("take a saved range").first.select_option("open/BTN")
    expect(text).to_have_value("QQ+,AKs")
    painter.get_by_label("take a saved range").first.select_option("btn-push-10bb")
    starting = {one["name"]: one["text"] for one in server.get("ranges")["starting"]}
    expect(text).to_have_value(starting["btn-push-10bb"])
    painter.get_by_role("button", name="Ranges…").first.click()
    page.get_by_role("button", name="remove open/BTN").click()
    expect(page.get_by_role("button", name="remove open/BTN")).to_have_count(0)
    assert [one["name"] for one in server.get("ranges")["ranges"]] == ["BB call"]


def test_suits_limit_what_is_painted_in_a_range(open_page):
    page = open_page("/spot?template=flop")
    text = page.get_by_label("OOP as text")
    page.get_by_label("ranges", exact=True).get_by_role("button", name="Clear").first.click()
    expect(text).to_have_value("")
    suits = page.get_by_role("group", name="suits that are painted").first
    for suit in ("spades", "diamonds", "clubs"):
        suits.get_by_role("button", name=f"higher card of {suit}").click()
    page.get_by_role("grid", name="OOP: range").get_by_role("gridcell", name=re.compile("^AKs ")).click()
    expect(text).to_have_value("AhKh")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")  # AKo: the ace of hearts with any king but that of hearts
    expect(text).to_have_value(re.compile("AhKs"))
    four = {"AhKh", "AhKs", "AhKd", "AhKc"}
    assert set(text.input_value().split(",")) == four
    page.get_by_role("button", name="undo").first.click()
    expect(text).to_have_value("AhKh")
    page.get_by_role("grid", name="OOP: range").locator("[tabindex='0']").focus()
    page.keyboard.press("Control+Shift+Z")
    expect(text).to_have_value(re.compile("AhKs"))
    page.keyboard.press("Control+z")
    expect(text).to_have_value("AhKh")
    cell = page.get_by_role("grid", name="OOP: range").get_by_role("gridcell", name=re.compile("^AKo "))
    cell.click(button="right")  # or the key s
    popover = page.get_by_role("dialog", name="single hands")
    expect(popover.get_by_role("button")).to_have_count(12)
    page.keyboard.press("Space")  # the first of them
    page.keyboard.press("Escape")
    expect(popover).to_have_count(0)
    expect(cell).to_be_focused()
    expect(text).to_have_value(re.compile("^AhKh,A.K.$|^A.K.,AhKh$"))
    page.get_by_label("the strongest part of all hands").first.fill("20")
    expect(text).to_have_value("20%")
    expect(page.get_by_label("TOML")).to_have_value(re.compile(r'oop = "55\+,A7\+'))
