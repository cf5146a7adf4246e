"""Hands as a table: one row for each hand and player, for spreadsheets, pandas and polars.

rows(hand.record for hand in read_hands("session.txt"))          a list of plain dicts
polars.DataFrame(rows(records))                                   or pandas.DataFrame: `frame(records)`
"""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from pokerlab.cards.card import format_cards
from pokerlab.cards.unseen import UNKNOWN, format_dealt
from pokerlab.errors import RecordError
from pokerlab.games.gamedef import UNLIMITED
from pokerlab.records.record import HandRecord
from pokerlab.records.seat_facts import SeatFacts, seat_facts


def rows(records: Iterable[HandRecord]) -> list[dict[str, Any]]:
    """The rows of hands, see `hand_rows`; a hand that breaks the rules raises `RecordError`."""
    return [row for record in records for row in hand_rows(record)]


def hand_rows(record: HandRecord) -> list[dict[str, Any]]:
    """The rows of one hand, by seat: texts, numbers, booleans, and None for what is not known or had no occasion.

    Amounts (`big_blind`, `stack`, `won`) are in what the source counts in, `stack_bb` and `won_bb` in big blinds.
    """
    blind = record.game.big_blind
    shared = {
        "hand": record.hand_id,
        "time": record.time.isoformat(" ") if record.time else None,
        "table": record.table,
        "currency": record.currency,
        "players": record.game.players,
        "big_blind": float(record.value(blind)),
        "board": format_cards(record.board),
    }
    found = []
    for number, seat in enumerate(seat_facts(record)):
        cards = record.private[number]
        stack = record.game.stacks[number]
        own = {
            "player": seat.name,
            "position": seat.position,
            "cards": format_dealt(cards) if any(card != UNKNOWN for card in cards) else None,
            "stack": None if stack == UNLIMITED else float(record.value(stack)),
            "stack_bb": stack / blind if blind and stack != UNLIMITED else None,
            **_facts(seat),
            "won": None if seat.won is None else float(record.value(seat.won)),
            "won_bb": seat.won / blind if blind and seat.won is not None else None,
        }
        found.append(shared | own)
    return found


def frame(records: Iterable[HandRecord]) -> Any:
    """The rows as a pandas `DataFrame`; a `RecordError` where pandas is not installed."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise RecordError("a DataFrame needs pandas: pip install pandas (rows() gives plain dicts)") from None
    return pandas.DataFrame(rows(records))


def _facts(seat: SeatFacts) -> dict[str, Any]:
    """What was done, None where there was no occasion."""
    return {
        "vpip": seat.entered if seat.decided else None,
        "pfr": seat.raised if seat.decided else None,
        "three_bet": seat.three_bet if seat.could_three_bet else None,
        "continuation_bet": seat.continued if seat.could_continue else None,
        "saw_flop": seat.saw_flop,
        "went_to_showdown": seat.showed_down if seat.saw_flop else None,
        "bets": seat.bets,
        "calls": seat.calls,
        "folds": seat.folds,
    }
