"""Locks painted at a node, solved again, and compared: in a real browser."""

import re

import pytest

pytest.importorskip("playwright")

from pages import SIZES, check_page
from playwright.sync_api import expect
from running import wait_for

AT_CALL = "/browse?solution=river&path=check/bet+100&lock=1"
AT_BET = "/browse?solution=river&path=check&lock=1"


def cell(page, name: str):
    return page.get_by_role("gridcell", name=re.compile(f"^{name}: "))


def locks(page) -> dict:
    """What the page has locked so far, once it is written down."""
    return page.evaluate("JSON.parse(sessionStorage.getItem('pokerlab-locks:river') ?? '{}')")


@pytest.fixture(scope="module")
def locked(server):
    """A solution in which the first player folds too often."""
    asked = [{"node": "check/bet 100", "hands": {"*": {"fold": 0.8, "call": 0.2}}}]
    job = server.post("solutions/river/locks", locks=asked, target=0.2)["job"]["id"]
    return server.job_in(job, "done")["solution"]


def test_a_lock_is_painted_solved_and_compared_with_what_was(open_page, server):
    page = open_page(AT_CALL)
    page.get_by_label("fold, percent").fill("80")
    cell(page, "AA").click()
    expect(cell(page, "AA")).to_have_attribute("aria-label", re.compile(r"locked: fold 80\.0%, call 20\.0%"))
    page.get_by_role("list", name="what is locked").get_by_text("6 hands").wait_for()
    page.get_by_label("Target").fill("0.2")
    page.get_by_role("button", name="Solve again to 0.2%").click()
    page.get_by_role("link", name="Compare with river").click()
    page.wait_for_url(re.compile(r"/compare\?a=river&b=river\+locked"))
    b = re.search(r"b=([^&]+)", page.url)[1].replace("+", " ")
    page.get_by_role("button", name="check").first.click()
    page.get_by_role("button", name=re.compile("bet 100")).first.click()
    page.wait_for_url(re.compile("path=check/bet"))
    rows = page.get_by_role("table", name="moves of both").get_by_role("row")
    expect(rows.nth(1)).to_contain_text("fold")
    both = server.get(f"compare?a=river&b={b}&path=check/bet 100")
    for index, (old, new) in enumerate(zip(both["a"]["moves"], both["b"]["moves"], strict=True)):
        shown = [text.strip() for text in rows.nth(index + 1).get_by_role("cell").all_inner_texts()]
        change = 100 * (new["frequency"] - old["frequency"])
        assert shown[:3] == [old["text"], f"{100 * old['frequency']:.1f}%", f"{100 * new['frequency']:.1f}%"]
        assert float(shown[3]) == pytest.approx(change, abs=0.051)
    worth = page.get_by_role("table", name="worth in both").get_by_role("row")
    for player in (0, 1):
        cells = worth.nth(player + 1).get_by_role("cell").all_inner_texts()
        assert [float(text) for text in cells[1:3]] == pytest.approx([both[s]["ev"][player] for s in "ab"], abs=0.0051)
    expect(cell(page, "AA").last).to_have_attribute("aria-label", re.compile(r"(fold \+|call -)[\d.]+ points"))


def test_pointer_keys_and_text_lock_the_same(open_page):
    found = []
    for how in ("pointer", "keys", "text", "hands", "all"):
        page = open_page(AT_BET)
        page.get_by_role("button", name="bet 100 always").or_(page.get_by_title("bet 100 always")).click()
        if how == "pointer":
            cell(page, "QJs").click()
        elif how == "keys":
            cell(page, "KK").focus()  # KK is at 1, 1; QJs at 2, 3
            for key in ("ArrowDown", "ArrowRight", "ArrowRight", "Space"):
                page.keyboard.press(key)
        elif how == "text":
            page.get_by_label("Hands as text").fill("QJs,22")
            page.keyboard.press("Enter")
        elif how == "hands":
            cell(page, "QJs").hover()
            cell(page, "QJs").click()  # all four, and then each of them free and locked again
            for hand in ("QsJs", "QhJh"):
                page.get_by_role("button", name=f"paint {hand}").click()
            page.get_by_role("list", name="what is locked").get_by_text("2 hands").wait_for()
            for hand in ("QsJs", "QhJh"):
                page.get_by_role("button", name=f"paint {hand}").click()
        else:
            page.get_by_role("button", name="Lock all hands shown").click()
            cell(page, "KK").click()  # again: free
        page.get_by_role("list", name="what is locked").get_by_text("4 hands").wait_for()
        found.append(wait_for(lambda page=page: locks(page), "what is kept"))
    hands = {"QcJc": [0, 1], "QdJd": [0, 1], "QhJh": [0, 1], "QsJs": [0, 1]}
    assert all(one == {"check": {"moves": ["check", "bet 100"], "hands": hands}} for one in found)


def test_suits_limit_what_is_painted_and_undo_leads_back(open_page):
    page = open_page(AT_BET)
    for suit in ("spades", "clubs"):
        page.get_by_role("button", name=f"higher card of {suit}").click()
    cell(page, "QJs").click()
    locked = page.get_by_role("list", name="what is locked")
    locked.get_by_text("2 hands").wait_for()
    page.get_by_role("button", name="All suits").click()
    page.get_by_role("button", name="Lock as it stands").click()
    locked.get_by_text("7 hands").wait_for()
    page.get_by_role("button", name="Undo").click()
    locked.get_by_text("2 hands").wait_for()
    page.reload()
    locked.get_by_text("2 hands").wait_for()
    page.get_by_role("button", name="free check").click()
    expect(locked).to_have_count(0)
    page.get_by_label("Hands as text").fill("22,AXs")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("AXs")
    page.get_by_label("Hands as text").fill("22")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("IP holds none of these here")


def test_all_else_of_a_player_is_held(open_page, server):
    page = open_page(AT_BET)
    cell(page, "KK").click()  # checks the nuts, always
    page.get_by_label("all else of IP stays as it stands").check()
    page.get_by_role("button", name=re.compile("^Solve again")).click()
    page.get_by_role("link", name="Look at the solution").click()
    page.get_by_text(re.compile("1 lock · IP held")).wait_for()
    name = re.search(r"solution=([^&]+)", page.url)[1].replace("+", " ")
    both = server.get(f"compare?a=river&b={name}&path=check")
    hands = server.get("combos")["hands"]
    for place, combo in enumerate(both["a"]["columns"]["combos"]):
        old, new = (both[side]["columns"]["strategy"][1][place] for side in "ab")
        assert new == pytest.approx(0 if hands[combo][0] == hands[combo][2] else old, abs=1e-4)


def test_the_address_is_the_comparison(open_page, server, locked):
    page = open_page("/browse?solution=river&path=check")
    page.get_by_label("compare with").select_option(locked)
    page.wait_for_url(re.compile(r"/compare\?a=river&b=.*&path=check"))
    page.get_by_role("radio", name="EV").click()
    page.wait_for_url(re.compile("show=EV"))
    page.reload()
    page.get_by_role("grid", name="B less A: EV").wait_for()
    page.get_by_role("button", name="Copy link").click()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.keyboard.press("x")
    page.wait_for_url(re.compile("b=river&"))
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(lambda url: "path" not in url)


@pytest.mark.parametrize(("size", "theme"), SIZES)
def test_locks_and_comparisons_fit_and_are_accessible(open_page, locked, size, theme):
    page = open_page(AT_BET, size, theme)
    cell(page, "QJs").click()
    page.get_by_role("list", name="what is locked").wait_for()
    check_page(page)
    page = open_page(f"/compare?a=river&b={locked}&path=check/bet+100", size, theme)
    page.get_by_role("table", name="worth in both").wait_for()
    assert page.get_by_role("grid").first.bounding_box()["y"] < 0.8 * size[1]  # it is seen without scrolling
    check_page(page)
