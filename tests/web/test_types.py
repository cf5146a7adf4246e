"""The front end's types are those of the messages."""

import re
from pathlib import Path

from pokerlab.web.endpoints import ENDPOINTS
from pokerlab.web.types import typescript

COMMITTED = Path(__file__).parents[2] / "frontend" / "src" / "api.ts"


def test_the_committed_types_are_those_of_the_messages():
    assert COMMITTED.read_text("utf-8") == typescript(), "python -m pokerlab.web.types > frontend/src/api.ts"


def test_every_name_is_declared_once():
    text = typescript()
    declared = re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE)
    assert len(declared) == len(set(declared))
    code = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"|//.*", "", text)
    used = set(re.findall(r"\b[A-Z]\w+", code)) - {"Record"}
    assert used == set(declared)
    assert all(f'"{one.method} {one.path.replace(":path", "")}"' in text for one in ENDPOINTS)
