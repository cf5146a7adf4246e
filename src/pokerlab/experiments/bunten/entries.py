"""Every entry of Bunten's tables: the printed number, and how it is computed."""

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from pokerlab.betting.count import count_bets, count_round
from pokerlab.betting.game_size import GIGABYTE, Precision
from pokerlab.betting.position import Walk, seeded
from pokerlab.experiments.bunten.workings import (
    ACTIONS,
    CONTINUING,
    SEQUENCES,
    STREETS,
    Slip,
    Workings,
    workings,
)
from pokerlab.experiments.report import Verdict
from pokerlab.games.library import holdem_limit

Number = int | Fraction
Slips = frozenset[Slip]

PRINTED = Path(__file__).parent / "printed.csv"
SPREADSHEET_DIGITS = 15


@dataclass(frozen=True)
class PrintedEntry:
    """One printed number: its table, row and column, and the text, in the form 1234, 1.56e14 or 8.809."""

    table: str
    row: str
    column: str
    printed: str

    def value(self, slips: Slips = frozenset()) -> Number:
        """The number as it should be, or with some slips."""
        return _RULES[self.table](self, slips)

    def verdict(self, value: Number) -> Verdict:
        """Whether the printed text is this number."""
        if Fraction(self.printed) == value:
            return Verdict.EQUAL
        return Verdict.ROUNDED if _cut(value, self.printed, ROUND_HALF_UP) else Verdict.DIFFERENT

    def reason(self) -> str:
        """Why the printed number differs: the fewest slips that lead to it, tried out; empty if none do."""
        possible = _possible_slips(self.table)
        for count in range(1, len(possible) + 1):
            for chosen in combinations(possible, count):
                if self.verdict(self.value(frozenset(chosen))) is not Verdict.DIFFERENT:
                    return "; ".join(chosen)
        if _cut(self.value(), self.printed, ROUND_DOWN):
            return "digits cut off, not rounded"
        return ""


def all_entries() -> list[PrintedEntry]:
    """Every printed number, in the order of the thesis."""
    with PRINTED.open(newline="", encoding="utf-8") as file:
        return [PrintedEntry(row["table"], row["row"], row["column"], row["printed"]) for row in csv.DictReader(file)]


def _cut(value: Number, printed: str, rounding: str) -> bool:
    """Whether a number, brought to the digits that are printed, is the printed one."""
    shown = Decimal(printed)
    digits = max(int(shown.as_tuple().exponent), shown.adjusted() + 1 - SPREADSHEET_DIGITS)  # zeros follow those
    exponent = Decimal(1).scaleb(digits)
    exact = Decimal(Fraction(value).numerator) / Decimal(Fraction(value).denominator)
    try:
        return exact.quantize(exponent, rounding=rounding) == shown
    except ArithmeticError:
        return False


def _possible_slips(table: str) -> list[Slip]:
    """The slips that a table can have, by the game it is about."""
    if _players(table) == 2:
        return []
    merged = [Slip.FORMULA] if table in {*_MERGED, "A.2", "A.4", "A.6", "5.1", "5.2", "5.3", "5.4"} else []
    if _players(table) == 4:
        if table in {*_MERGED, "B.2", "B.4", "B.6", "6.8", "6.9", "6.10", "6.11", "6.12"}:
            merged = [Slip.FORMULA, Slip.LATER_FORMULA]
        return [*merged, Slip.OMITTED]
    special = {"3.6": [Slip.COPIED], "A.2.2": [Slip.LABEL], "A.4": [Slip.FIRST_DOUBLE], "5.3": [Slip.FIRST_DOUBLE]}
    special["5.4"] = special["5.3"]
    return [*merged, Slip.TURN_ROW, Slip.DOUBLE, Slip.FOUR_HANDS, *special.get(table, [])]


# How the entries of each table are computed


def _players(table: str) -> int:
    if table.startswith("2."):
        return 2
    return 3 if table[0] in "345A" else 4


def _deals(entry: PrintedEntry, slips: Slips) -> Number:
    return workings(_players(entry.table), False, slips).deals(entry.column)[STREETS.index(entry.row)]


def _heads_up_round(entry: PrintedEntry, slips: Slips) -> Number:
    """Table 2.2: one round; on the river a closed round is terminal too."""
    street = {"preflop": 0, "flop/turn": 1, "river": 3}[entry.row]
    count = count_round(Walk(holdem_limit()), street, 2)
    closed = count.continuing + count.showdowns
    if entry.column == CONTINUING:
        return closed.total()
    if entry.column == "terminal":
        return count.terminals.total()
    return int(getattr(count, entry.column).total())


def _heads_up_game(entry: PrintedEntry, slips: Slips) -> Number:
    """Table 2.3: the whole hand, by nodes of the betting or by sights of the cards."""
    view, street = entry.row.split()[:2]
    if entry.column == "total":  # equation 2.4
        return sum(workings(2, False).seen(SEQUENCES, "one", number) for number in range(4))
    counts = count_bets(holdem_limit())
    streets = range(4) if street == "total" else [STREETS.index(street)]
    ways = (1,) * 4 if view == "betting" else workings(2, False).deals(view)
    name = "terminals" if entry.column == "terminal" else entry.column
    return sum(ways[number] * int(getattr(counts[number], name).total()) for number in streets)


def _round(entry: PrintedEntry, slips: Slips) -> Number:
    """Tables 3.1 and 6.1: one round begun by all, by players left."""
    players, street = _players(entry.table), STREETS.index(entry.column)
    count = count_round(Walk(seeded(holdem_limit(players))), street, players)
    who, _, what = entry.row.partition(" ")
    if "terminal" in entry.row:
        return count.terminals.total()
    numbers = getattr(count, what)
    if what == CONTINUING and entry.table == "3.1":
        numbers = count.continuing + count.showdowns  # that table counts the ends of the river's rounds in both rows
    return int(numbers.total() if who == "total" else numbers[int(who)])


_FACTOR = re.compile(r"(\d)PG?(?:-(\d)P)?-(PF|P|F|T|R)-(Cons|Con|SeqAct|Seq)")
_WHAT = {"Cons": CONTINUING, "Con": CONTINUING, "Seq": SEQUENCES, "SeqAct": ACTIONS}
_STREET = {"P": 0, "PF": 0, "F": 1, "T": 2, "R": 3}
_MERGED = {"A.1.3", "A.2.2", "A.3.2", "B.1.2", "B.2.2", "B.3.2"}


def _product(entry: PrintedEntry, slips: Slips) -> Number:
    """The products of tables 3.2 and 6.2 and the appendix, and their sums."""
    work = workings(_players(entry.table), entry.table in _MERGED, slips)
    group, street, expression = entry.row.split(" ", 2)
    left = int(group[0])
    section = entry.table.split(".")[1] if entry.table[0] in "AB" else "1"
    what = {"1": SEQUENCES, "2": ACTIONS, "3": CONTINUING}[section]
    if expression == "Total":
        return work.nodes(what, STREETS.index(street), left)
    product = 1
    factors = _FACTOR.findall(expression)
    path = [int(starters) for starters, *_ in factors]
    for starters, after, place, kind in factors:
        number = int(after or starters)
        what = _WHAT[kind]
        if Slip.LABEL in slips and kind == "Seq":
            what = ACTIONS
        if Slip.TURN_ROW in slips and place == "T" and path == [work.players] * 3 and len(factors) == 3 and number == 2:
            number = work.players
        product *= work.factor(what, _STREET[place], int(starters), number)
    return product


def _nodes(what: str, ibr: bool) -> Callable[[PrintedEntry, Slips], Number]:
    """Tables of nodes by street and players in, with their sums."""

    def compute(entry: PrintedEntry, slips: Slips) -> Number:
        work = workings(_players(entry.table), ibr, slips)
        streets = range(4) if entry.row == "total" else [STREETS.index(entry.row)]
        if entry.column == "total":
            return sum(work.total(what, street) for street in streets)
        return sum(work.nodes(what, street, int(entry.column)) for street in streets)

    return compute


def _seen(work: Workings, what: str, row: str, slips: Slips, truncated: bool = False) -> int:
    view, street = row.split()
    if street == "total":
        return sum(work.seen(what, view, number, truncated=truncated) for number in range(4))
    number = STREETS.index(street)
    if Slip.COPIED in slips and number:
        number -= 1
    return work.seen(what, view, number, truncated=truncated)


def _sizes(ibr: bool, truncated: bool = False) -> Callable[[PrintedEntry, Slips], Number]:
    """Tables of infosets and states, and of their actions."""

    def compute(entry: PrintedEntry, slips: Slips) -> Number:
        what = SEQUENCES if entry.column == "infosets" else ACTIONS
        return _seen(workings(_players(entry.table), ibr, slips), what, entry.row, slips, truncated)

    return compute


def _compared(what: str) -> Callable[[PrintedEntry, Slips], Number]:
    """Tables 5.2 and 5.3: without and with imperfect recall."""
    return lambda entry, slips: _seen(workings(3, entry.column == "ibr", slips), what, entry.row, slips)


def _memory(ibr: bool = False, truncated: bool = False) -> Callable[[PrintedEntry, Slips], Number]:
    """Tables of memory in GB: two doubles per infoset and action."""

    def compute(entry: PrintedEntry, slips: Slips) -> Number:
        work = workings(_players(entry.table), ibr or entry.column == "ibr", slips)
        actions = _seen(work, ACTIONS, f"{entry.row} total", slips, truncated)
        return Fraction(actions * Precision.DOUBLES, GIGABYTE)

    return compute


def _ends(entry: PrintedEntry, slips: Slips) -> Number:
    """Table 5.1: the ends of one street."""
    recall, who = entry.row.split()
    work = workings(3, recall == "ibr", slips)
    numbers = [work.factor(CONTINUING, STREETS.index(entry.column), 3, left) for left in (2, 3)]
    return sum(numbers) if who == "total" else numbers[int(who) - 2]


def _later_ends(entry: PrintedEntry, slips: Slips) -> Number:
    """Table 6.8: the ends of a later street of four players (the thesis takes them for all streets)."""
    return workings(4, True, slips).factor(CONTINUING, 1, 4, int(entry.column))


_RULES: dict[str, Callable[[PrintedEntry, Slips], Number]] = {
    "2.1": _deals, "3.5": _deals, "6.5": _deals,
    "2.2": _heads_up_round, "2.3": _heads_up_game,
    "2.4": _memory(), "3.7": _memory(), "5.4": _memory(), "4.2": _memory(truncated=True), "6.12": _memory(ibr=True),
    "3.1": _round, "6.1": _round,
    "3.3": _nodes(SEQUENCES, False), "6.3": _nodes(SEQUENCES, False), "6.9": _nodes(SEQUENCES, True),
    "3.4": _nodes(ACTIONS, False), "6.4": _nodes(ACTIONS, False), "6.10": _nodes(ACTIONS, True),
    "3.6": _sizes(False), "6.6": _sizes(False), "6.11": _sizes(True),
    "4.1": _sizes(False, truncated=True), "6.7": _sizes(False, truncated=True),
    "5.1": _ends, "6.8": _later_ends,
    "5.2": _compared(SEQUENCES), "5.3": _compared(ACTIONS),
    "A.1": _nodes(SEQUENCES, False), "A.2": _nodes(SEQUENCES, True),
    "A.3": _nodes(ACTIONS, False), "A.4": _nodes(ACTIONS, True),
    "A.5": _nodes(CONTINUING, False), "A.6": _nodes(CONTINUING, True),
    "B.1": _nodes(SEQUENCES, False), "B.2": _nodes(SEQUENCES, True),
    "B.3": _nodes(ACTIONS, False), "B.4": _nodes(ACTIONS, True),
    "B.5": _nodes(CONTINUING, False), "B.6": _nodes(CONTINUING, True),
}  # fmt: skip
_RULES |= dict.fromkeys(("3.2", "6.2", "A.1.2", "A.2.1", "A.3.1", "B.1.1", "B.2.1", "B.3.1", *_MERGED), _product)
