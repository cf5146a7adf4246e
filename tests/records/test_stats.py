"""Counts over hands, worked out by hand."""

import json
import sys
from types import SimpleNamespace

import pytest

from pokerlab.errors import RecordError
from pokerlab.games.library import named_game
from pokerlab.games.positions import seat_positions
from pokerlab.records.acpc import parse_acpc
from pokerlab.records.rows import frame, rows
from pokerlab.records.stats import collect_stats

GAME = named_game("holdem-nolimit:3,stack=2000")


def hands() -> list:
    board = "2c7d9h/Js/Kd"
    lines = [
        # Cleo raises, all fold: Ann -0.5 bb, Ben -1, Cleo +1.5.
        "STATE:1:r300ff:AsTh|QsQd|8s7s:-50|-100|150:Ann|Ben|Cleo",
        # Cleo folds, Ann calls, Ben checks; flop: Ann bets 200, Ben raises to 500 in all, Ann calls; checked down.
        f"STATE:2:fcc/r300r700c/cc/cc:AsAh|QsQd|8s7s/{board}:700|-700|0:Ann|Ben|Cleo",
        # All fold to Ben: he had nothing to decide.
        "STATE:3:ff:AsTh|QsQd|8s7s:-50|50|0:Ann|Ben|Cleo",
    ]
    return [parse_acpc(line, GAME) for line in lines]


def test_counts():
    stats = collect_stats(hands())
    ann, ben, cleo = stats["Ann"], stats["Ben"], stats["Cleo"]
    assert [row.hands for row in (ann, ben, cleo)] == [3, 3, 3]
    # Ben's blind was not attacked in hand 3.
    assert [row.decided for row in (ann, ben, cleo)] == [3, 2, 3]
    assert ann.vpip == pytest.approx(1 / 3)
    assert ben.vpip == 0
    assert cleo.vpip == cleo.pfr == pytest.approx(1 / 3)
    assert ann.pfr == 0
    # After the flop Ann bet once and called once, Ben raised once.
    assert ann.aggression_factor == 1
    assert ann.aggression_frequency == 0.5
    assert ben.aggression_factor is None
    assert ben.aggression_frequency == 1
    assert cleo.aggression_frequency is None


def test_big_blinds_per_hundred_hands():
    stats = collect_stats(hands())
    # Ann: -0.5 + 7 - 0.5 = 6 big blinds in 3 hands.
    assert stats["Ann"].won == 6
    assert stats["Ann"].bb_per_100 == pytest.approx(200)
    # Deviations from the mean of 2: -2.5, 5, -2.5; variance 37.5 / 2; error 100 * sqrt(18.75 / 3) = 250.
    assert stats["Ann"].bb_per_100_error == pytest.approx(250)
    assert sum(row.won for row in stats.values()) == pytest.approx(0)


def test_one_hand_has_no_standard_error():
    stats = collect_stats(hands()[:1])
    assert stats["Ann"].bb_per_100 == pytest.approx(-50)
    assert stats["Ann"].bb_per_100_error is None


def test_hand_without_a_result_counts_its_actions_only():
    record = parse_acpc("STATE:1:r300:AsTh|QsQd|8s7s", GAME)
    row = collect_stats([record])["p3"]
    assert (row.raised, row.results, row.bb_per_100) == (1, 0, None)


def raised_pots() -> list:
    """Two hands of the same three: 3-bet, c-bet, showdown; and a raise that is called, with a check on the flop."""
    board = "2c7d9h/Js/Kd"
    lines = [
        # Cleo (button) raises, Ann (small blind) raises again, Ben folds, Cleo calls; Ann bets the flop, then checks.
        f"STATE:1:r300r900fc/r1400c/cc/cc:AsAh|QsQd|8s7s/{board}:1500|-100|-1400:Ann|Ben|Cleo",
        # Cleo raises, Ann folds, Ben calls, checks the flop; Cleo checks behind; Ben bets the turn, Cleo folds.
        "STATE:2:r300fc/cc/r600f:AsAh|QsQd|8s7s/2c7d9h/Js:-50|350|-300:Ann|Ben|Cleo",
        # Cleo raises, Ann calls, Ben folds; Ann bets first on the flop: Cleo cannot make the first bet.
        "STATE:3:r300cf/r600f:AsAh|QsQd|8s7s/2c7d9h:400|-100|-300:Ann|Ben|Cleo",
    ]
    return [parse_acpc(line, GAME) for line in lines]


def test_three_bets_continuation_bets_and_showdowns():
    stats = collect_stats(raised_pots())
    ann, ben, cleo = stats["Ann"], stats["Ben"], stats["Cleo"]
    # Ann could 3-bet thrice and did once; Ben only where Ann had not; Cleo never, the first raise was her own.
    assert (ann.three_bets, ann.three_bet_chances) == (1, 3)
    assert (ben.three_bets, ben.three_bet_chances) == (0, 2)
    assert cleo.three_bet is None
    assert (ann.continuations, ann.continuation_chances) == (1, 1)
    assert (cleo.continuations, cleo.continuation_chances) == (0, 1)
    assert [(row.showdowns, row.flops) for row in (ann, ben, cleo)] == [(1, 2), (0, 1), (1, 3)]


def test_by_position():
    stats = collect_stats(raised_pots(), by_position=True)
    assert list(stats) == ["SB", "BB", "BTN"]
    assert stats["SB"].three_bet == pytest.approx(1 / 3)
    assert set(collect_stats(raised_pots(), by_position=True, player="Ben")) == {"BB"}
    assert set(collect_stats(raised_pots(), player="Ben")) == {"Ben"}


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (2, "BB SB"),
        (3, "SB BB BTN"),
        (6, "SB BB MP HJ CO BTN"),
        (9, "SB BB UTG UTG+1 UTG+2 MP HJ CO BTN"),
        (12, "SB BB UTG UTG+1 UTG+2 UTG+3 UTG+4 UTG+5 MP HJ CO BTN"),
    ],
)
def test_positions_by_seat(players, names):
    assert " ".join(seat_positions(players)) == names


def test_rows_are_plain_data():
    found = rows(raised_pots())
    assert len(found) == 9
    assert json.loads(json.dumps(found)) == found
    ann = found[0]
    assert (ann["hand"], ann["player"], ann["position"], ann["cards"], ann["board"]) == (
        "1", "Ann", "SB", "AsAh", "2c7d9hJsKd",
    )  # fmt: skip
    assert (ann["three_bet"], ann["continuation_bet"], ann["went_to_showdown"]) == (True, True, True)
    assert (ann["won"], ann["won_bb"], ann["stack_bb"]) == (1500.0, 15.0, 20.0)
    assert found[1]["went_to_showdown"] is None
    assert found[2]["three_bet"] is None


def test_rows_as_a_data_frame(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=tuple))
    assert frame(raised_pots()) == tuple(rows(raised_pots()))
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(RecordError, match="a DataFrame needs pandas"):
        frame(raised_pots())
