"""`pokerlab show`: what it prints, its JSON and CSV, and one line on bad input."""

import csv
import io
import json
import re
from pathlib import Path

import numpy as np
import pytest

from pokerlab.cli.matrix import split_widths
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.report import RARELY, move_rows
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot

RIVER = str(Path(__file__).parent.parent.parent / "examples" / "river.sol")
SPOT = Spot(
    name="a small turn", board="KsQs7d2d", pot=100, stack=160, oop="AA,KJs,JTs", ip="QQ,AKs,65s", big_blind=10,
    turn={"bet": "60%, a", "raise": "a"}, river={"bet": "60%", "raise": ""},
)  # fmt: skip


@pytest.fixture(scope="module")
def turn(tmp_path_factory) -> str:
    engine = Engine(SPOT, threads=1)
    engine.run(60)
    path = tmp_path_factory.mktemp("show") / "turn.sol"
    Solution.of(engine).save(path)
    return str(path)


@pytest.fixture(scope="module")
def short(turn) -> str:
    path = Path(turn).with_name("short.sol")
    Solution.open(turn).save(path, streets="turn")
    return str(path)


def test_the_shipped_solution_has_the_known_answer(pokerlab):
    # by hand, see examples/river.toml: 64.29 for the bettor, who bets all KK and 3/8 of QJs
    done = pokerlab("show", RIVER, "check")
    assert done.code == 0, done.err
    assert "64.29" in done.out
    assert "KK  b100" in done.out
    assert "QJs x6" in done.out
    assert "NashConv" in done.out
    assert done.out.rstrip().endswith("check/bet 100")


def test_the_first_decision_is_shown_with_moves_matrix_and_ways_on(pokerlab, turn):
    done = pokerlab("show", turn)
    assert done.code == 0, done.err
    for text in ("a small turn", "mbb/g", "first decision: pot 100; oop decides", "bet 60 (60%)", "bet 160 all-in"):
        assert text in done.out
    assert "\x1b" not in done.out
    assert done.out.count("KJs") == 1
    assert done.out.splitlines()[-3:] == ["  check", "  bet 60", "  bet 160"]


def test_moves_that_are_not_played_have_no_ev_where_played(pokerlab, turn):
    """The first decision has one that shows as 0.0%; EV where played is a dash there, and null in JSON."""
    for path in ("", "check", "check/bet 60"):
        done = pokerlab("show", turn, path)
        lines = [line.split() for line in done.out.splitlines() if re.match(r"(fold|check|call|bet|raise) .*%", line)]
        content = json.loads(pokerlab("show", turn, path, "--json").out)
        for (*_, frequency, ev, _, _), move in zip(lines, content["moves"], strict=True):
            assert (ev == "-") == (frequency == "0.0%") == (move["ev_where_played"] is None), move
            assert move["ev_of_all_hands"] is not None


def test_traces_of_a_move_are_not_play(turn):
    view = Solution.open(turn).at("")
    view.strategy.table[:] = [[1 - 2e-6], [2e-6], [0]]  # a bet left over from early iterations
    check, trace, never = move_rows(view)
    assert check.frequency == pytest.approx(1, abs=1e-4)
    assert check.ev_where_played == pytest.approx(check.ev)
    for row in (trace, never):
        assert row.frequency < RARELY
        assert np.isnan(row.ev_where_played)
        assert not np.isnan(row.ev)


def test_moves_where_played_and_of_all_hands(turn):
    view = Solution.open(turn).at("check")
    rows = move_rows(view)
    assert [row.frequency for row in rows] == pytest.approx(list(view.frequencies.values()))
    overall = sum(row.frequency * row.ev_where_played for row in rows if row.frequency >= RARELY)
    assert overall == pytest.approx(view.overall_ev[1], abs=0.2)
    assert sum(row.hands for row in rows) == pytest.approx(view.reach[1].sum())
    assert move_rows(Solution.open(turn).at("check/check")) == []


def test_colours_on_a_terminal(pokerlab, turn, monkeypatch):
    from pokerlab.cli import terminal

    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    terminal.console.cache_clear()
    try:
        done = pokerlab("show", turn)
    finally:
        terminal.console.cache_clear()
    assert "\x1b[" in done.out
    assert "48;2;90;175;90" in done.out  # check: green


def test_the_node_as_argument_or_option(pokerlab, turn):
    assert pokerlab("show", turn, "check").out == pokerlab("show", turn, "--node", "check").out
    done = pokerlab("show", turn, "check", "--node", "check")
    assert (done.code, "given twice" in done.err) == (2, True)


def test_a_deal_shows_the_range_and_some_cards(pokerlab, turn):
    done = pokerlab("show", turn, "check/check")
    assert "the river is dealt" in done.out
    assert "how much of each class oop comes here with" in done.out
    assert "check/check/river As" in done.out
    assert "..." in done.out


def test_hands_classes_and_made_hands(pokerlab, turn):
    done = pokerlab("show", turn, "--hands")
    assert "AhAd" in done.out
    assert "overpair" in done.out
    assert "EV bet 160" in done.out
    assert [line.split()[0] for line in done.out.splitlines() if "realised" in line.split()] == ["player", "hand"]
    done = pokerlab("show", turn, "--classes", "--made")
    assert "top pair" in done.out
    assert "JTs" in done.out
    done = pokerlab("show", turn, "--hand", "AhAd")
    assert done.out.count("Ah") == 1
    assert "KdJd" not in done.out


def test_filters(pokerlab, turn):
    done = pokerlab("show", turn, "check", "--hands", "--filter", "set or flush draw")
    assert "of the chosen hands:" in done.out
    assert "QdQc" in done.out
    assert "AcKc" not in done.out


def test_losses_and_best_hands(pokerlab, turn):
    done = pokerlab("show", turn, "check", "--loss", "check", "--best")
    assert "check with every hand would lose" in done.out
    assert "best hands" in done.out
    assert "loss by check" in done.out


def test_runouts(pokerlab, turn, short):
    for path in (turn, short):
        done = pokerlab("show", path, "check/check", "--runouts")
        assert done.code == 0, done.err
        assert len([line for line in done.out.splitlines() if line[:2].strip() and "%" in line]) == 48 + 2
    done = pokerlab("show", turn, "check/check/river/bet 60", "--runouts", "--by", "suit")
    assert "check/check/river/bet 60: ip decides" in done.out
    assert "mean" in done.out
    content = json.loads(pokerlab("show", turn, "check/check", "--runouts", "--by", "rank", "--json").out)
    assert content["schema"] == "pokerlab/show-runouts/1"
    assert len(content["rows"]) == 13
    assert content["mean"]["chance"] == pytest.approx(1)
    table = list(csv.DictReader(io.StringIO(pokerlab("show", turn, "check/check", "--runouts", "--csv", "-").out)))
    assert [row["card"] for row in table][:2] == ["As", "Ah"]
    assert {"check", "bet 60", "ev oop", "equity ip"} <= set(table[0])


def test_solutions_without_rivers_say_so(pokerlab, short):
    done = pokerlab("show", short, "check/check/river 3c")
    assert "rivers are not stored" in done.out
    assert "oop decides" in done.out


def test_json_has_everything(pokerlab, turn):
    content = json.loads(pokerlab("show", turn, "check", "--json", "--loss", "check").out)
    assert content["schema"] == "pokerlab/show/2"
    assert Spot(**content["solution"]["spot"]) == SPOT
    assert content["solution"]["milli_big_blinds"] == pytest.approx(content["solution"]["nash_conv"] * 50)
    assert (content["node"], content["player"], content["kind"]) == ("check", "ip", "decision")
    assert sum(content["ev"]) == pytest.approx(100, abs=0.01)
    assert sum(move["frequency"] for move in content["moves"]) == pytest.approx(1)
    hand = next(row for row in content["hands"] if row["hand"] == "QdQc")
    numbers = {"reach", "share", "ev", "equity", "realisation", "loss"}
    assert set(hand) == {"hand", "made", "strategy", "move_evs"} | numbers
    assert hand["made"] == "set"
    assert sum(hand["strategy"].values()) == pytest.approx(1)
    assert hand["loss"] == pytest.approx(max(hand["move_evs"].values()) - hand["move_evs"]["check"])
    assert {row["hand"] for row in content["classes"]} == {"QQ", "AKs", "65s"}
    assert content["chosen"]["ev"] == pytest.approx(content["ev"][1])
    assert content["best"]["check"][0]["gain"] >= content["best"]["check"][-1]["gain"]
    assert "check/bet 60" in content["next"]
    deal = json.loads(pokerlab("show", turn, "check/check", "--json", "--player", "ip").out)
    assert (deal["kind"], deal["player"], deal["moves"], deal["rows_of"]) == ("deal", None, [], "ip")
    assert len(deal["next"]) == 48


def test_csv(pokerlab, turn, tmp_path):
    path = tmp_path / "root.csv"
    assert pokerlab("show", turn, "--csv", str(path), "--loss", "bet 60").code == 0
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert set(rows[0]) == {
        "hand", "made", "reach", "share", "ev", "equity", "realisation", "check", "bet 60", "bet 160",
        "ev check", "ev bet 60", "ev bet 160", "loss bet 60",
    }  # fmt: skip
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1)
    by_class = pokerlab("show", turn, "--classes", "--csv", "-").out
    assert [row["hand"] for row in csv.DictReader(io.StringIO(by_class))] == ["AA", "KJs", "JTs"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["check/fold"], "'fold' is not a move after 'check'; legal: check, bet 60, bet 160"),
        (["check/bet 160/call"], "the hand is over there (showdown)"),
        (["check/check/check"], "which river?"),
        (["--filter", "flush drew"], "did you mean 'flush draw'?"),
        (["--hands", "--hand", "72o"], "oop has none of these hands at the start"),
        (["--hand", "AXs"], "'AXs' is not a hand class"),
        (["--loss", "bet 61"], "'bet 61' is not a move"),
        (["--player", "hero"], "--player 'hero': oop or ip"),
        (["--player", "ip", "--loss", "check"], "ip does not decide there"),
        (["check/check", "--best"], "does not decide there"),
        (["--svg", "x.gif"], "--svg writes .svg, not 'x.gif'"),
        (["--by", "rank"], "--by goes with --runouts"),
        (["--runouts", "--by", "colour"], "card, rank or suit"),
        (["check", "--runouts"], "no card is dealt before it"),
    ],
)
def test_bad_input_is_one_line(pokerlab, turn, arguments, complaint):
    done = pokerlab("show", turn, *arguments)
    assert done.code == 2
    assert done.out == ""
    assert complaint in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(("content", "complaint"), [(None, "No such file"), (b"[river]", "is not a file that")])
def test_bad_files_are_one_line(pokerlab, tmp_path, content, complaint):
    path = tmp_path / "x.sol"
    if content is not None:
        path.write_bytes(content)
    done = pokerlab("show", str(path))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert complaint in done.err


@pytest.mark.parametrize(
    ("parts", "widths"),
    [
        ([1.0, 0.0], [6, 0]),
        ([0.5, 0.5], [3, 3]),
        ([0.34, 0.33, 0.33], [2, 2, 2]),
        ([0.9, 0.1], [5, 1]),
        ([0, 0.02, 0.98], [0, 0, 6]),
    ],
)
def test_cells_are_split_into_whole_characters(parts, widths):
    assert split_widths(parts, 6) == widths
