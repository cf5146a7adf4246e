"""How Loki bets: probability triples (fold, call, raise) for one hand or for all at once.

Before the flop six strategies, chosen by income rate; after it by effective strength, potential and the pot's odds
(Papp 1998; Billings, Papp, Schaeffer, Szafron 1998; Davidson, Billings, Schaeffer, Szafron 2000). Borders are ramps:
around each a hand does both.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab.errors import AgentError, shorten

Numbers = npt.NDArray[np.float64]

RAISE_FROM, BET_FROM = 0.85, 0.50
"""Effective strength from which it raises up to two bets, and from which it bets or calls one."""
RAMP = 0.05
EXPECTED = 0.6
"""The part of players still to act who are expected to play."""

STRATEGIES = ("make0", "call1", "make1", "call2", "make2", "make4")
"""Fold to any bet; call one; bet, and call one; call two; raise to two bets; raise to the cap."""
GROUPS = {2: (2, 2), 4: (3, 4), 7: (5, 10)}
"""Hands dealt of the income rates that are used, by expected players."""
TIGHTNESSES = ("loose", "moderate", "tight")
THRESHOLDS = {
    2: ((-200.0, 0.0), (-100.0, 0.0), (50.0, 0.0), (100.0, 10.0), (250.0, 10.0)),
    4: ((-100.0, 15.0), (0.0, 15.0), (130.0, 15.0), (200.0, 20.0), (450.0, 20.0)),
    7: ((0.0, 25.0), (50.0, 25.0), (160.0, 30.0), (250.0, 40.0), (580.0, 40.0)),
}
"""By group of players: base and increment by position of every strategy but the first, for `moderate`. Ours: what Papp
prints is of his own tuning, and of another scale for two players."""
SHIFTS = {"loose": -60.0, "moderate": 0.0, "tight": 80.0}
"""What a tightness adds to all of them."""


class PotOdds(NamedTuple):
    """What a decision after the flop costs: chips in the pot, chips to call, a bet of this street, bets to call, bets
    and raises on this street, what bets on later streets are (chips, one for each), and whether a raise is legal."""

    pot: float
    to_call: float
    bet: float
    bets_to_call: int
    raises: int
    later: tuple[float, ...]
    can_raise: bool


def preflop_strategies(rates: Numbers, group: int, position: int, tightness: str) -> npt.NDArray[np.int64]:
    """int64 as `rates`: which of `STRATEGIES` a hand of this income rate plays; `position`: players who have acted."""
    if tightness not in SHIFTS:
        raise AgentError(f"'{shorten(tightness)}' is not a tightness (one of {', '.join(TIGHTNESSES)})")
    borders = [base + increment * position + SHIFTS[tightness] for base, increment in THRESHOLDS[group]]
    return np.searchsorted(np.array(borders), rates, side="right")


def preflop_triples(strategies: npt.NDArray[np.int64], *, to_call: int, bets: int, can_raise: bool) -> Numbers:
    """float64 [3, hand]: what strategies do with so many bets to call and bets made (the blind is the first)."""
    most = np.array([0, 1, 1, 2, 9, 9])[strategies]  # bets that are called
    makes = np.array([0, 0, 1, 0, 2, 99])[strategies]  # bets up to which it raises
    raises = (bets < makes) & can_raise
    calls = ~raises & (to_call <= most)
    return np.array([~raises & ~calls, calls, raises], np.float64)


def postflop_triples(effective: Numbers, positive: Numbers, odds: PotOdds) -> Numbers:
    """float64 [3, hand]: by effective strength and potential (Ppot) of hands."""
    strong, good = _ramp(effective, RAISE_FROM), _ramp(effective, BET_FROM)
    if odds.to_call <= 0:
        bets = np.maximum(good, _ramp(positive, semi_bluff_from(odds)))
        raises = bets if odds.raises == 0 else strong
        raises = raises if odds.can_raise else np.zeros_like(good)
        return np.array([np.zeros_like(good), 1 - raises, raises])
    raises = strong if odds.can_raise and odds.raises < 2 else np.zeros_like(strong)
    calls = np.maximum(strong, good if odds.bets_to_call <= 1 else 0.0)
    if odds.later:
        calls = np.maximum(calls, _ramp(positive, odds.to_call / (odds.pot + odds.to_call)))
    cost = odds.to_call + sum(odds.later)
    calls = np.maximum(calls, _ramp(effective, cost / (odds.pot + odds.to_call + 2 * sum(odds.later))))
    calls = (1 - raises) * np.where(strong > calls, strong, calls)
    return np.array([np.maximum(1 - raises - calls, 0), calls, raises])


def semi_bluff_from(odds: PotOdds) -> float:
    """The potential from which a bet pays though the hand is behind: 2b / (pot + 6b); never on the last street."""
    return 2 * odds.bet / (odds.pot + 6 * odds.bet) if odds.later else np.inf


def expected_players(players_in: int, to_act: int) -> int:
    """How many will see the flop: those who are in, the own hand among them, and a part of those still to act."""
    return max(2, round(players_in + EXPECTED * to_act))


def group_of(players: int) -> int:
    """The hands dealt of the income rates that belong to so many expected players."""
    return next(hands for hands, (least, most) in GROUPS.items() if least <= players <= most)


def _ramp(values: Numbers, at: float) -> Numbers:
    """0 below a border and 1 above it, a line between."""
    return np.clip(0.5 + (np.nan_to_num(values) - at) / (2 * RAMP), 0, 1) if at < np.inf else np.zeros_like(values)
