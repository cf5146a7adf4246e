"""Who may ask: the outermost part of the server.

- `Host` must be one of our own names: a foreign name that resolves to this machine is how pages elsewhere reach it.
- `Origin` must be ours where there is one; there must be one on sockets and on all that changes something.
- The key of the data directory, in the link that is printed, becomes a cookie that scripts cannot read and no other
  site sends; without it there is nothing but a page that says so.
"""

import hmac
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pokerlab.web.limits import RefusedError
from pokerlab.web.replies import error_reply

API = "/api/"
LOCKED = Path(__file__).with_name("locked.html").read_text("utf-8")
READING = ("GET", "HEAD")
METHODS = (*READING, "POST", "DELETE")
FIRST = {"browse?solution": "solution", "flops?source": "flops", "table?id": "table"}
"""Pages that a link may show first, by what of it names them."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""On every reply: own scripts only, nothing guessed, no frames, no word to other sites."""


class Guard:
    """Lets through to `app` what may ask.

    - `names`: hosts we answer to; `port`: where we listen; `key`: what the cookie must hold
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], port: int, key: str) -> None:
        self._app, self._key = app, key
        self._hosts = {f"{name.lower()}:{port}" for name in names} | {name.lower() for name in names if port == 80}
        self._cookie = f"pokerlab-{port}"  # cookies do not know ports: two servers need two names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let somebody answer."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        try:
            reply = self._checked(scope)
        except RefusedError as error:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": str(error)})
                return
            reply = error_reply(error)
        await (reply or self._app)(scope, receive, _with_headers(send) if scope["type"] == "http" else send)

    def _checked(self, scope: Scope) -> Response | None:
        """None if a request may pass, else what is answered; or a `RefusedError`."""
        headers = Headers(scope=scope)
        method = "GET" if scope["type"] == "websocket" else scope["method"]
        host = headers.get("host", "").lower()
        if len(headers.getlist("host")) != 1 or host not in self._hosts:
            raise RefusedError("this server does not answer to that host name", 403)
        if method not in METHODS:
            raise RefusedError("no such method", 405)
        origins = headers.getlist("origin")
        must_be_ours = origins or scope["type"] == "websocket" or method not in READING
        if must_be_ours and [origin.lower() for origin in origins] != [f"http://{host}"]:
            raise RefusedError("only pages of this server may ask for that", 403)
        if scope["path"].startswith(API) and headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            raise RefusedError("only pages of this server may ask for that", 403)  # other ports are the same site
        if scope["type"] == "http" and method == "GET" and scope["path"] == "/":
            given = parse_qs(scope["query_string"].decode("latin-1"))
            if "key" in given and self._is_key(given["key"][0]):
                return self._let_in({name: values[0] for name, values in given.items()})
        if any(self._is_key(cookie_parser(text).get(self._cookie, "")) for text in headers.getlist("cookie")):
            return None
        if scope["type"] == "http" and not scope["path"].startswith(API) and method in READING:
            return HTMLResponse(LOCKED, 401, headers={"Cache-Control": "no-store"})
        raise RefusedError("open the link that `pokerlab serve` printed first", 401)

    def _is_key(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._key.encode())

    def _let_in(self, given: Mapping[str, str]) -> Response:
        """The key leaves the address and becomes a cookie; a solution, many flops or a table may be shown first."""
        first = (f"{page}={quote(given[name])}" for page, name in FIRST.items() if given.get(name))
        address = next((f"/{one}" for one in first), "/")
        reply = RedirectResponse(address, 303, headers={"Cache-Control": "no-store"})
        reply.set_cookie(self._cookie, self._key, max_age=400 * 86400, path="/", httponly=True, samesite="strict")
        return reply


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return sent
