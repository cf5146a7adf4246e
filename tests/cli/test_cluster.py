"""`pokerlab cluster`, `pokerlab show` of a run, and the options by which verbs choose where tasks are done."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from pokerlab.cli import cluster as verbs
from pokerlab.cli.help_page import examples
from pokerlab.cli.where_options import place_to_work, run_shown
from pokerlab.jobs.run import run
from pokerlab.jobs.task import Task
from servers import FUNCTIONS, START, Server


@pytest.fixture(autouse=True)
def on_the_path(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(FUNCTIONS), prepend=":")
    monkeypatch.syspath_prepend(str(FUNCTIONS))


@pytest.fixture(scope="module")
def server():
    pytest.importorskip("distributed")
    found = Server(*START)
    yield found
    assert found.end() == 0
    assert found.lines[-1] == "stopped"


def tasks(*names):
    return [Task(f"sums:{name}", {"number": number}) for number, name in enumerate(names)]


def test_start_join_and_status(server, pokerlab):
    helper = Server(*examples(verbs.join.__doc__)[0].replace("tcp://127.0.0.1:8786", server.address).split())
    done = pokerlab("cluster", "status", server.address)
    assert (done.code, done.err) == (0, "")
    assert [line.split()[2:4] for line in done.out.splitlines()[1:4]].count(["2.0", "GB"]) == 1
    assert done.out.splitlines()[4] == "3 workers; tasks: 0 done, 0 running, 0 failed"
    assert helper.end() == 0
    assert helper.lines == [f"1 worker, 2.0 GB, work for {server.address}; Ctrl-C ends that", "left"]
    found = json.loads(pokerlab("cluster", "status", server.address, "--json").out)
    assert found["schema"] == "pokerlab/cluster-status/1"
    assert [worker["memory"] for worker in found["workers"]] == [200_000_000] * 2
    assert server.lines == [f"2 workers, 0.2 GB each, at {server.address}; Ctrl-C stops them"]


def test_tasks_are_counted(server, pokerlab, tmp_path):
    done = list(run_shown("sums", tasks("square", "square"), tmp_path / "run", place_to_work(server.address)))
    assert len(done) == 2
    with pytest.raises(typer.Exit):
        list(run_shown("sums", tasks("fail"), tmp_path / "run", place_to_work(server.address, collect=True)))
    found = json.loads(pokerlab("cluster", "status", server.address, "--json").out)
    assert (found["done"], found["running"], found["failed"]) == (2, 0, 3)


def test_failures_are_told_in_the_end(capsys, tmp_path):
    found = []
    with pytest.raises(typer.Exit) as end:
        found.extend(run_shown("sums", tasks("square", "fail", "clash"), tmp_path / "run", jobs=1))
    assert end.value.exit_code == 1
    told = capsys.readouterr().err.splitlines()
    assert told[-1] == f"2 of 3 tasks failed; 'pokerlab show {tmp_path / 'run'}' has them all"
    # a slow machine also tells how long it takes
    assert [line.split("): ")[1] for line in told[:-1] if " failed (" in line] == [
        "ValueError: no such number as 1",
        "AttributeError: of a kind that nobody thought of",
    ]


def test_a_run_is_shown(pokerlab, tmp_path):
    with pytest.raises(typer.Exit):
        list(run_shown("sums", tasks("square", "fail"), tmp_path / "run", jobs=1))
    done = pokerlab("show", str(tmp_path / "run"))
    lines = done.out.splitlines()
    assert done.code == 0
    assert lines[0] == "2 tasks: 1 done, 1 failed, 0 to do"
    assert re.fullmatch(r"\d\.\d s of work, \d\.\d s the longest; at most 0\.\d\d GB of memory", lines[1])
    assert lines[2].endswith("(sums:fail), 3 tried: ValueError: no such number as 1")
    rows = json.loads(pokerlab("show", str(tmp_path / "run"), "--json").out)["tasks"]
    assert [row["state"] for row in rows] == ["done", "failed"]
    assert pokerlab("show", str(tmp_path / "run"), "--csv", "-").out.count("\n") == 3
    assert "cannot be asked of the directory of a run" in pokerlab("show", str(tmp_path / "run"), "--hands").err
    assert "is no directory of a run" in pokerlab("show", str(tmp_path)).err


def test_what_cannot_be_asked(pokerlab, server, tmp_path):
    for words, complaint in (
        (("start", "--memory", "much"), "'much' is no memory of a worker (such as 8GB or 500MB)"),
        (("start", "--memory", "5"), "'5' is no memory of a worker"),
        (("start", "--host", "0.0.0.0"), "whoever reaches 0.0.0.0 could run programs here: encrypt by --tls-dir"),
        (("start", "--host", "192.0.2.1", "--insecure"), "nothing can listen at 192.0.2.1, port 8786: "),
        (("start", "--tls-dir", str(tmp_path)), "has no ca.pem (needed are ca.pem, cert.pem, key.pem)"),
        (("start", "--port", server.address.split(":")[-1]), "Address already in use (--port 0 takes any)"),
        (("join", "tcp://127.0.0.1:1"), "no scheduler answers at 'tcp://127.0.0.1:1': "),
        (("join", "moon"), "'moon' is no address of a scheduler"),
        (("status", "tls://127.0.0.1:1"), "need --tls-dir"),
    ):
        done = pokerlab("cluster", *words)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done
        assert complaint in done.err
    with pytest.raises(typer.BadParameter, match="are for a --cluster"):
        place_to_work(collect=True)
    assert place_to_work() == "processes"


def test_without_the_extra_it_says_what_to_install(pokerlab, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "distributed", None)
    for words in (("start",), ("join", "tcp://127.0.0.1:8786"), ("status", "tcp://127.0.0.1:8786")):
        done = pokerlab("cluster", *words)
        assert done.err == "pokerlab: a cluster needs more than is installed: pip install 'pokerlab[cluster]'\n"
        assert done.code == 2
    assert len(list(run(tasks("square"), tmp_path / "run", jobs=1))) == 1


def test_the_page_about_jobs_has_a_program_that_runs(tmp_path):
    page = (Path(__file__).parents[2] / "docs/jobs.md").read_text("utf-8")
    (tmp_path / "totals.py").write_text(page.split("```python\n")[1].split("```")[0])
    done = subprocess.run([sys.executable, str(tmp_path / "totals.py")], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["45", "4950", "499500"]
