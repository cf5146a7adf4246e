"""Files that are either whole or not there."""

import errno
import hashlib
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

STALE_AFTER_SECONDS = 86400.0
"""Files half written by processes that cannot be asked for (of another host) are swept up when nobody has touched them
for a day."""

MANY_FILES, SWEEP_SECONDS = 200, 10.0
"""A directory with more files is looked through for such files once in so many seconds."""

_swept: dict[Path, float] = {}
WRITING = ".writing-"
"""How the names of files begin that are being written."""
_NAME = re.compile(re.escape(WRITING) + r"(\d{1,10})-([0-9a-f]{8})-.*")


@contextmanager
def open_atomically(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, under a temporary name beside `path` until all is written; makes the directory if needed.

    Whatever goes wrong (a full disk, Ctrl-C), an older file at `path` stays as it was. A process that is killed leaves
    its temporary file behind; whoever writes next into the directory sweeps it up.
    """
    _check_place(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path.parent)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f"{WRITING}{os.getpid()}-{here()}-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(temporary).chmod(0o666 & ~_umask())  # temporary files are for the user alone, others are not
        Path(temporary).replace(path)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, temporary):
            raise OSError(error.errno, error.strerror or str(error), str(path)) from None
        raise


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file as a whole, see `open_atomically`."""
    with open_atomically(path) as file:
        file.write(content)


def check_writable(path: Path, needed: int = 0) -> None:
    """An `OSError` if a file of `needed` bytes cannot be written there: better known before hours of work than after
    them. Makes the directory if needed; a file that is there already must be writable too."""
    try:
        _check_place(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, "the file is read-only")
        with tempfile.TemporaryFile(dir=path.parent) as file:
            file.write(b"\0")  # making a file takes no space on some disks
        free = shutil.disk_usage(path.parent).free
        if free < needed:
            raise OSError(errno.ENOSPC, f"{needed:,} bytes are needed, {free:,} are free")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _check_place(path: Path) -> None:
    """An `OSError` if something is there that a file must not take the place of: a directory, a device, a pipe."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))


def _sweep(directory: Path) -> None:
    """Remove the files that killed processes left half written; whatever hinders that, writing goes on. To look through
    many files costs more than to write one: in large directories we do so once in a while."""
    now = time.monotonic()
    if now - _swept.get(directory, -SWEEP_SECONDS) < SWEEP_SECONDS:
        return
    with suppress(OSError):
        names = os.listdir(directory)  # noqa: PTH208 (names are all that is needed)
        if len(names) > MANY_FILES:
            _swept[directory] = now
        for path in [directory / name for name in names if name.startswith(WRITING)]:
            with suppress(OSError):
                if _is_left_behind(path):
                    path.unlink()


def _is_left_behind(path: Path) -> bool:
    """Whether nobody writes to a temporary file any more: its process is dead, or cannot be asked for and has not
    touched it for long."""
    found = _NAME.fullmatch(path.name)
    if found and found[2] == here() and sys.platform != "win32":  # there, asking for a process may end it
        return not is_alive(int(found[1]))
    return time.time() - path.stat().st_mtime > STALE_AFTER_SECONDS


def is_alive(process: int) -> bool:
    """Whether a process of this machine runs."""
    if process <= 0:
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # it is another user's
    return True


@cache
def here() -> str:
    """Eight digits for where a process id means the same process: this host since it was started, this container."""
    facts = [platform.node()]
    with suppress(OSError):
        facts.append(Path("/proc/sys/kernel/random/boot_id").read_text())
    with suppress(OSError):
        facts.append(str(Path("/proc/self/ns/pid").readlink()))
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()[:8]


def _umask() -> int:
    """The bits that the user's new files lack; it can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
