"""Strategies: what can be asked of them, done with them, and how they are kept."""

import json
import zipfile

import numpy as np
import pytest

from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import StrategyError
from pokerlab.games.library import named_game


@pytest.fixture(scope="module")
def tree():
    return PublicTree.build(named_game("leduc-nl:12"), "fcpa")


@pytest.fixture(scope="module")
def solved(tree):
    return Strategy(tree, solve_exactly(tree).table, {"algorithm": "lp"})


def random_strategy(tree, seed):
    return Strategy(tree, np.random.default_rng(seed).random((tree.rows, tree.hands)))


def test_probabilities_of_an_infoset(solved):
    chances = solved.at("K", "r2c/c", "Q")
    assert list(chances) == ["c", "p", "a"]
    assert sum(chances.values()) == pytest.approx(1)
    with pytest.raises(StrategyError, match="no decision after 'r99'"):
        solved.at("K", "r99")
    with pytest.raises(StrategyError, match="'7' is not a hand"):
        solved.at("7")


@pytest.mark.parametrize(("game", "menu", "keep_suits"), [("leduc-nl:12", "fcpa", False), ("leduc", None, True)])
def test_files_read_back(tmp_path, game, menu, keep_suits):
    tree = PublicTree.build(named_game(game), menu, keep_suits=keep_suits)
    strategy = Strategy(tree, random_strategy(tree, 1).table, {"note": "random"})
    strategy.save(tmp_path / "a.strategy")
    loaded = Strategy.load(tmp_path / "a.strategy")
    assert loaded == strategy
    assert loaded.about == {"note": "random"}
    assert loaded.judge() == strategy.judge()
    assert loaded.tree.game == tree.game


def test_files_that_are_no_strategies(tmp_path, solved):
    path = tmp_path / "a.strategy"
    solved.save(path)
    whole = path.read_bytes()
    for content in (b"", b"hello", whole[: len(whole) // 2]):
        path.write_bytes(content)
        with pytest.raises(StrategyError, match="is not a strategy file, or is damaged"):
            Strategy.load(path)
    np.savez(
        tmp_path / "foreign.npz", metadata=np.frombuffer(b'{"format": "other"}', np.uint8), probabilities=np.ones(3)
    )
    with pytest.raises(StrategyError, match="is not a strategy file"):
        Strategy.load(tmp_path / "foreign.npz")
    with pytest.raises(StrategyError, match="No such file"):
        Strategy.load(tmp_path / "none")


def test_files_of_another_version_or_shape(tmp_path, solved):
    path = tmp_path / "a.strategy"
    solved.save(path)
    with np.load(path) as archive:
        metadata, table = json.loads(archive["metadata"].tobytes()), archive["probabilities"]
    for change, message in (
        ({"version": 99}, "version 99"),
        ({"menu": "fcx"}, "cannot be read"),
        ({"menu": "fca"}, "do not fit"),
        ({"game": {}}, "unknown rules"),
    ):
        text = np.frombuffer(json.dumps(metadata | change).encode(), np.uint8)
        np.savez(path.with_suffix(".npz"), metadata=text, probabilities=table)
        with pytest.raises(StrategyError, match=message) as error:
            Strategy.load(path.with_suffix(".npz"))
        assert "\n" not in str(error.value)


def test_files_hold_no_pickles(tmp_path, solved):
    solved.save(tmp_path / "a.strategy")
    with zipfile.ZipFile(tmp_path / "a.strategy") as archive:
        assert sorted(archive.namelist()) == ["metadata.npy", "probabilities.npy"]


def test_purified_strategies_are_pure(tree):
    pure = random_strategy(tree, 2).purified()
    assert set(np.unique(pure.table)) == {0.0, 1.0}
    uniform = Strategy.uniform(tree).purified()
    assert uniform.at("K")["a"] == 1.0  # of equal ones the largest bet


def test_thresholds_drop_rare_actions(tree):
    strategy = random_strategy(tree, 3)
    cut = strategy.thresholded(0.2)
    kept = cut.table[cut.table > 0]
    assert (strategy.table[cut.table > 0] >= 0.2).all() or kept.max() == 1.0
    assert strategy.thresholded(0.0) == strategy
    assert set(np.unique(strategy.thresholded(1.0).table)) == {0.0, 1.0}
    with pytest.raises(StrategyError, match="between 0 and 1"):
        strategy.thresholded(2)


def test_mixing(tree, solved):
    other = random_strategy(tree, 4)
    assert solved.mixed(other, 0.0) == solved
    assert np.allclose(solved.mixed(other, 1.0).table, other.table)
    assert np.allclose(solved.mixed(other, 0.25).table, 0.75 * solved.table + 0.25 * other.table)


def test_comparing(tree, solved):
    same = solved.compare(solved)
    assert (same.largest, same.mean, same.value, same.epsilon) == (0, 0, 0, 0)
    other = solved.compare(random_strategy(tree, 5))
    assert 0 < other.mean < other.largest <= 1
    assert other.epsilon > 0


def test_an_equilibrium_loses_to_nobody(tree, solved):
    value = solved.judge().values
    for seed in range(5):
        first, second = solved.value_against(random_strategy(tree, seed))
        assert first >= value[0] - 1e-9
        assert second >= value[1] - 1e-9
    assert solved.value_against(solved) == pytest.approx(value)


def test_strategies_of_different_games(tree, solved):
    other = Strategy.uniform(PublicTree.build(named_game("leduc-nl:12"), "fca"))
    for operation in (solved.compare, solved.value_against, lambda s: solved.mixed(s, 0.5)):
        with pytest.raises(StrategyError, match="different games"):
            operation(other)
    assert solved != other


def test_tables_that_do_not_fit(tree):
    with pytest.raises(StrategyError, match="do not fit"):
        Strategy(tree, np.ones((2, 2)))
    with pytest.raises(StrategyError, match="at least 0"):
        Strategy(tree, np.full((tree.rows, tree.hands), np.nan))
