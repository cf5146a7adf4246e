"""ACPC lines read and written."""

import random
from dataclasses import replace
from datetime import datetime

import pytest
from random_hands import play_out

from pokerlab.errors import RecordError
from pokerlab.games.gamedef import parse_gamedef
from pokerlab.games.library import named_game
from pokerlab.games.state import UNKNOWN
from pokerlab.records.acpc import format_matchstate, format_state, parse_acpc
from pokerlab.records.record import HandRecord, problems
from pokerlab.records.writing import format_hands

NOLIMIT = named_game("holdem-nolimit:2")
LIMIT = named_game("holdem-limit:2")


def test_finished_no_limit_hand():
    record = parse_acpc("STATE:30:cr300r900f:9s8h|QdKc:-300|300:Ann|Ben", NOLIMIT)
    assert [str(action) for action in record.actions] == ["c", "r300", "r900", "f"]
    assert record.payoffs() == (-300, 300)
    assert record.names == ("Ann", "Ben")
    assert problems(record) == []
    assert format_state(record) == "STATE:30:cr300r900f:9s8h|QdKc:-300|300:Ann|Ben"


def test_raises_count_the_whole_hand():
    # 300 each before the flop; 'r900' on the flop is a bet of 600 there.
    record = parse_acpc("STATE:1:r300c/r900c/cc/cc:9s8h|QdKc/2c3c4c/5d/6h", NOLIMIT)
    assert str(record.actions[2]) == "r600"
    assert record.final().betting.paid == (900, 900)


def test_limit_raises_have_no_amount():
    line = "STATE:4:rrc/crc/cc/cc:9s8h|QdKc/2c3c4c/5d/6h"
    record = parse_acpc(line, LIMIT)
    assert [str(action) for action in record.actions[:5]] == ["r20", "r30", "c", "c", "r10"]
    assert format_state(record).startswith(line + ":")


def test_all_in_has_a_slash_for_every_street():
    line = "STATE:2:r20000c///:9s8h|QdKc/2c3c4c/5d/6h:0|0:p1|p2"
    record = parse_acpc(line.replace("6h:0|0:p1|p2", "7h"), NOLIMIT)
    assert record.final().is_showdown
    assert format_state(record).startswith("STATE:2:r20000c///:9s8h|QdKc/2c3c4c/5d/7h:")


def test_antes_count_in_raises():
    leduc = named_game("leduc-nl:12")
    record = parse_acpc("STATE:0:r4c/r12c:Kh|Js/Jh", leduc)
    assert [str(action) for action in record.actions] == ["r3", "c", "r8", "c"]
    assert format_state(record) == "STATE:0:r4c/r12c:Kh|Js/Jh:-12|12:p1|p2"


def test_matchstate_of_an_unfinished_hand():
    line = "MATCHSTATE:1:31:r300c/cr900:|JdTc/8dAs8s"
    record = parse_acpc(line, NOLIMIT)
    assert record.hero == 1
    assert record.private[0] == (UNKNOWN, UNKNOWN)
    assert record.final().actor == 0
    assert format_matchstate(record, 1) == line


def test_matchstate_hides_what_the_seat_cannot_see():
    record = parse_acpc("STATE:5:cc/r200:9s8h|QdKc/2c3c4c", NOLIMIT)
    assert format_matchstate(record, 0) == "MATCHSTATE:0:5:cc/r200:9s8h|/2c3c4c"
    assert format_matchstate(record, 1) == "MATCHSTATE:1:5:cc/r200:|QdKc/2c3c4c"
    shown = parse_acpc("STATE:5:cc/cc/cc/cc:9s8h|QdKc/2c3c4c/5d/6h", NOLIMIT)
    assert format_matchstate(shown, 0) == "MATCHSTATE:0:5:cc/cc/cc/cc:9s8h|QdKc/2c3c4c/5d/6h"
    folded = parse_acpc("STATE:5:f:9s8h|QdKc", NOLIMIT)
    assert format_matchstate(folded, 0) == "MATCHSTATE:0:5:f:9s8h|"


def test_split_pot_in_fractions_is_not_taken_as_chips():
    record = parse_acpc("STATE:5:cc/cc/cc/cc:9s8h|QdKc/2c3c4c/5d/6h:-0.5|0.5:Ann|Ben", NOLIMIT)
    assert record.finishing is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("SATE:1:c:9s8h|QdKc", "'SATE' does not start an ACPC line"),
        ("STATE:1:c", "3 fields"),
        ("STATE:x:c:9s8h|QdKc", "'x' is not a number of the hand"),
        ("MATCHSTATE:2:1:c:9s8h|QdKc", "there is no player 2 (players are 0..1)"),
        ("STATE:1:cx:9s8h|QdKc", "'x' is not betting"),
        ("STATE:1:cr:9s8h|QdKc", "a raise without an amount"),
        ("STATE:1:cr150:9s8h|QdKc", "'r150' is not legal for seat 0: check, raise to 200..20000"),
        ("STATE:1:c/c:9s8h|QdKc", "'c/': the street is not over"),
        ("STATE:1:ccc:9s8h|QdKc", "'ccc': a '/' is missing"),
        ("STATE:1:fc:9s8h|QdKc", "the betting is over"),
        ("STATE:1:c:9s8h", "cards for 1 players, expected 2"),
        ("STATE:1:c:9s|QdKc", "'9s' are 1 cards of a player, expected 2"),
        ("STATE:1:cc/:9s8h|QdKc/2c", "'2c' are not the board cards of street 2"),
        ("STATE:1:cc/:9s8h|QdKc/2c3c9s", "'9s' is dealt twice"),
        ("STATE:1:f:9s8h|QdKc:1|-1:Ann", "1 names for 2 players"),
        ("STATE:1:f:9s8h|QdKc:1:Ann|Ben", "'1' are 1 results for 2 players"),
        ("STATE:1:f:9s8h|QdKc:x|y:Ann|Ben", "'x|y' are not results"),
    ],
)
def test_broken_lines_are_explained(line: str, message: str):
    with pytest.raises(RecordError) as error:
        parse_acpc(line, NOLIMIT)
    assert message in str(error.value)


def test_wrong_results_are_found():
    record = parse_acpc("STATE:30:cr300r900f:9s8h|QdKc:300|-300:Ann|Ben", NOLIMIT)
    assert problems(record)[0] == "Ann finishes with 19700 by the rules, but with 20300 as stated"


GAMES = {
    "kuhn": named_game("kuhn"),
    "kuhn3": named_game("kuhn3"),
    "leduc": named_game("leduc"),
    "leduc-nl:12": named_game("leduc-nl:12"),
    "limit, 3 players": named_game("holdem-limit:3"),
    "no limit, 2 players": NOLIMIT,
    "no limit, 6 unequal stacks": parse_gamedef(
        "nolimit\nnumPlayers = 6\nnumRounds = 4\nstack = 31 300 45 120 87 210\nblind = 5 10 0 0 0 0\n"
        "firstPlayer = 3 1 1 1\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\n"
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_random_hands_written_and_read_are_the_same(name: str):
    game = GAMES[name]
    rng = random.Random(name)
    for number in range(100):
        state = play_out(game, rng, stop=rng.choice((0, 0.1)))
        names = tuple("ABCDEF"[: game.players]) if state.is_over else ()
        record = HandRecord.of(state, hand_id=str(number), names=names)
        assert parse_acpc(format_state(record), game) == record
        for seat in range(game.players):
            seen = parse_acpc(format_matchstate(record, seat), game)
            assert seen.actions == record.actions
            assert seen.private[seat] == record.private[seat]


def test_lines_agree_with_openspiel():
    """Their state prints the ACPC line of the hand; ours must be the same."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(
        "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind=100 50,firstPlayer=2 1 1 1,numSuits=4,"
        "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=20000 20000,bettingAbstraction=fullgame)"
    ).new_initial_state()
    for action in (0, 9, 21, 50, 1, 300, 900, 1, 3, 7, 11, 1, 1200, 1, 30, 1, 1, 31, 1, 1):
        theirs.apply_action(action)
    assert theirs.is_terminal()
    line = str(theirs).split("ACPC State: ")[1].split("\n")[0]
    assert format_state(parse_acpc(line, NOLIMIT)).startswith(line + ":")


@pytest.mark.parametrize(
    ("comment", "time"),
    [
        (" # 1364827345", datetime(2013, 4, 1, 14, 42, 25)),
        (" # 1364827345.123456", datetime(2013, 4, 1, 14, 42, 25)),
        ("   # 2016-11-07 10:04:33", datetime(2016, 11, 7, 10, 4, 33)),
        (" # 2016/11/07 10:04:33", datetime(2016, 11, 7, 10, 4, 33)),
        ("\t# 12:03:04", None),
        (" # a remark: with | signs", None),
        (" # ", None),
        (" #", None),
        (" # " + "9" * 5000, None),
    ],
)
def test_comments_after_a_line_are_no_part_of_a_name(comment: str, time: datetime | None):
    line = "STATE:30:cr300r900f:9s8h|QdKc:-300|300:Ann|Ben #1"
    record = parse_acpc(line + comment + "\n", NOLIMIT)
    assert record.names == ("Ann", "Ben #1")
    assert record.time == time
    assert format_state(record) == line
    assert (
        parse_acpc("STATE:1:c:9s8h|QdKc" + comment, NOLIMIT).private
        == parse_acpc("STATE:1:c:9s8h|QdKc", NOLIMIT).private
    )


def test_names_that_would_be_comments_are_not_written():
    record = parse_acpc("STATE:30:f:9s8h|QdKc:50|-50:Ann|Ben", NOLIMIT)
    for name in ("Ben # 2", "Ben #", "Ann|Ben", "a:b"):
        with pytest.raises(RecordError, match="cannot be written as an ACPC name"):
            format_state(replace(record, names=("Ann", name)))


@pytest.mark.parametrize("result", ["1e9999999", "1e5", "inf", "nan", "9" * 5000, "0x10", "", "1_0", "٣"])
def test_results_that_are_no_numbers_of_chips_are_refused_at_once(result: str):
    with pytest.raises(RecordError, match="are not results") as error:
        parse_acpc(f"STATE:30:f:9s8h|QdKc:{result}|-50:Ann|Ben", NOLIMIT)
    assert len(str(error.value)) < 100


def test_results_as_the_server_writes_them():
    for result in ("50|-50", "+50|-50", "50.000000|-50.000000"):
        assert parse_acpc(f"STATE:30:f:9s8h|QdKc:{result}:Ann|Ben", NOLIMIT).finishing == (20050, 19950)


def test_hands_without_a_number_are_counted():
    records = [HandRecord.of(play_out(NOLIMIT, random.Random(seed))) for seed in range(3)]
    assert [text.split(":")[1] for text in format_hands(records, "acpc")] == ["0", "1", "2"]


def test_line_of_a_hand_whose_board_is_cut_off_reads_back():
    record = parse_acpc("STATE:2:r20000c///:9s8h|QdKc/2c3c4c/5d", NOLIMIT)
    assert format_state(record) == "STATE:2:r20000c///:9s8h|QdKc/2c3c4c/5d"
