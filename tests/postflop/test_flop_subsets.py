"""Subsets of flops: how they are chosen, how far they are from all flops, and spots that tell suits apart."""

from itertools import combinations

import numpy as np
import pytest

from pokerlab.cards.cardset import cardset
from pokerlab.cards.equity import equity
from pokerlab.cards.ranges import Range
from pokerlab.cards.suits import ALL_SYMMETRIES, distinct_deals
from pokerlab.errors import SpotError
from pokerlab.postflop import flop_choice
from pokerlab.postflop.flop_choice import build_subsets, choose, drawn_ranges, flop_equities, texture_indicators
from pokerlab.postflop.flop_subsets import DATA, FILE_NAME, SIZES, compare_subsets, subset_flops
from pokerlab.postflop.flop_textures import GROUPINGS
from pokerlab.postflop.flops import distinct_flops
from pokerlab.postflop.spot import Spot

SPOT = Spot(board="QsJh2h", pot=60, stack=100, oop="AA,QJs,T9s", ip="KK,AQo,98s", flop={"bet": "50%"})


@pytest.mark.parametrize("size", SIZES)
def test_weights_add_up_and_textures_come_out_as_over_all(size):
    every = distinct_flops(SPOT)
    subset = subset_flops(every, size)
    assert len({flop.board for flop in subset}) == size
    assert sum(flop.weight for flop in subset) == pytest.approx(1)
    assert min(flop.weight for flop in subset) > 0
    place = {flop.board: number for number, flop in enumerate(every)}
    chosen, weights = [place[flop.board] for flop in subset], np.array([flop.weight for flop in subset])
    ways = np.array([flop.ways for flop in every]) / 22_100
    for name in GROUPINGS:
        values = texture_indicators((name,))
        assert weights @ values[chosen] == pytest.approx(ways @ values, abs=0.01)


def test_subsets_have_the_flops_of_all_so_that_nothing_is_solved_twice():
    assert {flop[:2] for flop in subset_flops(distinct_flops(SPOT), 100)} < {flop[:2] for flop in distinct_flops(SPOT)}


def test_ranges_that_tell_suits_apart_share_a_weight_among_all_suits():
    apart = Spot(**SPOT.to_dict() | {"oop": "AhKh,AdKd,22"})
    plain, told = subset_flops(distinct_flops(SPOT), 25), subset_flops(distinct_flops(apart), 25)
    assert len(told) > len(plain)
    assert sum(flop.weight for flop in told) == pytest.approx(1)
    of_trips = [sum(flop.weight for flop in flops if flop.board[::2] == "444") for flops in (plain, told)]
    assert 0 < of_trips[0] == pytest.approx(of_trips[1])
    with pytest.raises(SpotError, match="a subset has 25, 50, 100 or 200 flops, not 30"):
        subset_flops([], 30)


def test_the_choice_comes_nearer_than_its_start():
    rng = np.random.default_rng(1)
    features, chances = rng.standard_normal((60, 8)), rng.dirichlet(np.ones(60))
    chosen, weights = choose(features, chances, 9)
    assert len(set(chosen.tolist())) == 9
    assert weights.sum() == pytest.approx(1)
    assert np.abs(weights @ features[chosen] - chances @ features).max() < 1e-3


def test_equities_on_flops_are_those_of_the_exact_sweep(monkeypatch):
    ranges = drawn_ranges(3, 5)
    assert np.array_equal(ranges, drawn_ranges(3, 5))
    boards, sizes = distinct_deals(5, cardset([]), ALL_SYMMETRIES)
    flops, _ = distinct_deals(3, cardset([]), ALL_SYMMETRIES)
    number, cards = 900, flops[900].tolist()
    # only the boards that hold this flop in some suits
    numbers = flop_choice._flop_numbers()
    threes = combinations(range(5), 3)
    there = np.any([numbers[tuple(boards[:, list(three)].T)] == number for three in threes], axis=0)
    monkeypatch.setattr(
        flop_choice,
        "distinct_deals",
        lambda count, *rest: (boards[there], sizes[there]) if count == 5 else distinct_deals(count, *rest),
    )
    with np.errstate(invalid="ignore"):
        found = flop_equities(ranges, threads=1)[number]
    for pair, (first, second) in enumerate(((0, 1), (0, 2), (1, 2))):
        exact = equity([Range(ranges[first]), Range(ranges[second])], cards, method="sweep").players[0].equity
        assert found[pair] == pytest.approx(exact, abs=1e-9)


def test_errors_are_those_of_means_against_all():
    every = distinct_flops(SPOT)

    def record(flop):
        share = 0.7 if flop.board[0] == "A" else 0.4
        moves = {"check": share, "bet 30": 1 - share}
        return {"board": flop.board, "pot": 60, "ev": [60 * share, 60 - 60 * share], "equity": [0.5, 0.5],
                "nodes": [{"line": "", "comes": 1.0, "moves": moves}]}  # fmt: skip

    found = compare_subsets([record(flop) for flop in every], every)
    assert [error.size for error in found] == list(SIZES)
    for error in found:
        aces = sum(flop.weight for flop in subset_flops(every, error.size) if flop.board[0] == "A")
        off = abs(aces - sum(flop.ways for flop in every if flop.board[0] == "A") / 22_100)
        assert error.subset["oop share"] == pytest.approx(0.3 * off, abs=1e-9)
        assert error.subset["start"] == pytest.approx(0.3 * off, abs=1e-9)
        assert error.subset["oop equity"] == pytest.approx(0, abs=1e-9)
        assert error.samples["oop share"] > error.subset["oop share"]
    with pytest.raises(SpotError, match="1 of 1,755 flops are not solved"):
        compare_subsets([record(flop) for flop in every[1:]], every)


@pytest.mark.slow
def test_the_shipped_subsets_are_what_their_generator_computes():
    from pokerlab.cards.datafile import read_arrays

    shipped, computed = read_arrays(FILE_NAME, DATA), build_subsets()
    assert shipped.keys() == computed.keys()
    for name, array in shipped.items():
        assert np.array_equal(array, computed[name]), name
