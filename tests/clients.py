"""Programs that run tasks, for tests that end them in the middle."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager


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
        assert client.stdout.readline(), client.stderr.read()
        yield client
    finally:
        if client.poll() is None:
            os.killpg(client.pid, signal.SIGKILL)
            client.wait()
        client.stdout.close()
        client.stderr.close()


def killed_client(tasks, directory, settings):
    """The same, killed alone (its workers are not) after the first result."""
    with started_client(tasks, directory, settings) as client:
        client.kill()
        client.wait()
    return client
