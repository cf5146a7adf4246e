"""Hands of tables in the hand database: all of them, once, and no card before its time."""

import json
import os
import random
import signal
import subprocess
import sys

import pytest

from clients import limited
from killed_play import BOTS, NAMES, STRUCTURE, play_on
from pokerlab.agents.agent import Agent
from pokerlab.agents.registry import named_agent
from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import CLASS_NAMES
from pokerlab.games.action import CALL, FOLD
from pokerlab.records.rows import hand_rows
from pokerlab.records.writing import write_hands
from pokerlab.table.cash import CashTable, Stakes
from pokerlab.table.cash_journal import SessionJournal, close_session, load_session, open_session
from pokerlab.table.hand_database import HandDatabase
from pokerlab.table.hand_files import ExportFormat, export_texts, import_hands
from pokerlab.table.hand_filters import HandFilter
from pokerlab.table.journal import load, open_tournament, resume
from pokerlab.table.journal_file import JournalFile
from pokerlab.table.journal_hands import catch_up
from pokerlab.table.tournament_files import hand_records
from pokerlab.tournament.structure import Structure

LONG = Structure.of(STRUCTURE.record() | {"chips": 1000, "levels": {"length": 14, "blinds": ["10/20"], "growth": 3}})


class Calm(Agent):
    """Folds or calls, never raises: a tournament that lasts, with cards that nobody shows."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def act(self, view, clock=None):
        return FOLD if view.legal.fold and self.random.random() < 0.5 else CALL


@pytest.fixture
def journal(tmp_path):
    with JournalFile(tmp_path / "journal.db", synchronous=False) as opened:
        yield opened


@pytest.fixture
def database(tmp_path):
    with HandDatabase(tmp_path / "hands.db", synchronous=False) as opened:
        yield opened


def begun(journal, hands=12, *, settings=None, seed=5, structure=LONG):
    """A tournament of which so many hands are played."""
    number = open_tournament(journal, structure, NAMES, agents=BOTS, seed=seed, owner=0, settings=settings)
    tournament = resume(journal, number, [Calm(seed + seat) for seat in range(3)])
    for _ in range(hands):
        if not tournament.is_over:
            tournament.play()
    return number, tournament


def all_told(database):
    """Every text and number that can be had of hands: cards by player, from rows, filters, replays and exports."""
    told = {}
    for name in NAMES:
        for cards in CLASS_NAMES:
            for hand in database.page(HandFilter(player=name, cards=cards), most=500).hands:
                told.setdefault((hand.hand, name), set()).add(hand.cards)
        for hand in database.page(HandFilter(player=name), most=500).hands:
            if hand.cards:
                told.setdefault((hand.hand, name), set()).add(hand.cards)
    for number in database.numbers(HandFilter()):
        for row in hand_rows(database.record(number)):
            if row["cards"] and "?" not in row["cards"]:
                told.setdefault((number, row["player"]), set()).add(row["cards"])
    return told


def test_cards_that_nobody_showed_are_not_there_while_a_tournament_runs(journal, database, tmp_path):
    number, tournament = begun(journal)
    assert not tournament.is_over
    catch_up(database, journal)
    found = list(hand_records(load(journal, number)))
    assert len(found) >= 10
    shown = {
        (place, record.players[seat])
        for place, record in enumerate(found, 1)
        for seat in range(record.game.players)
        if seat in record.shown or record.players[seat] == NAMES[0]
    }
    assert len(shown) < sum(record.game.players for record in found)  # something is hidden
    told = all_told(database)
    assert set(told) == shown
    for form in ExportFormat:
        (tmp_path / "out").write_text("".join(export_texts(database, HandFilter(), form)))
        text = (tmp_path / "out").read_text()
        for place, record in enumerate(found, 1):
            for seat, name in enumerate(record.players):
                if (place, name) not in shown and form is ExportFormat.PHH:
                    assert f"p{seat + 1} ????" in text.split(f"[{place}]")[1].split("\n\n")[0]
    # what can be counted tells nothing of them either: the same numbers with other hidden cards
    for name in NAMES[1:]:
        counted = database.stats(HandFilter(player=name, cards="*"))
        assert counted.hands == sum(player == name for _, player in shown)
    play_on(tournament)
    catch_up(database, journal)
    played = list(hand_records(load(journal, number)))
    told = all_told(database)
    assert len(told) == sum(record.game.players for record in played)
    for place, record in enumerate(played, 1):
        for seat, cards in enumerate(record.private):
            assert all(set(parse_cards(text)) == set(cards) for text in told[place, record.players[seat]])


def test_no_byte_of_the_file_depends_on_cards_that_were_not_shown(journal, tmp_path):
    """Two tournaments with the same play and other hidden cards make the same file."""
    number, _ = begun(journal, hands=6)
    records = list(hand_records(load(journal, number), 0))
    contents = []
    for swap in (False, True):
        with HandDatabase(tmp_path / f"{swap}.db", synchronous=False) as database:
            if swap:
                _swap_hidden_cards(journal, number, records)
            catch_up(database, journal)
            contents.append([database.rows(f"SELECT * FROM {name}") for name in ("hands", "blocks", "players")])
    assert contents[0] == contents[1]


def _swap_hidden_cards(journal, number, records):
    """Other cards in the decks for seats that folded; what is never dealt takes their place."""
    found = load(journal, number)
    for place, state in enumerate(found.states):
        deck = json.loads(
            journal.rows("SELECT deck FROM hands WHERE tournament = ? AND number = ?", number, place)[0][0]
        )
        record = records[place]
        hero = record.players.index(NAMES[0])
        hidden = [
            card
            for seat, hand in enumerate(state.private)
            if seat != hero and seat not in record.shown
            for card in hand
        ]
        unused = [card for card in deck if card not in {*state.board, *(c for hand in state.private for c in hand)}]
        for card, other in zip(hidden, unused, strict=False):
            one, two = deck.index(card), deck.index(other)
            deck[one], deck[two] = other, card
        with journal.change() as changing:
            changing.execute(
                "UPDATE hands SET deck = ? WHERE tournament = ? AND number = ?", (json.dumps(deck), number, place)
            )
    assert [state.private for state in load(journal, number).states] != [state.private for state in found.states]


def test_all_cards_are_there_at_once_if_that_was_chosen(journal, database):
    number, tournament = begun(journal, settings={"show_cards": True})
    catch_up(database, journal)
    assert not tournament.is_over
    found = list(hand_records(load(journal, number)))
    assert len(all_told(database)) == sum(record.game.players for record in found)


def test_every_hand_is_put_in_once(journal, database):
    number, tournament = begun(journal, hands=3)
    assert catch_up(database, journal).added == 3
    assert catch_up(database, journal).added == 0
    for played in range(4, 7):
        tournament.play()
        assert catch_up(database, journal).added == 1
        assert database.hand_count == played
    other, _ = begun(journal, hands=2, seed=9)
    assert catch_up(database, journal).added == 2
    play_on(tournament)
    count = catch_up(database, journal)
    assert count.grown > 0
    assert database.hand_count == load(journal, number).standing.hands + load(journal, other).standing.hands
    again = catch_up(database, journal)
    assert (again.added, again.grown, again.known) == (0, 0, 0)
    assert {name for name, _ in database.events()} == {f"tournament {number}", f"tournament {other}"}
    row = database.listed(1)
    assert (row.event, row.player, row.stack) == (f"tournament {number}", NAMES[0], 50.0)


def test_files_of_a_tournament_are_the_same_hands(journal, database, tmp_path):
    number, tournament = begun(journal, structure=STRUCTURE)
    play_on(tournament)
    catch_up(database, journal)
    count = database.hand_count
    for form in ("phh", "pokerstars"):
        write_hands(tmp_path / "hands.txt", hand_records(load(journal, number), 0), form)
        imported = import_hands(database, tmp_path / "hands.txt")
        assert (imported.known, imported.added, imported.broken) == (count, 0, 0), form


def test_cash_hands_hide_and_show_their_cards_in_the_same_way(journal, database):
    stakes = Stakes(5, 10, 3)
    number = open_session(
        journal, stakes, NAMES, agents=["", "random", "random"], seed=4, owner=0, buy_in=100
    )  # fmt: skip
    session = load_session(journal, number)
    table = CashTable(
        stakes, NAMES, [named_agent("always-call"), named_agent("random"), named_agent("random")],
        stacks=session.stacks, seed=4, journal=SessionJournal(journal, number),
    )  # fmt: skip
    for _ in range(6):
        table.play()
    assert catch_up(database, journal).added == 6
    hidden = len(all_told(database))
    assert hidden < 18
    close_session(journal, number, table.stacks[0])
    assert catch_up(database, journal).added == 0
    dealt = sum(len(one.hand.seats) for one in load_session(journal, number).hands)
    assert len(all_told(database)) == dealt
    assert database.stats(HandFilter(event=f"Cash {number}")).hands == 6


KILLED = """
import os, signal, sys
from pokerlab.table import hand_putting
from pokerlab.table.hand_database import HandDatabase
from pokerlab.table.journal_file import JournalFile
from pokerlab.table.journal_hands import catch_up
append = hand_putting.append_rows

def appended(*arguments):
    append(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)

hand_putting.append_rows = appended
catch_up(HandDatabase(sys.argv[1]), JournalFile(sys.argv[2]))
"""


def test_the_journal_is_caught_up_with_after_a_kill(journal, tmp_path):
    begun(journal, hands=5)
    command = [sys.executable, "-c", KILLED, str(tmp_path / "hands.db"), str(journal.path)]
    with subprocess.Popen(command, env=os.environ) as program, limited(program):
        assert program.wait() == -signal.SIGKILL
    with HandDatabase(tmp_path / "hands.db") as database:
        assert database.hand_count == 0
        assert catch_up(database, journal).added == 5
        assert catch_up(database, journal).added == 0


def test_a_table_that_cannot_be_read_costs_only_itself(journal, database):
    broken, _ = begun(journal, hands=2)
    begun(journal, hands=3, seed=8)
    with journal.change() as changing:
        changing.execute("UPDATE hands SET deck = '[1, 1]' WHERE tournament = ?", (broken,))
    count = catch_up(database, journal)
    assert count.added == 3
    assert len(count.messages) == 1
    assert f"tournament {broken} is damaged" in count.messages[0]


def test_a_journal_made_anew_is_another_one(journal, database, tmp_path):
    begun(journal, hands=2)
    catch_up(database, journal)
    with JournalFile(tmp_path / "new.db", synchronous=False) as other:
        begun(other, hands=3, seed=77)
        with other.change() as changing:
            changing.execute("UPDATE tournaments SET opened = '2020-01-01T00:00:00+00:00'")
        assert catch_up(database, other).added == 3


def test_stars_stay_when_a_tournament_ends(journal, database):
    _, tournament = begun(journal, hands=3)
    catch_up(database, journal)
    database.mark(2, star=True, note="why?", tags=["ask"])
    play_on(tournament)
    catch_up(database, journal)
    row = database.listed(2)
    assert (row.star, row.note, row.tags) == (True, "why?", ("ask",))
