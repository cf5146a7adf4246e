"""Hands written to text, one by one, and to files that are either whole or not there."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pokerlab._files import open_atomically
from pokerlab.errors import RecordError
from pokerlab.records.acpc import format_state
from pokerlab.records.numbering import Numbering
from pokerlab.records.phh_writer import format_phh, format_phhs
from pokerlab.records.pokerstars_writer import format_pokerstars
from pokerlab.records.reading import Format, as_format
from pokerlab.records.record import HandRecord


def format_hands(
    records: Iterable[HandRecord],
    form: Format | str,
    *,
    single: bool = False,
    on_broken: Callable[[RecordError], None] | None = None,
) -> Iterator[str]:
    """The texts of hands in a format, to be written one after the other.

    PHH hands are numbered tables of one file, unless `single` says that there is only one. A hand that cannot be
    written raises a `RecordError`; with `on_broken` it is handed over instead, and the next hand follows.
    """
    return _texts(records, as_format(form), single, on_broken)


def write_hands(
    path: Path | str,
    records: Iterable[HandRecord],
    form: Format | str,
    *,
    on_broken: Callable[[RecordError], None] | None = None,
) -> int:
    """Write hands to a file as they come, under a temporary name until all are there; returns how many.

    A file whose name ends in `.phh` holds one hand. `on_broken` as in `format_hands`.
    """
    path, count = Path(path), 0
    texts = format_hands(records, form, single=path.suffix == ".phh", on_broken=on_broken)
    with open_atomically(path) as file:
        for text in texts:
            file.write(text.encode())
            count += 1
    return count


def _texts(
    records: Iterable[HandRecord], form: Format, single: bool, on_broken: Callable[[RecordError], None] | None
) -> Iterator[str]:
    numbering, written = Numbering(), 0
    for record in records:
        if form is Format.PHH and single and written:
            raise RecordError("a .phh file holds one hand, several go into a .phhs file")
        try:
            if form is Format.PHH:
                text = format_phh(record) if single else format_phhs(record, written + 1)
            elif form is Format.ACPC:
                text = format_state(record, number=written) + "\n"
            else:
                text = format_pokerstars(record, numbering)
        except RecordError as error:
            if on_broken is None:
                raise
            on_broken(error)
            continue
        written += 1
        yield text
