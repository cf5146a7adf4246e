"""Damaged files: what a bad disk, a torn download or a careless program makes of one, and how reading must answer.

    for what, content in damages(path.read_bytes(), seed=1): ...
    assert_damage_is_noticed(path, read, StrategyError, seed=1)

And files that a faulty program wrote, whose checksums are right (`with_header`, `with_data`).
"""

import json
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

BLOCK = 512
"""Bytes that are zeroed or swapped at a time: a sector of a disk."""


def damages(
    content: bytes, *, seed: int, flips: int = 200, cuts: int = 40, zeroed: int = 20, swapped: int = 20
) -> Iterator[tuple[str, bytes]]:
    """What the damage is, and the content with it: single bits flipped, the end cut off, blocks zeroed or swapped, and
    bytes added. Half of the flips are in the first 4,096 bytes, where files say what they are. The same seed gives the
    same damages; one that changes nothing (zeros zeroed) is left out."""
    rng = np.random.default_rng(seed)
    for number in range(flips):
        end = min(len(content), 4096) if number % 2 else len(content)
        place, bit = int(rng.integers(end)), int(rng.integers(8))
        flipped = bytes([content[place] ^ 1 << bit])
        yield f"bit {bit} of byte {place} flipped", content[:place] + flipped + content[place + 1 :]
    for length in rng.integers(len(content), size=cuts).tolist():
        yield f"cut off after {length} bytes", content[:length]
    block = min(BLOCK, max(1, len(content) // 4))
    starts = np.arange(0, len(content) - block + 1, block)
    for start in rng.choice(starts, zeroed).tolist():
        changed = content[:start] + bytes(block) + content[start + block :]
        if changed != content:
            yield f"{block} bytes zeroed from {start}", changed
    for _ in range(swapped if len(starts) > 1 else 0):
        first, second = sorted(rng.choice(starts, 2, replace=False).tolist())
        one, other = content[first : first + block], content[second : second + block]
        changed = content[:first] + other + content[first + block : second] + one + content[second + block :]
        if changed != content:
            yield f"{block} bytes at {first} and {second} swapped", changed
    yield "a byte added", content + b"\0"
    yield "written twice", content + content


def assert_damage_is_noticed(
    path: Path, read: Callable[[Path], Any], error: type[Exception], *, seed: int, **counts: int
) -> int:
    """Read a file under every damage: either `error` in one line that names the file, or exactly what the whole file
    gives (`read` returns what can be compared by ==). The file is put back as it was; returns how often it was refused.
    """
    content = path.read_bytes()
    whole = read(path)
    refused = 0
    try:
        for what, changed in damages(content, seed=seed, **counts):
            path.write_bytes(changed)
            found, refusal = attempt(read, path, error, what)
            if refusal is None:
                assert found == whole, f"{what}: read as if nothing had happened, with other numbers"
            else:
                refused += 1
                assert path.name in refusal, f"{what}: '{refusal}' does not name the file"
                assert "\n" not in refusal, f"{what}: '{refusal}' is more than a line"
    finally:
        path.write_bytes(content)
    return refused


def attempt(
    read: Callable[[Path], Any], path: Path, error: type[Exception], what: str = "damaged"
) -> tuple[Any, str | None]:
    """What reading gives, and the text of the `error` it was refused with, if it was; any other error fails."""
    try:
        return read(path), None
    except error as refusal:
        return None, str(refusal)
    except Exception as other:
        raise AssertionError(f"{what}: {type(other).__name__} escapes: {other}") from other


def read_header(content: bytes) -> dict[str, Any]:
    """The header of a file with checksums."""
    (length,) = struct.unpack_from("<Q", content, 24)
    return json.loads(content[64 : 64 + length])


def with_header(content: bytes, header: bytes | dict[str, Any]) -> bytes:
    """A file with another header, all checksums right."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return _sealed(text.ljust(-(-len(text) // 64) * 64), content[_data_start(content) :])


def with_data(content: bytes, place: int, data: bytes) -> bytes:
    """A file with other bytes at a place of its data, all checksums right."""
    (length,) = struct.unpack_from("<Q", content, 24)
    old = content[_data_start(content) :]
    return _sealed(content[64 : 64 + length], old[:place] + data + old[place + len(data) :])


def _data_start(content: bytes) -> int:
    length, blocks = struct.unpack_from("<QQ", content, 24)
    return 64 + length + -(-4 * blocks // 64) * 64


def _sealed(text: bytes, data: bytes) -> bytes:
    """A file of a header and data, put together as docs/solutions.md says."""
    sums = [zlib.crc32(data[first : first + 16384]) for first in range(0, len(data), 16384)]
    table = np.array(sums, "<u4").tobytes()
    table += bytes(-len(table) % 64)
    size = 64 + len(text) + len(table) + len(data)
    start = struct.pack("<8sIIQQQ16xI", b"POKERLAB", 1, 16384, size, len(text), len(sums), zlib.crc32(text + table))
    return start + struct.pack("<I", zlib.crc32(start)) + text + table + data
