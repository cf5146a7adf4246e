"""The money of a player: a ledger, never a number.

Buy-in and fee go out when a tournament is entered, prizes come in when the player is out of it or has won; chips of a
cash table are bought and sold for cents. A reset puts the balance back to the base value and is refused while a
tournament or a cash table is open. Nothing is ever taken out of the ledger.
"""

import sqlite3
from datetime import UTC, datetime
from typing import NamedTuple

from pokerlab.errors import TournamentError
from pokerlab.table.journal_file import JournalFile
from pokerlab.tournament.structure import Structure

BASE = 100_000
"""Cents that a new player has, and has again after a reset."""
OPENED, BUY_IN, FEE, BOUNTY, PRIZE, BOUNTIES, RESET, CASH_BUY_IN, CASH_TOP_UP, CASH_OUT = (
    "opened", "buy-in", "fee", "bounty", "prize", "bounties won", "reset", "cash buy-in", "cash top-up", "cash-out",
)  # fmt: skip


class BankrollError(TournamentError):
    """The bankroll does not hold what something costs."""


class LedgerEntry(NamedTuple):
    """A line of the ledger: when, what, how many cents came in (negative: went out), and of which tournament or cash
    session."""

    time: str
    what: str
    cents: int
    tournament: int | None
    session: int | None = None


class Bankroll:
    """The ledger of a file."""

    def __init__(self, file: JournalFile) -> None:
        self._file = file
        if not file.rows("SELECT 1 FROM ledger LIMIT 1"):
            with file.change() as changing:
                if not changing.execute("SELECT 1 FROM ledger LIMIT 1").fetchone():
                    _add(changing, OPENED, BASE)

    @property
    def balance(self) -> int:
        """In cents."""
        return int(self._file.rows("SELECT coalesce(sum(cents), 0) FROM ledger")[0][0])

    @property
    def entries(self) -> list[LedgerEntry]:
        """All lines, the oldest first."""
        return [
            LedgerEntry(*row)
            for row in self._file.rows("SELECT time, what, cents, tournament, session FROM ledger ORDER BY id")
        ]

    def reset(self) -> int:
        """Put the balance back to the base value; the new one."""
        with self._file.change() as changing:
            if changing.execute("SELECT 1 FROM tournaments WHERE closed IS NULL").fetchone():
                raise TournamentError("the bankroll cannot be reset while a tournament is open")
            if changing.execute("SELECT 1 FROM sessions WHERE closed IS NULL").fetchone():
                raise TournamentError("the bankroll cannot be reset while a cash table is open")
            balance = changing.execute("SELECT coalesce(sum(cents), 0) FROM ledger").fetchone()[0]
            _add(changing, RESET, BASE - balance)
        return BASE


def pay_entry(changing: sqlite3.Connection, structure: Structure, tournament: int) -> None:
    """Take buy-in, bounty and fee out, in a change that is under way; refused if the bankroll does not hold them."""
    _check_balance(changing, structure.cost, f"'{structure.name}'")
    for what, cents in ((BUY_IN, structure.buy_in), (BOUNTY, structure.bounty), (FEE, structure.fee)):
        if cents:
            _add(changing, what, -cents, tournament)


def pay_out(changing: sqlite3.Connection, tournament: int, prize: int, bounties: int) -> None:
    """Put in what a player has won who is out or has won, in a change that is under way."""
    for what, cents in ((PRIZE, prize), (BOUNTIES, bounties)):
        if cents or what == PRIZE:
            _add(changing, what, cents, tournament)


def buy_chips(changing: sqlite3.Connection, session: int, what: str, cents: int) -> None:
    """Take out what chips of a cash session cost, in a change that is under way; refused if the bankroll does not hold
    it."""
    _check_balance(changing, cents, f"the {what}")
    _add(changing, what, -cents, session=session)


def cash_out(changing: sqlite3.Connection, session: int, cents: int) -> None:
    """Put in what a player takes from a cash table, in a change that is under way."""
    _add(changing, CASH_OUT, cents, session=session)


def _check_balance(changing: sqlite3.Connection, cost: int, what: str) -> None:
    if not changing.execute("SELECT 1 FROM ledger LIMIT 1").fetchone():
        _add(changing, OPENED, BASE)
    balance = changing.execute("SELECT sum(cents) FROM ledger").fetchone()[0]
    if balance < cost:
        raise BankrollError(f"the bankroll holds {balance} cents, {what} costs {cost}")


def _add(
    changing: sqlite3.Connection, what: str, cents: int, tournament: int | None = None, session: int | None = None
) -> None:
    changing.execute(
        "INSERT INTO ledger (time, what, cents, tournament, session) VALUES (?, ?, ?, ?, ?)",
        (datetime.now(UTC).isoformat(timespec="seconds"), what, cents, tournament, session),
    )
