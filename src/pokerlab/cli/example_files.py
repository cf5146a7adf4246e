"""The example files that come with pokerlab, so that the commands in help and docs work in every directory."""

from pathlib import Path

import pokerlab

FOLDER = "examples"


def examples_directory() -> Path:
    """Where the examples are: inside the installed package, or at the top of a clone (an editable installation)."""
    package = Path(pokerlab.__file__).parent
    installed = package / FOLDER
    return installed if installed.is_dir() else package.parent.parent / FOLDER


def or_example(path: Path) -> Path:
    """The path itself, or, where there is no such file, the shipped one of that name: `examples/flop.toml`."""
    if path.parts[:-1] != (FOLDER,) or path.exists():
        return path
    shipped = examples_directory() / path.name
    return shipped if shipped.is_file() else path
