"""The data directory: all that the server keeps, for its user alone.

    key                     what the link and the cookie hold
    lock                    who serves it now
    solutions/NAME.sol      the library
    spots/NAME.toml         saved spots
    ranges/FOLDER/NAME.txt  saved ranges, in folders or not
    flops/NAME/             many flops: a run of `pokerlab flops`, or solutions
    structures/NAME.toml    saved structures of tournaments
    play/journal.db         tables that are played at, and the bankroll
    jobs/ID/                long work, see `queue`
    imports/                files that are just being sent

Names that come from outside are looked up among the names that are there, and never made into paths; new ones must be
of letters that no system takes for anything else. Links are not followed.
"""

import json
import os
import re
import secrets
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pokerlab._examples import examples_directory
from pokerlab._files import write_atomically
from pokerlab.errors import DataError, shorten
from pokerlab.web.limits import RefusedError

PARTS = ("solutions", "spots", "ranges", "structures", "flops", "jobs", "play", "imports", "lock")
"""What a data directory has beside its key."""
TABLES = {"features", "buckets", "players"}
"""What else lies there and is not the server's: the tables of `pokerlab buckets`, rule files of players."""
FIRST_SOLUTIONS = ("river.sol", "cutoff.sol")
"""Examples that the library begins with, the last one shown first."""
MOST_NAMES = 10_000
"""Files on a shelf."""
MOST_NAME_BYTES = 180
"""Systems take 255 bytes for the name of a file, numbers and endings included; letters may have four."""

_NAME = re.compile(r"\w(?:[\w .,+()%&'-]{0,78}[\w)%+'-])?")


class DataDirectory:
    """The directory, made if it is not there. Files and directories below are for the user alone."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        if self.path.exists() and not self.path.is_dir():
            raise DataError(f"{path} is no directory")
        there = {entry.name for entry in self.path.iterdir()} - TABLES if self.path.exists() else set()
        if "key" not in there and there - set(PARTS):
            raise DataError(f"{path} has files, but is no data directory of pokerlab: choose another, or an empty one")
        self.path.mkdir(parents=True, exist_ok=True)
        self.path.chmod(0o700)
        self.solutions = Shelf(self.path / "solutions", ".sol", "solution")
        self.spots = Shelf(self.path / "spots", ".toml", "spot")
        self.ranges = Shelf(self.path / "ranges", ".txt", "range", has_folders=True)
        self.structures = Shelf(self.path / "structures", ".toml", "structure")
        self.flops = _own_directory(self.path / "flops")
        self.play = _own_directory(self.path / "play")
        self.jobs = _own_directory(self.path / "jobs")
        self.imports = _own_directory(self.path / "imports")
        if not there:
            for name in FIRST_SOLUTIONS:
                shutil.copyfile(examples_directory() / name, self.path / "solutions" / name)
        if "key" not in there:
            write_atomically(self.path / "key", secrets.token_urlsafe(32).encode())

    @property
    def key(self) -> str:
        """What who may ask knows."""
        key = _no_link(self.path / "key").read_text("ascii").strip()
        if len(key) < 32:
            raise DataError(f"{self.path / 'key'} is no key: remove it, and the next start makes one")
        return key

    @contextmanager
    def locked(self) -> Iterator[Callable[[str], None]]:
        """Let nobody else serve this directory meanwhile; a `DataError` that says who does. What is yielded writes down
        where that is. The system lets go of the lock of a process that ends, however it ends."""
        with _no_link(self.path / "lock").open("a+b") as file:
            if not lock_file(file.fileno()):
                file.seek(0)
                raise DataError(f"{self.path} is served already{_by_whom(file.read(1000))}")
            file.truncate(0)
            for left in self.imports.iterdir():
                if left.is_dir() and not left.is_symlink():
                    shutil.rmtree(left)
                else:
                    left.unlink()

            def tell(link: str) -> None:
                file.write(json.dumps({"process": os.getpid(), "link": link}).encode())
                file.flush()

            try:
                yield tell
            finally:
                file.truncate(0)


class Shelf:
    """Files of one kind, by name; with folders, `FOLDER/NAME` too. `what` they are is for errors."""

    def __init__(self, directory: Path, suffix: str, what: str, *, has_folders: bool = False) -> None:
        self._directory, self._suffix, self._what, self._has_folders = directory, suffix, what, has_folders
        _own_directory(directory)

    def files(self) -> dict[str, Path]:
        """By name all that is there, the newest first."""
        found = dict(self._in(self._directory, ""))
        if self._has_folders:
            for entry in os.scandir(self._directory):
                if entry.is_dir(follow_symlinks=False) and _is_name(entry.name):
                    found.update(self._in(Path(entry.path), f"{entry.name}/"))
        return dict(sorted(found.items(), key=lambda item: (-_changed(item[1]), item[0])))

    def find(self, name: str) -> Path:
        """The file of a name; a `RefusedError` if there is none."""
        path = self.files().get(unicodedata.normalize("NFC", name))
        if path is None:
            raise RefusedError(f"there is no {self._what} '{shorten(name)}'", 404, "name")
        return path

    def place(self, name: str) -> Path:
        """Where a file of a name is, or would be; a `RefusedError` if none can have the name."""
        name = unicodedata.normalize("NFC", name)
        *folder, last = name.split("/") if self._has_folders else [name]
        if len(folder) > 1 or not all(_is_name(part) for part in (*folder, last)):
            raise RefusedError(
                f"'{shorten(name)}': a name is of up to 80 letters, digits, spaces and .,+-()%&' (and begins and ends "
                "with none of the first)",
                field="name",
            )
        if any(part.casefold().endswith(self._suffix) for part in folder):
            raise RefusedError(f"'{shorten(name)}': a folder does not end with {self._suffix}", field="name")
        there = self.files()
        if name in there:
            return there[name]
        if len(there) >= MOST_NAMES:
            raise RefusedError(f"there are {len(there):,} files already; remove some first", 409)
        if any(other.casefold() == name.casefold() for other in there):
            raise RefusedError(f"'{shorten(name)}' differs from another name by capital letters only", 409, "name")
        return self._directory.joinpath(*folder, last + self._suffix)

    def free_name(self, wanted: str, taken: frozenset[str] = frozenset()) -> str:
        """A name like the one wanted that nobody has: `flop`, `flop-2`, ..."""
        kept = "".join(c if re.match(r"[\w .,+()%&'-]", c) else " " for c in unicodedata.normalize("NFC", wanted))
        short = " ".join(kept.split())[:60].encode()[: MOST_NAME_BYTES - 10].decode(errors="ignore")
        base = re.sub(r"^\W+|[^\w)%+'-]+$", "", short) or self._what
        gone = {name.casefold() for name in (*self.files(), *taken)}
        numbers = (base if number == 1 else f"{base}-{number}" for number in range(1, len(gone) + 3))
        return next(name for name in numbers if name.casefold() not in gone)

    def write(self, name: str, content: bytes) -> None:
        """Write a file, whole or not at all."""
        path = self.place(name)
        if path.parent != self._directory:
            _own_directory(path.parent)
        write_atomically(path, content)

    def remove(self, name: str) -> None:
        """Remove a file; who has it open keeps what he has."""
        self.find(name).unlink(missing_ok=True)

    def _in(self, directory: Path, prefix: str) -> Iterator[tuple[str, Path]]:
        for entry in os.scandir(directory):
            stem = entry.name.removesuffix(self._suffix)
            if stem != entry.name and not stem.startswith(".") and entry.is_file(follow_symlinks=False):
                yield unicodedata.normalize("NFC", f"{prefix}{stem}"), Path(entry.path)


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None and len(text.encode()) <= MOST_NAME_BYTES


def _own_directory(path: Path) -> Path:
    _no_link(path).mkdir(mode=0o700, exist_ok=True)
    return path


def _no_link(path: Path) -> Path:
    if path.is_symlink():
        raise DataError(f"{path} is a link, which is not followed")
    return path


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _by_whom(content: bytes) -> str:
    try:
        known = json.loads(content)
        return f" by process {int(known['process'])}, at {shorten(known['link'])}"
    except (ValueError, KeyError, TypeError):
        return ""


def lock_file(file: int) -> bool:
    """Take the system's lock of a file; whether nobody else has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, 1 << 20, os.SEEK_SET)  # beyond what others read
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
