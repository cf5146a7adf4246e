"""A server in this process, and a browser of sorts that holds its key and checks what it is answered."""

import re
import sys
import warnings
from contextlib import contextmanager
from pathlib import Path

import anyio
import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.importorskip("httpx")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have another package
    from starlette.testclient import TestClient, WebSocketTestSession

from pages import PATIENCE, chromium
from running import COUNT_QUESTIONS, FLAGS, Running
from running import PATIENCE as SECONDS

from pokerlab.web import hub
from pokerlab.web.app import make_app
from pokerlab.web.data import DataDirectory
from pokerlab.web.endpoints import API, ENDPOINTS
from pokerlab.web.messages.kinds import ErrorAnswer

PORT = 8765
REFUSED = re.compile(r"^Failed to load resource: the server responded with a status of 4\d\d")
HOME = f"http://127.0.0.1:{PORT}"


class Browser:
    """Asks as our own page does. `get`, `post` and `delete` give what was answered, after it was found to be what the
    messages say; `refused` gives status and line."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, /, **query: object) -> dict:
        return self.ask("GET", path, params=query)

    def post(self, path: str, /, **content: object) -> dict:
        return self.ask("POST", path, json=content)

    def delete(self, path: str) -> dict:
        return self.ask("DELETE", path)

    def ask(self, method: str, path: str, **more: object) -> dict:
        reply = self.client.request(method, API + path, **more)
        assert reply.status_code == 200, reply.text
        content = reply.json()
        answers = next(e.answers for e in ENDPOINTS if e.method == method and _fits(e.path, path))
        assert content.pop("schema") == answers.SCHEMA
        answers.model_validate(content)
        return content

    def refused(self, method: str, path: str, **more: object) -> tuple[int, str, str]:
        reply = self.client.request(method, path if path.startswith("/") else API + path, **more)
        content = reply.json()
        assert content.pop("schema") == ErrorAnswer.SCHEMA
        error = ErrorAnswer.model_validate(content).error
        assert error.line
        assert "\n" not in error.line
        return reply.status_code, error.line, error.field


def _received(session: WebSocketTestSession) -> dict:
    """What a socket says next. Its own way to wait is to wait for ever."""

    async def soon() -> dict:
        with anyio.fail_after(SECONDS):
            return await session._send_rx.receive()

    return session.portal.call(soon)


WebSocketTestSession.receive = _received


def _fits(pattern: str, path: str) -> bool:
    return re.fullmatch(re.sub(r"{\w+(:path)?}", lambda m: ".+" if m[1] else "[^/]+", pattern), path) is not None


@contextmanager
def browsing(path, **settings):
    data = DataDirectory(path)
    app = make_app(data, ("127.0.0.1", "localhost"), PORT, prepare=False, **settings)
    with TestClient(app, base_url=HOME, follow_redirects=False) as client:
        client.headers["Origin"] = HOME
        client.cookies.set(f"pokerlab-{PORT}", data.key)
        browser = Browser(client)
        browser.data = data
        yield browser


@pytest.fixture
def browser(tmp_path):
    with browsing(tmp_path / "data") as found:
        yield found


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A server to play at, one for all tests of a file: its bots need not begin anew. Players are not the user's own,
    and nobody is told that he asks too much."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("POKERLAB_DATA_DIR", str(tmp_path_factory.mktemp("user")))
        patch.setattr(hub, "MESSAGES_PER_SECOND", 10**9)
        with browsing(tmp_path_factory.mktemp("play") / "data") as found:
            yield found


@pytest.fixture(scope="module")
def chrome():
    """A Chromium: of $POKERLAB_CHROMIUM or the path; without one its tests are skipped, but not with CI=true."""
    from playwright.sync_api import expect, sync_playwright

    path = chromium()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Running(tmp_path_factory.mktemp("browser") / "data") as running:
        yield running


@pytest.fixture
def open_page(chrome, server):
    """Opens a page of a size; whatever the console says of it is a failure, but for what the browser itself remarks on
    questions that the server refuses in a line."""
    complaints, contexts = [], []

    def opened(path: str = "/", size: tuple[int, int] = (1440, 900), theme: str = "dark"):
        context = chrome.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=theme, has_touch=size[0] < 900
        )
        contexts.append(context)
        context.add_init_script(COUNT_QUESTIONS)
        context.set_default_timeout(PATIENCE)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.home)
        page = context.new_page()
        page.on(
            "console",
            lambda m: (
                complaints.append(m.text) if m.type in ("error", "warning") and not REFUSED.search(m.text) else None
            ),
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if path == "/":
            page.goto(server.link)
            page.get_by_role("heading", name="Study poker on your own machine").wait_for()
            assert "key=" not in page.url
        else:
            name, _, value = server.cookie.partition("=")  # as if the link had been opened before
            context.add_cookies([{"name": name, "value": value, "url": server.home, "sameSite": "Strict"}])
            page.goto(server.home + path)
            page.get_by_role("main").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
