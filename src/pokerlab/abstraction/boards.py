"""Classes of boards: which cards to come are treated as one.

From a flop or turn on, the boards of each later street fall into classes by one of three rules:

- `every`: each deal for itself;
- `isomorphic`: deals that a renaming of suits turns into each other, among the renamings that leave the board at the
  start (and the players' ranges) as they are. Nothing that matters is lost.
- `flush`: a suit that can still make a flush stays apart, cards of all other suits are merged per rank, street by
  street (Kujath: Effiziente Berechnung des Nash-Equilibriums einer Poker-Variante, section 5.5). It forgets: a suit
  that was alive before and is not now is merged, although hands of that suit may have been played differently.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import DECK_SIZE, as_cards, format_cards
from pokerlab.cards.cardset import CARD_MASKS, cardset
from pokerlab.cards.combos import COMBO_MASKS
from pokerlab.cards.suits import SUIT_PERMUTATIONS, suit_symmetries
from pokerlab.errors import AbstractionError

_DIGITS = 128  # a step of a deal is one digit of its code: a card, or 64 + rank for a rank whose suit is no matter
_MERGED = 64
_FLUSH_ON_BOARD = 3
_INVERSES = np.array([SUIT_PERMUTATIONS.tolist().index(np.argsort(p).tolist()) for p in SUIT_PERMUTATIONS])


class BoardRule(StrEnum):
    """What makes boards one class."""

    EVERY = "every"
    ISOMORPHIC = "isomorphic"
    FLUSH = "flush"


@dataclass(frozen=True)
class BoardLevel:
    """The classes of boards of one street.

    - `members`: uint8 [deal, cards], all deals, class after class; cards in the order they are dealt
    - `starts`: int64 [class + 1]; the members of class c are `starts[c] : starts[c + 1]`
    - `parents`: int64 [class], the class of the street before (-1 on the first)
    - `renamings`: int64 [deal], which of SUIT_PERMUTATIONS turns a class's first member into each member (by the rule
      `isomorphic`; else 0, which changes nothing)
    """

    members: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int64]
    parents: npt.NDArray[np.int64]
    renamings: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.parents)

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """int64 [class]: how many deals each class stands for."""
        return np.diff(self.starts)

    @property
    def representatives(self) -> npt.NDArray[np.uint8]:
        """uint8 [class, cards]: the first member of each class."""
        return self.members[self.starts[:-1]]

    @property
    def class_of_member(self) -> npt.NDArray[np.int64]:
        """int64 [deal]: the class of each member."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def boards(self, number: int) -> npt.NDArray[np.uint8]:
        """uint8 [member, cards]: the members of a class."""
        return self.members[self.starts[number] : self.starts[number + 1]]

    def open_members(self) -> npt.NDArray[np.int64]:
        """int64 [class, 1326]: how many members of each class share no card with a hand."""
        masks = np.bitwise_or.reduce(CARD_MASKS[self.members], axis=1)
        is_open = (masks[:, None] & COMBO_MASKS) == 0
        return np.add.reduceat(is_open, self.starts[:-1], axis=0, dtype=np.int64)


@dataclass(frozen=True)
class BoardClasses:
    """The classes of all boards that can follow a board of 3 to 5 cards, street by street.

    `levels[0]` is the board itself, `levels[-1]` the river.
    """

    rule: BoardRule
    levels: tuple[BoardLevel, ...]

    @classmethod
    def of(
        cls,
        board: str | Sequence[int],
        rule: BoardRule | str = BoardRule.ISOMORPHIC,
        *,
        weights: Iterable[npt.NDArray[np.floating]] = (),
    ) -> "BoardClasses":
        """The classes after a board. `weights` [1326] are the players' ranges: the rule `isomorphic` uses only those
        renamings of suits that leave them as they are."""
        cards = as_cards(board, at_most=5, what="board")
        if len(cards) < 3:
            raise AbstractionError(f"board '{format_cards(cards)}': {len(cards)} cards, 3 to 5 are needed")
        if rule not in list(BoardRule):
            raise AbstractionError(f"'{rule}' is no rule for boards ({', '.join(BoardRule)})")
        rule = BoardRule(rule)
        group = np.zeros(1, np.int64)
        if rule is BoardRule.ISOMORPHIC:
            group = suit_symmetries(weights, [cardset(cards)])
        deals = np.array([cards], np.uint8)
        found = np.zeros(1, np.int64)
        levels = [BoardLevel(deals, np.array([0, 1]), np.array([-1]), np.array([0]))]
        for _ in range(5 - len(cards)):
            deals = _one_more(deals)
            codes, renamings = _codes(deals, len(cards), rule, group)
            order = np.argsort(codes, kind="stable")
            known, starts = np.unique(codes[order], return_index=True)
            parents = np.searchsorted(found, known // _DIGITS)
            levels.append(BoardLevel(deals[order], np.append(starts, len(deals)), parents, renamings[order]))
            found = known
        return cls(rule, tuple(levels))

    @property
    def board(self) -> tuple[int, ...]:
        """The board they all begin with."""
        return tuple(self.levels[0].members[0].tolist())

    @property
    def is_pooled(self) -> bool:
        """Whether a class's boards really differ, so that it is their mixture; else they are one board, renamed."""
        return self.rule is BoardRule.FLUSH

    def find(self, board: str | Sequence[int]) -> tuple[int, int, int]:
        """Level and class of a board, given in the order it was dealt, and the renaming of suits (see `renamings`) that
        turns the class's first member into it."""
        cards = as_cards(board, at_most=5, what="board")
        level = len(cards) - len(self.board)
        if 0 <= level < len(self.levels) and (place := self._places.get(cards)) is not None:
            return level, *place
        raise AbstractionError(f"board '{format_cards(cards)}' does not follow '{format_cards(self.board)}'")

    @cached_property
    def _places(self) -> dict[tuple[int, ...], tuple[int, int]]:
        return {
            tuple(member): (number, renaming)
            for level in self.levels
            for member, number, renaming in zip(
                level.members.tolist(), level.class_of_member.tolist(), level.renamings.tolist(), strict=True
            )
        }


def _one_more(deals: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """uint8 [n, cards + 1]: every deal followed by every card it leaves, in ascending order."""
    held = np.zeros((len(deals), DECK_SIZE), np.bool_)
    np.put_along_axis(held, deals.astype(np.int64), True, axis=1)
    rows, cards = np.nonzero(~held)
    return np.column_stack([deals[rows], cards.astype(np.uint8)])


def _codes(
    deals: npt.NDArray[np.uint8], known: int, rule: BoardRule, group: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """int64 [deal]: a code that is equal for deals of one class, one digit for each card after the first `known`; and
    the renaming that turns the deal whose own code it is into each deal."""
    steps = deals[:, known:].astype(np.int64)
    if rule is not BoardRule.FLUSH:
        renamed = steps & ~3 | SUIT_PERMUTATIONS[group][:, steps & 3]  # [renaming, deal, step]
        numbers = _as_number(renamed)
        return np.asarray(numbers.min(axis=0), np.int64), _INVERSES[group[numbers.argmin(axis=0)]]
    digits = np.empty_like(steps)
    for step in range(steps.shape[1]):
        size = known + step
        suits = deals[:, :size, None] & 3 == np.arange(4)
        is_live = suits.sum(axis=1) + 5 - size >= _FLUSH_ON_BOARD  # [deal, suit]
        card = steps[:, step]
        stays = np.take_along_axis(is_live, (card & 3)[:, None], axis=1)[:, 0]
        digits[:, step] = np.where(stays, card, _MERGED + (card >> 2))
    return _as_number(digits), np.zeros(len(deals), np.int64)


def _as_number(digits: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    number = np.zeros(digits.shape[:-1], np.int64)
    for step in range(digits.shape[-1]):
        number = number * _DIGITS + digits[..., step]
    return number
