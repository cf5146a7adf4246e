"""How the shipped subsets of flops are made (`flop_subsets` reads them).

Of every flop up to suits we take features: the equities of many pairs of ranges there, and what textures it has. A
subset with weights is good if weighted means over it are means over all flops, for the features and for smooth
functions of them (what is bet on a flop is no linear function of equities). That is one number, the squared distance of
the two distributions under a kernel (maximum mean discrepancy; Gretton and others 2012), and the choice goes for the
least: flops are added one by one where the means differ most, then exchanged as long as that helps; weights are
non-negative least squares.

The ranges are drawn from a seed (`drawn_ranges`); other seeds give pairs that had no part in the choice, to measure it.
"""

from itertools import combinations

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress, map_in_order
from pokerlab.cards.card import RANKS
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBO, CLASS_SIZES, COMBO_COUNT
from pokerlab.cards.datafile import Arrays
from pokerlab.cards.evaluator import sort_boards
from pokerlab.cards.preflop import strength_order
from pokerlab.cards.suits import ALL_SYMMETRIES, SUIT_PERMUTATIONS, distinct_deals
from pokerlab.postflop.flop_subsets import SCALE, SIZES
from pokerlab.postflop.flop_textures import GROUPINGS

Floats = npt.NDArray[np.float64]

RANGES, SEED = 32, 17
"""How many ranges the choice looks at, all pairs of them, and the seed they are drawn from."""
KERNEL_LENGTH = 2.0
"""How far apart flops are of which the kernel says little, in standard deviations of the features. Of seven kernels
tried (other lengths, linear or Gaussian parts left out or weaker) this one was good in every measure on 16 ranges of
seed `SEED + 1`, though not the best in each."""
_BOARDS_PER_CHUNK = 64
_SUM = 10.0
"""How much the sum of the weights counts beside the other means: it is 1 to some digits."""


def build_subsets(*, threads: int | None = None, progress: Progress | None = None) -> Arrays:
    """The arrays of the data file: by size `flops SIZE` uint8 [flop, 3], `weights SIZE` uint32 [flop] in millionths."""
    flops, ways = distinct_deals(3, cardset([]), ALL_SYMMETRIES)
    equities = flop_equities(drawn_ranges(RANGES, SEED), threads=threads, progress=progress)
    features = kernel_features(equities, ways / ways.sum())
    arrays: Arrays = {}
    for size in SIZES:
        chosen, weights = choose(features, ways / ways.sum(), size)
        arrays[f"flops {size}"] = flops[chosen]
        arrays[f"weights {size}"] = np.rint(SCALE * weights).astype(np.uint32)
    return arrays


def drawn_ranges(count: int, seed: int) -> Floats:
    """float64 [range, 1326], weights 0 or 1: ranges as players have them.

    Classes are ordered by all-in strength, suitedness and closeness of ranks, each liked by another amount, and by
    chance; a range takes the first ones, 3% to 60% of all hands, and half of the ranges leave out their best (up to a
    fifth of them), as callers do.
    """
    rng = np.random.default_rng(seed)
    strength = np.empty(CLASS_COUNT)
    strength[strength_order()] = np.linspace(1, 0, CLASS_COUNT)
    suited = np.array([name.endswith("s") for name in CLASS_NAMES], float)
    gaps = np.array([RANKS.index(name[0]) - RANKS.index(name[1]) for name in CLASS_NAMES])
    close = np.where(gaps == 0, 1.0, np.maximum(0, 1 - (gaps - 1) / 4))
    ranges = np.zeros((count, CLASS_COUNT))
    for weights in ranges:
        likes_suits, likes_rows, chance = rng.uniform(0, (0.25, 0.25, 0.15))
        score = strength + likes_suits * suited + likes_rows * close + chance * rng.standard_normal(CLASS_COUNT)
        width = np.exp(rng.uniform(np.log(0.03), np.log(0.6))) * COMBO_COUNT
        left_out = width * rng.uniform(0, 0.2) * rng.integers(2)
        order = np.argsort(-score)
        reached = np.cumsum(CLASS_SIZES[order])
        weights[order[(reached > left_out) & (reached <= width + left_out)]] = 1.0
    return np.ascontiguousarray(ranges[:, CLASS_OF_COMBO])


def flop_equities(ranges: Floats, *, threads: int | None = None, progress: Progress | None = None) -> Floats:
    """float64 [1755, pair]: the exact equity of the first of each two ranges on every flop up to suits, in the order of
    `distinct_deals`. The ranges, float64 [range, 1326], tell no suits apart.

    A board of five cards is looked at once for the ten flops it may have come from.
    """
    from scipy.sparse import csr_array

    from pokerlab.cards import equity_kernels

    boards, sizes = distinct_deals(5, cardset([]), ALL_SYMMETRIES)
    flop_of = _flop_numbers()
    places = np.stack([flop_of[tuple(boards[:, list(three)].T)] for three in combinations(range(5), 3)], axis=1)
    first, second = np.triu_indices(len(ranges), 1)
    one = np.ones(1, np.int64)

    def count(start: int) -> tuple[int, Floats]:
        ranked = sort_boards(boards[start : start + _BOARDS_PER_CHUNK])
        counts = np.zeros((len(ranked.tiers), len(ranges), 3, COMBO_COUNT))
        for board, tables in enumerate(counts):
            row = slice(board, board + 1)
            for opposing, out in zip(ranges, tables, strict=True):
                equity_kernels.count_against(
                    ranked.combos[row], ranked.starts[row], ranked.tiers[row], one, opposing, out
                )
        counts[:, :, 1] = counts[:, :, 0] + counts[:, :, 1] / 2
        found = np.tensordot(counts[:, :, 1:], ranges, axes=(3, 1))  # [board, opposing, won or met, range]
        return start, found[:, second, :, first].transpose(1, 2, 0)

    totals = np.zeros((int(flop_of.max()) + 1, 2 * len(first)))
    chunks = range(0, len(boards), _BOARDS_PER_CHUNK)
    for start, found in map_in_order(count, chunks, threads=threads, progress=progress):
        part = slice(start, start + len(found))
        flops, rows = np.unique(places[part], return_inverse=True)
        columns = np.repeat(np.arange(len(found)), places.shape[1])
        entries = (np.repeat(sizes[part], places.shape[1]).astype(float), (rows.ravel(), columns))
        totals[flops] += csr_array(entries, shape=(len(flops), len(found))) @ found.reshape(len(found), -1)
    won, met = totals[:, : len(first)], totals[:, len(first) :]
    return np.asarray(won / met)


def texture_indicators(by: tuple[str, ...]) -> Floats:
    """float64 [1755, group], 0 or 1: which of the groups by these names (see `GROUPINGS`) every flop is in."""
    flops, _ = distinct_deals(3, cardset([]), ALL_SYMMETRIES)
    names = [", ".join(GROUPINGS[name](cards) for name in by) for cards in flops.tolist()]
    _, group = np.unique(names, return_inverse=True)
    return np.eye(int(group.max()) + 1)[group]


def kernel_features(equities: Floats, chances: Floats) -> Floats:
    """float64 [1755, feature], whose products are the kernel: linear in equities, linear in textures, and Gaussian in
    both; equities and textures are scaled so that flops have a mean squared distance of 1 from their mean in each."""
    textures = np.hstack([*(texture_indicators((name,)) for name in GROUPINGS), texture_indicators(("suits", "pairs"))])
    scaled = []
    for values in (equities, textures):
        centred = values - chances @ values
        scaled.append(centred / np.sqrt(chances @ (centred**2).sum(axis=1)))
    linear = np.hstack(scaled)
    products = linear @ linear.T
    squares = np.diag(products)
    distances = squares[:, None] + squares - 2 * products
    kernel = products + np.exp(-distances / (2 * KERNEL_LENGTH**2))
    values, vectors = np.linalg.eigh(kernel)
    kept = values > 1e-7 * values[-1]
    return np.asarray(vectors[:, kept] * np.sqrt(values[kept]))


def choose(features: Floats, chances: Floats, count: int) -> tuple[npt.NDArray[np.int64], Floats]:
    """So many flops, ascending, and their weights, which add up to 1: those whose weighted mean of the features
    [flop, feature] comes nearest to that of all, as far as adding one by one and exchanging finds them."""
    from scipy.optimize import nnls

    rows = np.hstack([features, np.full((len(features), 1), _SUM)])
    target, lengths = chances @ rows, np.linalg.norm(rows, axis=1)

    def fit(chosen: list[int]) -> tuple[Floats, float]:
        weights, distance = nnls(rows[chosen].T, target)
        return weights, float(distance)

    def next_after(chosen: list[int], weights: Floats) -> int:
        scores = rows @ (target - weights @ rows[chosen]) / lengths
        scores[chosen] = -np.inf
        return int(np.argmax(scores))

    chosen, weights, distance = list[int](), np.zeros(0), np.inf
    while len(chosen) < count:
        chosen.append(next_after(chosen, weights))
        weights, distance = fit(chosen)
    is_better = True
    while is_better:
        is_better = False
        for old in list(chosen):
            rest = [flop for flop in chosen if flop != old]
            exchanged = [*rest, next_after(rest, fit(rest)[0])]
            new_weights, new_distance = fit(exchanged)
            if new_distance < distance * (1 - 1e-9):
                chosen, weights, distance, is_better = exchanged, new_weights, new_distance, True
    order = np.argsort(chosen)
    return np.array(chosen)[order], weights[order] / weights.sum()


def _flop_numbers() -> npt.NDArray[np.int64]:
    """int64 [52, 52, 52]: by three cards, ascending, the number of their flop up to suits."""
    flops, _ = distinct_deals(3, cardset([]), ALL_SYMMETRIES)
    renamed = np.sort((flops & ~np.uint8(3))[:, None] | SUIT_PERMUTATIONS[:, flops & 3].transpose(1, 0, 2), axis=2)
    numbers = np.full((52, 52, 52), -1, np.int64)
    numbers[tuple(renamed.reshape(-1, 3).T.astype(np.int64))] = np.repeat(np.arange(len(flops)), len(SUIT_PERMUTATIONS))
    return numbers
