"""Blueprints: what was trained, in a file, asked and played."""

import json
from pathlib import Path

import numpy as np
import pytest

from damage import assert_damage_is_noticed
from pokerlab.agents.registry import named_agent
from pokerlab.errors import JobError, SolverError, StrategyError
from pokerlab.games.action import parse_action
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.table.exact import exact_values
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.generations import older
from pokerlab.training.job import TrainJob


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    path = tmp_path_factory.mktemp("blueprints") / "leduc.blueprint"
    return TrainJob(game="leduc", iterations=30_000, threads=1, out=str(path)).run()


def test_a_file_gives_back_what_was_written(trained):
    opened = Blueprint.open(trained.file)
    assert (opened.parts[0 : len(opened.parts)] == trained.blueprint.parts).all()
    assert (opened.game, opened.menu, opened.recall, opened.made) == (
        trained.blueprint.game, trained.blueprint.menu, trained.blueprint.recall, trained.blueprint.made
    )  # fmt: skip
    assert opened.made.iterations == 30_000


@pytest.mark.parametrize("bits", [8, 16])
def test_chances_are_those_of_the_trainer_in_so_many_bits(trained, bits):
    strategy = trained.trainer.strategy()
    blueprint = Blueprint.of(trained.trainer.plan, trained.trainer.source.cards, strategy, bits=bits)
    game = blueprint.game
    state = State.start(game, sorted(game.deck)[:3])
    actions, table = blueprint.chances(state.public)
    start, _node = blueprint.plan.find(state.betting)
    sights = blueprint.cards.on_board(())
    count = len(actions)
    base = int(blueprint.paths.bases[start])
    for hand, sight in enumerate(sights.tolist()):
        wanted = strategy[base + sight * count : base + (sight + 1) * count]
        assert table[:, hand] == pytest.approx(wanted, abs=2 / (2**bits - 1))
        assert table[:, hand].sum() == pytest.approx(1)


def test_hands_that_lie_on_the_board_have_no_chances(trained):
    game = trained.blueprint.game
    state = State.start(game, sorted(game.deck)[:3])
    for action in "cc":
        state = state.act(parse_action(action))
    _, table = trained.blueprint.chances(state.public)
    held = table.sum(axis=0)
    assert sorted(set(held.round(5).tolist())) == [0.0, 1.0]
    assert (held == 0).sum() == 1


def test_it_plays_as_an_agent_what_the_judge_says(trained):
    agent = named_agent(f"blueprint:{trained.file}")
    game = named_game("leduc")
    values = exact_values(game, [agent, agent])
    assert values[0] == pytest.approx(trained.trainer.values[0], abs=0.1)
    assert "its file is for leduc" in agent.plays(named_game("kuhn"))


def test_a_run_in_pieces_is_the_whole_run(tmp_path):
    job = TrainJob(game="leduc3", iterations=9_000, threads=1, seed=2)
    whole = job.run()
    kept = tmp_path / "run.ckpt"
    for iterations in (4_000, 9_000):
        piece = job.model_copy(update={"iterations": iterations, "checkpoint": str(kept), "resume": True}).run()
    assert (piece.trainer.table == whole.trainer.table).all()
    assert piece.record()["values"] == whole.record()["values"]


def test_a_damaged_checkpoint_gives_way_to_the_one_before(tmp_path):
    kept = tmp_path / "run.ckpt"
    job = TrainJob(game="leduc", iterations=4_096, threads=1, checkpoint=str(kept), resume=True)
    job.run()
    job.model_copy(update={"iterations": 8_192}).run()
    assert older(kept).exists()
    kept.write_bytes(kept.read_bytes()[:-100])
    went_on = job.model_copy(update={"iterations": 12_288}).run()
    whole = TrainJob(game="leduc", iterations=12_288, threads=1).run()
    assert (went_on.trainer.table == whole.trainer.table).all()


def test_a_checkpoint_of_another_run_is_refused(tmp_path):
    kept = str(tmp_path / "run.ckpt")
    TrainJob(game="leduc", iterations=1_000, threads=1, checkpoint=kept).run()
    with pytest.raises(SolverError, match="another game"):
        TrainJob(game="kuhn", iterations=1_000, threads=1, checkpoint=kept, resume=True).run()
    with pytest.raises(SolverError, match="another recipe"):
        TrainJob(game="leduc", iterations=2_000, seed=1, threads=1, checkpoint=kept, resume=True).run()


def test_damage_of_a_blueprint_is_noticed(trained, tmp_path):
    path = tmp_path / "bad.blueprint"
    path.write_bytes(Path(trained.file).read_bytes())
    public = State.start(named_game("leduc"), sorted(named_game("leduc").deck)[:3]).public

    def read(path):
        blueprint = Blueprint.open(path)
        return blueprint.chances(public).table.tolist(), blueprint.parts[0 : len(blueprint.parts)].tolist()

    assert assert_damage_is_noticed(path, read, StrategyError, seed=1) > 200


def test_other_buckets_are_refused(trained, tmp_path, monkeypatch):
    monkeypatch.setattr("pokerlab.training.card_sights.ListedSights.digest", "0" * 24)
    with pytest.raises(StrategyError, match="other buckets"):
        Blueprint.open(trained.file)


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({}, "needs an end"),
        ({"iterations": 0}, "iterations"),
        ({"iterations": 10, "threads": 0}, "threads"),
        ({"iterations": 10, "prune": 5.0}, "prune"),
        ({"hours": -1.0}, "hours"),
    ],
)
def test_jobs_that_cannot_be_say_so(given, what):
    with pytest.raises(JobError, match=what):
        TrainJob(game="leduc", **given).run()


def test_the_verb_trains_and_shows(pokerlab, tmp_path):
    path = str(tmp_path / "kuhn.blueprint")
    done = pokerlab("train", "kuhn", "--iterations", "20000", "--threads", "1", "--out", path, "--json")
    assert done.code == 0
    facts = json.loads(done.out)
    assert facts["schema"] == "pokerlab/train/1"
    assert facts["nash_conv"] < 0.05
    assert facts["values"][0] == pytest.approx(-1 / 18, abs=0.05)
    shown = json.loads(pokerlab("show", path, "c", "--json").out)
    assert shown["actions"] == ["c", "r1"]
    assert np.array(shown["chances"]).sum(axis=0) == pytest.approx([1, 1, 1], abs=1e-4)
    assert pokerlab("train", "kuhn", "all", "--target", "0.1", "--cards", "x").code == 2


def test_jobs_are_plain_data():
    job = TrainJob(game="leduc3", recall="ibr", variant="pure", weights="alike", average="corrected", hours=0.5)
    assert TrainJob.from_dict(json.loads(json.dumps(job.to_dict()))) == job
