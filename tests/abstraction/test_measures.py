"""What hands are ordered by where no table has it, and where their cards to come lead, against naive twins."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from pokerlab.abstraction import clusters, measures
from pokerlab.abstraction.clusters import _PointsToCome
from pokerlab.abstraction.feature_tables import CLASS_COUNTS, STREETS, feature_index, find_table
from pokerlab.abstraction.measures import Measures
from pokerlab.abstraction.notation import parse_cards

FEW = 40


class Features:
    """Numbers at random for the classes that a test looks at, zeros elsewhere."""

    digest = "0" * 24

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], np.ndarray] = {}

    def table(self, street: str, name: str) -> np.ndarray:
        return self.kept[street, name]

    def deals(self, street: str) -> np.ndarray:
        return self.table(street, "deals")


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> dict[int, np.ndarray]:
    """The first classes of the flop and of the turn, by street, as deals; no others are gone through."""
    for street in (1, 2):
        monkeypatch.setitem(CLASS_COUNTS, STREETS[street], FEW)
    monkeypatch.setattr(measures, "_CHUNK", 16)
    return {street: feature_index(STREETS[street]).unindex(np.arange(FEW)) for street in (1, 2)}


def classes_after(street: int, deals: list[list[int]]) -> list[list[int]]:
    """For each deal the classes that it becomes with each card that can come."""
    index = feature_index(STREETS[street + 1])
    return [index.index([[*deal, card] for card in range(52) if card not in deal]).tolist() for deal in deals]


@pytest.mark.parametrize(("power", "players"), [(2, 3), (3, 3), (2, 4), (3, 4)])
def test_powers_of_shares_are_added_up_over_rivers(chosen: dict[int, np.ndarray], power: int, players: int) -> None:
    """Whole numbers, so that equal hands have equal sums."""
    features = Features()
    most = int(find_table("river", f"share{players - 1}").most or 0)
    shares = np.zeros(feature_index("river").size, np.int32)  # mapped when it is written to, not before
    after = classes_after(2, chosen[2].tolist())
    rng = np.random.default_rng(3)
    for row in after:
        shares[row] = rng.integers(0, most, len(row))
    shares[after[0]] = most  # all that can be won
    features.kept["river", f"share{players - 1}"] = shares
    cut = parse_cards(f"1.1.8hs{power}p{players}.1").parts[2].seen[0]
    found = Measures(features).values(2, cut)  # type: ignore[arg-type]
    shift = 0  # as few bits as let all rivers of a hand before the flop fit
    while 2_200_000 * (most >> shift) ** power > 2**62:
        shift += 1
    assert comb(50, 5) < 2_200_000
    assert most >> shift > {2: 2**20, 3: 2**13}[power]
    assert found.tolist() == [sum((int(shares[river]) >> shift) ** power for river in row) for row in after]


def test_sums_of_the_turn_are_added_up_on_the_flop_and_before_it(chosen: dict[int, np.ndarray]) -> None:
    turns = np.arange(feature_index("turn").size, dtype=np.int64)
    found = Measures(Features())._over_turns(turns)  # type: ignore[arg-type]
    assert found.tolist() == [sum(row) for row in classes_after(1, chosen[1].tolist())]


def test_before_the_flop_every_flop_counts() -> None:
    """Sums of all hands of a class and all flops take more than 63 bits; of one hand and its rivers they do not."""
    features = Features()
    index = feature_index("flop")
    hands = feature_index("preflop").index(np.ascontiguousarray(index.unindex(np.arange(index.size))[:, :2]))
    features.kept["preflop", "deals"] = np.array([6, 4, 12] * 56 + [6])
    rng = np.random.default_rng(4)
    weights, values = rng.integers(1, 25, index.size).astype(np.uint8), rng.integers(0, 2**51, index.size)
    features.kept["flop", "deals"] = weights
    found = Measures(features)._over_flops(values)  # type: ignore[arg-type]
    naive = [0] * 169
    for hand, weight, value in zip(hands.tolist(), weights.tolist(), values.tolist(), strict=True):
        naive[hand] += weight * value
    assert max(naive) > 2**63
    ways = (20 * np.array(features.deals("preflop"))).tolist()
    assert found.tolist() == [total // each for total, each in zip(naive, ways, strict=True)]


@pytest.mark.parametrize("street", [1, 2])
def test_potential_aware_points_count_the_clusters_of_the_next_street(
    street: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 7, feature_index(STREETS[street + 1]).size).astype(np.uint16)
    points = _PointsToCome(street, labels, 7, 1)
    rows = rng.choice(feature_index(STREETS[street]).size, FEW, replace=False)
    deals = feature_index(STREETS[street]).unindex(rows)
    found = points.at(rows)
    for row, after in zip(found.tolist(), classes_after(street, deals.tolist()), strict=True):
        naive = Counter(int(labels[number]) for number in after)
        assert row == [naive[label] for label in range(7)]
        assert sum(row) == 48 - street
    monkeypatch.setitem(CLASS_COUNTS, STREETS[street], 100)
    monkeypatch.setattr(clusters, "_CHUNK", 64)
    (first, some), (second, rest) = points.chunks()
    assert (first, second) == (0, 64)
    assert (np.vstack([some, rest]) == points.at(np.arange(100))).all()
