"""Files of hands into the database, and hands of the database into files."""

import csv
import io
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path

from pokerlab.errors import RecordError
from pokerlab.games.rules import Game
from pokerlab.records.reading import Format, FoundHand, read_hands
from pokerlab.records.rows import hand_rows
from pokerlab.records.writing import format_hands
from pokerlab.table.hand_database import HandDatabase
from pokerlab.table.hand_filters import HandFilter
from pokerlab.table.hand_identity import PreparedHand
from pokerlab.table.hand_putting import PutCount

BATCH = 500
"""Hands that are put in at once: what a kill can cost."""
MOST_MESSAGES = 1000
"""Lines about broken hands that are kept; all are counted."""


class ExportFormat(StrEnum):
    """What hands of the database are written as; CSV has a row for each hand and player."""

    PHH = "phh"
    POKERSTARS = "pokerstars"
    CSV = "csv"

    @property
    def file_name(self) -> str:
        """What a file of it is called."""
        return {"phh": "hands.phhs", "pokerstars": "hands.txt", "csv": "hands.csv"}[self]


def import_hands(
    database: HandDatabase,
    path: Path | str,
    *,
    form: Format | str | None = None,
    game: Game | None = None,
    tell: Callable[[PutCount], None] = lambda count: None,
) -> PutCount:
    """Put the hands of a file or folder in, as they are read; see `records.reading.read_hands`.

    A hand that cannot be read or does not keep to the rules is one message, with file and line, and costs only itself.
    `tell` hears how it goes after every batch, and may raise to end it: what was put in before stays.
    """
    count = PutCount()

    def broken(error: RecordError) -> None:
        count.broken += 1
        if len(count.messages) < MOST_MESSAGES:
            count.messages.append(str(error))

    batch: list[PreparedHand] = []
    for found in read_hands(path, form=form, game=game, on_broken=broken):
        try:
            batch.append(PreparedHand.of(found.record))
        except RecordError as error:
            broken(_placed(error, found))
        if len(batch) >= BATCH:
            database.put(batch, count)
            batch = []
            tell(count)
    database.put(batch, count)
    tell(count)
    return count


def export_texts(
    database: HandDatabase,
    wanted: HandFilter,
    form: ExportFormat,
    on_broken: Callable[[RecordError], None] | None = None,
) -> Iterator[str]:
    """The texts of the hands that a filter keeps, the oldest first, to be written one after the other. A hand that a
    format cannot say raises a `RecordError`, or is handed to `on_broken` and left out."""
    records = database.records(database.numbers(wanted))
    if form is not ExportFormat.CSV:
        yield from format_hands(records, Format(form), on_broken=on_broken)
        return
    text = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for record in records:
        rows = hand_rows(record)
        if writer is None:
            writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
            writer.writeheader()
        writer.writerows(rows)
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def _placed(error: RecordError, found: FoundHand) -> RecordError:
    return RecordError(f"{found.place}: {error}")
