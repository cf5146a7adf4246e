"""Files of checkpoints: damage, numbers that cannot be, and the first version."""

from pathlib import Path

import numpy as np
import pytest

from damage import assert_damage_is_noticed, attempt, damages, read_header, with_data, with_header
from pokerlab.equilibrium.algorithms import make_solver
from pokerlab.equilibrium.checkpoint import load_checkpoint, save_checkpoint
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.errors import SolverError
from pokerlab.games.library import named_game

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def tree() -> PublicTree:
    return PublicTree.build(named_game("kuhn"))


@pytest.fixture
def path(tree, tmp_path) -> Path:
    solver = make_solver(tree, "plus")
    solver.run(20)
    save_checkpoint(solver, tmp_path / "run.ckpt", 1.5)
    return tmp_path / "run.ckpt"


def everything(tree):
    def read(path: Path) -> tuple:
        solver = make_solver(tree, "plus")
        seconds = load_checkpoint(solver, path)
        return seconds, solver.iteration, {name: array.tobytes() for name, array in solver.state().items()}

    return read


def test_damage_is_noticed(tree, path):
    assert assert_damage_is_noticed(path, everything(tree), SolverError, seed=1, flips=400) > 400


@pytest.mark.parametrize("version", [1, 2])
def test_checkpoints_of_earlier_versions_go_on(tree, version):
    """Written after 20 iterations; by the first version as a zip archive of numpy arrays."""
    old = everything(tree)(DATA / f"kuhn-version-{version}.ckpt")
    solver = make_solver(tree, "plus")
    solver.run(20)
    assert old == (1.5, 20, {name: array.tobytes() for name, array in solver.state().items()})


def test_damage_to_checkpoints_of_version_1_crashes_nothing(tree, tmp_path):
    for what, content in damages((DATA / "kuhn-version-1.ckpt").read_bytes(), seed=2, flips=300):
        (tmp_path / "old").write_bytes(content)
        attempt(everything(tree), tmp_path / "old", SolverError, what)


def place_of(content: bytes, name: str) -> int:
    return next(array["start"] for array in read_header(content)["arrays"] if array["name"] == name)


@pytest.mark.parametrize(
    ("iteration", "complaint"), [(10**18, "cannot have done 1000000000000000000"), (-1, "cannot have done -1")]
)
def test_iterations_that_nobody_has_done(tree, path, iteration, complaint):
    content = path.read_bytes()
    path.write_bytes(with_data(content, place_of(content, "iteration"), np.int64(iteration).tobytes()))
    with pytest.raises(SolverError, match=rf"run\.ckpt: a run {complaint} iterations"):
        everything(tree)(path)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_none(tree, path, number):
    content = path.read_bytes()
    path.write_bytes(with_data(content, place_of(content, "regret") + 8, np.float64(number).tobytes()))
    with pytest.raises(SolverError, match=r"run\.ckpt: its regret are not all numbers"):
        everything(tree)(path)


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 1e300, "long", None, [1]])
def test_seconds_that_nobody_has_spent(tree, path, seconds):
    content = path.read_bytes()
    header = read_header(content)
    path.write_bytes(with_header(content, header | {"made": header["made"] | {"seconds": seconds}}))
    with pytest.raises(SolverError, match=r"run\.ckpt: a run cannot have taken .* seconds"):
        everything(tree)(path)


def test_tables_that_are_missing_or_do_not_fit(tree, path):
    content = path.read_bytes()
    header = read_header(content)
    arrays = {array["name"]: array for array in header["arrays"]}
    for change, complaint in (
        ({"regret": None}, "its regret are missing"),
        ({"iteration": None}, "does not say how many iterations"),
        ({"iteration": {"type": "<f8"}}, "does not say how many iterations"),
        ({"regret": {"shape": [1, 1], "bytes": 8}}, r"its regret are float64\(1, 1\), not float64\(8, 3\)"),
        ({"regret": {"shape": [3], "type": "<f4", "bytes": 12}}, r"its regret are float32\(3,\), not"),
    ):
        kept = [array | (change.get(name, {}) or {}) for name, array in arrays.items() if change.get(name, 1)]
        path.write_bytes(with_header(content, header | {"arrays": kept}))
        with pytest.raises(SolverError, match=complaint) as error:
            everything(tree)(path)
        assert "\n" not in str(error.value)
        assert "run.ckpt" in str(error.value)


def test_a_checkpoint_of_another_game_is_one_short_line(path):
    leduc = make_solver(PublicTree.build(named_game("leduc")), "plus")
    with pytest.raises(SolverError, match=r"run\.ckpt is of another game: 'Game\(.*', not '") as error:
        load_checkpoint(leduc, path)
    assert len(str(error.value)) < 200 + len(str(path))
