"""Numbers and times for hands whose source has none.

Trackers know a hand by its number and refuse a second one of the same number; they order hands by time. So in one
export no two hands have the same number, and hands that have no time follow each other by a minute.
"""

import hashlib
import re
from datetime import datetime, timedelta

from pokerlab.records.record import HandRecord

FIRST_TIME = datetime(2000, 1, 1)
"""When the first hand of an export was played if nothing is known of it."""

_MOST_DIGITS = 18
_ROOM = 10_000_000


def number_of(record: HandRecord) -> str:
    """The number of a hand as its source has it, digits only, without leading zeros; empty if it has none."""
    digits = re.sub(r"[^0-9]", "", record.hand_id)
    return (digits.lstrip("0") or "0")[-_MOST_DIGITS:] if digits else ""


def time_of(record: HandRecord) -> datetime | None:
    """When a hand was played, as far as its source tells: the year alone is its first day."""
    if record.time is not None:
        return record.time
    year, month, day = (record.info.get(part) for part in ("year", "month", "day"))
    if type(year) is not int:
        return None
    try:
        return datetime(year, month if type(month) is int else 1, day if type(day) is int and month else 1)
    except (ValueError, OverflowError):
        return None


class Numbering:
    """Gives every hand of one export a number of its own, and a time.

    Hands keep the number that their source has. One without, or whose number was given before, gets the next of a
    row of numbers of thirteen digits, whose beginning depends on the first hand of the export: the same hands get
    the same numbers again, other exports get others.
    """

    def __init__(self) -> None:
        self._given: set[int] = set()
        self._start = 0
        self._count = 0

    def next(self, record: HandRecord) -> tuple[int, datetime]:
        """The number and the time of the next hand."""
        if not self._count:
            self._start = _ROOM * (100_000 + _fingerprint(record) % 900_000)
        self._count += 1
        known = number_of(record)
        number = int(known) if known else self._start + self._count
        if number in self._given:
            number = self._start + self._count
            while number in self._given:
                number += 1
        self._given.add(number)
        return number, time_of(record) or FIRST_TIME + timedelta(minutes=self._count - 1)


def _fingerprint(record: HandRecord) -> int:
    """A number that two different hands hardly share, and that is the same in every run."""
    told = (record.names, record.game.stacks, record.private, record.board, [str(action) for action in record.actions])
    return int.from_bytes(hashlib.sha256(repr((told, record.time, record.table)).encode()).digest()[:8])
