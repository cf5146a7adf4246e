"""The examples in README and docs run, and print what they say."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind == language]


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=lambda page: page.name)
def test_python_examples_run(page):
    names: dict = {}
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), names)


CONSOLE = [
    (page.name, command, expected)
    for page in PAGES
    for block in blocks(page, "console")
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("page", "command", "expected"), CONSOLE)
def test_console_examples_print_what_they_say(page, command, expected, pokerlab):
    words = shlex.split(command)
    assert words[0] == "pokerlab", f"{page}: {command}"
    done = pokerlab(*words[1:])
    printed = done.out + done.err
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.OutputChecker().check_output(expected, printed, options), printed


def test_links_between_pages_exist():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_room_is_on_the_architecture_page():
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    package = ROOT / "src" / "pokerlab"
    for room in (path.name for path in package.iterdir() if (path / "__init__.py").exists()):
        assert re.search(rf"^\| `{room}/` .*\| yes \|$", page, re.MULTILINE), room
    for path in (package / "cards").glob("*.py"):
        assert path.stem == "__init__" or f"`{path.stem}`" in page, path.name
