"""What strategies of a push/fold game are worth, and what everybody could gain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.tournament.algorithms import Evaluated, Profile, gains, given_there, own_gains
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.subgame import Evaluation, Subgame

Floats = npt.NDArray[np.float64]
Part = tuple[Evaluated, Evaluation, float]


@dataclass(frozen=True)
class Assessment:
    """What strategies are worth.

    - `values`: float64 [player], expected value of the hand before the cards are dealt, in chips or in prizes
    - `gains`: float64 [player], what each could gain by a best response, in the same unit
    - `own_gains`: by decision, float64 [169], what each hand could gain, in the same unit (NaN where it never is there)
    - `sampling_error`: float64 [player], standard errors of the values if four or more all-in were sampled, else zeros
    - `all_in`, `fold`: by decision, float64 [169], values of the two actions (NaN where the hand never gets there)
    - `reached`: by decision, how often it comes up
    """

    values: Floats
    gains: Floats
    own_gains: dict[Decision, Floats]
    sampling_error: Floats
    all_in: dict[Decision, Floats]
    fold: dict[Decision, Floats]
    reached: dict[Decision, float]


def subgames_of(game: PushFoldGame, weights: Mapping[int, Floats]) -> dict[int, Subgame]:
    """By pusher the subgame that begins with his push; `weights` are the factors of bunching, by pusher."""
    pushers = [player for player in range(game.spot.players - 1) if game.may_go_in(player, ())]
    return {pusher: Subgame(game, pusher, weights.get(pusher)) for pusher in pushers}


def assess_subgames(game: PushFoldGame, subgames: Mapping[int, Subgame], profile: Profile) -> Assessment:
    """What strategies are worth, from the last subgame to the first."""
    evaluations: dict[int, Evaluation] = {}
    values = game.walk
    for pusher in sorted(subgames, reverse=True):
        evaluations[pusher] = subgames[pusher].evaluate(profile, values)
        values = evaluations[pusher].values
    parts, folded = list[Part](), 1.0
    for pusher in sorted(subgames):
        push, evaluation = subgames[pusher].push, evaluations[pusher]
        parts.append((subgames[pusher], evaluation, folded))
        folded *= 1 - float(evaluation.reaches[push] @ profile[push])
    return assessment_of(values, parts, profile)


def assessment_of(values: Floats, parts: Sequence[Part], profile: Profile) -> Assessment:
    """The assessment of a game that has these values and parts, each with the chance that it is played."""
    found = Assessment(values, np.zeros(len(values)), {}, np.zeros(len(values)), {}, {}, {})
    for part, evaluation, chance in parts:
        found.gains[:] += chance * np.maximum(gains(part, profile, evaluation), 0.0)
        found.own_gains.update(own_gains(part, profile, evaluation))
        if evaluation.errors is not None:
            found.sampling_error[:] = np.hypot(found.sampling_error, chance * evaluation.errors)
        for decision in part.decisions:
            reach = evaluation.reaches[decision]
            found.fold[decision] = given_there(evaluation.folds[decision], reach)
            found.all_in[decision] = found.fold[decision] + given_there(evaluation.advantages[decision], reach)
            found.reached[decision] = chance * float(reach.sum())
    return found
