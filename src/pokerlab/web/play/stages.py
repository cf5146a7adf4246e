"""A hand as it is told to a page, step by step, from what a seat sees of it and nothing else.

`HandTeller` is given one `View` after the other and makes steps of them: what happened, the lines of the log, and the
`Stage` that is drawn. Where all are all-in the rules go to the end at once; the page is shown the hands first, then
the board street by street, as at a table. Seats are those of the table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pokerlab.cards.card import format_card, format_cards
from pokerlab.cards.evaluator import describe, evaluate
from pokerlab.cards.handnames import describe_pocket, without_kickers
from pokerlab.games.betting import Betting, Played
from pokerlab.games.positions import seat_positions
from pokerlab.games.pots import settle
from pokerlab.games.state import State
from pokerlab.games.view import View
from pokerlab.records.narration import action_words

STREETS = ("Pre-flop", "Flop", "Turn", "River")
FACE_DOWN = "??"


class DealtHand(Protocol):
    """Where the seats of a hand are at the table: what a tournament's and a cash table's hand have in common."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The table's seat of each seat of the game."""
        ...

    @property
    def button(self) -> int:
        """A seat of the table, which may be empty."""
        ...

    @property
    def small_blind(self) -> int:
        """A seat of the table, which may be empty."""
        ...

    @property
    def big_blind(self) -> int:
        """A seat of the table."""
        ...


@dataclass(frozen=True)
class SeatStage:
    """A seat in the hand, as it is drawn."""

    state: str
    cards: tuple[str, ...]
    hand: str
    stack: int
    bet: int
    won: int
    last: str
    position: str


@dataclass(frozen=True)
class Stage:
    """A moment of a hand; `seats`: by seat of the table, of those who were dealt in."""

    street: int
    seats: dict[int, SeatStage]
    board: tuple[str, ...]
    pot: int
    pots: tuple[tuple[int, tuple[int, ...]], ...]
    actor: int | None
    hero_hand: str
    is_over: bool


@dataclass(frozen=True)
class Step:
    """Something that happened; `what` is a kind of event, `seat` of the table."""

    what: str
    seat: int | None
    lines: tuple[str, ...]
    stage: Stage


class HandTeller:
    """Tells a hand. `names`: by seat of the table; `first`: the first line of the log."""

    def __init__(self, dealt: DealtHand, names: Sequence[str], first: str) -> None:
        self._seats, self._first = dealt.seats, first
        self._names = [names[seat] for seat in dealt.seats]
        self._positions = seat_positions(len(dealt.seats))
        self._before: View | None = None
        self._last: dict[int, str] = {}

    def tell(self, view: View) -> Iterator[Step]:
        """What happened since the last view."""
        before, self._before = self._before, view
        if before is None:
            yield from self._deal(view)
            if view.is_over or len(view.board):
                yield from self._after(replace(view, board=(), shown=_nothing(view), is_over=False), view)
            return
        played = view.betting.history[-1]
        words = action_words(before.betting, played, view.betting)
        self._last[played.seat] = words
        moment = replace(view, board=before.board, shown=_nothing(view), is_over=False)
        bets = _bets_after(before.betting, view.betting)
        stage = self._stage(moment, bets=bets, street=before.betting.street)
        yield Step("act", self._seats[played.seat], (f"{self._names[played.seat]} {words}",), stage)
        if view.is_over or len(view.board) > len(before.board):
            yield from self._after(moment, view, played)

    def _deal(self, view: View) -> Iterator[Step]:
        betting, game = view.betting, view.game
        lines = [self._first]
        for seat, name in enumerate(self._names):
            if ante := min(game.antes[seat], game.stacks[seat]):
                lines.append(f"{name} posts ante {ante}")
        for seat, name in enumerate(self._names):
            if betting.bets[seat]:
                lines.append(f"{name} posts {betting.bets[seat]}")
                self._last[seat] = f"posts {betting.bets[seat]}"
        if view.private:
            lines.append(f"{self._names[view.seat]} has {format_cards(view.private, separator=' ')}")
        moment = replace(view, board=(), shown=_nothing(view), is_over=False)
        yield Step("deal", None, tuple(lines), self._stage(moment, bets=betting.bets, street=0))

    def _after(self, moment: View, view: View, played: Played | None = None) -> Iterator[Step]:
        """What follows a round of bets: cards, hands that are shown, chips that are won."""
        self._last.clear()
        if any(view.shown) and len(view.board) > len(moment.board):  # all-in: hands first, then the board
            moment = replace(moment, shown=view.shown)
            yield self._showdown(moment)
        while len(moment.board) < len(view.board):
            size = max(3, len(moment.board) + 1)
            moment = replace(moment, board=view.board[:size])
            line = f"{STREETS[size - 2]}: {format_cards(moment.board, separator=' ')}"
            street = size - 2
            actor = moment if view.is_over else view
            yield Step("street", None, (line,), self._stage(replace(actor, board=moment.board), street=street))
        if not view.is_over:
            return
        if any(view.shown) and not any(moment.shown):
            moment = replace(moment, shown=view.shown)
            yield self._showdown(moment)
        yield self._win(view)

    def _showdown(self, moment: View) -> Step:
        lines = []
        for seat, cards in enumerate(moment.shown):
            if cards:
                words = hand_words(cards, moment.board)
                lines.append(f"{self._names[seat]} shows {format_cards(cards, separator=' ')} ({words})")
        return Step("showdown", None, tuple(lines), self._stage(moment, street=_street(moment.board)))

    def _win(self, view: View) -> Step:
        state = seen_state(view)
        settlement, names = state.settlement, self._names
        lines = []
        if settlement.uncalled:
            lines.append(f"uncalled {settlement.uncalled} goes back to {names[settlement.uncalled_seat]}")
        won = [0] * len(names)
        for place, winnings in enumerate(state.winnings):
            of_which = "" if len(state.pots) == 1 else " of the main pot" if place == 0 else f" of side pot {place}"
            for seat, chips in enumerate(winnings):
                won[seat] += chips
                if chips:
                    with_what = f" with {hand_words(view.shown[seat], view.board)}" if view.shown[seat] else ""
                    lines.append(f"{names[seat]} wins {chips}{of_which}{with_what}")
        stage = self._stage(view, street=_street(view.board))
        seats = {
            table: replace(
                stage.seats[table], stack=state.game.stacks[seat] + state.payoffs[seat], bet=0, won=won[seat],
            )
            for seat, table in enumerate(self._seats)
        }  # fmt: skip
        return Step("win", None, tuple(lines), replace(stage, seats=seats, pot=0, pots=(), is_over=True))

    def _stage(self, view: View, *, bets: Sequence[int] = (), street: int | None = None) -> Stage:
        betting, game = view.betting, view.game
        front = list(bets or ((0,) * game.players if betting.is_over else betting.bets))
        before = [paid - bet for paid, bet in zip(betting.paid, front, strict=True)]
        settlement = settle(game, before, betting.live)
        if settlement.uncalled:  # lies in front of its player until it goes back
            front[settlement.uncalled_seat] += settlement.uncalled
        pots = tuple(
            (pot.amount, tuple(self._seats[seat] for seat in pot.seats)) for pot in settlement.pots if pot.amount
        )
        is_closed = bool(any(view.shown) or street is None or street != betting.street or betting.is_over)
        seats = {table: self._seat(view, seat, front[seat]) for seat, table in enumerate(self._seats)}
        return Stage(
            betting.street if street is None else street, seats, tuple(map(format_card, view.board)), betting.pot, pots,
            None if is_closed else self._seats[betting.actor], hand_words(view.private, view.board), view.is_over,
        )  # fmt: skip

    def _seat(self, view: View, seat: int, bet: int) -> SeatStage:
        betting, shown = view.betting, view.shown[seat]
        is_live = bool(betting.live >> seat & 1)
        cards: tuple[str, ...] = ()
        if seat == view.seat:
            cards = tuple(map(format_card, view.private))
        elif shown:
            cards = tuple(map(format_card, shown))
        elif is_live:
            cards = (FACE_DOWN,) * 2
        state = "folded" if not is_live else "in" if betting.stacks[seat] else "all-in"
        words = hand_words(shown, view.board) if shown else ""
        return SeatStage(
            state, cards, words, betting.stacks[seat], bet, 0, self._last.get(seat, ""), self._positions[seat]
        )


def hand_words(private: Sequence[int], board: Sequence[int]) -> str:
    """A hand in words as players call it; empty without cards."""
    if not private:
        return ""
    if not board:
        return describe_pocket(tuple(private))
    return without_kickers(describe(evaluate((*private, *board))))


def seen_state(view: View) -> State:
    """The end of a hand with the cards that were shown, which are all that decide it."""
    return State(view.betting, view.shown, view.board, view.game.streets, ())


def _street(board: Sequence[int]) -> int:
    return max(0, len(board) - 2)


def _nothing(view: View) -> tuple[tuple[int, ...], ...]:
    return ((),) * view.game.players


def _bets_after(before: Betting, after: Betting) -> tuple[int, ...]:
    """The chips in front of all seats after an action, before they go to the middle."""
    paid = zip(before.bets, before.paid, after.paid, strict=True)
    return tuple(bet + now - then for bet, then, now in paid)
