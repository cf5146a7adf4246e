"""Equities: known values, the naive twin, and three ways that must agree."""

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from pokerlab.cards import deal_graph
from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import CLASS_NAMES, CLASS_SIZES, COMBO_CARDS, COMBOS_OF_CLASS, class_index
from pokerlab.cards.equity import EquityMethod, equity, hand_lists
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
@pytest.mark.parametrize("method", [EquityMethod.TABLE, EquityMethod.ENUMERATION])
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
    assert result.method is EquityMethod.ENUMERATION
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
        result = equity([name, other], method=EquityMethod.ENUMERATION)
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
    assert shares(equity(ranges, board, dead, method=EquityMethod.ENUMERATION)) == pytest.approx(expected, abs=1e-12)
    if players == 2:
        assert shares(equity(ranges, board, dead, method=EquityMethod.SWEEP)) == pytest.approx(expected, abs=1e-12)
    sampled = equity(ranges, board, dead, samples=40_000, method=EquityMethod.SAMPLING)
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
    sweep = equity(ranges, board, dead, method=EquityMethod.SWEEP)
    enumeration = equity(ranges, board, dead, method=EquityMethod.ENUMERATION)
    assert shares(sweep) == pytest.approx(shares(enumeration), abs=1e-12)
    assert sweep.deals == pytest.approx(enumeration.deals)
    one = equity(["AKs", ranges[1]], board, dead, method=EquityMethod.SWEEP)
    for hand in COMBOS_OF_CLASS[class_index("AKs")]:
        if not np.isnan(one.by_hand[0, hand]):
            single = Range(np.arange(1326) == hand)
            alone = equity([single, ranges[1]], board, dead, method=EquityMethod.ENUMERATION)
            assert one.by_hand[0, hand] == pytest.approx(alone.players[0].equity, abs=1e-12)


def test_suit_symmetry_changes_nothing():
    """A dead card of weightless effect on symmetry: the same spot with all suits renamed, and without symmetry."""
    symmetric = equity(["QQ+,AKs", "JJ-99"], "7c5c2c", method=EquityMethod.SWEEP)
    for board in ("7d5d2d", "7s5s2s"):
        assert shares(equity(["QQ+,AKs", "JJ-99"], board)) == pytest.approx(shares(symmetric), abs=1e-12)
    lopsided = equity(["QQ+,AKs,KcQc:1e-12", "JJ-99"], "7c5c2c", method=EquityMethod.SWEEP)
    assert shares(lopsided) == pytest.approx(shares(symmetric), abs=1e-9)


def test_table_and_sweep_agree_before_the_flop():
    table = equity(["QQ+", "AK:0.5,72o"], method=EquityMethod.TABLE)
    swept = equity(["QQ+", "AK:0.5,72o"], method=EquityMethod.SWEEP)
    assert shares(table) == pytest.approx(shares(swept), abs=1e-12)
    assert table.deals == pytest.approx(swept.deals)
    assert np.allclose(table.by_hand, swept.by_hand, equal_nan=True, atol=1e-12)


def test_equal_seeds_give_equal_samples_for_any_number_of_threads():
    results = [
        equity(["AhKh", "22+", "*"], "2c3d4h", samples=120_000, seed=5, threads=threads, method=EquityMethod.SAMPLING)
        for threads in (1, 2, 3)
    ]
    assert results[0] == results[1] == results[2]
    other = equity(["AhKh", "22+", "*"], "2c3d4h", samples=120_000, seed=6, method=EquityMethod.SAMPLING)
    assert other != results[0]


def test_sampling_draws_hands_by_weight():
    """AA with a tenth of the weight of KK against QQ: the mix shows in the result."""
    exact = equity(["AA:0.1,KK", "QQ:0.3,JJ"])
    sampled = equity(["AA:0.1,KK", "QQ:0.3,JJ"], samples=1_000_000, method=EquityMethod.SAMPLING)
    assert abs(sampled.players[0].equity - exact.players[0].equity) < 5 * sampled.players[0].error


def test_stated_error_is_the_spread_of_results():
    """Over 60 seeds the results scatter as their stated standard error says."""
    exact = equity(["AKs", "QQ"], "2c3d4h").players[0].equity
    results = [equity(["AKs", "QQ"], "2c3d4h", samples=5000, seed=s, method=EquityMethod.SAMPLING) for s in range(60)]
    scores = [(r.players[0].equity - exact) / r.players[0].error for r in results]
    assert 0.7 < np.std(scores) < 1.35
    assert abs(np.mean(scores)) < 0.5


def test_nine_random_hands_share_the_pot_evenly():
    result = equity(["*"] * 9, samples=200_000)
    assert result.method is EquityMethod.SAMPLING
    for player in result.players:
        assert abs(player.equity - 1 / 9) < 5 * player.error
    assert sum(shares(result)) == pytest.approx(1)


def test_progress_reaches_the_end():
    seen = []
    equity(
        ["AhKh", "QsQd", "*"],
        method=EquityMethod.SAMPLING,
        samples=200_000,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(n, 4) for n in range(1, 5)]


@pytest.mark.parametrize(
    ("ranges", "board", "dead", "error", "message"),
    [
        (["AA"], "", "", EquityError, "needs 2 to 10 ranges, not 1"),
        (["AA"] * 11, "", "", EquityError, "needs 2 to 10 ranges, not 11"),
        (["AA", "KK"], "AhAsAdKc", "", RangeError, "range 1 has no hands once AhAsAdKc are taken out"),
        (["AA", ""], "", "", RangeError, "range 2 has no hands"),
        (["AA", "KK"], "2c2c", "", CardError, "'2c' occurs twice"),
        (["AA", "KK"], "2c3c4c5c6c7c", "", CardError, "at most 5"),
        (["AA", "KK"], "2c3c4c", "2c", CardError, "'2c' occurs twice in board and dead cards"),
        (["KK", "AhAs", "AhAs"], "", "", EquityError, "ranges 2 and 3 block each other"),
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
        equity(["AA", "KK", "QQ"], method=EquityMethod.SWEEP)
    with pytest.raises(EquityError, match="prefer no suit"):
        equity(["AhAs", "KK"], method=EquityMethod.TABLE)
    with pytest.raises(EquityError, match="at least 2 samples"):
        equity(["AA", "KK"], method=EquityMethod.SAMPLING, samples=1)
    with pytest.raises(EquityError, match="at most 10,000,000,000"):
        equity(["AA", "KK"], method=EquityMethod.SAMPLING, samples=10**18)
    with pytest.raises(EquityError, match="no deal is possible"):
        equity(["AA", "AA", "AA"], method=EquityMethod.SAMPLING, samples=100)
    with pytest.raises(EquityError, match=r"'guess' is not a way to an equity \(one of table, sweep, enumeration, "):
        equity(["AA", "KK"], method="guess")
    with pytest.raises(EquityError, match="a seed is a whole number from 0 to"):
        equity(["AA", "KK"], method="sampling", seed=-1)
    with pytest.raises(EquityError, match="2 to 10 ranges, not 1"):
        equity("AAKK")


def test_methods_by_name():
    assert equity(["AA", "KK"], method="sampling", samples=100).method is EquityMethod.SAMPLING
    assert equity(["AA", "KK"], method="table").method is EquityMethod.TABLE


def test_ranges_that_use_up_their_cards_are_sampled():
    """Eight players share sixteen cards: one try in 33,700 collides nowhere, and every deal is fair to all."""
    result = equity(["22,33,44,55"] * 8, samples=100_000, seed=3)
    assert result.method is EquityMethod.SAMPLING
    for player in result.players:
        assert abs(player.equity - 1 / 8) < 5 * player.error
    assert sum(shares(result)) == pytest.approx(1)


def test_hands_drawn_together_give_the_exact_equities():
    """Weights that differ by a factor of 10,000, on a river, against enumeration."""
    ranges = ["AA:0.0001,KhKs", "AA:0.0001,KhKs", "AA:0.0001,KhKs:0.5", "QQ,AhAs:0.3"]
    exact = equity(ranges, "2c3d4h5s9c", method=EquityMethod.ENUMERATION)
    sampled = equity(ranges, "2c3d4h5s9c", method=EquityMethod.SAMPLING, samples=200_000, seed=8)
    for player, known in zip(sampled.players, exact.players, strict=True):
        assert abs(player.equity - known.equity) < 5 * player.error + 1e-9


def test_narrow_ranges_are_drawn_together_and_wide_ones_alone():
    ranges = ["*", "22,33,44", "22,33,44", "22,33,44", "22,33,44", "22,33,44", "22,33,44", "*"]
    result = equity(ranges, samples=100_000, seed=2)
    players = result.players
    assert abs(players[0].equity - players[7].equity) < 6 * players[0].error
    assert all(abs(player.equity - players[1].equity) < 6 * player.error for player in players[1:7])


@pytest.mark.parametrize(("most_pairs", "players"), [(10**7, 3), (100, 2), (10, 1)])
def test_graph_of_deals_is_the_list_of_all_deals(monkeypatch, most_pairs, players):
    """Every path through the graph is a deal of its first players, as likely as its weight says; against the twin."""
    monkeypatch.setattr(deal_graph, "MOST_PAIRS", most_pairs)
    ranges = [Range.parse(text) for text in ("AA,KsKh:0.25", "AhAs:0.5,KK,2c2d:0.1", "KsKd,AcAd:0.3,AhKh")]
    ends, hands, weights = hand_lists([of_player.weights for of_player in ranges])
    graph = deal_graph.DealGraph.of(ends, hands, weights)
    assert graph.players == players
    expected = naive_deals([dict(of_player) for of_player in ranges[:players]])
    assert deals_of(graph, hands) == pytest.approx(expected)


def test_graph_knows_that_no_deal_is_possible():
    for texts in (["AA"] * 3, ["AhAs", "AhAs", "KK"], ["AKs"] * 5):
        lists = hand_lists([Range.parse(text).weights for text in texts])
        assert deal_graph.DealGraph.of(*lists).is_impossible
    assert not deal_graph.DealGraph.of(*hand_lists([Range.parse("AA").weights] * 2)).is_impossible


def deals_of(graph: deal_graph.DealGraph, hands: np.ndarray) -> dict[tuple[int, ...], float]:
    """The chance of every deal, by walking all paths."""
    found = {(): 1.0}
    nodes = {(): 0}
    for _ in range(graph.players):
        longer, after = {}, {}
        for deal, chance in found.items():
            first, last = graph.starts[nodes[deal]], graph.starts[nodes[deal] + 1]
            steps = np.diff(graph.chances[first:last], prepend=0.0)
            for edge, step in zip(range(first, last), steps.tolist(), strict=True):
                path = (*deal, int(hands[graph.hands[edge]]))
                longer[path], after[path] = chance * step, int(graph.nexts[edge])
        found, nodes = longer, after
    return found


def naive_deals(lists: list[dict[int, float]]) -> dict[tuple[int, ...], float]:
    """The chance of every deal in which no two hands share a card."""
    deals = {}
    for deal in product(*lists):
        dealt = [card for hand in deal for card in COMBO_CARDS[hand].tolist()]
        if len(set(dealt)) == len(dealt):
            deals[deal] = prod(weights[hand] for weights, hand in zip(lists, deal, strict=True))
    return {deal: weight / sum(deals.values()) for deal, weight in deals.items()}


def test_tiny_weights_are_as_good_as_large_ones():
    for method, board in (("enumeration", "2c3d4h5s"), ("sweep", "2c3d4h5s"), ("table", "")):
        tiny = equity(["AA:1e-300,KK:2e-300", "QQ:1e-200,AKs:3e-200"], board, method=method)
        large = equity(["AA:0.5,KK", "QQ:0.3333333333333333,AKs"], board, method=method)
        assert shares(tiny) == pytest.approx(shares(large), abs=1e-12)
    assert equity(["AA:0.5", "KK:0.5"]).deals == pytest.approx(equity(["AA", "KK"]).deals / 4)


def test_dead_cards_leave_too_few():
    with pytest.raises(EquityError, match="leave too few"):
        equity(["*"] * 9, dead=list(parse_cards("".join(f"{r}{s}" for r in "23456789T" for s in "cdhs"))))
