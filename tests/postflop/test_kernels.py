"""The kernels of terminals and tables, each against the plainest code for what it does."""

from itertools import product

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive import compare
from pokerlab._lanes import load, splat, store, zeros
from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.cards.combos import COMBO_CARDS, COMBO_COUNT, parse_combo
from pokerlab.cards.equity import equity
from pokerlab.cards.evaluator import rank_boards
from pokerlab.cards.ranges import Range
from pokerlab.postflop import columns as at
from pokerlab.postflop import ends_kernels, nodes_kernels, runouts_kernels
from pokerlab.postflop.boards import Boards
from pokerlab.postflop.runouts import runout_equities

LANES = 16
DECK = 52


@numba.njit
def sweep(groups, start, count, hero, cards, his, other, work, by_card, reach, out, total):
    store(
        total, 0,
        ends_kernels.sweep_showdown(groups, start, count, hero, cards, his, other, work, by_card, reach, out),
    )  # fmt: skip


@numba.njit
def finish(cards, same, his, count, total, scale, rake, is_raked, work, by_card, reach, out, fold):
    one = splat(np.float32(1))
    ends_kernels.finish(
        cards, same, his, count, load(total, 0), load(scale, 0), load(rake, 0), one, True, True, is_raked,
        work, by_card, reach, out, fold,
    )  # fmt: skip


@numba.njit
def finish_plain(cards, same, his, count, total, scale, work, by_card, reach, out, fold):
    none = zeros()
    ends_kernels.finish(
        cards, same, his, count, load(total, 0), load(scale, 0), none, none, True, False, False,
        work, by_card, reach, out, fold,
    )  # fmt: skip


@numba.njit
def add_up_and_meet(cards, same, his, his_count, other, other_count, work, by_card, reach, out, fold):
    total = ends_kernels.add_up(cards, other, other_count, work, by_card, reach)
    none, one = zeros(), splat(np.float32(1))
    ends_kernels.finish(
        cards, same, his, his_count, total, none, none, one, False, True, False, work, by_card, reach, out, fold
    )  # fmt: skip


def boards_of(seed):
    """A river board with hands of few cards: many block each other, tie, or are held by both."""
    rng = np.random.default_rng(seed)
    cards = rng.permutation(DECK)[:17]
    few = [hand for hand in range(COMBO_COUNT) if set(COMBO_CARDS[hand].tolist()) <= set(cards[5:].tolist())]
    weights = [np.zeros(COMBO_COUNT) for _ in range(2)]
    for held in weights:
        held[rng.choice(few, rng.integers(1, len(few)), replace=False)] = 1
    return Boards.build(tuple(cards[:5].tolist()), (weights[0], weights[1]), False)


class Memory:
    """Working memory as the kernels want it, for one board and hero."""

    def __init__(self, boards, hero, seed):
        self.boards, self.hero = boards, hero
        row = boards.table[0]
        self.mine, self.theirs = (boards.hands(0, player).tolist() for player in (hero, 1 - hero))
        self.his, self.other = int(row[at.HAND_START + hero]), int(row[at.HAND_START + 1 - hero])
        self.tiers = int(row[at.TIER_START]), int(row[at.TIERS])
        self.by_card, self.reach = 0, DECK * LANES
        self.out = self.reach + (boards.nowhere + 1) * LANES
        self.fold = self.out + (boards.nowhere + 1) * LANES
        self.work = np.zeros(self.fold + (boards.nowhere + 1) * LANES, np.float32)
        self.weights = np.random.default_rng(seed).random((len(self.theirs), LANES)).astype(np.float32)
        self.work[self.reach : self.reach + self.weights.size] = self.weights.ravel()
        self.total = np.zeros(LANES, np.float32)

    def lanes(self, start):
        return self.work[start : start + len(self.mine) * LANES].reshape(-1, LANES)

    def expected(self, value):
        """float64 [hand, lane]: the sum of value(mine, theirs) times reach over hands that share no card."""
        board = self.boards.cards[0]
        cards = [[tuple(COMBO_CARDS[hand].tolist()) for hand in hands] for hands in (self.mine, self.theirs)]
        matrix = [[0 if set(a) & set(b) else value(a, b, board) for b in cards[1]] for a in cards[0]]
        return np.array(matrix, float) @ self.weights.astype(float)

    def sweep(self):
        sweep(
            self.boards.tiers, *self.tiers, self.hero, self.boards.hand_cards, self.his, self.other, self.work,
            self.by_card, self.reach, self.out, self.total,
        )  # fmt: skip


@pytest.mark.parametrize("hero", [0, 1])
@pytest.mark.parametrize("is_raked", [False, True])
def test_a_showdown_compares_every_pair_of_hands(hero, is_raked):
    scale, rake = np.linspace(1, 9, LANES, dtype=np.float32), np.linspace(-2, 0, LANES, dtype=np.float32)
    for seed in range(6):
        memory = Memory(boards_of(seed), hero, seed)
        memory.sweep()
        assert memory.total == pytest.approx(memory.weights.sum(axis=0), rel=1e-5)
        lead = memory.expected(compare)
        met = memory.expected(lambda *_: 1)
        finish(
            memory.boards.hand_cards, memory.boards.same, memory.his, len(memory.mine), memory.total, scale, rake,
            is_raked, memory.work, memory.by_card, memory.reach, memory.out, memory.fold,
        )  # fmt: skip
        expected = lead * scale + (met * rake if is_raked else 0)
        np.testing.assert_allclose(memory.lanes(memory.out), expected, atol=2e-3)
        np.testing.assert_allclose(memory.lanes(memory.fold), met, atol=1e-4)


@pytest.mark.parametrize("hero", [0, 1])
def test_a_showdown_without_rake_and_folds(hero):
    scale = np.linspace(1, 9, LANES, dtype=np.float32)
    for seed in range(6):
        memory = Memory(boards_of(seed), hero, seed)
        memory.sweep()
        finish_plain(
            memory.boards.hand_cards, memory.boards.same, memory.his, len(memory.mine), memory.total, scale,
            memory.work, memory.by_card, memory.reach, memory.out, memory.fold,
        )  # fmt: skip
        np.testing.assert_allclose(memory.lanes(memory.out), memory.expected(compare) * scale, atol=2e-3)


@pytest.mark.parametrize("hero", [0, 1])
def test_what_a_hand_meets(hero):
    for seed in range(6):
        memory = Memory(boards_of(seed), hero, seed)
        add_up_and_meet(
            memory.boards.hand_cards, memory.boards.same, memory.his, len(memory.mine), memory.other,
            len(memory.theirs), memory.work, memory.by_card, memory.reach, memory.out, memory.fold,
        )  # fmt: skip
        np.testing.assert_allclose(memory.lanes(memory.fold), memory.expected(lambda *_: 1), atol=1e-4)


def test_a_hand_that_meets_nobody_is_worth_exactly_nothing():
    """The opponent has four hands with one ace each; sums by card leave rounding errors behind for aces of ours."""
    board = parse_cards("2c2d2h3c3d")
    held = [Range.parse(text).weights for text in ("AhAd,AsAc,KhKd", "AhKs,AhQs,AdJs,AdTs")]
    memory = Memory(Boards.build(board, (held[0], held[1]), False), 0, 1)
    memory.work[memory.reach : memory.reach + memory.weights.size] *= np.float32(1e7 / 3)
    memory.sweep()
    ones = np.ones(LANES, np.float32)
    finish(
        memory.boards.hand_cards, memory.boards.same, memory.his, len(memory.mine), memory.total, ones, -ones, True,
        memory.work, memory.by_card, memory.reach, memory.out, memory.fold,
    )  # fmt: skip
    blocked = memory.mine.index(parse_combo("AhAd"))
    assert (memory.lanes(memory.out)[blocked] == 0).all()
    assert (memory.lanes(memory.fold)[blocked] == 0).all()
    assert (memory.lanes(memory.fold)[memory.mine.index(parse_combo("AsAc"))] > 0).all()


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (4, 3), (7, 16), (18, 5)])
def test_a_matrix_times_sixteen_columns(rows, columns):
    rng = np.random.default_rng(rows)
    matrix = rng.normal(size=(rows, columns)).astype(np.float32)
    reach = rng.random((columns, LANES)).astype(np.float32)
    for step, flat in (((columns, 1), matrix.ravel()), ((1, rows), np.ascontiguousarray(matrix.T).ravel())):
        padded = np.concatenate([np.full(5, np.nan, np.float32), flat])
        work = np.concatenate([reach.ravel(), np.zeros(rows * LANES, np.float32)])
        ends_kernels.multiply(padded, 5, *step, rows, columns, work, 0, columns * LANES)
        found = work[columns * LANES :].reshape(rows, LANES)
        np.testing.assert_allclose(found, matrix.astype(float) @ reach, atol=1e-5)


def test_lanes_are_gathered_and_scattered():
    rng = np.random.default_rng(1)
    rows = rng.random((20, 48)).astype(np.float32)
    chosen = rng.permutation(20)[:LANES]
    offsets = np.zeros(64, np.int64)
    offsets[LANES : 2 * LANES] = 48 * chosen
    lanes, back = np.zeros(7 + 48 * LANES, np.float32), np.zeros_like(rows).ravel()
    ends_kernels.gather_lanes(rows.ravel(), offsets, LANES, 48, lanes, 7)
    assert (lanes[7:].reshape(48, LANES) == rows[chosen].T).all()
    ends_kernels.scatter_lanes(lanes, 7, back, offsets, LANES, 48)
    assert (back.reshape(rows.shape)[chosen] == rows[chosen]).all()
    assert np.count_nonzero(back) == LANES * 48


def test_wins_are_counted_on_every_board():
    boards = [parse_cards(text) for text in ("AsKsQsJsTs", "2c7d9hJsKc", "2c2d2h2sAc", "3c4d5h6s8c")]
    first, second = np.array([0, 77, 500, 1325]), np.array([77, 3, 1200, 900, 1324])
    wins = np.full((4, 5), 10, np.int32)
    runouts_kernels.count_wins(rank_boards(boards), first, second, wins)
    for i, mine in enumerate(COMBO_CARDS[first].tolist()):
        for j, theirs in enumerate(COMBO_CARDS[second].tolist()):
            counted = [board for board in boards if not set(board) & set(mine + theirs)]
            assert wins[i, j] == 10 + sum(compare(tuple(mine), tuple(theirs), board) for board in counted)


@pytest.mark.parametrize("board", ["QsJh2h7c", "Ks8s3s"])
def test_run_out_equities_deal_every_card(board):
    texts = ("AhKh,22", "AhKh,Tc9c,2c3c")
    hands = [np.flatnonzero(Range.parse(text).without(board).weights) for text in texts]
    found = runout_equities(parse_cards(board), *hands)
    for (i, mine), (j, theirs) in product(enumerate(COMBO_CARDS[hands[0]]), enumerate(COMBO_CARDS[hands[1]])):
        if set(mine.tolist()) & set(theirs.tolist()):
            assert found[i, j] == 0
        else:
            share = equity([format_cards(mine), format_cards(theirs)], board, method="enumeration").players[0].equity
            assert found[i, j] == pytest.approx(2 * share - 1, abs=1e-6)


@settings(max_examples=30)
@given(st.integers(0, 2**63), st.floats(1e-6, 1e9), st.sampled_from([16, 48, 160]))
def test_rounding_is_within_one_step_and_the_largest_number_fits(seed, most, size):
    rng = np.random.default_rng(seed)
    numbers = (rng.uniform(-1, 1, 3 + size) * most).astype(np.float32)
    numbers[3] = most
    table = np.full(5 + size, 99, np.int16)
    scale = nodes_kernels.round_block(size, numbers, 3, np.float32(most), table, 5, np.uint64(seed))
    assert np.abs(table[5:].astype(float)).max() <= 32767
    assert (table[:5] == 99).all()
    np.testing.assert_allclose(table[5:] * float(scale), numbers[3:], atol=1.01 * float(scale))


def test_rounding_is_right_on_average():
    """The mean over many seeds is nearer to the number than a standard error or so; nearest rounding would be off by up
    to half a step."""
    size, rounds = 64, 4000
    rng = np.random.default_rng(3)
    numbers = rng.uniform(-1, 1, size).astype(np.float32) * 1000
    numbers[:2] = 1000, 0
    table, total = np.zeros(size, np.int16), np.zeros(size)
    for seed in rng.integers(0, 2**63, rounds):
        scale = nodes_kernels.round_block(size, numbers, 0, np.float32(1000), table, 0, np.uint64(seed))
        total += table
    error = total / rounds - numbers.astype(float) / float(scale)
    assert abs(error).max() < 5 * 0.5 / rounds**0.5
    assert abs(error.mean()) < 5 * 0.5 / (rounds * size) ** 0.5


def test_numbers_too_small_to_matter_are_rounded_to_zero():
    table = np.full(16, 5, np.int16)
    assert nodes_kernels.round_block(16, np.zeros(16, np.float32), 0, np.float32(0), table, 0, np.uint64(1)) == 0
    assert (table == 0).all()


@given(st.lists(st.integers(0, 60), unique=True, max_size=12), st.integers(-1, 61))
def test_locks_are_found(taken, place):
    locks = np.array([(p, 0, 0) for p in sorted(taken)], np.int64).reshape(-1, 3)
    expected = sorted(taken).index(place) if place in taken else nodes_kernels.UNLOCKED
    assert nodes_kernels.find_lock(locks, place) == expected
