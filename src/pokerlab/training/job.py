"""Training as data, and what comes out of it.

result = TrainJob(game="leduc", iterations=1_000_000, out="leduc.blueprint").run()
result.blueprint.chances(public)
"""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from pokerlab._files import check_writable
from pokerlab._headers import HowMade
from pokerlab._jobs import Job, JobResult
from pokerlab.betting.menu import EVERY_BET
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.equilibrium.best_response import Judge, Judgement
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import JobError
from pokerlab.games.library import named_game
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.card_sights import ALL, BucketSights, ListedSights, measured, sights_of
from pokerlab.training.choices import Average, Numbers, Variant, Weighing
from pokerlab.training.deal_source import deals_of
from pokerlab.training.generations import TwoGenerations, is_kept, resume
from pokerlab.training.recipe import Pruning, Recipe, weights_of
from pokerlab.training.small_games import as_table, cells_of_rows
from pokerlab.training.trainer import Trainer
from pokerlab.training.warm_start import warm_start

FIRST_LOOK = 20_000
"""Iterations after which a target is looked at first; then each time a half more is done."""


class TrainJob(Job):
    """What is trained, how, how far, and into which files.

    - `game`: as `library.named_game` reads it; `cards`: a bucketing by name, or `all` in small games
    - `menu`: as `parse_menu` reads it, every legal bet by default; `recall`: what is remembered of the betting
    - `variant`, `weights`, `period`, `average`, `prune`, `numbers`: see `recipe`; `prune`: skip actions with regrets
      below it
    - `iterations`, `hours`, `target` (NashConv in chips, small games only): the first one reached is the end
    - `out`: the file of the blueprint, its chances in so many `bits`; `portable`: with the borders of its buckets, so
      that it is played where these are not built (percentiles that are forgotten); `features`: the tables to find
      them in
    - `warm`: a blueprint with coarser buckets of the same betting to begin from
    - `checkpoint`: the file of the run's state; `resume`: whether to go on from it if it is there
    """

    game: str
    cards: str = ALL
    buckets_dir: str | None = None
    menu: str = ""
    recall: str = "perfect"
    variant: Annotated[Variant, Field(strict=False)] = Variant.EXTERNAL
    weights: Annotated[Weighing, Field(strict=False)] = Weighing.LINEAR
    period: Annotated[int, Field(ge=1)] = 10_000
    average: Annotated[Average, Field(strict=False)] = Average.VISITS
    prune: Annotated[float, Field(lt=0)] | None = None
    numbers: Annotated[Numbers, Field(strict=False)] = Numbers.FLOAT32
    seed: Annotated[int, Field(ge=0)] = 0
    threads: Annotated[int, Field(ge=1)] | None = None
    iterations: Annotated[int, Field(ge=1)] | None = None
    hours: Annotated[float, Field(gt=0)] | None = None
    target: Annotated[float, Field(gt=0)] | None = None
    out: str | None = None
    bits: Literal[8, 16] = 16
    portable: bool = False
    features: str | None = None
    warm: str | None = None
    checkpoint: str | None = None
    resume: bool = False

    @property
    def recipe(self) -> Recipe:
        """How the trainer goes about it."""
        pruning = None if self.prune is None else Pruning(self.prune)
        return Recipe(
            self.variant,
            self.average,
            weights_of(self.weights, self.period),
            pruning,
            seed=self.seed,
            numbers=self.numbers,
        )

    def trainer(self) -> Trainer:
        """The trainer, before its first iteration; an error if the table does not fit into memory."""
        game = named_game(self.game)
        plan = BettingPlan.build(game, parse_menu(self.menu) if self.menu else EVERY_BET, self.recall)
        cards = sights_of(game, self.cards, self.buckets_dir)
        return Trainer(plan, deals_of(game, cards), self.recipe, threads=self.threads)

    def run(self, listener: Listener | None = None) -> "Trained":
        """Train and write the file. Ctrl-C ends the run with what was reached."""
        listener = listener or Listener()
        if self.iterations is None and self.hours is None and self.target is None:
            raise JobError("training needs an end: a number of iterations, hours, or a target")
        trainer = self.trainer()
        listener.say(size_line(trainer))
        cards = trainer.source.cards
        if self.portable:
            if not isinstance(cards, BucketSights):
                raise JobError(f"portable: {self.game} has no buckets, and its files go anywhere as they are")
            cards = measured(cards, self.features)
        judge = self._judge(trainer)
        for path, size in ((self.out, trainer.paths.cells * self.bits // 8), (self.checkpoint, trainer.table.nbytes)):
            if path:
                check_writable(Path(path), size)
        kept = Path(self.checkpoint) if self.checkpoint else None
        spent = resume(trainer, kept, listener.warn) if kept and self.resume and is_kept(kept) else 0.0
        if self.warm and not trainer.iteration:
            share = warm_start(trainer, Blueprint.open(self.warm))
            listener.say(f"begins from {self.warm}: {100 * share:.1f}% of the sights are matched")
        keeper = TwoGenerations(trainer, kept, listener.warn) if kept else None
        run = _TrainingRun(self, trainer, judge, keeper, spent)
        run.go(listener)
        made = HowMade(str(trainer.recipe), trainer.iteration, run.spent, self.seed, run.judged())
        blueprint = Blueprint.of(trainer.plan, cards, trainer.strategy(), bits=self.bits, made=made)
        if self.out:
            blueprint.save(self.out)
        return Trained(self, trainer, blueprint, run.looks, run.was_interrupted, self.out)

    def _judge(self, trainer: Trainer) -> "SmallJudge | None":
        cards = trainer.source.cards
        if isinstance(cards, ListedSights) and trainer.plan.recall == "perfect":
            return SmallJudge(trainer, cards)
        if self.target is not None:
            raise JobError(f"target: {self.game} is too large for exact NashConv; give iterations or hours")
        return None


class SmallJudge:
    """The exact judge of a small game, asked about a trainer."""

    def __init__(self, trainer: Trainer, cards: ListedSights) -> None:
        plan = trainer.plan
        tree = PublicTree.build(plan.game, None if plan.menu.is_every_bet else plan.menu)
        self._trainer, self._judge = trainer, Judge(tree)
        self._cells = cells_of_rows(tree, plan, cards, trainer.paths)

    def judge(self) -> Judgement:
        """How far the result so far is from equilibrium."""
        return self._judge.judge(as_table(self._trainer.strategy(), self._cells))


@dataclass
class _TrainingRun:
    """A run under way: seconds `spent`, and `looks`: (iteration, NashConv) where it was judged."""

    job: TrainJob
    trainer: Trainer
    judge: SmallJudge | None
    keeper: TwoGenerations | None
    spent: float
    looks: list[tuple[int, float]] = field(default_factory=list)
    was_interrupted: bool = False

    def go(self, listener: Listener) -> None:
        """Until the end, or Ctrl-C."""
        trainer, job = self.trainer, self.job
        trainer.run(0)
        began, before = time.monotonic(), self.spent
        first, touched = trainer.iteration, trainer.touched

        def line() -> str:
            passed = max(time.monotonic() - began, 1e-9)
            return progress_line(
                trainer, (trainer.iteration - first) / passed, (trainer.touched - touched) / passed, self.looks
            )

        look = max(FIRST_LOOK, 3 * trainer.iteration // 2)
        try:
            with listener.progress(line) as progress:
                for iteration in trainer.steps((job.iterations or 10**15) - trainer.iteration):
                    self.spent = before + time.monotonic() - began
                    if self.judge and job.target is not None and iteration >= look:
                        self._look()
                        look = 3 * iteration // 2
                    progress(*self._standing())
                    if self.keeper:
                        self.keeper.save_if_due(self.spent)
                    if self._is_over():
                        break
        except KeyboardInterrupt:
            self.was_interrupted = True
            listener.say(f"stopped after {trainer.iteration:,} iterations; what was reached is kept")
        if self.keeper:
            self.keeper.save(self.spent)
        if self.judge and (not self.looks or self.looks[-1][0] < trainer.iteration):
            self._look()

    def judged(self) -> dict[str, Any]:
        """What is written down of the result."""
        values = {"values": list(self.trainer.values), "errors": list(self.trainer.errors)}
        return values | ({"nash_conv": self.looks[-1][1]} if self.looks else {})

    def _look(self) -> None:
        assert self.judge
        self.looks.append((self.trainer.iteration, self.judge.judge().nash_conv))

    def _is_over(self) -> bool:
        job = self.job
        if job.target is not None and self.looks and self.looks[-1][1] <= job.target:
            return True
        return job.hours is not None and self.spent >= 3600 * job.hours

    def _standing(self) -> tuple[int, int]:
        """How much is done, of how much: iterations, or seconds where these end the run first."""
        job, iteration = self.job, self.trainer.iteration
        if job.hours is not None:
            share = self.spent / (3600 * job.hours)
            if job.iterations is None or share > iteration / job.iterations:
                return int(self.spent), max(int(3600 * job.hours), int(self.spent), 1)
        return iteration, job.iterations or 2 * iteration


@dataclass(frozen=True)
class Trained(JobResult):
    """A trained blueprint. `looks`: (iteration, NashConv in chips) of small games."""

    job: TrainJob
    trainer: Trainer
    blueprint: Blueprint
    looks: list[tuple[int, float]]
    was_interrupted: bool
    file: str | None = None

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab train --json` prints it."""
        trainer = self.trainer
        return {
            "game": self.job.game, "menu": str(trainer.plan.menu), "recall": trainer.plan.recall,
            "cards": trainer.source.cards.name, "recipe": str(trainer.recipe), "cells": trainer.paths.cells,
            "visited": share_visited(trainer), "iterations": trainer.iteration,
            "seconds": self.blueprint.made.seconds, "touched": trainer.touched, "halved": trainer.halved,
            "values": list(trainer.values), "errors": list(trainer.errors),
            "nash_conv": self.looks[-1][1] if self.looks else None, "looks": [list(look) for look in self.looks],
            "interrupted": self.was_interrupted, "file": self.file,
        }  # fmt: skip


def size_line(trainer: Trainer) -> str:
    """How large what is trained is."""
    plan, counts = trainer.plan, trainer.source.cards.counts
    actions = [f"{number:,}" for number in plan.actions]
    return (
        f"{plan.game.name}, {plan.game.players} players, recall {plan.recall}: actions {' / '.join(actions)}, "
        f"sights {' / '.join(f'{count:,}' for count in counts)}: {trainer.paths.cells:,} cells, "
        f"{trainer.table.nbytes / 1e9:.3g} GB"
    )


def progress_line(trainer: Trainer, pace: float, touched: float, looks: list[tuple[int, float]]) -> str:
    """How a run goes, in one line."""
    values = " ".join(
        f"{value:+.4g}±{1.96 * error:.2g}" for value, error in zip(trainer.values, trainer.errors, strict=True)
    )
    judged = f", NashConv {looks[-1][1]:.4g}" if looks else ""
    return f"{trainer.iteration:,} iterations ({pace:,.0f}/s, {touched / 1e6:.1f} M infosets/s), seats {values}{judged}"


def share_visited(trainer: Trainer) -> float:
    """The part of all infosets that the average has come to."""
    infosets = int((trainer.plan.sizes * trainer.paths.sights)[trainer.plan.templates].sum())
    return trainer.known() / infosets
