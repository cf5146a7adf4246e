"""Equities: known values, the naive twin, and three ways that must agree."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import CLASS_NAMES, CLASS_SIZES, COMBO_CARDS, COMBOS_OF_CLASS, class_index
from pokerlab.cards.equity import Method, equity
from pokerlab.cards.preflop import build_class_table, class_table
from pokerlab.cards.ranges import Range
from pokerlab.errors import CardError, EquityError, RangeError

# Two-player all-in equities, ties split; public tables of preflop match-ups agree on these digits.
KNOWN = {("AA", "KK"): 0.819461, ("AKs", "22"): 0.498933, ("JTs", "22"): 0.538384, ("AKo", "QQ"): 0.432423,
         ("72o", "AA"): 0.118004}  # fmt: skip
KNOWN_VERSUS_RANDOM = {"AA": 0.852037, "22": 0.503340, "32o": 0.323032}
# Three-way all-in equities before the flop.
KNOWN_THREE_WAY = {
    ("AA", "KK", "QQ"): (0.669793, 0.177457, 0.152749),
    ("AKs", "JTs", "22"): (0.391081, 0.326925, 0.281994),
}


def shares(result):
    return [player.equity for player in result.players]


@pytest.mark.parametrize("names", KNOWN)
@pytest.mark.parametrize("method", [Method.TABLE, Method.ENUMERATION])
def test_known_two_way_equities(names, method):
    result = equity(names, method=method)
    assert result.is_exact
    assert shares(result)[0] == pytest.approx(KNOWN[names], abs=5e-7)
    assert sum(shares(result)) == pytest.approx(1, abs=1e-12)
    assert class_table().equity(*names) == pytest.approx(KNOWN[names], abs=5e-7)


def test_known_equities_against_a_random_hand():
    table = class_table().equity_versus_random()
    for name, known in KNOWN_VERSUS_RANDOM.items():
        assert table[class_index(name)] == pytest.approx(known, abs=5e-7)
        assert shares(equity([name, "*"]))[0] == pytest.approx(known, abs=5e-7)


@pytest.mark.parametrize("names", KNOWN_THREE_WAY)
def test_known_three_way_equities(names):
    result = equity(names)
    assert result.method is Method.ENUMERATION
    assert shares(result) == pytest.approx(KNOWN_THREE_WAY[names], abs=6e-7)


def test_class_table_is_whole_and_symmetric():
    table = class_table()
    assert (table.ties == table.ties.T).all()
    assert (table.deals == table.deals.T).all()
    boards = 1_712_304  # C(48, 5)
    disjoint = np.array(
        [
            [sum(not set(COMBO_CARDS[x]) & set(COMBO_CARDS[y]) for x in a for y in b) for b in COMBOS_OF_CLASS[:15]]
            for a in COMBOS_OF_CLASS[:15]
        ]
    )
    assert (table.deals[:15, :15] == disjoint * boards).all()
    assert table.deals.sum() == 1326 * 1225 * boards
    assert (table.wins.sum() * 2 + table.ties.sum()) == table.deals.sum()


def test_class_table_entries_from_scratch():
    """Some classes against some, counted again hand by hand."""
    table = class_table()
    for name, other in (("AA", "AKo"), ("T9s", "88"), ("72o", "A5s"), ("QJs", "QJs"), ("KK", "KK"), ("32o", "32s")):
        a, b = class_index(name), class_index(other)
        result = equity([name, other], method=Method.ENUMERATION)
        assert result.deals == table.deals[a, b]
        assert round(result.players[0].win * result.deals) == table.wins[a, b]
        assert round(2 * result.players[0].tie * result.deals) == table.ties[a, b]


def test_class_table_generator_gives_the_shipped_table():
    built = build_class_table()
    assert (built.wins == class_table().wins).all()
    assert (built.ties == class_table().ties).all()


def test_strength_order_counts_all_hands():
    assert CLASS_SIZES.sum() == 1326
    assert len(CLASS_NAMES) == 169


cards = st.lists(st.integers(0, 51), min_size=14, max_size=20, unique=True)


@settings(max_examples=25)
@given(cards, st.integers(4, 5), st.integers(0, 2), st.data())
def test_all_ways_equal_the_naive_twin(deck, board_size, dead_count, data):
    """Random small ranges with random weights, on turns and rivers."""
    board, deck = deck[:board_size], deck[board_size:]
    dead, deck = deck[:dead_count], deck[dead_count:]
    players = data.draw(st.integers(2, 3))
    lists = []
    for _ in range(players):
        pairs = data.draw(
            st.sets(st.sampled_from([(a, b) for a in deck for b in deck if a > b]), min_size=1, max_size=3)
        )
        weighted = {}
        for a, b in sorted(pairs):
            weighted[a * (a - 1) // 2 + b] = Fraction(data.draw(st.integers(1, 4)), 4)
        lists.append(weighted)
    ranges = [Range([float(weighted.get(c, 0)) for c in range(1326)]) for weighted in lists]
    try:
        expected = [float(share) for share in naive.equities(lists, tuple(board), tuple(dead))]
    except ZeroDivisionError:
        with pytest.raises(EquityError, match="block each other"):
            equity(ranges, board, dead)
        return
    assert shares(equity(ranges, board, dead, method=Method.ENUMERATION)) == pytest.approx(expected, abs=1e-12)
    if players == 2:
        assert shares(equity(ranges, board, dead, method=Method.SWEEP)) == pytest.approx(expected, abs=1e-12)
    sampled = equity(ranges, board, dead, samples=40_000, method=Method.SAMPLING)
    for player, exact in zip(sampled.players, expected, strict=True):
        assert abs(player.equity - exact) <= 6 * player.error + 1e-9


@pytest.mark.parametrize(
    ("ranges", "board", "dead"),
    [
        (("QQ+,AK", "88-22,A5s-A2s:0.5"), "QhJh2c", ""),
        (("AhKh,QsJs:0.3,99", "77+"), "Th9h2c", "AsAd"),
        (("22+", "A2s+"), "KsKd7c3h", "2c"),
        (("AKs,AKo:0.5", "QQ-99"), "7c5c2c", ""),
    ],
)
def test_sweep_and_enumeration_agree_hand_by_hand(ranges, board, dead):
    sweep = equity(ranges, board, dead, method=Method.SWEEP)
    enumeration = equity(ranges, board, dead, method=Method.ENUMERATION)
    assert shares(sweep) == pytest.approx(shares(enumeration), abs=1e-12)
    assert sweep.deals == pytest.approx(enumeration.deals)
    one = equity(["AKs", ranges[1]], board, dead, method=Method.SWEEP)
    for hand in COMBOS_OF_CLASS[class_index("AKs")]:
        if not np.isnan(one.by_hand[0, hand]):
            single = Range(np.arange(1326) == hand)
            alone = equity([single, ranges[1]], board, dead, method=Method.ENUMERATION)
            assert one.by_hand[0, hand] == pytest.approx(alone.players[0].equity, abs=1e-12)


def test_suit_symmetry_changes_nothing():
    """A dead card of weightless effect on symmetry: the same spot with all suits renamed, and without symmetry."""
    symmetric = equity(["QQ+,AKs", "JJ-99"], "7c5c2c", method=Method.SWEEP)
    for board in ("7d5d2d", "7s5s2s"):
        assert shares(equity(["QQ+,AKs", "JJ-99"], board)) == pytest.approx(shares(symmetric), abs=1e-12)
    lopsided = equity(["QQ+,AKs,KcQc:1e-12", "JJ-99"], "7c5c2c", method=Method.SWEEP)
    assert shares(lopsided) == pytest.approx(shares(symmetric), abs=1e-9)


def test_table_and_sweep_agree_before_the_flop():
    table = equity(["QQ+", "AK:0.5,72o"], method=Method.TABLE)
    swept = equity(["QQ+", "AK:0.5,72o"], method=Method.SWEEP)
    assert shares(table) == pytest.approx(shares(swept), abs=1e-12)
    assert table.deals == pytest.approx(swept.deals)
    assert np.allclose(table.by_hand, swept.by_hand, equal_nan=True, atol=1e-12)


def test_equal_seeds_give_equal_samples_for_any_number_of_threads():
    results = [
        equity(["AhKh", "22+", "*"], "2c3d4h", samples=120_000, seed=5, threads=threads, method=Method.SAMPLING)
        for threads in (1, 2, 3)
    ]
    assert results[0] == results[1] == results[2]
    other = equity(["AhKh", "22+", "*"], "2c3d4h", samples=120_000, seed=6, method=Method.SAMPLING)
    assert other != results[0]


def test_sampling_draws_hands_by_weight():
    """AA with a tenth of the weight of KK against QQ: the mix shows in the result."""
    exact = equity(["AA:0.1,KK", "QQ:0.3,JJ"])
    sampled = equity(["AA:0.1,KK", "QQ:0.3,JJ"], samples=1_000_000, method=Method.SAMPLING)
    assert abs(sampled.players[0].equity - exact.players[0].equity) < 5 * sampled.players[0].error


def test_stated_error_is_the_spread_of_results():
    """Over 60 seeds the results scatter as their stated standard error says."""
    exact = equity(["AKs", "QQ"], "2c3d4h").players[0].equity
    results = [equity(["AKs", "QQ"], "2c3d4h", samples=5000, seed=s, method=Method.SAMPLING) for s in range(60)]
    scores = [(r.players[0].equity - exact) / r.players[0].error for r in results]
    assert 0.7 < np.std(scores) < 1.35
    assert abs(np.mean(scores)) < 0.5


def test_nine_random_hands_share_the_pot_evenly():
    result = equity(["*"] * 9, samples=200_000)
    assert result.method is Method.SAMPLING
    for player in result.players:
        assert abs(player.equity - 1 / 9) < 5 * player.error
    assert sum(shares(result)) == pytest.approx(1)


def test_progress_reaches_the_end():
    seen = []
    equity(
        ["AhKh", "QsQd", "*"],
        method=Method.SAMPLING,
        samples=200_000,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(n, 4) for n in range(1, 5)]


@pytest.mark.parametrize(
    ("ranges", "board", "dead", "error", "message"),
    [
        (["AA"], "", "", EquityError, "needs 2 to 9 ranges, not 1"),
        (["AA"] * 10, "", "", EquityError, "needs 2 to 9 ranges, not 10"),
        (["AA", "KK"], "AhAsAdKc", "", RangeError, "range 1 has no hands once AhAsAdKc are taken out"),
        (["AA", ""], "", "", RangeError, "range 2 has no hands"),
        (["AA", "KK"], "2c2c", "", CardError, "'2c' occurs twice"),
        (["AA", "KK"], "2c3c4c5c6c7c", "", CardError, "at most 5"),
        (["AA", "KK"], "2c3c4c", "2c", CardError, "'2c' occurs twice in board and dead cards"),
        (["AhAs", "AhAs"], "", "", EquityError, "block each other"),
        (["AA", "AA", "AA"], "", "", EquityError, "block each other"),
    ],
)
def test_bad_input_is_one_clear_error(ranges, board, dead, error, message):
    with pytest.raises(error, match=message) as caught:
        equity(ranges, board, dead)
    assert "\n" not in str(caught.value)


def test_methods_that_do_not_fit():
    with pytest.raises(EquityError, match="two players"):
        equity(["AA", "KK", "QQ"], method=Method.SWEEP)
    with pytest.raises(EquityError, match="prefer no suit"):
        equity(["AhAs", "KK"], method=Method.TABLE)
    with pytest.raises(EquityError, match="at least 2 samples"):
        equity(["AA", "KK"], method=Method.SAMPLING, samples=1)
    with pytest.raises(EquityError, match="hardly any deal"):
        equity(["AA", "AA", "AA"], method=Method.SAMPLING, samples=100)


def test_dead_cards_leave_too_few():
    with pytest.raises(EquityError, match="leave too few"):
        equity(["*"] * 9, dead=list(parse_cards("".join(f"{r}{s}" for r in "23456789T" for s in "cdhs"))))
