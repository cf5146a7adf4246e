"""One hand as it was played: seats, forced bets, cards, actions, results; and its replay by the rules.

A record keeps what its source says. Private cards that the source does not tell are `UNKNOWN`, and results are
worked out by replaying the hand, so that a source which states other results can be found out (`problems`).
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from pokerlab.cards.card import check_cards
from pokerlab.cards.unseen import UNKNOWN, check_dealt
from pokerlab.errors import GameError, IllegalActionError, RecordError, shorten
from pokerlab.games.action import Action
from pokerlab.games.betting import Played
from pokerlab.games.rules import Game
from pokerlab.games.state import State


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand. Everything per seat is in the game's seat order (seat 0 is left of the button).

    `game` has stacks, forced bets and limits in chips; one chip is worth `unit` of what the source counts in,
    so that cents and half chips are whole numbers here. `private` are the cards dealt to each seat, those not seen
    as `UNKNOWN`, `board` the common cards that were dealt, `actions` all actions in order. Of a game that begins in the
    middle of a hand (`Game.start`) the board has all cards, the actions are those from there on.

    `shown`: the seats that showed their cards at the end. `mucked`: those that came to a showdown and did
    not. `finishing`: the stacks after the hand in chips, if the source states them.

    `seat_numbers` are the places at a real table, `hero` is the seat from which the hand was seen, `info`
    holds whatever else a format knows (names as in PHH).
    """

    game: Game
    actions: tuple[Action, ...]
    private: tuple[tuple[int, ...], ...]
    board: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    shown: frozenset[int] = frozenset()
    mucked: frozenset[int] = frozenset()
    finishing: tuple[int, ...] | None = None
    unit: Decimal = Decimal(1)
    currency: str = ""
    hand_id: str = ""
    table: str = ""
    time: datetime | None = None
    seat_numbers: tuple[int, ...] = ()
    hero: int | None = None
    info: dict[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        _check_cards(self)
        players = self.game.players
        for what in ("names", "finishing", "seat_numbers"):
            values = getattr(self, what)
            if values and len(values) != players:
                raise RecordError(f"{len(values)} {what} for {players} players")
        for text in (*self.names, self.table, self.hand_id, self.currency):
            if text.isascii() and text.isprintable():
                continue  # as nearly all are
            if any(unicodedata.category(character) in _NO_TEXT for character in text):
                raise RecordError(f"'{shorten(text)}' has characters that are not of one line of text")

    @classmethod
    def of(cls, state: State, **facts: Any) -> "HandRecord":
        """The record of a hand as it stands in a state; `facts` are other fields, such as names."""
        shown = frozenset(
            seat for seat in range(state.game.players) if state.is_showdown and state.betting.live >> seat & 1
        )
        finishing = None
        if state.is_over and all(type(payoff) is int for payoff in state.payoffs):  # no parts of chips
            finishing = tuple(stack + payoff for stack, payoff in zip(state.game.stacks, state.payoffs, strict=True))
        actions = tuple(played.action for played in state.history)
        given = {"shown": shown, "finishing": finishing} | facts
        return cls(state.game, actions, state.private, state.board, **given)

    @property
    def players(self) -> tuple[str, ...]:
        """A name for every seat: as recorded, or `p1`, `p2`... where there is none."""
        names = self.names or ("",) * self.game.players
        return tuple(name or f"p{seat + 1}" for seat, name in enumerate(names))

    def final(self) -> State:
        """The state after the last action and card; raises `RecordError` if the hand breaks the rules."""
        state = State.start(self.game)
        for step in replay(self):
            state = step.state
        return state

    def payoffs(self) -> tuple[int, ...]:
        """What each seat won or lost, in chips, by the rules."""
        state = self.final()
        if not state.is_over:
            raise RecordError("the hand is not played to its end")
        try:
            return state.payoffs
        except GameError as error:
            raise RecordError(str(error)) from None

    def value(self, chips: int) -> Decimal:
        """Chips in what the source counts in."""
        return chips * self.unit


class ReplayStep(NamedTuple):
    """One step of a replay: an action, or cards (`played` is None), and the state after it."""

    played: Played | None
    cards: tuple[int, ...]
    state: State


def replay(record: HandRecord) -> Iterator[ReplayStep]:
    """The hand step by step. It ends early if the record does: no more actions, or no more board."""
    state = State.start(record.game)
    taken = 0
    while not state.is_over:
        if due := state.cards_due:
            cards = _cards_of_street(record, state)
            if len(cards) < due:
                if taken < len(record.actions):
                    raise RecordError(
                        f"action {taken + 1} ('{record.actions[taken]}') comes before cards that are missing"
                    )
                return
            try:
                state = state.deal(cards)
            except GameError as error:
                raise RecordError(str(error)) from None
            yield ReplayStep(None, cards, state)
            continue
        if taken == len(record.actions):
            return
        action = record.actions[taken]
        taken += 1
        before = state.betting
        try:
            state = state.act(action)
        except IllegalActionError as error:
            raise RecordError(f"action {taken}: {error}") from None
        yield ReplayStep(Played(before.street, before.actor, action), (), state)
    if taken < len(record.actions):
        raise RecordError(f"action {taken + 1} ('{record.actions[taken]}') comes after the end of the hand")


def problems(record: HandRecord) -> list[str]:
    """What is wrong with a hand that can be read: it breaks the rules, or states results they do not give."""
    try:
        state = record.final()
        if not state.is_over:
            return [] if record.finishing is None else ["results are stated, but the hand is not played to its end"]
        payoffs = record.payoffs()
    except RecordError as error:
        return [str(error)]
    if record.finishing is None:
        return []
    found = []
    for seat, (stack, payoff, stated) in enumerate(zip(record.game.stacks, payoffs, record.finishing, strict=True)):
        if stack + payoff != stated:
            found.append(
                f"{record.players[seat]} finishes with {record.value(stack + payoff)} by the rules,"
                f" but with {record.value(stated)} as stated"
            )
    return found


def unknown_hands(game: Game) -> tuple[tuple[int, ...], ...]:
    """Private cards of which nothing is known."""
    return ((UNKNOWN,) * sum(game.private_cards),) * game.players


_NO_TEXT = ("Cc", "Cs", "Zl", "Zp")
"""Categories of characters that no name has: control characters, halves of characters, line ends."""


def _check_cards(record: HandRecord) -> None:
    """All cards are cards, or unseen ones in private hands; whether they can be dealt together is for the replay."""
    game = record.game
    if len(record.private) != game.players:
        raise RecordError(f"{len(record.private)} private hands for {game.players} players")
    most = sum(game.private_cards)
    for seat, hand in enumerate(record.private):
        if len(check_dealt(hand, what=f"the hand of seat {seat}")) > most:
            raise RecordError(f"seat {seat} has {len(hand)} private cards, {game.name} deals {most}")
    check_cards(record.board, at_most=sum(game.board_cards), what="board")


def _cards_of_street(record: HandRecord, state: State) -> tuple[int, ...]:
    """The cards that the record has for the street to be dealt, in the order `State.deal` takes them."""
    private, common = record.game.cards_before(state.dealt)
    cards: list[int] = []
    for seat, hand in enumerate(record.private):
        if private and state.betting.live >> seat & 1:
            had = len(state.private[seat])
            cards += hand[had : had + private]
    position = len(state.board)
    return (*cards, *record.board[position : position + common])


def check_whole(record: HandRecord, form: str) -> None:
    """A `RecordError` if the hand begins in the middle of one, which a format cannot say."""
    if record.game.start:
        raise RecordError(f"{record.game.name} begins in the middle of a hand, which {form} cannot say (ACPC can)")
