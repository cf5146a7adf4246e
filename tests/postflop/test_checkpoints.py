"""Checkpoints of the post-flop engine under damage."""

import pytest

from damage import assert_damage_is_noticed
from pokerlab.equilibrium.checkpoint import load_checkpoint, save_checkpoint
from pokerlab.errors import SolverError
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.spot import Spot

SIZES = {"bet": "60%", "raise": ""}
SPOT = Spot(board="KsQs7d2d", pot=100, stack=160, oop="AA,KJs", ip="QQ,65s", turn=SIZES, river=SIZES)


@pytest.mark.parametrize("compressed", [False, True])
def test_damage_is_noticed(tmp_path, compressed):
    path = tmp_path / "run.ckpt"
    engine = Engine(SPOT, compressed=compressed, threads=1)
    engine.run(10)
    save_checkpoint(engine, path, 1.5)
    other = Engine(SPOT, compressed=compressed, threads=1)

    def everything(path):
        seconds = load_checkpoint(other, path)
        return seconds, {name: array.tobytes() for name, array in other.state().items()}

    assert assert_damage_is_noticed(path, everything, SolverError, seed=1, flips=150, cuts=20) > 190
    assert everything(path)[1] == {name: array.tobytes() for name, array in engine.state().items()}


def test_a_checkpoint_of_another_spot_is_one_line(tmp_path):
    save_checkpoint(Engine(SPOT, threads=1), tmp_path / "run.ckpt", 0.0)
    other = Engine(Spot(**SPOT.to_dict() | {"pot": 120}), threads=1)
    with pytest.raises(SolverError, match=r"run\.ckpt is of another spot: .*pot = 100.*, not .*pot = 120") as error:
        load_checkpoint(other, tmp_path / "run.ckpt")
    assert "\n" not in str(error.value)


def test_16_bits_go_on_with_32_from_a_file(tmp_path):
    short, wide = Engine(SPOT, compressed=True, threads=1), Engine(SPOT, threads=1)
    short.run(5)
    save_checkpoint(short, tmp_path / "run.ckpt", 2.0)
    assert load_checkpoint(wide, tmp_path / "run.ckpt") == 2.0
    assert wide.judge().best == pytest.approx(short.judge().best, rel=1e-5)
    save_checkpoint(wide, tmp_path / "run.ckpt", 2.0)
    with pytest.raises(SolverError, match=r"run\.ckpt: the checkpoint has 32-bit tables"):
        load_checkpoint(short, tmp_path / "run.ckpt")
