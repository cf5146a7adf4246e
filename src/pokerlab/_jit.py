"""The one compile decorator of pokerlab, and the on-disk cache of what it compiled.

    @kernel("void(uint8[:,::1], uint16[::1])")      # called from Python: compiled by `pokerlab warmup`
    def evaluate_sevens(cards, out): ...

    @kernel()                                       # called by other kernels only
    def _lookup(key, mask): ...

Options, explained once: `nogil` lets threads run kernels side by side; `error_model="numpy"` drops the test for
division by zero; `fast=True` allows reordering of float sums (never where a result must not depend on it, and
such code needs finite sentinels).

The cache. Numba's own cache looks at the file of a function but not at the helpers that were compiled into it, so
an edited helper leaves a stale caller behind. Here a file's name has a hash of all that the kernels of its module are
made of: the module's source, the sources of the modules whose functions it uses, and so on, and the values of the
constants it takes from elsewhere. An edit changes the names of just the kernels that it can change; stale code cannot
be found. One directory for each Numba, LLVM, Python and CPU; one file per function and signature, written under a
temporary name and renamed, with a digest before it: what was damaged is not run. The cache is a convenience: if it
cannot be read or written, kernels are compiled again.
"""

import hashlib
import multiprocessing
import os
import pickle
import platform
import re
import signal
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import llvmlite
import llvmlite.binding
import numba
import numpy as np
from numba import types
from numba.core import serialize
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.sigutils import normalize_signature
from numba.extending import intrinsic

from pokerlab._files import write_atomically
from pokerlab._threads import available_threads

Function = Callable[..., Any]

CACHE_VARIABLE = "POKERLAB_CACHE_DIR"
PACKAGE = Path(__file__).parent
STALE_AFTER_DAYS = 30
EXPERIMENTS = "experiments"
"""A package whose kernels are compiled when they are used, not before."""
_DIGEST_SIZE = 32


@dataclass(frozen=True)
class Entry:
    """A kernel that Python calls, with the signatures it is called with."""

    dispatcher: Any
    signatures: tuple[Any, ...]

    @property
    def module(self) -> str:
        """The module it is in: `pokerlab.cards.evaluator_kernels`."""
        return str(self.dispatcher.py_func.__module__)

    @property
    def function(self) -> str:
        """Its name there."""
        return str(self.dispatcher.py_func.__qualname__)

    @property
    def name(self) -> str:
        """Module and function, without the package: `cards.evaluator_kernels.evaluate_sevens`."""
        return f"{self.module.removeprefix(PACKAGE.name + '.')}.{self.function}"

    @property
    def package(self) -> str:
        """The package it is in: `cards`."""
        return self.name.split(".", 1)[0]


ENTRIES: list[Entry] = []
"""Every entry kernel of the modules imported so far."""


def kernel(
    *signatures: Any, fast: bool = False, inline: bool = False, counts: bool = True
) -> Callable[[Function], Function]:
    """Compile a function with Numba, with the project's options and cache.

    `signatures` are the argument types Python calls it with, as text or, where there are tuples with names, as Numba's
    types (see `record`); give none for a helper of other kernels. `inline` copies a helper's body into its callers
    before compilation, for helpers that take arrays in inner loops (each array argument costs a reference count there).
    Without `counts` there are no reference counts: for kernels that make no arrays and return none, and that hand many
    to helpers or take them out of tuples; helpers that are not copied must be without them too.
    """

    def decorate(function: Function) -> Function:
        dispatcher = numba.njit(
            nogil=True, error_model="numpy", fastmath=fast, inline="always" if inline else "never", _nrt=counts
        )(function)
        if _is_cacheable(function):
            dispatcher._cache = _KernelCache(function)
        if signatures:
            ENTRIES.append(Entry(dispatcher, signatures))
        return cast(Function, dispatcher)

    return decorate


def record(of: type, *fields: Any) -> Any:
    """Numba's type of a `NamedTuple` whose fields have these types (several in a text, or one by one), for signatures:
    `record(Point, "float64, float64")`."""
    found = [normalize_signature(f"({part},)")[0] if isinstance(part, str) else (part,) for part in fields]
    return types.BaseTuple.from_types([kind for kinds in found for kind in kinds], of)


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typing_context: Any, value: Any) -> Any:
    """In kernels: the number of set bits of a uint64, as one instruction."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def warm_up(
    packages: Collection[str] = (), processes: int | None = None
) -> Iterator[tuple[str, bool, float, int, int]]:
    """Compile, or load from the cache, every entry kernel of some packages, or of all but the experiments; what is
    missing is compiled in so many processes (default: one for each processor).

    Yields `(name, was_cached, seconds, done, total)` after each.
    """
    _import_kernels()
    jobs = [
        (entry, signature)
        for entry in ENTRIES
        for signature in entry.signatures
        if (entry.package in packages if packages else entry.package != EXPERIMENTS)
    ]
    missing = [job for job in jobs if not job[0].dispatcher._cache.path(job[1]).exists()]
    missing.sort(key=lambda job: -source_size(job[0].module))  # about in the order of the time they take
    count = min(processes or available_threads(), len(missing))
    is_shared = count > 1 and is_cache_writable()
    done = 0
    if is_shared:
        for name, was_cached, seconds in _compile_in_processes(missing, count):
            done += 1
            yield name, was_cached, seconds, done, len(jobs)
    for entry, signature in jobs if not is_shared else [job for job in jobs if job not in missing]:
        done += 1
        yield entry.name, *_compile(entry.module, entry.function, signature), done, len(jobs)


def _compile(module: str, function: str, signature: Any) -> tuple[bool, float]:
    """Compile an entry kernel or load it; whether it came from the cache, and the seconds it took."""
    dispatcher = getattr(import_module(module), function)
    start = time.perf_counter()
    before = dispatcher.stats.cache_hits.copy()
    dispatcher.compile(signature)
    return dispatcher.stats.cache_hits != before, time.perf_counter() - start


def _compile_in_processes(jobs: list[tuple[Entry, Any]], count: int) -> Iterator[tuple[str, bool, float]]:
    """Compile entry kernels in processes of their own, which leave them in the cache. What a process fails to compile
    (none can be started, or one is killed) is compiled here."""
    left = list(jobs)
    context = multiprocessing.get_context("spawn")  # a fork would copy the threads of others half way
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_leave_interrupts_to_the_parent)
    try:
        futures = {
            pool.submit(_compile, entry.module, entry.function, signature): (entry, signature)
            for entry, signature in jobs
        }
        for future in as_completed(futures):
            was_cached, seconds = future.result()
            left.remove(futures[future])
            yield futures[future][0].name, was_cached, seconds
    except (OSError, BrokenExecutor):
        for entry, signature in left:
            yield entry.name, *_compile(entry.module, entry.function, signature)
    finally:
        if left:  # Ctrl-C, or whoever asked has gone: what is being compiled is not waited for
            for process in list((getattr(pool, "_processes", None) or {}).values()):
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def kernel_packages() -> list[str]:
    """The packages that have kernels."""
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
    try:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:  # no home directory, as in containers whose user has no name
        return _root_without_home()
    return Path(base) / "pokerlab"


def cache_directory() -> Path:
    """The directory for these versions and this CPU."""
    return cache_root() / platform_key()


@cache
def platform_key() -> str:
    """A hash of the versions of Numba, LLVM and Python, and of the CPU."""
    return _hash(
        numba.__version__,
        llvmlite.__version__,
        platform.python_implementation() + platform.python_version(),
        platform.machine(),
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
    )


@cache
def module_key(name: str) -> str:
    """A hash of all that the kernels of a module are made of: its source and those of the modules it takes functions
    from, and the values of its constants, wherever they come from."""
    facts = [_source(name)]
    if name != __name__:  # the decorator's options are here; what else it imports does not matter to compiled code
        facts += [module_key(other) for other in kernel_imports(name)]
        facts += [f"{key} {_fingerprint(value)}" for key, value in sorted(_constants(name).items())]
    return _hash(*facts)


def kernel_imports(name: str) -> list[str]:
    """The other modules of the package from which a module has functions."""
    homes = {_home(value) for value in vars(import_module(name)).values()}
    return sorted(home for home in homes if home.startswith(f"{PACKAGE.name}.") and home != name)


def source_size(name: str) -> int:
    """The characters of source that the kernels of a module are made of: about in proportion to the time they take."""
    return sum(len(_source(other)) for other in {name, *_reached(name)})


def kernel_modules() -> list[Path]:
    """The files that define kernels: those that import this module."""
    pattern = re.compile(rf"^from {PACKAGE.name}\._jit import .*\bkernel\b", re.MULTILINE)
    return [path for path in sorted(PACKAGE.rglob("*.py")) if pattern.search(path.read_text("utf-8"))]


def prune_cache() -> int:
    """Remove what nobody used for a month, of these versions and of others; returns how many files."""
    removed = 0
    limit = time.time() - STALE_AFTER_DAYS * 86400
    with suppress(OSError):
        for directory in filter(_looks_like_ours, cache_root().iterdir()):
            for path in directory.glob("*.kernel"):
                with suppress(OSError):
                    if path.stat().st_mtime < limit:
                        path.unlink()
                        removed += 1
            with suppress(OSError):
                if directory.name != platform_key():
                    directory.rmdir()  # if nothing is left in it
    return removed


def _root_without_home() -> Path:
    """A directory below the temporary one that is this user's alone: what others can write is not loaded."""
    with suppress(OSError, AttributeError):  # no temporary directory, no numbers of users
        path = Path(tempfile.gettempdir()) / f"pokerlab-{os.getuid()}"
        path.mkdir(mode=0o700, exist_ok=True)
        facts = path.lstat()
        if stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and not facts.st_mode & 0o022:
            return path
    return Path(os.devnull) / "pokerlab"  # where nothing can be kept


def _import_kernels() -> None:
    for path in kernel_modules():
        import_module(_module_name(path))


def _looks_like_ours(directory: Path) -> bool:
    return bool(re.fullmatch(r"[0-9a-f]{24}", directory.name)) and directory.is_dir()


def _module_name(path: Path) -> str:
    parts = (PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _source(name: str) -> str:
    return Path(str(import_module(name).__file__)).read_text("utf-8")


def _reached(name: str) -> set[str]:
    """The modules that the kernels of a module use, near and far."""
    others = set() if name == __name__ else set(kernel_imports(name))
    return others.union(*(_reached(other) for other in others))


def _home(value: Any) -> str:
    """The module in which a function, kernel or intrinsic was written; nothing for other values."""
    function = getattr(value, "py_func", None) or getattr(value, "_defn", None) or value
    return str(function.__module__) if callable(function) and hasattr(function, "__module__") else ""


def _constants(name: str) -> dict[str, Any]:
    """What a module's kernels may freeze: its numbers, texts and arrays, and those of the modules it names."""
    found: dict[str, Any] = {}
    for key, value in vars(import_module(name)).items():
        if isinstance(value, ModuleType) and value.__name__.startswith(f"{PACKAGE.name}."):
            found |= {f"{key}.{inner}": constant for inner, constant in vars(value).items() if _is_constant(constant)}
        elif _is_constant(value) and not key.startswith("__"):
            found[key] = value
    return found


def _is_constant(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_constant(part) for part in value)
    return isinstance(value, bool | int | float | complex | str | bytes | np.ndarray | np.generic)


def _fingerprint(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(_fingerprint(part) for part in value)})"
    if isinstance(value, np.ndarray):
        content = hashlib.sha256(np.ascontiguousarray(value).view(np.uint8).data if value.size else b"").hexdigest()
        return f"{value.dtype.str} {value.shape} {content}"
    return f"{type(value).__name__} {value!r}"


def _hash(*facts: str) -> str:
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()[:24]


def _is_cacheable(function: Callable[..., Any]) -> bool:
    """Only code of this package is covered by the key; captured variables are not."""
    return function.__closure__ is None and PACKAGE in Path(function.__code__.co_filename).parents


class _KernelCache(NullCache):  # type: ignore[misc]
    """What a Numba dispatcher asks for compiled code: one file per function and signature."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._module, self._name = function.__module__, f"{function.__module__}.{function.__qualname__}"

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
            with suppress(OSError):
                os.utime(self.path(sig))  # in use: not to be pruned
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
        return cache_directory() / f"{self._name}-{_hash(str(arguments), module_key(self._module))}.kernel"


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
