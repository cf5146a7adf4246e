"""Groups of hands in the engine, against a naive twin that ties the numbers of each group hand by hand."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from engine_tables import EngineTables
from naive_postflop import NaiveGroups
from test_twins import FLOP, RIVER, TOLERANCE, TURN, assert_close, assert_same_tables, fill, raked, run_both, scale_of

from pokerlab.abstraction.boards import BoardClasses
from pokerlab.abstraction.groups import HandGroups, group_hands, single_hands
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.equilibrium.regret import Discounted, GreedyHedging, Plus, Predictive, Sparse, Unweighted, Vanilla
from pokerlab.errors import SolverError, SpotError
from pokerlab.postflop import columns as at
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.locks import parse_lock
from pokerlab.postflop.solve import prepare, solve, steps
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.warm_start import begin_with

RIVER_FILE = Path(__file__).parents[2] / "examples" / "river.toml"
RULES = [Vanilla(), Plus(), Discounted(1.5, 0, 4), Predictive(), GreedyHedging(0.175)]
VARIANTS = [
    Vanilla(averaging=Unweighted()),
    Vanilla(averaging=Sparse(2)),
    Vanilla(returns_new=True),
    GreedyHedging(0.2, returns_new=True),
]
CARRYING = Discounted(1.5, 0.25, 4.0, carries_groups=True)
SMALL = Spot(
    board="QhJh2h7c", pot=10, stack=20, oop="AA,KK,T9s,55", ip="QQ,AK,98s:0.5,33",
    turn={"bet": "50%", "raise": "a"}, river={"bet": "a"},
)  # fmt: skip


def random_groups(spot, seed, count=4):
    """Groups without any sense, other ones on every board, each of about `count`."""
    boards = BoardClasses.of(spot.board, "every")
    single = single_hands(boards)
    rng = np.random.default_rng(seed)
    labels = [np.where(rows >= 0, rng.integers(0, count, rows.shape), -1).astype(np.int16) for rows in single.labels]
    counts = tuple(np.full(len(rows), count, np.int64) for rows in labels)
    return HandGroups(boards, None, None, tuple(labels), counts)


def make(spot, rule, groups, **variant):
    layout, rule = Layout.of(spot, isomorphism=False, groups=groups), replace(rule, **variant)
    return EngineTables(Engine(layout, rule, threads=1), NaiveGroups(spot, rule, groups))


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("carry", ["hands", "groups"])
def test_one_iteration_of_every_rule_from_random_tables(rule, carry):
    tables = make(TURN, rule, random_groups(TURN, 1), carries_groups=carry == "groups")
    fill(tables, 2)
    run_both(tables, 1)
    assert_same_tables(tables)


@pytest.mark.parametrize("rule", VARIANTS, ids=str)
def test_one_iteration_of_every_variant(rule):
    tables = make(raked(TURN), rule, random_groups(TURN, 2), carries_groups=True)
    fill(tables, 3)
    run_both(tables, 1)
    assert_same_tables(tables)


@pytest.mark.parametrize("carry", ["hands", "groups"])
@pytest.mark.parametrize("spot", [RIVER, TURN, FLOP], ids=["river", "turn", "flop"])
def test_values_and_best_responses_inside_and_outside(spot, carry):
    tables = make(spot, Vanilla(), random_groups(spot, 3), carries_groups=carry == "groups")
    fill(tables, 9)  # without ties: which of two equal moves a group plays is up to rounding, and to the processor
    twin = tables.twin
    for inside in (False, True):
        for hero in (0, 1):
            for mode, best in ((at.FOLLOW, False), (at.BEST_OF_GROUP if inside else at.BEST, True)):
                found = tables.root_values(hero, mode, inside=inside)
                assert_close(found, twin.values(hero, best=best, inside=inside), TOLERANCE * scale_of(spot))
    judged = tables.engine.judge(inside=True)
    expected = [twin.mean(p, twin.values(p, best=True, inside=True)) for p in (0, 1)]
    assert judged.best == pytest.approx(expected, abs=TOLERANCE * scale_of(spot) / min(1.0, twin.mass))


@pytest.mark.parametrize("measure", ["rank", "strength", "opponent"])
def test_groups_on_boards_that_stand_for_others(measure):
    """The twin finds the groups on every ordered board for itself."""
    groups = group_hands(BoardClasses.of(SMALL.board, "isomorphic"), measure, "river")
    engine = Engine(SMALL, Plus(), threads=1, groups=groups)
    assert len(engine.layout.boards.table) < 49
    tables = EngineTables(engine, NaiveGroups(SMALL, Plus(), groups))
    run_both(tables, 2)
    assert_same_tables(tables)


def test_single_hands_are_the_spot_itself():
    groups = single_hands(BoardClasses.of(TURN.board, "every"))
    tables = make(TURN, Plus(), groups)
    single = Engine(Layout.of(TURN, isomorphism=False), Plus(), threads=1)
    fill(tables, 5)
    for name in ("regrets", "sums"):
        getattr(single, name)[:] = 0
        for board, row in enumerate(single.layout.boards.table):
            for player in (0, 1):
                _copy_rows(tables.engine, single, name, board, player, row)
    assert single.judge().best == pytest.approx(tables.engine.judge().best, rel=1e-5)
    assert single.judge().best == pytest.approx(tables.engine.judge(inside=True).best, rel=1e-5)
    for engine in (tables.engine, single):
        engine.iteration = 3
        engine.run(1)
    assert single.judge().best == pytest.approx(tables.engine.judge(inside=True).best, rel=1e-4)


class TestBeginningWithSingleHands:
    def test_groups_of_one_hand_go_on_as_if_nothing_had_happened(self):
        single = Engine(TURN, threads=1)
        single.run(7)
        engine = Engine(TURN, threads=1, groups=single_hands(BoardClasses.of(TURN.board, "isomorphic")))
        begin_with(engine, single, single.iteration)
        for more in (0, 4):
            single.run(more)
            engine.run(more)
            assert engine.judge().best == pytest.approx(single.judge().best, rel=1e-4)

    def test_a_group_has_the_means_of_its_hands(self):
        """Hand by hand, on every board."""
        groups = random_groups(TURN, 6)
        single = Engine(Layout.of(TURN, isomorphism=False), Vanilla(), threads=1)
        single.run(3)
        engine = Engine(Layout.of(TURN, isomorphism=False, groups=groups), Vanilla(), threads=1)
        begin_with(engine, single, 1)
        assert engine.iteration == 1
        for board, cards in enumerate(engine.layout.boards.cards):
            for player, source in enumerate((TURN.oop, TURN.ip)):
                hands = engine.layout.boards.hands(board, player)
                labels = groups.on(cards)[hands]
                for name, weighted in (("regrets", True), ("sums", False)):
                    found, single_rows = (_hand_rows(e, name, board, player) for e in (engine, single))
                    for place, label in enumerate(labels):
                        members = [other for other in range(len(hands)) if labels[other] == label]
                        weights = [source.weights[hands[m]] for m in members]
                        parts = [w / sum(weights) for w in weights] if weighted else [1 / 3] * len(members)
                        expected = sum(part * single_rows[:, m] for part, m in zip(parts, members, strict=True))
                        np.testing.assert_allclose(found[:, place], expected, rtol=1e-5, atol=1e-4)

    @pytest.mark.parametrize("rule", [Vanilla(), Plus(), Discounted(1.5, 0, 4)], ids=str)
    def test_averages_weigh_as_after_so_many_iterations(self, rule):
        single = Engine(RIVER, rule)
        single.run(5)
        before = float(single.sums.sum())
        single.run(15)
        engine = Engine(RIVER, rule, groups=single_hands(BoardClasses.of(RIVER.board, "isomorphic")))
        begin_with(engine, single, 5)
        assert float(engine.sums.sum()) == pytest.approx(before, rel=0.2)

    def test_little_is_left_to_learn(self):
        groups = group_hands(BoardClasses.of(SMALL.board, "isomorphic"), "opponent", "river")
        single, cold, warm = Engine(SMALL), Engine(SMALL, groups=groups), Engine(SMALL, groups=groups)
        single.run(300)
        begin_with(warm, single, 50)
        for engine in (cold, warm):
            engine.run(20)
        assert warm.judge(inside=True).nash_conv < cold.judge(inside=True).nash_conv / 3

    def test_what_it_does_not_go_with(self):
        groups = single_hands(BoardClasses.of(RIVER.board, "isomorphic"))
        single, engine = Engine(RIVER), Engine(RIVER, groups=groups)
        with pytest.raises(SolverError, match="that has run"):
            begin_with(engine, single, 1)
        single.run(1)
        with pytest.raises(SolverError, match="one iteration or more"):
            begin_with(engine, single, 0)
        with pytest.raises(SolverError, match="without groups"):
            begin_with(single, single, 1)
        with pytest.raises(SolverError, match="same spot, rule and options"):
            begin_with(Engine(RIVER, Plus(), groups=groups), single, 1)
        predictive = Engine(RIVER, Predictive())
        predictive.run(1)
        with pytest.raises(SolverError, match="cannot begin"):
            begin_with(Engine(RIVER, Predictive(), groups=groups), predictive, 1)

    def test_boards_must_be_the_same(self):
        every = Engine(Layout.of(SMALL, isomorphism=False))
        every.run(1)
        engine = Engine(SMALL, groups=single_hands(BoardClasses.of(SMALL.board, "isomorphic")))
        assert len(engine.layout.boards.cards) < len(every.layout.boards.cards)
        with pytest.raises(SolverError, match="same spot, rule and options"):
            begin_with(engine, every, 1)
        assert not engine.sums.any()
        assert engine.iteration == 0


def _hand_rows(engine, name, board, player):
    """[row, hand]: what a table says of each hand."""
    row, grouping = engine.layout.boards.table[board], engine.layout.grouping
    hands, width, start = (int(row[column + player]) for column in (at.HANDS, at.WIDTH, at.STORAGE))
    rows = engine.layout.storages[row[at.LEVEL]].rows[player]
    block = getattr(engine, name)[start : start + rows * width].reshape(rows, width)
    first = int(row[at.GROUPED_AT + player])
    return block[:, grouping.group_of[first : first + hands] if grouping else slice(hands)]


def _copy_rows(source, target, name, board, player, row):
    hands, width = int(row[at.HANDS + player]), int(row[at.WIDTH + player])
    block = _hand_rows(source, name, board, player)
    out = getattr(target, name)[row[at.STORAGE + player] :][: block.size // hands * width].reshape(-1, width)
    out[:, :hands] = block


def test_hands_of_a_group_play_alike_and_the_abstraction_has_a_price():
    groups = group_hands(BoardClasses.of(SMALL.board, "isomorphic"), "rank", "river")
    engine = Engine(SMALL, threads=2, groups=groups)
    engine.run(300)
    inside, outside = engine.judge(inside=True), engine.judge()
    assert inside.nash_conv < 0.002 * SMALL.pot < outside.nash_conv < 0.05 * SMALL.pot
    assert outside.values[0] == pytest.approx(inside.values[0], abs=1e-4)
    for board, cards in enumerate(engine.layout.boards.cards):
        for player in (0, 1):
            labels = groups.on(cards)[engine.layout.boards.hands(board, player)]
            strategy = engine.average(board, player)
            for label in set(labels.tolist()):
                assert np.ptp(strategy[:, labels == label], axis=1).max() == 0


def test_threads_change_nothing():
    groups = group_hands(BoardClasses.of(SMALL.board, "isomorphic"), "strength", "river")
    first, second = (Engine(SMALL, CARRYING, threads=threads, groups=groups) for threads in (1, 2))
    for engine in (first, second):
        engine.run(5)
    assert (first.regrets == second.regrets).all()
    assert (first.sums == second.sums).all()


def test_tables_are_as_small_as_the_groups():
    groups = group_hands(BoardClasses.of(RIVER.board, "isomorphic"), "rank", "river")
    wide, narrow = Layout.of(RIVER), Layout.of(RIVER, groups=groups)
    assert narrow.cells < wide.cells
    assert narrow.memory(compressed=False)[0].cells == narrow.cells


class TestSolving:
    def test_a_solution_says_what_holds_in_the_real_game(self):
        solution = solve(SMALL, target=0.2, groups="strength:hierarchical")
        engine = prepare(SMALL, groups="strength:hierarchical")
        *_, last = steps(engine, target=0.2)
        assert last.judgement.exploitability <= 0.002 * SMALL.pot < solution.nash_conv / 2
        assert solution.nash_conv == engine.judge().nash_conv
        assert solution.made.algorithm.endswith("on groups of hands (strength:hierarchical)")

    def test_the_verb(self, pokerlab):
        spot = ["--board", "QhJh2h7c", "--pot", "10", "--stack", "20", "--oop", "AA,KK,T9s,55", "--ip", "QQ,AK,33"]
        result = pokerlab("solve", *spot, "--groups", "opponent", "--target", "0.2", "--no-file", "--json")
        found = json.loads(result.out)
        assert found["groups"]["name"] == "opponent:river"
        assert found["groups"]["percent_of_pot_inside"] <= 0.2
        shown = pokerlab("solve", *spot, "--groups", "rank", "--target", "0.5", "--no-file")
        assert "inside the groups: NashConv" in shown.out

    @pytest.mark.parametrize(
        ("name", "line"),
        [("colour", "'colour' is no measure of hands"), ("rank:flop", "'flop' is no test of hands")],
    )
    def test_unknown_groups(self, pokerlab, name, line):
        result = pokerlab("solve", str(RIVER_FILE), "--groups", name, "--no-file")
        assert result.code == 2
        assert line in result.err


def test_what_groups_do_not_go_with():
    boards = BoardClasses.of(RIVER.board, "isomorphic")
    groups = single_hands(boards)
    with pytest.raises(SolverError, match="32-bit"):
        Engine(RIVER, compressed=True, groups=groups)
    with pytest.raises(SpotError, match="locks are for single hands"):
        Layout.of(RIVER, locks=[parse_lock("root: check 1")], groups=groups)
    few = np.zeros(COMBO_COUNT)
    few[:10] = 1
    with pytest.raises(SpotError, match="do not know"):
        Layout.of(RIVER, groups=single_hands(boards, few))
    engine = Engine(RIVER, groups=groups)
    with pytest.raises(SolverError, match="cannot be set"):
        engine.set_average(0, 0, engine.average(0, 0))
