"""A hand in plain data, step by step, for those who replay it on a screen."""

from collections.abc import Sequence
from typing import Any

from pokerlab.cards.card import format_cards
from pokerlab.cards.unseen import UNKNOWN, format_dealt
from pokerlab.errors import RecordError
from pokerlab.games.action import Kind
from pokerlab.games.positions import seat_positions
from pokerlab.games.state import State
from pokerlab.records.narration import action_line
from pokerlab.records.record import HandRecord, ReplayStep, problems, replay

HOLDEM_HAND, HOLDEM_STREETS = 2, 4
EQUITY_SECONDS = 2.0
"""Equities that would take longer are left out."""


def replay_record(record: HandRecord) -> dict[str, Any]:
    """A hand: its seats, its steps, what each seat wins (chips; None if it is not played to its end), and what is wrong
    with it. Chips are whole; one is worth `unit` of what the source counts in."""
    game = record.game
    teller = _Teller(record)
    steps = [teller.step(step) for step in replay(record)]
    try:
        payoffs: Sequence[int] | None = record.payoffs()
    except RecordError:
        payoffs = None
    positions = seat_positions(game.players)
    return {
        "id": record.hand_id,
        "table": record.table,
        "game": game.name,
        "unit": float(record.unit),
        "currency": record.currency,
        "big_blind": max(game.blinds) or None,
        "hero": record.hero,
        "seats": [
            {"name": name, "position": positions[seat], "stack": game.stacks[seat],
             "cards": format_dealt(record.private[seat])}
            for seat, name in enumerate(record.players)
        ],
        "steps": steps,
        "payoffs": None if payoffs is None else list(payoffs),
        "problems": problems(record),
    }  # fmt: skip


class _Teller:
    """Tells the steps of a hand one after the other."""

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.before = State.start(record.game)
        self.aggressor: int | None = None  # of this street, and of the one before
        self.aggressor_before: int | None = None
        self._known: dict[tuple[int, int], list[float | None] | None] = {}

    def step(self, step: ReplayStep) -> dict[str, Any]:
        """One step, and what is the case after it.

        - `text`: the action or the street in words; `seat`: who acted, None where cards are dealt
        - `actor`: who acts next; `to_call`: chips; `pot_odds`: the share he must win, of what he can win, to call
          without loss: who calls for less than others have bet plays for as much of each as he puts in himself
        - `equities`: of all seats that are left, if their cards are known; exact
        - `spot`: at the start of a street with two players, what a post-flop spot begins with
        """
        state, betting = step.state, step.state.betting
        is_deal = step.played is None
        if step.played is None:
            self.aggressor_before, self.aggressor = self.aggressor, None
            text = f"board {format_cards(state.board, separator=' ')}" if state.board else "cards are dealt"
        else:
            text = action_line(self.record, self.before.betting, step.played, betting)
            if step.played.action.kind is Kind.RAISE:
                self.aggressor = step.played.seat
        self.before = state
        actor = state.actor if state.actor >= 0 else None
        to_call = betting.to_call if actor is not None else 0
        return {
            "text": text,
            "seat": None if step.played is None else step.played.seat,
            "street": state.dealt - 1,
            "board": format_cards(state.board),
            "pot": betting.pot,
            "stacks": list(betting.stacks),
            "bets": list(betting.bets),
            "live": [seat for seat in range(state.game.players) if betting.live >> seat & 1],
            "actor": actor,
            "to_call": to_call,
            "pot_odds": _pot_odds(state, actor, to_call) if actor is not None and to_call else None,
            "equities": self._equities(state),
            "spot": self._spot(state) if is_deal else None,
        }

    def _equities(self, state: State) -> list[float | None] | None:
        """By seat, None for those who have folded; None if the cards of one who has not are unknown."""
        from pokerlab.cards.equity import EquityMethod, equity

        key = state.betting.live, len(state.board)
        if key in self._known:
            return self._known[key]
        game = state.game
        live = [seat for seat in range(game.players) if state.betting.live >> seat & 1]
        hands = [self.record.private[seat] for seat in range(game.players)]
        is_known = all(len(hands[seat]) == HOLDEM_HAND and UNKNOWN not in hands[seat] for seat in live)
        found: list[float | None] | None = None
        if game.streets == HOLDEM_STREETS and len(live) > 1 and is_known and state.dealt:
            out = [card for seat, hand in enumerate(hands) if seat not in live for card in hand if card != UNKNOWN]
            ranges = [format_cards(hands[seat]) for seat in live]
            result = equity(ranges, state.board, out, budget=EQUITY_SECONDS, samples=2)
            if result.method is not EquityMethod.SAMPLING:
                found = [None] * game.players
                for seat, player in zip(live, result.players, strict=True):
                    found[seat] = player.equity
        self._known[key] = found
        return found

    def _spot(self, state: State) -> dict[str, Any] | None:
        live = [seat for seat in range(state.game.players) if state.betting.live >> seat & 1]
        if len(live) != 2 or len(state.board) < 3 or state.actor not in live:
            return None
        oop, ip = state.actor, next(seat for seat in live if seat != state.actor)
        stacks, names = state.betting.stacks, {oop: "oop", ip: "ip"}
        return {
            "board": format_cards(state.board),
            "pot": state.betting.pot,
            "stacks": [stacks[oop], stacks[ip]],
            "big_blind": max(state.game.blinds) or None,
            "aggressor": None if self.aggressor_before is None else names.get(self.aggressor_before),
            "seats": [oop, ip],
        }


def _pot_odds(state: State, actor: int, to_call: int) -> float:
    put_in = [first - left for first, left in zip(state.game.stacks, state.betting.stacks, strict=True)]
    own = put_in[actor] + to_call
    return to_call / (to_call + sum(min(chips, own) for chips in put_in))
