"""Numbers from outside: seeds and finite numbers."""

import numpy as np
import pytest

from pokerlab._numbers import LARGEST, check_finite, check_seed, number_text
from pokerlab.errors import LabError, PokerError, SolverError


def test_seeds_are_whole_numbers_of_63_bits():
    for seed in (0, 7, LARGEST, np.int64(3), np.uint8(3)):
        assert check_seed(seed) == seed
        assert type(check_seed(seed)) is int


def test_other_seeds_are_one_line():
    for seed in (-1, LARGEST + 1, 10**22, 10**5000, 1.0, "1", None, float("nan")):
        with pytest.raises(
            LabError, match="a seed is a whole number from 0 to 9,223,372,036,854,775,807, not "
        ) as error:
            check_seed(seed, LabError)
        assert len(str(error.value)) < 200


def test_numbers_are_finite():
    assert check_finite(2, "x") == 2.0
    for number in (float("nan"), float("inf"), -float("inf"), 10**400, 10**5000):
        with pytest.raises(SolverError, match=r"^the constant: .* is not a finite number$"):
            check_finite(number, "the constant", SolverError)
    assert issubclass(SolverError, PokerError)


def test_a_number_is_quoted_in_a_line():
    assert number_text(12) == "12"
    assert number_text(10**400) == "1" + 56 * "0" + "..."
    assert number_text(10**5000) == "a number of thousands of digits"
