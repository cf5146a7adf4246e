"""Best responses in the real game are those of the exact judge, hand by hand."""

from dataclasses import replace

import numpy as np
import pytest
from test_public_chance import FewClasses

from pokerlab.betting.menu import EVERY_BET
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import parse_cards
from pokerlab.cards.evaluator import evaluate
from pokerlab.cards.suits import ALL_SYMMETRIES
from pokerlab.equilibrium.best_response import Judge
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.errors import PokerError
from pokerlab.games.library import named_game
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.card_sights import ListedSights
from pokerlab.training.first_street import FirstStreet
from pokerlab.training.listed_job import whole_chances
from pokerlab.training.real_cards import Lying, RealCards
from pokerlab.training.real_judge import RealJudgeJob, _Judge
from pokerlab.training.response import FlopWalk
from pokerlab.training.response_kernels import UP, respond
from pokerlab.training.response_plan import ResponsePlan
from pokerlab.training.small_games import as_table, cells_of_rows
from pokerlab.training.walk_columns import Paths


def drawn_blueprint(game, cards, menu=EVERY_BET, recall="perfect", seed=1) -> Blueprint:
    """A blueprint that does anything."""
    plan = BettingPlan.build(game, menu, recall)
    paths = Paths.of(plan, np.array(cards.counts, np.int64)[plan.streets])
    chances = np.random.default_rng(seed).random(paths.cells).astype(np.float32) ** 3
    return Blueprint.of(plan, cards, chances)


def short_deck(base: str, deck: int, board: tuple[int, ...], **changes):
    """Hold'em with few cards and few streets."""
    game = named_game(base)
    streets = len(board)
    cut = {name: getattr(game, name)[:streets] for name in ("bets", "raise_caps", "private_cards", "first_to_act")}
    return replace(game, name="short", deck=game.deck[-deck:], board_cards=board, **{**cut, **changes})


def exact(blueprint: Blueprint) -> tuple[float, ...]:
    """What best responses win, by the judge of small games."""
    menu = blueprint.plan.menu
    tree = PublicTree.build(blueprint.game, None if menu.is_every_bet else menu)
    cells = cells_of_rows(tree, blueprint.plan, blueprint.cards, blueprint.paths)
    return Judge(tree).judge(as_table(whole_chances(blueprint), cells)).best


@pytest.mark.parametrize(
    ("game", "menu", "recall"),
    [
        (named_game("leduc"), EVERY_BET, "perfect"),
        (named_game("leduc"), EVERY_BET, "in+paid"),
        (named_game("leduc-nl"), parse_menu("fcpa"), "perfect"),
        (short_deck("holdem-limit", 9, (0, 3), raise_caps=(2, 2)), EVERY_BET, "perfect"),
        (short_deck("holdem-limit", 8, (0, 3, 1), raise_caps=(1, 1, 1)), EVERY_BET, "in+paid"),
        (short_deck("holdem-nolimit:stack=400", 8, (0, 3, 1)), parse_menu("fca"), "perfect"),
    ],
)
def test_small_games_are_judged_as_by_the_exact_judge(tmp_path, game, menu, recall):
    """The whole way: a file, a task for each board of the second street, the first street put together."""
    blueprint = drawn_blueprint(game, ListedSights(game), menu, recall)
    judge = _Judge(blueprint)
    walk, reaches = FlopWalk(judge.plan, judge.cards), tuple(seat.reaches for seat in judge.seats)
    boards, ways = judge.cards.first_boards
    values = np.array([walk.values(board, reaches) for board in boards])
    found = judge.judged(RealJudgeJob(blueprint="x"), values, ways * judge.cards.first_share)
    # sums of 32-bit numbers
    assert [seat.value for seat in found.best] == pytest.approx(exact(blueprint), rel=2e-6)
    assert found.exploitability.value == pytest.approx(sum(exact(blueprint)) / 2, rel=2e-6)


def naive_response(plan: ResponsePlan, hero, node, reach, met, led, seen):
    """float64 [hand]: the best response from a node of the last street on, by matrices of all pairs of hands."""
    tree = plan.tree
    if tree.kind[node] != NodeKind.DECISION:
        return plan.wins[node, hero] * ((met if tree.kind[node] == NodeKind.FOLD else led) @ reach)
    found = []
    for place, child in enumerate(plan.children(node)):
        is_own = tree.actor[node] == hero
        after = reach if is_own else reach * plan.chances_at(node)[seen, place]
        found.append(naive_response(plan, hero, child, after, met, led, seen))
    return np.max(found, axis=0) if tree.actor[node] == hero else np.sum(found, axis=0)


@pytest.mark.parametrize("hero", [0, 1])
@pytest.mark.parametrize(("game", "menu"), [("holdem-limit", ""), ("holdem-nolimit:stack=2000", "fcpa")])
def test_the_river_is_the_river_by_matrices(hero, game, menu):
    """All rows of one river of the whole game against matrices of 1,326 times 1,326."""
    blueprint = drawn_blueprint(named_game(game), FewClasses(), parse_menu(menu) if menu else EVERY_BET)
    plan, cards = ResponsePlan(blueprint), RealCards(blueprint.game)
    walk = FlopWalk(plan, cards)
    board = parse_cards("Ah9h8c8d2s")
    columns = cards.columns([Lying(tuple(board), ALL_SYMMETRIES[:1])], 3, blueprint.cards)
    rng = np.random.default_rng(5)
    reaches = np.zeros((plan.row_count(3), plan.stride), np.float32)
    live = columns.order[0, : columns.counts[0]]
    reaches[:-2, live] = rng.random((len(plan.rows[3]), len(live)))
    values = np.zeros(reaches.size, np.float32)
    street = walk._streets[hero][2]
    respond(UP, street, columns, plan.stride, reaches.ravel(), np.zeros(0, np.float32), values, walk._work)
    ranks = np.zeros(1326, np.int64)
    ranks[live] = [evaluate((*cards.hands[hand], *board)) for hand in live]
    possible = np.zeros(1326)
    possible[live] = 1
    met = cards.met * possible[:, None] * possible
    led = met * np.sign(ranks[:, None] - ranks)
    seen = np.maximum(blueprint.cards.on_board(tuple(board)), 0)
    for row in range(0, len(plan.rows[3]), max(1, len(plan.rows[3]) // 12)):
        expected = naive_response(plan, hero, plan.rows[3][row].node, reaches[row, :1326].astype(float), met, led, seen)
        found = values.reshape(reaches.shape)[row, :1326] / columns.share
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4 * np.abs(expected).max())


def test_boards_that_suits_alone_tell_apart_are_looked_at_once():
    """Every turn and river of a flop of one suit, and those that differ up to suits."""
    game = named_game("holdem-nolimit:stack=300")
    blueprint = drawn_blueprint(game, FewClasses(), parse_menu("fca"))
    judge = _Judge(blueprint)

    class AllBoards(RealCards):
        """No two boards are alike."""

        def first(self, board):
            return Lying(board, ALL_SYMMETRIES[:1])

    reaches = tuple(seat.reaches for seat in judge.seats)
    board = tuple(parse_cards("AhJh4h"))
    once = FlopWalk(judge.plan, judge.cards).values(board, reaches)
    all_boards = FlopWalk(judge.plan, AllBoards(game)).values(board, reaches)
    np.testing.assert_allclose(once, all_boards, rtol=1e-4, atol=1e-3)


def test_all_ins_before_the_flop_are_the_shipped_table():
    """Aces of spades and hearts against kings of the same suits: 82.36% and ties of 0.54% (the class table of `cards`
    has 82% for the mean over suits)."""
    cards = RealCards(named_game("holdem-nolimit"))
    aces, kings = cards.hands.index((51, 50)), cards.hands.index((47, 46))
    assert cards.led[aces, kings] == pytest.approx(2 * 0.8236 + 0.0054 - 1, abs=0.002)
    np.testing.assert_allclose(cards.led, -cards.led.T, atol=1e-12)
    assert cards.met.sum() == 1326 * 1225


def test_a_sample_of_flops_is_no_better_than_all_of_them():
    """Chosen on one half and judged on the other, the mean over many samples is below the best response; chosen and
    judged on the same ones it is above."""
    game = short_deck("holdem-limit", 10, (0, 3), raise_caps=(2, 2))
    judge = _Judge(drawn_blueprint(game, ListedSights(game)))
    walk, reaches = FlopWalk(judge.plan, judge.cards), tuple(seat.reaches for seat in judge.seats)
    boards = judge.cards.first_boards[0]
    values = np.array([walk.values(board, reaches) for board in boards])[:, 0]
    seat, scale = judge.seats[0], judge.cards.first_share * len(boards)
    best = seat.best(values.mean(axis=0) * scale)
    rng = np.random.default_rng(2)
    found = [seat.halves(values[rng.permutation(len(boards))[:8]] * scale) for _ in range(60)]
    bounds, optimistic = [bound for bound, _ in found], [value for _, value in found]
    assert np.mean([bound.value for bound in bounds]) < best < np.mean(optimistic)
    inside = np.mean([bound.value - 1.96 * bound.error < best for bound in bounds])
    assert inside > 0.9


def test_what_is_chosen_and_judged_on_all_flops_is_the_best():
    game = named_game("leduc")
    judge = _Judge(drawn_blueprint(game, ListedSights(game)))
    walk, reaches = FlopWalk(judge.plan, judge.cards), tuple(seat.reaches for seat in judge.seats)
    values = np.array([walk.values(board, reaches) for board in judge.cards.first_boards[0]])[:, 1]
    seat: FirstStreet = judge.seats[1]
    mean = values.mean(axis=0) * 6 * judge.cards.first_share
    assert seat.judged(mean, values * 6 * judge.cards.first_share).mean() == pytest.approx(seat.best(mean))


def test_a_job_goes_on_where_it_was(tmp_path):
    """The same numbers again, without a flop looked at twice."""
    game = named_game("leduc")
    file = tmp_path / "x.blueprint"
    blueprint = drawn_blueprint(game, ListedSights(game))
    blueprint.save(file)
    job = RealJudgeJob(blueprint=str(file), jobs=1, directory=str(tmp_path / "run"))
    first = job.run()
    assert first.is_exact
    assert first.record()["best"] == pytest.approx(exact(blueprint), rel=2e-6)
    looked = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*.response")}
    assert len(looked) == 6
    assert job.run().record() == first.record()
    assert looked == {path.name: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*.response")}


def test_what_cannot_be_judged_is_refused():
    for name, part in (("kuhn3", "two players"), ("kuhn", "two streets")):
        game = named_game(name)
        with pytest.raises(PokerError, match=part):
            ResponsePlan(drawn_blueprint(game, ListedSights(game)))
    with pytest.raises(PokerError, match="at least 4"):
        RealJudgeJob(blueprint="limit", flops=3).tasks()
