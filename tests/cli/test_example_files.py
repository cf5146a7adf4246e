"""The examples that help and docs name are found in every directory."""

from pathlib import Path

from pokerlab._examples import examples_directory
from pokerlab.cli.example_files import or_example


def test_shipped_examples_are_found_from_anywhere(pokerlab, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert pokerlab("tree", "examples/river.toml", "--depth", "1").code == 0
    assert "QJs" in pokerlab("show", "examples/river.sol", "check").out
    assert pokerlab("simulate", "examples/river.sol", "--hands", "1k", "--no-check").code == 0


def test_a_file_that_is_there_comes_first(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    mine = Path("examples") / "river.toml"
    assert or_example(mine) == examples_directory() / "river.toml"
    mine.parent.mkdir()
    mine.touch()
    assert or_example(mine) == mine


def test_other_names_stay_what_they_are(pokerlab, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in ("river.toml", "examples/nothing.toml", "my/examples/river.toml", "examples/../river.toml"):
        assert or_example(Path(name)) == Path(name)
    assert "examples/nothing.toml" in pokerlab("tree", "examples/nothing.toml").err
