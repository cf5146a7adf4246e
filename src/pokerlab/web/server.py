"""The server itself: where it listens, and how long it waits for those who ask slowly."""

import logging
import os
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pokerlab.errors import DataError, shorten
from pokerlab.web.app import make_app
from pokerlab.web.data import DataDirectory
from pokerlab.web.flops import adopt_directory
from pokerlab.web.limits import MOST_MESSAGE, MOST_REQUEST, PATIENCE
from pokerlab.web.play.lobby import first_table
from pokerlab.web.study import adopt

LOOPBACK = "127.0.0.1"
LOCAL_NAMES = (LOOPBACK, "localhost")
EVERYWHERE = ("0.0.0.0", "::", "")
MOST_CONNECTIONS = 512


@dataclass(frozen=True)
class ServeSettings:
    """Where to serve what.

    - `data`: the data directory; `port`: 0 for any that is free
    - `host`: the address to listen at; another than this machine's own needs `allow_remote`, and is not encrypted
    - `names`: further host names to answer to; `resume`: whether interrupted jobs go on by themselves
    - `show`: a solution file to put into the library, or a directory of solutions on many flops, to show first
    - `play`: whether to begin at a table: one that is open, or a turbo against eight bots
    """

    data: Path
    port: int = 8765
    host: str = LOOPBACK
    allow_remote: bool = False
    names: Sequence[str] = ()
    resume: bool = False
    show: Path | None = None
    play: bool = False

    def host_names(self) -> tuple[str, ...]:
        """The names we answer to; a `DataError` if they say nothing."""
        if self.host in LOCAL_NAMES:
            return (*LOCAL_NAMES, *self.names)
        if not self.allow_remote:
            raise DataError(
                f"--host {shorten(self.host)}: others could reach it, without encryption; --allow-remote lets them"
            )
        if self.host in EVERYWHERE and not self.names:
            raise DataError(f"--host {self.host}: by which names or addresses is it asked? Give them by --name")
        names = tuple(self.names) if self.host in EVERYWHERE else (self.host, *self.names)
        return tuple(f"[{name}]" if ":" in name else name for name in names)  # addresses of IPv6


def serve(settings: ServeSettings, ready: Callable[[str], None]) -> None:
    """Serve until somebody ends it; `ready` gets the link when there is something behind it."""
    names = settings.host_names()
    before = os.umask(0o077)  # whatever is written is for the user alone
    try:
        data = DataDirectory(settings.data)
        with data.locked() as tell, _listening(settings.host, settings.port) as listener:
            port = listener.getsockname()[1]
            address = f"http://{names[0]}:{port}/"
            tell(address)
            shown = f"&table={first_table(data)}" if settings.play else _shown(data, settings.show)
            link = f"{address}?key={data.key}{shown}"
            app = make_app(data, names, port, resume=settings.resume, ready=lambda: ready(link))
            logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
            uvicorn.Server(config(app)).run(sockets=[listener])
    finally:
        os.umask(before)


def _shown(data: DataDirectory, path: Path | None) -> str:
    """What the link asks for beside its key."""
    if path is None:
        return ""
    return f"&flops={quote(adopt_directory(data, path))}" if path.is_dir() else f"&solution={quote(adopt(data, path))}"


def config(app: Any) -> uvicorn.Config:
    """The settings of uvicorn."""
    return uvicorn.Config(
        app, http=PatientProtocol, ws="websockets-sansio", lifespan="on", log_config=None, access_log=False,
        ws_max_size=MOST_MESSAGE, ws_per_message_deflate=False, limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=15, timeout_graceful_shutdown=2, server_header=False, proxy_headers=False,
        h11_max_incomplete_event_size=MOST_REQUEST,
    )  # fmt: skip


class PatientProtocol(H11Protocol):
    """HTTP, but a request whose head does not come in time ends the connection."""

    _is_waiting = False

    def connection_made(self, transport: Any) -> None:
        """Begin to look at the clock."""
        super().connection_made(transport)
        self.loop.call_later(PATIENCE, self._look)

    def _look(self) -> None:
        if self not in self.connections or self.transport.is_closing():
            return  # closed, or a socket now
        is_idle = self.conn.their_state is h11.IDLE and (self.cycle is None or self.cycle.response_complete)
        if is_idle and self._is_waiting:
            self.transport.close()
            return
        self._is_waiting = is_idle
        self.loop.call_later(PATIENCE, self._look)


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # said to be TCP: asyncio sends small messages at once only then, and not after 40 ms
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # there it would let two servers have one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(MOST_CONNECTIONS)  # who comes before we are ready waits
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"port {port} of {shorten(host)}: {reason} (--port 0 takes any that is free)") from None
    return listener
