"""All ways to give hands to players whose ranges block each other, as a graph over the cards that are taken.

A node is a set of cards taken from the players still to come, an edge a hand that the next player may then hold. Ways
that take the same cards meet in the same node, so that narrow ranges, whose hands collide almost always, have few
nodes however many deals there are. Every edge knows the weight of all deals beyond it: walking from the root by these
weights draws a deal exactly as often as its weight says, and never runs into a collision.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import COMBO_MASKS

MOST_PAIRS = 10_000_000
"""The most pairs of a node and a hand that are looked at before the players that are left are left to chance."""

_PAIRS_AT_ONCE = 1_000_000


@dataclass(frozen=True)
class DealGraph:
    """The deals of the first `players` players.

    - `starts`: int64 [node + 1], where the edges of a node start; node 0 is the root
    - `hands`: int64 [edge], the place of the hand in the list of all players' hands
    - `nexts`: int64 [edge], the node that follows; the last player's edges lead to no node of the graph
    - `chances`: float64 [edge], the chance of this edge or an earlier one of its node; 1 at the last one
    """

    players: int
    starts: npt.NDArray[np.int64]
    hands: npt.NDArray[np.int64]
    nexts: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float64]

    @classmethod
    def of_nobody(cls) -> "DealGraph":
        """The graph of no players."""
        return cls(0, np.zeros(1, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))

    @classmethod
    def of(
        cls, ends: npt.NDArray[np.int64], hands: npt.NDArray[np.int64], weights: npt.NDArray[np.float64]
    ) -> "DealGraph":
        """The graph of as many players as can be afforded, from the first one on.

        hands: combos, weights: above 0 and at most 1, all players' lists one after the other, ending at ends [player].
        """
        levels = _levels(ends, hands)
        edges = _weigh(levels, weights)
        offsets = np.cumsum([level.nodes for level in levels])
        counts = [np.bincount(kept.origins, minlength=level.nodes) for level, kept in zip(levels, edges, strict=True)]
        return cls(
            len(levels),
            np.concatenate([[0], np.cumsum(np.concatenate(counts))]),
            np.concatenate([kept.hands for kept in edges]),
            np.concatenate([kept.targets + offset for kept, offset in zip(edges, offsets, strict=True)]),
            np.concatenate([kept.chances for kept in edges]),
        )

    @property
    def is_impossible(self) -> bool:
        """Whether these players cannot all be dealt a hand."""
        return self.players > 0 and self.starts[1] == 0


@dataclass(frozen=True)
class _Level:
    """One player's hands: from which node (of `nodes`), with which hand, to which node of the next player."""

    nodes: int
    origins: npt.NDArray[np.int64]
    hands: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Edges:
    """Those of a level that lead to the end, and their chances as in the graph."""

    origins: npt.NDArray[np.int64]
    hands: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float64]


def _levels(ends: npt.NDArray[np.int64], hands: npt.NDArray[np.int64]) -> list[_Level]:
    masks = COMBO_MASKS[hands]
    taken = np.zeros(1, np.uint64)
    levels: list[_Level] = []
    pairs, first = 0, 0
    for last in ends.tolist():
        pairs += len(taken) * (last - first)
        if pairs > MOST_PAIRS or not len(taken):
            break
        # Cards that no later player can hold make no difference.
        telling = np.bitwise_or.reduce(masks[last:], initial=np.uint64(0))
        origins, places = _free_pairs(taken, masks[first:last])
        after, targets = np.unique((taken[origins] | masks[first + places]) & telling, return_inverse=True)
        levels.append(_Level(len(taken), origins, first + places, targets.astype(np.int64)))
        taken, first = after, last
    return levels


def _free_pairs(
    taken: npt.NDArray[np.uint64], masks: npt.NDArray[np.uint64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The pairs of a set and a mask that have no card in common, set by set: places of the sets, of the masks."""
    rows = max(1, _PAIRS_AT_ONCE // len(masks))
    parts = [np.nonzero((taken[start : start + rows, None] & masks) == 0) for start in range(0, len(taken), rows)]
    origins = [part[0] + number * rows for number, part in enumerate(parts)]
    return np.concatenate(origins), np.concatenate([part[1] for part in parts])


def _weigh(levels: Sequence[_Level], weights: npt.NDArray[np.float64]) -> list[_Edges]:
    """The edges by the weight of all deals beyond them, found from the last player to the first."""
    beyond = np.ones(int(levels[-1].targets.max(initial=0)) + 1)
    found: list[_Edges] = []
    for level in reversed(levels):
        weight = weights[level.hands] * beyond[level.targets]
        kept = weight > 0
        origins, weight = level.origins[kept], weight[kept]
        totals = np.bincount(origins, weight, level.nodes)
        ends = np.cumsum(np.bincount(origins, minlength=level.nodes))
        sums = np.cumsum(weight / totals[origins])
        chances = sums - np.concatenate([[0.0], sums])[np.concatenate([[0], ends])[origins]]
        chances[ends[np.diff(ends, prepend=0) > 0] - 1] = 1.0
        found.append(_Edges(origins, level.hands[kept], level.targets[kept], chances))
        beyond = totals / (totals.max() or 1.0)  # many small weights multiplied stay numbers
    return found[::-1]
