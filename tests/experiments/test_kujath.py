"""Kujath's tables: what is printed comes out, or the report says why not."""

from fractions import Fraction

import pytest

from pokerlab.experiments.kujath import hand_groups, trees
from pokerlab.experiments.kujath.tree_sizes import street_sizes, tree_size
from pokerlab.experiments.registry import ExperimentSettings, find


def rows(name):
    return {row.what: row for row in find(name).run(ExperimentSettings()).comparisons}


def test_table_2():
    for row in rows("kujath/table2").values():
        assert row.printed == row.computed, row.what


def test_table_3_is_of_three_rainbow_and_four_two_tone_flops():
    report = find("kujath/table3").run(ExperimentSettings())
    assert report.tables[0].rows == ((7, 3, 4, 0),)
    for row in report.comparisons:
        assert row.printed == row.computed, row.what


def test_a_street_by_hand():
    # pot 2, 2 behind: the first player may check, bet 1 or go all-in (a raise over 1 would be half of 4: all-in). A
    # bet of 1 makes two further decisions, all-in one; so does the second player after a check: 1 + 3 + 1 + 3
    river = street_sizes(Fraction(2), Fraction(2))[2]
    assert street_sizes(Fraction(2), Fraction(2))[0].players == 8
    # check-check, bet 1-call on the flop lead on: with 2 and with 1 behind
    assert street_sizes(Fraction(2), Fraction(2))[0].dealers == 3
    assert river.dealers == 0
    assert [int(size.nodes) for size in tree_size()] == [57, 18081, 3577392]


def test_table_4_on_the_flop_depends_on_the_kind_of_flop_only():
    report = find("kujath/table4").run(ExperimentSettings(seed=5))
    found = {row.what: row for row in report.comparisons}
    for test, mean in (("river", "327"), ("global", "325")):
        row = found[f"rank, {test}, flop"]
        assert row.printed.startswith(mean)
        assert f"{float(row.computed.split()[0]):.0f}" == mean
    assert found["opponent, river, flop"].computed == "871.4 (643..1176)"
    assert {len(table.rows) for table in report.tables[:3]} == {3}


def test_table_5_follows_from_table_4_by_the_formula():
    for key, (infosets, _, states) in hand_groups.TABLE_5.items():
        printed = [street[0] for street in hand_groups.TABLE_4[key]]
        flop = hand_groups._printed_flop_mean(key)
        turn, river = hand_groups._implied_means(infosets, states, flop, near=printed[2])
        assert [round(turn), round(river)] == printed[1:]
        again = hand_groups._formula((flop, turn, river))
        assert again[0] == pytest.approx(infosets, abs=1)
        assert again[1] == pytest.approx(hand_groups.TABLE_5[key][1], rel=1e-7)
        assert again[2] == pytest.approx(states, rel=1e-9)
    for row in hand_groups._checks():
        assert row.printed == row.computed


def test_classes_by_flushes_lose_and_isomorphic_ones_do_not():
    report = find("kujath/boards").run(ExperimentSettings())
    for kind, _, dealt, play, rule, looked, different, _, most, _ in report.tables[0].rows:
        is_lossless = rule == "isomorphic" or (dealt == "all hands" and (play == "as dealt" or kind == "monotone"))
        assert (different == 0) == (most == 0) == is_lossless, (kind, dealt, play, rule)
        assert looked > 100 or kind == "rainbow"


def test_all_ways_to_rank_agree():
    assert rows("kujath/ranks")["all ways agree"].computed is True


def test_the_printed_numbers_are_consistent_among_themselves():
    for printed in (trees.TABLE_2, trees.TABLE_3):
        inner = printed["player nodes"] + printed["dealer nodes"] + printed["leaves"]
        streets = printed["flop nodes"] + printed["turn nodes"] + printed["river nodes"]
        assert abs(inner - printed["nodes"]) <= 1
        assert streets == printed["nodes"]
