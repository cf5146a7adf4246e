"""How a tournament stands between two hands: a pure state machine without agents, clocks and files.

    standing = TournamentStanding.start(structure, ("Ann", "Bob", "Cat"), seed=1)
    while not standing.is_over:
        hand = standing.next_hand()               # a Game, and the table's seat of each of its seats
        ...                                       # somebody plays it
        standing = standing.after(finishing)      # chips by seat of the hand
    standing.places, standing.prizes              # by seat of the table

Everything follows from structure, entrants, seed and the hands so far. Seats of the table are numbered from 0 in the
order of play; entrants are seated by the seed.

The big blind always moves on to the next player with chips. With a **dead** button the small blind is due where the big
blind was and the button lies where the small blind was, whether somebody is left there or not: an empty small blind is
not posted, and an empty button is nobody's. With a **moving** button the button moves on to the next player and both
blinds are the next two. With two players left the small blind has the button, and nobody is big blind twice in a row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf

from pokerlab._numbers import check_seed
from pokerlab._streams import draw, stream
from pokerlab.errors import TournamentError
from pokerlab.games.library import ante_for_all, holdem
from pokerlab.games.rules import Game, Limit
from pokerlab.tournament.facts import TournamentFacts
from pokerlab.tournament.structure import AnteBy, Button, Level, Structure

SEATING = 0x5EA7
"""What tells the draw of seats from the draws of cards that come from the same seed."""


@dataclass(frozen=True)
class TournamentHand:
    """The next hand: its game, and where its seats are at the table.

    - `seats`: the table's seat of each seat of the game
    - `button`, `small_blind`, `big_blind`: seats of the table; the first two may be empty
    - `facts`: what everybody is told
    """

    game: Game
    seats: tuple[int, ...]
    button: int
    small_blind: int
    big_blind: int
    level: Level
    facts: TournamentFacts

    @property
    def is_small_blind_dead(self) -> bool:
        """Whether nobody posts the small blind."""
        return self.small_blind not in self.seats


@dataclass(frozen=True)
class TournamentStanding:
    """A tournament between two hands. Everything per seat is by seat of the table; money in cents.

    - `entrants`: who sits where, by seat
    - `stacks`: chips, 0 for those who are out
    - `button`, `small_blind`, `big_blind`: of the last hand; before the first they are where one step leads to it
    - `hands`, `seconds`: played so far
    - `places`: 0 for those who are still in; who share places all have the best of them
    - `prizes`: won so far, without bounties; `bounties`: won so far; `heads`: bounties on the players' heads
    """

    structure: Structure
    entrants: tuple[str, ...]
    seed: int
    stacks: tuple[int, ...]
    button: int
    small_blind: int
    big_blind: int
    hands: int
    seconds: float
    places: tuple[int, ...]
    prizes: tuple[int, ...]
    bounties: tuple[int, ...]
    heads: tuple[int, ...]

    @classmethod
    def start(cls, structure: Structure, entrants: Sequence[str], seed: int = 0) -> "TournamentStanding":
        """The tournament before its first hand: seats and button are drawn by the seed."""
        count = structure.check_entrants(len(entrants))
        order = seating(count, check_seed(seed, TournamentError))
        button = draw(stream(seed, SEATING), count, count)
        nothing = (0,) * count
        # The positions of a hand that was never played, from which one step leads to this button.
        before = (button - 1) % count
        return cls(
            structure, tuple(entrants[entrant] for entrant in order), seed, (structure.chips,) * count,
            before, button, (button + 1) % count if count > 2 else button, 0, 0.0,
            nothing, nothing, nothing, (structure.bounty,) * count,
        )  # fmt: skip

    @property
    def players(self) -> int:
        """How many entered."""
        return len(self.stacks)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The seats of those who have chips, ascending."""
        return tuple(seat for seat, stack in enumerate(self.stacks) if stack)

    @property
    def is_over(self) -> bool:
        """Whether one player has all chips."""
        return len(self.left) < 2

    @property
    def level(self) -> Level:
        """The level of the next hand."""
        return self.structure.level_after(self.hands, self.seconds)[0]

    @property
    def prizes_to_win(self) -> tuple[int, ...]:
        """The prizes of those who are left, the best first."""
        return self.structure.prizes(self.players)[: len(self.left)]

    def next_hand(self) -> TournamentHand:
        """The next hand by the rules."""
        if self.is_over:
            raise TournamentError("the tournament is over")
        level, to_next = self.structure.level_after(self.hands, self.seconds)
        button, small, big = self._positions()
        first = big if len(self.left) == 2 else small
        seats = self._from(first)
        stacks = [self.stacks[seat] for seat in seats]
        blinds = [level.small_blind if seat == small else level.big_blind if seat == big else 0 for seat in seats]
        by_all = self.structure.ante is AnteBy.ALL
        if by_all:
            antes = [min(level.ante, max(stacks))] * len(seats)
        else:
            place = seats.index(big)
            antes = [0] * len(seats)
            antes[place] = ante_for_all(
                stacks[place], level.big_blind, level.ante, ante_first=self.structure.ante_first
            )
        game = holdem(
            "tournament", Limit.NONE, stacks=stacks, blinds=blinds, antes=antes, bets=(level.big_blind,) * 4,
            dead_antes=not by_all and any(antes), first_to_act=(seats.index(big) + 1) % len(seats),
        )  # fmt: skip
        timed = self.structure.is_timed
        facts = TournamentFacts(
            self.structure, self.hands, level, inf if timed else to_next, to_next if timed else inf, self.stacks,
            seats, button, self.prizes_to_win, self.heads if self.structure.bounty else (),
        )  # fmt: skip
        return TournamentHand(game, seats, button, small, big, level, facts)

    def after(
        self,
        finishing: Sequence[int],
        *,
        knocked_out_by: Mapping[int, Sequence[int]] | None = None,
        seconds: float | None = None,
    ) -> "TournamentStanding":
        """The tournament after its next hand, which left these chips, by seat of the hand.

        - `knocked_out_by`: by seat of the hand that went broke, the seats that won its last chips; needed for bounties
        - `seconds`: that the hand took; what the virtual clock says if it is not given
        """
        hand = self.next_hand()
        before = hand.game.stacks
        if len(finishing) != len(before) or sum(finishing) != sum(before) or min(finishing) < 0:
            raise TournamentError(f"chips are neither made nor lost: {sum(before)} in {len(before)} stacks went in")
        stacks = list(self.stacks)
        for seat, chips in zip(hand.seats, finishing, strict=True):
            stacks[seat] = int(chips)
        played = self.structure.seconds_per_hand(len(before)) if seconds is None else seconds
        standing = replace(
            self, stacks=tuple(stacks), button=hand.button, small_blind=hand.small_blind, big_blind=hand.big_blind,
            hands=self.hands + 1, seconds=self.seconds + played,
        )  # fmt: skip
        broke = [place for place, chips in enumerate(finishing) if not chips]
        return standing._paid_out(hand, broke, knocked_out_by) if broke else standing

    def _positions(self) -> tuple[int, int, int]:
        """Button, small blind and big blind of the next hand."""
        if len(self.left) == 2:
            big = self._next(self.big_blind)
            return self._next(big), self._next(big), big
        if self.structure.button is Button.DEAD:
            return self.small_blind, self.big_blind, self._next(self.big_blind)
        button = self._next(self.button)
        small = self._next(button)
        return button, small, self._next(small)

    def _next(self, seat: int) -> int:
        """The next seat with chips after one."""
        return next((other for other in self.left if other > seat), self.left[0])

    def _from(self, first: int) -> tuple[int, ...]:
        """The seats with chips, from one on."""
        return tuple(sorted(self.left, key=lambda seat: (seat - first) % self.players))

    def _paid_out(
        self, hand: TournamentHand, broke: Sequence[int], knocked_out_by: Mapping[int, Sequence[int]] | None
    ) -> "TournamentStanding":
        """The same with places, prizes and bounties of those who went broke, and of the winner if there is one."""
        places, prizes = list(self.places), list(self.prizes)
        ladder, stacks = self.structure.prizes(self.players), hand.game.stacks
        for chips in sorted({stacks[place] for place in broke}):
            equals = [place for place in broke if stacks[place] == chips]
            best = len(self.left) + sum(stacks[place] > chips for place in broke) + 1
            share, odd = divmod(sum(ladder[best - 1 : best - 1 + len(equals)]), len(equals))
            for number, place in enumerate(equals):
                places[hand.seats[place]] = best
                prizes[hand.seats[place]] = share + (number < odd)
        bounties, heads = list(self.bounties), list(self.heads)
        if self.structure.bounty:
            if knocked_out_by is None:
                raise TournamentError("there are bounties: who won the last chips of those who are out?")
            for place in broke:
                self._take_bounty(hand.seats[place], [hand.seats[by] for by in knocked_out_by[place]], bounties, heads)
        if self.is_over:
            winner = self.left[0]
            places[winner], prizes[winner] = 1, ladder[0]
            bounties[winner] += heads[winner]
            heads[winner] = 0
        return replace(
            self, places=tuple(places), prizes=tuple(prizes), bounties=tuple(bounties), heads=tuple(heads)
        )  # fmt: skip

    def _take_bounty(self, loser: int, winners: Sequence[int], bounties: list[int], heads: list[int]) -> None:
        share, odd = divmod(heads[loser], len(winners))
        for number, winner in enumerate(winners):
            won = share + (number < odd)
            kept = int(won * Fraction(str(self.structure.progressive)))
            bounties[winner] += won - kept
            heads[winner] += kept
        heads[loser] = 0


def seating(players: int, seed: int) -> list[int]:
    """The entrant at each seat: every order is as likely as any other."""
    order, drawn = list(range(players)), stream(seed, SEATING)
    for place in range(players - 1, 0, -1):
        other = draw(drawn, place, place + 1)
        order[place], order[other] = order[other], order[place]
    return order
