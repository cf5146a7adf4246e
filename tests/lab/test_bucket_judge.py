"""What buckets cost, as data and as a page."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from pokerlab.abstraction.buckets import Buckets, StreetFacts, buckets_path
from pokerlab.abstraction.feature_tables import CLASS_COUNTS
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.lookup_table import TableBuilder
from pokerlab.abstraction.notation import parse_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import dead_combos
from pokerlab.lab import bucket_judge
from pokerlab.lab.bucket_judge import JudgeBuckets, JudgedBuckets, JudgedName, SolvedSpot, StreetSpread, default_spots
from pokerlab.lab.bucket_page import bucket_page

EVERY = "ir169.irall.irall.all"


class Numbers:
    """Tables of features whose numbers follow from the class; nothing is kept."""

    def table(self, street: str, name: str) -> "Numbers":
        self.width = 50 if name == "histogram" else 1
        return self

    def __getitem__(self, classes: np.ndarray) -> np.ndarray:
        found = (classes[:, None] * 7919 + 31 * np.arange(self.width)) % 97 + 1
        return found if self.width > 1 else found[:, 0]


class OneBucket:
    """Tells no hands apart."""

    def hands(self, board: list[int]) -> np.ndarray:
        return np.where(dead_combos(cardset(board)), -1, 0).astype(np.int32)


def write_every_hand(directory: Path) -> None:
    table = TableBuilder()
    for size in CLASS_COUNTS.values():
        table.add_every_class(size)
    facts = [StreetFacts(size, size, 1, np.array([size])) for size in CLASS_COUNTS.values()]
    Buckets(parse_cards(EVERY), table.arrays(), facts, about={"seed": 0}).save(buckets_path(EVERY, directory))


def test_who_tells_all_hands_apart_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every class is a bucket, hands of a bucket are equal and the spot is the real game; where all hands are one
    bucket, play is far more exploitable than it seems inside."""
    monkeypatch.setattr(bucket_judge, "SAMPLE", 500)
    monkeypatch.setattr(Features, "open", classmethod(lambda cls, directory=None: Numbers()))
    write_every_hand(tmp_path)
    (turn, _) = default_spots()
    job = JudgeBuckets(names=(EVERY,), spots=(turn,), directory=str(tmp_path), target=1.0, threads=1)
    result = job.run()
    for street in result.names[0].streets:
        assert street.spread < 1e-12
        assert street.explained == pytest.approx(1)
    (found,), (exact,) = result.names[0].spots, result.exact
    assert found.inside == pytest.approx(found.real, rel=1e-3)
    assert max(found.real, exact.real) <= 1.0
    coarse = job._solved(OneBucket(), bucket_judge.Spot.read(turn))
    assert coarse.groups == [1.0, 1.0]
    assert coarse.inside <= 1.0
    assert coarse.real > 10 * found.real


def test_the_page_has_all_numbers() -> None:
    spread = StreetSpread("flop", 8, 0.2, 0.03, 1.5, 0.97, (0.2, 0.1))
    solved = SolvedSpot("a turn </script>", 100, 0.29, 1.83, -3.9, [8.0, 8.0], 1.0)
    result = JudgedBuckets(JudgeBuckets(names=("8.8.8.8",)), (JudgedName("8.8.8.8", (spread,), (solved,)),), (solved,))
    page = bucket_page(result)
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert data["spots"][0]["rows"][0] == {"name": "8.8.8.8", "inside": 0.29, "real": 1.83}
    assert data["streets"][0]["masses"] == [0.2, 0.1]
    record = result.record()
    assert record["names"][0]["spots"][0]["real"] == 1.83
    assert record["every_hand"][0]["spot"] == "a turn </script>"


def test_the_spots_are_shipped() -> None:
    from pokerlab.postflop.spot import Spot

    assert [len(Spot.read(path).board) for path in default_spots()] == [4, 3]
