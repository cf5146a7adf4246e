"""Spots and pots: what is posted, who must go in, side pots, and what bad input says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab.errors import TournamentError
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.pots import knocked_out_by, settle
from pokerlab.tournament.spot import PushFoldSpot


def naive_settle(spot, pot, places):
    """Chip by chip: each chip level is won by the best of those who reach it; stacks are whole numbers."""
    stacks = [int(stack) for stack in spot.stacks]
    antes, blinds = spot.antes().astype(int).tolist(), spot.blinds().astype(int).tolist()
    dead = 0
    if spot.big_blind_ante:
        dead = sum(antes)
        stacks = [stack - ante for stack, ante in zip(stacks, antes, strict=True)]
        antes = [0] * len(stacks)
    stakes = [stacks[p] if p in pot else antes[p] + blinds[p] for p in range(len(stacks))]
    ends = [float(stack - stake) for stack, stake in zip(stacks, stakes, strict=True)]
    for chip in range(max(stakes)):
        amount = sum(stake > chip for stake in stakes) + (dead if chip == 0 else 0)
        able = [p for p in pot if stakes[p] > chip]
        if not able:
            for player, stake in enumerate(stakes):
                ends[player] += stake > chip
            continue
        best = min(places[pot.index(p)] for p in able)
        winners = [p for p in able if places[pot.index(p)] == best]
        for winner in winners:
            ends[winner] += amount / len(winners)
    return ends


@given(
    st.lists(st.integers(1, 40), min_size=2, max_size=6),
    st.integers(0, 5), st.integers(0, 5), st.integers(0, 6), st.booleans(), st.data(),
)  # fmt: skip
def test_side_pots_equal_the_chip_by_chip_twin(stacks, small, more, ante, by_big_blind, data):
    spot = PushFoldSpot(tuple(map(float, stacks)), small, small + more + 1, ante, by_big_blind, None, len(stacks))
    pot = sorted(data.draw(st.sets(st.sampled_from(range(len(stacks))), min_size=1, max_size=4)))
    places = [data.draw(st.integers(0, 3)) for _ in pot]
    ends = settle(spot, pot, places)
    assert ends == pytest.approx(naive_settle(spot, pot, places))
    assert ends.sum() == pytest.approx(sum(stacks))


def test_a_short_stack_wins_only_what_it_can_match():
    spot = PushFoldSpot.of([300, 1000, 2000], (50, 100))
    assert settle(spot, (0, 1, 2), (0, 1, 2)).tolist() == [900, 1400, 1000]
    assert settle(spot, (0, 1, 2), (0, 0, 2)).tolist() == [450, 1850, 1000]
    assert settle(spot, (0, 2), (1, 0)).tolist() == [0, 950, 2350]
    assert settle(spot, (0,), (0,)).tolist() == [450, 950, 1900]


def test_antes_go_to_the_winner():
    assert settle(PushFoldSpot.of([1000, 1000, 1000], (50, 100), ante=10), (0,), (0,)).tolist() == [1170, 940, 890]
    spot = PushFoldSpot.of([1000, 1000, 1000], (50, 100), ante=100, big_blind_ante=True)
    assert settle(spot, (0,), (0,)).tolist() == [1250, 950, 800]
    assert settle(spot, (0, 1), (0, 1)).tolist() == [2200, 0, 800]


def test_knock_outs_go_to_those_who_win_the_last_chips():
    spot = PushFoldSpot.of([300, 1000, 2000], (50, 100), payouts=[1], bounties=[1, 1, 1])
    assert knocked_out_by(spot, (0, 1, 2), (2, 1, 0)) == [(0, [2]), (1, [2])]
    assert knocked_out_by(spot, (0, 1, 2), (2, 0, 0)) == [(0, [1, 2])]
    assert knocked_out_by(spot, (0, 1, 2), (0, 2, 1)) == [(1, [2])]
    assert knocked_out_by(spot, (0, 1), (0, 0)) == []


def test_blinds_larger_than_stacks_are_all_in():
    spot = PushFoldSpot.of([1000, 30, 60], (50, 100))
    assert spot.blinds().tolist() == [0, 30, 60]
    assert spot.is_forced().tolist() == [False, True, True]
    game = PushFoldGame(spot)
    assert game.must_go_in(1, ())
    assert game.must_go_in(2, (1,))
    short = PushFoldGame(PushFoldSpot.of([60, 1000, 1000], (50, 100)))
    assert short.must_go_in(2, (0,))  # the big blind has matched the push already
    assert not short.must_go_in(1, (0,))
    tiny = PushFoldGame(PushFoldSpot.of([1000, 1000, 40], (50, 100)))
    assert tiny.must_go_in(1, ())  # the small blind has matched the big blind's all-in
    assert not tiny.must_go_in(0, ())


def test_decisions_of_three_players():
    game = PushFoldGame(PushFoldSpot.of([10, 10, 10], (0.5, 1)))
    expected = {(0, ()), (1, ()), (1, (0,)), (2, (0,)), (2, (1,)), (2, (0, 1))}
    assert {(d.player, d.pot) for d in game.decisions()} == expected
    assert [Decision(0, ()).kind, Decision(2, (1,)).kind, Decision(2, (0, 1)).kind] == ["push", "call", "overcall"]
    assert game.pots() == [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    two = PushFoldGame(PushFoldSpot.of([10, 10, 10], (0.5, 1), most_all_in=2))
    assert (0, 1, 2) not in two.pots()


def test_positions_and_the_next_hand():
    spot = PushFoldSpot.of([10, 20, 30, 40], (0.5, 1), payouts=[3, 2, 1])
    assert [spot.position(player) for player in range(4)] == ["CO", "BTN", "SB", "BB"]
    assert PushFoldSpot.of([10] * 10, (0.5, 1)).position(0) == "UTG"
    assert spot.rotated([10, 20, 30, 40]).stacks == (20, 30, 40, 10)
    assert spot.rotated([0, 30, 30, 40]).stacks == (30, 40, 30)  # the big blind moves on to the next who is left
    assert spot.rotated([0, 0, 60, 40]).payouts == (3, 2)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([1000, 0, 500], (50, 100)), {}, "stack 2 is 0: every player in the game has chips"),
        (([1000], (50, 100)), {}, "push/fold is for 2 to 10 players, not 1"),
        (([1000] * 11, (50, 100)), {}, "push/fold is for 2 to 10 players, not 11"),
        (([1000, 500], (50, 100)), {"payouts": [3, 2, 1]}, "3 prizes for 2 players"),
        (([1000, 500], (50, 100)), {"ante": -5}, "ante -5: an ante is not negative"),
        (([1000, 500], (100, 50)), {}, "blinds 100/50: the big blind is above 0 and not below the small blind"),
        (([1000, 500], (0, 0)), {}, "blinds 0/0"),
        (([1000, 500], (50, 100)), {"most_all_in": 1}, "1 players all-in at once"),
        (([1000, 500], (50, 100)), {"bounties": [1, 1]}, "bounties are money: they need payouts"),
        (([1000, 500], (50, 100)), {"bounties": [1], "payouts": [1]}, "1 bounties for 2 players"),
        (([1000, 500], (50, 100)), {"progressive": 2}, "the progressive part of a bounty is 0 to 1, not 2"),
        (([1000, 30, 60], (50, 100)), {"most_all_in": 2}, "the blinds are all-in already"),
    ],
)  # fmt: skip
def test_bad_input(arguments, options, message):
    with pytest.raises(TournamentError, match=message) as error:
        PushFoldSpot.of(*arguments, **options)
    assert "\n" not in str(error.value)


def test_equal_blinds_are_legal():
    spot = PushFoldSpot.of([1000, 1000, 1000], (100, 100))
    assert settle(spot, (0,), (0,)).tolist() == [1200, 900, 900]
    assert np.isclose(settle(spot, (2,), (0,)), [1000, 900, 1100]).all()
