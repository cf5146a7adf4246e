"""The examples in README and docs run, and print what they say."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.main import get_command

from pokerlab import __all__ as public_names
from pokerlab import errors
from pokerlab.cli.app import app

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "pokerlab"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind == language]


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=lambda page: page.name)
def test_python_examples_run(page):
    names: dict = {}
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), names)


CONSOLE = [(page, block) for page in PAGES for block in blocks(page, "console")]


def _name(part: Path | str) -> str:
    return part.name if isinstance(part, Path) else part[2:].splitlines()[0]


@pytest.mark.parametrize(("page", "block"), CONSOLE, ids=_name)
def test_console_examples_print_what_they_say(page, block, pokerlab, monkeypatch, tmp_path):
    """The commands of a block run one after the other in one directory, so that the second may use the first's file."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        words = shlex.split(command)
        assert words[0] == "pokerlab", f"{page.name}: {command}"
        done = pokerlab(*words[1:])
        options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        is_so = any(
            doctest.OutputChecker().check_output(expected, printed, options)
            for printed in (done.out, done.out + done.err)
        )
        assert is_so, f"{command}\n{done.out}{done.err}"


def test_every_public_name_is_on_the_page_of_the_python_interface():
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    shown = set(re.findall(r"^::: pokerlab\.[\w.]+\.(\w+)$", page, re.MULTILINE)) | set(vars(errors))
    assert set(public_names) <= shown


def test_every_page_is_in_the_navigation():
    named = re.findall(r": (\w+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(named) == [page.name for page in PAGES[1:]]


def test_every_page_is_linked_from_the_first():
    linked = set(re.findall(r"\]\((\w+\.md)\)", (ROOT / "docs" / "index.md").read_text("utf-8")))
    assert {page.name for page in PAGES[1:]} - linked == {"index.md"}


def test_every_verb_and_every_schema_is_on_the_page_of_the_command_line():
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for verb in get_command(app).commands:
        assert re.search(rf"^\| `pokerlab {verb}\b", page, re.MULTILINE), verb
    sources = [path.read_text("utf-8") for path in (SOURCE / "cli").glob("*.py")]
    printed = set(re.findall(r"pokerlab/[a-z-]+/\d+", " ".join(sources)))
    assert printed <= set(re.findall(r"`(pokerlab/[a-z-]+/\d+)`", page))


def test_no_word_has_two_meanings_in_the_glossary():
    words = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE)
    words = [word for word in words if word not in ("word", "---")]
    assert len(words) > 100
    assert sorted(words) == sorted(set(words))


def test_links_between_pages_exist():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_package_and_module_is_on_the_architecture_page():
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for package in (path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()):
        assert re.search(rf"^\| `{package}/` .*\| yes \|$", page, re.MULTILINE), package
    named = {name.removesuffix(".py").rpartition(".")[2] for name in re.findall(r"`([\w.]+)`", page)}
    verbs = {"range_", "evaluate", *get_command(app).commands}
    kernels = {"sampling_kernels", "vector_kernels"}  # `*_kernels` there
    authors = [path.parent for path in SOURCE.glob("experiments/*/__init__.py")]
    for path in SOURCE.rglob("*.py"):
        if path.stem != "__init__" and path.parent not in authors:
            assert path.stem in named | verbs | kernels, path.relative_to(SOURCE)
