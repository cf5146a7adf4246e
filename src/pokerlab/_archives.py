"""The one file of pokerlab: metadata and arrays under checksums, which are checked when a part is read. No pickles.

    prefix       64 bytes: magic, version, sizes, the checksums of what follows it and of itself
    header       JSON: the format and its version, what it is about, how it was made, which arrays it has (`_headers`)
    checksums    the CRC-32 of every block of the data
    data         the arrays, each on a multiple of 64 bytes

Solutions, strategies, push/fold results and checkpoints are such files (docs/solutions.md has every byte). A file is
mapped into memory: opening it checks all but the data, and a block of data is checked when it is first looked at, once.
Nothing is parsed before its checksum was found right, so a damaged file is an error that names the part, never a
number.

Files of version 1 had no checksums of their own: zip archives of numpy arrays (`read_archive` still takes them).
"""

import errno
import hashlib
import io
import json
import math
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from pokerlab._files import open_atomically
from pokerlab._headers import HowMade
from pokerlab.errors import PokerError

Arrays = dict[str, npt.NDArray[Any]]
Bytes = npt.NDArray[np.uint8]

MAGIC = b"POKERLAB"
CONTAINER_VERSION = 1
BLOCK = 16384
"""Bytes under one checksum: small enough that looking at a node checks little more than it reads."""
_ALIGNMENT = 64
_PREFIX = struct.Struct("<8sIIQQQ16xII")
"""Magic, version, bytes of a block, bytes of the file, bytes of the header, number of blocks, CRC-32 of header and
checksums, CRC-32 of the prefix up to here."""
_KIND = re.compile(r"\|[biu]1|<[iuf][248]")
_RESERVED = {"format", "version", "made", "arrays"}
_OLD_SOLUTION = b"POKERSOL"
_MOST_UNPACKED = 1032
"""Bytes that zlib makes of one, at most."""
_WHAT = "a file that pokerlab wrote"


@dataclass(frozen=True)
class Part:
    """An array in a file: its name, its numpy type (`<f4`) and shape, where its bytes start in the data and how many
    they are; `is_packed` if they are compressed (zlib)."""

    name: str
    kind: str
    shape: tuple[int, ...]
    start: int
    size: int
    is_packed: bool = False

    @property
    def end(self) -> int:
        """Where its bytes end in the data."""
        return self.start + self.size

    @property
    def unpacked_size(self) -> int:
        """The bytes of the array itself."""
        return math.prod(self.shape) * np.dtype(self.kind).itemsize


def laid_out(arrays: Iterable[tuple[str, str, tuple[int, ...]]]) -> list[Part]:
    """Where arrays, given by name, numpy type and shape, lie one after the other in the data of a file."""
    return _placed(
        Part(name, kind, shape, 0, math.prod(shape) * np.dtype(kind).itemsize) for name, kind, shape in arrays
    )


def write_archive(
    path: Path,
    form: str,
    version: int,
    metadata: Mapping[str, Any],
    arrays: Mapping[str, npt.NDArray[Any]],
    *,
    made: HowMade | None = None,
    compress: bool = False,
) -> None:
    """Write arrays and metadata (plain data for JSON) under the name and version of a format, whole or not at all."""
    plain = {name: np.asarray(array, array.dtype.newbyteorder("<"), order="C") for name, array in arrays.items()}
    contents: list[bytes | memoryview] = [array.reshape(-1).view(np.uint8).data for array in plain.values()]
    parts = laid_out((name, array.dtype.str, array.shape) for name, array in plain.items())
    if compress:
        contents = [zlib.compress(content) for content in contents]
        parts = _placed(
            replace(part, size=len(content), is_packed=True) for part, content in zip(parts, contents, strict=True)
        )
    with archive_writer(path, form, version, metadata, parts, made=made) as writer:
        for content in contents:  # array by array: a second copy of a large one may not fit into memory
            writer.write(content)


@contextmanager
def archive_writer(
    path: Path,
    form: str,
    version: int,
    metadata: Mapping[str, Any],
    parts: Sequence[Part],
    *,
    made: HowMade | None = None,
) -> Iterator["Writer"]:
    """Write a file piece by piece, whole or not at all: the bytes of `parts` in their order."""
    if clash := _RESERVED & metadata.keys():
        raise ValueError(f"metadata cannot be called {', '.join(sorted(clash))}")
    header = {"format": form, "version": version, **metadata, "made": (made or HowMade()).entries()}
    text = json.dumps(header | {"arrays": [_described(part) for part in parts]}).encode()
    text = text.ljust(_aligned(len(text)))
    with open_atomically(path) as file:
        blocks = _blocks(max((part.end for part in parts), default=0), BLOCK)
        file.write(bytes(_PREFIX.size) + text + bytes(_aligned(4 * blocks)))
        writer = Writer(file, parts)
        yield writer
        checksums = writer.finish().tobytes().ljust(_aligned(4 * blocks), b"\0")
        size = file.tell()
        start = _PREFIX.pack(MAGIC, CONTAINER_VERSION, BLOCK, size, len(text), blocks, zlib.crc32(text + checksums), 0)
        file.seek(0)
        file.write(start[:-4] + struct.pack("<I", zlib.crc32(start[:-4])) + text + checksums)


class Writer:
    """Takes the bytes of the parts of a file, in pieces of any size that end where a part ends."""

    def __init__(self, file: BinaryIO, parts: Sequence[Part]) -> None:
        self._file = file
        self._ends = [part.end for part in parts if part.size]
        self._done = 0
        self._checksums: list[int] = []
        self._checksum = 0

    def write(self, content: bytes | memoryview) -> None:
        """Write the next piece."""
        self._add(memoryview(content))
        while self._ends and self._done == self._ends[0]:
            del self._ends[0]
            if self._ends:
                self._add(memoryview(bytes(_aligned(self._done) - self._done)))

    def finish(self) -> npt.NDArray[np.uint32]:
        """uint32 [block]: the checksums of all blocks."""
        if self._ends:
            raise ValueError(f"{self._done:,} bytes were written where a part ends at {self._ends[0]:,}")
        if self._done % BLOCK:
            self._checksums.append(self._checksum)
        return np.array(self._checksums, "<u4")

    def _add(self, content: memoryview) -> None:
        self._file.write(content)
        first = 0
        while first < len(content):
            piece = content[first : first + BLOCK - self._done % BLOCK]
            self._checksum = zlib.crc32(piece, self._checksum)
            self._done += len(piece)
            first += len(piece)
            if self._done % BLOCK == 0:
                self._checksums.append(self._checksum)
                self._checksum = 0


def read_archive(
    path: Path | str, form: str, versions: Sequence[int], *, what: str, error: type[PokerError]
) -> tuple[dict[str, Any], Arrays]:
    """The metadata and arrays of a file of that format, or an `error` that says it is not `what` it should be or which
    part is damaged. `versions` are those that can be read."""
    if 1 in versions and map_file(Path(path), what, error)[:2].tobytes() == b"PK":
        metadata, arrays = _read_zip(Path(path), what, error)
        _check_format(path, metadata, form, versions, what, error)
        return metadata, arrays
    archive = Archive(path, form, versions, what=what, error=error)
    return archive.metadata, {name: archive.array(name) for name in archive.parts}


def read_header(path: Path | str, error: type[PokerError]) -> dict[str, Any]:
    """The header of any file of pokerlab, by which it is known what to do with it; an `error` if it is none. Of a
    solution of version 1 only format and version."""
    content = map_file(Path(path), _WHAT, error)
    start = content[: len(MAGIC)].tobytes()
    if start == _OLD_SOLUTION:
        return {"format": "pokerlab/solution", "version": 1}
    if start[:2] == b"PK":
        header = _read_zip(Path(path), _WHAT, error, ["metadata.npy"])[0]
    else:
        header = Archive(path, None, (), what=_WHAT, error=error).metadata
    if not isinstance(header.get("format"), str):
        raise error(f"{path} is not {_WHAT}, or is damaged")
    return header


class Archive:
    """An open file. Its `metadata` is known; arrays are checked when they are read.

    - `form`: the format it must be of, with one of the `versions`; None for any
    - `parts`: by name where each array lies
    """

    def __init__(
        self, path: Path | str, form: str | None, versions: Sequence[int], *, what: str, error: type[PokerError]
    ) -> None:
        self.path, self._error = Path(path), error
        content = map_file(self.path, what, error)
        prefix = content[: _PREFIX.size].tobytes()
        if prefix[: len(MAGIC)] != MAGIC:
            raise error(f"{path} is not {what}, or is damaged")
        if len(prefix) < _PREFIX.size:
            raise self._damaged("it ends within its first bytes")
        _, container, block, size, length, blocks, checksum, own = _PREFIX.unpack(prefix)
        if zlib.crc32(prefix[:-4]) != own:
            raise self._damaged("its first bytes are not what was written")
        if container != CONTAINER_VERSION:
            raise error(f"{path} is a file of version {container}, this program reads version {CONTAINER_VERSION}")
        if len(content) != size:
            raise self._damaged(f"it has {len(content):,} bytes, not {size:,}")
        table = _PREFIX.size + length
        start = table + _aligned(4 * blocks)
        if zlib.crc32(content[_PREFIX.size : start].data) != checksum:
            raise self._damaged("its header is not what was written")
        if block < 1 or blocks != _blocks(size - start, block):
            raise self._damaged("its sizes do not fit each other")
        self._block = int(block)
        self._checksums = content[table : table + 4 * blocks].view("<u4")
        self._data = content[start:]
        self._is_checked = np.zeros(blocks, np.bool_)
        self.metadata = self._parsed(content[_PREFIX.size : table].tobytes())
        if form is not None:
            _check_format(path, self.metadata, form, versions, what, error)

    @cached_property
    def parts(self) -> dict[str, Part]:
        """By name where each array lies."""
        try:
            parts = [_part(described) for described in self.metadata["arrays"]]
        except (KeyError, TypeError, ValueError, AttributeError):
            raise self._damaged("its list of arrays cannot be read") from None
        for part in parts:
            if part.start % _ALIGNMENT or part.end > len(self._data) or not (part.is_packed or _fills(part)):
                raise self._damaged(f"{part.name} cannot lie where it is said to")
        return {part.name: part for part in parts}

    @cached_property
    def digest(self) -> str:
        """A name for what the file contains, however and whenever it was made: of the arrays and their checksums."""
        content = json.dumps([_described(part) for part in self.parts.values()]).encode()
        return hashlib.sha256(content + self._checksums.tobytes()).hexdigest()

    def array(self, name: str) -> npt.NDArray[Any]:
        """A copy of an array, checked; it may be changed."""
        if name not in self.parts:
            raise self._damaged(f"it has no {name}")
        part = self.parts[name]
        content = self.view(part.start, part.end, name)
        if part.is_packed:
            content = self._unpacked(part, content)
        try:
            out = np.empty(part.shape, part.kind)
        except ValueError:  # empty along one axis, and beyond all bounds along another
            raise self._damaged(f"{name} cannot have the shape it is said to") from None
        out.reshape(-1).view(np.uint8)[:] = content
        return out.astype(out.dtype.newbyteorder("="), copy=False)

    def mapped(self, name: str) -> npt.NDArray[Any]:
        """An array where it lies, read-only and not checked: for files that were found whole before."""
        part = self.parts[name]
        return self._data[part.start : part.end].view(part.kind).reshape(part.shape)

    def mapped_privately(self, name: str) -> npt.NDArray[Any]:
        """An array as it lies in the file, mapped and not checked, for kernels that take writable arrays alone: what
        is written to it does not reach the file."""
        if name not in self.parts:
            raise self._damaged(f"it has no {name}")
        part = self.parts[name]
        if part.is_packed:
            raise self._damaged(f"{name} is compressed")
        if not part.size:
            return np.empty(part.shape, part.kind)
        start = self.path.stat().st_size - len(self._data) + part.start
        return np.asarray(np.memmap(self.path, part.kind, "c", start, part.shape))

    def view(self, start: int, end: int, what: str) -> Bytes:
        """uint8 [end - start]: bytes of the data, checked, read-only. `what` they are is for the error."""
        if not 0 <= start <= end <= len(self._data):
            raise self._damaged(f"{what} cannot lie where they are said to")
        first, last = start // self._block, _blocks(end, self._block)
        if not self._is_checked[first:last].all():
            for block in (first + np.flatnonzero(~self._is_checked[first:last])).tolist():
                piece = self._data[block * self._block : (block + 1) * self._block]
                if zlib.crc32(piece.data) != self._checksums[block]:
                    raise self._damaged(f"{what} (block {block + 1:,} of {len(self._checksums):,})")
                self._is_checked[block] = True
        return self._data[start:end]

    def _unpacked(self, part: Part, content: Bytes) -> Bytes:
        size = part.unpacked_size
        if size > _MOST_UNPACKED * part.size:
            raise self._damaged(f"{part.name} cannot be decompressed")
        try:  # no more than was promised, and one to tell
            unpacked = zlib.decompressobj().decompress(content.data, size + 1)
        except zlib.error:
            unpacked = b""
        if len(unpacked) != size:
            raise self._damaged(f"{part.name} cannot be decompressed")
        return np.frombuffer(unpacked, np.uint8)

    def _parsed(self, text: bytes) -> dict[str, Any]:
        try:
            header = json.loads(text)
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict):
            raise self._damaged("its header is not JSON")
        return header

    def _damaged(self, how: str) -> PokerError:
        return self._error(f"{self.path} is damaged: {how}")


def map_file(path: Path, what: str, error: type[PokerError]) -> Bytes:
    """uint8 [byte]: a file, mapped into memory."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.stat().st_size == 0:
            raise error(f"{path} is not {what}: it is empty")
        return np.asarray(np.memmap(path, np.uint8, "r"))
    except (OSError, ValueError) as trouble:
        reason = trouble.strerror if isinstance(trouble, OSError) else None
        raise error(f"{path}: cannot be read: {reason or trouble}") from None


def _check_format(
    path: Path | str, metadata: dict[str, Any], form: str, versions: Sequence[int], what: str, error: type[PokerError]
) -> None:
    if metadata.get("format") != form:
        raise error(f"{path} is not {what} but a file of '{str(metadata.get('format'))[:60]}'")
    if metadata.get("version") not in versions:
        known = " and ".join(str(version) for version in versions)
        raise error(f"{path} has version {metadata.get('version')} of its format, this program reads {known}")


def _read_zip(
    path: Path, what: str, error: type[PokerError], names: Sequence[str] | None = None
) -> tuple[dict[str, Any], Arrays]:
    """A file of version 1: a zip archive of numpy arrays, or those of some `names`. The checksum of each is found right
    before it is parsed."""
    try:
        with zipfile.ZipFile(path) as archive:
            contents = {name.removesuffix(".npy"): archive.read(name) for name in names or archive.namelist()}
        arrays = {
            name: np.lib.format.read_array(io.BytesIO(content), allow_pickle=False)
            for name, content in contents.items()
        }
        metadata = json.loads(arrays.pop("metadata").tobytes())
        if not isinstance(metadata, dict):
            raise ValueError("metadata is an object")
    except Exception:  # a damaged zip archive leads to a dozen kinds of errors, and no later version is one
        raise error(f"{path} is not {what}, or is damaged") from None
    return metadata, arrays


def _described(part: Part) -> dict[str, Any]:
    """A part as the header has it."""
    plain = {"name": part.name, "type": part.kind, "shape": part.shape, "start": part.start, "bytes": part.size}
    return plain | {"packed": "zlib"} if part.is_packed else plain


def _part(described: dict[str, Any]) -> Part:
    """What the header says of a part; a `ValueError` if that cannot be."""
    numbers = [*described["shape"], described["start"], described["bytes"]]
    name, kind, packed = str(described["name"]), str(described["type"]), described.get("packed")
    if not _KIND.fullmatch(kind) or packed not in (None, "zlib"):
        raise ValueError(kind)
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise ValueError(name)
    return Part(name, kind, tuple(numbers[:-2]), numbers[-2], numbers[-1], packed is not None)


def _fills(part: Part) -> bool:
    return part.size == part.unpacked_size


def _placed(parts: Iterable[Part]) -> list[Part]:
    """The same parts one after the other; empty ones take no place."""
    placed: list[Part] = []
    end = 0
    for part in parts:
        placed.append(replace(part, start=_aligned(end) if part.size else 0))
        end = max(end, placed[-1].end)
    return placed


def _blocks(size: int, block: int) -> int:
    return -(-size // block)


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGNMENT) * _ALIGNMENT
