"""The hand database: filters, pages, statistics, marks, files in and out; kills and full disks."""

import csv
import os
import random
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import datetime
from io import StringIO
from itertools import pairwise
from math import isnan
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kept_hands import NAMES, content, put, random_records, seen_by
from random_hands import play_out

from clients import limited
from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.cards.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_index
from pokerlab.cards.unseen import UNKNOWN
from pokerlab.errors import RecordError
from pokerlab.games.gamedef import UNLIMITED
from pokerlab.games.library import named_game
from pokerlab.postflop.flop_textures import parse_filter
from pokerlab.records.reading import Format, read_hands
from pokerlab.records.record import HandRecord
from pokerlab.records.seat_facts import POT_TYPES, hand_facts
from pokerlab.records.stats import collect_stats
from pokerlab.records.writing import format_hands, write_hands
from pokerlab.table import hand_files
from pokerlab.table.hand_blocks import BLOCK_ROWS, POSITIONS, all_flops, flop_index
from pokerlab.table.hand_database import HandDatabase
from pokerlab.table.hand_files import ExportFormat, export_texts, import_hands
from pokerlab.table.hand_filters import FilterError, HandFilter
from pokerlab.table.hand_identity import event_of, identity

RECORDS = random_records(400)
FACTS = [hand_facts(record) for record in RECORDS]
STARRED, TAGGED = {3, 77, 200}, {3, 10, 11, 12, 300}
RANGES = {"AA": {"AA"}, "broadways": {name for name in CLASS_NAMES if set(name[:2]) <= set("AKQJT")}}


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    with HandDatabase(tmp_path_factory.mktemp("hands") / "hands.db", synchronous=False) as opened:
        put(opened, RECORDS)
        for hand in STARRED:
            opened.mark(hand, star=True)
        for hand in TAGGED:
            opened.mark(hand, tags=["river"])
        yield opened


@pytest.fixture
def empty(tmp_path):
    with HandDatabase(tmp_path / "hands.db", synchronous=False) as opened:
        yield opened


def naive_keeps(number: int, wanted: HandFilter) -> bool:
    """Whether a filter keeps a hand, looked at by itself."""
    record, facts = RECORDS[number], FACTS[number]
    if wanted.player:
        if wanted.player not in record.players:
            return False
        seat = record.players.index(wanted.player)
    else:
        seat = record.hero
    own = None if seat is None else facts.seats[seat]
    blind = record.game.big_blind
    stack = None if seat is None or record.game.stacks[seat] == UNLIMITED else record.game.stacks[seat] / blind
    cards = () if seat is None else record.private[seat]
    others = set(record.players) - ({record.players[seat]} if seat is not None else set())
    everybody = facts.seats if own is None else [own]
    tests = [
        not wanted.since or (record.time is not None and record.time >= datetime.fromisoformat(wanted.since)),
        not wanted.until or (record.time is not None and record.time <= datetime.fromisoformat(wanted.until)),
        not wanted.event or event_of(record) == wanted.event,
        not wanted.opponent or wanted.opponent in others,
        not wanted.position or (own is not None and own.position in wanted.position.split(",")),
        not wanted.cards
        or (len(cards) == 2 and UNKNOWN not in cards
            and CLASS_NAMES[CLASS_OF_COMBO[combo_index(*cards)]] in RANGES[wanted.cards]),
        not wanted.board or _naive_board(record, wanted.board),
        not wanted.pot or facts.pot_type in wanted.pot.split(","),
        wanted.stack_from is None or (stack is not None and stack >= wanted.stack_from),
        wanted.stack_to is None or (stack is not None and stack <= wanted.stack_to),
        wanted.all_in is None or any(one.all_in for one in everybody) == wanted.all_in,
        wanted.showdown is None or any(one.showed_down for one in everybody) == wanted.showdown,
        not wanted.result or (own is not None and own.won is not None
                              and {"won": own.won > 0, "lost": own.won < 0, "even": own.won == 0}[wanted.result]),
        not wanted.star or number + 1 in STARRED,
        not wanted.tag or number + 1 in TAGGED,
    ]  # fmt: skip
    return all(tests)


def _naive_board(record: HandRecord, text: str) -> bool:
    if text[0] in "23456789TJQKA":
        return set(parse_cards(text)) <= set(record.board)
    return len(record.board) >= 3 and parse_filter(text)(record.board[:3])


TIMES = st.sampled_from(["", "", "2026-01-02 07:00:00", "2026-01-03 00:00:00"])
FILTERS = st.builds(
    HandFilter,
    player=st.sampled_from(["", "", "Ann", "Ben", "nobody"]),
    since=TIMES,
    until=TIMES,
    event=st.sampled_from(["", "", "", "tournament 1", "Beta", "elsewhere"]),
    opponent=st.sampled_from(["", "", "", "Ben", "Cleo", "stranger"]),
    position=st.sampled_from(["", "", "BTN", "SB,BB", "UTG+1,CO"]),
    cards=st.sampled_from(["", ""]),
    board=st.sampled_from(["", "", "Ah", "paired", "high>=K and suits==2"]),
    pot=st.sampled_from(["", "", *POT_TYPES, "limped,raised"]),
    stack_from=st.sampled_from([None, None, 10.0, 50.0]),
    stack_to=st.sampled_from([None, None, 10.0, 100.0]),
    all_in=st.sampled_from([None, None, True, False]),
    showdown=st.sampled_from([None, None, True, False]),
    result=st.sampled_from(["", "", "won", "lost", "even"]),
    star=st.sampled_from([False, False, False, True]),
    tag=st.sampled_from(["", "", "", "river"]),
)


@settings(max_examples=150, deadline=None)
@given(wanted=FILTERS, cards=st.sampled_from(["", "", *RANGES]), most=st.sampled_from([1, 7, 50]))
def test_filters_keep_what_a_look_at_every_hand_keeps(database, wanted, cards, most):
    asked = replace(wanted, cards=",".join(sorted(RANGES[cards])) if cards else "")
    names = {name: getattr(wanted, name) for name in HandFilter.names()}
    naive = _Wanted(**(names | {"cards": cards}))
    expected = {number + 1 for number in range(len(RECORDS)) if naive_keeps(number, naive)}
    page = database.page(asked, most=most)
    assert page.count == len(expected) == len(database.numbers(asked))
    found = [hand.hand for hand in page.hands]
    while page.end is not None:
        assert len(page.hands) == most
        page = database.page(asked, most=most, before=page.end)
        found += [hand.hand for hand in page.hands]
    moment = {number + 1: record.time or datetime.min for number, record in enumerate(RECORDS)}
    assert found == sorted(expected, key=lambda hand: (moment[hand], hand), reverse=True)


class _Wanted:
    """A filter that is not checked: its range is a name of the tests."""

    def __init__(self, **values):
        self.__dict__.update(values)


@settings(max_examples=40, deadline=None)
@given(
    player=st.sampled_from(NAMES), position=st.sampled_from(["", "BTN", "BB"]), pot=st.sampled_from(["", *POT_TYPES])
)
def test_statistics_are_those_of_the_records(database, player, position, pot):
    wanted = HandFilter(player=player, position=position, pot=pot)
    chosen = [RECORDS[number - 1] for number in database.numbers(wanted)]
    expected = collect_stats(chosen, player=player).get(player)
    found = database.stats(wanted)
    if expected is None:
        assert found.hands == 0
        assert found.vpip is found.bb_per_100 is None
        return
    for name in expected.__slots__:
        assert getattr(found, name) == pytest.approx(getattr(expected, name)), name
    by_position = {one.name: one for one in database.stats_by_position(wanted)}
    positions = collect_stats(chosen, player=player, by_position=True)
    assert {name: one.hands for name, one in by_position.items()} == {
        name: one.hands for name, one in positions.items()
    }
    assert list(by_position) == sorted(by_position, key=POSITIONS.index)


def test_rows_say_what_the_hand_says(database):
    for number in range(0, 400, 9):
        record, facts, row = RECORDS[number], FACTS[number], database.listed(number + 1)
        assert (row.time, row.event, row.players) == (record.time, event_of(record), record.game.players)
        assert (row.board, row.pot) == (format_cards(record.board), facts.pot_type)
        if record.hero is None:
            assert (row.position, row.cards, row.stack, row.won, row.player) == (None, None, None, None, "")
            continue
        seat = facts.seats[record.hero]
        assert (row.position, row.player) == (seat.position, seat.name)
        assert set(parse_cards(row.cards)) == set(record.private[record.hero])
        assert row.won == seat.won / record.game.big_blind
        assert (row.all_in, row.showdown) == (seat.all_in, seat.showed_down)


def test_a_hand_comes_out_as_it_was_put_in(database):
    for number in range(0, 400, 7):
        record, found = RECORDS[number], database.record(number + 1)
        for name in ("actions", "private", "board", "names", "shown", "hero", "hand_id", "table", "time", "info"):
            assert getattr(found, name) == getattr(record, name), name


def test_flops_have_numbers_of_their_own():
    assert [flop_index(flop) for flop in all_flops()] == list(range(22_100))


def test_many_rows_of_one_player_lie_in_blocks(empty, monkeypatch):
    records = random_records(60)
    put(empty, [replace(records[number % 60], hand_id=str(number)) for number in range(BLOCK_ROWS + 3)])
    put(empty, [replace(records[number % 60], hand_id=str(number)) for number in range(2 * BLOCK_ROWS)])
    blocks = empty.rows("SELECT first FROM blocks WHERE player = 0 ORDER BY first")
    assert blocks == [(1,), (BLOCK_ROWS + 1,)]
    assert [hand.hand for hand in empty.page(HandFilter(), most=2 * BLOCK_ROWS).hands if hand.hand == 300] == [300]
    assert empty.listed(300).hand == 300


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("since", "yesterday", "'yesterday' is no time such as 2026-01-31 or 2026-01-31 20:15"),
        ("position", "BTN,button", "'button' is none of UTG, MP, HJ, CO, BTN, SB, BB"),
        ("pot", "6-bet", "'6-bet' is none of unopened, limped, raised, 3-bet, 4-bet, 5-bet"),
        ("cards", "AXs", "AXs"),
        ("board", "AhAh", "Ah"),
        ("board", "hihg<T", "hihg"),
        ("result", "drawn", "'drawn' is none of won, lost, even"),
    ],
)
def test_a_filter_that_cannot_be_says_which_part(field, value, line):
    with pytest.raises(FilterError) as caught:
        HandFilter(**{field: value})
    assert caught.value.field == field
    assert line in caught.value.line
    assert "\n" not in str(caught.value)


def test_a_day_as_the_end_has_all_its_hours(database):
    last = max(record.time for record in RECORDS if record.time)
    day = last.date().isoformat()
    newest = database.page(HandFilter(since=day, until=day)).hands
    assert newest[0].time == last


@pytest.mark.parametrize("form", Format)
def test_a_file_read_twice_is_read_once(form, empty, tmp_path):
    game = named_game("holdem-nolimit:3,stack=2000")
    records = [record for record in random_records(300) if record.game.players == 3 and record.hero is None]
    if form is Format.ACPC:
        rng = random.Random(4)
        records = [HandRecord.of(play_out(game, rng), names=NAMES[:3], hand_id=str(number)) for number in range(20)]
    path = tmp_path / "hands.txt"
    count = write_hands(path, records, form)
    first = import_hands(empty, path, game=game)
    assert (first.added, first.known, first.broken) == (count, 0, 0)
    before = content(empty)
    again = import_hands(empty, path, game=game)
    assert (again.added, again.known, again.grown, again.broken) == (0, count, 0, 0)
    assert content(empty) == before


def test_a_hand_is_the_same_in_other_words(tmp_path):
    for record in random_records(60, seed=5):
        if record.time is None or record.game.limit.name == "FIXED":
            continue
        for form in (Format.PHH, Format.POKERSTARS):
            path = tmp_path / f"hand.{form}.txt"
            write_hands(path, [record], form)
            assert identity(next(read_hands(path)).record) == identity(record), form


def test_hands_that_differ_are_two():
    for record in random_records(40, seed=6):
        if not record.actions:  # all-in by blinds
            continue
        others = [replace(record, hand_id="77"), replace(record, table="Gamma"), replace(record, time=None)]
        others += [replace(record, names=(*record.names[:-1], "Zoe"))]
        others += [replace(record, actions=record.actions[:-1], finishing=None, shown=frozenset())]
        assert len({identity(one) for one in others} | {identity(record)}) == len(others) + (record.time is not None)


def test_broken_hands_are_told_with_their_line_and_cost_nothing_else(empty, tmp_path):
    records = [record for record in random_records(60) if record.game.players > 2][:12]
    texts = list(format_hands(records, Format.PHH))
    texts[4] = texts[4].replace("actions", "acts")
    texts[7] = texts[7].replace("cbr", "cbr 0.5", 1).replace("p1 f", "p1 x", 1).replace("cc", "xx", 1)
    path = tmp_path / "hands.phhs"
    path.write_text("".join(texts))
    count = import_hands(empty, path)
    assert (count.added, count.broken) == (10, 2)
    lines = [1 + "".join(texts[:place]).count("\n") for place in (4, 7)]
    assert all(message.startswith(f"{path}:") for message in count.messages)
    found = [int(message.split(":")[1]) for message in count.messages]
    assert lines[0] <= found[0] < lines[0] + texts[4].count("\n")
    assert lines[1] <= found[1] < lines[1] + texts[7].count("\n")


def test_what_is_no_holdem_is_told_with_its_line(empty, tmp_path):
    path = tmp_path / "leduc.log"
    path.write_text("STATE:0:cc/cc:Kh|Qh/Jh:0|0:a|b\n")
    count = import_hands(empty, path, game=named_game("leduc"))
    assert count.broken == 1
    assert count.messages[0].startswith(f"{path}:1: ")


def test_a_copy_that_knows_more_cards_takes_the_place_of_the_first(empty):
    whole = next(record for record in random_records(80) if record.hero is None and len(record.shown) < 2)
    seen = seen_by(whole, 0)
    put(empty, [seen])
    empty.mark(1, star=True, note="look again", tags=["river", "big"])
    other = whole.players[1]
    assert empty.page(HandFilter(player=other, cards="*")).count == 0
    put(empty, [seen])
    put(empty, [whole])
    put(empty, [seen])
    assert empty.hand_count == 1
    assert empty.page(HandFilter(player=other, cards="*")).count == 1
    row = empty.listed(1)
    assert (row.star, row.note, row.tags) == (True, "look again", ("big", "river"))
    assert row.player == whole.players[0]  # still the hand of who saw it
    found = empty.record(1)
    assert found == replace(whole, hero=0, game=found.game)  # games of files have names of their own


def test_marks_are_changed_one_by_one(empty):
    put(empty, random_records(3))
    empty.mark(2, star=True, note=" a note ")
    empty.mark(2, tags=["b", " a  c ", "b", ""])
    row = empty.listed(2)
    assert (row.star, row.note, row.tags) == (True, "a note", ("a c", "b"))
    assert empty.tags() == [("a c", 1), ("b", 1)]
    empty.mark(2, star=False, note="")
    assert empty.rows("SELECT * FROM marks") == []
    for wrong in (
        {"tags": ["x" * 41]},
        {"tags": ["a,b"]},
        {"note": "x" * 2001},
        {"tags": list("abcdefghijklmnopqrstu")},
    ):
        with pytest.raises(RecordError):
            empty.mark(2, **wrong)
    with pytest.raises(RecordError, match="there is no hand 9 here"):
        empty.mark(9, star=True)
    assert empty.listed(2).tags == ("a c", "b")


def test_notes_about_players(empty):
    put(empty, random_records(3))
    empty.note_player("Ann", "calls too much")
    empty.note_player("not seen yet", "beware")
    put(empty, random_records(20, seed=9))
    assert (empty.note_on("Ann"), empty.note_on("not seen yet"), empty.note_on("x")) == ("calls too much", "beware", "")


@pytest.mark.parametrize("form", ["phh", "pokerstars"])
def test_what_is_written_is_read_again(form, database, empty, tmp_path):
    wanted = HandFilter(player="Ann", pot="raised,3-bet", since="2026-01-01")
    left_out = []
    path = tmp_path / "out.txt"
    path.write_text("".join(export_texts(database, wanted, ExportFormat(form), left_out.append)))
    count = import_hands(empty, path)
    assert count.added == database.page(wanted).count - len(left_out)
    assert count.added > 10
    for number in empty.numbers(HandFilter()):
        assert identity(empty.record(number)) in {identity(record) for record in RECORDS}


def test_csv_has_a_row_for_each_hand_and_player(database):
    wanted = HandFilter(event="tournament 1")
    rows = list(csv.DictReader(StringIO("".join(export_texts(database, wanted, ExportFormat.CSV)))))
    records = [RECORDS[number - 1] for number in database.numbers(wanted)]
    assert [row["player"] for row in rows] == [name for record in records for name in record.players]
    assert "".join(export_texts(database, HandFilter(event="none"), ExportFormat.CSV)) == ""


def test_a_full_disk_is_one_line_and_what_was_put_in_stays(empty, tmp_path, monkeypatch):
    monkeypatch.setattr(hand_files, "BATCH", 20)
    path = tmp_path / "hands.phhs"
    write_hands(path, random_records(200), Format.PHH)
    pages = []

    def tell(count):
        if count.added == 40:
            pages.append(empty.rows("PRAGMA page_count")[0][0])
            empty.rows(f"PRAGMA max_page_count = {pages[0]}")

    with pytest.raises(RecordError, match="the hand database cannot be used: database or disk is full") as caught:
        import_hands(empty, path, tell=tell)
    assert "\n" not in str(caught.value)
    there = empty.hand_count
    assert there >= 40
    assert there % 20 == 0
    assert empty.page(HandFilter()).count == there
    empty.rows("PRAGMA max_page_count = 1000000")
    count = import_hands(empty, path)
    assert (count.known, count.added) == (there, 200 - there)


KILLED = """
import os, signal, sys
from pokerlab.table import hand_files, hand_putting
from pokerlab.table.hand_database import HandDatabase
left = int(sys.argv[3])
append = hand_putting.append_rows

def appended(*arguments):
    global left
    left -= 1
    append(*arguments)
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

hand_putting.append_rows = appended
hand_files.BATCH = 10
hand_files.import_hands(HandDatabase(sys.argv[1], synchronous=False), sys.argv[2])
"""


def test_an_import_that_is_killed_goes_on_and_nothing_is_in_twice(tmp_path):
    path, file = tmp_path / "hands.phhs", tmp_path / "hands.db"
    records = random_records(60)
    write_hands(path, records, Format.PHH)
    for moment in (1, 8, 30):  # in the middle of a change each time
        command = [sys.executable, "-c", KILLED, str(file), str(path), str(moment)]
        with subprocess.Popen(command, env=os.environ) as program, limited(program):
            assert program.wait() == -signal.SIGKILL
        with HandDatabase(file) as database:
            assert database.hand_count % 10 == 0
            assert database.page(HandFilter()).count == database.hand_count
            assert database.rows("PRAGMA integrity_check") == [("ok",)]
    with HandDatabase(file) as database:
        before = database.hand_count
        count = import_hands(database, path)
        assert (count.known, count.added) == (before, len(records) - before)
        assert [database.record(number).hand_id for number in range(1, 61)] == [one.hand_id for one in records]


def test_what_is_no_database_is_said(tmp_path):
    for name, content_of, line in (("a.db", b"no database" * 100, "cannot be used"),):
        Path(tmp_path / name).write_bytes(content_of)
        with pytest.raises(RecordError, match=line):
            HandDatabase(tmp_path / name)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE x (y)")
    other.close()
    with pytest.raises(RecordError, match="a database, but no hand database"):
        HandDatabase(tmp_path / "other.db")


def test_results_that_nobody_knows_count_for_nothing(empty):
    record = next(record for record in random_records(60) if len(record.shown) >= 2)
    hidden = tuple((UNKNOWN,) * 2 for _ in record.private)
    put(empty, [replace(record, private=hidden, shown=frozenset(), finishing=None, hero=0)])
    assert empty.stats(HandFilter()).results == 0
    assert empty.listed(1).won is None
    for result in ("won", "lost", "even"):
        assert empty.page(HandFilter(result=result)).count == 0


def test_pages_are_in_order(database):
    hands = database.page(HandFilter(since="2026-01-01"), most=400).hands
    assert all(one.time >= other.time for one, other in pairwise(hands))
    assert not any(hand.won is not None and isnan(hand.won) for hand in hands)
