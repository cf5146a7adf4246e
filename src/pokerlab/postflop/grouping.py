"""Groups of hands in the engine: hands of a group play alike, and share one column of the strategy tables.

Hands keep their own reach and their own values: groups that change from street to street need both (Kujath: Effiziente
Berechnung des Nash-Equilibriums einer Poker-Variante, section 5.4). A group learns from the mean of its hands, weighted
by the range.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab._lanes import COUNT as LANES
from pokerlab._threads import Progress
from pokerlab.abstraction.boards import BoardClasses
from pokerlab.abstraction.groups import HandGroups, Identity, group_hands
from pokerlab.cards.card import format_cards
from pokerlab.cards.combos import format_combo
from pokerlab.errors import SpotError
from pokerlab.postflop import columns as at
from pokerlab.postflop.boards import Boards
from pokerlab.postflop.spot import Spot


@dataclass(frozen=True)
class Grouping:
    """Which hands are together on every board, for both players, in flat arrays; a board's columns say where.

    - `group_of`: uint16 [hand slot], from GROUPED_AT on: the group of each hand, padded to whole lanes
    - `depths`: uint16 [slice], from SLICE_AT on: sixteen groups are a slice, the large groups first; its depth is the
      number of hands of the largest
    - `members`: uint16 [member slot], from MEMBER_AT on: slice by slice, for each depth a hand of each of its sixteen
      groups
    - `shares`: float32 [member slot]: the hand's share in the weight of its group, 0 where a group has no hand left
    - `name`: how hands were grouped: measure and test, as `groups_for` takes them
    """

    group_of: npt.NDArray[np.uint16]
    depths: npt.NDArray[np.uint16]
    members: npt.NDArray[np.uint16]
    shares: npt.NDArray[np.float32]
    name: str = ""

    @property
    def arrays(self) -> tuple[npt.NDArray[np.generic], ...]:
        """As the kernels take them."""
        return self.group_of, self.depths, self.members, self.shares

    @property
    def bytes(self) -> int:
        """The memory of all arrays."""
        return sum(array.nbytes for array in self.arrays)


def groups_for(spot: Spot, name: str, *, threads: int | None = None, progress: Progress | None = None) -> HandGroups:
    """The groups of hands on all boards of a spot by a measure (`rank`, `strength`, `opponent`) and a test (`river`,
    `hierarchical`, `global`): `opponent`, or `strength:hierarchical`. Every hand is compared with every other, whatever
    the ranges."""
    measure, _, test = name.partition(":")
    boards = BoardClasses.of(spot.board, "isomorphic")
    return group_hands(boards, measure, test or Identity.RIVER, threads=threads, progress=progress)


def place_groups(
    boards: Boards, weights: Sequence[npt.NDArray[np.float64]], groups: HandGroups | Sequence[HandGroups]
) -> Grouping:
    """Find the groups of both players on all boards and write into the board table where they are, and how wide a row
    of the strategy tables is (WIDTH).

    `groups`: of both players, or one for both; `weights`: float64 [1326] of each.
    """
    both = (groups, groups) if isinstance(groups, HandGroups) else tuple(groups)
    parts: list[_Part] = []
    slots = slices = members = 0
    for board, cards in enumerate(boards.cards):
        for player in (0, 1):
            hands = boards.hands(board, player)
            labels = both[player].on(cards)[hands]
            if len(labels) and labels.min() < 0:
                lost = format_combo(int(hands[labels.argmin()]))
                raise SpotError(f"the groups of hands do not know {lost} on {format_cards(cards)}")
            part = _slice_up(labels, weights[player][hands], int(boards.table[board, at.STRIDE + player]))
            row = boards.table[board]
            row[at.WIDTH + player] = len(part.depths) * LANES
            row[at.GROUPED_AT + player], row[at.SLICE_AT + player], row[at.MEMBER_AT + player] = slots, slices, members
            slots += len(part.group_of)
            slices += len(part.depths)
            members += len(part.members)
            parts.append(part)
    return Grouping(
        np.concatenate([part.group_of for part in parts]),
        np.concatenate([part.depths for part in parts]),
        np.concatenate([part.members for part in parts]),
        np.concatenate([part.shares for part in parts]),
        _name(both),
    )


_Part = Grouping
"""One player's groups on one board."""


def _name(groups: Sequence[HandGroups]) -> str:
    names = [f"{of.measure}:{of.identity}" if of.measure else "own groups" for of in groups]
    return names[0] if names[0] == names[1] else " and ".join(names)


def _slice_up(labels: npt.NDArray[np.int16], weights: npt.NDArray[np.float64], stride: int) -> _Part:
    _, group, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    order = np.argsort(-sizes, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    group, sizes = place[group], sizes[order]
    depths = sizes[::LANES]
    slice_ends = np.cumsum(depths * LANES)
    by_group = np.argsort(group, kind="stable")
    sorted_groups = group[by_group]
    depth = np.arange(len(group)) - (np.cumsum(sizes) - sizes)[sorted_groups]
    number = sorted_groups // LANES
    slot = (slice_ends - depths * LANES)[number] + depth * LANES + sorted_groups % LANES
    size = int(slice_ends[-1]) if len(slice_ends) else 0
    members, shares = np.zeros(size, np.uint16), np.zeros(size, np.float32)
    members[slot] = by_group
    shares[slot] = (weights / np.bincount(group, weights, len(sizes))[group])[by_group]
    group_of = np.zeros(stride, np.uint16)
    group_of[: len(group)] = group
    return Grouping(group_of, depths.astype(np.uint16), members, shares)
