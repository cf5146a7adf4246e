"""The sweeps that tables of features are made of: equal to their naive twins, and to what is known of every board."""

from fractions import Fraction

import naive_features as naive
import numpy as np
import pytest

from pokerlab.abstraction.feature_sweeps import (
    PARTS,
    RIVER_ROW_BYTES,
    SUMS,
    board_counts,
    board_index,
    part_of,
    preflop_classes,
    preflop_tables,
    river_rows,
    start_features,
)
from pokerlab.abstraction.feature_tables import (
    BINS,
    CLASS_COUNTS,
    RIVER_PAIRS,
    RIVER_POINTS,
    RIVER_TRIPLES,
    STREETS,
    TABLES,
    feature_index,
    find_table,
)
from pokerlab.cards.card import parse_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_COUNT, dead_combos
from pokerlab.cards.evaluator import rank_boards
from pokerlab.cards.strength import board_strengths, expected_strength, potential, strength_histograms
from pokerlab.cards.suits import PERMUTED_COMBOS, SUIT_PERMUTATIONS, all_deals

# no flush, a flush of three, four and five cards, a pair, quads that all hands share, a straight on the board
RIVERS = (
    "Ks8d7c3h2c",
    "Ks8s7s3h2c",
    "KsQs8s3s2c",
    "AsKs9s6s3s",
    "AcAdKh7s2s",
    "AcAdAhAs2c",
    "9c8d7h6s5c",
    "JcJdJh2s2d",
)
# three suits, two, one; pairs; all hands of a suit alike
TURNS = ("Ks8d7c3h", "QhJh2h5c", "AcAd2s2h", "AsKs9s6s")
FLOPS = ("QhJh2c", "7c7d7h")


def cards(text: str) -> list[int]:
    return list(parse_cards(text))


def followed(boards: list[list[int]]) -> np.ndarray:
    """uint8 [n, 5]: all rivers that follow boards of one size."""
    found = []
    for board in boards:
        deals = all_deals(5 - len(board), cardset(board))
        found.append(np.column_stack([np.broadcast_to(np.array(board, np.uint8), (len(deals), len(board))), deals]))
    return np.ascontiguousarray(np.concatenate(found), np.uint8)


def swept(boards: list[list[int]]) -> dict[str, np.ndarray]:
    """The features on boards of one size, with rows of the rivers that can follow and no others."""
    needed = np.unique(board_index(5).index(followed(boards)))
    row_of = np.full(board_index(5).size, -1, np.int32)
    row_of[needed] = np.arange(len(needed))
    rivers = board_index(5).unindex(needed)
    rows, _ = river_rows(rivers, board_counts(rivers))
    rows.setflags(write=False)
    return start_features(np.array(boards, np.uint8), (rows, *[rows[:0]] * (PARTS - 1)), row_of, len(rows))


@pytest.fixture(scope="module")
def rows() -> np.ndarray:
    boards = np.array([cards(text) for text in RIVERS], np.uint8)
    return river_rows(boards, np.ones(len(boards), np.int64))[0]


@pytest.fixture(scope="module")
def turns() -> dict[str, np.ndarray]:
    return swept([cards(text) for text in TURNS])


@pytest.fixture(scope="module")
def flops() -> dict[str, np.ndarray]:
    return swept([cards(text) for text in FLOPS])


def points_of(row: np.ndarray) -> np.ndarray:
    return row[2 * COMBO_COUNT : 2 * COMBO_COUNT + COMBO_COUNT // 2].view(np.int16)


def test_points_and_order_of_rivers(rows):
    for text, row in zip(RIVERS, rows, strict=True):
        points, alive = points_of(row), ~dead_combos(cardset(cards(text)))
        np.testing.assert_array_equal(points[alive] / RIVER_POINTS, board_strengths(text)[alive])
        assert (points[~alive] == -1).all()
        order = row[2 * COMBO_COUNT + COMBO_COUNT // 2 :].view(np.uint16)[:1081]
        ranks = rank_boards([text])[0][order & 2047].astype(int)
        assert sorted(order & 2047) == np.flatnonzero(alive).tolist()
        np.testing.assert_array_equal(np.diff(ranks) > 0, order[1:] >> 15 == 1)
        assert (np.diff(ranks) >= 0).all()
        assert order[0] >> 15


def test_shares_equal_those_of_all_sets_of_opponents(rows):
    rng = np.random.default_rng(20)
    for text, row in zip(RIVERS, rows, strict=True):
        for hand in rng.choice(np.flatnonzero(points_of(row) >= 0), 3).tolist():
            assert Fraction(int(row[hand]), RIVER_PAIRS) == naive.share(hand, cards(text), 2)
        assert Fraction(int(row[COMBO_COUNT + hand]), RIVER_TRIPLES) == naive.share(hand, cards(text), 3)


def test_all_players_together_win_the_pot_on_every_river(rows):
    # By symmetry a random hand wins 1/2, 1/3 and 1/4 of the pot from one, two and three others, on any board.
    for row in rows:
        alive = points_of(row) >= 0
        assert Fraction(int(points_of(row)[alive].sum(dtype=np.int64)), 1081 * RIVER_POINTS) == Fraction(1, 2)
        assert Fraction(int(row[:COMBO_COUNT].sum(dtype=np.int64)), 1081 * RIVER_PAIRS) == Fraction(1, 3)
        shares = row[COMBO_COUNT : 2 * COMBO_COUNT]
        assert Fraction(int(shares.sum(dtype=np.int64)), 1081 * RIVER_TRIPLES) == Fraction(1, 4)


@pytest.mark.parametrize("street", ["turn", "flop"])
def test_strengths_and_histograms_equal_those_of_every_river(street, turns, flops):
    found, texts = (turns, TURNS) if street == "turn" else (flops, FLOPS)
    place = {int(index): place for place, index in enumerate(found["index"])}
    assert len(place) == len(found["index"])  # each class once
    for text in texts:
        index = feature_index(street).index_boards([text])[0]
        alive = np.flatnonzero(index >= 0)
        at = [place[number] for number in index[alive].tolist()]
        for power in (1, 2, 3):
            most = find_table(street, f"hs{power}").most
            expected = expected_strength(text, power=power)[alive]
            np.testing.assert_allclose(found[f"hs{power}"][at] / most, expected, rtol=1e-12)
        np.testing.assert_array_equal(found["histogram"][at], strength_histograms(text, BINS)[alive])
        most = find_table(street, "points").most
        np.testing.assert_array_equal(found["points"][at] / most, board_strengths(text)[alive])


@pytest.mark.parametrize("street", ["turn", "flop"])
def test_potential_equals_that_of_single_hands(street, turns, flops):
    found, texts = (turns, TURNS) if street == "turn" else (flops, FLOPS)
    rng = np.random.default_rng(21)
    for text in texts:
        index = feature_index(street).index_boards([text])[0]
        for hand in rng.choice(np.flatnonzero(index >= 0), 4 if street == "turn" else 2).tolist():
            at = np.flatnonzero(found["index"] == index[hand])[0]
            one = potential(naive.cards_of(hand), text)
            assert found["ppot"][at] == np.float32(one.positive)
            assert found["npot"][at] == np.float32(one.negative)


@pytest.mark.parametrize("street", ["turn", "flop"])
def test_means_and_mean_squares_are_the_same_before_and_after_the_cards(street, turns, flops):
    # Sources: the mean strength is 1/2, against two 1/3, against three 1/4 by symmetry, on every board and street; the
    # mean of E[HS^2] is that of HS^2 on the river, over which it is a mean of means.
    found, texts = (turns, TURNS) if street == "turn" else (flops, FLOPS)
    for text in texts:
        index = feature_index(street).index_boards([text])[0]
        at = [np.flatnonzero(found["index"] == number)[0] for number in index[index >= 0]]
        for name, mean in (("points", (1, 2)), ("hs1", (1, 2)), ("share2", (1, 3)), ("share3", (1, 4))):
            total = sum(int(entry) for entry in found[name][at])
            assert Fraction(total, len(at) * find_table(street, name).most) == Fraction(*mean)
        if street == "turn":
            boards = followed([cards(text)])
            rivers = river_rows(boards, np.ones(len(boards), np.int64))[0]
            squares = sum(int((points_of(row).astype(np.int64)[points_of(row) >= 0] ** 2).sum()) for row in rivers)
            assert sum(int(entry) for entry in found["hs2"][at]) == squares


def test_deals_of_classes_are_hands_and_boards_that_renamings_make(turns):
    for text in TURNS:
        board = cards(text)
        images = {
            tuple(sorted(card & ~3 | int(suits[card & 3]) for card in board)) for suits in SUIT_PERMUTATIONS.tolist()
        }
        index = feature_index("turn").index_boards([board])[0]
        for number, hands in zip(*np.unique(index[index >= 0], return_counts=True), strict=True):
            assert turns["deals"][turns["index"] == number] == len(images) * hands


def test_renamed_boards_have_the_same_features(turns):
    for renaming in (5, 17):
        suits = SUIT_PERMUTATIONS[renaming]
        renamed = [[card & ~3 | int(suits[card & 3]) for card in cards(text)] for text in TURNS[:2]]
        again = swept(renamed)
        for board, text in zip(renamed, TURNS[:2], strict=True):
            ours, theirs = (feature_index("turn").index_boards([b])[0] for b in (cards(text), board))
            np.testing.assert_array_equal(ours, theirs[PERMUTED_COMBOS[renaming]])
        ours, theirs = (np.argsort(found["index"]) for found in (turns, again))
        ours = ours[np.isin(turns["index"][ours], again["index"])]
        for name in again:
            np.testing.assert_array_equal(turns[name][ours], again[name][theirs])


def test_hands_before_the_flop_are_sums_over_boards():
    boards = np.array([cards(text) for text in RIVERS[:3]], np.uint8)
    counts = np.array([1, 5, 7])
    _, sums = river_rows(boards, counts)
    rows = [points_of(river_rows(boards[b : b + 1], counts[:1])[0][0]).astype(np.int64) for b in range(3)]
    for number in (0, 80, 168):
        of_class = preflop_classes() == number
        for power in (1, 2, 3):
            expected = sum(
                times * int((row[of_class & (row >= 0)] ** power).sum())
                for row, times in zip(rows, counts.tolist(), strict=True)
            )
            assert sums[number, power - 1] == expected
        assert sums[number, len(SUMS) :].sum() == sum(
            times * int((row[of_class] >= 0).sum()) for row, times in zip(rows, counts.tolist(), strict=True)
        )
    hands = np.bincount(preflop_classes())
    tables = preflop_tables(np.outer(hands, np.arange(len(SUMS) + BINS)))
    assert tables["hs3"].tolist() == [2] * 169
    assert tables["histogram"][7].tolist() == list(range(5, 55))


def test_parts_are_all_boards():
    for size, count in ((3, 1_755), (4, 16_432)):
        boards = np.concatenate([part_of(size, {"part": part, "of": PARTS}) for part in range(PARTS)])
        np.testing.assert_array_equal(board_index(size).index(boards), np.arange(count))
    assert board_counts(part_of(3, {"part": 0, "of": 1})).sum() == 22_100


def test_tables_are_as_large_as_the_index_and_hold_their_numbers(rows):
    assert rows[0].nbytes == RIVER_ROW_BYTES
    for street in STREETS:
        assert feature_index(street).size == CLASS_COUNTS[street]
    for table in TABLES:
        if table.most and np.dtype(table.kind).kind in "iu":
            assert table.most <= np.iinfo(table.kind).max
