"""Every deal and line of a small game: the exact mean and standard deviation of each estimator.

    moments = exact_moments(game, [first, second], {"chips": chips_value, "chance": ...})
    moments["chance"].mean, moments["chance"].deviation         # float64 [seat]

Chances are those that policies say, as numbers that add up to 1.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from pokerlab.errors import LabError
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game
from pokerlab.lab.lines import Acted, Board, Dealt, Floats, HandLine, Holdings, Priors, next_boards
from pokerlab.lab.value_functions import PlaysOpen, said

Estimator = Callable[[HandLine, Holdings], Floats]
"""float64 [holding, seat] of a line."""

MOST_LINES = 200_000


@dataclass(frozen=True)
class Moments:
    """Of each seat, in chips per hand: `mean` and `deviation` (standard) of one hand, float64 [seat]."""

    mean: Floats
    deviation: Floats


def exact_moments(
    game: Game, policies: Sequence[PlaysOpen], estimators: Mapping[str, Estimator], priors: Priors | None = None
) -> dict[str, Moments]:
    """Of every estimator, over all deals and lines."""
    held = (priors or Priors.of(game)).holdings()
    sums = {name: _Running(game.players) for name in estimators}
    for line, chance in every_line(game, policies, held):
        likely = chance > 0
        for name, estimator in estimators.items():
            sums[name].add(chance[likely], estimator(line, held)[likely])
    return {name: found.moments() for name, found in sums.items()}


class _Running:
    """Mean and variance of weighted numbers as they come (Chan, Golub and LeVeque 1983), which loses no digits."""

    def __init__(self, players: int) -> None:
        self.weight, self.mean, self.square = 0.0, np.zeros(players), np.zeros(players)

    def add(self, weights: Floats, values: Floats) -> None:
        weight = float(weights.sum())
        if not weight:
            return
        mean = weights @ values / weight
        whole = self.weight + weight
        off = mean - self.mean
        self.square += weights @ (values - mean) ** 2 + off**2 * (self.weight * weight / whole)
        self.mean = self.mean + off * (weight / whole)
        self.weight = whole

    def moments(self) -> Moments:
        return Moments(self.mean, np.sqrt(self.square / self.weight))


def every_line(game: Game, policies: Sequence[PlaysOpen], held: Holdings) -> Iterator[tuple[HandLine, Floats]]:
    """All lines that may be played, with float64 [holding]: prior times the chance of the line."""
    board = game.start.board if game.start else ()
    walk = _walk(game, policies, held, Betting.start(game), board, (), held.prior)
    for count, (line, chance) in enumerate(walk, 1):
        if count > MOST_LINES:
            raise LabError(f"{game.name} has more than {MOST_LINES:,} lines of play: too many to go through")
        yield line, chance


def _walk(
    game: Game,
    policies: Sequence[PlaysOpen],
    held: Holdings,
    betting: Betting,
    board: Board,
    steps: tuple[Dealt | Acted, ...],
    chance: Floats,
) -> Iterator[tuple[HandLine, Floats]]:
    is_over = betting.actor < 0
    is_contested = bool(betting.live & (betting.live - 1))
    street = next_street(game, betting, board)
    if is_contested and street is not None:
        count = game.board_size(street) - len(board)
        left = len(game.deck) - len(board) - game.players * sum(game.private_cards)
        cards = next_boards(game, board, count)
        ways = comb(left, count)
        for some in cards:
            after = chance * held.apart(some) / ways
            if after.any():
                step = Dealt(betting, board, some)
                yield from _walk(game, policies, held, betting, (*board, *some), (*steps, step), after)
        return
    if is_over:
        yield HandLine(game, steps, betting, board), chance
        return
    actions, table = said(policies[betting.actor], betting, board)
    afters = tuple([betting.act(action) for action in actions])
    for place, reached in enumerate(afters):
        after = chance * table[place, held.hands[:, betting.actor]]
        if after.any():
            acted = Acted(betting, board, actions, place, np.asarray(table, np.float64), afters)
            yield from _walk(game, policies, held, reached, board, (*steps, acted), after)


def next_street(game: Game, betting: Betting, board: Board) -> int | None:
    """The street whose cards of the board are due, None if there is none."""
    last = betting.street if betting.actor >= 0 else game.streets - 1
    return next((street for street in range(last + 1) if game.board_size(street) > len(board)), None)
