"""Hands of a journal as records, as far as its person may see them, and put into the hand database.

Cards that nobody showed are told once a tournament or session is over, or if that was chosen at its start. Before that
they do not come into the database at all: no filter, statistic or export can tell what is not there.
"""

import json
from typing import NamedTuple

from pokerlab.errors import PokerError, TournamentError
from pokerlab.records.record import HandRecord
from pokerlab.table.cash_journal import JournaledSession, load_session
from pokerlab.table.hand_database import HandDatabase
from pokerlab.table.hand_identity import PreparedHand
from pokerlab.table.hand_putting import PutCount
from pokerlab.table.journal import JournaledTournament, load
from pokerlab.table.journal_file import JournalFile
from pokerlab.table.tournament_files import eastern, tournament_record
from pokerlab.tournament.hand_record import seen_by_hero


class JournaledTable(NamedTuple):
    """A table of a journal: its name (`t12`, a tournament, or `c3`, a cash session), when it was opened, how many of
    its hands are over, whether all their cards may be seen, and whether the table is over."""

    name: str
    opened: str
    hands: int
    shows_all: bool
    is_over: bool


def journaled_tables(file: JournalFile, name: str = "") -> list[JournaledTable]:
    """All tables of a journal, or the one of a name."""
    found = []
    for letter, tables, hands, ended in (
        ("t", "tournaments", "hands WHERE tournament", "seconds"),
        ("c", "sessions", "session_hands WHERE session", "ended"),
    ):
        if name and not name.startswith(letter):
            continue
        for number, opened, closed, settings, played in file.rows(
            "SELECT id, opened, closed, settings, "
            f"(SELECT count(*) FROM {hands} = {tables}.id AND {ended} IS NOT NULL) FROM {tables} "
            "WHERE id = ?1 OR ?1 IS NULL ORDER BY id",
            int(name[1:]) if name else None,
        ):
            is_over = closed is not None
            shows_all = is_over or bool(json.loads(settings).get("show_cards"))
            found.append(JournaledTable(f"{letter}{number}", opened, played, shows_all, is_over))
    return found


def session_record(found: JournaledSession, number: int) -> HandRecord:
    """The hand of a number, counted from 0, of a cash session, as its owner has seen it, with all cards."""
    one = found.hands[number]
    return HandRecord.of(
        one.state, names=tuple(found.players[seat] for seat in one.hand.seats),
        hand_id=f"{found.number}{number + 1:05}", table=f"Cash {found.number}", time=eastern(one.began),
        seat_numbers=tuple(seat + 1 for seat in one.hand.seats),
        hero=one.hand.seats.index(found.owner) if found.owner in one.hand.seats else None,
    )  # fmt: skip


def owner_seat(found: JournaledTournament) -> int | None:
    """The table's seat of the owner of the ledger, if he plays."""
    return None if found.owner is None else found.standing.entrants.index(found.entrants[found.owner])


def table_records(file: JournalFile, table: JournaledTable) -> list[HandRecord]:
    """The hands of a table that are over, each as far as it may be seen."""
    number = int(table.name[1:])
    if table.name.startswith("t"):
        played = load(file, number)
        hero = owner_seat(played)
        found = [tournament_record(played, place, hero) for place in range(len(played.states))]
    else:
        session = load_session(file, number)
        found = [session_record(session, place) for place in range(len(session.hands))]
    return found if table.shows_all else [seen_by_hero(record) for record in found]


def catch_up(database: HandDatabase, file: JournalFile) -> PutCount:
    """Put in what the journal has and the database has not, each table in one change: a kill in between costs nothing.
    Tables that are over are put in once more, with all cards. A table that cannot be read is one message."""
    count, known = PutCount(), database.journals()
    for table in journaled_tables(file):
        key = f"{table.name} {table.opened}"
        hands, is_whole = known.get(key, (0, False))
        if is_whole or (hands == table.hands and not table.is_over):
            continue
        try:
            records = table_records(file, table)
            fresh = records if table.is_over else records[hands:]
            prepared = [PreparedHand.of(record) for record in fresh]
        except TournamentError as error:
            count.messages.append(str(error))
            continue
        except PokerError as error:
            count.messages.append(f"{table.name}: {error}")
            continue
        database.put(prepared, count, (key, len(records), table.is_over))
    return count
