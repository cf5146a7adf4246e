"""Strategies: what can be asked of them, done with them, and how they are kept."""

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from damage import assert_damage_is_noticed, attempt, damages, read_header, with_data, with_header
from pokerlab._archives import write_archive
from pokerlab._headers import HowMade
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.paths import follow_actions
from pokerlab.betting.tree import BettingTree
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import FORMAT, Strategy
from pokerlab.errors import GameError, StrategyError
from pokerlab.games.action import CALL, raise_to
from pokerlab.games.library import named_game

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def tree():
    return PublicTree.build(named_game("leduc-nl:12"), "fcpa")


@pytest.fixture(scope="module")
def solved(tree):
    return Strategy(tree, solve_exactly(tree).table, HowMade("lp"))


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


@pytest.mark.parametrize(
    ("game", "menu", "keep_suits"),
    [
        ("leduc-nl:12", "fcpa", False),
        ("leduc", None, True),
        ("leduc-nl:12", "bet=p; raise=2.5x; flop.seat0.bet=a; raise_cap=2 (+ bet 3)", False),
    ],
)
def test_files_read_back(tmp_path, game, menu, keep_suits):
    tree = PublicTree.build(named_game(game), menu, keep_suits=keep_suits)
    strategy = Strategy(tree, random_strategy(tree, 1).table, HowMade(judged={"note": "random"}))
    strategy.save(tmp_path / "a.strategy")
    loaded = Strategy.load(tmp_path / "a.strategy")
    assert loaded == strategy
    assert loaded.made == HowMade(judged={"note": "random"})
    assert loaded.judge() == strategy.judge()
    assert loaded.tree.game == tree.game


def test_a_menu_that_cannot_be_read_back_is_not_written(tmp_path):
    """It goes on in the middle of a hand, where the half pot has been used."""
    tree = BettingTree.build(named_game("leduc-nl:12"), parse_menu("fchpa/h"))
    part = tree.subtree(follow_actions(tree, [CALL, CALL, raise_to(1)]))
    with pytest.raises(GameError, match="menu 'fchpa/h' cannot be written as text"):
        Strategy.uniform(PublicTree.build(part.game, part.menu)).save(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_no_strategies(tmp_path, solved):
    path = tmp_path / "a.strategy"
    solved.save(path)
    whole = path.read_bytes()
    for content, complaint in (
        (b"", "is not a strategy file: it is empty"),
        (b"hello", "is not a strategy file, or is damaged"),
        (whole[: len(whole) // 2], "is damaged: it has"),
    ):
        path.write_bytes(content)
        with pytest.raises(StrategyError, match=complaint):
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
    content = path.read_bytes()
    header = read_header(content)
    for change, message in (
        ({"version": 99}, "version 99"),
        ({"format": "pokerlab/checkpoint"}, "is not a strategy file but a file of 'pokerlab/checkpoint'"),
        ({"menu": "fcx"}, "cannot be read"),
        ({"menu": 7}, "cannot be read"),
        ({"menu": "fca"}, "do not fit"),
        ({"game": {}}, "unknown rules"),
        ({"game": [1]}, "cannot be read"),
        ({"arrays": []}, "cannot be read"),
    ):
        path.write_bytes(with_header(content, header | change))
        with pytest.raises(StrategyError, match=message) as error:
            Strategy.load(path)
        assert "\n" not in str(error.value)


def test_probabilities_that_cannot_be_are_refused(tmp_path, tree, solved):
    path = tmp_path / "a.strategy"
    write_archive(path, FORMAT, 3, _about(solved), {"probabilities": solved.table})
    assert Strategy.load(path) == solved
    content = path.read_bytes()
    for number in (np.nan, np.inf, -0.5, 2.0, 3e39):
        path.write_bytes(with_data(content, 8 * 17, np.array(number).tobytes()))
        with pytest.raises(StrategyError, match=r"a\.strategy: .*probabilities (must|do not)"):
            Strategy.load(path)


def _about(strategy: Strategy) -> dict:
    return {"game": asdict(strategy.tree.game), "menu": str(strategy.tree.menu), "keep_suits": False}


def test_damage_is_noticed(tmp_path, solved):
    path = tmp_path / "a.strategy"
    solved.save(path)

    def everything(path):
        strategy = Strategy.load(path)
        return strategy.table.tobytes(), strategy.tree.game, str(strategy.tree.menu), strategy.made

    assert assert_damage_is_noticed(path, everything, StrategyError, seed=2, flips=300, swapped=50) > 350


@pytest.mark.parametrize("version", [1, 2])
def test_files_of_earlier_versions_are_read(version):
    old = Strategy.load(DATA / f"leduc-version-{version}.strategy")
    assert old.made.algorithm == "lp"
    assert old.judge().nash_conv < 1e-9


def test_damage_to_files_of_version_1_crashes_nothing(tmp_path):
    """The Leduc strategy was written by the first version: a zip archive of numpy arrays."""
    path = tmp_path / "old.strategy"
    for what, content in damages((DATA / "leduc-version-1.strategy").read_bytes(), seed=4, flips=200):
        path.write_bytes(content)
        attempt(Strategy.load, path, StrategyError, what)


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
    assert (same.largest, same.mean, same.value, same.nash_conv) == (0, 0, 0, 0)
    other = solved.compare(random_strategy(tree, 5))
    assert 0 < other.mean < other.largest <= 1
    assert other.nash_conv > 0


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
