"""Programs that tests start, and end in the middle; nothing here waits for ever."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager

PATIENCE = 300
"""Seconds after which something hangs, on however slow a machine."""


@contextmanager
def limited(process, seconds=PATIENCE):
    """Whatever in the block waits for a process or reads what it says does not wait for ever: after so many seconds it
    is killed with its group, if it leads one."""
    hung = threading.Event()

    def kill():
        hung.set()
        kill_group(process)

    timer = threading.Timer(seconds, kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    assert not hung.is_set(), f"process {process.args} was killed: it did not answer in {seconds} seconds"


def kill_group(process):
    """Kill a process and, if it leads a group, all of it."""
    if process.poll() is not None:
        return
    if os.getpgid(process.pid) == process.pid:
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait(PATIENCE)


@contextmanager
def started_client(tasks, directory, settings):
    """A process, in a group of its own, that runs tasks in `directory/run` and has taken the first result. Whatever is
    left of it in the end is killed."""
    script = directory / "client.py"
    script.write_text(
        "from pokerlab.jobs.run import run; from pokerlab.jobs.task import Task\n"
        "if __name__ == '__main__':\n"
        f"    tasks = [Task.of(record) for record in {[task.record() for task in tasks]!r}]\n"
        f"    for done in run(tasks, {str(directory / 'run')!r}, {settings}): print(done.summary, flush=True)\n"
    )
    client = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        with limited(client):
            assert client.stdout.readline(), client.stderr.read()
        yield client
    finally:
        kill_group(client)
        client.stdout.close()
        client.stderr.close()


def killed_client(tasks, directory, settings):
    """The same, killed alone (its workers are not) after the first result."""
    with started_client(tasks, directory, settings) as client:
        client.kill()
        client.wait(PATIENCE)
    return client
