"""Building the tables: what is whole stays, what is damaged is named and made anew, what was begun goes on.

The sweeps themselves are small stand-ins here, in threads: `test_feature_sweeps.py` has the real ones; the slow test
at the end builds all tables.
"""

import errno
import os
from collections import Counter
from contextlib import contextmanager
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from test_features import SMALL, some_table

from pokerlab._archives import write_archive
from pokerlab.abstraction import feature_build, feature_sweeps
from pokerlab.abstraction.feature_build import BUILDING, FeaturesJob, disk_needed, file_bytes
from pokerlab.abstraction.feature_sweeps import PART_FORMAT, PARTS, open_part
from pokerlab.abstraction.feature_tables import BOARD_SIZES, CLASS_COUNTS, STREETS, file_tables, find_table
from pokerlab.abstraction.features import Features, expected_strengths
from pokerlab.abstraction.measures import Measures
from pokerlab.abstraction.notation import parse_cards
from pokerlab.cards.combos import CLASS_OF_COMBO
from pokerlab.cards.strength import expected_strength, preflop_strength
from pokerlab.errors import AbstractionError, JobError, PokerError
from pokerlab.jobs.directory import RunDirectory

MAIN = ("preflop.features", "flop.features", "turn.features", "river.features")


class Told:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.parts: list[str] = []

    def say(self, text: str) -> None:
        self.lines.append(text)

    @contextmanager
    def progress(self, what: str):
        self.parts.append(what)
        yield lambda done, total: None


@pytest.fixture
def sweeps(monkeypatch):
    """Small stand-ins for the sweeps; counts how often each street was swept."""
    for street, count in SMALL.items():
        monkeypatch.setitem(CLASS_COUNTS, street, count)
    swept: Counter[str] = Counter()

    def rivers(arguments, path):
        swept["river"] += 1
        rows = np.full((2, 5), arguments["part"], np.int32)
        write_archive(path, PART_FORMAT, 1, {"street": "river"}, {"rows": rows})
        return {}

    def starts(arguments, path):
        street = arguments["street"]
        swept[street] += 1
        index = np.arange(arguments["part"], SMALL[street], PARTS, dtype=np.int32)
        tables = {table.name: some_table(table)[index] for table in file_tables(f"{street}.features")}
        write_archive(path, PART_FORMAT, 1, {"street": street}, {"index": index, **tables})
        return {}

    def merged(parts):
        assert [int(part.array("rows")[0, 0]) for part in parts] == list(range(PARTS))
        found = ("river.features", "preflop.features")
        return tuple({table.name: some_table(table) for table in file_tables(name)} for name in found)

    monkeypatch.setattr(feature_sweeps, "sweep_rivers", rivers)
    monkeypatch.setattr(feature_sweeps, "sweep_starts", starts)
    monkeypatch.setattr(feature_build, "merged_rivers", merged)
    return swept


def job(directory) -> FeaturesJob:
    return FeaturesJob(directory=str(directory), jobs=1, where="threads")


def test_all_files_are_built_once(sweeps, tmp_path):
    told = Told()
    built = job(tmp_path).run(told)
    assert built.built == MAIN
    assert sweeps == {"river": PARTS, "turn": PARTS, "flop": PARTS}
    assert told.parts == ["rivers", "turns", "flops"]
    assert "of disk are needed meanwhile" in told.lines[0]
    features = Features.open(tmp_path)
    for name in MAIN:
        for table in file_tables(name):
            np.testing.assert_array_equal(features.table(table.street, table.name), some_table(table))
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(MAIN)
    again = job(tmp_path).run(told)
    assert again.built == ()
    assert sweeps["river"] == PARTS
    record = again.record()
    assert [row["built"] for row in record["files"]] == [False] * 4
    assert record["files"][2]["bytes"] == (tmp_path / "turn.features").stat().st_size


def test_a_damaged_file_is_named_and_built_anew(sweeps, tmp_path):
    job(tmp_path).run()
    whole = (tmp_path / "turn.features").read_bytes()
    (tmp_path / "turn.features").write_bytes(whole[:-100] + bytes(100))
    told = Told()
    assert job(tmp_path).run(told).built == ("turn.features",)
    assert f"{tmp_path / 'turn.features'} is damaged: " in told.lines[0]
    assert told.lines[0].endswith("it is built anew")
    assert (tmp_path / "turn.features").read_bytes() == whole
    assert sweeps == {"river": 2 * PARTS, "turn": 2 * PARTS, "flop": PARTS}


def test_what_was_interrupted_goes_on(sweeps, tmp_path, monkeypatch):
    whole = feature_build.merged_starts
    monkeypatch.setattr(feature_build, "merged_starts", _interrupt)
    with pytest.raises(KeyboardInterrupt):
        job(tmp_path).run()
    assert {"preflop.features", "river.features", BUILDING} == {path.name for path in tmp_path.iterdir()}
    assert sweeps == {"river": PARTS, "turn": PARTS}
    monkeypatch.setattr(feature_build, "merged_starts", whole)
    assert job(tmp_path).run().built == ("flop.features", "turn.features")
    assert sweeps == {"river": PARTS, "turn": PARTS, "flop": PARTS}
    assert not (tmp_path / BUILDING).exists()


def _interrupt(*_):
    raise KeyboardInterrupt


def test_a_disk_that_fills_up_meanwhile_loses_nothing(sweeps, tmp_path, monkeypatch):
    """Of a part, and of a table that is put together."""
    real = feature_sweeps.sweep_starts

    def full(arguments, path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(feature_sweeps, "sweep_starts", full)
    with pytest.raises((OSError, PokerError), match="No space left on device"):
        job(tmp_path).run()
    assert {"preflop.features", "river.features"} <= {path.name for path in tmp_path.iterdir()}
    monkeypatch.setattr(feature_sweeps, "sweep_starts", real)
    whole = feature_build.merged_starts
    monkeypatch.setattr(feature_build, "merged_starts", lambda *_: full({}, tmp_path / "turn.features"))
    with pytest.raises((OSError, PokerError), match="No space left on device"):
        job(tmp_path).run()
    monkeypatch.setattr(feature_build, "merged_starts", whole)
    assert job(tmp_path).run().built == ("flop.features", "turn.features")
    assert (sweeps["river"], sweeps["turn"]) == (PARTS, PARTS)


def test_a_damaged_part_is_made_anew(sweeps, tmp_path, monkeypatch):
    monkeypatch.setattr(feature_build, "merged_rivers", _interrupt)
    with pytest.raises(KeyboardInterrupt):
        job(tmp_path).run()
    part = sorted((tmp_path / BUILDING / "results").glob("*.rows"))[3]
    content = part.read_bytes()
    part.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    told = Told()
    with pytest.raises(KeyboardInterrupt):
        job(tmp_path).run(told)
    assert sweeps["river"] == PARTS + 1
    assert f"{part} is damaged: it is made anew" in told.lines
    assert part.read_bytes() == content


def test_a_disk_without_room_is_refused_before_the_work(sweeps, tmp_path, monkeypatch):
    class Full:
        free = 10

    monkeypatch.setattr(feature_build, "disk_usage", lambda path: Full())
    with pytest.raises(AbstractionError, match=r"of disk are needed, 0.0 GB are free: choose another with --dir"):
        job(tmp_path / "new").run()
    assert not sweeps


def test_a_directory_that_is_no_directory_is_refused(sweeps, tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError, match="file"):
        job(tmp_path / "file").run()


def test_two_builds_at_a_time_are_refused(sweeps, tmp_path):
    with RunDirectory(tmp_path / BUILDING).locked(), pytest.raises(JobError):
        job(tmp_path).run()


def test_the_disk_that_is_needed_is_that_of_all_files_and_parts():
    assert 2.7e9 < sum(map(file_bytes, MAIN)) < 2.9e9
    assert 6e9 < disk_needed(MAIN) < 7e9
    assert disk_needed(["ochs.features"]) == 2 * file_bytes("ochs.features")


def test_a_part_that_is_none_is_one_line(tmp_path):
    (tmp_path / "x.rows").write_bytes(b"nonsense")
    with pytest.raises(AbstractionError, match=r"x.rows is not a part of features, or is damaged"):
        open_part(tmp_path / "x.rows")


@pytest.mark.slow
def test_all_tables(tmp_path):
    """Minutes, and 7 GB of disk. Known values: a random hand wins 1/2, 1/3 and 1/4 of the pot from one, two and three
    others (symmetry); the mean of HS^2 and HS^3 on the river is that of E[HS^2] and E[HS^3] on every street."""
    FeaturesJob(directory=str(tmp_path)).run()
    features = Features.open(tmp_path)
    assert features.digest == DIGEST
    powers = {power: set() for power in (2, 3)}
    for street in STREETS:
        deals = features.deals(street)
        assert int(deals.sum(dtype=np.int64)) == 1326 * comb(50, BOARD_SIZES[street])
        for name, known in KNOWN.items():
            if (street, name) not in (("preflop", "points"), ("river", "hs1")):
                assert mean(features, street, name) == known
        for power, found in powers.items():
            found.add(mean(features, street, "points" if street == "river" else f"hs{power}", power))
        if street != "river":
            counts = features.table(street, "histogram").sum(axis=1, dtype=np.int64)
            assert set(np.unique(counts).tolist()) == {comb(50 - BOARD_SIZES[street], 5 - BOARD_SIZES[street])}
    assert {len(found) for found in powers.values()} == {1}
    assert_squares_against_two_are_the_same_on_all_streets(features)
    classes = feature_sweeps.preflop_classes()
    np.testing.assert_allclose(
        features.values("preflop", "hs1")[classes], preflop_strength()[CLASS_OF_COMBO], rtol=1e-6
    )
    for board in ("QhJh2c", "QhJh2c5h", "QhJh2c5h5d"):
        np.testing.assert_allclose(expected_strengths(board, features), expected_strength(board), rtol=1e-6)


def assert_squares_against_two_are_the_same_on_all_streets(features: Features) -> None:
    """E[share^2] against two hands (`hs2p3`), as whole sums: a river has five turns, a turn four flops."""
    cut = parse_cards("8hs2p3.8.8.8").parts[0].seen[0]
    measures = Measures(features)
    turn, flop, preflop = (measures.values(street, cut) for street in (2, 1, 0))
    river = (features.table("river", "share2").astype(np.int64) >> 1) ** 2
    sums = [long_sum(values, features.deals(street)) for street, values in
            (("river", river), ("turn", turn), ("flop", flop), ("preflop", preflop))]  # fmt: skip
    assert sums[1] == 5 * sums[0]
    assert sums[2] == 20 * sums[0]
    assert sums[3] == sums[0]


def long_sum(values: np.ndarray, deals: np.ndarray) -> int:
    """The sum of products, exact: thirty bits at a time."""
    total = 0
    for first in range(0, len(values), 4_000_000):
        some, weights = values[first : first + 4_000_000], deals[first : first + 4_000_000].astype(np.int64)
        total += sum(int(((some >> bits & 0x3FFFFFFF) * weights).sum()) << bits for bits in (0, 30, 60))
    return total


KNOWN = {"points": Fraction(1, 2), "hs1": Fraction(1, 2), "share2": Fraction(1, 3), "share3": Fraction(1, 4)}
DIGEST = "85b76f6bc181251f1dcf9c45"
"""Of all tables but OCHS: numbers that must not change."""


def mean(features: Features, street: str, name: str, power: int = 1) -> Fraction:
    """The mean of a table over all deals, exact; on the river of a power of it."""
    table, deals, total = features.table(street, name), features.deals(street), 0
    power = power if street == "river" else 1
    for first in range(0, len(table), 4_000_000):
        values = table[first : first + 4_000_000].astype(np.int64) ** power
        weights = deals[first : first + 4_000_000].astype(np.int64)
        for part in (40, 20, 0):  # twenty bits at a time: sums of products stay within 64
            total += int(((values >> part & 0xFFFFF) * weights).sum()) << part
    return Fraction(total, int(deals.sum(dtype=np.int64)) * int(find_table(street, name).most) ** power)
