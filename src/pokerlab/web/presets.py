"""Ranges to start from: what the shipped blueprints do before the flop, by position.

A blueprint is trained, not solved: of a game whose later streets are told apart by buckets only. What it does is a
place to start from, and pages say so.
"""

from functools import cache
from typing import Any

import numpy as np

from pokerlab.cards.ranges import Range
from pokerlab.games.action import FOLD, Action, Kind
from pokerlab.games.betting import Betting
from pokerlab.games.view import Public
from pokerlab.training.blueprint import SHIPPED, Blueprint

SCALE = 100
"""Weights are rounded to whole parts of this: a trained strategy is not known better."""
LEAST = 0.05
"""The part of all hands below which a line of play is left out: it hardly happened while the blueprint was trained."""
_SEATS = ("bb", "sb")


@cache
def blueprint_ranges() -> list[dict[str, Any]]:
    """A name (`limit-sb-raise-20`: to 20 chips; `limit-bb-call-20`, `limit-bb-raise-30-over-20`: against a raise to 20)
    and the text of each range: what the small blind calls and raises first in, and what the big blind does against
    every such raise."""
    found = []
    for name in SHIPPED:
        blueprint = Blueprint.open(name)
        start = Betting.start(blueprint.game)
        found += _ranges(blueprint, start, name)
        for action, chances in zip(*blueprint.chances(Public(start)), strict=True):
            if action.kind is Kind.RAISE and chances.mean() >= LEAST:
                found += _ranges(blueprint, start.act(action), name, action)
    return found


def _ranges(blueprint: Blueprint, betting: Betting, name: str, before: Action | None = None) -> list[dict[str, Any]]:
    """Of a decision, the hands of every action but folding, each as often as it takes it."""
    assert betting.actor is not None
    actions, table = blueprint.chances(Public(betting))
    found = []
    for action, chances in zip(actions, table, strict=True):
        weights = np.rint(SCALE * chances.astype(np.float64)) / SCALE
        if action.kind is Kind.CALL:
            does = f"call-{before.to}" if before else "call"
        else:
            does = f"raise-{action.to}" + (f"-over-{before.to}" if before else "")
        if action != FOLD and chances.mean() >= LEAST:
            found.append({"name": f"{name}-{_SEATS[betting.actor]}-{does}", "text": str(Range(weights))})
    return found
