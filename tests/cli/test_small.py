"""The verbs `small` and `reproduce`."""

import json
import sys
from pathlib import Path

import pytest

from pokerlab.equilibrium.strategy import Strategy

RIVER = str(Path(__file__).parents[2] / "examples" / "river.toml")


def load(done, schema):
    assert done.code == 0, done.err
    content = json.loads(done.out)
    assert content["schema"] == schema
    return content


def test_small_solves_to_a_nash_conv(pokerlab):
    done = pokerlab("small", "leduc", "--algorithm", "plus", "--nash-conv", "0.01", "--json")
    content = load(done, "pokerlab/small/2")
    assert content["nash_conv"] <= 0.01
    assert content["value"] == pytest.approx(-0.0856, abs=0.01)
    assert content["infosets"] == [144, 144]
    assert content["steps"][-1]["nash_conv"] == content["nash_conv"]


def test_small_ends_at_a_thousandth_without_a_limit(pokerlab):
    assert load(pokerlab("small", "kuhn", "--json"), "pokerlab/small/2")["nash_conv"] <= 1e-3


def test_small_shows_progress_and_the_strategy(pokerlab):
    done = pokerlab("small", "kuhn", "--iterations", "50", "--show", "--plot", "-")
    assert "value to the first player" in done.out
    assert "cr1" in done.out
    assert "iteration 50: NashConv" in done.err
    assert "o NashConv" in done.err


def test_several_rules_in_one_chart(pokerlab, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    done = pokerlab("small", "kuhn", "--iterations", "50", "--plot", "-", "--against", "vanilla", "--against", "pure")
    assert "o discounted  x vanilla  + pure" in done.err
    chart = done.err[done.err.index("kuhn (NashConv)") :].splitlines()
    assert max(map(len, chart)) <= 80
    assert any("x" in line for line in chart[1:21])
    assert "50 iterations of discounted" in done.out
    done = pokerlab("solve", RIVER, "--no-file", "--plot", "-", "--against", "plus")
    assert "o discounted:1.5,0.25,4  x plus" in done.err


@pytest.mark.parametrize("verb", [["small", "kuhn"], ["solve", RIVER, "--no-file"]])
def test_what_cannot_be_drawn_is_said_before_the_work(pokerlab, verb, monkeypatch):
    assert "--against goes with --plot" in pokerlab(*verb, "--against", "plus").err
    done = pokerlab(*verb, "--plot", "-", "--against", "pluss")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "'pluss'" in done.err
    done = pokerlab(*verb, "--plot", "x.gif")
    assert (done.code, done.err) == (2, "pokerlab: x.gif: charts are PNG pictures, as x.png\n")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    done = pokerlab(*verb, "--plot", "x.png")
    assert (done.code, done.err) == (2, "pokerlab: PNG charts need matplotlib: pip install 'pokerlab[plot]'\n")


def test_small_writes_a_strategy_and_resumes(pokerlab, tmp_path):
    out, checkpoint = tmp_path / "a.strategy", tmp_path / "a.ckpt"
    common = ("small", "leduc-nl:12", "--menu", "fcpa", "--checkpoint", str(checkpoint))
    assert pokerlab(*common, "--iterations", "40").code == 0
    done = pokerlab(*common, "--iterations", "100", "--resume", "--out", str(out))
    assert done.code == 0
    resumed = Strategy.load(out)
    assert resumed.made.iterations == 100
    assert pokerlab("small", "leduc-nl:12", "--menu", "fcpa", "--iterations", "100", "--out", str(out)).code == 0
    assert Strategy.load(out) == resumed
    again = pokerlab(*common, "--iterations", "100", "--resume")
    assert again.code == 0


def test_small_by_linear_programming(pokerlab):
    content = load(pokerlab("small", "kuhn", "--algorithm", "lp", "--json", "--show"), "pokerlab/small/2")
    assert content["value"] == pytest.approx(-1 / 18)
    assert len(content["strategy"]) == 12


def test_small_draws_a_png(pokerlab, tmp_path):
    pytest.importorskip("matplotlib")
    assert pokerlab("small", "kuhn", "--iterations", "20", "--plot", str(tmp_path / "a.png")).code == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["small", "kun"], "'kun' is not a game (did you mean 'kuhn'?)"),
        (["small", "holdem-limit"], "too many"),
        (["small", "kuhn3"], "two players"),
        (["small", "leduc", "--menu", "fcpa"], "fixed bets"),
        (["small", "leduc-nl:12", "--menu", "fcx"], "'x' is no action"),
        (["small", "kuhn", "--algorithm", "magic"], "'magic' is not an algorithm"),
        (["small", "kuhn", "--resume"], "--resume needs --checkpoint"),
        (["small", "kuhn", "--iterations", "0"], "--iterations"),
        (["reproduce", "kujath/cgh-smal"], "did you mean 'kujath/cgh-small'?"),
        (["reproduce", "kujath/cgh-small", "--scale", "huge"], "--scale is small or full"),
    ],
)
def test_bad_input_is_one_line(pokerlab, arguments, line):
    done = pokerlab(*arguments)
    assert done.code == 2
    assert line in done.err
    assert done.err.count("\n") == 1


def test_a_foreign_checkpoint_is_one_line(pokerlab, tmp_path):
    (tmp_path / "a.ckpt").write_text("hello")
    done = pokerlab("small", "kuhn", "--iterations", "5", "--resume", "--checkpoint", str(tmp_path / "a.ckpt"))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "is not a checkpoint" in done.err


def test_the_experiment_on_greedy_hedging(pokerlab, tmp_path):
    pytest.importorskip("matplotlib")
    assert "kujath/cgh-small" in pokerlab("reproduce").out
    out = tmp_path / "cgh"
    assert pokerlab("reproduce", "kujath/cgh-small", "--out", str(out)).code == 0
    text = (out / "kujath-cgh-small.md").read_text()
    assert "CGH c=0.175" in text
    assert len(list(out.glob("kujath-cgh-small-*.png"))) == 6
