"""Two players: the exact equilibrium by a linear program."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.errors import TournamentError
from pokerlab.tournament.algorithms import Profile, SearchStep, first_guess
from pokerlab.tournament.showdown import two_way
from pokerlab.tournament.subgame import Subgame

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LinearProgram:
    """The pusher maximises what he gets when every hand of the caller answers best; the dual variables are the caller.

    Variables: the pusher's chance x[a] to push, and t[b], what the pusher gets against the caller's class b:

        maximise  sum over a of prior[a] (1 - x[a]) fold  +  sum over b of t[b]
        t[b] <= sum over a of joint[a, b] x[a] steal               if b folds
        t[b] <= sum over a of joint[a, b] x[a] showdown[a, b]      if b calls
    """

    ordered: bool = False
    check_every: int = 1

    def steps(self, subgame: Subgame, fold_values: Floats, start: Profile | None = None) -> Iterator[SearchStep]:
        """One step, and it is finished."""
        from scipy import sparse
        from scipy.optimize import linprog

        game = subgame.game
        if subgame.players != 2:
            raise TournamentError(f"the linear program is for two players, not {subgame.players}")
        profile = first_guess(subgame)
        if any(subgame.is_forced(decision) for decision in subgame.decisions):
            yield from _best_response(subgame, fold_values, profile)
            return
        ends = np.concatenate([*game.values.values()])
        if np.ptp(ends.sum(axis=1)) > 1e-9 * game.spot.pool:
            raise TournamentError("the linear program needs that one gains what the other loses; bounties undo that")
        chances = two_way()
        n = CLASS_COUNT
        steal = float(game.values[(0,)][0, 0])
        showdown = np.tensordot(game.values[(0, 1)][:, 0], chances.orders2, 1)
        fold = float(fold_values[0])
        # everything is measured from the fold value, in units of the pool, which keeps the program well scaled
        scale = game.spot.pool
        joint = chances.joint
        identity = np.eye(n)
        # in units of one class of the caller's prior, so that all rows are alike
        prior = chances.prior[:, None]
        rows = np.block(
            [
                [-(joint * (steal - fold)).T / scale / prior, identity],
                [-(joint * (showdown - fold)).T / scale / prior, identity],
            ]
        )
        cost = np.concatenate([np.zeros(n), -chances.prior])
        bounds = [(0.0, 1.0)] * n + [(None, None)] * n
        found = linprog(cost, A_ub=sparse.csr_array(rows), b_ub=np.zeros(2 * n), bounds=bounds, method="highs")
        if not found.success:
            raise TournamentError(f"the linear program was not solved: {found.message}")
        duals = -np.asarray(found.ineqlin.marginals)
        profile[subgame.push] = np.clip(found.x[:n], 0.0, 1.0)
        profile[subgame.calls[0]] = np.clip(duals[n:] / (duals[:n] + duals[n:]), 0.0, 1.0)
        yield SearchStep(profile, 1, finished=True)


def _best_response(subgame: Subgame, fold_values: Floats, profile: Profile) -> Iterator[SearchStep]:
    """Where a blind is all-in, only one player decides: his best response is the equilibrium."""
    for _ in range(2):
        evaluation = subgame.evaluate(profile, fold_values)
        for decision in subgame.decisions:
            if not subgame.is_forced(decision):
                profile[decision] = (evaluation.advantages[decision] > 0).astype(np.float64)
    yield SearchStep(profile, 1, finished=True)
