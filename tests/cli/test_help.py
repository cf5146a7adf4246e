"""The pages of --help, and what the shell completes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from pokerlab.cli import tables
from pokerlab.cli.app import app
from pokerlab.cli.completion import complete_algorithm, complete_experiment, complete_game, complete_rule
from pokerlab.cli.help_page import examples, paragraphs
from pokerlab.tables import TABLES

VERBS = list(get_command(app).commands)


def pages(command, path=()) -> list[tuple[str, ...]]:
    """The words before `--help` of every page, also of verbs below verbs."""
    below = getattr(command, "commands", {})
    return [path, *(page for name, verb in below.items() for page in pages(verb, (*path, name)))]


@pytest.fixture
def page(pokerlab, monkeypatch):
    """`page(80, "solve")` gives the lines of a help page on a terminal of so many columns."""

    def run(columns: int, *words: str) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        done = pokerlab(*words, "--help")
        assert (done.code, done.err) == (0, "")
        return done.out.splitlines()

    return run


def test_verbs_are_grouped_by_what_people_want(page):
    lines = page(80)
    titles = [line for line in lines if re.fullmatch(r"[A-Z].*:", line)]
    assert titles == [
        "Study a spot:", "Tournaments:", "Cards:", "Play:", "Games and research:", "Hands and tools:", "Options:"
    ]  # fmt: skip
    for verb in VERBS:
        assert any(line.startswith(f"  {verb} ") for line in lines), verb


@pytest.mark.parametrize("words", pages(get_command(app)), ids=" ".join)
@pytest.mark.parametrize("columns", [80, 200])
def test_pages_are_as_wide_as_can_be_read(page, words, columns):
    """Examples too, which are copied and never wrapped."""
    lines = page(columns, *words)
    assert [line for line in lines if len(line) > min(columns, 100)] == []
    assert not any("<" in line for line in lines), "<bool>"
    assert not any("…" in line for line in lines), "cut off"


def test_brackets_are_shown(page):
    text = " ".join(" ".join(page(80, "solve")).split())
    assert "a file of [[lock]] tables" in text
    assert "a table [job] with" in text
    assert "--stack CHIPS[,CHIPS]" in text


def test_options_say_what_they_take_and_flags_take_nothing(page):
    lines = [re.sub(" +", " ", line) for line in page(100, "solve")]
    assert " --iterations N Stop after so many iterations." in lines
    assert " --no-file Write no file." in lines
    assert any(line.endswith("(default: 0.5)") for line in lines if "--target NUMBER" in line)
    assert any("--to phh|acpc|pokerstars" in line for line in page(100, "hands", "convert"))
    assert page(100, "hands", "convert")[0] == "Usage: pokerlab hands convert [OPTIONS] FILES..."


def test_paragraphs_wrap_as_a_whole(page):
    lines = page(80, "solve")
    first = next(place for place, line in enumerate(lines) if line.startswith("Shows how large"))
    paragraph = lines[first : lines.index("", first)]
    assert all(len(line) > 65 for line in paragraph[:-1]), paragraph


def test_paragraphs_and_examples_of_a_text():
    text = "One\n    line.\n\n    \b\n    Examples:\n      pokerlab a\n      pokerlab b\n    "
    assert paragraphs(text) == ["One line.", "Examples:\n  pokerlab a\n  pokerlab b"]
    assert examples(text) == ["pokerlab a", "pokerlab b"]


def test_no_verb_is_the_help(pokerlab):
    done = pokerlab()
    assert done.code == 2
    assert done.out == pokerlab("--help").out


def test_names_are_completed():
    assert complete_algorithm("p") == ["plus", "predictive", "public-chance", "pure"]
    assert complete_rule("d") == ["discounted"]
    assert complete_game("leduc-") == ["leduc-nl"]
    assert complete_experiment("moravcik")[:2] == ["moravcik", "moravcik/algorithms"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("pokerlab small kuh", "kuhn"),
        ("pokerlab small kuhn --algorithm fic", "fictitious"),
        ("pokerlab reproduce kujath/tab", "kujath/table2"),
        ("pokerlab show x.sol --matrix e", "equity"),
    ],
)
def test_the_shell_completes_names(words, expected):
    command = Path(sys.executable).with_name("pokerlab")
    question = {"_POKERLAB_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run([command], env=os.environ | question, capture_output=True, text=True, check=False)
    assert expected in done.stdout.split(), done.stderr


def test_all_tables_are_completed():
    assert tuple(TABLES) == tables.NAMES
