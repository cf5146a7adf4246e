"""Why a player of rules does what he does: the rule, its inputs, its bands, the chances of the hand, and the draw."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pokerlab._streams import WHOLE, draw
from pokerlab.agents import expert_columns as at
from pokerlab.agents.agent import HandStart
from pokerlab.agents.expert import Decided, ExpertAgent, as_chances, places_at
from pokerlab.agents.expert_facts import FACT_NAMES, Facts
from pokerlab.agents.open_agent import column_parts, draw_part
from pokerlab.agents.strengths import hand_strengths
from pokerlab.cards.card import format_cards
from pokerlab.cards.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_index
from pokerlab.cards.unseen import UNKNOWN
from pokerlab.errors import AgentError
from pokerlab.games.action import Action
from pokerlab.games.view import Public
from pokerlab.records.record import HandRecord, replay

if TYPE_CHECKING:
    from pokerlab.tournament.facts import TournamentFacts

_MOVES = ("fold", "check or call", "bet or raise")


class Band(NamedTuple):
    """Hands from a place to another (0 the strongest, 1 the weakest) and what is done with them."""

    first: float
    last: float
    what: str


@dataclass(frozen=True)
class Explanation:
    """A decision, explained.

    - `rule`: the key of the file, or what short stacks do
    - `inputs`: by name, what it was decided by; `place`: of the hand, 0 the strongest
    - `bands`: of rules after the flop, as the moment has changed them; before it the parts of hands that raise and call
    - `worth`: what fold, call and all-in are worth to the hand, where that was found
    - `chances`: by action; `draw`: the number of 65,535 that was drawn, and `drawn`, what it says; None if unknown
    """

    street: str
    hand: str
    rule: str
    inputs: dict[str, float | str]
    place: float
    bands: tuple[Band, ...]
    worth: dict[str, float]
    chances: dict[str, float]
    draw: int | None = None
    drawn: str | None = None

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return {**vars(self), "bands": [band._asdict() for band in self.bands]}


def explain(agent: ExpertAgent, public: Public, cards: tuple[int, ...], *, drawn: bool = True) -> Explanation:
    """Why an agent does what it does with a hand, after `start`; `drawn`: with the draw of this hand's seeds."""
    facts = agent.facts(public)
    decided = agent.decide(public, facts)
    combo = combo_index(*cards)
    actions, table = as_chances(decided, facts)
    column = table[:, combo].tolist()
    names = [action_name(action, facts) for action in actions]
    number = chosen = None
    if drawn:
        number = draw(agent.hand.stream, len(public.betting.history), WHOLE)
        chosen = names[draw_part(column_parts(column), number)] if len(actions) > 1 else names[0]
    place = float(places_at(public.board)[combo])
    return Explanation(
        ("preflop", *at.STREETS)[public.betting.street], format_cards(cards), decided.rule,
        _inputs(agent, public, facts, combo), place, tuple(_bands(agent, decided, facts)), _worth(decided, combo),
        dict(zip(names, column, strict=True)), number, chosen,
    )  # fmt: skip


def explain_hand(
    agent: ExpertAgent,
    record: HandRecord,
    seat: int,
    tournament: "TournamentFacts | None" = None,
    seeds: tuple[int, ...] = (),
) -> Iterator[tuple[Explanation, str]]:
    """Every decision of a seat in a recorded hand: why the agent would do what it would, and what was done.

    - `tournament`: what it is told of the tournament that the hand is of
    - `seeds`: of its chance in this hand, where they are known: then its draws are, too
    """
    cards = record.private[seat]
    if why := agent.plays(record.game):
        raise AgentError(why)
    if len(cards) != 2 or UNKNOWN in cards:
        raise AgentError(f"the cards of {record.players[seat]} are not known")
    agent.start(HandStart(record.game, seat, record.players, seeds=seeds or (0,), tournament=tournament))
    before = None
    for step in replay(record):
        if step.played and before is not None and step.played.seat == seat:
            facts = agent.facts(before)
            yield explain(agent, before, cards, drawn=bool(seeds)), action_name(step.played.action, facts)
        if not step.state.betting.is_over:
            before = step.state.public


def action_name(action: Action, facts: Facts) -> str:
    """An action in words."""
    if action.to:
        return f"{'raise to' if facts[at.LEVEL] else 'bet'} {action.to}"
    return "fold" if str(action) == "f" else "call" if facts[at.TO_CALL] else "check"


def _inputs(agent: ExpertAgent, public: Public, facts: Facts, combo: int) -> dict[str, float | str]:
    found: dict[str, float | str] = {"strength": CLASS_NAMES[CLASS_OF_COMBO[combo]]}
    if public.board:
        found = {"E[HS]": round(float(hand_strengths(frozenset(public.board))[combo]), 4)}
    found["percentile"] = round(100 * (1 - float(places_at(public.board)[combo])), 1)
    found |= {name: round(float(facts[number]), 3) for number, name in FACT_NAMES.items()}
    big, pot = facts[at.BIG_BLIND], facts[at.POT]
    found["stack in big blinds"] = round(float(facts[at.STACK] / big), 2)
    found["effective big blinds"] = round(float(facts[at.EFFECTIVE] / big), 2)
    found["stack to pot"] = round(float(facts[at.STACK] / pot), 2)
    if facts[at.TO_CALL]:
        found["to call in pots"] = round(float(facts[at.TO_CALL] / max(pot - facts[at.TO_CALL], 1)), 3)
    limit = agent.short_limit(facts)
    found["push/fold below big blinds"] = round(limit, 2) if isfinite(limit) else "always"
    return found


def _bands(agent: ExpertAgent, decided: Decided, facts: Facts) -> Iterator[Band]:
    from pokerlab.agents import expert_kernels

    if decided.rule not in at.ROW_NAMES:
        return
    row = at.ROW_NAMES.index(decided.rule)
    if row < at.PREFLOP_ROWS:
        up, along = agent.table.ranges[row].mean(axis=1).tolist()
        yield Band(0, up, "raise (part of all hands)")
        yield Band(up, up + along, "call (part of all hands)")
        return
    strong, called, bluff = expert_kernels.bands_at(agent.table, facts, row)
    if facts[at.TO_CALL]:
        ends = np.cumsum([0, strong, called, bluff]).tolist()
        for what, first, last in zip(("raise", "call", "bluff-raise"), ends, ends[1:], strict=False):
            yield Band(first, last, what)
        yield Band(ends[-1], 1, "fold")
        return
    yield Band(0, strong, "bet for value")
    yield Band(strong, 1 - bluff, "check")
    yield Band(1 - bluff, 1, "bluff")


def _worth(decided: Decided, combo: int) -> dict[str, float]:
    if decided.worth is None:
        return {}
    values = decided.worth[:, CLASS_OF_COMBO[combo]].tolist()
    return {name: value for name, value in zip(_MOVES, values, strict=True) if isfinite(value)}
