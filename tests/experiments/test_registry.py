"""The registry of experiments and the verb that runs them."""

import json
import re
import time
from functools import partial

import pytest

from damage import assert_damage_is_noticed, read_header, with_header
from pokerlab._charts import Chart
from pokerlab.cli import reproduce as verb
from pokerlab.cli.where_options import place_to_work
from pokerlab.errors import ExperimentError
from pokerlab.experiments import registry
from pokerlab.experiments.job import ExperimentJob
from pokerlab.experiments.registry import Cost, ExperimentSettings, Scale, experiment
from pokerlab.experiments.report import Comparison, Report, Table, show_cell
from pokerlab.experiments.tasks import experiment_tasks


@pytest.fixture
def toy(monkeypatch):
    registry.all_experiments()  # imported now, they are not lost for the tests that follow
    monkeypatch.setattr(registry, "_EXPERIMENTS", {})
    # Toys are registered here only, not in other processes.
    monkeypatch.setattr(verb, "place_to_work", lambda *given: "threads" if place_to_work(*given) else "")

    @experiment("toy/sum", "A sum")
    def run(settings: ExperimentSettings) -> Report:
        settings.tick(1, 1)
        table = Table.of("numbers", ("name", "value"), [("one", 1), ("pi", 3.14159265), ("big", 10**6)])
        row = Comparison("sum", "table 1", 6, 6 + settings.seed, "the seed is added")
        return Report("A sum", "Nobody, Nothing, 2000", [table], [row], [f"{settings.scale} run"])

    return run


def test_names_are_unique_and_found(toy):
    assert registry.find("toy/sum").title == "A sum"
    with pytest.raises(ExperimentError, match=r"'toy/sums' is not an experiment \(did you mean 'toy/sum'\?\)"):
        registry.find("toy/sums")
    toy.__module__ = "elsewhere"
    with pytest.raises(ValueError, match="two experiments"):
        experiment("toy/sum", "Another")(lambda settings: None)


def test_settings():
    assert ExperimentSettings(Scale.FULL).is_full
    assert not ExperimentSettings().is_full
    seen = []
    ExperimentSettings(progress=lambda done, total: seen.append((done, total))).tick(1, 2)
    assert seen == [(1, 2)]


def test_a_table_has_one_cell_per_column():
    with pytest.raises(ValueError, match="2 cells"):
        Table.of("x", ("a", "b"), [(1,)])


def test_cells_as_text():
    assert [show_cell(c) for c in (None, True, 12345, 0.123456789, "x")] == ["", "yes", "12,345", "0.123457", "x"]


def test_the_verb_prints_writes_and_lists(pokerlab, toy, tmp_path):
    assert "toy/sum" in pokerlab("reproduce").out
    listed = json.loads(pokerlab("reproduce", "--json").out)["experiments"]
    assert {"name": "toy/sum", "title": "A sum", "costs": {}} in listed
    shown = pokerlab("reproduce", "toy/sum", "--scale", "full").out
    for piece in ("Nobody, Nothing, 2000", "Printed and computed", "3.14159", "full run"):
        assert piece in shown
    content = json.loads(pokerlab("reproduce", "toy/sum", "--seed", "4", "--json").out)
    assert content["schema"] == "pokerlab/reproduce/1"
    assert content["comparisons"][0]["computed"] == 10
    assert content["tables"][0]["rows"][1] == ["pi", 3.14159265]
    assert pokerlab("reproduce", "toy/sum", "--out", str(tmp_path / "run")).code == 0
    assert "| sum | table 1 | 6 | 6 | the seed is added |" in (tmp_path / "run/toy-sum.md").read_text()
    data = tmp_path / "report.json"
    ExperimentJob(name="toy/sum", out=str(data)).run()
    assert json.loads(data.read_text())["scale"] == "small"


def test_the_list_says_what_experiments_cost(pokerlab):
    shown = pokerlab("reproduce").out
    assert re.search(r"kujath/unabstracted +\d+ s, \d+ MB +\d+ h, 11 GB ", shown)
    for found in registry.all_experiments():
        assert found.costs.keys() == set(Scale), f"{found.name} lacks a line in costs.csv"
        assert 0 < found.costs[Scale.SMALL].seconds < 120
    known = {found.name for found in registry.all_experiments()}
    assert set(registry._costs()) <= known
    costs = {entry["name"]: entry["costs"] for entry in json.loads(pokerlab("reproduce", "--json").out)["experiments"]}
    assert costs["kujath/table2"]["small"]["megabytes"] > 10


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        (Cost(0.2, 90), "1 s, 90 MB"),
        (Cost(75, 90, estimated=True), "~1 min, 90 MB"),
        (Cost(5400, 11_000), "1.5 h, 11 GB"),
    ],
)
def test_costs_in_words(cost, text):
    assert str(cost) == text


@pytest.mark.parametrize(
    ("printed", "computed", "verdict"),
    [
        (82, 82, "equal"),
        ("4352", 4352, "equal"),
        ("5/6", 0.8333333333333338, "equal"),
        (True, True, "equal"),
        ("7.02e13", 70_211_111_111_111, "rounded"),
        (3.34, 3.3391, "rounded"),
        (1.9e10, 19_471_760_820, "rounded"),
        ("327 (289..355)", "326.7 (289..355)", "rounded"),
        ("172 (81..266)", "171.8 (83..266)", "different"),
        (3.34, 2.44, "different"),
        (158_103_526, 158_562_030, "different"),
        ("yes", False, "different"),
        ("about 30", 26.8, "in words"),
        ("negligible", 0.0017, "in words"),
        (None, 5.0, "not printed"),
    ],
)
def test_verdicts(printed, computed, verdict):
    assert Comparison("a number", "table 1", printed, computed).verdict == verdict


def test_the_note_of_an_experiment_that_knows_better_is_the_verdict():
    comparison = Comparison("a number", "table 1", "12.9", 12.99, "different: digits cut off, not rounded")
    assert (comparison.verdict, comparison.reason) == ("different", "digits cut off, not rounded")
    assert Comparison("a number", "table 1", "1", 2, "other flops").reason == "other flops"


def test_all_experiments_of_an_author(pokerlab, toy, tmp_path):
    @experiment("toy/more", "More sums")
    def run(settings: ExperimentSettings) -> Report:
        rows = [Comparison(f"sum {k}", "table 2", k, k + 1, "different: a slip") for k in range(5)]
        return Report("More", "Nobody", comparisons=[*rows, Comparison("pi", "table 3", 3.14, 3.14159)])

    lines = [line.split() for line in pokerlab("reproduce", "toy").out.splitlines()]
    assert [line[:3] for line in lines[1:3]] == [["toy/more", "1", "5"], ["toy/sum", "1", lines[2][2]]]
    assert ["different", "(5):", "a", "slip"] in lines
    assert ["table", "2,", "sum", "0:", "printed", "0,", "computed", "1"] in lines
    assert ["and", "2", "more"] in lines
    content = json.loads(pokerlab("reproduce", "toy", "--json").out)
    out = pokerlab("reproduce", "all", "--out", str(tmp_path / "run")).out
    assert out.splitlines()[-1] == f"written: 2 pages in {tmp_path / 'run'}"
    assert {path.name for path in (tmp_path / "run").glob("*.md")} == {"toy-more.md", "toy-sum.md"}
    assert (content["schema"], content["author"]) == ("pokerlab/reproduce-author/1", "toy")
    assert [found["name"] for found in content["experiments"]] == ["toy/more", "toy/sum"]
    assert content["experiments"][0]["comparisons"][-1]["verdict"] == "rounded"


def test_experiments_that_fail_do_not_stop_the_others_and_go_on_from_their_parts(pokerlab, toy, tmp_path):
    """The second part fails until a file is there; the first one is kept, and is not computed again."""
    allowed, computed = tmp_path / "allowed", []

    @experiment("toy/parts", "Parts")
    def run(settings: ExperimentSettings) -> Report:
        assert settings.kept("toy/parts", "first", lambda: computed.append(1) or 5) == 5
        if not allowed.exists():
            raise ExperimentError("not yet")
        return Report("Parts", "Nobody", comparisons=[Comparison("five", "table 1", 5, 5)])

    command = ("reproduce", "toy", "--out", str(tmp_path / "run"), "--jobs", "1")
    done = pokerlab(*command)
    assert done.code == 1
    assert "toy/parts failed (3 tried): ExperimentError: not yet\n1 of 2 tasks failed" in done.err
    assert [line.split()[0] for line in done.out.splitlines()[1:2]] == ["toy/sum"]
    (tmp_path / "run/toy-sum.md").write_text("as it was")
    allowed.touch()
    assert pokerlab(*command, "--json").code == 0
    assert computed == [1]
    assert "(parts from a checkpoint included)" in (tmp_path / "run/toy-parts.md").read_text()
    assert (tmp_path / "run/toy-sum.md").read_text() == "as it was"
    assert "seed is 0 there, not 1" in pokerlab(*command, "--seed", "1").err


def test_reports_are_read_again_as_they_were(toy):
    chart = Chart("A", "x", "y", {"line": [(1.0, 2.5), (2.0, 3.0)]}, log_x=True)
    report = toy(ExperimentSettings(seed=2))
    report.charts.append(chart)
    plain = report.as_json()
    again = Report.of(json.loads(json.dumps(plain)))
    again.run = report.run
    assert json.loads(json.dumps(again.as_json())) == json.loads(json.dumps(plain))
    assert again.as_markdown() == report.as_markdown()
    assert again.charts[0].as_text() == chart.as_text()


def test_tasks_state_what_experiments_need():
    found = {task.title: task for task in experiment_tasks(registry.all_experiments(), Scale.FULL, 0, threads=2)}
    task = found["kujath/unabstracted"]
    assert (task.memory, task.cost, task.threads) == (11_000_000_000, 7200, 2)
    assert all(task.memory >= 10**8 and task.cost > 0 for task in found.values())
    assert len({task.name for task in found.values()}) == len(found)


def test_reports_say_how_they_were_run(pokerlab, toy, tmp_path):
    report = registry.find("toy/sum").run(ExperimentSettings(Scale.FULL, seed=7))
    assert report.run is not None
    assert (report.run.scale, report.run.seed, report.run.is_resumed) == ("full", 7, False)
    assert 0 <= report.run.seconds < 60
    assert 0 <= report.run.cpu_seconds < 60
    assert report.as_json()["seconds"] == report.run.seconds
    line = "Run at small scale with seed 3: "
    assert line in pokerlab("reproduce", "toy/sum", "--seed", "3").out
    content = json.loads(pokerlab("reproduce", "toy/sum", "--seed", "3", "--json").out)
    assert (content["name"], content["scale"], content["seed"]) == ("toy/sum", "small", 3)
    assert content["cpu_seconds"] >= 0
    pokerlab("reproduce", "toy/sum", "--seed", "3", "--out", str(tmp_path / "run"))
    assert line in (tmp_path / "run/toy-sum.md").read_text()


def test_the_time_of_kept_parts_is_counted(tmp_path):
    def slow() -> int:
        time.sleep(0.05)
        return 1

    def slow_run(settings: ExperimentSettings) -> Report:
        settings.kept("toy/slow", "part", slow)
        return Report("A", "B")

    run = registry._timed("toy/slow", slow_run)

    settings = ExperimentSettings(checkpoint=tmp_path / "run.json")
    first, second = (run(settings).run for _ in range(2))
    assert "checkpoint" not in str(first)
    assert "(parts from a checkpoint included)" in str(second)
    assert first.seconds >= 0.05
    assert second.seconds >= 0.05
    content = settings.checkpoint.read_bytes()
    header = read_header(content)
    for text, complaint in (("{}", "or is damaged"), ("", "it is empty"), ("[" * 100_000, "or is damaged")):
        settings.checkpoint.write_text(text)
        with pytest.raises(ExperimentError, match=f"is not a checkpoint of an experiment.*{complaint}"):
            run(settings)
    for spent in ([7], {"part": [1]}, {"part": [-1, 1]}, {"part": [float("nan"), 1]}):
        settings.checkpoint.write_bytes(with_header(content, header | {"spent": spent}))
        with pytest.raises(ExperimentError, match="is not a checkpoint of an experiment, or is damaged"):
            run(settings)


def test_checkpoints_of_version_1_are_read(tmp_path):
    """Plain JSON, in which the time spent came later."""
    path = tmp_path / "run.json"
    content = {"format": "pokerlab/experiment-checkpoint/1", "parts": {"part": 5}}
    content["run"] = {"name": "toy/old", "scale": "small", "seed": 0}
    path.write_text(json.dumps(content))
    settings = ExperimentSettings(checkpoint=path)

    def run(settings: ExperimentSettings) -> Report:
        assert settings.kept("toy/old", "part", lambda: pytest.fail("it is kept")) == 5
        return Report("A", "B")

    assert "(parts from a checkpoint not counted)" in str(registry._timed("toy/old", run)(settings).run)
    assert settings.kept("toy/old", "more", lambda: 6) == 6
    assert path.read_bytes().startswith(b"POKERLAB")
    assert settings.read_parts("toy/old")[0] == {"part": 5, "more": 6}


def test_damage_to_a_checkpoint_is_noticed(tmp_path):
    path = tmp_path / "run.ckpt"
    settings = ExperimentSettings(checkpoint=path)
    for number in range(3):
        settings.kept("toy/sum", f"part {number}", lambda: [["a", [1.5, 2]]] * 20)
    read = partial(ExperimentSettings.read_parts, settings, "toy/sum")
    assert assert_damage_is_noticed(path, lambda _: read(), ExperimentError, seed=6) > 250


def test_the_checkpoint_of_another_experiment_is_refused_even_if_nothing_is_kept(toy, tmp_path):
    path = tmp_path / "run.json"
    ExperimentSettings(checkpoint=path).kept("toy/other", "part", lambda: 1)
    with pytest.raises(ExperimentError, match="is the checkpoint of another run"):
        registry.find("toy/sum").run(ExperimentSettings(checkpoint=path))


def test_a_report_that_was_not_run_by_the_registry():
    assert "seconds" not in Report("A", "B").as_json()
    assert Report("A", "B").as_markdown() == "# A\n\nB\n"


def test_numbers_of_another_spot_do_not_stand_beside_printed_ones():
    report = Report("A", "B", comparisons=[Comparison("sum", "table 1", 6, 5.5, "fewer")])
    assert "| sum | table 1 | 6 | 5.5 | fewer |" in report.as_markdown()
    report.set_apart("a smaller one")
    page = report.as_markdown()
    assert "## Computed in another spot than the published one: a smaller one" in page
    assert "| sum | table 1 | 5.5 | fewer |" in page
    content = report.as_json()
    assert content["other_spot"] == "a smaller one"
    assert content["comparisons"][0]["printed"] is None


def test_seeds_of_experiments_are_checked():
    with pytest.raises(ExperimentError, match="a seed is a whole number from 0"):
        ExperimentSettings(seed=10**22)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["toy/none"], "'toy/none' is not an experiment"),
        (["toy/sum", "--scale", "huge"], "--scale is small or full, not 'huge'"),
        (["toy", "--out", "x.md"], "--out is a directory, which gets a page for each report, not 'x.md'"),
        (["toy/sum", "--collect"], "--tls-dir, --collect and --data are for a --cluster"),
        (["toy/sum", "--out", "/dev/null/x"], "pokerlab: /dev/null/x/manifest.json: Not a directory"),
    ],
)
def test_bad_input(pokerlab, toy, arguments, line):
    done = pokerlab("reproduce", *arguments)
    assert done.code == 2
    assert line in done.err
    assert done.err.count("\n") == 1


def test_parts_of_a_long_run_are_kept(tmp_path):
    path = tmp_path / "run.json"
    settings = ExperimentSettings(seed=3, checkpoint=path)
    calls = []

    def compute():
        calls.append(1)
        return [["a", [1.5, 2]]]

    for _ in range(2):
        assert settings.kept("author/subject", "part 1", compute) == [["a", [1.5, 2]]]
    assert len(calls) == 1
    assert ExperimentSettings(seed=3).kept("author/subject", "part 1", compute) == [["a", [1.5, 2]]]
    assert len(calls) == 2
    for other in (ExperimentSettings(seed=4, checkpoint=path), ExperimentSettings(Scale.FULL, 3, checkpoint=path)):
        with pytest.raises(ExperimentError, match="checkpoint of another run"):
            other.kept("author/subject", "part 1", compute)
    path.write_text("hello")
    with pytest.raises(ExperimentError, match="is not a checkpoint"):
        settings.kept("author/subject", "part 1", compute)
