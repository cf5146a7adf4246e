"""The arrays in which buckets are looked up (see `lookup_kernels`), put together street by street."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.feature_tables import CLASS_COUNTS
from pokerlab.abstraction.lookup_kernels import (
    ALL,
    BY_BOARD,
    BY_BOARD_LABEL,
    BY_CLASS,
    BY_LABEL,
    BY_LEVELS,
    COUNT,
    END,
    FIRST,
    INSIDE,
    KEPT,
    KIND,
    LEVELS,
    NOTHING,
    SIGHTS,
    START,
    WIDE,
)
from pokerlab.abstraction.notation import CutKind
from pokerlab.abstraction.street_cuts import MadeCut, StreetCut
from pokerlab.cards.class_kernels import BOARD_CLASSES

_SMALL = 1 << 16
_CLASSES = tuple(CLASS_COUNTS.values())


class TableBuilder:
    """Takes streets one after the other."""

    def __init__(self) -> None:
        self._labels: list[npt.NDArray[np.uint16]] = []
        self._numbers: list[npt.NDArray[np.int32]] = []
        self._cuts: list[list[int]] = []
        self._streets: list[list[int]] = []

    def arrays(self, streets: int = 4) -> dict[str, npt.NDArray[Any]]:
        """The arrays of so many streets; those that were not added yet have no cuts, and see what is remembered."""
        missing = [[len(self._cuts), len(self._cuts), -1, NOTHING, 1, 0]] * (streets - len(self._streets))
        return {
            "labels": np.concatenate(self._labels) if self._labels else np.empty(0, np.uint16),
            "numbers": np.concatenate(self._numbers) if self._numbers else np.empty(0, np.int32),
            "cuts": np.array(self._cuts, np.int64).reshape(-1, 5),
            "streets": np.array(self._streets + missing, np.int64),
        }

    def add_every_class(self, classes: int) -> None:
        """A street on which every class is for itself, and nothing of it is remembered."""
        first = len(self._cuts)
        self._cuts.append([BY_CLASS, 0, 1, classes, -1])
        self._streets.append([first, first + 1, -1, NOTHING, 0, 0])

    def add_by_class(self, sights: npt.NDArray[Any], street: StreetCut) -> None:
        """A street on which the class of a hand alone says what is seen: sights [class]."""
        first = len(self._cuts)
        start, wide = self._put_labels(sights, street.sights)
        self._cuts.append([BY_LABEL, start, wide, street.sights, -1])
        self._streets.append([first, first + 1, -1, self._put_memory(street), 0, 0])

    def add_inside(self, street: StreetCut) -> None:
        """A street that is cut inside what is remembered, or by boards."""
        first = len(self._cuts)
        self.add_cuts(street.cuts)
        by_board = any(cut.cut.kind is CutKind.PUBLIC for cut in street.cuts)
        sights = self._put_numbers(street.sight_of_cell)
        self._streets.append([first, len(self._cuts), sights, self._put_memory(street), 1, int(by_board)])

    def add_cuts(self, cuts: Sequence[MadeCut]) -> None:
        """Cuts of the street that is being made."""
        for made in cuts:
            kind, levels, count = BY_LABEL, -1, made.cut.count
            if made.levels is not None:
                kind, levels = BY_LEVELS, self._put_numbers(made.levels.reshape(-1))
            elif made.cut.kind is CutKind.PUBLIC:
                kind = BY_BOARD_LABEL
            if made.cut.kind is CutKind.ALL:
                self._cuts.append([BY_CLASS, 0, 1, count, -1])
                continue
            start, wide = self._put_labels(made.labels, int(made.labels.max(initial=0)) + 1)
            self._cuts.append([kind, start, wide, count, levels])

    def _put_memory(self, street: StreetCut) -> int:
        if street.memories == 1:
            return NOTHING
        if np.array_equal(street.memory_of_sight, np.arange(street.sights)):
            return ALL
        return self._put_numbers(street.memory_of_sight)

    def _put_numbers(self, numbers: npt.NDArray[np.int32]) -> int:
        start = sum(map(len, self._numbers))
        self._numbers.append(np.ascontiguousarray(numbers, np.int32))
        return start

    def _put_labels(self, labels: npt.NDArray[Any], count: int) -> tuple[int, int]:
        """Where labels below `count` lie, and how many places each has."""
        start = sum(map(len, self._labels))
        wide = 1 if count <= _SMALL else 2
        if wide == 1:
            self._labels.append(np.ascontiguousarray(labels, np.uint16))
        else:
            self._labels.append(np.ascontiguousarray(labels, "<u4").view(np.uint16))
        return start, wide


def check_tables(
    labels: npt.NDArray[np.uint16], numbers: npt.NDArray[np.int32], cuts: npt.NDArray[np.int64],
    streets: npt.NDArray[np.int64], sights: Sequence[int],
) -> None:  # fmt: skip
    """A `ValueError` if a look-up could leave the arrays: of a file whose header is not what we write."""
    if streets.shape != (4, 6) or cuts.ndim != 2 or cuts.shape[1] != 5:
        raise ValueError("columns")
    memories = 1
    for street, row in enumerate(streets.tolist()):
        if not 0 <= row[FIRST] < row[END] <= len(cuts) or row[INSIDE] not in (0, 1):
            raise ValueError("cuts")
        cells = memories if row[INSIDE] else 1
        for cut in cuts[row[FIRST] : row[END]].tolist():
            _check_cut(cut, street, cells, len(labels), len(numbers), has_board=bool(row[BY_BOARD]))
            cells *= cut[COUNT]
        if row[SIGHTS] >= 0:
            if row[SIGHTS] + cells > len(numbers):
                raise ValueError("sights")
            cells = sights[street]
        if not 0 < cells <= max(sights[street], 1) or row[KEPT] < ALL:
            raise ValueError("kept")
        if row[KEPT] >= 0 and row[KEPT] + cells > len(numbers):
            raise ValueError("kept")
        memories = 1 if row[KEPT] == NOTHING else cells
        if row[KEPT] >= 0:
            memories = int(numbers[row[KEPT] : row[KEPT] + cells].max(initial=0)) + 1


def _check_cut(cut: list[int], street: int, cells: int, labels: int, numbers: int, *, has_board: bool) -> None:
    kind, start, wide, count, levels = cut[KIND], cut[START], cut[WIDE], cut[COUNT], cut[LEVELS]
    if kind not in (BY_LABEL, BY_LEVELS, BY_CLASS, BY_BOARD_LABEL) or wide not in (1, 2) or count < 1 or start < 0:
        raise ValueError("cut")
    if kind == BY_CLASS:
        if count < _CLASSES[street]:
            raise ValueError("classes")
        return
    if kind == BY_BOARD_LABEL and not (has_board and street in BOARD_CLASSES):
        raise ValueError("boards")
    size = BOARD_CLASSES[street] if kind == BY_BOARD_LABEL else _CLASSES[street]
    if start + wide * size > labels:
        raise ValueError("labels")
    if kind == BY_LEVELS and not (levels >= 0 and levels + cells * (count - 1) <= numbers):
        raise ValueError("levels")
