"""What cannot be trained or gone on with is refused in a line, before anything is lost; and warm starts."""

import pytest

from pokerlab.errors import GameError, JobError, SolverError
from pokerlab.games.action import parse_action
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.training import trainer as trainers
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.job import TrainJob
from pokerlab.training.trainer import check_table
from pokerlab.training.warm_start import warm_start


@pytest.fixture(scope="module")
def coarse(tmp_path_factory):
    """Leduc with ranks merged to two of a street."""
    path = tmp_path_factory.mktemp("blueprints") / "coarse.blueprint"
    TrainJob(game="leduc", cards="2.2", iterations=20_000, threads=1, out=str(path)).run()
    return path


class TestWarmStart:
    """A trainer of finer cards begins with what a coarser blueprint does."""

    def test_every_hand_begins_as_its_bucket_plays(self, coarse):
        blueprint = Blueprint.open(coarse)
        trainer = TrainJob(game="leduc", threads=1).trainer()
        assert warm_start(trainer, blueprint) == 1.0
        fine = Blueprint.of(trainer.plan, trainer.source.cards, trainer.strategy())
        first = State.start(fine.game, sorted(fine.game.deck)[:3])
        for state in (first, first.act(parse_action("c")).act(parse_action("c"))):
            _, mine = fine.chances(state.public)
            _, its = blueprint.chances(state.public)
            assert mine == pytest.approx(its, abs=1e-3)

    def test_it_begins_nearer_to_equilibrium_than_from_nothing(self, coarse):
        few = {"game": "leduc", "iterations": 200, "threads": 1}
        warm, cold = (TrainJob(**few, **more).run().looks[-1][1] for more in ({"warm": str(coarse)}, {}))
        assert warm < cold

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ({"game": "kuhn"}, "another game"),
            ({"game": "leduc", "recall": "ibr"}, "another recall"),
            ({"game": "leduc", "numbers": "int32"}, "tables of float32"),
        ],
    )
    def test_another_betting_is_refused(self, coarse, given, message):
        with pytest.raises(SolverError, match=message):
            TrainJob(**given, iterations=10, threads=1, warm=str(coarse)).run()


@pytest.mark.parametrize("recall", ["paid+raiser", "raises", "by-street:paid"])
def test_a_recall_that_loses_who_is_in_is_refused(recall):
    with pytest.raises(GameError, match=r"loses who is in|recall"):
        BettingPlan.build(named_game("holdem-limit:3"), recall=recall)


def test_a_table_beyond_memory_is_refused_with_what_would_fit(monkeypatch):
    monkeypatch.setattr(trainers, "free_memory", lambda: 10**9)
    with pytest.raises(
        SolverError, match=r"169 sights on the first street, ([\d,]+) on each later one would fit"
    ) as told:
        check_table([100, 10_000, 10_000, 10_000], [169, 10_000, 10_000, 10_000])
    fits = int(str(told.value).partition("street, ")[2].split()[0].replace(",", ""))
    check_table([100, 10_000, 10_000, 10_000], [169, fits, fits, fits])
    with pytest.raises(SolverError, match="would fit"):
        check_table([100, 10_000, 10_000, 10_000], [169, fits + 1, fits + 1, fits + 1])
    with pytest.raises(SolverError, match="no buckets are few enough"):
        check_table([10**9, 1, 1, 1], [169, 1, 1, 1])


@pytest.mark.parametrize("threads", [0, -1])
def test_training_needs_a_thread(threads):
    with pytest.raises((SolverError, JobError)) as told:
        TrainJob(game="kuhn", iterations=10, threads=threads).run()
    assert "\n" not in str(told.value)


def test_a_checkpoint_of_other_buckets_is_refused(tmp_path):
    kept = str(tmp_path / "leduc.ckpt")
    TrainJob(game="leduc", cards="2.2", iterations=100, threads=1, checkpoint=kept).run()
    before = (tmp_path / "leduc.ckpt").read_bytes()
    with pytest.raises(SolverError, match="cards"):
        TrainJob(game="leduc", cards="2.all", iterations=200, threads=1, checkpoint=kept, resume=True).run()
    assert (tmp_path / "leduc.ckpt").read_bytes() == before
