"""A trainer that begins where a blueprint with coarser buckets of the same betting has come to.

Which coarse sight a fine one belongs to is found by deals: the one that most of its hands have. Every infoset then
begins as if it had played the blueprint's strategy so many times: regrets in its proportions, and so many visits in its
average.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.errors import SolverError
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.choices import Numbers
from pokerlab.training.deal_source import deals_of
from pokerlab.training.trainer import Trainer

VISITS = 200.0
"""How often every infoset counts as visited."""
DEALS = 200_000
"""Deals by which sights are matched."""


def warm_start(trainer: Trainer, blueprint: Blueprint, *, visits: float = VISITS, deals: int = DEALS) -> float:
    """Let a trainer that has not begun start from a blueprint; returns the part of the sights that were matched."""
    plan, game = trainer.plan, trainer.plan.game
    own, other = (game, str(plan.menu), plan.recall), (blueprint.game, blueprint.menu, blueprint.recall)
    for what, mine, its in zip(("game", "menu", "recall"), own, other, strict=True):
        if mine != its:
            raise SolverError(f"a warm start needs the same betting: {blueprint.file or 'it'} is of another {what}")
    if trainer.iteration or trainer.recipe.numbers is not Numbers.FLOAT32:
        raise SolverError("a warm start is for tables of float32, before the first iteration")
    sources = (trainer.source, deals_of(game, blueprint.cards))  # the same deals, seen in two ways
    drawn = [source.draw(trainer.recipe.seed, 0, deals).sights for source in sources]
    matched = [
        _matched(fine.ravel(), coarse.ravel(), count)
        for fine, coarse, count in zip(*(sights.T for sights in drawn), trainer.source.cards.counts, strict=True)
    ]
    _spread(trainer, blueprint, matched, visits)
    return float(np.mean(np.concatenate(matched) >= 0))


def _matched(fine: npt.NDArray[Any], coarse: npt.NDArray[Any], count: int) -> npt.NDArray[np.int64]:
    """int64 [fine sight]: the coarse one that most of its hands have, -1 where no hand was dealt."""
    several = int(coarse.max()) + 1
    pairs, times = np.unique(fine.astype(np.int64) * several + coarse, return_counts=True)
    order = np.argsort(times, kind="stable")  # the most frequent are written last
    out = np.full(count, -1, np.int64)
    out[pairs[order] // several] = pairs[order] % several
    return out


def _spread(trainer: Trainer, blueprint: Blueprint, matched: list[npt.NDArray[np.int64]], visits: float) -> None:
    from pokerlab.training import walk_kernels

    plan = trainer.plan
    firsts = np.cumsum([0, *(len(numbers) for numbers in matched)])[:-1]
    strategy = blueprint.parts[0 : len(blueprint.parts)].astype(np.float32) / np.float32(blueprint.whole)
    chips = visits * max(plan.game.blinds or plan.game.antes)
    walk_kernels.spread(
        strategy, blueprint.paths.bases, blueprint.paths.sights, np.concatenate(matched),
        np.asarray(firsts, np.int64)[plan.streets], float(chips), float(visits), trainer.paths, trainer.table,
    )  # fmt: skip
