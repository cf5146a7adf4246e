"""kill -9 of the server while tables are played: the next start goes on with the same hands."""

import random
import signal

import pytest
from playing import QUICK, Seat, passive
from running import Running

from pokerlab.table.bankroll import Bankroll
from pokerlab.table.journal import load, open_numbers
from pokerlab.table.journal_file import JournalFile

BOTS = ["random", "always-call", "uniform"]
TABLES = 4


def cards_of(state):
    return state["hand"], state["seats"][state["hero"]]["cards"], state["board"], state["legal"]


def kill_often(data, kills, rng):
    """Play four tournaments, kill the server again and again; whoever is to act finds what he left."""
    tables, waiting, acted = [], {}, 0
    for _ in range(kills):
        with Running(data) as server:
            if not tables:
                tables = [
                    server.post("tables", tournament=QUICK | {"chips": 3000}, opponents=BOTS, speed="instant")["state"][
                        "id"
                    ]
                    for _ in range(TABLES)
                ]
            with server.socket() as socket:
                for table in tables:
                    seat = Seat(socket, table)
                    state = seat.turn()
                    if table in waiting:
                        assert state is not None
                        assert cards_of(state) == waiting[table]  # the same hand, the same decision
                    for _ in range(rng.randrange(3)):
                        if seat.turn() is None:
                            break
                        assert seat.act(passive(seat.state))["is_taken"]
                        acted += 1
                    state = seat.turn()
                    if state is None:
                        tables = [one for one in tables if one != table]
                        waiting.pop(table, None)
                    else:
                        waiting[table] = cards_of(state)
                        if rng.random() < 0.5:  # killed in the middle of what follows
                            seat.send(type="act", table=table, number=seat.number, id="last", action=passive(state))
                            del waiting[table]
            server.end(signal.SIGKILL)
        if not tables:
            break
    return acted


def check_journal(data):
    """All that is on file follows the rules, and no chip or cent is lost."""
    with JournalFile(data / "play" / "journal.db") as file:
        for number in range(1, TABLES + 1):
            found = load(file, number)
            assert sum(found.standing.stacks) == 12_000
        entries = Bankroll(file).entries
        assert [entry.cents for entry in entries if entry.what in ("buy-in", "fee")] == [-1000, -50] * TABLES
        assert len(open_numbers(file)) <= TABLES


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_a_killed_server_goes_on_with_the_same_hands(tmp_path):
    assert kill_often(tmp_path / "data", 2, random.Random(1)) > 0
    check_journal(tmp_path / "data")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_100_kills_with_four_tournaments(tmp_path):
    rng = random.Random(2)
    for run in range(10):
        assert kill_often(tmp_path / f"data{run}", 10, rng) > 0
        check_journal(tmp_path / f"data{run}")
