"""A range: a weight between 0 and 1 for each of the 1,326 hands.

`Range.parse` reads the text players write (grammar in `range_reader`), `str(range)` writes the short canonical text
(`range_writer`). Ranges do not change; every operation gives a new one.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import number_text
from pokerlab.cards.card import DECK_SIZE, as_cards, format_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import (
    CLASS_COUNT,
    CLASS_OF_COMBO,
    CLASS_SIZES,
    COMBO_CARDS,
    COMBO_COUNT,
    check_combo,
    class_index,
    dead_combos,
    parse_combo,
)
from pokerlab.cards.preflop import strongest_classes
from pokerlab.cards.range_reader import parse_range
from pokerlab.cards.range_writer import format_range
from pokerlab.errors import RangeError

_Weights = npt.NDArray[np.float64]


class Range:
    """Weights of the 1,326 hands, each in [0, 1].

    - `weights`: float64 [1326], read-only, in combo order
    - `a | b`, `a & b`, `a - b`: hands of either, of both, of the first less the second
    """

    __slots__ = ("__dict__", "weights")

    weights: npt.NDArray[np.float64]

    def __init__(self, weights: npt.ArrayLike) -> None:
        array = np.array(weights, np.float64)
        if array.shape != (COMBO_COUNT,):
            raise RangeError(f"a range has {COMBO_COUNT} weights, not {list(array.shape)}")
        if not ((array >= 0) & (array <= 1)).all():
            raise RangeError("the weights of a range lie between 0 and 1")
        array += 0.0  # turns -0.0 into 0.0
        array.setflags(write=False)
        self.weights = array

    @classmethod
    def parse(cls, text: str) -> "Range":
        """Read a range such as `AA,AKs,QQ-TT,22+,A5s-A2s:0.5,KTo+,AhKh,AK,20%,*`."""
        return cls(parse_range(text))

    @classmethod
    def full(cls) -> "Range":
        """Every hand with weight 1."""
        return cls(np.ones(COMBO_COUNT))

    @classmethod
    def top(cls, percent: float) -> "Range":
        """The strongest `percent` (0..100) of all hands in whole classes; see `preflop.strongest_classes`."""
        if not 0 <= percent <= 100:
            raise RangeError(f"{number_text(percent)}% is not a share of hands: 0% to 100%")
        return cls(np.isin(CLASS_OF_COMBO, strongest_classes(percent)).astype(np.float64))

    def __or__(self, other: "Range") -> "Range":
        """Hands of either range, with the larger weight."""
        return self._with(other, np.maximum)

    def __and__(self, other: "Range") -> "Range":
        """Hands of both ranges, with the smaller weight."""
        return self._with(other, np.minimum)

    def __sub__(self, other: "Range") -> "Range":
        """What is left of the weights when the other's are taken away: what a range does not raise, for example."""
        return self._with(other, lambda mine, others: np.maximum(mine - others, 0.0))

    def _with(self, other: object, merge: Callable[[_Weights, _Weights], _Weights]) -> "Range":
        return Range(merge(self.weights, other.weights)) if isinstance(other, Range) else NotImplemented

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """The short canonical text; reading it gives the same range, to the last bit."""
        return format_range(self.weights)

    def __repr__(self) -> str:
        return f"Range.parse({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and bool((self.weights == other.weights).all())

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __len__(self) -> int:
        """The number of hands with a weight above 0."""
        return int(np.count_nonzero(self.weights))

    def __iter__(self) -> Iterator[tuple[int, float]]:
        """Pairs of combo index and weight, for the hands with a weight above 0."""
        for combo in np.flatnonzero(self.weights):
            yield int(combo), float(self.weights[combo])

    def __getitem__(self, hand: str | int) -> float:
        """The weight of a hand (`AhKh` or its index), or the mean weight of a class (`AKs`)."""
        if isinstance(hand, str) and len(hand) < 4:
            index = class_index(hand)
            return float(self.weights[index == CLASS_OF_COMBO].mean())
        return float(self.weights[parse_combo(hand) if isinstance(hand, str) else check_combo(hand)])

    @property
    def combos(self) -> float:
        """The number of hands, each counted by its weight."""
        return float(self.weights.sum())

    @property
    def percent(self) -> float:
        """The number of hands (by weight) in percent of all 1,326."""
        return 100 * self.combos / COMBO_COUNT

    def without(self, cards: str | Iterable[int]) -> "Range":
        """The range without the hands that hold one of these cards."""
        dead = dead_combos(cardset(as_cards(cards, what="dead cards")))
        return Range(np.where(dead, 0.0, self.weights))

    def live(self, cards: str | Iterable[int], *, what: str = "the range") -> "Range":
        """As `without`, but an error if nothing is left."""
        left = self.without(cards)
        if not len(left):
            dead = format_cards(as_cards(cards))
            because = f" once {dead} are taken out" if len(self) else ""
            raise RangeError(f"{what} has no hands{because}")
        return left

    def meets(self, other: "Range") -> bool:
        """Whether the ranges can be held at once: some hand of this one shares no card with some hand of the other."""
        mine, theirs = self.weights > 0, other.weights > 0
        with_card = np.bincount(COMBO_CARDS[theirs].ravel(), minlength=DECK_SIZE)
        high, low = COMBO_CARDS[mine].T
        return bool((theirs.sum() - with_card[high] - with_card[low] + theirs[mine] > 0).any())

    def matrix(self) -> npt.NDArray[np.float64]:
        """float64 [13, 13]: mean weight of each class; ace first, pairs on the diagonal, suited above it."""
        sums = np.bincount(CLASS_OF_COMBO, self.weights, CLASS_COUNT)
        return np.asarray((sums / CLASS_SIZES).reshape(13, 13), np.float64)
