"""Tables as CSV, into a file or to stdout."""

from pathlib import Path
from typing import Any

import typer


def write_csv(target: str, records: list[dict[str, Any]]) -> None:
    """Write records that have the same keys, the keys first; `-` is stdout."""
    import csv
    import io

    from pokerlab._files import write_atomically

    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    if target == "-":
        typer.echo(text.getvalue(), nl=False)
    else:
        write_atomically(Path(target), text.getvalue().encode())
