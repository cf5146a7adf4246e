"""Luck of the cards taken out: `chance`, and DIVAT (Billings and Kan 2006), which is the same in other words.

    chance_values(line, held, u, start)     # chips, and for every deal the mean of u less what it came to
    divat_values(line, held, u, start)      # what was gained on each street over what the baseline has there

Both are float64 [holding, seat] and have the mean of chips, whatever the players do: nothing has to be known of them.
"""

import numpy as np

from pokerlab.errors import LabError
from pokerlab.games.betting import Betting
from pokerlab.lab.endings import end_values
from pokerlab.lab.lines import Acted, Dealt, Floats, HandLine, Holdings, opening
from pokerlab.lab.value_functions import ValueFunction


def luck_terms(line: HandLine, held: Holdings, u: ValueFunction, start: Floats | None) -> list[tuple[int, Floats]]:
    """For every deal its street (-1: private hands) and float64 [holding, seat]: the mean of u before it, less u after
    it. `start`: the mean over private hands; without it, or where u is not known, a deal has no term."""
    found = []
    if start is not None:
        after = u.values(opening(line.game), line.start, held)
        if after is not None:
            found.append((-1, start - after))
    for step in line.steps:
        if isinstance(step, Dealt):
            before = u.before_deal(step.betting, step.board, len(step.cards), held)
            after = None if before is None else u.values(step.betting, step.after, held)
            if before is not None and after is not None:
                found.append((street_of(line, step), before - after))
    return found


def street_of(line: HandLine, step: Dealt) -> int:
    """The street that cards belong to, also after the betting is over."""
    return next(street for street in range(line.game.streets) if line.game.board_size(street) >= len(step.after))


def chance_values(line: HandLine, held: Holdings, u: ValueFunction, start: Floats | None) -> Floats:
    """v(z) + the sum over deals of [mean of u(h o) over o - u(h o*)]."""
    found = end_values(line.end, line.board, held)
    for _, term in luck_terms(line, held, u, start):
        found = found + term
    return found


def divat_values(line: HandLine, held: Holdings, u: ValueFunction, start: Floats | None) -> Floats:
    """The value of the baseline at the root, and for each street its value as played to the street's end less that at
    the street's beginning. It does not depend on cards after the last decision."""
    if start is None:
        raise LabError(f"divat: the mean of '{u.name}' over all deals of {line.game.name} is not known")
    found = np.broadcast_to(start, (len(held), line.game.players))
    decisions = line.decisions
    for place, step in enumerate(decisions):
        is_first = place == 0 or decisions[place - 1].betting.street != step.betting.street
        is_last = place == len(decisions) - 1 or decisions[place + 1].betting.street != step.betting.street
        if is_first:
            found = found - _known(u, step.betting, step, held)
        if is_last:
            found = found + _known(u, step.after, step, held)
    return found


def _known(u: ValueFunction, betting: Betting, step: Acted, held: Holdings) -> Floats:
    found = u.values(betting, step.board, held)
    if found is None:
        raise LabError(
            f"divat: what '{u.name}' is worth after {len(step.board)} cards of the board would take too long "
            "(chance leaves such terms out)"
        )
    return found
