"""The data files shipped in a package's `data/`: compressed numpy archives of integer arrays.

Beside them lies `SHA256SUMS` with the digest of each (`sha256sum --check` reads it too). A file is parsed only if it is
what its digest says.
"""

import hashlib
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._files import write_atomically
from pokerlab.errors import DataError

Arrays = dict[str, npt.NDArray[Any]]

DIGESTS = "SHA256SUMS"


def data_path(name: str) -> Path:
    """Where a shipped file lies."""
    return Path(__file__).parent / "data" / name


def read_arrays(name: str, directory: Path | None = None) -> Arrays:
    """The arrays of a shipped file; `directory` is the data directory of another package than this one."""
    path = directory / name if directory else data_path(name)
    try:
        content = path.read_bytes()
        digests = _read_digests(path.parent)
    except (OSError, ValueError) as error:
        raise _broken(name, str(error)) from None
    if digests.get(name) != hashlib.sha256(content).hexdigest():
        raise _broken(name, "it is damaged")
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        return {key: archive[key] for key in archive.files}


def write_arrays(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write a data file, and its digest if it lies where files are shipped."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    content = buffer.getvalue()
    write_atomically(path, content)
    if (path.parent / DIGESTS).exists():
        digests = _read_digests(path.parent) | {path.name: hashlib.sha256(content).hexdigest()}
        lines = [f"{digest}  {name}\n" for name, digest in sorted(digests.items())]
        write_atomically(path.parent / DIGESTS, "".join(lines).encode())


def _read_digests(directory: Path) -> dict[str, str]:
    """By file name the digest, as it is written there."""
    lines = (directory / DIGESTS).read_text("utf-8").splitlines()
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def _broken(name: str, how: str) -> DataError:
    return DataError(f"the data file {name} cannot be read ({how}); reinstall, or 'pokerlab tables build'")
