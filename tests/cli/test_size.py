"""The verb size."""

import json
import sys

import pytest


def test_a_table_by_street(pokerlab):
    done = pokerlab("size", "holdem-limit", "--players", "3", "--order", "seed")
    assert done.code == 0
    assert "9,496,482" in done.out
    assert "sequences by players in" in done.out


def test_json_is_exact(pokerlab):
    done = pokerlab("size", "holdem-nolimit:stack=400,small_blind=1,big_blind=2", "--cards", "all", "--json")
    facts = json.loads(done.out)
    assert facts["schema"] == "pokerlab/size/1"
    assert facts["total"]["infosets"] == 1375203442350500983963565602824903351778252845259200
    assert [street["street"] for street in facts["streets"]] == ["preflop", "flop", "turn", "river"]


def test_json_has_the_totals_of_the_table(pokerlab):
    total = json.loads(pokerlab("size", "holdem-limit", "--json").out)["total"]
    wanted = {"sequences": 6378, "actions": 16583, "continuing": 637, "terminals": 10206}  # as on docs/sizes.md
    assert {name: total[name] for name in wanted} == wanted
    assert total["infosets"] == 13_803_249_787_132


def test_digits_and_forced_checks(pokerlab):
    game = "holdem-nolimit:stack=400,small_blind=1,big_blind=2"
    done = pokerlab("size", game, "--cards", "all", "--digits", "--forced-checks")
    assert "total states 1375230799524255869389187840877270666266705147774400" in done.out.splitlines()


def test_recall_truncated_and_buckets(pokerlab):
    arguments = ("size", "holdem-limit", "--players", "4", "--cards", "buckets:2.4.8.16", "--json")
    sizes = [
        json.loads(pokerlab(*arguments, *more).out)["total"]["infoset_actions"]
        for more in ((), ("--truncated",), ("--recall", "ibr"), ("--recall", "in+paid+raiser"))
    ]
    assert sizes == sorted(sizes, reverse=True)


def test_bytes(pokerlab):
    done = pokerlab("size", "kuhn", "--bytes", "16", "--disk-bytes", "2", "--json")
    facts = json.loads(done.out)
    assert facts["memory"] == {"bytes_per_action": 16, "bytes": 384}
    assert facts["disk"] == {"bytes_per_action": 2, "bytes": 48}
    assert "384 bytes at 16" in pokerlab("size", "kuhn", "--bytes", "16").out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("holdem-limt",), "'holdem-limt' is not a game (did you mean 'holdem-limit'?)"),
        (("holdem-nolimit:0",), "hold'em is played by 2 to 10 players, not 0"),
        (("holdem-nolimit:999999999",), "hold'em is played by 2 to 10 players, not 999999999"),
        (("leduc-nl:100000000",), "the limit is 200,000 chips in all"),
        (("leduc-nl:12", "--menu", "f,c,1E+999999999999%,a"), "'1E+999999999999%' is no action"),
        (("kuhn", "--cards", "buckets:" + "9" * 5000), "at most 18 digits"),
        (("kuhn", "--players", "3"), "'players=3' is not a parameter of kuhn"),
        (("holdem-limit", "--cards", "some"), "'some' is not a view of the cards"),
        (("holdem-limit", "--recall", "in+mood"), "'mood' is no fact of the betting"),
        (("holdem-limit", "--menu", "fx"), "menu 'fx'"),
        (("holdem-nolimit", "--order", "seed"), "the seed order is for games with a fixed limit"),
        (("holdem-limit", "--order", "odd"), "order"),
        (("holdem-limit", "--players", "11"), "players"),
        (("holdem-limit", "--plot", "x.png"), "--plot draws what --growth shows"),
        (
            ("holdem-limit", "--recall", "ibr", "--growth", "--plot", "x.gif"),
            "x.gif: charts are PNG pictures, as x.png",
        ),
    ],
)
def test_bad_input_is_one_line(pokerlab, arguments, text):
    done = pokerlab("size", *arguments)
    assert done.code == 2
    assert text in done.err
    assert done.err.count("\n") == 1


def test_growth_in_text_and_json(pokerlab):
    done = pokerlab("size", "holdem-limit", "--recall", "ibr", "--growth")
    assert "147,668.68" in done.out
    assert "█" in done.out
    facts = json.loads(pokerlab("size", "holdem-limit", "--recall", "ibr", "--growth", "--order", "seed", "--json").out)
    assert [row["players"] for row in facts["reductions"]] == list(range(2, 11))


def test_growth_as_a_picture(pokerlab, tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "growth.png"
    assert pokerlab("size", "holdem-limit", "--recall", "ibr", "--growth", "--plot", str(path)).code == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_plot_without_matplotlib_says_how_to_get_it(pokerlab, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    done = pokerlab("size", "holdem-limit", "--recall", "ibr", "--growth", "--plot", str(tmp_path / "x.png"))
    assert done.code == 2
    assert done.err == "pokerlab: PNG charts need matplotlib: pip install 'pokerlab[plot]'\n"
