"""Every command that a help page or a page of the docs gives as an example runs, as it is written.

Long ones are shortened by options that are added at the end (the last one counts), so that all of the line but its
length is tried; `SHORTER` has them all. Console sessions of the docs, with what they print, are in `test_docs.py`.
"""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.main import get_command

from pokerlab.cli.app import app
from pokerlab.cli.help_page import examples

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

SHORTER = {
    "solve examples/flop.toml": "--iterations 2",
    "solve examples/threebet.toml": "--iterations 2",
    "solve examples/kujath.toml": "--iterations 2",
    "simulate": "--hands 20k",
    "match random": "--deals 10 --jobs 1",
    "match uniform": "--deals 100 --jobs 1",
    "robin uniform": "--deals 20 --jobs 1",
    "lbr": "--deals 3 --jobs 1",
    "tournament simulate": "--count 3 --processes 1",
    "serve": "--help",
    "hands db": "--database hands.db",  # not the user's own
    "flops examples/flop.toml --sample": "--sample 1 --target 100 --jobs 1",
    "flops examples/flop.toml --subset": "--dry",
    "flops examples/flop.toml --only": "--only Kh7h2c --target 100 --jobs 1",
    "small leduc-nl:12 --seconds 60": "--seconds 0.5",
    "train judge": "--jobs 1",
    "train respond": "--iterations 2000 --deals 2000 --threads 1",
    "reproduce moravcik/algorithms --scale full": "--scale small",
    "reproduce kujath/quality --scale full": "--scale small",
    "reproduce all --scale full": "--scale small",
}
"""What is added to examples that begin so."""

SLOW = (
    "solve examples/kujath.toml",
    "reproduce moravcik/algorithms",
    "reproduce kujath/quality",
    "tables build preflop",
    "buckets features",
    "buckets build",  # they need the features
    "train holdem-limit 2.4.8.16",
    "train judge limit",
    "buckets judge",
    "buckets check",
    "buckets show 2.4.8.16",
    "flops examples/flop.toml --all",
    "reproduce all",
)
"""Longer than ten seconds even so, or gigabytes."""

SERVERS = ("cluster start", "cluster join", "cluster status")
"""They run until they are ended, or ask one that runs: `test_cluster.py` has them."""

NEEDS_PLOT = re.compile(r"\.png\b")


def examples_of_help(command) -> list[str]:
    found = examples(command.help or "")
    for below in getattr(command, "commands", {}).values():
        found += examples_of_help(below)
    return found


def examples_of_page(text: str) -> list[str]:
    """Lines of blocks, fenced or indented, that are commands; those of console sessions begin with a dollar."""
    fenced = [line for block in re.findall(r"^```\w*\n(.*?)^```", text, re.M | re.S) for line in block.splitlines()]
    indented = re.findall(r"^    (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)
    return [line.strip() for line in (*fenced, *indented) if re.match(r"pokerlab [a-z]", line)]


def every_example() -> list[str]:
    found = examples_of_help(get_command(app))
    for page in PAGES:
        found += examples_of_page(page.read_text("utf-8"))
    return [example for example in dict.fromkeys(found) if not example.removeprefix("pokerlab ").startswith(SERVERS)]


def parameter(example: str):
    rest = example.removeprefix("pokerlab ")
    marks = [pytest.mark.slow] if rest.startswith(SLOW) or rest in ("reproduce moravcik", "reproduce kujath") else []
    return pytest.param(example, marks=marks, id=rest)


@pytest.fixture(scope="module")
def directory(tmp_path_factory) -> Path:
    """A directory with the files that examples name, made by the examples' own verbs."""
    from pokerlab.jobs.directory import RunDirectory
    from pokerlab.jobs.run import run
    from pokerlab.lab.match import MatchJob
    from pokerlab.postflop.flops import chosen_flops, flop_tasks
    from pokerlab.postflop.job import SolveJob
    from pokerlab.postflop.spot import Spot
    from pokerlab.records.reading import Format, read_hands
    from pokerlab.records.writing import write_hands
    from pokerlab.table.hand_database import HandDatabase
    from pokerlab.table.hand_files import import_hands
    from pokerlab.tournament.pushfold import solve as solve_pushfold
    from pokerlab.tournament.spot import PushFoldSpot
    from pokerlab.training.job import TrainJob

    place = tmp_path_factory.mktemp("examples")
    for seed, name in enumerate(("first", "second")):
        TrainJob(game="kuhn", iterations=2_000, threads=1, seed=seed, out=str(place / f"{name}.blueprint")).run()
    TrainJob(game="leduc", iterations=2_000, threads=1, out=str(place / "leduc.blueprint")).run()
    three = TrainJob(game="leduc3", recall="in+paid", iterations=2_000, threads=1, out=str(place / "three.blueprint"))
    three.run()
    shutil.copytree(ROOT / "examples", place / "examples")
    shutil.copy(ROOT / "examples" / "kuhn.strategy", place)
    for name, spot, iterations in (("flop", "flop", 2), ("long", "river", 200), ("short", "river", 20)):
        read = Spot.read(ROOT / "examples" / f"{spot}.toml")
        SolveJob(spot=read, iterations=iterations, out=str(place / f"{name}.sol")).run()
    spot = Spot.read(ROOT / "examples" / "flop.toml")
    tasks = flop_tasks(spot, chosen_flops(spot, ["Kh7h2h", "9s9d4s"]), target=100)
    assert len(list(run(tasks, place / "runs" / "srp", where="threads", jobs=1))) == 2
    solve_pushfold(PushFoldSpot.of([2000, 1500, 1000], (50, 100), payouts=(65, 35))).save(place / "bubble.pf")
    RunDirectory(place / "runs/srp").begin([])
    match = {"agents": ("uniform", "random"), "game": "leduc", "deals": 100, "out": str(place / "runs" / "leduc")}
    MatchJob(**match, where="threads", jobs=1).run()
    golden = sorted((ROOT / "tests" / "golden").glob("*.phh"))
    hands = [found.record for path in golden for found in read_hands(path)]
    write_hands(place / "session.phhs", hands, Format.PHH)
    with HandDatabase(place / "hands.db") as database:
        import_hands(database, place / "session.phhs")
    write_hands(place / "sessions" / "monday.phhs", hands, Format.PHH)
    write_hands(place / "session.txt", hands[:3], Format.POKERSTARS)
    heads_up = [hand for hand in hands if len(hand.game.stacks) == 2]
    write_hands(place / "match.log", heads_up[:1], Format.ACPC)
    write_hands(place / "evening.phhs", hands[:1], Format.PHH)
    return place


@pytest.mark.parametrize("example", [parameter(example) for example in every_example()])
def test_the_example_runs(example, pokerlab, directory, monkeypatch):
    if NEEDS_PLOT.search(example):
        pytest.importorskip("matplotlib")
    monkeypatch.chdir(directory)
    words = shlex.split(example)[1:]
    rest = example.removeprefix("pokerlab ")
    for beginning, shorter in SHORTER.items():
        if rest.startswith(beginning):
            words += shlex.split(shorter)
    done = pokerlab(*words)
    assert done.code == 0, done.err
    assert done.out or done.err or {"--out", "--csv", "--svg", "--html"} & set(words)


def test_every_verb_has_an_example():
    def verbs(command, path):
        below = getattr(command, "commands", {})
        return [pair for name, verb in below.items() for pair in verbs(verb, f"{path} {name}")] or [(path, command)]

    for path, verb in verbs(get_command(app), "pokerlab"):
        found = examples(verb.help or "")
        assert found, path
        assert all(example.startswith(path.removesuffix(" run")) for example in found), found  # train is train run
        assert len(found) == len(set(found))


def test_shortenings_are_of_examples_that_exist():
    rests = [example.removeprefix("pokerlab ") for example in every_example()]
    for beginning in (*SHORTER, *SLOW):
        assert any(rest.startswith(beginning) for rest in rests), beginning
