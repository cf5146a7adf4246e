"""Long work that survives: watched, paused, cancelled, killed, gone on with."""

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from running import Running, messages_until, wait_for

from clients import limited
from pokerlab._files import is_alive
from pokerlab.cards.card import format_cards
from pokerlab.jobs.run import run
from pokerlab.postflop.flop_report import flop_rows
from pokerlab.postflop.flop_subsets import asked_flops
from pokerlab.postflop.flops import chosen_flops, flop_tasks, solved_flops
from pokerlab.postflop.job import SolveJob
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solve import solve
from pokerlab.postflop.spot import Spot
from pokerlab.web.flops import adopt_directory
from pokerlab.web.hub import Hub
from pokerlab.web.queue import JobQueue

QUICK = {"board": "Ks8d7c3h2c", "pot": 100, "stack": 100, "oop": "AA,QJs,T9s", "ip": "KK,QJs,JTs"}
LONG = {
    "board": "Td9d6hQc", "pot": 200, "stack": 900, "oop": "66+,A8s+,AJo+", "ip": "22+,ATs+,KTs+,AQo+",
    "river": {"bet": "33%,66%,a", "raise": "60%,a"},
}  # fmt: skip

SMALL = {
    "name": "small", "board": "Kh7h2c", "pot": 20, "stack": 10, "oop": "AA,KQs", "ip": "QQ,JTs",
    "flop": {"bet": "50%"}, "turn": {"bet": ""}, "river": {"bet": ""},
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Running(tmp_path_factory.mktemp("web") / "data") as found:
        yield found


def running_job(server, **more) -> str:
    """A job that runs and has made at least two steps."""
    name = server.post("jobs", spot=LONG, target=1e-4, **more)["job"]["id"]
    server.job_in(name, "running")
    wait_for(lambda: len(server.get(f"jobs/{name}")["steps"]) >= 2, "two steps")
    return name


def processes_of(server: int) -> list[int]:
    """The processes of jobs that a server has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int(path.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            if parent == server and b"job_process" in path.joinpath("cmdline").read_bytes():
                found.append(int(path.name))
        except (OSError, ValueError):
            continue
    return found


def is_running(process: int) -> bool:
    """Whether a process is there and not only left to be waited for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_spot_is_solved_and_watched_by_two(server):
    with server.socket() as one, server.socket() as other:
        for socket in (one, other):
            socket.send(json.dumps({"type": "subscribe", "topic": "jobs"}))
        name = server.post("jobs", spot=LONG, target=1.0, name="my turn")["job"]["id"]
        for socket in (one, other):
            socket.send(json.dumps({"type": "subscribe", "topic": f"job:{name}"}))
        for socket in (one, other):
            heard = messages_until(socket, lambda m: m["type"] == "job" and m["job"]["state"] == "done")
            steps = {}
            for message in heard:
                if message["type"] == "steps":
                    steps |= {message["first"] + place: step for place, step in enumerate(message["steps"])}
            found = server.get(f"jobs/{name}")
            assert [steps[place] for place in sorted(steps)] == found["steps"]
    assert found["job"]["solution"] == "my turn"
    assert found["steps"][-1]["percent_of_pot"] <= 1
    alone = SolveJob(spot=Spot(**LONG), target=1.0).run()
    assert found["steps"][-1]["iteration"] == alone.steps[-1].iteration
    assert found["steps"][-1]["percent_of_pot"] == pytest.approx(alone.solution.percent)
    facts = server.get("solutions/my turn")
    assert facts["percent_of_pot"] == pytest.approx(alone.solution.percent)


def test_one_solver_at_a_time_and_a_queue(server):
    first = running_job(server)
    second = server.post("jobs", spot=QUICK, target=0.1)["job"]
    assert second["state"] == "queued"
    assert server.get("status")["waiting"] == 1
    third = server.post("jobs", spot=QUICK, target=0.1)["job"]["id"]
    assert server.post(f"jobs/{third}/cancel")["job"]["state"] == "cancelled"
    assert server.client.delete(f"jobs/{first}").status_code == 409
    assert len(processes_of(server.process.pid)) == 1
    assert server.post(f"jobs/{first}/cancel")["job"]["state"] == "cancelled"
    server.job_in(second["id"], "done")
    assert server.client.delete(f"jobs/{first}").status_code == 200
    assert server.client.get(f"jobs/{first}").status_code == 404


def test_pause_and_resume_reach_what_an_undisturbed_run_reaches(server):
    name = server.post("jobs", spot=LONG, iterations=60, name="paused")["job"]["id"]
    wait_for(lambda: server.get(f"jobs/{name}")["steps"], "a step")
    paused = server.post(f"jobs/{name}/pause")["job"]
    if paused["state"] == "paused":  # else it was quicker than we
        assert processes_of(server.process.pid) == []
        assert paused["solution"] == "paused"
        assert server.get("solutions/paused/node")["found"]["columns"]["combos"]
        assert server.post(f"jobs/{name}/resume")["job"]["state"] in ("queued", "running")
    done = server.job_in(name, "done")
    alone = SolveJob(spot=Spot(**LONG), iterations=60).run()
    assert done["last"]["iteration"] == 60
    assert done["last"]["percent_of_pot"] == pytest.approx(alone.solution.percent, rel=1e-9)


def test_what_was_reached_can_be_looked_at_meanwhile(server):
    name = running_job(server, name="now")
    server.post(f"jobs/{name}/look")
    wait_for(lambda: server.get(f"jobs/{name}")["job"]["solution"], "something to look at")
    assert server.get("solutions/now/node?path=check")["found"]["moves"]
    assert server.get(f"jobs/{name}")["job"]["state"] == "running"
    cancelled = server.post(f"jobs/{name}/cancel")["job"]
    assert (cancelled["state"], cancelled["solution"]) == ("cancelled", "now")
    assert server.client.post(f"jobs/{name}/look", json={}).status_code == 409


def test_after_kill_9_a_job_is_interrupted_and_goes_on(tmp_path):
    with Running(tmp_path / "data") as server:
        name = running_job(server, name="killed")
        (child,) = processes_of(server.process.pid)
        before = server.get(f"jobs/{name}")["job"]["last"]["iteration"]
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
    with Running(tmp_path / "data") as server:
        job = server.get(f"jobs/{name}")["job"]
        assert (job["state"], job["line"]) == ("interrupted", "the server ended while it was running")
        assert job["last"]["iteration"] >= before
        wait_for(lambda: not is_alive(child), "the orphan to end")
        server.post(f"jobs/{name}/resume")
        server.job_in(name, "running")
        count = len(server.get(f"jobs/{name}")["steps"])
        wait_for(lambda: len(server.get(f"jobs/{name}")["steps"]) > count, "a step more")
        assert server.get(f"jobs/{name}")["job"]["last"]["iteration"] >= before
        # the end of a server that was asked to end loses nothing either
        assert server.end() == 0
    with Running(tmp_path / "data", "--resume-jobs") as server:
        server.job_in(name, "running")
        assert server.post(f"jobs/{name}/cancel")["job"]["solution"] == "killed"
    assert Solution.open(tmp_path / "data" / "solutions" / "killed.sol").made.iterations >= before


def test_a_solver_that_is_killed_touches_nobody(server):
    name = running_job(server)
    (child,) = processes_of(server.process.pid)
    os.kill(child, signal.SIGKILL)
    job = server.job_in(name, "failed")
    assert "signal 9" in job["line"]
    quick = server.post("jobs", spot=QUICK, target=1)["job"]["id"]
    assert server.job_in(quick, "done")["solution"]


def test_a_full_disk_does_not_end_the_queue(browser, monkeypatch):
    def full(job: object) -> None:
        raise OSError(28, "No space left on device")

    names = [browser.post("jobs", spot=QUICK, target=1)["job"]["id"] for _ in range(2)]
    monkeypatch.setattr("pokerlab.web.queue.KeptJob.save", full)
    for name in names:
        wait_for(lambda name=name: browser.get(f"jobs/{name}")["job"]["state"] == "done", "a job that is done")
    assert list(JobQueue(browser.data, Hub()).jobs) == names


def test_a_solver_that_does_not_end_is_killed(browser, monkeypatch):
    monkeypatch.setattr("pokerlab.web.queue.KILL_AFTER", 1.0)
    name = browser.post("jobs", spot=LONG, target=1e-4)["job"]["id"]
    (child,) = wait_for(lambda: processes_of(os.getpid()), "its process")
    os.kill(child, signal.SIGSTOP)
    assert browser.post(f"jobs/{name}/cancel")["job"]["state"] == "cancelled"
    assert not is_alive(child)


def test_a_solver_that_goes_on_and_those_it_started_are_killed(browser, monkeypatch, tmp_path):
    """Further steps are no sign that it ends, and who has its pipe does not hold up the queue."""
    script = tmp_path / "solver"
    step = {"iteration": 1, "seconds": 0.1, "nash_conv": 1.0, "percent_of_pot": 1.0, "left": None, "stalled": False}
    script.write_text(
        f"#!{sys.executable}\nimport json, subprocess, sys, time\n"
        "other = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"for _ in range(6000): print(json.dumps({{'step': {step!r}, 'line': str(other.pid)}}), flush=True); time.sleep(0.1)\n"  # noqa: E501
    )
    script.chmod(0o700)
    monkeypatch.setattr("pokerlab.web.queue.sys", SimpleNamespace(executable=str(script), platform=sys.platform))
    monkeypatch.setattr("pokerlab.web.queue.KILL_AFTER", 0.5)
    name = browser.post("jobs", spot=QUICK, target=1)["job"]["id"]
    other = int(wait_for(lambda: browser.get(f"jobs/{name}")["job"]["line"], "a step"))
    assert browser.post(f"jobs/{name}/cancel")["job"]["state"] == "cancelled"
    wait_for(lambda: not is_running(other), "the end of who was started by it")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("trouble", ["signal.SIGINT, signal.SIG_IGN", "signal.SIGALRM, signal.SIG_IGN"])
def test_a_request_to_end_is_heard(tmp_path, trouble):
    """By a server in the background of a shell, which ignores Ctrl-C, and if Python loses the interrupt."""
    (tmp_path / "asked.toml").write_text(SolveJob(spot=Spot(**LONG), target=1e-9, out="a.sol").to_toml())
    lost = "signal.pthread_kill = lambda *_: None\n" if "ALRM" in trouble else ""
    code = f"import signal\nsignal.signal({trouble})\n{lost}from pokerlab.web.job_process import main\nmain('.')"
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process, limited(process):  # fmt: skip
        told: list[dict] = [{}]
        while "step" not in told[-1]:
            told.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        told += [json.loads(line) for line in process.stdout]
        assert process.wait() == 0
    assert told[-1] == {"ended": "interrupted"}
    assert Solution.open(tmp_path / "a.sol").made.iterations >= 1


def test_what_cannot_be_solved_is_said_in_a_line(server):
    def refused(**content: object) -> str:
        reply = server.client.post("jobs", json=content)
        assert reply.status_code == 400
        return reply.json()["error"]["line"]

    assert "AXs" in refused(spot=QUICK | {"oop": "AXs"})
    assert server.client.post("jobs", json={"spot": QUICK | {"oop": "AXs"}}).json()["error"]["field"] == "oop"
    assert "target" in refused(spot=QUICK, target=0)
    lock = {"node": "check/bet 7", "hands": {"*": {"fold": 1}}}
    assert "'bet 7' is not a move after 'check'" in refused(spot=QUICK, locks=[lock])
    assert "groups do not go" in refused(spot=QUICK, groups="rank", compressed=True)
    assert "lucky" in refused(spot=QUICK, rule="lucky")
    huge = LONG | {"board": "Td9d6h", "oop": "*", "ip": "*", "flop": {"bet": "10%,20%,30%,40%,50%,60%,70%,80%,a"}}
    name = server.post("jobs", spot=huge | {"turn": huge["flop"], "river": huge["flop"], "raise_cap": 2})["job"]["id"]
    assert "of memory" in server.job_in(name, "failed")["line"]


def test_others_are_answered_while_a_job_is_looked_at(browser, monkeypatch):
    """A large tree takes seconds, and so does whoever looks at run-outs of the solution whose locks are asked for."""
    asked, looked_at = threading.Event(), threading.Event()

    def slow(*arguments: object) -> None:
        asked.set()
        assert looked_at.wait(60)

    monkeypatch.setattr("pokerlab.web.queue.SpotTree.build", slow)
    with ThreadPoolExecutor() as pool:
        job = pool.submit(browser.post, "jobs", spot=QUICK, target=1)
        assert asked.wait(60)
        assert browser.get("status")["waiting"] == 0
        looked_at.set()
        assert job.result()["job"]["state"] in ("queued", "running")


def test_locks_are_solved_as_a_job(server):
    locks = [{"node": "check/bet 100", "hands": {"*": {"fold": 0.8, "call": 0.2}}}]
    name = server.post("solutions/river/locks", locks=locks, target=0.5)["job"]["id"]
    found = server.get(f"solutions/{server.job_in(name, 'done')['solution']}")
    assert found["locks"][0]["node"] == "check/bet 100"
    both = server.get(f"compare?a=river&b={found['name']}&path=check/bet 100")
    assert both["b"]["moves"][0]["frequency"] == pytest.approx(0.8, abs=1e-4)
    assert both["a"]["moves"][0]["frequency"] != pytest.approx(0.8, abs=0.05)
    job = server.get(f"jobs/{name}")["job"]
    assert (job["base"], job["solution"], found["held"]) == ("river", "river locked", None)


def test_a_player_may_be_held_as_he_stands(server):
    name = server.post("solutions/river/locks", hold="oop", target=0.01)["job"]["id"]
    solution = server.job_in(name, "done")["solution"]
    assert server.get(f"solutions/{solution}")["held"] == "oop"
    both = server.get(f"compare?a=river&b={solution}&path=check/bet 100")
    for place, old in enumerate(both["a"]["columns"]["strategy"]):
        assert both["b"]["columns"]["strategy"][place] == pytest.approx(old, abs=1e-4)
    assert server.client.post("solutions/river/locks", json={}).json()["error"]["field"] == "locks"


def test_many_flops_are_a_job_that_goes_on(server):
    name = server.post("flops", spot=SMALL, only=["Kh7h2c", "9s8s4d"], target=5, keep="full")["job"]["id"]
    server.job_in(name, "running", "done")
    server.client.post(f"jobs/{name}/pause", json={})
    if server.get(f"jobs/{name}")["job"]["state"] == "paused":
        server.post(f"jobs/{name}/resume")
    assert server.job_in(name, "done")["line"] == "2 flops are solved"
    source = f"job:{name}"
    assert [row["source"] for row in server.get("flops")["sources"]] == [source]
    found = server.get(f"flops/report?source={source}&by=flop")
    assert {row["name"] for row in found["rows"]} == {"Kh7h2c", "9s8s4d"}
    assert (found["done"], found["total"], found["weighted"]) == (2, 2, False)
    records = solved_flops(server.data / "jobs" / name / "run")
    (mean,) = flop_rows(records, by="all")
    assert found["mean"]["ev"] == pytest.approx(list(mean.ev))
    row = next(row for row in found["rows"] if row["name"] == "Kh7h2c")
    node = server.get(f"solutions/flop:{source}:7hKh2c/node")["found"]
    assert node["ev"] == pytest.approx(row["ev"])
    assert server.client.get(f"solutions/flop:{source}:AsAdAc/node").status_code == 404
    assert server.client.get("flops/report?source=job:nobody").status_code == 404
    assert (
        server.client.get(f"flops/report?source={source}&where=nonsense").json()["error"]["line"].startswith("filter")
    )
    assert server.client.post("flops", json={"spot": SMALL, "all": True, "sample": 3}).status_code == 400
    assert server.client.post("flops", json={"spot": SMALL, "only": ["Kh"]}).status_code == 400


def test_a_subset_counts_by_its_weights_and_flops_are_opened_where_they_are(server):
    name = server.post("flops", spot=SMALL, subset=25, target=20)["job"]["id"]
    server.job_in(name, "done")
    found = server.get(f"flops/report?source=job:{name}&by=flop&where=paired")
    spot = Spot(**SMALL)
    weights = {flop.board: flop.weight for flop in asked_flops(spot, {"subset": 25})}
    records = solved_flops(server.data / "jobs" / name / "run", spot, weights)
    wanted = flop_rows(records, weights=weights, where="paired")
    assert [(row["name"], row["weight"]) for row in found["rows"]] == [(row.name, row.weight) for row in wanted]
    assert found["weighted"]
    # only the flop of each is kept, and says so where somebody wants to see more
    solution = f"flop:job:{name}:{found['rows'][0]['name']}"
    assert server.get(f"solutions/{solution}/node")["found"]["moves"]
    reply = server.client.get(f"solutions/{solution}/node?path=check/check/turn 3s")
    assert "turns and rivers are not kept" in reply.json()["error"]["line"]


def test_directories_of_runs_and_of_solutions_are_reported_on(browser, tmp_path):
    spots = [Spot(**SMALL | {"board": board}) for board in ("Kh7h2c", "9s8s4d", "AsAhAd")]
    folder = tmp_path / "my flops"
    folder.mkdir()
    for spot in spots:
        solve(spot, iterations=20).save(folder / f"{format_cards(spot.board)}.sol")
    tasks = flop_tasks(spots[0], chosen_flops(spots[0], ["Kh7h2c", "QsJd3c"]), target=20)
    list(run(tasks, tmp_path / "a run"))
    for _ in range(2):  # what is there is not put there again
        taken = [adopt_directory(browser.data, path) for path in (folder, tmp_path / "a run")]
        assert taken == ["dir:my flops", "dir:a run"]
    folder = browser.data.flops / folder.name
    sources = {row["source"]: row["flops"] for row in browser.get("flops")["sources"]}
    assert sources == {"dir:a run": None, "dir:my flops": 3}
    found = browser.get("flops/report", source="dir:my flops", by="all")
    assert (found["done"], found["rows"][0]["ways"]) == (3, found["mean"]["ways"])
    assert browser.get("solutions/flop:dir:my flops:AsAhAd/node")["found"]["board"] == "AsAhAd"
    assert browser.get("flops/report", source="dir:a run")["done"] == 2
    for spot in spots[:2]:
        (folder / f"{format_cards(spot.board)}.sol").rename(browser.data.path / "solutions" / f"{spot.board[0]}.sol")
    (library,) = (row for row in browser.get("flops")["sources"] if row["source"].startswith("library:"))
    assert (library["flops"], library["title"]) == (2, "small")
    assert browser.get("flops/report", source=library["source"])["done"] == 2
    (browser.data.flops / "link").symlink_to(folder)
    for wrong in ("dir:link", "dir:..", "dir:", "library:x", "nothing"):
        assert browser.refused("GET", "flops/report", params={"source": wrong})[0] == 404


def test_a_second_server_says_who_has_the_data(server, pokerlab):
    done = pokerlab("serve", "--port", "0", "--data", str(server.data), "--no-open")
    assert done.code == 2
    assert f"process {server.process.pid}, at {server.home}/" in done.err
