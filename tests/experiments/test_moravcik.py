"""The experiments of Moravčík run at small scale and agree with what he reports."""

import pytest

from pokerlab.experiments.registry import ExperimentSettings, all_experiments, find


def test_all_are_registered():
    names = {found.name for found in all_experiments()}
    assert names >= {"moravcik/algorithms", "moravcik/double-or-nothing", "moravcik/icm", "moravcik/shortcuts"}


def test_section_5_3_2():
    report = find("moravcik/icm").run(ExperimentSettings())
    assert report.comparisons[0].printed == "about 30"
    assert report.comparisons[0].computed > 8
    assert max(row[4] for row in report.tables[0].rows) < 1e-12


def test_section_5_1_1():
    report = find("moravcik/double-or-nothing").run(ExperimentSettings())
    computed = {row.what: row.computed for row in report.comparisons}
    assert computed["gain of the winner of an all-in"] == pytest.approx(1 / 6)
    assert computed["chance of a prize after doubling"] == 1
    rows = report.tables[0].rows
    assert rows[0][1] > rows[1][1]  # on the bubble everybody may push, and nobody may call
    assert rows[0][2] < rows[1][2]


def test_what_the_shortcuts_cost():
    report = find("moravcik/shortcuts").run(ExperimentSettings(seed=1))
    good, ordered, ties, ignored = report.tables[1].rows[0]
    assert good < 0.002
    assert good < ordered < 0.1
    assert ties < 0.05
    assert ignored < 0.05
