"""How the table of three classes fits into a file: exact counts, told by what is new in each.

Almost all counts are multiples of 12, because renaming the suits gives 12 or 24 equal deals; multiples and rests are
kept apart. Neighbouring classes have similar counts, so each number is replaced by its difference from what its
neighbours along some axes suggest; classes are put in an order where neighbours are alike (pairs, suited by high and
low card, offsuit likewise). The differences are cut into bytes, all first bytes together, then all second ones: that is
what compresses.
"""

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.cards.datafile import Arrays

Ints = npt.NDArray[np.int64]

UNIT = 12


def _alike() -> Ints:
    row, column = np.divmod(np.arange(CLASS_COUNT), 13)
    kind = np.where(row == column, 0, np.where(row < column, 1, 2))
    return np.lexsort((np.maximum(row, column), np.minimum(row, column), kind))


ALIKE = _alike()
_PAIRS = np.triu_indices(CLASS_COUNT)
_SHAPES = {"strict": (CLASS_COUNT,) * 3, "top": (len(_PAIRS[0]), CLASS_COUNT), "bottom": (len(_PAIRS[0]), CLASS_COUNT)}
_AXES = {"strict": (0, 1, 2), "top": (1,), "bottom": (0,), "level": (0,)}


def encode(strict: Ints, top: Ints, bottom: Ints, level: Ints) -> Arrays:
    """Arrays of bytes for the four cubes int64 [169, 169, 169] of `threeway.ThreeWayTable`."""
    order = np.ix_(ALIKE, ALIKE, ALIKE)
    parts = {
        "strict": strict[order],
        "top": top[order][_PAIRS],
        "bottom": bottom[order][_PAIRS],
        "level": level[order][_triples()],
    }
    arrays: Arrays = {}
    for name, counts in parts.items():
        units, rest = np.divmod(counts, UNIT)
        arrays[name] = _to_bytes(_differences(units, _AXES[name]))
        arrays[f"{name}_rest"] = rest.astype(np.uint8).ravel()
    return arrays


def decode(arrays: Arrays) -> tuple[Ints, Ints, Ints, Ints]:
    """The four cubes."""
    n = CLASS_COUNT
    parts = {}
    for name in ("strict", "top", "bottom", "level"):
        shape = _SHAPES.get(name, (-1,))
        units = _from_bytes(arrays[name]).reshape(shape)
        for axis in _AXES[name]:
            np.cumsum(units, axis=axis, out=units)
        parts[name] = UNIT * units + arrays[f"{name}_rest"].reshape(shape)
    back = np.ix_(np.argsort(ALIKE), np.argsort(ALIKE), np.argsort(ALIKE))
    tied = []
    for name in ("top", "bottom"):
        cube = np.empty((n, n, n), np.int64)
        cube[_PAIRS] = parts[name]
        cube[_PAIRS[1], _PAIRS[0]] = parts[name]
        tied.append(cube[back])
    level = np.empty((n, n, n), np.int64)
    a, b, c = _triples()
    for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
        level[x, y, z] = parts["level"]
    return parts["strict"][back], tied[0], tied[1], level[back]


def _triples() -> tuple[Ints, Ints, Ints]:
    """All a <= b <= c."""
    a, b, c = np.indices((CLASS_COUNT,) * 3, dtype=np.int16)
    first, second, third = np.nonzero((a <= b) & (b <= c))
    return first, second, third


def _differences(values: Ints, axes: tuple[int, ...]) -> Ints:
    for axis in axes:
        values = np.diff(values, axis=axis, prepend=0)
    return values


def _to_bytes(values: Ints) -> npt.NDArray[np.uint8]:
    """uint8 [byte, value]: signed numbers as 0, -1, 1, -2, 2..., lowest bytes first."""
    flat = values.ravel()
    unsigned = ((flat << 1) ^ (flat >> 63)).astype(np.uint64)
    count = max(1, (int(unsigned.max()).bit_length() + 7) // 8)
    return np.stack([(unsigned >> np.uint64(8 * byte)).astype(np.uint8) for byte in range(count)])


def _from_bytes(planes: npt.NDArray[np.uint8]) -> Ints:
    unsigned = np.zeros(planes.shape[1], np.uint64)
    for byte, plane in enumerate(planes):
        unsigned |= plane.astype(np.uint64) << np.uint64(8 * byte)
    signed = unsigned.astype(np.int64)
    return (signed >> 1) ^ -(signed & 1)
