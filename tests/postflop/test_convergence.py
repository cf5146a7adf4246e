"""More work gives better results: exploitability falls until 32-bit numbers carry no further."""

from itertools import pairwise
from pathlib import Path

import pytest

from pokerlab import Spot
from pokerlab.postflop.engine import Engine

EXAMPLES = Path(__file__).parents[2] / "examples"


def percents(name: str, looks: list[int], **settings: bool) -> list[float]:
    """Exploitability of an example after so many iterations, in percent of the pot."""
    engine = Engine(Spot.read(EXAMPLES / f"{name}.toml"), **settings)
    found = []
    for look in looks:
        engine.run(look - engine.iteration)
        found.append(100 * engine.judge().exploitability / engine.spot.pot)
    return found


@pytest.mark.parametrize(
    ("name", "looks", "limit"),
    [("river", [100, 400, 1600, 6400, 25_000], 0.002), ("turn1", [60, 150, 400, 1000, 2600], 0.002)],
)
def test_exploitability_falls_to_the_limit_of_32_bits(name, looks, limit):
    found = percents(name, looks)
    assert all(later < earlier / 1.5 for earlier, later in pairwise(found)), found
    assert found[-1] < limit


def test_exploitability_does_not_rise_again_on_the_way():
    """Lines that come into play late must not undo what was reached: looks 5% apart stay near the best before them."""
    looks = [60]
    while looks[-1] < 700:
        looks.append(looks[-1] * 21 // 20 + 1)
    best = float("inf")
    for percent in percents("turn1", looks):
        assert percent < 1.1 * best
        best = min(best, percent)


def test_exploitability_falls_to_the_limit_of_16_bits():
    """0.0017% of the pot on this spot, reached after about 5,000 iterations (docs/postflop.md)."""
    assert percents("turn1", [1500], compressed=True)[0] < 0.006


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "looks", "limit"),
    [("flop2", [100, 300, 900], 0.004), ("flop3", [100, 300, 900], 0.01), ("flop", [100, 300, 900], 0.01)],
)
def test_exploitability_falls_on_flops(name, looks, limit):
    found = percents(name, looks)
    assert all(later < earlier / 1.5 for earlier, later in pairwise(found)), found
    assert found[-1] < limit
