"""The shipped examples by name, so that the commands in help and docs work in every directory."""

from pathlib import Path

from pokerlab._examples import FOLDER, examples_directory


def or_example(path: Path) -> Path:
    """The path itself, or, where there is no such file, the shipped one of that name: `examples/flop.toml`."""
    if path.parts[:-1] != (FOLDER,) or path.exists():
        return path
    shipped = examples_directory() / path.name
    return shipped if shipped.is_file() else path
