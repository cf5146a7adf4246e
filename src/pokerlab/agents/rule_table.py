"""The rules of a player as arrays: what kernels and agents decide by."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pokerlab.agents import expert_columns as at
from pokerlab.agents.expert_kernels import Rules
from pokerlab.agents.rules import Called, Faced, PlayerRules, StartRule, Unbet, size_of
from pokerlab.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, COMBO_COUNT
from pokerlab.cards.preflop import strength_order
from pokerlab.cards.ranges import Range


@lru_cache(maxsize=256)
def rule_table(rules: PlayerRules) -> Rules:
    """The arrays of some rules, see `expert_kernels.Rules`."""
    starts = _starts(rules)
    ranges = np.zeros((at.PREFLOP_ROWS, 2, COMBO_COUNT), np.float32)
    sizes = np.zeros((at.ROWS, 2))
    for row, start in enumerate(starts):
        if isinstance(start, StartRule):
            ranges[row, 0] = weights_of(start.raise_)
            sizes[row] = size_of(start.size)
        ranges[row, 1] = np.minimum(weights_of(start.call), 1 - ranges[row, 0])
    situations = [getattr(street, name) for street in (rules.flop, rules.turn, rules.river) for name in at.SITUATIONS]
    parts = np.zeros((len(situations), 3, 3))
    for row, situation in enumerate(situations):
        parts[row] = _parts(situation)
        sizes[at.PREFLOP_ROWS + row] = size_of(situation.size)
    widths = ranges.sum(axis=1).mean(axis=1).astype(np.float64)
    return Rules(ranges, widths, parts, sizes, _limits(rules))


@lru_cache(maxsize=1024)
def weights_of(text: str) -> npt.NDArray[np.float64]:
    """float64 [1326]: the weights of a range, not to be written to; of none if the text is empty."""
    return Range.parse(text).weights if text.strip() else np.zeros(COMBO_COUNT)


@lru_cache(maxsize=1)
def class_places() -> npt.NDArray[np.float32]:
    """float32 [1326]: the place of every hand before the flop in the order of the classes, 0 the strongest, 1 the
    weakest; hands of one class share the middle of theirs."""
    order = strength_order()
    sizes = CLASS_SIZES[order]
    places = np.empty(len(order))
    places[order] = (np.cumsum(sizes) - sizes / 2) / COMBO_COUNT
    return np.ascontiguousarray(places[CLASS_OF_COMBO], np.float32)


def _starts(rules: PlayerRules) -> list[StartRule | Called]:
    """In the order of the rows."""
    found: list[StartRule | Called] = []
    for name in at.ROW_NAMES[: at.PREFLOP_ROWS]:
        value: object = rules
        for key in name.split("."):
            value = getattr(value, key)
        assert isinstance(value, StartRule | Called)
        found.append(value)
    return found


def _parts(situation: Unbet | Faced) -> npt.NDArray[np.float64]:
    """float64 [opponents, 3]: bet or raise, call, bluff."""
    if isinstance(situation, Unbet):
        return np.array([situation.value, (0.0,) * 3, situation.bluff]).T
    return np.array([situation.raise_, situation.call, situation.bluff]).T


def _limits(rules: PlayerRules) -> npt.NDArray[np.float64]:
    found = np.zeros(at.LIMITS)
    preflop, postflop, short = rules.preflop, rules.postflop, rules.short
    found[[at.SMALL_RAISE, at.MEDIUM_RAISE]] = preflop.raise_bands
    found[[at.SMALL_ALL_IN, at.MEDIUM_ALL_IN]] = preflop.all_in_bands
    found[at.PER_LIMPER] = preflop.per_limper
    found[[at.SMALL_BET, at.MEDIUM_BET]] = postflop.bet_bands
    found[at.EDGE], found[at.TRAP] = postflop.edge, postflop.trap
    found[at.ALL_IN_BELOW], found[at.COMMITTED] = postflop.all_in_below, postflop.committed
    found[at.BUBBLE_CARE], found[at.LEVEL_CARE] = rules.adjust.bubble, rules.adjust.level
    found[at.AGGRESSION_CARE] = rules.adjust.aggression
    found[at.SHORT], found[at.SHORT_PER_ANTE] = short.limit, short.per_ante
    found[at.SHORT_SMALL_BLIND], found[at.SHORT_CALLER] = short.small_blind, short.caller
    found[at.SHORT_STRONG], found[at.SHORT_WEAK] = short.strong, short.weak
    return found
