"""Kernels are compiled beside the server, in a process of its own; what needs none works meanwhile."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool

from pokerlab._examples import examples_directory
from pokerlab.web.hub import Hub

LOOK_EVERY = 1.0
"""Seconds between two looks at how many are compiled."""


class KernelState:
    """How many kernels are compiled."""

    def __init__(self, hub: Hub) -> None:
        self._hub, self._ready, self._total = hub, 0, 0
        hub.first["kernels"] = lambda rest: [self._message()]

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return {"ready": self._ready, "total": self._total}

    async def prepare(self) -> None:
        """Compile what is missing, and load what the first click needs; may be cancelled at any time."""
        await self._count()
        if self._ready < self._total:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "pokerlab", "warmup", "--quiet", stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL,
                start_new_session=True,
            )  # fmt: skip
            try:
                while process.returncode is None:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(process.wait(), LOOK_EVERY)
                    await self._count()
            finally:
                if process.returncode is None:
                    process.terminate()
        await run_in_threadpool(_load)

    async def _count(self) -> None:
        self._ready, self._total = await run_in_threadpool(_counted)
        self._hub.tell(self._message(), "kernels")

    def _message(self) -> dict[str, Any]:
        return {"type": "kernels", "kernels": self.record()}


def _counted() -> tuple[int, int]:
    """How many kernels are in the cache, and how many `pokerlab warmup` puts there."""
    places = _places()
    return sum(place.exists() for place in places), len(places)


@cache
def _places() -> list[Path]:
    """Where the kernels of this program are or will be: named by their sources, which do not change while it runs."""
    from pokerlab import _jit

    _jit.entry_count()  # which imports all of them
    wanted = [entry for entry in _jit.ENTRIES if entry.package != _jit.EXPERIMENTS]
    return [entry.dispatcher._cache.path(signature) for entry in wanted for signature in entry.signatures]


def _load() -> None:
    """Look at an example, so that the kernels that looking takes are in memory."""
    from pokerlab.postflop.report import column_record
    from pokerlab.postflop.solution import Solution

    column_record(Solution.open(examples_directory() / "river.sol").root, 0)
