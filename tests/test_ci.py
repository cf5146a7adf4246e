"""What CI must have, so that nothing is skipped there in silence."""

import os
from importlib.util import find_spec

import pytest


@pytest.mark.skipif(os.environ.get("CI") != "true", reason="elsewhere tests of pages are skipped without a browser")
@pytest.mark.parametrize("package", ["httpx", "playwright"])
def test_ci_has_what_pages_are_tested_with(package):
    """A Chromium and axe-core are asked for by the tests that need them (`tests/web/pages.py`)."""
    assert find_spec(package), f"CI must have {package}: without it all tests of pages are skipped"
