"""The bankroll: a ledger, and how the person has done."""

from typing import Literal

from pokerlab.web.messages.kinds import Answer, Told


class LedgerRow(Told):
    """A line of the ledger: what, and cents that came in (negative: went out); `table`: of which."""

    time: str
    what: str
    cents: int
    table: str | None


class BankrollPoint(Told):
    """The bankroll after a tournament, a cash session or a reset, the oldest first; `without_luck`: had all-ins paid
    what they were worth (by ICM in tournaments; None for what is still open); `place` in tournaments."""

    table: str | None
    what: Literal["opened", "tournament", "cash", "reset"]
    title: str
    time: str
    balance: int
    won: int
    without_luck: float | None
    balance_without_luck: float | None
    place: int | None
    players: int | None


class MeanRow(Told):
    """A mean and its 95% interval (None: too few)."""

    count: int
    mean: float
    half_width: float | None


class PlacesRow(Told):
    """How often each place was reached among so many players; the first is the winner's."""

    players: int
    counts: list[int]


class BankrollAnswer(Answer):
    """The bankroll and the record of the person.

    - `can_reset`: whether it can be reset; `why_not`: the reason if not
    - `points`: for the graph; `ledger`: the last 1,000 lines
    - `roi`: what a tournament returned beyond its cost, as part of the cost, with and without luck in all-ins
    - `places`: in tournaments that are over; `in_money`: share of them with a prize; `best`: the largest balance
    - `cash`: big blinds won in 100 hands, with and without luck; `cash_hands`: how many
    """

    SCHEMA = "pokerlab/bankroll/1"
    balance: int
    base: int
    currency: str
    can_reset: bool
    why_not: str
    best: int
    tournaments: int
    points: list[BankrollPoint]
    ledger: list[LedgerRow]
    roi: MeanRow | None
    roi_without_luck: MeanRow | None
    places: list[PlacesRow]
    in_money: float | None
    cash: MeanRow | None
    cash_without_luck: MeanRow | None
    cash_hands: int
