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
START, STUDY = 60_000, 90_000
"""Bytes, compressed, that a first load of the start page and of any other page may take."""


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


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.*")), ids=lambda path: path.suffix)
def test_nothing_is_inline_or_from_elsewhere(path):
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        assert re.findall(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", text) == []
    assert set(re.findall(r"(?:https?:)?//[\w-]+\.\w[\w.-]+", text)) <= {"http://www.w3.org"}
    assert not re.search(r"\beval\(|new Function\(", text)


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
