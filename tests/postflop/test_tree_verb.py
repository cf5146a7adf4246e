"""`pokerlab tree`, and spots given as options."""

import json
from pathlib import Path

import pytest

from pokerlab.cards.ranges import Range
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import SpotTree

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FLOP, RIVER = str(EXAMPLES / "flop.toml"), str(EXAMPLES / "river.toml")
OPTIONS = ("--board", "QsJh2h7c3d", "--pot", "100", "--stack", "150", "--oop", "QQ+", "--ip", "20%")


def load(done):
    assert done.code == 0, done.err
    content = json.loads(done.out)
    assert content["schema"] == "pokerlab/tree/1"
    return content


def spot_of(pokerlab, *arguments):
    return Spot(**load(pokerlab("tree", *arguments, "--json", "--depth", "1"))["spot"])


def test_a_river_is_shown_whole(pokerlab):
    shown = pokerlab("tree", RIVER).out.splitlines()
    assert shown[0] == "K♠ 8♦ 7♣ 3♥ 2♣  pot 100, 100 behind; 6 hands (oop) against 7 (ip)"
    assert shown[-6:] == [
        "river, pot 100",
        "  oop check",
        "    ip check -> showdown, pot 100",
        "    ip bet 100 (100%, all-in) pot 200, 100 to call",
        "      oop fold -> ip wins 100",
        "      oop call -> showdown, pot 300",
    ]


def test_the_first_street_is_shown_unless_more_is_asked_for(pokerlab):
    first = pokerlab("tree", FLOP).out
    assert "ip call -> turn, pot 163" in first
    assert "-> river" not in first
    more = pokerlab("tree", FLOP, "--street", "turn").out
    assert "-> river, pot 55" in more
    assert "showdown" not in more.split("\n\n")[2]
    assert "showdown" in pokerlab("tree", FLOP, "--street", "river").out.split("\n\n")[2]


def test_betting_is_shown_once(pokerlab):
    sizes = ("--flop-bet", "50%", "--flop-raise", "", "--turn-bet", "50%", "--turn-raise", "")
    shown = pokerlab("tree", *OPTIONS, "--board", "QsJh2h", *sizes, "--street", "turn").out
    assert shown.count("-> turn, pot 200") == 2
    assert shown.count("-> turn, pot 200, as after 'check/bet 50/call'") == 1
    assert shown.count("bet 100 (50%, all-in)") == 2


def test_a_part_of_the_tree(pokerlab):
    shown = pokerlab("tree", FLOP, "--node", "check/bet 33%/call/turn 9c", "--depth", "1").out.split("\n\n")[2]
    assert shown.splitlines() == ["turn, pot 91", "  oop check"]
    inner = pokerlab("tree", FLOP, "--node", "check/bet", "--depth", "1").out.split("\n\n")[2].splitlines()
    assert inner[0] == "ip bet 18 (33%) pot 73, 18 to call"
    assert inner[-1] == "  oop raise 54 (3x) pot 127, 36 to call"


def test_json_has_every_node(pokerlab):
    content = load(pokerlab("tree", FLOP, "--json"))
    tree = SpotTree.build(Spot.read(FLOP))
    assert Spot(**content["spot"]) == tree.spot
    assert [node["children"] for node in content["nodes"]] == [list(node.children) for node in tree.nodes]
    assert content["nodes"][2]["move"] == {"text": "check", "amount": 0, "all_in": False, "size": ""}
    assert [row["street"] for row in content["streets"]] == ["flop", "turn", "river"]
    assert content["streets"][0]["decisions"] == 4
    flop_only = load(pokerlab("tree", FLOP, "--json", "--street", "flop"))["nodes"]
    assert {node["street"] for node in flop_only} == {"flop"}


def test_a_spot_from_options_alone(pokerlab):
    sizes = ("--river-bet", "50%, a", "--river-raise", "3x", "--rake", "5", "--rake-cap", "4", "--raise-cap", "3")
    more = ("--big-blind", "2", "--aggressor", "ip", "--river-donk", "25%", "--merge", "0.1", "--all-in-below", "1.5")
    made = spot_of(pokerlab, *OPTIONS, *sizes, *more, "--force-all-in-below", "0.2", "--set", "all_in_past_cap=true")
    assert made == Spot(
        board="QsJh2h7c3d", pot=100, stack=150, oop="QQ+", ip="20%", rake={"percent": 5.0, "cap": 4.0}, raise_cap=3,
        big_blind=2, aggressor="ip", merge=0.1, all_in_below=1.5, force_all_in_below=0.2, all_in_past_cap=True,
        river={"bet": "50%, a", "raise": "3x", "donk": "25%"},
    )  # fmt: skip


def test_options_change_a_file(pokerlab):
    made = spot_of(pokerlab, RIVER, "--stack", "300,200", "--river-bet", "33%", "--set", "river.ip.raise=2x")
    assert made.stacks == (300, 200)
    assert made.river.oop.texts() == {"bet": "33%", "raise": ""}  # --river-bet is for both players
    assert made.river.ip.texts() == {"bet": "33%", "raise": "2x"}
    assert spot_of(pokerlab, RIVER, "--set", "stacks=[7, 8]").stacks == (7, 8)
    assert spot_of(pokerlab, RIVER, "--set", "name=my spot").name == "my spot"


def test_ranges_in_files(pokerlab, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("btn.txt").write_text("QQ+\nAKs")
    by_option = spot_of(pokerlab, RIVER, "--oop", "@btn.txt")
    assert spot_of(pokerlab, RIVER, "--set", "oop=@btn.txt") == by_option
    assert by_option.oop == Range.parse("QQ+,AKs")
    Path("below").mkdir()
    Path("below/river.toml").write_text(by_option.to_toml().replace('ip = "', 'ip = "@co.txt"  # "', 1))
    Path("below/co.txt").write_text("JJ")
    assert spot_of(pokerlab, "below/river.toml").ip == Range.parse("JJ")
    assert "oop: " in pokerlab("tree", RIVER, "--set", "oop=@none.txt").err


def test_amounts_with_decimals(pokerlab):
    made = spot_of(pokerlab, *OPTIONS, "--pot", "5.5", "--stack", "97.5,100", "--river-bet", "2.5c")
    assert (made.pot, made.stacks, made.decimals) == (550, (9750, 10000), 2)
    assert load(pokerlab("tree", *OPTIONS, "--pot", "5.5", "--json"))["nodes"][0]["pot"] == 5.5
    out = pokerlab("tree", *OPTIONS, "--pot", "5.5", "--river-bet", "33%").out
    assert "pot 5.5, 150 behind" in out
    assert "oop bet 1.82 (33%) pot 7.32, 1.82 to call" in out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([], "pokerlab: a spot is needed: SPOT.toml, or --board, --pot, --stack, --oop and --ip"),
        (["--board", "QsJh2h"], "pokerlab: pot: is missing"),
        (["nowhere.toml"], "pokerlab: nowhere.toml: cannot be read: No such file or directory"),
        ([*OPTIONS, "--pot", "0"], "pokerlab: pot: 0 is not between 1 and 500,000,000 chips"),
        ([*OPTIONS, "--stack", "many"], "pokerlab: --stack 'many': chips or big blinds are needed"),
        ([*OPTIONS, "--stack", "1,2,3"], "pokerlab: stacks: must be two numbers, [oop, ip]"),
        ([*OPTIONS, "--river-bet", "0%"], "pokerlab: river.bet: '0%' makes no bet: a size is above 0"),
        ([*OPTIONS, "--set", "river"], "pokerlab: --set 'river': KEY=VALUE is needed, such as flop.oop.bet=33%"),
        ([*OPTIONS, "--set", "rivver.bet=5%"], "pokerlab: unknown key 'rivver' (did you mean 'river'?)"),
        ([*OPTIONS, "--set", "pot.x=1"], "pokerlab: pot.x: 'pot' is not a table"),
        ([*OPTIONS, "--street", "preflop"], "pokerlab: --street 'preflop': flop, turn or river"),
        ([*OPTIONS, "--node", "bet 7"], "pokerlab: 'bet 7' is not a move at the start; legal: check, bet 50"),
        ([RIVER, "--pot", "0"], "pokerlab: pot: 0 is not between"),
        ([*OPTIONS, "--depth", "0"], "--depth"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(pokerlab, arguments, line):
    done = pokerlab("tree", *arguments)
    assert done.code == 2
    assert line in done.err
    assert done.err.startswith("pokerlab: ")
    assert done.err.count("\n") == 1
    assert done.out == ""


def test_errors_of_a_file_name_it_even_with_options(pokerlab, tmp_path):
    path = tmp_path / "spot.toml"
    path.write_text(Path(RIVER).read_text("utf-8").replace('"AA"', '"AX"'), "utf-8")
    assert f"{path}: oop: 'AX' is not a hand class" in pokerlab("tree", str(path), "--pot", "50").err


def test_help_has_examples_and_panels(pokerlab):
    shown = pokerlab("tree", "--help").out
    assert "pokerlab tree examples/flop.toml" in shown
    assert "Bet sizes" in shown
