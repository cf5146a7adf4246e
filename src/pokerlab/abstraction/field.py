"""Hand strength against several opponents: three ways that are quick, and random deals that say how far they are off.

The strength against n opponents is the mean share of a pot that would be shown down now: 1 if the hand beats all, 1/k
if it ties with k - 1 others for the best.

- **power**: the strength against one opponent to the power n (Billings et al. 1998)
- **product**: the strengths against each opponent's own weights, multiplied
- **field**: the strength against one averaged array of weights, to the power n (what Loki did)
- **sampled**: every opponent is dealt a hand by his weights, no card twice

The quick ways take opponents for independent: that one has an ace makes it no less likely for the next.

    sampled_strength("AdQc", "3h4cJh", [weights] * 5).value
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import check_seed
from pokerlab.abstraction.potential import BoardPotential, board_potential
from pokerlab.cards.card import as_cards, check_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_COUNT, combo_index, dead_combos
from pokerlab.cards.equity import alias_tables, hand_lists
from pokerlab.cards.evaluator import rank_boards
from pokerlab.errors import AbstractionError

MOST_OPPONENTS = 9
DEFAULT_SAMPLES = 200_000
TRIES_PER_SAMPLE = 20_000

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SampledStrength:
    """A strength 0..1 from so many random deals, and its standard error."""

    value: float
    error: float
    samples: int


def averaged_field(weights: Sequence[npt.ArrayLike], gone: int = 0) -> Numbers:
    """float64 [1326]: one array for all opponents, the mean of their weights [1326], each scaled to the sum 1 over the
    hands without cards of the set `gone`; those with such cards are 0."""
    is_dead = dead_combos(gone)
    scaled = []
    for number, given in enumerate(_checked(weights), 1):
        live = np.where(is_dead, 0.0, given)
        if not live.sum() > 0:
            raise AbstractionError(f"opponent {number}: no hand has a weight above 0")
        scaled.append(live / live.sum())
    return np.asarray(np.mean(scaled, axis=0), np.float64)


def power_strengths(board: str | Sequence[int], weights: npt.ArrayLike | None, opponents: int) -> Numbers:
    """float64 [1326]: HS^n of all hands of a board against n opponents of the same weights [1326] (None: all alike)."""
    if not 1 <= opponents <= MOST_OPPONENTS:
        raise AbstractionError(f"{opponents} opponents: there are 1 to {MOST_OPPONENTS}")
    return np.asarray(board_potential(board, weights, ahead=1).value ** opponents, np.float64)


def product_strengths(board: str | Sequence[int], weights: Sequence[npt.ArrayLike]) -> Numbers:
    """float64 [1326]: the strengths of all hands of a board against each opponent's weights [1326], multiplied."""
    found = np.ones(COMBO_COUNT)
    for given in _checked(weights):
        found *= board_potential(board, given, ahead=1).value
    return found


def field_strengths(board: str | Sequence[int], weights: Sequence[npt.ArrayLike]) -> Numbers:
    """float64 [1326]: HS^n of all hands of a board against the averaged array of n opponents' weights [1326]."""
    gone = cardset(as_cards(board, at_most=5, what="board"))
    return power_strengths(board, averaged_field(weights, gone), len(weights))


def effective_strengths(found: BoardPotential, opponents: int) -> Numbers:
    """float64 [1326]: EHS = HS^n + (1 - HS^n) Ppot of all hands, with the potential against one array of weights."""
    strength = found.value**opponents
    return np.asarray(strength + (1 - strength) * found.positive, np.float64)


def sampled_strength(
    hand: str | Sequence[int],
    board: str | Sequence[int],
    weights: Sequence[npt.ArrayLike],
    *,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
) -> SampledStrength:
    """A hand on a board of 3 to 5 cards against opponents with these weights [1326], no card dealt twice."""
    from pokerlab.abstraction import field_kernels

    own, cards = as_cards(hand, at_most=2, what="hand"), as_cards(board, at_most=5, what="board")
    if len(own) != 2 or len(cards) < 3:
        raise AbstractionError("a strength needs a hand of two cards and a board of 3 to 5")
    if samples < 2:
        raise AbstractionError(f"{samples} samples: at least 2 are needed")
    check_seed(seed, AbstractionError)
    check_cards((*own, *cards), what="hand and board")
    gone = cardset((*own, *cards))
    live = [np.where(dead_combos(gone), 0.0, given) for given in _checked(weights)]
    for number, given in enumerate(live, 1):
        if not given.sum() > 0:
            raise AbstractionError(f"opponent {number}: no hand has a weight above 0")
    ends, hands, values = hand_lists(live)
    keep, alias = alias_tables(ends, values)
    ranks = np.ascontiguousarray(rank_boards([cards])[0])
    out = np.zeros(2)
    bits = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
    tries = field_kernels.sample_opponents(
        bits, samples, TRIES_PER_SAMPLE * samples, np.uint64(gone), ranks[combo_index(*own)], ranks, ends, hands, keep,
        alias, out,
    )  # fmt: skip
    if tries < 0:
        raise AbstractionError("the opponents' hands block each other: hardly any deal is possible")
    mean, square = (out / samples).tolist()
    return SampledStrength(mean, sqrt(max(0.0, square - mean**2) / (samples - 1)), samples)


def _checked(weights: Sequence[npt.ArrayLike]) -> list[Numbers]:
    if not 1 <= len(weights) <= MOST_OPPONENTS:
        raise AbstractionError(f"{len(weights)} opponents: there are 1 to {MOST_OPPONENTS}")
    arrays = [np.array(given, np.float64) for given in weights]
    if any(a.shape != (COMBO_COUNT,) or not (np.isfinite(a) & (a >= 0)).all() for a in arrays):
        raise AbstractionError(f"opposing weights must be {COMBO_COUNT} finite numbers of at least 0 each")
    return arrays
