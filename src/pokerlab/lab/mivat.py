"""MIVAT (White and Bowling 2009): a value function that is learnt from hands, for the least luck that is left.

    fit = LuckFit(features(game))
    fit.add(luck_features(line, held, ...), chips)      # hands of other blocks than are judged
    u = MivatValues(fit.weights())

u is a sum of features with weights: what the pot is by equity (`PotShare`) and equity alone, for each street and seat.
Weights are those of least squares of chips on the luck of the features, so that what is left varies least.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pokerlab._files import write_atomically
from pokerlab.errors import LabError
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game
from pokerlab.lab.lines import Board, Floats, HandLine, Holdings, Priors
from pokerlab.lab.luck import luck_terms
from pokerlab.lab.value_functions import Martingale, PotShare, ValueFunction, called_down

KINDS = 2
"""Features of each street and seat: the pot by equity, and equity in big blinds."""
RIDGE = 1e-6
"""A little of it keeps features apart that say the same."""
SCHEMA = "pokerlab/mivat/1"


class EquityShare(Martingale):
    """The part of the pot that a seat wins if everybody only calls, in big blinds: the pot's size has no part in it."""

    name = "equity"

    def __init__(self) -> None:
        self._share = PotShare()

    def values(self, betting: Betting, board: Board, held: Holdings) -> Floats | None:
        """0 to 1 big blind for each seat."""
        found = self._share.values(betting, board, held)
        return None if found is None else _as_share(found, betting)

    def at_start(self, priors: Priors) -> Floats | None:
        """The mean over all deals."""
        found = self._share.at_start(priors)
        return None if found is None else _as_share(found, Betting.start(priors.game))


def _as_share(chips: Floats, betting: Betting) -> Floats:
    end = called_down(betting)
    return np.asarray((chips + np.array(end.paid)) / max(end.pot, 1) * end.game.big_blind)


class MivatValues(ValueFunction):
    """Features with weights float64 [street + 1, kind, seat]; street 0 is for private hands."""

    def __init__(self, weights: Floats, name: str = "mivat") -> None:
        self.weights, self.name = weights, name
        self._features = (PotShare(), EquityShare())

    def values(self, betting: Betting, board: Board, held: Holdings) -> Floats | None:
        """By the weights of the street whose cards are out."""
        return self._weighed(_level(held.game, len(board)), betting, board, held)

    def before_deal(self, betting: Betting, board: Board, count: int, held: Holdings) -> Floats | None:
        """By the weights of the street whose cards come: features are the mean of what they become."""
        return self._weighed(_level(held.game, len(board) + count), betting, board, held)

    def at_start(self, priors: Priors) -> Floats | None:
        """By the weights of private hands."""
        parts = [feature.at_start(priors) for feature in self._features]
        level = _level(priors.game, len(priors.game.start.board) if priors.game.start else 0)
        return self._sum(level, parts)

    def _weighed(self, level: int, betting: Betting, board: Board, held: Holdings) -> Floats | None:
        return self._sum(level, [feature.values(betting, board, held) for feature in self._features])

    def _sum(self, level: int, parts: Sequence[Floats | None]) -> Floats | None:
        if any(part is None for part in parts):
            return None
        return np.asarray(
            np.sum([weight * part for weight, part in zip(self.weights[level], parts, strict=True)], axis=0)
        )

    def save(self, path: Path, game: Game) -> None:
        """Write the weights, whole or not at all."""
        content = {"schema": SCHEMA, "game": game.name, "weights": self.weights.tolist()}
        write_atomically(path, json.dumps(content, indent=1).encode())

    @classmethod
    def load(cls, path: Path) -> "MivatValues":
        """Read weights that `save` wrote."""
        try:
            content = json.loads(path.read_bytes())
            weights = np.array(content["weights"], np.float64)
            if content["schema"] != SCHEMA or weights.ndim != 3 or not np.isfinite(weights).all():
                raise ValueError
        except (OSError, ValueError, KeyError, TypeError):
            raise LabError(f"{path} has no weights of mivat") from None
        return cls(weights, f"mivat, weights of {path}")

    def check(self, game: Game) -> None:
        """A `LabError` if the weights are of another game."""
        if self.weights.shape != weights_shape(game):
            raise LabError(f"{self.name}: they do not fit {game.name}")


def weights_shape(game: Game) -> tuple[int, int, int]:
    """The shape of the weights of a game."""
    return game.streets + 1, KINDS, game.players


class LuckFeatures:
    """The luck of every feature in a hand of a game."""

    def __init__(self, priors: Priors) -> None:
        self.game = priors.game
        self._features = (PotShare(), EquityShare())
        self._starts = [feature.at_start(priors) for feature in self._features]

    def of(self, line: HandLine, held: Holdings) -> Floats:
        """float64 [seat, feature] of a hand that was dealt (one holding): what is added to chips, with weights."""
        shape = weights_shape(self.game)
        found = np.zeros((shape[2], *shape))
        seats = np.arange(shape[2])
        for kind, (feature, start) in enumerate(zip(self._features, self._starts, strict=True)):
            for street, term in luck_terms(line, held, feature, start):
                level = _level(self.game, len(line.start)) if street < 0 else street + 1
                found[seats, level, kind, seats] += term[0]
        return found.reshape(shape[2], -1)


class LuckFit:
    """Least squares of chips on luck: sums that can be taken away again, so that no block judges itself."""

    def __init__(self, game: Game) -> None:
        self.game = game
        size = int(np.prod(weights_shape(game)))
        self.squares, self.products, self.rows = np.zeros((size, size)), np.zeros(size), 0

    def add(self, features: Floats, chips: Floats) -> None:
        """Hands: features float64 [row, feature] and chips float64 [row], each seat a row."""
        self.squares += features.T @ features
        self.products += features.T @ chips
        self.rows += len(chips)

    def without(self, other: "LuckFit") -> "LuckFit":
        """All but what another has."""
        found = LuckFit(self.game)
        found.squares, found.products = self.squares - other.squares, self.products - other.products
        found.rows = self.rows - other.rows
        return found

    def weights(self) -> Floats:
        """float64 [street + 1, kind, seat]: chips + luck @ weights varies least."""
        if self.rows < 2:
            raise LabError("mivat: there are no other blocks to learn from (at least two are needed)")
        ridge = RIDGE * (np.trace(self.squares) / len(self.products) + 1) * np.eye(len(self.products))
        return -np.linalg.solve(self.squares + ridge, self.products).reshape(weights_shape(self.game))


def cross_fitted(game: Game, blocks: Sequence[tuple[Floats, Floats]]) -> tuple[list[Floats], Floats]:
    """Of blocks of (features [row, feature], chips [row]) the estimates [row] of each, by weights of all the others;
    and the weights of all blocks together."""
    fits = []
    for features, chips in blocks:
        fits.append(LuckFit(game))
        fits[-1].add(features, chips)
    whole = LuckFit(game)
    for fit in fits:
        whole.squares += fit.squares
        whole.products += fit.products
        whole.rows += fit.rows
    found = [
        chips + features @ whole.without(fit).weights().ravel()
        for fit, (features, chips) in zip(fits, blocks, strict=True)
    ]
    return found, whole.weights()


def _level(game: Game, cards: int) -> int:
    """0 for private hands alone, else 1 + the street whose cards are out."""
    return 0 if not cards else 1 + next(s for s in range(game.streets) if game.board_size(s) >= cards)
