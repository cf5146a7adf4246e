"""Programs that serve until they are ended, for tests: schedulers and workers, on loopback only."""

import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from clients import PATIENCE, limited

FUNCTIONS = Path(__file__).parent / "jobs"
"""Where workers find the functions of tests."""
START = ("pokerlab", "cluster", "start", "--workers", "2", "--memory", "200MB", "--port", "0")


def environment(**more):
    """Workers are processes of their own: they find the functions of tests by the path."""
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(FUNCTIONS), os.environ.get("PYTHONPATH", "")])} | more


class Server:
    """A command that serves until it is ended, in a group of processes of its own; `address` is in the line of stderr
    that says it is ready."""

    def __init__(self, *command, ready=r"(t\w+://127\.0\.0\.1:\d+)", **variables):
        self.process = subprocess.Popen(
            [sys.executable, "-m", *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=environment(**variables), start_new_session=True,
        )  # fmt: skip
        self.lines = []
        with limited(self.process):
            self.address = next((found[1] for line in self._heard() if (found := re.search(ready, line))), "")
        assert self.address, self.lines
        assert self.listens_at() <= {"127.0.0.1"}
        self._drain = threading.Thread(target=lambda: list(self._heard()), daemon=True)
        self._drain.start()

    def _heard(self):
        for line in self.process.stderr:
            self.lines.append(line.rstrip())
            yield line

    def children(self):
        """Process ids of workers: those that listen, not those that track what others share."""
        import psutil

        found = psutil.Process(self.process.pid).children(recursive=True)
        return [child.pid for child in found if any("spawn_main" in word for word in child.cmdline())]

    def listens_at(self):
        """The interfaces at which it and its children listen."""
        import psutil

        own = psutil.Process(self.process.pid)
        found = set()
        for process in (own, *own.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                found |= {port.laddr.ip for port in process.net_connections() if port.status == psutil.CONN_LISTEN}
        return found

    def end(self, number=signal.SIGINT):
        """Send a signal to the whole group, as Ctrl-C does; the exit code, and nobody is left."""
        import psutil

        children = [psutil.Process(child) for child in self.children()] if self.process.poll() is None else []
        if self.process.poll() is None:
            os.killpg(self.process.pid, number) if number == signal.SIGINT else self.process.send_signal(number)
        with limited(self.process):
            code = self.process.wait()
        _, alive = psutil.wait_procs(children, PATIENCE)
        assert not alive
        self._drain.join(PATIENCE)
        self.process.stderr.close()
        return code
