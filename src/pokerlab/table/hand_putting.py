"""Hands put into the database, in one transaction: each once, the copy that knows most cards."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pokerlab.errors import RecordError
from pokerlab.table.hand_blocks import ROW, VIEWER, append_rows, replace_row
from pokerlab.table.hand_identity import PreparedHand

MOST_HANDS = 2**32 - 1


@dataclass
class PutCount:
    """What became of hands: new here, here already, here already and now with more cards, not to be used."""

    added: int = 0
    known: int = 0
    grown: int = 0
    broken: int = 0
    messages: list[str] = field(default_factory=list)


class Putting:
    """Hands that are put in, in one transaction."""

    def __init__(self, changing: sqlite3.Connection, count: PutCount) -> None:
        self._changing, self._count = changing, count
        self._next = changing.execute("SELECT coalesce(max(id), 0) + 1 FROM hands").fetchone()[0]
        self._rows: dict[int, list[tuple[Any, ...]]] = {}
        self._numbers: dict[tuple[str, str], int] = {}
        self._hands: dict[tuple[str, int], int] = {}

    def put(self, hand: PreparedHand) -> None:
        """Put a hand in, if it is new or knows more."""
        found = self._changing.execute(
            "SELECT id, known, hero FROM hands WHERE identity = ?", (hand.identity,)
        ).fetchone()
        if found is None:
            self._add(hand)
        elif hand.known > found[1]:
            self._grow(found[0], found[2], hand)
        else:
            self._count.known += 1

    def _add(self, hand: PreparedHand) -> None:
        number, self._next = self._next, self._next + 1
        if number > MOST_HANDS:
            raise RecordError(f"the database is full: it holds {MOST_HANDS:,} hands")
        event, players = self._facts(hand)
        self._changing.execute(
            "INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, hand.identity, event, hand.known, _hero(hand, players), hand.board, hand.content),
        )
        for player, row in zip((VIEWER, *players), (hand.viewed, *hand.rows), strict=True):
            self._rows.setdefault(player, []).append(_placed(row, number, event))
        for kind, numbers in (("events", (event,)), ("players", players)):
            for one in numbers:
                self._hands[kind, one] = self._hands.get((kind, one), 0) + 1
        self._count.added += 1

    def _grow(self, number: int, hero: int | None, hand: PreparedHand) -> None:
        """The same hand with more cards; it stays the hand of who saw it first."""
        self.flush()
        event, players = self._facts(hand)
        if hero is not None and _hero(hand, players) != hero:
            hand = PreparedHand.of(replace(hand.record, hero=players.index(hero)))
        self._changing.execute(
            "UPDATE hands SET known = ?, hero = ?, content = ? WHERE id = ?",
            (hand.known, _hero(hand, players), hand.content, number),
        )
        for player, row in zip((VIEWER, *players), (hand.viewed, *hand.rows), strict=True):
            replace_row(self._changing, player, np.array([_placed(row, number, event)], ROW))
        self._count.grown += 1

    def flush(self) -> None:
        """Write what is to be appended."""
        for player, rows in self._rows.items():
            append_rows(self._changing, player, np.array(rows, ROW))
        for (kind, number), count in self._hands.items():
            self._changing.execute(f"UPDATE {kind} SET hands = hands + ? WHERE id = ?", (count, number))
        self._rows, self._hands = {}, {}

    def _facts(self, hand: PreparedHand) -> tuple[int, tuple[int, ...]]:
        return self._number("events", hand.event), tuple(self._number("players", name) for name in hand.record.players)

    def _number(self, kind: str, name: str) -> int:
        if (kind, name) not in self._numbers:
            self._changing.execute(f"INSERT OR IGNORE INTO {kind} (name) VALUES (?)", (name,))
            found = self._changing.execute(f"SELECT id FROM {kind} WHERE name = ?", (name,)).fetchone()
            self._numbers[kind, name] = found[0]
        return self._numbers[kind, name]


def _hero(hand: PreparedHand, players: Sequence[int]) -> int | None:
    return None if hand.record.hero is None else players[hand.record.hero]


def _placed(row: tuple[Any, ...], hand: int, event: int) -> tuple[Any, ...]:
    return (hand, row[1], event, *row[3:])
