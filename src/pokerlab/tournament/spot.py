"""A push/fold situation: who has how many chips, what is posted, and what is played for.

Players are numbered in the order they act: the last is the big blind, the one before him the small blind; with two
players the small blind (button) is player 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import number_text
from pokerlab.errors import TournamentError
from pokerlab.games.library import ante_for_all
from pokerlab.games.positions import position_names
from pokerlab.tournament.payouts import MOST, as_floats, check_payouts, check_stacks

MOST_PLAYERS = 10
MOST_CHIPS = 1e12


def check_blinds(small: float, big: float, ante: float) -> tuple[float, float, float]:
    """Blinds and ante, or an error that says what is wrong with them."""
    small, big, ante = as_floats([small, big, ante], "blinds and ante").tolist()
    if not 0 <= small <= big <= MOST_CHIPS or big < 1 / MOST_CHIPS:
        raise TournamentError(f"blinds {small:g}/{big:g}: the big blind is above 0 and not below the small blind")
    if not 0 <= ante <= MOST_CHIPS:
        raise TournamentError(f"ante {ante:g}: an ante is not negative")
    return small, big, ante


@dataclass(frozen=True)
class PushFoldSpot:
    """What is given before the cards are dealt; chips in any unit.

    - `stacks`: before anything is posted
    - `ante`: of every player; with `big_blind_ante` the big blind posts it, once, for all: after his blind, or before
      it if `ante_first` (see `games.library.ante_for_all`)
    - `payouts`: prizes of the places still to be played for; None plays for chips
    - `most_all_in`: how many may be all-in at once; who acts later must fold
    - `bounties`: prize on each player's head, in the unit of the payouts; `progressive` is the part of a won bounty
      that goes on the winner's own head
    """

    stacks: tuple[float, ...]
    small_blind: float
    big_blind: float
    ante: float = 0.0
    big_blind_ante: bool = False
    payouts: tuple[float, ...] | None = None
    most_all_in: int = 3
    bounties: tuple[float, ...] | None = None
    progressive: float = 0.0
    ante_first: bool = False

    @classmethod
    def of(
        cls,
        stacks: Sequence[float],
        blinds: tuple[float, float],
        *,
        ante: float = 0.0,
        big_blind_ante: bool = False,
        payouts: Sequence[float] | None = None,
        most_all_in: int = 3,
        bounties: Sequence[float] | None = None,
        progressive: float = 0.0,
        ante_first: bool = False,
    ) -> "PushFoldSpot":
        """A checked spot; what cannot be is a `TournamentError`."""
        chips = check_stacks(stacks)
        players = len(chips)
        if not 2 <= players <= MOST_PLAYERS:
            raise TournamentError(f"push/fold is for 2 to {MOST_PLAYERS} players, not {players}")
        if chips.max() > MOST_CHIPS or chips.min() < 1 / MOST_CHIPS:
            raise TournamentError(
                f"stacks of push/fold are {1 / MOST_CHIPS:g} to {MOST_CHIPS:g} chips: choose another unit"
            )
        small, big, ante = check_blinds(*blinds, ante)
        if most_all_in < 2:
            raise TournamentError(f"{most_all_in} players all-in at once: at least 2 are needed for a showdown")
        if bounties is not None:
            if payouts is None:
                raise TournamentError("bounties are money: they need payouts")
            heads = as_floats(bounties, "bounties")
            if len(heads) != players or not (heads.min() >= 0 and heads.max() <= MOST):
                raise TournamentError(
                    f"{len(heads)} bounties for {players} players: one each, none negative, all finite"
                )
        if not 0 <= progressive <= 1:
            raise TournamentError(f"the progressive part of a bounty is 0 to 1, not {number_text(progressive)}")
        prizes = None if payouts is None else check_payouts(payouts, players)
        spot = cls(
            tuple(chips.tolist()), float(small), float(big), float(ante), big_blind_ante, prizes,
            min(most_all_in, players), None if bounties is None else tuple(map(float, bounties)), float(progressive),
            ante_first,
        )  # fmt: skip
        if int(spot.is_forced().sum()) >= spot.most_all_in and players > spot.most_all_in:
            raise TournamentError("the blinds are all-in already: allow more players all-in at once")
        return spot

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.stacks)

    @property
    def pool(self) -> float:
        """What is played for in all: the prizes with the bounties, or all chips."""
        if self.payouts is None:
            return sum(self.stacks)
        return sum(self.payouts) + sum(self.bounties or ())

    @property
    def unit(self) -> str:
        """What values are measured in."""
        return "chips" if self.payouts is None else "prize"

    def position(self, player: int) -> str:
        """The usual name of a player's place: SB and BB last, the button before them."""
        return position_names(self.players)[player]

    def antes(self) -> npt.NDArray[np.float64]:
        """float64 [player]: antes as far as the stacks reach."""
        stacks = np.array(self.stacks)
        if not self.big_blind_ante:
            return np.asarray(np.minimum(stacks, self.ante), np.float64)
        antes = np.zeros(self.players)
        antes[-1] = ante_for_all(stacks[-1], self.big_blind, self.ante, ante_first=self.ante_first)
        return antes

    def blinds(self) -> npt.NDArray[np.float64]:
        """float64 [player]: blinds as far as the stacks reach."""
        blinds = np.zeros(self.players)
        blinds[-2:] = self.small_blind, self.big_blind
        return np.asarray(np.minimum(blinds, np.array(self.stacks) - self.antes()))

    def is_forced(self) -> npt.NDArray[np.bool_]:
        """bool [player]: who is all-in by ante and blind alone."""
        return np.asarray(self.antes() + self.blinds() >= np.array(self.stacks))

    def next_players(self, stacks: Sequence[float]) -> list[int]:
        """The players of this hand in the order of the next one, without those who have no chips left.

        The big blind moves on to the next player who is left; who was big blind is small blind now, if he is left.
        """
        left = [player for player in range(self.players) if stacks[player] > 0]
        return left[1:] + left[:1]

    def rotated(self, stacks: Sequence[float], bounties: Sequence[float] | None = None) -> "PushFoldSpot":
        """The next hand, with these stacks and bounties (one for each player of this hand)."""
        left = self.next_players(stacks)
        return PushFoldSpot(
            tuple(float(stacks[player]) for player in left), self.small_blind, self.big_blind, self.ante,
            self.big_blind_ante, None if self.payouts is None else self.payouts[: len(left)],
            min(self.most_all_in, len(left)),
            None if bounties is None else tuple(float(bounties[player]) for player in left), self.progressive,
            self.ante_first,
        )  # fmt: skip
