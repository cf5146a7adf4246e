"""The pages in a real browser: numbers are the API's and the verb's, by mouse and by keyboard."""

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.importorskip("playwright")

from pages import SIZES, check_page, tab_to
from playwright.sync_api import expect

from pokerlab._examples import examples_directory

PAGES = ["/", "/browse?solution=cutoff&path=check/bet+18", "/spot?template=flop", "/jobs"]


def numbers(text: str) -> dict[str, float]:
    """`check 12.3%, EV 4.50 chips` by name."""
    return {name.strip(): float(value) for name, value in re.findall(r"([a-zA-Z][\w ]*?) (-?[\d.]+)(?:%| chips)", text)}


@pytest.mark.parametrize(
    ("link", "name", "path", "player", "hand"),
    [("Look at cutoff", "cutoff", "check/bet 18", "oop", "KJs"), ("river", "river", "check", "ip", "QJs")],
)
def test_the_first_click_shows_the_strategy_that_the_api_and_the_verb_give(
    open_page, server, pokerlab, link, name, path, player, hand
):
    page = open_page()
    page.get_by_role("link", name=link, exact=True).first.click()
    page.get_by_role("grid", name=f"hands of {player}").wait_for()
    assert page.url.endswith(f"/browse?solution={name}&path={path.replace(' ', '+')}")
    found = server.get(f"solutions/{name}/node?path={path}")["found"]
    verb = json.loads(pokerlab("show", str(examples_directory() / f"{name}.sol"), path, "--json").out)
    for row in verb["classes"]:
        shown = numbers(page.get_by_role("gridcell", name=re.compile(f"^{row['hand']}: ")).get_attribute("aria-label"))
        assert shown.pop("EV") == pytest.approx(row["ev"], abs=0.0061)
        assert shown.pop("equity") == pytest.approx(100 * row["equity"], abs=0.051)
        played = {move: 100 * part for move, part in row["strategy"].items() if part > 0.0005}
        assert shown == pytest.approx(played, abs=0.051)
    table = page.get_by_role("table", name="moves").get_by_role("row")
    for index, move in enumerate(found["moves"]):
        cells = table.nth(index + 1).get_by_role("cell")
        assert cells.nth(1).inner_text() == f"{100 * move['frequency']:.1f}%"
        assert float(cells.nth(3).inner_text()) == pytest.approx(move["ev_where_played"], abs=0.0061)
    page.get_by_role("gridcell", name=re.compile(f"^{hand}: ")).click()
    hands = page.get_by_role("table", name=f"hands of {hand}").locator("tbody tr")
    by_hand = {row["hand"]: row for row in verb["hands"]}
    assert hands.count() == {"KJs": 3, "QJs": 4}[hand]
    for row in hands.all():
        shown = row.get_by_role("cell").last.inner_text()
        assert shown == f"{100 * by_hand[row.get_attribute('data-hand')]['equity']:.1f}%"


def test_arrows_walk_the_tree_and_the_address_is_the_node(open_page, server):
    page = open_page("/browse?solution=river")
    page.get_by_role("grid", name="hands of oop").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/browse?solution=river&path=check")
    page.get_by_role("grid", name="hands of ip").wait_for()
    page.keyboard.press("ArrowDown")  # to the check, after which the hand is over
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**path=check/bet+100")
    page.reload()
    page.get_by_role("button", name="call").first.wait_for()
    assert page.get_by_role("heading", level=1).inner_text() == "nuts or nothing against a bluff-catcher"
    page.get_by_role("button", name="Copy link").click()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**path=check")
    page.keyboard.press("?")
    assert "a step back" in page.get_by_role("dialog").inner_text()


def test_classes_are_in_the_order_of_the_server(open_page, server):
    page = open_page("/browse?solution=river")
    cells = page.get_by_role("grid", name="hands of oop").get_by_role("gridcell")
    cells.first.wait_for()
    names = [cell.split(":")[0] for cell in cells.evaluate_all("all => all.map(one => one.ariaLabel)")]
    assert names == server.get("combos")["classes"]


def test_painting_by_mouse_and_by_keyboard_gives_the_same_text(open_page):
    texts = []
    for paint in (_by_mouse, _by_keys):
        page = open_page("/spot?template=flop")
        text = page.get_by_label("OOP as text")
        text.wait_for()
        page.get_by_label("ranges", exact=True).get_by_role("button", name="Clear").first.click()
        expect(text).to_have_value("")
        paint(page)
        expect(text).to_have_value(re.compile("QQ"))
        texts.append(text.input_value())
        expect(page.get_by_label("TOML")).to_have_value(re.compile(re.escape(f'oop = "{texts[-1]}"')))
    assert texts[0] == texts[1] == "QQ+,AKs:0.5"


def _by_mouse(page) -> None:
    def cell(name: str):
        grid = page.get_by_role("grid", name="OOP: range")
        return grid.get_by_role("gridcell", name=re.compile(f"^{name} "))

    page.get_by_label("weight of the brush in percent").first.fill("50")
    cell("AKs").click()
    page.get_by_label("weight of the brush in percent").first.fill("100")
    cell("AA").hover()
    page.mouse.down()
    cell("KK").hover()
    cell("QQ").hover()
    page.mouse.up()


def _by_keys(page) -> None:
    page.get_by_role("grid", name="OOP: range").locator("[tabindex='0']").focus()
    for key in ("Space", "ArrowRight", "5", "ArrowDown", "Space", "ArrowDown", "ArrowRight", "0"):
        page.keyboard.press(key)


def test_a_wrong_field_says_so_and_keeps_what_was_typed(open_page):
    page = open_page("/spot?template=flop")
    field, toml = page.get_by_label("bet", exact=True).first, page.get_by_label("TOML")
    field.fill("33")
    page.get_by_role("alert").filter(has_text="'33' is not a bet size").first.wait_for()
    assert field.input_value() == "33"
    field.fill("33%, 75%")
    expect(toml).to_have_value(re.compile("33%, 75%"))
    toml.fill(toml.input_value().replace("pot = 55", "pot = 60"))
    expect(page.get_by_label("Pot", exact=True)).to_have_value("60")


def test_lines_are_removed_and_added_in_the_tree(open_page):
    page = open_page("/spot?template=flop")
    tree, toml = page.get_by_label("the betting tree"), page.get_by_label("TOML")
    tree.get_by_role("button", name="check").click()
    page.get_by_role("button", name="remove check/bet 18").click()
    expect(toml).to_have_value(re.compile(r'remove = \["check/bet 18"\]'))
    tree.get_by_role("button", name="+ a line").last.click()
    page.get_by_label("a move to add").fill("bet 40")
    page.keyboard.press("Enter")
    tree.get_by_role("button", name="bet 40", exact=False).first.wait_for()
    page.get_by_role("button", name="take back: removed check/bet 18").click()
    tree.get_by_role("button", name="bet 18", exact=False).first.wait_for()


def test_a_solve_is_watched_and_looked_at_by_keyboard_alone(open_page, server):
    page, other = open_page("/spot?template=river"), open_page("/jobs")
    tab_to(page, "ace of spades")  # all cards are one stop
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_label("as text", exact=True)).to_have_value("Ks8d7c3h2c")  # five are enough
    tab_to(page, "Solve to 0.5%")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Look at the solution").wait_for()
    page.get_by_role("img", name=re.compile("epsilon fell|epsilon")).first.wait_for()
    other.get_by_role("link", name=re.compile("nuts or nothing")).filter(has_text="done").wait_for()
    job = server.get("jobs")["jobs"][0]
    assert f"{job['target']}%" in page.locator(".figures").inner_text()
    check_page(page)
    tab_to(page, "Look at the solution")
    page.keyboard.press("Enter")
    page.get_by_role("grid", name="hands of oop").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**path=check")


def test_panels_of_a_node_are_those_of_the_verb(open_page, server, pokerlab):
    """Made hands and their filter, modes of the matrix, both ranges, distributions, ranges and tables to take away."""
    path = "check/bet 18"
    page = open_page(f"/browse?solution=cutoff&path={path}")
    verb = json.loads(pokerlab("show", str(examples_directory() / "cutoff.sol"), path, "--json").out)
    both = [server.get(f"solutions/cutoff/node?path={path}&player={name}")["found"] for name in ("oop", "ip")]
    made = page.get_by_role("table", name="made hands and draws").locator("tbody tr")
    expect(made).to_have_count(len(verb["made"]))
    by_name = {row["hand"]: row for row in verb["made"]}
    for row in made.all():
        name, share, _, ev, equity = (text.strip() for text in row.get_by_role("cell").all_inner_texts())
        wanted = by_name.pop(name)
        assert (share, equity) == (f"{100 * wanted['share']:.1f}%", f"{100 * wanted['equity']:.0f}%")
        assert float(ev) == pytest.approx(wanted["ev"], abs=0.0501)
    assert not by_name
    cells = page.get_by_role("grid", name="hands of oop").locator(".cell:not(.out)")
    everything = cells.count()
    page.get_by_role("button", name="set", exact=True).click()
    expect(cells).to_have_count(2)  # 77 and 22
    page.keyboard.press("Escape")
    expect(cells).to_have_count(everything)
    row = next(row for row in verb["classes"] if row["hand"] == "KJs")
    tag = page.get_by_role("gridcell", name=re.compile("^KJs: ")).locator(".tag")
    for key, wanted in (("2", f"{row['ev']:.1f}"), ("3", f"{100 * row['equity']:.0f}"), ("4", f"{100 * row['realisation']:.0f}")):  # fmt: skip  # noqa: E501
        page.keyboard.press(key)
        expect(tag).to_have_text(wanted)
    sides = page.get_by_label("Both ranges").locator("figcaption")
    for side, node in zip(sides.all(), both, strict=True):
        expect(side).to_contain_text(f"{sum(node['columns']['reach']):.1f} hands")
    lines = page.get_by_label("Distribution").locator("polyline")
    for line, node in zip(lines.all(), both, strict=True):
        drawn = [tuple(map(float, point.split(","))) for point in line.get_attribute("points").split()]
        shares = sorted(zip(node["columns"]["equity"], node["columns"]["share"], strict=True))
        shares = [(equity, share) for equity, share in shares if share > 0]
        for (_, height), (equity, _) in zip(drawn[::2], shares, strict=True):
            assert (206 - height) / 196 == pytest.approx(equity, abs=0.0003)  # 240 px high, 34 below and 10 above
    page.get_by_role("radio", name="EV by equity").click()
    for mark, node in zip(("circle", "rect"), both, strict=True):
        expect(page.get_by_label("Distribution").locator(f"svg {mark}")).to_have_count(len(node["columns"]["combos"]))
    page.get_by_label("copy a range").select_option(label="those that call")
    expect(page.get_by_text("range that plays call copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    hands, columns = server.get("combos")["hands"], both[0]["columns"]
    copied = server.post("ranges", text=text)["weights"]
    for combo, reach, part in zip(columns["combos"], columns["reach"], columns["strategy"][1], strict=True):
        assert copied.pop(hands[combo], 0) == pytest.approx(reach * part, abs=0.000501)  # in thousandths
    assert not copied
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    sent = pokerlab("show", str(examples_directory() / "cutoff.sol"), path, "--hands", "--csv", "-").out
    assert download.value.path().read_text() == sent


def test_what_is_being_compiled_is_shown_and_the_rest_works(open_page):
    def serve(socket) -> None:
        socket.send(json.dumps({"type": "kernels", "kernels": {"ready": 3, "total": 115}}))

    page = open_page("/")
    page.route_web_socket(re.compile("/api/1/socket"), serve)
    page.goto(page.url + "icm")
    expect(page.get_by_role("status").filter(has_text="preparing 3/115")).to_be_visible()
    expect(page.get_by_role("table", name="equities")).to_be_visible()


def test_big_blinds_are_shown_on_tiles_in_the_tree_and_in_names_of_moves(open_page):
    page = open_page("/")
    tile = page.locator(".tile").filter(has_text="cutoff").filter(has_text="behind")
    expect(tile).to_contain_text("pot 55 · 975 behind")
    page.keyboard.press("u")
    expect(tile).to_contain_text("pot 5.5 · 97.5 bb behind")
    expect(page.locator(".tile").filter(has=page.get_by_text("flop", exact=True))).to_contain_text("pot 5.5 bb")
    page.goto(page.url + "spot?template=flop")
    tree = page.get_by_role("list", name="the betting tree")
    expect(tree).to_contain_text("pot 5.5")
    tree.get_by_role("button", name="check", exact=False).first.click()
    expect(tree.get_by_role("button", name="bet 1.8")).to_be_visible()
    expect(page.get_by_text("97.5 bb", exact=True)).to_be_visible()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("size", "theme"), SIZES)
def test_pages_fit_and_are_accessible(open_page, path, size, theme):
    page = open_page(path, size, theme)
    page.get_by_role("heading", level=1).wait_for()
    check_page(page)
