"""Runs of many tasks: every kind of worker keeps the same promises."""

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from itertools import pairwise

import pytest

from clients import PATIENCE, killed_client, limited, started_client
from pokerlab._files import here
from pokerlab._threads import available_threads
from pokerlab.errors import JobError
from pokerlab.jobs.cluster import ClusterWorkers
from pokerlab.jobs.directory import RunDirectory
from pokerlab.jobs.execute import execute
from pokerlab.jobs.inputs import Input
from pokerlab.jobs.lock import held, holder
from pokerlab.jobs.run import TasksFailedError, run
from pokerlab.jobs.task import Task
from pokerlab.jobs.task_threads import blas_threads, task_threads

KINDS = ["processes", "threads", "cluster", "collect", "dask"]


@pytest.fixture
def where(request, kind):
    """Where a run works: `cluster` has workers of ours, `collect` too, without a shared directory, `dask` those of
    plain commands."""
    if kind == "collect":
        return Again(lambda: ClusterWorkers(request.getfixturevalue("cluster").address, collect=True))
    if kind in ("cluster", "dask"):
        name = "cluster" if kind == "cluster" else "plain_cluster"
        return f"cluster:{request.getfixturevalue(name).address}"
    return kind


class Again:
    """Workers that begin anew after they were stopped."""

    def __init__(self, make):
        self.make, self.workers = make, None

    def __getattr__(self, name):
        self.workers = self.workers or self.make()
        return getattr(self.workers, name)

    def stop(self):
        if self.workers:
            self.workers.stop()
        self.workers = None


def task(name="square", number=3, **more):
    settings = {key: more.pop(key) for key in ("memory", "cost", "inputs") if key in more}
    return Task(f"sums:{name}", {"number": number, **more}, **settings)


def collect(found, tasks, directory, where="processes"):
    for done in run(tasks, directory, where=where, jobs=2):
        found.append(done.summary["square"])


@pytest.mark.parametrize("kind", KINDS)
class TestEveryKindOfWorker:
    def test_all_is_done_once_and_kept(self, where, tmp_path):
        tasks = [task(number=number) for number in range(12)]
        found = list(run(tasks, tmp_path / "run", where=where, jobs=2, in_order=True))
        assert [done.summary["square"] for done in found] == [number**2 for number in range(12)]
        assert [done.path.read_text() for done in found] == [str(number**2) for number in range(12)]
        assert all(done.seconds >= 0 for done in found)
        again = list(run(tasks, tmp_path / "run", where=where, jobs=2))
        assert {done.worker for done in again} == {done.worker for done in found}  # nobody did anything again

    def test_a_run_is_extended_without_doing_anything_twice(self, where, tmp_path):
        first = list(run([task(number=number) for number in range(4)], tmp_path / "run", where=where, jobs=1))
        times = {done.path: done.path.stat().st_mtime_ns for done in first}
        more = list(run([task(number=number) for number in range(8)], tmp_path / "run", where=where, jobs=1))
        assert len(more) == 8
        assert all(path.stat().st_mtime_ns == before for path, before in times.items())
        assert len(RunDirectory(tmp_path / "run").tasks()) == 8

    def test_failures_do_not_stop_the_others(self, where, tmp_path):
        tasks = [task("fail", 1), task(number=2), task("fail_at_first", 3, mark=str(tmp_path / "mark")), task(number=4)]
        found = []
        with pytest.raises(TasksFailedError, match="failed 3 times: ValueError: no such number as 1") as error:
            collect(found, tasks, tmp_path / "run", where=where)
        assert sorted(found) == [4, 9, 16]
        assert [failed.task for failed in error.value.failed] == [tasks[0]]
        report = json.loads((tmp_path / f"run/failed/{tasks[0].name}.json").read_text())
        assert report["attempts"] == 3

    def test_a_task_that_failed_goes_to_another_worker(self, kind, where, tmp_path):
        if kind == "threads":
            pytest.skip("threads are all of one process")
        mark = tmp_path / "processes"
        list(run([task("fail_twice_in_a_process", 5, mark=str(mark))], tmp_path / "run", where=where, jobs=2))
        assert len(mark.read_text().split()) == 2

    def test_inputs_are_among_the_arguments(self, where, tmp_path):
        (tmp_path / "table").write_bytes(bytes(range(100)))
        given = Input.of(tmp_path / "table")
        tasks = [task("look_up", number, inputs={"table": given}) for number in (3, 77)]
        found = list(run(tasks, tmp_path / "run", where=where, jobs=2, in_order=True))
        assert [done.summary["square"] for done in found] == [9, 77**2]
        (tmp_path / "table").write_bytes(bytes(100))
        assert task("look_up", 3, inputs={"table": Input.of(tmp_path / "table")}).name != tasks[0].name

    def test_peaks_are_of_the_task(self, where, tmp_path):
        tasks = [task("hold", 1, size=120_000_000, cost=2), task(number=2, seconds=0.01)]
        large, small = run(tasks, tmp_path / "run", where=where, jobs=1, in_order=True)
        assert large.peak > 120_000_000
        if sys.platform == "linux":
            assert small.peak < large.peak - 60_000_000

    def test_results_that_are_none(self, where, tmp_path):
        for name, complaint in (
            ("write_nothing", "has written no"),
            ("say_nonsense", "not JSON compliant"),
            ("clash", "AttributeError: of a"),
        ):
            with pytest.raises(TasksFailedError, match=complaint):
                list(run([task(name)], tmp_path / name, where=where, jobs=1))

    def test_memory_is_scheduled(self, where, tmp_path):
        tasks = [task(number=number, seconds=0.05, memory=60) for number in range(4)]
        found = list(run(tasks, tmp_path / "run", where=where, jobs=4, memory=100))
        spells = sorted((done.summary["began"], done.summary["ended"]) for done in found)
        assert all(ended <= began for (_, ended), (began, _) in pairwise(spells)), "one at a time"
        with pytest.raises(TasksFailedError, match="it needs 101 bytes of memory, and 100 are allowed"):
            list(run([task(number=9, memory=101)], tmp_path / "other", where=where, jobs=4, memory=100))

    def test_threads_are_what_each_task_was_given(self, where, tmp_path):
        counts = [1, 3, 2, 1]
        tasks = [Task("libraries:threads", {"number": place}, threads=count) for place, count in enumerate(counts)]
        found = list(run(tasks, tmp_path / "run", where=where, jobs=1, in_order=True))
        assert [done.summary["threads"] for done in found] == [[count] for count in counts]
        assert found[0].summary["libraries"] >= 1

    def test_progress_is_told(self, where, tmp_path):
        told = []
        list(run([task(number=n) for n in range(5)], tmp_path / "run", where=where, jobs=2, watch=told.append))
        assert told[0].done == 0
        assert told[-1].done == told[-1].total == 5
        assert told[-1].left == 0


class Clock:
    """Two workers, and a clock that goes on when they work: as many seconds as a task's number says."""

    memory = None
    notes = ()

    def __init__(self):
        self.now, self.ends = 0.0, {}

    free = property(lambda self: 2 - len(self.ends))

    def give(self, name, record, directory, avoid=()):
        self.ends[name] = self.now + record["arguments"]["number"], record, directory

    def results(self):
        name = min(self.ends, key=lambda name: self.ends[name][0])
        self.now, record, directory = self.ends.pop(name)
        return [(name, execute(record, directory))]

    def stop(self):
        pass


def test_the_time_left_is_by_what_tasks_took_and_before_by_what_is_known(tmp_path, monkeypatch):
    clock, told = Clock(), []
    monkeypatch.setattr("pokerlab.jobs.run.monotonic", lambda: clock.now)
    tasks = [task(number=number, cost=number / 2) for number in (6, 20, 4, 10)]  # 2 seconds for a unit of cost

    def left(pace):
        told.clear()
        list(run(tasks, tmp_path / f"{pace}", where=clock, pace=pace, watch=lambda s: told.append((s.done, s.left))))
        return dict(told)

    # 20 beside 10, 6 and 4; after 10 seconds 10 are left of the first, and 10 others
    assert left(None) == {0: None, 1: 10, 2: 4, 3: 0, 4: 0}
    assert left(4)[0] == 40
    assert left(1)[0] == 10
    once = [task(number=number, cost=number / 2) for number in (6, 20)]
    assert len(list(run(once, tmp_path / "4", where=clock, watch=lambda s: told.append(s.left)))) == 2
    assert told[-1] == 0


def test_a_process_that_dies_is_a_failed_task(tmp_path):
    tasks = [task("die", 1), task("die_at_first", 2, mark=str(tmp_path / "mark")), *(task(number=n) for n in range(9))]
    found = []
    with pytest.raises(TasksFailedError, match="its process was killed by signal 9"):
        collect(found, tasks, tmp_path / "run")
    assert len(found) == 10


@pytest.mark.parametrize("kind", ["cluster", "dask"])
def test_workers_of_a_cluster_that_die(where, tmp_path):
    tasks = [task("die", 1), task("die_at_first", 2, mark=str(tmp_path / "mark")), *(task(number=n) for n in range(9))]
    found = []
    with pytest.raises(TasksFailedError, match="its worker failed"):
        collect(found, tasks, tmp_path / "run", where=where)
    assert len(found) == 10


def test_clusters_that_are_none(tmp_path):
    pytest.importorskip("distributed")
    with pytest.raises(JobError, match=r"no scheduler answers at 'tcp://127\.0\.0\.1:1'"):
        list(run([task()], tmp_path / "run", where="cluster:tcp://127.0.0.1:1"))
    for address in ("moon", "tcp://127.0.0.1", "http://127.0.0.1:80", "tcp://[::1:99999999"):
        with pytest.raises(JobError, match="is no address of a scheduler"):
            list(run([task()], tmp_path / "run", where=f"cluster:{address}"))
    with pytest.raises(JobError, match="'moon' is no place to work"):
        list(run([task()], tmp_path / "run", where="moon"))


def test_a_client_that_is_killed_leaves_a_run_that_goes_on(tmp_path):
    tasks = [task(number=number, **({"gate": str(tmp_path / "gate")} if number > 2 else {})) for number in range(20)]
    killed_client(tasks, tmp_path, "jobs=2")
    assert 1 <= sum(RunDirectory(tmp_path / "run").done(one) is not None for one in tasks) <= 3
    (tmp_path / "gate").touch()
    assert len(list(run(tasks, tmp_path / "run", jobs=2))) == 20


def test_a_client_that_is_interrupted_ends_all_its_work(tmp_path):
    """Ctrl-C goes to the whole group; workers leave it to the client."""
    psutil = pytest.importorskip("psutil")
    tasks = [task(number=number, **({"gate": str(tmp_path / "gate")} if number else {})) for number in range(20)]
    with started_client(tasks, tmp_path, "jobs=2") as client:
        workers = psutil.Process(client.pid).children(recursive=True)
        os.killpg(client.pid, signal.SIGINT)
        with limited(client):
            assert "KeyboardInterrupt" in client.stderr.read()
            assert client.wait() != 0
        assert not psutil.wait_procs(workers, PATIENCE)[1]
    place = RunDirectory(tmp_path / "run")
    assert [one for one in tasks if place.done(one)] == tasks[:1]
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["manifest.json", "results"]


def test_two_clients_on_one_directory(tmp_path):
    tasks = [task(), task(number=5, gate=str(tmp_path / "gate"))]
    with started_client(tasks, tmp_path, "jobs=2") as client:
        with pytest.raises(JobError, match=rf"run is run by process {client.pid} on {socket.gethostname()}; if it"):
            list(run([task(number=7)], tmp_path / "run"))
        assert RunDirectory(tmp_path / "run").client()["process"] == client.pid
        assert len(RunDirectory(tmp_path / "run").tasks()) == 2  # the second has changed nothing
        (tmp_path / "gate").touch()
        with limited(client):
            assert client.wait() == 0
    (tmp_path / "run/lock").write_text("nonsense")
    assert len(list(run(tasks, tmp_path / "run"))) == 2  # nobody holds it


def test_locks_that_are_left(tmp_path):
    path = tmp_path / "lock"
    ours = {"host": socket.gethostname(), "process": os.getpid(), "here": here()}
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait(PATIENCE)
    for left in (ours | {"process": dead.pid}, ours | {"here": "before the machine was started anew"}, {"host": 3}, []):
        path.write_text(json.dumps(left))
        with held(path, "it"):
            assert holder(path) == {"host": ours["host"], "process": ours["process"]}
        assert list(tmp_path.iterdir()) == []
    for kept in (
        ours,
        {"host": "elsewhere", "process": 1, "here": ""},
        {"host": ours["host"], "process": ours["process"]},
    ):
        path.write_text(json.dumps(kept))
        with (
            pytest.raises(JobError, match=rf"it is run by process {kept['process']} on .*remove .*lock"),
            held(path, "it"),
        ):
            pass


def test_a_lock_is_waited_for(tmp_path):
    order = []

    def hold():
        with held(tmp_path / "lock", "it", patience=PATIENCE):
            order.append("in")
            time.sleep(0.01)
            order.append("out")

    for _ in range(5):
        (tmp_path / "lock").write_text("left by somebody, and found by all at once")
        threads = [threading.Thread(target=hold, daemon=True) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
    assert order == ["in", "out"] * 40


@pytest.mark.parametrize("kind", KINDS)
def test_a_full_disk_ends_a_run(kind, where, tmp_path, monkeypatch):
    tasks = [task("fill_the_disk", 1, cost=2), *(task(number=n) for n in range(3))]
    if kind == "collect":  # where results come back, it is the client's disk that counts

        def fail(path, content):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

        monkeypatch.setattr("pokerlab.jobs.cluster.write_atomically", fail)
        with pytest.raises(OSError, match="No space left on device"):
            list(run(tasks[1:], tmp_path / "run", where=where, jobs=1))
        return
    with pytest.raises(JobError, match=r"run: OSError: .*No space left on device"):
        list(run(tasks, tmp_path / "run", where=where, jobs=1))
    assert not RunDirectory(tmp_path / "run").failure(tasks[0])  # it is not its fault: the next start tries it again


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_directories_that_cannot_be_written(number, tmp_path, monkeypatch):
    def refuse(**_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("pokerlab._files.tempfile.TemporaryFile", refuse)
    with pytest.raises(OSError, match=rf"{os.strerror(number)}: .*there/manifest.json"):
        list(run([task()], tmp_path / "there"))


def test_threads_that_work_side_by_side_take_no_more_than_one_was_given():
    before = available_threads(), blas_threads()
    with task_threads(3):
        with task_threads(2):
            assert (available_threads(), {*blas_threads().values()}) == (2, {2})
            with task_threads(5):
                assert (available_threads(), {*blas_threads().values()}) == (5, {2})
        assert (available_threads(), {*blas_threads().values()}) == (3, {3})
    assert (available_threads(), blas_threads()) == before


def test_directories_that_are_none(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(JobError, match="is no directory"):
        list(run([task()], tmp_path / "file"))
    (tmp_path / "other").mkdir()
    (tmp_path / "other/thesis.txt").write_text("x")
    with pytest.raises(JobError, match="has files, but is no directory of a run"):
        list(run([task()], tmp_path / "other"))
    bets = {"sizes": {"flop": 1}}
    for about in ({"pot": 55, "rake": [1, 2], "bets": bets}, None, {"pot": 55, "rake": (1, 2), "bets": bets}):
        list(run([task()], tmp_path / "run", about=about, jobs=1))
    for about, words in (
        ({"pot": 60, "rake": [1, 2], "bets": bets}, "pot is 55 there, not 60"),
        ({"pot": 55, "rake": [1, 2], "bets": {"sizes": {"flop": 2}}}, "bets.sizes.flop is 1 there, not 2"),
    ):
        with pytest.raises(JobError, match=f"run is the directory of another run: {words}"):
            list(run([task(number=4)], tmp_path / "run", about=about, jobs=1))
    assert len(RunDirectory(tmp_path / "run").tasks()) == 1
    (tmp_path / "killed").mkdir()
    for left in ("lock", ".lock-1-2", ".writing-1-abcd1234-x"):  # by one that came no further
        (tmp_path / "killed" / left).write_text("")
    assert len(list(run([task()], tmp_path / "killed", jobs=1))) == 1
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged/manifest.json").write_text("{")
    with pytest.raises(JobError, match="is no manifest of a run, or is damaged"):
        list(run([task()], tmp_path / "damaged"))


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: Task("nonsense"), "is no function"),
        (lambda: Task("sums:square", {"number": object()}).name, "arguments are plain data"),
        (lambda: Task("sums:square", {"number": float("nan")}).name, "arguments are plain data"),
        (lambda: Task("sums:square", memory=-1), "not negative"),
        (lambda: Task("sums:square", threads=0), "at least one thread"),
        (lambda: Task("sums:square", {"a": 1}, inputs={"a": Input("a", "")}), "'a' is an argument and an input"),
        (lambda: Task("nowhere.at.all:f").load(), "cannot be found"),
    ],
)
def test_tasks_that_cannot_be(made, message):
    with pytest.raises(JobError, match=message):
        made()


def test_names_are_of_what_a_task_is():
    assert task(number=3).name == task(number=3).name
    assert task(number=3).name == Task("sums:square", {"number": 3}, memory=5, cost=2).name
    assert len({task(number=n).name for n in range(50)}) == 50
    assert Task.of(task(number=3).record()) == task(number=3)
