"""Every field of the forms asks what it says, in a real browser; files come and go; what comes next is known ahead."""

import json
import re

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import expect
from running import REST, wait_for

from pokerlab._examples import examples_directory

TURN = {
    "name": "a turn", "board": "Td9d6hQc", "pot": 200, "stack": 900, "oop": "66+,A8s+,AJo+",
    "ip": "22+,ATs+,KTs+,AQo+", "river": {"bet": "33%,66%,a", "raise": "60%,a"},
}  # fmt: skip


def settled(page) -> None:
    expect(page.get_by_role("status").filter(has_text=re.compile("settled|pure")).first).to_be_visible()
    expect(page.get_by_text("refining…")).to_have_count(0)


def refuse(page, pattern: str) -> list[dict]:
    """Refuse a question in a line, and keep what was asked."""
    asked: list[dict] = []

    def answer(route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(status=400, json={"schema": "pokerlab/error/1", "error": {"line": "not now", "field": ""}})

    page.route(re.compile(pattern), answer)
    return asked


def test_fields_of_push_fold_are_what_is_asked(open_page, server):
    page = open_page("/pushfold?stacks=1200,800&payouts=65,35")
    table = page.get_by_role("region", name="table", exact=True)
    shown = page.get_by_role("region", name="SB push", exact=True).get_by_label("all-in with", exact=True)
    spot = {"stacks": [1200, 800], "payouts": "65,35", "draft": False}

    def check(**more) -> None:
        spot.update(more)
        found = server.post("pushfold", **spot)["decisions"][0]["percent"]
        expect(shown).to_have_text(f"{found:.2f}%")
        settled(page)

    check()
    table.get_by_label("bounties").check()
    table.get_by_label("Part on the own head").fill("0.25")
    table.get_by_label("bounty on BB").fill("20")
    check(bounties=[10, 20], progressive=0.25)
    table.get_by_label("bounties").uncheck()
    del spot["bounties"], spot["progressive"]
    table.get_by_label("Ante", exact=True).fill("30")
    table.get_by_label("the big blind posts the ante for all").check()
    check(ante=30, big_blind_ante=True)
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("u")
    stacks = page.get_by_role("table", name="what the hand is worth").get_by_role("row").nth(1).get_by_role("cell")
    expect(stacks.nth(1)).to_have_text("12")


def test_fields_of_a_spot_are_those_of_its_file(open_page, server):
    page = open_page("/spot?template=flop")
    toml = page.get_by_label("TOML")
    expect(toml).to_have_value(re.compile("board"))
    sizes = page.get_by_role("region", name="sizes", exact=True)
    sizes.get_by_role("radio", name=re.compile("^OOP")).click()
    river = sizes.get_by_role("group", name="river")
    river.get_by_label("bet", exact=True).fill("40%, 120%")
    expect(toml).to_have_value(re.compile(r"40%, ?120%"))
    own = server.post("spots/check", toml=toml.input_value())["spot"]["river"]
    assert re.sub(" ", "", own["oop"]["bet"]) == "40%,120%"
    assert own["ip"]["bet"] == "75%"
    river.get_by_role("button", name="river bet: by default").click()
    expect(toml).not_to_have_value(re.compile("120%"))
    page.get_by_label("Rake, %").fill("5")
    page.get_by_label("Rake at most").fill("3bb")
    page.get_by_label("Bets and raises on a street").fill("1")
    page.get_by_label("Pot", exact=True).fill("6bb")
    page.get_by_label("Behind (or: oop, ip)").fill("90bb, 80bb")
    expect(toml).to_have_value(re.compile("raise_cap = 1"))
    expect(toml).to_have_value(re.compile(r"cap = 30\b"))
    expect(toml).to_have_value(re.compile("pot = 60"))
    expect(toml).to_have_value(re.compile(r"stacks = \[900, 800\]"))
    found = server.post("spots/check", toml=toml.input_value())
    assert (found["spot"]["rake"]["percent"], found["spot"]["raise_cap"]) == (5, 1)
    solve = page.get_by_role("region", name="solve", exact=True)
    expect(solve).to_contain_text(_bytes(found["size"]["total_bytes"]))
    page.once("dialog", lambda dialog: dialog.accept("a raked flop"))
    page.get_by_role("button", name="Save…").click()
    expect(page.get_by_text("spot saved as a raked flop")).to_be_visible()
    assert server.get("spots")["spots"][0] == {"name": "a raked flop", "toml": toml.input_value()}
    solve.get_by_label("16 bits").check()
    expect(solve.locator("b").first).to_have_text(_bytes(found["size_compressed"]["total_bytes"]))
    solve.get_by_label("Keep in the file").select_option("up to the turn")
    solve.get_by_label("Target").fill("0.7")
    asked = refuse(page, "/api/1/jobs$")
    solve.get_by_role("button", name="Solve to 0.7% of the pot").click()
    expect(solve.get_by_role("alert")).to_have_text("not now")
    assert {key: asked[0][key] for key in ("target", "compressed", "streets")} == {
        "target": 0.7, "compressed": True, "streets": "turn",
    }  # fmt: skip
    page.get_by_role("link", name="pokerlab, start page").click()
    page.get_by_role("link", name="a raked flop").click()
    expect(page.get_by_label("Rake, %")).to_have_value("5")
    page.go_back()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="remove the spot a raked flop").click()
    expect(page.get_by_role("heading", name="Saved spots")).to_have_count(0)


def _bytes(count: float) -> str:
    """Some of a spot's bytes as the page writes them, which are less than a GB."""
    value = count / 1e6
    return f"{value:.0f} MB" if value >= 100 else f"{value:.1f} MB"


def test_memory_that_does_not_suffice_is_said_with_32_and_with_16_bits(open_page):
    page = open_page("/icm")

    def short(route) -> None:
        answer = route.fetch().json()
        route.fulfill(json=answer | {"note": "too much at 32 bits", "note_compressed": "too much at 16 bits"})

    page.route(re.compile("/api/1/spots/check$"), short)
    page.get_by_role("link", name="Spot", exact=True).click()
    page.get_by_label("begin with").select_option("flop")
    solve = page.get_by_role("region", name="solve", exact=True)
    expect(solve.locator(".error")).to_have_text("too much at 32 bits")
    solve.get_by_label("16 bits").check()
    expect(solve.locator(".error")).to_have_text("too much at 16 bits")


def test_half_a_size_is_not_yet_wrong_and_one_question_is_open_at_a_time(open_page):
    page = open_page("/spot?template=flop")
    field = page.get_by_role("group", name="flop").get_by_label("bet", exact=True)
    expect(page.get_by_label("TOML")).to_have_value(re.compile("board"))
    page.evaluate(REST)
    open_now, most = [], [0]

    def began(request) -> None:
        if request.url.endswith("/spots/check"):
            open_now.append(request)
            most[0] = max(most[0], len(open_now))

    page.on("request", began)
    page.on("requestfinished", lambda request: request in open_now and open_now.remove(request))
    field.fill("")
    field.press_sequentially("33%, 75%", delay=5)
    expect(page.get_by_label("TOML")).to_have_value(re.compile("33%, ?75%"))
    page.evaluate(REST)
    assert most[0] == 1
    expect(page.get_by_role("alert")).to_have_count(0)


def test_heights_are_normalised_and_run_outs_are_grouped_by_rank(open_page, server):
    job = server.post("jobs", spot=TURN, target=20)["job"]["id"]
    solution = server.job_in(job, "done")["solution"]
    page = open_page(f"/browse?solution={solution}&path=check/check")
    page.get_by_role("grid").first.wait_for()
    page.keyboard.press("5")
    before = heights(page)
    page.get_by_label("normalised").check()
    wait_for(lambda: heights(page) != before, "other heights")
    after, most = heights(page), max(before)
    assert most < 100 == max(after)
    assert after == pytest.approx([100 * height / most for height in before], abs=0.2)
    page.keyboard.press("n")
    wait_for(lambda: heights(page) == before, "the heights from before")
    page.get_by_role("button", name="Go through all cards").click()
    page.get_by_text(re.compile("mean over all cards")).wait_for()
    page.get_by_role("radio", name="By rank").click()
    rows = json.loads(server.client.get(f"solutions/{solution}/runouts?path=check/check").text.splitlines()[-1])["rows"]
    shown = page.get_by_role("table", name="equity oop by rank").locator("tbody tr")
    expect(shown).to_have_count(13)
    for rank, row in zip("AKQJT98765432", shown.all(), strict=True):
        cards = [one for one in rows if one["card"][0] == rank]
        chance = sum(one["chance"] for one in cards)
        mean = sum(one["chance"] * one["equity"][0] for one in cards) / chance
        name, _, value = row.get_by_role("cell").all_inner_texts()
        assert name == rank
        assert int(value) == pytest.approx(100 * mean, abs=0.501)


def heights(page) -> list[float]:
    """How high the cells of the matrix are filled, in percent."""
    script = (
        """all => all.map((one) => one.style.backgroundSize.split(" ").at(-1)).map((size) => parseFloat(size) || 0)"""
    )
    return page.get_by_role("grid").first.locator(".cell:not(.out)").evaluate_all(script)


def test_a_run_says_how_long_it_takes_about(open_page, server):
    job = server.post("jobs", spot=TURN | {"name": "a long turn"}, target=1e-3)["job"]["id"]
    wait_for(lambda: any(step.get("left") for step in server.get(f"jobs/{job}")["steps"]), "an estimate")
    page = open_page(f"/jobs?id={job}")
    left = page.locator(".figures div").filter(has_text="left, about").locator("dd")
    expect(left).to_have_text(re.compile(r"^[\d.]+ (s|min|h)$"))
    server.post(f"jobs/{job}/cancel")
    expect(left).to_have_text("–")


def test_flops_by_subset_by_sample_and_all_of_them_are_asked_for(open_page):
    page = open_page("/flops")
    new = page.get_by_role("region", name="new", exact=True)
    new.get_by_label("Spot").select_option("flop2")
    asked = refuse(page, "/api/1/flops$")
    new.get_by_role("radio", name="50", exact=True).click()
    new.get_by_role("button", name="Solve on 50 flops").click()
    expect(new.get_by_role("alert")).to_have_text("not now")
    new.get_by_role("radio", name="Sample").click()
    new.get_by_label("How many, drawn at random").fill("7")
    new.get_by_label("keep whole solutions").check()
    new.get_by_role("button", name="Solve on 7 flops").click()
    wait_for(lambda: page.evaluate("1") and len(asked) == 2, "a second question")
    new.get_by_role("radio", name="All", exact=True).click()
    new.get_by_role("button", name="Solve on all flops").click()
    wait_for(lambda: page.evaluate("1") and len(asked) == 3, "a third question")
    kept = [{key: one[key] for key in ("subset", "sample", "all", "only", "keep") if key in one} for one in asked]
    assert kept == [{"subset": 50, "keep": "flop"}, {"sample": 7, "keep": "full"}, {"all": True, "keep": "full"}]


def test_a_solution_file_is_added_downloaded_and_removed(open_page, server, tmp_path):
    file = tmp_path / "sent.sol"
    file.write_bytes((examples_directory() / "river.sol").read_bytes())
    wrong = tmp_path / "wrong.sol"
    wrong.write_text("hello")
    page = open_page()
    page.locator("input[type=file]").set_input_files(wrong)
    expect(page.get_by_text(re.compile("no pokerlab file|not a|no solution")).first).to_be_visible()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("link", name="sent", exact=True).wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="download sent").click()
    assert download.value.path().read_bytes() == file.read_bytes()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="remove sent").click()
    expect(page.get_by_role("link", name="sent", exact=True)).to_have_count(0)
    assert "sent" not in [row["name"] for row in server.get("solutions")["solutions"]]


def test_what_comes_next_is_asked_for_ahead_and_not_again(open_page):
    page = open_page("/browse?solution=river")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/node?" in request.url else None)
    page.reload()
    page.get_by_role("grid", name="hands of oop").wait_for()

    def of_check() -> list[str]:
        page.evaluate(REST)
        return [url for url in asked if re.search(r"[?&]path=check(&|$)", url) and "player=" not in url]

    wait_for(of_check, "a look ahead")
    page.keyboard.press("ArrowRight")
    page.get_by_role("grid", name="hands of ip").wait_for()
    assert len(of_check()) == 1
    wait_for(lambda: page.evaluate(REST) or any("path=check/bet" in url for url in asked), "the next look ahead")


def test_stacks_of_icm_are_typed_in_chips_or_in_big_blinds(open_page, server):
    page = open_page("/icm")
    stack = page.get_by_label("stack of 3", exact=True)
    page.get_by_label("Big blind").fill("100")
    stack.fill("25bb")
    page.wait_for_url(re.compile("stacks=5000,3000,2500.*bb=100"))
    found = server.post("icm", stacks=[5000, 3000, 2500], payouts="50,30,20")["equities"]
    cells = page.get_by_role("table", name="equities").get_by_role("row").nth(3).get_by_role("cell")
    expect(cells.nth(3)).to_have_text(f"{found[2]:.2f}")
    expect(cells.nth(1)).to_have_text("2,500")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("u")
    expect(cells.nth(1)).to_have_text("25")
    expect(stack).to_have_value("25")
    stack.fill("30")
    page.wait_for_url(re.compile("stacks=5000,3000,3000"))
    page.get_by_label("Big blind").fill("much")
    expect(page.get_by_role("alert")).to_have_text("'much' is no number")


def test_keys_themes_and_focus_are_seen(open_page):
    page = open_page("/spot?template=flop")
    root = page.locator("html")
    for theme in ("light", "dark"):
        page.keyboard.press("t")
        expect(root).to_have_attribute("data-theme", theme)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)") >= 2
    page.emulate_media(reduced_motion="reduce")
    script = """[...document.querySelectorAll("*")].filter((one) => getComputedStyle(one).transitionDuration
        .split(",").some((time) => parseFloat(time) > 0.001)).length"""
    assert page.evaluate(script) == 0
    expect(page.locator("optgroup").filter(has_text="nolimit").first).to_have_attribute(
        "label", re.compile("trained, not solved")
    )
    painter = page.get_by_label("ranges", exact=True)
    text = page.get_by_label("OOP as text")
    text.fill("QQ+,AKs")
    cell = page.get_by_role("grid", name="OOP: range").get_by_role("gridcell", name=re.compile("^KK "))
    expect(cell).to_have_attribute("aria-label", "KK 100%")
    painter.get_by_label("weight of the brush in percent").first.fill("0")
    cell.click()
    expect(text).to_have_value("AA,QQ,AKs")
    painter.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_text("range copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "AA,QQ,AKs"
