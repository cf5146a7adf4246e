"""Files with checksums: what is written is read back, and every damage is noticed before anything is parsed."""

import json
import struct
import zipfile
import zlib

import numpy as np
import pytest

from damage import assert_damage_is_noticed, attempt, damages, read_header, with_header
from pokerlab import __version__, _archives
from pokerlab._archives import BLOCK, Archive, archive_writer, laid_out, read_archive, write_archive
from pokerlab.errors import DataError, PokerError

FORM = "pokerlab/test"


def read(path, versions=(2,)):
    return read_archive(path, FORM, versions, what="a test file", error=DataError)


def some_arrays(seed: int = 0) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    return {
        "floats": rng.random((123, 45)),
        "empty": np.zeros((0, 3), np.float32),
        "one": np.array(7),
        "shorts": rng.integers(0, 65535, 30_000, np.uint16),
        "flags": rng.random(10) < 0.5,
        "turned": rng.random((4, 6)).astype(">f4").T,
        "nothing": np.zeros(0, np.int64),
    }


@pytest.mark.parametrize("compress", [False, True])
def test_arrays_and_metadata_read_back(tmp_path, compress):
    arrays, metadata = some_arrays(), {"name": "Grün", "list": [1, None, {"a": 0.1}]}
    write_archive(tmp_path / "a", FORM, 2, metadata, arrays, compress=compress)
    found, back = read(tmp_path / "a")
    assert {key: found[key] for key in metadata} == metadata
    assert (found["format"], found["version"], found["made"]["program"]) == (FORM, 2, f"pokerlab {__version__}")
    assert list(back) == list(arrays)
    for name, array in arrays.items():
        assert back[name].shape == array.shape
        assert back[name].dtype == array.dtype.newbyteorder("=")
        assert back[name].flags.writeable
        assert back[name].flags.c_contiguous
        assert (back[name] == array).all()


def test_a_file_may_have_no_arrays(tmp_path):
    write_archive(tmp_path / "a", FORM, 2, {"x": 1}, {})
    assert read(tmp_path / "a")[0]["x"] == 1


def test_metadata_cannot_hide_the_format(tmp_path):
    with pytest.raises(ValueError, match="cannot be called arrays, format"):
        write_archive(tmp_path / "a", FORM, 2, {"format": "x", "arrays": 1}, {})


def test_the_file_is_as_documented(tmp_path):
    # read by the description in docs/solutions.md alone
    arrays = some_arrays()
    write_archive(tmp_path / "a", FORM, 2, {}, arrays)
    content = (tmp_path / "a").read_bytes()
    magic, version, block, size, length, blocks = struct.unpack_from("<8sIIQQQ", content)
    assert (magic, version, block, size) == (b"POKERLAB", 1, 16384, len(content))
    assert content[40:56] == bytes(16)
    data = 64 + length + -(-4 * blocks // 64) * 64
    assert struct.unpack_from("<II", content, 56) == (zlib.crc32(content[64:data]), zlib.crc32(content[:60]))
    checksums = struct.unpack_from(f"<{blocks}I", content, 64 + length)
    assert checksums == tuple(zlib.crc32(content[at : at + block]) for at in range(data, size, block))
    described = {part["name"]: part for part in json.loads(content[64 : 64 + length])["arrays"]}
    shorts = described["shorts"]
    assert shorts == {"name": "shorts", "type": "<u2", "shape": [30_000], "start": shorts["start"], "bytes": 60_000}
    assert shorts["start"] % 64 == 0
    assert (np.frombuffer(content, "<u2", 30_000, data + shorts["start"]) == arrays["shorts"]).all()


@pytest.mark.parametrize("size", [1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK])
def test_pieces_of_any_size_give_the_same_file(tmp_path, size):
    content = np.random.default_rng(size).bytes(3 * BLOCK)
    parts = laid_out([("first", "|u1", (10,)), ("none", "|u1", (0,)), ("second", "|u1", (len(content) - 10,))])
    with archive_writer(tmp_path / "pieces", FORM, 2, {}, parts) as writer:
        writer.write(content[:10])
        for first in range(10, len(content), size):
            writer.write(content[first : first + size])
    plain = np.frombuffer(content, np.uint8)
    write_archive(tmp_path / "whole", FORM, 2, {}, {"first": plain[:10], "none": plain[:0], "second": plain[10:]})
    assert (tmp_path / "pieces").read_bytes() == (tmp_path / "whole").read_bytes()
    assert (read(tmp_path / "pieces")[1]["second"] == plain[10:]).all()


def test_a_file_that_was_not_written_to_its_end_is_not_there(tmp_path):
    parts = laid_out([("first", "|u1", (10,)), ("second", "|u1", (10,))])
    with (
        pytest.raises(ValueError, match="a part ends at 74"),
        archive_writer(tmp_path / "a", FORM, 2, {}, parts) as writer,
    ):
        writer.write(bytes(10))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("compress", [False, True])
def test_every_damage_is_noticed(tmp_path, compress):
    path = tmp_path / "a.file"
    write_archive(path, FORM, 2, {"name": "test"}, some_arrays(), compress=compress)

    def everything(path):
        metadata, arrays = read(path)
        return metadata, {name: (array.shape, array.tobytes()) for name, array in arrays.items()}

    refused = assert_damage_is_noticed(path, everything, DataError, seed=1, flips=400, cuts=50, zeroed=30, swapped=30)
    assert refused > 500  # no damage but one to the padding between arrays could go unnoticed, and that does not either
    assert refused == len(list(damages(path.read_bytes(), seed=1, flips=400, cuts=50, zeroed=30, swapped=30)))


def test_only_what_is_read_is_checked_and_only_once(tmp_path, monkeypatch):
    arrays = {name: np.random.default_rng(1).integers(0, 255, 5 * BLOCK, np.uint8) for name in ("one", "two")}
    write_archive(tmp_path / "a", FORM, 2, {}, arrays)
    content = bytearray((tmp_path / "a").read_bytes())
    content[-1] ^= 1  # in the last block of the second array
    (tmp_path / "a").write_bytes(content)
    archive = Archive(tmp_path / "a", FORM, (2,), what="a test file", error=DataError)
    assert (archive.array("one") == arrays["one"]).all()
    start, end = archive.parts["two"].start, archive.parts["two"].end
    assert (archive.view(start + 7, end - BLOCK, "two") == arrays["two"][7:-BLOCK]).all()
    with pytest.raises(DataError, match=r"a is damaged: two \(block 10 of 10\)"):
        archive.view(end - 1, end, "two")
    monkeypatch.setattr(_archives.zlib, "crc32", lambda *_: pytest.fail("checked again"))
    archive.array("one")
    archive.view(start, end - BLOCK, "two")


def changed_part(**changes):
    return lambda header: header["arrays"][0].update(changes)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda header: header.update(format="other"), "is not a test file but a file of 'other'"),
        (lambda header: header.update(version=9), "has version 9 of its format, this program reads 2"),
        (lambda header: header.pop("arrays"), "its list of arrays cannot be read"),
        (changed_part(type="|O"), "its list of arrays cannot be read"),
        (changed_part(type="<f16"), "its list of arrays cannot be read"),
        (changed_part(shape=[10**30]), "floats cannot lie where"),
        (changed_part(shape=[-1, 5]), "its list of arrays cannot be read"),
        (changed_part(shape=[0, 10**30], bytes=0), "floats cannot have the shape"),
        (changed_part(shape=[1] * 100, bytes=8), "floats cannot have the shape"),
        (changed_part(start=10**9), "floats cannot lie where"),
        (changed_part(start=1), "floats cannot lie where"),
        (changed_part(packed="zlib"), "floats cannot be decompressed"),
        (changed_part(packed="zlib", shape=[10**15]), "floats cannot be decompressed"),
        (changed_part(packed="rar"), "its list of arrays cannot be read"),
    ],
)
def test_headers_that_make_no_sense_are_one_line_even_with_right_checksums(tmp_path, change, complaint):
    path = tmp_path / "a"
    write_archive(path, FORM, 2, {}, some_arrays())
    content = path.read_bytes()
    header = read_header(content)
    change(header)
    path.write_bytes(with_header(content, json.dumps(header).encode()))
    with pytest.raises(DataError, match=complaint):
        read(path)
    for text in (b"[" * 100_000, b"7", b"{", b"\xff", b'{"a": ' + b"9" * 5000 + b"}"):
        path.write_bytes(with_header(content, text))
        with pytest.raises(DataError, match="its header is not JSON"):
            read(path)


def test_a_later_version_of_the_file_says_so(tmp_path):
    write_archive(tmp_path / "a", FORM, 2, {}, {})
    content = (tmp_path / "a").read_bytes()
    start = content[:8] + struct.pack("<I", 3) + content[12:60]
    (tmp_path / "a").write_bytes(start + struct.pack("<I", zlib.crc32(start)) + content[64:])
    with pytest.raises(DataError, match="is a file of version 3, this program reads version 1"):
        read(tmp_path / "a")


def test_places_that_are_no_files(tmp_path):
    (tmp_path / "empty").touch()
    for name, complaint in (("none", "No such file"), (".", "Is a directory"), ("empty", "it is empty")):
        with pytest.raises(DataError, match=complaint):
            read(tmp_path / name)
    with pytest.raises(DataError, match="cannot be read"):
        read("a\0b")


def write_version_1(path, metadata, arrays) -> None:
    """A file as version 1 was written."""
    text = np.frombuffer(json.dumps({"format": FORM, "version": 1, **metadata}).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez_compressed(file, metadata=text, **arrays)


def test_files_of_version_1_are_read_and_their_damage_crashes_nothing(tmp_path):
    path, table = tmp_path / "old", np.random.default_rng(1).random((20, 30))
    write_version_1(path, {"x": 1}, {"table": table})
    metadata, arrays = read(path, (1, 2))
    assert metadata["x"] == 1
    assert (arrays["table"] == table).all()
    with pytest.raises(DataError, match="is not a test file, or is damaged"):
        read(path)
    refusals = []
    for what, content in damages(path.read_bytes(), seed=3, flips=500):
        path.write_bytes(content)
        refusals.append(attempt(lambda path: read(path, (1, 2)), path, DataError, what)[1])
    assert sum(str(path) in refusal for refusal in refusals if refusal) > 400


@pytest.mark.parametrize("member", [b"7", b"[" * 100_000])
def test_strange_files_of_version_1_are_one_line(tmp_path, member):
    with zipfile.ZipFile(tmp_path / "old", "w") as archive, archive.open("metadata.npy", "w") as file:
        np.lib.format.write_array(file, np.frombuffer(member, np.uint8))
    with pytest.raises(PokerError, match="is not a test file, or is damaged"):
        read(tmp_path / "old", (1, 2))


def test_the_digest_is_of_the_arrays_and_not_of_what_is_said_of_them(tmp_path):
    arrays = {"numbers": np.arange(10_000)}
    files = [tmp_path / name for name in ("one", "again", "other")]
    write_archive(files[0], "test/numbers", 1, {"about": "one"}, arrays)
    write_archive(files[1], "test/numbers", 1, {"about": "another"}, arrays)
    write_archive(files[2], "test/numbers", 1, {"about": "one"}, {"numbers": arrays["numbers"] // 2})
    opened = [Archive(path, "test/numbers", (1,), what="numbers", error=PokerError) for path in files]
    assert opened[0].digest == opened[1].digest != opened[2].digest
    mapped = opened[0].mapped("numbers")
    np.testing.assert_array_equal(mapped, arrays["numbers"])
    assert not mapped.flags.writeable
