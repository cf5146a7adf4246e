"""The lobby, the bankroll, structures and players."""

import pytest
from playing import BOTS, QUICK, connected, hopeful, seated

from pokerlab.agents.rule_files import SHIPPED

TOML = QUICK["toml"]


def test_the_lobby_shows_what_there_is(room):
    found = room.get("lobby")
    assert {row["name"] for row in found["structures"]} >= {"turbo", "regular", "heads-up"}
    turbo = next(row for row in found["structures"] if row["name"] == "turbo")
    assert (turbo["cost"], turbo["prizes"][:3], turbo["levels"][0]["big_blind"]) == (1070, [4500, 2700, 1800], 20)
    assert {"rock", "master"} <= {row["name"] for row in found["players"]}
    assert {"blueprint", "always-call", "nash"} <= {row["name"] for row in found["agents"]}
    assert "human" not in {row["name"] for row in found["agents"]}


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({}, "tournament"),
        ({"tournament": QUICK, "cash": {}}, "tournament"),
        ({"tournament": {}}, "tournament.structure"),
        ({"tournament": {"structure": "turbos"}}, "tournament.structure"),
        ({"tournament": {"structure": "../../key"}}, "tournament.structure"),
        ({"tournament": {"toml": "name = 3"}}, "tournament.toml"),
        ({"tournament": QUICK | {"payouts": "50/60/x"}}, "tournament.payouts"),
        ({"tournament": QUICK | {"blinds": "20/10"}}, "tournament.blinds"),
        ({"tournament": QUICK | {"level_length": 0.5}}, "tournament.level_length"),
        ({"tournament": QUICK | {"players": 11}}, "tournament.players"),
        ({"tournament": QUICK | {"buy_in": 10**9}}, "tournament.buy_in"),
        ({"tournament": QUICK, "opponents": ["rock"] * 4}, "opponents"),
        ({"tournament": QUICK, "opponents": ["rook"]}, "opponents"),
        ({"tournament": QUICK, "opponents": ["human"]}, "opponents"),
        ({"tournament": QUICK, "opponents": ["process:random"]}, "opponents"),
        ({"tournament": QUICK, "opponents": ["strategy:/etc/passwd"]}, "opponents"),
        ({"tournament": QUICK, "opponents": ["expert:/etc/passwd.toml"]}, "opponents"),
        ({"tournament": QUICK, "opponents": ["blueprint:../x.blueprint"]}, "opponents"),
        ({"tournament": QUICK, "opponents": ["level:9"]}, "opponents"),
        ({"tournament": QUICK, "name": "\n"}, "name"),
        ({"cash": {"buy_in": 201}}, "cash.buy_in"),
        ({"cash": {"small_blind": 200}}, "cash.small_blind"),
        ({"cash": {"big_blind": 10_000, "small_blind": 5000}}, "cash.buy_in"),
        ({"cash": {"seats": 7}}, "cash.seats"),
    ],
)
def test_what_cannot_be_opened_is_refused_at_its_field(room, asked, field):
    before = room.get("tables")
    status, _, where = room.refused("POST", "tables", json=asked)
    assert 400 <= status < 500
    assert where == field
    assert room.get("tables") == before


def test_a_structure_is_changed_in_the_lobby(room):
    asked = {"structure": "turbo", "players": 3, "chips": 500, "blinds": "25/50, 50/100/10", "payouts": "winner"}
    asked |= {"level_length": 2, "level_unit": "minutes", "buy_in": 300, "fee": 0}
    with seated(room, tournament=asked, opponents=["always-call"]) as seat:
        state = seat.state
        assert (len(state["seats"]), state["prizes"], state["blinds"]) == (3, [900, 0, 0], [25, 50, 0])
        assert state["level"]["unit"] == "minutes"
        assert state["level"]["next"]["ante"] == 10
        assert 0 < state["level"]["left"] <= 120
        assert sum(one["stack"] for one in state["seats"]) == 1500
        room.post(f"tables/{seat.table}/leave")
        seat.until(lambda message: message["type"] == "event" and message["what"] == "over")


def test_opponents_by_name_level_and_weight(room):
    wanted = ["rock", "level:1", "drawn"]
    with seated(room, tournament=QUICK, opponents=wanted) as seat:
        names = {one["name"] for one in seat.state["seats"]}
        levels = {one["name"]: one["level"] for one in seat.state["seats"]}
        assert {"Hero", "rock"} <= names
        assert 1 in levels.values()
        assert levels["Hero"] is None
    room.post(f"tables/{seat.table}/leave")


def test_the_bankroll_is_reset_when_no_table_is_open(browser, tmp_path, monkeypatch):
    monkeypatch.setenv("POKERLAB_DATA_DIR", str(tmp_path / "user"))
    with seated(browser, tournament=QUICK, opponents=BOTS) as seat:
        status, line, _ = browser.refused("POST", "bankroll/reset", json={})
        assert (status, line) == (409, "the bankroll cannot be reset while a tournament is open")
        found = browser.get("bankroll")
        assert not found["can_reset"]
        assert found["why_not"]
        end = seat.play(hopeful)
    hero = end["seats"][end["hero"]]
    found = browser.get("bankroll")
    assert found["can_reset"]
    assert found["tournaments"] == 1
    assert found["points"][-1]["place"] == hero["place"]
    assert found["points"][-1]["won"] == hero["prize"] - 1050
    assert found["places"][0]["counts"][hero["place"] - 1] == 1
    after = browser.post("bankroll/reset")
    assert after["balance"] == 100_000
    assert [point["what"] for point in after["points"]] == ["opened", "tournament", "reset"]
    assert after["ledger"][-1]["what"] == "reset"
    assert browser.get("tables/t1")["state"]["state"] == "over"


def test_the_lobby_is_told_of_tables_and_money(room):
    with connected(room) as socket:
        socket.send_json({"type": "subscribe", "topic": "lobby"})
        assert socket.receive_json()["type"] == "hello"
        before = socket.receive_json()
        assert before["type"] == "lobby"
        table = room.post("tables", tournament=QUICK, opponents=BOTS)["state"]["id"]
        told = socket.receive_json()
        while not any(row["id"] == table and row["waits"] for row in told["tables"]):
            told = socket.receive_json()
        assert told["balance"] == before["balance"] - 1050
    room.post(f"tables/{table}/leave")


def test_structures_are_checked_and_saved(room):
    row = room.post("structures", toml=TOML)["structure"]
    assert (row["chips"], row["cost"]) == (200, 1050)
    room.post("structures", toml=TOML, name="my own")
    assert any(one["name"] == "my own" and one["own"] for one in room.get("structures")["structures"])
    with seated(room, tournament={"structure": "my own"}, opponents=BOTS) as seat:
        assert seat.state["title"] == "quick"
    room.post(f"tables/{seat.table}/leave")
    assert room.refused("POST", "structures", json={"toml": TOML, "name": "turbo"})[2] == "name"
    assert room.refused("POST", "structures", json={"toml": "chips = 1"})[2] == "toml"
    room.delete("structures/my own")
    assert room.refused("DELETE", "structures/my own")[0] == 404


def test_a_rule_file_is_broken_mended_and_put_back(room):
    shipped = (SHIPPED / "rock.toml").read_text("utf-8")
    found = room.get("players/rock")
    assert (found["toml"], found["own"], found["problem"]) == (shipped, False, None)
    broken = shipped + "\n[river.checked_to]\nblufff = [0.2, 0.1, 0.05]\n"
    problem = room.post("players/check", name="rock", toml=broken)["problem"]
    assert problem is not None
    assert broken.splitlines()[problem["line"] - 1].startswith(("blufff", "[river.checked_to]"))
    no_toml = room.post("players/check", name="rock", toml=shipped + "\n[")["problem"]
    assert no_toml["line"] == len(shipped.splitlines()) + 2
    status, line, field = room.refused("POST", "players/rock", json={"toml": broken})
    assert (status, field) == (400, "toml")
    assert line.startswith("line ")
    assert not room.get("players/rock")["own"]
    mended = shipped.replace(next(line for line in shipped.splitlines() if line.startswith("title")), 'title = "Mine"')
    saved = room.post("players/rock", toml=mended)
    assert (saved["own"], saved["shipped"]) == (True, shipped)
    rows = {row["name"]: row for row in room.get("players")["players"]}
    assert (rows["rock"]["title"], rows["rock"]["own"]) == ("Mine", True)
    room.delete("players/rock")
    assert room.get("players/rock")["toml"] == shipped
    assert room.refused("DELETE", "players/rock")[0] == 404


def test_new_players_are_made_and_names_that_are_none_refused(room):
    room.post("players/cousin", toml='based_on = "rock"\ntitle = "A cousin"\n')
    assert "cousin" in room.get("players")["files"]
    assert room.get("players/cousin")["based_on"] == ["rock", "default"]
    room.delete("players/cousin")
    for name in ("Rock", "a b", "..", "x.toml"):
        assert room.refused("POST", f"players/{name}", json={"toml": ""})[0] in (400, 404, 405)
    assert room.refused("GET", "players/nobody")[0] == 404


def test_a_broken_file_of_the_user_is_said_and_stops_nobody_else(room, tmp_path):
    from pokerlab.agents.rule_files import user_directory

    user_directory().mkdir(parents=True, exist_ok=True)
    path = user_directory() / "rock.toml"
    path.write_text("title = 3\n")
    try:
        rows = {row["name"]: row for row in room.get("lobby")["players"]}
        assert rows["rock"]["problem"]
        assert rows["fox"]["problem"] is None
        found = room.get("players/rock")
        assert (found["line"], found["rules"]) == (1, None)
        assert room.refused("POST", "tables", json={"tournament": QUICK, "opponents": ["rock"]})[2] == "opponents"
    finally:
        path.unlink()


def test_why_is_told_of_players_of_rules_after_the_hand(room):
    with seated(room, tournament=QUICK, opponents=["rock", "fox", "maniac"], show_cards=True) as seat:
        while seat.turn() and seat.state["hand"] == 1:
            seat.act("fold" if seat.state["legal"]["to_call"] else "check")
        why = room.get(f"tables/{seat.table}/hands/1/why")
        decisions = [one for row in why["seats"] for one in row["decisions"]]
        assert decisions
        assert all(abs(sum(one["chances"].values()) - 1) < 1e-3 for one in decisions)
        assert all(0 <= one["draw"] < 65_535 for one in decisions)
        assert [one["drawn"] for one in decisions] == [one["done"] for one in decisions]  # the draws are those of then
        assert room.refused("GET", f"tables/{seat.table}/hands/99/why")[0] == 404
    room.post(f"tables/{seat.table}/leave")
