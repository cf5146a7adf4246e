"""Judging a blueprint exactly where all deals can be listed: small games, and bucket games inside their abstraction.

    InsideJob(blueprint="leduc.blueprint").run().record()

A best response here is of one seat alone, remembers all betting, and sees of its cards what the blueprint sees.
"""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from pokerlab._jobs import Job, JobResult
from pokerlab._memory import free_memory
from pokerlab.abstraction.feature_build import Teller
from pokerlab.betting.tree import BettingTree
from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.errors import StrategyError
from pokerlab.training.betting_plan import COUNT, ROW
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.card_sights import ListedSights
from pokerlab.training.listed_cards import BLIND, ListedCards
from pokerlab.training.listed_game import ListedGame
from pokerlab.training.listed_samples import USUAL_DEALS, sampled_cards
from pokerlab.training.pair_counts import PairsJob


class InsideJob(Job):
    """A file of a blueprint; `directory`: where its buckets are; `deals`: how many are sampled with three and more
    players; `jobs`: tasks at a time with two."""

    blueprint: str
    directory: str | None = None
    deals: Annotated[int, Field(ge=1)] = USUAL_DEALS
    seed: Annotated[int, Field(ge=0)] = 0
    jobs: Annotated[int, Field(ge=1)] | None = None

    def run(self, teller: Teller | None = None) -> "InsideJudged":
        """List the deals if that has not been done, and judge."""
        blueprint = Blueprint.open(self.blueprint)
        tree = BettingTree.build(blueprint.game, blueprint.plan.menu, deals=True)
        game = ListedGame(tree, self._cards(blueprint, teller))
        tables = game.of_cells(blueprint.plan, blueprint.paths, whole_chances(blueprint))
        return InsideJudged(self, blueprint, game.cards, game.judge(tables))

    def _cards(self, blueprint: Blueprint, teller: Teller | None) -> ListedCards:
        cards, game = blueprint.cards, blueprint.game
        if isinstance(cards, ListedSights):
            return ListedCards.of_small_game(cards)
        if cards.name == BLIND and game.players == 2:
            sights = np.empty(CLASS_COUNT, np.int64)
            sights[CLASS_OF_COMBO] = cards.on_board(())
            return ListedCards.blind(sights)
        if game.players == 2:
            return PairsJob(cards=cards.name, directory=self.directory, jobs=self.jobs).run(teller).cards
        if teller is None:
            return sampled_cards(game, cards, deals=self.deals, seed=self.seed)
        with teller.progress(f"deals of {game.players} players") as progress:
            return sampled_cards(game, cards, deals=self.deals, seed=self.seed, progress=progress)


@dataclass(frozen=True)
class InsideJudged(JobResult):
    """What each seat wins, and would win by a best response."""

    job: InsideJob
    blueprint: Blueprint
    cards: ListedCards
    judgement: Judgement
    file: str | None = None

    def record(self) -> dict[str, Any]:
        """Plain data."""
        game, found = self.blueprint.game, self.judgement
        return {
            "how": "listed", "game": game.name, "cards": self.cards.name, "menu": self.blueprint.menu,
            "recall": self.blueprint.recall, "sequences": self.cards.counts[-1], "values": list(found.values),
            "best": list(found.best), "gains": list(found.gains), "nash_conv": found.nash_conv,
            "exploitability": found.exploitability, "mbb": 1000 * found.exploitability / game.big_blind,
        }  # fmt: skip


def whole_chances(blueprint: Blueprint) -> npt.NDArray[np.float32]:
    """float32 [cell]: all chances of a blueprint; a `StrategyError` if they do not fit into memory."""
    cells = blueprint.paths.cells
    free = free_memory()
    if free is not None and 4 * cells > free:
        raise StrategyError(f"{cells:,} cells take {4 * cells / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free")
    if len(blueprint.parts) != cells:
        raise StrategyError(f"a blueprint of {len(blueprint.parts):,} cells, not of {cells:,} as its game has")
    out = np.empty(cells, np.float32)
    plan, paths = blueprint.plan, blueprint.paths
    for start in range(plan.starts):
        template = int(plan.templates[start])
        sights, root = int(paths.sights[template]), int(plan.roots[template])
        for node in range(root, root + int(plan.sizes[template])):
            count = int(plan.nodes[node, COUNT])
            base = int(paths.bases[start]) + int(plan.nodes[node, ROW]) * sights
            parts = blueprint.parts[base : base + sights * count].reshape(sights, count).astype(np.float32)
            total = parts.sum(axis=1, keepdims=True)
            out[base : base + sights * count] = np.where(total > 0, parts / np.maximum(total, 1), 1 / count).ravel()
    return out
