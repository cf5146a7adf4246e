"""Vectors of sixteen numbers, each operation against numpy."""

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pokerlab import _lanes as lanes

COUNT = lanes.COUNT
NUMBERS = arrays(np.float32, 3 * COUNT, elements=st.floats(-1e6, 1e6, width=32))


@numba.njit
def calculate(a, b, out):
    """Every operation on two vectors, one row each."""
    first, second = lanes.load(a, 5), lanes.load(b, 0)
    lanes.store(out, 0, first + second)
    lanes.store(out, 16, first - second)
    lanes.store(out, 32, first * second)
    lanes.store(out, 48, first / second)
    lanes.store(out, 64, lanes.larger(first, second))
    lanes.store(out, 80, lanes.where_positive(first, second, lanes.zeros()))
    lanes.store(out, 96, lanes.splat(a[7]))
    lanes.store(out, 112, lanes.zeros())
    return lanes.largest(first)


@numba.njit
def read_shorts(table, place, out):
    lanes.store(out, 0, lanes.load(table, place))


@numba.njit
def round_often(numbers, seed, table):
    """table[16 r ...] = the numbers, rounded in the r-th round."""
    noise = lanes.start_noise(seed)
    for r in range(table.shape[0] // 16):
        noise = lanes.next_noise(noise)
        lanes.store_rounded(table, 16 * r, lanes.load(numbers, 0), noise)


@numba.njit
def transpose(array, offsets, first, shift, out, place, back):
    lanes.load_transposed(array, offsets, first, shift, out, place)
    lanes.store_transposed(out, place, back, offsets, first, shift)


@numba.njit
def pick(array, start, indices, offset, out):
    lanes.store(out, 0, lanes.gather(array, start, indices, offset))


@given(NUMBERS, arrays(np.uint16, 2 * COUNT, elements=st.integers(0, 2 * COUNT - 1)), st.integers(0, COUNT))
def test_gather(numbers, indices, offset):
    out = np.zeros(COUNT, np.float32)
    pick(numbers, COUNT, indices, offset, out)
    np.testing.assert_array_equal(out, numbers[COUNT + indices[offset : offset + COUNT].astype(int)])


@settings(max_examples=50)
@given(NUMBERS, NUMBERS)
def test_arithmetic(a, b):
    out = np.full(128, np.nan, np.float32)
    largest = calculate(a, b, out)
    first, second = a[5 : 5 + COUNT], b[:COUNT]
    with np.errstate(all="ignore"):
        expected = [
            first + second, first - second, first * second, first / second, np.maximum(first, second),
            np.where(first > 0, second, 0), np.full(COUNT, a[7]), np.zeros(COUNT),
        ]  # fmt: skip
    np.testing.assert_array_equal(out.reshape(8, COUNT), np.array(expected, np.float32))
    assert largest == first.max()


def test_products_with_sums_may_be_fused_but_are_never_reordered():
    """(a + b) + c with a = 1, b = 2^-24, c = 2^-24 is 1 in float32; a + (b + c) would be more."""

    @numba.njit
    def add(numbers, out):
        lanes.store(out, 0, lanes.load(numbers, 0) + lanes.load(numbers, 16) + lanes.load(numbers, 32))

    numbers = np.repeat(np.array([1, 2**-24, 2**-24], np.float32), COUNT)
    out = np.zeros(COUNT, np.float32)
    add(numbers, out)
    assert (out == 1).all()


def test_short_numbers_are_read_as_floats():
    table = np.array([-32768, -32767, -1, 0, 1, 255, 256, 32767, *range(8), 9, 9, 9], np.int16)
    out = np.zeros(COUNT, np.float32)
    read_shorts(table, 3, out)
    assert (out == table[3 : 3 + COUNT]).all()


@pytest.mark.parametrize("seed", [0, 1, 2**63])
def test_rounding_takes_the_neighbours_in_the_right_proportion(seed):
    numbers = np.array([0, 1, -1, 0.5, -0.5, 0.25, -0.25, 7.9, -7.9, 1e-3, -1e-3, 1000.1, -1000.1, 32766, -32766, 3.6])
    numbers = numbers.astype(np.float32)
    rounds = 20_000
    table = np.zeros(COUNT * rounds, np.int16)
    round_often(numbers, np.uint64(seed), table)
    found = table.reshape(rounds, COUNT)
    # Noise is added in float32, whose step is 2^-9 near the limit: there a chance may be wrong by half of that.
    exact = np.abs(numbers) < 1000
    assert ((found == np.floor(numbers)) | (found == np.ceil(numbers)))[:, exact].all()
    assert (abs(found - numbers.astype(float)) <= 1).all()
    part = numbers.astype(float) - np.floor(numbers)
    error = found.mean(axis=0) - numbers
    assert (abs(error) <= 5 * np.sqrt(part * (1 - part) / rounds) + np.where(exact, 1e-6, 2**-9)).all()


def test_lanes_are_rounded_independently():
    rounds = 20_000
    table = np.zeros(COUNT * rounds, np.int16)
    round_often(np.full(COUNT, 0.5, np.float32), np.uint64(7), table)
    found = table.reshape(rounds, COUNT).astype(float)
    correlations = np.corrcoef(found.T) - np.eye(COUNT)
    assert abs(correlations).max() < 5 / rounds**0.5
    assert abs(np.corrcoef(found[:-1, 0], found[1:, 0])[0, 1]) < 5 / rounds**0.5


def test_transposition_and_the_way_back():
    rng = np.random.default_rng(1)
    array = rng.random(2000).astype(np.float32)
    offsets = np.concatenate([[0, 0, 0], rng.permutation(60)[:COUNT] * 32]).astype(np.int64)
    out, back = np.zeros(9 + 256, np.float32), np.zeros(2000, np.float32)
    transpose(array, offsets, 3, 7, out, 9, back)
    for lane, offset in enumerate(offsets[3:]):
        assert (out[9 + lane :: COUNT][:COUNT] == array[offset + 7 : offset + 7 + COUNT]).all()
        assert (back[offset + 7 : offset + 7 + COUNT] == array[offset + 7 : offset + 7 + COUNT]).all()
    assert np.count_nonzero(back) == 256


@numba.njit
def look_ahead(array, place):
    lanes.prefetch(array, place)
    return array.sum()


@pytest.mark.parametrize("place", [0, 5, 6, -1, 2**40])
def test_prefetch_changes_nothing_and_may_point_anywhere(place):
    array = np.arange(6.0).reshape(2, 3)
    assert look_ahead(array, place) == 15
    assert array.tolist() == [[0, 1, 2], [3, 4, 5]]
