"""What one request, one message and one page may take; what goes beyond is refused in a line."""

import asyncio
import json
import re
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any

from starlette.requests import Request

from pokerlab.errors import PokerError

MOST_REQUEST = 64 * 1024
MOST_MESSAGE = 16 * 1024
MOST_IMPORT = 200 * 10**6
"""Bytes of a request, of a message over the socket, of a file that is sent."""
MOST_DEPTH = 20
"""How deep JSON may lie in itself."""
MOST_SOCKETS = 256
MESSAGES_PER_SECOND = 50
LOOK = 0.1
"""Seconds between looks whether somebody still waits."""
PATIENCE = 10.0
"""Seconds that a sender may take for a request, or for the next piece of a file."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_HALF_CHARACTER = re.compile(r"\\u[dD][89abAB]|\\u[dD][c-fC-F]")


GONE: ContextVar[threading.Event | None] = ContextVar("gone", default=None)
"""Set once whoever asked does not wait any more; long work looks at it."""


class RefusedError(PokerError):
    """A request that is not answered; `status`: as HTTP counts, `field`: what of it is wrong, if that is known."""

    def __init__(self, text: str, status: int = 400, field: str = "") -> None:
        super().__init__(text)
        self.status, self.field = status, field


def parse_json(content: bytes | str) -> Any:
    """The data of a JSON text; a `RefusedError` if it is none, lies too deep in itself, or has numbers or characters
    that nothing else takes."""
    try:
        text = content.decode() if isinstance(content, bytes) else content
        if _depth(text) > MOST_DEPTH:
            raise RefusedError(f"the JSON lies in itself more than {MOST_DEPTH} deep")
        found = json.loads(text, parse_constant=_no_number)
        if _HALF_CHARACTER.search(text) or not text.isascii():
            json.dumps(found, ensure_ascii=False).encode()
    except UnicodeError:
        raise RefusedError("the request has characters that are none") from None
    except ValueError:  # also of numbers with thousands of digits
        raise RefusedError("the request is not JSON") from None
    return found


async def read_body(request: Request) -> bytes:
    """The content of a request, if it comes in time and is not too long."""
    return b"".join([piece async for piece in read_pieces(request, MOST_REQUEST, PATIENCE)])


async def read_pieces(request: Request, most: int, seconds: float | None = None) -> AsyncIterator[bytes]:
    """The content of a request piece by piece, at most so many bytes in all; in `seconds`, or else each piece in
    `PATIENCE`."""
    declared = request.headers.get("content-length", "0")
    if not declared.isdigit() or int(declared[:12]) > most:
        raise RefusedError(f"the request has more than {most:,} bytes, which is the limit", 413)
    end, size = time.monotonic() + (seconds or 0), 0
    stream = request.stream()
    while True:
        try:
            left = end - time.monotonic() if seconds else PATIENCE
            piece = await asyncio.wait_for(anext(stream, None), left)
        except TimeoutError:
            raise RefusedError("the request came too slowly", 408) from None
        if piece is None:
            return
        size += len(piece)
        if size > most:
            raise RefusedError(f"the request has more than {most:,} bytes, which is the limit", 413)
        yield piece


@asynccontextmanager
async def listening(request: Request) -> AsyncIterator[None]:
    """Look whether somebody still waits for the answer to a request, and set `GONE` for the work within if not."""
    gone = threading.Event()
    token = GONE.set(gone)

    async def look() -> None:
        while not await request.is_disconnected():
            await asyncio.sleep(LOOK)
        gone.set()

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        gone.set()  # also where the server ends before the work
        looking.cancel()
        GONE.reset(token)


class Rate:
    """So many messages per second, and twice as many at once."""

    def __init__(self, per_second: float) -> None:
        self._per_second, self._left, self._at = per_second, 2 * per_second, time.monotonic()

    def is_over(self) -> bool:
        """Count a message; whether it is one too many."""
        now = time.monotonic()
        self._left = min(2 * self._per_second, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return True
        self._left -= 1
        return False


def _depth(text: str) -> int:
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _no_number(text: str) -> float:
    raise ValueError(text)
