"""Push/fold, ICM and equity in a real browser: every number is the API's and the verb's."""

import csv
import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.importorskip("playwright")

from pages import SIZES, check_page, tab_to
from playwright.sync_api import expect

HEADS_UP = "/pushfold?stacks=1000,1000"
BUBBLE = "/pushfold?stacks=2000,1500,1000&payouts=65,35"
PAGES = [BUBBLE + "&beside=1", HEADS_UP + "&show=gain", HEADS_UP + "&fixed=0~50%25&paint=0&at=1-0",
         "/pushfold?view=tables", "/icm", "/equity?ranges=QQ%2B,AK;20%25&board=QhJh2c&dead=2d"]  # fmt: skip


def settled(page) -> None:
    """Wait until nothing is refined any more."""
    expect(page.get_by_role("status").filter(has_text=re.compile("settled|painted")).first).to_be_visible()
    expect(page.get_by_text("refining…")).to_have_count(0)


def all_in(page, chart: str):
    return page.get_by_role("region", name=chart, exact=True).get_by_label("all-in with", exact=True)


def cells(page, grid: str) -> list[str]:
    found = page.get_by_role("grid", name=grid, exact=True).get_by_role("gridcell")
    return found.evaluate_all("all => all.map(one => one.ariaLabel)")


def test_heads_up_with_ten_big_blinds(open_page, server):
    """58.28% and 37.38%: the known equilibrium of heads-up push/fold at 10 big blinds."""
    page = open_page(HEADS_UP)
    settled(page)
    expect(all_in(page, "SB push")).to_have_text("58.28%")
    page.get_by_role("button", name=re.compile("^BB call against SB 37.4%")).click()
    expect(all_in(page, "BB call against SB")).to_have_text("37.38%")
    columns = server.post("pushfold", stacks=[1000, 1000], draft=False)["decisions"][1]["columns"]
    for index, words in enumerate(cells(page, "BB call against SB, all-in with")):
        played, earned = re.search(r"all-in ([\d.]+)%, earns \+?(-?[\d,.]+) chips", words).groups()
        assert float(played) == pytest.approx(100 * columns["frequency"][index], abs=0.051)
        gain = columns["all_in"][index] - columns["fold"][index]
        assert float(earned.replace(",", "")) == pytest.approx(gain, abs=0.051)


def test_every_decision_has_a_chart_for_prizes_and_beside_it_for_chips(open_page, server):
    page = open_page(BUBBLE + "&beside=1")
    settled(page)
    spot = {"stacks": [2000, 1500, 1000], "draft": False}
    prizes, chips = server.post("pushfold", **spot, payouts="65,35"), server.post("pushfold", **spot)
    thumbs = page.get_by_role("group", name="all decisions").get_by_role("button")
    expect(thumbs).to_have_count(len(prizes["decisions"]))
    for index, (one, other) in enumerate(zip(prizes["decisions"], chips["decisions"], strict=True)):
        thumbs.nth(index).click()
        name = thumbs.nth(index).get_attribute("aria-label").rpartition(" ")[0]
        expect(all_in(page, f"{name}, for prizes")).to_have_text(f"{one['percent']:.2f}%")
        expect(all_in(page, f"{name}, for chips")).to_have_text(f"{other['percent']:.2f}%")


def test_a_painted_range_gives_the_best_answer_that_the_api_gives(open_page, server):
    page = open_page(HEADS_UP)
    settled(page)
    page.get_by_role("button", name="Paint this range").click()
    text = page.get_by_label("SB push as text")
    expect(text).not_to_have_value("")
    page.get_by_role("grid", name="SB push: range").get_by_role("gridcell", name=re.compile("^72o ")).click()
    expect(text).to_have_value(re.compile("72o"))
    settled(page)
    found = server.post(
        "pushfold", stacks=[1000, 1000], draft=False, fixed=[{"player": 0, "range": text.input_value()}]
    )
    call = found["decisions"][1]
    expect(all_in(page, "BB call against SB")).to_have_text(f"{call['best']['percent']:.2f}%")
    text.fill("*")
    every = server.post("pushfold", stacks=[1000, 1000], draft=False, fixed=[{"player": 0, "range": "*"}])
    best = every["decisions"][1]["best"]
    expect(all_in(page, "BB call against SB")).to_have_text(f"{best['percent']:.2f}%")
    gained = page.get_by_role("table", name="what the hand is worth").get_by_role("row").nth(2).get_by_role("cell").last
    expect(gained).to_have_text(f"+{every['gains'][1]:.1f}")
    page.get_by_role("button", name="Copy range").click()
    expect(page.get_by_text("range copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == best["range"]
    page.get_by_role("button", name="Back to the equilibrium").click()
    settled(page)
    expect(all_in(page, "BB call against SB")).to_have_text("37.38%")


def test_dragged_stacks_end_where_they_were_let_go_and_the_address_has_them(open_page, server):
    page = open_page(BUBBLE)
    settled(page)
    slider = page.get_by_label("drag the stack of BB")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    for step in range(40):
        page.mouse.move(box["x"] + (0.4 + step / 100) * box["width"], box["y"] + box["height"] / 2)
    page.mouse.up()
    settled(page)
    stacks = [float(page.get_by_label(f"stack of {name}", exact=True).input_value()) for name in ("BTN", "SB", "BB")]
    assert stacks[:2] == [2000, 1500]
    assert stacks[2] > 1500
    found = server.post("pushfold", stacks=stacks, payouts="65,35", draft=False)
    expect(all_in(page, "BTN push")).to_have_text(f"{found['decisions'][0]['percent']:.2f}%")
    page.wait_for_url(f"**stacks=2000,1500,{stacks[2]:g}*")
    page.reload()
    settled(page)
    expect(all_in(page, "BTN push")).to_have_text(f"{found['decisions'][0]['percent']:.2f}%")


def test_stacks_are_typed_in_chips_or_in_big_blinds(open_page, server):
    page = open_page(BUBBLE)
    stack, small = (page.get_by_label(f"stack of {name}", exact=True) for name in ("BB", "SB"))
    stack.fill("12.5bb")
    page.wait_for_url("**stacks=2000,1500,1250*")
    page.get_by_role("heading", level=1).click()
    expect(stack).to_have_value("1250")
    page.keyboard.press("u")
    expect(stack).to_have_value("12.5")
    expect(small).to_have_value("15")
    small.fill("14.")  # as it is typed
    expect(small).to_have_value("14.")
    small.fill("1425c")
    page.get_by_label("Ante, bb").fill("0.1")
    page.wait_for_url("**stacks=2000,1425,1250*ante=10*")
    settled(page)
    found = server.post("pushfold", stacks=[2000, 1425, 1250], ante=10, payouts="65,35", draft=False)["decisions"][0]
    expect(all_in(page, "BTN push")).to_have_text(f"{found['percent']:.2f}%")


def test_what_is_wrong_is_said_at_the_field_and_stays_there(open_page):
    page = open_page(BUBBLE)
    settled(page)
    page.get_by_label("stack of SB", exact=True).fill("many")
    expect(page.get_by_role("alert")).to_have_text("'many' is no number")
    page.get_by_label("stack of SB", exact=True).fill("1500")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("textbox", name="Prizes").fill("10,90")
    expect(page.get_by_role("alert")).to_contain_text("larger than the one before")
    assert page.get_by_role("textbox", name="Prizes").input_value() == "10,90"


def test_push_fold_leaves_the_page_as_text_table_and_picture(open_page, server, pokerlab):
    page = open_page(HEADS_UP)
    settled(page)
    verb = json.loads(pokerlab("pushfold", "--stacks", "1000,1000", "--json").out)
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    rows = list(csv.DictReader(Path(download.value.path()).read_text().splitlines()))
    assert len(rows) == 2 * 169
    for row in rows[:169]:
        hand = verb["decisions"][0]["hands"][row["hand"]]
        assert [float(row[name]) for name in ("frequency", "all_in", "fold")] == pytest.approx(
            [hand[name] for name in ("frequency", "all_in", "fold")], abs=1e-6
        )
    with page.expect_download() as download:
        page.get_by_role("button", name="PNG").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_text("all ranges copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert f"SB push: 58.28%  {verb['decisions'][0]['range']}" in text


def test_heads_up_tables_are_those_of_the_verb(open_page, pokerlab):
    page = open_page("/pushfold?view=tables&table=5,10,15,20")
    verb = json.loads(pokerlab("pushfold", "--stack-table", "--stacks", "5,10,15,20", "--json").out)
    for kind in ("push", "call"):
        grid = page.get_by_role("grid", name=f"largest stack to {kind}", exact=True)
        grid.wait_for()
        tags = grid.get_by_role("gridcell").evaluate_all("all => all.map(one => one.querySelector('.tag').innerText)")
        wanted = list(verb["largest"][kind].values())
        assert [0 if tag == "–" else float(tag.rstrip("+*")) for tag in tags] == wanted


def test_icm_is_that_of_the_verb(open_page, pokerlab):
    page = open_page("/icm")
    table = page.get_by_role("table", name="equities")
    table.wait_for()
    worth = [row.get_by_role("cell").nth(3).inner_text() for row in table.get_by_role("row").all()[1:]]
    assert worth == ["38.39", "32.75", "28.86"]
    page.get_by_label("In a deal, left for the winner").fill("5")
    verb = json.loads(
        pokerlab("icm", "5000,3000,2000", "--places", "--bubble", "--deal", "--set-aside", "5", "--json").out
    )
    deals = page.get_by_role("table", name="deals").get_by_role("row")
    expect(deals.nth(1).get_by_role("cell").nth(1)).to_have_text(f"{verb['deal']['icm'][0]:.2f}")
    for player in range(3):
        shown = [cell.inner_text() for cell in deals.nth(player + 1).get_by_role("cell").all()[1:]]
        assert shown == [f"{verb['deal'][kind][player]:.2f}" for kind in ("icm", "chips", "equal")]
    places = page.get_by_role("table", name="chances of places").get_by_role("row").all()[1:]
    for row, chances in zip(places, verb["places"], strict=True):
        assert [cell.inner_text() for cell in row.get_by_role("cell").all()[1:]] == [
            f"{100 * part:.2f}%" for part in chances
        ]
    factors = page.get_by_role("table", name="bubble factors").get_by_role("row").all()[1:]
    for row, wanted in zip(factors, verb["bubble_factors"], strict=True):
        shown = [cell.inner_text() for cell in row.get_by_role("cell").all()[1:]]
        assert shown == ["–" if factor is None else f"{factor:.2f}" for factor in wanted]
    page.get_by_role("textbox", name="Prizes").fill("many")
    expect(page.get_by_role("alert")).to_contain_text("'many' is no list of prizes")


def test_equities_are_those_of_the_verb(open_page, pokerlab):
    page = open_page("/equity")
    page.get_by_label("hand or range of player 1").fill("20%")
    page.get_by_label("hand or range of player 2").fill("QQ+,AK")
    for card in ("queen of hearts", "jack of hearts", "2 of clubs"):
        page.get_by_role("group", name="cards of the board").get_by_role("button", name=card).click()
    verb = json.loads(pokerlab("equity", "20%", "QQ+,AK", "--board", "QhJh2c", "--matrix", "--json").out)
    for number, one in enumerate(verb["players"], 1):
        expect(page.get_by_label(f"equity of player {number}", exact=True)).to_have_text(f"{100 * one['equity']:.2f}%")
    classes = verb["players"][0]["classes"]
    for words in cells(page, "equity of player 1 by hand"):
        name, _, shown = words.partition(": ")
        assert shown == (f"equity {100 * classes[name]:.2f}%" if name in classes else "not in the range")
    page.wait_for_url("**board=QhJh2c*")
    page.get_by_role("radio", name="Sampled").click()
    page.get_by_label("Random deals").fill("20000")
    page.get_by_label("Seed, where it samples").fill("7")
    sampled = json.loads(pokerlab("equity", "20%", "QQ+,AK", "--board", "QhJh2c", "--samples", "20000", "--seed", "7", "--json").out)  # fmt: skip  # noqa: E501
    expect(page.get_by_label("equity of player 1", exact=True)).to_have_text(
        f"{100 * sampled['players'][0]['equity']:.2f}%"
    )
    expect(page.get_by_text(f"±{100 * sampled['players'][0]['standard_error']:.3f}%").first).to_be_visible()


def test_painted_hands_and_more_players(open_page, server):
    page = open_page("/equity?ranges=AhKh;QQ")
    page.get_by_role("button", name="Add a player").click()
    page.get_by_role("grid", name="Player 3: range").wait_for()
    page.get_by_role("region", name="range", exact=True).get_by_role("button", name="Clear").click()
    expect(page.get_by_label("hand or range of player 3")).to_have_value("")
    page.get_by_role("grid", name="Player 3: range").get_by_role("gridcell", name=re.compile("^76s ")).click()
    expect(page.get_by_label("hand or range of player 3")).to_have_value("76s")
    found = server.post("equity", ranges=["AhKh", "QQ", "76s"])
    for number, one in enumerate(found["players"], 1):
        expect(page.get_by_label(f"equity of player {number}", exact=True)).to_have_text(f"{100 * one['equity']:.2f}%")
    page.get_by_label("hand or range of player 1").fill("AXs")
    expect(page.get_by_role("alert").first).to_contain_text("'AXs'")


def test_by_keyboard_alone(open_page, server):
    page = open_page()
    tab_to(page, "Push/fold")
    page.keyboard.press("Enter")
    page.get_by_role("grid", name="BTN push, all-in with", exact=True).wait_for()
    tab_to(page, "take BTN out")
    page.keyboard.press("Enter")
    expect(page.get_by_label("drag the stack of SB")).to_be_visible()
    tab_to(page, "drag the stack of BB")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("stack of BB", exact=True)).to_have_value("1010")
    settled(page)
    found = server.post("pushfold", stacks=[1500, 1010], draft=False)["decisions"]
    expect(all_in(page, "SB push")).to_have_text(f"{found[0]['percent']:.2f}%")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("n")
    expect(all_in(page, "BB call against SB")).to_have_text(f"{found[1]['percent']:.2f}%")
    tab_to(page, "AA: all-in")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("table", name="worth of AKs")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**hand=AKs*")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("all-in earns more")).to_be_visible()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("size", "theme"), SIZES)
def test_calculators_fit_and_are_accessible(open_page, path, size, theme):
    page = open_page(path, size, theme)
    page.get_by_role("heading", level=1).wait_for()
    page.get_by_role("grid").or_(page.get_by_role("table")).first.wait_for()
    check_page(page)
