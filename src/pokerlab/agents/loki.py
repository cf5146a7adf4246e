"""Loki: keeps a weight for every hand that an opponent may hold, and bets by strength, potential and odds.

After Papp (1998) and Billings, Papp, Schaeffer, Szafron (1998). Limit hold'em, two to ten players. Every action of an
opponent says with what part of his hands he acts so strongly, by his 36 counts; hands that are weaker become rare
(`rule=threshold`). As Loki-2 does, `rule=triple` multiplies instead by the chance that Loki itself would have acted so:
then checks and calls make strong hands rarer.

    pokerlab match loki loki:none always-call --game holdem-limit:3 --deals 20
"""

from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._streams import WHOLE, draw
from pokerlab.abstraction.field import averaged_field, effective_strengths
from pokerlab.abstraction.potential import BoardPotential, board_potential
from pokerlab.agents.agent import NO_CLOCK, Agent, Arrays, Clock, HandStart, Memory
from pokerlab.agents.models.action_counts import ActionCounts
from pokerlab.agents.models.hand_weights import HandWeights
from pokerlab.agents.models.loki_betting import (
    TIGHTNESSES,
    PotOdds,
    expected_players,
    group_of,
    postflop_triples,
    preflop_strategies,
    preflop_triples,
)
from pokerlab.agents.open_agent import column_parts, draw_part
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import CLASS_OF_COMBO, combo_index
from pokerlab.cards.income import income_table
from pokerlab.errors import AgentError, shorten
from pokerlab.games.action import CALL, FOLD, Action, Kind, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game, Limit
from pokerlab.games.view import View

MODELS, RULES = ("specific", "generic", "none"), ("threshold", "triple")
SIGMA_PREFLOP, SIGMA = 330.0, 0.2
"""What values of hands vary by around a threshold: income rates before the flop (Papp), effective strength after it."""
SAYS_NOTHING = 0.95
"""Who acts so with this part of his hands says nothing by it."""

Numbers = npt.NDArray[np.float64]


class Loki(Agent):
    """Weighs the hands of each opponent by what he does, bets by strength and odds (Papp 1998, Billings et al. 1998).

    - `model`: `specific` (counts of every player), `generic` (the defaults for all), `none` (any cards)
    - `rule`: how an action changes weights: `threshold` (Loki) or `triple` (Loki-2); `tightness` before the flop
    """

    memory = Memory.MATCH

    def __init__(self, model: str = "specific", rule: str = "threshold", tightness: str = "moderate") -> None:
        for what, given, known in (
            ("model of loki", model, MODELS), ("rule of loki", rule, RULES), ("tightness", tightness, TIGHTNESSES),
        ):  # fmt: skip
            if given not in known:
                raise AgentError(f"'{shorten(given)}' is not a {what} (one of {', '.join(known)})")
        self.model, self.rule, self.tightness = model, rule, tightness
        self._players: dict[str, ActionCounts] = {}
        self._hands: dict[int, _Hand] = {}

    def plays(self, game: Game) -> str:
        """Limit hold'em from its blinds."""
        if not game.is_holdem or game.limit is not Limit.FIXED or game.start:
            return f"loki plays limit hold'em from the blinds on, not {game.name}"
        return ""

    def start(self, hand: HandStart) -> None:
        """Any cards for everybody."""
        super().start(hand)
        self._hands[hand.seat] = _Hand(hand)

    def observe(self, view: View) -> None:
        """Count what others do, and weigh their hands by it."""
        if view.seat in self._hands:
            self._catch_up(self._hands[view.seat], view)

    def act(self, view: View, clock: Clock = NO_CLOCK) -> Action:
        """A draw from the triple of the own hand."""
        hand = self._hands[view.seat]
        self._catch_up(hand, view)
        own = combo_index(*view.private)
        triple = self.triples(hand, view.betting, view.seat)[:, own]
        if view.betting.street and hand.bluffs and view.legal.to_call == 0 and view.legal.max_raise:
            triple = np.array([0.0, 0.0, 1.0])  # who has bet with a hand that may improve, bets on
        number = draw(hand.start.stream, len(view.betting.history), WHOLE)
        kind = Kind(draw_part(column_parts(_legal(triple, view.betting).tolist()), number))
        hand.bluffs = kind is Kind.RAISE and 0 < view.betting.street < 3 and hand.is_behind(own)
        return raise_to(view.legal.max_raise) if kind is Kind.RAISE else (FOLD, CALL)[kind]

    def triples(self, hand: "_Hand", betting: Betting, seat: int) -> Numbers:
        """float64 [3, 1326]: the chances of fold, call and raise with every hand for the seat to act."""
        to_call, can_raise = bets_to_call(betting), betting.legal.max_raise > 0
        if betting.street == 0:
            to_act = betting.waiting.bit_count() - 1
            group = group_of(expected_players(betting.live.bit_count() - to_act, to_act))
            rates = income_table().of(group)[CLASS_OF_COMBO]
            position = betting.acted.bit_count()
            strategies = preflop_strategies(rates, group, position, self.tightness)
            return preflop_triples(strategies, to_call=to_call, bets=betting.raises + 1, can_raise=can_raise)
        found = hand.potential()
        others = (betting.live & ~(1 << seat)).bit_count()
        later = tuple(float(bet) for bet in betting.game.bets[betting.street + 1 :])
        odds = PotOdds(
            betting.pot, betting.legal.to_call, betting.game.bets[betting.street], to_call, betting.raises, later,
            can_raise,
        )  # fmt: skip
        return postflop_triples(effective_strengths(found, others), found.positive, odds)

    def _catch_up(self, hand: "_Hand", view: View) -> None:
        """Take in all actions that were not looked at yet."""
        hand.know(view.private)
        for played in view.betting.history[len(hand.betting.history) :]:
            betting = hand.betting
            hand.enter(betting.street, view.board)
            if played.seat != view.seat:
                self._take_in(hand, betting, played.seat, played.action.kind)
            hand.betting = betting.act(played.action)
        if not hand.betting.is_over:
            hand.enter(hand.betting.street, view.board)

    def _take_in(self, hand: "_Hand", betting: Betting, seat: int, kind: Kind) -> None:
        counts, to_call, street = self._player(hand, seat), bets_to_call(betting), betting.street
        if self.model != "none" and kind is not Kind.FOLD:
            if self.rule == "triple":
                hand.multiply(seat, self.triples(hand, betting, seat)[kind])
            else:
                self._move_threshold(hand, seat, street, counts.part_of(street, to_call, kind))
        if self.model == "specific":
            counts.see(street, to_call, kind)

    def _move_threshold(self, hand: "_Hand", seat: int, street: int, part: float) -> None:
        if part >= SAYS_NOTHING:
            return
        if street == 0:
            dealt = hand.start.game.players
            rates = income_table().of(dealt)[CLASS_OF_COMBO]
            hand.raise_threshold(seat, rates, income_table().threshold(dealt, part), SIGMA_PREFLOP)
        else:
            hand.raise_threshold(seat, hand.potential().effective, 1 - part, SIGMA)

    def _player(self, hand: "_Hand", seat: int) -> ActionCounts:
        names = hand.start.names
        name = names[seat] if seat < len(names) else f"seat {seat}"
        return self._players.setdefault(name, ActionCounts()) if self.model == "specific" else ActionCounts()

    def remember(self) -> tuple[Arrays, dict[str, Any]]:
        """The 36 counts of every player."""
        names = list(self._players)
        counts = [self._players[name].counts for name in names]
        return ({"counts": np.array(counts)}, {"players": names}) if names else ({}, {})

    def recall(self, arrays: Arrays, facts: dict[str, Any]) -> None:
        """Take up such counts in place of the own ones."""
        players: dict[str, ActionCounts] = {}
        try:
            for name, counts in zip(facts.get("players", []), arrays.get("counts", ()), strict=True):
                players[str(name)] = ActionCounts()
                players[str(name)].take(counts)
        except (TypeError, ValueError, AttributeError) as error:
            raise AgentError(f"this is no memory of loki ({shorten(error)})") from None
        self._players = players


class _Hand:
    """What a seat knows of a hand: the bets so far, and weights of every seat's hands."""

    def __init__(self, start: HandStart) -> None:
        self.start = start
        self.betting = Betting.start(start.game)
        self.bluffs = False
        self._private: tuple[int, ...] = ()
        self._board: tuple[int, ...] = ()
        self._weights: dict[int, HandWeights] = {}
        self._found: BoardPotential | None = None

    def know(self, private: tuple[int, ...]) -> None:
        """The own cards, once."""
        if not self._weights:
            self._private = private
            gone = cardset(private)
            seats = [seat for seat in range(self.start.game.players) if seat != self.start.seat]
            self._weights = {seat: HandWeights(gone) for seat in seats}

    def enter(self, street: int, board: tuple[int, ...]) -> None:
        """The board of a street, if it is new."""
        lying = board[: self.start.game.board_size(street)]
        if lying != self._board:
            self._board, self._found = lying, None
            for weights in self._weights.values():
                weights.new_street(cardset((*self._private, *lying)))

    def raise_threshold(self, seat: int, values: Numbers, mu: float, sigma: float) -> None:
        """A seat acts as it does with values of mu and more."""
        if self._weights[seat].raise_threshold(values, mu, sigma):
            self._found = None

    def multiply(self, seat: int, factors: Numbers) -> None:
        """A seat's weights times factors [1326]."""
        self._weights[seat].multiply(factors)
        self._found = None

    def potential(self) -> BoardPotential:
        """All hands on the board against the field of all opponents who are in, one card ahead."""
        if self._found is None:
            live = [weights.weights for seat, weights in self._weights.items() if self.betting.live >> seat & 1]
            field = averaged_field(live or [weights.weights for weights in self._weights.values()])
            self._found = board_potential(self._board, field, ahead=1)
        return self._found

    def is_behind(self, own: int) -> bool:
        """Whether a hand is probably not the best now."""
        return bool(self.potential().value[own] < 0.5)


def bets_to_call(betting: Betting) -> int:
    """What the actor has to call in bets of the street; half a blind is one."""
    return ceil(betting.legal.to_call / betting.game.bets[betting.street])


def _legal(triple: Numbers, betting: Betting) -> Numbers:
    """Without what is not legal: folds become checks, raises calls."""
    fold, call, bet = triple.tolist()
    legal = betting.legal
    if not legal.max_raise:
        call, bet = call + bet, 0.0
    if not legal.fold:
        fold, call = 0.0, call + fold
    return np.array([fold, call, bet])
