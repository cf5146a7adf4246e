"""The shipped subsets of flops: 25, 50, 100 or 200 with weights, over which means are nearly those over all flops.

`flop_choice` computes them (`pokerlab tables build subsets`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import parse_cards
from pokerlab.cards.datafile import read_arrays
from pokerlab.errors import SpotError
from pokerlab.postflop.flop_report import START
from pokerlab.postflop.flops import Flop, chosen_flops, distinct_flops, sampled_flops, up_to_suits
from pokerlab.postflop.spot import Spot

DATA = Path(__file__).parent / "data"
FILE_NAME = "flop_subsets.npz"
SIZES = (25, 50, 100, 200)
SCALE = 1_000_000
"""Weights are stored as whole parts of this."""


def subset_flops(flops: Sequence[Flop], size: int) -> list[Flop]:
    """Those of a spot's flops (`flops.distinct_flops`) that are in the subset of a size, with weights that add up to 1.

    Where ranges tell suits apart, a flop of the subset stands for several of the spot's, which share its weight as they
    come; so there are more than `size`. There are fewer where nobody can hold a hand on some.
    """
    weights = _subset(size)
    alike: dict[tuple[int, ...], list[Flop]] = {}
    for flop in flops:
        alike.setdefault(up_to_suits(parse_cards(flop.board)), []).append(flop)
    found = []
    for cards, weight in weights.items():
        ways = sum(flop.ways for flop in alike.get(cards, ()))
        found += [flop._replace(weight=weight * flop.ways / ways) for flop in alike.get(cards, ())]
    total = sum(flop.weight for flop in found)
    return [flop._replace(weight=flop.weight / total) for flop in found]


def asked_flops(spot: Spot, asked: Mapping[str, Any]) -> list[Flop]:
    """The flops of a spot that are asked for by one of `only` (their names), `subset` (a size) or `sample` (how many,
    with a `seed`); else all."""
    if asked.get("only"):
        return chosen_flops(spot, asked["only"])
    every = distinct_flops(spot)
    if "subset" in asked:
        return subset_flops(every, asked["subset"])
    return sampled_flops(every, asked["sample"], asked["seed"]) if "sample" in asked else every


@dataclass(frozen=True)
class SubsetError:
    """How far means over `size` flops are from those over all, by what they are of: over the shipped subset, and over
    random samples (the root of the mean square over `SAMPLES`).

    - `oop share`, `oop equity`: of the pot, 0..1
    - lines of play: the largest error among the frequencies of the moves there, 0..1
    """

    size: int
    subset: dict[str, float]
    samples: dict[str, float]


SAMPLES = 200
"""Random samples that a subset is measured beside."""


def compare_subsets(records: Sequence[dict[str, Any]], flops: Sequence[Flop]) -> list[SubsetError]:
    """The errors of subsets and samples of all sizes on a spot of which all flops are solved."""
    by_board = {record["board"]: record for record in records}
    missing = sum(flop.board not in by_board for flop in flops)
    if missing:
        raise SpotError(f"{missing:,} of {len(flops):,} flops are not solved: errors are those against all")
    means = _Means([by_board[flop.board] for flop in flops], flops)
    found = []
    for size in SIZES:
        samples = [means.errors(sampled_flops(flops, size, seed)) for seed in range(SAMPLES)]
        rms = {name: float(np.sqrt(np.mean([error[name] ** 2 for error in samples]))) for name in samples[0]}
        found.append(SubsetError(size, means.errors(subset_flops(flops, size)), rms))
    return found


class _Means:
    """Means over some flops against those over all: numerators and denominators, [number, flop]."""

    def __init__(self, records: Sequence[dict[str, Any]], flops: Sequence[Flop]) -> None:
        self.place = {flop.board: place for place, flop in enumerate(flops)}
        names = ["oop share", "oop equity"]
        over = [[record["ev"][0] / record["pot"] for record in records], [record["equity"][0] for record in records]]
        under = [[1.0] * len(records)] * 2
        for number, node in enumerate(records[0]["nodes"]):
            for move in node["moves"]:
                names.append(node["line"] or START)
                comes = [record["nodes"][number]["comes"] for record in records]
                under.append(comes)
                parts = [record["nodes"][number]["moves"][move] for record in records]
                over.append([often * part for often, part in zip(comes, parts, strict=True)])
        self.names, self.over, self.under = names, np.array(over), np.array(under)
        self.all = self._means(flops)

    def _means(self, flops: Sequence[Flop]) -> npt.NDArray[np.float64]:
        places = [self.place[flop.board] for flop in flops]
        weights = np.array([flop.weight for flop in flops])
        return np.asarray(self.over[:, places] @ weights / np.maximum(self.under[:, places] @ weights, 1e-300))

    def errors(self, flops: Sequence[Flop]) -> dict[str, float]:
        found: dict[str, float] = {}
        for name, error in zip(self.names, np.abs(self._means(flops) - self.all).tolist(), strict=True):
            found[name] = max(error, found.get(name, 0.0))
        return found


@cache
def _subset(size: int) -> dict[tuple[int, ...], float]:
    """By flop (as `up_to_suits` names it) its weight."""
    if size not in SIZES:
        raise SpotError(f"a subset has {', '.join(map(str, SIZES[:-1]))} or {SIZES[-1]} flops, not {size}")
    arrays = read_arrays(FILE_NAME, DATA)
    flops, weights = arrays[f"flops {size}"].tolist(), arrays[f"weights {size}"] / SCALE
    return {up_to_suits(cards): float(weight) for cards, weight in zip(flops, weights, strict=True)}
