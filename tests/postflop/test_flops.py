"""One spot on many flops: which there are, what is kept, and means over them."""

import json

import pytest
from typer.testing import CliRunner

from damage import with_header
from pokerlab._archives import read_archive
from pokerlab.cards.card import parse_cards
from pokerlab.cli.app import app
from pokerlab.errors import SolutionError, SpotError
from pokerlab.postflop.flop_file import FORMAT, open_flop
from pokerlab.postflop.flop_report import differences, flop_rows, sorted_rows
from pokerlab.postflop.flops import chosen_flops, distinct_flops, flop_tasks, sampled_flops, solved_flops
from pokerlab.postflop.solve import solve
from pokerlab.postflop.spot import Spot

SPOT = Spot(
    board="QsJh2h", pot=60, stack=100, oop="AA,QJs,T9s", ip="KK,AQo,98s", flop={"bet": "50%", "raise": "a"},
    turn={"bet": "a", "raise": ""}, river={"bet": ""},
)  # fmt: skip


def changed(**given):
    return Spot(**SPOT.to_dict() | given)


def test_all_flops_up_to_suits():
    found = distinct_flops(SPOT)
    assert len(found) == 1755
    assert sum(flop.ways for flop in found) == 22_100
    told_apart = distinct_flops(changed(oop="AhKh,AdKd,22"))
    assert len(told_apart) > 1755
    # who holds aces is on no flop of three aces
    aces = distinct_flops(changed(oop="AA"))
    assert all(flop.board.count("A") < 3 for flop in aces)


def test_flops_by_name_stand_for_as_many_as_in_the_list():
    ways = {frozenset(parse_cards(flop.board)): flop.ways for flop in distinct_flops(SPOT)}
    for flop in list(distinct_flops(SPOT))[::90]:
        assert chosen_flops(SPOT, [flop.board])[0].ways == ways[frozenset(parse_cards(flop.board))]
    with pytest.raises(SpotError, match="'QsJh' is no flop: it has 2 cards"):
        chosen_flops(SPOT, ["QsJh"])
    with pytest.raises(SpotError, match="many flops are for spots on a flop"):
        distinct_flops(changed(board="QsJh2h7c"))


def test_samples_are_drawn_once_each_and_by_the_seed():
    every = distinct_flops(SPOT)
    assert sampled_flops(every, 30, 1) == sampled_flops(every, 30, 1) != sampled_flops(every, 30, 2)
    assert len(set(sampled_flops(every, 200, 3))) == 200
    assert len(sampled_flops(every, 10_000, 3)) == 1755


def test_means_over_samples_are_near_those_over_all():
    every = distinct_flops(SPOT)

    def aces(flops):
        return sum(flop.weight for flop in flops if flop.board[0] == "A") / sum(flop.weight for flop in flops)

    found = [aces(sampled_flops(every, 100, seed)) for seed in range(100)]
    assert sum(found) / len(found) == pytest.approx(aces(every), abs=0.02)
    assert aces(sampled_flops(every, 2000, 5)) == pytest.approx(aces(every))


def test_large_flops_cost_more_and_the_name_does_not_depend_on_it():
    rainbow, monotone, blocked = flop_tasks(SPOT, chosen_flops(SPOT, ["9c6d2h", "9c6c2c", "AsKdQh"]))
    # 49 turns by 48 rivers with three suits told apart; hearts, diamonds and spades are alike on a flop of clubs
    assert rainbow.cost == 49 * 48 * (6 + 4 + 3 + 6 + 12 + 3)
    assert monotone.cost < rainbow.cost / 3
    assert blocked.cost < rainbow.cost
    assert "cost" not in rainbow.arguments


@pytest.mark.parametrize("keep", ["flop", "full"])
def test_a_task_keeps_what_a_solve_finds(keep, tmp_path):
    (flop,) = chosen_flops(SPOT, ["Td7s4h"])
    (task,) = flop_tasks(SPOT, [flop], target=2.0, keep=keep)
    assert task.memory > 1_000_000
    record = task.load()(dict(task.arguments), tmp_path / "found")
    solution = solve(changed(board="Td7s4h"), target=2.0, threads=1)
    assert record["ev"] == pytest.approx(list(solution.root.overall_ev))
    assert record["equity"] == pytest.approx(list(solution.root.overall_equity))
    assert record["nodes"][0]["moves"] == pytest.approx(solution.root.frequencies)
    after = next(node for node in record["nodes"] if node["line"] == "check")
    assert after["comes"] == pytest.approx(solution.root.frequencies["check"])
    assert json.loads(json.dumps(record)) == record
    content = (tmp_path / "found").read_bytes()
    again = task.load()(dict(task.arguments), tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == content, "what is measured is in the summary, not in the file"
    assert again.pop("seconds") > 0
    assert again.items() <= record.items()
    if keep == "flop":
        header, arrays = read_archive(tmp_path / "found", FORMAT, (1,), what="a flop", error=SolutionError)
        assert header["found"]["ways"] == 24
        assert arrays["strategy check"].shape == (len(after["moves"]), 1326)
        assert (tmp_path / "found").stat().st_size < 100_000
        opened = open_flop(tmp_path / "found")
        assert opened.percent == pytest.approx(solution.percent)
        for line in ("", "check", "check/bet 30"):
            was, now = solution.at(line), opened.at(line)
            assert now.frequencies == pytest.approx(was.frequencies, abs=2e-3)
            assert now.overall_ev == pytest.approx(was.overall_ev, abs=0.1)
            assert now.overall_equity == pytest.approx(was.overall_equity, abs=2e-3)
        with pytest.raises(SolutionError, match="turns and rivers are not kept"):
            opened.at("check/check/turn 2c")
        assert opened.made.seconds is None
        (tmp_path / "old").write_bytes(with_header(content, header | {"made": header["made"] | {"seconds": 3.5}}))
        assert open_flop(tmp_path / "old").made.seconds == 3.5, "the first files had them"


def record(board, ways, comes, bets):
    return {
        "board": board, "ways": ways, "pot": 10, "ev": [4.0 * comes, 6.0], "equity": [0.5, 0.5],
        "percent_of_pot": 0.5, "nodes": [{"line": "", "player": 0, "comes": 1.0, "moves": {"check": 1, "bet": 0}},
        {"line": "check", "player": 1, "comes": comes, "moves": {"check": 1 - bets, "bet": bets}}],
    }  # fmt: skip


RECORDS = [record("AsKd2c", 24, 1.0, 0.5), record("7s7d2c", 12, 0.5, 1.0)]


def test_means_count_flops_as_often_as_they_come():
    records = RECORDS
    (row,) = flop_rows(records, node="check", by="all")
    assert (row.flops, row.ways) == (2, 36)
    assert row.comes == pytest.approx((24 * 1.0 + 12 * 0.5) / 36)
    assert row.moves["bet"] == pytest.approx((24 * 0.5 + 12 * 0.5 * 1.0) / (24 + 6))
    assert row.ev[0] == pytest.approx((24 * 4 + 12 * 2) / 36)
    assert [found.name for found in flop_rows(records, by="pairs")] == ["unpaired", "paired"]
    with pytest.raises(SpotError, match="nobody decides on the flop after 'raise'"):
        flop_rows(records, node="raise")
    with pytest.raises(SpotError, match="'colour': flops are reported by flop, all, high"):
        flop_rows(records, by="colour")


def test_weights_filters_and_order_of_rows():
    (row,) = flop_rows(RECORDS, by="all", weights={"AsKd2c": 0.25, "7s7d2c": 0.75})
    assert row.ev[0] == pytest.approx(0.25 * 4 + 0.75 * 2)
    assert (row.ways, row.weight) == (36, 1.0)
    (row,) = flop_rows(RECORDS, where="paired")
    assert (row.name, row.weight) == ("7s7d2c", pytest.approx(1 / 3))
    assert [row.name for row in flop_rows(RECORDS, by="high,suits")] == ["A high, three suits", "7 high, three suits"]
    rows = flop_rows(RECORDS, node="check")
    assert [row.name for row in sorted_rows(rows, "bet")] == ["7s7d2c", "AsKd2c"]
    assert [row.name for row in sorted_rows(rows, "-check: bet")] == ["AsKd2c", "7s7d2c"]
    assert [row.name for row in sorted_rows(rows, "share")] == ["AsKd2c", "7s7d2c"]
    assert rows[0].columns()["check: bet"] == 0.5
    assert [node["line"] for node in rows[0].record()["nodes"]] == ["", "check"]
    with pytest.raises(SpotError, match="'colour' is no column to sort by"):
        sorted_rows(rows, "colour")
    with pytest.raises(SpotError, match="filter 'trips': none of the flops is so"):
        flop_rows(RECORDS, where="trips")


def test_two_runs_differ_flop_by_flop():
    other = [record("AsKd2c", 24, 0.5, 0.25), record("9s7d2c", 24, 0.5, 1.0)]
    (row,) = differences(flop_rows(RECORDS, node="check"), flop_rows(other, node="check"))
    assert (row.name, row.ways, row.ev[0], row.comes) == ("AsKd2c", 24, 2.0, 0.5)
    assert row.moves == {"check": -0.25, "bet": 0.25}


def test_the_verb_solves_goes_on_and_reports(tmp_path):
    (tmp_path / "spot.toml").write_text(SPOT.to_toml())
    out = str(tmp_path / "run")

    def call(*more):
        done = CliRunner().invoke(app, ["flops", str(tmp_path / "spot.toml"), "--out", out, *more])
        return done

    assert "no flop is solved" in call().output
    first = call("--only", "Td7s4h", "--target", "5", "--jobs", "1", "--json")
    assert first.exit_code == 0
    (row,) = json.loads(first.stdout)["rows"]
    assert (row["name"], row["ways"]) == ("three suits", 24)
    both = call("--only", "Td7s4h, AsAd2c", "--target", "5", "--jobs", "1", "--by", "flop", "--csv", "-")
    assert both.stdout.splitlines()[0].startswith("name,flops,ways,oop ev")
    assert len(both.stdout.splitlines()) == 3
    assert len(list((tmp_path / "run/results").glob("*.flop"))) == 2
    assert "AsAd2c" in call("--by", "flop", "--node", "check").stdout
    assert "give one of them" in call("--all", "--sample", "3").output
    assert len(solved_flops(out)) == len(solved_flops(out, SPOT)) == 2
    assert solved_flops(out, changed(pot=50)) == []
    call("--only", "Tc7d4h", "--target", "4", "--jobs", "1")
    assert {found["board"] for found in solved_flops(out)} == {"Tc7d4h", "AsAd2c"}, "one flop up to suits counts once"
    assert [found["board"] for found in solved_flops(out, SPOT, {"Td7s4h"})] == ["Td7s4h"]
    same = call("--against", out, "--by", "all", "--json")
    assert json.loads(same.stdout)["rows"][0]["ev"] == [0, 0]
    assert "of 1,755 flops are not solved" in str(call("--compare-subsets").exception)
    page = call("--html", "-").stdout
    assert page.startswith("<!doctype html>")
    assert "leave out --against" in call("--html", "-", "--against", out).output
    file, *_ = (tmp_path / "run/results").glob("*.flop")
    shown = CliRunner().invoke(app, ["show", str(file), "check", "--hands"])
    assert "turns and rivers are not kept" in shown.stdout
    listed = call("--subset", "25", "--dry", "--csv", "-").stdout.splitlines()
    assert len(listed) == 26
