"""The built pages: made of these sources, light, and nothing from elsewhere. No node is needed for it."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

from pokerlab.web.pages import STATIC

FRONTEND = Path(__file__).parents[2] / "frontend"
SINGLE = ("index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts")
START, STUDY, TABLE = 60_000, 90_000, 300_000
"""Bytes, compressed, that a first load may take: of the start page and the lobby, of any other page, of a table with
every card of the deck."""


def test_the_built_files_are_made_of_the_sources_that_are_here():
    names = [*SINGLE, *(p.relative_to(FRONTEND).as_posix() for d in ("src", "public") for p in (FRONTEND / d).rglob("*") if p.is_file())]  # fmt: skip  # noqa: E501
    digest = hashlib.sha256()
    for name in sorted(names):
        digest.update(name.encode() + b"\0" + (FRONTEND / name).read_bytes() + b"\0")
    assert json.loads((STATIC / "manifest.json").read_text())["sources"] == digest.hexdigest(), "run: make web"


def test_every_page_is_light():
    page = (STATIC / "index.html").read_text()
    first = set(re.findall(r'/(assets/[\w.-]+|icon\.svg)"', page))
    start = sum(map(_weight, {"index.html", *first, *_imported(first)}))
    assert start <= START
    for chunk in STATIC.glob("assets/*.js"):
        later = {f"assets/{chunk.name}", *_imported([f"assets/{chunk.name}"])} - first
        assert start + sum(map(_weight, later)) <= STUDY, chunk.name


def test_the_lobby_is_light_and_so_is_a_table_with_the_whole_deck():
    page = (STATIC / "index.html").read_text()
    first = set(re.findall(r'/(assets/[\w.-]+|icon\.svg)"', page))
    loaded = {name: _with(first, name) for name in ("lobby", "table")}
    assert sum(map(_weight, loaded["lobby"])) <= START
    deck = {f"assets/{path.name}" for path in STATIC.glob("assets/*.svg")}
    assert len(deck) == 52
    assert sum(map(_weight, loaded["lobby"] | loaded["table"] | deck)) <= TABLE


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.*")), ids=lambda path: path.suffix)
def test_nothing_is_inline_or_from_elsewhere(path):
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        assert re.findall(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", text) == []
    assert set(re.findall(r"(?:https?:)?//[\w-]+\.\w[\w.-]+", text)) <= {"http://www.w3.org"}
    assert not re.search(r"\beval\(|new Function\(", text)


def _with(first: set[str], page: str) -> set[str]:
    """All files of a page that is opened first."""
    names = {f"assets/{path.name}" for path in STATIC.glob(f"assets/{page}-*.js")}
    assert len(names) == 1
    return {"index.html", *first, *_imported(first), *names, *_imported(names)}


def _weight(name: str) -> int:
    return len(gzip.compress((STATIC / name).read_bytes(), 5, mtime=0))


def _imported(names) -> set[str]:
    """Files that some files import at once, near and far."""
    found: set[str] = set()
    todo = [name for name in names if name.endswith(".js")]
    while todo:
        text = (STATIC / todo.pop()).read_text("utf-8")
        near = {f"assets/{name}" for name in re.findall(r'(?:from|import)\s*"\./([\w.-]+\.js)"', text)} - found
        found |= near
        todo += near
    return found
