"""The user's directory for what pokerlab keeps between runs: the library of the server, tables of features."""

import os
import sys
from pathlib import Path

from pokerlab.errors import DataError

DATA_VARIABLE = "POKERLAB_DATA_DIR"


def default_directory() -> Path:
    """`$POKERLAB_DATA_DIR`, or the user's directory for data of programs."""
    if chosen := os.environ.get(DATA_VARIABLE):
        return Path(chosen)
    try:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Application Support"
        else:
            base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    except RuntimeError:
        raise DataError(
            f"there is no home directory to keep data in: choose a directory with ${DATA_VARIABLE}"
        ) from None
    return Path(base) / "pokerlab"
