"""The hand database over HTTP: lists, statistics, marks, files in and out; and no card before its time."""

import gzip
import json
import re
from pathlib import Path

import pytest
from playing import QUICK, passive, seated, shy
from test_play_secrets import cards_in

from pokerlab.cards.card import format_card
from pokerlab.cards.combos import CLASS_NAMES
from pokerlab.records.reading import read_lines
from pokerlab.table.journal import load
from pokerlab.table.journal_file import JournalFile
from pokerlab.web.endpoints import API
from pokerlab.web.messages.kept_hands import HandImportAnswer

GOLDEN = Path(__file__).parents[1] / "golden"
HAND = """[{number}]
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 10000, 8000]
actions = ["d dh p1 ????", "d dh p2 AhKh", "d dh p3 QsQd", "p3 cbr {size}", "p1 f", "p2 cc", "d db 2h7h9c", "p2 cc",
  "p3 cbr 400", "p2 cc", "d db Tc", "p2 cbr 1000", "p3 f"]
players = ["Ann", "Ben", "<b>Cleo"]
table = "Alpha"
hand = {number}
year = 2026
month = 1
day = {day}
_hero = 1

"""
SESSION = "".join(HAND.format(number=number, size=300 + number, day=1 + number % 28) for number in range(1, 61))


def send(browser, text, name="session.phhs", **more):
    """Send a file of hands; what became of it, and how many lines said how far it was."""
    content = text if isinstance(text, bytes) else text.encode()
    reply = browser.client.post(f"{API}hands/import", params={"name": name, **more}, content=content)
    assert reply.status_code == 200, reply.text
    *parts, last = [json.loads(line) for line in reply.text.splitlines()]
    assert last.pop("schema") == HandImportAnswer.SCHEMA, last
    HandImportAnswer.model_validate(last)
    for part in parts:
        HandImportAnswer.model_validate(part["part"])
    return last


def test_files_in_lists_statistics_and_files_out(browser):
    first = send(browser, SESSION + "[61]\nnonsense = 1\n\n")
    assert (first["added"], first["known"], first["broken"]) == (60, 0, 1)
    line = SESSION.count("\n") + 1
    assert re.match(rf"session.phhs:{line}\b", first["messages"][0])
    again = send(browser, gzip.compress(SESSION.encode()), "again.phhs.gz")
    assert (again["added"], again["known"]) == (0, 60)
    assert list(browser.data.imports.iterdir()) == []

    page = browser.get("hands", most=25)
    assert (page["count"], page["total"], page["troubles"]) == (60, 60, [])
    found = page["hands"]
    while page["next"]:
        page = browser.get("hands", most=25, before=page["next"])
        found += page["hands"]
    assert len({hand["hand"] for hand in found}) == 60
    assert [hand["time"] for hand in found] == sorted((hand["time"] for hand in found), reverse=True)
    assert {hand["cards"] for hand in found} == {"AhKh"}
    assert browser.get("hands", cards="QQ")["count"] == 0
    assert browser.get("hands", cards="QQ", player="<b>Cleo", position="BTN", result="lost")["count"] == 60
    assert browser.get("hands", board="unpaired and high==9", pot="raised", since="2026-01-28")["count"] == 2

    stats = browser.get("hands/stats")
    assert (stats["all"]["hands"], stats["all"]["vpip"]) == (60, 1.0)
    assert [row["name"] for row in stats["positions"]] == ["BB"]
    assert stats["all"]["bb_per_100_half_width"] > stats["all"]["bb_per_100_standard_error"]
    choices = browser.get("hands/choices")
    assert {row["name"] for row in choices["players"]} == {"Ann", "Ben", "<b>Cleo"}
    assert choices["events"] == [{"name": "Alpha", "hands": 60}]

    text = browser.client.get(f"{API}hands/export", params={"format": "pokerstars", "since": "2026-01-28"})
    assert 'filename="hands.txt"' in text.headers["content-disposition"]
    assert len(list(read_lines(text.text.splitlines(keepends=True), "text"))) == 2
    assert send(browser, text.content, "out.txt")["known"] == 2
    table = browser.client.get(f"{API}hands/export", params={"format": "csv"}).text
    assert len(table.splitlines()) == 1 + 3 * 60


def test_a_hand_is_told_marked_and_found_by_its_marks(browser):
    send(browser, SESSION)
    hand = browser.get("hands/7")
    assert hand["row"]["hand"] == 7
    assert hand["hand"]["hero"] == 1
    assert [seat["name"] for seat in hand["hand"]["seats"]] == ["Ann", "Ben", "<b>Cleo"]
    assert hand["words"][-1].startswith("  ")
    assert browser.get("hands/7", player="Ann")["row"]["position"] == "SB"
    row = browser.post("hands/7/mark", star=True, note="<i>thin", tags=["river", "ask"])["row"]
    assert (row["star"], row["note"], row["tags"]) == (True, "<i>thin", ["ask", "river"])
    assert browser.post("hands/7/mark", note="")["row"]["tags"] == ["ask", "river"]
    assert [one["hand"] for one in browser.get("hands", star=True)["hands"]] == [7]
    assert [one["hand"] for one in browser.get("hands", tag="ask")["hands"]] == [7]
    assert browser.get("hands/choices")["tags"] == [{"name": "ask", "hands": 1}, {"name": "river", "hands": 1}]
    send(browser, SESSION)
    assert browser.get("hands/7")["row"]["star"]


def test_what_is_wrong_is_said_beside_its_field(browser):
    assert browser.refused("GET", "hands?cards=AXs")[2] == "cards"
    assert browser.refused("GET", "hands?since=soon")[::2] == (400, "since")
    assert browser.refused("GET", "hands?board=hihg%3CT")[2] == "board"
    assert browser.refused("GET", "hands?before=x")[2] == "before"
    assert browser.refused("GET", "hands/stats?pot=6-bet")[2] == "pot"
    assert browser.refused("GET", "hands/9")[::2] == (404, "number")
    assert browser.refused("POST", "hands/9/mark", json={"star": True})[::2] == (404, "number")
    assert browser.refused("GET", "hands/export?format=pdf")[2] == "format"
    assert browser.refused("POST", "hands/import?name=x", content=b"nothing of poker")[0] == 400
    assert "ACPC lines do not say their game" in browser.refused(
        "POST", "hands/import?name=x", content=b"STATE:0:cc/cc/cc/cc:AhKh|QhQd/2c3c4c/5c/6c:0|0:a|b\n"
    )[1]  # fmt: skip
    assert browser.refused("POST", "hands/import?name=x&game=chess", content=b"")[0] == 400
    assert list(browser.data.imports.iterdir()) == []


def test_acpc_lines_with_their_game(browser):
    text = "STATE:0:r300c/cc/cc/cc:AhKh|QhQd/2c3c4c/5c/6d:-300|300:a|b\n"
    assert send(browser, text, "match.log", game="holdem-nolimit:2")["added"] == 1
    assert browser.get("hands", player="b", cards="QQ", result="won")["count"] == 1


def test_opponents_have_statistics_and_notes(browser):
    send(browser, SESSION)
    found = browser.get("opponents/%3Cb%3ECleo")
    assert (found["stats"]["hands"], found["stats"]["pfr"], found["note"]) == (60, 1.0, "")
    assert browser.post("opponents/%3Cb%3ECleo", note="bets too small")["note"] == "bets too small"
    assert browser.get("opponents/%3Cb%3ECleo")["note"] == "bets too small"
    assert browser.get("opponents/who")["stats"]["hands"] == 0
    send(browser, SESSION.replace("Alpha", "Beta"))
    assert browser.get("opponents/%3Cb%3ECleo")["note"] == "bets too small"


@pytest.fixture(scope="module")
def half_played(room):
    """A tournament that still runs, some hands of it over."""
    with seated(
        room, tournament=QUICK | {"chips": 2000}, opponents=["always-call", "always-fold", "always-call"]
    ) as seat:
        turns = 0
        while seat.state["hand"] < 6:
            assert seat.turn() is not None
            seat.act((passive if turns % 2 else shy)(seat.state))
            turns += 1
        yield seat


def test_no_card_of_a_tournament_that_runs_is_told_before_it_is_shown(room, half_played):
    seat = half_played
    with JournalFile(room.data.play / "journal.db") as file:
        found = load(file, int(seat.table[1:]))
    hero = found.entrants[found.owner]
    event = f"tournament {seat.table[1:]}"
    rows = room.get("hands", event=event, most=200)["hands"]
    assert len(rows) == len(found.states) >= 5
    hidden = 0
    for place, (before, state) in enumerate(zip(found.standings, found.states, strict=False)):
        names = [before.entrants[one] for one in before.next_hand().seats]
        row = rows[len(rows) - 1 - place]
        seen = {format_card(card) for card in (*state.board, *state.private[names.index(hero)])}
        for number, name in enumerate(names):
            cards = {format_card(card) for card in state.private[number]}
            if state.is_showdown and state.betting.live >> number & 1:
                seen |= cards
            elif name != hero:
                hidden += 1
                about = room.get("hands", player=name, event=event, cards=",".join(CLASS_NAMES), most=200)
                assert row["hand"] not in [one["hand"] for one in about["hands"]]
                assert room.get(f"hands/{row['hand']}", player=name)["row"]["cards"] is None
        for text in (
            room.client.get(f"{API}hands/{row['hand']}").text,
            room.client.get(f"{API}hands/export", params={"event": event}).text.split("\n\n")[place],
        ):
            assert cards_in(text) <= seen
    assert hidden
    told = [
        room.get("hands/stats", player=name, cards=",".join(CLASS_NAMES), event=event)["all"]["hands"]
        for name in set(found.entrants) - {hero}
    ]
    assert sum(told) == sum(len(before.next_hand().seats) - 1 for before in found.standings[:-1]) - hidden


def test_all_cards_are_told_once_it_is_over(room, half_played):
    seat = half_played
    event = f"tournament {seat.table[1:]}"
    name = seat.state["seats"][(seat.state["hero"] + 1) % len(seat.state["seats"])]["name"]
    before = room.get("hands", player=name, event=event, cards=",".join(CLASS_NAMES))["count"]
    first = room.get("hands", event=event, most=200)["hands"][-1]["hand"]
    room.post(f"hands/{first}/mark", star=True)
    seat.play(lambda state: "a" if state["legal"]["max_raise"] else passive(state))
    while seat.state["state"] != "over":
        seat.hear()
    played = room.get("hands", player=name, event=event)["count"]
    assert played > before
    assert room.get("hands", player=name, event=event, cards=",".join(CLASS_NAMES))["count"] == played
    assert room.get(f"hands/{first}")["row"]["star"]
    assert room.get(f"opponents/{name}")["stats"]["hands"] >= played


def test_a_database_that_cannot_be_used_is_one_line(browser):
    (browser.data.play / "hands.db").write_bytes(b"no database" * 1000)
    status, line, _ = browser.refused("GET", "hands")
    assert status == 400
    assert "the hand database cannot be used" in line
