"""How much memory there is, on Linux, in a container, and where psutil is asked."""

import sys
from types import SimpleNamespace

import pytest

from pokerlab import _memory

GIB = 2**30


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A machine of 8 GiB with 5 GiB free that is no container."""
    facts = tmp_path / "meminfo"
    facts.write_text(f"MemTotal: {8 * GIB // 1024} kB\nMemAvailable: {5 * GIB // 1024} kB\n")
    monkeypatch.setattr(_memory, "_FACTS", facts)
    monkeypatch.setattr(_memory, "_GROUP", tmp_path)
    return tmp_path


def test_linux_says_itself(machine):
    assert (_memory.total_memory(), _memory.free_memory()) == (8 * GIB, 5 * GIB)


def test_a_container_has_less(machine):
    (machine / "memory.max").write_text(f"{3 * GIB}\n")
    (machine / "memory.current").write_text(f"{GIB}\n")
    assert (_memory.total_memory(), _memory.free_memory()) == (3 * GIB, 2 * GIB)


def test_a_container_without_limit(machine):
    (machine / "memory.max").write_text("max\n")
    (machine / "memory.current").write_text(f"{GIB}\n")
    assert _memory.free_memory() == 5 * GIB


def test_other_systems_ask_psutil(machine, monkeypatch):
    (machine / "meminfo").unlink()
    found = SimpleNamespace(total=16 * GIB, available=7 * GIB)
    monkeypatch.setitem(sys.modules, "psutil", SimpleNamespace(virtual_memory=lambda: found))
    assert (_memory.total_memory(), _memory.free_memory()) == (16 * GIB, 7 * GIB)


def test_without_psutil_nothing_is_known(machine, monkeypatch):
    (machine / "meminfo").unlink()
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert (_memory.total_memory(), _memory.free_memory()) == (None, None)
