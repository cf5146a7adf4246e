"""What the stacks after a hand are worth: chips, prizes under ICM, and bounties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pokerlab.errors import TournamentError
from pokerlab.tournament.icm import after_hand
from pokerlab.tournament.pots import knocked_out_by, settle
from pokerlab.tournament.spot import PushFoldSpot

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Outcome:
    """One way a hand ends: who was all-in, the places of their hands, and the stacks then (float64 [player])."""

    pot: tuple[int, ...]
    places: tuple[int, ...]
    ends: Floats

    @classmethod
    def of(cls, spot: PushFoldSpot, pot: Sequence[int], places: Sequence[int]) -> "Outcome":
        """The outcome with its chips settled."""
        return cls(tuple(pot), tuple(places), settle(spot, pot, places))


class Valuation(Protocol):
    """Gives every outcome of a spot a value for every player."""

    def values(self, spot: PushFoldSpot, outcomes: Sequence[Outcome]) -> Floats:
        """float64 [outcome, player]."""
        ...


@dataclass(frozen=True)
class NextHandIgnored:
    """Chips as they are, or ICM of the stacks with bounties: nothing of the hands to come but the model."""

    def values(self, spot: PushFoldSpot, outcomes: Sequence[Outcome]) -> Floats:
        """float64 [outcome, player], in chips or in the unit of the prizes."""
        ends = np.array([outcome.ends for outcome in outcomes])
        if spot.payouts is None:
            return ends
        values = after_hand(ends, np.array(spot.stacks), spot.payouts)
        if spot.bounties is not None:
            values = values + bounty_values(spot, outcomes)
        return values


@dataclass(frozen=True)
class KnownValues:
    """Values that some valuation found before: float64 [player] by pot and places. `name` says which it was."""

    name: str
    known: Mapping[tuple[Sequence[int], Sequence[int]], Floats] = field(repr=False)

    def values(self, spot: PushFoldSpot, outcomes: Sequence[Outcome]) -> Floats:
        """float64 [outcome, player], in the unit of the spot."""
        try:
            return np.array([self.known[outcome.pot, outcome.places] for outcome in outcomes])
        except KeyError:
            raise TournamentError(f"what pots of four and more are worth by {self.name} was not kept") from None

    def __str__(self) -> str:
        return self.name


def bounty_values(spot: PushFoldSpot, outcomes: Sequence[Outcome]) -> Floats:
    """float64 [outcome, player]: bounties won in the hand and the value of the one on the own head.

    The bounty on the own head is collected by winning the tournament, so it counts with the probability of that: the
    share of all chips.
    """
    heads, won = bounties_after(spot, outcomes)
    ends = np.array([outcome.ends for outcome in outcomes])
    return np.asarray(won + heads * ends / ends.sum(axis=1, keepdims=True), np.float64)


def bounties_after(spot: PushFoldSpot, outcomes: Sequence[Outcome]) -> tuple[Floats, Floats]:
    """float64 [outcome, player] each: the bounties on the heads after the hand, and the money won in it.

    Who takes a player's last chips gets his bounty, several share it; the progressive part goes on his own head. Zeros
    if there are no bounties.
    """
    heads = np.array([spot.bounties or (0.0,) * spot.players] * len(outcomes))
    won = np.zeros_like(heads)
    if spot.bounties is None:
        return heads, won
    for row, outcome in enumerate(outcomes):
        for loser, winners in knocked_out_by(spot, outcome.pot, outcome.places):
            bounty = spot.bounties[loser] / len(winners)
            won[row, winners] += bounty * (1 - spot.progressive)
            heads[row, winners] += bounty * spot.progressive
            heads[row, loser] = 0.0
    return heads, won
