"""Spots whose answer is known: by a linear program, by hand, by equity, or because two ways must agree."""

import gc
import weakref
from pathlib import Path

import numpy as np
import pytest
from engine_tables import EngineTables
from naive_postflop import NaivePostflop
from naive_program import exact_value

from pokerlab.betting.tree import NodeKind
from pokerlab.cards.combos import parse_combo
from pokerlab.cards.equity import equity
from pokerlab.equilibrium.regret import Discounted, Plus, Predictive
from pokerlab.errors import SolverError
from pokerlab.postflop import columns as at
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.grouping import groups_for
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot

EXAMPLES = Path(__file__).parents[2] / "examples"
NO_BETS = {"bet": "", "raise": ""}
DRY = "2c2d2h3c3d"  # a full house on the board: only pairs above it matter, and none blocks another

TINY = {
    "river": Spot(
        board="QsJh2h7c3d", pot=100, stack=150, oop="AhAd,QdQc:0.5,Tc9c,8c8d", ip="KhKd,JdJc:0.4,Ac8h,9s9d",
        river={"bet": "50%, a", "raise": "a"},
    ),
    "river with blockers": Spot(
        board="AsKs7s4d2c", pot=60, stacks=(200, 90), oop="QsJd,AhKh,AdQs,5d3d,QsJs:0.2", ip="AhAd,AcQs,QsTs,KhQh,7h7d",
        river={"bet": "33%, 100%", "raise": "a"},
    ),
    "turn": Spot(
        board="QsJh2h7c", pot=100, stack=100, oop="AhAd,Tc9c:0.6,Ah5h", ip="KhQh,JdJc:0.4,9s8s",
        turn={"bet": "50%, a", "raise": "a"}, river={"bet": "a", "raise": "a"},
    ),
}  # fmt: skip


def solved(spot, iterations, rule=None, **options):
    engine = Engine(spot, rule, threads=1, **options)
    engine.run(iterations)
    return engine


def strategy(engine, path, hand):
    """The probabilities of a hand's moves at a node of the first street."""
    node = engine.layout.tree.find(path)
    hands = engine.layout.boards.hands(0, node.player)
    row = engine.layout.storages[0].row[node.index]
    column = hands.tolist().index(parse_combo(hand))
    return engine.average(0, node.player)[row : row + len(node.children), column]


@pytest.mark.parametrize("rule", [None, Predictive()], ids=["default rule", "predictive"])
@pytest.mark.parametrize("spot", TINY.values(), ids=TINY)
def test_the_value_is_that_of_the_linear_program(spot, rule):
    exact = exact_value(spot)
    judged = solved(spot, 1500, rule).judge()
    low, high = judged.value_bounds
    assert low - 1e-5 * spot.pot <= exact <= high + 1e-5 * spot.pot
    assert judged.values[0] == pytest.approx(exact, abs=1e-4 * spot.pot)
    assert judged.exploitability < 1e-3 * spot.pot


@pytest.mark.parametrize("percent", [33, 50, 100, 200])
def test_nuts_and_bluffs_against_a_bluff_catcher(percent):
    """With bets of b pots: b / (1 + b) bluffs for each value bet, calls with 1 / (1 + b), and the bettor takes the
    whole pot when he bets (Chen, Ankenman: The Mathematics of Poker, 2006, chapter 11)."""
    b = percent / 100
    river = {"oop": {"bet": f"{percent}%", "raise": ""}, "ip": NO_BETS}
    spot = Spot(board=DRY, pot=100, stack=1000, oop="AA,QQ", ip="KK", river=river)
    engine = solved(spot, 2000)
    bet = f"bet {percent}"
    for suits in ("hd", "sc"):
        ace, queen, king = (f"{rank}{suits[0]}{rank}{suits[1]}" for rank in "AQK")
        assert strategy(engine, "", ace) == pytest.approx([0, 1], abs=2e-3)
        assert strategy(engine, "", queen)[1] == pytest.approx(b / (1 + b), abs=0.01)
        assert strategy(engine, bet, king)[1] == pytest.approx(1 / (1 + b), abs=0.01)
    assert engine.judge().values[0] == pytest.approx(100 * 0.5 * (1 + 2 * b) / (1 + b) - 50, abs=0.05)


def test_too_few_bluffs_are_all_bet():
    """A tenth of the bluffs that would be wanted: the bluff-catcher folds, and the bettor takes every pot."""
    river = {"oop": {"bet": "100%", "raise": ""}, "ip": NO_BETS}
    spot = Spot(board=DRY, pot=100, stack=100, oop="AA,QQ:0.05", ip="KK", river=river)
    engine = solved(spot, 500)
    assert strategy(engine, "", "QhQd")[1] > 0.99
    assert strategy(engine, "bet 100", "KhKd")[1] < 0.01
    assert engine.judge().values[0] == pytest.approx(50, abs=0.05)


def test_a_range_that_is_always_ahead_wins_the_pot():
    spot = Spot(board=DRY, pot=100, stack=100, oop="AA", ip="KK,99")
    assert solved(spot, 300).judge().values[0] == pytest.approx(50, abs=0.02)


@pytest.mark.parametrize("board", [DRY[:8], DRY[:6]], ids=["turn", "flop"])
def test_a_range_that_is_far_ahead_wins_more_than_its_equity(board):
    """Nines need a nine; they may fold, and never get paid for more than their share."""
    spot = Spot(board=board, pot=100, stack=100, oop="AA", ip="99")
    share = equity(["AA", "99"], board).players[0].equity
    assert (share - 0.5) * 100 < solved(spot, 100).judge().values[0] < 50


@pytest.mark.parametrize("board", ["QsJh2h7c3d", "QsJh2h7c", "QsJh2h"], ids=["river", "turn", "flop"])
@pytest.mark.parametrize("stack", [0, 1], ids=["no bets", "almost no stack"])
def test_without_betting_the_value_is_the_equity(board, stack):
    ranges = ("AA:0.5,JTs,AhKh,98s", "KK,QJs:0.3,T9s,22,AhKh")
    menu = {"bet": "a", "raise": "a"} if stack else NO_BETS
    spot = Spot(
        board=board, pot=10_000, stack=1, oop=ranges[0], ip=ranges[1], flop=menu, turn=menu, river=menu
    )  # fmt: skip
    share = equity(ranges, board).players[0].equity
    value = solved(spot, 10).judge().values[0]
    assert value == pytest.approx((share - 0.5) * 10_000, abs=0.02 if not stack else 1.02)


def test_equity_of_the_public_check():
    """3betpotFAST, a public benchmark of post-flop solvers: the first player's equity is 55.347%."""
    spot = Spot.read(EXAMPLES / "threebet.toml")
    assert 100 * equity([spot.oop, spot.ip], spot.board).players[0].equity == pytest.approx(55.347, abs=0.001)


SMALL = {
    "river": Spot(
        board="QsJh2h7c3d", pot=100, stack=250, oop="AA:0.7,QQ,JTs:0.4,AhKh,98s,A2s", ip="KK,QJs:0.3,T9s,22:0.9,AQo",
        river={"bet": "50%, a", "raise": "60%, a"},
    ),
    "turn": Spot(
        board="QsJh2h7c", pot=100, stack=250, oop="AA:0.7,JTs:0.4,AhKh,99,A2s,KTo", ip="KK,QJs:0.3,22:0.9,T9s,AQo",
        turn={"bet": "50%, a", "raise": "60%"}, river={"bet": "50%, a", "raise": "60%"},
    ),
    "flop": Spot(
        board="QsJh2h", pot=100, stack=120, oop="AA:0.7,JTs,99,A2s,KTo", ip="KK,QJs:0.3,22:0.9,T9s,AQo",
        flop={"bet": "50%", "raise": "a"}, turn={"bet": "75%", "raise": "a"}, river={"bet": "a", "raise": "a"},
    ),
}  # fmt: skip


def means(engine):
    return [engine._mean(hero, engine.values(hero, at.FOLLOW)) for hero in (0, 1)]


@pytest.mark.parametrize("spot", SMALL.values(), ids=SMALL)
def test_without_rake_what_one_wins_the_other_loses(spot):
    first, second = means(solved(spot, 20))
    assert first == pytest.approx(-second, abs=1e-4 * spot.pot)


@pytest.mark.parametrize("rake", [{"percent": 5.0}, {"percent": 5.0, "cap": 6.0}], ids=["uncapped", "capped"])
@pytest.mark.parametrize("name", ["river", "turn"])
def test_with_rake_the_house_takes_what_is_missing(name, rake):
    spot = Spot(**SMALL[name].to_dict() | {"rake": rake})
    engine = solved(spot, 20)
    twin = NaivePostflop(spot)
    EngineTables(engine, twin).copy_to_twin()

    def taken(node, reaches):
        """The mean rake below a node times the weight of the deals that come there; `reaches`: [board, hand] each."""
        if node.kind is NodeKind.DECISION:
            total = 0.0
            for place, child in enumerate(node.children):
                moved = list(reaches)
                moved[node.player] = reaches[node.player] * twin.average(node)[:, place]
                total += taken(twin.tree.nodes[child], moved)
            return total
        if node.kind is NodeKind.DEAL:
            each = 52 - node.street
            alive = twin.streets[node.street + 1].alive
            ahead = [np.repeat(reach, each, axis=0) * alive[p] for p, reach in enumerate(reaches)]
            ahead[0] = ahead[0] / (each - 4)
            return taken(twin.tree.nodes[node.children[0]], ahead)
        met = np.einsum("bi,bij,bj", reaches[0], twin.streets[node.street].meet, reaches[1])
        return met * spot.rake_of(spot.pot + 2 * min(node.committed))

    rake_taken = taken(twin.tree.root, [weights[None, :] for weights in twin.weights]) / twin.mass
    assert sum(means(engine)) == pytest.approx(-rake_taken, abs=1e-4 * spot.pot)
    assert sum(engine.judge().values) == pytest.approx(-rake_taken, abs=1e-4 * spot.pot)
    assert rake_taken > 0.04 * spot.pot


def turn_of(board, oop, ip):
    return Spot(**SMALL["turn"].to_dict() | {"board": board, "oop": oop, "ip": ip})


FEW = ("AA,KQo,JTs", "KK,T8s,98s")
# spot, and how many boards are left of 1 + 48 (turn) or 1 + 49 + 49 * 48 (flop)
ISOMORPHIC = {
    "no symmetry": (turn_of("QsJh2h7c", *FEW), 49),
    "two suits absent": (turn_of("QsJs2h7h", *FEW), 1 + 9 + 13 + 13),
    "two suits alike": (turn_of("QsJh2d2c", *FEW), 1 + 12 + 12 + 12),
    "three suits absent": (turn_of("Qs9s5s2s", *FEW), 1 + 9 + 13),
    "a range that tells one suit apart": (turn_of("Qs9s5s2s", "AA,KhQh,JTs", "KK,T8s"), 1 + 9 + 13 + 13),
    "a range that tells all suits apart": (turn_of("Qs9s5s2s", "AA,KhQh,JTs", "KK,Td8d"), 49),
    "weights that tell suits apart": (turn_of("QsJs2h7h", "AA,KdQd:0.5,KcQc:0.6,JTs", "KK,T8s"), 49),
    "a flop": (SMALL["flop"], None),
}


@pytest.mark.parametrize(("spot", "boards"), ISOMORPHIC.values(), ids=ISOMORPHIC)
def test_isomorphism_changes_no_value(spot, boards):
    """A few iterations give the same values to rounding; solved, they agree within what is left to gain."""
    merged, apart = (Engine(Layout.of(spot, isomorphism=way), threads=1) for way in (True, False))
    assert boards is None or len(merged.layout.boards.table) == boards
    assert boards == 49 or len(merged.layout.boards.table) < len(apart.layout.boards.table)
    merged.run(2)
    apart.run(2)
    for hero in (0, 1):
        for mode in (at.FOLLOW, at.BEST):
            mine, theirs = merged.values(hero, mode), apart.values(hero, mode)
            np.testing.assert_allclose(mine, theirs, atol=1e-5 * abs(theirs).max())
    merged.run(50)
    apart.run(50)
    first, second = merged.judge(), apart.judge()
    assert first.values[0] == pytest.approx(second.values[0], abs=max(first.nash_conv, second.nash_conv))
    assert abs(first.nash_conv - second.nash_conv) < 0.2 * second.nash_conv


@pytest.mark.parametrize("compressed", [False, True], ids=["32 bits", "16 bits"])
@pytest.mark.parametrize("name", ["turn", "flop"])
def test_the_number_of_threads_changes_nothing(name, compressed):
    engines = []
    for threads in (1, 2, 3):
        engine = Engine(SMALL[name], threads=threads, compressed=compressed, seed=5)
        engine.run(4)
        engines.append(engine)
    for engine in engines[1:]:
        assert (engine.regrets == engines[0].regrets).all()
        assert (engine.sums == engines[0].sums).all()
        assert (engine.scales == engines[0].scales).all()
        assert engine.judge() == engines[0].judge()


def test_the_seed_decides_about_the_rounding():
    tables = []
    for seed in (1, 1, 2):
        engine = Engine(SMALL["turn"], threads=2, compressed=True, seed=seed)
        engine.run(3)
        tables.append((engine.regrets, engine.sums))
    assert all((a == b).all() for a, b in zip(tables[0], tables[1], strict=True))
    assert not all((a == b).all() for a, b in zip(tables[0], tables[2], strict=True))


@pytest.mark.parametrize("name", SMALL)
def test_compressed_tables_reach_the_same_strategies(name):
    spot = SMALL[name]
    iterations = 200 if name == "river" else 80
    full, short = (solved(spot, iterations, compressed=way).judge() for way in (False, True))
    assert short.exploitability < full.exploitability + 5e-4 * spot.pot
    assert short.values[0] == pytest.approx(full.values[0], abs=full.nash_conv + short.nash_conv)


@pytest.mark.parametrize("rule", [Predictive()], ids=str)
def test_compression_is_refused_where_it_does_not_work(rule):
    with pytest.raises(SolverError, match="32-bit"):
        Engine(SMALL["river"], rule, compressed=True)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize(
    ("groups", "rule", "compressed", "threads"),
    [
        (None, Discounted(), False, 1),
        (None, Plus(), True, 3),
        (None, Predictive(), False, 2),
        ("rank", Discounted(), False, 1),
        ("rank", Plus(), False, 3),
        ("rank", Predictive(), False, 2),
    ],
    ids=str,
)
def test_the_stated_memory_is_what_is_taken(name, groups, rule, compressed, threads):
    found = groups_for(SMALL[name], groups) if groups else None
    engine = Engine(SMALL[name], rule, compressed=compressed, threads=threads, groups=found)
    arrays = [engine.regrets, engine.sums, engine.gains, engine.scales, engine._top, engine._results, *engine._plan]
    arrays += engine._grouping or ()
    arrays += [*engine._work, *engine._lane_offsets, *engine.weights, engine.layout.boards.combos]
    taken = sum(array.nbytes for array in arrays)
    tables = 3 if isinstance(rule, Predictive) else 2
    stated = engine.layout.total_bytes(compressed=compressed, tables=tables, threads=threads)
    # lists of a few hundred bytes are not worth counting
    assert stated == pytest.approx(taken, abs=1024 * (1 + threads))


def test_an_engine_that_was_looked_at_is_freed():
    engine = Engine(SMALL["turn"])
    engine.average(0, 0)
    alive = weakref.ref(engine)
    del engine
    gc.collect()
    assert alive() is None


def test_a_river_that_takes_a_players_last_hand(tmp_path):
    spot = Spot(board="KsQs7d2d", pot=10, stack=20, oop="AsAd", ip="QhQd,5c4c", turn={"bet": "50%"}, river={"bet": "a"})
    short, engine = Engine(spot, compressed=True), Engine(spot)
    short.run(5)
    engine.restore(short.state())
    assert engine.judge().best == pytest.approx(short.judge().best, abs=1e-3)
    hands = engine.layout.boards.table[:, at.HANDS]
    board = int(hands.argmin())
    assert hands[board] == 0
    assert engine.average(board, 0).shape[1] == 0
    other = Engine(spot)
    for number in range(len(hands)):
        for player in (0, 1):
            other.set_average(number, player, engine.average(number, player))
    assert other.judge().best == pytest.approx(engine.judge().best, abs=1e-5)
    Solution.of(engine).save(tmp_path / "spot.sol")
    assert Solution.open(tmp_path / "spot.sol").spot == spot
