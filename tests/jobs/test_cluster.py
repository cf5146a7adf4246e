"""Clusters: who dies, joins late or leaves; what is too large; what is not there. All on loopback."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from clients import PATIENCE, killed_client
from pokerlab.errors import JobError
from pokerlab.jobs import remote, serve
from pokerlab.jobs.cluster import ClusterWorkers, cluster_status, difference
from pokerlab.jobs.directory import RunDirectory
from pokerlab.jobs.inputs import Input
from pokerlab.jobs.run import TasksFailedError, run
from pokerlab.jobs.task import Task
from servers import START

pytest.importorskip("distributed")
SOURCE = Path(remote.__file__).parents[1]


def squares(count, seconds=0.0, **settings):
    return [Task("sums:square", {"number": number, "seconds": seconds}, **settings) for number in range(count)]


def gated(count, gate, first=2):
    """Tasks of which all but the first ones wait until the file `gate` is there."""
    waits = {"gate": str(gate)}
    return [Task("sums:square", {"number": number, **(waits if number >= first else {})}) for number in range(count)]


def contents(tasks, directory):
    place = RunDirectory(directory)
    return [place.path_of(task).read_bytes() for task in tasks]


def test_a_worker_that_is_killed_costs_nothing(cluster, tmp_path):
    tasks = squares(60, 0.05)
    moment = random.Random(os.getpid()).randrange(1, 50)
    found = []
    for done in run(tasks, tmp_path / "run", where=f"cluster:{cluster.address}"):
        found.append(done.task.name)
        if len(found) == moment:
            os.kill(cluster.children()[0], signal.SIGKILL)
    assert sorted(found) == sorted(task.name for task in tasks), moment  # each once
    list(run(tasks, tmp_path / "local", jobs=2))
    assert contents(tasks, tmp_path / "run") == contents(tasks, tmp_path / "local")


def test_a_scheduler_that_is_killed_leaves_a_run_that_goes_on(started, cluster, tmp_path):
    server, tasks, found = started(*START), squares(20, 0.1), []

    def work(address):
        for done in run(tasks, tmp_path / "run", where=f"cluster:{address}"):
            found.append(done)
            if len(found) == 4:
                assert server.end(signal.SIGKILL) == -signal.SIGKILL

    with pytest.raises(JobError, match=r"the cluster at tcp://127\.0\.0\.1:\d+ is gone"):
        work(server.address)
    assert 4 <= len(found) < 20
    work(cluster.address)
    assert contents(tasks, tmp_path / "run") == [str(number**2).encode() for number in range(20)]


def test_a_client_that_is_killed_leaves_a_run_that_goes_on(cluster, tmp_path):
    tasks = gated(20, tmp_path / "gate")
    client = killed_client(tasks, tmp_path, f"where='cluster:{cluster.address}'")
    assert client.returncode == -signal.SIGKILL
    assert 1 <= sum(RunDirectory(tmp_path / "run").done(task) is not None for task in tasks) <= 2
    (tmp_path / "gate").touch()
    assert len(list(run(tasks, tmp_path / "run", where=f"cluster:{cluster.address}"))) == 20
    assert contents(tasks, tmp_path / "run") == [str(number**2).encode() for number in range(20)]


def test_workers_join_late_and_leave_politely(started, tmp_path):
    server = started(*START[:3], "--workers", "1", *START[5:])
    helper, by = None, {}
    for done in run(squares(60, 0.1), tmp_path / "run", where=f"cluster:{server.address}"):
        by.setdefault(done.worker, []).append(done)
        if len(by[done.worker]) == 2 and helper is None:
            helper = started("pokerlab", "cluster", "join", server.address, "--workers", "1", "--memory", "200MB")
        if len(by) == 2 and helper.process.poll() is None:
            assert helper.end() == 0  # Ctrl-C
    assert len(by) == 2
    assert sum(map(len, by.values())) == 60
    assert not (tmp_path / "run/failed").exists()


def test_tasks_that_take_more_than_a_worker_may(cluster, tmp_path):
    hog = Task("sums:hold", {"size": 900_000_000, "gate": str(tmp_path / "never")}, memory=10**8, cost=5)
    found = []
    with pytest.raises(TasksFailedError) as error:
        found.extend(run_into(found, [hog, *squares(6, 0.1)], tmp_path / "run", f"cluster:{cluster.address}"))
    (failed,) = error.value.failed
    assert failed.task == hog
    assert failed.attempts == 1  # no other worker may use more
    assert "it is too large: its worker came to" in failed.error
    assert "and may use 700,000,000; it said that it needs 100,000,000" in failed.error
    assert len(found) == 6


def run_into(found, tasks, directory, where):
    for done in run(tasks, directory, where=where):
        found.append(done)
    return ()


def test_tasks_that_need_more_than_any_worker_has(cluster, tmp_path):
    tasks = [*squares(3, memory=10**8), Task("sums:square", {"number": 9}, memory=10**9)]
    told = []
    with pytest.raises(TasksFailedError, match="it needs 1,000,000,000 bytes of memory, and 200,000,000 are allowed"):
        list(run(tasks, tmp_path / "run", where=f"cluster:{cluster.address}", watch=told.append))
    assert next(standing.done for standing in told if standing.failed) == 0  # at once
    assert sum(RunDirectory(tmp_path / "run").done(task) is not None for task in tasks) == 3


def test_tasks_for_a_worker_that_has_left(started, cluster, tmp_path, monkeypatch):
    monkeypatch.setattr("pokerlab.jobs.cluster.RESTART", 2.0)
    helper = started("pokerlab", "cluster", "join", cluster.address, "--workers", "1", "--memory", "400MB")
    large = Task("sums:square", {"number": 9}, memory=3 * 10**8, cost=0.5)
    found = []

    def work():
        for done in run([*squares(9, 0.2), large], tmp_path / "run", where=f"cluster:{cluster.address}"):
            found.append(done)
            if len(found) == 1:
                assert helper.end() == 0

    with pytest.raises(TasksFailedError, match="it needs 300,000,000 bytes of memory, and 200,000,000 are allowed"):
        work()
    assert len(found) == 9


@pytest.mark.skipif(sys.platform != "linux", reason="needs files that one process sees alone")
def test_inputs_are_sent_once_to_a_machine_that_does_not_have_them(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr("pokerlab.jobs.inputs.PART", 1000)
    content = bytes(range(100)) * 35
    (tmp_path / "table").write_bytes(content)
    with (tmp_path / "table").open("rb") as file:
        os.dup2(file.fileno(), 200)
    try:
        given = Input("/proc/self/fd/200", Input.of(tmp_path / "table").sha256)
        tasks = [Task("sums:look_up", {"number": number}, inputs={"table": given}) for number in range(8)]
        with pytest.raises(JobError, match=r"worker tcp://\S+ does not have /proc/self/fd/200 .*--data"):
            list(run(tasks, tmp_path / "run", where=ClusterWorkers(cluster.address)))
        workers = ClusterWorkers(cluster.address, data=str(tmp_path / "kept"))
        sent = []
        parts = Input.parts
        monkeypatch.setattr(Input, "parts", lambda self: sent.append(self) or parts(self))
        found = list(run(tasks, tmp_path / "run", where=workers, in_order=True))
    finally:
        os.close(200)
    assert [done.summary["square"] for done in found] == [number**2 for number in range(8)]
    assert [path.name for path in (tmp_path / "kept").iterdir()] == [given.sha256]
    assert (tmp_path / "kept" / given.sha256).read_bytes() == content
    assert len(sent) == 1  # for both workers
    assert list(run(tasks, tmp_path / "run")) == [RunDirectory(tmp_path / "run").done(task) for task in tasks]


def test_directories_that_workers_do_not_see(cluster):
    workers = ClusterWorkers(cluster.address)
    (task,) = squares(1)

    def work():
        for _ in range(5):
            workers.give(task.name, task.record(), "/nowhere/at/all")
            while not workers.results():
                pass

    try:
        with pytest.raises(JobError, match=r"worker tcp://\S+ does not see /nowhere/at/all .*--collect"):
            work()
    finally:
        workers.stop()


def test_results_that_are_too_large_to_travel(tmp_path, monkeypatch):
    monkeypatch.setattr(remote, "LARGEST_SENT", 1)
    answer = remote._collected(squares(9)[8].record(), None)
    assert answer == {"error": "its result has 2 bytes, and 1 travel (share a directory)"}


def test_workers_with_another_pokerlab_get_no_task(started, cluster, tmp_path):
    (tmp_path / "other/pokerlab").mkdir(parents=True)
    for path in SOURCE.iterdir():
        (tmp_path / "other/pokerlab" / path.name).symlink_to(path)
    (tmp_path / "other/pokerlab/more.py").touch()
    path = os.pathsep.join([str(tmp_path / "other"), str(Path(__file__).parent)])
    server, notes, stranger = started(*START), [], None

    def watch(standing):
        notes.extend(standing.notes)
        if standing.notes:
            (tmp_path / "gate").touch()

    for _ in run(gated(40, tmp_path / "gate"), tmp_path / "run", where=f"cluster:{server.address}", watch=watch):
        if stranger is None:
            stranger = started(
                "distributed.cli.dask_worker", server.address, "--host", "127.0.0.1", "--nthreads", "1",
                "--dashboard-address", "127.0.0.1:0", PYTHONPATH=path,
            )  # fmt: skip
    (note,) = set(notes)
    assert note.startswith("worker tcp://127.0.0.1:")
    assert "has another source of pokerlab: " in note
    assert not (tmp_path / "run/failed").exists()
    with pytest.raises(JobError, match=r"worker tcp://127\.0\.0\.1:\d+ has another source of pokerlab: \w+, not \w+"):
        list(run(squares(2), tmp_path / "second", where=f"cluster:{server.address}"))
    rows = cluster_status(server.address)
    assert [bool(row["problem"]) for row in rows].count(True) == 1
    assert sum(row["done"] for row in rows) == 40


def test_what_is_wrong_with_workers():
    assert difference({"identity": remote.identity()}) == ""
    assert difference(OSError("has left")) == ""
    assert "has another Python: 2.7, not 3." in difference({"identity": remote.identity() | {"Python": "2.7"}})
    assert "has no pokerlab like this one" in difference(ModuleNotFoundError("No module named 'pokerlab'"))


def test_kernels_are_compiled_once_for_a_machine(tmp_path, monkeypatch):
    from pokerlab import _jit

    compiled = []
    monkeypatch.setenv(_jit.CACHE_VARIABLE, str(tmp_path))
    monkeypatch.setattr(remote, "_is_warm", lambda: bool(compiled))
    monkeypatch.setattr(subprocess, "run", lambda *args, **_: time.sleep(0.2) or compiled.append(args))
    threads = [threading.Thread(target=remote.compile_kernels.__wrapped__, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(compiled) == 1


def test_addresses_of_others(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:

        def answer():
            for _ in range(50):
                try:
                    found, _ = other.accept()
                except OSError:
                    return
                with found:
                    found.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        port = other.getsockname()[1]
        with pytest.raises(JobError, match=rf"no scheduler answers at 'tcp://127\.0\.0\.1:{port}'"):
            list(run(squares(1), tmp_path / "run", where=f"cluster:tcp://127.0.0.1:{port}"))
        other.shutdown(socket.SHUT_RDWR)
    thread.join(5)
    assert not (tmp_path / "run").exists()


def test_a_listener_that_never_answers(tmp_path, monkeypatch):
    monkeypatch.setattr("pokerlab.jobs.cluster.GREETING", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(JobError, match=f"no scheduler answers at '{address}'"):
            list(run(squares(1), tmp_path / "run", where=f"cluster:{address}"))


def test_a_cluster_with_certificates(started, tmp_path, monkeypatch):
    made = tmp_path / "certificates"
    made.mkdir()
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1"]
    try:
        subprocess.run(
            [*command, "-keyout", made / "key.pem", "-out", made / "cert.pem"], check=True, capture_output=True,
            timeout=PATIENCE,
        )  # fmt: skip
    except OSError:
        pytest.skip("no openssl")
    (made / "ca.pem").write_bytes((made / "cert.pem").read_bytes())
    server = started(*START, "--tls-dir", made)
    assert server.address.startswith("tls://")
    assert len(list(run(squares(4), tmp_path / "run", where=ClusterWorkers(server.address, tls=made)))) == 4
    assert len(cluster_status(server.address, made)) == 2
    with pytest.raises(JobError, match="need --tls-dir"):
        ClusterWorkers(server.address)
    monkeypatch.setattr("pokerlab.jobs.cluster.GREETING", 1)
    with pytest.raises(JobError, match="no scheduler answers"):
        ClusterWorkers(server.address.replace("tls", "tcp"))


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::"])
def test_nobody_listens_to_all_the_world_unasked(host, monkeypatch, tmp_path):
    monkeypatch.setattr(serve, "_run", lambda *_: None)
    monkeypatch.setattr(socket, "create_server", lambda *_, **__: socket.socket())
    with pytest.raises(JobError, match="could run programs here: encrypt by --tls-dir, or say --insecure"):
        serve.start_cluster(serve.Machine(1, 10**8, host))
    serve.start_cluster(serve.Machine(1, 10**8, host, insecure=True))
    serve.start_cluster(serve.Machine(1, 10**8, host, tls=tmp_path))
    for near in ("", "127.0.0.1", "localhost", "::1"):
        serve.start_cluster(serve.Machine(1, 10**8, near))


def test_all_ports_of_a_cluster_are_of_loopback(cluster, plain_cluster):
    """Whatever else tests start is looked at when it is ready, see `Server`."""
    assert cluster.listens_at() == plain_cluster.listens_at() == {"127.0.0.1"}
