"""Tournaments on file while they are played: a crash at any moment loses nothing.

    file = JournalFile("tournaments.db")
    number = open_tournament(file, structure, entrants, agents=["", "always-call"], seed=1, owner=0)
    tournament = resume(file, number, [human, bot])
    while not tournament.is_over:
        tournament.play()

A hand's deck, and then each action, is written before anybody is told. `resume` deals the hands again by the rules, so
that a standing is never read but always found; the hand that was broken off goes on with the same cards and the same
player to act. Money moves in the same transaction as the hand that moves it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pokerlab.agents.agent import Agent
from pokerlab.errors import GameError, PokerError, TournamentError
from pokerlab.games.action import Action, parse_action
from pokerlab.games.state import State
from pokerlab.table.bankroll import pay_entry, pay_out
from pokerlab.table.hand import NO_LIMITS, Limits
from pokerlab.table.journal_file import JournalFile
from pokerlab.table.tournament import BegunHand, Tournament, standing_after
from pokerlab.table.tournament_clock import TournamentClock
from pokerlab.tournament.standing import TournamentStanding, seating
from pokerlab.tournament.structure import Structure


@dataclass(frozen=True)
class JournaledTournament:
    """A tournament as it is on file.

    - `agents`: by entrant, the name of an agent or nothing for a person; `owner`: whose money is in the ledger
    - `states`: the hands so far, each at its end; `began`: when each began
    - `standings`: before the first and after each; `begun`: the hand that is being played, None between two hands
    - `left`: seats of the table whose players have left; `closed`: when it was over
    """

    number: int
    structure: Structure
    entrants: tuple[str, ...]
    agents: tuple[str, ...]
    seed: int
    owner: int | None
    opened: datetime
    states: tuple[State, ...]
    began: tuple[datetime, ...]
    standings: tuple[TournamentStanding, ...]
    begun: BegunHand | None
    left: tuple[int, ...]
    closed: datetime | None = None

    @property
    def standing(self) -> TournamentStanding:
        """Between the last hand that is over and the next."""
        return self.standings[-1]


def open_tournament(
    file: JournalFile,
    structure: Structure,
    entrants: Sequence[str],
    *,
    agents: Sequence[str],
    seed: int,
    owner: int | None = None,
    settings: Mapping[str, Any] | None = None,
) -> int:
    """Write down a tournament that begins; its number. Where an entrant is the `owner` of the ledger he pays, or it is
    refused. `settings`: plain data that whoever runs the table wants to find again."""
    TournamentStanding.start(structure, entrants, seed)  # what cannot be is refused here
    if len(agents) != len(entrants) or (owner is not None and not 0 <= owner < len(entrants)):
        raise TournamentError(f"{len(entrants)} entrants, {len(agents)} agents, owner {owner}")
    texts = [json.dumps(part) for part in (structure.record(), list(entrants), list(agents), dict(settings or {}))]
    with file.change() as changing:
        cursor = changing.execute(
            "INSERT INTO tournaments (structure, entrants, agents, settings, seed, opened, owner) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*texts, seed, _now(), owner),
        )
        number = int(cursor.lastrowid or 0)
        if owner is not None:
            pay_entry(changing, structure, number)
    return number


def open_numbers(file: JournalFile) -> list[int]:
    """The tournaments that are not over."""
    return [int(row[0]) for row in file.rows("SELECT id FROM tournaments WHERE closed IS NULL ORDER BY id")]


def all_numbers(file: JournalFile) -> list[int]:
    """All tournaments, the oldest first."""
    return [int(row[0]) for row in file.rows("SELECT id FROM tournaments ORDER BY id")]


def load(file: JournalFile, number: int) -> JournaledTournament:
    """A tournament as it is on file, its hands dealt again."""
    found = file.rows(
        "SELECT structure, entrants, agents, seed, opened, owner, closed FROM tournaments WHERE id = ?", number
    )  # fmt: skip
    if not found:
        raise TournamentError(f"{file.path}: there is no tournament {number}")
    hands = file.rows("SELECT deck, began, seconds FROM hands WHERE tournament = ? ORDER BY number", number)
    actions: dict[int, list[str]] = {}
    for hand, action in file.rows(
        "SELECT hand, action FROM actions WHERE tournament = ? ORDER BY hand, number", number
    ):
        actions.setdefault(int(hand), []).append(str(action))
    left = file.rows("SELECT seat FROM departures WHERE tournament = ?", number)
    try:
        return _dealt_again(number, found[0], hands, actions, tuple(int(row[0]) for row in left))
    except (ValueError, TypeError, KeyError, GameError) as error:
        raise TournamentError(f"{file.path}: tournament {number} is damaged: {error}") from None


def resume(
    file: JournalFile,
    number: int,
    agents: Sequence[Agent],
    *,
    clock: TournamentClock | None = None,
    limits: Limits = NO_LIMITS,
) -> Tournament:
    """The tournament of a number, to be played on from where it was broken off (or from its beginning). Agents that
    remember are told of all hands again."""
    found = load(file, number)
    journal = Journal(file, found)
    tournament = Tournament(
        found.structure, found.entrants, agents, seed=found.seed, clock=clock, limits=limits, journal=journal
    )
    tournament.go_on(found.standing, found.begun, found.left)
    for before, state in zip(found.standings, found.states, strict=False):
        tournament.tell_again(before, state)
    return tournament


class Journal:
    """Writes down one tournament."""

    def __init__(self, file: JournalFile, tournament: JournaledTournament) -> None:
        self._file, self.number = file, tournament.number
        self._seat = None if tournament.owner is None else _seat_of(tournament.owner, tournament)
        self._paid = self._seat is not None and bool(tournament.standing.places[self._seat])

    def begin_hand(self, number: int, deck: Sequence[int]) -> None:
        """The deck."""
        self._write("INSERT INTO hands VALUES (?, ?, ?, ?, NULL)", number, json.dumps(list(deck)), _now())

    def note_action(self, hand: int, number: int, action: Action) -> None:
        """An action."""
        self._write("INSERT INTO actions VALUES (?, ?, ?, ?)", hand, number, str(action))

    def end_hand(self, number: int, seconds: float, after: TournamentStanding) -> None:
        """How long it took, and the money of an owner who is out or has won."""
        pays = self._seat is not None and bool(after.places[self._seat]) and not self._paid
        with self._file.change() as changing:
            changing.execute(
                "UPDATE hands SET seconds = ? WHERE tournament = ? AND number = ?", (seconds, self.number, number)
            )
            if pays and self._seat is not None:
                pay_out(changing, self.number, after.prizes[self._seat], after.bounties[self._seat])
            if after.is_over:
                changing.execute("UPDATE tournaments SET closed = ? WHERE id = ?", (_now(), self.number))
        self._paid = self._paid or pays

    def leave(self, seat: int) -> None:
        """A player has left."""
        with self._file.change() as changing:
            changing.execute("INSERT OR IGNORE INTO departures VALUES (?, ?)", (self.number, seat))

    def _write(self, statement: str, *values: object) -> None:
        with self._file.change() as changing:
            changing.execute(statement, (self.number, *values))


def _dealt_again(
    number: int,
    row: tuple[Any, ...],
    hands: Sequence[tuple[Any, ...]],
    actions: dict[int, list[str]],
    left: tuple[int, ...],
) -> JournaledTournament:
    structure, entrants, agents, seed, opened, owner, closed = row
    names = tuple(json.loads(entrants))
    try:
        standings = [TournamentStanding.start(Structure.of(json.loads(structure)), names, seed)]
    except PokerError as error:
        raise ValueError(str(error)) from None
    states, began, begun = [], [], None
    for place, (deck, start, seconds) in enumerate(hands):
        moves = tuple(parse_action(text) for text in actions.get(place, ()))
        if seconds is None:
            begun = BegunHand(tuple(json.loads(deck)), moves)
            break
        state = State.start(standings[-1].next_hand().game, json.loads(deck))
        for action in moves:
            state = state.act(action)
        states.append(state)
        began.append(datetime.fromisoformat(start))
        standings.append(standing_after(standings[-1], state, seconds))
    return JournaledTournament(
        number, standings[0].structure, names, tuple(json.loads(agents)), seed, owner, datetime.fromisoformat(opened),
        tuple(states), tuple(began), tuple(standings), begun, left,
        datetime.fromisoformat(closed) if closed else None,
    )  # fmt: skip


def _seat_of(entrant: int, tournament: JournaledTournament) -> int:
    return seating(len(tournament.entrants), tournament.seed).index(entrant)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
