"""Hand ranks: exact counts, other evaluators, and the naive twin."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from pokerlab._jit import kernel
from pokerlab.cards import card_kernels, evaluator, evaluator_kernels, evaluator_tables
from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import COMBO_CARDS, COMBO_MASKS
from pokerlab.cards.evaluator_kernels import KEY_START, KEYS, MASKS, rank5, rank6, rank7
from pokerlab.cards.isomorphism import HandIndexer
from pokerlab.errors import CardError

CODES = evaluator_tables.load()["codes"]

# Numbers of hands by category, high card first; any book on poker odds, and they sum to C(52, n).
FIVE_CARD_HANDS = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
SIX_CARD_HANDS = [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844]
SEVEN_CARD_HANDS = [
    23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584,
]  # fmt: skip


def random_hands(count: int, size: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    chunks = [np.argpartition(rng.random((50_000, 52)), size, axis=1)[:, :size] for _ in range(-(-count // 50_000))]
    return np.concatenate(chunks)[:count].astype(np.uint8)


@kernel()
def count_categories(size, counts, seen):
    """Every hand of `size` cards, once: counts by category, and which ranks occur."""
    for a in range(52):
        for b in range(a + 1, 52):
            key2 = KEY_START + KEYS[a] + KEYS[b]
            mask2 = MASKS[a] | MASKS[b]
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    key4 = key2 + KEYS[c] + KEYS[d]
                    mask4 = mask2 | MASKS[c] | MASKS[d]
                    for e in range(d + 1, 52):
                        key5 = key4 + KEYS[e]
                        mask5 = mask4 | MASKS[e]
                        if size == 5:
                            rank = rank5(key5, mask5)
                            counts[CODES[rank] >> np.uint32(20)] += 1
                            seen[rank] = True
                            continue
                        for f in range(e + 1, 52):
                            key6 = key5 + KEYS[f]
                            mask6 = mask5 | MASKS[f]
                            if size == 6:
                                rank = rank6(key6, mask6)
                                counts[CODES[rank] >> np.uint32(20)] += 1
                                seen[rank] = True
                                continue
                            for g in range(f + 1, 52):
                                rank = rank7(key6 + KEYS[g], mask6 | MASKS[g])
                                counts[CODES[rank] >> np.uint32(20)] += 1
                                seen[rank] = True


@pytest.mark.parametrize(
    ("size", "expected", "classes"),
    # How many of the 7,462 classes can be the best five of six or seven cards: counted here.
    [(5, FIVE_CARD_HANDS, 7462), (6, SIX_CARD_HANDS, 6075), (7, SEVEN_CARD_HANDS, 4824)],
)
def test_all_hands_by_category(size, expected, classes):
    counts = np.zeros(9, np.int64)
    seen = np.zeros(evaluator.RANK_COUNT + 1, np.bool_)
    count_categories(size, counts, seen)
    assert counts.tolist() == expected
    assert seen.sum() == classes
    assert not seen[0]


def test_ranks_order_all_five_card_hands_like_the_rules():
    """Every class once: the naive values of all hands, sorted, are the ranks 1..7462."""
    hands = np.array(list(combinations(range(52), 5)), np.uint8)
    ranks = evaluator.evaluate_many(hands)
    _, first = np.unique(ranks, return_index=True)
    values = [naive.five_card_value(tuple(hands[i].tolist())) for i in first]
    assert len(values) == 7462
    assert values == sorted(set(values))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_of_all_fives_is_the_twin(size):
    hands = random_hands(1500, size, seed=size)
    ranks = evaluator.evaluate_many(hands).tolist()
    values = [naive.best_value(tuple(hand)) for hand in hands.tolist()]
    by_rank = sorted(zip(ranks, values, strict=True))
    assert [value for _, value in by_rank] == sorted(values)
    assert len(set(by_rank)) == len(set(ranks)) == len(set(values))
    for hand, rank in zip(hands.tolist(), ranks, strict=True):
        assert evaluator.evaluate(hand) == rank
        assert evaluator.evaluate(evaluator.best_five(hand)) == rank


A_MILLION = pytest.param(7, 1_000_000, marks=pytest.mark.slow)


@pytest.mark.parametrize(("size", "count"), [(5, 100_000), (6, 100_000), (7, 200_000), A_MILLION])
def test_random_hands_against_phevaluator(size, count):
    phevaluator = pytest.importorskip("phevaluator")
    hands = random_hands(count, size, seed=10 + size)
    ours = evaluator.evaluate_many(hands)
    theirs = [phevaluator.evaluate_cards(*hand) for hand in hands.tolist()]  # same card numbers; 1 is the best
    assert (ours == 7463 - np.array(theirs)).all()


@pytest.mark.parametrize(("size", "count"), [(7, 200_000), A_MILLION])
def test_random_hands_against_eval7(size, count):
    eval7 = pytest.importorskip("eval7")
    deck = [eval7.Card(text) for text in (f"{r}{s}" for r in "23456789TJQKA" for s in "cdhs")]
    hands = random_hands(count, size, seed=3)
    ours = evaluator.evaluate_many(hands)
    theirs = np.array([eval7.evaluate([deck[c] for c in hand]) for hand in hands.tolist()])
    pairs = np.unique(np.column_stack([ours.astype(np.int64), theirs]), axis=0)
    assert (np.diff(pairs, axis=0) > 0).all()  # each of our ranks is one of their values, in the same order


@given(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True), st.permutations(range(4)), st.randoms())
def test_suit_names_and_card_order_do_not_matter(cards, permutation, random):
    renamed = list(naive.rename(tuple(cards), tuple(permutation)))
    random.shuffle(renamed)
    assert evaluator.evaluate(renamed) == evaluator.evaluate(cards) == evaluator.evaluate_many([renamed])[0]


@given(st.lists(st.integers(0, 51), min_size=5, max_size=6, unique=True), st.integers(0, 51))
def test_another_card_never_hurts(cards, another):
    if another not in cards:
        assert evaluator.evaluate([*cards, another]) >= evaluator.evaluate(cards)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_board_sweep_is_hand_by_hand_evaluation(size):
    boards = random_hands(30, size, seed=20 + size)
    ranks = evaluator.rank_boards(boards)
    for board, row in zip(boards, ranks, strict=True):
        hands = np.column_stack([COMBO_CARDS, np.broadcast_to(board, (1326, size))])
        blocked = (COMBO_MASKS & np.bitwise_or.reduce(MASKS[board])) != 0
        assert (row[blocked] == 0).all()
        assert (row[~blocked] == evaluator.evaluate_many(hands[~blocked])).all()


@pytest.mark.parametrize(("size", "hands"), [(3, 1176), (4, 1128), (5, 1081)])
def test_sorted_boards_are_sorted_whole_and_grouped(size, hands):
    boards = np.concatenate([random_hands(200, size, seed=30 + size), [range(size)], [range(52 - size, 52)]])
    ranked = evaluator.sort_boards(boards)
    ranks = evaluator.rank_boards(boards)
    for b in range(len(boards)):
        combos = ranked.combos[b].astype(int)
        assert sorted(combos) == np.flatnonzero(ranks[b]).tolist()
        assert len(combos) == hands
        assert (ranked.ranks[b] == ranks[b][combos]).all()
        assert (np.diff(ranked.ranks[b].astype(int)) >= 0).all()
        starts = np.flatnonzero(np.diff(ranked.ranks[b].astype(int), prepend=-1))
        assert ranked.tiers[b] == len(starts)
        assert ranked.starts[b, : len(starts) + 1].tolist() == [*starts.tolist(), hands]


@pytest.mark.parametrize(
    ("cards", "category", "text"),
    [
        ("AsKsQsJsTs2c3d", "straight flush", "royal flush"),
        ("5h4h3h2hAh", "straight flush", "five-high straight flush"),
        ("6c6d6h6sKd2c", "four of a kind", "four of a kind, sixes, king kicker"),
        ("AcAdAhKcKd", "full house", "full house, aces full of kings"),
        ("AhKh9h5h2h3c", "flush", "ace-high flush"),
        ("Tc9d8h7s6c", "straight", "ten-high straight"),
        ("2c3d4h5sAc", "straight", "five-high straight"),
        ("7c7d7hAsKd", "three of a kind", "three of a kind, sevens, ace and king kickers"),
        ("QcQdJhJsAc2d3h", "two pair", "two pair, queens and jacks, ace kicker"),
        ("2c2dAhKs3c", "pair", "pair of deuces, ace, king and three kickers"),
        ("7c5d4h3s2c", "high card", "seven high, five, four, three and deuce kickers"),
    ],
)
def test_hands_in_words(cards, category, text):
    rank = evaluator.evaluate(cards)
    assert evaluator.describe(rank) == text
    assert evaluator.category(rank).label == category


def test_best_and_worst():
    assert evaluator.evaluate("AsKsQsJsTs") == evaluator.RANK_COUNT == 7462
    assert evaluator.evaluate("7c5d4h3s2c") == 1
    assert evaluator.category(1) == evaluator.Category.HIGH_CARD


def test_every_rank_has_its_own_words_within_what_words_tell():
    texts = [evaluator.describe(rank) for rank in range(1, 7463)]
    # Flushes are named by their highest card only; all other classes differ in words.
    flushes = [text for text in texts if text.endswith("-high flush")]
    assert len(set(texts)) == 7462 - len(flushes) + len(set(flushes))


@pytest.mark.parametrize("cards", ["AsKsQsJs", "AsKsQsJsTs9s8s7s", "AsAsKsQsJs", [0, 1, 2, 3, 52], [0, 1, 2, 3, -1]])
def test_what_is_no_hand(cards):
    with pytest.raises(CardError):
        evaluator.evaluate(cards)


@pytest.mark.parametrize("cards", [[[1, 2, 3]], [1, 2, 3, 4, 5], [[1, 2, 3, 4, 99]]])
def test_arrays_that_are_no_hands(cards):
    with pytest.raises(CardError):
        evaluator.evaluate_many(cards)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([[0, 1, 2, 3, 0]], "'2c' occurs twice in row 0 of hands '2c2d2h2s2c'"),
        ([[0, 1, 2, 3, 4], [5, 6, 7, 8, 5]], "'3d' occurs twice in row 1 of hands"),
        ([[0, 1, 2, 3, 4, 0]], "occurs twice"),
        ([[0, 1, 2, 3, 4, 5, 6], [51, 1, 2, 3, 4, 5, 51]], "'As' occurs twice in row 1"),
        (["AsKsQsJsTs", "AsKsQsJsAs"], "'As' occurs twice in row 1 of hands 'AsKsQsJsAs'"),
        (["AsKsQsJsTs", "AsKsQsJsTs2c"], "hands must all have the same number of cards"),
        (["AsKsQsJsXs"], "unknown rank 'X'"),
        (["AsKs"], r"hands must be an array \[n, 5..7\], not \[1, 2\]"),
        ([["As", "Ks", "Qs", "Js", "Ts"]], "hands must hold card numbers or be a list of texts"),
        ([[0.5, 1, 2, 3, 4]], "hands must hold card numbers"),
        ([[True, False, True, True, True]], "hands must hold card numbers"),
        ([[0, 1, 2, 3, 10**30]], "hands must hold card numbers"),
        ("AsKsQsJsTs", "hands must be an array"),
    ],
)
def test_batches_that_are_no_hands_say_why(cards, message):
    with pytest.raises(CardError, match=message):
        evaluator.evaluate_many(cards)


def test_batches_take_texts_as_one_hand_does():
    texts = ["AsKsQsJsTs2c3d", "7c5d4h3s2cKdJd", "10h 9h 8h 7h 6h, 2c 2d"]
    expected = [evaluator.evaluate(text) for text in texts]
    assert evaluator.evaluate_many(texts).tolist() == expected
    assert evaluator.evaluate_many(tuple(texts)).tolist() == expected
    assert evaluator.evaluate_many(np.array(texts)).tolist() == expected
    assert evaluator.rank_boards(["2c3c4c"]).shape == (1, 1326)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_checked_batches_find_any_repeated_card(size):
    """Both kernels against the naive count of different cards, on hands of which some have a card twice."""
    hands = random_hands(300, size, seed=40 + size)
    assert evaluator_kernels.evaluate_checked(hands, np.empty(300, np.uint16))
    assert card_kernels.all_differ(hands)
    for row, (place, other) in enumerate(combinations(range(size), 2)):
        spoilt = hands.copy()
        spoilt[-1 - row, place] = spoilt[-1 - row, other]
        assert len(set(spoilt[-1 - row].tolist())) < size
        assert not evaluator_kernels.evaluate_checked(spoilt, np.empty(300, np.uint16))
        assert not card_kernels.all_differ(spoilt)
        with pytest.raises(CardError, match=f"occurs twice in row {299 - row} of hands"):
            evaluator.evaluate_many(spoilt)


def test_boards_and_deals_with_a_card_twice():
    for sweep in (evaluator.rank_boards, evaluator.sort_boards):
        with pytest.raises(CardError, match="'2c' occurs twice in row 1 of boards"):
            sweep([[0, 1, 2], [0, 7, 0]])
    with pytest.raises(CardError, match="'2c' occurs twice in row 0 of deals"):
        HandIndexer(2, 3).index([[0, 1, 2, 3, 0]])


def test_five_best_of_what_is_no_hand():
    for cards in ("AsKsQsJs", "AsKsQsJsTs9s8s7s"):
        with pytest.raises(CardError):
            evaluator.best_five(cards)


def test_ranks_that_do_not_exist():
    for rank in (0, 7463, -1):
        with pytest.raises(CardError, match="not a hand rank"):
            evaluator.describe(rank)


def test_shipped_tables_are_what_the_generator_builds():
    shipped, built = evaluator_tables.load(), evaluator_tables.build()
    assert shipped.keys() == built.keys()
    for name in shipped:
        assert shipped[name].dtype == built[name].dtype
        assert (shipped[name] == built[name]).all()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_rank_keys_tell_all_multisets_of_ranks_apart(size):
    sums = [
        sum(n * key for n, key in zip(counts, evaluator_tables.RANK_KEYS, strict=True))
        for counts in evaluator_tables._rank_multisets(size)
    ]
    assert len(set(sums)) == len(sums)


def test_text_and_numbers_are_the_same_hand():
    text = "AhKh9h5h2h3c"
    assert evaluator.evaluate(text) == evaluator.evaluate(parse_cards(text))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_with_a_card_twice_never_look_into_the_tables(size):
    """Their keys lead out of them: every hand of one card, and pairs of it with others, many times over."""
    cards = np.arange(52)
    rows = np.array([[card] * size for card in cards] + [[card] * (size - 1) + [51 - card] for card in cards])
    for _ in range(20):
        with pytest.raises(CardError, match="occurs twice in row 0"):
            evaluator.evaluate_many(np.tile(rows, (50, 1)))
