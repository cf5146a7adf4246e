"""Work split over threads. Kernels release the interpreter lock, so threads are all that is needed."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

Progress = Callable[[int, int], None]
"""Called with (done, total) as work proceeds, in the thread that asked for it."""


_limit: ContextVar[int | None] = ContextVar("limit", default=None)


def available_threads() -> int:
    """The number of processors this process may use, or as many threads as were allowed to who asks."""
    if (limit := _limit.get()) is not None:
        return limit
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def threads_limited(count: int) -> Iterator[None]:
    """In the block, so many threads are available to this thread; others are not concerned."""
    before = _limit.set(count)
    try:
        yield
    finally:
        _limit.reset(before)


def map_in_order(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Results of `function` over `items`, in their order, whatever the number of threads (default: all).

    Leaving the loop early (an error, Ctrl-C) drops the items that have not begun.
    """
    count = min(threads or available_threads(), len(items))
    if count <= 1:
        for done, item in enumerate(items, 1):
            yield function(item)
            if progress:
                progress(done, len(items))
        return
    pool = ThreadPoolExecutor(count)
    try:
        for done, result in enumerate(pool.map(function, items), 1):
            yield result
            if progress:
                progress(done, len(items))
    finally:
        pool.shutdown(cancel_futures=True)


ENDING_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""By these a program is asked to end, as far as the system has them."""


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Let Ctrl-C, and other ending signals that are handled, wait until the block is done, so that they leave nothing
    half changed. Other threads than the main one are never interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    caught: list[tuple[int, Any]] = []
    held: dict[int, Callable[[int, Any], Any]] = {}
    for number in ENDING_SIGNALS:
        if callable(handler := signal.getsignal(number)):
            held[number] = handler
    for number in held:
        signal.signal(number, lambda number, frame: caught.append((number, frame)))
    try:
        yield
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
        if caught:
            number, frame = caught[-1]
            held[number](number, frame)
