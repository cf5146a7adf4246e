"""What a first run says of its compiling."""

import time

import pytest
from numba.core.event import trigger_event

from pokerlab import _jit
from pokerlab.postflop.first_run import SECONDS, FirstRun


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv(_jit.CACHE_VARIABLE, str(tmp_path))


def put_into_cache(name: str, number: int = 0) -> None:
    entry = next(entry for entry in _jit.ENTRIES if entry.name == name)
    path = entry.dispatcher._cache.path(entry.signatures[number])
    path.parent.mkdir(exist_ok=True)
    path.touch()


def test_an_empty_cache_lacks_all_kernels(empty_cache):
    run = FirstRun()
    assert run.missing() == SECONDS
    assert "6 of 6 kernels to compile, about 23 s, once" in str(run)
    for name in SECONDS:
        put_into_cache(name)
    assert str(run) == "getting the solver ready"
    assert list(FirstRun(tables=1).missing()) == ["postflop.pass_kernels.run_pass"]


def test_the_estimate_goes_by_what_was_compiled_here(empty_cache):
    run = FirstRun()
    with run.measured(), trigger_event("numba:compile"):
        time.sleep(0.1)
        for name in list(SECONDS)[:-1]:
            put_into_cache(name)
    pace = 0.1 / (sum(SECONDS.values()) - SECONDS["postflop.pass_kernels.run_pass"])
    assert list(run.missing()) == ["postflop.pass_kernels.run_pass"]
    assert sum(run.missing().values()) >= pace * SECONDS["postflop.pass_kernels.run_pass"]
    assert "1 of 6 kernels to compile" in str(run)


def test_what_was_not_compiled_says_nothing(empty_cache):
    run = FirstRun()
    with run.measured():
        pass
    assert run.missing() == SECONDS
