"""`pokerlab doctor`: what is installed here, and in what state."""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

from pokerlab._examples import examples_directory
from pokerlab.cli.terminal import JsonOption, console, print_json


def doctor(json: JsonOption = False) -> None:
    """Show versions, processor, threads, memory and the state of the kernel cache.

    Paste the output into a bug report. Exit code 1 if something will not work well.

    \b
    Examples:
      pokerlab doctor
      pokerlab doctor --json
    """
    import typer

    facts = {
        "versions": _versions(),
        "machine": _machine(),
        "cache": _cache(),
        "files": {"examples": str(examples_directory())},
    }
    problems = _problems(facts)
    if json:
        print_json("pokerlab/doctor/1", **facts, problems=problems)
    else:
        for title, section in facts.items():
            console().print(f"[bold]{title}[/bold]")
            for name, value in section.items():
                console().print(f"  {name:<18} {value}", markup=False)
        for problem in problems:
            console().print(f"problem: {problem}", markup=False, soft_wrap=True)
    if problems:
        raise typer.Exit(1)


def _versions() -> dict[str, str]:
    names = [text.split(">")[0] for text in requires("pokerlab") or () if "extra" not in text and _is_for_here(text)]
    found = {"python": f"{platform.python_version()} ({sys.implementation.name})"}
    for name in ("pokerlab", *names, "llvmlite"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found


def _is_for_here(requirement: str) -> bool:
    """Whether a requirement counts on this system; `sys_platform != "linux"` is the only condition we have."""
    return sys.platform != "linux" or "sys_platform" not in requirement


def _machine() -> dict[str, Any]:
    import llvmlite.binding

    from pokerlab._threads import available_threads

    present = llvmlite.binding.get_host_cpu_features()
    telling = ("sse4.2", "popcnt", "bmi2", "avx", "avx2", "fma", "avx512f", "neon", "sve")
    return {
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "cpu": llvmlite.binding.get_host_cpu_name(),
        "cpu features": " ".join(name for name in telling if present.get(name)) or "none known",
        "threads": available_threads(),
        "memory": _memory(),
    }


def _memory() -> str:
    from pokerlab._memory import free_memory, total_memory

    total, free = total_memory(), free_memory()
    return "unknown" if total is None or free is None else f"{total / 2**30:.1f} GiB, {free / 2**30:.1f} GiB free"


def _cache() -> dict[str, Any]:
    from pokerlab import _jit

    directory = _jit.cache_directory()
    kernels = list(directory.glob("*.kernel"))
    others = [path for path in _jit.cache_root().glob("*") if path.is_dir() and path != directory]
    return {
        "directory": str(directory),
        "chosen by": f"${_jit.CACHE_VARIABLE}" if os.environ.get(_jit.CACHE_VARIABLE) else "default",
        "writable": _jit.is_cache_writable(),
        "kernels": f"{len(kernels)} files, {sum(path.stat().st_size for path in kernels) / 2**20:.1f} MiB",
        "warm": f"{_jit.warm_count()} of {_jit.entry_count()} entry points compiled",
        "older states": len(others),
    }


def _problems(facts: dict[str, dict[str, Any]]) -> list[str]:
    problems = [f"{name} is not installed" for name, value in facts["versions"].items() if value == "missing"]
    if not facts["cache"]["writable"]:
        problems.append(
            f"the kernel cache {facts['cache']['directory']} cannot be written: every run compiles anew "
            "(set $POKERLAB_CACHE_DIR to a directory that can)"
        )
    return problems
