"""How much memory this machine has, and how much of it a new program may use.

Linux is asked directly, containers included; elsewhere psutil is, which is installed there.
"""

from contextlib import suppress
from pathlib import Path

_GROUP = Path("/sys/fs/cgroup")
_FACTS = Path("/proc/meminfo")


def free_memory() -> int | None:
    """Bytes of memory that a new program may use, or None where the system does not say."""
    return _smallest(_asked("MemAvailable", "available"), _left_in_container())


def total_memory() -> int | None:
    """Bytes of memory that programs share here, or None where the system does not say."""
    return _smallest(_asked("MemTotal", "total"), _number(_GROUP / "memory.max"))


def _asked(line: str, field: str) -> int | None:
    """A line of Linux' /proc/meminfo, or else a field of psutil's `virtual_memory`, in bytes."""
    with suppress(OSError, KeyError, ValueError):
        facts = dict(text.split(":") for text in _FACTS.read_text("ascii").splitlines())
        return 1024 * int(facts[line].split()[0])
    try:
        import psutil
    except ImportError:
        return None
    return int(getattr(psutil.virtual_memory(), field))


def _left_in_container() -> int | None:
    most, used = _number(_GROUP / "memory.max"), _number(_GROUP / "memory.current")
    return None if most is None or used is None else most - used


def _number(path: Path) -> int | None:
    with suppress(OSError, ValueError):  # no such file, or "max": no limit
        return int(path.read_text("ascii"))
    return None


def _smallest(*known: int | None) -> int | None:
    return min((number for number in known if number is not None), default=None)
