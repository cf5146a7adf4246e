"""Cash tables: stakes, buy-ins, top-ups, sitting out, leaving."""

import pytest
from playing import Seat, connected, hopeful, passive, seated, shy

from pokerlab.agents.registry import named_agent
from pokerlab.errors import MatchError, TournamentError
from pokerlab.table.bankroll import Bankroll
from pokerlab.table.cash import CashTable, Stakes
from pokerlab.table.cash_journal import (
    SessionJournal,
    add_chips,
    close_session,
    load_session,
    open_session,
    open_sessions,
)
from pokerlab.table.journal_file import JournalFile

CASH = {"small_blind": 50, "big_blind": 100, "seats": 3, "buy_in": 20}


def test_a_session_pays_and_is_counted(room):
    before = room.get("lobby")["balance"]
    with seated(room, cash=CASH, opponents=["always-call", "always-fold"]) as seat:
        assert seat.state["kind"] == "cash"
        assert room.get("lobby")["balance"] == before - 2000
        for _ in range(6):
            assert seat.turn()
            seat.act(shy(seat.state))
        room.post(f"tables/{seat.table}/leave")
        end = seat.until(lambda message: message["type"] == "event" and message["what"] == "over")["state"]
    hero = end["seats"][end["hero"]]
    assert room.get("lobby")["balance"] == before - 2000 + hero["stack"]
    assert end["cash_won"] == hero["stack"] - 2000
    found = room.get("bankroll")
    assert found["cash_hands"] > 0
    assert found["cash"]["count"] == found["cash_hands"]
    assert found["points"][-1]["won"] == end["cash_won"]
    row = room.get("tables", state="over")["tables"][0]
    assert (row["id"], row["cost"], row["won"]) == (seat.table, 2000, hero["stack"])


def test_who_has_no_chips_tops_up_and_goes_on(room):
    with seated(room, cash=CASH | {"seats": 2}, opponents=["always-call"]) as seat:
        for _ in range(200):
            if seat.turn()["seats"][seat.state["hero"]]["stack"] and seat.state["hand"] > 60:
                break
            seat.act(hopeful(seat.state))
            while not seat.state["legal"]:
                message = seat.hear()
                if any("top up, or leave" in line["text"] for line in message.get("lines", [])):
                    assert seat.state["cash_won"] == -seat.state["cash_bought"]
                    room.post(f"tables/{seat.table}/topup", to=20)
                    seat.turn()
                    assert seat.state["cash_bought"] == 4000
                    room.post(f"tables/{seat.table}/leave")
                    return
    raise AssertionError("nobody loses all-in 60 times")


def test_top_ups_that_cannot_be_are_refused_at_their_field(room):
    with seated(room, cash=CASH | {"big_blind": 500, "small_blind": 200}, opponents=["always-call"] * 2) as seat:
        seat.turn()
        assert room.refused("POST", f"tables/{seat.table}/topup", json={"to": 20})[2] == "to"
        status, line, field = room.refused("POST", f"tables/{seat.table}/topup", json={"to": 200})
        assert (status, field) == (409, "to")
        assert "bankroll holds" in line
        assert room.refused("POST", f"tables/{seat.table}/topup", json={"to": 201})[0] == 400
        room.post(f"tables/{seat.table}/leave")


def test_a_table_waits_for_who_sits_out(room):
    with seated(room, cash=CASH, opponents=["always-call"] * 2) as seat:
        seat.turn()
        room.post(f"tables/{seat.table}/sitout", away=True)
        seat.until(lambda message: any("you sit out" in line["text"] for line in message.get("lines", [])))
        hand = seat.state["hand"]
        room.post(f"tables/{seat.table}/sitout", away=False)
        assert seat.turn()["hand"] == hand + 1
        room.post(f"tables/{seat.table}/leave")


def test_hands_of_a_session_are_told_in_words_and_explained(room):
    with seated(room, cash=CASH, opponents=["always-call"] * 2) as seat:
        while seat.turn() and seat.state["hand"] == 1:
            seat.act(passive(seat.state))
        found = room.get(f"tables/{seat.table}/hands/1")
        assert any("Hero" in line for line in found["words"])
        why = room.get(f"tables/{seat.table}/hands/1/why")
        assert {one["agent"] for one in why["seats"]} == {"always-call"}
        assert all(one["line"] for one in why["seats"])
        room.post(f"tables/{seat.table}/leave")


@pytest.fixture
def file(tmp_path):
    with JournalFile(tmp_path / "journal.db", synchronous=False) as opened:
        yield opened


NAMES, AGENTS = ("Ann", "random", "uniform"), ("", "random", "uniform")
STAKES = Stakes(5, 10, 3)


def table_of(file, number):
    found = load_session(file, number)
    agents = [named_agent(agent or "random") for agent in found.agents]
    return CashTable(
        found.stakes, found.players, agents, stacks=found.stacks, seed=found.seed, button=found.button,
        number=len(found.hands), begun=found.begun, journal=SessionJournal(file, number),
    )  # fmt: skip


def test_a_session_that_is_broken_off_goes_on_with_the_same_hand(file):
    number = open_session(file, STAKES, NAMES, agents=AGENTS, seed=7, owner=0, buy_in=100)
    straight = CashTable(STAKES, NAMES, [named_agent(a or "random") for a in AGENTS], stacks=(1000,) * 3, seed=7)
    for _ in range(20):
        wanted = straight.play()
        table, stop = table_of(file, number), KeyboardInterrupt

        def broken(hand, place, action, journal=table.journal, stop=stop):
            SessionJournal.note_action(journal, hand, place, action)
            if place == 1:
                raise stop

        table.journal.note_action = broken
        try:
            table.play()
        except KeyboardInterrupt:
            assert load_session(file, number).begun.taken
            table = table_of(file, number)
            played = table.play()
            assert played.played.state == wanted.played.state
        assert load_session(file, number).stacks == wanted.after
        if 0 in wanted.after:
            break
    assert sum(wanted.after) == 3000
    close_session(file, number, wanted.after[0])
    close_session(file, number, 10**6)  # once is enough
    assert Bankroll(file).balance == 100_000 - 1000 + wanted.after[0]
    assert open_sessions(file) == []


def test_money_that_is_not_there_buys_nothing(file):
    dear = Stakes(1000, 2000, 2)
    with pytest.raises(TournamentError, match="bankroll holds"):
        open_session(file, dear, NAMES[:2], agents=AGENTS[:2], seed=1, owner=0, buy_in=100)
    number = open_session(file, dear, NAMES[:2], agents=AGENTS[:2], seed=1, owner=0, buy_in=20)
    with pytest.raises(TournamentError, match="bankroll holds"):
        add_chips(file, number, 0, {0: 70_000, 1: 70_000}, 0)
    assert load_session(file, number).stacks == (40_000, 40_000)
    assert Bankroll(file).balance == 60_000
    with pytest.raises(TournamentError, match="cash table is open"):
        Bankroll(file).reset()


def test_stakes_and_buy_ins_that_make_no_sense_are_refused():
    for wrong in ((0, 10, 2), (20, 10, 2), (5, 10, 7), (5, 10, 1)):
        with pytest.raises(MatchError):
            Stakes(*wrong)
    with pytest.raises(MatchError, match="20 to 200"):
        STAKES.chips(201)


def test_the_button_moves_on_and_heads_up_it_posts_the_small_blind():
    agents = [named_agent("always-fold") for _ in range(3)]
    table = CashTable(STAKES, NAMES, agents, stacks=(1000, 1000, 1000), seed=1)
    buttons = [table.play().hand.button for _ in range(4)]
    assert buttons == [0, 1, 2, 0]
    two = CashTable(Stakes(5, 10, 2), NAMES[:2], agents[:2], stacks=(1000, 1000), seed=1)
    hand = two.next_hand()
    assert hand.small_blind == hand.button
    assert hand.game.stacks == (1000, 1000)


def test_a_journal_of_the_version_before_is_taken_up(tmp_path):
    import sqlite3

    path = tmp_path / "journal.db"
    with JournalFile(path) as file:
        Bankroll(file)
    with sqlite3.connect(path) as old:
        old.executescript(
            "DROP TABLE sessions; DROP TABLE session_hands; DROP TABLE session_actions; DROP TABLE session_chips; "
            "DROP TABLE tallies; ALTER TABLE tournaments DROP COLUMN settings; ALTER TABLE ledger DROP COLUMN session; "
            "PRAGMA user_version = 1"
        )
    old.close()
    with JournalFile(path) as file:
        assert open_session(file, STAKES, NAMES, agents=AGENTS, seed=1, owner=0, buy_in=20) == 1
        assert [entry.what for entry in Bankroll(file).entries] == ["opened", "cash buy-in"]


def test_a_page_finds_its_cash_table_again(room):
    with seated(room, cash=CASH, opponents=["always-call"] * 2) as seat:
        before = seat.turn()
    with connected(room) as socket:
        again = Seat(socket, seat.table)
        assert again.turn()["seats"] == before["seats"]
        room.post(f"tables/{seat.table}/leave")
