"""Threads of tables work one after the other: those whose person has just acted first.

Python runs one of them at a time anyway. Where hundreds of tables are played, threads that have waited for nothing but
a bot would else take turns with the one that was just sent an action, and with the event loop that all of them need.

    turnstile = Turnstile()
    turnstile.enter()
    with turnstile.away():      # waits for a bot, a person, a disk
        ...
    turnstile.leave()
"""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Turnstile:
    """At most one thread is inside."""

    def __init__(self) -> None:
        self._lock, self._inside = threading.Lock(), threading.local()
        self._is_free = True
        self._urgent: deque[threading.Lock] = deque()
        self._others: deque[threading.Lock] = deque()

    def enter(self, *, is_urgent: bool = False) -> None:
        """Wait for one's turn."""
        gate = None
        with self._lock:
            if self._is_free:
                self._is_free = False
            else:
                gate = threading.Lock()
                gate.acquire()
                (self._urgent if is_urgent else self._others).append(gate)
        if gate is not None:
            gate.acquire()  # whoever leaves hands his turn over
        self._inside.is_so = True

    def leave(self) -> None:
        """Let the next one in."""
        self._inside.is_so = False
        with self._lock:
            waiting = self._urgent or self._others
            if waiting:
                waiting.popleft().release()
            else:
                self._is_free = True

    @contextmanager
    def away(self, *, is_urgent: bool = False) -> Iterator[None]:
        """Let others in while one waits for something else; `is_urgent`: who comes back is let in before others. Who is
        not inside just waits."""
        is_inside = getattr(self._inside, "is_so", False)
        if is_inside:
            self.leave()
        try:
            yield
        finally:
            if is_inside:
                self.enter(is_urgent=is_urgent)
