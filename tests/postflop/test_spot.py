"""Spots: read, written, checked; what cannot be is one line."""

import json
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_spots import settings_of_spots, spots

from pokerlab import solve
from pokerlab.betting.sizes import parse_sizes
from pokerlab.cards.ranges import Range
from pokerlab.errors import CardError, RangeError, SpotError
from pokerlab.games.rake import Rake
from pokerlab.lab.expected import expected
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.report import view_record
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import IP, OOP, Spot
from pokerlab.postflop.tree import SpotTree

EXAMPLES = Path(__file__).parents[2] / "examples"
GOOD = {"board": "QsJh2h", "pot": 180, "stack": 910, "oop": "88+,AK", "ip": "99-22,AJs-A2s"}


def spot(**changes):
    content = {**GOOD, **changes}
    return Spot(**{key: value for key, value in content.items() if value is not None})


def test_a_spot_in_python():
    made = spot(flop={"bet": "52%", "raise": "45%"}, stacks=[910, 1200], stack=None)
    assert made.effective_stack == 910
    assert made.oop == Range.parse("88+,AK")
    assert made.sizes(3, IP).raises == parse_sizes("45%", is_raise=True)
    assert spot(oop=Range.parse("AA")) == spot(oop=Range.parse("AA").weights) == spot(oop="AA")
    assert spot(oop=Range.parse("AA").weights.tolist()) == spot(oop="AA")
    assert spot(board=made.board) == spot()
    assert len({spot(), spot(), made}) == 2


def test_sizes_of_one_player_override_those_of_both():
    made = Spot.parse("""
        board = "QsJh2h"
        pot = 180
        stack = 910
        oop = "88+"
        ip = "QQ+"
        [flop]
        bet = "50%"
        donk = "25%"
        [flop.oop]
        bet = "75%"
        [flop.ip]
        raise = ""
        [river]
        bet = ["33%", "a"]
        donk = ""
    """)
    texts = [made.sizes(3, player).texts() for player in (OOP, IP)]
    assert texts == [{"bet": "75%", "raise": "60%", "donk": "25%"}, {"bet": "50%", "raise": ""}]
    assert made.sizes(4, OOP).texts() == {"bet": "50%", "raise": "60%"}  # the defaults
    assert made.sizes(5, OOP).texts() == {"bet": "33%, a", "raise": "60%", "donk": ""}


def test_the_file_on_the_page_is_a_spot():
    page = Path(__file__).parent.parent.parent / "docs" / "spots.md"
    (text,) = re.findall(r"^```toml\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    made = Spot.parse(text)
    assert made.sizes(3, IP).texts() == {"bet": "33%, 75%", "raise": "3x, a"}
    assert made.sizes(3, OOP).texts() == {"bet": "33%, 75%", "raise": "3x", "donk": ""}


def test_hands_on_the_board_do_not_count():
    made = spot(oop="QQ")
    assert (len(made.oop), len(made.live(OOP))) == (6, 3)


@settings(max_examples=150)
@given(settings_of_spots)
def test_a_written_spot_reads_the_same(given_):
    made = Spot(**given_)
    assert Spot.parse(made.to_toml()) == made
    assert Spot(**json.loads(json.dumps(made.to_dict()))) == made
    assert Spot.parse(made.to_toml()).to_toml() == made.to_toml()
    assert tomllib.loads(made.to_toml()) == made.to_dict()


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_any_weights_are_kept_to_the_last_bit(seed):
    made = spot(oop=np.random.default_rng(seed).random(1326))
    assert Spot.parse(made.to_toml()).oop == made.oop


@pytest.mark.parametrize("weight", ["1e-25", "1e-30", "1e-300", "0.0009"])
def test_weights_are_relative(weight):
    """Nuts or nothing against a bluff-catcher: 100 * 4.5 / 7 of the pot, however small all weights are."""
    given_ = Spot.read(EXAMPLES / "river.toml")
    tiny = Spot(**given_.to_dict() | {"oop": f"AA:{weight}", "ip": f"KK:{weight},QJs:{weight}"})
    assert (tiny.oop, tiny.ip) == (given_.oop, given_.ip)
    assert solve(tiny, target=0.05).root.overall_ev[1] == pytest.approx(100 * 4.5 / 7, abs=0.2)


def test_weights_above_a_thousandth_stay_as_they_are():
    spot = Spot.read(EXAMPLES / "river.toml")
    half = Spot(**spot.to_dict() | {"oop": "AA:0.5"})
    assert str(half.oop) == "AA:0.5"


def test_ranges_that_hardly_meet_are_refused():
    """By weight nearly all hands of the one share a card with those of the other: what is left is rounding."""
    spot = Spot(board="2c3d7h8s9s", pot=100, stack=100, oop="AhAs,KhKc:1e-7", ip="AdAs,QhQd:1e-7")
    with pytest.raises(SpotError, match="of all pairs of hands, by weight, can meet"):
        Engine(spot)


def test_names_of_any_kind_are_written():
    for name in ('say "hi"\\', "a\nb\tc", "\x7f\x00", "größe ♠ 🂡"):
        assert Spot.parse(spot(name=name).to_toml()).name == name


def test_rake_is_a_part_of_the_pot_up_to_a_cap():
    assert spot().rake_of(1000) == 0
    assert spot(rake={"percent": 5.0}).rake_of(250) == 12.5
    assert spot(rake={"percent": 5, "cap": 8}).rake_of(250) == 8
    assert spot(rake={"percent": 5, "cap": 8}).rake_of(100) == 5


BAD = [
    ({"board": "QsJh"}, "board: 'QsJh' has 2 cards, a board has 3, 4 or 5"),
    ({"board": ""}, "board: '' has 0 cards, a board has 3, 4 or 5"),
    ({"board": "QsJh2h3h4h5h"}, "board: cards 'QsJh2h3h4h5h': 6 cards, at most 5 allowed"),
    ({"board": "QsQs2h"}, "board: 'Qs' occurs twice in cards 'QsQs2h'"),
    ({"board": "QsJh2x"}, "board: '2x': unknown suit 'x' (suits are c d h s)"),
    ({"board": 7}, "board: a board is a text such as 'QsJh2h', or cards 0..51"),
    ({"board": None}, "board: is missing"),
    ({"pot": 0}, "pot: 0 is not between 1 and 500,000,000 chips"),
    ({"pot": -5}, "pot: -5 is not between 1 and 500,000,000 chips"),
    ({"pot": 2.5, "decimals": 0}, "pot: 2.5 is not a whole number of chips (choose a smaller unit)"),
    ({"pot": 2.555, "decimals": 2}, "pot: 2.555 has more than 2 digits after the point (decimals = 2)"),
    ({"pot": 2.00001}, "pot: 2.00001 has 5 digits after the point, amounts have at most 4"),
    ({"turn": {"ip": {"bet": "1.12345c"}}}, "turn: 1.12345 has 5 digits after the point, amounts have at most 4"),
    ({"pot": -2.5}, "pot: -2.5 is not a whole number of chips"),
    ({"pot": 2.5, "stack": -3}, "stack: -3 is not between 1 and 500,000,000 chips"),
    ({"pot": 2.5, "stack": 10**400}, "stack: 1000000"),
    ({"decimals": 5}, "decimals: must be less than or equal to 4"),
    ({"pot": 2.5, "decimals": "2"}, "pot: 2.5 is not a whole number of chips"),
    ({"pot": "180"}, "pot: '180' is not a number of chips"),
    ({"pot": True}, "pot: True is not a number of chips"),
    ({"pot": float("nan")}, "pot: nan is not a whole number of chips (choose a smaller unit)"),
    ({"pot": float("inf")}, "pot: inf is not a whole number of chips (choose a smaller unit)"),
    ({"pot": 10**12}, "pot: 1000000000000 is not between 1 and 500,000,000 chips"),
    ({"stack": 0}, "stack: 0 is not between 1 and 500,000,000 chips"),
    ({"stack": None}, "stack: is missing"),
    ({"stacks": [10, 20]}, "stack: give either 'stack' or 'stacks', not both"),
    ({"stack": None, "stacks": [10, 0]}, "stacks.1: 0 is not between 1 and 500,000,000 chips"),
    ({"stack": None, "stacks": [10, 20, 30]}, "stacks: must be two numbers, [oop, ip]"),
    ({"stack": None, "stacks": 10}, "stacks: must be two numbers, [oop, ip]"),
    ({"oop": ""}, "oop: the range has no hands"),
    ({"oop": "QsJh"}, "oop: the range has no hands once QsJh2h are taken out"),
    ({"ip": "AXs"}, "ip: 'AXs' is not a hand class (did you mean 'AKs'?)"),
    ({"ip": 5}, "ip: a range is a text such as 'QQ+,AKs', a Range or 1326 weights"),
    ({"ip": [0.5, 0.5]}, "ip: a range has 1326 weights, not [2]"),
    ({"ip": [2.0] * 1326}, "ip: the weights of a range lie between 0 and 1"),
    ({"oop": "AhAs", "ip": "AhAs"}, "oop and ip: every hand of the one shares a card with every hand of the other"),
    ({"oop": "AhAs,AhAd", "ip": "AhKd"}, "oop and ip: every hand of the one shares a card"),
    ({"bord": "QsJh2h"}, "unknown key 'bord' (did you mean 'board'?)"),
    ({"bord": "QsJh2h", "board": None}, "unknown key 'bord' (did you mean 'board'?)"),
    ({"zzz": 1}, "unknown key 'zzz' (known: stack, name, board,"),
    ({"rake": {"percent": 5, "capp": 3}}, "rake: unknown key 'capp' (did you mean 'cap'?)"),
    ({"rake": {"percent": 101}}, "rake.percent: must be less than or equal to 100"),
    ({"rake": {"cap": -1}}, "rake.cap: must be greater than or equal to 0"),
    ({"rake": 5}, "rake: must be a table"),
    ({"flop": {"bets": "50%"}}, "flop: unknown key 'bets' (did you mean 'bet'?)"),
    ({"flop": {"oop": {"raises": "50%"}}}, "flop.oop: unknown key 'raises' (did you mean 'raise'?)"),
    ({"flop": "50%"}, "flop: must be a table"),
    ({"flop": {"oop": "50%"}}, "flop.oop: must be a table"),
    ({"flop": {"bet": "0%"}}, "flop.bet: '0%' makes no bet: a size is above 0"),
    ({"flop": {"bet": "2.5x"}}, "flop.bet: '2.5x': a multiple of the bet faced is for raises only"),
    ({"flop": {"donk": "2.5x"}}, "flop.donk: '2.5x': a multiple"),
    ({"turn": {"raise": "1x"}}, "turn.raise: '1x' makes no raise: a multiple is above 1"),
    ({"river": {"ip": {"raise": "50"}}}, "river.ip.raise: '50' is not a bet size"),
    ({"river": {"bet": 50}}, "river.bet: 50 is not a list of bet sizes such as '33%, 75%, a'"),
    ({"flop": {"ip": {"donk": "50%"}}}, "flop.ip: only the first player (oop) can donk"),
    ({"aggressor": "button"}, "aggressor: must be 'oop' or 'ip'"),
    ({"raise_cap": -1}, "raise_cap: must be greater than or equal to 0"),
    ({"raise_cap": 1.5}, "raise_cap: must be a valid integer"),
    ({"all_in_below": -1}, "all_in_below: must be greater than or equal to 0"),
    ({"merge": float("nan")}, "merge: must be"),
    ({"merge": "0.1"}, "merge: must be a valid number"),
    (
        {"pot": "5.55bb", "big_blind": 10},
        "pot: 5.55bb are 55.5 chips where a big blind has 10, and chips are whole (big_",
    ),
    ({"flop": {"bet": "1.234bb"}}, "flop: 1.234bb are 123.4 chips where a big blind has 100"),
    ({"stack": "10bbb"}, "stack: '10bbb' is not a number of chips"),
    ({"stack": "-10bb"}, "stack: '-10bb' is not a number of chips"),
    ({"pot": "0bb"}, "pot: 0 is not between 1 and"),
    ({"pot": "5bb", "big_blind": "x"}, "pot: '5bb' is not a number of chips"),
    ({"big_blind": 0}, "big_blind: 0 is not between 1 and"),
    ({"name": 5}, "name: must be a valid string"),
    ({"pot": 10**400}, "pot: 1000000"),
    ({"pot": float("inf")}, "pot: inf is not a whole number of chips"),
    ({"pot": ["x" * 10_000]}, "pot: ['xxxx"),
    ({"board": [float("inf"), 2, 3]}, "board: 'inf' is not a card"),
    ({"oop": [10**400]}, "oop: a range is a text such as"),
    ({"all_in_below": 10**400}, "all_in_below: must be"),
    ({"raise_cap": 10**400, "rake": {"percent": 10**400}}, "rake.percent: must be"),
    ({"x" * 10_000: 1}, "unknown key 'xxxx"),
    ({"river": {"bet": "1000000e"}}, "river.bet: '1000000e': a hand is not bet on more than 10 streets"),
    ({"oop": "88+,AK:1e-20"}, "oop: AcKc has weight 1e-20, less than 1e-13 of the largest, 1: leave it out"),
]


@pytest.mark.parametrize(("changes", "line"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_bad_spots_are_one_line(changes, line):
    with pytest.raises(SpotError) as error:
        spot(**changes)
    assert str(error.value).startswith(line)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


def test_files_that_cannot_be_read_are_named(tmp_path):
    path = tmp_path / "spot.toml"
    with pytest.raises(SpotError, match=r"spot\.toml: cannot be read: No such file"):
        Spot.read(path)
    path.write_bytes(b"board = \xff")
    with pytest.raises(SpotError, match=r"spot\.toml: cannot be read: not a text in UTF-8"):
        Spot.read(path)
    path.write_text("board = QsJh2h")
    with pytest.raises(SpotError, match=r"spot\.toml: not TOML: .*line 1"):
        Spot.read(path)
    path.write_text(spot().to_toml().replace("88+", "8X+"))
    with pytest.raises(SpotError, match=r"^[^\n]*spot\.toml: oop: '8X' in '8X\+' is not a hand class"):
        Spot.read(path)
    path.write_text(spot().to_toml())
    assert Spot.read(path) == Spot.read(str(path)) == spot()


def test_amounts_in_big_blinds_are_whole_chips():
    sizes = {"flop": {"bet": "1.75bb, 75%", "raise": ["3x", "12 BB"], "ip": {"bet": ".5bb"}}}
    made = spot(pot="5.5bb", stack="97.25bb", rake={"percent": 5, "cap": "3bb"}, big_blind=20, **sizes)
    assert (made.pot, made.stacks, made.rake.cap, made.big_blind) == (110, (1945, 1945), 60, 20)
    assert made.sizes(3, OOP).bet == parse_sizes("35c, 75%", is_raise=False)
    assert made.sizes(3, IP).bet == parse_sizes("10c", is_raise=False)
    assert made.sizes(3, IP).raises == parse_sizes("3x, 240c", is_raise=True)
    assert Spot.parse(made.to_toml()) == made


def test_a_chip_is_a_hundredth_of_a_big_blind_where_nothing_is_said():
    made = spot(pot="5.5bb", stack=None, stacks=["97.25bb", 10000], add=["check/bet 2bb"])
    assert (made.pot, made.stacks, made.big_blind, made.add) == (550, (9725, 10000), 100, ("check/bet 200",))
    assert spot().big_blind is None


def test_amounts_with_decimals_are_hundredths():
    sizes = {"flop": {"bet": "1.75c, 75%", "raise": ["3x", "12c"], "ip": {"bet": ".5c"}}}
    made = spot(pot=5.5, stack=97, rake={"percent": 5, "cap": 0.3}, add=["check/bet 2.25"], **sizes)
    assert (made.pot, made.stacks, made.rake.cap, made.add) == (550, (9700, 9700), 30, ("check/bet 225",))
    assert (made.decimals, made.big_blind) == (2, None)
    assert [str(size) for size in made.flop.oop.bet] == ["175c", "75%"]
    written = made.to_dict()
    assert (written["pot"], written["stack"], written["decimals"]) == (5.5, 97, 2)
    assert (written["rake"]["cap"], written["add"]) == (0.3, ["check/bet 2.25"])
    assert written["flop"] == {"raise": "3x, 12c", "oop": {"bet": "1.75c, 75%"}, "ip": {"bet": "0.5c"}}
    assert spot(pot=np.float64(5.5), rake=Rake(5, 0.3), stack=97, **sizes).rake.cap == 30


def test_decimals_are_counted_or_said():
    assert spot(pot=5.125).pot == 5125
    assert spot(pot=6, decimals=1).pot == 60
    assert spot(pot=180.0).decimals == spot(flop={"bet": "33.5%"}).decimals == 0
    assert spot(pot=180, flop={"bet": "12.5c"}).pot == 18000
    mixed = spot(pot=5.5, stack="97.25bb")
    assert (mixed.stacks[0], mixed.big_blind) == (9725, 100)
    assert spot(pot=5.5, stack="20bb", big_blind=0.5).stacks[0] == 1000
    assert spot(rake={"percent": 5, "cap": 0.5}).decimals == 0  # parts of a chip count in a rake


@given(settings_of_spots, st.integers(1, 4))
@settings(max_examples=60)
def test_a_spot_with_decimals_is_the_same_spot_in_chips(given, decimals):
    chips = Spot(**given)
    made = chips.model_copy(update={"decimals": decimals})
    for again in (Spot(**made.to_dict()), Spot.parse(made.to_toml()), Spot(**json.loads(json.dumps(made.to_dict())))):
        assert again.rake.cap == (None if made.rake.cap is None else pytest.approx(made.rake.cap))
        assert again.model_copy(update={"rake": made.rake}) == made
    assert made.changed(pot=chips.pot) == made
    one, other = SpotTree.build(chips), SpotTree.build(made)
    for left, right in zip(one.nodes[:200], other.nodes, strict=False):
        assert left.committed == right.committed
        assert other.find(other.path(right)).index == right.index


def test_lines_of_play_are_written_with_decimals():
    made = spot(pot=10, stack=50, decimals=1, flop={"bet": "2.5c", "raise": "3x"}, add=["check/bet 4.5"])
    tree = SpotTree.build(made)
    node = tree.find("check/bet 2.5/raise 7.5/call/turn 7c/check")
    assert tree.path(node) == ("check", "bet 2.5", "raise 7.5", "call", "turn", "check")
    for path in ("X-B2.5-R7.5-C-7c-X", "x/b2.5c/raise to 7.5/c/9c/x", "check/bet 25%/raise 3x/call/turn/check"):
        assert tree.find(path) == node
    assert [move.size for move in tree.moves(tree.find("x"))] == ["", "2.5c", "4.5c"]
    with pytest.raises(SpotError, match=r"'bet 2\.4' is not a move after 'x'; legal: check, bet 2\.5, bet 4\.5$"):
        tree.find("x/bet 2.4")
    with pytest.raises(SpotError, match="more than 1 digits after the point"):
        tree.find("x/bet 2.45")
    with pytest.raises(SpotError, match=r"'bet 99' is not legal: check, raise to 0\.1\.\.50"):
        SpotTree.build(spot(pot=10, stack=50, decimals=1, add=["bet 99"]))


def test_a_solution_speaks_in_the_amounts_of_its_spot(tmp_path):
    river = {"board": "Ks8d7c3h2c", "oop": "AA,QQ,JTs", "ip": "KK,AKs,T9s", "river": {"bet": "50%, 2.5c"}}
    chips = {**river, "river": {"bet": "50%, 250c"}, "add": ["check/bet 300"]}
    whole = solve(Spot(pot=550, stack=1000, **chips), iterations=50)
    exact = solve(Spot(pot=5.5, stack=10, add=["check/bet 3"], **river), iterations=50)
    exact.save(tmp_path / "exact.sol")
    for solution in (exact, Solution.open(tmp_path / "exact.sol")):
        for path in ("", "check", "check/bet 2.75"):
            view, same = solution.at(path), whole.at(path.replace("2.75", "275"))
            assert (view.pot, view.to_call) == (same.pot / 100, same.to_call / 100)
            np.testing.assert_array_equal(view.strategy.table, same.strategy.table)
            np.testing.assert_allclose(view.ev, same.ev / 100)
            np.testing.assert_allclose(view.move_evs, same.move_evs / 100)
            assert view.overall_realisation == pytest.approx(same.overall_realisation)
    record = view_record(exact.at("check"), 1)
    assert record["solution"]["nash_conv"] == pytest.approx(whole.nash_conv / 100)
    assert [(move["text"], move["amount"]) for move in record["moves"]][1:] == [
        ("bet 2.5", 2.5), ("bet 2.75", 2.75), ("bet 3", 3)
    ]  # fmt: skip
    values = [expected(solution, solution.tree.find("check"), []).values for solution in (exact, whole)]
    assert values[0] == pytest.approx(values[1])


def test_lines_of_play_in_big_blinds_and_with_dashes():
    made = spot(pot="10bb", stack="50bb", big_blind=10, flop={"bet": "2.5bb", "raise": "3x"})
    tree = SpotTree.build(made)
    node = tree.find("check/bet 25/raise 75/call/turn 7c/check")
    for path in ("X-B25-R75-C-7c-X", "x-b2.5bb-r7.5bb-c-7c-x", "check/bet 2.5bb/raise 7.5bb/call/turn/check"):
        assert tree.find(path) is node
    with pytest.raises(SpotError, match=r"2\.55bb are 25\.5 chips where a big blind has 10, and chips are whole"):
        tree.find("check/bet 2.55bb")


def test_ranges_of_a_spot_in_files_beside_it(tmp_path):
    (tmp_path / "btn.txt").write_text("88+\nAK")
    path = tmp_path / "spot.toml"
    path.write_text(spot().to_toml().replace('"88+,AK"', '"@btn.txt"'))
    assert Spot.read(path) == spot()
    path.write_text(spot().to_toml().replace('"88+,AK"', '"@co.txt"'))
    with pytest.raises(SpotError, match=r"spot\.toml: oop: [^\n]*co\.txt: cannot be read: No such file"):
        Spot.read(path)
    with pytest.raises(SpotError, match=r"oop: '@btn\.txt' is not a starting range, and a file is not looked for here"):
        spot(oop="@btn.txt")
    assert spot(oop="@btn-push-20bb").oop == Range.parse("@btn-push-20bb")


def test_a_spot_does_not_change():
    with pytest.raises(ValueError, match="frozen"):
        spot().pot = 5


def weights_of(made, player, cards):
    return made.live(player).without(cards).weights


def test_a_spot_continues_where_a_card_is_dealt():
    made = spot(rake={"percent": 5.0}, stacks=[910, 1000], stack=None)
    tree = SpotTree.build(made)
    node = tree.find("check/bet/call")
    board = "QsJh2h7c"
    oop, ip = (weights_of(made, player, "7c") for player in (OOP, IP))
    turn = tree.continued(node, board, oop, 0.25 * ip)
    assert (turn.pot, turn.stacks, turn.aggressor) == (360, (820, 910), "ip")
    assert turn.rake == made.rake
    assert turn.ip.weights == pytest.approx(ip)  # scaled so that the largest is 1
    assert tree.continued(tree.find("check/check"), board, oop, ip).aggressor is None
    assert tree.continued(tree.find("bet/raise/call"), board, oop, ip).aggressor == "ip"
    river = tree.continued(tree.find("bet/call/bet/call"), "Jh2hQs7c3c", oop, ip)  # the order of a flop does not matter
    assert (len(river.board), river.aggressor, river.pot) == (5, "oop", 720)


def test_what_cannot_continue():
    made = spot()
    tree = SpotTree.build(made)
    node, full = tree.find("check/check"), np.ones(1326)
    for wrong in ("QsJh2h", "QsJh2h7c3c", "QsJh3h7c"):
        with pytest.raises(SpotError, match="it has those cards first and 4 in all"):
            tree.continued(node, wrong, full, full)
    with pytest.raises(CardError, match="'Qs' occurs twice"):
        tree.continued(node, "QsJh2hQs", full, full)
    with pytest.raises(SpotError, match="a spot continues where a card is dealt, not at a decision"):
        tree.continued(tree.root, "QsJh2h7c", full, full)
    with pytest.raises(SpotError, match="oop: the range has no hands"):
        tree.continued(node, "QsJh2h7c", 0 * full, full)
    with pytest.raises(RangeError, match="between 0 and 1"):
        tree.continued(node, "QsJh2h7c", full, full - 2 * (np.arange(1326) == 3))


@given(spots)
def test_hashes_of_equal_spots_are_equal(made):
    again = Spot(**made.to_dict())
    assert hash(again) == hash(made)
