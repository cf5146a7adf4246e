"""The examples in the documentation run and show what they say."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["games.md", "records.md"])
def test_examples_run(name: str):
    flags = doctest.IGNORE_EXCEPTION_DETAIL
    result = doctest.testfile(str(DOCS / name), module_relative=False, optionflags=flags, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0
