"""A spot on many flops, in a real browser: chosen, solved, reported, opened."""

import json
import re

import pytest

pytest.importorskip("playwright")

from pages import SIZES, check_page
from playwright.sync_api import expect
from running import wait_for

SPOT = """name = "small"
board = "Kh7h2c"
pot = 20
stack = 10
oop = "AA,KQs,87s"
ip = "QQ,JTs,87s"

[flop]
bet = "50%"

[turn]
bet = ""

[river]
bet = ""
"""
FLOPS = "Kh7h2c, 9s8s4d, AsAd5h, QsJh2h"


@pytest.fixture(scope="module")
def source(server):
    server.post("spots/saved", name="small", toml=SPOT)
    job = server.post("flops", toml=SPOT, only=FLOPS.split(", "), target=5, keep="full")["job"]["id"]
    server.job_in(job, "done")
    return f"job:{job}"


def test_flops_are_chosen_and_solved(open_page, server, source):
    page = open_page("/flops")
    page.get_by_label("new", exact=True).get_by_label("Spot").select_option(label="small")
    page.get_by_role("radio", name="List").click()
    page.get_by_role("textbox", name="Flops").fill("Kh7h")
    page.get_by_role("button", name="Solve on these flops").click()
    expect(page.get_by_role("alert")).to_contain_text("'Kh7h' is no flop")
    page.get_by_role("textbox", name="Flops").fill("Kh7h2c 2s2h2d")
    page.get_by_label("Target").fill("5")
    page.get_by_role("button", name="Solve on these flops").click()
    page.wait_for_url(re.compile("source=job:"))
    expect(page.get_by_role("table", name="flops").locator("tbody tr")).to_have_count(3)
    page.get_by_text("2 of 2 flops").wait_for()
    page.get_by_role("link", name="Other reports").click()
    expect(page.get_by_role("link", name=re.compile("small"))).to_have_count(2)


def test_the_report_has_the_numbers_of_the_verb_and_sorts_and_filters(open_page, server, source, pokerlab, tmp_path):
    (tmp_path / "small.toml").write_text(SPOT)
    run = server.data / "jobs" / source.removeprefix("job:") / "run"
    verb = json.loads(pokerlab("flops", str(tmp_path / "small.toml"), "--out", str(run), "--by", "flop", "--json").out)
    by_name = {row["name"]: row for row in verb["rows"]}
    page = open_page(f"/flops?source={source}")
    rows = page.get_by_role("table", name="flops").locator("tbody tr")
    expect(rows).to_have_count(5)
    names = page.get_by_role("table", name="flops").get_by_role("columnheader").all_inner_texts()
    for row in rows.all()[1:]:
        wanted = by_name[row.get_attribute("data-flop")]
        shown = dict(zip(names, (text.strip() for text in row.get_by_role("cell").all_inner_texts()), strict=True))
        for move, part in wanted["moves"].items():
            assert shown[move] == f"{100 * part:.1f}%"
        assert shown["OOP EV"] == f"{wanted['ev'][0]:.2f}"
        assert shown["OOP equity"] == f"{100 * wanted['equity'][0]:.1f}%"
    (mean,) = json.loads(pokerlab("flops", str(tmp_path / "small.toml"), "--out", str(run), "--by", "all", "--json").out)["rows"]  # fmt: skip  # noqa: E501
    expect(rows.first).to_contain_text(f"{mean['ev'][0]:.2f}")
    page.get_by_role("button", name="OOP EV").click()
    best = max(by_name.values(), key=lambda row: row["ev"][0])["name"]
    expect(rows.nth(1)).to_have_attribute("data-flop", best)
    page.get_by_role("button", name="OOP EV").click()
    expect(rows.nth(4)).to_have_attribute("data-flop", best)
    page.get_by_role("button", name="paired", exact=True).click()
    expect(rows).to_have_count(2)
    page.wait_for_url(re.compile("where=paired"))
    page.get_by_label("Only flops that are").fill("high<=")
    expect(page.get_by_role("alert")).to_contain_text("filter 'high<='")
    page.get_by_label("Only flops that are").fill("")
    expect(rows).to_have_count(5)
    page.get_by_label("Rows by").select_option("pairs")
    expect(rows).to_have_count(3)
    page.get_by_label("Decision").select_option(label="IP after check")
    page.wait_for_url(re.compile("node=check"))
    page.reload()
    expect(rows).to_have_count(3)


def test_a_flop_is_opened_from_table_and_map_where_it_is(open_page, server, source):
    page = open_page(f"/flops?source={source}")
    page.get_by_role("button", name="open AsAd5h").click()
    page.get_by_role("grid", name="hands of oop").wait_for()
    assert f"solution=flop:{source}:AsAd5h" in page.url
    page.go_back()
    flop = page.get_by_role("option", name=re.compile("^AsAd5h"))
    flop.focus()
    page.keyboard.press("ArrowRight")  # from aces to the king
    expect(page.get_by_role("option", name=re.compile("^Kh7h2c"))).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    page.get_by_role("grid", name="hands of oop").wait_for()
    assert page.get_by_role("heading", level=1).inner_text() == "One flop of many"
    page.get_by_role("button", name="check", exact=False).first.click()
    page.wait_for_url(re.compile("path=check"))
    wait_for(lambda: not server.get("status")["running"], "jobs to end")


@pytest.mark.parametrize(("size", "theme"), SIZES)
def test_reports_fit_and_are_accessible(open_page, source, size, theme):
    for path in ("/flops", f"/flops?source={source}&show=OOP+EV"):
        page = open_page(path, size, theme)
        page.get_by_role("heading", level=1).wait_for()
        if "source" in path:
            page.get_by_role("table", name="flops").wait_for()
        check_page(page)
