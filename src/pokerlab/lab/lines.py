"""What happened in a hand, as estimators read it: deals and decisions one after the other, for any private hands.

    line = line_of(state, policies)
    held = Holdings.of_hand(state, prior, open_seats={1})      # all that seat 1 might have held instead

A line is public: cards of the board and actions, with what agents played from where that is known. Private hands are
rows of `Holdings`, so that one line is judged with every hand that somebody might have held at once.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations
from threading import local
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._streams import WHOLE
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.unseen import all_seen
from pokerlab.errors import LabError
from pokerlab.games.action import Action
from pokerlab.games.betting import Betting
from pokerlab.games.hands import hand_number, private_hands
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.lab.policy_log import LoggedPolicy
from pokerlab.table.deals import Dealer, FromRanges

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Board = tuple[int, ...]

MOST_HOLDINGS = 2_000_000
"""More hands at once are refused."""
MOST_SHARED = 2_000
"""Of no more hands than that, what is found out about them is kept for the next judge."""


@dataclass(frozen=True)
class Dealt:
    """Cards of the board come: `board` before, `cards`. The betting is that of the street they belong to, or over."""

    betting: Betting
    board: Board
    cards: Board

    @property
    def after(self) -> Board:
        """The board with them."""
        return (*self.board, *self.cards)


@dataclass(frozen=True)
class Acted:
    """A seat acts. `chances`: float64 [action, hand], what it played from; None where that is not known. `afters`: the
    wagers after each action, if they are at hand."""

    betting: Betting
    board: Board
    actions: tuple[Action, ...]
    taken: int
    chances: Floats | None
    afters: tuple[Betting, ...] = ()

    @property
    def seat(self) -> int:
        """Who acts."""
        return self.betting.actor

    @cached_property
    def after(self) -> Betting:
        """The wagers after what was done."""
        return self.after_action(self.taken)

    def after_action(self, action: int) -> Betting:
        """The wagers after any of its actions."""
        return self.afters[action] if self.afters else self.betting.act(self.actions[action])

    def likely(self, held: "Holdings") -> Floats:
        """float64 [holding]: how likely the action was with each hand of the seat."""
        return self.of_action(self.taken, held)

    def of_action(self, action: int, held: "Holdings") -> Floats:
        """The same of any of its actions."""
        if self.chances is None:
            raise LabError(f"what seat {self.seat} played from was not logged")
        return np.asarray(self.chances[action, held.hands[:, self.seat]])


@dataclass(frozen=True)
class HandLine:
    """Steps of a hand up to `end`, where the betting is over, with the `board` as far as it was dealt."""

    game: Game
    steps: tuple[Dealt | Acted, ...]
    end: Betting
    board: Board

    @property
    def start(self) -> Board:
        """The board before anything is dealt."""
        return self.game.start.board if self.game.start else ()

    @property
    def decisions(self) -> list[Acted]:
        """Those in which somebody acts."""
        return [step for step in self.steps if isinstance(step, Acted)]

    def ended_by(self, place: int, action: int) -> "HandLine":
        """The line that another action at a step, one that ends the betting, would have made; no more cards come."""
        step = self.steps[place]
        assert isinstance(step, Acted)
        other = replace(step, taken=action)
        return HandLine(self.game, (*self.steps[:place], other), other.after, step.board)


@dataclass(frozen=True, eq=False)
class Holdings:
    """Private hands that may be held together, row by row.

    - `hands`: int64 [holding, seat], numbers of `games.hands`; rows share no card
    - `prior`: float64 [holding], how likely they are dealt (any scale)
    - `unseen`: seats that may hold anything: their hands have no meaning, and no card is gone for them
    """

    game: Game
    hands: Whole
    prior: Floats
    kept: dict[tuple[object, ...], Any] = field(default_factory=dict, repr=False)
    """What was found out about these holdings."""
    unseen: tuple[int, ...] = ()

    @classmethod
    def of_hand(
        cls, state: State, priors: "Priors", changed: Collection[int], unseen: Collection[int] = ()
    ) -> "Holdings":
        """The hands that were dealt, with every other one that the seats `changed` might have had instead."""
        game = state.game
        check_fitting(game)
        fixed = {
            seat: hand_number(game, hand)
            for seat, hand in enumerate(state.private)
            if seat not in changed and seat not in unseen
        }
        return priors.holdings(fixed, unseen)

    @cached_property
    def masks(self) -> npt.NDArray[np.uint64]:
        """uint64 [holding]: all their cards."""
        seats = [seat for seat in range(self.game.players) if seat not in self.unseen]
        return np.asarray(np.bitwise_or.reduce(hand_masks(self.game)[self.hands[:, seats]], axis=1))

    def apart(self, cards: Board) -> npt.NDArray[np.bool_]:
        """bool [holding]: whether none of the cards is held."""
        gone = np.bitwise_or.reduce(CARD_MASKS[list(cards)]) if cards else np.uint64(0)
        return np.asarray((self.masks & gone) == 0)

    def groups(self, fixed: Sequence[int]) -> Whole:
        """int64 [holding]: a number for what the seats `fixed` hold, from 0 on."""
        if not fixed:
            return np.zeros(len(self.hands), np.int64)
        key = ("groups", *fixed)
        if key not in self.kept:
            _, found = np.unique(self.hands[:, list(fixed)], axis=0, return_inverse=True)
            self.kept[key] = np.asarray(found.ravel(), np.int64)
        return np.asarray(self.kept[key])

    def __len__(self) -> int:
        return len(self.hands)


@dataclass(frozen=True, eq=False)
class Priors:
    """How private hands are dealt: `weights` [seat] float64 [hand], None for any cards of the deck alike."""

    game: Game
    weights: tuple[Floats, ...] | None = None

    @classmethod
    def of(cls, game: Game, dealer: Dealer | None = None) -> "Priors":
        """As a dealer deals them: the same object for the same game and dealer, so that judges share what they find."""
        return _shared_priors(game, dealer if isinstance(dealer, FromRanges) else None)

    def holdings(self, fixed: dict[int, int] | None = None, unseen: Collection[int] = ()) -> Holdings:
        """All that can be dealt, where some seats hold what they do, and nothing is said of those `unseen`; a
        `LabError` if that is too much. Of few hands the same object for the same ones."""
        fixed, hidden = fixed or {}, tuple(sorted(unseen))
        if hidden and self.weights:
            raise LabError(f"{self.game.name}: hidden cards are judged where any cards are dealt alike")
        changed = [seat for seat in range(self.game.players) if seat not in fixed and seat not in hidden]
        if self.count(changed) <= MOST_SHARED:
            return _shared_holdings(self, tuple(fixed.items()), hidden)
        return self._holdings(fixed, hidden)

    def _holdings(self, fixed: dict[int, int], unseen: tuple[int, ...]) -> Holdings:
        masks, board = hand_masks(self.game), self.game.start.board if self.game.start else ()
        gone = np.bitwise_or.reduce(CARD_MASKS[list(board)]) if board else np.uint64(0)
        rows, used, chance = np.zeros((1, 0), np.int64), np.array([gone], np.uint64), np.ones(1)
        for seat in range(self.game.players):
            if seat in unseen:
                rows = np.concatenate([rows, np.zeros((len(rows), 1), np.int64)], axis=1)
                continue
            dealt = self.weights[seat] if self.weights else np.ones(len(masks))
            own = np.array([fixed[seat]]) if seat in fixed else np.flatnonzero(dealt > 0)
            if len(rows) * len(own) > MOST_HOLDINGS:
                raise LabError(f"{self.game.name}: too many private hands for all of them at once")
            row, hand = (part.ravel() for part in np.indices((len(rows), len(own))))
            free = (used[row] & masks[own[hand]]) == 0
            row, hand = row[free], own[hand[free]]
            rows = np.concatenate([rows[row], hand[:, None]], axis=1)
            used, chance = used[row] | masks[hand], chance[row] * dealt[hand]
        if not chance.sum() > 0:
            raise LabError("the private hands of this deal cannot be dealt")
        return Holdings(self.game, rows, chance, unseen=unseen)

    def count(self, seats: Sequence[int] | None = None) -> int:
        """No fewer than all that can be dealt, to some seats or to all."""
        found = 1
        for seat in range(self.game.players) if seats is None else seats:
            found *= int((self.weights[seat] > 0).sum()) if self.weights else len(private_hands(self.game))
        return found


@lru_cache(maxsize=8)
def _shared_priors(game: Game, dealer: FromRanges | None) -> Priors:
    check_fitting(game)
    return Priors(game, tuple(dealer.weights) if dealer else None)


@lru_cache(maxsize=64)
def _shared_holdings(priors: Priors, fixed: tuple[tuple[int, int], ...], unseen: tuple[int, ...]) -> Holdings:
    return priors._holdings(dict(fixed), unseen)


def line_of(state: State, policies: Sequence[LoggedPolicy | None] = ()) -> HandLine:
    """The line of a hand that is over; `policies`: by decision what its agent played from, where known. Judges ask for
    the same hand one after the other: the last answer is kept."""
    last: tuple[State, object, HandLine] | None = getattr(_LAST, "line", None)
    if last is None or last[0] is not state or last[1] is not policies:
        _LAST.line = last = state, policies, _line_of(state, policies)
    return last[2]


_LAST = local()
"""By thread."""


def _line_of(state: State, policies: Sequence[LoggedPolicy | None]) -> HandLine:
    game = state.game
    check_fitting(game)
    if policies and len(policies) != len(state.history):
        raise LabError(f"{len(policies)} policies are logged of a hand with {len(state.history)} decisions")
    steps: list[Dealt | Acted] = []
    betting, board = opening(game), game.start.board if game.start else ()

    def deal(street: int) -> None:
        nonlocal board
        size = game.board_size(street)
        if len(board) < size:
            steps.append(Dealt(betting, board, state.board[len(board) : size]))
            board = state.board[:size]

    for place, played in enumerate(state.history):
        deal(betting.street)
        policy = policies[place] if policies else None
        if policy is None:
            steps.append(Acted(betting, board, (played.action,), 0, None))
        else:
            if played.action not in policy.actions:
                raise LabError(f"decision {place + 1}: '{played.action}' was played, which the logged chances lack")
            chances = policy.parts / WHOLE
            if np.abs(chances.sum(axis=0) - 1).max() > 1e-9:
                raise LabError(f"decision {place + 1}: the logged chances do not add up")
            steps.append(Acted(betting, board, policy.actions, policy.actions.index(played.action), chances))
        betting = betting.act(played.action)
    if betting.live & (betting.live - 1):
        for street in range(betting.street, game.streets):
            deal(street)
    return HandLine(game, tuple(steps), betting, board)


@lru_cache(maxsize=16)
def opening(game: Game) -> Betting:
    """The wagers before the first decision of a game."""
    return Betting.start(game)


def check_fitting(game: Game) -> None:
    """A `LabError` unless all private cards are dealt before the first decision."""
    first = game.first_street
    if sum(game.private_cards[: first + 1]) != sum(game.private_cards):
        raise LabError(f"{game.name}: only games whose private cards come first can be judged so")


def is_seen(state: State) -> bool:
    """Whether all private cards are known."""
    return all(all_seen(hand) and hand for hand in state.private)


def next_boards(game: Game, board: Board, count: int) -> list[Board]:
    """All sets of so many cards that may come next, whatever is held."""
    return list(combinations([card for card in sorted(game.deck) if card not in board], count))


@lru_cache(maxsize=16)
def hand_masks(game: Game) -> npt.NDArray[np.uint64]:
    """uint64 [hand]: the cards of every private hand."""
    hands = np.array(private_hands(game))
    return np.asarray(np.bitwise_or.reduce(CARD_MASKS[hands], axis=1))
