"""AIVAT (Burch, Schmid, Moravcik, Morrill and Bowling 2018): luck of the cards and of known players' draws taken out.

    aivat_values(line, held, known, u, start)       # float64 [holding, seat]

Known players' private hands are all looked at together, each as likely as what they played makes it, so that the number
is the same whichever of them was held. For every deal, and every decision of a known player, the mean of u before it is
set against what it came to. Private hands of unknown players are a deal; those of known ones are not.
"""

from collections.abc import Collection
from functools import cached_property

import numpy as np

from pokerlab.lab.endings import end_values
from pokerlab.lab.lines import Acted, Dealt, Floats, HandLine, Holdings, Whole, opening
from pokerlab.lab.value_functions import Remembered, ValueFunction

MOST_MEMBERS = 20_000
"""Holdings times groups of a table of who is where."""


class Groups:
    """Holdings that differ in known players' hands only: means over each group."""

    def __init__(self, group: Whole) -> None:
        self.group = group
        self.count = int(group.max(initial=-1)) + 1

    @classmethod
    def of(cls, held: Holdings, fixed: Collection[int]) -> "Groups":
        """Those in which some seats hold the same."""
        key = ("alike", *fixed)
        if key not in held.kept:
            held.kept[key] = cls(held.groups(tuple(fixed)))
        found: Groups = held.kept[key]
        return found

    def mean(self, weights: Floats, values: Floats) -> Floats:
        """float64 [holding, seat]: the mean of its group by weights [holding]; any number where nothing has one."""
        if self.count == len(self.group):  # each for itself
            return values
        if self.count == 1:
            total = weights.sum()
            return np.broadcast_to(weights @ values / total if total > 0 else np.zeros(values.shape[1]), values.shape)
        sums, totals = self.sums(weights[:, None] * values), self.sums(weights)
        return np.asarray((sums / np.where(totals > 0, totals, 1)[:, None])[self.group])

    def sums(self, values: Floats) -> Floats:
        """float64 [group, ...]: the sum of values [holding, ...] over each group."""
        if self._members is not None:
            return np.asarray(self._members @ values)
        if values.ndim == 1:
            return np.asarray(np.bincount(self.group, values, self.count), np.float64)
        return np.stack([np.bincount(self.group, column, self.count) for column in values.T], axis=1)

    @cached_property
    def _members(self) -> Floats | None:
        """float64 [group, holding]: 1 where a holding is of a group; None if that is large."""
        if self.count * len(self.group) > MOST_MEMBERS:
            return None
        return np.asarray(self.group == np.arange(self.count)[:, None], np.float64)


def aivat_values(
    line: HandLine,
    held: Holdings,
    known: Collection[int],
    u: ValueFunction,
    start: Floats | None,
    hidden: Collection[int] = (),
) -> Floats:
    """The estimate with each holding; equal for all that differ in known players' hands only.

    `held` has every hand of the known players. `start`: the mean of u over all private hands; without it, and where u
    is not known, there is no term. `hidden`: seats whose hands are looked at where hands are compared, and nowhere else
    (`held` has every hand of them, too): that biases, see `hidden_terms`.
    """
    terms, weights = _terms(line, held, known, hidden, u, start)
    return terms + _alike(line, held, known).mean(weights, end_values(line.end, line.board, held))


def known_chips(line: HandLine, held: Holdings, known: Collection[int]) -> Floats:
    """float64 [holding, seat]: the mean of chips over the known players' hands, by how likely each is."""
    weights = held.prior * held.apart(line.board)
    for step in line.decisions:
        if step.seat in known:
            weights = weights * step.likely(held)
    return _alike(line, held, known).mean(weights, end_values(line.end, line.board, held))


def luck_of_known(
    line: HandLine, held: Holdings, known: Collection[int], u: ValueFunction, start: Floats | None
) -> Floats:
    """float64 [holding, seat]: what `aivat` adds to the mean of chips over the known players' hands. Its mean is 0."""
    return _terms(line, held, known, (), u, start)[0]


def hidden_terms(
    line: HandLine,
    held: Holdings,
    hidden: Collection[int],
    u: ValueFunction,
    start: Floats | None,
    known: Collection[int] = (),
) -> Floats:
    """What `chance` (nobody `known`) or `aivat` adds to chips where some seats' cards are hidden: each term is the mean
    over all that they might hold, whatever they did. Their actions make some hands likelier, and with them which cards
    are gone: that is left out, and biases (see docs/judging.md, which measures it).

    `held` has every hand of the hidden players, or says nothing of them (`unseen`)."""
    return _terms(line, held, known, hidden, u, start)[0]


def _alike(line: HandLine, held: Holdings, changed: Collection[int]) -> Groups:
    """Holdings in which all seats but some hold the same."""
    return Groups.of(held, [seat for seat in range(line.game.players) if seat not in changed])


def _terms(
    line: HandLine, held: Holdings, known: Collection[int], hidden: Collection[int], u: ValueFunction,
    start: Floats | None,
) -> tuple[Floats, Floats]:  # fmt: skip
    """The sum of all terms float64 [holding, seat], and how likely each holding is in the end."""
    terms, weights, done = np.zeros((len(held), line.game.players)), held.prior, 0
    changed = {*known, *hidden}
    groups, way = _alike(line, held, changed), (start is None, tuple(sorted(known)), tuple(sorted(hidden)))
    if isinstance(u, Remembered) and (found := u.begun(way, line.steps, held)):
        terms, weights, done = found
    elif len(changed) < line.game.players and start is not None:
        first = u.values(opening(line.game), line.start, held)
        if first is not None:
            terms = start - groups.mean(weights, first)
    for step in line.steps[done:]:
        if isinstance(step, Dealt):
            before = u.before_deal(step.betting, step.board, len(step.cards), held)
            after = None if before is None else u.values(step.betting, step.after, held)
            left = weights * held.apart(step.cards)
            if before is not None and after is not None:
                terms = terms + groups.mean(weights, before) - groups.mean(left, after)
            weights = left
        elif step.seat in known:
            chosen = weights * step.likely(held)
            terms = terms + _of_decision(step, held, groups, weights, chosen, u)
            weights = chosen
        if isinstance(u, Remembered):
            u.keep_begun(way, step, terms, weights)
    return terms, weights


def _of_decision(
    step: Acted, held: Holdings, groups: Groups, weights: Floats, chosen: Floats, u: ValueFunction
) -> Floats:
    """What the draw of an action is worth on average, less what came of it."""
    expected = np.zeros((len(held), held.game.players))
    taken = expected
    for place in range(len(step.actions)):
        likely = step.of_action(place, held)
        if not likely.any():
            continue
        found = u.values(step.after_action(place), step.board, held)
        if found is None:
            return np.zeros_like(expected)
        expected = expected + likely[:, None] * found
        if place == step.taken:
            taken = found
    return groups.mean(weights, expected) - groups.mean(chosen, taken)
