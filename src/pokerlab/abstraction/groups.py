"""Hand groups: hands that are the same by some measure, on every board that can come (Kujath: Effiziente Berechnung des
Nash-Equilibriums einer Poker-Variante, sections 5.2 and 5.3).

A **measure** says what a hand is on a river board:

- `rank`: its rank;
- `strength`: the share of the opposing hands that it beats, ties half;
- `opponent`: its strength, and what strengths the opposing hands have, as a histogram.

A **test** says when two hands are the same, given that on all river boards that can follow:

- `global`: their histograms over all boards are equal;
- `hierarchical`: on the flop, one histogram for each class of turn boards, and these can be paired off; later as
  `global`;
- `river`: they are equal on each board on which both can be held, and their histograms over the others are equal.

Hands are grouped anew for each class of boards on each street; where a class has several boards, over all of them. A
board on which a hand cannot be held adds nothing to its histogram.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress, map_in_order
from pokerlab.abstraction.boards import BoardClasses, BoardLevel
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.cards.evaluator import rank_boards, sort_boards
from pokerlab.errors import AbstractionError

_BOARDS_PER_CHUNK = 128

Hands = npt.NDArray[np.bool_]


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

    - `labels`: for each level of `boards`, int16 [class, 1326]: the group of each hand, numbered from 0 as they first
      occur; -1 for hands that cannot be held (dead on every board of the class, or not in the range)
    - `counts`: for each level, int64 [class]: how many groups there are
    """

    boards: BoardClasses
    measure: Measure
    identity: Identity
    labels: tuple[npt.NDArray[np.int16], ...]
    counts: tuple[npt.NDArray[np.int64], ...]

    def on(self, board: str | Sequence[int]) -> npt.NDArray[np.int16]:
        """int16 [1326]: the groups on the class of a board, given in the order it was dealt."""
        level, number = self.boards.find(board)
        return np.asarray(self.labels[level][number], np.int16)

    def hands(self, board: str | Sequence[int]) -> list[npt.NDArray[np.int64]]:
        """The hands of each group on the class of a board, groups in order."""
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
    mine, theirs = _range(own, "own"), _range(opposing, "opposing")
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
        both = _labels_of(pairs, ((above >= 0) & (here >= 0)).astype(np.uint16))
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
        river = boards.levels[-1]
        self.boards, self._leaf_of_deal = np.unique(np.sort(river.members, axis=1), axis=0, return_inverse=True)
        self._classes = [river.class_of_member]
        for level in reversed(boards.levels[1:]):
            self._classes.insert(0, level.parents[self._classes[0]])
        self._levels: tuple[BoardLevel, ...] = boards.levels

    def below(self, level: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The boards (rows of `boards`) of each class of a level: int64 rows and starts [class + 1]."""
        pairs = np.unique(self._classes[level] * len(self.boards) + self._leaf_of_deal)
        classes, rows = np.divmod(pairs, len(self.boards))
        starts = np.searchsorted(classes, np.arange(len(self._levels[level]) + 1))
        return rows, starts.astype(np.int64)


Sums = tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint16]]


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
    groups_kernels.strength_keys(ranked.combos, ranked.starts, ranked.groups, own, opposing, keys)
    if measure is Measure.STRENGTH:
        return keys
    theirs = keys
    if not np.array_equal(own, opposing):
        theirs = np.empty_like(keys)
        groups_kernels.strength_keys(ranked.combos, ranked.starts, ranked.groups, opposing, own, theirs)
    views = np.empty_like(keys)
    groups_kernels.opponent_keys(keys, theirs, views)
    return views


def _sum_keys(keys: npt.NDArray[np.uint64], rows: npt.NDArray[np.int64], starts: npt.NDArray[np.int64]) -> Sums:
    from pokerlab.abstraction import groups_kernels

    sums = np.empty((len(starts) - 1, COMBO_COUNT), np.uint64)
    counts = np.empty(sums.shape, np.uint16)
    groups_kernels.sum_keys(keys, rows, starts, sums, counts)
    return sums, counts


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
            groups_kernels.sum_histograms(sums[level + 1][0], boards.levels[level + 1].parents, compared)
        found, count = _labels_of(compared, held)
        if identity is Identity.RIVER:
            # equal on the common boards and equal histograms elsewhere: then the whole histograms are equal too
            groups_kernels.split_by_boards(keys, *leaves.below(level), found, count)
        labels.append(found)
        counts.append(count)
    return HandGroups(boards, measure, identity, tuple(labels), tuple(counts))


def _labels_of(
    keys: npt.NDArray[np.uint64], held: npt.NDArray[np.uint16]
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
    from pokerlab.abstraction import groups_kernels

    labels = np.empty(keys.shape, np.int16)
    counts = np.empty(len(keys), np.int64)
    groups_kernels.label_keys(keys, held, labels, counts)
    return labels, counts


def _range(weights: npt.ArrayLike | None, whose: str) -> Hands:
    if weights is None:
        return np.ones(COMBO_COUNT, np.bool_)
    array = np.asarray(weights)
    if array.shape != (COMBO_COUNT,):
        raise AbstractionError(f"the {whose} range has the shape {list(array.shape)}, not [{COMBO_COUNT}]")
    return np.require(array > 0, np.bool_, ("C", "W"))
