"""Kernels are compiled beside the server, and pages hear how far that is."""

import asyncio
import shutil

import pytest

from pokerlab import _jit
from pokerlab.web import kernels
from pokerlab.web.hub import Hub
from pokerlab.web.kernels import KernelState


def prepared(monkeypatch, counts) -> tuple[KernelState, list[dict]]:
    """The state after all is done, and what pages were told."""
    left = list(counts)
    monkeypatch.setattr(kernels, "_counted", lambda: left.pop(0) if len(left) > 1 else left[0])
    monkeypatch.setattr(kernels, "_load", lambda: None)
    hub, told = Hub(), []
    monkeypatch.setattr(hub, "tell", lambda message, *topics: told.append(message["kernels"]))
    state = KernelState(hub)
    asyncio.run(state.prepare())
    return state, told


def test_nothing_is_compiled_if_all_is_there(monkeypatch):
    monkeypatch.setattr(kernels.sys, "executable", "/nothing")
    state, told = prepared(monkeypatch, [(3, 3)])
    assert state.record() == {"ready": 3, "total": 3}
    assert told == [{"ready": 3, "total": 3}]


@pytest.mark.skipif(not shutil.which("true"), reason="no program that does nothing")
def test_what_is_missing_is_compiled_and_told(monkeypatch):
    monkeypatch.setattr(kernels.sys, "executable", shutil.which("true"))
    state, told = prepared(monkeypatch, [(1, 3), (3, 3)])
    assert told[0] == {"ready": 1, "total": 3}
    assert state.record() == {"ready": 3, "total": 3}


def test_what_is_counted_is_what_warmup_compiles():
    ready, total = kernels._counted()
    assert total == sum(len(entry.signatures) for entry in _jit.ENTRIES if entry.package != "experiments")
    assert 0 <= ready <= total
