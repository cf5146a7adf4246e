"""Clusters for tests."""

import signal

import pytest

from clients import PATIENCE
from servers import FUNCTIONS, START, Server, environment


@pytest.fixture(autouse=True)
def on_the_path(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    monkeypatch.syspath_prepend(str(FUNCTIONS))
    monkeypatch.setattr("pokerlab.jobs.cluster.GREETING", PATIENCE)  # schedulers of tests answer, on slow machines late


@pytest.fixture
def started():
    """`started("pokerlab", "cluster", "start", ...)` gives a `Server`, which is ended after the test."""
    pytest.importorskip("distributed")
    servers = []

    def start(*command, **settings):
        servers.append(Server(*command, **settings))
        return servers[-1]

    yield start
    for server in reversed(servers):
        if not server.process.stderr.closed:
            server.end(signal.SIGTERM)


@pytest.fixture(scope="session")
def cluster():
    """A scheduler with two workers, shared by tests that leave it as it was."""
    pytest.importorskip("distributed")
    server = Server(*START)
    yield server
    assert server.end() == 0


@pytest.fixture(scope="module")
def plain_cluster():
    """The same by Dask's own commands, without declared memory. They serve a page even where they are told to have no
    dashboard: its address is loopback too."""
    pytest.importorskip("distributed")
    page = ("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")
    scheduler = Server(
        "distributed.cli.dask_scheduler", *page, "--port", "0", "--no-show",
        DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="2",
    )  # fmt: skip
    workers = [
        Server("distributed.cli.dask_worker", scheduler.address, *page, "--nthreads", "1", "--memory-limit", "500MB")
        for _ in range(2)
    ]
    yield scheduler
    for server in (*workers, scheduler):
        server.end(signal.SIGTERM)
