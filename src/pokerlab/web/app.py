"""The answers: JSON (`endpoints`), files and streams; the socket (`hub`) and the pages (`pages`) are joined here."""

import asyncio
import inspect
import json
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from pokerlab._csv import csv_text
from pokerlab.errors import PokerError
from pokerlab.postflop.report import RunoutRow
from pokerlab.table.hand_files import ExportFormat
from pokerlab.web.checking import checked
from pokerlab.web.data import DataDirectory
from pokerlab.web.endpoints import API, ENDPOINTS, Endpoint, Services
from pokerlab.web.flops import FlopSources
from pokerlab.web.guard import Guard
from pokerlab.web.hub import Hub
from pokerlab.web.kernels import KernelState
from pokerlab.web.limits import MOST_IMPORT, RefusedError, listening, parse_json, read_body, read_pieces
from pokerlab.web.messages.kept_hands import HandExportQuestion, HandImportQuestion
from pokerlab.web.messages.kinds import Named, SavedAnswer
from pokerlab.web.messages.solutions import ExportQuestion, RunoutsAnswer, RunoutsQuestion
from pokerlab.web.pages import Pages
from pokerlab.web.play.answers import PlayAnswers
from pokerlab.web.play.kept_hands import KeptHands
from pokerlab.web.play.tables import PlayTables
from pokerlab.web.queue import JobQueue
from pokerlab.web.replies import JSON, NOT_KEPT, compressed, encode, error_reply, in_parts, packed_reply
from pokerlab.web.study import Library, check_file

MOST_KEPT = 500
"""Answers that are kept as they were sent, by their tags; a node has 5 to 25 kB."""

Handler = Callable[[Request], Awaitable[Response]]


def make_app(
    data: DataDirectory,
    names: tuple[str, ...],
    port: int,
    *,
    resume: bool = False,
    prepare: bool = True,
    ready: Callable[[], None] = lambda: None,
) -> ASGIApp:
    """The server as an application, for a data directory that nobody else serves.

    - `names`, `port`: where pages find it; `resume`: whether jobs that were interrupted go on by themselves
    - `prepare`: whether kernels are compiled and loaded beside; `ready` is called when it answers
    """
    holder: dict[str, Services] = {}

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hub = Hub()
        queue = JobQueue(data, hub, resume=resume)
        flops = FlopSources(data, queue)
        tables = PlayTables(data, hub)
        play = PlayAnswers(data, tables)
        hands = KeptHands(data.play, lambda: tables.file)
        services = Services(data, Library(data, flops), queue, flops, hub, KernelState(hub), play, hands)
        holder["services"] = services
        tasks = [asyncio.create_task(services.queue.work())]
        tasks += [asyncio.create_task(services.kernels.prepare())] if prepare else []
        tables.start()
        ready()
        try:
            yield
        finally:
            await tables.close()
            hands.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    answers = _Answers(lambda: holder["services"])
    routes: list[Any] = [
        Route(API + "solutions/{name}/file", answers.download, methods=["GET"]),
        Route(API + "solutions/{name}/file", answers.upload, methods=["POST"]),
        Route(API + "solutions/{name}/runouts", answers.runouts, methods=["GET"]),
        Route(API + "solutions/{name}/export", answers.export, methods=["GET"]),
        Route(API + "hands/export", answers.export_hands, methods=["GET"]),
        Route(API + "hands/import", answers.import_hands, methods=["POST"]),
        WebSocketRoute(API + "socket", lambda socket: holder["services"].hub.serve(socket)),
    ]
    routes += [Route(API + one.path, answers.to(one), methods=[one.method]) for one in ENDPOINTS]
    routes += [Route("/{path:path}", Pages(), methods=["GET"])]
    failures = {HTTPException: _failed, Exception: _failed}
    return Guard(Starlette(routes=routes, lifespan=lifespan, exception_handlers=failures), names, port, data.key)


async def _failed(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        error = RefusedError("there is nothing here" if error.status_code == 404 else error.detail, error.status_code)
    return error_reply(error)


def _in_a_line(answer: Callable[..., Awaitable[Response]]) -> Callable[..., Awaitable[Response]]:
    """The answer, or what went wrong."""

    async def told(*arguments: Any) -> Response:
        try:
            return await answer(*arguments)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            return error_reply(error)

    return told


class _Answers:
    """Answers to what is asked under `/api/1/`."""

    def __init__(self, services: Callable[[], Services]) -> None:
        self._rooms = services
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def to(self, endpoint: Endpoint) -> Handler:
        """What answers an endpoint."""

        @_in_a_line
        async def answer(request: Request) -> Response:
            asked = checked(endpoint.asks, await _content(request))
            if endpoint.tag is None:
                async with listening(request) if endpoint.computes else nullcontext():
                    return packed_reply(request, await self._found(endpoint, asked))
            tag = await run_in_threadpool(endpoint.tag, self._rooms(), asked)
            headers = {"ETag": f'"{tag}"', "Cache-Control": "private, no-cache"}
            if headers["ETag"] in request.headers.get("if-none-match", ""):
                return Response(status_code=304, headers=headers)
            return packed_reply(request, await self._once(tag, endpoint, asked), headers=headers)

        return answer

    async def _once(self, tag: str, endpoint: Endpoint, asked: Any) -> bytes:
        """What is found, or was found under the same tag."""
        packed = self._kept.pop(tag, None) or await self._found(endpoint, asked)
        self._kept[tag] = packed
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return packed

    async def _found(self, endpoint: Endpoint, asked: Any) -> bytes:
        """What an endpoint answers, compressed; nothing of it holds up the others."""
        services = self._rooms()
        if inspect.iscoroutinefunction(endpoint.call):
            found = await endpoint.call(services, asked)
            return await run_in_threadpool(_packed, endpoint.answers.SCHEMA, found)

        def work() -> bytes:
            found = endpoint.call(services, asked)
            assert isinstance(found, dict)
            return _packed(endpoint.answers.SCHEMA, found)

        return await to_thread.run_sync(work, limiter=services.hub.computing if endpoint.computes else None)

    @_in_a_line
    async def download(self, request: Request) -> Response:
        """The file of a solution."""
        asked = checked(Named, await _content(request))
        path = await run_in_threadpool(self._rooms().library.find, asked.name)
        return FileResponse(path, media_type="application/octet-stream", filename=path.name)

    @_in_a_line
    async def upload(self, request: Request) -> Response:
        """Take a file piece by piece; it is checked before it is listed."""
        asked = checked(Named, {**request.query_params, **request.path_params})
        data = self._rooms().data
        temporary, path = data.imports / secrets.token_hex(8), data.solutions.place(asked.name)
        self._check_free(asked.name, path)
        try:
            with temporary.open("xb") as file:
                async for piece in read_pieces(request, MOST_IMPORT):
                    file.write(piece)
            await run_in_threadpool(check_file, temporary)
            self._check_free(asked.name, path)
            temporary.replace(path)
        except PokerError as error:
            status = error.status if isinstance(error, RefusedError) else 400
            raise RefusedError(str(error).replace(str(temporary), asked.name), status) from None
        finally:
            temporary.unlink(missing_ok=True)
        return packed_reply(request, _packed(SavedAnswer.SCHEMA, {"name": asked.name}))

    def _check_free(self, name: str, path: Path) -> None:
        """A `RefusedError` if there is a solution of a name, or a job will write one."""
        if path.exists() or any(job.solution == name for job in self._rooms().queue.jobs.values()):
            raise RefusedError(f"there is a solution '{name}' already, or will be", 409, "name")

    @_in_a_line
    async def runouts(self, request: Request) -> Response:
        """Run-outs, a line for each card as soon as it is known, and then all of them."""
        asked = checked(RunoutsQuestion, await _content(request))

        def find(tell: Callable[[bytes], None]) -> bytes:
            def told(row: RunoutRow, moves: Sequence[str]) -> None:
                tell(json.dumps({"part": row.record(moves)}, allow_nan=False).encode())

            return encode(RunoutsAnswer.SCHEMA, self._rooms().library.runouts(asked, told))

        return await _streamed(find)

    @_in_a_line
    async def export(self, request: Request) -> Response:
        """A table as CSV."""
        asked = checked(ExportQuestion, await _content(request))
        text = csv_text(await run_in_threadpool(self._rooms().library.table, asked))
        headers = {"Content-Disposition": f'attachment; filename="{asked.table}.csv"', **NOT_KEPT}
        return Response(text, media_type="text/csv; charset=utf-8", headers=headers)

    @_in_a_line
    async def export_hands(self, request: Request) -> Response:
        """Hands of the database as a file, written as it is read."""
        asked = checked(HandExportQuestion, await _content(request))
        form, texts = await run_in_threadpool(self._rooms().hands.export, asked)
        first = await run_in_threadpool(next, texts, "")  # what goes wrong before it is an error like others
        kind = "text/csv" if form is ExportFormat.CSV else "text/plain"
        headers = {"Content-Disposition": f'attachment; filename="{form.file_name}"', **NOT_KEPT}
        return StreamingResponse(chain([first], texts), media_type=f"{kind}; charset=utf-8", headers=headers)

    @_in_a_line
    async def import_hands(self, request: Request) -> Response:
        """Take a file of hands piece by piece and put its hands in; a line for how far it is, and then what became of
        them."""
        asked = checked(HandImportQuestion, dict(request.query_params))
        packed = ".gz" if asked.name.lower().endswith(".gz") else ""
        file = self._rooms().data.imports / f"{secrets.token_hex(8)}{packed}"
        try:
            with file.open("xb") as writing:
                async for piece in read_pieces(request, MOST_IMPORT):
                    writing.write(piece)
        except BaseException:
            file.unlink(missing_ok=True)
            raise

        def find(tell: Callable[[bytes], None]) -> bytes:
            try:
                return self._rooms().hands.read_file(asked, file, tell)
            finally:
                file.unlink(missing_ok=True)

        return await _streamed(find)


async def _streamed(find: Callable[[Callable[[bytes], None]], bytes]) -> Response:
    """Lines as they are found; what goes wrong before the first one is an error like others."""
    lines = in_parts(find)
    first = await anext(lines)

    async def stream() -> AsyncIterator[bytes]:
        yield first
        async for line in lines:
            yield line

    return StreamingResponse(stream(), media_type="application/x-ndjson", headers=NOT_KEPT)


def _packed(schema: str, content: dict[str, Any]) -> bytes:
    return compressed(encode(schema, content))


async def _content(request: Request) -> dict[str, Any]:
    """What was asked: the names in the path, and the query or the body."""
    given: Any = dict(request.query_params) if request.method in ("GET", "HEAD", "DELETE") else {}
    if request.method == "POST" and (body := await read_body(request)):
        if request.headers.get("content-type", "").split(";")[0].strip().lower() != JSON:
            raise RefusedError(f"the request must be {JSON}", 415)
        given = parse_json(body)
        if not isinstance(given, dict):
            raise RefusedError("the request is not a JSON object")
    return {**given, **request.path_params}
