"""The engine against a naive float64 twin that visits every board and every pair of hands.

Started from nothing, both must do the same iterations. That can be followed for a few iterations only: where moves are
equally good, regrets are zero in the one and a rounding error in the other, which play differently from then on. So
sharper tests copy the engine's tables into the twin and compare one iteration, or the judge, from there.
"""

from dataclasses import replace

import numpy as np
import pytest
from engine_tables import EngineTables
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from naive_postflop import NaivePostflop

from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import COMBO_CARDS, COMBO_COUNT
from pokerlab.cards.ranges import Range
from pokerlab.equilibrium.regret import Discounted, GreedyHedging, Linear, Plus, Predictive, Sparse, Unweighted, Vanilla
from pokerlab.errors import SpotError
from pokerlab.postflop import columns as at
from pokerlab.postflop import layout as layout_module
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.locks import Lock
from pokerlab.postflop.spot import Spot

RULES = [Vanilla(), Plus(), Linear(), Discounted(1.5, 0, 4), Discounted(1.5, 0.5, 2), Predictive(), GreedyHedging()]
VARIANTS = {"plain average": {"averaging": Unweighted()}, "new values": {"returns_new": True}}
RAKE = {"percent": 5.0, "cap": 12.0}
TOLERANCE = 3e-6  # of the most chips times weight that can be won

RIVER = Spot(
    board="QsJh2h7c3d", pot=100, stacks=(250, 300),
    oop="AA:0.7,QQ,JTs:0.4,AhKh,98s", ip="KK,QJs:0.3,T9s,22:0.9,AKs:0.6",
    river={"bet": "50%, a", "raise": "60%, a"},
)  # fmt: skip
TURN = Spot(
    board="QsJh2h7c", pot=100, stack=250, oop="AA:0.7,JTs:0.4,AhKh,99", ip="KK,QJs:0.3,22:0.9,AhKh,T9s:0.2",
    turn={"bet": "50%, a", "raise": "60%"}, river={"bet": "50%, a", "raise": "60%, a"},
)  # fmt: skip
FLOP = Spot(
    board="QsJh2h", pot=100, stack=120, oop="AA:0.7,AhKh,JTs", ip="QJs:0.3,22:0.9,AhKh",
    flop={"bet": "50%, a", "raise": "a"}, turn={"bet": "a", "raise": "a"}, river={"bet": "50%", "raise": "a"},
)  # fmt: skip
SPOTS = {"river": RIVER, "turn": TURN, "flop": FLOP}


def raked(spot):
    return Spot(**spot.to_dict() | {"rake": RAKE})


WITH_CARDS_TO_COME = {"turn": TURN, "raked turn": raked(TURN), "flop": FLOP, "raked flop": raked(FLOP)}


def scale_of(spot):
    return (spot.pot / 2 + spot.effective_stack) * max(spot.oop.combos, spot.ip.combos)


def make(spot, rule=None, *, isomorphism=True, **options):
    rule = rule or Discounted()
    engine = Engine(Layout.of(spot, isomorphism=isomorphism), rule, threads=1, **options)
    return EngineTables(engine, NaivePostflop(spot, rule))


def fill(tables, seed):
    """Random numbers in the tables of both, zeros among them. They fit boards that are all kept."""
    engine, rng = tables.engine, np.random.default_rng(seed)
    engine.regrets[:] = rng.normal(scale=engine.spot.pot, size=engine.regrets.shape)
    engine.sums[:] = np.maximum(rng.normal(0.3, size=engine.sums.shape), 0)
    if len(engine.gains):
        engine.gains[:] = rng.normal(scale=engine.spot.pot, size=engine.gains.shape)
    engine.iteration = 3
    tables.copy_to_twin()


def run_both(tables, iterations):
    tables.engine.run(iterations)
    tables.twin.run(iterations)


def assert_close(found, expected, tolerance):
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)


def assert_same_values(tables, tolerance=TOLERANCE):
    engine, twin = tables.engine, tables.twin
    limit = tolerance * scale_of(engine.spot)
    for hero in (0, 1):
        for mode, best in ((at.FOLLOW, False), (at.BEST, True)):
            expected = twin.values(hero, best=best)
            assert_close(tables.root_values(hero, mode), expected, limit)
    judged = engine.judge()
    assert engine.mass == pytest.approx(twin.mass, rel=1e-6)
    limit /= min(1.0, twin.mass)
    assert judged.values == pytest.approx([twin.mean(p, twin.values(p)) for p in (0, 1)], abs=limit)
    assert judged.best == pytest.approx([twin.mean(p, twin.values(p, best=True)) for p in (0, 1)], abs=limit)


def assert_same_tables(tables, tolerance=TOLERANCE):
    engine, twin = tables.engine, tables.twin
    weight = max(1.0, max(abs(table).max() for table in twin.sums.values()))
    pairs = [(engine.sums, twin.sums, weight)]
    if engine.rule.is_averaged:
        pairs.append((engine.regrets, twin.regrets, scale_of(engine.spot) * engine.iteration))
    if len(engine.gains):
        pairs.append((engine.gains, twin.gains, scale_of(engine.spot)))
    for mine, theirs, scale in pairs:
        found = tables.read(mine)
        for index, table in found.items():
            alive = twin.streets[twin.tree.nodes[index].street].alive[twin.tree.nodes[index].player]
            if not engine.rule.is_averaged:  # the best of equal moves is a matter of rounding
                alive = alive & (twin.margins[index] > TOLERANCE * scale_of(engine.spot))
            assert_close(table * alive[:, None], theirs[index] * alive[:, None], tolerance * scale)


@pytest.mark.parametrize("spot", SPOTS.values(), ids=SPOTS)
@pytest.mark.parametrize("rake", [False, True], ids=["free", "raked"])
def test_values_and_best_responses_of_random_strategies(spot, rake):
    tables = make(raked(spot) if rake else spot, isomorphism=False)
    fill(tables, 1)
    assert_same_values(tables)


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("spot", [RIVER, raked(TURN)], ids=["river", "raked turn"])
def test_one_iteration_of_every_rule_from_random_tables(spot, rule):
    tables = make(spot, rule, isomorphism=False)
    fill(tables, 2)
    run_both(tables, 1)
    assert_same_tables(tables)


@pytest.mark.parametrize("rule", [Plus(), Predictive(), Discounted(), GreedyHedging()], ids=str)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_one_iteration_of_every_variant(rule, variant):
    if "averaging" in variant and not rule.is_averaged:
        return
    tables = make(TURN, replace(rule, **variant), isomorphism=False)
    fill(tables, 3)
    run_both(tables, 1)
    assert_same_tables(tables)


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_iterations_from_nothing_on_a_river(rule):
    tables = make(RIVER, rule)
    run_both(tables, 5)
    assert_same_values(tables, 1e-5)
    assert_same_tables(tables, 1e-5)
    engine, twin = tables.engine, tables.twin
    for node in twin.tree.nodes:
        if node.kind is NodeKind.DECISION:
            row = engine.layout.storages[0].row[node.index]
            order = np.argsort(engine.layout.boards.hands(0, node.player))
            mine = engine.average(0, node.player)[row : row + len(node.children), order]
            reached = twin.sums[node.index][0].sum(axis=0) > 1e-3
            assert_close(mine[:, reached], twin.average(node)[0][:, reached], 1e-3)


@pytest.mark.parametrize("rule", [Discounted(averaging=Sparse(3)), Plus(averaging=Sparse(2))], ids=str)
def test_sparse_averages_leave_iterations_out(rule):
    tables = make(RIVER, rule)
    run_both(tables, 4)
    assert_same_tables(tables, 1e-5)


@pytest.mark.parametrize(
    "spot", [TURN, raked(TURN), FLOP, raked(FLOP)], ids=["turn", "raked turn", "flop", "raked flop"]
)
@pytest.mark.parametrize("rule", [Discounted(), Plus()], ids=str)
def test_iterations_from_nothing_with_cards_to_come(spot, rule):
    tables = make(spot, rule)
    run_both(tables, 2)
    assert_same_values(tables, 1e-5)
    assert_same_tables(tables, 1e-5)


@pytest.mark.parametrize("rule", [Discounted(), Predictive()], ids=str)
@pytest.mark.parametrize(
    "spot", [TURN, FLOP, Spot(**FLOP.to_dict() | {"board": "Ks8s3s"})], ids=["turn", "two-tone flop", "monotone flop"]
)
def test_an_iteration_and_the_judge_with_isomorphism(spot, rule):
    tables = make(spot, rule)
    if len(spot.board) == 3:
        assert len(tables.engine.layout.boards.table) < 1 + 49 + 49 * 48
    tables.engine.run(4)
    tables.copy_to_twin()
    assert_same_values(tables)
    run_both(tables, 1)
    assert_same_tables(tables)


@pytest.mark.parametrize(
    "spot", [TURN, raked(TURN), FLOP, raked(FLOP)], ids=["turn", "raked turn", "flop", "raked flop"]
)
@pytest.mark.parametrize("cost", [0, 1e9], ids=["swept", "by matrix"])
def test_all_ins_before_the_river(spot, cost, monkeypatch):
    monkeypatch.setattr(layout_module, "SWEEP_COST", cost)
    tables = make(spot, isomorphism=False)
    boards = tables.engine.layout.boards
    turns = boards.table[boards.at_level(4 - len(spot.board))]
    assert (turns[:, at.MATRIX] >= 0).any() == (cost > 0)
    fill(tables, 4)
    assert_same_values(tables)
    run_both(tables, 1)
    assert_same_tables(tables)


@pytest.mark.parametrize("cost", [0, 1e9], ids=["swept", "by matrix"])
def test_values_of_every_node(cost, monkeypatch):
    monkeypatch.setattr(layout_module, "SWEEP_COST", cost)
    for spot, levels in ((raked(TURN), (0, 1)), (FLOP, (0, 1))):
        tables = make(spot, isomorphism=False)
        fill(tables, 5)
        engine, twin = tables.engine, tables.twin
        for hero in (0, 1):
            twin.node_values[0] = twin.values(hero)[None, :]
            for level in levels:
                street = len(spot.board) + level
                number_of = {place[0]: number for number, place in enumerate(tables.places[street])}
                rows = engine.layout.forests[2 * level + hero].rows
                for board, values in engine.street_values(hero, level):
                    hands = engine.layout.boards.hands(board, hero)
                    order = np.searchsorted(twin.hands[hero], hands)
                    for row, index in enumerate(rows):
                        node = twin.tree.nodes[index]
                        if node.street != street:
                            continue  # an all-in of the street before, on one of its boards
                        expected = twin.node_values[index][number_of[board]][order]
                        assert_close(values[row], expected, TOLERANCE * scale_of(spot))


TURN_LOCKS = {
    "the root": [("", {"AA": {"check": 0.2, "bet 50": 0.5, "bet 250": 0.3}, "JTs": {"check": 1}})],
    "both players": [
        ("check", {"*": {"check": 0.25, "bet 50": 0.5, "bet 250": 0.25}}),
        ("check/bet 50", {"*": {"fold": 0.4, "call": 0.6}, "AA": {"call": 0.5, "raise 170": 0.5}}),
    ],
    "every river": [("check/check/river/check", {"KK,22": {"check": 0.5, "bet 50": 0.5}})],
    "one river": [("check/check/river Th/check", {"KK,22": {"check": 0.5, "bet 50": 0.5}})],
    "one suit": [("", {"AhAd": {"bet 250": 1}}), ("check/check/9c", {"*": {"check": 1}})],
}


@pytest.mark.parametrize("board", ["QsJh2h7c", "QsJs2h7h"], ids=["no symmetry", "a symmetry"])
@pytest.mark.parametrize("locks", TURN_LOCKS.values(), ids=TURN_LOCKS)
@pytest.mark.parametrize("rule", [Discounted(), Predictive()], ids=str)
def test_locked_nodes(rule, locks, board):
    """Locked hands play what is fixed, the others learn against that, and a best response cannot leave it."""
    spot = Spot(**TURN.to_dict() | {"board": board, "oop": "AA,JTs:0.4,99,AKs", "ip": "KK,QJs:0.3,22,T9s"})
    layout = Layout.of(spot, locks=[Lock(path, hands) for path, hands in locks])
    tables = EngineTables(Engine(layout, rule, threads=1), NaivePostflop(spot, rule))
    lock_twin(tables.twin, locks)
    tables.engine.run(4)
    tables.copy_to_twin()
    assert_same_values(tables)
    run_both(tables, 1)
    assert_same_tables(tables)


def lock_twin(twin, locks):
    for path, by_range in locks:
        node = twin.tree.find(path)
        street, hands = twin.streets[node.street], twin.hands[node.player]
        dealt = parse_cards("Th") if "Th" in path else parse_cards("9c") if "9c" in path else ()
        here = np.array([board[-1:] == dealt or not dealt for board in street.boards])
        mask = np.zeros((len(street.boards), len(hands)), bool)
        fixed = np.zeros((len(street.boards), len(node.children), len(hands)))
        names = [str(move) for move in twin.tree.moves(node)]
        for text, moves in by_range.items():
            named = here[:, None] & (Range.parse(text).weights[hands] > 0)
            mask |= named
            for place, name in enumerate(names):
                fixed[:, place][named] = moves.get(name, 0.0)
        twin.locks[node.index] = mask, fixed


@pytest.mark.parametrize("spot", SPOTS.values(), ids=SPOTS)
@pytest.mark.parametrize("rule", [Discounted(), Plus()], ids=str)
def test_compressed_tables_are_off_by_a_rounding(spot, rule):
    """From the same compressed tables an iteration differs by a step of each node's scale at most, the judge not at
    all. Only the first player's regrets and the second one's sums: what follows starts from rounded numbers. Nor with
    isomorphism: hands that are alike are rounded differently, and one board stands for others a step beside it."""
    tables = make(spot, rule, isomorphism=False, compressed=True)
    engine, twin = tables.engine, tables.twin
    engine.run(3)
    tables.copy_to_twin()
    assert_same_values(tables)
    run_both(tables, 1)
    for player, kind, mine, theirs, scale in (
        (0, 0, engine.regrets, twin.regrets, scale_of(spot)),
        (1, 1, engine.sums, twin.sums, max(table.max() for table in twin.sums.values())),
    ):
        found = tables.read(mine, engine.scales[kind])
        steps = tables.read(np.ones_like(mine), engine.scales[kind])
        for index, table in found.items():
            if twin.tree.nodes[index].player == player:
                assert (abs(table - theirs[index]) <= 1.01 * steps[index] + TOLERANCE * scale).all()


@st.composite
def spots(draw, board_cards):
    """Hands of few cards, so that many of them block each other or are held by both."""
    most, most_bets = {3: (9, 1), 4: (10, 2), 5: (16, 3)}[board_cards]
    cards = draw(st.lists(st.integers(0, 51), min_size=9, max_size=most, unique=True))
    board, rest = cards[:board_cards], cards[5:]
    combos = [h for h in range(COMBO_COUNT) if set(COMBO_CARDS[h].tolist()) <= set(rest)]
    weights = []
    for _ in range(2):
        held = np.zeros(COMBO_COUNT)
        for hand in draw(st.lists(st.sampled_from(combos), min_size=1, max_size=len(combos), unique=True)):
            held[hand] = draw(st.sampled_from([1.0, 0.75, 0.3, 0.05]))
        weights.append(held)
    sizes = st.lists(st.sampled_from(["33%", "75%", "150%", "a"]), max_size=most_bets, unique=True).map(",".join)
    streets = {
        street: {player: {"bet": draw(sizes), "raise": draw(sizes)} for player in ("oop", "ip")}
        for street in ("flop", "turn", "river")[board_cards - 3 :]
    }
    try:
        return Spot(
            board=board, pot=draw(st.integers(1, 200)), stacks=(draw(st.integers(1, 500)), draw(st.integers(1, 500))),
            oop=weights[0], ip=weights[1], raise_cap=draw(st.integers(0, most_bets)),
            rake={"percent": draw(st.sampled_from([0.0, 4.5])), "cap": draw(st.sampled_from([None, 3.0]))}, **streets,
        )  # fmt: skip
    except SpotError:
        assume(False)


def check_random_spot(spot, rule, seed):
    tables = make(spot, rule, isomorphism=False)
    fill(tables, seed)
    assert_same_values(tables)
    run_both(tables, 1)
    assert_same_tables(tables)


@settings(max_examples=60)
@given(spots(5), st.sampled_from(RULES), st.integers(0, 1000))
def test_random_river_spots(spot, rule, seed):
    check_random_spot(spot, rule, seed)


@settings(max_examples=15)
@given(spots(4), st.sampled_from(RULES), st.integers(0, 1000))
def test_random_turn_spots(spot, rule, seed):
    check_random_spot(spot, rule, seed)


@settings(max_examples=4)
@given(spots(3), st.sampled_from([Discounted(), Predictive()]), st.integers(0, 1000))
def test_random_flop_spots(spot, rule, seed):
    check_random_spot(spot, rule, seed)
