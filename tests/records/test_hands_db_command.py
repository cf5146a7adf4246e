"""`pokerlab hands db`: the hand database from the command line."""

import json

import pytest
from typer.testing import CliRunner

from pokerlab.cli.hands_db import app
from pokerlab.errors import RecordError

HAND = """[{number}]
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = ["d dh p1 7d2c", "d dh p2 AhKh", "p2 cbr {size}", "p1 f"]
players = ["Ann", "Ben"]
hand = {number}
table = "Alpha"
_hero = 1

"""


def run(*arguments):
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None:
        raise result.exception
    return result


@pytest.fixture(autouse=True)
def database(tmp_path, monkeypatch):
    monkeypatch.setenv("POKERLAB_DATA_DIR", str(tmp_path / "data"))
    path = tmp_path / "session.phhs"
    path.write_text("".join(HAND.format(number=number, size=300 + number) for number in range(1, 9)) + "[9]\nx = 1\n")
    return path


def test_hands_are_put_in_listed_counted_marked_and_written(database, tmp_path):
    with pytest.raises(RecordError, match="there is no hand database yet"):
        run("list")
    told = run("import", database)
    assert "8 new, 0 known, 1 broken; 8 hands in all" in told.output
    assert f"{database}:" in told.output
    again = json.loads(run("import", database, "--json").stdout)
    assert (again["schema"], again["known"], again["broken"]) == ("pokerlab/hands-db-import/1", 8, 1)
    listed = json.loads(run("list", "--cards", "AKs", "--result", "won", "--json").stdout)
    assert (listed["schema"], listed["count"]) == ("pokerlab/hands-db-list/1", 8)
    assert listed["hands"][0]["cards"] == "AhKh"
    assert "3 of 8 hands" in run("list", "--most", 3).stdout
    counted = json.loads(run("stats", "--player", "Ann", "--json").stdout)
    assert (counted["all"]["hands"], counted["all"]["vpip"]) == (8, 0.0)
    assert "hero" in run("stats").stdout
    assert "*, ask" in run("mark", 2, "--star", "--tags", "ask", "--note", "so").stdout
    assert json.loads(run("list", "--star", "--json").stdout)["count"] == 1
    shown = run("show", 2).stdout
    assert "Hand 2: Alpha, starred, tagged ask" in shown
    assert "Note: so" in shown
    assert json.loads(run("show", 2, "--json").stdout)["hand"]["hero"] == 1
    out = tmp_path / "out.phhs"
    assert f"{out}: 8 hands" in run("export", "--out", out).stdout
    assert "8 known" in run("import", out).stdout
    assert len(run("export", "--to", "csv", "--star").stdout.splitlines()) == 3
    assert run("list", "--not-all-in", "--no-showdown").stdout.endswith("8 of 8 hands\n")


def test_what_is_wrong_is_one_line(database):
    run("import", database)
    for arguments in (("list", "--cards", "AXs"), ("show", "99"), ("mark", "99", "--star"), ("list", "--pot", "x")):
        with pytest.raises(RecordError) as caught:
            run(*arguments)
        assert "\n" not in str(caught.value)
