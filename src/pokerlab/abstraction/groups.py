"""Hand groups: hands that are the same by some measure, on every board that can come (Kujath: Effiziente Berechnung des
Nash-Equilibriums einer Poker-Variante, sections 5.2 and 5.3).

A **measure** says what a hand is on a river board:

- `rank`: its rank;
- `strength`: the share of the opposing hands that it beats, ties half;
- `opponent`: its strength, and what strengths the opposing hands have, as a histogram.

A **test** says when two hands are the same, given that on all river boards that can follow:

- `global`: their histograms over all boards are equal;
- `hierarchical`: on the flop, one histogram for each turn card (by the rule `flush`: for each class of turn boards),
  and these can be paired off; later as `global`;
- `river`: they are equal on each board on which both can be held, and their histograms over the others are equal.

Hands are grouped anew for each class of boards on each street. Where a class has several boards by the rule `flush`,
they are grouped over all of them. The boards of an isomorphic class are one board with its suits renamed: there hands
are grouped on its first board, and `HandGroups.on` renames. A board on which a hand cannot be held adds nothing to its
histogram.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress, map_in_order
from pokerlab.abstraction.boards import BoardClasses
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.combos import COMBO_COUNT, COMBO_MASKS
from pokerlab.cards.evaluator import rank_boards, sort_boards
from pokerlab.cards.suits import PERMUTED_COMBOS
from pokerlab.errors import AbstractionError

_BOARDS_PER_CHUNK = 128

Hands = npt.NDArray[np.bool_]
Rows = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
Sums = tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]


class Measure(StrEnum):
    """What a hand is on a river board."""

    RANK = "rank"
    STRENGTH = "strength"
    OPPONENT = "opponent"


class Identity(StrEnum):
    """When two hands are the same."""

    RIVER = "river"
    HIERARCHICAL = "hierarchical"
    GLOBAL = "global"


@dataclass(frozen=True)
class HandGroups:
    """A map from hands to groups for every class of boards.

    - `measure`, `identity`: how hands are grouped; None if each is for itself
    - `labels`: for each level of `boards`, int16 [class, 1326]: the group of each hand, numbered from 0 as they first
      occur; -1 for hands that cannot be held (dead on every board of the class, or not in the range)
    - `counts`: for each level, int64 [class]: how many groups there are
    """

    boards: BoardClasses
    measure: Measure | None
    identity: Identity | None
    labels: tuple[npt.NDArray[np.int16], ...]
    counts: tuple[npt.NDArray[np.int64], ...]

    def on(self, board: str | Sequence[int]) -> npt.NDArray[np.int16]:
        """int16 [1326]: the groups on a board, given in the order it was dealt."""
        level, number, renaming = self.boards.find(board)
        labels = np.empty(COMBO_COUNT, np.int16)
        labels[PERMUTED_COMBOS[renaming]] = self.labels[level][number]
        return labels

    def hands(self, board: str | Sequence[int]) -> list[npt.NDArray[np.int64]]:
        """The hands of each group on a board, groups in order."""
        labels = self.on(board)
        order = np.argsort(labels, kind="stable")
        ends = np.cumsum(np.bincount(labels + 1))
        return np.split(order, ends[:-1])[1:]


def group_hands(
    boards: BoardClasses,
    measure: Measure | str,
    identity: Identity | str,
    *,
    own: npt.ArrayLike | None = None,
    opposing: npt.ArrayLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> HandGroups:
    """Group the hands on all classes of boards.

    `own` and `opposing` [1326] are the ranges (default: all hands): a hand is in the range if its weight is above 0.
    Only own hands are grouped, and strengths are measured against the opposing ones.
    """
    return next(
        group_by_tests(boards, measure, [identity], own=own, opposing=opposing, threads=threads, progress=progress)
    )


def single_hands(boards: BoardClasses, own: npt.ArrayLike | None = None) -> HandGroups:
    """Every hand of a range for itself: the groups that lose nothing (if `boards` do not)."""
    mine = _range(own, "own", boards)
    labels, counts = [], []
    for level in boards.levels:
        members = level.members if boards.is_pooled else level.representatives
        starts = level.starts[:-1] if boards.is_pooled else np.arange(len(level))
        is_open = (np.bitwise_or.reduce(CARD_MASKS[members], axis=1)[:, None] & COMBO_MASKS) == 0
        held = np.logical_or.reduceat(is_open, starts, axis=0) & mine
        found, count = _labels_of(np.broadcast_to(np.arange(COMBO_COUNT, dtype=np.uint64), held.shape), held)
        labels.append(found)
        counts.append(count)
    return HandGroups(boards, None, None, tuple(labels), tuple(counts))


def group_by_tests(
    boards: BoardClasses,
    measure: Measure | str,
    identities: Sequence[Identity | str],
    *,
    own: npt.ArrayLike | None = None,
    opposing: npt.ArrayLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[HandGroups]:
    """As `group_hands`, for several tests of one measure: what a hand is on each board is found once."""
    if measure not in list(Measure):
        raise AbstractionError(f"'{measure}' is no measure of hands ({', '.join(Measure)})")
    for identity in identities:
        if identity not in list(Identity):
            raise AbstractionError(f"'{identity}' is no test of hands ({', '.join(Identity)})")
    measure = Measure(measure)
    leaves = _Leaves(boards)
    mine, theirs = _range(own, "own", boards), _range(opposing, "opposing", boards)
    keys = _river_keys(leaves.boards, measure, mine, theirs, threads, progress)
    sums = [_sum_keys(keys, *leaves.below(level)) for level in range(len(boards.levels))]
    for identity in identities:
        yield _label(boards, leaves, keys, sums, measure, Identity(identity))


def common_refinement(groups: HandGroups) -> HandGroups:
    """The smallest groups that all streets have in common (section 5.4.1.1): two hands are together on a class of
    boards if they are so there and on all classes it came from."""
    labels, counts = [groups.labels[0]], [groups.counts[0]]
    for level, here in zip(groups.boards.levels[1:], groups.labels[1:], strict=True):
        above = labels[-1][level.parents]
        pairs = (above.astype(np.uint64) << np.uint64(16)) | here.astype(np.uint16)
        both = _labels_of(pairs, (above >= 0) & (here >= 0))
        labels.append(both[0])
        counts.append(both[1])
    return HandGroups(groups.boards, groups.measure, groups.identity, tuple(labels), tuple(counts))


def common_hands(
    upper: npt.NDArray[np.int16], lower: npt.NDArray[np.int16]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Which groups of two maps [1326] share hands: int64 [n] the upper group, the lower group, and how many hands.

    By these numbers values are carried from the groups of a street up to those of the street before (section 5.4.1.2).
    """
    is_both = (upper >= 0) & (lower >= 0)
    pairs, counts = np.unique(upper[is_both].astype(np.int64) << 16 | lower[is_both], return_counts=True)
    return pairs >> 16, pairs & 0xFFFF, counts


class _Leaves:
    """The different river boards that can follow, as sets of cards, and which of them each class leads to."""

    def __init__(self, boards: BoardClasses) -> None:
        self._levels = boards.levels
        self._is_pooled = boards.is_pooled
        self._deals = boards.levels[-1].members
        self.boards, self._leaf_of_deal = np.unique(np.sort(self._deals, axis=1), axis=0, return_inverse=True)

    def below(self, level: int, *, by_deal: bool = False) -> Rows:
        """The boards (rows of `boards`) of each class of a level, or of each of its deals: int64 rows and starts."""
        here = self._levels[level]
        deals = _prefix_codes(here.members, here.members.shape[1])
        order = np.argsort(deals)
        member = order[np.searchsorted(deals[order], _prefix_codes(self._deals, here.members.shape[1]))]
        chosen = np.ones(len(self._deals), np.bool_)
        parts, count = member, len(here.members)
        if not by_deal:
            parts, count = here.class_of_member[member], len(here)
            if not self._is_pooled:
                chosen = np.isin(member, here.starts[:-1])
        pairs = np.unique(parts[chosen] * len(self.boards) + self._leaf_of_deal[chosen])
        owners, rows = np.divmod(pairs, len(self.boards))
        return rows, np.searchsorted(owners, np.arange(count + 1)).astype(np.int64)


def _prefix_codes(deals: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.int64]:
    """int64 [deal]: a number for the first `size` cards."""
    codes = np.zeros(len(deals), np.int64)
    for step in range(size):
        codes = codes * 64 + deals[:, step]
    return codes


def _river_keys(
    boards: npt.NDArray[np.uint8],
    measure: Measure,
    own: Hands,
    opposing: Hands,
    threads: int | None,
    progress: Progress | None,
) -> npt.NDArray[np.uint64]:
    """uint64 [board, 1326]: what every hand is on every river board."""
    chunks = [boards[first : first + _BOARDS_PER_CHUNK] for first in range(0, len(boards), _BOARDS_PER_CHUNK)]

    def compute(chunk: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
        return _keys_on(chunk, measure, own, opposing)

    return np.concatenate(list(map_in_order(compute, chunks, threads=threads, progress=progress)))


def _keys_on(boards: npt.NDArray[np.uint8], measure: Measure, own: Hands, opposing: Hands) -> npt.NDArray[np.uint64]:
    from pokerlab.abstraction import groups_kernels

    keys = np.empty((len(boards), COMBO_COUNT), np.uint64)
    if measure is Measure.RANK:
        groups_kernels.rank_keys(rank_boards(boards), own, keys)
        return keys
    ranked = sort_boards(boards)
    groups_kernels.strength_keys(ranked.combos, ranked.starts, ranked.tiers, own, opposing, keys)
    if measure is Measure.STRENGTH:
        return keys
    theirs = keys
    if not np.array_equal(own, opposing):
        theirs = np.empty_like(keys)
        groups_kernels.strength_keys(ranked.combos, ranked.starts, ranked.tiers, opposing, own, theirs)
    views = np.empty_like(keys)
    groups_kernels.opponent_keys(keys, theirs, views)
    return views


def _sum_keys(keys: npt.NDArray[np.uint64], rows: npt.NDArray[np.int64], starts: npt.NDArray[np.int64]) -> Sums:
    from pokerlab.abstraction import groups_kernels

    sums = np.empty((len(starts) - 1, COMBO_COUNT), np.uint64)
    held = np.empty(sums.shape, np.bool_)
    groups_kernels.sum_keys(keys, rows, starts, sums, held)
    return sums, held


def _label(
    boards: BoardClasses,
    leaves: _Leaves,
    keys: npt.NDArray[np.uint64],
    sums: list[Sums],
    measure: Measure,
    identity: Identity,
) -> HandGroups:
    from pokerlab.abstraction import groups_kernels

    labels, counts = [], []
    for level, (histograms, held) in enumerate(sums):
        is_flop = boards.levels[level].members.shape[1] == 3
        compared = histograms
        if identity is Identity.HIERARCHICAL and is_flop:
            compared = np.empty_like(histograms)
            parts, parents = sums[1][0], np.zeros(len(sums[1][0]), np.int64)
            if not boards.is_pooled:
                parts = _sum_keys(keys, *leaves.below(1, by_deal=True))[0]
                parents = np.zeros(len(parts), np.int64)
            groups_kernels.sum_histograms(parts, parents, compared)
        found, count = _labels_of(compared, held)
        if identity is Identity.RIVER:
            # equal on the common boards and equal histograms elsewhere: then the whole histograms are equal too
            groups_kernels.split_by_boards(keys, *leaves.below(level), found, count)
        labels.append(found)
        counts.append(count)
    return HandGroups(boards, measure, identity, tuple(labels), tuple(counts))


def _labels_of(
    keys: npt.NDArray[np.uint64], held: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
    from pokerlab.abstraction import groups_kernels

    labels = np.empty(keys.shape, np.int16)
    counts = np.empty(len(keys), np.int64)
    groups_kernels.label_keys(np.require(keys, np.uint64, ("C", "W")), held, labels, counts)
    return labels, counts


def _range(weights: npt.ArrayLike | None, whose: str, boards: BoardClasses) -> Hands:
    if weights is None:
        return np.ones(COMBO_COUNT, np.bool_)
    array = np.asarray(weights)
    if array.shape != (COMBO_COUNT,):
        raise AbstractionError(f"the {whose} range has the shape {list(array.shape)}, not [{COMBO_COUNT}]")
    hands = np.require(array > 0, np.bool_, ("C", "W"))
    used = np.unique(np.concatenate([level.renamings for level in boards.levels]))
    if (hands[PERMUTED_COMBOS[used]] != hands).any():
        raise AbstractionError(
            f"the {whose} range tells suits apart that the classes of boards do not: "
            "give it to BoardClasses.of as weights"
        )
    return hands
