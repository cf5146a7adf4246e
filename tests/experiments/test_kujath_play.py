"""Kujath's sections 7.3 and 7.4 and his appendix, on spots small enough to run at once."""

import re
from pathlib import Path

import pytest

from pokerlab.errors import ExperimentError
from pokerlab.experiments.kujath import spots
from pokerlab.experiments.kujath.convergence import CFR, CGH, CGH_OLD, _crossing, _rates
from pokerlab.experiments.kujath.quality import TABLE_6, TABLE_7
from pokerlab.experiments.kujath.runs import AS_PRINTED, Kept, Look, follow, greedy, make_engine
from pokerlab.experiments.kujath.simulation import TABLE_8
from pokerlab.experiments.kujath.variants import FOOTNOTE_20, _nodes, real_over_groups, states
from pokerlab.experiments.registry import ExperimentSettings, find
from pokerlab.experiments.report import Report

EXAMPLES = Path(__file__).parents[2] / "examples"


def has_no_printed_numbers(report: Report) -> None:
    """The small scale computes another spot: the report says which, and nothing in it looks like a comparison."""
    assert report.other_spot
    assert all(comparison.printed is None for comparison in report.comparisons)
    assert "printed" not in report.compared().columns
    assert not any("printed" in row for table in report.tables for row in table.rows)
    assert not re.search(r"printed(:| are| stays at)? \d", report.as_markdown())


def test_tables_6_and_7_and_figure_17():
    report = find("kujath/quality").run(ExperimentSettings())
    has_no_printed_numbers(report)
    early, late, sizes, course = report.tables
    for table in (early, late):
        for *_, inside, real, distance in table.rows:  # values carried by hands: no error but that of the groups
            assert real >= inside - 1e-3
            assert distance == pytest.approx(real - inside, abs=2e-3)
    alone = late.rows[-1]
    assert alone[-1] == 0  # every hand for itself: nothing is lost
    for way in ("thesis", "groups", "hands"):
        real = {row[:2]: row[late.columns.index(f"{way}: real")] for row in late.rows}
        assert max(real["opponent", "river"], real["strength", "river"]) < real["rank", "river"]
    ours, theirs = (late.columns.index(f"{way}: real") for way in ("groups", "thesis"))
    assert any(row[ours] != row[theirs] for row in late.rows[:-1])
    river = {row[:2]: row[sizes.columns.index("river, isomorphic")] for row in sizes.rows}
    assert river["rank", "river"] < river["strength", "river"] < river["opponent", "river"]
    assert [row[0] for row in course.rows] == list(range(25, 251, 25))
    assert all(after[1] < before[1] for before, after in zip(course.rows, course.rows[1:], strict=False))


def test_the_printed_distances_of_tables_6_and_7_are_differences():
    for table in (TABLE_6, TABLE_7):
        for inside, real, distance in table.values():
            assert real - inside == pytest.approx(distance, abs=0.011)


def test_figures_18_and_19():
    report = find("kujath/convergence").run(ExperimentSettings())
    nash_conv = {row[0]: row[-3] for row in report.tables[0].rows}
    assert nash_conv[CGH] < nash_conv[CFR]  # what the thesis found surprising
    assert nash_conv[CGH] < nash_conv[CGH_OLD]
    assert nash_conv["CFR by reach"] < nash_conv[CFR]
    assert nash_conv["DCFR"] < nash_conv[CGH]  # which it could not know
    rows = {row.what: row for row in report.comparisons}
    assert rows["worst c after 80"].computed == 0
    assert len(report.charts) == 5
    has_no_printed_numbers(report)


def test_a_river_and_a_turn():
    report = find("kujath/cgh-spots").run(ExperimentSettings())
    assert len(report.tables) == 2
    for table in report.tables:
        for row in table.rows:
            assert row[-3] < row[1], row[0]  # less after 100 iterations than after 10


def test_the_river_and_the_turn_are_the_examples():
    from pokerlab.postflop.spot import Spot

    for made, name in ((spots.river_spot(), "river"), (spots.turn_spot(), "turn1")):
        read = Spot.read(EXAMPLES / f"{name}.toml").to_dict()
        del read["name"]
        assert made.to_dict() == read


def test_table_8_and_its_parts_are_kept(tmp_path):
    settings = ExperimentSettings(checkpoint=tmp_path / "run.json")
    report = find("kujath/simulation").run(settings)
    has_no_printed_numbers(report)
    rows = {row[0]: row for row in report.tables[0].rows}
    assert list(rows) == list(TABLE_8)
    for name, (_, guaranteed, _, exact, deviations) in rows.items():
        assert guaranteed <= exact, name  # nobody does better than a best response
        assert abs(deviations) < 4, name
    assert rows["CGH OUT+IN"][3] == pytest.approx(-rows["CFR OUT+IN"][3], abs=2e-3)
    assert rows["CGH OUT+IN"][1] > rows["CFR OUT+IN"][1]
    totals = report.charts[1].lines["CGH, both"]
    assert len(totals) == 150
    assert totals[-1][0] == 150_000
    again = find("kujath/simulation").run(settings)
    assert again.tables == report.tables
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.json", "run.json.CFR.state", "run.json.CGH.state"]


def test_the_printed_sums_of_table_8():
    for name in ("CGH", "CFR"):
        for column in (0, 1):
            parts = TABLE_8[f"{name} OUT"][column] + TABLE_8[f"{name} IN"][column]
            assert parts == pytest.approx(TABLE_8[f"{name} OUT+IN"][column], abs=0.011)


def test_figures_22_and_23():
    report = find("kujath/appendix").run(ExperimentSettings())
    assert report.other_spot
    assert all(comparison.printed is None for comparison in report.comparisons)
    way, river = report.tables[:2]
    assert [table.title.split(",")[0].split(":")[0] for table in report.tables] == 3 * ["QhTh7s"] + 3 * ["QhTh7h"]
    assert way.rows[0][0] == "start"
    assert way.rows[-1][3] == 12  # the pot into which KhJh bluffs
    assert {row[2] for row in way.rows} == {"KhJh", "AcAs"}
    assert len(river.rows) == 13
    rows = {row.what: row for row in report.comparisons}
    assert rows["aces with As fold to 12, %"].computed < rows["aces with Ah fold to 12, %"].computed
    assert rows["aces with Ah fold to 12, %"].computed < rows["aces with Ah fold to all-in, %"].computed


def test_which_spots_are_meant():
    report = find("kujath/spots").run(ExperimentSettings())
    rows = {row.what: row for row in report.comparisons}
    nearest = report.tables[0].rows[0]
    assert rows["states of tables 6 and 7, nearest reading"].computed == nearest[6] == FOOTNOTE_20 + nearest[-1]
    assert rows["the same, of the spot that is run"].computed == states(spots.quality_spot(full=True))
    assert report.tables[3].columns == ("hands", "sizes", "behind", "at least", "at most")  # of a turn, not the flop
    assert all(row[0] != "printed" for row in report.tables[3].rows)
    assert rows["states of tables 6 and 7, nearest reading"].printed == FOOTNOTE_20  # counted as published


def test_states_are_counted_as_in_table_5():
    # table 2 has 57, 369 and 1,521 nodes on flop, turn and river for one board
    assert _nodes(spots.make_spot("QhJh2c", spots.TWENTY, spots.HALF_ALL_IN)) == (57, 369, 1521)
    # nine nodes per board and street; 643 groups of all hands on this flop (table 4)
    spot = spots.quality_spot(full=True)
    assert _nodes(spot) == (9, 9, 9)
    assert states(spot) == 9 * (643**2 + 6_465_356 + 50_945_474)
    assert real_over_groups(spot, "opponent") == pytest.approx(
        9 * (1176**2 + 49 * 1128**2 + 49 * 48 * 1081**2) / states(spot)
    )


def test_an_interrupted_run_goes_on(tmp_path):
    looks = tuple(range(5, 51, 5))

    def solve(kept):
        engine = make_engine(greedy(), spots.river_spot())
        found = kept.solve("CGH", engine, looks, unit=1, blocks=5)
        return engine, [(look.iteration, look.inside, look.first) for look in found]

    whole, expected = solve(Kept(ExperimentSettings(), "a/test", 50))

    def stop(done, total):
        if done == 25:
            raise KeyboardInterrupt

    path = tmp_path / "kept.json"
    with pytest.raises(KeyboardInterrupt):
        solve(Kept(ExperimentSettings(checkpoint=path, progress=stop), "a/test", 50))
    ticks = []
    settings = ExperimentSettings(checkpoint=path, progress=lambda done, total: ticks.append(done))
    resumed, found = solve(Kept(settings, "a/test", 50))
    assert ticks[0] == 25  # 5 to 20 were kept
    assert found == expected
    assert (resumed.sums == whole.sums).all()
    path.unlink()
    with pytest.raises(ExperimentError, match="remove it"):
        solve(Kept(settings, "a/test", 50))


def test_looks():
    engine = make_engine(AS_PRINTED, spots.river_spot())
    ticks = []
    looks = follow(engine, (1, 4), unit=1000, tick=ticks.append)
    assert ticks == [look.iteration for look in looks] == [1, 4]
    judgement = engine.judge()
    assert looks[-1].real == looks[-1].inside == pytest.approx(1000 * judgement.nash_conv)
    assert (looks[-1].first, looks[-1].second) == pytest.approx(tuple(1000 * best for best in judgement.best))
    assert 0 <= looks[0].seconds <= looks[1].seconds


def _course(*values):
    return [Look(iteration, 0.0, value, value, 0.0, 0.0) for iteration, value in enumerate(values, 1)]


def test_where_two_curves_cross():
    assert _crossing(_course(4, 3, 2), _course(3, 2.5, 2.2)) == 2
    assert _crossing(_course(4, 3, 2), _course(3, 2, 1)) is None
    assert _crossing(_course(3, 2, 1), _course(4, 3, 2)) == 0


def test_rates_per_iteration():
    assert _rates(_course(8, 4, 2, 1)) == pytest.approx((50, 50))
    geometric, arithmetic = _rates(_course(10, 5, 5))
    assert geometric == pytest.approx(100 * (1 - 0.5**0.5))
    assert arithmetic == pytest.approx(25)


def test_without_card_abstraction():
    report = find("kujath/unabstracted").run(ExperimentSettings())
    has_no_printed_numbers(report)
    losses = {row[0]: row[-3:] for row in report.tables[0].rows}
    assert list(losses) == ["rank", "strength", "opponent", "every hand for itself"]
    assert losses["opponent"][2] < 0.3 < losses["strength"][2] < losses["rank"][2]
    assert losses["rank"][2] > 50
    assert losses["every hand for itself"][1] <= 40  # the sum; the target is for the mean
