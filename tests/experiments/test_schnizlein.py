"""Sizes of chapter 3 of Schnizlein's thesis, counted."""

from pokerlab.experiments.registry import ExperimentSettings
from pokerlab.experiments.report import Verdict
from pokerlab.experiments.schnizlein.sizes import _growth_cases, _nodes, _ratio, recall


def test_factors_of_section_3_2() -> None:
    """Printed: 151, 26, 19.0, 9.9, 7.2 and +68%, which count decisions and ends with the checks of players all-in."""
    found = [_ratio(_nodes, larger, smaller) for _, _, _, larger, smaller, _ in _growth_cases()[:6]]
    assert [round(ratio) for ratio in found[:2]] == [151, 26]
    assert [round(ratio, 1) for ratio in found[2:5]] == [19.0, 9.9, 7.2]
    assert round(100 * found[5]) - 100 == 68


def test_table_3_3() -> None:
    report = recall(ExperimentSettings())
    assert [row[1:5] for row in report.tables[0].rows] == [
        (169, 4100, 4080, 4080), (169, 144, 1728, 20736), (169, 64, 512, 4096), (169, 64, 512, 4096),
        (12, 144, 1728, 20736), (8, 64, 512, 4096),
    ]  # fmt: skip
    verdicts = {comparison.what: comparison.verdict for comparison in report.comparisons}
    assert verdicts["rows of the size of 8s"] is Verdict.EQUAL
    assert verdicts["rows of the size of 12s"] is Verdict.EQUAL
    assert verdicts["(1) over 8s"] is Verdict.DIFFERENT  # 39% larger, not 25%
