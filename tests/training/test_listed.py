"""Listed games: exact answers for small games and buckets, which the trainer's must come to."""

import numpy as np
import pytest
from board_sights import ClassSights

from pokerlab.abstraction.buckets import Buckets, StreetFacts
from pokerlab.abstraction.feature_tables import CLASS_COUNTS
from pokerlab.abstraction.notation import parse_cards as parse_abstraction
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.tree import BettingTree
from pokerlab.cards.card import parse_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_MASKS
from pokerlab.cards.evaluator import rank_boards
from pokerlab.equilibrium.best_response import Judge
from pokerlab.equilibrium.bucketed import named_sights
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.regret import Plus, Predictive
from pokerlab.errors import AbstractionError, SolverError
from pokerlab.games.library import named_game
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.card_sights import ListedSights
from pokerlab.training.deal_source import HoldemDeals, ListedDeals
from pokerlab.training.listed_cards import ListedCards, parents_of
from pokerlab.training.listed_game import ListedGame, ListedSolver
from pokerlab.training.listed_job import InsideJob
from pokerlab.training.listed_lp import listed_value
from pokerlab.training.listed_samples import sampled_cards
from pokerlab.training.pair_counts import count_flops, listed, merged
from pokerlab.training.recipe import LinearPeriods, Recipe
from pokerlab.training.small_games import as_table, cells_of_rows
from pokerlab.training.trainer import Trainer
from pokerlab.training.walk_columns import Paths


def listed_game(name, cards=None):
    game = named_game(name)
    cards = cards or ListedSights(game)
    return ListedGame(BettingTree.build(game, deals=True), ListedCards.of_small_game(cards))


def merged_leduc(name):
    game = named_game("leduc")
    sights = tuple(np.maximum(numbers, 0) for numbers in named_sights(game, name))
    return ListedSights(game, merged=sights, name=name)


# OpenSpiel, exploitability.nash_conv of the uniform policy: kuhn_poker(players=3) and leduc_poker(players=3).
@pytest.mark.parametrize(("name", "gap"), [("kuhn3", 2.0625), ("leduc3", 12.611221340388003)])
def test_nash_conv_of_uniform_play_of_three(name, gap):
    game = listed_game(name)
    assert game.judge(game.uniform()).nash_conv == pytest.approx(gap, abs=1e-9)


def test_three_players_of_kuhn_by_vector_cfr():
    solver = ListedSolver(listed_game("kuhn3"), Plus(), np.float64)
    solver.run(200)
    assert solver.judge().nash_conv < 0.002


@pytest.mark.slow
def test_three_players_of_leduc_by_vector_cfr():
    solver = ListedSolver(listed_game("leduc3"), Plus(), np.float64)
    solver.run(1000)
    assert solver.judge().nash_conv < 0.01


@pytest.mark.parametrize(
    ("name", "recall"), [("leduc", "perfect"), ("leduc-nl:4", "perfect"), ("kuhn3", "perfect"), ("leduc3", "ibr")]
)
def test_any_strategy_is_judged_as_by_the_judge_of_small_games(name, recall):
    game = named_game(name)
    plan, cards, tree = BettingPlan.build(game, recall=recall), ListedSights(game), PublicTree.build(game)
    paths = Paths.of(plan, np.array(cards.counts, np.int64)[plan.streets])
    ours = listed_game(name)
    drawn = np.random.default_rng(5).random(paths.cells)
    tables = ours.of_cells(plan, paths, drawn)
    theirs = as_table(drawn, cells_of_rows(tree, plan, cards, paths))
    for node in tree.situations:  # what is drawn is made chances of
        row, count = int(tree.nodes[node, 5]), int(tree.nodes[node, 4])
        theirs[row : row + count] /= theirs[row : row + count].sum(axis=0)
    for bets, table in zip(ours.streets, tables, strict=True):
        for actor, _, count, row in bets.nodes.tolist():
            if actor >= 0:
                table[row : row + count] /= table[row : row + count].sum(axis=0)
    found, wanted = ours.judge(tables), Judge(tree).judge(theirs)
    assert found.values == pytest.approx(wanted.values, abs=1e-9)
    assert found.best == pytest.approx(wanted.best, abs=1e-9)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "leduc-nl:3"])
def test_the_linear_program_is_that_of_small_games(name):
    exact = solve_exactly(PublicTree.build(named_game(name))).value
    assert listed_value(listed_game(name)) == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize("name", ["2.all", "2.2"])
def test_trainer_vector_cfr_and_linear_program_agree_on_leduc_with_merged_ranks(name):
    cards = merged_leduc(name)
    game = listed_game("leduc", cards)
    value = listed_value(game)
    solver = ListedSolver(game, Plus())
    solver.run(300)
    low, high = solver.judge().value_bounds
    assert low - 1e-6 < value < high + 1e-6
    assert high - low < 0.01
    trainer = Trainer(BettingPlan.build(cards.game), ListedDeals(cards), Recipe(weights=LinearPeriods()), threads=1)
    trainer.run(100_000)
    judged = game.judge(game.of_cells(trainer.plan, trainer.paths, trainer.strategy()))
    low, high = judged.value_bounds
    assert low < value < high
    assert judged.nash_conv < 0.1


def test_a_blueprint_is_judged_as_the_trainer_was(tmp_path):
    from pokerlab.training.job import TrainJob

    file = tmp_path / "leduc.blueprint"
    trained = TrainJob(game="leduc", iterations=20_000, threads=1, out=str(file)).run()
    record = InsideJob(blueprint=str(file)).run().record()
    assert record["nash_conv"] == pytest.approx(trained.looks[-1][1], abs=2e-3)
    assert record["sequences"] == 9


def test_blind_hold_em_by_the_table_of_classes_and_by_the_trainer():
    """169.1.1.1: nobody sees the board."""
    game, menu = named_game("holdem-nolimit:stack=400"), parse_menu("fca")
    listed_one = ListedGame(BettingTree.build(game, menu, deals=True), ListedCards.blind())
    assert ListedCards.blind().meet.sum() == pytest.approx(1)
    solver = ListedSolver(listed_one, Plus(), np.float64)
    solver.run(150)
    low, high = solver.judge().value_bounds
    assert high - low < 0.005 * game.big_blind
    trainer = Trainer(
        BettingPlan.build(game, menu), HoldemDeals(game, ClassSights()), Recipe(weights=LinearPeriods()), threads=1
    )
    trainer.run(200_000)
    judged = listed_one.judge(listed_one.of_cells(trainer.plan, trainer.paths, trainer.strategy()))
    assert judged.nash_conv < 0.08 * game.big_blind
    theirs = judged.value_bounds
    assert theirs[0] < high + 1e-9
    assert theirs[1] > low - 1e-9


def test_counted_pairs_are_those_of_a_plain_count():
    """Of two runs of boards all pairs of hands, one by one."""
    buckets = parity_buckets()
    flop, later = parse_cards("Ah9d4c"), parse_cards("Qs2h")
    joint, parents, runs = count_flops(buckets, np.array([flop], np.uint8), cardset(later))
    assert runs == 2
    sequences = buckets.sights[3]
    met, led = np.zeros((sequences, sequences), np.int64), np.zeros((sequences, sequences), np.int64)
    for turn, river in (later, later[::-1]):
        board = (*flop, turn, river)
        alive = np.flatnonzero(buckets.hands(board) >= 0)
        ranks, sights = rank_boards([board])[0][alive].astype(int), buckets.hands(board)[alive]
        can_meet = (COMBO_MASKS[alive][:, None] & COMBO_MASKS[alive][None, :]) == 0
        assert can_meet.sum() == 1081 * 990
        places = sights[:, None].repeat(len(alive), 1), sights[None, :].repeat(len(alive), 0)
        np.add.at(met, places, can_meet)
        np.add.at(led, places, can_meet * np.sign(ranks[:, None] - ranks[None, :]))
    ways = 24  # flops of three ranks and suits
    assert (np.tril(joint) == np.tril(met) * ways).all()
    assert (np.triu(joint, 1) == np.triu(led, 1) * ways).all()
    assert merged(parents, parents, "twice").tolist() == parents.tolist()
    cards = listed("twice", joint, parents, buckets.sights)
    assert cards.meet.sum() == pytest.approx(1)
    assert cards.on_street(cards.meet, 0).shape == (2, 2)


def parity_buckets():
    """Buckets with perfect recall made by hand: two by the number of the class before the flop, three on it, and
    nothing new on turn and river."""
    every = -2
    labels = np.concatenate([np.arange(169) % 2, np.arange(CLASS_COUNTS["flop"]) % 3]).astype(np.uint16)
    arrays = {
        "labels": labels,
        "numbers": np.zeros(1, np.int32),
        "cuts": np.array([[0, 0, 1, 2, -1], [0, 169, 1, 3, -1]], np.int64),
        "streets": np.array(
            [[0, 1, -1, every, 1, 0], [1, 2, -1, every, 1, 0], *[[2, 2, -1, every, 1, 0]] * 2], np.int64
        ),
    }
    facts = [StreetFacts(sights, sights, sights, np.ones(sights, np.int64)) for sights in (2, 6, 6, 6)]
    return Buckets(parse_abstraction("2.3.1.1"), arrays, facts)


def test_boards_up_to_suits_are_as_many_as_known():
    """1,755 flops, 63,193 turns and 2,554,656 rivers as they come: counts of Waugh's indexer (Waugh 2013, Table 1)."""
    from pokerlab.abstraction.feature_sweeps import board_index
    from pokerlab.cards.cardset import CARD_MASKS
    from pokerlab.training import pair_kernels

    out = np.zeros(52, np.int64)
    flops = board_index(3).unindex(np.arange(1755))
    turns = rivers = 0
    for flop in np.bitwise_or.reduce(CARD_MASKS[flops], axis=1):
        pair_kernels.count_ways(flop, np.uint64(0), out)
        assert out.sum() == 49
        later = np.flatnonzero(out)
        turns += len(later)
        for turn in CARD_MASKS[later]:
            pair_kernels.count_ways(flop, turn, out)
            rivers += np.count_nonzero(out)
    assert (turns, rivers) == (63_193, 2_554_656)


def test_sights_that_forget_have_no_list():
    with pytest.raises(AbstractionError, match="forgets what was seen"):
        parents_of(np.array([[0, 0], [1, 0]], np.int32), (2, 1), "ir2.1")


def test_predictions_are_refused():
    with pytest.raises(SolverError, match="matched regrets"):
        ListedSolver(listed_game("kuhn"), Predictive())


def test_cards_of_another_game_are_refused():
    kuhn = ListedCards.of_small_game(ListedSights(named_game("kuhn")))
    with pytest.raises(SolverError, match="the listed cards all 2 and 1"):
        ListedGame(BettingTree.build(named_game("leduc"), deals=True), kuhn)


def test_three_players_from_samples():
    cards = sampled_cards(named_game("holdem-limit:3"), StrengthSights(), deals=30_000, seed=1)
    assert cards.meet.sum() == pytest.approx(1)
    assert cards.players == 3
    lead = cards.leads[0b111]
    assert lead.sum(axis=0) == pytest.approx(np.zeros((4, 4, 4)), abs=1e-12)
    assert lead[0][3, 0, 0] > 0 > lead[0][0, 3, 3]
    with pytest.raises(AbstractionError, match="at most 16"):
        sampled_cards(named_game("holdem-limit:3"), ClassSights(), deals=10)


class StrengthSights:
    """A pair or not before the flop, and on the river a high or a low rank of the best five: two of two."""

    name, digest, counts = "2.1.1.2", "for tests", (2, 2, 2, 4)

    def of_deals(self, private, boards):
        from pokerlab.cards.evaluator import evaluate_many

        pair = (private[:, 0] >> 2 == private[:, 1] >> 2).astype(np.int32)
        strong = evaluate_many(np.hstack([private, boards])) > 4000
        return np.column_stack([pair, pair, pair, 2 * pair + strong]).astype(np.int32)
