"""Files are whole or not there."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clients import PATIENCE, limited
from pokerlab import _files


def test_writes_and_makes_the_directory(tmp_path):
    path = tmp_path / "new" / "file"
    _files.write_atomically(path, b"one")
    _files.write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert [p.name for p in path.parent.iterdir()] == ["file"]


@pytest.mark.parametrize("trouble", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch, trouble):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(*args):
        raise trouble

    monkeypatch.setattr(_files.Path, "replace", fail)
    with pytest.raises(type(trouble)):
        _files.write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_trouble_names_the_file_that_was_asked_for(tmp_path):
    with pytest.raises(OSError, match="No space left on device") as error, _files.open_atomically(tmp_path / "file"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert error.value.filename == str(tmp_path / "file")
    with pytest.raises(OSError, match="elsewhere"), _files.open_atomically(tmp_path / "file"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "elsewhere")


def test_new_files_have_the_users_permissions(tmp_path):
    _files.write_atomically(tmp_path / "ours", b"x")
    (tmp_path / "plain").write_bytes(b"x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes as files")
def test_nothing_but_a_file_is_written_over(tmp_path):
    (tmp_path / "directory").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name, complaint in (("directory", "Is a directory"), ("pipe", "not a regular file")):
        for write in (_files.check_writable, lambda path: _files.write_atomically(path, b"x")):
            with pytest.raises(OSError, match=complaint) as error:
                write(tmp_path / name)
            assert error.value.filename == str(tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["directory", "pipe"]


# What can be known before


def test_a_place_that_cannot_be_written_is_known_before(tmp_path):
    _files.check_writable(tmp_path / "new" / "file")
    assert list((tmp_path / "new").iterdir()) == []
    with pytest.raises(OSError, match="no-such-place"):
        _files.check_writable(Path("/proc/no-such-place/file"))
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="below"):
        _files.check_writable(tmp_path / "file" / "below")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_is_read_only_is_known_before(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        _files.check_writable(tmp_path / "file")


def test_a_file_that_is_read_only_is_known_before(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    _files.check_writable(tmp_path / "file")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # root may write anything
    with pytest.raises(PermissionError, match="the file is read-only"):
        _files.check_writable(tmp_path / "file")
    _files.check_writable(tmp_path / "other")


def test_a_full_disk_is_known_before(tmp_path):
    _files.check_writable(tmp_path / "file", needed=1000)
    with pytest.raises(OSError, match=r"1,000,000,000,000,000,000 bytes are needed, [\d,]+ are free") as error:
        _files.check_writable(tmp_path / "file", needed=10**18)
    assert (error.value.errno, error.value.filename) == (errno.ENOSPC, str(tmp_path / "file"))


# What killed processes leave behind

WRITE_AND_WAIT = """
import sys, time
from pathlib import Path
from pokerlab._files import open_atomically
with open_atomically(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    print("writing", flush=True)
    time.sleep(600)
"""


def left_over(directory: Path) -> list[str]:
    return [path.name for path in directory.iterdir() if path.name.startswith(".writing-")]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not asked for there")
def test_files_of_killed_processes_are_swept_up_and_those_of_living_ones_are_not(tmp_path):
    command = [sys.executable, "-c", WRITE_AND_WAIT, str(tmp_path / "theirs")]
    environment = os.environ | {"PYTHONPATH": str(Path(_files.__file__).parent.parent)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as other:
        try:
            with limited(other):
                assert other.stdout.readline() == b"writing\n"
            _files.write_atomically(tmp_path / "mine", b"x")
            assert len(left_over(tmp_path)) == 1  # it lives
        finally:
            other.send_signal(signal.SIGKILL)
            other.wait(PATIENCE)
    assert len(left_over(tmp_path)) == 1
    _files.write_atomically(tmp_path / "mine", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_two_files_written_at_once_do_not_sweep_each_other(tmp_path):
    with _files.open_atomically(tmp_path / "one") as one, _files.open_atomically(tmp_path / "two") as two:
        one.write(b"1")
        two.write(b"2")
    assert ((tmp_path / "one").read_bytes(), (tmp_path / "two").read_bytes()) == (b"1", b"2")


@pytest.mark.parametrize("name", [".writing-123-00000000-abc", ".writing-abc", ".writing-99999999999999-x"])
def test_files_of_processes_that_cannot_be_asked_for_are_swept_up_by_age(tmp_path, name):
    (tmp_path / name).touch()
    _files.write_atomically(tmp_path / "mine", b"x")
    assert left_over(tmp_path) == [name]
    long_ago = time.time() - 2 * _files.STALE_AFTER_SECONDS
    os.utime(tmp_path / name, (long_ago, long_ago))
    _files.write_atomically(tmp_path / "mine", b"x")
    assert left_over(tmp_path) == []


def test_nothing_else_is_swept_up(tmp_path):
    long_ago = time.time() - 1000 * _files.STALE_AFTER_SECONDS
    for name in ("writing-1-00000000-a", ".written-1", "file.writing-1"):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (long_ago, long_ago))
    (tmp_path / ".writing-directory").mkdir()
    os.utime(tmp_path / ".writing-directory", (long_ago, long_ago))
    _files.write_atomically(tmp_path / "mine", b"x")
    assert len(list(tmp_path.iterdir())) == 5


def test_sweeping_never_hinders_writing(tmp_path, monkeypatch):
    def fail(*args):
        raise PermissionError

    monkeypatch.setattr(_files.Path, "glob", fail)
    _files.write_atomically(tmp_path / "mine", b"x")
    assert (tmp_path / "mine").read_bytes() == b"x"


def test_large_directories_are_looked_through_once_in_a_while(tmp_path, monkeypatch):
    for number in range(_files.MANY_FILES + 1):
        (tmp_path / str(number)).touch()
    _files.write_atomically(tmp_path / "mine", b"x")
    name = f".writing-999999999-{_files.here()}-x"
    (tmp_path / name).touch()
    _files.write_atomically(tmp_path / "mine", b"x")
    assert left_over(tmp_path) == [name]
    monkeypatch.setattr(_files, "SWEEP_SECONDS", 0.0)
    _files.write_atomically(tmp_path / "mine", b"x")
    assert left_over(tmp_path) == []
