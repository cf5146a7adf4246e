"""Experiments on luck, with a small game in place of hold'em: what their tables say is what was played."""

import pytest

from pokerlab.experiments.meyer_goerge import round_robin as robin
from pokerlab.experiments.registry import ExperimentSettings, Scale
from pokerlab.experiments.schnizlein import variance as luck


def test_deviations_of_every_judge(monkeypatch):
    """Tables 2.1 to 2.3: basic importance on policy is money, duplicate deals are set against 0.707, and who takes out
    more needs fewer hands."""
    monkeypatch.setattr(luck, "LIMIT", "leduc")
    monkeypatch.setattr(luck, "MATCHES", (("bet-for-value", "uniform", "leduc"),))
    monkeypatch.setattr(luck, "DEALS", {Scale.SMALL: 40})
    report = luck.variance(ExperimentSettings())
    printed, money, importance, hands, exact = report.tables
    assert printed.rows[0][3:5] == pytest.approx((11.38 / 18.04, (18.04 / 11.38) ** 2 / 2))
    (row,) = money.rows
    assert row[5] == pytest.approx((row[2] / row[3]) ** 2 / 2)
    of = {row[0]: row for row in importance.rows}
    assert of["Money-Basic"][1] == pytest.approx(row[2])
    assert of["DIVAT-Basic"][1] == pytest.approx(row[6])
    assert of["Money-Basic"][2] > of["Money-GEA.OC"][2] > of["DIVAT-GEA.OC"][2]
    needed = {row[0]: row[1] for row in hands.rows}
    assert needed["aivat, one known"] < needed["chance, always-call"] == needed["divat, always-call"] < needed["chips"]
    # half an interval of 95%: 1.96 deviations of a hand by the root of the hands, in mbb of two small blinds
    assert needed["chips"] == pytest.approx((1.96 * row[2] * 500 / 10) ** 2, abs=1)
    assert exact.rows[-1][3:] == (0, 0)
    assert len(report.comparisons) == 4


def test_a_round_robin_as_a_frame(monkeypatch):
    """Always-call against always-raise: 0.000 by symmetry. Nobody folds, and both see the same cards in both seats."""
    monkeypatch.setattr(robin, "GAME", "leduc")
    monkeypatch.setattr(robin, "DEALS", {Scale.SMALL: 20})
    report = robin.round_robin(ExperimentSettings())
    (found,) = report.comparisons
    assert (found.printed, found.computed) == (0, 0)
    assert [len(table.rows) for table in report.tables] == [7, 4]
