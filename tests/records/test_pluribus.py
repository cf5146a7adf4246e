"""The 10,000 hands that Pluribus played, as published in PHH: third-party data, read from outside the project.

All of them replay, and all finishing stacks agree. Eight hands end in half chips: their files split an odd pot
exactly (10162.5 each), which no table with whole chips could. They agree because a record counts in the
smallest decimal that its file uses, there 0.1: the pot is then even.
"""

import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pokerlab.records.phh_reader import parse_phh
from pokerlab.records.phh_writer import format_phh
from pokerlab.records.record import problems
from pokerlab.records.stats import PlayerStats, add_hand

ARCHIVE = Path(__file__).parents[3] / "shared" / "data" / "pluribus-phh.tar.gz"

pytestmark = pytest.mark.skipif(not ARCHIVE.exists(), reason="the archive of Pluribus hands is not there")


def texts() -> Iterator[tuple[str, str]]:
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            if member.name.endswith(".phh") and "pluribus/" in member.name:
                file = archive.extractfile(member)
                assert file is not None
                yield member.name, file.read().decode()


def test_all_hands_replay_to_the_finishing_stacks_of_the_files():
    hands, half_chips, wrong = 0, [], []
    players: dict[str, PlayerStats] = {}
    for name, text in texts():
        record = parse_phh(text, name)
        assert record.finishing is not None
        hands += 1
        if record.unit != 1:
            half_chips.append(name)
        if problems(record):
            wrong.append(name)
        if hands % 20 == 0:
            assert parse_phh(format_phh(record), name) == record
        add_hand(players, record)
    assert hands == 10_000
    assert wrong == []
    assert len(half_chips) == 8
    assert players["Pluribus"].hands == 10_000
    assert sum(row.won for row in players.values()) == pytest.approx(0, abs=1e-6)
