"""A cash table: the button moves on, stacks carry on, chips are bought between hands. Hands by `play_hand`.

    table = CashTable(Stakes(50, 100, 2), ("Ann", "rock"), agents, stacks=(10_000, 10_000), seed=1)
    played = table.play()
    table.stacks

With a journal (`cash_journal`) every deck and action is on file before anybody is told, and a hand that was broken off
goes on at the same decision.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pokerlab.agents.agent import Agent
from pokerlab.errors import MatchError, shorten
from pokerlab.games.action import Action
from pokerlab.games.library import holdem, holdem_blinds
from pokerlab.games.rules import Game, Limit
from pokerlab.games.state import State
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import NO_LIMITS, Limits, PlayedHand, Watcher, play_hand
from pokerlab.table.tournament import BegunHand, chance_secret, chance_seeds, who_remembers

LEAST_BUY_IN, MOST_BUY_IN = 20, 200
"""Big blinds."""
MOST_SEATS = 6


@dataclass(frozen=True)
class Stakes:
    """Blinds in chips, and how many sit at the table."""

    small_blind: int
    big_blind: int
    seats: int

    def __post_init__(self) -> None:
        if not 1 <= self.small_blind <= self.big_blind <= 10**6:
            raise MatchError(
                f"blinds of {self.small_blind} and {self.big_blind}: both are 1 to 1,000,000 chips, the big one not "
                "below the small one"
            )
        if not 2 <= self.seats <= MOST_SEATS:
            raise MatchError(f"a cash table has 2 to {MOST_SEATS} seats, not {self.seats}")

    def chips(self, big_blinds: int) -> int:
        """What a buy-in of so many big blinds is."""
        if not LEAST_BUY_IN <= big_blinds <= MOST_BUY_IN:
            raise MatchError(f"a buy-in is {LEAST_BUY_IN} to {MOST_BUY_IN} big blinds, not {big_blinds}")
        return big_blinds * self.big_blind


@dataclass(frozen=True)
class CashHand:
    """A hand: its game, and the table's seat of each seat of the game."""

    game: Game
    seats: tuple[int, ...]
    button: int
    small_blind: int
    big_blind: int


class CashJournal(Protocol):
    """Whoever writes down what happens, before anybody is told."""

    def begin_hand(self, number: int, stacks: Sequence[int], button: int, deck: Sequence[int]) -> None:
        """A hand begins with these chips and cards."""
        ...

    def note_action(self, hand: int, number: int, action: Action) -> None:
        """An action is taken."""
        ...

    def end_hand(self, number: int) -> None:
        """A hand is over."""
        ...


@dataclass(frozen=True)
class PlayedCashHand:
    """A hand that was played: `number` from 0; `before`, `after`: chips by seat of the table."""

    number: int
    hand: CashHand
    played: PlayedHand
    before: tuple[int, ...]
    after: tuple[int, ...]


class CashTable:
    """Players at a cash table, by seat.

    - `stacks`: chips in front; who has none is not dealt in
    - `button`: of the last hand; `number`: hands that were played
    - `watch`: asked before every hand, who watches it
    """

    def __init__(
        self,
        stakes: Stakes,
        players: Sequence[str],
        agents: Sequence[Agent],
        *,
        stacks: Sequence[int],
        seed: int,
        button: int = -1,
        number: int = 0,
        begun: BegunHand | None = None,
        journal: CashJournal | None = None,
        limits: Limits = NO_LIMITS,
    ) -> None:
        if not len(players) == len(agents) == len(stacks) == stakes.seats:
            raise MatchError(
                f"{stakes.seats} seats, {len(players)} players, {len(agents)} agents, {len(stacks)} stacks"
            )
        self.stakes, self.players, self.agents = stakes, tuple(players), list(agents)
        self.stacks, self.seed, self.button, self.number = list(stacks), seed, button, number
        self.journal, self.limits = journal, limits
        self.watch: Callable[[CashHand], Watcher | None] | None = None
        self._begun = begun
        self._secrets = [chance_secret(seed, seat) for seat in range(stakes.seats)]

    def next_hand(self) -> CashHand:
        """The next hand, or the one that was broken off."""
        return cash_hand(self.stakes, self.stacks, self.button if self._begun else self._next_button())

    def play(self) -> PlayedCashHand:
        """Play it; a `MatchError` if an agent does not play with these stacks."""
        hand, number, before = self.next_hand(), self.number, tuple(self.stacks)
        for seat in hand.seats:
            if not number and (why := self.agents[seat].plays(hand.game)):
                raise MatchError(f"{shorten(self.players[seat])}: {why}")
        begun = self._begun or BegunHand(Shuffled(hand.game).deck(self.seed, number))
        if self.journal and self._begun is None:
            self.journal.begin_hand(number, before, hand.button, begun.deck)
        agents = [self.agents[seat] for seat in hand.seats]
        played = self._play_hand(hand, number, begun, agents, self.watch(hand) if self.watch else None)
        if self.journal:
            self.journal.end_hand(number)
        after = stacks_after(before, hand, played.payoffs)
        self.stacks, self.button, self.number, self._begun = list(after), hand.button, number + 1, None
        return PlayedCashHand(number, hand, played, before, after)

    def tell_again(self, number: int, hand: CashHand, state: State) -> None:
        """Tell agents that remember of a hand that was played to its end before they were here."""
        if told := who_remembers([self.agents[seat] for seat in hand.seats]):
            self._play_hand(hand, number, BegunHand.of(state), told)

    def _play_hand(
        self,
        hand: CashHand,
        number: int,
        begun: BegunHand,
        agents: Sequence[Agent],
        watcher: Watcher | None = None,
    ) -> PlayedHand:
        return play_hand(
            hand.game, begun.deck, agents, names=[self.players[seat] for seat in hand.seats], number=number,
            seeds=[chance_seeds(self._secrets[seat], number, place) for place, seat in enumerate(hand.seats)],
            limits=self.limits, taken=begun.taken, note=self._note(number), watcher=watcher,
        )  # fmt: skip

    def _next_button(self) -> int:
        able = [seat for seat, chips in enumerate(self.stacks) if chips]
        if len(able) < 2:
            raise MatchError("fewer than two players have chips")
        return next((seat for seat in able if seat > self.button), able[0])

    def _note(self, hand: int) -> Callable[[int, Action], None] | None:
        journal = self.journal
        return None if journal is None else lambda number, action: journal.note_action(hand, number, action)


def cash_hand(stakes: Stakes, stacks: Sequence[int], button: int) -> CashHand:
    """The hand of those who have chips, with the button at a seat of theirs; heads-up the button is the small blind."""
    able = [seat for seat, chips in enumerate(stacks) if chips]
    seats = tuple(sorted(able, key=lambda seat: (seat - button - 1) % stakes.seats))
    blinds = holdem_blinds(len(seats), stakes.small_blind, stakes.big_blind)
    game = holdem(
        "cash", Limit.NONE, stacks=[stacks[seat] for seat in seats], blinds=blinds, bets=(stakes.big_blind,) * 4
    )
    small, big = (seats[1], seats[0]) if len(seats) == 2 else seats[:2]
    return CashHand(game, seats, button, small, big)


def stacks_after(before: Sequence[int], hand: CashHand, payoffs: Sequence[int]) -> tuple[int, ...]:
    """Chips by seat of the table after a hand."""
    found = list(before)
    for seat, won in zip(hand.seats, payoffs, strict=True):
        found[seat] += won
    return tuple(found)
