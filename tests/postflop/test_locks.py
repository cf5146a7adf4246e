"""Locks that cannot be: one line, whatever was written."""

import pytest

from pokerlab.errors import JobError, SolutionError, SpotError
from pokerlab.postflop.job import SolveJob
from pokerlab.postflop.locks import Lock, parse_lock, read_locks
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solve import solve
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import SpotTree

TREE = SpotTree.build(Spot(board="QsJh2h7c3d", pot=100, stack=100, oop="AA", ip="KK"))
HEAD = b'[[lock]]\nnode = "check"\n[lock.hands]\n'


@pytest.mark.parametrize("part", [float("nan"), float("inf"), 10**400, -1, 1.5])
def test_probabilities_are_probabilities(part):
    with pytest.raises(SpotError, match="a probability lies between 0 and 1") as error:
        Lock("check", {"*": {"check": part}}).placed(TREE)
    assert len(str(error.value)) < 200


def test_long_texts_are_quoted_in_a_line():
    for make in (
        lambda: Lock("x" * 10_000, {"*": {"check": 1}}).placed(TREE),
        lambda: Lock("check/" * 10_000, {"*": {"check": 1}}).placed(TREE),
        lambda: Lock("check", {"*": {"x\n" * 10_000: 1}}).placed(TREE),
        lambda: parse_lock("x" * 10_000),
        lambda: parse_lock(f"check: bet {'1' * 10_000}x"),
    ):
        with pytest.raises(SpotError) as error:
            make()
        assert len(str(error.value)) < 250
        assert "\n" not in str(error.value)


def test_files_may_begin_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "locks.toml"
    path.write_bytes(b"\xef\xbb\xbf" + HEAD + b'"*" = { check = 1 }')
    assert read_locks(path) == [Lock("check", {"*": {"check": 1}})]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (HEAD + b'"*" = { check = ' + b"1" * 5000 + b" }", "a number has thousands of digits"),
        (b"lock" + b".a" * 100_000 + b" = 1", "a key has more than 20 parts"),
        (b"lock = " + b"[" * 1000, "more than 20 deep"),
        (b"\xff", "not a text in UTF-8"),
    ],
    ids=["digits", "dots", "brackets", "bytes"],
)
def test_files_that_cannot_be_read_are_one_line(tmp_path, content, line):
    path = tmp_path / "locks.toml"
    path.write_bytes(content)
    with pytest.raises(SpotError, match=line):
        read_locks(path)


def test_a_strategy_that_is_held_stays_on_every_street_and_the_other_player_finds_his_best(tmp_path):
    """After a whole strategy is held, nobody makes up for anything elsewhere: the other wins what a best response to
    the old strategy wins, and the holder plays as before on every board."""
    spot = Spot(
        board="Td9d6hQc", pot=20, stack=50, oop="AA,JJ,T8s,76s", ip="KK,QJs,87s,A5s", turn={"bet": "50%"},
        river={"bet": "75%"}, raise_cap=1,
    )  # fmt: skip
    before = solve(spot, target=0.5)
    before.save(tmp_path / "before.sol")
    stored = Solution.open(tmp_path / "before.sol")
    out = str(tmp_path / "after.sol")
    job = SolveJob(spot=spot, target=0.01, hold=f"oop:{tmp_path / 'before.sol'}", compare=False, out=out)
    after = job.run().solution
    assert (after.held_player, Solution.open(out).held_player) == (0, 0)
    for path in ("", "check/check/river 2d", "check/check/river 2h", "bet 10/call/river Ad"):
        for hand, moves in stored.at(path).strategy.items():
            assert after.at(path).strategy[hand] == pytest.approx(moves, abs=1e-4), (path, hand)  # of 16 bits
    assert after.judgement.values[1] == pytest.approx(before.judgement.best[1], abs=0.002 * spot.pot)
    lock = "check/check/river/check/bet 15: fold 1"  # a lock counts more than what is held
    locked = job.model_copy(update={"locks": (lock,), "out": None}).run().solution
    assert locked.at("check/check/river 2d/check/bet 15").frequencies["fold"] == pytest.approx(1)
    assert locked.judgement.values[1] > after.judgement.values[1]


def test_what_cannot_be_held_is_said_in_a_line(tmp_path):
    spot = Spot(board="Td9d6hQc", pot=20, stack=10, oop="AA", ip="KK", turn={"bet": ""}, river={"bet": "50%"})
    solution = solve(spot, iterations=10)
    solution.save(tmp_path / "turn.sol", streets="turn")
    with pytest.raises(SolutionError, match="its rivers were not stored"):
        SolveJob(spot=spot, hold=f"ip:{tmp_path / 'turn.sol'}").run()
    with pytest.raises(SpotError, match="a solution of another spot"):
        SolveJob(spot=spot.changed(pot=30), hold=f"ip:{tmp_path / 'turn.sol'}").run()
    with pytest.raises(SpotError, match="oop:FILE or ip:FILE is expected"):
        SolveJob(spot=spot, hold="turn.sol").run()
    with pytest.raises(JobError, match="leave out streets"):
        SolveJob(spot=spot, hold="ip:turn.sol", streets="turn")
