"""Trained responders gain what a best response could, less what they have not learnt, in games of three players too."""

import numpy as np
import pytest

from pokerlab.equilibrium.best_response import Judge
from pokerlab.equilibrium.public_tree import COUNT, ROW, PublicTree
from pokerlab.errors import PokerError
from pokerlab.games.library import named_game
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.card_sights import ListedSights
from pokerlab.training.deal_source import deals_of
from pokerlab.training.job import TrainJob
from pokerlab.training.listed_job import whole_chances
from pokerlab.training.responders import (
    PIECES,
    Responder,
    RespondJob,
    SimplePlay,
    fill,
    fill_simply,
    matching_starts,
    won_against,
)
from pokerlab.training.small_games import as_table, cells_of_rows
from pokerlab.training.trainer import Trainer
from pokerlab.training.walk_columns import Paths


def drawn_blueprint(name, cards=None, recall="perfect") -> Blueprint:
    """A blueprint of a small game that does anything."""
    game = named_game(name)
    cards = cards or ListedSights(game)
    plan = BettingPlan.build(game, recall=recall)
    paths = Paths.of(plan, np.array(cards.counts, np.int64)[plan.streets])
    return Blueprint.of(plan, cards, np.random.default_rng(4).random(paths.cells).astype(np.float32))


def exact(blueprint: Blueprint):
    """The judgement of the exact judge."""
    tree = PublicTree.build(blueprint.game, None)
    cells = cells_of_rows(tree, blueprint.plan, blueprint.cards, blueprint.paths)
    return Judge(tree).judge(as_table(whole_chances(blueprint), cells))


@pytest.mark.parametrize(("name", "iterations", "least"), [("kuhn3", 60_000, 0.97), ("leduc", 60_000, 0.95)])
def test_a_responder_gains_nearly_what_a_best_response_does(tmp_path, name, iterations, least):
    """And never more, up to the error of what was dealt."""
    blueprint = drawn_blueprint(name)
    file = tmp_path / "x.blueprint"
    blueprint.save(file)
    found = RespondJob(blueprint=str(file), iterations=iterations, deals=200_000, threads=1).run()
    judged = exact(blueprint)
    for seat, value, gain in zip(found.seats, judged.values, judged.gains, strict=True):
        assert abs(seat.blueprint.value - value) < 4 * seat.blueprint.error
        assert least * gain - 4 * seat.gain.error < seat.gain.value < gain + 4 * seat.gain.error
    assert found.record()["total"] == pytest.approx(sum(seat.gain.value for seat in found.seats))


def test_the_others_do_not_learn(tmp_path):
    """What the table has for other seats is the blueprint, before and after."""
    blueprint = drawn_blueprint("kuhn3")
    responder = Responder(blueprint, blueprint.plan, 1, blueprint.cards, threads=1)
    whole = Trainer(blueprint.plan, responder.source, responder.trainer.recipe, threads=1)
    fill(whole, blueprint)
    np.testing.assert_allclose(whole.strategy(current=True), whole_chances(blueprint), atol=1e-6)
    before = responder.trainer.table.copy()
    responder.trainer.run(5_000)
    changed = np.flatnonzero(responder.trainer.table != before) // 2
    plan, owners = blueprint.plan, np.zeros(blueprint.paths.cells, np.int64)
    for start in range(plan.starts):
        template = plan.templates[start]
        known = int(blueprint.paths.sights[template])
        for node in range(plan.roots[template], plan.roots[template] + plan.sizes[template]):
            first = int(blueprint.paths.bases[start]) + int(plan.nodes[node, 3]) * known
            owners[first : first + known * int(plan.nodes[node, 1])] = plan.nodes[node, 2]
    assert len(changed) > 0
    assert set(owners[changed].tolist()) == {1}
    kept = responder.trainer.table.copy()
    responder.gain(PIECES * 10, 7)
    assert np.array_equal(kept, responder.trainer.table)


def test_a_responder_that_sees_more_gains_more():
    """Against Leduc trained with ranks merged: through the same cards, and through all of them."""
    game = named_game("leduc")
    blueprint = TrainJob(game="leduc", cards="1.2", iterations=20_000, threads=1).run().blueprint
    gains = []
    for own in (blueprint.cards, ListedSights(game)):
        responder = Responder(blueprint, blueprint.plan, 0, own, threads=1)
        responder.trainer.run(60_000)
        gains.append(responder.gain(100_000, 9).gain)
    assert gains[1].value - gains[0].value > 3 * np.hypot(gains[0].error, gains[1].error)


def test_more_recall_is_matched_with_less():
    """Every way through the betting with perfect recall comes to the start that is remembered."""
    game = named_game("leduc3")
    perfect, coarse = BettingPlan.build(game), BettingPlan.build(game, recall="in+paid")
    assert coarse.starts < perfect.starts
    matched = matching_starts(perfect, coarse)
    assert set(matched.tolist()) == set(range(coarse.starts))
    assert (coarse.start_streets[matched] == perfect.start_streets).all()
    with pytest.raises(PokerError, match="forgets"):
        matching_starts(coarse, perfect)


@pytest.mark.parametrize("play", list(SimplePlay))
def test_what_a_blueprint_wins_is_what_the_exact_judge_says(play):
    """In Leduc, from both seats, against simple play as a blueprint and as itself."""
    blueprint = drawn_blueprint("leduc")
    trainer = Trainer(blueprint.plan, deals_of(blueprint.game, blueprint.cards), threads=1)
    for seat in (0, 1):
        fill_simply(trainer, play, seat)
    simple = Blueprint.of(blueprint.plan, blueprint.cards, trainer.strategy(current=True))
    found = won_against(blueprint, play, deals=64_000, seed=3)
    assert won_against(blueprint, simple, deals=64_000, seed=3).value == pytest.approx(found.value, abs=1e-4)
    tree = PublicTree.build(blueprint.game, None)
    cells = cells_of_rows(tree, blueprint.plan, blueprint.cards, blueprint.paths)
    ours, theirs = (as_table(whole_chances(one), cells) for one in (blueprint, simple))
    values = []
    for seat in (0, 1):
        mixed = theirs.copy()
        for node in tree.decisions(seat).tolist():
            row, count = int(tree.nodes[node, ROW]), int(tree.nodes[node, COUNT])
            mixed[row : row + count] = ours[row : row + count]
        values.append(Judge(tree).value(seat, mixed))
    assert abs(found.value - np.mean(values)) < 4 * found.error


def test_seats_that_are_not_there_are_refused(tmp_path):
    file = tmp_path / "x.blueprint"
    drawn_blueprint("kuhn3").save(file)
    with pytest.raises(PokerError, match="0 to 2"):
        RespondJob(blueprint=str(file), seats=(3,)).run()
