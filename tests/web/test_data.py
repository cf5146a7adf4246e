"""The data directory: for its user alone, by names that are looked up, served by one."""

import os
import stat

import pytest

from pokerlab.errors import DataError
from pokerlab.web.data import DataDirectory
from pokerlab.web.limits import RefusedError

NASTY = (
    "..",
    ".",
    "",
    "/etc/passwd",
    "../key",
    "a/b/c",
    "a\\b",
    "a\0b",
    ".hidden",
    "a/../b",
    "x" * 81,
    "\N{MATHEMATICAL SCRIPT CAPITAL A}" * 80,
    "\ud800",
    "a:b",
    "a ",
    "-",
    "..sol",
    "a\nb",
)


@pytest.fixture
def data(tmp_path):
    return DataDirectory(tmp_path / "data")


def test_everything_is_for_the_user_alone(tmp_path):
    before = os.umask(0o077)  # as the server does
    try:
        data = DataDirectory(tmp_path / "data")
        data.ranges.write("open/BTN 2.5bb", b"AA")
        for path in (data.path, *data.path.rglob("*")):
            assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path
    finally:
        os.umask(before)


@pytest.mark.parametrize("name", NASTY)
def test_names_are_never_made_into_paths(data, name):
    for shelf in (data.solutions, data.spots, data.ranges, data.structures):
        with pytest.raises(RefusedError):
            shelf.find(name)
        with pytest.raises(RefusedError):
            shelf.write(name, b"x")
        with pytest.raises(RefusedError):
            shelf.remove(name)
    assert {path.name for path in data.path.iterdir()} == {
        "key",
        "solutions",
        "spots",
        "ranges",
        "flops",
        "jobs",
        "imports",
        "play",
        "structures",
    }


def test_links_are_not_followed(data, tmp_path):
    secret = tmp_path / "secret.toml"
    secret.write_text("secret")
    (data.path / "spots" / "link.toml").symlink_to(secret)
    (data.path / "ranges" / "folder").symlink_to(tmp_path)
    (tmp_path / "r.txt").write_text("AA")
    assert data.spots.files() == data.ranges.files() == {}
    for name in ("key", "lock"):
        (data.path / name).unlink(missing_ok=True)
        (data.path / name).symlink_to(secret)
        with pytest.raises(DataError, match="is a link"), DataDirectory(data.path).locked():
            _ = data.key
        (data.path / name).unlink()
    assert secret.read_text() == "secret"
    (data.path / "jobs").rmdir()
    (data.path / "jobs").symlink_to(tmp_path)
    with pytest.raises(DataError, match="is a link"):
        DataDirectory(data.path)


def test_folders_and_unicode(data):
    data.ranges.write("3-Bet (größer)/Ünder 10%", b"AA")
    data.ranges.write("plain", b"KK")
    assert set(data.ranges.files()) == {"3-Bet (größer)/Ünder 10%", "plain"}
    assert data.ranges.find("3-Bet (gro\u0308ßer)/U\u0308nder 10%").read_bytes() == b"AA"
    with pytest.raises(RefusedError, match="capital letters only"):
        data.ranges.write("Plain", b"QQ")
    data.ranges.remove("plain")
    assert len(data.ranges.files()) == 1
    with pytest.raises(RefusedError, match=r"a folder does not end with \.txt"):
        data.ranges.write("a.TXT/b", b"QQ")  # or no range could be called 'a'


def test_new_names_do_not_meet_others(data):
    assert data.solutions.free_name("river") == "river-2"
    assert data.solutions.free_name("RIVER", frozenset({"river-2"})) == "RIVER-3"
    for wanted in NASTY:
        data.solutions.place(data.solutions.free_name(wanted))


def test_a_directory_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").touch()
    before = stat.S_IMODE(tmp_path.stat().st_mode)
    with pytest.raises(DataError, match="has files, but is no data directory"):
        DataDirectory(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == before
    with pytest.raises(DataError, match="is no directory"):
        DataDirectory(tmp_path / "thesis.tex")


def test_tables_of_buckets_may_lie_there_before(tmp_path):
    (tmp_path / "features").mkdir()
    data = DataDirectory(tmp_path)
    assert (data.path / "solutions" / "river.sol").exists()


def test_a_second_server_is_told_who_has_it(data):
    with data.locked() as tell:
        tell("http://127.0.0.1:1/")
        again = DataDirectory(data.path)
        whose = rf"served already by process {os.getpid()}, at http://127.0.0.1:1/"
        with pytest.raises(DataError, match=whose), again.locked():
            pass
    with data.locked():
        pass
    assert DataDirectory(data.path).key == data.key


def test_what_was_just_being_sent_when_a_server_ended_goes(data):
    (data.imports / "half").write_bytes(b"x")
    (data.imports / "folder").mkdir()
    (data.imports / "folder" / "file").touch()
    with data.locked():
        assert list(data.imports.iterdir()) == []


def test_a_key_that_is_removed_is_made_anew(data):
    before = data.key
    (data.path / "key").unlink()
    assert DataDirectory(data.path).key != before
    (data.path / "key").write_text("short")
    with pytest.raises(DataError, match="is no key"):
        _ = DataDirectory(data.path).key
