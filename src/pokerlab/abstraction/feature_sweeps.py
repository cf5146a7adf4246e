"""Features in pieces of work: rivers first, then turns and flops from them, each up to suits.

A task of rivers leaves rows (see `features_kernels`), one for each of some canonical boards, and what they add before
the flop. A task of turns or flops reads the rows of all rivers and leaves features of some boards, class by class.
Boards are numbered by their own index (`HandIndexer(3)`, `(4)`, `(5)`).
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Archive, write_archive
from pokerlab.abstraction.feature_tables import (
    BINS,
    BOARD_SIZES,
    VERSION,
    FeatureTable,
    feature_index,
    file_tables,
)
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.combos import CLASS_COUNT, COMBO_CARDS
from pokerlab.cards.isomorphism import HandIndexer
from pokerlab.cards.suits import SUIT_PERMUTATIONS
from pokerlab.errors import AbstractionError
from pokerlab.jobs.inputs import Input
from pokerlab.jobs.task import Task

PART_FORMAT = "pokerlab/features-part"
PARTS = 16
"""Tasks of each street."""
SWEEP_RIVERS = "pokerlab.abstraction.feature_sweeps:sweep_rivers"
SWEEP_STARTS = "pokerlab.abstraction.feature_sweeps:sweep_starts"
SUMS = ("hs1", "hs2", "hs3", "share2", "share3")
"""Features that are sums over river boards, in the order of the kernels."""
RIVER_ROW_BYTES = 4 * 3856
TASK_MEMORY = {"river": 2**29, "turn": 2**30, "flop": 2**30}
"""Bytes that a task takes at most."""
_COSTS = {"river": 1.0, "turn": 1.9, "flop": 3.0}

Arrays = dict[str, npt.NDArray[Any]]


def river_tasks() -> list[Task]:
    """All river boards up to suits, in parts."""
    return [
        Task(
            SWEEP_RIVERS, {"part": part, "of": PARTS, "version": VERSION}, memory=TASK_MEMORY["river"],
            cost=_COSTS["river"], suffix=".rows", title=f"rivers {part + 1} of {PARTS}",
        )
        for part in range(PARTS)
    ]  # fmt: skip


def start_tasks(street: str, rows: Sequence[Path] | None = None) -> list[Task]:
    """All turns or flops up to suits, in parts. Rows of rivers lie beside the results, or are sent from `rows`."""
    inputs = {f"rows{number}": Input.of(path) for number, path in enumerate(rows or ())}
    return [
        Task(
            SWEEP_STARTS, {"street": street, "part": part, "of": PARTS, "version": VERSION},
            memory=TASK_MEMORY[street], cost=_COSTS[street], suffix=".part", inputs=inputs,
            title=f"{street}s {part + 1} of {PARTS}", depends_on=tuple(task.name for task in river_tasks()),
        )
        for part in range(PARTS)
    ]  # fmt: skip


def sweep_rivers(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """Sweep a part of the river boards: a file of rows."""
    boards = part_of(5, arguments)
    rows, preflop = river_rows(boards, board_counts(boards))
    write_archive(path, PART_FORMAT, 1, {"street": "river"}, {"rows": rows, "preflop": preflop})
    return {"boards": len(boards)}


def sweep_starts(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """Sweep a part of the turns or flops: a file of features by class."""
    if "rows0" in arguments:
        files = [Path(arguments[f"rows{number}"]) for number in range(PARTS)]
    else:
        files = [path.with_name(f"{task.name}{task.suffix}") for task in river_tasks()]
    rows = _mapped_rows(tuple((str(file), file.stat().st_mtime_ns) for file in files))
    boards = part_of(BOARD_SIZES[arguments["street"]], arguments)
    found = start_features(boards, rows, np.arange(board_index(5).size, dtype=np.int32), len(rows[0]))
    write_archive(path, PART_FORMAT, 1, {"street": arguments["street"]}, found)
    return {"boards": len(boards), "classes": len(found["index"])}


@lru_cache(maxsize=1)
def _mapped_rows(files: tuple[tuple[str, int], ...]) -> tuple[npt.NDArray[np.int32], ...]:
    """The rows of all rivers, from files with their times; a process that does several tasks maps them once."""
    from pokerlab.abstraction.features_kernels import WIDTH

    rows = tuple(open_part(Path(file)).mapped("rows") for file, _ in files)
    if any(part.shape[1] != WIDTH for part in rows):
        raise AbstractionError(f"{files[0][0]} has other rows than this version writes")
    return rows


def river_rows(
    boards: npt.NDArray[np.uint8], counts: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Rows int32 [board, WIDTH] of river boards, and int64 [169, SUMS + BINS] what they add to the features of all
    hands of a class before the flop; each board stands for so many."""
    from pokerlab.abstraction import features_kernels as kernels

    rows = np.empty((len(boards), kernels.WIDTH), np.int32)
    kernels.sweep_rivers(np.ascontiguousarray(boards), rows)
    preflop = np.zeros((CLASS_COUNT, len(SUMS) + BINS), np.int64)
    kernels.add_preflop(rows, counts, preflop_classes(), preflop)
    return rows, preflop


def start_features(
    boards: npt.NDArray[np.uint8],
    rows: Sequence[npt.NDArray[np.int32]],
    row_of: npt.NDArray[np.int32],
    per_part: int,
) -> Arrays:
    """The features of all hands on boards of 3 or 4 cards by the name of their table, each class once; `index` says
    which. `row_of` [river board]: where the row of each is in `rows`, so many in each of PARTS arrays."""
    from pokerlab.abstraction import feature_sweeps_kernels as kernels

    street = {3: "flop", 4: "turn"}[boards.shape[1]]
    left = 52 - boards.shape[1]
    most = len(boards) * left * (left - 1) // 2
    index, points = np.empty((most, 2), np.int64), np.empty(most, np.int16)
    potentials, histograms = np.empty((most, 2), np.float32), np.empty((most, BINS), np.uint16)
    sums = np.empty((most, len(SUMS)), np.int64)
    count = kernels.sweep_starts(
        np.ascontiguousarray(boards), tuple(rows), per_part, row_of, river_masks(), *board_index(5).arrays,
        index, points, potentials, histograms, sums,
    )  # fmt: skip
    found: Arrays = {name: sums[:count, place] for place, name in enumerate(SUMS)}
    found |= {"histogram": histograms[:count], "points": points[:count], "deals": index[:count, 1]}
    found |= {"ppot": potentials[:count, 0], "npot": potentials[:count, 1]}
    kinds = {table.name: table.kind for table in file_tables(f"{street}.features")}
    return {"index": index[:count, 0].astype(np.int32)} | {
        name: np.ascontiguousarray(array, kinds[name]) for name, array in found.items()
    }


def merged_rivers(parts: Sequence[Archive]) -> tuple[Arrays, Arrays]:
    """The tables of the river and of the hands before the flop, from the parts of all rivers, which were checked."""
    from pokerlab.abstraction import features_kernels as kernels

    tables = {table.name: np.zeros(table.shape, table.kind) for table in file_tables("river.features")}
    preflop = np.zeros((CLASS_COUNT, len(SUMS) + BINS), np.int64)
    for number, part in enumerate(parts):
        boards = part_of(5, {"part": number, "of": len(parts)})
        rows = part.mapped("rows")
        kernels.spread_rivers(
            boards, board_counts(boards), rows, tables["points"], tables["share2"], tables["share3"],
            tables["deals"],
        )  # fmt: skip
        preflop += part.mapped("preflop")
    return tables, preflop_tables(preflop)


def preflop_tables(sums: npt.NDArray[np.int64]) -> Arrays:
    """The tables before the flop from the sums over all hands of each class."""
    hands = np.bincount(preflop_classes(), minlength=CLASS_COUNT)
    each = sums // hands[:, None]
    found: Arrays = {name: each[:, place].copy() for place, name in enumerate(SUMS)}
    return found | {"histogram": each[:, len(SUMS) :].copy(), "deals": hands}


def merged_starts(parts: Sequence[Archive], table: FeatureTable) -> npt.NDArray[Any]:
    """A table of turns or flops from all parts, which were checked."""
    whole = np.zeros(table.shape, table.kind)
    for part in parts:
        whole[part.mapped("index")] = part.mapped(table.name)
    return whole


def open_part(path: Path) -> Archive:
    """A file that a task has left."""
    return Archive(path, PART_FORMAT, (1,), what="a part of features", error=AbstractionError)


def check_part(part: Archive) -> None:
    """An `AbstractionError` if some of it is not as it was written."""
    for found in part.parts.values():
        part.view(found.start, found.end, found.name)


@cache
def board_index(cards: int) -> HandIndexer:
    """The index of boards of so many cards up to suits."""
    return HandIndexer(cards)


def part_of(cards: int, arguments: Mapping[str, Any]) -> npt.NDArray[np.uint8]:
    """uint8 [board, cards]: the canonical boards of a part. All parts but the last have equally many."""
    index, part, parts = board_index(cards), arguments["part"], arguments["of"]
    each = -(-index.size // parts)
    return index.unindex(np.arange(min(part * each, index.size), min((part + 1) * each, index.size)))


@cache
def river_masks() -> npt.NDArray[np.uint64]:
    """uint64 [134459]: the canonical river boards as sets."""
    boards = board_index(5).unindex(np.arange(board_index(5).size))
    return np.asarray(np.bitwise_or.reduce(CARD_MASKS[boards], axis=1))


def board_counts(boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """int64 [board]: how many boards each stands for: those that renamings of suits make of it."""
    masks = np.bitwise_or.reduce(CARD_MASKS[boards], axis=1)
    images = np.zeros((len(SUIT_PERMUTATIONS), len(masks)), np.uint64)
    for number, renaming in enumerate(SUIT_PERMUTATIONS.tolist()):
        for suit, new in enumerate(renaming):
            images[number] |= ((masks >> np.uint64(16 * suit)) & np.uint64(0xFFFF)) << np.uint64(16 * new)
    return np.asarray(len(SUIT_PERMUTATIONS) // (images == masks).sum(axis=0), np.int64)


@cache
def preflop_classes() -> npt.NDArray[np.int64]:
    """int64 [1326]: the index of every hand before the flop."""
    return feature_index("preflop").index(COMBO_CARDS)
