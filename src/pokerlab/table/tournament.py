"""A tournament that is played: the standing of `tournament.standing`, agents in its seats, and hands by `play_hand`.

    tournament = Tournament(structure, ("Ann", "Bob"), agents, seed=1)
    while not tournament.is_over:
        tournament.play()
    tournament.standing.places

Cards, seats and the agents' chance come from the seed. With a journal (`journal`) every deck and action is on file
before anybody is told, and a tournament that was broken off goes on at the same decision.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from pokerlab._streams import secret
from pokerlab.agents.agent import NO_CLOCK, Agent, Clock, Memory
from pokerlab.errors import MatchError, shorten
from pokerlab.games.action import Action
from pokerlab.games.state import State
from pokerlab.games.view import View
from pokerlab.records.record import HandRecord
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import NO_LIMITS, Limits, PlayedHand, Watcher, instead, play_hand
from pokerlab.table.tournament_clock import TournamentClock, VirtualClock
from pokerlab.tournament.hand_record import hand_record
from pokerlab.tournament.standing import TournamentHand, TournamentStanding, seating
from pokerlab.tournament.structure import Structure


class HandJournal(Protocol):
    """Whoever writes down what happens, before anybody is told; see `journal`."""

    def begin_hand(self, number: int, deck: Sequence[int]) -> None:
        """A hand begins with these cards."""
        ...

    def note_action(self, hand: int, number: int, action: Action) -> None:
        """An action is taken."""
        ...

    def end_hand(self, number: int, seconds: float, after: TournamentStanding) -> None:
        """A hand is over."""
        ...

    def leave(self, seat: int) -> None:
        """A player has left the table for good."""
        ...


class BegunHand(NamedTuple):
    """A hand that was broken off: its cards, and the actions that were taken."""

    deck: tuple[int, ...]
    taken: tuple[Action, ...] = ()

    @classmethod
    def of(cls, state: State) -> "BegunHand":
        """A hand that was played so far, to be told again."""
        deck = [card for cards in (*state.private, state.board, state.deck) for card in cards]
        return cls(tuple(deck), tuple(step.action for step in state.history))


@dataclass(frozen=True)
class PlayedTournamentHand:
    """A hand of a tournament: how it stood before and after, the hand by the rules, and what happened."""

    before: TournamentStanding
    hand: TournamentHand
    played: PlayedHand
    after: TournamentStanding

    def record(self, tournament: str = "0", time: datetime | None = None, hero: int | None = None) -> HandRecord:
        """What happened, for files. `tournament`: its number; `hero`: the table's seat from which it was seen."""
        return hand_record(self.before, self.hand, self.after, self.played.state, tournament, time=time, hero=hero)


class Absent(Agent):
    """Whoever has left: folds when it costs something and checks when it does not, until the blinds have it all."""

    def act(self, view: View, clock: Clock = NO_CLOCK) -> Action:
        """Check or fold."""
        return instead(view.legal)


class Tournament:
    """A tournament with its agents.

    - `standing`: between two hands
    - `agents`: by seat of the table; they are given in the order of the entrants, `order` says who sits where
    - `watch`: asked before every hand, who watches it
    """

    def __init__(
        self,
        structure: Structure,
        entrants: Sequence[str],
        agents: Sequence[Agent],
        *,
        seed: int = 0,
        clock: TournamentClock | None = None,
        limits: Limits = NO_LIMITS,
        journal: HandJournal | None = None,
    ) -> None:
        if len(agents) != len(entrants):
            raise MatchError(f"{len(entrants)} entrants, {len(agents)} agents")
        self.standing = TournamentStanding.start(structure, entrants, seed)
        self.order = seating(len(entrants), seed)
        self.agents = [agents[entrant] for entrant in self.order]
        self.clock, self.limits, self.journal = clock or VirtualClock(structure), limits, journal
        self.watch: Callable[[TournamentHand], Watcher | None] | None = None
        self._secrets = [chance_secret(seed, entrant) for entrant in self.order]
        self._begun: BegunHand | None = None
        self._is_checked = False

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.standing.is_over

    def go_on(self, standing: TournamentStanding, begun: BegunHand | None = None, left: Sequence[int] = ()) -> None:
        """Take up where a journal ends: with this standing, in the middle of a hand if one was `begun`; the players of
        the seats `left` have left."""
        self.standing, self._begun = standing, begun
        for seat in left:
            self.agents[seat] = Absent()

    def leave(self, seat: int) -> None:
        """The player of a seat of the table leaves for good: he is blinded out, and keeps the place that he gets."""
        if self.journal:
            self.journal.leave(seat)
        self.agents[seat] = Absent()

    def play(self) -> PlayedTournamentHand:
        """The next hand, or the rest of one that was broken off."""
        before, number = self.standing, self.standing.hands
        hand = before.next_hand()
        begun = self._begun or BegunHand(Shuffled(hand.game).deck(before.seed, number))
        self._check_agents(hand)
        if self.journal and self._begun is None:
            self.journal.begin_hand(number, begun.deck)
        self.clock.begin()
        watcher = self.watch(hand) if self.watch else None
        played = self._play_hand(before, hand, begun, [self.agents[seat] for seat in hand.seats], watcher)
        seconds = self.clock.end(hand.game.players)
        after = standing_after(before, played.state, seconds)
        if self.journal:
            self.journal.end_hand(number, seconds, after)
        self.standing, self._begun = after, None
        return PlayedTournamentHand(before, hand, played, after)

    def tell_again(self, before: TournamentStanding, state: State) -> None:
        """Tell agents that remember of a hand that was played to its end before they were here."""
        hand = before.next_hand()
        if told := who_remembers([self.agents[seat] for seat in hand.seats]):
            self._play_hand(before, hand, BegunHand.of(state), told)

    def _play_hand(
        self,
        before: TournamentStanding,
        hand: TournamentHand,
        begun: BegunHand,
        agents: Sequence[Agent],
        watcher: Watcher | None = None,
    ) -> PlayedHand:
        number = before.hands
        return play_hand(
            hand.game, begun.deck, agents, names=[before.entrants[seat] for seat in hand.seats], number=number,
            seeds=[chance_seeds(self._secrets[seat], number, place) for place, seat in enumerate(hand.seats)],
            limits=self.limits, tournament=hand.facts, taken=begun.taken, note=self._note(number),
            watcher=watcher,
        )  # fmt: skip

    def _check_agents(self, hand: TournamentHand) -> None:
        """Who does not play the game is refused before the first hand; later all are asked, and who fails checks or
        folds."""
        if self._is_checked:
            return
        for seat in hand.seats:
            if why := self.agents[seat].plays(hand.game):
                raise MatchError(f"{shorten(self.standing.entrants[seat])}: {why}")
        self._is_checked = True

    def _note(self, hand: int) -> Callable[[int, Action], None] | None:
        journal = self.journal
        if journal is None:
            return None
        return lambda number, action: journal.note_action(hand, number, action)


def who_remembers(agents: Sequence[Agent]) -> list[Agent]:
    """The agents, but only those who remember: in the places of others sits nobody. Empty if nobody does."""
    if all(agent.memory is Memory.NONE for agent in agents):
        return []
    return [Absent() if agent.memory is Memory.NONE else agent for agent in agents]


def chance_seeds(own: int, hand: int, seat: int) -> tuple[int, ...]:
    """What the chance of an entrant comes from who has a seat of a hand; `own`: his `chance_secret`."""
    return (own, hand, seat)


def chance_secret(seed: int, entrant: int) -> int:
    """Where an entrant's chance comes from: his agent knows it, and neither cards nor others' chance follow from it."""
    return secret(seed, entrant)


def standing_after(before: TournamentStanding, state: State, seconds: float | None = None) -> TournamentStanding:
    """How a tournament stands after a hand that was played to its end."""
    finishing = [stack + won for stack, won in zip(state.game.stacks, state.payoffs, strict=True)]
    return before.after(finishing, knocked_out_by=knocked_out_by(state, finishing), seconds=seconds)


def knocked_out_by(state: State, finishing: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """By seat that went broke, the seats that won its last chips: of the last pot that it was in."""
    found = {}
    for seat, chips in enumerate(finishing):
        if not chips:
            last = max(place for place, pot in enumerate(state.settlement.pots) if seat in pot.seats)
            found[seat] = tuple(winner for winner, won in enumerate(state.winnings[last]) if won)
    return found
