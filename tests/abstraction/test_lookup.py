"""Classes and sights: three ways to look them up, each against a naive twin."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.abstraction import sequence_kernels
from pokerlab.abstraction.buckets import Buckets, StreetFacts, buckets_path, check_file
from pokerlab.abstraction.feature_sweeps import board_index
from pokerlab.abstraction.lookup_kernels import (
    ALL,
    BY_BOARD_LABEL,
    BY_LABEL,
    BY_LEVELS,
    NOTHING,
    look_up_hand,
)
from pokerlab.abstraction.lookup_table import TableBuilder, check_tables
from pokerlab.abstraction.notation import parse_cards
from pokerlab.abstraction.percentile_kernels import MISSING
from pokerlab.abstraction.river_cuts import _rivers_after
from pokerlab.cards import class_kernels
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.combos import COMBO_CARDS, combo_index
from pokerlab.cards.isomorphism import HandIndexer
from pokerlab.errors import AbstractionError

ROUNDS = [(2,), (2, 3), (2, 4), (2, 5)]
INDEXERS = [HandIndexer(*rounds) for rounds in ROUNDS]
BOARD_INDEXERS = {1: HandIndexer(3), 2: HandIndexer(3, 1)}
SIZES = [0, 3, 4, 5]


def deal_cards(count: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    deck = np.argsort(np.random.default_rng(seed).random((count, 52)), axis=1)[:, :7].astype(np.uint8)
    return np.ascontiguousarray(deck[:, :2]), np.ascontiguousarray(deck[:, 2:])


@pytest.mark.parametrize("street", range(4))
def test_classes_are_those_of_the_index(street: int) -> None:
    private, boards = deal_cards(3000, street)
    out = np.empty(len(private), np.int64)
    class_kernels.classes_of_deals(private, boards, street, out)
    deals = np.ascontiguousarray(np.hstack([private, boards[:, : SIZES[street]]]))
    assert (out == INDEXERS[street].index(deals)).all()


@pytest.mark.parametrize("street", [1, 2])
def test_what_can_have_come_before_a_board(street: int) -> None:
    """All hands of some boards, two of which have suits that are alike."""
    rng = np.random.default_rng(1)
    memory = rng.integers(0, 1000, INDEXERS[street - 1].size).astype(np.int32)
    boards = np.array([[0, 1, 2, 20], [3, 16, 33, 50], [0, 4, 8, 12]], np.uint8)[:, : SIZES[street]].copy()
    ways = 1 if street == 1 else 4
    shape = (INDEXERS[street].size, ways)
    found, public = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    sequence_kernels.ways_to_boards(boards, memory, found, public)
    for row, classes in zip(boards.tolist(), INDEXERS[street].index_boards(boards), strict=True):
        for combo in range(0, 1326, 7):
            if classes[combo] >= 0:
                hand = COMBO_CARDS[combo].tolist()
                naive = []
                for way in range(ways):
                    flop = row if street == 1 else row[:way] + row[way + 1 :]
                    before = [*hand, *flop] if street == 2 else hand
                    board = flop if street == 1 else [*flop, row[way]]
                    remembered = memory[INDEXERS[street - 1].index([before])[0]]
                    naive.append((remembered, BOARD_INDEXERS[street].index([board])[0]))
                pairs = zip(found[classes[combo]], public[classes[combo]], strict=True)
                assert sorted(pairs) == sorted(naive)


def test_transitions_are_counted() -> None:
    rng = np.random.default_rng(3)
    before = rng.integers(0, 10, INDEXERS[1].size).astype(np.uint8)
    after = rng.integers(0, 10, INDEXERS[2].size).astype(np.uint8)
    board = np.array([[0, 13, 30, 51]], np.uint8)
    out, naive = np.zeros((1, 10, 10), np.float32), np.zeros((10, 10))
    sequence_kernels.count_transitions(board, 2, before, after, out)
    for hand in COMBO_CARDS.tolist():
        if not set(hand) & set(board[0].tolist()):
            flop = INDEXERS[1].index([[*hand, *board[0, :3].tolist()]])[0]
            turn = INDEXERS[2].index([[*hand, *board[0].tolist()]])[0]
            naive[before[flop], after[turn]] += 1
    assert (out[0] == naive).all()


class Random:
    """Buckets with numbers at random, of a flop that is remembered, a turn cut by boards and thresholds inside it, and
    a river inside both; only the labels that a test looks at are there."""

    def __init__(self, private: np.ndarray, boards: np.ndarray) -> None:
        rng = np.random.default_rng(7)
        places, size = [], 0
        for count in [169, INDEXERS[1].size, BOARD_INDEXERS[2].size, INDEXERS[2].size, 2 * INDEXERS[3].size]:
            places.append(size)
            size += count
        labels = np.zeros(size, np.uint16)  # mapped when it is written to, not before
        self.labels = labels
        labels[:169] = rng.integers(0, 6, 169)
        labels[places[1] : places[2]] = rng.integers(0, 5, INDEXERS[1].size)
        labels[places[2] : places[3]] = rng.integers(0, 3, BOARD_INDEXERS[2].size)
        levels = np.sort(rng.integers(0, 50, (5 * 3, 3)), axis=1)
        levels[0, 1:] = MISSING
        rivers = np.sort(rng.integers(0, 70_000, (20, 6)), axis=1)
        sight_of_cell = rng.permutation(5 * 3 * 4)
        memory = rng.integers(0, 20, 60)
        self.parts = {"levels": levels, "rivers": rivers, "sights": sight_of_cell, "memory": memory}
        numbers = np.concatenate([part.reshape(-1) for part in self.parts.values()]).astype(np.int32)
        at = np.cumsum([0, levels.size, rivers.size, sight_of_cell.size])
        cuts = [
            [BY_LABEL, 0, 1, 6, -1], [BY_LABEL, places[1], 1, 5, -1], [BY_BOARD_LABEL, places[2], 1, 3, -1],
            [BY_LEVELS, places[3], 1, 4, at[0]], [BY_LEVELS, places[4], 2, 7, at[1]],
        ]  # fmt: skip
        streets = [
            [0, 1, -1, NOTHING, 0, 0], [1, 2, -1, ALL, 0, 0], [2, 4, at[2], at[3], 1, 1], [4, 5, -1, NOTHING, 1, 0],
        ]  # fmt: skip
        self.places = places
        for street, start, wide, most in ((2, places[3], 1, 50), (3, places[4], 2, 70_000)):
            classes = np.empty(len(private), np.int64)
            class_kernels.classes_of_deals(private, boards, street, classes)
            for board in boards[:, : SIZES[street]].tolist():
                on_board = INDEXERS[street].index_boards([board])[0]
                classes = np.append(classes, on_board[on_board >= 0])
            for number in np.unique(classes).tolist():
                label = int(rng.integers(0, most))
                labels[start + wide * number] = label & 0xFFFF
                if wide == 2:
                    labels[start + wide * number + 1] = label >> 16
        arrays = {
            "labels": labels, "numbers": numbers, "cuts": np.array(cuts, np.int64),
            "streets": np.array(streets, np.int64),
        }  # fmt: skip
        facts = [StreetFacts(n, n, 1, np.ones(n, np.int64)) for n in (6, 5, 60, 140)]
        self.buckets = Buckets(parse_cards("ir6.5.pub3.7"), arrays, facts)

    def naive(self, hand: list[int], board: list[int]) -> int:
        if len(board) == 0:
            return int(self.labels[INDEXERS[0].index([hand])[0]])
        flop = int(self.labels[self.places[1] + INDEXERS[1].index([[*hand, *board[:3]]])[0]])
        if len(board) == 3:
            return flop
        public = int(self.labels[self.places[2] + BOARD_INDEXERS[2].index([board[:4]])[0]])
        label = int(self.labels[self.places[3] + INDEXERS[2].index([[*hand, *board[:4]]])[0]])
        cell = flop * 3 + public
        cell = cell * 4 + sum(int(level) <= label for level in self.parts["levels"][cell])
        turn = int(self.parts["sights"][cell])
        if len(board) == 4:
            return turn
        memory = int(self.parts["memory"][turn])
        place = self.places[4] + 2 * INDEXERS[3].index([[*hand, *board]])[0]
        label = int(self.labels[place]) + (int(self.labels[place + 1]) << 16)
        return memory * 7 + sum(int(level) <= label for level in self.parts["rivers"][memory])


@pytest.fixture(scope="module")
def dealt() -> tuple[np.ndarray, np.ndarray]:
    return deal_cards(40, 11)


@pytest.fixture(scope="module")
def random(dealt: tuple[np.ndarray, np.ndarray]) -> Random:
    return Random(*dealt)


def test_three_ways_to_look_up_are_one(random: Random, dealt: tuple[np.ndarray, np.ndarray]) -> None:
    private, boards = dealt
    sights = random.buckets.deals(private, boards)
    for row, (hand, board) in enumerate(zip(private.tolist(), boards.tolist(), strict=True)):
        out = np.empty(4, np.int32)
        look_up_hand(hand[0], hand[1], boards[row], 3, *random.buckets.arrays, out)
        assert (out == sights[row]).all()
        for street, size in enumerate(SIZES):
            lying = board[:size]
            assert sights[row, street] == random.naive(hand, lying)
            assert random.buckets.one(hand, lying) == sights[row, street]
            assert random.buckets.hands(lying)[combo_index(*hand)] == sights[row, street]
            assert random.buckets.deals(private, boards, street)[row] == sights[row, street]


def test_all_hands_of_a_board_follow_what_is_remembered(random: Random, dealt: tuple[np.ndarray, np.ndarray]) -> None:
    board = dealt[1][0].tolist()
    memory = np.zeros(1326, np.int64)
    for size in SIZES:
        sights = random.buckets.hands(board[:size], memory)
        again = random.buckets.hands(board[:size])
        assert (sights == again).all()
        for combo in range(0, 1326, 37):
            hand = COMBO_CARDS[combo].tolist()
            naive = -1 if set(hand) & set(board[:size]) else random.naive(hand, board[:size])
            assert sights[combo] == naive


def test_the_order_of_flop_cards_and_the_names_of_suits_do_not_matter(
    random: Random, dealt: tuple[np.ndarray, np.ndarray]
) -> None:
    private, boards = dealt
    sights = random.buckets.deals(private, boards)
    turned = np.ascontiguousarray(boards[:, [2, 0, 1, 3, 4]])
    assert (random.buckets.deals(np.ascontiguousarray(private[:, ::-1]), turned) == sights).all()
    renaming = np.array([2, 0, 3, 1], np.uint8)
    private, boards = (cards & ~np.uint8(3) | renaming[cards & 3] for cards in (private, boards))
    assert (random.buckets.deals(private, boards) == sights).all()


@pytest.mark.parametrize("ways", [1, 4])
@pytest.mark.parametrize("has_cut", [False, True])
def test_rivers_are_counted_by_cell_and_value(has_cut: bool, ways: int) -> None:
    """The sweep over turns and the cards that follow, against every deal of two of them; suits of the second are alike.
    With and without a cut of the river before the one that is counted, with memory by the last card and without."""
    rng = np.random.default_rng(5)
    turns = np.array([[3, 16, 33, 50], [0, 1, 20, 22]], np.uint8)
    memories = np.zeros((INDEXERS[2].size, ways), np.int32)  # mapped when it is written to, not before
    on_turns = INDEXERS[2].index_boards(turns)
    for classes in on_turns:
        memories[classes[classes >= 0]] = rng.integers(0, 20, ways)
    rows = _rivers_after(turns)
    known, numbers = np.unique(rows, return_inverse=True)
    rivers = board_index(5).unindex(known)
    masks = np.bitwise_or.reduce(CARD_MASKS[rivers], axis=1)
    names = np.zeros((2, INDEXERS[3].size), np.uint16)
    for classes in INDEXERS[3].index_boards(rivers):
        names[:, classes[classes >= 0]] = classes[classes >= 0] % 700, classes[classes >= 0] % 50
    found = np.empty((2, len(rivers), 1326), np.uint16)
    sequence_kernels.names_on_rivers(rivers, names[0], 700, found[1])
    sequence_kernels.names_on_rivers(rivers, names[1], 0, found[0])
    levels = np.sort(rng.integers(0, 50, (20, 2)), axis=1).astype(np.int32)
    cuts, flat = np.array([[3, 0]], np.int64), levels.reshape(-1)
    if not has_cut:
        found, cuts, flat = found[1:].copy(), cuts[:0].copy(), flat[:0].copy()
    counts = np.zeros((60 if has_cut else 20, 701), np.int64)
    weights = np.array([3, 12])
    sequence_kernels.count_rivers(
        turns, weights, numbers.reshape(rows.shape).astype(np.int64), masks, found, memories, cuts, flat, counts
    )
    naive = np.zeros((len(counts), 700), np.int64)
    for turn, before, weight in zip(turns.tolist(), on_turns, weights.tolist(), strict=True):
        for river in [card for card in range(52) if card not in turn]:
            classes = INDEXERS[3].index_boards([[*turn, river]])[0]
            for way in range(ways):
                held = np.flatnonzero(classes >= 0)
                cells, labels = memories[before[held], way], names[1, classes[held]]
                if has_cut:
                    cells = 3 * cells + (levels[cells] <= labels[:, None]).sum(axis=1)
                np.add.at(naive, (cells, classes[held] % 700), weight * 4 // ways)
    assert (counts[:, :700] == naive).all()


@pytest.fixture
def every_hand(tmp_path: Path) -> Buckets:
    """Buckets that tell all hands apart: their file is small."""
    table = TableBuilder()
    for size in (169, *(indexer.size for indexer in INDEXERS[1:])):
        table.add_every_class(size)
    facts = [StreetFacts(indexer.size, indexer.size, 1, np.ones(1, np.int64)) for indexer in INDEXERS]
    return Buckets(parse_cards("ir169.irall.irall.all"), table.arrays(), facts, about={"seed": 0})


def test_a_file_is_read_as_it_was_written(every_hand: Buckets, tmp_path: Path) -> None:
    path = buckets_path("ir169.irall.irall.all", tmp_path)
    every_hand.save(path)
    again = Buckets.open("ir169.irall.irall.all", tmp_path)
    assert again.hash == every_hand.hash
    assert again.sights == every_hand.sights
    again.check()
    assert check_file("irall.irall.irall.irall", tmp_path) == path
    assert again.one("AhKh", "Qh7h2c9d") == INDEXERS[2].index(["AhKhQh7h2c9d"])[0]


def test_damaged_and_foreign_files_are_refused(every_hand: Buckets, tmp_path: Path) -> None:
    path = tmp_path / "x.buckets"
    every_hand.save(path)
    content = path.read_bytes()
    path.write_bytes(content[:-10])
    with pytest.raises(AbstractionError, match="damaged"):
        Buckets.open(path)
    changed = bytearray(content)
    changed[-200] ^= 1
    path.write_bytes(bytes(changed))
    with pytest.raises(AbstractionError, match="damaged"):
        check_file(path)
    path.write_bytes(b"something else")
    with pytest.raises(AbstractionError, match="not a file of buckets"):
        Buckets.open(path)
    with pytest.raises(AbstractionError, match="buckets build"):
        Buckets.open("8.8.8.8", tmp_path)


@pytest.mark.parametrize(
    ("kept", "count", "is_whole"), [(NOTHING, 5, True), (0, 200, True), (0, 5, False), (40, 200, False)]
)
def test_what_is_remembered_lies_inside_the_numbers(kept: int, count: int, is_whole: bool) -> None:
    """Few numbers are enough for streets of which nothing is remembered, however many sights they have."""
    labels, numbers = np.zeros(sum(index.size for index in INDEXERS), np.uint16), np.zeros(count, np.int32)
    starts = np.cumsum([0, *(index.size for index in INDEXERS[:-1])]).tolist()
    cuts = np.array([[BY_LABEL, start, 1, 169, -1] for start in starts], np.int64)
    streets = np.array(
        [[street, street + 1, -1, kept if street == 0 else NOTHING, 0, 0] for street in range(4)], np.int64
    )
    if is_whole:
        check_tables(labels, numbers, cuts, streets, [169] * 4)
    else:
        with pytest.raises(ValueError, match="kept"):
            check_tables(labels, numbers, cuts, streets, [169] * 4)


def test_look_ups_cannot_leave_the_arrays(every_hand: Buckets, tmp_path: Path) -> None:
    path = tmp_path / "x.buckets"
    cuts = every_hand.arrays[2]
    cuts[1] = [BY_LABEL, 10**9, 1, 5, -1]
    every_hand.save(path)
    with pytest.raises(AbstractionError, match="header does not fit"):
        Buckets.open(path)


@pytest.mark.parametrize(
    ("hand", "board", "why"), [("AhKh", "Qh7h", "0, 3, 4 or 5"), ("AhAh", "", "Ah"), ("Ah", "", "two cards")]
)
def test_questions_that_cannot_be_are_refused(every_hand: Buckets, hand: str, board: str, why: str) -> None:
    from pokerlab.errors import PokerError

    with pytest.raises(PokerError, match=why):
        every_hand.one(hand, board)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**31))
def test_every_class_is_for_itself(seed: int) -> None:
    private, boards = deal_cards(1, seed)
    out = np.empty(1, np.int64)
    for street in range(4):
        class_kernels.classes_of_deals(private, boards, street, out)
        deal = np.hstack([private, boards[:, : SIZES[street]]])
        assert out[0] == INDEXERS[street].index(np.ascontiguousarray(deal))[0]
