"""Two blueprints of one game side by side, and several of them made one."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from pokerlab._headers import HowMade
from pokerlab._numbers import check_seed
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import StrategyError
from pokerlab.games.action import Action
from pokerlab.games.hands import hand_number
from pokerlab.games.state import State
from pokerlab.training.blueprint import Blueprint

_CHUNK = 1 << 20


@dataclass(frozen=True)
class StreetDifference:
    """How far two strategies are apart on a street, in hands that the first plays against itself: `decisions` there,
    and the mean `distance` (half the sum of the differences of all chances: 0 alike, 1 never the same) with its
    standard `error`."""

    street: int
    decisions: int
    distance: float
    error: float

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "street": self.street, "decisions": self.decisions, "distance": self.distance, "error": self.error
        }  # fmt: skip


def compare(first: Blueprint, second: Blueprint, *, hands: int = 500, seed: int = 0) -> list[StreetDifference]:
    """How far two blueprints are apart, street by street, in so many hands that the first plays against itself."""
    check_seed(seed, StrategyError)
    if hands < 1:
        raise StrategyError(f"at least one hand is compared, not {hands}")
    if first.game != second.game:
        raise StrategyError(f"blueprints of two games cannot be compared: {first.game.name}, {second.game.name}")
    rng = np.random.default_rng(seed)
    game = first.game
    deck = np.array(sorted(game.deck))
    needed = game.players * sum(game.private_cards) + sum(game.board_cards)
    apart: list[list[float]] = [[] for _ in range(game.streets)]
    for _ in range(hands):
        state = State.start(game, rng.permutation(deck)[:needed].tolist())
        while not state.betting.is_over:
            own = first.chances(state.public)
            hand = hand_number(game, state.view(state.betting.actor).private)
            chosen = _column(own, hand)
            other = _column(second.chances(state.public), hand)
            both = chosen.keys() | other.keys()
            distance = sum(abs(chosen.get(action, 0.0) - other.get(action, 0.0)) for action in both) / 2
            apart[state.betting.street].append(distance)
            shares = np.cumsum([chosen[action] for action in own.actions])
            place = int(np.searchsorted(shares, rng.random() * shares[-1], side="right"))
            state = state.act(own.actions[min(place, len(own.actions) - 1)])
    return [_difference(street, distances) for street, distances in enumerate(apart)]


def merged(blueprints: Sequence[Blueprint], *, bits: int = 16) -> Blueprint:
    """One blueprint of several runs of the same training with other seeds: at every infoset the mean of their chances,
    weighed by iterations."""
    if len(blueprints) < 2:
        raise StrategyError("at least two blueprints are merged")
    first, *others = blueprints
    for other in others:
        for what in ("game", "menu", "recall"):
            if getattr(other, what) != getattr(first, what):
                raise StrategyError(f"blueprints of another {what} cannot be merged")
        if other.cards.digest != first.cards.digest:
            raise StrategyError(f"blueprints of other buckets cannot be merged: {first.cards.name}, {other.cards.name}")
    weights = np.array([blueprint.made.iterations or 1 for blueprint in blueprints], np.float64)
    weights /= weights.sum()
    strategy = np.empty(first.paths.cells, np.float32)
    for start in range(0, len(strategy), _CHUNK):
        cells = slice(start, min(start + _CHUNK, len(strategy)))
        strategy[cells] = sum(
            weight * blueprint.parts[cells].astype(np.float64) / blueprint.whole
            for weight, blueprint in zip(weights.tolist(), blueprints, strict=True)
        )
    made = HowMade(
        f"merged from {len(blueprints)}: {first.made.algorithm}",
        sum(blueprint.made.iterations or 0 for blueprint in blueprints),
        sum(blueprint.made.seconds or 0.0 for blueprint in blueprints),
        judged={"merged": [blueprint.made.entries() for blueprint in blueprints]},
    )
    return Blueprint.of(first.plan, first.cards, strategy, bits=bits, made=made)


def _column(chances: Chances, hand: int) -> dict[Action, float]:
    return dict(zip(chances.actions, chances.table[:, hand].tolist(), strict=True))


def _difference(street: int, distances: list[float]) -> StreetDifference:
    if not distances:
        return StreetDifference(street, 0, 0.0, 0.0)
    found = np.array(distances)
    return StreetDifference(street, len(found), float(found.mean()), float(found.std()) / sqrt(len(found)))
