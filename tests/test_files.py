"""Files are whole or not there."""

from pathlib import Path

import pytest

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


def test_a_place_that_cannot_be_written_is_known_before(tmp_path):
    _files.check_writable(tmp_path / "new" / "file")
    assert list((tmp_path / "new").iterdir()) == []
    with pytest.raises(OSError, match="no-such-place"):
        _files.check_writable(Path("/proc/no-such-place/file"))


def test_new_files_have_the_users_permissions(tmp_path):
    _files.write_atomically(tmp_path / "ours", b"x")
    (tmp_path / "plain").write_bytes(b"x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode
