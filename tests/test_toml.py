"""TOML with limits: nothing that a file can hold takes more than a moment, or comes out as an error of Python."""

import pytest

from pokerlab import _toml
from pokerlab.errors import SpotError


def test_a_byte_order_mark_does_no_harm(tmp_path):
    path = tmp_path / "spot.toml"
    path.write_bytes(b"\xef\xbb\xbfpot = 100\n")
    assert _toml.read_toml(path, SpotError) == {"pot": 100}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"name = '\xe9'", "cannot be read: not a text in UTF-8"),
        ("pot = 1".encode("utf-16"), "cannot be read: not a text in UTF-8"),
        (b"pot = " + 5000 * b"1", "a number has thousands of digits"),
        (b"name = " + 1000 * b"[" + 1000 * b"]", "arrays or tables lie in each other more than 20 deep"),
        (b"name = " + 3000 * b"{a=", "arrays or tables lie in each other more than 20 deep"),
        (b"a" + 100_000 * b".a" + b" = 1", "a key has more than 20 parts, which is the limit"),
        (b"[a" + 100_000 * b" . a" + b"]", "a key has more than 20 parts, which is the limit"),
        (b"'a'" + 50_000 * b".'a'" + b" = 1", "a key has more than 20 parts, which is the limit"),
        (600_000 * b" ", "has more than 500,000 bytes, which is the limit"),
        (b"x" * 400_000, "not TOML: Expected '=' after a key"),
        (b'"\\' * 200_000, "not TOML: "),
        (b"pot 5", "not TOML: Expected '=' after a key"),
        (b"\x00", "not TOML: "),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else value,
)
def test_what_is_no_toml_or_too_much_is_one_line(tmp_path, content, line):
    path = tmp_path / "spot.toml"
    path.write_bytes(content)
    with pytest.raises(SpotError) as error:
        _toml.read_toml(path, SpotError)
    assert str(error.value).startswith(f"{path}: {line}")
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < len(str(path)) + 250


def test_dots_in_strings_and_comments_are_no_keys():
    text = f"""
    # {50 * "."}
    oop = "{", ".join(f"A{s}K{s}:0.25" for s in 30 * "cdhs")}"
    name = '{50 * "."}'
    long = '''{50 * "."}
    '''
    more = \"\"\"{50 * "."} \\" "\"\"\"
    flop.oop.bet = [ {", ".join(["1.5"] * 50)} ]
    """
    content = _toml.parse_toml(text, SpotError)
    assert content["flop"]["oop"]["bet"] == 50 * [1.5]
    assert content["name"] == 50 * "."


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(SpotError, match=f"^{path}: cannot be read: "):
            _toml.read_toml(path, SpotError)
