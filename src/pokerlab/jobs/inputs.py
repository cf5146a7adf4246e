"""Large files that many tasks read: known by their content, so that a copy elsewhere is as good.

On one machine all processes map the same file. Workers on machines that do not have it keep a copy in a directory of
theirs, under the digest of its content; it is sent to them in parts, once for each machine.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pokerlab._files import check_writable
from pokerlab.errors import JobError

PART = 16 * 2**20
"""Bytes that are sent at a time."""


@dataclass(frozen=True)
class Input:
    """A file that a task reads: where it is, and the SHA-256 of its content."""

    path: str
    sha256: str

    @classmethod
    def of(cls, path: Path | str) -> "Input":
        """A file as it is now; it must not change while tasks read it."""
        place = Path(path).resolve()
        return cls(str(place), digest(place))

    def find(self, data: str | None) -> Path | None:
        """Where this machine has it: at its own path, or kept in the directory `data`; None if it does not."""
        place = Path(self.path)
        if place.is_file() and digest(place) == self.sha256:
            return place
        kept = Path(data) / self.sha256 if data else None
        return kept if kept and kept.is_file() else None

    def parts(self) -> Iterator[tuple[int, bytes]]:
        """The file in parts, each with its place; a `JobError` in the end if it is not what it was."""
        found, place = hashlib.sha256(), 0
        with Path(self.path).open("rb") as file:
            while part := file.read(PART):
                yield place, part
                found.update(part)
                place += len(part)
        if found.hexdigest() != self.sha256:
            raise JobError(f"{self.path} has changed while tasks read it")


def digest(path: Path) -> str:
    """The SHA-256 of a file's content; computed again only if the file has changed."""
    facts = path.stat()
    return _digest(path, facts.st_size, facts.st_mtime_ns)


@lru_cache(maxsize=1024)
def _digest(path: Path, size: int, changed: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def keep_part(data: str, name: str, place: int, part: bytes) -> None:
    """Write a part of a file that is being sent to this machine."""
    path = Path(data) / name
    if not place:
        check_writable(path)
    with path.open("r+b" if place else "wb") as file:
        file.seek(place)
        file.write(part)


def keep_whole(data: str, name: str, sha256: str) -> None:
    """Let a file that was sent as a whole be found; nobody writes to it any more."""
    path = Path(data) / name
    path.chmod(0o444)
    os.replace(path, Path(data) / sha256)  # noqa: PTH105


def located(inputs: Mapping[str, Input], data: str | None = None) -> dict[str, str]:
    """The paths of files on this machine, by name; a `JobError` names one that is not there."""
    found = {}
    for name, given in inputs.items():
        place = given.find(data)
        if place is None:
            raise JobError(f"{given.path} is not there, or has changed")
        found[name] = str(place)
    return found
