"""What people see: within the width of the terminal, as much on a terminal as in a pipe, readable on all colours."""

import re
from itertools import product

import numpy as np
import pytest
from rich.table import Table

from pokerlab.cli import terminal
from pokerlab.cli.matrix import Cell, fade, fit, ink, paint_matrix, paint_small_charts, weight_cells
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.spot import PushFoldSpot

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
RIVER = "examples/river.sol"
SHOWN = [
    ("show", RIVER, "check/bet 100"),
    ("show", RIVER, "check", "--hands", "--classes", "--made"),
    ("show", RIVER, "check", "--matrix", "ev"),
    ("show", RIVER, "check", "--matrix", "equity", "--player", "oop"),
    ("show", "examples/heads-up.pf", "--chart", "--gain"),
    ("show", "examples/kuhn.strategy"),
    ("range", "22+,A2s+,K9s+,QTs+,JTs,T9s,98s,87s,76s,ATo+,KJo+,54s:0.25"),
    ("equity", "20%", "QQ+,AK", "--board", "QhJh2c", "--matrix"),
    ("equity", "22+,A2s+,K9s+,QTs+,JTs,T9s,98s,87s,76s,65s,54s,ATo+,KJo+,QJo", "AhKh", "--board", "2c3d4h5s"),
    ("show", RIVER, "check", "--hands", "--loss", "check", "--best"),
    ("solve", "examples/river.toml", "--no-file"),
    ("eval", "AhKh", "QsQd", "--board", "QhJhTh2c3d"),
    ("icm", "4000,3000,2000,1000,500,400", "--payouts", "40,30,20,10", "--places", "--bubble", "--deal"),
    ("size", "holdem-limit", "--players", "6"),
    ("tree", "examples/flop.toml"),
    ("small", "kuhn", "--algorithm", "lp", "--show"),
    ("reproduce",),
    ("tables", "list"),
]


@pytest.fixture
def look(pokerlab, monkeypatch):
    """`look(80, "range", "AA")` gives the lines that a terminal of so many columns or a pipe would show."""

    def run(columns: int, *arguments: str, colours: bool = False) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        for name in ("FORCE_COLOR", "NO_COLOR"):
            monkeypatch.delenv(name, raising=False)
        if colours:
            monkeypatch.setenv("FORCE_COLOR", "1")
            monkeypatch.setenv("COLORTERM", "truecolor")
        terminal.console.cache_clear()
        done = pokerlab(*arguments)
        assert done.code == 0, done.err
        return done.out.splitlines()

    yield run
    terminal.console.cache_clear()


@pytest.mark.parametrize("columns", [80, 120, 200])
@pytest.mark.parametrize("arguments", SHOWN, ids=" ".join)
def test_nothing_is_wider_than_the_terminal_and_a_terminal_shows_what_a_pipe_shows(look, arguments, columns):
    piped = look(columns, *arguments)
    assert max(map(len, piped)) <= columns
    assert not any("…" in line for line in piped), "cut off"
    painted = look(columns, *arguments, colours=True)
    assert [ESCAPES.sub("", line).rstrip() for line in painted] == [line.rstrip() for line in piped]


def test_a_pipe_is_as_wide_as_a_page(look, monkeypatch, pokerlab):
    monkeypatch.delenv("COLUMNS", raising=False)
    terminal.console.cache_clear()
    assert 80 < max(map(len, pokerlab("show", RIVER).out.splitlines())) <= 120


def test_ink_is_read_on_every_background():
    """4.5 to 1 is what WCAG 2 asks of text; of any background black or white has that."""

    def luminance(colour):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)]
        return np.dot(linear, (0.2126, 0.7152, 0.0722))

    for colour, part in product(product(range(0, 256, 15), repeat=3), (0, 0.5, 1)):
        shade = fade(colour, part)
        ours = luminance(tuple(int(ink(shade)[k : k + 2], 16) for k in (1, 3, 5)))
        low, high = sorted((ours, luminance(shade)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, shade


def test_classes_that_seldom_come_are_pale():
    amber, grey = (255, 176, 40), (112, 112, 112)
    assert fade(amber, 1) == amber
    distance = [sum(abs(a - b) for a, b in zip(fade(amber, part), grey, strict=True)) for part in (0, 0.3, 1)]
    assert distance == sorted(distance)


@pytest.mark.parametrize(
    ("number", "room", "text"),
    [(35.714, 4, "35.7"), (35.714, 5, "35.71"), (-12.345, 4, "-12"), (0.5, 4, "0.50"), (-0.001, 5, "0.00"),
     (1234.4, 4, "1234"), (12345, 4, "12k"), (1e6, 4, "1M"), (float("nan"), 4, "-")],
)  # fmt: skip
def test_numbers_fit_their_cells(number, room, text):
    assert fit(number, room) == text


def test_gains_have_three_digits_where_there_is_room():
    assert [fit(x, 8, is_signed=True) for x in (0.01234, -35.71, 2.0)] == ["+0.0123", "-35.7", "+2.00"]
    assert fit(0.01234, 5, is_signed=True) == "+.012"


def test_names_and_numbers_are_on_one_line_where_there_is_room(look):
    narrow, wide = (look(columns, "range", "AA,KK:0.5") for columns in (80, 120))
    assert (narrow[2].split()[1:2], narrow[3].split()) == (["KK"], ["50%"])
    assert "KK  50%" in wide[1]
    assert look(80, "range", "AA,KK")[:1] == ["  AA   ·    ·    ·    ·    ·    ·    ·    ·    ·    ·    ·    ·"]


def test_a_cell_is_split_between_its_moves(look):
    look(120, "tables", "list", colours=True)
    green, blue = (90, 175, 90), (70, 130, 210)
    cells = [Cell("AA", "x75", ((green, 0.75), (blue, 0.25))), *[None] * 168]
    line = paint_matrix(cells).split("\n")[0]
    spans = [(span.start, span.end, str(span.style)) for span in line.spans if "on #" in str(span.style)]
    assert spans == [(0, 6, "#000000 on #5aaf5a"), (6, 8, "#000000 on #4682d2")]


def test_the_matrices_of_a_solution(look):
    """The bluff-catcher is aces alone: the class is worth what the player is."""
    ev, equity = (look(120, "show", RIVER, "--matrix", what) for what in ("ev", "equity"))
    assert any(line.startswith("EV of oop in chips, of a pot of 100:") for line in ev)
    assert any(line.startswith("equity of oop in percent:") for line in equity)
    assert any(line.startswith("AA  35.7 ") for line in ev)
    assert any(line.startswith("AA  57 ") for line in equity)
    held = look(120, "show", RIVER, "--matrix", "range")
    assert any(line.startswith("how much of each class oop comes") for line in held)


def test_an_unknown_matrix_is_one_line(pokerlab):
    done = pokerlab("show", RIVER, "--matrix", "luck")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "--matrix 'luck': strategy, range, ev, equity" in done.err


def test_a_wide_table_goes_on_below_with_its_first_column(look, capsys):
    look(80, "tables", "list")
    table = Table(box=None, pad_edge=False)
    for column in ("hand", *(f"number {n}" for n in range(12))):
        table.add_column(column, justify="right")
    table.add_row("AhKh", *(f"{n}.12345" for n in range(12)))
    terminal.print_table(table)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines] == ["hand", "AhKh", "hand", "AhKh"]
    assert sum(lines[k].count(".12345") for k in (1, 3)) == 12


def test_small_charts_stand_side_by_side(look):
    look(80, "tables", "list")
    weights = np.zeros(169)
    weights[[0, 1, 14]] = 1, 0.42, 0.001
    lines = paint_small_charts([(["BTN push", "1.0%"], weights)] * 6).plain.splitlines()
    assert lines[0].split() == ["BTN", "push"] * 5
    assert lines[2].split() == ["#4" + "·" * 11] * 5
    assert lines[3].startswith("·" * 13)
    assert max(map(len, lines)) <= 80


def test_weights_that_are_all_whole_are_names_alone():
    cells = weight_cells(np.arange(169) % 2 * 1.0)
    assert {cell.value for cell in cells if cell} == {""}


@pytest.fixture(scope="module")
def six(tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("six") / "six.pf"
    spot = PushFoldSpot.of([8, 10, 6, 12, 9, 7], (0.5, 1), payouts=(50, 30, 20))
    solve(spot, draft=True).save(path)
    return str(path)


def test_many_decisions_are_a_page_of_small_charts(look, six):
    for columns in (80, 120):
        lines = look(columns, "show", six)
        assert max(map(len, lines)) <= columns
        assert len(lines) < 60
        shown = "\n".join(lines)
        assert shown.count(" push") == 5
        assert "calls against one all-in" in shown
        assert "20 decisions" in shown
    assert len(look(120, "show", six, "--chart")) > len(lines)


def test_one_decision_at_a_time(look, pokerlab, six):
    lines = look(80, "show", six, "--player", "BB", "--against", "btn")
    assert [line.partition(":")[0] for line in lines if " call against " in line] == ["BB call against BTN"]
    assert max(map(len, lines)) <= 80
    for options, complaint in (
        (("--player", "SB", "--against", "BB"), "SB never decides against BB alone: the order is"),
        (("--against", "XX"), "no decision of 'XX': the positions are"),
    ):
        done = pokerlab("show", six, *options)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert complaint in done.err
