"""PokerStars text read and written."""

import random
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from random_hands import play_out, random_holdem

from pokerlab.cards.card import parse_cards
from pokerlab.errors import RecordError
from pokerlab.games.library import named_game
from pokerlab.games.rules import Limit
from pokerlab.games.state import UNKNOWN
from pokerlab.records.acpc import format_state
from pokerlab.records.pokerstars_reader import HEADER, parse_pokerstars
from pokerlab.records.pokerstars_writer import format_pokerstars
from pokerlab.records.record import HandRecord, problems
from pokerlab.records.roman import from_roman, to_roman
from pokerlab.records.writing import format_hands

CASH = """PokerStars Hand #1001: Hold'em No Limit ($0.50/$1.00 USD) - 2024/05/06 9:08:07 ET
Table 'Oak II' 6-max Seat #3 is the button
Seat 1: Ann: the 1st ($100 in chips)
Seat 2: Ben ($40.25 in chips)
Seat 3: Cleo (UK) ($220 in chips)
Seat 4: Dan ($99 in chips) is sitting out
Seat 6: Eve ($15 in chips)
Eve: posts small blind $0.50
Ann: the 1st: posts big blind $1
*** HOLE CARDS ***
Dealt to Ben [Qs Qd]
Ben: raises $2 to $3
Cleo (UK): calls $3
Eve: raises $12 to $15 and is all-in
Ann: the 1st said, "Ben: folds"
Ann: the 1st: folds
Ben: raises $25.25 to $40.25 and is all-in
Cleo (UK): folds
Uncalled bet ($25.25) returned to Ben
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Js]
*** RIVER *** [2c 7d 9h Js] [Kd]
*** SHOW DOWN ***
Eve: shows [As Ah] (a pair of Aces)
Ben: mucks hand
Eve collected $32.50 from pot
Ben leaves the table
*** SUMMARY ***
Total pot $34 | Rake $1.50
Board [2c 7d 9h Js Kd]
Seat 1: Ann: the 1st (big blind) folded before Flop
Seat 2: Ben mucked [Qs Qd]
Seat 3: Cleo (UK) (button) folded before Flop
Seat 6: Eve (small blind) showed [As Ah] and won ($32.50) with a pair of Aces
"""

TOURNAMENT = """\
PokerStars Hand #77: Tournament #5005, $10+$1 USD Hold'em No Limit - Level IV (50/100) - 2024/01/02 3:04:05 ET
Table '5005 7' 9-max Seat #2 is the button
Seat 2: Ann (1500 in chips)
Seat 5: Ben (60 in chips)
Seat 9: Cleo (3000 in chips) is sitting out
Ann: posts the ante 10
Ben: posts the ante 10
Cleo: posts the ante 10
Ben: posts small blind 50 and is all-in
Cleo: posts big blind 100
*** HOLE CARDS ***
Ann: raises 200 to 300
Cleo: folds
Uncalled bet (200) returned to Ann
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Js]
*** RIVER *** [2c 7d 9h Js] [Kd]
*** SHOW DOWN ***
Ben: shows [As Ah] (a pair of Aces)
Ann: shows [Qs Qd] (a pair of Queens)
Ann collected 100 from side pot
Ben collected 180 from main pot
*** SUMMARY ***
Total pot 280 Main pot 180. Side pot 100. | Rake 0
Board [2c 7d 9h Js Kd]
"""


def test_cash_hand():
    record = parse_pokerstars(CASH)
    # Left of the button (Cleo, seat 3) come Eve (6), Ann (1), Ben (2); Dan sits out.
    assert record.names == ("Eve", "Ann: the 1st", "Ben", "Cleo (UK)")
    assert record.seat_numbers == (6, 1, 2, 3)
    assert record.unit == Decimal("0.01")
    assert record.currency == "USD"
    assert record.game.blinds == (50, 100, 0, 0)
    assert record.game.stacks == (1500, 10000, 4025, 22000)
    assert record.time == datetime(2024, 5, 6, 9, 8, 7)
    assert record.table == "Oak II"
    assert record.hero == 2
    assert record.shown == {0}
    assert record.mucked == {2}
    assert record.private[3] == (UNKNOWN, UNKNOWN)
    # Pot 15 + 15 + 3 + 1 = 34, less 1.50 of rake.
    assert record.payoffs() == (1750, -100, -1500, -300)
    assert problems(record) == []


def test_tournament_hand():
    record = parse_pokerstars(TOURNAMENT)
    assert record.names == ("Ben", "Cleo", "Ann")
    assert record.info["_tournament"] == "5005"
    assert record.info["_buy_in"] == "$10+$1 USD"
    assert record.info["level"] == 4
    assert record.game.antes == (10, 10, 10)
    assert record.unit == 1
    # Main pot 3 * 60 for Ben; 50 each of Ann and Cleo for Ann.
    assert record.payoffs() == (120, -110, -10)
    assert problems(record) == []


def test_limit_hand():
    text = CASH.split("Ben: raises")[0].replace("No Limit ($0.50/$1.00", "Limit ($1/$2")
    text += (
        "Ben: raises $1 to $2\nCleo (UK): folds\nEve: folds\nAnn: the 1st: calls $1\n*** FLOP *** [2c 7d 9h]\n"
        "Ann: the 1st: checks\nBen: bets $1\nAnn: the 1st: folds\nUncalled bet ($1) returned to Ben\n"
        "Ben collected $4.50 from pot\n*** SUMMARY ***\nTotal pot $4.50 | Rake $0\n"
    )
    record = parse_pokerstars(text)
    assert record.game.limit is Limit.FIXED
    assert record.unit == Decimal("0.01")
    assert record.game.bets == (100, 100, 200, 200)
    assert problems(record) == []


def test_returning_player_posts_a_dead_small_blind():
    text = CASH.replace("posts big blind $1", "posts big blind $1\nBen: posts small & big blinds $1.50")
    text = text.replace("collected $32.50", "collected $33").replace("Total pot $34", "Total pot $34.50")
    text = text.replace("($40.25 in chips)", "($40.75 in chips)")
    record = parse_pokerstars(text)
    assert record.game.antes == (0, 0, 50, 0)
    assert record.game.blinds == (50, 100, 100, 0)
    assert record.game.first_to_act[0] == 2
    assert problems(record) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("PokerStars Hand #", "Party Hand #", "h.txt:1: 'Party Hand #1001"),
        ("Hold'em No Limit", "Omaha Pot Limit", "h.txt:1: 'Omaha Pot Limit' is not hold'em"),
        ("Table 'Oak II'", "Tisch 'Oak II'", "h.txt:2: 'Tisch"),
        ("Cleo (UK): calls $3", "Cleo (UK): calls $2", "h.txt:13: Cleo (UK) calls 2.00, but a call costs 3.00"),
        ("Cleo (UK): calls $3", "Cleo (UK): checks", "h.txt:13: Cleo (UK) checks, but a call costs 3"),
        ("Ben: raises $2 to $3\n", "", "h.txt:12: Cleo (UK) acts (call), but it is Ben's turn"),
        ("Ben: raises $2 to $3", "Ben: raises $0.50 to $1.50", "h.txt:12: 'r150' is not legal for seat 2: fold, call"),
        ("Dealt to Ben", "Dealt to Zoe", "h.txt:11: 'Zoe' has no seat at the table"),
        ("[2c 7d 9h]\n", "[2c 7d 9x]\n", "h.txt:20: '9x': unknown suit"),
        ("*** SUMMARY ***", "", "h.txt:34: the hand is cut off"),
        ("*** FLOP ***", "*** FIRST FLOP ***", "h.txt:20: the board was run more than once"),
        ("2024/05/06", "2024/15/06", "h.txt:1: '2024/15/06 9:08:07 ET' is not a time"),
    ],
)
def test_broken_hands_are_explained_with_their_line(old: str, new: str, message: str):
    with pytest.raises(RecordError) as error:
        parse_pokerstars(CASH.replace(old, new, 1), "h.txt")
    assert message in str(error.value)


def test_heads_of_other_kinds():
    for head in (
        "PokerStars Zoom Hand #1001: ",
        "PokerStars Game #1001:  ",
        "PokerStars Home Game Hand #1001: {Club #7} ",
    ):
        assert parse_pokerstars(CASH.replace("PokerStars Hand #1001: ", head)) == parse_pokerstars(CASH)


def test_wrong_results_are_found():
    record = parse_pokerstars(CASH.replace("collected $32.50", "collected $30"))
    assert problems(record) == ["Eve finishes with 32.50 by the rules, but with 30.00 as stated"]


def test_text_that_is_written_is_read_by_the_same_lines():
    record = parse_pokerstars(CASH)
    lines = format_pokerstars(record).splitlines()
    for line in (
        "PokerStars Hand #1001: Hold'em No Limit ($0.50/$1.00 USD) - 2024/05/06 09:08:07 ET",
        "Table 'Oak II' 6-max Seat #3 is the button",
        "Seat 2: Ben ($40.25 in chips)",
        "Eve: posts small blind $0.50",
        "Ann: the 1st: posts big blind $1",
        "Dealt to Ben [Qs Qd]",
        "Eve: raises $12 to $15 and is all-in",
        "Uncalled bet ($25.25) returned to Ben",
        "*** TURN *** [2c 7d 9h] [Js]",
        "Ben: mucks hand",
        "Eve collected $32.50 from pot",
        "Total pot $34 | Rake $1.50",
        "Seat 3: Cleo (UK) (button) folded before Flop",
    ):
        assert line in lines
    assert parse_pokerstars(format_pokerstars(record)) == record


def test_tournament_written_and_read_is_the_same():
    record = parse_pokerstars(TOURNAMENT)
    again = parse_pokerstars(format_pokerstars(record))
    assert again == record


@pytest.mark.parametrize("seed", range(200))
def test_random_hands_written_and_read_have_the_same_results(seed: int):
    rng = random.Random(seed)
    game = random_holdem(rng, rake=True)
    state = play_out(game, rng)
    cash = rng.random() < 0.5
    record = HandRecord.of(
        state,
        unit=Decimal("0.01") if cash else Decimal(1),
        currency="USD" if cash else "",
        info={} if cash else {"_tournament": "9", "_buy_in": "$5+$1 USD", "level": 12},
        names=tuple(f"Player: {seat} (x)" for seat in range(game.players)),
        hand_id=str(seed),
    )
    again = parse_pokerstars(format_pokerstars(record), "written")
    assert problems(again) == []
    scale = record.unit / again.unit
    assert tuple(chips / scale for chips in again.payoffs()) == record.payoffs()
    assert again.names == record.names
    assert again.board == record.board


def test_only_finished_holdem_hands_with_distinct_names_are_written():
    rng = random.Random(1)
    with pytest.raises(RecordError, match="kuhn is not hold'em"):
        format_pokerstars(HandRecord.of(play_out(named_game("kuhn"), rng)))
    game = named_game("holdem-nolimit")
    with pytest.raises(RecordError, match="not played to its end"):
        format_pokerstars(HandRecord.of(play_out(game, rng, stop=1)))
    with pytest.raises(RecordError, match="same name"):
        format_pokerstars(HandRecord.of(play_out(game, rng), names=("Ann", "Ann")))


def test_roman_numerals():
    assert [to_roman(number) for number in (1, 4, 9, 14, 40, 90, 1994)] == [
        "I", "IV", "IX", "XIV", "XL", "XC", "MCMXCIV",
    ]  # fmt: skip
    assert all(from_roman(to_roman(number)) == number for number in range(1, 500))


def heads(records: list[HandRecord]) -> list[tuple[int, datetime]]:
    """The numbers and times that hands are exported with."""
    found = [HEADER.match(text) for text in format_hands(records, "pokerstars")]
    times = [match["rest"].rsplit(" - ", 1)[1].removesuffix(" ET") for match in found]
    return [
        (int(match["hand"]), datetime.strptime(time, "%Y/%m/%d %H:%M:%S"))
        for match, time in zip(found, times, strict=True)
    ]


def some_records(count: int, **facts: Any) -> list[HandRecord]:
    game = named_game("holdem-nolimit:3,stack=2000")
    return [HandRecord.of(play_out(game, random.Random(seed)), **facts) for seed in range(count)]


def test_exported_hands_without_a_number_are_numbered_and_a_minute_apart():
    found = heads(some_records(50))
    first = found[0][0]
    assert [number for number, _ in found] == list(range(first, first + 50))
    assert len(str(first)) == 13
    assert [time for _, time in found] == [datetime(2000, 1, 1) + timedelta(minutes=place) for place in range(50)]


def test_the_same_export_has_the_same_numbers_and_another_has_others():
    assert heads(some_records(5)) == heads(some_records(5))
    assert not {number for number, _ in heads(some_records(5))} & {number for number, _ in heads(some_records(6)[1:])}
    assert not {number for number, _ in heads(some_records(5))} & {
        number for number, _ in heads(some_records(5, names=("Ann", "Ben", "Cleo")))
    }


def test_known_numbers_and_times_are_kept():
    moment = datetime(2024, 5, 6, 9, 8, 7)
    records = [replace(record, hand_id=f"RC-00{place}7") for place, record in enumerate(some_records(3, time=moment))]
    assert heads(records) == [(7, moment), (17, moment), (27, moment)]


def test_no_number_is_given_twice_in_an_export():
    records = some_records(30, hand_id="17") + some_records(5, hand_id="18") + some_records(5)
    numbers = [number for number, _ in heads(records)]
    assert len(set(numbers)) == 40
    assert (numbers[0], numbers[30]) == (17, 18)


def test_what_is_known_of_a_date_is_taken():
    (record,) = some_records(1)
    for info, time in (
        ({"year": 2023}, datetime(2023, 1, 1)),
        ({"year": 2023, "month": 7}, datetime(2023, 7, 1)),
        ({"year": 2023, "month": 7, "day": 9}, datetime(2023, 7, 9)),
        ({"year": 10**30}, datetime(2000, 1, 1)),
        ({"year": "long ago"}, datetime(2000, 1, 1)),
    ):
        assert heads([replace(record, info=info)])[0][1] == time
    assert "- 0031/02/03 " in format_pokerstars(replace(record, time=datetime(31, 2, 3)))


def test_numbers_longer_than_trackers_keep_are_cut():
    (record,) = some_records(1, hand_id="9" * 5000)
    assert heads([record])[0][0] == int("9" * 18)
    assert format_state(record).startswith(f"STATE:{'9' * 18}:")


def test_one_card_shown_is_one_card_seen():
    text = CASH.split("*** FLOP")[0].replace("Eve: raises $12 to $15 and is all-in\n", "Eve: folds\n")
    text = text.replace("Cleo (UK): calls $3\n", "Cleo (UK): folds\n").split("Ben: raises $25.25")[0]
    text += "Uncalled bet ($2) returned to Ben\nBen collected $2.50 from pot\nBen: shows [Qd]\nEve: shows [Ah]\n"
    record = parse_pokerstars(text + "*** SUMMARY ***\nTotal pot $2.50 | Rake $0\nSeat 6: Eve folded before Flop\n")
    assert record.private[2] == parse_cards("QsQd")  # dealt to the one who saw the hand
    assert record.private[0] == (*parse_cards("Ah"), UNKNOWN)
    assert problems(record) == []
    written = format_pokerstars(record)
    assert "Eve: shows [Ah]" in written
    assert parse_pokerstars(written) == record


def test_private_cards_are_two():
    with pytest.raises(RecordError, match=r"line 11: 'Qs Qd Qc' are 3 private cards, expected two"):
        parse_pokerstars(CASH.replace("[Qs Qd]", "[Qs Qd Qc]"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Ben leaves the table", "x" * 3000, "line 27: a line of 3,000 characters, a hand's have at most 2,000"),
        ("Seat 1: ", "Seat " + "9" * 5000 + ": ", "line 3: a line of 5,035 characters"),
        ("Seat 1: ", "Seat 1: x ($1 in chips)\n" * 40 + "Seat 1: ", "more than 30 seats"),
        ("Seat #3", "Seat #" + "3" * 1000, "should name the table"),
        ("Oak II", "Oak\x1bII", "not of one line of text"),
    ],
)
def test_text_that_no_room_writes_is_one_line(old: str, new: str, message: str):
    with pytest.raises(RecordError) as error:
        parse_pokerstars(CASH.replace(old, new, 1))
    assert message in str(error.value)
    assert len(str(error.value)) < 150


@pytest.mark.parametrize("name", ["PokerStars Hand #5: Ann", "*** Ann", " Ann", "Ann ", "\ufeffAnn", "A" * 201])
def test_names_that_would_not_read_back_are_not_written(name: str):
    (record,) = some_records(1, names=(name, "Ben", "Cleo"))
    with pytest.raises(RecordError, match="cannot be written as a PokerStars name"):
        format_pokerstars(record)


@pytest.mark.parametrize("level", [0, -1, 10**29, "IV", 1.5, None])
def test_levels_that_are_none_are_not_written(level: Any):
    (record,) = some_records(1, info={"_tournament": "5", "level": level})
    with pytest.raises(RecordError, match="is not a level of a tournament"):
        format_pokerstars(record)


@pytest.mark.parametrize("numbers", [(0, 1, 2), (5, 5, 6), (1, 2, 10**29), (-1, 1, 2)])
def test_seats_that_no_table_has_are_counted_anew(numbers: tuple[int, ...]):
    (record,) = some_records(1, seat_numbers=numbers)
    assert parse_pokerstars(format_pokerstars(record)).seat_numbers == (1, 2, 3)
