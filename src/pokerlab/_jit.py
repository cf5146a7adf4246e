"""The one compile decorator of pokerlab, and the on-disk cache of what it compiled.

    @kernel("void(uint8[:,::1], uint16[::1])")      # called from Python: compiled by `pokerlab warmup`
    def evaluate_sevens(cards, out): ...

    @kernel()                                       # called by other kernels only
    def _lookup(key, mask): ...

Options, explained once: `nogil` lets threads run kernels side by side; `error_model="numpy"` drops the test for
division by zero; `fast=True` allows reordering of float sums (never where a result must not depend on it, and
such code needs finite sentinels).

The cache. Numba's own cache looks at the file of a function but not at the helpers that were compiled into it, so
an edited helper leaves a stale caller behind. Here the directory's name is a hash of every kernel source (with
all they import from this package, and the data files they freeze into constants), the versions of Numba, LLVM
and Python, and the CPU. An edit opens a new directory; stale code cannot be found. One file per function and
signature, written under a temporary name and renamed, with a digest before it: what was damaged is not run. The cache
is a convenience: if it cannot be read or written, kernels are compiled again.
"""

import hashlib
import os
import pickle
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import llvmlite
import llvmlite.binding
import numba
from numba import types
from numba.core import serialize
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.sigutils import normalize_signature
from numba.extending import intrinsic

from pokerlab._files import write_atomically

Function = Callable[..., Any]

CACHE_VARIABLE = "POKERLAB_CACHE_DIR"
PACKAGE = Path(__file__).parent
STALE_AFTER_DAYS = 30
_DIGEST_SIZE = 32


@dataclass(frozen=True)
class Entry:
    """A kernel that Python calls, with the signatures it is called with."""

    dispatcher: Any
    signatures: tuple[str, ...]

    @property
    def name(self) -> str:
        """Module and function, without the package: `cards.evaluator_kernels.evaluate_sevens`."""
        function = self.dispatcher.py_func
        return f"{function.__module__.removeprefix(PACKAGE.name + '.')}.{function.__qualname__}"

    @property
    def room(self) -> str:
        """The room it is in: `cards`."""
        return self.name.split(".", 1)[0]


ENTRIES: list[Entry] = []
"""Every entry kernel of the modules imported so far."""


def kernel(*signatures: str, fast: bool = False, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function with Numba, with the project's options and cache.

    `signatures` are the argument types Python calls it with; give none for a helper of other kernels. `inline`
    copies a helper's body into its callers before compilation, for helpers that take arrays in inner loops (each
    array argument costs a reference count there).
    """

    def decorate(function: Function) -> Function:
        dispatcher = numba.njit(nogil=True, error_model="numpy", fastmath=fast, inline="always" if inline else "never")(
            function
        )
        if _is_cacheable(function):
            dispatcher._cache = _KernelCache(function)
        if signatures:
            ENTRIES.append(Entry(dispatcher, signatures))
        return cast(Function, dispatcher)

    return decorate


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typing_context: Any, value: Any) -> Any:
    """In kernels: the number of set bits of a uint64, as one instruction."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def warm_up(rooms: Collection[str] = ()) -> Iterator[tuple[str, bool, float, int, int]]:
    """Compile, or load from the cache, every entry kernel of the package, or of some rooms of it.

    Yields `(name, was_cached, seconds, done, total)` after each.
    """
    _import_kernels()
    wanted = [entry for entry in ENTRIES if not rooms or entry.room in rooms]
    jobs = [(entry, signature) for entry in wanted for signature in entry.signatures]
    for done, (entry, signature) in enumerate(jobs, 1):
        start = time.perf_counter()
        before = entry.dispatcher.stats.cache_hits.copy()
        entry.dispatcher.compile(signature)
        was_cached = entry.dispatcher.stats.cache_hits != before
        yield entry.name, was_cached, time.perf_counter() - start, done, len(jobs)


def kernel_rooms() -> list[str]:
    """The rooms that have kernels."""
    return sorted({path.relative_to(PACKAGE).parts[0] for path in kernel_modules() if path.parent != PACKAGE})


def entry_count() -> int:
    """The number of entry points (function and signature) that `warm_up` compiles."""
    _import_kernels()
    return sum(len(entry.signatures) for entry in ENTRIES)


def warm_count() -> int:
    """How many entry points have a file in the cache."""
    _import_kernels()
    return sum(entry.dispatcher._cache.path(signature).exists() for entry in ENTRIES for signature in entry.signatures)


def is_cache_writable() -> bool:
    """Whether compiled kernels can be kept."""
    try:
        cache_directory().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache_directory()) as file:
            file.write(b"x" * 4096)
    except OSError:
        return False
    return True


def cache_root() -> Path:
    """Where compiled kernels are kept: `$POKERLAB_CACHE_DIR`, or the user's cache directory."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "pokerlab"


def cache_directory() -> Path:
    """The directory for exactly this state of sources, versions and CPU."""
    return cache_root() / cache_key()


@cache
def cache_key() -> str:
    """A hash of all kernel sources and their data, of Numba, LLVM and Python, and of the CPU."""
    digest = hashlib.sha256()
    for fact in (
        numba.__version__,
        llvmlite.__version__,
        platform.python_implementation() + platform.python_version(),
        platform.machine(),
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
    ):
        digest.update(fact.encode() + b"\0")
    for path in kernel_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:24]


def kernel_modules() -> list[Path]:
    """The files that define kernels: those that import this module."""
    pattern = re.compile(rf"^from {PACKAGE.name}\._jit import .*\bkernel\b", re.MULTILINE)
    return [path for path in sorted(PACKAGE.rglob("*.py")) if pattern.search(path.read_text("utf-8"))]


def kernel_sources() -> list[Path]:
    """Every file that can change what a kernel does: kernel modules, what they import from here, and the data files
    that those name."""
    pattern = re.compile(rf"^\s*(?:from|import) ({PACKAGE.name}(?:\.\w+)*)", re.MULTILINE)
    texts: dict[Path, str] = {}
    todo = kernel_modules()
    while todo:
        path = todo.pop()
        if path not in texts:
            texts[path] = path.read_text("utf-8")
            for name in pattern.findall(texts[path]):
                todo += _files_of_module(name)
    named = {path for path in PACKAGE.rglob("data/*.npz") if any(path.name in text for text in texts.values())}
    return sorted(texts.keys() | named)


def prune_cache() -> int:
    """Remove what other versions compiled and nobody used for a month; returns the number of directories."""
    removed = 0
    limit = time.time() - STALE_AFTER_DAYS * 86400
    try:
        for directory in cache_root().iterdir():
            if directory.name != cache_key() and _looks_like_ours(directory) and directory.stat().st_mtime < limit:
                shutil.rmtree(directory, ignore_errors=True)
                removed += 1
    except OSError:
        pass
    return removed


def _import_kernels() -> None:
    for path in kernel_modules():
        import_module(_module_name(path))


def _looks_like_ours(directory: Path) -> bool:
    return bool(re.fullmatch(r"[0-9a-f]{24}", directory.name)) and directory.is_dir()


def _module_name(path: Path) -> str:
    parts = (PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _files_of_module(name: str) -> list[Path]:
    """The file of a module; for a package all its modules, since the names imported from it may be any."""
    path = PACKAGE.joinpath(*name.split(".")[1:])
    if path == PACKAGE:
        return []  # the top level only re-exports
    if path.is_dir():
        return list(path.glob("*.py"))
    return [path.with_suffix(".py")] if path.with_suffix(".py").exists() else []


def _is_cacheable(function: Callable[..., Any]) -> bool:
    """Only code of this package is covered by the key; captured variables are not."""
    return function.__closure__ is None and PACKAGE in Path(function.__code__.co_filename).parents


class _KernelCache(NullCache):  # type: ignore[misc]
    """What a Numba dispatcher asks for compiled code: one file per function and signature."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name = f"{function.__module__}.{function.__qualname__}"

    @property
    def cache_path(self) -> str:
        return str(cache_directory())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function, or None if it is not there or not readable."""
        target_context.refresh()
        try:
            content = self.path(sig).read_bytes()
            payload = pickle.loads(_checked(self.path(sig), content))
            result = CompileResult._rebuild(target_context, *payload)
            _touch_cache_directory()
            return result
        except Exception:  # absent, damaged, unreadable: whatever is wrong with the file, compile anew
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the compiled function; a directory that cannot be written is no reason to stop."""
        if data.library.has_dynamic_globals or data.lifted:
            return
        with suppress(OSError):
            payload = serialize.dumps(data._reduce())
            write_atomically(self.path(sig), _digest(self.path(sig), payload) + payload)

    def path(self, signature: Any) -> Path:
        """The file for a signature, whether Numba gives it as text or as types."""
        arguments, _ = normalize_signature(signature)
        digest = hashlib.sha256(str(arguments).encode()).hexdigest()[:16]
        return cache_directory() / f"{self._name}-{digest}.kernel"


def _digest(path: Path, payload: bytes | memoryview) -> bytes:
    """32 bytes that tell whether a file of the cache is what was written, and written for its place."""
    place = f"{path.parent.name}/{path.name}".encode()
    return hashlib.blake2b(payload, digest_size=_DIGEST_SIZE, key=hashlib.sha256(place).digest()).digest()


def _checked(path: Path, content: bytes) -> memoryview:
    """What follows the digest; a `ValueError` if it is damaged: unpickling or running it could end the process."""
    payload = memoryview(content)[_DIGEST_SIZE:]
    if content[:_DIGEST_SIZE] != _digest(path, payload):
        raise ValueError(f"{path} is damaged")
    return payload


@cache
def _touch_cache_directory() -> None:
    """Mark the directory as in use, so that it is not pruned."""
    with suppress(OSError):
        os.utime(cache_directory())
