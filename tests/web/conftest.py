"""A server in this process, and a browser of sorts that holds its key and checks what it is answered."""

import re
import warnings
from contextlib import contextmanager

import pytest

pytest.importorskip("httpx")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have another package
    from starlette.testclient import TestClient

from pokerlab.web.app import make_app
from pokerlab.web.data import DataDirectory
from pokerlab.web.endpoints import API, ENDPOINTS
from pokerlab.web.messages import ErrorAnswer

PORT = 8765
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
