"""The cards of a game as lists: all that seats can see until the last street, how likely it is, and who wins then.

What a seat sees of its cards on the last street is a **sequence** if it tells all that was seen before: perfect recall.
Then the cards of a game are a table of chances and results by the sequences of all seats, however the bets are: exact
answers inside an abstraction need no more. Sights that forget have no such table, and no exact answer inside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.cards.preflop import class_table
from pokerlab.errors import AbstractionError
from pokerlab.training.card_sights import ListedSights

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]

MOST_SEQUENCES = 10_000
"""Of two players; their tables take 800 MB each."""
MOST_CELLS = 2**24
"""In a table of three and more players: 16 sequences of three players have 4,096."""
BLIND = "169.1.1.1"
"""Nobody sees the board: the shipped table of class against class has it all."""


@dataclass(frozen=True, eq=False)
class ListedCards:
    """Chances and results of all players' sequences.

    - `parents`: by street after the first int32 [sight]: what was seen on the street before
    - `meet`: float64 [sequence of player 0, of player 1, ...]: the chance of being dealt them
    - `leads`: by players who are in (a mask) float64 [player, sequence, ...]: that chance times what each wins if all
      of these pay one chip and the best hand takes them
    """

    name: str
    parents: tuple[Ints, ...]
    meet: Floats
    leads: dict[int, Floats] = field(repr=False)

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.meet.ndim

    @property
    def streets(self) -> int:
        """How many streets there are."""
        return len(self.parents) + 1

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many sights there are on each street."""
        last = self.meet.shape[0]
        return (*(int(parents.max()) + 1 for parents in self.parents), last)

    def on_street(self, table: Floats, street: int, first_axis: int = 0) -> Floats:
        """A table over sequences as one over the sights of a street: sums over what may follow."""
        for later in range(self.streets - 2, street - 1, -1):
            for axis in range(first_axis, table.ndim):
                table = _added_up(table, self.parents[later], self.counts[later], axis)
        return table

    @classmethod
    def of_small_game(cls, cards: ListedSights) -> "ListedCards":
        """The cards of a small game, as they are or as some hands are taken for one."""
        sights = cards.of_all_deals
        parents = parents_of(sights.reshape(-1, sights.shape[-1]), cards.counts, cards.name)
        return cls.of_outcomes(cards.name, parents, cards.counts[-1], sights[..., -1], cards.deals.ranks,
                               cards.deals.chances)  # fmt: skip

    @classmethod
    def of_outcomes(
        cls, name: str, parents: Sequence[Ints], sequences: int, held: npt.NDArray[np.int32],
        ranks: npt.NDArray[np.integer], chances: Floats,
    ) -> "ListedCards":  # fmt: skip
        """Of listed deals: `held` [deal, player] sequences, `ranks` [deal, player] of which the larger wins, `chances`
        [deal]."""
        players = held.shape[1]
        if sequences**players > (MOST_CELLS if players > 2 else MOST_SEQUENCES**2):
            raise AbstractionError(f"{name}: {sequences:,} sequences of {players} players are too many to be listed")
        shape = (sequences,) * players
        places = np.ravel_multi_index(tuple(held.T), shape)
        meet = np.bincount(places, chances, sequences**players).reshape(shape)
        leads = {}
        for live in live_sets(players):
            inside = [player for player in range(players) if live >> player & 1]
            shown = ranks[:, inside]
            is_best = shown == shown.max(axis=1, keepdims=True)
            won = np.full(held.shape, 0.0)
            won[:, inside] = len(inside) * is_best / is_best.sum(axis=1, keepdims=True) - 1
            tables = [np.bincount(places, chances * column, sequences**players).reshape(shape) for column in won.T]
            leads[live] = np.stack(tables)
        return cls(name, tuple(parents), meet, leads)

    @classmethod
    def of_pairs(
        cls, name: str, parents: Sequence[Ints], met: npt.NDArray[np.int64], led: npt.NDArray[np.int64]
    ) -> "ListedCards":
        """Of two players, from counts of deals [sequence, sequence]: of all, and of won less lost ones of player 0."""
        total = float(met.sum())
        lead = led / total
        return cls(name, tuple(parents), met / total, {0b11: np.stack([lead, -lead])})

    @classmethod
    def blind(cls, sights: npt.NDArray[np.integer] | None = None) -> "ListedCards":
        """Hold'em of two players who see their own cards only: `169.1.1.1`. `sights` [class]: the number of each class,
        by default in the order of the classes."""
        table = class_table()
        same = np.arange(CLASS_COUNT, dtype=np.int32)
        order = same if sights is None else np.argsort(sights)
        met, led = (counts[np.ix_(order, order)] for counts in (table.deals, table.wins - table.wins.T))
        return cls.of_pairs(BLIND, (same, same, same), met, led)


def live_sets(players: int) -> list[int]:
    """The masks of two players or more."""
    return [
        sum(1 << player for player in inside)
        for count in range(2, players + 1)
        for inside in combinations(range(players), count)
    ]


def parents_of(sights: npt.NDArray[np.int32], counts: Sequence[int], name: str) -> list[Ints]:
    """By street after the first what was seen before it, from rows of sights [hand, street]; an `AbstractionError` if
    that is not known any more."""
    found = []
    for street in range(1, sights.shape[1]):
        parents = np.zeros(counts[street], np.int32)
        parents[sights[:, street]] = sights[:, street - 1]
        if (parents[sights[:, street]] != sights[:, street - 1]).any():
            raise forgets(name)
        found.append(parents)
    return found


def forgets(name: str) -> AbstractionError:
    """The error of sights that are no sequences."""
    return AbstractionError(
        f"{name} forgets what was seen on earlier streets: there is no exact answer inside it, only in the real game"
    )


def _added_up(table: Floats, parents: Ints, count: int, axis: int) -> Floats:
    moved = np.moveaxis(table, axis, 0)
    out = np.zeros((count, *moved.shape[1:]))
    np.add.at(out, parents, moved)
    return np.moveaxis(out, 0, axis)
