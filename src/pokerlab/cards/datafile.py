"""The data files shipped in a room's `data/`: compressed numpy archives of integer arrays."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.errors import DataError

Arrays = dict[str, npt.NDArray[Any]]


def data_path(name: str) -> Path:
    """Where a shipped file lies."""
    return Path(__file__).parent / "data" / name


def read_arrays(name: str, directory: Path | None = None) -> Arrays:
    """The arrays of a shipped file; `directory` is the data directory of another room than this one."""
    path = directory / name if directory else data_path(name)
    try:
        with np.load(io.BytesIO(path.read_bytes())) as archive:
            return {key: archive[key] for key in archive.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise DataError(
            f"the data file {name} cannot be read ({error}); reinstall, or 'pokerlab tables build'"
        ) from None


def encode_arrays(arrays: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The content of a data file."""
    content = io.BytesIO()
    np.savez_compressed(content, allow_pickle=False, **arrays)
    return content.getvalue()
