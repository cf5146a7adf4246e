"""The Independent Chip Model: from stacks and prizes to money.

A player wins with the probability of his share of the chips; among the others the second place goes by the same rule,
and so on (Harville 1973 for horses, Malmuth 1987 for poker). Three ways to the same numbers; `icm` chooses by size:

- **subsets**: dynamic programming over the sets of players that fill the first places, all players at once; exact;
- **quadrature**: the model is a race of independent exponential clocks with the stacks as rates. A player's equity is
  the integral over his finishing time of the density times the expected prize of his place, and the place is one more
  than the number of others who are earlier: a sum of independent yes/no variables. The trapezoidal rule after the
  substitution t = exp(x - exp(-x)) converges exponentially; the step is halved until nothing changes any more;
- **recursion** (the textbook formula) exists for comparison only.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, log, sqrt

import numpy as np
import numpy.typing as npt

from pokerlab.errors import TournamentError
from pokerlab.tournament.payouts import check_payouts, check_stacks

Floats = npt.NDArray[np.float64]

MOST_FOR_SUBSETS = 20
TOLERANCE = 1e-8
"""Quadrature stops when halving the step changes no equity by more than this part of the prize pool."""

_ROUNDING = 1e-12


class Method(StrEnum):
    """How equities are computed."""

    SUBSETS = "subsets"
    QUADRATURE = "quadrature"
    RECURSION = "recursion"


@dataclass(frozen=True)
class IcmResult:
    """Equities float64 [player] in the unit of the prizes.

    - `error`: bound on the error of an equity, in the same unit: rounding for exact ways, the last change for
      quadrature
    """

    equities: Floats
    method: Method
    error: float


def icm(stacks: Sequence[float], payouts: Sequence[float], *, method: Method | None = None) -> IcmResult:
    """What each stack is worth; up to 20 players exact, more by quadrature, unless a `method` is chosen."""
    chips = check_stacks(stacks)
    prizes = np.array(check_payouts(payouts, len(chips)))
    method = method or (Method.SUBSETS if len(chips) <= MOST_FOR_SUBSETS else Method.QUADRATURE)
    if method is Method.QUADRATURE:
        return IcmResult(*_quadrature(chips, prizes))
    if method is Method.SUBSETS and len(chips) > MOST_FOR_SUBSETS + 4:
        raise TournamentError(f"{len(chips)} players are too many for subsets ({MOST_FOR_SUBSETS + 4}): use quadrature")
    from pokerlab.tournament import icm_kernels

    out = np.empty(len(chips))
    compute = icm_kernels.equities if method is Method.SUBSETS else icm_kernels.equities_by_recursion
    compute(chips, prizes, out)
    return IcmResult(out, method, _ROUNDING * float(prizes.sum()))


def equities(stacks: Sequence[float], payouts: Sequence[float]) -> Floats:
    """float64 [player]: what each stack is worth, in the unit of the prizes."""
    return icm(stacks, payouts).equities


def place_probabilities(stacks: Sequence[float], places: int | None = None) -> Floats:
    """float64 [player, place]: the probability of each of the first places (default: all)."""
    from pokerlab.tournament import icm_kernels

    chips = check_stacks(stacks)
    wanted = len(chips) if places is None else places
    if not 1 <= wanted <= len(chips):
        raise TournamentError(f"{wanted} places among {len(chips)} players: 1 to {len(chips)} can be asked for")
    out = np.zeros((len(chips), wanted))
    if len(chips) <= MOST_FOR_SUBSETS:
        icm_kernels.places(chips, out)
        return out
    rates = chips / chips.mean()

    def add(times: Floats, weights: Floats, sums: Floats) -> None:
        icm_kernels.places_at_times(rates, times, weights, sums)

    return _refine(add, out.shape, rates, wanted, TOLERANCE)[0]


def value_of_changes(stacks: Sequence[float], payouts: Sequence[float], changes: Sequence[float]) -> Floats:
    """float64 [player]: what everybody gains if the stacks change by `changes` (chips that move, so they add up to 0).

    A stack that becomes 0 is out: last, or shares the last places with others that go broke, the larger stack first.
    """
    chips = check_stacks(stacks)
    prizes = check_payouts(payouts, len(chips))
    moved = np.array(changes, np.float64)
    if moved.shape != chips.shape or abs(moved.sum()) > 1e-9 * chips.sum():
        raise TournamentError(f"changes {moved.tolist()}: one for each of {len(chips)} players, adding up to 0")
    if (chips + moved < 0).any():
        raise TournamentError("nobody can lose more chips than he has")
    return np.asarray(after_hand(chips[None, :] + moved, chips, prizes)[0] - equities(stacks, payouts), np.float64)


def bubble_factors(stacks: Sequence[float], payouts: Sequence[float]) -> Floats:
    """float64 [player, other]: what the player loses against the other when all-in, in units of what he would win.

    All-in for the smaller of the two stacks; 1 means that chips are money, 2 that a chip lost costs two chips won.
    NaN on the diagonal, and infinity where winning gains nothing.
    """
    chips = check_stacks(stacks)
    prizes = check_payouts(payouts, len(chips))
    n = len(chips)
    rows = []
    for player in range(n):
        for other in range(n):
            stake = min(chips[player], chips[other]) if player != other else 0.0
            for sign in (1.0, -1.0):
                row = chips.copy()
                row[player] += sign * stake
                row[other] -= sign * stake
                rows.append(row)
    values = after_hand(np.array(rows), chips, prizes).reshape(n, n, 2, n)
    now = equities(stacks, payouts)
    won = values[np.arange(n), :, 0, np.arange(n)] - now[:, None]
    lost = now[:, None] - values[np.arange(n), :, 1, np.arange(n)]
    with np.errstate(divide="ignore", invalid="ignore"):
        factors = np.where(won > 1e-12 * sum(prizes), lost / won, np.where(lost > 1e-12 * sum(prizes), np.inf, 1.0))
    factors[np.eye(n, dtype=np.bool_)] = np.nan
    return np.asarray(factors, np.float64)


@dataclass(frozen=True)
class Deal:
    """Three ways to divide the prizes among those left, float64 [player] each.

    - `icm`: by the model
    - `chips`: everybody the smallest prize still to be won, the rest by chips; may exceed the first prize
    - `equal`: everybody the same
    - `set_aside`: what stays in play for the winner, not contained in the three
    """

    icm: Floats
    chips: Floats
    equal: Floats
    set_aside: float


def deal(stacks: Sequence[float], payouts: Sequence[float], *, set_aside: float = 0.0) -> Deal:
    """Proposals for a deal (chop), with an amount `set_aside` for the winner to play on for."""
    chips = check_stacks(stacks)
    prizes = np.zeros(len(chips))
    given = check_payouts(payouts, len(chips))
    prizes[: len(given)] = given
    room = prizes[0] - (prizes[1] if len(prizes) > 1 else 0.0)
    if not 0 <= set_aside <= room:
        raise TournamentError(
            f"{set_aside:g} cannot be set aside for the winner: 0 to {room:g}, "
            "what the first prize has more than the next"
        )
    prizes[0] -= set_aside
    pool, least = float(prizes.sum()), float(prizes[-1])
    by_chips = least + (pool - least * len(chips)) * chips / chips.sum()
    return Deal(equities(chips.tolist(), prizes.tolist()), by_chips, np.full(len(chips), pool / len(chips)), set_aside)


def after_hand(ends: Floats, starts: Floats, prizes: Sequence[float]) -> Floats:
    """float64 [row, player]: the value of the chips ends [row, player] after a hand that began with starts [player].

    Who has nothing left is out; of several, the one who began with more is placed better, equals share.
    """
    from pokerlab.tournament import icm_kernels

    players = len(starts)
    whole = np.zeros(players)
    whole[: len(prizes)] = prizes
    rows = np.require(ends, np.float64, ("C", "W"))
    out = np.empty_like(rows)
    if players <= MOST_FOR_SUBSETS:
        icm_kernels.equities_after(rows, np.require(starts, np.float64, ("C", "W")), whole, out)
        return out
    for row, values in zip(rows, out, strict=True):
        left = row > 0
        values[left] = equities(row[left].tolist(), whole[: int(left.sum())].tolist()) if whole.any() else 0.0
        for player in np.flatnonzero(~left):
            better = int(left.sum()) + int((starts[~left] > starts[player]).sum())
            same = int((starts[~left] == starts[player]).sum())
            values[player] = whole[better : better + same].mean()
    return out


def _quadrature(chips: Floats, prizes: Floats) -> tuple[Floats, Method, float]:
    from pokerlab.tournament import icm_kernels

    rates = chips / chips.mean()

    def add(times: Floats, weights: Floats, sums: Floats) -> None:
        icm_kernels.equities_at_times(rates, prizes, times, weights, sums)

    values, error = _refine(add, rates.shape, rates, len(prizes), TOLERANCE * float(prizes.sum()))
    return values, Method.QUADRATURE, error


def _refine(
    add: Callable[[Floats, Floats, Floats], None], shape: tuple[int, ...], rates: Floats, paid: int, tolerance: float
) -> tuple[Floats, float]:
    """Halve the step of the trapezoidal rule until the sums change by no more than `tolerance`."""
    low, high = -4.0, log(45.0 / float(rates.min()))
    # The count of players who are through by some time jumps past the paid places within 1 / sqrt(paid) of log time.
    step = 0.6 / sqrt(paid + 4)
    count = ceil((high - low) / step)
    sums = np.zeros(shape)
    add(*_nodes(low + step * np.arange(count + 1), step), sums)
    while True:
        middle = np.zeros(shape)
        add(*_nodes(low + step * (np.arange(count) + 0.5), step), middle)
        error = float(np.abs(middle - sums).max() / 2)
        sums, step, count = (sums + middle) / 2, step / 2, 2 * count
        if error <= tolerance or count > 20_000:
            return sums, max(error, _ROUNDING * float(np.abs(sums).max()))


def _nodes(x: npt.NDArray[np.floating], step: float) -> tuple[Floats, Floats]:
    times = np.exp(x - np.exp(-x)).astype(np.float64)
    return times, step * times * (1 + np.exp(-x))
