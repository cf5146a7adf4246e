"""Tables as CSV, into a file or to stdout."""

from pathlib import Path
from typing import Any

import typer


def write_csv(target: str, records: list[dict[str, Any]]) -> None:
    """Write records that have the same keys, the keys first; `-` is stdout."""
    from pokerlab._csv import csv_text

    write_text(target, csv_text(records))


def write_text(target: str, text: str) -> None:
    """Write a text into a file; `-` is stdout."""
    from pokerlab._files import write_atomically

    if target == "-":
        typer.echo(text, nl=False)
    else:
        write_atomically(Path(target), text.encode())
