"""The expert system: a player who decides by a file of rules.

Chapter 16 of Moravčík's thesis on single-table tournaments: how often hands are bet, called and bluffed with is
knowledge in files, and the order is that of the [0,1] game. What was XML without a check there is a `PlayerRules` here;
`expert_kernels` decides by it. Short stacks play push/fold (`short_stacks`).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab.agents import expert_columns as at
from pokerlab.agents.agent import HandStart
from pokerlab.agents.expert_facts import Facts, facts_of
from pokerlab.agents.open_agent import OpenAgent
from pokerlab.agents.places import hand_places
from pokerlab.agents.rule_files import DEFAULT, level_of, read_rules
from pokerlab.agents.rule_table import class_places, rule_table, weights_of
from pokerlab.agents.short_stacks import (
    ShortHand,
    class_weights,
    known_pot,
    prepare,
    push_or_fold,
    short_hand,
    spot_of,
    valued_moves,
)
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import AgentError
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.rules import Game
from pokerlab.games.view import Public
from pokerlab.tournament.icm import bubble_factors

Floats = npt.NDArray[np.float64]

MOST_THINKING = 60.0
"""Seconds."""


class Decided(NamedTuple):
    """What is done with all hands: float64 [3, 1326], the chances to fold, to check or call, to bet or raise; what is
    raised to; and the rule: a row of `expert_columns.ROW_NAMES`, or what short stacks do, in words.

    `worth`: float64 [3, 169], what the three are worth, where that was found; else None.
    """

    table: Floats
    to: int
    rule: str
    worth: Floats | None = None


@dataclass(frozen=True)
class _Hand:
    """What does not change in a hand: it is known when it starts."""

    levels: tuple[int, ...] = ()
    bubbles: tuple[tuple[float, ...], ...] = ()
    short: ShortHand | None = None


class ExpertAgent(OpenAgent):
    """Plays by a file of rules: the expert system of Moravčík's thesis (2010), with push/fold for short stacks.

    `player`: a name of `pokerlab players list`, or a file. `think`: seconds to solve push/fold of a hand before its
    first decision; 0 plays quick charts.
    """

    def __init__(self, player: str = DEFAULT, think: float = 0.0) -> None:
        if not 0 <= think <= MOST_THINKING:
            raise AgentError(f"think is 0 to {MOST_THINKING:g} seconds, not {think:g}")
        self.player, self.think = player, think
        self.rules = read_rules(player)
        self.table = rule_table(self.rules)
        self._of_hand = _Hand()
        if think:
            prepare()

    def plays(self, game: Game) -> str:
        """Hold'em of all kinds."""
        return "" if is_holdem(game) else f"its rules are for hold'em, not for {game.name}"

    def start(self, hand: HandStart) -> None:
        """Who sits where says how strong opponents are; prizes say what chips are worth. Push/fold of short stacks is
        solved here, before anybody waits."""
        super().start(hand)
        told, game = hand.tournament, hand.game
        prizes = tuple(map(float, told.prizes)) if told and any(told.prizes) else None
        bubbles = _bubbles(game.stacks, prizes) if prizes else ()
        levels = tuple(level_of(name) for name in hand.names)
        short = None
        if not game.start and self.most_short(game) > min(game.stacks) / game.big_blind:
            heads = told.hand_bounties if told else ()
            part = told.structure.progressive if told else 0.0
            short = short_hand(game, prizes, heads, part, self.think)
        self._of_hand = _Hand(levels, bubbles, short)

    def chances(self, public: Public) -> Chances:
        """What the rules say for every hand."""
        facts = self.facts(public)
        return as_chances(self.decide(public, facts), facts)

    def facts(self, public: Public) -> Facts:
        """The inputs of a decision."""
        known = self._of_hand
        return facts_of(public.betting, known.bubbles[public.betting.actor] if known.bubbles else (), known.levels)

    def decide(self, public: Public, facts: Facts) -> Decided:
        """What is done with all hands, and by which rule."""
        from pokerlab.agents import expert_kernels

        if not public.betting.street and (found := self._short(public, facts)):
            return found
        out = np.empty((3, COMBO_COUNT))
        to = expert_kernels.all_chances(self.table, facts, places_at(public.board), out)
        return Decided(out, int(to), at.ROW_NAMES[expert_kernels.find_row(self.table.limits, facts)])

    def short_limit(self, facts: Facts) -> float:
        """Below how many effective big blinds it plays push/fold."""
        from pokerlab.agents import expert_kernels

        return float(expert_kernels.short_limit(self.table.limits, facts))

    def most_short(self, game: Game) -> float:
        """The largest such limit that can come up in a hand."""
        limits = self.table.limits
        if not limits[at.SHORT]:
            return 0.0
        antes = limits[at.SHORT_PER_ANTE] * sum(game.antes) / game.big_blind
        others = (at.SHORT, at.SHORT_SMALL_BLIND, at.SHORT_STRONG, at.SHORT_WEAK)
        return float(limits[list(others)].sum() + antes)

    def _short(self, public: Public, facts: Facts) -> Decided | None:
        """What short stacks do before the flop; None if the stacks are not short."""
        hand, betting = self._of_hand.short, public.betting
        if hand is None or betting.game.start or facts[at.EFFECTIVE] >= self.short_limit(facts) * facts[at.BIG_BLIND]:
            return None
        pot = known_pot(hand, betting)
        to = betting.legal.max_raise
        if pot is not None and (pot or hand.seats.index(betting.actor) < len(hand.seats) - 1):
            return Decided(push_or_fold(hand, betting, pot), to, f"short stacks: {hand.source}")
        short = self.rules.short
        limper, raiser = (class_weights(weights_of(text)) for text in (short.limper, short.raiser))
        table, worth = valued_moves(hand, betting, limper, raiser, short.caller)
        return Decided(table, to, "short stacks: all-in, call and fold by their value", worth)


class NashAgent(ExpertAgent):
    """Push/fold always, at any depth: the equilibrium of all-in or fold with ICM (Moravčík's thesis, 2010, chapter 4).

    After a move that push/fold does not know it takes what all-in, call and fold are worth; after a flop the expert
    system plays. `think`: seconds to solve a hand before its first decision; 0 plays quick charts.
    """

    def __init__(self, think: float = 0.0) -> None:
        super().__init__(DEFAULT, think)

    def plays(self, game: Game) -> str:
        """No-limit hold'em from the blinds."""
        if why := super().plays(game):
            return why
        return "" if spot_of(game, None) else f"push/fold is for no-limit with two blinds, not for this {game.name}"

    def short_limit(self, facts: Facts) -> float:
        """All stacks are short."""
        return np.inf

    def most_short(self, game: Game) -> float:
        """All stacks are short."""
        return np.inf


def is_holdem(game: Game) -> bool:
    """Whether a game is hold'em with all cards: two private ones, and a board of 3, 1 and 1."""
    return (
        len(game.deck) == 52 and game.private_cards == (2, 0, 0, 0) and game.board_cards == (0, 3, 1, 1)
        and game.ranking == "holdem"
    )  # fmt: skip


def places_at(board: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """float32 [1326]: the place of every hand, 0 the strongest: in the order of classes, or among all on the board."""
    return hand_places(frozenset(board)) if board else class_places()


def as_chances(decided: Decided, facts: Facts) -> Chances:
    """The chances of legal actions."""
    actions, rows = [], []
    if facts[at.TO_CALL] > 0:
        actions.append(FOLD)
        rows.append(decided.table[at.FOLD])
    actions.append(CALL)
    rows.append(decided.table[at.CALL])
    if decided.to:
        actions.append(raise_to(decided.to))
        rows.append(decided.table[at.RAISE])
    return Chances(tuple(actions), np.stack(rows).astype(np.float32))


@lru_cache(maxsize=512)
def _bubbles(stacks: tuple[int, ...], prizes: tuple[float, ...]) -> tuple[tuple[float, ...], ...]:
    """By seat and other seat: the bubble factors."""
    return tuple(map(tuple, bubble_factors(stacks, [prize for prize in prizes if prize]).tolist()))
