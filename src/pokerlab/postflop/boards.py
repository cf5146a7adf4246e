"""The boards of a spot, street by street, and who can hold what on them.

Boards are numbered through all streets: board 0 is the spot's own, then its boards of one card more, and so on; the
next boards of one board are neighbours. Of boards that differ by a renaming of suits which changes neither range, only
one is kept, with the renamings that make the others of it (its members). Nothing is lost: what holds for it holds for
the others, with the suits renamed.

Each player has a list of hands on each board: those of positive weight that do not collide with it; on a river board
from the weakest to the strongest, else in combo order. All lists lie one after the other in flat arrays; a board's
columns say where.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab._lanes import COUNT as LANES
from pokerlab.cards.card import DECK_SIZE, format_cards
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.combos import COMBO_CARDS, COMBO_COUNT, COMBO_MASKS
from pokerlab.cards.evaluator import rank_boards
from pokerlab.cards.suits import PERMUTED_COMBOS, SUIT_PERMUTATIONS
from pokerlab.errors import SpotError
from pokerlab.postflop.columns import (
    BOARD_COLUMNS,
    CHILDREN,
    FIRST_CHILD,
    HAND_START,
    HANDS,
    LEVEL,
    MATRIX,
    MEMBERS,
    PARENT,
    STRIDE,
    TARGET_START,
    TIER_START,
    TIERS,
)

RIVER = 5


@dataclass(frozen=True)
class Boards:
    """All boards of a spot.

    - `table`: int64 [board, column]: the street counted from the spot's (LEVEL); the board it comes of (PARENT), where
      its next boards are (FIRST_CHILD, CHILDREN); for each player the number of hands (HANDS), the same rounded up to
      whole lanes (STRIDE) and the start of his list (HAND_START); where its strategies lie (STORAGE, SCALE_START:
      filled in by the layout); tiers of equal strength (TIER_START, TIERS) and members (MEMBERS, TARGET_START); its
      run-out equities (MATRIX); for each player the width of a row of his strategies (WIDTH) and his groups of hands
      (GROUPED_AT, SLICE_AT, MEMBER_AT: filled in by `grouping`)
    - `cards`: the card numbers of each board
    - `combos`: uint16 [hand slot], the hand; `hand_cards`: uint8 [hand slot, 2]
    - `same`: uint16 [hand slot]: the place of the same hand in the other player's list, or `nowhere`
    - `tiers`: uint16 [tier slot, 2]: how many hands of each player are at most as strong
    - `targets`: uint16 [target slot]: for each member of a board the place of each hand in the list of PARENT; the
      first member is the board itself
    - `renamings`: for each board the suit permutations (indices into SUIT_PERMUTATIONS) of its members
    """

    table: npt.NDArray[np.int64]
    cards: tuple[tuple[int, ...], ...]
    combos: npt.NDArray[np.uint16]
    hand_cards: npt.NDArray[np.uint8]
    same: npt.NDArray[np.uint16]
    tiers: npt.NDArray[np.uint16]
    targets: npt.NDArray[np.uint16]
    renamings: tuple[tuple[int, ...], ...]
    nowhere: int

    @property
    def levels(self) -> int:
        """The number of streets."""
        return int(self.table[-1, LEVEL]) + 1

    def at_level(self, level: int) -> npt.NDArray[np.int64]:
        """The numbers of the boards of a street, counted from the spot's."""
        return np.flatnonzero(self.table[:, LEVEL] == level)

    def hands(self, board: int, player: int) -> npt.NDArray[np.uint16]:
        """uint16 [hand]: the combos a player can hold on a board, in the order of his list."""
        start = self.table[board, HAND_START + player]
        return self.combos[start : start + self.table[board, HANDS + player]]

    def find(self, cards: Sequence[int]) -> tuple[int, npt.NDArray[np.int64]]:
        """The board that stands for the given cards (in the order dealt), and int64 [1326]: what each hand on it
        becomes when its suits are renamed so that it is the board asked for."""
        board, renamed = 0, np.arange(COMBO_COUNT)
        suits = np.arange(4)
        for card in cards[len(self.cards[0]) :]:
            first = int(self.table[board, FIRST_CHILD])
            for child in range(first, first + int(self.table[board, CHILDREN])):
                new = self.cards[child][-1]
                for renaming in self.renamings[child]:
                    if new & ~3 | int(suits[SUIT_PERMUTATIONS[renaming, new & 3]]) == card:
                        suits = suits[SUIT_PERMUTATIONS[renaming]]
                        renamed = renamed[PERMUTED_COMBOS[renaming]]
                        board = child
                        break
                else:
                    continue
                break
            else:
                raise SpotError(f"{format_cards(cards)} is not a board of this spot")
        return board, renamed

    @property
    def bytes(self) -> int:
        """The memory of all arrays."""
        arrays = (self.table, self.combos, self.hand_cards, self.same, self.tiers, self.targets)
        return sum(array.nbytes for array in arrays)

    @classmethod
    def build(
        cls,
        board: tuple[int, ...],
        weights: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
        symmetries: npt.NDArray[np.int64],
    ) -> "Boards":
        """All boards from `board` (3 to 5 cards) to the river; `weights`: float64 [1326] of each player; `symmetries`:
        the suit permutations that change nothing (`suits.suit_symmetries`), of which the first is the identity."""
        deals = _deal_streets(board, symmetries)
        lists = _hand_lists(deals, weights)
        return _flatten(deals, lists)


@dataclass
class _Deal:
    """A board before it is put into the tables."""

    cards: tuple[int, ...]
    parent: int
    level: int
    symmetries: npt.NDArray[np.int64]
    renamings: tuple[int, ...]
    first_child: int = 0
    children: int = 0


def _deal_streets(board: tuple[int, ...], symmetries: npt.NDArray[np.int64]) -> list[_Deal]:
    deals = [_Deal(board, -1, 0, symmetries, (0,))]
    for place, here in enumerate(deals):  # which grows on the way
        if len(here.cards) == RIVER:
            break
        here.first_child = len(deals)
        for card, renamings in orbits(here.cards, here.symmetries):
            fixed = here.symmetries[SUIT_PERMUTATIONS[here.symmetries, card & 3] == card & 3]
            deals.append(_Deal((*here.cards, card), place, here.level + 1, fixed, renamings))
        here.children = len(deals) - here.first_child
    return deals


def orbits(board: tuple[int, ...], symmetries: npt.NDArray[np.int64]) -> list[tuple[int, tuple[int, ...]]]:
    """The cards that may come, one of each orbit, with renamings that lead to every card of the orbit."""
    orbits = []
    seen = set(board)
    for card in range(DECK_SIZE):
        if card not in seen:
            images = {card & ~3 | int(SUIT_PERMUTATIONS[s, card & 3]): int(s) for s in symmetries[::-1]}
            seen |= images.keys()
            others = sorted(image for image in images if image != card)
            orbits.append((card, (0, *(images[image] for image in others))))
    return orbits


Lists = list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]


def _hand_lists(
    deals: list[_Deal], weights: tuple[npt.NDArray[np.float64], ...]
) -> tuple[Lists, dict[int, npt.NDArray[np.uint16]]]:
    """The combos of both players on each board in order; and the ranks of all hands on the river boards."""
    held = [np.flatnonzero(weight > 0) for weight in weights]
    rivers = [place for place, deal in enumerate(deals) if len(deal.cards) == RIVER]
    ranks = dict(zip(rivers, rank_boards([deals[place].cards for place in rivers]), strict=True)) if rivers else {}
    lists: Lists = []
    for place, deal in enumerate(deals):
        if place in ranks:
            ordered = []
            for hands in held:
                order = np.argsort(ranks[place][hands], kind="stable")
                dead = np.count_nonzero(ranks[place][hands] == 0)
                ordered.append(hands[order[dead:]])
            lists.append((ordered[0], ordered[1]))
        else:
            mask = np.bitwise_or.reduce(CARD_MASKS[list(deal.cards)])
            first, second = (hands[(COMBO_MASKS[hands] & mask) == 0] for hands in held)
            lists.append((first, second))
    return lists, ranks


def _flatten(deals: list[_Deal], found: tuple[Lists, dict[int, npt.NDArray[np.uint16]]]) -> Boards:
    lists, ranks = found
    table = np.zeros((len(deals), BOARD_COLUMNS), np.int64)
    nowhere = max(_rounded(len(hands)) for pair in lists for hands in pair)
    combos, same, tiers, targets = [], [], [], []
    slots = tier_slots = target_slots = 0
    places = np.full((len(deals), 2, COMBO_COUNT), nowhere, np.uint16)  # of each hand in each list
    for place, (deal, pair) in enumerate(zip(deals, lists, strict=True)):
        row = table[place]
        row[[LEVEL, PARENT, FIRST_CHILD, CHILDREN]] = deal.level, deal.parent, deal.first_child, deal.children
        row[MEMBERS] = len(deal.renamings)
        row[MATRIX] = -1
        for player, hands in enumerate(pair):
            places[place, player, hands] = np.arange(len(hands))
        for player, hands in enumerate(pair):
            row[HANDS + player], row[STRIDE + player] = len(hands), _rounded(len(hands))
            row[HAND_START + player], row[TARGET_START + player] = slots, target_slots
            combos.append(hands)
            same.append(places[place, 1 - player, hands])
            slots += len(hands)
            if deal.parent >= 0:
                moved = PERMUTED_COMBOS[np.array(deal.renamings)][:, hands]
                targets.append(places[deal.parent, player, moved].ravel())
                target_slots += moved.size
        if place in ranks:
            ends = _strength_groups(ranks[place][pair[0]], ranks[place][pair[1]])
            row[TIER_START], row[TIERS] = tier_slots, len(ends)
            tiers.append(ends)
            tier_slots += len(ends)
    flat = np.concatenate(combos).astype(np.uint16)
    return Boards(
        table=table,
        cards=tuple(deal.cards for deal in deals),
        combos=flat,
        hand_cards=np.ascontiguousarray(COMBO_CARDS[flat]),
        same=np.concatenate(same).astype(np.uint16),
        tiers=np.concatenate(tiers).astype(np.uint16) if tiers else np.zeros((0, 2), np.uint16),
        targets=np.concatenate(targets).astype(np.uint16) if targets else np.zeros(0, np.uint16),
        renamings=tuple(deal.renamings for deal in deals),
        nowhere=nowhere,
    )


def _strength_groups(first: npt.NDArray[np.uint16], second: npt.NDArray[np.uint16]) -> npt.NDArray[np.int64]:
    """int64 [tier, 2]: ends of tiers of hands, given the ascending ranks of both players.

    Hands of one tier are equally strong, or belong all to one player with no hand of the other between them.
    """
    ranks = np.union1d(first, second)
    ends = np.column_stack([np.searchsorted(side, ranks, side="right") for side in (first, second)])
    kinds = (np.diff(ends, axis=0, prepend=0) > 0) @ np.array([1, 2])
    is_last = np.append((kinds[1:] != kinds[:-1]) | (kinds[1:] == 3), True)
    return np.asarray(ends[is_last])


def _rounded(count: int) -> int:
    return -(-count // LANES) * LANES
