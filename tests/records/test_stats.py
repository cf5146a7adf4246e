"""Counts over hands, worked out by hand."""

import pytest

from pokerlab.games.library import named_game
from pokerlab.records.acpc import parse_acpc
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
