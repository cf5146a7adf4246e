"""One spot on many flops: which flops there are, how each is solved, and what is kept of it.

Flops that differ by a renaming of suits which both ranges allow are one; the others stand for it. What is kept of a
flop by default are the strategies of its flop, EVs and equities (see `flop_file`). Turns and rivers are not kept.
"""

import random
from collections.abc import Container, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.cards.cardset import cardset, permute_suits
from pokerlab.cards.combos import dead_combos
from pokerlab.cards.suits import ALL_SYMMETRIES, SUIT_PERMUTATIONS, distinct_deals, suit_symmetries
from pokerlab.equilibrium.algorithms import parse_rule
from pokerlab.errors import SpotError
from pokerlab.jobs.directory import RunDirectory
from pokerlab.jobs.task import Task
from pokerlab.postflop.flop_file import flop_decisions, write_flop
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solve import DEFAULT_TARGET, prepare, steps
from pokerlab.postflop.spot import FLOP, Spot

KEPT = ("flop", "full")
"""What may be kept of a solved flop: the strategies of the flop, or the whole solution."""
SOLVE = "pokerlab.postflop.flops:solve_flop"
LARGEST = "9c6d2h"
"""A flop of three suits without a pair: no other has more boards to come."""


class Flop(NamedTuple):
    """A flop, how many of the 22,100 it stands for, and how much it counts in means: the same, unless it is of a sample
    or a subset."""

    board: str
    ways: int
    weight: float


def distinct_flops(spot: Spot) -> list[Flop]:
    """All flops on which both players can hold a hand, one for all that suits tell apart but the ranges do not: 1,755
    where ranges do not tell suits apart."""
    _check(spot)
    symmetries = suit_symmetries([spot.oop.weights, spot.ip.weights])
    boards, ways = distinct_deals(FLOP, cardset([]), symmetries)
    found = []
    for cards, count in zip(boards.tolist(), ways.tolist(), strict=True):
        try:
            _on(spot, cards)
        except SpotError:
            continue  # one of them can hold nothing there
        found.append(Flop(format_cards(sorted(cards, reverse=True)), count, count))
    return found


def chosen_flops(spot: Spot, texts: Sequence[str]) -> list[Flop]:
    """Flops by name, each with the number of flops it stands for."""
    symmetries = suit_symmetries([spot.oop.weights, spot.ip.weights])
    found = []
    for text in texts:
        cards = parse_cards(text)
        if len(cards) != FLOP:
            raise SpotError(f"'{text}' is no flop: it has {len(cards)} cards")
        _on(spot, cards)
        renamed = {
            frozenset(card & ~3 | int(suits[card & 3]) for card in cards) for suits in SUIT_PERMUTATIONS[symmetries]
        }
        found.append(Flop(format_cards(sorted(cards, reverse=True)), len(renamed), len(renamed)))
    return found


def sampled_flops(flops: Sequence[Flop], count: int, seed: int) -> list[Flop]:
    """So many flops: of the 22,100 one after the other is dealt, none twice, until there are so many up to suits; each
    counts as often as it was dealt."""
    dealt = [place for place, flop in enumerate(flops) for _ in range(flop.ways)]
    random.Random(seed).shuffle(dealt)
    times: dict[int, int] = {}
    for place in dealt:
        if place not in times and len(times) == count:
            break
        times[place] = times.get(place, 0) + 1
    return [flops[place]._replace(weight=often) for place, often in times.items()]


def flop_tasks(
    spot: Spot,
    flops: Sequence[Flop],
    *,
    target: float = DEFAULT_TARGET,
    rule: str | None = None,
    compressed: bool = False,
    keep: str = "flop",
) -> list[Task]:
    """A task for each flop: the spot there, solved to a target (exploitability in percent of the pot) on one thread."""
    if keep not in KEPT:
        raise SpotError(f"'{keep}': what is kept of a flop is {' or '.join(KEPT)}")
    parse_rule(rule) if rule else None
    layout = Layout.of(_on(spot, parse_cards(LARGEST)))
    memory = layout.total_bytes(compressed=compressed, threads=1)
    symmetries = suit_symmetries([spot.oop.weights, spot.ip.weights])
    content = but_the_flop(spot)
    settings = {"target": target, "rule": rule, "compressed": compressed, "keep": keep}
    return [
        Task(
            SOLVE,
            {"spot": content, "board": flop.board, "ways": flop.ways, **settings},
            memory=memory, cost=_cost(spot, parse_cards(flop.board), symmetries),
            suffix=".sol" if keep == "full" else ".flop", title=flop.board,
        )
        for flop in flops
    ]  # fmt: skip


def solve_flop(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """Solve a spot on a flop, write what is kept of it, and tell what reports need (see `flop_record`).

    The file is the same to the last bit wherever it is made: `seconds` of iterating are in the summary only."""
    spot = Spot(**arguments["spot"], board=arguments["board"])
    rule = parse_rule(arguments["rule"]) if arguments["rule"] else None
    engine = prepare(spot, rule=rule, compressed=arguments["compressed"], threads=1)
    last = None
    for step in steps(engine, target=arguments["target"]):
        last = step
    assert last is not None
    solution = Solution.of(engine, judgement=last.judgement)
    record = flop_record(solution) | {"ways": arguments["ways"]}
    if arguments["keep"] == "full":
        solution.save(path)
    else:
        write_flop(path, solution, record)
    return record | {"seconds": last.seconds}


def flop_record(solution: Solution) -> dict[str, Any]:
    """What is to know of a solved flop, plain data.

    - `ev`, `equity`: of both players at the start, chips and shares of the pot
    - `nodes`: of every decision on the flop its line of play, who decides, how often it comes up, and how often each
      move is played there
    """
    root, tree, comes = solution.root, solution.tree, {0: 1.0}
    nodes = []
    for node in flop_decisions(tree):
        view = solution.at("/".join(tree.path(node)))
        frequencies = list(view.frequencies.values()) if view.is_reached else [0.0] * len(node.children)
        for child, frequency in zip(node.children, frequencies, strict=True):
            comes[child] = comes[node.index] * frequency
        moves = dict(zip(map(str, tree.moves(node)), frequencies, strict=True))
        nodes.append(
            {"line": "/".join(tree.path(node)), "player": node.player, "comes": comes[node.index], "moves": moves}
        )
    return {
        "board": format_cards(solution.spot.board),
        "pot": root.pot,
        "percent_of_pot": solution.percent,
        "iterations": solution.made.iterations,
        "ev": list(root.overall_ev),
        "equity": list(root.overall_equity),
        "nodes": nodes,
    }


def solved_flops(
    directory: Path | str, spot: Spot | None = None, boards: Container[str] | None = None
) -> list[dict[str, Any]]:
    """The records of all flops that are solved in the directory of a run, or of some `boards` among them; of one spot
    if several are there. Of flops that are alike up to suits, the one nearest to an equilibrium."""
    place = RunDirectory(directory)
    tasks = [task for task in place.tasks() if task.function == SOLVE]
    if spot is None and tasks:
        spot = Spot(**tasks[0].arguments["spot"], board=tasks[0].arguments["board"])
    if spot is None:
        return []
    content, symmetries = but_the_flop(spot), suit_symmetries([spot.oop.weights, spot.ip.weights])
    found: dict[tuple[int, ...], dict[str, Any]] = {}
    for task in tasks:
        board = task.arguments["board"]
        if task.arguments["spot"] != content or (boards is not None and board not in boards):
            continue
        if done := place.done(task):
            record, flop = done.summary, up_to_suits(parse_cards(board), symmetries)
            if flop not in found or record["percent_of_pot"] < found[flop]["percent_of_pot"]:
                found[flop] = record
    return list(found.values())


def up_to_suits(cards: Sequence[int], symmetries: npt.NDArray[np.int64] = ALL_SYMMETRIES) -> tuple[int, ...]:
    """Cards that are the same for all flops which differ by one of these renamings of suits."""
    array = np.array(cards)
    return tuple(min(np.sort(array & ~3 | SUIT_PERMUTATIONS[symmetries][:, array & 3], axis=1).tolist()))


def but_the_flop(spot: Spot) -> dict[str, Any]:
    """What the solution on a flop depends on, but the flop."""
    return {key: value for key, value in spot.to_dict().items() if key not in ("board", "name")}


def _cost(spot: Spot, cards: Sequence[int], symmetries: npt.NDArray[np.int64]) -> float:
    """How long a flop takes to solve, in hands on boards: of turns and rivers up to the suits that ranges and flop do
    not tell apart (counted as Burnside's lemma says)."""
    flop = cardset(cards)
    group = [suits for suits in SUIT_PERMUTATIONS[symmetries].tolist() if permute_suits(flop, suits) == flop]
    boards = 0.0
    for suits in group:
        same = [suit for suit in range(4) if suits[suit] == suit]
        left = 13 * len(same) - sum(card & 3 in same for card in cards)
        boards += left * (left - 1) / len(group)
    live = ~dead_combos(flop)
    return boards * sum(np.count_nonzero(held.weights[live]) for held in (spot.oop, spot.ip))


def _check(spot: Spot) -> None:
    if len(spot.board) != FLOP:
        raise SpotError(f"many flops are for spots on a flop, not on {format_cards(spot.board)}")


def _on(spot: Spot, cards: Sequence[int]) -> Spot:
    """The spot on another flop."""
    _check(spot)
    return spot.changed(board=tuple(cards))
