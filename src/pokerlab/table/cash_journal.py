"""Cash sessions on file while they are played, as `journal` has tournaments: a crash at any moment loses nothing.

Chips are cents: what a person buys goes out of the ledger in the same transaction that puts it on the table, and what
he takes away comes in in the one that closes the session.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pokerlab.errors import PokerError, TournamentError
from pokerlab.games.action import Action, parse_action
from pokerlab.games.state import State
from pokerlab.table.bankroll import CASH_BUY_IN, CASH_TOP_UP, buy_chips, cash_out
from pokerlab.table.cash import CashHand, Stakes, cash_hand, stacks_after
from pokerlab.table.journal_file import JournalFile
from pokerlab.table.tournament import BegunHand


@dataclass(frozen=True)
class SessionHand:
    """A hand of a session that is over: chips by seat before it, where its seats are, and its end."""

    before: tuple[int, ...]
    hand: CashHand
    state: State
    began: datetime


@dataclass(frozen=True)
class JournaledSession:
    """A session as it is on file.

    - `stacks`: chips by seat before the next hand, or before the one that was `begun`; `button`: of the last hand, or
      of the begun one
    - `bought`: chips that the owner has bought; `owner`: his seat
    """

    number: int
    stakes: Stakes
    players: tuple[str, ...]
    agents: tuple[str, ...]
    seed: int
    owner: int
    opened: datetime
    closed: datetime | None
    hands: tuple[SessionHand, ...]
    stacks: tuple[int, ...]
    button: int
    begun: BegunHand | None
    bought: int
    settings: Mapping[str, Any]


def open_session(
    file: JournalFile,
    stakes: Stakes,
    players: Sequence[str],
    *,
    agents: Sequence[str],
    seed: int,
    owner: int,
    buy_in: int,
    settings: Mapping[str, Any] | None = None,
) -> int:
    """Write down a session that begins, everybody with a buy-in of so many big blinds; its number. The owner pays, or
    it is refused."""
    chips = stakes.chips(buy_in)
    if not len(players) == len(agents) == stakes.seats or not 0 <= owner < stakes.seats:
        raise TournamentError(f"{stakes.seats} seats, {len(players)} players, {len(agents)} agents, owner {owner}")
    texts = [json.dumps(part) for part in (vars(stakes), list(players), list(agents), dict(settings or {}))]
    with file.change() as changing:
        cursor = changing.execute(
            "INSERT INTO sessions (stakes, players, agents, settings, seed, opened, owner) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*texts, seed, _now(), owner),
        )
        number = int(cursor.lastrowid or 0)
        for seat in range(stakes.seats):
            changing.execute("INSERT INTO session_chips VALUES (?, 0, ?, ?)", (number, seat, chips))
        buy_chips(changing, number, CASH_BUY_IN, chips)
    return number


def open_sessions(file: JournalFile) -> list[int]:
    """The sessions that are not over."""
    return [int(row[0]) for row in file.rows("SELECT id FROM sessions WHERE closed IS NULL ORDER BY id")]


def add_chips(file: JournalFile, session: int, hand: int, chips: Mapping[int, int], owner: int) -> None:
    """Chips that are bought before a hand, by seat; the owner's cost him cents."""
    with file.change() as changing:
        for seat, count in chips.items():
            changing.execute("INSERT INTO session_chips VALUES (?, ?, ?, ?)", (session, hand, seat, count))
            if seat == owner:
                buy_chips(changing, session, CASH_TOP_UP, count)


def close_session(file: JournalFile, session: int, chips: int) -> None:
    """The owner takes his chips and leaves."""
    with file.change() as changing:
        done = changing.execute(
            "UPDATE sessions SET closed = ? WHERE id = ? AND closed IS NULL", (_now(), session)
        ).rowcount
        if done:
            cash_out(changing, session, chips)


class SessionJournal:
    """Writes down the hands of one session."""

    def __init__(self, file: JournalFile, number: int) -> None:
        self._file, self.number = file, number

    def begin_hand(self, number: int, stacks: Sequence[int], button: int, deck: Sequence[int]) -> None:
        """Chips and cards."""
        self._write(
            "INSERT INTO session_hands VALUES (?, ?, ?, ?, ?, ?, NULL)",
            number, json.dumps(list(stacks)), button, json.dumps(list(deck)), _now(),
        )  # fmt: skip

    def note_action(self, hand: int, number: int, action: Action) -> None:
        """An action."""
        self._write("INSERT INTO session_actions VALUES (?, ?, ?, ?)", hand, number, str(action))

    def end_hand(self, number: int) -> None:
        """It is over."""
        with self._file.change() as changing:
            changing.execute(
                "UPDATE session_hands SET ended = ? WHERE session = ? AND number = ?", (_now(), self.number, number)
            )

    def _write(self, statement: str, *values: object) -> None:
        with self._file.change() as changing:
            changing.execute(statement, (self.number, *values))


def load_session(file: JournalFile, number: int) -> JournaledSession:
    """A session as it is on file, its hands dealt again."""
    found = file.rows(
        "SELECT stakes, players, agents, seed, owner, opened, closed, settings FROM sessions WHERE id = ?", number
    )
    if not found:
        raise TournamentError(f"{file.path}: there is no cash session {number}")
    try:
        return _dealt_again(file, number, found[0])
    except (ValueError, TypeError, KeyError, PokerError) as error:
        raise TournamentError(f"{file.path}: cash session {number} is damaged: {error}") from None


def _dealt_again(file: JournalFile, number: int, row: tuple[Any, ...]) -> JournaledSession:
    stakes_text, players, agents, seed, owner, opened, closed, settings = row
    stakes = Stakes(**json.loads(stakes_text))
    actions: dict[int, list[Action]] = {}
    for hand, text in file.rows(
        "SELECT hand, action FROM session_actions WHERE session = ? ORDER BY hand, number", number
    ):
        actions.setdefault(int(hand), []).append(parse_action(text))
    bought: dict[int, dict[int, int]] = {}
    for hand, seat, chips in file.rows("SELECT hand, seat, chips FROM session_chips WHERE session = ?", number):
        of_hand = bought.setdefault(int(hand), {})
        of_hand[seat] = of_hand.get(seat, 0) + chips
    hands, begun, button = list[SessionHand](), None, -1
    stacks = [0] * stakes.seats
    _buy(stacks, bought.get(0, {}))
    for place, (before, at, deck, began, ended) in enumerate(
        file.rows(
            "SELECT stacks, button, deck, began, ended FROM session_hands WHERE session = ? ORDER BY number", number
        )
    ):
        stacks, button = json.loads(before), at
        moves = actions.get(place, [])
        if ended is None:
            begun = BegunHand(tuple(json.loads(deck)), tuple(moves))
            break
        hand = cash_hand(stakes, stacks, button)
        state = State.start(hand.game, json.loads(deck))
        for action in moves:
            state = state.act(action)
        hands.append(SessionHand(tuple(stacks), hand, state, datetime.fromisoformat(began)))
        stacks = list(stacks_after(stacks, hand, state.payoffs))
        _buy(stacks, bought.get(place + 1, {}))
    return JournaledSession(
        number, stakes, tuple(json.loads(players)), tuple(json.loads(agents)), seed, owner,
        datetime.fromisoformat(opened), datetime.fromisoformat(closed) if closed else None, tuple(hands), tuple(stacks),
        button, begun, sum(chips.get(owner, 0) for chips in bought.values()), json.loads(settings),
    )  # fmt: skip


def _buy(stacks: list[int], chips: Mapping[int, int]) -> None:
    for seat, count in chips.items():
        stacks[seat] += count


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
