"""Clusterings are found once: what was stopped goes on, what is damaged is made anew, and the result is the same."""

from pathlib import Path

import numpy as np
import pytest

from pokerlab.abstraction import clusters
from pokerlab.abstraction.clusters import Clusterings, ClusterSettings
from pokerlab.abstraction.feature_tables import CLASS_COUNTS
from pokerlab.abstraction.notation import parse_cards

NAME = parse_cards("ir169.emd12.ir2.2")
CUT = NAME.parts[1].seen[0]


class Features:
    """Histograms of a flop with few classes."""

    digest = "0" * 24

    def __init__(self) -> None:
        rng = np.random.default_rng(1)
        middle = rng.random((CLASS_COUNTS["flop"], 1))
        strengths = np.clip(middle + 0.2 * rng.standard_normal((len(middle), 47)), 0, 0.999)
        self.histograms = np.zeros((len(middle), 50), np.uint8)
        np.add.at(self.histograms, (np.arange(len(middle))[:, None], (50 * strengths).astype(int)), 1)

    def table(self, street: str, name: str) -> np.ndarray:
        return self.histograms

    def deals(self, street: str) -> np.ndarray:
        return (np.arange(len(self.histograms)) % 24 + 1).astype(np.uint8)

    weights = deals

    def values(self, street: str, name: str) -> np.ndarray:
        return (self.histograms @ np.arange(50) / 2350).astype(np.float32)


@pytest.fixture
def features(monkeypatch: pytest.MonkeyPatch) -> Features:
    monkeypatch.setitem(CLASS_COUNTS, "flop", 4000)
    return Features()


def clustered(features: Features, directory: Path | None, stop_at: str = "never", seed: int = 0) -> np.ndarray:
    def tell(what: str, done: int, total: int) -> None:
        if stop_at in what:
            raise KeyboardInterrupt

    settings = ClusterSettings(seed=seed, restarts=2)
    return Clusterings(features, NAME, settings, directory, 1, tell).labels(1, CUT)  # type: ignore[arg-type]


def refuse(*_: object, **__: object) -> None:
    raise AssertionError("done twice")


@pytest.mark.parametrize(("stop_at", "left"), [("centres", []), ("hands", [".centres"])])
def test_what_was_stopped_goes_on_with_the_same_result(
    features: Features, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop_at: str, left: list[str]
) -> None:
    whole = clustered(features, None)
    with pytest.raises(KeyboardInterrupt):
        clustered(features, tmp_path, stop_at)
    assert [path.suffix for path in tmp_path.rglob("*.c*")] == left
    if left:
        monkeypatch.setattr(clusters, "fit", refuse)  # the centres are there
    assert (clustered(features, tmp_path) == whole).all()
    assert [path.suffix for path in tmp_path.rglob("*.c*")] == [".clusters"]
    monkeypatch.setattr(clusters, "assign", refuse)
    assert (clustered(features, tmp_path) == whole).all()


def test_what_is_damaged_or_of_others_is_not_taken(features: Features, tmp_path: Path) -> None:
    whole = clustered(features, tmp_path)
    (path,) = tmp_path.rglob("*.clusters")
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert (clustered(features, tmp_path) == whole).all()
    assert path.read_bytes()[-500:] == content[-500:]  # made anew
    assert (clustered(features, tmp_path, seed=1) != whole).any()
    assert len(list(tmp_path.rglob("*.clusters"))) == 2  # another seed is another file
