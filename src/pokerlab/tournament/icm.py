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
from math import ceil, inf, log, perm, sqrt

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import check_finite
from pokerlab.errors import TournamentError, shorten
from pokerlab.tournament.payouts import as_floats, check_payouts, check_stacks

Floats = npt.NDArray[np.float64]

MOST_FOR_SUBSETS = 20
MOST_FOR_BUBBLE_FACTORS = 50
TOLERANCE = 1e-8
"""Quadrature stops when halving the step changes no equity by more than this part of the prize pool."""
MOST_WORK = 1e10
"""Steps of a quadrature (times, players, prizes) that are begun with; it takes up to some ten times as many."""
MOST_CELLS = 100_000_000
"""Numbers in the tables of a quadrature."""
MOST_SEQUENCES = 100_000_000


class IcmMethod(StrEnum):
    """How equities are computed."""

    SUBSETS = "subsets"
    QUADRATURE = "quadrature"
    RECURSION = "recursion"


@dataclass(frozen=True)
class IcmResult:
    """Equities float64 [player] in the unit of the prizes.

    - `error`: bound on the error of an equity, in the same unit: that of rounding for exact ways (see `rounding`), the
      last change and rounding for quadrature
    """

    equities: Floats
    method: IcmMethod
    error: float


def icm(stacks: Sequence[float], payouts: Sequence[float], *, method: IcmMethod | None = None) -> IcmResult:
    """What each stack is worth; up to 20 players exact, more by quadrature, unless a `method` is chosen."""
    chips = check_stacks(stacks)
    prizes = np.array(check_payouts(payouts, len(chips)))
    method = method or (IcmMethod.SUBSETS if len(chips) <= MOST_FOR_SUBSETS else IcmMethod.QUADRATURE)
    if method is IcmMethod.QUADRATURE:
        return IcmResult(*_quadrature(chips, prizes))
    if method is IcmMethod.SUBSETS and len(chips) > MOST_FOR_SUBSETS + 4:
        raise TournamentError(f"{len(chips)} players are too many for subsets ({MOST_FOR_SUBSETS + 4}): use quadrature")
    if method is IcmMethod.RECURSION and perm(len(chips), len(prizes)) > MOST_SEQUENCES:
        raise TournamentError(f"the recursion walks through more than {MOST_SEQUENCES:,} sequences here: use subsets")
    from pokerlab.tournament import icm_kernels

    out = np.empty(len(chips))
    compute = icm_kernels.equities if method is IcmMethod.SUBSETS else icm_kernels.equities_by_recursion
    compute(chips, prizes, out)
    return IcmResult(out, method, rounding(len(chips), len(prizes)) * float(prizes[0]))


def rounding(players: int, paid: int) -> float:
    """A bound on the relative error of an equity by rounding alone.

    All that is added up is positive. A place costs a sum of chips (players - 1 roundings), a division, a product and
    a sum over the ways to get there (players - 1), a prize a product and a sum over no more than 2 ** (players - 1)
    sets, added up one by one.
    """
    additions = min(2.0 ** (players - 1), float(perm(players, paid)) if paid < 8 else inf)
    return (paid * (2.0 * players + 2.0) + 2.0 + additions) * 2.0**-52


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
    if len(chips) <= MOST_FOR_SUBSETS:
        out = np.zeros((len(chips), wanted))
        icm_kernels.places(chips, out)
        return out
    rates = chips / chips.mean()
    _check_work(rates, wanted, len(chips) * wanted)

    def add(times: Floats, weights: Floats, sums: Floats) -> None:
        icm_kernels.places_at_times(rates, times, weights, sums)

    return _refine(add, (len(chips), wanted), rates, wanted, TOLERANCE)[0]


def value_of_changes(stacks: Sequence[float], payouts: Sequence[float], changes: Sequence[float]) -> Floats:
    """float64 [player]: what everybody gains if the stacks change by `changes` (chips that move, so they add up to 0).

    A stack that becomes 0 is out: last, or shares the last places with others that go broke, the larger stack first.
    """
    chips = check_stacks(stacks)
    prizes = check_payouts(payouts, len(chips))
    moved = as_floats(changes, "changes")
    if moved.shape != chips.shape or not np.isfinite(moved).all() or abs(moved.sum()) > 1e-9 * chips.sum():
        raise TournamentError(
            f"changes {shorten(moved.tolist())}: one for each of {len(chips)} players, adding up to 0"
        )
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
    if n > MOST_FOR_BUBBLE_FACTORS:
        raise TournamentError(
            f"bubble factors of every pair of {n:,} players: at most {MOST_FOR_BUBBLE_FACTORS} players"
        )
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
    set_aside = check_finite(set_aside, "set aside", TournamentError)
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


def _quadrature(chips: Floats, prizes: Floats) -> tuple[Floats, IcmMethod, float]:
    from pokerlab.tournament import icm_kernels

    rates = chips / chips.mean()
    _check_work(rates, len(prizes), len(prizes))

    def add(times: Floats, weights: Floats, sums: Floats) -> None:
        icm_kernels.equities_at_times(rates, prizes, times, weights, sums)

    values, error = _refine(add, rates.shape, rates, len(prizes), TOLERANCE * float(prizes.sum()))
    return values, IcmMethod.QUADRATURE, error


def _refine(
    add: Callable[[Floats, Floats, Floats], None], shape: tuple[int, ...], rates: Floats, paid: int, tolerance: float
) -> tuple[Floats, float]:
    """Halve the step of the trapezoidal rule until the sums change by no more than `tolerance`."""
    low, step, count = _first_step(rates, paid)
    sums = np.zeros(shape)
    add(*_nodes(low + step * np.arange(count + 1), step), sums)
    while True:
        middle = np.zeros(shape)
        add(*_nodes(low + step * (np.arange(count) + 0.5), step), middle)
        error = float(np.abs(middle - sums).max() / 2)
        sums, step, count = (sums + middle) / 2, step / 2, 2 * count
        if error <= tolerance or count > 20_000:
            return sums, error + (len(rates) + paid + count) * 2.0**-52 * float(np.abs(sums).max())


def _first_step(rates: Floats, paid: int) -> tuple[float, float, int]:
    """Where the trapezoidal rule begins, its first step, and how many there are."""
    low, high = -4.0, log(45.0 / float(rates.min()))
    # The count of players who are through by some time jumps past the paid places within 1 / sqrt(paid) of log time.
    step = 0.6 / sqrt(paid + 4)
    return low, step, ceil((high - low) / step)


def _check_work(rates: Floats, paid: int, per_player: int) -> None:
    """A `TournamentError` if a quadrature with so many products for each time and player takes minutes or gigabytes."""
    players = len(rates)
    work = float(_first_step(rates, paid)[2]) * players * per_player
    if work > MOST_WORK or (players + 1.0) * paid > MOST_CELLS:
        raise TournamentError(
            f"{players:,} players and {paid:,} places: {work:.1g} steps, at most {MOST_WORK:.0g} are begun with"
        )


def _nodes(x: npt.NDArray[np.floating], step: float) -> tuple[Floats, Floats]:
    times = np.exp(x - np.exp(-x)).astype(np.float64)
    return times, step * times * (1 + np.exp(-x))
