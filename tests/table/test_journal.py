"""The journal of tournaments: kills at any moment, full disks, two players at one table; and the ledger of money."""

import json
import os
import random
import sqlite3
import subprocess
import sys

import pytest

import killed_play
from clients import kill_group, limited
from killed_play import BOTS, NAMES, STRUCTURE, Told, agents, play_on
from pokerlab.agents.agent import Agent, Memory
from pokerlab.agents.registry import named_agent
from pokerlab.errors import TournamentError
from pokerlab.games.action import CALL
from pokerlab.table.bankroll import BASE, Bankroll
from pokerlab.table.journal import all_numbers, load, open_numbers, open_tournament, resume
from pokerlab.table.journal_file import JournalFile
from pokerlab.table.tournament import Tournament
from pokerlab.table.tournament_clock import WallClock
from pokerlab.tournament.structure import Structure, named_structure


def uninterrupted(seed):
    return play_on(Tournament(STRUCTURE, NAMES, agents(), seed=seed))


@pytest.fixture
def killing():
    """Asks the program that plays on and kills."""
    command = [sys.executable, killed_play.__file__]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as program:  # fmt: skip

        def ask(path, number, words, seconds):
            with limited(program):
                program.stdin.write(json.dumps([str(path), number, words, seconds]) + "\n")
                program.stdin.flush()
                return json.loads(program.stdout.readline())

        yield ask
        kill_group(program)


def kill_often(path, kills, rng, killing):
    """Tournaments that are killed again and again; each ends as if nothing had happened."""
    done = 0
    with JournalFile(path) as file:
        Bankroll(file)
    while done < kills:
        seed = rng.randrange(2**40)
        with JournalFile(path) as file:
            before = Bankroll(file).balance
            number = open_tournament(file, STRUCTURE, NAMES, agents=BOTS, seed=seed, owner=0)
        cards = {}
        while True:
            with JournalFile(path) as file:
                found = load(file, number)
                if not open_numbers(file):
                    break
                assert sum(found.standing.stacks) == 450
            told = killing(path, number, rng.randrange(40), 0.003 * rng.random())
            done += 1
            with JournalFile(path) as file:
                counts = "SELECT hand, count(*) FROM actions WHERE tournament = ? GROUP BY hand"
                actions = dict(file.rows(counts, number))
                dealt = {row[0] for row in file.rows("SELECT number FROM hands WHERE tournament = ?", number)}
            for hand, count, *own in told:
                assert hand in dealt  # the deck was there before anybody was told
                assert count <= actions.get(hand, 0)  # and so was every action
                assert cards.setdefault(hand, own) == own  # a hand that goes on has the same cards
            if done >= 10 * kills:
                raise AssertionError("nothing goes on")
        standing = uninterrupted(seed)
        assert found.standing == standing
        with JournalFile(path) as file:
            seat = standing.entrants.index("Ann")
            assert Bankroll(file).balance == before - STRUCTURE.cost + standing.prizes[seat]
    return done


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills copies of a process")
def test_100_kills_at_random_moments(tmp_path, killing):
    assert kill_often(tmp_path / "journal.db", 100, random.Random(1), killing) >= 100


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills copies of a process")
def test_1000_kills_at_random_moments(tmp_path, killing):
    assert kill_often(tmp_path / "journal.db", 1000, random.Random(2), killing) >= 1000


@pytest.fixture
def file(tmp_path):
    with JournalFile(tmp_path / "journal.db", synchronous=False) as opened:
        yield opened


def test_a_full_disk_stops_play_with_one_line_and_loses_nothing(file):
    # calls alone: so many hands that their actions fill a page
    callers = [named_agent("always-call") for _ in range(3)]
    structure = Structure.of(STRUCTURE.record() | {"chips": 2000, "levels": {"length": 8, "blinds": ["10/20"]}})
    number = open_tournament(file, structure, NAMES, agents=["always-call"] * 3, seed=7)
    pages = file.rows("PRAGMA page_count")[0][0]
    file.rows(f"PRAGMA max_page_count = {pages}")
    tournament = resume(file, number, callers)
    with pytest.raises(TournamentError, match="the journal cannot be used: database or disk is full") as caught:
        play_on(tournament)
    assert "\n" not in str(caught.value)
    file.rows("PRAGMA max_page_count = 1000000")
    tournament = resume(file, number, callers)
    assert play_on(tournament) == play_on(Tournament(structure, NAMES, callers, seed=7))


def test_the_same_player_is_to_act_after_a_break(file):
    number = open_tournament(file, STRUCTURE, NAMES, agents=BOTS, seed=3)

    class Breaks(Agent):
        def act(self, view, clock=None):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_on(resume(file, number, [Breaks(), named_agent("random"), named_agent("random")]))
    begun = load(file, number).begun
    asked = []

    class Asked(Told):
        def _tell(self, view):
            asked.append((view.private, tuple(step.action for step in view.betting.history)))

    tournament = resume(file, number, [Asked(0), named_agent("random"), named_agent("random")])
    hand = tournament.standing.next_hand()
    place = hand.seats.index(tournament.standing.entrants.index("Ann"))
    tournament.play()
    assert (begun.deck[2 * place : 2 * place + 2], begun.taken) in asked


class Counts(Agent):
    """Remembers what it has seen: by hand, who held and did what."""

    memory = Memory.MATCH

    def __init__(self):
        self.seen = []

    def start(self, hand):
        super().start(hand)
        self.seen.append((hand.number, hand.seat, hand.names, hand.tournament.stacks))

    def observe(self, view):
        self.seen.append((view.private, view.board, view.shown, [str(step.action) for step in view.betting.history]))

    def act(self, view, clock=None):
        return CALL


def test_agents_that_remember_know_after_a_break_what_they_knew(file):
    long = Structure.of(STRUCTURE.record() | {"chips": 2000})
    number = open_tournament(file, long, NAMES, agents=BOTS, seed=5)
    others = [named_agent("always-call"), named_agent("always-call")]

    class Breaks(Counts):
        def act(self, view, clock=None):
            if self.hand.number == 2:
                raise KeyboardInterrupt
            return CALL

    first = Breaks()
    with pytest.raises(KeyboardInterrupt):
        play_on(resume(file, number, [first, *others]))
    assert len(first.seen) > 5
    again = Counts()
    tournament = resume(file, number, [again, *others])
    known = next(place for place, told in enumerate(first.seen) if told[0] == 2)
    assert again.seen == first.seen[:known]  # of the hand that was broken off it hears when that goes on
    tournament.play()
    assert again.seen[: len(first.seen)] == first.seen
    whole = Counts()
    play_on(tournament)
    play_on(Tournament(long, NAMES, [whole, *others], seed=5))
    assert again.seen == whole.seen


def test_somebody_else_plays_the_same_tournament(file):
    number = open_tournament(file, STRUCTURE, NAMES, agents=BOTS, seed=3)
    one, other = (resume(file, number, agents()) for _ in range(2))
    one.play()
    with pytest.raises(TournamentError, match="somebody else plays this tournament, or has"):
        other.play()


def test_who_left_stays_away(file):
    number = open_tournament(file, STRUCTURE, NAMES, agents=BOTS, seed=3)
    tournament = resume(file, number, agents())
    seat = tournament.standing.entrants.index("Ann")
    tournament.leave(seat)
    tournament.leave(seat)
    tournament = resume(file, number, agents())
    assert type(tournament.agents[seat]).__name__ == "Absent"


def test_time_when_the_program_was_down_does_not_count(file):
    structure = Structure.of(STRUCTURE.record() | {"levels": {"length": 1, "unit": "minutes", "blinds": ["1/2"]}})
    number = open_tournament(file, structure, NAMES, agents=BOTS, seed=3)
    resume(file, number, agents(), clock=WallClock()).play()
    assert 0 < load(file, number).standing.seconds < 30


def test_money_goes_out_at_the_start_and_comes_in_at_the_end(file):
    bankroll = Bankroll(file)
    assert bankroll.balance == BASE
    seed = next(seed for seed in range(50) if uninterrupted(seed).prizes[uninterrupted(seed).entrants.index("Ann")])
    number = open_tournament(file, STRUCTURE, NAMES, agents=BOTS, seed=seed, owner=0)
    assert bankroll.balance == BASE - 1050
    with pytest.raises(TournamentError, match="cannot be reset while a tournament is open"):
        bankroll.reset()
    standing = play_on(resume(file, number, agents()))
    prize = standing.prizes[standing.entrants.index("Ann")]
    assert bankroll.balance == BASE - 1050 + prize
    assert [entry.what for entry in bankroll.entries] == ["opened", "buy-in", "fee", "prize"]
    other = open_tournament(file, STRUCTURE, NAMES, agents=BOTS, seed=seed)  # nobody's money, but it is open
    with pytest.raises(TournamentError, match="cannot be reset while a tournament is open"):
        bankroll.reset()
    play_on(resume(file, other, agents()))
    assert bankroll.reset() == bankroll.balance == BASE
    assert [entry.what for entry in bankroll.entries][-1] == "reset"
    assert sum(entry.cents for entry in bankroll.entries) == BASE
    assert all_numbers(file) == [number, other]


def test_the_prize_comes_in_when_the_player_is_out_not_when_all_is_over(file):
    bankroll = Bankroll(file)
    seed = next(
        seed for seed in range(50) if uninterrupted(seed).places[uninterrupted(seed).entrants.index("Ann")] == 3
    )
    tournament = resume(file, open_tournament(file, STRUCTURE, NAMES, agents=BOTS, seed=seed, owner=0), agents())
    seat = tournament.standing.entrants.index("Ann")
    while not tournament.standing.places[seat]:
        assert [entry.what for entry in bankroll.entries] == ["opened", "buy-in", "fee"]
        tournament.play()
    assert not tournament.is_over
    assert [entry.what for entry in bankroll.entries] == ["opened", "buy-in", "fee", "prize"]
    play_on(tournament)
    assert len(bankroll.entries) == 4


def test_a_bankroll_that_does_not_hold_the_buy_in(file):
    dear = Structure.of(STRUCTURE.record() | {"buy_in": BASE, "fee": 1})
    with pytest.raises(TournamentError, match="the bankroll holds 100000 cents, 'quick' costs 100001"):
        open_tournament(file, dear, NAMES, agents=BOTS, seed=1, owner=0)
    assert all_numbers(file) == []
    assert Bankroll(file).balance == BASE
    open_tournament(file, dear, NAMES, agents=BOTS, seed=1)  # nobody's money


def test_any_number_of_tournaments_at_once(file):
    numbers = [open_tournament(file, STRUCTURE, NAMES, agents=BOTS, seed=seed, owner=0) for seed in range(3)]
    tournaments = [resume(file, number, agents()) for number in numbers]
    while any(not tournament.is_over for tournament in tournaments):
        for tournament in tournaments:
            if not tournament.is_over:
                tournament.play()
    for seed, tournament in enumerate(tournaments):
        assert tournament.standing == uninterrupted(seed)
    assert not open_numbers(file)


def test_files_that_are_no_journal(tmp_path):
    path = tmp_path / "text.db"
    path.write_text("this is text, and longer than the head of a database file, which has a hundred bytes" * 3)
    with pytest.raises(TournamentError, match="the journal cannot be used: file is not a database"):
        JournalFile(path)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE x (y)")
    connection.close()
    with pytest.raises(TournamentError, match="a database, but no journal of tournaments"):
        JournalFile(other)
    with JournalFile(tmp_path / "new.db") as file, pytest.raises(TournamentError, match="there is no tournament 5"):
        load(file, 5)


def test_a_journal_that_was_tampered_with(file):
    number = open_tournament(file, STRUCTURE, NAMES, agents=BOTS, seed=3)
    resume(file, number, agents()).play()
    with file.change() as changing:
        changing.execute("UPDATE actions SET action = 'r99999'")
    with pytest.raises(TournamentError, match="tournament 1 is damaged: "):
        load(file, number)
    with file.change() as changing:
        changing.execute("UPDATE tournaments SET structure = '{\"name\": 1}'")
    with pytest.raises(TournamentError, match="tournament 1 is damaged: "):
        load(file, number)


def test_a_ready_structure_in_a_journal(file):
    number = open_tournament(file, named_structure("regular"), NAMES, agents=BOTS, seed=3)
    assert load(file, number).structure == named_structure("regular")
