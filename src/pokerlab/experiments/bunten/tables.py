"""The tables of the thesis, each printed number beside the computed one."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab.experiments.bunten.entries import PrintedEntry

SOURCE = (
    "Jan Simon Bunten: Abstraktionsansätze in Multiplayer Poker. Bachelor thesis, "
    "Technische Universität Darmstadt, 2017."
)
MERGED_NOTE = (
    "Imperfect betting recall is computed by counting the ends of a street that can happen. The thesis uses a closed "
    "formula, which is right on later streets wherever somebody folded, but takes every player for a last raiser even "
    "if nobody raised, and before the flop counts bets of folded players that the forced bet rules out."
)


@experiment("bunten/two-players", "Size of two-player limit hold'em: tables 2.1 to 2.4")
def two_players(settings: ExperimentSettings) -> Report:
    """Chapter 2."""
    report = _report(settings, "Two-player limit hold'em", ("2.1", "2.2", "2.3", "2.4"))
    report.notes.append(
        "Below table 2.4 the text speaks of about 574 GB for the game up to suits; the table's 574.215 are thousands "
        "(574,215 GB), and the computed number agrees with the table."
    )
    return report


@experiment("bunten/three-players", "Size of three-player limit hold'em: tables 3.1 to 3.7")
def three_players(settings: ExperimentSettings) -> Report:
    """Chapter 3."""
    tables = ("3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7")
    report = _report(settings, "Three-player limit hold'em", tables)
    report.notes.append(
        "Tables 3.3 and 3.4 are right. Tables 3.6 and 3.7 were made from the appendix, whose turn row and totals of "
        "actions are wrong, and states of the game from the cards of four players."
    )
    return report


@experiment("bunten/truncated", "Truncated multiplayer nodes: tables 4.1, 4.2 and 6.7")
def truncated(settings: ExperimentSettings) -> Report:
    """Chapter 4, and section 6.2."""
    from pokerlab.experiments.bunten.workings import SEQUENCES, workings

    report = _report(settings, "Truncated multiplayer nodes", ("4.1", "4.2", "6.7"))
    for players, printed, section in ((3, "54.42%", "6.2.1"), (4, "36.55%", "6.2.1")):
        work = workings(players, False)
        two = sum(work.nodes(SEQUENCES, street, 2) for street in range(4))
        share = 100 * two / sum(work.total(SEQUENCES, street) for street in range(4))
        report.comparisons.append(
            Comparison(f"two-player nodes, {players} players", f"section {section}", printed, f"{share:.2f}%")
        )
    return report


@experiment("bunten/recall", "Imperfect betting recall with three players: tables 5.1 to 5.4")
def recall(settings: ExperimentSettings) -> Report:
    """Chapter 5."""
    report = _report(settings, "Imperfect betting recall, three players", ("5.1", "5.2", "5.3", "5.4"))
    report.notes.append(MERGED_NOTE)
    return report


@experiment("bunten/four-players", "Four players, without and with imperfect recall: tables 6.1 to 6.12")
def four_players(settings: ExperimentSettings) -> Report:
    """Chapter 6."""
    report = _report(settings, "Four-player limit hold'em", tuple(f"6.{number}" for number in range(1, 13)))
    report.notes.append(MERGED_NOTE)
    return report


@experiment("bunten/appendix", "The sums and products of appendices A and B")
def appendix(settings: ExperimentSettings) -> Report:
    """Appendices A and B."""
    from pokerlab.experiments.bunten.entries import all_entries

    tables = tuple(dict.fromkeys(entry.table for entry in all_entries() if entry.table[0] in "AB"))
    report = _report(settings, "Sums and products of the appendices", tables)
    report.notes.append(MERGED_NOTE)
    return report


def compare(entry: "PrintedEntry") -> tuple[str, Comparison]:
    """The verdict on an entry, and its line of the report."""
    from pokerlab.experiments.report import Verdict

    value = entry.value()
    verdict = entry.verdict(value)
    note = str(verdict)
    if verdict is Verdict.DIFFERENT:
        note += f": {entry.reason() or 'not explained'}"
    what = " ".join(part for part in (entry.row, entry.column) if part)
    computed = f"{float(value):.6f}" if isinstance(value, Fraction) else value
    where = f"{'table' if entry.table.count('.') < 2 else 'section'} {entry.table}"
    return str(verdict), Comparison(what, where, entry.printed, computed, note)


def _report(settings: ExperimentSettings, title: str, tables: Sequence[str]) -> Report:
    from pokerlab.experiments.bunten.entries import all_entries

    report = Report(title, SOURCE)
    verdicts: dict[str, Counter[str]] = {table: Counter() for table in tables}
    entries = [entry for entry in all_entries() if entry.table in verdicts]
    entries.sort(key=lambda entry: tables.index(entry.table))
    for done, entry in enumerate(entries, 1):
        verdict, comparison = compare(entry)
        verdicts[entry.table][verdict] += 1
        report.comparisons.append(comparison)
        settings.tick(done, len(entries))
    rows: list[list[str | int]] = [
        [table, *(counts[v] for v in ("equal", "rounded", "different"))] for table, counts in verdicts.items()
    ]
    rows.append(["all", *(sum(counts[v] for counts in verdicts.values()) for v in ("equal", "rounded", "different"))])
    report.tables.append(Table.of("Entries by verdict", ("table", "equal", "rounded", "different"), rows))
    return report
