"""Tables as CSV."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any


def csv_text(records: Sequence[Mapping[str, Any]]) -> str:
    """Records that have the same keys, the keys first."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()
