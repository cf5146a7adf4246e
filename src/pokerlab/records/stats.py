"""What players do, counted over hands: VPIP, PFR, 3-bets, continuation bets, showdowns, aggression, and what they won
in big blinds per 100 hands; by player, or by position."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pokerlab.records.record import HandRecord
from pokerlab.records.seat_facts import seat_facts


@dataclass(slots=True)
class PlayerStats:
    """Counts of one player, or of one position. Rates are fractions 0..1 or None where there was no occasion.

    `decided`: hands with a decision before the flop. `entered` and `raised`: of those, hands in which the player
    put in chips beyond the forced ones, or raised, before the flop. `bets` (and raises), `calls` and `folds` count
    actions after it. `three_bets` of `three_bet_chances`, `continuations` of `continuation_chances` and `showdowns` of
    `flops` are as `seat_facts` has them. `won` and `won_squared` are sums over the `results` known, in big blinds.
    """

    name: str
    hands: int = 0
    decided: int = 0
    entered: int = 0
    raised: int = 0
    three_bet_chances: int = 0
    three_bets: int = 0
    continuation_chances: int = 0
    continuations: int = 0
    flops: int = 0
    showdowns: int = 0
    bets: int = 0
    calls: int = 0
    folds: int = 0
    results: int = 0
    won: float = 0.0
    won_squared: float = 0.0

    @property
    def vpip(self) -> float | None:
        """How often the player chose to put in chips before the flop, of the hands with a decision there."""
        return self.entered / self.decided if self.decided else None

    @property
    def pfr(self) -> float | None:
        """How often the player raised before the flop, of the hands with a decision there."""
        return self.raised / self.decided if self.decided else None

    @property
    def three_bet(self) -> float | None:
        """How often the player raised the first raise before the flop, of the hands in which he could."""
        return self.three_bets / self.three_bet_chances if self.three_bet_chances else None

    @property
    def continuation_bet(self) -> float | None:
        """How often the last raiser before the flop made the first bet on it, of the hands in which he could."""
        return self.continuations / self.continuation_chances if self.continuation_chances else None

    @property
    def went_to_showdown(self) -> float | None:
        """How often the player came to a showdown, of the hands in which he saw the flop."""
        return self.showdowns / self.flops if self.flops else None

    @property
    def aggression_factor(self) -> float | None:
        """Bets and raises per call after the flop."""
        return self.bets / self.calls if self.calls else None

    @property
    def aggression_frequency(self) -> float | None:
        """Bets and raises as a part of all actions after the flop except checks."""
        answers = self.bets + self.calls + self.folds
        return self.bets / answers if answers else None

    @property
    def bb_per_100(self) -> float | None:
        """Big blinds won per 100 hands."""
        return 100 * self.won / self.results if self.results else None

    @property
    def bb_per_100_error(self) -> float | None:
        """The standard error of `bb_per_100`."""
        if self.results < 2:
            return None
        variance = (self.won_squared - self.won**2 / self.results) / (self.results - 1)
        return 100 * math.sqrt(max(variance, 0.0) / self.results)

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "name": self.name,
            "hands": self.hands,
            "vpip": self.vpip,
            "pfr": self.pfr,
            "three_bet": self.three_bet,
            "continuation_bet": self.continuation_bet,
            "went_to_showdown": self.went_to_showdown,
            "aggression_factor": self.aggression_factor,
            "aggression_frequency": self.aggression_frequency,
            "won_bb": self.won,
            "bb_per_100": self.bb_per_100,
            "bb_per_100_standard_error": self.bb_per_100_error,
        }


def collect_stats(
    records: Iterable[HandRecord], *, by_position: bool = False, player: str | None = None
) -> dict[str, PlayerStats]:
    """The statistics of every player, by name, in the order in which they first appear; or of every position. With
    `player` only his hands count."""
    found: dict[str, PlayerStats] = {}
    for record in records:
        add_hand(found, record, by_position=by_position, player=player)
    return found


def add_hand(
    found: dict[str, PlayerStats], record: HandRecord, *, by_position: bool = False, player: str | None = None
) -> None:
    """Count one more hand; one that breaks the rules raises `RecordError` and counts nothing."""
    for seat in seat_facts(record):
        if player not in (None, seat.name):
            continue
        key = seat.position if by_position else seat.name
        stats = found.setdefault(key, PlayerStats(key))
        stats.hands += 1
        stats.decided += seat.decided
        stats.entered += seat.entered
        stats.raised += seat.raised
        stats.three_bet_chances += seat.could_three_bet
        stats.three_bets += seat.three_bet
        stats.continuation_chances += seat.could_continue
        stats.continuations += seat.continued
        stats.flops += seat.saw_flop
        stats.showdowns += seat.showed_down and seat.saw_flop
        stats.bets += seat.bets
        stats.calls += seat.calls
        stats.folds += seat.folds
        if seat.won is not None:
            won = seat.won / record.game.big_blind
            stats.results += 1
            stats.won += won
            stats.won_squared += won * won
