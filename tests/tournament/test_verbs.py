"""The verbs icm and pushfold, their charts, and what they say to bad input."""

import json
import sys
from itertools import pairwise

import pytest


def load(done, schema):
    assert done.code == 0, done.err
    content = json.loads(done.out)
    assert content["schema"] == schema
    return content


def test_icm(pokerlab):
    shown = pokerlab("icm", "5000,3000,2000", "--places", "--bubble", "--deal").out
    for piece in ("38.392857", "32.750000", "28.857143", "place 3", "bubble factors", "deal: ICM"):
        assert piece in shown
    content = load(pokerlab("icm", "5000,3000,2000", "--bubble", "--deal", "--places", "--json"), "pokerlab/icm/1")
    assert content["equities"][1] == pytest.approx(32.75)
    assert content["bubble_factors"][0][0] is None
    assert content["deal"]["equal"] == pytest.approx([100 / 3] * 3)
    assert content["method"] == "subsets"
    large = load(pokerlab("icm", ",".join(["1000"] * 30), "--payouts", "winner", "--json"), "pokerlab/icm/1")
    assert large["method"] == "quadrature"
    assert large["equities"][0] == pytest.approx(100 / 30, abs=1e-5)


def test_pushfold_heads_up(pokerlab):
    shown = pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1", "--chart").out
    for piece in ("9.9546", "SB push: 58.28%", "BB call against SB: 37.38%", "epsilon 0.0000%"):
        assert piece in shown
    content = load(pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1", "--json"), "pokerlab/pushfold/1")
    assert content["values"][0] == pytest.approx(10 - 0.045371, abs=5e-7)
    assert content["decisions"][0]["hands"]["72o"]["frequency"] == 0
    assert content["decisions"][1]["against"] == [0]


def test_what_every_hand_gains(pokerlab):
    shown = pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1", "--gain", "--player", "SB").out
    lines = [line.split() for line in shown.splitlines()]
    names = {name: gain for pair in pairwise(lines) for name, gain in zip(*pair, strict=False)}
    assert names["AA"].startswith("+")
    assert names["72o"].startswith("-")
    assert max(map(len, shown.splitlines())) <= 120


def test_is_this_push_right(pokerlab):
    shown = pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1", "--hand", "72o", "--player", "sb").out
    assert "72o: all-in" in shown
    assert "all-in is wrong by" in shown
    assert "BB call" not in shown


def test_pushfold_for_prizes(pokerlab):
    arguments = ["--stacks", "2000,1500,1000", "--blinds", "50/100", "--ante", "0", "--payouts", "65,35", "--json"]
    content = load(pokerlab("pushfold", *arguments), "pokerlab/pushfold/1")
    assert sum(content["values"]) == pytest.approx(100, rel=1e-5)
    assert content["epsilon_percent_of_pool"] <= 0.01
    assert len(content["decisions"]) == 6


@pytest.mark.parametrize(
    "algorithm", ["regret", "fictitious", "fictitious-ordered", "neighbourhood", "expansion", "lp"]
)
def test_every_algorithm_has_a_name(pokerlab, algorithm):
    arguments = ["--stacks", "8,8", "--blinds", "0.5/1", "--algorithm", algorithm, "--iterations", "170", "--json"]
    assert load(pokerlab("pushfold", *arguments), "pokerlab/pushfold/1")["epsilon_percent_of_pool"] < 1


def test_drafts_bounties_and_future_hands(pokerlab):
    draft = load(pokerlab("pushfold", "--stacks", "500,500,500,500", "--draft", "--json"), "pokerlab/pushfold/1")
    assert all(len(decision["against"]) < 2 for decision in draft["decisions"])
    bounty = ["--stacks", "500,500", "--payouts", "60,40", "--bounties", "10,10", "--future", "1", "--json"]
    assert load(pokerlab("pushfold", *bounty), "pokerlab/pushfold/1")["bounties"] == [10, 10]


def test_charts(pokerlab, tmp_path):
    page = tmp_path / "chart.html"
    assert pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1", "--out", str(page)).code == 0
    text = page.read_text()
    assert text.count("<td") == 2 * 169
    assert "SB push: 58.3%" in text
    table = tmp_path / "nash.html"
    assert pokerlab("pushfold", "--stack-table", "--out", str(table)).code == 0
    assert "largest stack to push" in table.read_text()
    content = load(pokerlab("pushfold", "--stack-table", "--json"), "pokerlab/stacktable/1")
    assert content["largest"]["push"]["K2s"] == 19.3
    assert content["largest"]["push"]["72o"] == 1.6


def test_png_charts(pokerlab, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "chart.png"
    assert pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1", "--out", str(picture)).code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_png_charts_without_matplotlib_say_what_to_do(pokerlab, tmp_path, monkeypatch):
    for name in ("matplotlib", "matplotlib.figure", "matplotlib.patches", "matplotlib.backends.backend_agg"):
        monkeypatch.setitem(sys.modules, name, None)
    done = pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1", "--out", str(tmp_path / "chart.png"))
    assert done.code == 2
    assert "pip install 'pokerlab[plot]'" in done.err


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["icm", "5000,x"], "stacks '5000,x': numbers separated by commas are needed"),
        (["icm", "5000,0,100"], "stack 2 is 0: every player in the game has chips"),
        (["icm", "5000,100", "--payouts", "3,2,1"], "3 prizes for 2 players"),
        (["pushfold"], "pokerlab: --stacks is needed"),
        (["pushfold", "--stacks", "-10,10"], "stack 1 is -10"),
        (["pushfold", "--stacks", "10"], "push/fold is for 2 to 10 players, not 1"),
        (["pushfold", "--stacks", "10,10"], "give the blinds, as in --blinds 0.5/1"),
        (["pushfold", "--stacks", "1000,0"], "stack 2 is 0"),
        (["pushfold", "--stacks", "1000,500", "--ante", "-5"], "ante -5: an ante is not negative"),
        (["pushfold", "--stacks", "1000,500", "--payouts", "3,2,1"], "3 prizes for 2 players"),
        (["pushfold", "--stacks", "1000,500", "--blinds", "50/100/100"], "one small and one big blind are needed"),
        (["pushfold", "--stacks", "1000,500", "--blinds", "100"], "one small and one big blind are needed"),
        (["pushfold", "--stacks", "1000,500", "--blinds", "100/50"], "the big blind is above 0 and not below"),
        (["pushfold", "--stacks", "1000,500", "--algorithm", "magic"], "'magic' is not an algorithm"),
        (["pushfold", "--stacks", "1000,500", "--player", "CO"], "no decision of 'CO': the positions are SB, BB"),
        (["pushfold", "--stacks", "1000,500", "--hand", "AXs"], "'AXs' is not one of the 169 hand classes"),
        (["pushfold", "--stacks", "1000,500", "--out", "x.pdf"], "--out writes .pf, .html or .png, not 'x.pdf'"),
        (["pushfold", "--stack-table", "--out", "x.pf"], "--out writes .html or .png, not 'x.pf'"),
        (["pushfold", "--stacks", "1000,500", "--bounties", "5,5"], "bounties are money: they need payouts"),
        (["pushfold", "--stacks", "1000,500,500", "--algorithm", "lp"], "the linear program is for two players"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(pokerlab, arguments, line):
    done = pokerlab(*arguments)
    assert done.code == 2
    assert line in done.err
    assert done.err.count("\n") == 1


def test_help_has_examples(pokerlab):
    for verb in ("icm", "pushfold", "reproduce"):
        assert f"pokerlab {verb}" in pokerlab(verb, "--help").out.split("Example")[1]


def test_a_path_that_cannot_be_written_is_refused_before_the_work(pokerlab, tmp_path):
    (tmp_path / "file").write_text("")
    done = pokerlab("pushfold", "--stacks", "1000,1000", "--out", str(tmp_path / "file" / "chart.html"))
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


def test_an_unknown_hand_is_refused_before_the_work(pokerlab):
    done = pokerlab("pushfold", "--stacks", "1000,1000", "--hand", "ZZ")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "'ZZ' is not one of the 169 hand classes" in done.err


def test_large_fields_show_their_first_players(pokerlab):
    done = pokerlab("icm", ",".join(["1000"] * 250))
    assert done.code == 0
    assert "... the first 200 of 250 players; --json has all of them" in done.out
    assert len(json.loads(pokerlab("icm", ",".join(["1000"] * 250), "--json").out)["equities"]) == 250


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("pushfold", "--stacks", "1000,1000", "--payouts", "winner", "--bounties", "nan,1"), "bounties"),
        (("pushfold", "--stacks", "1e308,1e308"), "stack 1 is 1e+308"),
        (("pushfold", "--stacks", "1000,nan"), "stack 2 is nan"),
        (
            ("pushfold", "--stacks", "1000,1000", "--future", "1000000"),
            "1,000,000 hands ahead: this hand ends in 3 ways",
        ),
        (("pushfold", "--stacks", "1000,1000", "--ante", "inf"), "not a finite number"),
        (("icm", "1e400,1,1"), "stack 1 is inf"),
        (("icm", "1000,1000", "--payouts", "1e308,1e308"), "prize 1 is 1e+308"),
    ],
)
def test_numbers_without_bounds_are_one_line(pokerlab, arguments, line):
    done = pokerlab(*arguments)
    assert done.code == 2
    assert line in done.err
    assert done.err.count("\n") == 1
