"""Buckets as groups of hands that play alike, for the post-flop engine."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.boards import BoardClasses
from pokerlab.abstraction.groups import HandGroups


class Sights(Protocol):
    """What says which hands are treated alike: `abstraction.buckets.Buckets`, or buckets of some boards."""

    def hands(self, board: Sequence[int], /) -> npt.NDArray[np.int32]:
        """int32 [1326]: the sight of every hand on a board, -1 for hands that share a card with it."""


def bucket_groups(buckets: Sights, board: str | Sequence[int]) -> HandGroups:
    """The groups of hands on all boards that can follow a flop, turn or river: those of one bucket."""
    boards = BoardClasses.of(board, "isomorphic")
    labels, counts = [], []
    for level in boards.levels:
        rows = np.full((len(level), 1326), -1, np.int16)
        count = np.empty(len(level), np.int64)
        for number, cards in enumerate(level.representatives.tolist()):
            sights = buckets.hands(cards)
            known, firsts, numbers = np.unique(sights[sights >= 0], return_index=True, return_inverse=True)
            place = np.argsort(np.argsort(firsts))  # groups are numbered as they first occur
            rows[number, sights >= 0] = place[numbers]
            count[number] = len(known)
        labels.append(rows)
        counts.append(count)
    return HandGroups(boards, None, None, tuple(labels), tuple(counts))
