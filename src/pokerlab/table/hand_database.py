"""The hand database: hands of files and tables in one SQLite file, to be filtered, counted, marked and written again.

    database = HandDatabase("hands.db")
    import_hands(database, "session.txt")
    page = database.page(HandFilter(position="BTN", cards="QQ+"))
    database.stats(HandFilter(opponent="Ann")).vpip

A hand is known by what makes it the same hand (`hand_identity`), so that nothing is in twice; a second copy that knows
more cards takes the place of the first, and star, note and tags stay. What is filtered and counted lies in columns
(`hand_blocks`), so that no filter looks at texts.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import format_combo
from pokerlab.errors import RecordError, shorten
from pokerlab.records.record import HandRecord
from pokerlab.records.seat_facts import POT_TYPES
from pokerlab.records.stats import PlayerStats
from pokerlab.table.hand_blocks import (
    FLAGS,
    NO_INDEX,
    NO_PLACE,
    POSITIONS,
    SAW_IT,
    SCHEMA,
    VIEWER,
    Rows,
    flag,
    moment_of,
    read_row,
    read_rows,
)
from pokerlab.table.hand_filters import HandFilter, Mask, matching
from pokerlab.table.hand_identity import PreparedHand, unpacked
from pokerlab.table.hand_putting import PutCount, Putting
from pokerlab.table.sqlite_file import SqliteFile

_SCHEMA = """
CREATE TABLE hands (
    id INTEGER PRIMARY KEY,         -- in the order in which they were put in
    identity BLOB NOT NULL UNIQUE,
    event INTEGER NOT NULL,
    known INTEGER NOT NULL,         -- private cards that are known
    hero INTEGER,                   -- the player who saw it
    board TEXT NOT NULL,
    content BLOB NOT NULL           -- PHH, compressed
);
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    hands INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT ''
);
CREATE INDEX players_by_hands ON players (hands);
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    hands INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE marks (
    hand INTEGER PRIMARY KEY,
    star INTEGER NOT NULL,
    note TEXT NOT NULL
);
CREATE TABLE tags (
    tag TEXT NOT NULL,
    hand INTEGER NOT NULL,
    PRIMARY KEY (tag, hand)
) WITHOUT ROWID;
CREATE INDEX tags_by_hand ON tags (hand);
CREATE TABLE journals (
    name TEXT PRIMARY KEY,          -- a table of a journal of tournaments
    hands INTEGER NOT NULL,         -- how many of its hands are here
    is_whole INTEGER NOT NULL       -- whether all are, with all cards
) WITHOUT ROWID;
"""
MOST_NOTE, MOST_TAGS, MOST_TAG = 2000, 20, 40
"""Characters of a note; tags of a hand; characters of a tag."""


class Cursor(NamedTuple):
    """Where a page ends: the time and number of its last hand."""

    time: int
    hand: int


@dataclass(frozen=True)
class ListedHand:
    """A hand in a list, from one player's side: big blinds, None where something is not known."""

    hand: int
    time: datetime | None
    event: str
    player: str
    players: int
    position: str | None
    cards: str | None
    stack: float | None
    board: str
    pot: str
    all_in: bool
    showdown: bool
    won: float | None
    star: bool
    note: str
    tags: tuple[str, ...]


@dataclass(frozen=True)
class HandPage:
    """A part of a list, the newest first; `count`: how many hands the list has; `end`: where the next part goes on,
    None if this is the last."""

    hands: list[ListedHand]
    count: int
    end: Cursor | None


class HandDatabase(SqliteFile):
    """An open database; threads may share one."""

    VERSION = 1
    WHAT = "hand database"
    ERROR = RecordError
    PAGE_BYTES = 16384  # a block of rows in one

    def _statements(self, version: int) -> str:
        return _SCHEMA + SCHEMA

    def _line(self, error: sqlite3.Error) -> str:
        return f"the hand database cannot be used: {shorten(error, 200)}"

    # --- hands put in

    def put(
        self, hands: Sequence[PreparedHand], count: PutCount | None = None, journal: tuple[str, int, bool] | None = None
    ) -> PutCount:
        """Put hands in, all or none; what became of them is added to `count`. `journal`: a table of a journal of which
        they are, how many hands of it are here then, and whether that is all of it with all cards."""
        found = PutCount()
        with self.change() as changing:
            putting = Putting(changing, found)
            for hand in hands:
                putting.put(hand)
            putting.flush()
            if journal is not None:
                changing.execute("INSERT OR REPLACE INTO journals VALUES (?, ?, ?)", journal)
        count = PutCount() if count is None else count
        count.added += found.added
        count.known += found.known
        count.grown += found.grown
        return count

    def journals(self) -> dict[str, tuple[int, bool]]:
        """By table of a journal: how many of its hands are here, and whether that is all."""
        return {name: (hands, bool(whole)) for name, hands, whole in self.rows("SELECT * FROM journals")}

    # --- hands chosen

    def page(self, wanted: HandFilter, *, most: int = 50, before: Cursor | None = None) -> HandPage:
        """A part of the hands that a filter keeps, the newest first, those without a time last; `before`: where the
        part before it ended."""
        rows, keeps = self._chosen(wanted)
        count = int(np.count_nonzero(keeps))
        if before is not None:
            keeps &= (rows["time"] < before.time) | ((rows["time"] == before.time) & (rows["hand"] < before.hand))
        places = np.flatnonzero(keeps)
        shown = rows[_newest(rows, places, most)]
        is_last = len(places) <= most
        end = None if is_last or not len(shown) else Cursor(int(shown["time"][-1]), int(shown["hand"][-1]))
        return HandPage(self._listed(shown, wanted.player), count, end)

    def listed(self, hand: int, player: str = "") -> ListedHand:
        """One hand as lists have it."""
        number = self._player(player)
        with self._lock, self._errors():
            found = read_row(self._connection, number, hand)
        if not len(found):
            raise RecordError(f"there is no hand {hand} here" + (f" of '{shorten(player)}'" if player else ""))
        return self._listed(found, player)[0]

    def stats(self, wanted: HandFilter) -> PlayerStats:
        """The statistics of the player in the hands that a filter keeps."""
        rows, keeps = self._chosen(wanted)
        return _stats(wanted.player or "hero", rows[keeps])

    def stats_by_position(self, wanted: HandFilter) -> list[PlayerStats]:
        """The same, by position, in the order of action before the flop."""
        rows, keeps = self._chosen(wanted)
        rows = rows[keeps]
        counts = np.bincount(rows["position"], minlength=NO_PLACE + 1)
        return [_stats(name, rows[rows["position"] == place]) for place, name in enumerate(POSITIONS) if counts[place]]

    def numbers(self, wanted: HandFilter) -> list[int]:
        """The numbers of the hands that a filter keeps, the oldest first."""
        rows, keeps = self._chosen(wanted)
        hands, times = rows["hand"][keeps], rows["time"][keeps]
        found: list[int] = hands[np.argsort(times, kind="stable")].tolist()
        return found

    def record(self, hand: int) -> HandRecord:
        """A hand as it is known here."""
        found = self.rows("SELECT content FROM hands WHERE id = ?", hand)
        if not found:
            raise RecordError(f"there is no hand {hand} here")
        return unpacked(found[0][0], hand)

    def records(self, hands: Iterable[int]) -> Iterator[HandRecord]:
        """Hands by number, one at a time."""
        for hand in hands:
            yield self.record(hand)

    # --- what is here

    @property
    def hand_count(self) -> int:
        """How many hands there are."""
        return int(self.rows("SELECT coalesce(max(id), 0) FROM hands")[0][0])

    def players(self, most: int = 200, like: str = "") -> list[tuple[str, int]]:
        """Names and how many hands each has, the most first; `like`: with this in the name."""
        return self.rows(
            "SELECT name, hands FROM players WHERE instr(lower(name), lower(?)) OR ? = '' ORDER BY hands DESC LIMIT ?",
            like, like, most,
        )  # fmt: skip

    def events(self, most: int = 200) -> list[tuple[str, int]]:
        """Tournaments and tables, and how many hands each has, the newest here first."""
        return self.rows("SELECT name, hands FROM events WHERE name != '' ORDER BY id DESC LIMIT ?", most)

    def tags(self) -> list[tuple[str, int]]:
        """Tags and how many hands have each."""
        return self.rows("SELECT tag, count(*) FROM tags GROUP BY tag ORDER BY tag")

    # --- marks

    def mark(
        self, hand: int, *, star: bool | None = None, note: str | None = None, tags: Sequence[str] | None = None
    ) -> None:
        """Give a hand a star, a note, tags; None leaves what there is."""
        chosen = None if tags is None else _check_tags(tags)
        if note is not None and len(note) > MOST_NOTE:
            raise RecordError(f"a note of {len(note):,} characters, at most {MOST_NOTE:,} are kept")
        with self.change() as changing:
            if not changing.execute("SELECT 1 FROM hands WHERE id = ?", (hand,)).fetchone():
                raise RecordError(f"there is no hand {hand} here")
            before = changing.execute("SELECT star, note FROM marks WHERE hand = ?", (hand,)).fetchone() or (0, "")
            marks = int(before[0] if star is None else star), before[1] if note is None else note.strip()
            changing.execute("DELETE FROM marks WHERE hand = ?", (hand,))
            if any(marks):
                changing.execute("INSERT INTO marks VALUES (?, ?, ?)", (hand, *marks))
            if chosen is not None:
                changing.execute("DELETE FROM tags WHERE hand = ?", (hand,))
                changing.executemany("INSERT INTO tags VALUES (?, ?)", [(tag, hand) for tag in chosen])

    def note_on(self, player: str) -> str:
        """What is noted of a player."""
        found = self.rows("SELECT note FROM players WHERE name = ?", player)
        return str(found[0][0]) if found else ""

    def note_player(self, player: str, note: str) -> None:
        """Note something of a player, who need not have been seen yet."""
        if len(note) > MOST_NOTE:
            raise RecordError(f"a note of {len(note):,} characters, at most {MOST_NOTE:,} are kept")
        with self.change() as changing:
            changing.execute("INSERT OR IGNORE INTO players (name) VALUES (?)", (player,))
            changing.execute("UPDATE players SET note = ? WHERE name = ?", (note.strip(), player))

    # --- how

    def _player(self, name: str) -> int:
        if not name:
            return VIEWER
        found = self.rows("SELECT id FROM players WHERE name = ?", name)
        return found[0][0] if found else -1

    def _rows(self, player: str) -> Rows:
        number = self._player(player)
        with self._lock, self._errors():
            return read_rows(self._connection, number)

    def _chosen(self, wanted: HandFilter) -> tuple[Rows, Mask]:
        """The rows of the player, and which of them a filter keeps."""
        rows = self._rows(wanted.player)
        keeps = matching(rows, wanted)
        if wanted.event:
            found = self.rows("SELECT id FROM events WHERE name = ?", wanted.event)
            keeps &= rows["event"] == (found[0][0] if found else 0)
        if wanted.opponent:
            keeps &= _among(rows, self._opposed(wanted))
        if wanted.star:
            keeps &= self._has(rows, "SELECT hand FROM marks WHERE star")
        if wanted.tag:
            keeps &= self._has(rows, "SELECT hand FROM tags WHERE tag = ?", wanted.tag)
        return rows, keeps

    def _opposed(self, wanted: HandFilter) -> npt.NDArray[Any]:
        """The hands of an opponent in which he is one: in which he is not the player himself."""
        rows = self._rows(wanted.opponent)
        if wanted.player == wanted.opponent:
            rows = rows[:0]
        elif not wanted.player:
            rows = rows[(rows["flags"] & SAW_IT) == 0]
        return np.asarray(rows["hand"])

    def _has(self, rows: Rows, query: str, *values: object) -> Mask:
        return _among(rows, np.array([hand for (hand,) in self.rows(query, *values)], "<u4"))

    def _listed(self, rows: Rows, player: str) -> list[ListedHand]:
        numbers = rows["hand"].tolist()
        asked = ",".join("?" * len(numbers))
        hands = {
            hand: (event, hero, board)
            for hand, event, hero, board in self.rows(
                "SELECT hands.id, events.name, players.name, board FROM hands JOIN events ON events.id = hands.event "
                f"LEFT JOIN players ON players.id = hands.hero WHERE hands.id IN ({asked})", *numbers
            )
        }  # fmt: skip
        marks = {hand: (star, note) for hand, star, note in self.rows(
            f"SELECT hand, star, note FROM marks WHERE hand IN ({asked})", *numbers
        )}  # fmt: skip
        tags: dict[int, list[str]] = {}
        for tag, hand in self.rows(f"SELECT tag, hand FROM tags WHERE hand IN ({asked}) ORDER BY tag", *numbers):
            tags.setdefault(hand, []).append(tag)
        found = []
        for row, hand in zip(rows, numbers, strict=True):
            event, hero, board = hands[hand]
            star, note = marks.get(hand, (0, ""))
            found.append(
                ListedHand(
                    hand, moment_of(int(row["time"])), event, player or hero or "", int(row["players"]),
                    None if row["position"] == NO_PLACE else POSITIONS[row["position"]],
                    None if row["combo"] == NO_INDEX else format_combo(int(row["combo"])), _number(row["stack"]),
                    board, POT_TYPES[row["pot"]], bool(row["flags"] & flag("all_in")),
                    bool(row["flags"] & flag("showed_down")), _number(row["won"]), bool(star), note,
                    tuple(tags.get(hand, ())),
                )
            )  # fmt: skip
        return found


def _newest(rows: Rows, places: npt.NDArray[np.intp], most: int) -> npt.NDArray[np.intp]:
    """So many of these places, of the latest times, the newest first; among equals those of the highest hand."""
    times = rows["time"][places]
    if len(places) > most:
        least = np.partition(times, len(times) - most)[len(times) - most]
        later, equal = np.flatnonzero(times > least), np.flatnonzero(times == least)
        kept = np.sort(np.concatenate([later, equal[len(equal) - (most - len(later)) :]]))
        places, times = places[kept], times[kept]
    return places[np.argsort(times, kind="stable")[::-1]]


def _among(rows: Rows, hands: npt.NDArray[Any]) -> Mask:
    """bool [row]: whether each row's hand is one of some."""
    if not len(rows) or not len(hands):
        return np.zeros(len(rows), np.bool_)
    is_one = np.zeros(max(int(rows["hand"][-1]), int(hands.max())) + 1, np.bool_)
    is_one[hands] = True
    return np.asarray(is_one[rows["hand"]])


def _stats(name: str, rows: Rows) -> PlayerStats:
    flags = rows["flags"]
    done = {one: int(np.count_nonzero(flags & flag(one))) for one in FLAGS}
    seen_down = flag("showed_down") | flag("saw_flop")
    won = rows["won"][~np.isnan(rows["won"])]
    return PlayerStats(
        name, len(rows), done["decided"], done["entered"], done["raised"], done["could_three_bet"], done["three_bet"],
        done["could_continue"], done["continued"], done["saw_flop"],
        showdowns=int(np.count_nonzero((flags & seen_down) == seen_down)), bets=_sum(rows["bets"]),
        calls=_sum(rows["calls"]), folds=_sum(rows["folds"]), results=len(won), won=float(won.sum()),
        won_squared=float(won @ won),
    )  # fmt: skip


def _sum(numbers: npt.NDArray[Any]) -> int:
    return int(numbers.sum(dtype=np.int64))


def _check_tags(tags: Sequence[str]) -> list[str]:
    found = sorted({" ".join(tag.split()) for tag in tags} - {""})
    if len(found) > MOST_TAGS:
        raise RecordError(f"{len(found)} tags, at most {MOST_TAGS} are kept for a hand")
    for tag in found:
        if len(tag) > MOST_TAG or not tag.isprintable() or "," in tag:
            raise RecordError(f"'{shorten(tag)}' is no tag: up to {MOST_TAG} letters without a comma")
    return found


def _number(value: Any) -> float | None:
    return None if np.isnan(value) else float(value)
