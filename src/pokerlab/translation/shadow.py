"""A shadow: where a strategy believes to be in its own betting while the real hand is played.

A shadow is one or more places, each with a weight for every own hand: how likely the bets of others were taken for
those of this place, times how likely the own actions are there. A bet of another seat moves every place to one or more
(in-step); an own action moves it to what it was meant to be, for every meaning that it can have had.

A place may be out of step: its betting is over, because a bet was taken for all-in that was not, or it has closed a
street that is still bet. There the strategy checks and calls until both are at the same decision again. Where the real
street is over and the believed one is not, what is left of it is checked and called.

ExtendCall (Schnizlein 2009, 3.3.2), in places that take a bet for a check or call:

- a call would not end the street: it is that call
- it follows a check that began the street: nothing has happened yet
- otherwise it is the smallest known bet for now

In the last two cases the place remembers what it was before the bet: if the bet was the last of its street, then in
hindsight it was a call, and what followed is forgotten.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab.betting.menu import Choice, Menu
from pokerlab.betting.position import Position
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import PokerError, StrategyError, shorten
from pokerlab.games.action import CALL, Action, Kind
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.rules import Game, Limit
from pokerlab.translation.rules import OwnActions, TranslationRules
from pokerlab.translation.steps import play_action, read_bet

Floats = npt.NDArray[np.float64]
Ask = Callable[[Betting], Chances]
"""What the strategy does at a place, with the board of now."""


@dataclass(frozen=True, eq=False)
class ShadowPlace:
    """One way to see the hand so far.

    - `now`: the believed betting, its history kept; `street`: the same when its street began
    - `back`: what it was before the last bet, if that may turn out to have been a call
    - `weight`: float64 [hand]; `reading`: the part of it that comes from others' bets, for hands that never come here
    """

    now: Position
    street: Position
    back: Position | None
    weight: Floats
    reading: float

    @property
    def key(self) -> Hashable:
        """Places with the same key are one."""
        back = None if self.back is None else self.back.betting.history
        return self.now.betting.history, self.now.betting.actor, back, self.street.betting.history

    def with_weight(self, weight: Floats, reading: float) -> "ShadowPlace":
        """The same place with another weight."""
        return replace(self, weight=weight, reading=reading)

    def is_in_step(self, real: Betting) -> bool:
        """Whether the same seat decides on the same street."""
        betting = self.now.betting
        return not real.is_over and (betting.street, betting.actor) == (real.street, real.actor)


class Meaning(NamedTuple):
    """What can be meant at a place: a choice of the menu, and the real action that it is played as."""

    choice: Choice
    action: Action


Intentions = list[tuple[list[Meaning], Floats]]
"""By place: what can be meant there, and how likely, float64 [meaning, hand]."""


@dataclass(frozen=True, eq=False)
class Shadow:
    """All places of a strategy in `seat`, beside the real betting."""

    real: Betting
    seat: int
    places: tuple[ShadowPlace, ...]

    def shares(self) -> Floats:
        """float64 [place, hand]: how much of a hand is where; by others' bets alone for hands that never come here."""
        weights = np.array([place.weight for place in self.places])
        total = weights.sum(axis=0)
        readings = np.array([place.reading for place in self.places])
        alone = np.repeat(readings[:, None] / readings.sum(), weights.shape[1], axis=1)
        return np.asarray(np.divide(weights, total, out=alone, where=total > 0))


@dataclass(frozen=True)
class Follower:
    """Moves shadows: the game and menu of a strategy beside a real game, and the rules of the translation."""

    own: Game
    menu: Menu
    game: Game
    rules: TranslationRules

    def __post_init__(self) -> None:
        _check_games(self.own, self.game)
        self.menu.check(self.own)
        start = Betting.start(self.own)
        raises = [choice for choice in self.menu.choices(start) if choice.action.kind is Kind.RAISE]
        if not start.is_over and (not raises or raises[-1].action.to < start.legal.max_raise):
            raise StrategyError(
                f"the menu '{shorten(self.menu)}' of {self.own.name} has no all-in, so bets above its largest have no "
                "meaning: a translated strategy needs one"
            )

    @cached_property
    def scale(self) -> Fraction:
        """Real chips for one believed chip: as the pots at the start of a hand are to each other."""
        return Fraction(Betting.start(self.game).pot, Betting.start(self.own).pot)

    def start(self, seat: int) -> Shadow:
        """The shadow of a seat's strategy before the first action."""
        first = Position(Betting.start(self.own), self.menu.first(self.own))
        hands = len(private_hands(self.game))
        return Shadow(Betting.start(self.game), seat, (ShadowPlace(first, first, None, np.ones(hands), 1.0),))

    def then(self, shadow: Shadow, action: Action, intended: Callable[[Shadow], Intentions]) -> Shadow:
        """The shadow after the real actor's action; if it is the strategy's own, `intended` is asked what it can have
        meant (see `intentions`)."""
        real = shadow.real
        if real.actor == shadow.seat and self.rules.own is OwnActions.REMEMBERED:
            places = self._after_own(shadow, action, intended(shadow))
        else:
            places = [moved for place in shadow.places for moved in self.readings(place, real, action)]
        return self.closed(shadow, action, places)

    def closed(self, shadow: Shadow, action: Action, places: Iterable[ShadowPlace]) -> Shadow:
        """The shadow whose places have moved by the real actor's action; equal ones are one."""
        after = shadow.real.act(action)
        ended = (self._closed(place, shadow.real, after, action) for place in places)
        return Shadow(after, shadow.seat, _merged(ended))

    def meanings(self, place: ShadowPlace, real: Betting) -> list[Meaning]:
        """What can be meant at a place, and how each is played; a call if it is out of step."""
        if not place.is_in_step(real):
            return [Meaning(Choice("c", CALL), CALL)]
        near = place.now.betting
        offered = self.menu.offer(near, place.now.memory)
        return [Meaning(choice, play_action(real, near, choice.action, self.rules, self.scale)) for choice in offered]

    def meant(self, place: ShadowPlace, real: Betting, meaning: Meaning) -> ShadowPlace:
        """A place after an own action with that meaning; its weight is not changed."""
        if not place.is_in_step(real):
            return place
        back = None if meaning.choice.action.kind is Kind.RAISE else place.back
        return replace(place, now=self._acted(place.now, meaning.choice), back=back)

    def readings(self, place: ShadowPlace, real: Betting, action: Action) -> list[ShadowPlace]:
        """What a place becomes by a real action that is read, with its weight divided."""
        if not place.is_in_step(real):
            return [place]
        near = place.now.betting
        if action.kind is not Kind.RAISE:
            is_fold = action.kind is Kind.FOLD and near.legal.fold
            return [replace(place, now=self._passed(place.now, action if is_fold else CALL))]
        known = [choice for choice in self.menu.offer(near, place.now.memory) if choice.action.kind is Kind.RAISE]
        if not known:  # one of both is all-in there already
            return [replace(place, now=self._passed(place.now, CALL), back=None)]
        read = read_bet(real, action, near, [choice.action for choice in known], self.rules, self.scale)
        found = []
        for number, share in read:
            part = replace(place, weight=place.weight * float(share), reading=place.reading * float(share), back=None)
            if number >= 0:
                found.append(replace(part, now=self._acted(place.now, known[number])))
            else:
                found.append(self._as_call(part, real, known[0]))
        return found

    def _as_call(self, place: ShadowPlace, real: Betting, smallest: Choice) -> ShadowPlace:
        """A place that takes a bet for a check or call: see the module."""
        before = place.now
        called = self._passed(before, CALL)
        if not called.betting.is_over and called.betting.street == before.betting.street:
            return replace(place, now=called)
        on_street = [played for played in real.history if played.street == real.street]
        is_first = [played.action.kind for played in on_street] == [Kind.CALL] and real.level == 0
        if is_first and real.game.players == 2:
            return replace(place, now=place.street, back=before)
        return replace(place, now=self._acted(before, smallest), back=before)

    def _after_own(self, shadow: Shadow, action: Action, intentions: Intentions) -> list[ShadowPlace]:
        """Every meaning that an own action can have had; where it can have had none, as if another had acted."""
        found = []
        for place, (meanings, table) in zip(shadow.places, intentions, strict=True):
            fitting = [number for number, meaning in enumerate(meanings) if meaning.action == action]
            for number in fitting:
                moved = self.meant(place, shadow.real, meanings[number])
                weight, reading = place.weight * table[number], place.reading / len(fitting)
                found.append(replace(moved, weight=weight, reading=reading))
        if found:
            return found
        return [moved for place in shadow.places for moved in self.readings(place, shadow.real, action)]

    def intentions(self, shadow: Shadow, ask: Ask) -> Intentions:
        """For each place what can be meant there, and how likely: float64 [meaning, hand]."""
        hands = len(private_hands(self.game))
        found = []
        for place in shadow.places:
            meanings = self.meanings(place, shadow.real)
            if place.is_in_step(shadow.real):
                actions, chances = ask(place.now.betting)
                rows = dict(zip(actions, chances.astype(np.float64), strict=True))
                nothing = np.zeros(hands)
                table = np.array([rows.get(meaning.choice.action, nothing) for meaning in meanings])
            else:
                table = np.ones((1, hands))
            found.append((meanings, table))
        if self.rules.non_dominated is not None:
            found = _without_dominated(found, shadow.shares(), self.rules.non_dominated)
        return found

    def _acted(self, position: Position, choice: Choice) -> Position:
        betting, memory = position
        after = betting.act(choice.action)
        return Position(after, None if memory is None else self.menu.then(memory, betting, choice, after))

    def _passed(self, position: Position, action: Action) -> Position:
        return self._acted(position, Choice(str(action), action))

    def _closed(self, place: ShadowPlace, real: Betting, after: Betting, action: Action) -> ShadowPlace:
        """The place once the real street is over: hindsight, and what is left of the believed street."""
        if after.street == real.street:
            return place
        now = place.now
        if place.back is not None and action.kind is Kind.CALL:
            now = self._passed(place.back, CALL)
        while not now.betting.is_over and now.betting.street < after.street:
            now = self._passed(now, CALL)
        return replace(place, now=now, street=now, back=None)


def _merged(places: Iterable[ShadowPlace]) -> tuple[ShadowPlace, ...]:
    """Equal places as one; none that no hand and no bet leads to."""
    found: dict[Hashable, ShadowPlace] = {}
    for place in places:
        if place.key in found:
            other = found[place.key]
            weight, reading = other.weight + place.weight, other.reading + place.reading
            place = replace(other, weight=weight, reading=reading)
        found[place.key] = place
    return tuple(found.values())


def _without_dominated(intentions: Intentions, shares: Floats, least: float) -> Intentions:
    """Soft-ND: an action that a place with a share above `least` offers and plays less often than `least` is not
    played in any such place. Where nothing is left of a place, it checks or calls. Actions are the same if their
    labels are."""
    counted = shares > least  # bool [place, hand]
    banned: dict[str, npt.NDArray[np.bool_]] = {}
    for is_counted, (meanings, table) in zip(counted, intentions, strict=True):
        for meaning, row in zip(meanings, table, strict=True):
            name = meaning.choice.label
            banned[name] = banned.get(name, np.zeros(len(row), bool)) | (is_counted & (row <= least))
    found = []
    for is_counted, (meanings, table) in zip(counted, intentions, strict=True):
        is_out = np.array([banned[meaning.choice.label] for meaning in meanings]) & is_counted
        kept = np.where(is_out, 0.0, table)
        total = kept.sum(axis=0)
        calls = np.array([float(meaning.choice.action.kind is Kind.CALL) for meaning in meanings])
        default = np.repeat(calls[:, None], table.shape[1], axis=1) * (table.sum(axis=0) > 0)
        found.append((meanings, np.divide(kept, total, out=default, where=total > 0)))
    return found


def _check_games(own: Game, game: Game) -> None:
    """A `StrategyError` if a strategy of one game cannot be played in another: chips may differ, cards may not."""
    for name, what in (("players", "players"), ("private_cards", "private cards"), ("board_cards", "board cards"),
                       ("ranking", "rules of winning"), ("first_to_act", "order of acting")):  # fmt: skip
        if getattr(own, name) != getattr(game, name):
            raise StrategyError(f"a strategy of {own.name} cannot be played in {game.name}: other {what}")
    if sorted(own.deck) != sorted(game.deck):
        raise StrategyError(f"a strategy of {own.name} cannot be played in {game.name}: another deck")
    for one in (own, game):
        if one.limit is not Limit.NONE:
            raise StrategyError(f"{one.name}: bets are translated in games without limit")
        if one.start:
            raise StrategyError(f"{one.name} begins in the middle of a hand: whole hands are translated")
        try:
            pot = Betting.start(one).pot
        except PokerError as error:
            raise StrategyError(f"{one.name}: {error}") from None
        if not pot:
            raise StrategyError(f"{one.name}: without blinds and antes there is no pot to measure bets by")
