"""A hand of a tournament as a record, with what files say beyond a hand: level, prizes, who is out.

In the record's `info`, named as in PHH: `_tournament` (its number), `_buy_in` (as trackers read it), `level`,
`seat_count`; where nobody posts the small blind `_small_blind` (what it would be), where nobody sits at the button
`_button` (the seat's number); in the hand that breaks somebody `_places` and `_prizes` (cents) by seat, 0 for those who
are still in, and `_bounties` (cents that each seat won in the hand).
"""

from dataclasses import replace
from datetime import datetime
from math import inf
from typing import Any

from pokerlab.cards.unseen import UNKNOWN
from pokerlab.errors import TournamentError
from pokerlab.games.state import State
from pokerlab.records.record import HandRecord
from pokerlab.tournament.facts import TournamentFacts
from pokerlab.tournament.standing import TournamentHand, TournamentStanding
from pokerlab.tournament.structure import Structure

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "CAD": "$"}


def hand_record(
    before: TournamentStanding,
    hand: TournamentHand,
    after: TournamentStanding,
    state: State,
    tournament: str,
    *,
    time: datetime | None = None,
    hero: int | None = None,
) -> HandRecord:
    """The record of a hand that was played to its end; seats of the table are numbered from 1. `hero`: the table's seat
    from which it was seen."""
    info: dict[str, Any] = {
        "_tournament": tournament,
        "_buy_in": buy_in_text(before.structure),
        "level": hand.level.number,
        "seat_count": before.players,
    }
    if hand.is_small_blind_dead:
        info["_small_blind"] = hand.level.small_blind
    if hand.button not in hand.seats:
        info["_button"] = hand.button + 1
    if after.left != before.left:
        info["_places"] = [after.places[seat] for seat in hand.seats]
        info["_prizes"] = [after.prizes[seat] for seat in hand.seats]
        if before.structure.bounty:
            info["_bounties"] = [after.bounties[seat] - before.bounties[seat] for seat in hand.seats]
    return HandRecord.of(
        state,
        names=tuple(before.entrants[seat] for seat in hand.seats),
        hand_id=hand_number(tournament, before.hands),
        table=f"{tournament} 1",
        time=time,
        seat_numbers=tuple(seat + 1 for seat in hand.seats),
        hero=hand.seats.index(hero) if hero in hand.seats else None,
        info=info,
    )  # fmt: skip


def seen_by_hero(record: HandRecord) -> HandRecord:
    """The same without the cards that its hero has not seen: what a text of one player's view may tell."""
    private = tuple(
        hand if seat == record.hero or seat in record.shown else (UNKNOWN,) * len(hand)
        for seat, hand in enumerate(record.private)
    )
    return replace(record, private=private)


def recorded_facts(structure: Structure, record: HandRecord) -> TournamentFacts:
    """What players were told of a tournament before a hand that is on record: its structure is not in the record, and
    neither is how long the level lasts (infinity) or what progressive bounties have grown to (none)."""
    info, stacks = record.info, record.game.stacks
    entrants, number = info.get("seat_count"), info.get("level")
    if "_tournament" not in info or not isinstance(entrants, int) or not isinstance(number, int):
        raise TournamentError(f"hand {record.hand_id or '?'} does not say of which tournament and level it is")
    if not len(stacks) <= structure.check_entrants(entrants) or number < 1:
        raise TournamentError(f"hand {record.hand_id or '?'} is not of '{structure.name}'")
    seats = tuple(seat - 1 for seat in record.seat_numbers) or tuple(range(len(stacks)))
    by_seat = [0] * entrants
    for seat, chips in zip(seats, stacks, strict=True):
        by_seat[seat % entrants] = chips
    fixed = structure.bounty and not structure.progressive
    return TournamentFacts(
        structure, 0, structure.level(number), inf, inf, tuple(by_seat), seats, int(info.get("_button", 1)) - 1,
        structure.prizes(entrants)[: len(stacks)], tuple(structure.bounty * (chips > 0) for chips in by_seat) if fixed
        else (),
    )  # fmt: skip


def buy_in_text(structure: Structure) -> str:
    """`$10.00+$0.90 USD`; with a bounty `$5.00+$5.00+$0.90 USD`."""
    parts = [structure.buy_in, *[structure.bounty] * bool(structure.bounty), structure.fee]
    return "+".join(money(part, structure.currency) for part in parts) + f" {structure.currency}".rstrip()


def money(cents: int, currency: str) -> str:
    """Cents as trackers read them: `$10.00`."""
    return f"{SYMBOLS.get(currency, '')}{cents // 100}.{cents % 100:02}"


def hand_number(tournament: str, hand: int) -> str:
    """A number that no other hand has: the tournament's and the hand's, which has five digits."""
    return f"{tournament}{hand + 1:05}".lstrip("0")
