"""Agents that decide inside compiled loops: what kernels are given of them.

    agents = compiled_agents([named_agent("rock"), named_agent("random")], ["rock", "random"])   # None if one cannot

`simple_kernels.simple_move` and `deciding_kernels.decide` ask them; what they do is what they do at the table, draw for
draw.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab.agents import simple
from pokerlab.agents.agent import Agent
from pokerlab.agents.compiled_places import known_places
from pokerlab.agents.expert import ExpertAgent, NashAgent
from pokerlab.agents.place_kernels import Places
from pokerlab.agents.rule_files import UNKNOWN_LEVEL, level_of
from pokerlab.agents.rule_table import weights_of
from pokerlab.agents.rules import PlayerRules
from pokerlab.agents.short_kernels import HandNotes
from pokerlab.agents.short_stacks import class_weights, equity_against, strongest
from pokerlab.agents.simple_kernels import EXPERT
from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.tournament.quick import quick_tables, two_way_wins
from pokerlab.tournament.quick_kernels import Tables

Floats = npt.NDArray[np.float64]

SIMPLE: tuple[type[Agent], ...] = (
    simple.AlwaysFold, simple.AlwaysCall, simple.AlwaysRaise, simple.Random, simple.Uniform,
)  # fmt: skip
"""In the order of the kinds of `simple_kernels`."""
NASH = EXPERT + 1
"""The kind of agents that play push/fold always; EXPERT is that of players of rule files."""


class CompiledAgents(NamedTuple):
    """Agents as arrays.

    - by agent: `kinds`, `tables` (which rules), `levels` of the players
    - rules, by table: `ranges`, `widths`, `parts`, `sizes`, `limits` (see `expert_kernels.Rules`), `against` (see
      `short_kernels.short_move`)
    - what all know: `charts`, `second`, `won` (see `tournament.quick_kernels`), `places` of hands on boards
    - `notes`: of the hand that is played
    """

    kinds: npt.NDArray[np.int64]
    tables: npt.NDArray[np.int64]
    levels: Floats
    ranges: npt.NDArray[np.float32]
    widths: Floats
    parts: Floats
    sizes: Floats
    limits: Floats
    against: Floats
    charts: Tables
    second: Floats
    won: Floats
    places: Places
    notes: HandNotes


def compiled_agents(
    agents: Sequence[Agent], names: Sequence[str] = (), *, with_bounties: bool = False
) -> CompiledAgents | None:
    """The agents as kernels know them; None if one of them cannot be compiled: it is none of theirs, takes time to
    think, or would play push/fold for bounties. `names`: who they are to each other."""
    if not all(_is_known(agent, with_bounties) for agent in agents):
        return None
    rules = list(dict.fromkeys(agent.rules for agent in agents if isinstance(agent, ExpertAgent)))
    tables = {agent.rules: agent.table for agent in agents if isinstance(agent, ExpertAgent)}
    kinds = [_kind(agent) for agent in agents]
    which = [rules.index(agent.rules) if isinstance(agent, ExpertAgent) else 0 for agent in agents]
    levels = [level_of(name) for name in names] if names else [UNKNOWN_LEVEL] * len(agents)
    columns = [np.stack(column) for column in zip(*(tables[of_one] for of_one in rules), strict=True)] or _no_rules()
    ranges, widths, parts, sizes, limits = columns
    against = np.stack([_against(of_one) for of_one in rules]) if rules else np.zeros((0, 4, CLASS_COUNT))
    charts, second, won = _charts() if rules else _no_charts()
    return CompiledAgents(
        np.array(kinds, np.int64), np.array(which, np.int64), np.array(levels, np.float64), ranges, widths, parts,
        sizes, limits, against, charts, second, won, known_places() if rules else _no_places(), HandNotes.empty(),
    )  # fmt: skip


def _is_known(agent: Agent, with_bounties: bool) -> bool:
    if type(agent) in (ExpertAgent, NashAgent):
        assert isinstance(agent, ExpertAgent)
        plays_short = isinstance(agent, NashAgent) or agent.rules.short.limit > 0
        return not agent.think and not (with_bounties and plays_short)
    return type(agent) in SIMPLE


def _kind(agent: Agent) -> int:
    if isinstance(agent, ExpertAgent):
        return NASH if isinstance(agent, NashAgent) else EXPERT
    return SIMPLE.index(type(agent))


@lru_cache(maxsize=256)
def _against(rules: PlayerRules) -> Floats:
    """float64 [4, 169]: see `short_kernels.short_move`."""
    short, rows = rules.short, []
    for text in (short.limper, short.raiser):
        assumed = class_weights(weights_of(text))
        rows += [equity_against(assumed), equity_against(strongest(assumed, short.caller))]
    return np.stack(rows)


def _charts() -> tuple[Tables, Floats, Floats]:
    return (quick_tables(), *two_way_wins())


def _no_rules() -> list[npt.NDArray[Any]]:
    """Rules of nobody."""
    shapes = ((0, 0, 0, 0), (0, 0), (0, 0, 0, 0), (0, 0, 0), (0, 0))
    return [np.zeros(shape, np.float32 if place == 0 else np.float64) for place, shape in enumerate(shapes)]


def _no_charts() -> tuple[Tables, Floats, Floats]:
    order, mass, chances = np.zeros(0, np.int64), np.zeros(0), np.zeros((0, 0, 0))
    return Tables(order, order, mass, mass, chances, chances, chances), np.zeros((0, 0)), np.zeros((0, 0))


def _no_places() -> Places:
    places, keys = np.zeros(0, np.float32), np.zeros(1, np.uint64)
    return Places(places, keys, np.zeros(1, np.int64), np.zeros((0, 0), np.float32), keys.copy(), places, keys.copy())
