"""Hands imported, filtered, marked and replayed, in a real browser."""

import os
import re

import pytest

pytest.importorskip("playwright")

from pages import SIZES, check_page
from playing import QUICK
from playwright.sync_api import expect
from test_kept_hands import SESSION

STARS = SESSION.replace("Alpha", "Beta").replace("????", "7d2c")


def pictured(page, name: str) -> None:
    """Keep a picture where somebody wants to look at it."""
    if folder := os.environ.get("POKERLAB_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.fixture
def files(tmp_path):
    (tmp_path / "session.phhs").write_text(SESSION + "[61]\nnonsense = 1\n\n")
    (tmp_path / "match.log").write_text("STATE:0:r300c/cc/cc/cc:AhKh|QhQd/2c3c4c/5c/6d:-300|300:a|b\n")
    return tmp_path


def test_import_filter_replay(open_page, server, files):
    page = open_page("/hands")
    expect(page.get_by_text("No hands yet.")).to_be_visible()
    check_page(page)
    page.get_by_label("files of hands").set_input_files([files / "session.phhs"])
    imports = page.get_by_label("imports")
    expect(imports).to_contain_text("60 new, 0 known, 1 broken")
    imports.get_by_text("What is broken").click()
    expect(imports).to_contain_text(f"session.phhs:{SESSION.count(chr(10)) + 1}")
    page.get_by_label("files of hands").set_input_files([files / "session.phhs"])
    expect(imports).to_contain_text("0 new, 60 known, 1 broken")
    rows = page.get_by_role("table", name="hands").get_by_role("row")
    expect(rows).to_have_count(51)
    pictured(page, "hands-wide")
    page.get_by_role("button", name="Older").click()
    expect(rows).to_have_count(11)
    page.get_by_role("button", name="Newer").click()
    expect(rows).to_have_count(51)

    form = page.get_by_role("form", name="filter")
    form.get_by_label("Cards").fill("AXs")
    expect(form.get_by_role("alert")).to_contain_text("'AXs' is not a hand class")
    form.get_by_label("Cards").fill("QQ")
    expect(page.get_by_text("No hand is like this.")).to_be_visible()
    form.get_by_label("Player").fill("<b>Cleo")
    expect(page.locator(".largest")).to_have_text("60 of 60 hands")
    form.get_by_label("Since").fill("2026-01-28")
    expect(rows).to_have_count(3)
    expect(page.get_by_label("statistics")).to_contain_text("PFR")
    assert "cards=QQ" in page.url
    page.reload()
    expect(rows).to_have_count(3)
    with page.expect_download() as download:
        page.get_by_role("link", name="Export PokerStars text").click()
    assert download.value.suggested_filename == "hands.txt"
    assert download.value.path().read_text().count("PokerStars Hand #") == 2
    star = page.get_by_role("button", name=re.compile("^star of hand")).first
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")

    page.get_by_role("link", name=re.compile("^replay hand")).first.click()
    number = int(re.search(r"number=(\d+)", page.url)[1])
    now = page.get_by_label("now", exact=True)
    expect(now.get_by_role("heading")).to_have_text("cards are dealt")
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(r"step=\d+"))
    last = int(re.search(r"step=(\d+)", page.url)[1])
    page.keyboard.press("Home")
    page.get_by_role("button", name="turn").click()
    expect(now.get_by_role("heading")).to_have_text("board 2h 7h 9c Tc")
    pictured(page, "replay-wide")
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto(link)
    expect(now.get_by_role("heading")).to_have_text("board 2h 7h 9c Tc")
    page.get_by_role("button", name="play by itself").click()
    expect(page.get_by_role("button", name="play by itself")).to_have_attribute("aria-pressed", "false")
    expect(page).to_have_url(re.compile(f"step={last}"))

    page.get_by_label("What to remember").fill("<i>a thin bet")
    page.get_by_label("Tags, with commas").fill("river, ask")
    page.get_by_role("button", name="Keep note and tags").click()
    expect(page.get_by_role("button", name="Keep note and tags")).to_be_disabled()
    check_page(page)
    row = server.get(f"hands/{number}")["row"]
    assert (row["note"], row["tags"], row["star"]) == ("<i>a thin bet", ["ask", "river"], True)
    page.goto(f"{server.home}/hands?tag=ask")
    expect(page.get_by_text("<i>a thin bet")).to_be_visible()
    check_page(page)


def test_a_file_is_dropped_and_acpc_lines_are_asked_for_their_game(open_page, files):
    page = open_page("/hands")
    text = (files / "match.log").read_text()
    transfer = page.evaluate_handle(
        "text => { const all = new DataTransfer(); all.items.add(new File([text], 'match.log')); return all; }", text
    )
    page.locator(".hands-page").dispatch_event("drop", {"dataTransfer": transfer})
    imports = page.get_by_label("imports")
    expect(imports).to_contain_text("ACPC lines do not say their game")
    imports.get_by_label(re.compile("^Game of ACPC")).fill("holdem-nolimit:2")
    page.get_by_label("files of hands").set_input_files([files / "match.log"])
    expect(imports).to_contain_text("1 new, 0 known, 0 broken")


@pytest.mark.parametrize(("size", "theme"), SIZES)
def test_the_list_fits_and_can_be_read(open_page, server, size, theme):
    server.client.post("hands/import", params={"name": "a.phhs"}, content=STARS.encode()).raise_for_status()
    first = server.get("hands")["hands"][0]["hand"]
    server.post(f"hands/{first}/mark", star=True, tags=["river"], note="thin")
    page = open_page("/hands", size, theme)
    page.get_by_role("link", name=re.compile("^replay hand")).first.wait_for()
    check_page(page)
    pictured(page, f"hands-{size[0]}-{theme}")
    page.get_by_role("link", name=re.compile("^replay hand")).first.click()
    page.get_by_role("button", name="Next step").wait_for()
    page.get_by_label("What to remember").wait_for()
    check_page(page)
    pictured(page, f"kept-{size[0]}-{theme}")


@pytest.mark.parametrize(("size", "theme"), [SIZES[0], SIZES[2]])
def test_opponents_tell_what_is_known_of_them_and_keep_notes(open_page, server, size, theme):
    table = server.post("tables", tournament=QUICK, opponents=["always-fold", "always-call"], speed="instant")["state"]
    name = next(seat["name"] for seat in table["seats"] if not seat["is_hero"])
    page = open_page(f"/table?id={table['id']}", size, theme)
    page.locator(".seat-box").first.wait_for()
    place = next(place for place, seat in enumerate(table["seats"]) if seat["name"] == name)
    page.locator(".seat-box").nth(place).click()
    panel = page.get_by_role("dialog", name=name)
    panel.get_by_label("Note").fill("folds to every bet")
    panel.get_by_role("button", name="Keep the note").click()
    expect(panel.get_by_role("button", name="Keep the note")).to_be_disabled()
    check_page(page)
    pictured(page, f"opponent-{size[0]}-{theme}")
    panel.get_by_role("button", name="Close").click()
    page.evaluate("document.activeElement.blur()")  # on one's turn the box of the bet has the focus
    page.keyboard.press("o")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert server.get(f"opponents/{name}")["note"] == "folds to every bet"
