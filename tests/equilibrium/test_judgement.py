"""What the exact judge says, and what it refuses to say."""

import math
import re
from pathlib import Path

import pytest

from pokerlab.equilibrium.best_response import Judgement
from pokerlab.errors import SolverError


def test_the_numbers_of_a_judgement():
    judgement = Judgement((1.0, -1.0), (1.5, -0.75))
    assert judgement.gains == (0.5, 0.25)
    assert (judgement.nash_conv, judgement.exploitability, judgement.epsilon) == (0.75, 0.375, 0.5)
    assert judgement.value_bounds == (0.75, 1.5)


def test_each_of_the_three_words_of_the_glossary_is_one_number():
    """NashConv is the sum, exploitability the mean and epsilon the largest of the gains, for any number of players."""
    glossary = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
    judgement = Judgement((3.0, -1.0, -2.0), (3.5, -1.25, 1.0))
    number = {"NashConv": judgement.nash_conv, "exploitability": judgement.exploitability, "epsilon": judgement.epsilon}
    assert number == {"NashConv": 3.5, "exploitability": 3.5 / 3, "epsilon": 3.0}  # a loss of 0.25 counts as no gain
    for word, meaning in (("NashConv", "sum"), ("exploitability", "mean"), ("epsilon", "largest gain")):
        assert re.search(rf"^\| {word} \| the {meaning}", glossary, re.MULTILINE), word


def test_a_gain_below_zero_takes_nothing_from_the_other():
    """As two gains of -14.2 and +14.4 once did, which passed for a NashConv of 0.2."""
    judgement = Judgement((50.0, -50.0), (35.8, -35.6))
    assert judgement.nash_conv == pytest.approx(14.4)
    with pytest.raises(SolverError, match=r"a best response gains -14\.2 chips, which cannot be"):
        judgement.check(0.01)


@pytest.mark.parametrize("best", [(math.nan, 0.0), (0.0, math.nan)])
def test_what_is_no_number_is_refused(best):
    with pytest.raises(SolverError, match="a best response gains nan chips"):
        Judgement((0.0, 0.0), best).check(1.0)


def test_rounding_is_forgiven():
    Judgement((1.0, -1.0), (1.0 - 1e-9, -1.0)).check(1e-8)
