"""How many threads there are for a task while it is at work: our own, and those of numerical libraries.

Our own are counted for each task (`_threads`). Libraries have one number for the whole process: where several tasks
work side by side in threads, it is the smallest that one of them was given, so that none takes more than it may. They
are told by variables, which they read when they are loaded, and OpenBLAS, which numpy and scipy bring along, also after
that.
"""

import ctypes
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from pokerlab._threads import threads_limited

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

_lock = threading.Lock()
_at_work: list[int] = []
_before: dict[str, Any] = {}


@contextmanager
def task_threads(count: int) -> Iterator[None]:
    """Let there be so many threads for the task of this block. Afterwards all is as it was."""
    with _lock:
        if not _at_work:
            _before.update({name: os.environ.get(name) for name in THREAD_VARIABLES}, blas=blas_threads())
        _at_work.append(count)
        _use(min(_at_work))
    try:
        with threads_limited(count):
            yield
    finally:
        with _lock:
            _at_work.remove(count)
            _use(min(_at_work)) if _at_work else _restore()


def blas_threads() -> dict[str, int]:
    """How many threads each OpenBLAS that is loaded uses, by its file."""
    return {path: functions[0]() for path, functions in _loaded().items()}


def _use(count: int) -> None:
    os.environ.update(dict.fromkeys(THREAD_VARIABLES, str(count)))
    for _, use in _loaded().values():
        use(count)


def _restore() -> None:
    for name in THREAD_VARIABLES:
        if _before[name] is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = _before[name]
    for path, (_, use) in _loaded().items():
        use(_before["blas"].get(path, os.cpu_count() or 1))


def _loaded() -> dict[str, tuple[Any, Any]]:
    """The functions of every OpenBLAS that a package has loaded: how many threads it uses, and to use so many."""
    found: dict[str, tuple[Any, Any]] = {}
    for package, loader in (("numpy", "numpy.linalg"), ("scipy", "scipy.linalg")):
        if loader in sys.modules:
            found |= _functions(Path(str(sys.modules[package].__file__)).parent)
    return found


@cache
def _functions(package: Path) -> dict[str, tuple[Any, Any]]:
    found: dict[str, tuple[Any, Any]] = {}
    for path in (*package.with_name(f"{package.name}.libs").glob("*openblas*"), *package.glob(".dylibs/*openblas*")):
        library = ctypes.CDLL(str(path))  # which is loaded: this one is the same
        for name in ("scipy_openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads", "openblas_{}_num_threads"):
            with suppress(AttributeError):
                found[str(path)] = getattr(library, name.format("get")), getattr(library, name.format("set"))
    return found
