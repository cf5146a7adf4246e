"""Income rates: the shipped table, its kernel's twin, and the numbers that Papp (1998) printed."""

import numpy as np
import pytest

from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, COMBO_MASKS, class_index
from pokerlab.cards.equity import equity
from pokerlab.cards.evaluator import rank_boards, sort_boards
from pokerlab.cards.income import income_table, income_table_arrays, table_of_sums
from pokerlab.cards.preflop import class_table
from pokerlab.errors import EquityError
from pokerlab.tables import TABLES

MASK = 2**64 - 1


class Bits:
    """SplitMix64, as `_random_kernels.next_random`."""

    def __init__(self, seed):
        self.state = seed

    def below(self, count):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        return ((z ^ (z >> 31)) >> 32) * count >> 32


def naive_shares(board, seed, most):
    """[2, opponents, 169]: as the kernel adds them up on one board, every count by looking at all hands."""
    (ranks,), ordered = rank_boards([board]), sort_boards(np.array([board], np.uint8))
    hands = ordered.combos[0].astype(int)
    hands = hands[ranks[hands] > 0]
    out, bits = np.zeros((2, most, 169)), Bits(seed)
    for own in hands:
        draws = np.zeros((2, most))
        for draw in draws:
            gone, chance, ties = COMBO_MASKS[own], 1.0, 0
            for number in range(most):
                live = (ranks > 0) & (COMBO_MASKS & gone == 0)
                lower, equal = (live & (ranks < ranks[own])).sum(), (live & (ranks == ranks[own])).sum()
                draw[number] = chance * (lower / (1 + ties) + equal / (2 + ties)) / live.sum()
                if number + 1 == most or not lower + equal:
                    break
                chance *= (lower + equal) / live.sum()
                reach = int((ranks[hands] <= ranks[own]).sum())
                other = hands[bits.below(reach)]
                while COMBO_MASKS[other] & gone:
                    other = hands[bits.below(reach)]
                gone, ties = gone | COMBO_MASKS[other], ties + int(ranks[other] == ranks[own])
        out[0, :, CLASS_OF_COMBO[own]] += draws.mean(axis=0)
        out[1, :, CLASS_OF_COMBO[own]] += ((draws[0] - draws[1]) / 2) ** 2
    return out


@pytest.mark.parametrize("board", ["3h4cJhQd2s", "AsKsQsJsTs", "7d7c7h2s2d"])
def test_the_kernel_equals_its_twin(board):
    """Also on a board that all hands tie on, and on one with many ties."""
    from pokerlab.cards import income_kernels

    cards = parse_cards(board)
    ranked, found = sort_boards(np.array([cards], np.uint8)), np.zeros((2, 4, 169))
    income_kernels.add_shares(np.uint64(11), ranked.combos, ranked.starts, ranked.tiers, np.array([1]), *found)
    assert found == pytest.approx(naive_shares(cards, 11, 4), abs=1e-12)


def test_every_pot_is_shared_out():
    """The mean share of all hands on a board is 1 of the hands dealt, whatever was drawn; with two hands exactly."""
    from pokerlab.cards import income_kernels

    boards = np.array([parse_cards(text) for text in ("3h4cJhQd2s", "AsKsQsJsTs", "9h9c4d3d8s")], np.uint8)
    ranked, found = sort_boards(boards), np.zeros((2, 9, 169))
    income_kernels.add_shares(np.uint64(5), ranked.combos, ranked.starts, ranked.tiers, np.ones(3, np.int64), *found)
    mean, error = found[0].sum(axis=1) / (3 * 1081), np.sqrt(found[1].sum(axis=1)) / (3 * 1081)
    assert mean[0] == pytest.approx(1 / 2, abs=1e-12)
    assert error[0] == pytest.approx(0, abs=1e-12)
    assert (np.abs(mean - 1 / np.arange(2, 11)) <= 4 * error + 1e-12).all()


def test_two_hands_are_exact():
    """From class against class, which is counted in another way."""
    assert income_table().of(2) == pytest.approx(1000 * (2 * class_table().equity_versus_random() - 1), abs=6e-4)


def test_all_hands_together_win_nothing():
    rates, errors = income_table().rates, income_table().errors
    mean = rates @ CLASS_SIZES / 1326
    assert (np.abs(mean) < 4 * np.sqrt((errors * CLASS_SIZES / 1326) ** 2).sum(axis=1) + 1e-3).all()
    assert errors.max() < 0.6


@pytest.mark.parametrize(("name", "hands"), [("AA", 10), ("76s", 7), ("72o", 4)])
def test_random_deals_agree(name, hands):
    found = equity([name, *["100%"] * (hands - 1)], samples=60_000, seed=4, method="sampling").players[0]
    rate = income_table().of(hands)[class_index(name)]
    assert abs(1000 * (hands * found.equity - 1) - rate) < 4 * 1000 * hands * found.error


@pytest.mark.parametrize(
    ("hands", "name", "printed"),
    [(2, "32s", -279), (2, "32o", -351), (4, "A8s", 338), (7, "AA", 2043), (7, "72o", -495)],
)
def test_what_papp_printed(hands, name, printed):
    """Papp (1998), from a million random deals each: within four standard errors of such a number."""
    rate = income_table().of(hands)[class_index(name)]
    share = (rate / 1000 + 1) / hands
    assert abs(rate - printed) < 4 * hands * np.sqrt(share * (1 - share))


def test_the_order_that_papp_printed():
    """Seven hands dealt: AA best, 72o worst, 88 of 169 not negative, the best 30% end at +118. One of the 89 that win
    here wins less than the error of Papp's million deals."""
    table = income_table()
    rates = table.of(7)
    assert (rates.argmax(), rates.argmin()) == (class_index("AA"), class_index("72o"))
    papp_error = 7 * np.sqrt(1 / 7 * 6 / 7)
    assert (rates >= papp_error).sum() <= 88 <= (rates >= -papp_error).sum()
    assert (rates >= 0).sum() == 89
    assert table.threshold(7, 0.3) == pytest.approx(118, abs=0.5)


def test_thresholds_are_places_in_the_sorted_hands():
    table = income_table()
    values = table.sorted_values(10)
    assert len(values) == 1326
    assert table.threshold(10, 0) == table.threshold(10, 1 / 2000) == values[-1]
    assert table.threshold(10, 1) == values[0]
    assert (values >= table.threshold(10, 0.3)).mean() == pytest.approx(0.3, abs=0.01)


@pytest.mark.parametrize("hands", [1, 11])
def test_so_many_hands_are_not_dealt(hands):
    with pytest.raises(EquityError, match=f"2 to 10 hands dealt, not of {hands}"):
        income_table().of(hands)
    with pytest.raises(EquityError, match="from 0 to 1, not 2"):
        income_table().threshold(2, 2)


def test_what_is_stored():
    sums = np.ones((2, 9, 169))
    table = table_of_sums(sums[0], sums[1], 2_598_960)
    arrays = income_table_arrays(table)
    assert arrays["rates"] / 1000 == pytest.approx(table.rates, abs=5e-4)
    assert (arrays["errors"] / 1000 >= table.errors - 1e-9).all()
    assert TABLES["income"].path.exists()
