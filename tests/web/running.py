"""`pokerlab serve` in a process of its own, asked over loopback."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
from websockets.sync.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1]))

from clients import PATIENCE, kill_group, limited

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
"""Options of Chromium."""

COUNT_QUESTIONS = """(() => {
  const ask = window.fetch;
  window.open_questions = 0;
  window.fetch = (...all) => { open_questions++; return ask(...all).finally(() => open_questions--); };
})()"""
REST = """async () => {
  const end = performance.now() + 60_000;
  const idle = () => new Promise((done) => requestIdleCallback(done, {timeout: 1000}));
  do await idle(); while (open_questions && performance.now() < end);
  if (open_questions) throw new Error(`${open_questions} questions are not answered`);
  await idle();
}"""
"""Scripts for a page: from the first one on questions that are not answered are counted; the second waits until there
are none, and nothing else is to be done, or the page is too busy to say so."""


def chromium_path() -> str | None:
    """Where a Chromium is, if there is one."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("POKERLAB_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def wait_for(find, what: str):
    """What a function finds, once it finds something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := find():
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited in vain for {what}")


class Running:
    """A server that runs; `client` asks it as our own page does."""

    def __init__(self, data: Path, *options: str, browser: str = "") -> None:
        """`browser`: the command of one that is opened, as `$BROWSER` has it."""
        self.data = data
        command = [sys.executable, "-m", "pokerlab", "serve", "--port", "0", "--data", str(data), *options]
        command += [] if browser else ["--no-open"]
        environment = os.environ | ({"BROWSER": browser} if browser else {})
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115, it is closed in the end; a pipe that nobody reads fills
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._said, text=True, env=environment)
        with limited(self.process):
            self.link = self.process.stdout.readline().strip()
            assert self.link, self.said
        parts = urlsplit(self.link)
        self.home, self.key = f"http://{parts.netloc}", parse_qs(parts.query)["key"][0]
        self.cookie = f"pokerlab-{parts.port}={self.key}"
        headers = {"Origin": self.home, "Cookie": self.cookie}
        self.client = httpx.Client(base_url=self.home + "/api/1/", headers=headers, timeout=PATIENCE, trust_env=False)

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *error: object) -> None:
        try:
            if self.process.poll() is None:
                self.end()
        finally:
            kill_group(self.process)
            self.client.close()
            self.process.stdout.close()
            self._said.close()

    @property
    def said(self) -> str:
        """What it has written to stderr so far."""
        self._said.seek(0)
        return self._said.read()

    def end(self, number: int = signal.SIGINT) -> int:
        """Send a signal and wait; the exit code."""
        self.process.send_signal(number)
        with limited(self.process):
            return self.process.wait()

    def get(self, path: str) -> dict:
        return self._content(self.client.get(path))

    def post(self, path: str, **content: object) -> dict:
        return self._content(self.client.post(path, json=content))

    def socket(self) -> ClientConnection:
        address = self.home.replace("http", "ws") + "/api/1/socket"
        headers = {"Cookie": self.cookie}
        return connect(address, origin=self.home, additional_headers=headers, proxy=None, open_timeout=PATIENCE)

    def job_in(self, name: str, *states: str) -> dict:
        """A job, once it is in one of these states."""

        def find() -> dict | None:
            job = self.get(f"jobs/{name}")["job"]
            return job if job["state"] in states else None

        return wait_for(find, f"a job that is {states}")

    def _content(self, reply: httpx.Response) -> dict:
        assert reply.status_code == 200, reply.text
        return reply.json()


def messages_until(socket: ClientConnection, is_last) -> list[dict]:
    """What a socket says up to the message wanted."""
    found = []
    while not found or not is_last(found[-1]):
        found.append(json.loads(socket.recv(timeout=PATIENCE)))
    return found
