"""What players do, counted over hands: VPIP, PFR, aggression, and what they won in big blinds per 100 hands."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from pokerlab.errors import RecordError
from pokerlab.games.action import Kind
from pokerlab.records.record import HandRecord, ReplayStep, replay


@dataclass(slots=True)
class PlayerStats:
    """Counts of one player. Rates are fractions 0..1 or None where there was no occasion.

    `decided`: hands with a decision before the flop. `entered` and `raised`: of those, hands in which the player
    put in chips beyond the forced ones, or raised, before the flop. `bets` (and raises), `calls` and `folds` count
    actions after it. `won` and `won_squared` are sums over the `results` known, in big blinds.
    """

    name: str
    hands: int = 0
    decided: int = 0
    entered: int = 0
    raised: int = 0
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


def collect_stats(records: Iterable[HandRecord]) -> dict[str, PlayerStats]:
    """The statistics of every player, by name, in the order in which they first appear."""
    players: dict[str, PlayerStats] = {}
    for record in records:
        add_hand(players, record)
    return players


def add_hand(players: dict[str, PlayerStats], record: HandRecord) -> None:
    """Count one more hand; one that breaks the rules raises `RecordError` and counts nothing."""
    steps = list(replay(record))
    seats = [players.setdefault(name, PlayerStats(name)) for name in record.players]
    for stats in seats:
        stats.hands += 1
    _count_actions(steps, seats)
    results = _results(record)
    if results is None:
        return
    for stats, chips in zip(seats, results, strict=True):
        won = chips / record.game.big_blind
        stats.results += 1
        stats.won += won
        stats.won_squared += won * won


def _count_actions(steps: Iterable[ReplayStep], seats: list[PlayerStats]) -> None:
    decided, entered, raised = set[int](), set[int](), set[int]()
    to_call = 0
    for step in steps:
        if step.played is not None:
            street, seat, action = step.played
            paid = action.kind is Kind.RAISE or (action.kind is Kind.CALL and to_call > 0)
            if street == 0:
                decided.add(seat)
                if paid:
                    entered.add(seat)
                if action.kind is Kind.RAISE:
                    raised.add(seat)
            elif action.kind is Kind.RAISE:
                seats[seat].bets += 1
            elif paid:
                seats[seat].calls += 1
            elif action.kind is Kind.FOLD:
                seats[seat].folds += 1
        to_call = step.state.betting.to_call
    for seat, stats in enumerate(seats):
        stats.decided += seat in decided
        stats.entered += seat in entered
        stats.raised += seat in raised


def _results(record: HandRecord) -> list[int] | None:
    """What each seat won in chips: as stated, or else by the rules; None if neither tells."""
    if record.finishing is not None:
        return [after - before for before, after in zip(record.game.stacks, record.finishing, strict=True)]
    try:
        return list(record.payoffs())
    except RecordError:
        return None
