"""Hands that are over: in words, step by step, and why bots did what they did.

Cards that nobody showed are told once the tournament or session is over, or if that was chosen at its start; never of a
hand that is being played, which is not asked for here at all.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pokerlab.agents.expert import ExpertAgent
from pokerlab.agents.explain import explain_hand
from pokerlab.agents.registry import named_agent
from pokerlab.errors import PokerError
from pokerlab.records.narration import narrate
from pokerlab.records.record import HandRecord
from pokerlab.records.report import replay_record
from pokerlab.table.cash_journal import load_session
from pokerlab.table.journal import load
from pokerlab.table.journal_file import JournalFile
from pokerlab.table.journal_hands import journaled_tables, owner_seat, session_record
from pokerlab.table.tournament import chance_secret, chance_seeds
from pokerlab.table.tournament_files import tournament_record
from pokerlab.tournament.facts import TournamentFacts
from pokerlab.tournament.hand_record import seen_by_hero
from pokerlab.tournament.standing import seating
from pokerlab.web.limits import RefusedError


class _Hand(NamedTuple):
    """A hand as the person may see it: `seats`: of the table; `agents`: by seat of the table, `""` for the person;
    `seeds`: of each seat's chance, in the order of `seats`."""

    record: HandRecord
    seats: tuple[int, ...]
    agents: tuple[str, ...]
    facts: TournamentFacts | None
    shows_all: bool
    seeds: tuple[tuple[int, ...], ...]


def hand_answer(file: JournalFile, name: str, number: int) -> dict[str, Any]:
    """A hand as `HandAnswer` has it."""
    found = _find(file, name, number)
    return {
        "id": name, "number": number, "shows_all": found.shows_all, "words": list(narrate(found.record)),
        "hand": replay_record(found.record),
    }  # fmt: skip


def why_answer(file: JournalFile, name: str, number: int) -> dict[str, Any]:
    """Why bots did what they did, as `WhyAnswer` has it."""
    found = _find(file, name, number)
    seats = []
    for place, seat in enumerate(found.seats):
        agent = found.agents[seat]
        if agent:
            decisions, line = _decisions(found, place, agent)
            seats.append(
                {
                    "seat": seat, "name": found.record.players[place], "agent": agent, "line": line,
                    "decisions": decisions,
                }
            )  # fmt: skip
    return {"id": name, "number": number, "seats": seats}


def _decisions(found: _Hand, place: int, agent: str) -> tuple[list[dict[str, Any]], str]:
    if not (found.shows_all or place in found.record.shown):
        return [], "its cards were not shown: they are told when all is over"
    try:
        bot = named_agent(agent)
        if not isinstance(bot, ExpertAgent):
            return [], f"{agent} does not explain itself"
        explained = list(explain_hand(bot, found.record, place, found.facts, found.seeds[place]))
    except PokerError as error:
        return [], str(error)
    return [{**why.record(), "done": done} for why, done in explained], "" if explained else "had nothing to decide"


def _find(file: JournalFile, name: str, number: int) -> _Hand:
    known = journaled_tables(file, name)
    if not known:
        raise RefusedError(f"there is no table '{name}'", 404, "id")
    table = known[0]
    found = (_of_tournament if name.startswith("t") else _of_session)(file, int(name[1:]), number, table.shows_all)
    if found is None:
        raise RefusedError(f"hand {number} was not played, or is not over", 404, "number")
    return found if table.shows_all else found._replace(record=seen_by_hero(found.record))


def _of_tournament(file: JournalFile, tournament: int, number: int, shows_all: bool) -> _Hand | None:
    found = load(file, tournament)
    if number > len(found.states):
        return None
    before = found.standings[number - 1]
    hand = before.next_hand()
    record = tournament_record(found, number - 1, owner_seat(found))
    agents = dict(zip(found.entrants, found.agents, strict=True))
    order = seating(before.players, before.seed)
    seeds = _seeds(before.seed, [order[seat] for seat in hand.seats], number)
    return _Hand(record, hand.seats, tuple(agents[one] for one in before.entrants), hand.facts, shows_all, seeds)


def _of_session(file: JournalFile, session: int, number: int, shows_all: bool) -> _Hand | None:
    found = load_session(file, session)
    if number > len(found.hands):
        return None
    seats = found.hands[number - 1].hand.seats
    return _Hand(
        session_record(found, number - 1), seats, found.agents, None, shows_all, _seeds(found.seed, seats, number)
    )


def _seeds(seed: int, entrants: Sequence[int], number: int) -> tuple[tuple[int, ...], ...]:
    """Of the chance of each seat in a hand, by its number from 1, as the table has dealt it."""
    return tuple(
        chance_seeds(chance_secret(seed, entrant), number - 1, place) for place, entrant in enumerate(entrants)
    )
