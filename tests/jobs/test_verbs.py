"""Verbs whose work is many tasks, from their options to their reports: on a cluster, and ended in the middle."""

import csv
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from clients import PATIENCE, limited
from pokerlab.cards.card import parse_cards
from pokerlab.jobs.directory import RunDirectory
from pokerlab.postflop.flop_file import write_flop
from pokerlab.postflop.flops import distinct_flops, flop_record, sampled_flops
from pokerlab.postflop.solve import solve
from pokerlab.postflop.spot import Spot

SPOT = Spot(
    board="QsJh2h", pot=60, stack=90, oop="AA,QJs", ip="KK,AQs", flop={"bet": "50%", "raise": "a"},
    turn={"bet": ""}, river={"bet": ""},
)  # fmt: skip
FLOPS = 20


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    """Flops of a tiny spot, each solved alone: (flop, solution, the bytes that are kept of it) by board."""
    found = {}
    for flop in sampled_flops(distinct_flops(SPOT), FLOPS, seed=0):
        solution = solve(SPOT.changed(board=tuple(parse_cards(flop.board))), target=1, threads=1)
        solution.made = replace(solution.made, seconds=None)
        path = tmp_path_factory.mktemp("single") / "one.flop"
        write_flop(path, solution, flop_record(solution) | {"ways": flop.ways})
        found[flop.board] = flop, solution, path.read_bytes()
    return found


@pytest.fixture
def flops(pokerlab, tmp_path):
    """`flops("--all", ...)` calls the verb for the tiny spot."""
    (tmp_path / "spot.toml").write_text(SPOT.to_toml())
    return lambda *more: pokerlab("flops", str(tmp_path / "spot.toml"), "--target", "1", *map(str, more))


def kept(directory):
    place = RunDirectory(directory)
    return {task.title: place.path_of(task).read_bytes() for task in place.tasks()}


def test_flops_of_a_spot_on_a_cluster_are_those_of_single_solves(flops, single, cluster, tmp_path):
    chosen = ("--sample", FLOPS, "--cluster", cluster.address, "--out", tmp_path / "run")
    done = flops(*chosen, "--by", "flop", "--json")
    assert done.code == 0
    rows = json.loads(done.out)["rows"]
    assert {row["name"] for row in rows} == single.keys()
    total = sum(flop.weight for flop, _, _ in single.values())
    for row in rows:
        flop, solution, _ = single[row["name"]]
        assert (row["ways"], row["weight"]) == (flop.ways, pytest.approx(flop.weight / total))
        assert row["ev"] == pytest.approx(list(solution.root.overall_ev))
        assert row["equity"] == pytest.approx(list(solution.root.overall_equity))
        assert row["percent_of_pot"] == pytest.approx(solution.percent)
        for node in row["nodes"]:
            if node["comes"] > 0:
                assert node["moves"] == pytest.approx(solution.at(node["line"]).frequencies), (row["name"], node)
    assert kept(tmp_path / "run") == {board: content for board, (_, _, content) in single.items()}
    # Groups are means over them, each counted by its weight.
    (row,) = json.loads(flops(*chosen, "--by", "all", "--node", "check", "--json").out)["rows"]
    checks = {board: solution.root.frequencies["check"] for board, (_, solution, _) in single.items()}
    bets = sum(flop.weight * checks[board] * after(solution) for board, (flop, solution, _) in single.items())
    assert row["comes"] == pytest.approx(
        sum(single[board][0].weight * often for board, often in checks.items()) / total
    )
    assert row["moves"]["bet 30"] == pytest.approx(bets / total / row["comes"])
    for player in (0, 1):
        mean = sum(flop.weight * solution.root.overall_ev[player] for flop, solution, _ in single.values()) / total
        assert row["ev"][player] == pytest.approx(mean)
    table = flops("--out", tmp_path / "run", "--by", "flop", "--csv", "-").out
    assert {line["name"] for line in csv.DictReader(table.splitlines())} == single.keys()


def after(solution):
    """How often ip bets after a check."""
    return solution.at("check").frequencies["bet 30"]


def test_the_same_flops_here_are_equal_to_the_last_bit(flops, single, tmp_path):
    boards = list(single)[:3]
    done = flops("--only", ",".join(boards), "--jobs", 2, "--out", tmp_path / "run", "--html", tmp_path / "run.html")
    assert done.code == 0
    assert kept(tmp_path / "run") == {board: single[board][2] for board in boards}
    assert all(board in (tmp_path / "run.html").read_text("utf-8") for board in boards)


def test_experiments_on_a_cluster_report_what_they_do_here(pokerlab, cluster, tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    assert pokerlab("reproduce", "bunten/two-players", "--out", str(here)).code == 0
    command = ("reproduce", "bunten/two-players", "--cluster", cluster.address, "--out", str(there))
    assert pokerlab(*command, "--collect").code == 0
    assert kept(here) == kept(there)
    assert (there / "bunten-two-players.md").exists()
    (row,) = RunDirectory(there).rows()
    assert (row["title"], row["state"]) == ("bunten/two-players", "done")
    assert row["peak"] > 10**7


def test_experiments_go_on_after_a_kill(pokerlab, tmp_path):
    out = tmp_path / "run"
    client = subprocess.Popen(
        [sys.executable, "-m", "pokerlab", "reproduce", "bunten", "--jobs", "2", "--out", str(out)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    with limited(client):
        while not list(out.glob("results/*.report.json")) and client.poll() is None:
            time.sleep(0.01)
    os.killpg(client.pid, signal.SIGKILL)
    client.wait(PATIENCE)
    place = RunDirectory(out)
    before = {done.path: done.path.stat().st_mtime_ns for task in place.tasks() if (done := place.done(task))}
    done = pokerlab("reproduce", "bunten", "--jobs", "2", "--out", str(out))
    assert done.code == 0
    assert len(list(out.glob("*.md"))) == len(place.tasks()) == 11
    assert {row["state"] for row in place.rows()} == {"done"}
    assert all(path.stat().st_mtime_ns == moment for path, moment in before.items())


def test_ctrl_c_ends_a_verb_and_what_is_done_stays(flops, tmp_path):
    psutil = pytest.importorskip("psutil")
    (tmp_path / "spot.toml").write_text(SPOT.to_toml())
    command = f"flops {tmp_path / 'spot.toml'} --all --target 1 --jobs 2 --out {tmp_path / 'run'}"
    client = subprocess.Popen(
        [sys.executable, "-m", "pokerlab", *command.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    with limited(client):
        while not list(tmp_path.glob("run/results/*.json")):
            assert client.poll() is None, client.stderr.read()
            time.sleep(0.01)
        workers = psutil.Process(client.pid).children(recursive=True)
        os.killpg(client.pid, signal.SIGINT)
        out, err = client.communicate()
    assert (client.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert not psutil.wait_procs(workers, PATIENCE)[1]
    assert not (tmp_path / "run/lock").exists()
    assert json.loads(flops("--out", tmp_path / "run", "--by", "all", "--json").out)["rows"][0]["flops"] >= 1


def test_each_trouble_is_one_clear_line(flops, single, tmp_path, monkeypatch):
    """Of a run's directory and of an address, as a person sees it."""
    board = next(iter(single))
    run = tmp_path / "run"

    def line(*more, out=run):
        done = flops("--only", board, "--jobs", 1, "--out", out, *more)
        assert (done.code, done.out) == (2, "")
        assert done.err.count("\n") == 1
        assert done.err.startswith("pokerlab: ")
        return done.err

    assert "no scheduler answers at 'tcp://127.0.0.1:1': " in line("--cluster", "tcp://127.0.0.1:1")
    assert "'moon' is no address of a scheduler" in line("--cluster", "moon")
    assert f"{tmp_path / 'spot.toml'} is no directory" in line(out=tmp_path / "spot.toml")
    assert f"{tmp_path} has files, but is no directory of a run" in line(out=tmp_path)
    assert "Not a directory" in line(out="/dev/null/run")
    assert not run.exists()
    other = RunDirectory(run)
    other.begin([], {"spot": "another one"})
    assert f"{run} is the directory of another run: spot is another one there" in line()
    shutil.rmtree(run)
    with other.locked():
        assert f"{run} is run by process {os.getpid()} on " in line()
    for number in (errno.EROFS, errno.ENOSPC, errno.EACCES):
        text = os.strerror(number)

        def refuse(number=number, text=text, **_):
            raise OSError(number, text)

        monkeypatch.setattr("pokerlab._files.tempfile.TemporaryFile", refuse)
        assert f"{run / 'manifest.json'}: {text}" in line()


def test_without_the_extra_verbs_say_what_to_install(pokerlab, flops, single, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    there = ("--cluster", "tcp://127.0.0.1:8786")
    for done in (
        flops("--all", "--out", tmp_path / "run", *there),
        pokerlab("reproduce", "bunten", *there),
        pokerlab("tables", "build", "threeway", "--out", str(tmp_path / "a.npz"), *there),
    ):
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert done.err == "pokerlab: a cluster needs more than is installed: pip install 'pokerlab[cluster]'\n"
    assert flops("--only", next(iter(single)), "--out", tmp_path / "run", "--jobs", 1).code == 0


def test_a_match_on_a_cluster_is_the_same_match(pokerlab, cluster):
    asked = ("match", "uniform", "random", "--game", "leduc", "--deals", "1200", "--json")
    here, there = pokerlab(*asked), pokerlab(*asked, "--cluster", cluster.address)
    assert (here.code, there.code) == (0, 0)
    assert here.out == there.out
