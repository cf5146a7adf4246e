"""The data files shipped in `cards/data/`: compressed numpy archives of integer arrays."""

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


def read_arrays(name: str) -> Arrays:
    """The arrays of a shipped file."""
    try:
        with np.load(io.BytesIO(data_path(name).read_bytes())) as archive:
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
