"""Importance sampling for one known player (Bowling, Johanson, Burch and Szafron 2008).

    found = importance_values(line, held, player, target=None, ends_too=True, other_hands=True)
    found.values, found.ratios      # float64 [holding, seat] and [holding]

What was played is weighed by how likely the target would have played it. With `ends_too` (game-ending actions) also
counts every end that the player could have reached by one action on the way, since nobody else has a part in it; with
`other_hands` (other cards) all private hands that he could have held, which the others cannot tell apart.

Target and what was played may be the same (on policy), or not: a target that does what was never played has no estimate
and is refused.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pokerlab.errors import LabError
from pokerlab.games.betting import Betting
from pokerlab.lab.aivat import Groups
from pokerlab.lab.endings import end_values
from pokerlab.lab.lines import Acted, Floats, HandLine, Holdings
from pokerlab.lab.value_functions import PlaysOpen, said

Value = Callable[[HandLine, Holdings], Floats]
"""What a line is worth: float64 [holding, seat]."""


@dataclass(frozen=True)
class Weighed:
    """`values`: float64 [holding, seat], the estimate; `ratios`: float64 [holding], what it weighs (1 on average)."""

    values: Floats
    ratios: Floats


def chips_value(line: HandLine, held: Holdings) -> Floats:
    """The chips that a line pays."""
    return end_values(line.end, line.board, held)


def importance_values(
    line: HandLine,
    held: Holdings,
    player: int,
    *,
    target: PlaysOpen | None = None,
    ends_too: bool = False,
    other_hands: bool = False,
    value: Value = chips_value,
    needs_board: bool = True,
    folds_only: bool = False,
    with_end: bool = True,
) -> Weighed:
    """The estimate with each holding. `target`: a policy, None for what was played. `value`: what an end is worth;
    `needs_board`: whether that depends on cards that come after the betting is over (as chips do). `folds_only`: of
    game-ending actions those that leave nothing to compare; `with_end`: whether the end that was reached counts, if no
    action of the player reached it."""
    others = [seat for seat in range(line.game.players) if seat != player]
    groups = Groups.of(held, others) if other_hands else Groups(np.arange(len(held)))
    played, aimed = held.prior.copy(), held.prior.copy()
    values, ratios = np.zeros((len(held), line.game.players)), np.zeros(len(held))
    is_counted = False

    def add(numerator: Floats, denominator: Floats, worth: Floats) -> None:
        nonlocal values, ratios
        total = groups.sums(denominator)
        is_met = total > 0
        total = np.where(is_met, total, 1)
        ratios = ratios + (groups.sums(numerator) * is_met / total)[groups.group]
        values = values + (groups.sums(numerator[:, None] * worth) * (is_met / total)[:, None])[groups.group]

    for place, step in enumerate(line.steps):
        if not isinstance(step, Acted):
            free = held.apart(step.cards)
            played, aimed = played * free, aimed * free
            continue
        if step.seat != player:
            continue
        wanted = _target_chances(step, target)
        for action, of_hands in enumerate(wanted):
            after = step.after_action(action)
            likely = of_hands[held.hands[:, player]]
            if ends_too and _is_end(after, step, needs_board, folds_only):
                if likely.any():
                    add(aimed * likely, played, value(line.ended_by(place, action), held))
                is_counted = is_counted or (action == step.taken and place == _last_decision(line))
            elif target is not None:
                _check_played(step, action, groups, aimed * likely, played * step.of_action(action, held))
        played, aimed = played * step.likely(held), aimed * wanted[step.taken][held.hands[:, player]]
    if with_end and not is_counted:
        add(aimed, played, value(line, held))
    return Weighed(values, ratios)


def hidden_importance(
    line: HandLine,
    held: Holdings,
    shown: Holdings,
    player: int,
    *,
    target: PlaysOpen | None = None,
    ends_too: bool = False,
    other_hands: bool = False,
    value: Value = chips_value,
) -> Weighed:
    """The same with each holding of `shown`, where others' cards are looked at if hands are compared in the end, and
    nowhere else: `held` says nothing of them. Folds alone are game-ending actions then. Hands that collide with hidden
    cards count as if they could have been held: that biases (see docs/judging.md, which measures it)."""
    is_compared = bool(line.end.live & (line.end.live - 1))
    known = {"target": target, "other_hands": other_hands, "value": value}
    folds = importance_values(
        line, held, player, ends_too=ends_too, folds_only=True, with_end=not is_compared, **known  # type: ignore[arg-type]
    )  # fmt: skip
    own = dict(zip(held.hands[:, player].tolist(), range(len(held)), strict=True))
    rows = [own[hand] for hand in shown.hands[:, player].tolist()]
    values, ratios = folds.values[rows], folds.ratios[rows]
    if is_compared:
        end = importance_values(line, shown, player, **known)  # type: ignore[arg-type]
        values, ratios = values + end.values, ratios + end.ratios
    return Weighed(values, ratios)


def effective_hands(total: float, squares: float) -> float:
    """So many hands on policy would say as much: the square of the sum of ratios by the sum of their squares."""
    return total**2 / squares if squares else 0.0


def _target_chances(step: Acted, target: PlaysOpen | None) -> Floats:
    """float64 [action of the step, hand]: what the target does there."""
    if step.chances is None:
        raise LabError(f"what seat {step.seat} played from was not logged")
    if target is None:
        return step.chances
    actions, table = said(target, step.betting, step.board)
    found = np.zeros_like(step.chances)
    for action, of_hands in zip(actions, table, strict=True):
        if action in step.actions:
            found[step.actions.index(action)] = of_hands
        elif of_hands.any():
            raise LabError(f"the target plays '{action}', which was never played there: it cannot be judged so")
    return found


def _is_end(after: Betting, step: Acted, needs_board: bool, folds_only: bool) -> bool:
    """Whether an action ends the hand, as far as its value goes."""
    if after.actor >= 0:
        return False
    is_contested = bool(after.live & (after.live - 1))
    if is_contested and folds_only:
        return False
    return not is_contested or not needs_board or len(step.board) == sum(after.game.board_cards)


def _last_decision(line: HandLine) -> int:
    return max(place for place, step in enumerate(line.steps) if isinstance(step, Acted))


def _check_played(step: Acted, action: int, groups: Groups, aimed: Floats, played: Floats) -> None:
    wanted, done = groups.sums(aimed), groups.sums(played)
    if ((wanted > 0) & (done <= 0)).any():
        raise LabError(
            f"the target plays '{step.actions[action]}' with hands that never played it: it cannot be judged so"
        )
