"""Hands of our own making, one per corner of the rules, whose pots and results are worked out in their comments."""

from decimal import Decimal
from pathlib import Path

import pytest

from pokerlab.games.action import raise_to
from pokerlab.games.betting import Legal
from pokerlab.records.phh_reader import parse_phh
from pokerlab.records.phh_writer import format_phh
from pokerlab.records.record import HandRecord, problems, replay

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.phh"))


def load(name: str) -> HandRecord:
    return parse_phh((GOLDEN / f"{name}.phh").read_text("utf-8"), name)


@pytest.mark.parametrize("name", NAMES)
def test_results_are_as_worked_out(name: str):
    record = load(name)
    assert record.finishing is not None
    assert problems(record) == []
    pots = [record.value(pot.amount) for pot in record.final().pots]
    assert pots == [Decimal(str(amount)) for amount in record.info["_pots"]]


@pytest.mark.parametrize("name", NAMES)
def test_written_and_read_again_it_is_the_same_hand(name: str):
    record = load(name)
    assert parse_phh(format_phh(record)) == record


@pytest.mark.parametrize("name", NAMES)
def test_file_says_what_it_shows(name: str):
    assert (GOLDEN / f"{name}.phh").read_text("utf-8").startswith("# ")


@pytest.mark.parametrize(
    ("name", "actions", "legal"),
    [
        ("minimum-raise", 1, Legal(True, 300, 600, 5000)),
        ("short-all-in-does-not-reopen", 4, Legal(True, 100, 0, 0)),
        ("short-big-blind", 0, Legal(True, 100, 200, 1000)),
        ("big-blind-option", 2, Legal(False, 0, 200, 1000)),
        ("fixed-limit-cap", 3, Legal(True, 20, 0, 0)),
        ("fixed-limit-cap", 9, Legal(True, 20, 0, 0)),
        ("straddle", 0, Legal(True, 200, 400, 1000)),
    ],
)
def test_what_was_legal_on_the_way(name: str, actions: int, legal: Legal):
    record = load(name)
    taken = 0
    for step in replay(record):
        taken += step.played is not None
        if taken == actions and step.state.actor >= 0:
            assert step.state.legal == legal
            return
    pytest.fail("the hand is shorter")


def test_raise_that_is_not_open_is_refused():
    record = load("short-all-in-does-not-reopen")
    raised = (*record.actions[:4], raise_to(1000), *record.actions[5:])
    broken = HandRecord(record.game, raised, record.private, record.board)
    assert problems(broken) == ["action 5: 'r1000' is not legal for seat 2: fold, call 100"]
