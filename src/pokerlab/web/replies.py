"""What is sent back: JSON with a schema, compressed if wanted; and errors, all in one form."""

import asyncio
import gzip
import json
import os
import sys
import threading
import traceback
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pokerlab.errors import LONGEST_LINE, PokerError, shorten
from pokerlab.postflop.spot_reader import SpotFieldsError
from pokerlab.web.limits import RefusedError

ERROR_SCHEMA = "pokerlab/error/1"
JSON = "application/json"
NOT_KEPT = {"Cache-Control": "no-store"}


def encode(schema: str, content: Mapping[str, Any]) -> bytes:
    """JSON as all of it is sent: the schema first, no NaN."""
    return json.dumps({"schema": schema, **content}, allow_nan=False, separators=(",", ":")).encode()


def compressed(content: bytes) -> bytes:
    """As browsers unpack it; the same bytes every time."""
    return gzip.compress(content, 5, mtime=0)


def packed_reply(request: Request, packed: bytes, kind: str = JSON, headers: Mapping[str, str] = NOT_KEPT) -> Response:
    """A reply of what was compressed before, unpacked for who does not take it so."""
    headers = {"Vary": "Accept-Encoding", **headers}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), media_type=kind, headers=headers)
    return Response(packed, media_type=kind, headers={"Content-Encoding": "gzip", **headers})


async def in_parts(find: Callable[[Callable[[bytes], None]], bytes]) -> AsyncIterator[bytes]:
    """Lines as a function in a thread tells them, and last what it returns. What it raises is raised here if it is the
    first thing, and else is the last line. Once nobody reads any more, telling ends the function."""
    loop, lines, is_gone = asyncio.get_running_loop(), asyncio.Queue[bytes | Exception](), threading.Event()

    def tell(line: bytes) -> None:
        if is_gone.is_set():
            raise RefusedError("nobody reads it any more")
        loop.call_soon_threadsafe(lines.put_nowait, line)

    def work() -> None:
        try:
            tell(find(tell))
            last: Exception = StopAsyncIteration()
        except Exception as error:
            last = error
        with suppress(RuntimeError):  # the server ends
            loop.call_soon_threadsafe(lines.put_nowait, last)

    loop.run_in_executor(None, work)
    has_begun = False
    try:
        while isinstance(line := await lines.get(), bytes):
            has_begun = True
            yield line + b"\n"
        if isinstance(line, StopAsyncIteration):
            return
        if not has_begun:
            raise line
        yield encode(ERROR_SCHEMA, error_record(line)) + b"\n"
    finally:
        is_gone.set()


def error_reply(error: Exception) -> Response:
    """What went wrong, in a line."""
    status = error.status if isinstance(error, RefusedError) else 400
    if not isinstance(error, PokerError):
        kinds = ((FileNotFoundError, 404), (OSError, 507), (MemoryError, 503), (Exception, 500))
        status = next(number for kind, number in kinds if isinstance(error, kind))
    return Response(encode(ERROR_SCHEMA, error_record(error)), status, media_type=JSON)


def error_record(error: Exception) -> dict[str, Any]:
    """The line of an error and the field it is about, as far as it says so. What nobody thought of is told to whoever
    runs the server with POKERLAB_DEBUG, and never to a page."""
    if isinstance(error, PokerError):
        line = str(error)
    elif isinstance(error, OSError):
        line = error.strerror or "a file could not be read or written"
    elif isinstance(error, MemoryError):
        line = "not enough memory"
    else:
        line = f"unexpected error: {type(error).__name__}"
        if os.environ.get("POKERLAB_DEBUG"):
            traceback.print_exception(error, file=sys.stderr)
    field = error.problems[0][0] if isinstance(error, SpotFieldsError) else getattr(error, "field", "")
    return {"error": {"line": shorten(line, LONGEST_LINE), "field": field}}
