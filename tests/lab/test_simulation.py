"""Play-outs of solutions agree with what the solver computes, on every street, for subtrees, and for two solutions."""

import numpy as np
import pytest
from solved_spots import FLOP, TURN, changed, solved

from pokerlab.errors import LabError, SpotError
from pokerlab.lab.expected import expected, paired
from pokerlab.lab.simulation import Match, Seating, SeatResult, deviations_of
from pokerlab.postflop.locks import Lock
from pokerlab.postflop.paths import resolve
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot

RIVER = Spot(
    board="KsQs7d2d3h", pot=100, stack=160, oop="AA,KK:0.5,KJs,JTs,77,T9s:0.3", ip="QQ,AKs,AQs:0.7,J9s,65s,22",
    river={"bet": "60%,a", "raise": "a"}, big_blind=10,
)  # fmt: skip
RAKED = changed(RIVER, rake={"percent": 5, "cap": 8})
NODES = {
    "river": ("", "check", "check/bet 60", "check/bet 60/fold", "bet all-in/call", "check/check"),
    "raked": ("", "bet 60", "check/bet 60/call"),
    "turn": (
        "", "check/bet", "check/bet/call", "check/bet/call/river 3h", "check/check/river", "check/check/river/bet",
        "check/check/river 3h/bet/fold", "bet/raise/call",
    ),
    "flop": (
        "", "check/check", "check/check/turn 2h/bet", "check/check/turn/bet", "bet/call/turn 2h/check/check/river/bet",
        "check/check/turn 2h/check/check/river 3c/bet/call", "bet/call/turn/bet/call",
    ),
}  # fmt: skip
SPOTS = {"river": RIVER, "raked": RAKED, "turn": TURN, "flop": FLOP}
HANDS = 1_000_000


@pytest.fixture(scope="module")
def pairs():
    """For each spot a better and a worse solution."""
    return {name: (solved(spot, 40), solved(spot, 4)) for name, spot in SPOTS.items()}


def check(seating: Seating, *, at_most: float = 4.0) -> None:
    """Means and frequency are the computed ones within so many standard errors."""
    assert seating.expected_frequency is not None
    assert seating.frequency == pytest.approx(seating.expected_frequency, abs=at_most * seating.frequency_error + 1e-6)
    for seat in seating.seats:
        assert seat.expected is not None
        assert seat.estimate.mean == pytest.approx(seat.expected, abs=at_most * seat.estimate.error + 1e-3)
        assert seat.deviations is None or abs(seat.deviations) <= at_most + 1e-3 / seat.estimate.error


@pytest.mark.parametrize(("name", "node"), [(name, node) for name, nodes in NODES.items() for node in nodes])
def test_self_play_agrees(pairs, name, node):
    match = Match(pairs[name][0], pairs[name][0], node)
    seating = match.judge(match.duel.play(HANDS, seed=1, threads=1))
    check(seating)
    assert (seating.hands, seating.frequency) == (HANDS, seating.reached / HANDS)
    if not node:
        assert seating.seats[0].expected == pairs[name][0].judgement.values[0]


@pytest.mark.parametrize("name", SPOTS)
def test_two_solutions_agree_in_both_seats(pairs, name):
    better, worse = pairs[name]
    seatings = []
    for oop, ip, node in ((better, worse, ""), (worse, better, ""), (worse, better, NODES[name][-1])):
        match = Match(oop, ip, node)
        seatings.append(match.judge(match.duel.play(HANDS, seed=2, threads=1)))
        check(seatings[-1])
    both = seatings[0].seats[0] + seatings[1].seats[1]
    assert both.expected == pytest.approx(seatings[0].seats[0].expected + seatings[1].seats[1].expected)
    assert both.estimate.error == pytest.approx(np.sqrt(2) * seatings[0].seats[0].estimate.error, rel=0.2)
    if name != "raked":  # a strategy wins at most what the other one gives away to best responses
        assert -better.nash_conv - 1e-3 <= both.expected <= worse.nash_conv + 1e-3


def test_the_same_strategies_paired_are_worth_the_same(pairs, tmp_path):
    for name in ("turn", "flop"):
        pairs[name][0].save(tmp_path / "a.sol")
        pair = paired(pairs[name][0], Solution.open(tmp_path / "a.sol"), threads=1)
        assert pair.judgement.values == pytest.approx(pairs[name][0].judgement.values, abs=0.02)  # 16-bit rivers


def test_solutions_that_merge_boards_differently_can_be_paired():
    merged, apart = solved(TURN, 30), solved(TURN, 30, isomorphism=False)
    assert paired(merged, apart, threads=1).judgement.values == pytest.approx(merged.judgement.values, abs=0.01)
    lock = Lock("check/check/river 3h", {"*": {"check": 1}})
    locked = solved(TURN, 30, locks=[lock])
    assert len(merged.store.boards) < len(locked.store.boards)
    for oop, ip in ((merged, locked), (locked, merged)):
        match = Match(oop, ip, "check/check/river 3h")
        check(match.judge(match.duel.play(HANDS, seed=3, threads=1)))
        again = Match(oop, ip)
        check(again.judge(again.duel.play(HANDS, seed=4, threads=1)))


def test_after_two_open_cards_nothing_is_computed(pairs):
    match = Match(pairs["flop"][0], pairs["flop"][0], "check/check/turn/check/check/river/bet")
    seating = match.judge(match.duel.play(100_000, threads=1))
    assert seating.expected_frequency is None
    assert seating.seats[0].deviations is None
    assert seating.reached > 1000


def test_the_check_can_be_left_out(pairs):
    match = Match(*pairs["turn"])
    seating = match.judge(match.duel.play(100_000, threads=1), check=False)
    assert [seat.expected for seat in seating.seats] == [None, None]
    assert (seating.seats[0] + seating.seats[1]).expected is None
    assert "expected" not in vars(match)


def test_confidence():
    assert deviations_of(0.95) == pytest.approx(1.959964, abs=1e-6)  # tables of the normal distribution
    assert deviations_of(0.99) == pytest.approx(2.575829, abs=1e-6)
    for wrong in (0, 1, 95):
        with pytest.raises(LabError, match="a confidence is between 0 and 1"):
            deviations_of(wrong)


def test_bad_input(pairs, tmp_path):
    turn = pairs["turn"][0]
    with pytest.raises(SpotError, match="'fold' is not a move at the start"):
        Match(turn, turn, "fold")
    with pytest.raises(LabError, match="different spots"):
        Match(turn, pairs["river"][0])
    turn.save(tmp_path / "short.sol", streets="turn")
    with pytest.raises(
        LabError, match=r"short.sol: strategies up to the turn only; solve the spot again and store all"
    ):
        Match(Solution.open(tmp_path / "short.sol"), turn)
    match = Match(turn, turn, "bet/raise/call")
    with pytest.raises(LabError, match=r"'bet/raise/call': [01] of 2 hands came there, too few"):
        match.judge(match.duel.play(2, threads=1), check=False)


def test_a_node_that_is_never_reached_has_no_value():
    solution = solved(TURN, 3, locks=[Lock("", {"*": {"check": 1, "bet 61": 0}})])
    node, dealt = resolve(solution.tree, "bet")
    assert expected(solution, node, dealt) is None


def test_a_sum_without_a_variance():
    from pokerlab.lab.play import Estimate

    assert SeatResult(Estimate(10, 1.0, 0.0), 1.0).deviations is None


def test_too_little_memory_for_the_check_is_said(pairs, monkeypatch):
    monkeypatch.setattr("pokerlab.postflop.memory.free_memory", lambda: 1000)
    with pytest.raises(LabError, match="the computed expectation needs a solver, and the spot takes"):
        paired(*pairs["turn"])
