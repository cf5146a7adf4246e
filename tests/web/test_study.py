"""Spots and solutions over HTTP: the same numbers as the verbs print."""

import json
import shutil
import threading
from pathlib import Path

import pytest

from clients import PATIENCE
from pokerlab._archives import write_archive
from pokerlab._examples import examples_directory
from pokerlab.postflop.memory import in_words
from pokerlab.postflop.report import column_record, runouts, runouts_record
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solution_file import FORMAT
from pokerlab.postflop.solve import solve
from pokerlab.postflop.spot import Spot
from pokerlab.web.endpoints import API
from pokerlab.web.messages.solutions import RunoutPart, RunoutsAnswer

RIVER = examples_directory() / "river.sol"
TURN = Spot(
    name="a turn", board="Td9d6hQc", pot=20, stack=40, oop="AA,KK,JTs", ip="QJs,TT,98s",
    turn={"bet": "50%"}, river={"bet": "60%"},
)  # fmt: skip


@pytest.fixture(scope="module")
def turn_file(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("turn") / "turn.sol"
    solve(TURN, iterations=60).save(path, streets="turn")
    return path


@pytest.fixture
def turn(browser, turn_file):
    shutil.copy(turn_file, browser.data.path / "solutions" / "turn.sol")
    return browser


def test_a_spot_is_checked_as_the_verb_does(browser, pokerlab):
    text = (examples_directory() / "river.toml").read_text()
    found = browser.post("spots/check", toml=text)
    verb = json.loads(pokerlab("tree", str(examples_directory() / "river.toml"), "--json").out)
    assert found["errors"] == []
    assert found["spot"] == verb["spot"]
    assert found["streets"] == verb["streets"]
    assert found["nodes"] == verb["nodes"]
    assert Spot.parse(found["toml"]) == Spot.parse(text)
    assert [street["table_bytes"] for street in found["size"]["streets"]] == [
        street["table_bytes"] for street in verb["size"]["streets"]
    ]
    assert found["size_compressed"]["total_bytes"] < found["size"]["total_bytes"]
    again = browser.post("spots/check", spot=found["spot"])
    assert again["toml"] == found["toml"]


def test_a_spot_that_does_not_fit_says_so_with_32_and_with_16_bits(browser, monkeypatch):
    size = browser.post("spots/check", spot=TURN.to_dict())
    full, half = (size[name]["total_bytes"] for name in ("size", "size_compressed"))
    notes = {}
    for free in (2 * full, half + full // 4, half // 2):
        monkeypatch.setattr("pokerlab.postflop.memory.free_memory", lambda free=free: free)
        found = browser.post("spots/check", spot=TURN.to_dict())
        notes[free] = found["note"], found["note_compressed"]
    roomy, tight, none = notes.values()
    assert roomy == (None, None)
    assert "compressed tables would take" in tight[0]
    assert tight[1] is None
    for note, needed in zip(none, (full, half), strict=True):
        assert note.startswith(f"the spot takes {in_words(needed)} of memory, {in_words(half // 2)} are free")
        assert "a raise cap, or smaller ranges help" in note
    assert "compressed" not in none[1]


def test_all_that_is_wrong_with_a_spot_is_said_at_its_field(browser):
    wrong = TURN.to_dict() | {"pot": -1, "oop": "AXs", "turn": {"bet": "x"}}
    found = browser.post("spots/check", spot=wrong)
    assert {error["field"] for error in found["errors"]} == {"pot", "oop", "turn.bet"}
    assert "toml" not in found
    lined = browser.post("spots/check", spot=TURN.to_dict() | {"add": ["check/bet 7/raise 9"]})
    assert lined["errors"][0]["field"] == "add"
    assert "check/bet 7/raise 9" in lined["errors"][0]["line"]
    assert browser.post("spots/check", toml="board = ")["errors"][0]["line"].startswith("not TOML")
    assert browser.post("spots/check", toml=TURN.to_toml() + "[job]\ntarget = 1\n")["errors"] == []
    assert browser.refused("POST", "spots/check", json={})[0] == 400


def test_a_part_of_the_tree_is_opened_by_its_path(browser):
    found = browser.post("spots/check", spot=TURN.to_dict(), node="check/check", street="river", depth=1)
    assert found["nodes"][0]["kind"] == "deal"
    assert {node["street"] for node in found["nodes"][1:]} == {"river"}
    assert browser.post("spots/check", spot=TURN.to_dict(), node="bet 3")["errors"][0]["field"] == ""


def test_ranges_in_files_of_this_machine_are_not_read(browser, tmp_path):
    (tmp_path / "r.txt").write_text("AA")
    found = browser.post("spots/check", spot=TURN.to_dict() | {"oop": f"@{tmp_path}/r.txt"})
    assert found["errors"][0]["field"] == "oop"
    assert browser.refused("POST", "ranges", json={"text": f"@{tmp_path}/r.txt"})[0] == 400


def test_spots_are_saved_listed_and_removed(browser):
    browser.post("spots/saved", name="my turn", toml=TURN.to_toml())
    found = browser.get("spots")
    assert found["spots"] == [{"name": "my turn", "toml": TURN.to_toml()}]
    assert {"flop", "river", "threebet"} <= {template["name"] for template in found["templates"]}
    assert browser.refused("POST", "spots/saved", json={"name": "bad", "toml": "board = 1"})[0] == 400
    assert browser.refused("POST", "spots/saved", json={"name": "../x", "toml": TURN.to_toml()})[2] == "name"
    browser.delete("spots/saved/my turn")
    assert browser.get("spots")["spots"] == []


def test_the_library_lists_what_is_there_and_says_what_cannot_be_read(turn):
    (turn.data.path / "solutions" / "broken.sol").write_bytes(b"POKERLAB" + bytes(100))
    write_archive(turn.data.path / "solutions" / "newer.sol", FORMAT, 99, {"spot": TURN.to_dict()}, {})
    rows = {row["name"]: row for row in turn.get("solutions")["solutions"]}
    assert rows["newer"]["trouble"] == "it is of version 99, and this program reads 3 at most"
    assert "version 99" in turn.refused("GET", "solutions/newer")[1]
    assert rows["turn"]["streets"] == ["turn"]
    assert (rows["turn"]["board"], rows["turn"]["pot"], rows["turn"]["stacks"]) == ("Td9d6hQc", 20, [40, 40])
    assert rows["river"]["percent_of_pot"] == pytest.approx(Solution.open(RIVER).percent)
    assert rows["broken"]["trouble"].startswith("broken.sol")
    assert (rows["cutoff"]["pot"], rows["cutoff"]["big_blind"]) == (55, 10)
    assert rows["river"]["big_blind"] is None
    facts = turn.get("solutions/turn")
    assert Spot.parse(facts["toml"]) == TURN
    assert facts["percent_of_pot"] == pytest.approx(rows["turn"]["percent_of_pot"])


@pytest.mark.parametrize("path", ["", "check", "check/bet 100"])
def test_a_node_has_the_numbers_of_the_verb(browser, path):
    view = Solution.open(RIVER).at(path)
    for player in (None, "oop", "ip"):
        query = {"path": path} | ({"player": player} if player else {})
        found = browser.get("solutions/river/node", **query)
        whose = view.player if player is None else ("oop", "ip").index(player)
        assert found["found"] == column_record(view, whose)
        assert [step["chosen"] for step in found["line"]] == [*filter(None, path.split("/")), None]
        assert found["line"][-1]["frequencies"] == pytest.approx(list(view.frequencies.values()))
        assert found["line"][-1]["all_in"] == [move.is_all_in for move in view.moves]
        assert sum(found["line"][-1]["goes_on"]) == (0 if view.is_deal else len(view.next_paths))


def test_a_node_that_was_seen_is_not_sent_again(browser, monkeypatch):
    first = browser.client.get(API + "solutions/river/node", params={"path": "check"})
    tag = first.headers["etag"]
    again = browser.client.get(API + "solutions/river/node", params={"path": "check"}, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    other = browser.client.get(API + "solutions/river/node", params={"path": ""}, headers={"If-None-Match": tag})
    assert other.status_code == 200
    path = browser.data.solutions.find("river")
    path.write_bytes(path.read_bytes())
    new = browser.client.get(API + "solutions/river/node", params={"path": "check"}, headers={"If-None-Match": tag})
    assert new.status_code == 200
    assert new.headers["etag"] != tag
    assert new.content == first.content


def test_a_river_that_must_be_solved_is_answered_in_two_parts(turn):
    path = "check/check/river 2c"
    known = turn.get("solutions/turn/node", path=path, wait=False)
    assert known["found"] is None
    assert known["place"]["board"] == "Td9d6hQc2c"
    assert known["line"][-1]["frequencies"] == [None] * len(known["line"][-1]["moves"])
    whole = turn.get("solutions/turn/node", path=path)
    assert whole["place"] == known["place"]
    assert whole["found"]["columns"]["combos"]


def test_run_outs_come_card_by_card_and_then_as_a_whole(turn, turn_file):
    query = {"path": "check/check", "by": "rank"}
    lines = turn.client.get(API + "solutions/turn/runouts", params=query).text.splitlines()
    *parts, last = [json.loads(line) for line in lines]
    assert len(parts) == 48
    for part in parts:
        RunoutPart.model_validate(part)
    assert last.pop("schema") == RunoutsAnswer.SCHEMA
    RunoutsAnswer.model_validate(last)
    assert last == json.loads(json.dumps(runouts_record(runouts(Solution.open(turn_file), "check/check"), "rank")))
    assert turn.refused("GET", "solutions/turn/runouts", params={"path": "check"})[0] == 400
    assert turn.refused("GET", "solutions/turn/runouts", params={"by": "luck"})[2] == "by"


def test_tables_are_the_csv_of_the_verb(browser, pokerlab):
    text = browser.client.get(API + "solutions/river/export", params={"path": "check", "table": "classes"}).text
    assert text == pokerlab("show", str(RIVER), "check", "--classes", "--csv", "-").out
    assert browser.refused("GET", "solutions/river/export", params={"format": "xls"})[2] == "format"


def test_two_solutions_side_by_side(browser):
    shutil.copy(RIVER, browser.data.path / "solutions" / "other.sol")
    found = browser.get("compare", a="river", b="other", path="check", player="oop")
    assert found["a"] == found["b"] == column_record(Solution.open(RIVER).at("check"), 0)


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("solutions/nothing/node", {}, 404),
        ("solutions/..%2Fkey/node", {}, 404),
        ("solutions/river/node", {"path": "fold/fold"}, 400),
        ("solutions/river/node", {"path": "check/check"}, 400),
        ("solutions/river/node", {"path": "x" * 3000}, 400),
        ("solutions/river/node", {"player": "me"}, 400),
        ("solutions/river/node", {"paht": ""}, 400),
        ("compare", {"a": "river"}, 400),
        ("solutions/nothing/file", {}, 404),
    ],
)
def test_questions_without_an_answer_get_a_line(browser, path, query, status):
    assert browser.refused("GET", path, params=query)[0] == status


def test_a_file_goes_out_and_comes_back(browser):
    content = browser.client.get(API + "solutions/river/file").content
    assert content == RIVER.read_bytes()
    reply = browser.client.post(API + "solutions/my river/file", content=content)
    assert reply.json()["name"] == "my river"
    assert browser.get("solutions/my river/node", path="check") == browser.get("solutions/river/node", path="check")
    assert browser.refused("POST", "solutions/my river/file", content=content)[0] == 409
    browser.delete("solutions/my river")
    assert browser.refused("GET", "solutions/my river/node")[0] == 404


def test_what_is_no_solution_is_not_listed(browser, monkeypatch):
    content = RIVER.read_bytes()
    damaged = content[:-100] + bytes([content[-100] ^ 1]) + content[-99:]
    for sent in (b"", b"hello", content[:-1], damaged, (examples_directory() / "kuhn.strategy").read_bytes()):
        status, line, _ = browser.refused("POST", "solutions/new/file", content=sent)
        assert status == 400
        assert "new" in line
        assert "/imports/" not in line
    monkeypatch.setattr("pokerlab.web.app.MOST_IMPORT", 1000)
    assert browser.refused("POST", "solutions/new/file", content=content)[0] == 413
    assert list(browser.data.imports.iterdir()) == []
    assert set(browser.data.solutions.files()) == {"river", "cutoff"}


def test_many_threads_ask_one_solution_at_once(turn):
    """A `Solution` is not made for threads: everybody gets what one who asks alone gets."""
    paths = ["", "check", "check/bet 10", "check/check/river 2c", "check/check/river 3s/check"]
    alone = {path: turn.get("solutions/turn/node", path=path) for path in paths}
    turn.data.solutions.find("turn").touch()
    found: list[tuple[str, dict]] = []

    def ask(first: int) -> None:
        for number in range(10):
            path = paths[(first + number) % len(paths)]
            found.append((path, turn.get("solutions/turn/node", path=path)))

    threads = [threading.Thread(target=ask, args=(number,), daemon=True) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(found) == 50
    assert all(content == alone[path] for path, content in found)


def test_the_order_of_combos_is_told(browser):
    found = browser.get("combos")
    assert (len(found["hands"]), len(found["classes"]), found["classes"][0]) == (1326, 169, "AA")
    assert found["classes"][found["class_of"][found["hands"].index("AhKh")]] == "AKs"
