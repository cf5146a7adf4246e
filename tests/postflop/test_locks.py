"""Locks that cannot be: one line, whatever was written."""

import pytest

from pokerlab.errors import SpotError
from pokerlab.postflop.locks import Lock, parse_lock, read_locks
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
