"""What all tests of pages in a browser share beside the fixtures of `conftest`."""

import os
from pathlib import Path

import pytest
from running import chromium_path

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = [((1440, 900), "dark"), ((820, 1180), "light"), ((390, 844), "light"), ((360, 640), "dark")]
"""Sizes and colours in which every page is looked at."""

PATIENCE = 60_000
"""Milliseconds."""
TOO_WIDE = """document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("*")]
    .filter(one => one.getBoundingClientRect().right > innerWidth).map(one => one.outerHTML.slice(0, 120))"""


def chromium() -> str:
    found = chromium_path()
    if not found and os.environ.get("CI") != "true":
        pytest.skip("no Chromium here: POKERLAB_CHROMIUM may name one")
    assert found, "CI must have a Chromium"
    return found


def check_page(page) -> None:
    """A page fits its width, and axe-core finds nothing serious."""
    page.wait_for_load_state("networkidle")
    too_wide = page.evaluate(TOO_WIDE)
    assert not too_wide, too_wide
    if not AXE.exists():
        assert os.environ.get("CI") != "true", "frontend/check installs axe-core"
        pytest.skip("axe-core is not installed: frontend/check does it")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']})")
    serious = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    assert not serious, [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in serious]
