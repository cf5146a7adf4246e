"""Files of features: opened, asked, and refused where they are not what they should be."""

import shutil

import naive_features as naive
import numpy as np
import pytest

from damage import assert_damage_is_noticed, read_header, with_header
from pokerlab.abstraction import features as features_module
from pokerlab.abstraction.feature_build import check_file, write_tables
from pokerlab.abstraction.feature_sweeps import board_index, preflop_classes
from pokerlab.abstraction.feature_tables import (
    CLASS_COUNTS,
    FILES,
    feature_index,
    features_directory,
    file_tables,
    find_table,
)
from pokerlab.abstraction.features import Features, expected_strengths
from pokerlab.abstraction.ochs import ochs_rows, starting_clusters
from pokerlab.cards.combos import CLASS_NAMES, CLASS_OF_COMBO, CLASS_SIZES
from pokerlab.cards.strength import strength_histograms
from pokerlab.errors import AbstractionError

SMALL = {"flop": 30, "turn": 40, "river": 50}


def some_table(table) -> np.ndarray:
    """Numbers for a table, the same for the same name."""
    rng = np.random.default_rng([ord(letter) for letter in table.street + table.name])
    numbers = rng.integers(0, min(table.most or 200, 2**31), table.shape)
    return numbers.astype(table.kind)


def write_small(directory, names=FILES) -> None:
    for name in names:
        tables = {table.name: table for table in file_tables(name)}
        write_tables(directory / name, lambda name, tables=tables: some_table(tables[name]))


@pytest.fixture
def small(monkeypatch, tmp_path):
    """A directory of files with few classes."""
    for street, count in SMALL.items():
        monkeypatch.setitem(CLASS_COUNTS, street, count)
    write_small(tmp_path)
    return tmp_path


def test_tables_are_mapped_as_they_were_written(small):
    features = Features.open(small)
    for name in FILES:
        for table in file_tables(name):
            found = features.table(table.street, table.name)
            np.testing.assert_array_equal(found, some_table(table))
            assert found.dtype == np.dtype(table.kind)
            assert not found.flags.writeable
    values = features.values("turn", "hs2")
    assert values.dtype == np.float32
    np.testing.assert_allclose(values, features.table("turn", "hs2") / find_table("turn", "hs2").most, rtol=1e-6)
    np.testing.assert_array_equal(features.deals("turn"), features.table("turn", "deals"))
    assert features.values("flop", "ppot").dtype == np.float32
    assert features.about("river")["street"] == "river"


def test_the_digest_tells_contents_apart_and_nothing_else(small, tmp_path_factory):
    digest = Features.open(small).digest
    other = tmp_path_factory.mktemp("other")
    write_small(other, FILES[:-1])
    assert Features.open(other).digest == digest
    tables = {table.name: table for table in file_tables("turn.features")}
    write_tables(
        other / "turn.features",
        lambda name: some_table(tables[name]) ^ 1 if name == "points" else some_table(tables[name]),
    )
    assert Features.open(other).digest != digest


def test_without_ochs_all_else_can_be_asked(small):
    (small / "ochs.features").unlink()
    features = Features.open(small)
    assert len(features.table("river", "points")) == SMALL["river"]
    with pytest.raises(AbstractionError, match=r"ochs.features is not built: 'pokerlab buckets features --ochs'"):
        features.table("river", "ochs")


def test_what_is_not_there_or_not_known_is_one_line(small):
    features = Features.open(small)
    with pytest.raises(AbstractionError, match=r"'hs9' is no feature of the turn \(hs1, hs2"):
        features.table("turn", "hs9")
    with pytest.raises(AbstractionError, match=r"'fourth' is no street \(preflop, flop, turn, river\)"):
        features.table("fourth", "hs1")
    with pytest.raises(AbstractionError, match="histogram of the flop are counts"):
        features.values("flop", "histogram")
    (small / "turn.features").unlink()
    with pytest.raises(AbstractionError, match=r"turn.features is not there: 'pokerlab buckets features' builds it"):
        Features.open(small)


def test_every_damage_is_noticed_and_named(small):
    tables = file_tables("turn.features")

    def read(path):
        check_file(path)
        features = Features.open(small)
        return [features.table("turn", table.name).tobytes() for table in tables]

    counts = {"flips": 60, "cuts": 15, "zeroed": 10, "swapped": 10}
    assert assert_damage_is_noticed(small / "turn.features", read, AbstractionError, seed=5, **counts) > 80
    (small / "turn.features").write_bytes((small / "turn.features").read_bytes()[:-1])
    with pytest.raises(AbstractionError, match=r"is damaged: .* \('pokerlab buckets features' builds it anew\)"):
        Features.open(small)


def test_files_of_others_and_of_other_versions_are_refused(small, tmp_path):
    path = small / "flop.features"
    content = path.read_bytes()
    for change, text in (
        ({"version": 2}, "has version 2 of its format"),
        ({"format": "pokerlab/solution"}, "is not a file of features but a file of 'pokerlab/solution'"),
    ):
        path.write_bytes(with_header(content, read_header(content) | change))
        with pytest.raises(AbstractionError, match=text):
            Features.open(small)
    path.write_bytes(b"something else altogether")
    with pytest.raises(AbstractionError, match="is not a file of features, or is damaged"):
        Features.open(small)
    shutil.copyfile(small / "turn.features", path)
    with pytest.raises(AbstractionError, match=r"flop.features is damaged: it has no .* as they are"):
        Features.open(small)


def test_where_the_tables_are(monkeypatch, tmp_path):
    monkeypatch.setenv("POKERLAB_DATA_DIR", str(tmp_path))
    assert features_directory() == tmp_path / "features"
    assert features_directory(tmp_path / "mine") == tmp_path / "mine"


def test_expected_strengths_are_looked_up(monkeypatch):
    class Constant:
        def table(self, street, name):
            assert (street, name) == ("flop", "hs1")
            return np.arange(CLASS_COUNTS["flop"], dtype=np.int64)

    found = expected_strengths("Ks8d7c", Constant())
    index = feature_index("flop").index_boards(["Ks8d7c"])[0]
    most = find_table("flop", "hs1").most
    np.testing.assert_allclose(found[index >= 0], index[index >= 0] / most, rtol=1e-6)
    assert np.isnan(found[index < 0]).all()
    monkeypatch.setattr(features_module, "_built", lambda directory: Constant())
    np.testing.assert_array_equal(expected_strengths("Ks8d7c"), found)


def test_ochs_equals_its_twin():
    clusters = np.arange(169) * 8 // 169
    boards = board_index(5).unindex(np.array([5, 7000, 60_000, 134_000]))
    found = ochs_rows(boards, clusters.tolist())
    rng = np.random.default_rng(1)
    for board, rows in zip(boards.tolist(), found, strict=True):
        alive = np.flatnonzero(feature_index("river").index_boards([board])[0] >= 0)
        assert not np.delete(rows, alive, axis=0).any()
        for hand in rng.choice(alive, 5).tolist():
            twin = naive.ochs(hand, board, clusters[preflop_classes()])
            assert rows[hand].tolist() == [128 if value is None else int(255 * value + 1 / 2) for value in twin]


def test_ochs_against_clusters_that_no_card_leaves():
    clusters = np.zeros(169, np.int64)
    clusters[preflop_classes()[1325]] = 7  # aces
    board = [48, 49, 0, 5, 10]
    found = ochs_rows(np.array([board], np.uint8), clusters.tolist())[0]
    assert found[1325, 7] == 128  # two on the board, two in the hand
    assert (found[(found > 0).any(axis=1)][:, 1:7] == 128).all()


def test_starting_hands_in_clusters_by_histograms(monkeypatch):
    # One flop stands for all boards here: what matters is the order, and that equal numbers give equal clusters.
    monkeypatch.setattr("pokerlab.abstraction.ochs.RESTARTS", 10)
    histograms = strength_histograms("Ks8d3c", 50)
    by_class = np.array([histograms[number == CLASS_OF_COMBO].sum(axis=0) for number in range(169)])
    clusters = starting_clusters(by_class, CLASS_SIZES)
    assert sorted(set(clusters.tolist())) == list(range(8))
    np.testing.assert_array_equal(clusters, starting_clusters(by_class, CLASS_SIZES))
    assert clusters[CLASS_NAMES.index("KK")] == 7
    assert clusters[CLASS_NAMES.index("72o")] < clusters[CLASS_NAMES.index("AKs")]
    strength = by_class @ np.arange(50) / by_class.sum(axis=1)
    means = [np.average(strength[clusters == k], weights=CLASS_SIZES[clusters == k]) for k in range(8)]
    assert means == sorted(means)
