"""Bunten's tables: every printed number is right, rounded, or wrong for a reason that leads to it."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from pokerlab.experiments.bunten.entries import PrintedEntry, all_entries
from pokerlab.experiments.bunten.workings import SEQUENCES, Slip, workings
from pokerlab.experiments.registry import ExperimentSettings, find
from pokerlab.experiments.report import Verdict

NAMES = [
    "bunten/appendix", "bunten/betting-recall", "bunten/folded-money", "bunten/four-players", "bunten/growth",
    "bunten/memory", "bunten/odd-coin", "bunten/recall", "bunten/three-players", "bunten/truncated",
    "bunten/two-players",
]  # fmt: skip


def test_every_table_is_there():
    tables = {entry.table for entry in all_entries()}
    assert tables >= {f"2.{n}" for n in range(1, 5)} | {f"3.{n}" for n in range(1, 8)} | {"4.1", "4.2"}
    assert tables >= {f"5.{n}" for n in range(1, 5)} | {f"6.{n}" for n in range(1, 13)}
    assert tables >= {f"{part}.{n}" for part in "AB" for n in range(1, 7)}


def test_every_difference_is_explained():
    """A reason is a slip that was tried out: it leads to the printed digits."""
    verdicts: Counter[Verdict] = Counter()
    for entry in all_entries():
        verdict = entry.verdict(entry.value())
        verdicts[verdict] += 1
        assert verdict is not Verdict.DIFFERENT or entry.reason(), entry
    assert verdicts == {Verdict.EQUAL: 505, Verdict.ROUNDED: 213, Verdict.DIFFERENT: 485}


def test_tables_that_are_right():
    """The sizes of one round, the sums of sequences and actions of three players, and the deals."""
    right = {"2.1", "2.2", "2.4", "3.1", "3.2", "3.3", "3.4", "3.5", "6.1", "6.5"}
    for entry in all_entries():
        if entry.table in right:
            assert entry.verdict(entry.value()) is not Verdict.DIFFERENT, entry


def test_the_turn_row_of_the_appendix():
    """22 * 46 * 78 = 78,936 two-player nodes; printed are 22 * 46 * 93 = 94,116."""
    entry = next(e for e in all_entries() if e.table == "A.1.2" and e.printed == "94116" and e.row.startswith("2P"))
    assert entry.value() == 22 * 46 * 78
    assert entry.value(frozenset({Slip.TURN_ROW})) == 22 * 46 * 93
    assert entry.reason() == Slip.TURN_ROW


def test_workings_equal_the_count_of_the_whole_hand():
    from pokerlab.betting.count import count_bets
    from pokerlab.betting.position import seeded
    from pokerlab.betting.recall import IBR, count_merged
    from pokerlab.games.library import holdem_limit

    for players in (3, 4):
        game = seeded(holdem_limit(players))
        for ibr, counts in ((False, count_bets(game)), (True, count_merged(game, IBR))):
            for street, count in enumerate(counts):
                assert workings(players, ibr).total(SEQUENCES, street) == count.sequences.total()


@pytest.mark.parametrize(
    ("printed", "value", "verdict"),
    [
        ("82", 82, "equal"),
        ("6.98e2", 698, "equal"),
        ("1.09e5", 108_732, "rounded"),
        ("1.08e5", 108_732, "different"),
        ("8.809", Fraction(88091, 10000), "rounded"),
        ("11506722888.279900", Fraction("11506722888.279856"), "rounded"),  # 15 digits, then zeros
    ],
)
def test_verdicts(printed, value, verdict):
    assert PrintedEntry("3.1", "", "", printed).verdict(value) == verdict


@pytest.mark.parametrize("name", NAMES)
def test_the_experiments_run(name):
    ticks = []
    report = find(name).run(ExperimentSettings(progress=lambda done, total: ticks.append((done, total))))
    assert report.tables
    assert ticks
    assert all("not explained" not in comparison.note for comparison in report.comparisons)
    assert report.as_markdown()


def test_reduction_grows_more_slowly_than_extrapolated():
    report = find("bunten/growth").run(ExperimentSettings())
    real = next(table for table in report.tables if "real" in table.title)
    factors = [row[4] for row in real.rows]
    ratios = [after / before for before, after in pairwise(factors)]
    assert factors == sorted(factors)
    assert ratios == sorted(ratios, reverse=True)
    assert real.rows[-1][0] == 10


def test_four_players_with_two_buckets_a_street_fit_into_8_gigabytes():
    report = find("bunten/memory").run(ExperimentSettings())
    row = next(r for r in report.tables[0].rows if r[:3] == (4, "ibr", "buckets:2.4.8.16"))
    assert row[-1] == "from 8 GB"
    assert row[4] < 8 < row[3]
