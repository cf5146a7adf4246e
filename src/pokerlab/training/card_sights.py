"""What is told apart of the cards, street by street, numbered: a sight.

In hold'em these are the sights of a bucketing (`abstraction.buckets`); in a small game every hand on every board, or
what of these is taken for one.
"""

import hashlib
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.buckets import Buckets
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.measured_buckets import MeasuredBuckets, check_measurable
from pokerlab.abstraction.notation import parse_cards
from pokerlab.cards.combos import combo_index
from pokerlab.equilibrium.bucketed import named_sights
from pokerlab.equilibrium.deals import Deals
from pokerlab.games.hands import private_hands
from pokerlab.games.rules import Game

Sights = npt.NDArray[np.int32]
ALL = "all"


class CardSights(Protocol):
    """What is told apart of a seat's cards in hold'em, street by street: a bucketing."""

    @property
    def name(self) -> str:
        """Its name in the notation of card abstractions."""
        ...

    @property
    def digest(self) -> str:
        """A name for what exactly it tells apart."""
        ...

    @property
    def counts(self) -> tuple[int, ...]:
        """How many sights there are on each street."""
        ...

    def of_deals(self, private: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8]) -> Sights:
        """int32 [deal, street]: the sights of dealt hands; private: [deal, 2], boards: [deal, 5]."""
        ...

    def on_board(self, board: tuple[int, ...]) -> Sights:
        """int32 [1326]: the sights of all hands on a board of 0, 3, 4 or 5 cards in the order they came; -1 for hands
        that cannot be held."""
        ...


class BucketSights:
    """A bucketing of hold'em."""

    def __init__(self, buckets: Buckets) -> None:
        self.buckets = buckets
        self.name, self.digest, self.counts = str(buckets.name), buckets.hash, buckets.sights

    def of_deals(self, private: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8]) -> Sights:
        """int32 [deal, street]; that cards differ is not checked."""
        from pokerlab.abstraction import lookup_kernels

        out = np.empty((len(private), len(self.counts)), np.int32)
        lookup_kernels.look_up_deals(private, boards, 0, len(self.counts) - 1, *self.buckets.arrays, out)
        return out

    def on_board(self, board: tuple[int, ...]) -> Sights:
        """int32 [1326]."""
        return self.buckets.hands(board)


class MeasuredSights:
    """A bucketing of hold'em by strength alone, which needs no tables."""

    def __init__(self, buckets: MeasuredBuckets) -> None:
        self.buckets = buckets
        self.name, self.digest, self.counts = str(buckets.name), buckets.hash, buckets.sights

    def of_deals(self, private: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8]) -> Sights:
        """int32 [deal, street]: board by board, which is slow."""
        rows = [
            [int(self.buckets.hands(tuple(board[:size]))[combo_index(*hand)]) for size in (0, 3, 4, 5)]
            for hand, board in zip(private.tolist(), boards.tolist(), strict=True)
        ]
        return np.array(rows, np.int32).reshape(-1, 4)

    def on_board(self, board: tuple[int, ...]) -> Sights:
        """int32 [1326]."""
        return self.buckets.hands(board)


class ListedSights:
    """Hands and boards of a small game. `merged` has for each street int32 [sight] what each is taken for; sights are
    numbered by board, then by hand."""

    def __init__(
        self, game: Game, deals: Deals | None = None, merged: tuple[Sights, ...] | None = None, name: str = ALL
    ) -> None:
        self.game, self.deals, self.merged, self.name = game, deals or Deals.of(game), merged, name

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many sights there are on each street."""
        if self.merged:
            return tuple(int(numbers.max()) + 1 for numbers in self.merged)
        return tuple(len(self.deals.hands) * len(boards) for boards in self.boards)

    @cached_property
    def digest(self) -> str:
        """A name for what exactly is told apart."""
        found = hashlib.sha256(self.of_all_deals.astype("<i4").tobytes())
        return found.hexdigest()[:24]

    @cached_property
    def boards(self) -> list[list[int]]:
        """By street: the boards that may lie there, as numbers of the deals."""
        return [np.unique(column).tolist() for column in self.deals.lying.T]

    def sight(self, street: int, hand: int, board: int) -> int:
        """The number of a hand on a board; of one that cannot be held there, any."""
        number = self.boards[street].index(board) * len(self.deals.hands) + hand
        return max(int(self.merged[street][number]), 0) if self.merged else number

    @cached_property
    def of_all_deals(self) -> Sights:
        """int32 [deal, seat, street]: what is seen in every deal."""
        columns = []
        for street, boards in enumerate(self.boards):
            numbers = np.searchsorted(boards, self.deals.lying[:, street]) * len(self.deals.hands)
            seen = numbers[:, None] + self.deals.held
            columns.append(self.merged[street][seen] if self.merged else seen)
        return np.ascontiguousarray(np.stack(columns, axis=-1).astype(np.int32))

    def of_deals(self, private: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8]) -> Sights:
        """int32 [deal, street]: of dealt cards, one hand after the other."""
        rows = []
        for hand, board in zip(private.tolist(), boards.tolist(), strict=True):
            sizes = [self.game.board_size(street) for street in range(self.game.streets)]
            rows.append([self._sight_of(tuple(hand), tuple(board[:size])) for size in sizes])
        return np.array(rows, np.int32).reshape(-1, self.game.streets)

    def on_board(self, board: tuple[int, ...]) -> Sights:
        """int32 [hand]: the sights of all private hands of the game; -1 for hands that cannot be held."""
        hands = private_hands(self.game)
        return np.array([-1 if set(hand) & set(board) else self._sight_of(hand, board) for hand in hands], np.int32)

    def _sight_of(self, hand: tuple[int, ...], board: tuple[int, ...]) -> int:
        street = next(s for s in range(self.game.streets) if self.game.board_size(s) == len(board))
        parts, known = [], 0
        for before in range(street + 1):
            count = self.game.board_cards[before]
            parts.append(self.deals.text_of(board[known : known + count]))
            known += count
        number = self._boards_by_text[" ".join(filter(None, parts))]
        return self.sight(street, self._hands_by_text[self.deals.text_of(hand)], number)

    @cached_property
    def _boards_by_text(self) -> dict[str, int]:
        return {board.text: number for number, board in enumerate(self.deals.boards)}

    @cached_property
    def _hands_by_text(self) -> dict[str, int]:
        return {hand: number for number, hand in enumerate(self.deals.hands)}


def measured(cards: BucketSights, features: str | None = None) -> MeasuredSights:
    """The same sights without tables: their borders are found in the tables of features, if these can be had."""
    check_measurable(cards.buckets.name)
    return MeasuredSights(MeasuredBuckets.of(cards.buckets, Features.open(features)))


def sights_of(game: Game, name: str, directory: str | None = None) -> CardSights:
    """The sights of a name: of a bucketing; in a small game also `all`."""
    if game.is_holdem:
        return BucketSights(Buckets.open(name, directory))
    if name == ALL:
        return ListedSights(game)
    deals = Deals.of(game)
    return ListedSights(game, deals, named_sights(game, name, deals), str(parse_cards(name, game.streets)))
