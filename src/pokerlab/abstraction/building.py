"""From features to buckets: every street of a name, cut inside what is remembered of the streets before."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._threads import map_in_order
from pokerlab.abstraction.buckets import Buckets, StreetFacts
from pokerlab.abstraction.clusters import Clusterings, ClusterSettings
from pokerlab.abstraction.feature_sweeps import board_index, preflop_classes
from pokerlab.abstraction.feature_tables import CLASS_COUNTS, STREETS
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.lookup_table import TableBuilder
from pokerlab.abstraction.measures import Measures
from pokerlab.abstraction.notation import CardAbstraction, Cut, CutKind, StreetPart, parse_cards
from pokerlab.abstraction.river_cuts import cut_river
from pokerlab.abstraction.street_cuts import StreetCut, cut_street
from pokerlab.cards.combos import CLASS_OF_COMBO

Steps = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much."""

_CHUNK = 1 << 10


def build_buckets(
    name: CardAbstraction | str,
    features: Features,
    *,
    settings: ClusterSettings | None = None,
    directory: Path | None = None,
    threads: int | None = None,
    steps: Steps | None = None,
) -> Buckets:
    """Build the buckets of a name. Clusterings are kept in `directory` as they are found, and taken from there."""
    cards = parse_cards(name) if isinstance(name, str) else name
    tell = steps or (lambda what, done, total: None)
    measures = Measures(features, tell, threads)
    clusterings = Clusterings(features, cards, settings or ClusterSettings(), directory, threads, tell)
    builder = _Builder(cards, features, measures, clusterings, threads, tell)
    for street in range(4):
        builder.add(street)
    about = {"features": features.digest, "clusters": clusterings.records()}
    return Buckets(cards, builder.table.arrays(), builder.facts, clusterings.centres(), about)


class _Builder:
    def __init__(
        self, cards: CardAbstraction, features: Features, measures: Measures, clusterings: Clusterings,
        threads: int | None, tell: Steps,
    ) -> None:  # fmt: skip
        self.cards, self.features, self.measures, self.clusterings = cards, features, measures, clusterings
        self.threads, self.tell = threads, tell
        self.table = TableBuilder()
        self.facts: list[StreetFacts] = []
        self.memory: npt.NDArray[np.int32] | None = None  # [class of the street before]; after the turn [class, way]
        self.memories = 1

    def add(self, street: int) -> None:
        part, named = self.cards.parts[street], self.cards.sights[street]
        self.tell(f"{STREETS[street]} {part}", 0, 1)
        weights = self._weights(street)
        is_all = part.seen == (Cut(CutKind.ALL, CLASS_COUNTS[STREETS[street]]),)
        if is_all and street and (self.memories == 1 or street == 1) and not part.kept:
            self.table.add_every_class(len(weights))
            self._note(named, weights.astype(np.int64), 1)
            self.memory, self.memories = None, 1
        elif street == 3 and self.memories > 1:
            self._add_river(part, named)
        else:
            self._add_by_classes(street, part, named, weights)
        self.tell(f"{STREETS[street]} {part}", 1, 1)

    def _add_by_classes(self, street: int, part: StreetPart, named: int, weights: npt.NDArray[np.uint8]) -> None:
        memory, boards = self._ways(street, part)
        made, sights = cut_street(
            part, weights, memory, self.memories, lambda cut: self.measures.values(street, cut),
            lambda cut: self._labels(street, cut), boards,
        )  # fmt: skip
        if memory.shape[1] == 1:
            self.table.add_by_class(sights[:, 0], made)
            self.memory = made.memory_of_sight[sights[:, 0]]
        else:
            self.table.add_inside(made)
            self.memory = made.memory_of_sight[sights]
        self._note(named, made.masses, made.memories)
        self.memories = made.memories

    def _add_river(self, part: StreetPart, named: int) -> None:
        def count(done: int, total: int) -> None:
            self.tell(f"river {part}", done, total)

        assert self.memory is not None
        made: StreetCut = cut_river(
            part, self.memory, self.memories, lambda cut: self.measures.values(3, cut),
            lambda cut: self._labels(3, cut), self.threads, count,
        )  # fmt: skip
        self.table.add_inside(made)
        self._note(named, made.masses, made.memories)

    def _ways(self, street: int, part: StreetPart) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32] | None]:
        """int32 [class, way]: what is remembered before a street, and the class of the board if it is asked for. On the
        turn there are four ways, one for each card that can have come last, if this makes a difference."""
        from pokerlab.abstraction import sequence_kernels as kernels

        classes = CLASS_COUNTS[STREETS[street]]
        by_board = part.seen[0].kind is CutKind.PUBLIC
        if self.memories == 1 and not by_board:
            return np.zeros((classes, 1), np.int32), None
        ways = 4 if street == 2 else 1
        memory = np.zeros((classes, ways), np.int32)
        boards = np.empty((classes, ways) if by_board else (0, 0), np.int32)
        before = np.zeros(0, np.int32)
        if self.memories > 1:
            assert self.memory is not None
            before = self.memory
        index = board_index(street + 2)

        def find(first: int) -> None:  # classes of different boards are others
            some = index.unindex(np.arange(first, min(first + _CHUNK, index.size)))
            kernels.ways_to_boards(some, before, memory, boards)

        def count(done: int, total: int) -> None:
            self.tell(f"{STREETS[street]}: ways to get there", done, total)

        for _ in map_in_order(find, range(0, index.size, _CHUNK), threads=self.threads, progress=count):
            pass
        return memory, boards if by_board else None

    def _labels(self, street: int, cut: Cut) -> npt.NDArray[Any]:
        if cut.kind is not CutKind.ALL:
            return self.clusterings.labels(street, cut)
        if street:
            return np.arange(CLASS_COUNTS[STREETS[street]], dtype=np.int32)
        labels = np.empty(CLASS_COUNTS["preflop"], np.int32)  # those of the matrix, not of the index
        labels[preflop_classes()] = CLASS_OF_COMBO
        return labels

    def _weights(self, street: int) -> npt.NDArray[np.uint8]:
        return self.features.weights(STREETS[street])

    def _note(self, named: int, masses: npt.NDArray[np.int64], memories: int) -> None:
        self.facts.append(StreetFacts(len(masses), named, memories, masses))
