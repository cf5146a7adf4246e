"""Files of a tournament that is in a journal: its hands, what one player saw of them, and its summary."""

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pokerlab._files import write_atomically
from pokerlab.errors import TournamentError, shorten
from pokerlab.records.reading import Format
from pokerlab.records.record import HandRecord
from pokerlab.records.writing import write_hands
from pokerlab.table.journal import JournaledTournament
from pokerlab.tournament.hand_record import hand_record, seen_by_hero
from pokerlab.tournament.summary import TournamentSummary, format_summary


def write_files(found: JournaledTournament, directory: Path, viewer: str = "") -> list[Path]:
    """Write the files of a tournament into a directory; which were written.

    - `tournament-N.phhs`: the hands that are over, with all cards
    - `tournament-N.txt`: those that a player was dealt in, as he saw them, in the text that trackers read. `viewer`:
      his name; without one the owner of the ledger, or nobody
    - `tournament-N-summary.txt`: places and prizes, once it is over
    """
    directory.mkdir(parents=True, exist_ok=True)
    written = [directory / f"tournament-{found.number}.phhs"]
    write_hands(written[0], hand_records(found), Format.PHH)
    name = viewer or ("" if found.owner is None else found.entrants[found.owner])
    if name:
        seat = seat_of(found, name)
        written.append(directory / f"tournament-{found.number}.txt")
        seen = (seen_by_hero(record) for record in hand_records(found, seat) if record.hero is not None)
        write_hands(written[-1], seen, Format.POKERSTARS)
    if found.standing.is_over:
        written.append(directory / f"tournament-{found.number}-summary.txt")
        ended = found.closed or found.began[-1]
        summary = TournamentSummary.of(found.standing, str(found.number), eastern(found.opened), eastern(ended))
        write_atomically(written[-1], format_summary(summary).encode())
    return written


def hand_records(found: JournaledTournament, hero: int | None = None) -> Iterator[HandRecord]:
    """The hands that are over; `hero`: the table's seat from which they are seen."""
    for number in range(len(found.states)):
        yield tournament_record(found, number, hero)


def tournament_record(found: JournaledTournament, number: int, hero: int | None = None) -> HandRecord:
    """The hand of a number, counted from 0, with all cards."""
    before, after = found.standings[number], found.standings[number + 1]
    return hand_record(
        before, before.next_hand(), after, found.states[number], str(found.number),
        time=eastern(found.began[number]), hero=hero,
    )  # fmt: skip


def seat_of(found: JournaledTournament, name: str) -> int:
    """The table's seat of a player by his name."""
    if name not in found.entrants:
        raise TournamentError(f"tournament {found.number}: nobody is called '{shorten(name)}'")
    return found.standing.entrants.index(name)


def eastern(moment: datetime) -> datetime:
    """A moment as trackers count, on the clocks of New York, without a zone."""
    try:
        zone: timezone | ZoneInfo = ZoneInfo("America/New_York")
    except ZoneInfoNotFoundError:  # no data of zones on this machine: without summer time
        zone = timezone(timedelta(hours=-5))
    return moment.astimezone(zone).replace(tzinfo=None, microsecond=0)
