"""Hands dropped or pasted as text and replayed, in a real browser."""

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("playwright")

from pages import SIZES, check_page
from playwright.sync_api import expect

from pokerlab.records.phh_reader import parse_phh
from pokerlab.records.pokerstars_writer import format_pokerstars

GOLDEN = Path(__file__).parents[1] / "golden"
HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 10000, 8000]
actions = ["d dh p1 7d2c", "d dh p2 AhKh", "d dh p3 QsQd", "p3 cbr 300", "p1 f", "p2 cc", "d db 2h7h9c", "p2 cc",
  "p3 cbr 400", "p2 cc", "d db Tc", "p2 cbr 1000", "p3 f"]
players = ["Ann", "<img src=x onerror=alert(1)>", "Cleo"]
"""


def paste(page, text: str) -> None:
    page.get_by_label("hands as text").fill(text)
    page.get_by_role("button", name="Next step").wait_for()


def test_arrows_and_streets_walk_a_hand_whose_numbers_are_the_verbs(open_page, server, pokerlab):
    page = open_page("/replay")
    paste(page, HAND)
    steps = server.post("hands", text=HAND)["hand"]["steps"]
    now = page.get_by_label("now", exact=True)
    for place, step in enumerate(steps):
        expect(now.get_by_role("heading")).to_have_text(step["text"])
        figures = now.locator(".figures dd").all_inner_texts()
        assert figures[0] == f"{step['pot']:,}"
        assert figures[2] == ("–" if step["pot_odds"] is None else f"{100 * step['pot_odds']:.1f}%")
        if step["equities"]:
            shown = now.get_by_role("table", name="equities").get_by_role("row").all_inner_texts()
            exact = [share for share in step["equities"] if share is not None]
            assert [text.split()[-1] for text in shown] == [f"{100 * share:.2f}%" for share in exact]
        if place < len(steps) - 1:
            page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    expect(now.get_by_role("heading")).to_have_text("board 2h 7h 9c")
    verb = json.loads(pokerlab("equity", "AhKh", "QsQd", "--board", "2h7h9c", "--dead", "7d2c", "--json").out)
    shown = now.get_by_role("table", name="equities").get_by_role("row").all_inner_texts()
    assert [text.split()[-1] for text in shown] == [f"{100 * one['equity']:.2f}%" for one in verb["players"]]
    page.get_by_role("button", name="turn").click()
    page.keyboard.press("ArrowLeft")
    expect(now.get_by_role("heading")).to_have_text(re.compile("calls 400"))
    page.keyboard.press("End")
    expect(page.get_by_label(re.compile("^Cleo")).first).to_contain_text("-700")
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    page.goto(link)
    expect(now.get_by_role("heading")).to_have_text(re.compile("Cleo folds"))
    page.keyboard.press("u")  # in big blinds
    expect(now.locator(".figures dd").first).to_have_text("24.5")


def test_a_spot_of_the_hand_fills_the_editor(open_page):
    page = open_page("/replay")
    paste(page, HAND)
    assert page.get_by_role("link", name="Open this spot").count() == 0
    page.keyboard.press("2")
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="Open this spot").click()
    for label, value in (("as text", "2h7h9c"), ("Pot", "650"), ("Behind (or: oop, ip)", "9700, 7700")):
        expect(page.get_by_label(label, exact=True).first).to_have_value(value)
    expect(page.get_by_label("Big blind", exact=True)).to_have_value("100")
    expect(page.get_by_role("radio", name="IP", exact=True).first).to_have_attribute("aria-checked", "true")


def test_what_is_wrong_is_said_by_line_and_kept(open_page):
    page = open_page("/replay")
    wrong = HAND.replace('"p2 cc", "d db 2h7h9c"', '"p2 xx", "d db 2h7h9c"')
    page.get_by_label("hands as text").fill(wrong)
    page.get_by_role("alert").get_by_role("button", name=re.compile("^.*line 6")).click()
    area = page.get_by_label("hands as text")
    chosen = area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert chosen == wrong.splitlines()[5]
    assert area.input_value() == wrong
    area.fill(HAND)
    page.get_by_role("button", name="Next step").wait_for()
    page.get_by_role("button", name="Another hand").click()
    page.get_by_label("hands as text").fill("no hand at all")
    expect(page.get_by_role("alert").first).to_contain_text("line 1: 'no hand at all' starts no known format")


def test_pokerstars_acpc_and_dropped_files_are_read(open_page):
    page = open_page("/replay")
    pages = [parse_phh((GOLDEN / name).read_text("utf-8")) for name in ("three-side-pots.phh", "heads-up-order.phh")]
    text = "\n\n".join(format_pokerstars(record) for record in pages)
    page.get_by_label("hands", exact=True).evaluate(
        """(area, text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "hands.txt"));
            area.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        text,
    )
    page.get_by_text("hand 1 of 2").wait_for()
    page.get_by_role("button", name="the next hand").click()
    page.get_by_text("hand 2 of 2").wait_for()
    expect(page.locator(".seat")).to_have_count(2)
    page.get_by_role("button", name="Another hand").click()
    paste(page, "STATE:0:cr300c/cr900f:AhKh|QsQd/2h7h9c:-300|300:Ann|Ben")
    expect(page.get_by_label("Game of the ACPC lines")).to_have_value("holdem-nolimit:2")
    page.keyboard.press("End")
    expect(page.locator(".seat").filter(has_text="Ann")).to_contain_text("-300")


@pytest.mark.parametrize(("size", "theme"), SIZES)
@pytest.mark.parametrize("count", [2, 4, 9])
def test_the_table_fits_and_is_accessible(open_page, size, theme, count):
    hands = [f"{rank}{suit}" for rank in "23456789T" for suit in "sh"]
    deals = ", ".join(f'"d dh p{seat + 1} {hands[2 * seat]}{hands[2 * seat + 1]}"' for seat in range(count))
    blinds = [50, 100] + [0] * (count - 2)
    text = f"""variant = "NT"
antes = {[0] * count}
blinds_or_straddles = {blinds}
min_bet = 100
starting_stacks = {[123456] * count}
actions = [{deals}]
players = {json.dumps([f"A long name {seat}" for seat in range(count)])}
"""
    page = open_page("/replay", size, theme)
    paste(page, text)
    check_page(page)
    boxes = [box.bounding_box() for box in page.locator(".seat").all()]
    for place, one in enumerate(boxes):
        assert one["x"] >= 0
        assert one["x"] + one["width"] <= size[0]
        for other in boxes[:place]:
            overlap = [min(one[a] + one[s], other[a] + other[s]) - max(one[a], other[a]) for a, s in (("x", "width"), ("y", "height"))]  # fmt: skip  # noqa: E501
            assert min(overlap) <= 0, "seats lie on each other"
