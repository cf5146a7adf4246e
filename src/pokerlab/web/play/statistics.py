"""How the person has done: the bankroll over time, with and without luck in all-ins; ROI, places, big blinds.

Luck is what the cards after the last decision were worth beyond their mean: by ICM in tournaments, in chips at cash
tables. It is counted once for every table that is over, and kept in the journal.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from pokerlab._streams import stream
from pokerlab.lab.intervals import Sampled
from pokerlab.lab.judges import all_in_luck
from pokerlab.table.bankroll import BASE, OPENED, RESET, Bankroll, LedgerEntry
from pokerlab.table.cash_journal import load_session
from pokerlab.table.journal import load
from pokerlab.table.journal_file import JournalFile
from pokerlab.web.play.cash_at_table import CURRENCY

BOARDS = 2000
"""Boards that are drawn where more than two cards were to come."""
LUCK = 0x1CC
MOST_LEDGER = 1000


def bankroll_record(file: JournalFile, open_count: int) -> dict[str, Any]:
    """The bankroll as `BankrollAnswer` has it."""
    entries = Bankroll(file).entries
    tallies = _tallies(file)
    points = _points(entries, tallies)
    played = [one for one in tallies.values() if one["kind"] == "tournament"]
    cash = [one for one in tallies.values() if one["kind"] == "cash" and one["hands"]]
    why = "tables are open: a reset has to wait until they are over" if open_count else ""
    return {
        "balance": sum(entry.cents for entry in entries),
        "base": BASE,
        "currency": CURRENCY,
        "can_reset": not why,
        "why_not": why,
        "best": max((point["balance"] for point in points), default=BASE),
        "tournaments": len(played),
        "points": points,
        "ledger": [_ledger_row(entry) for entry in entries[-MOST_LEDGER:]],
        "roi": _mean([(one["won"] - one["cost"]) / one["cost"] for one in played if one["cost"]]),
        "roi_without_luck": _mean(
            [(one["won"] - one["luck"] - one["cost"]) / one["cost"] for one in played if one["cost"]]
        ),
        "places": _places(played),
        "in_money": sum(one["won"] > 0 for one in played) / len(played) if played else None,
        "cash": _mean([number for one in cash for number in one["big_blinds"]], 100),
        "cash_without_luck": _mean([number for one in cash for number in one["without_luck"]], 100),
        "cash_hands": sum(one["hands"] for one in cash),
    }


def _ledger_row(entry: LedgerEntry) -> dict[str, Any]:
    return {"time": entry.time, "what": entry.what, "cents": entry.cents, "table": _table_of(entry)}


def _table_of(entry: LedgerEntry) -> str | None:
    if entry.tournament is not None:
        return f"t{entry.tournament}"
    return None if entry.session is None else f"c{entry.session}"


def _points(entries: Sequence[LedgerEntry], tallies: dict[str, Any]) -> list[dict[str, Any]]:
    """The bankroll when each table was over, and after every reset. A reset puts both lines to the base."""
    points, balance, lucky = list[dict[str, Any]](), 0, 0.0
    last = {table: place for place, entry in enumerate(entries) if (table := _table_of(entry))}
    for place, entry in enumerate(entries):
        table = _table_of(entry)
        balance += entry.cents
        point = {"table": table, "time": entry.time, "balance": balance, "won": entry.cents, "title": "", "place": None}
        point["players"] = None
        if entry.what in (OPENED, RESET):
            lucky = 0.0
            points.append({**point, "what": entry.what, "without_luck": None, "balance_without_luck": float(balance)})
        elif table in tallies and last[table] == place:
            tally = tallies[table]
            lucky += tally["luck"]
            points.append(
                {
                    **point, "what": tally["kind"], "title": tally["title"], "won": tally["won"] - tally["cost"],
                    "without_luck": tally["won"] - tally["cost"] - tally["luck"],
                    "balance_without_luck": balance - lucky, "place": tally["place"], "players": tally["players"],
                }
            )  # fmt: skip
    return points


def _mean(numbers: Sequence[float], unit: float = 1.0) -> dict[str, Any] | None:
    if not numbers:
        return None
    found = Sampled.of(np.array(numbers) * unit)
    half = found.half_width() if found.count > 1 else None
    return {"count": found.count, "mean": found.mean, "half_width": half}


def _places(played: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    sizes = sorted({one["players"] for one in played})
    return [
        {"players": size, "counts": [sum(one["place"] == place for one in played if one["players"] == size)
                                     for place in range(1, size + 1)]}
        for size in sizes
    ]  # fmt: skip


def _tallies(file: JournalFile) -> dict[str, Any]:
    """What was counted of every table that is over, by name; what is not counted yet is counted now."""
    known = dict(file.rows("SELECT name, content FROM tallies WHERE name NOT LIKE 'row %'"))
    closed = [
        *(f"t{number}" for (number,) in file.rows(
            "SELECT id FROM tournaments WHERE closed IS NOT NULL AND owner IS NOT NULL ORDER BY id"
        )),
        *(f"c{number}" for (number,) in file.rows("SELECT id FROM sessions WHERE closed IS NOT NULL ORDER BY id")),
    ]  # fmt: skip
    found = {}
    for name in closed:
        if name not in known:
            count = _count_tournament if name.startswith("t") else _count_session
            known[name] = json.dumps(count(file, int(name[1:])))
            with file.change() as changing:
                changing.execute("INSERT OR REPLACE INTO tallies VALUES (?, ?)", (name, known[name]))
        found[name] = json.loads(known[name])
    return found


def _count_tournament(file: JournalFile, number: int) -> dict[str, Any]:
    found = load(file, number)
    standing = found.standing
    seat = standing.entrants.index(found.entrants[found.owner or 0])
    luck = 0.0
    for before, state in zip(found.standings, found.states, strict=False):
        seats = before.next_hand().seats
        if seat in seats and state.is_showdown:
            drawn = stream(before.seed, before.hands, LUCK)
            luck += float(all_in_luck(state, before.prizes_to_win, BOARDS, drawn)[seats.index(seat)])
    return {
        "kind": "tournament", "title": found.structure.name, "cost": found.structure.cost, "luck": luck,
        "won": standing.prizes[seat] + standing.bounties[seat], "place": standing.places[seat],
        "players": standing.players, "hands": standing.hands,
    }  # fmt: skip


def _count_session(file: JournalFile, session: int) -> dict[str, Any]:
    found = load_session(file, session)
    stakes = found.stakes
    plain, judged = list[float](), list[float]()
    for number, one in enumerate(found.hands):
        if found.owner in one.hand.seats:
            place, stacks = one.hand.seats.index(found.owner), one.state.game.stacks
            # a winner who takes all makes ICM linear: a chip is worth a chip
            prizes = (float(sum(stacks)), *(0.0,) * (len(stacks) - 1))
            luck = float(all_in_luck(one.state, prizes, BOARDS, stream(found.seed, number, LUCK))[place])
            plain.append(one.state.payoffs[place] / stakes.big_blind)
            judged.append((one.state.payoffs[place] - luck) / stakes.big_blind)
    lucky = (sum(plain) - sum(judged)) * stakes.big_blind
    return {
        "kind": "cash", "title": f"Cash {stakes.small_blind}/{stakes.big_blind}", "cost": found.bought, "luck": lucky,
        "won": found.stacks[found.owner], "place": None, "players": stakes.seats, "hands": len(plain),
        "big_blinds": plain, "without_luck": judged,
    }  # fmt: skip
