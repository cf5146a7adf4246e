"""A table over the socket: what is told, what is taken, and what becomes of pages that lie, repeat or go."""

import asyncio
import json
import random

import pytest
from playing import BOTS, QUICK, Seat, connected, hopeful, passive, seated, shy

from pokerlab.errors import TournamentError
from pokerlab.table.journal import Journal
from pokerlab.web import hub


def chips(state):
    return sum(seat["stack"] + seat["bet"] for seat in state["seats"]) + sum(pot["amount"] for pot in state["pots"])


def test_a_tournament_is_played_to_its_end_over_the_socket(room):
    before = room.get("lobby")["balance"]
    with seated(room, tournament=QUICK, opponents=BOTS) as seat:
        assert seat.state["hero"] in range(4)
        assert sorted(one["name"] for one in seat.state["seats"]) == ["Hero", *sorted(BOTS)]
        end = seat.play(passive)
    assert end["state"] == "over"
    assert end["seed"] is not None
    assert sorted(one["place"] for one in end["seats"])[0] == 1
    assert all(1 <= one["place"] <= 4 for one in end["seats"])
    events = [message for message in seat.told if message["type"] == "event"]
    for kind in ("deal", "act", "turn", "win", "end", "out", "over"):
        assert any(event["what"] == kind for event in events), kind
    for event in events:
        assert chips(event["state"]) == 800, event
        if event["what"] != "over":
            assert event["state"]["seed"] is None
    hero = end["seats"][end["hero"]]
    rows = room.get("tables")
    assert rows["tables"][0] | {"place": hero["place"], "won": hero["prize"]} == rows["tables"][0]
    assert rows["balance"] == before - 1050 + hero["prize"]


def test_a_whole_turbo_against_eight_players_of_the_roster(room):
    before = room.get("lobby")["balance"]
    with seated(room, tournament={"structure": "turbo"}) as seat:
        assert len(seat.state["seats"]) == 9
        end = seat.play(lambda state: hopeful(state) if state["hand"] > 20 else shy(state))
    assert end["state"] == "over"
    assert sum(one["prize"] for one in end["seats"]) == 9000
    assert not any(": checked or folded for it" in line["text"] for message in seat.told for line in _lines(message))
    hero = end["seats"][end["hero"]]
    assert end["result"].startswith("Hero")
    assert room.get("lobby")["balance"] == before - 1070 + hero["prize"]


def test_every_action_is_told_with_who_is_next_and_what_is_in_front(room):
    with seated(room, tournament=QUICK, opponents=["always-call"] * 3) as seat:
        seat.turn()
        state = seat.state
        hero = state["seats"][state["hero"]]
        assert hero["is_hero"]
        assert len(hero["cards"]) == 2
        assert "??" not in hero["cards"]
        assert all(one["cards"] == ["??", "??"] for one in state["seats"] if not one["is_hero"])
        assert state["actor"] == state["hero"]
        assert state["legal"]["presets"][0] == {"text": "min", "to": state["legal"]["min_raise"]}
        assert state["legal"]["presets"][-1] == {"text": "a", "to": state["legal"]["max_raise"]}
        assert state["hero_hand"]
        assert any(line["text"].startswith("Hero has ") for message in seat.told for line in _lines(message))
        seat.play(passive, 4)
        assert seat.state["hand"] == 1 or seat.state["hand"] == 2


def _lines(message):
    return message.get("lines") or message.get("log") or []


def test_a_repeated_id_is_answered_and_done_once(room):
    with seated(room, tournament=QUICK, opponents=BOTS) as seat:
        seat.turn()
        number = seat.number
        first = seat.act("call", name="mine")
        assert first["is_taken"]
        hand = room.get(f"tables/{seat.table}")["number"]
        again = seat.act("call", number=number, name="mine")
        assert again == first
        assert seat.number >= hand - 1
        assert seat.turn() is None or seat.state["hand"] >= 1


def test_a_stale_number_is_refused_with_the_new_state(room):
    with seated(room, tournament=QUICK, opponents=BOTS) as seat:
        seat.turn()
        answer = seat.act("call", number=seat.number - 1)
        assert not answer["is_taken"]
        assert "moved on" in answer["line"]
        assert seat.until(lambda message: message["type"] == "snapshot")["number"] == seat.number
        assert seat.state["legal"]
        assert seat.act(passive(seat.state))["is_taken"]


@pytest.mark.parametrize(
    ("wish", "line"),
    [("raise 1", "the smallest raise is to"), ("100000", "all you have makes"), ("check", "not legal"),
     ("1%", "smallest"), ("dance", "type fold"), ("0.1bb", "smallest"), ("1.2x", "smallest"), ("50", None)],
)  # fmt: skip
def test_an_illegal_amount_is_explained_and_nothing_is_done(room, wish, line):
    with seated(room, tournament=QUICK, opponents=["always-raise"] * 3) as seat:
        while seat.turn() and not seat.state["legal"]["to_call"]:
            seat.act("check")
        number, legal = seat.number, seat.state["legal"]
        if not legal["max_raise"]:
            line = line and "no raise" if wish not in ("check", "dance") else line
        answer = seat.act(wish)
        if line is not None:
            assert not answer["is_taken"]
            assert line in answer["line"]
            assert (seat.number, seat.state["legal"]) == (number, legal)


def test_amounts_in_big_blinds_percent_and_multiples(room):
    with seated(room, tournament=QUICK | {"chips": 2000, "players": 2}, opponents=["always-call"]) as seat:
        seat.turn()
        assert seat.act("3bb")["is_taken"]
        acted = next(m for m in reversed(seat.told) if m["type"] == "event" and m["what"] == "act")
        mine = [m for m in seat.told if m["type"] == "event" and m["what"] == "act" and m["seat"] == seat.state["hero"]]
        assert "raises to 60" in mine[0]["lines"][0]["text"], (acted, mine)
        while seat.turn() and seat.state["street"] == 0:
            seat.act("check")
        assert seat.state["pot"] == 120
        assert seat.act("50%")["is_taken"]
        mine = [m for m in seat.told if m["type"] == "event" and m["what"] == "act" and m["seat"] == seat.state["hero"]]
        assert "bets to 60" in mine[-1]["lines"][0]["text"]


def test_acts_of_others_turns_and_unknown_tables_are_refused(room):
    with seated(room, tournament=QUICK, opponents=BOTS) as seat:
        seat.turn()
        seat.send(type="act", table="t99", number=1, id="x", action="fold")
        error = seat.until(lambda message: message["type"] == "error")
        assert error["error"]["field"] == "table"
        number = seat.number
        assert seat.act(passive(seat.state))["is_taken"]
        assert not seat.act("fold", number=number)["is_taken"]


def test_two_pages_at_one_table_see_the_same_and_the_first_act_counts(room):
    with seated(room, tournament=QUICK, opponents=BOTS) as one, connected(room) as socket:
        one.turn()
        two = Seat(socket, one.table)
        assert (two.state, two.number) == (one.state, one.number)
        assert one.act(passive(one.state))["is_taken"]
        assert not two.act("fold", number=two.number)["is_taken"]
        one.turn()
        while two.number < one.number:
            two.hear()
        assert two.state == one.state


def test_a_page_that_goes_leaves_nothing_and_finds_the_same_hand(room):
    with seated(room, tournament=QUICK, opponents=BOTS) as seat:
        seat.turn()
        before = seat.state
    for _ in range(3):
        with connected(room) as socket:
            again = Seat(socket, seat.table)
            assert again.turn()["seats"] == before["seats"]
            assert again.state["legal"] == before["legal"]


def test_who_leaves_is_blinded_out_and_the_prize_still_counts(room):
    before = room.get("lobby")["balance"]
    with seated(room, tournament=QUICK | {"payouts": "25/25/25/25"}, opponents=["always-call"] * 3) as seat:
        seat.turn()
        left = room.post(f"tables/{seat.table}/leave")
        assert left["state"]["left"]
        end = seat.until(lambda message: message["type"] == "event" and message["what"] == "over")["state"]
        hero = end["seats"][end["hero"]]
        assert hero["prize"] == 1000
        assert not hero["here"]
        assert room.get("lobby")["balance"] == before - 1050 + 1000
        assert room.refused("POST", f"tables/{seat.table}/leave", json={})[0] == 409


def test_who_sits_out_checks_and_folds_until_he_is_back(room):
    with seated(room, tournament=QUICK | {"chips": 5000}, opponents=["always-call"] * 3) as seat:
        seat.turn()
        room.post(f"tables/{seat.table}/sitout", away=True)
        seat.until(lambda message: message["type"] == "event" and message["state"]["hand"] > 2)
        assert seat.state["away"]
        room.post(f"tables/{seat.table}/sitout", away=False)
        assert seat.turn()


def test_speed_is_changed_and_kept(room):
    with seated(room, tournament=QUICK, opponents=BOTS, speed="slow") as seat:
        assert room.post(f"tables/{seat.table}/settings", speed="instant", after_fold=True)["state"]["after_fold"]
        while seat.state["speed"] != "instant":
            seat.hear()
        assert seat.play(hopeful)["state"] == "over"


class SlowSocket:
    """A socket that sends nothing until it is let."""

    def __init__(self):
        self.sent, self.may_send = [], asyncio.Event()

    async def send_text(self, text):
        await self.may_send.wait()
        self.sent.append(json.loads(text))


def test_a_page_that_reads_slowly_is_sent_a_snapshot_instead_of_what_it_missed():
    async def talk():
        room, socket = hub.Hub(), SlowSocket()
        room.first["table"] = lambda rest: [{"type": "snapshot", "table": rest, "number": 5000}]
        page = hub.Page(room, socket)
        page.topics.add("table:t1")
        room.pages.add(page)
        sender = asyncio.create_task(page.send())
        for number in range(5000):
            room.tell({"type": "event", "number": number}, "table:t1")
        socket.may_send.set()
        while not socket.sent or socket.sent[-1]["type"] != "snapshot":
            await asyncio.sleep(0)
        room.tell({"type": "event", "number": 5001}, "table:t1")
        while socket.sent[-1]["type"] != "event":
            await asyncio.sleep(0)
        sender.cancel()
        return socket.sent

    sent = asyncio.run(asyncio.wait_for(talk(), 60))
    assert [message["number"] for message in sent] == [*range(hub.BEHIND), 5000, 5001]


def test_a_full_disk_is_said_in_a_line_and_the_same_hand_goes_on(room, monkeypatch):
    with seated(room, tournament=QUICK, opponents=BOTS) as seat:
        before = seat.turn()
        write, failures = Journal.note_action, iter([True, True])

        def full(journal, *what):
            if next(failures, False):
                raise TournamentError("journal.db: the journal cannot be used: database or disk is full")
            write(journal, *what)

        monkeypatch.setattr(Journal, "note_action", full)
        monkeypatch.setattr("pokerlab.web.play.played_table.RETRY_SECONDS", 0.01)
        seat.act(passive(before))
        while seat.state["state"] != "stopped":
            seat.hear()
        assert seat.state["trouble"].endswith("disk is full")
        assert not seat.state["legal"]
        after = seat.turn()  # nothing was written, so it is the same decision
        assert after["seats"][after["hero"]]["cards"] == before["seats"][before["hero"]]["cards"]
        assert after["legal"] == before["legal"]
        assert after["trouble"] is None


def test_pages_that_lie_repeat_and_disconnect_never_stop_a_table(room):
    rng = random.Random(5)
    words = [
        "fold",
        "check",
        "call",
        "a",
        "3bb",
        "50%",
        "2x",
        "raise",
        "-1",
        "1e9",
        "🂡",
        "min",
        "r999999999999999",
        "0",
    ]
    table = room.post("tables", tournament=QUICK, opponents=BOTS, speed="instant")["state"]["id"]
    for _ in range(12):
        with connected(room) as socket:
            seat = Seat(socket, table)
            for _ in range(15):
                if seat.turn() is None:
                    return
                if rng.random() < 0.2:
                    socket.send_text(json.dumps({"type": "act", "table": table}))
                    seat.until(lambda message: message["type"] == "error")
                number = rng.choice([seat.number, seat.number, seat.number - 1, 0, 2**53])
                seat.act(rng.choice(words), number=number, name=rng.choice(["same", None, None]))
    with connected(room) as socket:
        assert Seat(socket, table).play(shy)["state"] == "over"
