"""Experiments of chapters 3 and 4 of Schnizlein's thesis, in Leduc."""

from fractions import Fraction

import pytest

from pokerlab.experiments.registry import ExperimentSettings
from pokerlab.experiments.report import Verdict
from pokerlab.experiments.schnizlein import fixes, hard_soft, mappings
from pokerlab.translation.mappings import parse_mapping


def test_every_cell_of_tables_3_4_and_3_5_stands_beside_its_print(monkeypatch):
    assert len(fixes.PRINTED) == 8
    monkeypatch.setattr(fixes, "EQUILIBRIA", ("interior point",))
    monkeypatch.setattr(fixes, "PRINTED", [row for row in fixes.PRINTED if row[0] in ("AA,CisC", "EC,CisC", "All")])
    ticks = []
    report = fixes.fixes(ExperimentSettings(progress=lambda done, total: ticks.append((done, total))))
    assert len(report.comparisons) == 5
    assert ticks[-1] == (5, 5)
    computed = {comparison.what: comparison.computed for comparison in report.comparisons}
    assert computed["Leduc BR, AA,CisC"] < computed["Leduc BR, All"] < computed["Leduc BR, EC,CisC"]


def test_rows_of_tables_4_4_and_4_7(monkeypatch):
    monkeypatch.setattr(hard_soft, "MENUS", ("fcpa",))
    row = {perspective: (printed[5],) for perspective, printed in hard_soft.PRINTED.items()}
    monkeypatch.setattr(hard_soft, "PRINTED", row)
    report = hard_soft.hard_soft(ExperimentSettings())
    assert len(report.comparisons) == 2 * 6 + 2
    claims = {comparison.what: comparison.verdict for comparison in report.comparisons[-2:]}
    assert claims["soft loses no more than hard, abstract"] is Verdict.EQUAL
    assert report.tables[0].columns == ("menu", *hard_soft.COLUMNS)


def test_the_print_of_tables_4_4_and_4_7_is_whole():
    assert all(len(rows) == len(hard_soft.MENUS) for rows in hard_soft.PRINTED.values())
    assert all(len(row) == len(hard_soft.COLUMNS) for rows in hard_soft.PRINTED.values() for row in rows)
    assert hard_soft.PRINTED["abstract"][5] == (1.14, 0.90, 1.04, 0.62, 0.59, 0.62)


@pytest.mark.parametrize(("name", "stack"), [("soft:pseudo-harmonic", 5), ("soft:pseudo-harmonic", 100)])
def test_the_pseudo_harmonic_mapping_loses_nothing_to_the_clairvoyant(name, stack):
    """What it was derived from (Ganzfried, Sandholm 2013)."""
    assert mappings.lost_to_the_clairvoyant(parse_mapping(name), stack) == 0


def test_other_mappings_lose_to_the_clairvoyant_by_hand():
    """Hard arithmetic, stack 3: up to 2 pots are the pot, called half of the time, and what is more is all-in, called a
    quarter of the time. The best hand bets 2, the worst the least that is taken for all-in."""
    found = mappings.lost_to_the_clairvoyant(parse_mapping("hard:arithmetic"), 3)
    best_bluff = 1 - Fraction(1, 4) * (1 + Fraction(401, 200))
    assert found == (1 + 1 + best_bluff) / 2 - (1 + Fraction(3, 4)) / 2


def test_kuhn_without_limit_is_kuhn_with_one_chip_behind():
    from pokerlab.equilibrium.lp import solve_exactly
    from pokerlab.equilibrium.public_tree import PublicTree

    assert solve_exactly(PublicTree.build(mappings.kuhn_without_limit(2))).value == pytest.approx(-1 / 18)
