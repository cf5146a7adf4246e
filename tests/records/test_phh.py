"""PHH read and written."""

import random
import re
import tomllib
import warnings
from datetime import datetime
from decimal import Decimal

import pytest
from random_hands import play_out, random_holdem

from pokerlab.cards.unseen import UNKNOWN, parse_dealt
from pokerlab.errors import RecordError
from pokerlab.games.gamedef import UNLIMITED
from pokerlab.games.library import named_game
from pokerlab.games.rules import Limit
from pokerlab.records.phh_reader import parse_phh
from pokerlab.records.phh_writer import format_phh
from pokerlab.records.record import HandRecord, problems
from pokerlab.records.toml_reader import _read_plain, read_toml

HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = [
  "d dh p1 AsKs",  # TOML comments are no part of the hand
  "d dh p2 ????",
  "d dh p3 Qd??",
  "p3 cbr 6 # a remark",
  "",
  "p1  cc",
  "p2 f",
  "d db 2c3c4c",
  "p1 cc",
  "p3 cbr 10.5",
  "p1 f",
]
players = ["Ann", "Ben \\"B\\" Böhm", ""]
author = "A. Writer"
hand = 12
day = 3
month = 2
year = 2024
time = 10:11:12
seats = [4, 5, 1]
table = "Oak"
currency = "EUR"
time_limit = 30
"""


def test_fields_of_a_hand():
    record = parse_phh(HAND)
    assert record.unit == Decimal("0.1")
    assert record.game.stacks == (2000, 2000, 2000)
    assert record.game.blinds == (10, 20, 0)
    assert [str(action) for action in record.actions] == ["r60", "c", "f", "c", "r105", "f"]
    assert record.private[1] == (UNKNOWN, UNKNOWN)
    assert record.private[2][1] == UNKNOWN
    assert record.names == ("Ann", 'Ben "B" Böhm', "")
    assert record.players[2] == "p3"
    assert (record.hand_id, record.table, record.currency) == ("12", "Oak", "EUR")
    assert record.time == datetime(2024, 2, 3, 10, 11, 12)
    assert record.seat_numbers == (4, 5, 1)
    assert record.info == {"author": "A. Writer", "time_limit": 30}
    assert record.payoffs() == (-60, -20, 80)


def test_written_and_read_again_nothing_is_lost():
    record = parse_phh(HAND)
    assert parse_phh(format_phh(record)) == record


def test_heads_up_forced_bets_are_reversed():
    text = HAND.replace("[0, 0, 0]", "[0, 3]").replace("[1, 2, 0]", "[1, 2]").replace("[200, 200, 200]", "[200, 150]")
    text = text.split("actions")[0] + 'actions = ["p2 cc", "p1 cc"]\n'
    game = parse_phh(text).game
    assert game.blinds == (2, 1)
    assert game.antes == (3, 0)
    assert game.dead_antes


def test_infinite_stack():
    record = parse_phh(HAND.replace("[200, 200, 200]", "[inf, 200, inf]"))
    assert record.game.stacks == (UNLIMITED, 2000, UNLIMITED)
    assert "starting_stacks = [inf, 200, inf]" in format_phh(record)


def test_post_of_a_newcomer_does_not_change_who_opens():
    text = HAND.replace("[0, 0, 0]", "[0, 0, 0, 0]").replace("[1, 2, 0]", "[1, 2, 0, -2]")
    text = text.replace("[200, 200, 200]", "[200, 200, 200, 200]").split("actions")[0] + 'actions = ["p3 f"]\n'
    game = parse_phh(text).game
    assert game.blinds == (1, 2, 0, 2)
    assert game.first_to_act[0] == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"NT"', '"PO"', "h.phh:1: variant 'PO' is not hold'em"),
        ("min_bet = 2\n", "", "h.phh:1: 'min_bet' is missing"),
        ("antes = [0, 0, 0]\n", "", "h.phh:1: 'antes' is missing"),
        ("[200, 200, 200]", "[200, 200]", "h.phh:1: PHH NT: 3 blinds for 2 players"),
        ("min_bet = 2", "min_bet = two", "h.phh:5: Invalid value"),
        ('"p2 f"', '"p2 x"', "h.phh:14: action 7 ('p2 x'): not an action of hold'em"),
        ('"p2 f"', '"p3 f"', "h.phh:14: action 7 ('p3 f'): p3 acts, but it is p2's turn"),
        ('"p2 f"', '"p9 f"', "h.phh:14: action 7 ('p9 f'): 'p9' is not a player (p1 to p3)"),
        ("cbr 6", "cbr 3", "h.phh:11: action 4 ('p3 cbr 3 # a remark'): 'r30' is not legal for seat 2: fold, call 20"),
        ("2c3c4c", "2c3c4x", "h.phh:15: action 8 ('d db 2c3c4x'): '4x': unknown suit"),
        ("[4, 5, 1]", "[4, 5]", "h.phh:1: seats has 2 entries for 3 players"),
        ("[1, 2, 0]", '[1, 2, "x"]', "h.phh:1: blinds_or_straddles: 'x' is not a number"),
        ("[1, 2, 0]", "[1, 2, nan]", "h.phh:1: blinds_or_straddles: 'NaN' is not a number"),
    ],
)
def test_broken_hands_are_explained_with_their_line(old: str, new: str, message: str):
    with pytest.raises(RecordError) as error:
        parse_phh(HAND.replace(old, new), "h.phh")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("seed", range(150))
def test_random_hands_written_and_read_are_the_same(seed: int):
    rng = random.Random(seed)
    state = play_out(random_holdem(rng), rng, stop=rng.choice((0, 0, 0.1)))
    unit = Decimal(rng.choice(("1", "0.01", "0.5")) if rng.random() < 0.5 else "1")
    unit = Decimal(1).scaleb(-2) if unit == Decimal("0.5") else unit
    record = HandRecord.of(state, unit=unit, hand_id=str(seed))
    again = parse_phh(format_phh(record))
    assert problems(again) == []
    assert again.unit == record.unit
    assert again.game.stacks == record.game.stacks
    assert (again.actions, again.private, again.board) == (record.actions, record.private, record.board)
    assert (again.shown, again.finishing, again.hand_id) == (record.shown, record.finishing, record.hand_id)
    assert parse_phh(format_phh(again)) == again


@pytest.mark.parametrize("seed", range(60))
def test_pokerkit_reads_what_we_write(seed: int):
    pokerkit = pytest.importorskip("pokerkit")
    rng = random.Random(seed)
    game = random_holdem(rng)
    while game.limit is Limit.POT or min(game.stacks) <= max(game.blinds) + max(game.antes):
        game = random_holdem(rng)  # pot limit is our addition, short blinds are played otherwise there
    record = HandRecord.of(play_out(game, rng))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, state = pokerkit.HandHistory.loads(format_phh(record))
    assert not state.status
    assert sum(state.stacks) == sum(game.stacks)
    assert record.finishing is not None
    # Odd chips go to other seats there.
    for theirs, ours in zip(state.stacks, record.finishing, strict=True):
        assert abs(theirs - ours) <= game.players


def test_only_holdem_is_written():
    state = play_out(named_game("leduc"), random.Random(1))
    with pytest.raises(RecordError, match="leduc is not hold'em"):
        format_phh(HandRecord.of(state))


@pytest.mark.parametrize(
    ("dealt", "shown", "known"),
    [
        ("????", "AsKs", "AsKs"),
        ("AsKs", "KsAs", "AsKs"),
        ("AsKs", "As??", "AsKs"),
        ("As??", "????", "As??"),
        ("????", "As??", "As??"),
        ("As??", "??Ks", "KsAs"),
    ],
)
def test_what_is_shown_adds_to_what_was_dealt(dealt: str, shown: str, known: str):
    text = HAND.replace("d dh p1 AsKs", f"d dh p1 {dealt}").replace('"p1 f",\n]', f'"p1 f", "p1 sm {shown}"]')
    assert parse_phh(text).private[0] == parse_dealt(known)


@pytest.mark.parametrize("shown", ["AsQs", "As", "AsKsQs", "Qd??"])
def test_other_cards_than_dealt_cannot_be_shown(shown: str):
    with pytest.raises(RecordError, match="p1 shows other cards than were dealt"):
        parse_phh(HAND.replace('"p1 f",\n]', f'"p1 f", "p1 sm {shown}"]'))


def test_hands_that_were_not_told_are_unseen():
    text = HAND.replace('  "d dh p2 ????",\n  "d dh p3 Qd??",\n', "")
    assert parse_phh(text).private == (parse_dealt("AsKs"), (UNKNOWN, UNKNOWN), (UNKNOWN, UNKNOWN))


def test_fields_of_any_name_are_written_as_they_were():
    record = parse_phh(HAND + '"a b.c" = 1\n"" = [1e5, nan]\n')
    assert record.info["a b.c"] == 1
    assert '"a b.c" = 1' in format_phh(record)
    assert parse_phh(format_phh(record)).info["a b.c"] == 1


def test_hands_all_in_by_their_blinds_are_dealt_before_they_are_shown():
    game = named_game("holdem-nolimit:2,stack=20,small_blind=50,big_blind=100")
    record = HandRecord.of(play_out(game, random.Random(1)))
    text = format_phh(record)
    assert text.index("d dh p1") < text.index("p1 sm")
    assert parse_phh(text).private == record.private
    before, actions, after = re.split(r"actions = \[(.*)\]\n", text)
    shown_first = sorted(actions.split(", "), key=lambda action: " sm " not in action)
    assert parse_phh(f"{before}actions = [{', '.join(shown_first)}]\n{after}").private == record.private


PLAIN = [
    'variant = "NT"\nantes = [0, 0.5]\n\n# a comment\nplayers = ["Ann", "it\'s B\u00e9n"]\nok = true\n',
    "[12]\nactions = ['d dh p1 AsKs', 'p1 cbr 2.50']\nhand = 7\nempty = []\nname = 'a'\nnumber = -1E5\n",
    "[12]\n",
    "",
]
OTHER = [
    'a = "\\u0041"', "a = [[1]]", "a = [\n1]", "a = {b = 1}", "a = 12:30:00", "a = 0x10", "a = 1 # one",
    "a = 'x\"y'", "a.b = 1", '"a" = 1', "[a]\n[b]", "a = 1\n[b]", 'a = """\nb = 1\n"""', " a = 1", "a = 1_000",
    "a = inf", "[a.b]\nc = 1", "a = +1", 'a = ["x", \'y\']', "a = [1, 2,]",
]  # fmt: skip
BROKEN = [
    "a = null", "a = NaN", "a = Infinity", 'a = "\\/"', "a = [1 2]", "a = 01", "a =", 'a = "x" y', "a = 1.",
    'a = "\x7f"', "a = 1\na = 2",
]  # fmt: skip


@pytest.mark.parametrize("text", PLAIN + OTHER)
def test_plain_lines_are_read_as_toml_has_them(text):
    read = read_toml(text)
    assert read == tomllib.loads(text, parse_float=Decimal)
    assert (_read_plain(text) is not None) == (text in PLAIN)
    assert repr(read) == repr(tomllib.loads(text, parse_float=Decimal))


@pytest.mark.parametrize("text", BROKEN)
def test_what_only_json_would_read_is_refused(text):
    with pytest.raises((tomllib.TOMLDecodeError, RecordError)):
        read_toml(text)
