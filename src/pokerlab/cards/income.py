"""Income rates: what a starting hand wins per deal if 2 to 10 hands are dealt, each pays one bet and all see the end.

With n hands dealt a hand with share s of the pots wins n s - 1 bets. Papp (1998) ordered starting hands for Loki by
these numbers, in thousandths of a bet, from a million random deals each. Here all boards and the chance of being
beaten are counted, and only the cards of the opponents are drawn; a table of two hands is exact.

    income_table().of(7)[class_index("AA")]         # thousandths of a bet, seven hands dealt
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress, map_in_order
from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO, CLASS_SIZES, COMBO_COUNT
from pokerlab.cards.datafile import Arrays, read_arrays
from pokerlab.cards.evaluator import sort_boards
from pokerlab.cards.suits import ALL_SYMMETRIES, distinct_deals
from pokerlab.errors import EquityError

FILE_NAME = "income.npz"
FEWEST_HANDS, MOST_HANDS = 2, 10
BOARDS_PER_CHUNK = 512
SEED = 1998
"""Of the shipped table."""
_STORED = 1000
"""Parts of a thousandth of a bet that are stored."""

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class IncomeTable:
    """Income rates in thousandths of a bet.

    - `rates`: float64 [9, 169], by hands dealt (from 2 on) and class
    - `errors`: float64 [9, 169], their standard errors
    """

    rates: Numbers
    errors: Numbers

    def of(self, hands: int) -> Numbers:
        """float64 [169]: the rate of every class with so many hands dealt."""
        if not FEWEST_HANDS <= hands <= MOST_HANDS:
            raise EquityError(f"income rates are of {FEWEST_HANDS} to {MOST_HANDS} hands dealt, not of {hands}")
        return np.asarray(self.rates[hands - FEWEST_HANDS], np.float64)

    def sorted_values(self, hands: int) -> Numbers:
        """float64 [1326]: the rates of all hands, from the worst to the best."""
        return np.sort(self.of(hands)[CLASS_OF_COMBO])

    def threshold(self, hands: int, part: float) -> float:
        """The rate at which the best `part` (0..1) of all 1,326 hands ends."""
        if not 0 <= part <= 1:
            raise EquityError(f"a part of all hands is a number from 0 to 1, not {part}")
        values = self.sorted_values(hands)
        return float(values[min(COMBO_COUNT - 1, round((1 - part) * COMBO_COUNT))])


@cache
def income_table() -> IncomeTable:
    """The shipped table."""
    arrays = read_arrays(FILE_NAME)
    return IncomeTable(arrays["rates"] / _STORED, arrays["errors"] / _STORED)


def build_income_table(
    *, seed: int = SEED, threads: int | None = None, progress: Progress | None = None
) -> IncomeTable:
    """Compute the table from nothing: every hand on all 134,459 boards that differ up to suits. Some minutes."""
    from pokerlab.cards import income_kernels

    boards, sizes = distinct_deals(5, 0, ALL_SYMMETRIES)
    chunks = range(0, len(boards), BOARDS_PER_CHUNK)
    seeds = np.random.SeedSequence(seed).generate_state(len(chunks), np.uint64)
    counts = MOST_HANDS - FEWEST_HANDS + 1

    def count(chunk: int) -> Numbers:
        part = slice(chunks[chunk], chunks[chunk] + BOARDS_PER_CHUNK)
        ranked = sort_boards(boards[part])
        sums = np.zeros((2, counts, CLASS_COUNT))
        income_kernels.add_shares(seeds[chunk], ranked.combos, ranked.starts, ranked.tiers, sizes[part], *sums)
        return sums

    start = np.zeros((2, counts, CLASS_COUNT))
    sums = sum(map_in_order(count, range(len(chunks)), threads=threads, progress=progress), start=start)
    return table_of_sums(sums[0], sums[1], float(sizes.sum()))


def table_of_sums(shares: Numbers, squares: Numbers, boards: float) -> IncomeTable:
    """Rates and errors from sums over hands and `boards`, as `income_kernels.add_shares` makes them; a board leaves 47
    of 52 cards to a hand."""
    deals = CLASS_SIZES * boards * (47 * 46) / (52 * 51)
    hands = np.arange(FEWEST_HANDS, FEWEST_HANDS + len(shares))[:, None]
    return IncomeTable(1000 * (hands * shares / deals - 1), 1000 * hands * np.sqrt(squares) / deals)


def income_table_arrays(table: IncomeTable) -> Arrays:
    """What the data file holds: millionths of a bet; errors are rounded up."""
    return {
        "rates": np.rint(table.rates * _STORED).astype(np.int32),
        "errors": np.ceil(table.errors * _STORED).astype(np.uint16),
    }
