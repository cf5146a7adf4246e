"""Hands written to text, one by one, and to files that are either whole or not there."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pokerlab._files import open_atomically
from pokerlab.errors import RecordError
from pokerlab.records.acpc import format_state
from pokerlab.records.phh_text import format_phh, format_phhs
from pokerlab.records.pokerstars_text import format_pokerstars
from pokerlab.records.reading import Format
from pokerlab.records.record import HandRecord


def format_hands(records: Iterable[HandRecord], form: Format, *, single: bool = False) -> Iterator[str]:
    """The texts of hands in a format, to be written one after the other.

    PHH hands are numbered tables of one file, unless `single` says that there is only one.
    """
    for number, record in enumerate(records, 1):
        if form is Format.PHH:
            if single and number > 1:
                raise RecordError("a .phh file holds one hand, several go into a .phhs file")
            yield format_phh(record) if single else format_phhs(record, number)
        elif form is Format.ACPC:
            yield format_state(record) + "\n"
        else:
            yield format_pokerstars(record)


def write_hands(path: Path, records: Iterable[HandRecord], form: Format) -> int:
    """Write hands to a file as they come, under a temporary name until all are there; returns how many."""
    count = 0
    with open_atomically(path) as file:
        for text in format_hands(records, form, single=path.suffix == ".phh"):
            file.write(text.encode())
            count += 1
    return count
