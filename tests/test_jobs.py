"""Long work as data: jobs are written down, read again, and run with the same result wherever that is."""

import json
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from pokerlab._jobs import Job
from pokerlab._toml import parse_toml
from pokerlab.betting.job import SizeJob
from pokerlab.equilibrium.algorithms import parse_rule
from pokerlab.equilibrium.job import SmallJob
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import JobError, PokerError, SolutionError, SpotError
from pokerlab.experiments.job import ExperimentJob
from pokerlab.experiments.registry import Scale
from pokerlab.lab.job import SimulationJob
from pokerlab.postflop.engine import DEFAULT_RULE, Engine
from pokerlab.postflop.job import SolveJob
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot
from pokerlab.tables import TableJob
from pokerlab.tournament.job import PushFoldJob
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.result import PushFoldResult

RIVER = Spot.read(Path(__file__).parent.parent / "examples" / "river.toml")
LOCK = "check/bet 100: fold 0.8, call 0.2"
JOBS = (
    SolveJob(spot=RIVER),
    SolveJob(
        spot=RIVER, target=0.1, iterations=50, seconds=60, rule="plus", compressed=True, locks=(LOCK,), compare=False,
        isomorphism=False, seed=2**62, threads=2, out="a.sol", streets="river", checkpoint="a.ckpt", resume=True,
    ),
    SolveJob(spot=RIVER, groups="rank:river"),
    SmallJob(game="kuhn"),
    SmallJob(game="leduc-nl:12", menu="fcpa", algorithm="plus:unweighted", nash_conv=0.5, out="a.strategy"),
    ExperimentJob(name="kujath/table2", scale=Scale.FULL, seed=1, out="a.md", checkpoint="a.json"),
    SimulationJob(first="a.sol", second="b.sol", hands=1000, node="check", confidence=0.9, check=False),
    PushFoldJob(stacks=(10, 10), blinds=(0.5, 1)),
    PushFoldJob(
        stacks=(2000, 1500, 1000), blinds=(50, 100), ante=10, payouts=(65, 35), bounties=(1, 1, 1), progressive=0.0,
        algorithm="regret", limit=1e-4, iterations=10, draft=True, bunching=True, future=1, purify=True, out="a.pf",
    ),
    TableJob(name="threeway", out="a.npz", jobs=2, where="threads"),
    SizeJob(game="kuhn"),
    SizeJob(game="holdem-limit", menu="fc", order="seed", cards="one", recall="ibr", truncated=True, bytes=16),
)  # fmt: skip


class Heard(Listener):
    """Keeps what it hears, and stops the run at an iteration."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.lines: list[str] = []
        self.steps: list[int] = []
        self._stop_at = stop_at

    def say(self, text: str) -> None:
        self.lines.append(text)

    def watch(self, solver: Engine):
        solver.watch = self._tick
        return nullcontext(lambda step: self.steps.append(step.iteration))

    def _tick(self, iteration: int) -> None:
        if iteration == self._stop_at:
            raise KeyboardInterrupt


@pytest.mark.parametrize("job", JOBS, ids=lambda job: type(job).__name__)
def test_what_is_written_down_is_read_again(job: Job, tmp_path):
    kind = type(job)
    assert kind.from_dict(json.loads(json.dumps(job.to_dict()))) == job
    assert kind.from_dict(parse_toml(job.to_toml(), JobError)) == job
    path = tmp_path / "job.toml"
    path.write_text(job.to_toml(), "utf-8")
    assert kind.read(path) == job


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ({"tagret": 1}, "unknown key 'tagret' (did you mean 'target'?)"),
        ({"target": "low"}, "target: must be a valid number"),
        ({"target": float("nan")}, "target: must be a finite number"),
        ({"compressed": 1}, "compressed: must be a valid boolean"),
        ({"locks": [1]}, "locks: must be a valid string"),
        ({"threads": 0}, "threads: must be greater than or equal to 1"),
        ({"groups": "rank", "compressed": True}, "groups do not go with compressed tables"),
        ({"groups": "rank", "locks": [LOCK]}, "groups do not go with locks"),
        (3, "job: must be a table"),
        ({"spot": {}}, "job: must be a table, and the spot is beside it"),
    ],
)
def test_what_is_wrong_with_a_job_is_one_line(table, line):
    with pytest.raises(JobError) as found:
        SolveJob.from_dict({**RIVER.to_dict(), "job": table})
    assert line in str(found.value)


def test_errors_name_the_file(tmp_path):
    path = tmp_path / "job.toml"
    for text in ("pot = 3", "pot = ", '[job]\nrule = "plus"'):
        path.write_text(text)
        with pytest.raises(JobError, match=r"job\.toml: "):
            SolveJob.read(path)


def test_the_default_rule_is_the_engines():
    assert parse_rule(SolveJob(spot=RIVER).rule) == DEFAULT_RULE


def test_a_job_is_performed_in_another_process_from_plain_data(tmp_path):
    out = tmp_path / "river.sol"
    job = SolveJob(spot=RIVER, iterations=50, threads=1, out=str(out))
    script = (
        "import json, sys; from importlib import import_module\n"
        "module, name, data = sys.argv[1:]\n"
        "print(json.dumps(getattr(import_module(module), name).perform(json.loads(data))))"
    )
    command = [sys.executable, "-c", script, "pokerlab.postflop.job", "SolveJob", json.dumps(job.to_dict())]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    file, record = json.loads(done.stdout)
    assert file == str(out)
    assert (record["ended"], record["iterations"]) == ("done", 50)
    here = SolveJob(spot=RIVER, iterations=50, threads=1).run()
    assert here.file is None
    assert here.record()["nash_conv"] == record["nash_conv"] == Solution.open(out).nash_conv


def test_what_cannot_be_written_is_an_error_of_who_performs_it(tmp_path, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise SolutionError("no room")

    monkeypatch.setattr(Solution, "save", fail)
    job = SolveJob(spot=RIVER, iterations=20, out=str(tmp_path / "a.sol"))
    result = job.run()
    assert (result.file, str(result.trouble)) == (None, "no room")
    assert result.solution.nash_conv > 0  # what was found is there
    with pytest.raises(SolutionError, match="no room"):
        SolveJob.perform(job.to_dict())


def test_a_directory_gets_a_file_named_after_the_board(tmp_path):
    for name in ("Ks8d7c3h2c.sol", "Ks8d7c3h2c-2.sol"):
        iterations = 50 if name.endswith("c.sol") else 20
        assert SolveJob(spot=RIVER, iterations=iterations, out=f"{tmp_path}/").run().file == str(tmp_path / name)


def test_whoever_listens_may_end_a_run_and_a_job_goes_on_from_its_checkpoint(tmp_path):
    job = SolveJob(spot=RIVER, iterations=60, checkpoint=str(tmp_path / "run.ckpt"), resume=True, threads=1)
    heard = Heard(stop_at=25)
    stopped = job.run(heard)
    assert (stopped.ended, stopped.steps[-1].iteration) == ("interrupted", 25)
    assert heard.lines == ["stopped after 25 iterations"]
    assert heard.steps[0] == 10
    resumed = job.run()
    assert (resumed.ended, resumed.steps[0].iteration, resumed.steps[-1].iteration) == ("done", 25, 60)
    whole = SolveJob(spot=RIVER, iterations=60, threads=1).run()
    assert resumed.solution.judgement == whole.solution.judgement


def test_a_comparison_that_is_ended_early_is_no_result():
    with pytest.raises(KeyboardInterrupt):
        SolveJob(spot=RIVER, iterations=60, locks=(LOCK,)).run(Heard(stop_at=1))


def test_locks_are_compared_unless_the_job_says_otherwise():
    heard = Heard()
    result = SolveJob(spot=RIVER, iterations=50, locks=(LOCK,)).run(heard)
    assert heard.lines == ["first without locks, to compare", "now with locks"]
    assert set(result.record()["locks"]) == {"ev_without", "best_response_gains", "gains_after_adapting"}
    assert SolveJob(spot=RIVER, iterations=50, locks=(LOCK,), compare=False).run().locks is None


def test_a_spot_file_with_a_job_says_what_options_say_otherwise(pokerlab, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("job.toml").write_text(SolveJob(spot=RIVER, iterations=30, rule="plus", out="plus.sol").to_toml())
    content = json.loads(pokerlab("solve", "job.toml", "--json").out)
    assert (content["iterations"], content["rule"], content["file"]) == (30, "Plus()", "plus.sol")
    content = json.loads(pokerlab("solve", "job.toml", "--json", "--iterations", "20", "--no-file").out)
    assert (content["iterations"], content["rule"], content["file"]) == (20, "Plus()", None)
    assert pokerlab("tree", "job.toml").code == 0
    Path("wrong.toml").write_text(Path("job.toml").read_text().replace("iterations", "iteration"))
    assert (
        "wrong.toml: job: unknown key 'iteration' (did you mean 'iterations'?)" in pokerlab("solve", "wrong.toml").err
    )
    Path("wrong.toml").write_text('board = "Ks8d7c3h2c"\njob = 3')
    assert "wrong.toml: job: must be a table" in pokerlab("solve", "wrong.toml").err


def test_a_small_game_is_a_job(tmp_path):
    job = SmallJob(game="kuhn", iterations=100, out=str(tmp_path / "kuhn.strategy"))
    file, record = SmallJob.perform(job.to_dict())
    assert file == job.out
    assert Path(file).exists()
    assert record["nash_conv"] == record["steps"][-1]["nash_conv"] == 2 * record["exploitability"]
    exact = SmallJob(game="kuhn", algorithm="lp").run()
    assert exact.value == pytest.approx(-1 / 18)
    assert exact.record()["steps"] == []


def test_play_is_a_job(tmp_path):
    path = str(tmp_path / "a.sol")
    SolveJob(spot=RIVER, iterations=100, out=path).run()
    job = SimulationJob(first=path, hands=1000, threads=1)
    file, record = SimulationJob.perform(job.to_dict())
    assert file is None
    again = job.run().record()
    assert [s["seats"] for s in again["seatings"]] == [s["seats"] for s in record["seatings"]]
    assert again["both_seats"] == []


def test_every_error_of_a_job_is_one_of_pokerlab():
    for job in (
        SolveJob(spot=RIVER, rule="magic"),
        SmallJob(game="chess"),
        SimulationJob(first="nowhere.sol"),
        ExperimentJob(name="a/b"),
    ):
        with pytest.raises((PokerError, OSError)):
            job.run()
    for wrong in ({"scale": "huge"}, {"out": "a.pdf"}):
        with pytest.raises(JobError, match=next(iter(wrong))):
            ExperimentJob(name="kujath/table2", **wrong)
    with pytest.raises(SpotError, match="pot"):
        SolveJob.from_dict({"board": "Ks8d7c3h2c", "pot": 0})


def test_a_push_fold_job_is_the_solve_it_describes(tmp_path):
    out = tmp_path / "a.pf"
    job = PushFoldJob(stacks=(10, 10), blinds=(0.5, 1), purify=True, out=str(out))
    file, record = PushFoldJob.perform(job.to_dict())
    solved = solve(job.spot()).purified()
    assert file == str(out)
    assert record["values"] == solved.values.tolist()
    assert PushFoldResult.load(out).values.tolist() == record["values"]


@pytest.mark.parametrize(
    ("kind", "content", "line"),
    [
        (PushFoldJob, {"stacks": [10, 10], "blinds": [1]}, "blinds"),
        (PushFoldJob, {"stacks": [10, -10], "blinds": [0.5, 1]}, "-10"),
        (PushFoldJob, {"stacks": [10, 10], "blinds": [0.5, 1], "algorithm": "luck"}, "'luck' is not an algorithm"),
        (SizeJob, {"game": "kuhn", "order": "none"}, "order: must be 'real' or 'seed'"),
        (SizeJob, {"game": "kuhn", "bytes": 0}, "bytes: must be greater than or equal to 1"),
    ],
)
def test_jobs_of_other_verbs_say_in_one_line_what_is_wrong(kind, content, line):
    with pytest.raises(PokerError) as found:
        kind.perform(content)
    assert line in str(found.value)
    assert "\n" not in str(found.value)


def test_a_size_job_counts_the_game():
    file, record = SizeJob.perform({"game": "kuhn", "cards": "all"})
    assert file is None
    assert (record["game"], record["players"], record["order"]) == ("kuhn", 2, "real")
