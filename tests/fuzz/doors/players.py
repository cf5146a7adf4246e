"""Doors of players: rule files, rosters, names of agents, and what becomes of rules that are taken."""

from pathlib import Path

import numpy as np

from fuzz.door import Door, texts
from fuzz.doors.cards import RANGE_WORDS
from fuzz.verdict import expect_named
from pokerlab._toml import parse_toml
from pokerlab.agents import expert_columns as at
from pokerlab.agents import expert_kernels
from pokerlab.agents.registry import files_of, named_agent
from pokerlab.agents.rule_files import SHIPPED, parse_rules, read_roster
from pokerlab.agents.rule_table import class_places, rule_table
from pokerlab.agents.rules import size_of
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.errors import AgentError

FILE = Path("someone.toml")
FILES = tuple(path.read_text("utf-8") for path in sorted(SHIPPED.glob("*.toml")) if path.stem != "roster")
ROSTER = (SHIPPED / "roster.toml").read_text("utf-8")
WORDS = (
    *RANGE_WORDS, "based_on", "default", "rock", "raise", "call", "bluff", "value", "size", "bet_bands",
    "[river.first]", "[preflop.open.early]", "[short]", "0.5", "1.5", "-1", "nan", "inf", "true", "[0.1, 0.2, 0.3]",
    "2.5bb", "3x", "60%", "a", "{", "}", "=", '"',
)  # fmt: skip


def _facts() -> list[np.ndarray]:
    """Some decisions, before and after the flop."""
    found = []
    for street, to_call, raises, most in ((0, 100, 0, 5000), (0, 400, 1, 5000), (1, 0, 0, 900), (3, 120, 1, 0)):
        facts = np.zeros(at.FACTS)
        facts[at.STREET], facts[at.TO_CALL], facts[at.RAISES], facts[at.MAX_RAISE] = street, to_call, raises, most
        facts[at.PLAYERS], facts[at.OPPONENTS], facts[at.BEHIND], facts[at.POT] = 4, 2, 2, 500
        facts[at.STACK], facts[at.LEVEL], facts[at.BIG_BLIND], facts[at.MIN_RAISE] = 5000, to_call, 100, min(200, most)
        facts[at.BUBBLE], facts[at.RIVALS] = 1.4, 4
        found.append(facts)
    return found


FACTS = _facts()


def _rules(text: str) -> None:
    try:
        rules = parse_rules(text, FILE)
    except AgentError as error:
        expect_named(error, ".toml")
        raise
    table = rule_table(rules)
    out = np.empty((3, COMBO_COUNT))
    for facts in FACTS:
        to = expert_kernels.all_chances(table, facts, class_places(), out)
        assert np.isfinite(out).all()
        assert out.min() >= 0
        assert np.allclose(out.sum(axis=0), 1, atol=1e-6)
        assert facts[at.MIN_RAISE] <= to <= facts[at.MAX_RAISE]


def _roster(text: str) -> None:
    found = read_roster(parse_toml(text, AgentError), "roster.toml")
    assert found
    assert all(1 <= entry.level <= 5 and entry.weight >= 0 for entry in found.values())


def _size(text: str) -> None:
    try:
        kind, value = size_of(text)
    except ValueError as error:
        raise AgentError(str(error)) from None
    assert kind in range(4)
    assert 0 <= value <= 1000


def _agent(text: str) -> None:
    if text.strip().startswith(("process", "human", "strategy", "solution")):
        raise AgentError("tried elsewhere")
    named_agent(text)
    assert isinstance(files_of(text), list)


DOORS = (
    Door(
        "rules",
        texts(*FILES),
        _rules,
        10,
        WORDS,
        {
            "a number as a table": ("flop = 3",),
            "a table as a number": ("[short.limit]\nx = 1",),
            "a list of tables": ("[[flop]]\nfirst = 1",),
            "a date": ("[short]\nlimit = 1979-05-27",),
            "thousands of digits": ("[short]\nlimit = " + "9" * 5000,),
            "based on itself": ("based_on = 'someone'",),
            "based on a path": ("based_on = '../rock'",),
            "based on the roster": ("based_on = 'roster'",),
            "a number of many digits": ("[short]\nlimit = 1" + "0" * 400,),
            "no edge": ("[postflop]\nedge = 0",),
            "all parts": ("[flop.first]\nvalue = 1\nbluff = 0",),
            "an empty text": ("",),
        },
        seconds=5.0,
    ),
    Door("roster", texts(ROSTER, "[rock]\nlevel = 3\nweight = 0.5\n"), _roster, 4, WORDS),
    Door("rule size", texts("2.5bb", "3x", "60%", "a", "100%"), _size, 3, WORDS),
    Door(
        "agent",
        texts(
            "rock", "expert:rock", "rock:think=0.5", "nash", "nash:think=1", "default", "uniform", "expert:rock,think=1"
        ),
        _agent,
        2,
        (":", ",", "=", "think", "rock", "nash", "1e400", "nan", "-1", ".toml", "../"),
        {"think of NaN": ("rock:think=nan",), "a file that is none": ("expert:/nowhere.toml",)},
        seconds=5.0,
    ),
)
