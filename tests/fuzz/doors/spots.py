"""Doors of the package `postflop`: spots, sizes, lines of play, locks, groups; and the solver behind them."""

import json
import math
from functools import cache
from pathlib import Path

import numpy as np

from fuzz.door import Door, RefusalError, texts
from fuzz.doors.cards import RANGE_WORDS, RANGES, number, real, whole
from fuzz.doors.records import as_bytes
from fuzz.verdict import expect_named
from pokerlab._toml import parse_toml
from pokerlab.betting.sizes import format_sizes, parse_sizes
from pokerlab.equilibrium.algorithms import parse_rule
from pokerlab.errors import GameError, JobError, SpotError
from pokerlab.postflop.flop_textures import parse_filter
from pokerlab.postflop.grouping import groups_for
from pokerlab.postflop.job import SolveJob
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.locks import parse_lock, read_locks
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solve import solve
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import SpotTree

EXAMPLES = Path(__file__).parents[3] / "examples"
TURN = """name = "a turn"
board = "Td9d6hQc"
pot = 200
stacks = [900, 750]
oop = "66,AA"
ip = "QJs,TT:0.5"
big_blind = 10
aggressor = "ip"
raise_cap = 3
all_in_below = 1.5
force_all_in_below = 0.1
merge = 0.05

[rake]
percent = 5
cap = 3

[turn]
bet = "33%, 75%"
raise = "2.5x, a"
donk = "25%"

[river.oop]
bet = "50%, e"

[river.ip]
bet = "a"
raise = ""
"""
RIVER = """board = "Ks8d7c3h2c"
pot = 100
stack = 100
oop = "AA"
ip = "KK,QJs"

[river]
bet = "100%"
raise = "a"
"""
LINED = RIVER.replace("[river]", 'add = ["check/bet 40"]\nremove = ["bet 100/fold"]\n\n[river]')
SPOT_WORDS = (
    "board = ", "pot = ", "stack = ", "stacks = [", "oop = ", "ip = ", "[river]", "[flop]", "[turn]", "bet = ",
    "raise = ", "donk = ", '"33%, 75%"', '"2e"', "[rake]", "percent = ", "cap = ", "true", "inline = {a = 1}",
    "merge = ", "raise_cap = ", "big_blind = ", "all_in_past_cap = true",
    'add = ["check/bet 40"]', 'remove = ["', "check/", "/bet 33", "/turn", "/raise 2.5x",
)  # fmt: skip
JOB = (
    RIVER
    + """
[job]
target = 0.3
iterations = 500
seconds = 60
rule = "plus"
locks = ["check/bet 100: fold 0.8, call 0.2", ": AA: check 1"]
compare = false
compressed = true
threads = 2
out = "a.sol"
streets = "turn"
checkpoint = "a.ckpt"
resume = true
"""
)
JOB_WORDS = (
    "[job]", "target = ", "iterations = ", "seconds = ", "rule = ", "groups = ", "locks = [", '"AA: check 1"',
    "seed = ", "threads = ", "out = ", "resume = true", "compare = false", "isomorphism = 1", "job = 3", "nan",
    "spot = {}",
)  # fmt: skip
SIZES = ("33%, 75%, a", "50%", "2.5x", "100c, 250c", "e", "2e, 3e", "", "33.333%; 150%", "3x,a")
SIZE_WORDS = ("%", "x", "c", "a", "e", "50%", ",", "pot", "chips", "1/2", "all-in")
PATHS = (
    "",
    "check",
    "check/bet 33%",
    "bet 50/call/river 7h",
    "check/check/7h/bet 50%/call",
    "b 25%/r 2.5x/f",
    "x/x/river/bet 50%",
    "check/bet 150/call/river 2c/check/all-in/fold",
)
LOCKS = (
    "bet 100: fold 0.8, call 0.2",
    "check: bet 100 40%, check 60%",
    "bet: AA: call 1",
    "check/bet 100: AsAh,AdAc: fold 0.5, call 0.5",
    ": check 1",
    "check: KK: bet 1",
)
LOCK_FILE = """[[lock]]
node = "bet 100"
[lock.hands]
"*" = { fold = 0.4, call = 0.6 }
"AsAh" = { call = 1 }

[[lock]]
node = "check"
hands = { "KK" = { bet = 1 } }
"""


def _spot(text: str) -> None:
    spot = Spot.parse(text)
    again = Spot.parse(spot.to_toml())
    assert again == spot, "a spot reads back differently"
    assert Spot(**spot.to_dict()) == spot


def _spot_file(text: str) -> None:
    path = Path("spot.toml")
    path.write_bytes(as_bytes(text))
    try:
        spot = Spot.read(path)
    except SpotError as error:
        expect_named(error, "spot.toml")
        raise
    assert Spot.read("spot.toml") == spot


def _job(text: str) -> None:
    job = SolveJob.from_dict(parse_toml(text, JobError))
    assert SolveJob.from_dict(json.loads(json.dumps(job.to_dict()))) == job, "a job reads back differently"
    assert SolveJob.from_dict(parse_toml(job.to_toml(), JobError)) == job


def _tree(text: str) -> None:
    spot = Spot.parse(text)
    tree = SpotTree.build(spot)
    assert len(tree.counts()) == 6 - len(spot.board)
    for node in tree.nodes[:50]:
        assert 0 <= max(node.committed) <= spot.effective_stack
        assert 0 <= tree.contested(node) <= tree.pot(node)
    Layout.of(spot)


def _flop_filter(text: str) -> None:
    kept = parse_filter(text)
    assert all(isinstance(kept(cards), bool) for cards in ((0, 1, 2), (51, 20, 8), (48, 44, 40)))


def _sizes(text: str) -> None:
    for is_raise in (False, True):
        try:
            sizes = parse_sizes(text, is_raise=is_raise)
        except GameError:
            if is_raise:
                raise
            continue
        assert parse_sizes(format_sizes(sizes), is_raise=is_raise) == sizes
        for size in sizes[:20]:
            amounts = [size.raise_to(faced, 100, 900, 3) for faced in (0, 50)]
            assert all(isinstance(amount, int) and amount >= 0 for amount in amounts)


@cache
def _turn_tree() -> SpotTree:
    return SpotTree.build(Spot.parse(TURN))


@cache
def _river_tree() -> SpotTree:
    return SpotTree.build(Spot.parse(RIVER))


def _path(text: str) -> None:
    tree = _turn_tree()
    node, cards = tree.resolve(text)
    assert all(card is None or 0 <= card < 52 for card in cards)
    assert tree.resolve(tree.path(node))[0] is node


@cache
def _solution() -> Solution:
    return solve(Spot.parse(TURN), iterations=5, threads=1)


def _view(path: str, hand: str, move: str) -> None:
    """A node of a solution, looked at from all sides."""
    view = _solution().at(path)
    assert np.isfinite(view.pot)
    if view.is_reached:
        assert abs(sum(view.overall_ev) - view.pot) <= 0.01 * view.pot + _solution().spot.rake.cap
        assert all(-1e-6 <= share <= 1 + 1e-6 for share in view.overall_equity)
    if view.player is None:
        return
    chances = view.strategy[hand]
    assert abs(sum(chances.values()) - 1) < 1e-4
    loss = view.ev_loss(move)
    assert (loss[np.isfinite(loss)] >= -1e-3 * view.pot).all()
    assert len(view.best_hands(move)) <= 10


def _lock(text: str) -> None:
    _check_lock(parse_lock(text))


def _lock_file(text: str) -> None:
    path = Path("locks.toml")
    path.write_bytes(as_bytes(text))
    for lock in read_locks(path):
        _check_lock(lock)


def _check_lock(lock) -> None:
    placed = lock.placed(_river_tree())
    chosen = placed.strategy[:, placed.mask]
    assert np.isfinite(chosen).all()
    assert (chosen >= 0).all()
    assert np.allclose(chosen.sum(axis=0), 1, atol=1e-4)


@cache
def _grouped_spot() -> Spot:
    return Spot.parse(RIVER)


def _groups(text: str) -> None:
    assert groups_for(_grouped_spot(), text, threads=1).measure


def _solve(
    spot: str, rule: str, iterations: str, target: str, oop: str, ip: str, pot: str, stack: str, percent: str, lock: str
) -> None:
    """A tiny spot, solved for a moment: whatever is promised of a solution is true."""
    given = Spot(
        board=spot,
        oop=oop,
        ip=ip,
        pot=number(pot),
        stack=number(stack),
        rake={"percent": number(percent)},
        turn={"bet": "100%", "raise": ""},
        river={"bet": "50%, a", "raise": "a"},
    )
    if len(given.board) < 5 and len(given.oop) * len(given.ip) > 400:
        raise RefusalError("too much work for a case")
    locks = [parse_lock(lock)] if lock else []
    solution = solve(
        given,
        iterations=min(whole(iterations), 30),
        target=real(target),
        rule=parse_rule(rule),
        locks=locks,
        threads=1,
        compressed=rule.startswith("plus"),
    )
    judgement = solution.judgement
    scale = given.pot + given.effective_stack
    for value, best in zip(judgement.values, judgement.best, strict=True):
        assert math.isfinite(value)
        assert math.isfinite(best)
        assert best >= value - 1e-3 * scale, f"a best response gains {best - value}"
        assert abs(value) <= 1.001 * scale
    taken = given.rake.percent / 100 * (given.pot + 2 * given.effective_stack)
    assert -taken - 1e-3 * scale <= sum(judgement.values) <= 1e-3 * scale, f"values add up to {sum(judgement.values)}"
    root = solution.root
    for name, frequency in root.frequencies.items():
        assert -1e-6 <= frequency <= 1 + 1e-6, (name, frequency)
    table = solution.strategy_at(root.node, solution.place(given.board))
    live = table[:, ~np.isnan(table[0])]
    assert (live >= -1e-6).all()
    assert np.allclose(live.sum(axis=0), 1, atol=1e-4)
    assert np.isfinite(root.overall_ev).all()


def _many_sizes() -> str:
    bets = ", ".join(f"{n}%" for n in range(1, 101))
    raises = ", ".join(f"{n / 100 + 1.01:.2f}x" for n in range(100))
    return (
        RIVER.replace("stack = 100\n", "stack = 400000000\n")
        + f'[turn]\nbet = "{bets}"\nraise = "{raises}"\n'.replace("[turn]", "[river.oop]")
        + f'[river.ip]\nbet = "{bets}"\nraise = "{raises}"\n'
    )


KNOWN_SPOTS = {
    "400 digits": (RIVER.replace("pot = 100", "pot = " + "9" * 400),),
    "5,000 digits": (RIVER.replace("pot = 100", "pot = " + "9" * 5000),),
    "a pot of NaN": (RIVER.replace("pot = 100", "pot = nan"),),
    "a pot of 1e400": (RIVER.replace("pot = 100", "pot = 1e400"),),
    "a thousand arrays in each other": (RIVER.replace("stack = 100", "stacks = " + "[" * 1000 + "]" * 1000),),
    "a key of 100,000 dots": ("a" + ".a" * 100_000 + " = 1\n" + RIVER,),
    "a mark in front": ("\ufeff" + RIVER,),
    "a megabyte of range": (RIVER.replace('"AA"', '"' + "AKs," * 250_000 + '"'),),
    "a board of two lines": (RIVER.replace('"Ks8d7c3h2c"', '"Ks\\n8d"'),),
    "an unknown key of 10,000 letters": ("x" * 10_000 + " = 1\n" + RIVER,),
    "a size of a million streets": (RIVER.replace('"100%"', '"1000000e"'),),
    "a name with marks": ('name = "\\u0000\\u007f\\ud7ff"\n' + RIVER,),
    "a name of lines": ('name = "a\\nb\\r\\u2028c"\n' + RIVER,),
    "a street that is a number": (RIVER.replace("[river]", "[x]").replace("pot", "river = 3\npot"),),
    "a player that is a text": (RIVER + 'oop = "50%"\n',),
}

DOORS = (
    Door(
        "spot",
        texts(TURN, RIVER, LINED, *(path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*.toml")))),
        _spot,
        10,
        SPOT_WORDS,
        KNOWN_SPOTS,
    ),
    Door(
        "spot-file",
        texts(TURN, RIVER, LINED),
        _spot_file,
        3,
        SPOT_WORDS,
        KNOWN_SPOTS | {"no UTF-8": ("\udcff" + RIVER,), "UTF-16": ("\udcff\udcfeb\0o\0",)},
    ),
    Door(
        "job",
        texts(JOB, RIVER, RIVER + '[job]\ngroups = "rank"\nseed = 9007199254740993\n'),
        _job,
        5,
        JOB_WORDS,
        {
            "a job that is a number": ("job = 3\n" + RIVER,),
            "a target of NaN": (RIVER + "[job]\ntarget = nan\n",),
            "iterations of 400 digits": (RIVER + "[job]\niterations = " + "9" * 400,),
            "a spot within the job": (RIVER + "[job]\nspot = {}\n",),
        },
    ),
    Door(
        "tree",
        texts(RIVER, TURN),
        _tree,
        4,
        SPOT_WORDS,
        {"100 bets by 100 raises": (_many_sizes(),)}
        | {"a size of a million streets": KNOWN_SPOTS["a size of a million streets"]},
        seconds=10.0,
    ),
    Door(
        "flop-filter",
        texts("paired and high<=T and suits==2", "not (low > 4 or trips)", "straights>=1 or unpaired"),
        _flop_filter,
        10,
        ("and", "or", "not", "(", ")", "high", "middle", "suits", "<=", "==", "T", "10", "2", "paired"),
        {
            "a thousand brackets": ("(" * 1000 + "paired" + ")" * 1000,),
            "brackets that fit": ("(" * 200 + "paired" + ")" * 200,),
            "not, often": ("not " * 5000 + "paired",),
            "other digits": ("suits==٣",),
            "400 digits": ("suits==" + "9" * 400,),
        },
    ),
    Door(
        "sizes",
        texts(*SIZES),
        _sizes,
        20,
        SIZE_WORDS,
        {
            "a million streets": ("1000000e",),
            "400 digits of streets": ("9" * 400 + "e",),
            "5,000 digits": ("9" * 5000 + "%",),
            "a small part": ("0." + "0" * 4000 + "1%",),
            "other digits": ("٣%",),
            "a million": ("50%," * 200_000,),
            "5,000 digits by none": ("1/" + "9" * 5000,),
            "other digits for chips": ("²c",),
            "long": ("x" * 10_000,),
        },
    ),
    Door(
        "path",
        texts(*PATHS),
        _path,
        20,
        ("check", "bet", "call", "raise", "fold", "all-in", "/", "turn", "river", "7h", "%", "x"),
        {
            "long": ("check/" * 100_000,),
            "a small part": ("bet 0." + "0" * 4000 + "1%",),
            "5,000 digits": ("bet " + "9" * 5000 + "%",),
            "a million streets": ("bet 1000000e",),
            "5,000 digits of chips": ("bet " + "9" * 5000,),
        },
    ),
    Door(
        "lock",
        texts(*LOCKS),
        _lock,
        15,
        ("fold", "call", "bet 100", "check", ":", ",", "0.5", "AA"),
        {
            "NaN": ("bet 100: fold nan, call nan",),
            "a part of NaN": ("bet 100: fold nan, call 1",),
            "infinite": ("bet 100: fold inf",),
            "no number": ("bet 100: fold",),
            "a move twice": ("bet 100: fold 0.5, fold 0.5",),
        },
    ),
    Door(
        "lock-file",
        texts(LOCK_FILE),
        _lock_file,
        5,
        (*SPOT_WORDS, "[[lock]]", "node = ", "hands = "),
        {
            "NaN": (LOCK_FILE.replace("0.4", "nan"),),
            "true": (LOCK_FILE.replace("0.4", "true"),),
            "400 digits": (LOCK_FILE.replace("0.4", "9" * 400),),
            "a lock of another kind": ("lock = [1]",),
            "a mark": ("\ufeff" + LOCK_FILE,),
        },
    ),
    Door(
        "groups",
        texts("rank", "strength", "opponent", "rank:river", "strength:hierarchical", "opponent:global"),
        _groups,
        2,
        (":", "rank", "river", "global"),
    ),
    Door(
        "view",
        (
            ("", "AhAc", "check"),
            ("check", "TsTc", "bet 33%"),
            ("check/check/river 7h", "66", "bet 100"),
            ("bet 50/call/river 2c/check", "QhJh", "check"),
        ),
        _view,
        8,
        ("check", "bet", "call", "fold", "all-in", "/", "turn", "river", "7h", "AA", "AhAc"),
        {
            "no move": ("", "AhAc", ""),
            "two moves": ("", "AhAc", "check/check"),
            "a card": ("", "AhAc", "river 7h"),
            "no hand": ("", "", "check"),
        },
    ),
    Door(
        "solve",
        (
            ("Ks8d7c3h2c", "discounted:1.5,0,4", "10", "0.5", "AA", "KK,QJs", "100", "100", "0", ""),
            ("Td9d6hQc", "plus", "5", "0.1", "66,AhAc", "QJs,TT:0.5", "200", "900", "5", ""),
            ("2c2d2h7s8s", "predictive", "20", "1e-3", "AA,22", "*:0.25", "50", "1000", "2.5", ""),
            ("Ks8d7c3h2c", "vanilla", "10", "0.5", "AA,99", "KK,QJs:0.1", "100", "500", "0", "check: KK: check 1"),
            ("Ks8d7c3h2c", "greedy:0.175", "10", "0.5", "AA", "KK,QJs", "10", "30", "0", ""),
        ),
        _solve,
        6,
        (*RANGE_WORDS, *RANGES, ":1e-25", ":1e-300", ":5e-324", ":1e-12", "plus", "linear", "discounted:", "greedy:"),
        known={
            "weights of 1e-25": (
                "Ks8d7c3h2c",
                "discounted:1.5,0,4",
                "30",
                "0.5",
                "AA:1e-25",
                "KK:1e-25,QJs:1e-25",
                "100",
                "100",
                "0",
                "",
            ),
            "weights of 1e-30": (
                "Ks8d7c3h2c",
                "discounted:1.5,0,4",
                "30",
                "0.5",
                "AA:1e-30",
                "KK:1e-30,QJs:1e-30",
                "100",
                "100",
                "0",
                "",
            ),
            "weights of 1e-300": (
                "Ks8d7c3h2c",
                "discounted:1.5,0,4",
                "30",
                "0.5",
                "AA:1e-300",
                "KK:1e-300",
                "100",
                "100",
                "0",
                "",
            ),
            "the smallest weight": (
                "Ks8d7c3h2c",
                "discounted:1.5,0,4",
                "30",
                "0.5",
                "AA:5e-324",
                "KK:5e-324",
                "100",
                "100",
                "0",
                "",
            ),
            "weights far apart": (
                "Ks8d7c3h2c",
                "discounted:1.5,0,4",
                "30",
                "0.5",
                "AA,99:1e-40",
                "KK:1e-38,QJs:1e-45",
                "100",
                "100",
                "0",
                "",
            ),
            "much behind a pot of one": (
                "Ks8d7c3h2c",
                "discounted:1.5,0,4",
                "30",
                "0.5",
                "AA",
                "KK,QJs",
                "1",
                "500000000",
                "0",
                "",
            ),
            "a target of NaN": ("Ks8d7c3h2c", "plus", "30", "nan", "AA", "KK", "100", "100", "0", ""),
            "powers of 1e308": (
                "Ks8d7c3h2c",
                "discounted:1e308,1e308,1e308",
                "30",
                "0.5",
                "AA",
                "KK,QJs",
                "100",
                "100",
                "0",
                "",
            ),
            "powers of NaN": (
                "Ks8d7c3h2c",
                "discounted:nan,nan,nan",
                "30",
                "0.5",
                "AA",
                "KK,QJs",
                "100",
                "100",
                "0",
                "",
            ),
            "greed of NaN": ("Ks8d7c3h2c", "greedy:nan", "30", "0.5", "AA", "KK,QJs", "100", "100", "0", ""),
            "infinite greed": ("Ks8d7c3h2c", "greedy:inf", "30", "0.5", "AA", "KK,QJs", "100", "100", "0", ""),
            "no iteration": ("Ks8d7c3h2c", "plus", "0", "0.5", "AA", "KK", "100", "100", "0", ""),
            "fewer iterations than none": ("Ks8d7c3h2c", "plus", "-5", "0.5", "AA", "KK", "100", "100", "0", ""),
        },
        seconds=10.0,
    ),
)
