"""The pages: files of the front end, kept in memory as they are sent."""

import hashlib
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pokerlab.web.limits import RefusedError
from pokerlab.web.replies import JSON, compressed, error_reply, packed_reply

STATIC = Path(__file__).parent / "static"
FOREVER = "private, max-age=31536000, immutable"
KINDS = {
    "html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "png": "image/png",
    "json": JSON, "webmanifest": "application/manifest+json", "woff2": "font/woff2", "txt": "text/plain",
}  # fmt: skip
"""What files of pages are; systems do not agree on all of them."""


class Pages:
    """Answers with the files of a directory. An address without a dot is the page's own matter."""

    def __init__(self, directory: Path = STATIC) -> None:
        self._files: dict[str, tuple[bytes, str]] = {}
        for path in directory.rglob("*"):
            if path.suffix[1:] in KINDS:
                content = path.read_bytes()
                tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
                self._files[path.relative_to(directory).as_posix()] = compressed(content), tag

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer with a file."""
        await self._reply(Request(scope))(scope, receive, send)

    def _reply(self, request: Request) -> Response:
        name = request.path_params["path"]
        if name not in self._files and "." not in name.rpartition("/")[2] and not name.startswith("api/"):
            name = "index.html"
        if name not in self._files:
            return error_reply(RefusedError("there is nothing here", 404))
        packed, tag = self._files[name]
        is_named_by_content = name.startswith("assets/")  # so the build does
        headers = {"ETag": tag, "Cache-Control": FOREVER if is_named_by_content else "no-cache"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return packed_reply(request, packed, KINDS[name.rpartition(".")[2]], headers)
