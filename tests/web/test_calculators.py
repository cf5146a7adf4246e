"""Ranges, equities, ICM and push/fold over HTTP and the socket: the same numbers as the verbs print."""

import asyncio
import json
import time
from collections import OrderedDict
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.websockets import WebSocketDisconnect

from clients import PATIENCE
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.report import decision_record
from pokerlab.web.calculators import find_equity, find_pushfold
from pokerlab.web.endpoints import API
from pokerlab.web.limits import GONE, RefusedError, listening
from pokerlab.web.messages.ranges import EquityQuestion
from pokerlab.web.messages.socket import PushFoldFound
from pokerlab.web.messages.tournaments import FixedRange, PushFoldQuestion

BUBBLE = {"stacks": [2000, 1500, 1000], "blinds": [50, 100], "payouts": "65,35"}


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr("pokerlab.web.calculators._kept", OrderedDict())


@pytest.fixture
def socket(browser):
    headers = {"Host": "127.0.0.1:8765"}
    with browser.client.websocket_connect(API + "socket", headers=headers) as found:
        assert found.receive_json()["type"] == "hello"
        yield found


def test_ranges_are_read_and_written(browser, pokerlab):
    verb = json.loads(pokerlab("range", "QQ+,AKs,A5s-A2s:0.5", "--dead", "Ah", "--json").out)
    found = browser.post("ranges", text="QQ+,AKs,A5s-A2s:0.5", dead="Ah")
    assert found == {key: verb[key] for key in found}
    painted = browser.post("ranges", weights={"QQ": 1, "AKs": 0.25, "AhKh": 1})
    assert browser.post("ranges", text=painted["text"])["weights"] == painted["weights"]
    assert painted["weights"]["AhKh"] == 1
    assert painted["weights"]["AsKs"] == 0.25
    assert browser.post("ranges", weights={})["hands"] == 0
    assert browser.refused("POST", "ranges", json={"text": "AXs"})[1].startswith("'AXs'")


def test_ranges_are_saved_in_folders(browser):
    browser.post("ranges/saved", name="open/BTN", text="20%")
    browser.post("ranges/saved", name="open/BTN", text="25%")
    found = browser.get("ranges")
    assert found["ranges"] == [{"name": "open/BTN", "text": "25%"}]
    assert "btn-push-10bb" in {one["name"] for one in found["starting"]}
    browser.delete("ranges/saved/open/BTN")
    assert browser.get("ranges")["ranges"] == []


def test_equities_are_those_of_the_verb(browser, pokerlab):
    verb = json.loads(pokerlab("equity", "20%", "QQ+,AK", "--board", "QhJh2c", "--json").out)
    found = browser.post("equity", ranges=["20%", "QQ+,AK"], board="QhJh2c", by_hand=True)
    assert found == {key: verb[key] for key in found}
    sampled = browser.post("equity", ranges=["AA", "KK", "QQ"], samples=1000, seed=7)
    assert not sampled["exact"]
    assert browser.refused("POST", "equity", json={"ranges": ["AA"]})[2] == "ranges"
    assert browser.post("equity", ranges=["AhKh", "QdQc", "7s6s"], exact=True)["exact"]
    for wrong, field in (
        ({"ranges": ["AA", "AXs"]}, "ranges.1"),
        ({"ranges": ["AA", "KK"], "board": "Zz"}, "board"),
        ({"ranges": ["AA", "KK"], "dead": "1"}, "dead"),
        ({"ranges": ["AA", "KK"], "exact": True, "samples": 9}, "samples"),
    ):
        assert browser.refused("POST", "equity", json=wrong)[2] == field


def test_long_work_is_given_up(browser, monkeypatch):
    monkeypatch.setattr("pokerlab.web.calculators.LONGEST", -1.0)
    status, line, _ = browser.refused("POST", "equity", json={"ranges": ["*", "*", "22+"], "samples": 200_000})
    assert (status, "let it sample" in line) == (400, True)
    question = {"stacks": [1234, 1500, 1000], "draft": False}
    assert "over the socket" in browser.refused("POST", "pushfold", json=question)[1]


def test_work_that_nobody_waits_for_is_given_up():
    class Left:
        async def is_disconnected(self) -> bool:
            return True

    async def ask() -> None:
        async with listening(Left()):
            async with asyncio.timeout(PATIENCE):
                while not GONE.get().is_set():
                    await asyncio.sleep(0)
            await asyncio.to_thread(find_equity, EquityQuestion(ranges=["*", "22+"], samples=200_000))

    with pytest.raises(RefusedError, match="nobody waits"):
        asyncio.run(ask())
    assert GONE.get() is None


def test_icm_is_that_of_the_verb(browser, pokerlab):
    verb = json.loads(
        pokerlab("icm", "5000,3000,2000", "--places", "--bubble", "--deal", "--set-aside", "5", "--json").out
    )
    found = browser.post("icm", stacks=[5000, 3000, 2000], places=True, bubble=True, deal=True, set_aside=5)
    assert found == {key: verb[key] for key in found}
    assert [round(worth, 2) for worth in found["equities"]] == [38.39, 32.75, 28.86]
    for wrong, field in (
        ({"stacks": [1, -1]}, "stacks"),
        ({"stacks": [3, 2, 1], "payouts": "many"}, "payouts"),
        ({"stacks": [3, 2, 1], "deal": True, "set_aside": 1000}, "set_aside"),
    ):
        assert browser.refused("POST", "icm", json=wrong)[::2] == (400, field)


def test_push_fold_charts_are_those_of_the_verb(browser, pokerlab):
    verb = json.loads(pokerlab("pushfold", "--stacks", "1000,1000", "--json").out)
    found = browser.post("pushfold", stacks=[1000, 1000], draft=False)
    assert [round(decision["percent"], 2) for decision in found["decisions"]] == [58.28, 37.38]
    for mine, theirs in zip(found["decisions"], verb["decisions"], strict=True):
        assert mine["range"] == theirs["range"]
        for name in ("frequency", "all_in", "fold", "own_gain"):
            wanted = [hand[name] for hand in theirs["hands"].values()]
            assert mine["columns"][name] == pytest.approx(wanted, abs=1e-6)
    assert found["values"] == verb["values"]
    assert len(found["positions"]) == 2


def test_the_best_answer_to_a_range_that_was_painted(browser):
    """Against a small blind who pushes everything, the big blind calls with what is worth more than folding."""
    every = [{"player": 0, "against": [], "range": "*"}]
    found = browser.post("pushfold", stacks=[1000, 1000], fixed=every)
    push, call = found["decisions"]
    assert push["percent"] == 100
    assert call["percent"] == pytest.approx(37.38, abs=0.01)
    assert call["best"]["percent"] > 60
    assert call["best"]["range"] != call["range"]
    again = [*every, {"player": 1, "against": [0], "range": call["best"]["range"]}]
    answered = browser.post("pushfold", stacks=[1000, 1000], fixed=again)
    assert answered["values"][1] == pytest.approx(found["values"][1] + found["gains"][1], abs=1e-6)
    assert answered["gains"][1] == pytest.approx(0, abs=1e-6)
    better = [all_in > fold for all_in, fold in zip(call["columns"]["all_in"], call["columns"]["fold"], strict=True)]
    assert 100 * sum(better) / 169 > 60
    assert max(call["columns"]["own_gain"]) > 0
    assert (
        browser.refused("POST", "pushfold", json={"stacks": [10, 10], "fixed": [{"player": 5, "range": "*"}]})[0] == 400
    )


@pytest.mark.parametrize("settings", [{"bunching": True, "draft": False}, {"draft": True}])
def test_given_ranges_go_with_folded_hands_that_count_and_with_drafts(settings):
    fixed = [FixedRange(player=0, range="20%"), FixedRange(player=2, against=[0, 1], range="AA")]
    asked = PushFoldQuestion(**BUBBLE, **settings, fixed=fixed)
    found = find_pushfold(asked, lambda done, total: None)  # however long it takes
    assert found["draft"] == settings["draft"]
    assert found["decisions"][0]["percent"] == pytest.approx(20, abs=0.3)
    assert found["gains"][0] > 0


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"stacks": [1000, -5]}, "stacks"),
        ({"blinds": [100, 50]}, "blinds"),
        ({"ante": -1}, "ante"),
        ({"payouts": "1,2"}, "payouts"),
        ({"payouts": "65,35", "bounties": [5, -5]}, "bounties.1"),
        ({"progressive": 2}, "progressive"),
        ({"algorithm": "guess"}, "algorithm"),
        ({"fixed": [{"player": 0, "range": "AXs"}]}, "fixed.0"),
    ],
)
def test_what_is_wrong_with_a_push_fold_spot_is_at_its_field(browser, wrong, field):
    assert browser.refused("POST", "pushfold", json={"stacks": [1000, 1000]} | wrong)[2] == field


def test_pure_charts_are_those_of_the_verb(browser, pokerlab):
    verb = json.loads(pokerlab("pushfold", "--stacks", "1000,1000", "--purify", "--json").out)
    found = browser.post("pushfold", stacks=[1000, 1000], draft=False, purify=True)
    assert found["purified"] == verb["purified"]
    assert [one["range"] for one in found["decisions"]] == [one["range"] for one in verb["decisions"]]


def test_chips_are_shown_beside_prizes(browser, socket):
    socket.send_json({"type": "pushfold", "id": 1, "question": BUBBLE, "beside": True})
    found = [socket.receive_json() for _ in range(4)]
    assert [one["is_beside"] for one in found] == [False, True, False, True]
    assert [one["is_last"] for one in found] == [False, False, False, True]
    assert [one["result"]["unit"] for one in found] == ["prize", "chips"] * 2
    chips = browser.post("pushfold", **BUBBLE | {"payouts": None}, draft=False)
    assert found[-1]["result"]["decisions"] == chips["decisions"]


def test_a_draft_is_followed_by_the_whole(browser, socket):
    socket.send_json({"type": "pushfold", "id": 7, "question": BUBBLE})
    draft, whole = socket.receive_json(), socket.receive_json()
    for message in (draft, whole):
        message["result"].pop("schema")
        PushFoldFound.model_validate(message)
    assert (draft["id"], draft["is_last"], draft["result"]["draft"]) == (7, False, True)
    assert (whole["id"], whole["is_last"], whole["result"]["draft"]) == (7, True, False)
    assert whole["result"] == {**browser.post("pushfold", **BUBBLE, draft=False)}
    fixed = [{"player": 0, "against": [], "range": "20%"}]
    socket.send_json({"type": "pushfold", "id": 8, "question": BUBBLE | {"fixed": fixed}})
    again = socket.receive_json()  # what is solved needs no draft
    assert (again["id"], again["is_last"], again["result"]["draft"]) == (8, True, False)


def test_dragged_stacks_do_not_queue_up(socket):
    for number in range(30):
        question = BUBBLE | {"stacks": [2000 + number, 1500, 1000]}
        socket.send_json({"type": "pushfold", "id": number, "question": question})
    answers = []
    while not answers or not (answers[-1]["id"] == 29 and answers[-1]["is_last"]):
        answers.append(socket.receive_json())
    assert len(answers) < 15
    assert sum(answer["is_last"] for answer in answers) < 5


def test_messages_that_are_none_get_a_line(socket):
    for text in (
        "",
        "x",
        "[]",
        "{}",
        '{"type": "dance"}',
        '{"type": "subscribe"}',
        "[" * 5000,
        '{"type": "pushfold", "id": 1}',
    ):
        socket.send_text(text)
        assert socket.receive_json()["error"]["line"]
    socket.send_json({"type": "subscribe", "topic": "job:nothing"})
    assert socket.receive_json()["error"]["field"] == "id"
    socket.send_json({"type": "subscribe", "topic": "weather"})
    assert socket.receive_json()["error"]["field"] == "topic"
    socket.send_json({"type": "pushfold", "id": 3, "question": BUBBLE | {"stacks": [1, -1]}})
    assert socket.receive_json()["id"] == 3
    socket.send_text("x" * 20_000)
    assert "16,384" in socket.receive_json()["error"]["line"]
    socket.send_bytes(b"\xff\x00")
    assert socket.receive_json()["type"] == "error"
    socket.send_json({"type": "subscribe", "topic": "kernels"})
    assert socket.receive_json() == {"type": "kernels", "kernels": {"ready": 0, "total": 0}}


def test_too_many_messages_end_the_talk(socket, monkeypatch):
    now = time.monotonic()  # however long it takes to send them
    monkeypatch.setattr("pokerlab.web.limits.time", SimpleNamespace(monotonic=lambda: now))
    for _ in range(300):
        socket.send_text("x")
    seen = 0
    while (message := socket.receive())["type"] == "websocket.send":
        seen += 1
    assert message["code"] == 1008
    assert seen < 120


def test_so_many_pages_and_no_more(browser, monkeypatch):
    monkeypatch.setattr("pokerlab.web.hub.MOST_SOCKETS", 1)
    headers = {"Host": "127.0.0.1:8765"}
    with (
        browser.client.websocket_connect(API + "socket", headers=headers),
        pytest.raises(WebSocketDisconnect),
        browser.client.websocket_connect(API + "socket", headers=headers),
    ):
        pass


def test_a_hand_that_is_dropped_is_replayed(browser):
    text = (Path(__file__).parents[1] / "golden" / "three-side-pots.phh").read_text()
    found = browser.post("hands", text=text)
    assert (found["count"], found["broken"]) == (1, [])
    assert found["hand"]["payoffs"] == [-100, 500, -100, -300]
    assert found["hand"]["steps"][-1]["equities"][1] == 1
    assert browser.refused("POST", "hands", json={"text": text, "hand": 2})[2] == "hand"
    assert browser.refused("POST", "hands", json={"text": "hello"})[0] == 400


def test_heads_up_tables_are_those_of_the_verb(browser, pokerlab):
    verb = json.loads(pokerlab("pushfold", "--stack-table", "--stacks", "5,10,15", "--json").out)
    found = browser.post("stack-table", stacks=[5, 10, 15])
    assert found == {key: verb[key] for key in found}


def test_ranges_of_blueprints_are_what_they_play_before_the_flop(browser):
    found = {one["name"]: one["text"] for one in browser.get("ranges/blueprints")["ranges"]}
    assert {"limit-sb-raise-20", "limit-bb-call-20", "limit-bb-raise-30-over-20", "nolimit-bb-call-300"} <= set(found)
    assert not any("10000" in name for name in found)  # what hardly ever happens was hardly trained
    classes = {name: browser.post("ranges", text=text)["classes"] for name, text in found.items()}
    for line, first, names in (
        ("", "limit-sb", {"c": "call", "r20": "raise-20"}),
        ("r20", "limit-bb", {"c": "call-20", "r30": "raise-30-over-20"}),
    ):
        played = decision_record(Blueprint.open("limit"), line)
        for action, name in names.items():
            chances = played["chances"][played["actions"].index(action)]
            assert sum(classes[f"{first}-{name}"].values()) == pytest.approx(sum(chances), abs=169 * 0.005)
        assert sum(classes[f"{first}-{name}"].get("AA", 0) for name in names.values()) == pytest.approx(1, abs=0.02)
