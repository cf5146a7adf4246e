"""A page of sorts that sits at tables: hears events, checks them by their models, and acts."""

import json
from contextlib import contextmanager
from itertools import count

import anyio
from pydantic import TypeAdapter

from pokerlab.web.endpoints import API
from pokerlab.web.messages.socket import ToPage

MESSAGES = TypeAdapter(ToPage)
PATIENCE = 120.0
QUICK = {
    "toml": 'name = "quick"\nplayers = 4\nchips = 200\nbuy_in = 1000\nfee = 50\npayouts = "65/35"\n'
    '[levels]\nlength = 4\nblinds = ["10/20"]\ngrowth = 2.0\n'
}
"""A tournament that is soon over."""
BOTS = ["random", "always-call", "uniform"]
"""They need no kernels."""


class Seat:
    """The person at one table; `texts` has every byte that came over the socket."""

    def __init__(self, socket, table: str) -> None:
        self.socket, self.table, self.texts = socket, table, []
        self.state, self.number, self.ids = None, -1, count(1)
        self.told = []
        self.send(type="subscribe", topic=f"table:{table}")
        self.until(lambda message: message["type"] == "snapshot")

    def send(self, **content) -> None:
        text = json.dumps(content)
        (self.socket.send if hasattr(self.socket, "recv") else self.socket.send_text)(text)

    def hear(self) -> dict:
        """The next message; those of the table are checked to follow each other."""
        text = receive(self.socket)
        self.texts.append(text)
        message = json.loads(text)
        MESSAGES.validate_python(message)
        if message["type"] == "event" and message["table"] == self.table:
            assert message["number"] == self.number + 1
        if message["type"] in ("event", "snapshot") and message["table"] == self.table:
            self.state, self.number = message["state"], message["number"]
        self.told.append(message)
        return message

    def until(self, is_last) -> dict:
        while not is_last(message := self.hear()):
            pass
        return message

    def turn(self) -> dict | None:
        """The state once it is the person's turn; None once all is over."""
        while not self.state["legal"] and self.state["state"] != "over":
            self.hear()
        return self.state if self.state["legal"] else None

    def act(self, action: str, *, number: int | None = None, name: str | None = None) -> dict:
        """Send what the person does; the answer, and the state moves on if it was taken."""
        name = name or f"a{next(self.ids)}"
        number = self.number if number is None else number
        self.send(type="act", table=self.table, number=number, id=name, action=action)
        answer = self.until(lambda message: message["type"] == "acted" and message["id"] == name)
        while answer["is_taken"] and number == self.number:  # other tables may be heard of on the same socket
            self.hear()
        return answer

    def play(self, choose, most: int = 10_000) -> dict:
        """Play until all is over, or so many decisions were made; `choose` is asked what to do."""
        for _ in range(most):
            state = self.turn()
            if state is None:
                break
            answer = self.act(choose(state))
            assert answer["is_taken"], answer
        return self.state


def receive(socket) -> str:
    """The next text of a socket, of a test client or a real one; never waits for ever."""
    if hasattr(socket, "recv"):
        return socket.recv(timeout=PATIENCE)

    async def get():
        with anyio.fail_after(PATIENCE):
            return await socket._send_rx.receive()

    message = socket.portal.call(get)
    assert message["type"] == "websocket.send", message
    return message["text"]


@contextmanager
def connected(browser):
    """A socket of a page."""
    headers = {"Host": "127.0.0.1:8765"}
    with browser.client.websocket_connect(API + "socket", headers=headers) as socket:
        yield socket


@contextmanager
def seated(browser, **asked):
    """Open a table and sit down."""
    table = browser.post("tables", **({"speed": "instant"} | asked))["state"]["id"]
    with connected(browser) as socket:
        yield Seat(socket, table)


def passive(state) -> str:
    """Check or call."""
    return "call" if state["legal"]["to_call"] else "check"


def hopeful(state) -> str:
    """All-in, if that is possible."""
    return "a" if state["legal"]["max_raise"] else passive(state)


def shy(state) -> str:
    """Check or fold."""
    return "fold" if state["legal"]["to_call"] else "check"
