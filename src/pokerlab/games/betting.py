"""The wagers of a hand, without cards: who acts, what is legal, and what every seat has put in.

A `Betting` is all that trees of bets need; `state.State` adds the cards. It moves on to the next street by
itself when a round of betting closes, and is over when one seat is left or no more betting is possible.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from pokerlab.errors import GameError, IllegalActionError
from pokerlab.games.action import Action, Kind
from pokerlab.games.rules import Game, Limit
from pokerlab.games.start import Start

NOBODY = -1
"""The actor when no action is expected."""


class Legal(NamedTuple):
    """What the actor may do. All amounts in chips; a raise is legal if `max_raise` is not 0.

    `to_call` is what a call costs (0: a check; never more than the stack). A raise may be to any amount from
    `min_raise` to `max_raise`; they are equal if only all-in is left or the limit is fixed.
    """

    fold: bool
    to_call: int
    min_raise: int
    max_raise: int

    def allows(self, action: Action) -> bool:
        """Whether the action is legal."""
        if action.kind is Kind.RAISE:
            return 0 < self.min_raise <= action.to <= self.max_raise
        return action.kind is Kind.CALL or self.fold

    def __str__(self) -> str:
        """In words, as errors show it."""
        words = ["fold"] if self.fold else []
        words.append(f"call {self.to_call}" if self.to_call else "check")
        if self.max_raise:
            span = f"{self.min_raise}" if self.min_raise == self.max_raise else f"{self.min_raise}..{self.max_raise}"
            words.append(f"raise to {span}")
        return ", ".join(words)


class Played(NamedTuple):
    """An action that was taken: on which street, by which seat."""

    street: int
    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class Betting:
    """The wagers so far. Sets of seats are bit masks (bit 0 is seat 0).

    `stacks` are the chips behind and `bets` those put in on this street (blinds included, antes not), per
    seat. `level` is the bet to match and `last_raise` the size of the last full raise, or the street's
    smallest bet. `raises` counts the street's bets and raises. `live` seats have not folded, `able` ones are
    live with chips behind, `waiting` ones must still act in this round, `acted` ones have acted on this
    street.
    """

    game: Game
    street: int
    actor: int
    level: int
    last_raise: int
    raises: int
    bets: tuple[int, ...]
    stacks: tuple[int, ...]
    live: int
    able: int
    waiting: int
    acted: int
    history: tuple[Played, ...]

    @classmethod
    def start(cls, game: Game) -> "Betting":
        """The wagers of a hand in which antes and blinds are posted, or which begins where the game says."""
        if game.start:
            return cls._begin_at(game, game.start)
        behind = [max(stack - ante, 0) for stack, ante in zip(game.stacks, game.antes, strict=True)]
        bets = tuple(min(blind, stack) for blind, stack in zip(game.blinds, behind, strict=True))
        stacks = tuple(stack - bet for stack, bet in zip(behind, bets, strict=True))
        level = max(game.blinds) if game.full_blind_to_call else max(bets)
        live = (1 << game.players) - 1
        able = sum(1 << seat for seat, stack in enumerate(stacks) if stack)
        waiting = able if game.any_all_in_reopens else _waiting_at_start(bets, stacks)
        start = cls(game, 0, NOBODY, level, game.bets[0], 0, bets, stacks, live, able, waiting, 0, ())
        return start._first_actor() if waiting else start

    @classmethod
    def _begin_at(cls, game: Game, start: Start) -> "Betting":
        nothing = (0,) * game.players
        paid, bets = start.paid or nothing, start.bets or nothing
        stacks = tuple([stack - p - b for stack, p, b in zip(game.stacks, paid, bets, strict=True)])
        level = max(bets) if start.level is None else start.level
        live = (1 << game.players) - 1 if start.live is None else start.live
        able = live & sum(1 << seat for seat, stack in enumerate(stacks) if stack)
        waiting = start.waiting
        if waiting is None:
            waiting = able & sum(1 << seat for seat, bet in enumerate(bets) if not start.raises or bet < level)
            if able & (able - 1) == 0 and not any(able >> seat & 1 and bet < level for seat, bet in enumerate(bets)):
                waiting = 0
        waiting &= able
        betting = cls(
            game, start.street, NOBODY, level, start.last_raise or game.bets[start.street], start.raises, bets, stacks,
            live, able, waiting, start.acted, (),
        )  # fmt: skip
        if start.actor is not None and not waiting >> start.actor & 1:
            raise GameError(f"{game.name}: start: seat {start.actor} has nothing to decide there")
        if not waiting:
            return betting
        first = game.first_to_act[start.street] if start.actor is None else start.actor
        return betting._replace_actor(_seat_from(waiting, first))

    def as_start(self, board: tuple[int, ...] = ()) -> Game:
        """The game that begins here, on a board: its betting is what follows in this one.

        Antes that are nobody's become chips in the middle; otherwise what seats have paid stays theirs, so that side
        pots and payoffs are those of the whole hand.
        """
        game = self.game
        dead = game.start.dead if game.start else 0
        stacks, paid = game.stacks, self.paid
        if game.dead_antes:
            antes = [min(ante, stack) for ante, stack in zip(game.antes, game.stacks, strict=True)]
            dead += sum(antes)
            stacks = tuple([stack - ante for stack, ante in zip(stacks, antes, strict=True)])
            paid = tuple([chips - ante for chips, ante in zip(paid, antes, strict=True)])
        start = Start(
            self.street, board, dead, tuple([p - b for p, b in zip(paid, self.bets, strict=True)]), self.bets,
            self.live, self.raises, self.last_raise, self.level, self.waiting, self.acted,
            None if self.is_over else self.actor,
        )  # fmt: skip
        return replace(game, stacks=stacks, antes=(0,) * game.players, dead_antes=False, start=start)

    @property
    def is_over(self) -> bool:
        """Whether no more wagers will be made."""
        return self.actor < 0

    @property
    def pot(self) -> int:
        """All chips in the middle, antes and this street's bets included."""
        game = self.game
        return sum(game.stacks) - sum(self.stacks) + (game.start.dead if game.start else 0)

    @property
    def paid(self) -> tuple[int, ...]:
        """What each seat has put in over the whole hand, antes included."""
        return tuple([before - now for before, now in zip(self.game.stacks, self.stacks, strict=True)])

    @property
    def to_call(self) -> int:
        """What a call costs the actor: 0 for a check, never more than the stack."""
        seat = self.actor
        if seat < 0:
            return 0
        owed, stack = self.level - self.bets[seat], self.stacks[seat]
        if self.street == 0 and self.raises == 0 and self.level > max(self.bets):
            # No one could post the largest blind in full: no need to pay more than anyone could match.
            owed = max(min(self.level, self._most_of_others(seat)) - self.bets[seat], 0)
        return owed if owed < stack else stack

    @property
    def legal(self) -> Legal:
        """What the actor may do (nothing if the betting is over)."""
        seat = self.actor
        if seat < 0:
            return _NOTHING
        to_call = self.to_call
        if not self._may_raise(seat):
            return Legal(to_call > 0, to_call, 0, 0)
        game, bet, level = self.game, self.bets[seat], self.level
        whole = bet + self.stacks[seat]
        least = level + self.last_raise
        if game.limit is Limit.NONE:
            most = whole
        elif game.limit is Limit.FIXED:
            most = least
        else:
            most = max(least, level + self.pot + level - bet)
        return Legal(to_call > 0, to_call, min(least, whole), min(most, whole))

    def act(self, action: Action) -> "Betting":
        """The wagers after the actor's action; raises `IllegalActionError` if it is not legal."""
        seat, kind = self.actor, action.kind
        if seat < 0:
            raise IllegalActionError(f"'{action}' is not legal: the betting is over")
        played = (*self.history, Played(self.street, seat, action))
        bit = 1 << seat
        if kind is Kind.CALL:
            return self._call(seat, bit, played)
        if kind is Kind.FOLD:
            if self.to_call == 0:
                raise self._illegal(action)
            live, able, waiting = self.live & ~bit, self.able & ~bit, self.waiting & ~bit
            after = Betting(
                self.game, self.street, seat, self.level, self.last_raise, self.raises, self.bets,
                self.stacks, live, able, waiting, self.acted | bit, played,
            )  # fmt: skip
            return after._next()
        legal = self.legal
        if not 0 < legal.min_raise <= action.to <= legal.max_raise:
            raise self._illegal(action)
        return self._raise(seat, bit, action.to, played)

    def without_history(self) -> "Betting":
        """The same wagers, forgetting how they came about: long lines of play cost nothing to go on from."""
        return Betting(
            self.game, self.street, self.actor, self.level, self.last_raise, self.raises, self.bets, self.stacks,
            self.live, self.able, self.waiting, self.acted, (),
        )  # fmt: skip

    def _call(self, seat: int, bit: int, played: tuple[Played, ...]) -> "Betting":
        paid, able = self.to_call, self.able
        bets, stacks = self.bets, self.stacks
        if paid:
            bets = (*bets[:seat], bets[seat] + paid, *bets[seat + 1 :])
            left = stacks[seat] - paid
            stacks = (*stacks[:seat], left, *stacks[seat + 1 :])
            if not left:
                able &= ~bit
        after = Betting(
            self.game, self.street, seat, self.level, self.last_raise, self.raises, bets, stacks,
            self.live, able, self.waiting & ~bit, self.acted | bit, played,
        )  # fmt: skip
        return after._next()

    def _raise(self, seat: int, bit: int, to: int, played: tuple[Played, ...]) -> "Betting":
        level, last_raise, able = self.level, self.last_raise, self.able
        bets, stacks = self.bets, self.stacks
        left = stacks[seat] - (to - bets[seat])
        bets = (*bets[:seat], to, *bets[seat + 1 :])
        stacks = (*stacks[:seat], left, *stacks[seat + 1 :])
        if not left:
            able &= ~bit
        if self.game.any_all_in_reopens:
            last_raise = max(level + last_raise - to, to - level)
        else:
            last_raise = max(last_raise, to - level)
        after = Betting(
            self.game, self.street, seat, to, last_raise, self.raises + 1, bets, stacks,
            self.live, able, able & ~bit, self.acted | bit, played,
        )  # fmt: skip
        return after._next()

    def _next(self) -> "Betting":
        """The same with the next actor, on the next street if this one's betting is closed."""
        live, waiting = self.live, self.waiting
        if live & (live - 1) == 0:
            return self._replace_actor(NOBODY)
        if waiting:
            return self._replace_actor(_seat_from(waiting, self.actor + 1))
        able = self.able
        street, game = self.street + 1, self.game
        if able & (able - 1) == 0 or street == game.streets:
            return self._replace_actor(NOBODY)
        actor = _seat_from(able, game.first_to_act[street])
        nothing = (0,) * len(self.bets)
        return Betting(
            game, street, actor, 0, game.bets[street], 0, nothing, self.stacks, live, able, able, 0, self.history
        )

    def _replace_actor(self, actor: int) -> "Betting":
        # Only ever called on an object this module has just made and not yet handed out.
        object.__setattr__(self, "actor", actor)
        return self

    def _first_actor(self) -> "Betting":
        return self._replace_actor(_seat_from(self.waiting, self.game.first_to_act[0]))

    def _may_raise(self, seat: int) -> bool:
        """Whether a raise is open to the seat: cap, chips, someone to raise, and the short all-in rule."""
        cap = self.game.raise_caps[self.street]
        if cap is not None and self.raises >= cap:
            return False
        faced = self.level - self.bets[seat]
        if self.stacks[seat] <= faced:
            return False
        others = self.able & ~(1 << seat)
        if self.game.any_all_in_reopens:
            return others != 0
        if self.acted >> seat & 1 and faced < self.last_raise:
            return False  # what came since this seat acted is less than a full raise
        while others:  # is there anyone who could put in more than the present bet?
            other = (others & -others).bit_length() - 1
            if self.bets[other] + self.stacks[other] > self.level:
                return True
            others &= others - 1
        return False

    def _most_of_others(self, seat: int) -> int:
        """The largest bet on this street that another live seat has or can make."""
        live = self.live
        most = 0
        for other, bet in enumerate(self.bets):
            if other != seat and live >> other & 1:
                whole = bet + self.stacks[other]
                if whole > most:
                    most = whole
        return most

    def _illegal(self, action: Action) -> IllegalActionError:
        return IllegalActionError(f"'{action}' is not legal for seat {self.actor}: {self.legal}")


_NOTHING = Legal(False, 0, 0, 0)


def _seat_from(seats: int, start: int) -> int:
    """The first seat of a non-empty set at or after `start`, going round."""
    later = seats >> start
    if later:
        return start + (later & -later).bit_length() - 1
    return (seats & -seats).bit_length() - 1


def _waiting_at_start(bets: tuple[int, ...], stacks: tuple[int, ...]) -> int:
    """The seats that have a decision after the blinds; not one that alone has chips and covers all."""
    wholes = [bet + stack for bet, stack in zip(bets, stacks, strict=True)]
    waiting = 0
    for seat, stack in enumerate(stacks):
        others = max(whole for other, whole in enumerate(wholes) if other != seat)
        if stack and bets[seat] < others:
            waiting |= 1 << seat
    alone = waiting & (waiting - 1) == 0
    if alone and waiting and bets[waiting.bit_length() - 1] >= max(bets):
        return 0
    return waiting
