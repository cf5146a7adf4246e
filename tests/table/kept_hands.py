"""Hands for the tests of the hand database: random ones, with all that files may say of them or not."""

import random
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

from random_hands import play_out, random_holdem

from pokerlab.cards.unseen import UNKNOWN
from pokerlab.games.library import named_game
from pokerlab.records.record import HandRecord
from pokerlab.table.hand_database import HandDatabase
from pokerlab.table.hand_identity import PreparedHand

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Lou")
START = datetime(2026, 1, 1, 12)


def random_records(count: int, seed: int = 1) -> list[HandRecord]:
    """Hands of all kinds: some with a hero and his cards alone, some without time, table or tournament."""
    rng, found = random.Random(seed), []
    for number in range(count):
        if rng.random() < 0.5:
            game = random_holdem(rng)
        else:
            game = named_game(f"holdem-nolimit:{rng.randint(2, 4)},stack={rng.choice((1000, 10000))}")
        record = HandRecord.of(
            play_out(game, rng), names=tuple(rng.sample(NAMES, game.players)), hand_id=str(1000 + number),
            table=rng.choice(("Alpha", "Beta", "Beta")), unit=rng.choice((Decimal(1), Decimal("0.01"))),
            time=START + timedelta(minutes=rng.randrange(5000)) if rng.random() < 0.8 else None,
            info={"_tournament": str(rng.randrange(3))} if rng.random() < 0.4 else {},
        )  # fmt: skip
        if rng.random() < 0.7:
            record = seen_by(record, rng.randrange(game.players))
        found.append(record)
    return found


def seen_by(record: HandRecord, hero: int) -> HandRecord:
    """A hand as one seat saw it."""
    private = tuple(
        hand if seat == hero or seat in record.shown else (UNKNOWN,) * len(hand)
        for seat, hand in enumerate(record.private)
    )
    return replace(record, hero=hero, private=private)


def put(database: HandDatabase, records: list[HandRecord]) -> None:
    """Put records in."""
    database.put([PreparedHand.of(record) for record in records])


def content(database: HandDatabase) -> list[object]:
    """All that a database says of its hands, in their order."""
    tables = [database.rows(f"SELECT * FROM {name} ORDER BY 1, 2") for name in ("hands", "players", "events", "blocks")]
    return [tables, database.rows("SELECT * FROM marks"), database.rows("SELECT * FROM tags")]
