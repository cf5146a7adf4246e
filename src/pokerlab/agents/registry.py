"""Agents by name, as games are: `always-call`, `strategy:leduc.strategy`, `process:uniform`.

    named_agent("strategy:leduc.strategy")
    named_agent("process:strategy:leduc.strategy")      in a process of its own
    named_agent("rock")                                 a player of the roster, as expert:rock

A name may be followed by values: the first one may stand without its key, others are `key=value`.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pokerlab.agents.agent import Agent
from pokerlab.agents.bet_for_value import BetForValue
from pokerlab.agents.expert import ExpertAgent, NashAgent
from pokerlab.agents.human import Human
from pokerlab.agents.loki import Loki
from pokerlab.agents.open_agent import OpenAgent
from pokerlab.agents.policy_agent import BlueprintAgent, SolutionAgent, StrategyAgent
from pokerlab.agents.process_agent import ProcessAgent
from pokerlab.agents.rule_files import DEFAULT, find_file, player_names, roster, rule_chain
from pokerlab.agents.simple import AlwaysCall, AlwaysFold, AlwaysRaise, Random, Uniform
from pokerlab.agents.vexbot import Vexbot
from pokerlab.errors import AgentError, PokerError, shorten
from pokerlab.training.blueprint import blueprint_path

AGENTS: dict[str, Callable[..., Agent]] = {
    "always-call": AlwaysCall,
    "always-fold": AlwaysFold,
    "always-raise": AlwaysRaise,
    "bet-for-value": BetForValue,
    "blueprint": BlueprintAgent,
    "expert": ExpertAgent,
    "human": Human,
    "loki": Loki,
    "nash": NashAgent,
    "process": ProcessAgent,
    "random": Random,
    "solution": SolutionAgent,
    "strategy": StrategyAgent,
    "uniform": Uniform,
    "vexbot": Vexbot,
}
"""Every agent that has a name."""


@dataclass(frozen=True)
class AgentFacts:
    """What is to say of an agent: `parameters` by name with their defaults (None: it must be given)."""

    name: str
    what: str
    is_open: bool
    memory: str
    parameters: dict[str, Any]


def named_agent(text: str) -> Agent:
    """The agent that a text names; an `AgentError` says what is wrong with it."""
    text = spelled_out(text)
    name, _, rest = text.strip().partition(":")
    if name not in AGENTS:
        near = get_close_matches(name, [*AGENTS, DEFAULT, *player_names()], n=1, cutoff=0.7)
        hint = f"did you mean '{near[0]}'?" if near else f"agents are {', '.join(AGENTS)}, and all players"
        raise AgentError(f"'{shorten(name)}' is not an agent ({hint})")
    build = AGENTS[name]
    if build is ProcessAgent:
        return ProcessAgent(_inner(rest), named_agent)
    return build(**values_of(text, build, AgentError))


def spelled_out(text: str) -> str:
    """The name of an agent with its kind: `rock:think=1`, a player of the roster, is `expert:rock,think=1`."""
    name, _, rest = text.strip().partition(":")
    if name in AGENTS or not (name == DEFAULT or find_file(name) or name in roster()):
        return text
    return f"expert:{name},{rest}" if rest else f"expert:{name}"


def values_of(text: str, build: Callable[..., Any], error: type[PokerError]) -> dict[str, Any]:
    """What a text such as `vexbot:decay=0.95` gives for the parameters of what it names."""
    name, _, rest = text.strip().partition(":")
    known = inspect.signature(build).parameters
    given: dict[str, Any] = {}
    for place, part in enumerate(rest.split(",") if rest else []):
        key, equals, value = part.strip().partition("=")
        if not equals and place == 0 and known:
            key, value = next(iter(known)), part.strip()
        if key not in known:
            what = ", ".join(known) or "it has none"
            raise error(f"{shorten(text)}: '{shorten(part)}' is not a parameter of {name} ({what})")
        given[key] = _read(value, known[key], text, error)
    for key, parameter in known.items():
        if parameter.default is parameter.empty and key not in given:
            raise error(f"{name} needs its {key}, as in {name}:{key.upper()}")
    return given


def files_of(text: str) -> list[str]:
    """The files that an agent plays from: those it has a parameter `file` for, and the rules of players."""
    name, _, rest = spelled_out(text).strip().partition(":")
    if name == "process":
        return files_of(_inner(rest))
    if name in ("expert", "nash"):
        player = (
            values_of(f"expert:{rest}", ExpertAgent, AgentError)["player"] if rest and name == "expert" else DEFAULT
        )
        return [str(path) for path in rule_chain(player)]
    known = list(inspect.signature(AGENTS[name]).parameters) if name in AGENTS else []
    parts = [part.strip() for part in rest.split(",")] if rest else []
    named = [part.removeprefix("file=") for part in parts if part.startswith("file=")]
    found = named or (parts[:1] if known[:1] == ["file"] else [])
    return [str(blueprint_path(path)) for path in found] if name == "blueprint" else found


def agent_facts() -> list[AgentFacts]:
    """What is to say of every agent, from what it says itself."""
    found = []
    for name, build in AGENTS.items():
        kind: type[Agent] = build if isinstance(build, type) else Agent
        parameters = {
            key: None if parameter.default is parameter.empty else parameter.default
            for key, parameter in inspect.signature(build).parameters.items()
            if key != "named"  # no text gives it: the registry hands itself on
        }
        what = (inspect.getdoc(build) or "").split("\n\n")[0].replace("\n", " ")
        found.append(AgentFacts(name, what, issubclass(kind, OpenAgent), str(kind.memory), parameters))
    return found


def _inner(rest: str) -> str:
    """The agent that `process:` runs: `vexbot,decay=0.95` is `vexbot:decay=0.95`."""
    name, comma, more = rest.partition(",")
    return rest if ":" in name or not comma else f"{name}:{more}"


def _read(value: str, parameter: inspect.Parameter, text: str, error: type[PokerError]) -> Any:
    kind = type(parameter.default) if parameter.default not in (parameter.empty, None) else str
    try:
        return kind(value)
    except ValueError:
        words = {int: "a whole number", float: "a number"}
        raise error(
            f"{shorten(text)}: {parameter.name} must be {words.get(kind, 'something else')}, not '{shorten(value)}'"
        ) from None
