"""The example files that come with pokerlab."""

from pathlib import Path

FOLDER = "examples"


def examples_directory() -> Path:
    """Where the examples are: inside the installed package, or at the top of a clone (an editable installation)."""
    package = Path(__file__).parent
    installed = package / FOLDER
    return installed if installed.is_dir() else package.parent.parent / FOLDER
