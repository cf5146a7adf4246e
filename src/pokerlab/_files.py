"""Files that are either whole or not there."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def open_atomically(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, under a temporary name beside `path` until all is written; makes the directory if needed.

    Whatever goes wrong (a full disk, Ctrl-C), an older file at `path` stays as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(temporary).chmod(0o666 & ~_umask())  # temporary files are for the user alone, others are not
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file as a whole, see `open_atomically`."""
    with open_atomically(path) as file:
        file.write(content)


def check_writable(path: Path) -> None:
    """An `OSError` if a file cannot be written there: better known before hours of work than after them."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _umask() -> int:
    """The bits that the user's new files lack; it can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
