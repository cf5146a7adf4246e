"""Which tables of features there are: what each says of every hand, in what numbers, and in which file.

What a hand is worth depends on the set of board cards, not on their order: tables are keyed by the forgetful index of
deals up to suits (`cards.isomorphism`). Numbers are exact: whole numbers whose `most` is what 1 (all opposing hands
beaten, the whole pot) would be, so hands of equal value have equal entries. Only Ppot and Npot are quotients.
"""

import math
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path

import numpy as np

from pokerlab._data_directory import default_directory
from pokerlab.cards.isomorphism import FLOP, PREFLOP, RIVER_FORGETFUL, TURN_FORGETFUL, HandIndexer
from pokerlab.errors import AbstractionError, shorten

FORMAT = "pokerlab/features"
VERSION = 1
STREETS = ("preflop", "flop", "turn", "river")
BOARD_SIZES = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
ROUNDS = {"preflop": PREFLOP, "flop": FLOP, "turn": TURN_FORGETFUL, "river": RIVER_FORGETFUL}
BINS = 50
"""Parts of a histogram of river strengths."""
CLUSTERS = 8
"""Clusters of starting hands (OCHS)."""
OCHS_FILE = "ochs"

RIVER_POINTS = 1980
"""Points of a hand that beats all 990 opposing hands on a river."""
RIVER_PAIRS = 6 * 990 * 903 // 2
"""Sixths of the pot that a hand wins which beats every two opposing hands."""
RIVER_TRIPLES = 12 * (990 * 903 * 820 // 6)
"""Twelfths of the pot that a hand wins which beats every three opposing hands."""


@dataclass(frozen=True)
class FeatureTable:
    """A table: an array [class, *tail] of a numpy type.

    - `most`: what the entry of a hand is whose value is 1; None for counts (histograms, deals)
    - `file`: the name of the file it is in, without suffix
    """

    street: str
    name: str
    kind: str
    most: float | None
    what: str
    tail: tuple[int, ...] = ()
    file: str = ""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return (CLASS_COUNTS[self.street], *self.tail)

    @property
    def bytes(self) -> int:
        """The bytes of the array."""
        return math.prod(self.shape) * np.dtype(self.kind).itemsize

    @property
    def file_name(self) -> str:
        """The file it is in."""
        return f"{self.file or self.street}.features"


CLASS_COUNTS = {"preflop": 169, "flop": 1_286_792, "turn": 13_960_050, "river": 123_156_254}
"""The classes of deals of each street."""

RIVERS_TO_COME = {"preflop": comb(50, 5), "flop": comb(47, 2), "turn": 46, "river": 1}
"""The river boards that can follow, from the point of view of a hand."""


@cache
def feature_index(street: str) -> HandIndexer:
    """The index of deals (a hand, then a board as one set) that the tables of a street are keyed by."""
    return HandIndexer(*ROUNDS[check_street(street)])


def features_directory(directory: Path | str | None = None) -> Path:
    """Where the tables are: the given directory, or `features` in the user's data directory
    (`$POKERLAB_DATA_DIR`)."""
    return Path(directory).expanduser() if directory else default_directory() / "features"


def find_table(street: str, name: str) -> FeatureTable:
    """The table of a name, or an error that lists the names of its street."""
    for table in TABLES:
        if table.street == check_street(street) and table.name == name:
            return table
    known = ", ".join(table.name for table in TABLES if table.street == street)
    raise AbstractionError(f"'{shorten(name)}' is no feature of the {street} ({known})")


def file_tables(file_name: str) -> list[FeatureTable]:
    """The tables of a file, in their order there."""
    return [table for table in TABLES if table.file_name == file_name]


def check_street(street: str) -> str:
    """The name of a street, or an error."""
    if street not in STREETS:
        raise AbstractionError(f"'{shorten(street)}' is no street ({', '.join(STREETS)})")
    return street


def present_points(street: str) -> int:
    """The points of a hand that beats all opposing hands now: twice their number."""
    left = 50 - BOARD_SIZES[street]
    return left * (left - 1)


def _tables_before_the_river(
    street: str, counts: str, sums: tuple[str, str, str], shares: tuple[str, str]
) -> list[FeatureTable]:
    ways = RIVERS_TO_COME[street]
    found = [
        FeatureTable(
            street, f"hs{k}", kind, ways * RIVER_POINTS**k, f"sum of river points{f'^{k}' * (k > 1)}: E[HS^{k}]"
        )
        for k, kind in enumerate(sums, 1)
    ]
    found += [
        FeatureTable(street, "histogram", counts, None, "rivers by strength, 50 parts of 0..1", (BINS,)),
        FeatureTable(street, "share2", shares[0], ways * RIVER_PAIRS, "sixths of pots won from two opponents"),
        FeatureTable(street, "share3", shares[1], ways * RIVER_TRIPLES, "twelfths of pots won from three opponents"),
    ]
    if street != "preflop":
        found += [
            FeatureTable(street, "points", "<i2", present_points(street), "2 for a hand beaten now, 1 for a tie: HS"),
            FeatureTable(street, "ppot", "<f4", 1, "chance to get ahead by the river from behind"),
            FeatureTable(street, "npot", "<f4", 1, "chance to fall behind by the river from ahead"),
        ]
    return [*found, FeatureTable(street, "deals", "<i8" if street == "preflop" else "|u1", None, "deals of the class")]


TABLES: tuple[FeatureTable, ...] = (
    *_tables_before_the_river("preflop", "<i8", ("<i8", "<i8", "<i8"), ("<i8", "<i8")),
    *_tables_before_the_river("flop", "<u2", ("<i4", "<u4", "<i8"), ("<u4", "<i8")),
    *_tables_before_the_river("turn", "|u1", ("<i4", "<i4", "<i8"), ("<i4", "<i8")),
    FeatureTable("river", "points", "<i2", RIVER_POINTS, "2 for a hand beaten, 1 for a tie: HS"),
    FeatureTable("river", "share2", "<i4", RIVER_PAIRS, "sixths of pots won from two opponents"),
    FeatureTable("river", "share3", "<i4", RIVER_TRIPLES, "twelfths of pots won from three opponents"),
    FeatureTable("river", "deals", "|u1", None, "deals of the class"),
    FeatureTable("river", "ochs", "|u1", 255, "strength against 8 clusters of starting hands", (CLUSTERS,), OCHS_FILE),
)  # fmt: skip
"""All tables."""

FILES = tuple(dict.fromkeys(table.file_name for table in TABLES))
"""The names of the files."""
