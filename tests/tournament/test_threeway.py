"""Three classes all-in: known equities, brute force over hands on boards, and what must hold for all triples."""

from itertools import permutations
from math import comb

import numpy as np
import pytest

from pokerlab._archives import write_archive
from pokerlab.cards.combos import CLASS_COUNT, CLASS_SIZES, COMBO_MASKS, COMBOS_OF_CLASS, class_index
from pokerlab.cards.equity import EquityMethod, equity
from pokerlab.cards.evaluator import rank_boards
from pokerlab.cards.preflop import class_table
from pokerlab.cards.suits import ALL_SYMMETRIES, distinct_deals
from pokerlab.errors import DataError
from pokerlab.tournament import threeway, threeway_file
from pokerlab.tournament.threeway import ORDERS, build_three_way_table, count_boards, three_way_table


@pytest.fixture(scope="module")
def table():
    return three_way_table()


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        # computed by enumerating every deal; also what online calculators show
        (("AA", "KK", "QQ"), (0.669793, 0.177457, 0.152749)),
        (("AKs", "JTs", "22"), (0.391081, 0.326925, 0.281994)),
    ],
)
def test_known_equities(table, names, expected):
    assert table.equities(*names) == pytest.approx(expected, abs=5e-7)


def naive_orders(classes, ranks):
    """Counts of the 13 orders by trying all hands on some boards; ranks: [board, 1326], 0 where a card is shared."""
    number = {places: index for index, places in enumerate(ORDERS)}
    counts = np.zeros(13, int)
    for rank in ranks.astype(int):
        for x in COMBOS_OF_CLASS[classes[0]]:
            for y in COMBOS_OF_CLASS[classes[1]]:
                if not (rank[x] and rank[y]) or COMBO_MASKS[x] & COMBO_MASKS[y]:
                    continue
                for z in COMBOS_OF_CLASS[classes[2]]:
                    if rank[z] and not COMBO_MASKS[z] & (COMBO_MASKS[x] | COMBO_MASKS[y]):
                        shown = (rank[x], rank[y], rank[z])
                        counts[number[tuple(sum(other > own for other in shown) for own in shown)]] += 1
    return counts


def test_the_kernel_equals_brute_force_on_some_boards():
    boards, _ = distinct_deals(5, 0, ALL_SYMMETRIES)
    rng = np.random.default_rng(3)
    some = boards[rng.choice(len(boards), 2, replace=False)]
    counted = count_boards(some, 1).table()
    ranks = rank_boards(some)
    for trial in range(18):
        if trial % 3 == 0:
            classes = rng.integers(0, CLASS_COUNT, 3)
        elif trial % 3 == 1:
            classes = rng.integers(0, CLASS_COUNT, 3)[[0, 0, 1]]
        else:  # classes that share a rank clash the most
            rank = int(rng.integers(0, 13))
            with_rank = [index for index in range(CLASS_COUNT) if rank in divmod(index, 13)]
            classes = rng.choice(with_rank, 3)
        assert counted.counts(*classes).tolist() == naive_orders(classes, ranks).tolist()


def test_a_weight_counts_boards_several_times():
    boards, _ = distinct_deals(5, 0, ALL_SYMMETRIES)
    once, thrice = count_boards(boards[:2], 1).table(), count_boards(boards[:2], 3).table()
    assert (3 * once.strict == thrice.strict).all()
    assert (3 * once.level == thrice.level).all()


@pytest.mark.parametrize(
    "names", [("AA", "KK", "QQ"), ("77", "77", "A8s"), ("AKs", "AKs", "AKs"), ("32o", "22", "A2s")]
)
def test_shipped_triples_equal_the_enumeration_of_every_deal(table, names):
    result = equity(list(names), method=EquityMethod.ENUMERATION, budget=float("inf"))
    assert table.equities(*names) == pytest.approx([player.equity for player in result.players], abs=1e-12)
    wins = table.probabilities(*names) @ (np.array(ORDERS) == 0) - table.probabilities(*names) @ [
        [places.count(0) > 1 and place == 0 for place in places] for places in ORDERS
    ]
    assert wins == pytest.approx([player.win for player in result.players], abs=1e-12)


def test_every_triple_has_all_its_deals(table):
    """All 13 orders together are (ways to deal the three hands) times C(46, 5) boards."""
    s, t, u, v = table.strict, table.top, table.bottom, table.level
    total = sum(s.transpose(axes) for axes in permutations(range(3)))
    for cube in (t, u):
        total = total + cube + cube.transpose(0, 2, 1) + cube.transpose(2, 0, 1)
    total = total + v
    assert (total % comb(46, 5) == 0).all()
    deals = total // comb(46, 5)
    assert deals.sum() == 1326 * 1225 * 1128
    aces, kings = class_index("AA"), class_index("KK")
    assert deals[aces, kings, class_index("72o")] == 6 * 6 * 12
    assert deals[aces, aces, kings] == 6 * 1 * 6
    assert deals[aces, aces, aces] == 0
    pairs = class_table().deals // comb(48, 5)
    assert (deals.sum(axis=2) == pairs * 1128).all()
    assert (deals.sum(axis=(1, 2)) == CLASS_SIZES * 1225 * 1128).all()


def test_marginals_over_the_third_hand_are_the_table_of_two(table):
    """Summed over all third hands, who wins between two is what the table of two says."""
    s, t, u, v = (cube.astype(np.float64) for cube in (table.strict, table.top, table.bottom, table.level))
    first_beats_second = (
        s.sum(axis=2) + s.sum(axis=1) + s.sum(axis=0)  # a > b > c, a > c > b, c > a > b
        + t.sum(axis=1)  # a and c tie and beat b
        + u.sum(axis=0).T  # a beats c and b, who tie
    )  # fmt: skip
    ties = t.sum(axis=2) + u.sum(axis=2) + v.sum(axis=2)
    two = class_table()
    # every board of two hands is met with C(43, 2) third hands; of three hands, C(46, 5) boards
    scale = comb(48, 5) * 1.0 / (1128 * comb(46, 5))
    assert first_beats_second * scale == pytest.approx(two.wins, rel=1e-12)
    assert ties * scale == pytest.approx(two.ties, rel=1e-12)


def test_symmetries(table):
    assert (table.top == table.top.transpose(1, 0, 2)).all()
    assert (table.bottom == table.bottom.transpose(1, 0, 2)).all()
    for axes in permutations(range(3)):
        assert (table.level == table.level.transpose(axes)).all()


def test_the_file_gives_back_every_count():
    rng = np.random.default_rng(0)
    n = CLASS_COUNT
    strict = rng.integers(0, 10**9, (n, n, n))
    top, bottom = (cube + cube.transpose(1, 0, 2) for cube in rng.integers(0, 10**6, (2, n, n, n)))
    level = np.indices((n, n, n)).sum(axis=0) ** 2
    decoded = threeway_file.decode(threeway_file.encode(strict, top, bottom, level))
    for given, back in zip((strict, top, bottom, level), decoded, strict=True):
        assert (given == back).all()


def test_building_goes_on_from_the_parts_that_are_done(monkeypatch, tmp_path):
    """A build that was stopped and resumed gives what one in a single run gives."""
    few = distinct_deals(5, 0, ALL_SYMMETRIES)
    few = few[0][:3], few[1][:3]
    monkeypatch.setattr(threeway, "distinct_deals", lambda *_: few)
    monkeypatch.setattr(threeway, "BOARDS_PER_CHUNK", 1)
    monkeypatch.setattr(threeway, "BOARDS_PER_SUM", 1)
    monkeypatch.setattr(threeway, "PARTS", 3)
    whole = build_three_way_table(tmp_path / "whole", where="threads", jobs=1)
    count = threeway.count_boards
    calls = []

    def stop_after_one(*arguments):
        if len(calls) == 1:
            raise KeyboardInterrupt
        calls.append(1)
        return count(*arguments)

    monkeypatch.setattr(threeway, "count_boards", stop_after_one)
    with pytest.raises(KeyboardInterrupt):
        build_three_way_table(tmp_path / "parts", where="threads", jobs=1)
    monkeypatch.setattr(threeway, "count_boards", count)
    done = []
    resumed = build_three_way_table(
        tmp_path / "parts", where="threads", jobs=1, progress=lambda at, of: done.append((at, of))
    )
    assert (resumed.strict == whole.strict).all()
    assert (resumed.top == whole.top).all()
    assert done[0] == (1, 3)
    assert done[-1] == (3, 3)


def test_a_part_that_is_none_is_one_line(tmp_path):
    path = tmp_path / "part.npz"
    write_archive(path, threeway.PART_FORMAT, 1, {}, {"strict": np.zeros(3)})
    with pytest.raises(DataError, match="is not a part of the table of three classes"):
        threeway._Sums.load(path)
