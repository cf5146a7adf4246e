"""Hands, replayed."""

from typing import Annotated

from pydantic import Field

from pokerlab.web.messages.kinds import Answer, Asked, Numbers, Player, Text, Told


class HandsQuestion(Asked):
    """Hands as text (PHH, PokerStars, ACPC lines), and which of them is wanted, counted from 1; `game`: of ACPC lines,
    such as `holdem-nolimit:2`."""

    text: Annotated[str, Field(max_length=60_000)]
    hand: Annotated[int, Field(ge=1, le=100_000)] = 1
    game: Text | None = None


class SeatRecord(Told):
    """A seat of a hand; `cards`: `????` if they were not seen; `stack`: chips."""

    name: str
    position: str
    stack: int
    cards: str


class HandSpot(Told):
    """What a post-flop spot begins with; `seats`: who is oop and ip."""

    board: str
    pot: int
    stacks: tuple[int, int]
    big_blind: int | None
    aggressor: Player | None
    seats: tuple[int, int]


class HandStep(Told):
    """A step of a hand, and what is the case after it; see `records.report`."""

    text: str
    seat: int | None
    street: int
    board: str
    pot: int
    stacks: list[int]
    bets: list[int]
    live: list[int]
    actor: int | None
    to_call: int
    pot_odds: float | None
    equities: Numbers | None
    spot: HandSpot | None


class HandReplay(Told):
    """A hand step by step, in chips; a chip is worth `unit`; `big_blind`: chips."""

    id: str
    table: str
    game: str
    unit: float
    currency: str
    big_blind: int | None
    hero: int | None
    seats: list[SeatRecord]
    steps: list[HandStep]
    payoffs: list[int] | None
    problems: list[str]


class HandsAnswer(Answer):
    """The hand that was asked for, how many there are, and which lines could not be read."""

    SCHEMA = "pokerlab/hand-replay/1"
    count: int
    hand: HandReplay
    broken: list[str]
