"""Guesses of what a hand in play is worth, which estimators take luck out with: any guess keeps the mean.

    u = PotShare()                          # both call from here on: the share of the pot by equity
    u = PolicyValues([strategy, strategy])  # both follow policies from here on, exactly
    u.values(betting, board, held)          # float64 [holding, seat], chips

A guess is fixed before the hands are seen that it judges. `None` says that a value would cost too much here: the term
that needs it is left out, which depends on what everybody sees alone, and so keeps the mean too.
"""

import zlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import LabError
from pokerlab.games.action import CALL
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.view import Public
from pokerlab.lab.endings import end_values, mean_values
from pokerlab.lab.lines import Board, Floats, Holdings, Priors, next_boards

MOST_STARTS = 400_000
"""Deals of private hands whose mean is taken one by one."""
MOST_CELLS = 4_000_000
"""Private hands times next cards of one mean."""
MOST_BOARDS = 60
"""Boards of a street for which policies are followed: a turn, a river, and all of small games."""
SMALL = 30_000
"""Deals of private hands of a game whose values are found for all of them at once."""
MOST_KEPT = 30_000_000
"""Values that are kept."""


class ValueFunction(ABC):
    """A guess u of what each seat wins. `name`, and for reports where it came from (`origin`)."""

    name: str = ""
    origin: str = ""

    @abstractmethod
    def values(self, betting: Betting, board: Board, held: Holdings) -> Floats | None:
        """float64 [holding, seat]: chips, with these wagers and this board; its cards may still be due."""

    def before_deal(self, betting: Betting, board: Board, count: int, held: Holdings) -> Floats | None:
        """The mean of `values` over the `count` cards that come next on the board."""
        cards = next_boards(held.game, board, count)
        if len(cards) * len(held) > MOST_CELLS:
            return None
        total, met = np.zeros((len(held), held.game.players)), np.zeros(len(held))
        for some in cards:
            found = self.values(betting, (*board, *some), held)
            if found is None:
                return None
            is_free = held.apart(some)
            total += np.where(is_free[:, None], found, 0)
            met += is_free
        return np.divide(total, met[:, None], out=np.zeros_like(total), where=met[:, None] > 0)

    def begin(self, priors: Priors) -> None:  # noqa: B027 (most need not know)
        """Private hands are dealt so."""

    def at_start(self, priors: Priors) -> Floats | None:
        """float64 [seat]: the mean of `values` when private hands have been dealt."""
        if priors.count() > MOST_STARTS:
            return None
        held, game = priors.holdings(), priors.game
        found = self.values(Betting.start(game), game.start.board if game.start else (), held)
        return None if found is None else np.asarray(held.prior @ found / held.prior.sum())


class Zero(ValueFunction):
    """Nothing is worth anything: no luck is taken out."""

    name = "zero"
    origin = "zero (no luck is taken out)"

    def values(self, betting: Betting, board: Board, held: Holdings) -> Floats:
        """Zeros."""
        return np.zeros((len(held), held.game.players))

    def before_deal(self, betting: Betting, board: Board, count: int, held: Holdings) -> Floats:
        """Zeros."""
        return self.values(betting, board, held)

    def at_start(self, priors: Priors) -> Floats:
        """Zeros."""
        return np.zeros(priors.game.players)


class RandomValues(ValueFunction):
    """Random numbers between -1 and 1 big blind, the same for the same hand: for tests of estimators."""

    origin = "random numbers"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.name = f"random numbers (seed {seed})"
        self._grids: dict[tuple[object, ...], Floats] = {}

    def values(self, betting: Betting, board: Board, held: Holdings) -> Floats | None:
        """By what happened and what is held."""
        game = held.game
        if held.unseen:
            return None
        key = (betting.history, tuple(sorted(board)))
        if key not in self._grids:
            hands = len(private_hands(game))
            if hands**game.players > MOST_STARTS:
                raise LabError(f"{game.name}: random values are for small games")
            seed = zlib.crc32(repr((self.seed, [str(p) for p in betting.history], key[1])).encode())
            shape = (*[hands] * game.players, game.players)
            self._grids[key] = np.random.default_rng(seed).uniform(-game.big_blind, game.big_blind, shape)
        return np.asarray(self._grids[key][tuple(held.hands.T)])


class Martingale(ValueFunction):
    """A guess that is itself the mean of what comes: before cards are dealt it is worth what it is after them."""

    def before_deal(self, betting: Betting, board: Board, count: int, held: Holdings) -> Floats | None:
        """The same number."""
        return self.values(betting, board, held)


class PotShare(Martingale):
    """Everybody only calls from here on: what the pot is then, by equity."""

    name = "always-call"
    origin = "always-call (the pot by equity, over all boards)"

    def values(self, betting: Betting, board: Board, held: Holdings) -> Floats | None:
        """Over all cards to come."""
        return mean_values(called_down(betting), board, held)

    def at_start(self, priors: Priors) -> Floats | None:
        """Where every seat is dealt alike, each wins its share of every pot by symmetry; else all deals are listed."""
        game = priors.game
        if priors.weights is not None or game.rake:
            return super().at_start(priors)
        from pokerlab.games.pots import settle

        betting = called_down(Betting.start(game))
        if any(amount % len(seats) for amount, seats in settle(game, betting.paid, betting.live).pots):
            return super().at_start(priors)  # odd chips are not shared alike
        found = -np.array(betting.paid, np.float64)
        settled = settle(game, betting.paid, betting.live)
        for amount, seats in settled.pots:
            found[list(seats)] += amount / len(seats)
        if settled.uncalled:
            found[settled.uncalled_seat] += settled.uncalled
        return found


class PlaysOpen(Protocol):
    """Whoever says what it does with every hand."""

    def chances(self, public: Public) -> Chances:
        """See `equilibrium.policy`."""
        ...


class PolicyValues(Martingale):
    """All seats follow policies from here on: exact values, over all actions and cards.

    Of small games everything is gone through once; elsewhere as far as few cards are to come (a turn, a river).
    """

    def __init__(self, policies: Sequence[PlaysOpen], name: str = "policies") -> None:
        self.policies, self.name = policies, name
        self._known: dict[tuple[object, ...], Floats | None] = {}
        self._every: tuple[Holdings, npt.NDArray[np.int64]] | None = None

    def begin(self, priors: Priors) -> None:
        """If few private hands can be dealt, values are found for all of them at once, and kept."""
        hands, players = len(private_hands(priors.game)), priors.game.players
        self._known.clear()
        self._every = None
        if priors.count() <= SMALL and hands**players <= MOST_CELLS:
            every = priors.holdings()
            places = np.full((hands,) * players, -1, np.int64)
            places[tuple(every.hands.T)] = np.arange(len(every))
            self._every = every, places

    def values(self, betting: Betting, board: Board, held: Holdings) -> Floats | None:
        """Over all actions and cards to come; where hands are unseen, there are none."""
        if held.unseen:
            return None
        if self._every is None or self._every[0].game != held.game:
            return self._follow(betting, board, held, keep=False)
        every, places = self._every
        found = self._follow(betting, board, every, keep=True)
        return None if found is None else np.asarray(found[places[tuple(held.hands.T)]])

    def _follow(self, betting: Betting, board: Board, held: Holdings, *, keep: bool) -> Floats | None:
        key = (betting.history, betting.street, board)
        if keep and key in self._known:
            return self._known[key]
        found = self._value(betting, board, held, keep=keep)
        if keep:
            if len(self._known) * len(held) > MOST_KEPT:
                self._known.clear()
            self._known[key] = found
        return found

    def _value(self, betting: Betting, board: Board, held: Holdings, *, keep: bool) -> Floats | None:
        game = held.game
        is_contested = bool(betting.live & (betting.live - 1))
        due = game.board_size(betting.street if betting.actor >= 0 else game.streets - 1) - len(board)
        if betting.actor < 0 and (not is_contested or not due):
            return end_values(betting, board, held)
        if due > 0:
            if betting.actor < 0:
                return mean_values(betting, board, held)
            return self._mean(betting, board, due, held, keep=keep)
        chances = said(self.policies[betting.actor], betting, board)
        total = np.zeros((len(held), game.players))
        for action, of_hands in zip(chances.actions, chances.table, strict=True):
            weight = of_hands[held.hands[:, betting.actor]]
            if weight.any():
                after = self._follow(betting.act(action), board, held, keep=keep)
                if after is None:
                    return None
                total += weight[:, None] * after
        return total

    def _mean(self, betting: Betting, board: Board, due: int, held: Holdings, *, keep: bool) -> Floats | None:
        cards = next_boards(held.game, board, due)
        if len(cards) > MOST_BOARDS:
            return None
        total, met = np.zeros((len(held), held.game.players)), np.zeros(len(held))
        for some in cards:
            found = self._follow(betting, (*board, *some), held, keep=keep)
            if found is None:
                return None
            is_free = held.apart(some)
            total += np.where(is_free[:, None], found, 0)
            met += is_free
        return np.divide(total, met[:, None], out=np.zeros_like(total), where=met[:, None] > 0)


class EndgameValues(ValueFunction):
    """On the last street, once somebody has acted there, what it is worth if all follow policies; else always-call.
    Of large games as well: no cards are to come. Deals have their means by always-call, actions of the last street by
    the policies: each keeps the mean for itself."""

    def __init__(self, policies: Sequence[PlaysOpen], name: str = "policies") -> None:
        self.name = f"endgame:{name}"
        self._policies, self._share = PolicyValues(policies, name), PotShare()

    def values(self, betting: Betting, board: Board, held: Holdings) -> Floats | None:
        """By the policies after an action of the last street."""
        last = held.game.streets - 1
        is_last = bool(betting.history) and betting.history[-1].street == last
        return (self._policies if is_last else self._share).values(betting, board, held)

    def before_deal(self, betting: Betting, board: Board, count: int, held: Holdings) -> Floats | None:
        """By always-call, as is what comes of the deal."""
        return self._share.before_deal(betting, board, count, held)

    def begin(self, priors: Priors) -> None:
        """It is told."""
        self._policies.begin(priors)

    def at_start(self, priors: Priors) -> Floats | None:
        """By always-call, as are private hands before the first action."""
        return self._share.at_start(priors)


def said(policy: PlaysOpen, betting: Betting, board: Board) -> Chances:
    """What a policy does, for every hand: float64 [action, hand] that adds up to 1; a hand of which it says nothing
    plays all actions alike."""
    actions, table = policy.chances(Public(betting, board))
    wide = table.astype(np.float64)
    total = wide.sum(axis=0)
    even = np.full_like(wide, 1 / len(actions))
    return Chances(actions, np.divide(wide, total, out=even, where=total > 0))


def called_down(betting: Betting) -> Betting:
    """The wagers if everybody only checks and calls from here on."""
    while betting.actor >= 0:
        betting = betting.act(CALL)
    return betting


class Remembered(ValueFunction):
    """Another guess, whose answers about the same holdings are kept: where all lines of a game are gone through. So is
    what estimators make of the beginnings of lines, which share their steps (see `exact_judges.every_line`)."""

    def __init__(self, inner: ValueFunction) -> None:
        self.inner, self.name, self.origin = inner, inner.name, inner.origin
        self._known: dict[tuple[object, ...], Floats | None] = {}
        self._begun: dict[tuple[object, ...], tuple[object, Floats, Floats]] = {}
        self._held: Holdings | None = None

    def values(self, betting: Betting, board: Board, held: Holdings) -> Floats | None:
        """Asked once."""
        self._turn_to(held)
        key = ("values", betting.history, betting.street, board)
        if key not in self._known:
            self._known[key] = self.inner.values(betting, board, held)
        return self._known[key]

    def before_deal(self, betting: Betting, board: Board, count: int, held: Holdings) -> Floats | None:
        """Asked once."""
        self._turn_to(held)
        key = ("deal", betting.history, board, count)
        if key not in self._known:
            self._known[key] = self.inner.before_deal(betting, board, count, held)
        return self._known[key]

    def begin(self, priors: Priors) -> None:
        """It is told."""
        self.inner.begin(priors)

    def at_start(self, priors: Priors) -> Floats | None:
        """As it says."""
        return self.inner.at_start(priors)

    def begun(
        self, way: tuple[object, ...], steps: Sequence[object], held: Holdings
    ) -> tuple[Floats, Floats, int] | None:
        """What is kept of the longest beginning of a line that is known: terms and weights after so many steps."""
        self._turn_to(held)
        for done in range(len(steps), 0, -1):
            found = self._begun.get((*way, id(steps[done - 1])))
            if found is not None:
                return found[1], found[2], done
        return None

    def keep_begun(self, way: tuple[object, ...], step: object, terms: Floats, weights: Floats) -> None:
        """What an estimator makes of a line up to a step, which is kept itself so that no other has its number."""
        self._begun[(*way, id(step))] = step, terms, weights

    def _turn_to(self, held: Holdings) -> None:
        if held is not self._held:
            self._known.clear()
            self._begun.clear()
            self._held = held
