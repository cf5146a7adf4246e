"""One spot on many flops: which there are, what is kept, and means over them."""

import json

import pytest
from typer.testing import CliRunner

from pokerlab._archives import read_archive
from pokerlab.cards.card import parse_cards
from pokerlab.cli.app import app
from pokerlab.errors import SolutionError, SpotError
from pokerlab.postflop.flop_report import GROUPINGS, flop_rows
from pokerlab.postflop.flops import FORMAT, chosen_flops, distinct_flops, flop_tasks, sampled_flops
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
    if keep == "flop":
        header, arrays = read_archive(tmp_path / "found", FORMAT, (1,), what="a flop", error=SolutionError)
        assert header["found"]["ways"] == 24
        assert arrays["strategy check"].shape == (len(after["moves"]), 1326)
        assert (tmp_path / "found").stat().st_size < 50_000


def test_means_count_flops_as_often_as_they_come():
    def record(board, ways, comes, bets):
        return {
            "board": board, "ways": ways, "pot": 10, "ev": [4.0 * comes, 6.0], "equity": [0.5, 0.5],
            "percent_of_pot": 0.5, "nodes": [{"line": "", "player": 0, "comes": 1.0, "moves": {"check": 1, "bet": 0}},
            {"line": "check", "player": 1, "comes": comes, "moves": {"check": 1 - bets, "bet": bets}}],
        }  # fmt: skip

    records = [record("AsKd2c", 24, 1.0, 0.5), record("7s7d2c", 12, 0.5, 1.0)]
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


@pytest.mark.parametrize(
    ("board", "names"),
    [
        ("AsKd2c", ("A high", "three suits", "unpaired", "no straight")),
        ("7s7d2s", ("7 high", "two suits", "paired", "paired")),
        ("9h8h7h", ("9 high", "one suit", "unpaired", "three straights")),
        ("As2d3c", ("A high", "three suits", "unpaired", "one straight")),
        ("QsJd9c", ("Q high", "three suits", "unpaired", "two straights")),
        ("5s5d5c", ("5 high", "three suits", "trips", "trips")),
    ],
)
def test_what_flops_have_in_common(board, names):
    assert tuple(GROUPINGS[by](parse_cards(board)) for by in ("high", "suits", "pairs", "connected")) == names


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
