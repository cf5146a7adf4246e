"""Charts in characters and as pictures."""

import builtins
import sys

import pytest

from pokerlab._charts import Chart
from pokerlab.errors import ChartError

CHART = Chart("title", "x", "y", {"a": [(1, 1.0), (10, 0.1), (100, 0.01)], "b": [(1, 0.5), (100, 0.0)]}, True, True)


def test_text_has_axes_marks_and_a_legend():
    lines = CHART.as_text(width=21, height=5).splitlines()
    assert lines[0] == "title (y)"
    assert lines[1].startswith("   1 |o")
    assert lines[5].startswith("0.01 |                    o")
    assert lines[7].split() == ["1", "x", "100"]
    assert lines[8] == "o a  x b"
    assert sum(line.count("o") for line in lines[1:6]) == 3


def test_nothing_to_draw():
    assert "(no points)" in Chart("t", "x", "y", {"a": [(0, 0)]}, log_x=True).as_text()
    assert "o a" in Chart("t", "x", "y", {"a": [(1, 1)]}).as_text()


def test_pictures():
    pytest.importorskip("matplotlib")
    assert CHART.as_png().startswith(b"\x89PNG")


def test_pictures_need_matplotlib(monkeypatch):
    real = builtins.__import__

    def no_matplotlib(name, *args, **options):
        if name.startswith("matplotlib"):
            raise ImportError
        return real(name, *args, **options)

    monkeypatch.setattr(builtins, "__import__", no_matplotlib)
    with pytest.raises(ChartError, match="need matplotlib"):
        CHART.as_png()


def test_many_lines_can_be_told_apart():
    chart = Chart("Many", "x", "y", {f"line {n}": [(0, n), (1, n)] for n in range(24)})
    legend = chart.as_text().splitlines()[-1]
    assert len({words.split()[0] for words in legend.split("  ")}) == 24
    pytest.importorskip("matplotlib")
    assert chart.as_png().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "arguments",
    [
        ["small", "leduc", "--iterations", "1000000000", "--plot", "x.png"],
        ["pushfold", "--stacks", "10,10,10,10,10,10,10,10,10", "--blinds", "0.5/1", "--out", "x.png"],
        ["size", "holdem-limit", "--recall", "ibr", "--growth", "--plot", "x.png"],
    ],
)
def test_a_missing_library_is_said_before_the_work(pokerlab, monkeypatch, tmp_path, arguments):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    done = pokerlab(*arguments)
    assert done.code == 2
    assert done.err.startswith("pokerlab: PNG charts need matplotlib: pip install 'pokerlab[plot]'")
    assert not any(tmp_path.iterdir())
