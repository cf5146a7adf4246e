"""Arrays with metadata in one file: a zip archive of plain numpy arrays, one of which is JSON text. No pickles."""

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._files import open_atomically
from pokerlab.errors import PokerError

Arrays = dict[str, npt.NDArray[Any]]


def write_archive(
    path: Path,
    form: str,
    version: int,
    metadata: Mapping[str, Any],
    arrays: Mapping[str, npt.NDArray[Any]],
    *,
    compress: bool,
) -> None:
    """Write arrays and metadata under the name and version of a format, whole or not at all."""
    text = json.dumps({"format": form, "version": version, **metadata}).encode()
    save = np.savez_compressed if compress else np.savez
    with open_atomically(path) as file:  # array by array: a second copy of a large one may not fit into memory
        save(file, allow_pickle=False, metadata=np.frombuffer(text, np.uint8), **arrays)


def read_archive(
    path: Path | str, form: str, version: int, *, what: str, error: type[PokerError]
) -> tuple[dict[str, Any], Arrays]:
    """The metadata and arrays of a file of that format, or an `error` that says it is not `what` it should be."""
    try:
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        metadata = json.loads(arrays.pop("metadata").tobytes())
    except OSError as trouble:
        raise error(f"{path}: {trouble.strerror or trouble}") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile, AttributeError):
        raise error(f"{path} is not {what}, or is damaged") from None
    if not isinstance(metadata, dict) or metadata.get("format") != form:
        raise error(f"{path} is not {what}")
    if metadata.get("version") != version:
        raise error(f"{path} has version {metadata.get('version')}, this program reads version {version}")
    return metadata, arrays
