"""The one loop that plays a hand.

    played = play_hand(game, deck, [agent, agent], names=("A", "B"), seeds=[(1, 0, 0), (1, 0, 1)])
    played.record.payoffs()

Cards come from the deck, and the chance of each agent from seeds of its own: a hand can be replayed alone, and the
draws of one agent change nothing for another. An agent that raises, answers what is not legal or too late never ends a
hand: it checks, or folds, and what happened is in `troubles`.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from pokerlab.agents.agent import NO_CLOCK, Agent, Clock, HandStart
from pokerlab.errors import IllegalActionError, MatchError, shorten
from pokerlab.games.action import CALL, FOLD, Action
from pokerlab.games.betting import Legal
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.games.view import View
from pokerlab.records.record import HandRecord

if TYPE_CHECKING:
    from pokerlab.tournament.facts import TournamentFacts


class Trouble(NamedTuple):
    """What went wrong with a seat: `what` is `raised`, `illegal` or `late`; `replaced`: whether its action was."""

    seat: int
    what: str
    line: str
    replaced: bool


class Watcher(NamedTuple):
    """Who watches a hand from a seat, or from none (-1), and is told all that can be seen there."""

    seat: int
    tell: Callable[[View], None]


@dataclass(frozen=True)
class Limits:
    """Seconds that an agent has for a response, for a hand and for a match. With `strict` a late answer is replaced by
    check or fold; else it counts, and is reported."""

    response: float = inf
    hand: float = inf
    match: float = inf
    strict: bool = False

    @property
    def are_set(self) -> bool:
        """Whether there is any limit."""
        return min(self.response, self.hand, self.match) < inf


@dataclass(frozen=True)
class PlayedHand:
    """A hand that was played, and what went wrong. `seconds` [seat]: how long each took, where there are limits."""

    state: State
    names: tuple[str, ...]
    troubles: tuple[Trouble, ...]
    seconds: tuple[float, ...]

    @property
    def payoffs(self) -> tuple[int, ...]:
        """What each seat won or lost, in chips."""
        return self.state.payoffs

    @cached_property
    def record(self) -> HandRecord:
        """What happened."""
        return HandRecord.of(self.state, names=self.names)


NO_LIMITS = Limits()


def play_hand(
    game: Game,
    deck: Iterable[int],
    agents: Sequence[Agent],
    *,
    names: Sequence[str] = (),
    number: int = 0,
    seeds: Sequence[tuple[int, ...]] = (),
    limits: Limits = NO_LIMITS,
    spent: Sequence[float] = (),
    tournament: "TournamentFacts | None" = None,
    taken: Sequence[Action] = (),
    note: Callable[[int, Action], None] | None = None,
    watcher: Watcher | None = None,
) -> PlayedHand:
    """Play a hand.

    - `deck`: seat 0's private cards, seat 1's, ..., then the board; `seeds`: of each seat's chance
    - `spent`: seconds that each seat has taken in the match before
    - `tournament`: what agents are told of theirs
    - `taken`: the first actions of a hand that was broken off; agents see them happen, and are not asked again
    - `note`: told of every further action, with its number in the hand, before anybody else is
    - `watcher`: told how the hand begins, and after every action; what goes wrong there ends the hand
    """
    if len(agents) != game.players:
        raise MatchError(f"{game.name} has {game.players} seats; agents given: {len(agents)}")
    state = State.start(game, deck)
    table = _Table(agents, limits, spent or [0.0] * len(agents))
    seated = tuple(names)
    for seat, agent in enumerate(agents):
        chance = seeds[seat] if seeds else (number, seat)
        table.tell_start(agent, HandStart(game, seat, seated, number, chance, tournament))
    observers = [seat for seat, agent in enumerate(agents) if type(agent).observe is not Agent.observe]
    if watcher:
        watcher.tell(state.view(watcher.seat))
    for number in count():
        if state.is_over:
            break
        if number < len(taken):
            state = state.act(taken[number])
        else:
            action, state = table.step(state)
            if note:
                note(number, action)
        if watcher:
            watcher.tell(state.view(watcher.seat))
        for seat in observers:
            table.tell(seat, state)
    return PlayedHand(state, seated, tuple(table.troubles), tuple(table.seconds))


def instead(legal: Legal) -> Action:
    """What is done for an agent that does not answer: check if that is free, else fold."""
    return FOLD if legal.fold and legal.to_call else CALL


class _Table:
    """The agents of a hand, and what happened to them."""

    def __init__(self, agents: Sequence[Agent], limits: Limits, spent: Sequence[float]) -> None:
        self.agents, self.limits, self.spent = agents, limits, spent
        self.troubles: list[Trouble] = []
        self.seconds = [0.0] * len(agents)

    def tell_start(self, agent: Agent, hand: HandStart) -> None:
        try:
            agent.start(hand)
        except Exception as error:
            self._report(hand.seat, "raised", error, replaced=False)

    def tell(self, seat: int, state: State) -> None:
        try:
            self.agents[seat].observe(state.view(seat))
        except Exception as error:
            self._report(seat, "raised", error, replaced=False)

    def step(self, state: State) -> tuple[Action, State]:
        """What the seat to act does, and the state after it."""
        seat = state.betting.actor
        action = self._ask(seat, state)
        if action is not None:
            try:
                return action, state.act(action)
            except IllegalActionError:
                self._report(seat, "illegal", f"'{action}' is not legal ({state.legal})", replaced=True)
        action = instead(state.legal)
        return action, state.act(action)

    def _ask(self, seat: int, state: State) -> Action | None:
        """What an agent answers; None if it is no action, or comes too late."""
        clock, began = NO_CLOCK, 0.0
        if self.limits.are_set:
            began, taken = time.perf_counter(), self.seconds[seat]
            left = self.limits.hand - taken, self.limits.match - self.spent[seat] - taken
            clock = Clock(self.limits.response, max(0.0, left[0]), max(0.0, left[1]))
            if not clock.left and (self.limits.strict or self.agents[seat].is_limited):
                self._report(seat, "late", "its time was up before it was asked", replaced=True)
                return None
        try:
            action: object = self.agents[seat].act(state.view(seat), clock)
        except Exception as error:
            self._spend(seat, began)
            self._report(seat, "raised", error, replaced=True)
            return None
        if self.limits.are_set and (spent := self._spend(seat, began)) > clock.left:
            late = f"{spent:.3g} s for a response"
            self._report(seat, "late", late, replaced=self.limits.strict)
            if self.limits.strict:
                return None
        if isinstance(action, Action):
            return action
        self._report(seat, "illegal", f"'{action}' is no action", replaced=True)
        return None

    def _spend(self, seat: int, began: float) -> float:
        if not self.limits.are_set:
            return 0.0
        spent = time.perf_counter() - began
        self.seconds[seat] += spent
        return spent

    def _report(self, seat: int, what: str, line: object, *, replaced: bool) -> None:
        text = f"{type(line).__name__}: {line}" if isinstance(line, Exception) else str(line)
        self.troubles.append(Trouble(seat, what, shorten(text, 200), replaced))
