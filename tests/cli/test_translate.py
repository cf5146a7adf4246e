"""`pokerlab translate`."""

import json

import pytest


@pytest.fixture
def strategy(pokerlab, tmp_path):
    path = tmp_path / "fcpa.strategy"
    assert pokerlab("small", "leduc-nl:12", "--menu", "fcpa", "--algorithm", "lp", "--out", str(path)).code == 0
    return str(path)


def test_steps_of_a_shadow(pokerlab, strategy):
    done = pokerlab("translate", strategy, "r4c/r3", "--json")
    content = json.loads(done.out)
    assert content["schema"] == "pokerlab/translate/1"
    assert [step["action"] for step in content["steps"]] == ["r4", "c", "r3"]
    first = content["steps"][0]
    assert [(place["line"], place["pot"]) for place in first["places"]] == [("r2", 4), ("r11", 13)]
    assert [place["share"] for place in first["places"]] == pytest.approx([7 / 11, 4 / 11])
    assert content["steps"][1]["is_own"]
    assert [place["is_over"] for place in content["steps"][2]["places"]] == [False, False, True]
    assert sum(content["chances"].values()) == pytest.approx(1, abs=1e-6)
    assert content["board"] == "Jh"


def test_options_reach_the_translation(pokerlab, strategy):
    hard = json.loads(pokerlab("translate", strategy, "cr1", "--mapping", "hard", "--without", "EC", "--json").out)
    assert [place["line"] for place in hard["steps"][-1]["places"]] == ["cr2"]
    with_ec = json.loads(pokerlab("translate", strategy, "cr1", "--mapping", "hard", "--json").out)
    assert [place["line"] for place in with_ec["steps"][-1]["places"]] == [""]
    king = json.loads(
        pokerlab("translate", strategy, "r4", "--hand", "Kh", "--board", "Qs", "--nd", "0.01", "--json").out
    )
    assert king["hand"] == "Kh"
    assert "less than 0.01" in king["rules"]
    ended = json.loads(pokerlab("translate", strategy, "r4f", "--seat", "2", "--json").out)
    assert ended["chances"] is None
    larger = json.loads(pokerlab("translate", strategy, "r20", "--game", "leduc-nl:40", "--json").out)
    assert (larger["game"], larger["own_game"]) == ("leduc-nl:40", "leduc-nl:12")
    assert "may turn out a call" in pokerlab("translate", strategy, "cr1", "--mapping", "hard").out
    assert "Now" in pokerlab("translate", strategy, "").out


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["x"], "not a line of play"),
        (["r50"], "action 1 of the line: 'r50' is not legal"),
        (["r4", "--mapping", "firm"], "is not a mapping"),
        (["r4", "--perspective", "up"], "is not a perspective (abstract, real)"),
        (["r4", "--without", "BB"], "is not a fix (AA, CisC, EC)"),
        (["r4", "--hand", "Ac"], "not in the deck"),
        (["r4", "--hand", "Jh", "--board", "Jh"], "dealt already"),
        (["r4", "--hand", "JhJs"], "1 different card"),
        (["r4", "--game", "leduc"], "without limit"),
        (["r4", "--game", "holdem-nolimit"], "cannot be played in holdem-nolimit"),
        (["r4", "--seat", "3"], "has no seat 3"),
        (["r4", "--nd", "2"], "at least 0 and below 1"),
    ],
)
def test_bad_input_is_one_line(pokerlab, strategy, options, line):
    done = pokerlab("translate", strategy, *options)
    assert done.code == 2
    assert line in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_files_that_are_no_strategy(pokerlab, tmp_path):
    assert "cannot be read" in pokerlab("translate", str(tmp_path / "none"), "r4").err
