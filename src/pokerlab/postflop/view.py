"""A node of a solution: who decides, what is played, and what it is worth.

All numbers by hand are float64 [1326] in combo order, on the board asked for. Chips are amounts as the spot writes
them, with its decimals (`Spot.amount`). EVs are chips that a player gets from here on: chips that are in the middle
already belong to nobody, and what he still puts in counts against him. So a fold is worth 0, and the EVs of both
players add up to the pot (less the rake).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import DECK_SIZE, format_card, format_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import (
    CLASS_COUNT,
    CLASS_OF_COMBO,
    COMBO_COUNT,
    class_index,
    dead_combos,
    format_combo,
    parse_combo,
)
from pokerlab.cards.ranges import Range
from pokerlab.errors import CardError, SolutionError, shorten
from pokerlab.postflop.meeting import is_met, meeting_weights
from pokerlab.postflop.spot import PLAYERS, STREETS
from pokerlab.postflop.tree import Move, SpotNode

if TYPE_CHECKING:
    from pokerlab.postflop.solution import Solution

Doubles = npt.NDArray[np.float64]

_NEXT_TO_NOTHING = 1e-14


class HandStrategy(Mapping[str, dict[str, float]]):
    """What each hand does: `strategy["AhKh"]` or, for the mean of a class, `strategy["AKs"]`, as {move: probability}.

    - `table`: float64 [move, 1326], NaN for hands that cannot be held here
    - `weights`: float64 [1326]: how likely each hand is held here; the mean of a class is by these
    """

    def __init__(self, moves: Sequence[Move], table: Doubles, weights: Doubles) -> None:
        self.moves, self.table, self.weights = tuple(map(str, moves)), table, weights

    def __getitem__(self, hand: str) -> dict[str, float]:
        chosen = self._combos(hand)
        if not len(chosen):
            raise CardError(f"'{shorten(hand)}' cannot be held here")
        return dict(zip(self.moves, weighted_means(self.table[:, chosen], self.weights[chosen]).tolist(), strict=True))

    def __contains__(self, hand: object) -> bool:
        """Whether a hand, or a hand of a class, can be held here."""
        return isinstance(hand, str) and len(self._combos(hand)) > 0

    def __iter__(self) -> Iterator[str]:
        """The hands that can be held here."""
        return (format_combo(combo) for combo in np.flatnonzero(~np.isnan(self.table[0])).tolist())

    def __len__(self) -> int:
        return int((~np.isnan(self.table[0])).sum())

    def _combos(self, hand: str) -> npt.NDArray[np.int64]:
        """The hands of a name that can be held here."""
        name = hand.strip()
        if len(name) < 4:
            chosen = np.flatnonzero(class_index(name) == CLASS_OF_COMBO)
        else:
            chosen = np.array([parse_combo(name)])
        return np.asarray(chosen[~np.isnan(self.table[0, chosen])])


@dataclass(frozen=True)
class BestHand:
    """A hand for a move: `gain` is its EV less the EV of the best other move, in chips."""

    hand: str
    gain: float
    ev: float
    probability: float


class NodeView:
    """A decision, or the end of a street where a card is dealt (`player` is None then).

    - `node`: the node of the betting tree; `board`: all cards that lie
    """

    def __init__(self, solution: "Solution", node: SpotNode, board: tuple[int, ...]) -> None:
        self.solution, self.node, self.board = solution, node, board
        self._place = solution.place(board)

    @property
    def player(self) -> int | None:
        """Who decides: 0 the first player (oop), 1 the second (ip), None where a card is dealt."""
        return self.node.player if self.node.kind is NodeKind.DECISION else None

    @property
    def is_deal(self) -> bool:
        """Whether the next thing is a card."""
        return self.node.kind is NodeKind.DEAL

    @property
    def moves(self) -> tuple[Move, ...]:
        """The choices of the player: fold, check or call, then bets from small to large; none where a card is dealt."""
        return () if self.is_deal else self.solution.tree.moves(self.node)

    @property
    def next_cards(self) -> tuple[int, ...]:
        """The cards that may be dealt now; none at a decision."""
        return tuple(card for card in range(DECK_SIZE) if card not in self.board) if self.is_deal else ()

    @cached_property
    def path(self) -> str:
        """The line of play that leads here: `check/bet 50/call/turn 7h`."""
        steps, dealt = [], iter(self.board[len(self.solution.spot.board) :])
        for step in self.solution.tree.path(self.node):
            steps.append(f"{step} {format_card(next(dealt))}" if step in STREETS.values() else step)
        return "/".join(steps)

    @property
    def next_paths(self) -> tuple[str, ...]:
        """The lines of play that go on from here, those after which the hand is over left out. Where a card is dealt,
        one for each card."""
        tree, street = self.solution.tree, STREETS.get(len(self.board) + 1, "")
        if self.is_deal:
            steps = [f"{street} {format_card(card)}" for card in self.next_cards]
        else:
            children = [tree.nodes[child] for child in self.node.children]
            steps = [str(child.move) for child in children if child.kind in (NodeKind.DECISION, NodeKind.DEAL)]
        return tuple("/".join(filter(None, (self.path, step))) for step in steps)

    @property
    def pot(self) -> int | float:
        """Chips in the middle, bets that are not called included."""
        return self.solution.spot.amount(self.solution.tree.pot(self.node))

    @property
    def to_call(self) -> int | float:
        """Chips that the player must put in to go on."""
        return self.solution.spot.amount(abs(self.node.committed[0] - self.node.committed[1]))

    @cached_property
    def reach(self) -> Doubles:
        """float64 [player, 1326]: how likely each hand is held and comes here by its player's moves; 0..1."""
        return self._as_asked(self.solution.reach_at(self.node, self._place))

    @cached_property
    def met(self) -> Doubles:
        """float64 [player, 1326]: for each hand the weight of the opponent's hands that come here and share no card."""
        return np.array([meeting_weights(self.reach[1 - player]) for player in (0, 1)])

    @cached_property
    def weights(self) -> Doubles:
        """float64 [player, 1326]: the chance of each hand among all hands its player comes here with, the cards of the
        other player's hands taken into account; they add up to 1, or are all 0 if the node is never reached."""
        products = self.reach * self.met
        total = products[0].sum()
        return np.asarray(products / total if total > 0 else np.zeros_like(products))

    @property
    def is_reached(self) -> bool:
        """Whether play ever comes here."""
        return bool(self.weights.any())

    @cached_property
    def strategy(self) -> HandStrategy:
        """What the player does with each hand."""
        player = self._decider()
        table = self._as_asked(self.solution.strategy_at(self.node, self._place))
        return HandStrategy(self.moves, table, self.weights[player])

    @cached_property
    def frequencies(self) -> dict[str, float]:
        """How often each move is played; NaN if the node is never reached."""
        weights = self.weights[self._decider()]
        if not self.is_reached:
            return dict.fromkeys(map(str, self.moves), np.nan)
        held = weights > 0
        shares = self.strategy.table[:, held] @ weights[held]
        return dict(zip(map(str, self.moves), shares.tolist(), strict=True))

    @cached_property
    def ev(self) -> Doubles:
        """float64 [player, 1326]: what each hand is worth; NaN where it cannot be held or meets no other."""
        return np.array([self._ev(player, self.node) for player in (0, 1)])

    @cached_property
    def move_evs(self) -> Doubles:
        """float64 [move, 1326]: what each move is worth to the player's hands, counted from this decision."""
        player = self._decider()
        return np.array([self._ev(player, self.solution.tree.nodes[child]) for child in self.node.children])

    @cached_property
    def equity(self) -> Doubles:
        """float64 [player, 1326]: the share of the pot 0..1 that each hand wins against the opponent's range if all
        cards are dealt without further bets; exact. NaN as for `ev`."""
        from pokerlab.cards.equity import EquityMethod, equity

        if not self.is_reached:
            return np.full((2, COMBO_COUNT), np.nan)
        dead = dead_combos(cardset(self.board))
        spot = self.solution.spot
        ranges = []
        for player, of_player in enumerate((spot.oop, spot.ip)):
            # Hands that never come here are shown too, with a weight that changes nothing.
            seen = np.maximum(self.reach[player] / self.reach[player].max(), _NEXT_TO_NOTHING)
            ranges.append(Range(np.where((of_player.weights > 0) & ~dead, seen, 0)))
        found = equity(ranges, self.board, method=EquityMethod.SWEEP).by_hand
        assert found is not None
        return np.array([np.where(is_met(self.met[player]), found[player], np.nan) for player in (0, 1)])

    @cached_property
    def overall_ev(self) -> tuple[float, float]:
        """What the node is worth to each player, in chips; they add up to the pot less the rake."""
        return self._overall(self.ev)

    @cached_property
    def overall_equity(self) -> tuple[float, float]:
        """The equity 0..1 of each player's range."""
        return self._overall(self.equity)

    @cached_property
    def overall_realisation(self) -> tuple[float, float]:
        """What each player makes of his equity: EV as a part of equity times pot; 1 if there were no more bets and no
        rake, NaN without equity."""
        first, second = (
            realised(ev, equity, self.pot) for ev, equity in zip(self.overall_ev, self.overall_equity, strict=True)
        )
        return first, second

    def index_of(self, move: str | Move) -> int:
        """The place of a move among `moves`; it may be written as in a path."""
        self._decider()
        tree = self.solution.tree
        path = "/".join((*tree.path(self.node), str(move)))
        child, _ = tree.resolve(path)
        if child.index not in self.node.children:
            raise SolutionError(
                f"'{shorten(move)}' is not one move here ({', '.join(str(known) for known in self.moves)})"
            )
        return self.node.children.index(child.index)

    def ev_of(self, move: str | Move) -> Doubles:
        """float64 [1326]: what a move is worth to each hand of the player."""
        return np.asarray(self.move_evs[self.index_of(move)])

    def ev_loss(self, move: str | Move) -> Doubles:
        """float64 [1326]: what each hand of the player loses by a move instead of its best one; never below 0."""
        return np.asarray(self.move_evs.max(axis=0) - self.ev_of(move))

    def best_hands(self, move: str | Move, count: int | None = 10) -> list[BestHand]:
        """The hands of the player's range that gain most by a move against their best other one, best first."""
        index = self.index_of(move)
        evs, table = self.move_evs, self.strategy.table
        others = np.delete(evs, index, axis=0)
        gains = evs[index] - (others.max(axis=0) if len(others) else 0)
        here = np.flatnonzero((self.weights[self._decider()] > 0) & ~np.isnan(gains))
        best = here[np.lexsort((-table[index, here], -np.round(gains[here], 9)))][:count]
        return [
            BestHand(format_combo(c), float(gains[c]), float(evs[index, c]), float(table[index, c]))
            for c in best.tolist()
        ]

    def by_class(self, values: Doubles, player: int | None = None) -> Doubles:
        """float64 [..., 169]: means by class of numbers by hand [..., 1326], weighted by the hands' chances; NaN where
        a class has no hand here."""
        chances = self.weights[self._decider() if player is None else player]
        known = ~np.isnan(values)
        out = np.full((*values.shape[:-1], CLASS_COUNT), np.nan)
        for place in np.ndindex(values.shape[:-1]):
            held = known[place]
            sums = np.bincount(CLASS_OF_COMBO[held], (chances * values[place])[held], CLASS_COUNT)
            totals = np.bincount(CLASS_OF_COMBO[held], chances[held], CLASS_COUNT)
            np.divide(sums, totals, out=out[place], where=totals > 0)
        return out

    def after(self, *path: str) -> "NodeView":
        """The node a line of play leads to from here."""
        return self.solution.at(*filter(None, (self.path, *path)))

    def __repr__(self) -> str:
        who = "deal" if self.player is None else PLAYERS[self.player]
        return f"<{who} at '{self.path}' on {format_cards(self.board)}, pot {self.pot}>"

    def _decider(self) -> int:
        if self.player is None:
            street = STREETS[len(self.board) + 1]
            raise SolutionError(f"'{self.path}': nobody decides there, the {street} is dealt")
        return self.player

    def _ev(self, player: int, node: SpotNode) -> Doubles:
        """What a player gets from this node on if play goes on at that one."""
        result = self._as_asked(self.solution.result_at(player, node, self._place))
        spot = self.solution.spot
        return np.asarray((result + spot.pot / 2 + self.node.committed[player]) / 10**spot.decimals)

    def _overall(self, values: Doubles) -> tuple[float, float]:
        if not self.is_reached or np.isnan(values).all():
            return np.nan, np.nan
        first, second = (
            float(np.nansum(self.weights[p] * values[p]) / self.weights[p][~np.isnan(values[p])].sum()) for p in (0, 1)
        )
        return first, second

    def _as_asked(self, values: Doubles) -> Doubles:
        """Numbers by hand on the kept board as numbers by hand on the board asked for."""
        out = np.empty_like(values)
        out[..., self._place.renamed] = values
        return out


def realised(ev: float, equity: float, pot: float) -> float:
    """The equity realisation: an EV in chips as a part of an equity (0..1) of the pot; NaN where there is none."""
    return ev / (equity * pot) if equity > 0 else float("nan")


def weighted_means(values: Doubles, weights: Doubles) -> Doubles:
    """float64 [row]: the means of values [row, hand] by weights [hand]; plain means if all weights are 0."""
    return np.asarray(np.average(values, axis=1, weights=weights if weights.any() else None))
