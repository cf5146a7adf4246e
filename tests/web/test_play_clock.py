"""Time at a table: clock and time bank of the person, a machine that slept, a clock that jumps."""

import json

import pytest
from playing import BOTS, QUICK, passive, seated
from running import wait_for

from pokerlab.table.journal_file import JournalFile
from pokerlab.web.play.clock_watch import ClockWatch


def test_a_clock_that_runs_out_checks_or_folds(room):
    with seated(room, tournament=QUICK, opponents=["always-call"] * 3, clock=1) as seat:
        clock = seat.turn()["clock"]
        assert 0 < clock["seconds"] <= 1  # what is left of it now
        assert clock["bank"] == 0
        hero = seat.state["hero"]
        done = seat.until(lambda m: m["type"] == "event" and m["what"] == "act" and m["seat"] == hero)
        assert done["lines"][0]["text"].split()[1] in ("folds", "checks")


def test_a_time_bank_that_was_used_is_on_file(room):
    with seated(room, tournament=QUICK, opponents=["always-call"] * 3, clock=1, time_bank=60) as seat:
        first = seat.turn()["clock"]["bank"]
        assert first == 60
        wait_for(lambda: room.get(f"tables/{seat.table}")["state"]["clock"]["bank"] < 60, "the time bank to be used")
        assert seat.act(passive(seat.state))["is_taken"]
        seat.turn()
        with JournalFile(room.data.play / "journal.db") as file:
            (found,) = file.rows("SELECT settings FROM tournaments WHERE id = ?", int(seat.table[1:]))
        assert 0 < json.loads(found[0])["time_bank"] < 60
        assert seat.state["clock"]["bank"] == json.loads(found[0])["time_bank"]
    room.post(f"tables/{seat.table}/leave")


@pytest.mark.parametrize(
    ("wall", "steady", "words"),
    [
        (2.0, 2.0, ""),
        (12.0, 2.1, ""),  # a clock that is set right
        (602.0, 2.0, "slept for 10 min, or its clock was put forward"),
        (9002.0, 2.0, "slept for 2.5 hours"),
        (-298.0, 2.0, "was put back by 5 min"),
        (60.0, 60.0, "stood still for 60 s"),
    ],
)
def test_a_machine_that_slept_and_a_clock_that_jumps_are_said_in_a_line(wall, steady, words):
    walls, steadies = iter([1e9, 1e9 + wall, 1e9 + wall + 2]), iter([50.0, 50 + steady, 52 + steady])
    watch = ClockWatch(lambda: next(walls), lambda: next(steadies))
    line = watch.look()
    assert words in line if words else not line
    assert not watch.look()  # it is said once


def test_what_happened_to_the_machine_stands_at_the_table_until_the_next_hand(room, monkeypatch):
    lines = ["This machine slept for 20 s"]
    with seated(room, tournament=QUICK, opponents=BOTS) as seat:
        seat.turn()
        monkeypatch.setattr(ClockWatch, "look", lambda watch: lines.pop() if lines else "")
        seat.until(lambda message: message["type"] == "event" and message["what"] == "table")
        monkeypatch.undo()
        assert seat.state["trouble"] == "This machine slept for 20 s"
        assert seat.state["state"] == "playing"
        assert seat.state["legal"]
        hand = seat.state["hand"]
        while seat.turn() and seat.state["hand"] == hand:
            seat.act(passive(seat.state))
        if seat.state["state"] == "over":  # he went out in this hand: there is no next one
            return
        assert seat.state["trouble"] is None
    room.post(f"tables/{seat.table}/leave")
