"""Pages that are open, each with a socket, and what they want to hear."""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.websockets import WebSocket, WebSocketDisconnect

from pokerlab import __version__
from pokerlab.web.calculators import find_pushfold, is_solved
from pokerlab.web.checking import checked_message
from pokerlab.web.limits import (
    MESSAGES_PER_SECOND,
    MOST_MESSAGE,
    MOST_SOCKETS,
    Rate,
    RefusedError,
    parse_json,
)
from pokerlab.web.messages.socket import AskPushFold, Subscribe
from pokerlab.web.messages.table import Act
from pokerlab.web.messages.tournaments import PushFoldAnswer, PushFoldQuestion
from pokerlab.web.replies import error_record

MOST_TOPICS = 100
MOST_WAITING = 2000
"""Messages that wait for a page which reads slowly; then it is let go."""
BEHIND = 200
"""Messages that wait for a page from which on it is behind."""
AGAIN = ("table", "lobby")
"""Topics whose first message says all: a page that is behind needs nothing else of them."""
SOON = 0.05
"""Seconds in which changes of a topic are told as one."""
YOUNG = 1.0
"""Seconds for which a draft is gone on with after a later question: dragged stacks are followed, not waited for."""
MOST_COMPUTING = 2
"""Calculators at work: nodes are looked at beside them."""
TOO_MUCH, TRY_LATER = 1008, 1013


_QUICK: dict[str, Any] = {"draft": True, "bunching": False, "future": 0, "algorithm": None}
"""What makes a draft of any question quick."""
_FOR_CHIPS: dict[str, Any] = {"payouts": None, "bounties": None}


class Hub:
    """All pages. To be used in the thread of the event loop."""

    def __init__(self) -> None:
        self.pages: set[Page] = set()
        self.computing = CapacityLimiter(MOST_COMPUTING)
        self.first: dict[str, Callable[[str], list[dict[str, Any]]]] = {}
        """By the first word of a topic what a page is told first, given the rest of the topic."""
        self.acts: Callable[[Page, Act], None] = _no_table
        self.topics_changed: Callable[[], None] = lambda: None
        """Who takes what persons do at tables; who wants to know when other topics are heard than before."""
        self._later: dict[str, asyncio.TimerHandle] = {}

    def tell(self, message: Mapping[str, Any], *topics: str) -> bool:
        """Tell a message to all pages that want to hear of one of the topics; whether there are any. A page that is
        behind is told how things stand when it has caught up, instead."""
        pages = [page for page in self.pages if not page.topics.isdisjoint(topics)]
        if pages:
            text = json.dumps(message, allow_nan=False, separators=(",", ":"))
            for page in pages:
                if page.is_behind and topics[0].partition(":")[0] in AGAIN:
                    page.behind.update(page.topics.intersection(topics))
                else:
                    page.put(text)
        return bool(pages)

    def tell_later(self, topic: str, find: Callable[[], Mapping[str, Any]]) -> None:
        """Tell how things stand, soon and once, however often it is asked for meanwhile."""
        if topic in self._later or not self.is_heard(topic):
            return

        def tell() -> None:
            del self._later[topic]
            self.tell(find(), topic)

        self._later[topic] = asyncio.get_running_loop().call_later(SOON, tell)

    def is_heard(self, topic: str) -> bool:
        """Whether any page wants to hear of it."""
        return any(topic in page.topics for page in self.pages)

    async def serve(self, socket: WebSocket) -> None:
        """Talk with a page until it goes."""
        if len(self.pages) >= MOST_SOCKETS:
            await socket.close(TRY_LATER, f"{MOST_SOCKETS} pages are open already")
            return
        await socket.accept()
        page = Page(self, socket)
        self.pages.add(page)
        page.tell({"type": "hello", "program": f"pokerlab {__version__}"})
        sender = asyncio.create_task(page.send())
        try:
            await page.listen()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.pages.discard(page)
            page.leave()
            sender.cancel()
            self.topics_changed()

    def greet(self, topic: str) -> list[dict[str, Any]]:
        """What a page that begins to hear of a topic is told; a `RefusedError` if there is no such topic."""
        kind, _, rest = topic.partition(":")
        if kind not in self.first:
            raise RefusedError("there is no such topic", 404, "topic")
        return self.first[kind](rest)


class _SupersededError(Exception):
    """A later question has taken the place of this one."""


class Page:
    """A socket, what it wants to hear, and the question it waits for an answer to."""

    def __init__(self, hub: Hub, socket: WebSocket) -> None:
        self.topics: set[str] = set()
        self.behind: set[str] = set()
        self._hub, self._socket = hub, socket
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self._rate = Rate(MESSAGES_PER_SECOND)
        self._asked: AskPushFold | None = None
        self._answering: asyncio.Task[None] | None = None

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message, soon."""
        self.put(json.dumps(message, allow_nan=False, separators=(",", ":")))

    def put(self, text: str) -> None:
        """Send a text, soon; a page that does not read is let go."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            while not self._waiting.empty():
                self._waiting.get_nowait()
            self._waiting.put_nowait(None)

    @property
    def is_behind(self) -> bool:
        """Whether it reads too slowly."""
        return bool(self.behind) or self._waiting.qsize() >= BEHIND

    def leave(self) -> None:
        """End what is being computed for it."""
        self._asked = None
        if self._answering:
            self._answering.cancel()

    async def send(self) -> None:
        """Send what waits, until the page goes."""
        while (text := await self._waiting.get()) is not None:
            await self._socket.send_text(text)
            if self.behind and self._waiting.empty():
                self._catch_up()
        await self._socket.close(TRY_LATER, "the page reads too slowly")

    def _catch_up(self) -> None:
        behind, self.behind = self.behind & self.topics, set()
        for topic in sorted(behind):
            for message in self._hub.greet(topic):
                self.tell(message)

    async def listen(self) -> None:
        """Do what the page asks, until it goes or asks too much."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._rate.is_over():
                await self._socket.close(TOO_MUCH, f"more than {MESSAGES_PER_SECOND} messages per second")
                return
            try:
                self._take(message.get("text") or message.get("bytes") or "")
            except Exception as error:  # whatever it is: a page gets a line
                self._complain(error)

    def _take(self, content: str | bytes) -> None:
        if len(content) > MOST_MESSAGE:
            raise RefusedError(f"a message has at most {MOST_MESSAGE:,} bytes", 413)
        asked = checked_message(parse_json(content))
        if isinstance(asked, AskPushFold):
            self._asked = asked
            if self._answering is None or self._answering.done():
                self._answering = asyncio.create_task(self._answer())
        elif isinstance(asked, Act):
            self._hub.acts(self, asked)
        elif isinstance(asked, Subscribe):
            if len(self.topics) >= MOST_TOPICS:
                raise RefusedError(f"a page hears of at most {MOST_TOPICS} topics", 409, "topic")
            for message in self._hub.greet(asked.topic):
                self.tell(message)
            self.topics.add(asked.topic)
            self._hub.topics_changed()
        else:
            self.topics.discard(asked.topic)
            self._hub.topics_changed()

    async def _answer(self) -> None:
        """Answer the last question: a draft, then the whole. A later one ends the work for it."""
        while asked := self._asked:
            try:
                await self._answer_one(asked)
            except _SupersededError:
                continue
            except Exception as error:
                self._complain(error, asked.id)
            if asked is self._asked:
                self._asked = None

    async def _answer_one(self, asked: AskPushFold) -> None:
        also = (False, True) if asked.beside and asked.question.payouts is not None else (False,)
        for draft in (True, False):
            for beside in also:
                question = asked.question.model_copy(update={"draft": False} | (_FOR_CHIPS if beside else {}))
                if draft and is_solved(question):
                    continue
                question = question.model_copy(update=_QUICK if draft else {})
                result = await to_thread.run_sync(self._found, asked, question, limiter=self._hub.computing)
                message = {"type": "pushfold", "id": asked.id, "is_beside": beside}
                message["is_last"] = not draft and beside == also[-1]
                self.tell(message | {"result": {"schema": PushFoldAnswer.SCHEMA, **result}})
                if asked is not self._asked:
                    return

    def _found(self, asked: AskPushFold, question: PushFoldQuestion) -> dict[str, Any]:
        young = time.monotonic() + (YOUNG if question.draft else 0)

        def watch(done: int, total: int) -> None:
            if asked is not self._asked and (time.monotonic() > young or self._asked is None):
                raise _SupersededError

        return find_pushfold(question, watch)

    def _complain(self, error: Exception, question: int | None = None) -> None:
        self.tell({"type": "error", **error_record(error), "id": question})


def _no_table(page: Page, asked: Act) -> None:
    raise RefusedError("there are no tables here", 404, "table")
