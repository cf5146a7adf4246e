"""Building buckets as a job: what is there stays, and nothing is lost where it is stopped or the disk is full.

The buckets themselves are small stand-ins; `test_percentiles.py`, `test_lookup.py` and `test_clusters.py` have how they
are made.
"""

import errno
from pathlib import Path

import numpy as np
import pytest

from damage import read_header, with_header
from pokerlab import _files
from pokerlab.abstraction import bucket_build
from pokerlab.abstraction.bucket_build import BucketsJob, expected_seconds
from pokerlab.abstraction.buckets import Buckets, StreetFacts
from pokerlab.abstraction.feature_tables import CLASS_COUNTS
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.lookup_table import TableBuilder
from pokerlab.abstraction.notation import parse_cards
from pokerlab.errors import AbstractionError

EVERY = "ir169.irall.irall.all"


def every_hand() -> Buckets:
    table = TableBuilder()
    for size in CLASS_COUNTS.values():
        table.add_every_class(size)
    facts = [StreetFacts(size, size, 1, np.array([size])) for size in CLASS_COUNTS.values()]
    return Buckets(parse_cards(EVERY), table.arrays(), facts)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that were built."""
    names: list[str] = []

    def build(name: object, features: object, **settings: object) -> Buckets:
        names.append(str(name))
        return every_hand()

    monkeypatch.setattr(bucket_build, "build_buckets", build)
    monkeypatch.setattr(Features, "open", classmethod(lambda cls, directory=None: None))
    return names


def job(directory: Path, **settings: object) -> BucketsJob:
    return BucketsJob(name=EVERY, directory=str(directory), **settings)  # type: ignore[arg-type]


def test_what_is_there_is_built_again_only_if_it_is_asked_for(built: list[str], tmp_path: Path) -> None:
    assert job(tmp_path).run().is_new
    assert not job(tmp_path).run().is_new
    assert built == [EVERY]
    assert job(tmp_path, anew=True).run().is_new
    assert job(tmp_path, seed=1).run().is_new  # others than those that are there
    assert built == [EVERY] * 3


@pytest.mark.parametrize("is_there", [False, True])
def test_a_build_that_is_stopped_leaves_what_was_there(
    built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    before = []
    if is_there:
        job(tmp_path).run()
        before = [(path.name, path.read_bytes()) for path in tmp_path.iterdir()]

    def stop(*_: object, **__: object) -> Buckets:
        raise KeyboardInterrupt

    monkeypatch.setattr(bucket_build, "build_buckets", stop)
    with pytest.raises(KeyboardInterrupt):
        job(tmp_path, anew=True).run()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == before


def test_a_full_disk_is_known_before_the_work(
    built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        free = 10

    monkeypatch.setattr(_files.shutil, "disk_usage", lambda path: Full())
    with pytest.raises(OSError, match="600,000,000 bytes are needed, 10 are free"):
        job(tmp_path).run()
    assert built == []


def test_a_disk_that_fills_up_while_the_file_is_written_leaves_what_was_there(
    built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(job(tmp_path).run().file)
    before = path.read_bytes()

    def fill_up(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pokerlab._archives.Writer.write", fill_up)
    with pytest.raises(OSError, match="No space left"):
        job(tmp_path, anew=True).run()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == before


def test_files_of_other_versions_and_kinds_are_refused(built: list[str], tmp_path: Path) -> None:
    path = Path(job(tmp_path).run().file)
    content = path.read_bytes()
    for change, why in (
        ({"version": 2}, "has version 2 of its format"),
        ({"format": "pokerlab/solution"}, "is not a file of buckets but a file of 'pokerlab/solution'"),
    ):
        path.write_bytes(with_header(content, read_header(content) | change))
        with pytest.raises(AbstractionError, match=why):
            Buckets.open(path)


def test_clusters_say_how_long_they_take() -> None:
    """More of them take longer, percentiles next to nothing."""
    few, many = (expected_seconds(parse_cards(f"ir169.emd{n}.emd{n}.ochs{n}")) for n in (50, 5000))
    assert expected_seconds(parse_cards("ir169.ir64.ir64.64")) < few < many
