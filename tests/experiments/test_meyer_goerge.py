"""What the seminar paper prints beside what is computed; strength with few samples, table 1 with few ranges."""

import pytest

from pokerlab.experiments.meyer_goerge import arithmetic, strength, weights
from pokerlab.experiments.registry import ExperimentSettings, Scale
from pokerlab.experiments.report import Verdict

SAME = {Verdict.EQUAL, Verdict.ROUNDED}


def verdicts(report):
    return {found.what: found.verdict for found in report.comparisons}


def test_strength(monkeypatch):
    monkeypatch.setattr(strength, "SAMPLES", {Scale.SMALL: 2_000})
    ticks = []
    report = strength.strength(ExperimentSettings(progress=lambda *tick: ticks.append(tick)))
    found = verdicts(report)
    different = {what for what, verdict in found.items() if verdict not in SAME}
    assert different == {"the same, cards dealt once", "7h8h on Js6h5h against two random cards"}
    any_cards, callers = report.tables
    assert [row[0] for row in any_cards.rows] == list(range(1, 10))
    for row in any_cards.rows:
        assert row[1] == pytest.approx(row[2]) == pytest.approx(row[3])
    assert any_cards.rows[0][4] == pytest.approx(0.585, abs=5 * any_cards.rows[0][5])
    assert callers.rows[3][1] < callers.rows[3][2] < callers.rows[3][3]
    assert ticks[-1] == (18, 18)


def test_table_1(monkeypatch):
    monkeypatch.setattr(weights, "DEALT", (2,))
    monkeypatch.setattr(weights, "MUS", (100.0, 200.0))
    monkeypatch.setattr(weights, "SIGMAS", (100.0, 200.0))
    report = weights.table1(ExperimentSettings())
    found = verdicts(report)
    assert {verdict for what, verdict in found.items() if what[1:3] == "wt"} <= SAME
    assert found["mu of who calls with 30%"] == Verdict.DIFFERENT
    best = min(report.tables[1].rows, key=lambda row: row[-1])
    assert best[:2] == ("mu 100, sigma 200, 2 dealt", 1)
    assert best[-1] < 0.01


def test_table_2():
    found = verdicts(arithmetic.table2(ExperimentSettings()))
    assert found["did fold, percent"] == Verdict.EQUAL
    assert {what for what, verdict in found.items() if verdict == Verdict.ROUNDED} == {
        "did call, percent", "did raise, percent", "predicted call, percent", "right, percent",
        "all that was done, percent",
    }  # fmt: skip


def test_table_3():
    report = arithmetic.table3(ExperimentSettings())
    assert set(verdicts(report).values()) == {Verdict.EQUAL}
    assert len(report.comparisons) == 29


def test_layers_and_decay():
    layers = verdicts(arithmetic.layers(ExperimentSettings()))
    assert layers.pop("nodes of the search tree") == Verdict.IN_WORDS
    assert set(layers.values()) == {Verdict.ROUNDED}
    decay = arithmetic.decay(ExperimentSettings())
    assert [found.verdict for found in decay.comparisons] == ["equal", "equal", "rounded", "different"]
