"""Blueprints as plain data."""

from typing import Any

from pokerlab.betting.paths import letters_of
from pokerlab.games.betting import Betting
from pokerlab.games.view import Public
from pokerlab.training.blueprint import Blueprint


def position_of(blueprint: Blueprint, line: str) -> Public:
    """The wagers after a line of play in letters, such as `r6c/cr12`, before the cards of a later street are known."""
    betting = Betting.start(blueprint.game)
    for action in letters_of(line):
        betting = betting.act(action)
    return Public(betting)


def decision_record(blueprint: Blueprint, line: str) -> dict[str, Any]:
    """What a blueprint does after a line of play, by sight of the cards: `chances` [action][sight]."""
    betting = position_of(blueprint, line).betting
    start, node = blueprint.plan.find(betting)
    return {
        "game": blueprint.game.name, "players": blueprint.game.players, "menu": blueprint.menu,
        "recall": blueprint.recall, "cards": blueprint.cards.name, "cells": len(blueprint.parts),
        "made": blueprint.made.entries(), "line": line, "street": betting.street, "seat": betting.actor,
        "to_call": betting.to_call, "pot": betting.pot,
        "actions": [str(action) for action in blueprint.plan.actions_at(node)],
        "chances": blueprint.by_sight(start, node).astype(float).round(6).tolist(),
    }  # fmt: skip
