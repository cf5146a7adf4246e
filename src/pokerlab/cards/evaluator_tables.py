"""The evaluator's tables: how they are built, and the shipped file they are read from.

A hand without a flush is decided by its ranks alone. Each rank has a key such that the sum of the keys of up to
seven cards (at most four of a rank) tells the multiset of ranks. The sum, split into a row (high bits) and a
column (low bits), is looked up in rows that overlap without colliding ('row displacement'): `values[offsets[row]
+ column]`. A flush is looked up by the 13-bit set of ranks in its suit.

Card keys carry the rank key in bits 0..31 and one 4-bit counter per suit above them. Counters start at 3, so that
bit 3 of a counter says 'five or more of this suit'.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pokerlab.cards.datafile import Arrays, read_arrays

# The smallest keys, found one rank after the other, for which all seven-card sums differ.
RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
COLUMN_BITS = 9
HAND_SIZES = (5, 6, 7)

KEY_START = 0x3333 << 32
"""The key of no cards: every suit counter at 3."""

FLUSH_BITS = 0x8888 << 32
"""The bits of a key that are set when a suit has five or more cards."""

FILE_NAME = "evaluator.npz"


def load() -> Arrays:
    """The shipped tables.

    - `offsets5`, `offsets6`, `offsets7`: uint32 [row]; `values5`, `values6`, `values7`: uint16, hand ranks
    - `flushes`: uint16 [8192], hand rank by the set of ranks in the suit (0 if fewer than five)
    - `codes`: uint32 [7463], by hand rank: category << 20 | five 4-bit card ranks that decide, most telling first
    """
    return read_arrays(FILE_NAME)


def build() -> Arrays:
    """Compute the tables from the rules of poker (about two seconds)."""
    multisets = {size: list(_rank_multisets(size)) for size in HAND_SIZES}
    flush_codes = [_flush_code(ranks) if ranks.bit_count() >= 5 else 0 for ranks in range(8192)]
    # The five-card hands show every class there is; its place in their order is a hand's rank, from 1 up.
    codes = sorted({_plain_code(counts) for counts in multisets[5]} | set(flush_codes) - {0})
    rank_of_code = {code: rank for rank, code in enumerate(codes, 1)} | {0: 0}
    tables: Arrays = {
        "flushes": np.array([rank_of_code[code] for code in flush_codes], np.uint16),
        "codes": np.array([0, *codes], np.uint32),
    }
    for size in HAND_SIZES:
        keys = [sum(n * key for n, key in zip(c, RANK_KEYS, strict=True)) for c in multisets[size]]
        ranks = [rank_of_code[_plain_code(counts)] for counts in multisets[size]]
        tables[f"offsets{size}"], tables[f"values{size}"] = _displace_rows(keys, ranks)
    return tables


def card_keys() -> npt.NDArray[np.uint64]:
    """uint64 [52]: the key of each card."""
    return np.array([RANK_KEYS[c >> 2] | 1 << (32 + 4 * (c & 3)) for c in range(52)], np.uint64)


def _rank_multisets(size: int, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """Every way to have `size` cards of `ranks` ranks, as counts 0..4 per rank."""
    if ranks == 0:
        if size == 0:
            yield ()
        return
    for count in range(min(4, size) + 1):
        if size - count <= 4 * (ranks - 1):
            for rest in _rank_multisets(size - count, ranks - 1):
                yield (*rest, count)


def _code(category: int, *ranks: int) -> int:
    code = category
    for rank in (*ranks, 0, 0, 0, 0, 0)[:5]:
        code = code << 4 | rank
    return code


def _straight_top(ranks: int) -> int | None:
    """The highest rank of the best straight in a 13-bit set of ranks."""
    wrapped = ranks << 1 | ranks >> 12  # the ace also stands below the deuce
    return next((top for top in range(12, 2, -1) if wrapped >> (top - 3) & 31 == 31), None)


def _plain_code(counts: tuple[int, ...]) -> int:
    """The best five cards without regard to suits."""
    present = [rank for rank in range(12, -1, -1) if counts[rank]]
    fours, threes, pairs = ([rank for rank in present if counts[rank] == n] for n in (4, 3, 2))
    straight = _straight_top(sum(1 << rank for rank in present))

    def kickers(*used: int) -> list[int]:
        return [rank for rank in present if rank not in used]

    if fours:
        return _code(7, fours[0], kickers(fours[0])[0])
    if threes and (pairs or len(threes) > 1):
        return _code(6, threes[0], max(threes[1:] + pairs))
    if straight is not None:
        return _code(4, straight)
    if threes:
        return _code(3, threes[0], *kickers(threes[0])[:2])
    if len(pairs) >= 2:
        return _code(2, *pairs[:2], kickers(*pairs[:2])[0])
    if pairs:
        return _code(1, pairs[0], *kickers(pairs[0])[:3])
    return _code(0, *present[:5])


def _flush_code(ranks: int) -> int:
    straight = _straight_top(ranks)
    if straight is not None:
        return _code(8, straight)
    return _code(5, *[rank for rank in range(12, -1, -1) if ranks >> rank & 1][:5])


def _displace_rows(keys: list[int], values: list[int]) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16]]:
    """Lay the rows of a sparse table over each other, fullest first, each at the first place where it fits."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for key, value in zip(keys, values, strict=True):
        rows.setdefault(key >> COLUMN_BITS, []).append((key & (1 << COLUMN_BITS) - 1, value))
    length = 2 * len(keys) + (1 << COLUMN_BITS)
    taken = np.zeros(length, np.bool_)
    table = np.zeros(length, np.uint16)
    offsets = np.zeros(max(rows) + 1, np.uint32)
    starts = length - (1 << COLUMN_BITS)
    for row, cells in sorted(rows.items(), key=lambda item: -len(item[1])):
        columns = np.array([column for column, _ in cells])
        clash = np.zeros(starts, np.bool_)
        for column in columns:
            clash |= taken[column : column + starts]
        offset = int(clash.argmin())
        taken[offset + columns] = True
        table[offset + columns] = [value for _, value in cells]
        offsets[row] = offset
    return offsets, table[: int(np.flatnonzero(taken)[-1]) + 1].copy()
