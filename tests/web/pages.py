"""What all tests of pages in a browser share beside the fixtures of `conftest`."""

import os
from pathlib import Path

import pytest
from running import REST, chromium_path

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = [((1440, 900), "dark"), ((820, 1180), "light"), ((390, 844), "light"), ((360, 640), "dark")]
"""Sizes and colours in which every page is looked at."""

AXE_WIDTHS = (1440, 390)
"""What axe-core looks at takes it seconds."""

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]
OTHER = {"dark": "light", "light": "dark"}
PATIENCE = 60_000
"""Milliseconds."""
TOO_WIDE = """document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("*")]
    .filter(one => one.getBoundingClientRect().right > innerWidth).map(one => one.outerHTML.slice(0, 120))"""


TOO_SMALL = """!matchMedia("(pointer: coarse)").matches ? [] : [...document.querySelectorAll(
    "button, .button, a, select, summary, input")]
    .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.disabled)
    .filter(one => one.localName !== "a" || (getComputedStyle(one).display !== "inline" && !one.matches(".skip")))
    .map(one => [one, one.closest("label.check") ?? (one.matches(".cover") ? one.closest(".tile") : one)])
    .map(([one, target]) => [one, target.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
    .map(([one, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${one.outerHTML.slice(0, 120)}`)"""
"""What fingers would miss: less than 44 px. Links within a text are as high as its lines; some cover their tile."""
MOST_TABS = 120
WIDE, ZOOMED = 1440, {"width": 720, "height": 450}
"""What is left of a screen of 1440 x 900 at 200%."""


def chromium() -> str:
    found = chromium_path()
    if not found and os.environ.get("CI") != "true":
        pytest.skip("no Chromium here: POKERLAB_CHROMIUM may name one")
    assert found, "CI must have a Chromium"
    return found


def tab_to(page, name: str) -> None:
    """Press Tab until what is called so has the focus."""
    script = "() => { const e = document.activeElement; return e.getAttribute('aria-label') ?? e.labels?.[0]?.innerText ?? e.innerText; }"  # noqa: E501
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if (page.evaluate(script) or "").strip().startswith(name):
            return
    raise AssertionError(f"no {name} among what can be tabbed to")


def check_page(page) -> None:
    """A page fits, and axe-core finds nothing serious, on a desk and on a phone, in both themes."""
    check_fit(page)
    if page.viewport_size["width"] not in AXE_WIDTHS:
        return
    _bring_axe(page)
    _look(page, RULES)
    theme = _theme(page)
    page.emulate_media(color_scheme=OTHER[theme], reduced_motion="reduce")
    _look(page, {"type": "rule", "values": ["color-contrast"]})  # nothing else depends on the theme
    page.emulate_media(color_scheme=theme)


def check_fit(page) -> None:
    """A page fits its width, and fingers can touch what is on it; a wide one also fits at 200%."""
    page.evaluate(REST)
    too_wide = page.evaluate(TOO_WIDE)
    assert not too_wide, too_wide
    too_small = page.evaluate(TOO_SMALL)
    assert not too_small, too_small
    if page.viewport_size["width"] == WIDE:
        before = page.viewport_size
        page.set_viewport_size(ZOOMED)
        too_wide = page.evaluate(TOO_WIDE)
        assert not too_wide, too_wide
        page.set_viewport_size(before)


def look_in_both_themes(page) -> None:
    """axe-core finds nothing serious by any rule, whatever the size, in this theme and in the other."""
    _bring_axe(page)
    theme = _theme(page)
    for one in (OTHER[theme], theme):
        page.emulate_media(color_scheme=one, reduced_motion="reduce")
        _look(page, RULES)


def _bring_axe(page) -> None:
    if not AXE.exists():
        assert os.environ.get("CI") != "true", "frontend/check installs axe-core"
        pytest.skip("axe-core is not installed: frontend/check does it")
    page.evaluate(AXE.read_text("utf-8"))


def _theme(page) -> str:
    return "dark" if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else "light"


def _look(page, rules) -> None:
    """Nothing serious is found by some rules of axe-core."""
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    page.evaluate("scrollTo(0, 0)")  # what the bar hides of a cell does not make it smaller
    found = page.evaluate("options => axe.run(document, options)", options)
    serious = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    assert not serious, [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in serious]
