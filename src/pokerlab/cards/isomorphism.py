"""Hands that differ only by a renaming of suits, and a dense index of the classes they form.

Cards are dealt in rounds; `HandIndexer(2, 3)` knows two private cards and a flop. Two deals are the same if some
renaming of suits turns each round of one into the same round of the other, whatever the order within a round. Each
class has an index `0 .. size - 1`; tables of other packages are keyed by it, so its definition never changes:

- A suit's **shape** counts its cards per round, as a number in mixed radix (first round lowest, `rounds[r] + 1` values
  each). A suit's **index** within its shape tells the ranks: per round the colexicographic number of the set of
  ranks, among those the suit has left; rounds combined with the first one lowest.
- Sort the suits by shape, then index, largest first. The four shapes are the kind of deal; kinds are numbered in
  ascending lexicographic order of their shapes.
- Within a kind, suits of equal shape form a multiset of indices x1 >= x2 >= ..., numbered by the sum of
  C(x_i + k - i, k - i + 1); groups combined with the first one lowest.

The canonical deal of a class gives the first suit in that order to spades, the next to hearts, diamonds, clubs.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import as_cards
from pokerlab.cards.card_arrays import Rows, card_array, check_rows_differ
from pokerlab.cards.deal_kinds import DealKinds
from pokerlab.errors import CardError

PREFLOP, FLOP, TURN, RIVER = (2,), (2, 3), (2, 3, 1), (2, 3, 1, 1)
"""Rounds of hold'em where it is remembered which card came when."""

TURN_FORGETFUL, RIVER_FORGETFUL = (2, 4), (2, 5)
"""Rounds of hold'em where the board is one set of cards (imperfect recall of the deal)."""


class HandIndexer:
    """The index of all deals of the given rounds up to suits.

    `size` is the number of classes: 169, 1,286,792, 55,190,538 and 2,428,287,420 for the four streets of hold'em.
    """

    def __init__(self, *rounds: int) -> None:
        if not rounds or min(rounds) < 1 or sum(rounds) > 7:
            raise CardError(f"rounds {rounds} cannot be indexed: each needs a card, all together at most 7")
        self.rounds = rounds
        self.cards = sum(rounds)
        self._rounds = np.array(rounds, np.int64)
        self._kinds = DealKinds(*rounds)
        self._radices, self._sizes = self._kinds.radices, self._kinds.suit_sizes
        self._deals, self._starts = self._kinds.kinds, self._kinds.starts
        self.size = int(self._starts[-1])

    def __repr__(self) -> str:
        return f"HandIndexer{self.rounds}"

    def index(self, cards: Rows) -> npt.NDArray[np.int64]:
        """int64 [n]: the index of each deal in cards [n, cards] (or a list of texts), first round first."""
        from pokerlab.cards import isomorphism_kernels

        array = card_array(cards, sizes=(self.cards,), what=f"deals of {self!r}")
        check_rows_differ(array, what="deals")
        out = np.empty(len(array), np.int64)
        isomorphism_kernels.index_hands(array, self._rounds, self._radices, self._sizes, self._offsets, out)
        return out

    def index_boards(self, boards: Rows) -> npt.NDArray[np.int64]:
        """int64 [n, 1326]: the index of every hand of two cards on boards [n, cards], -1 where they share a card. For
        rounds (2, cards of a flop, turn or river)."""
        from pokerlab.cards import class_kernels

        if self.rounds not in (FLOP, TURN_FORGETFUL, RIVER_FORGETFUL):
            raise CardError(f"{self!r} does not know hands of two cards on boards that are one set")
        array = card_array(boards, sizes=(self.rounds[1],), what=f"boards of {self!r}")
        check_rows_differ(array, what="boards")
        out = np.empty((len(array), 1326), np.int64)
        class_kernels.classes_on_boards(array, self.rounds[1] - 2, out)
        return out

    def unindex(self, indices: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """uint8 [n, cards]: the canonical deal of each index."""
        from pokerlab.cards import isomorphism_kernels

        given = np.asarray(indices)
        if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
            raise CardError(f"{self!r} takes whole numbers [n] as indices, not {given.dtype} {list(given.shape)}")
        array = np.require(given, np.int64, ("C", "W"))
        if array.size and not (array.min() >= 0 and array.max() < self.size):
            raise CardError(f"{self!r} has indices 0..{self.size - 1}")
        out = np.empty((len(array), self.cards), np.uint8)
        isomorphism_kernels.unindex_hands(array, self._sizes, self._deals, self._deal_counts, self._starts, out)
        return out

    @property
    def arrays(self) -> tuple[npt.NDArray[np.int64], ...]:
        """What kernels are given to index deals of these rounds: rounds, radices, sizes, offsets (see
        `isomorphism_kernels.index_hands`)."""
        return self._rounds, self._radices, self._sizes, self._offsets

    def canonical(self, cards: str | Sequence[int]) -> tuple[int, ...]:
        """The canonical deal that is the same as the given one up to suits."""
        deal = as_cards(cards, at_most=self.cards, what="deal")
        if len(deal) != self.cards:
            raise CardError(f"{self!r} takes {self.cards} cards, not {len(deal)}")
        return tuple(self.unindex(self.index([deal]))[0].tolist())

    @cached_property
    def _deal_counts(self) -> npt.NDArray[np.int64]:
        """int64 [deal, round, 4]: the cards each suit has per round."""
        counts = [[self._kinds.counts(int(shape)) for shape in deal] for deal in self._deals]
        return np.ascontiguousarray(np.array(counts, np.int64).transpose(0, 2, 1))

    @cached_property
    def _offsets(self) -> npt.NDArray[np.int64]:
        """int64 [shape ** 3]: first index of the kind with these three largest shapes (they tell the fourth)."""
        offsets = np.full(self._kinds.shape_count**3, -1, np.int64)
        a, b, c = self._deals[:, 0], self._deals[:, 1], self._deals[:, 2]
        offsets[(a * self._kinds.shape_count + b) * self._kinds.shape_count + c] = self._starts[:-1]
        return offsets
