"""One spot on many flops: which flops there are, how each is solved, and what is kept of it.

Flops that differ by a renaming of suits which both ranges allow are one; the others stand for it. What is kept of a
flop by default are the strategies of its flop, EVs and equities: some ten kilobytes. Turns and rivers are not kept.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pokerlab._archives import write_archive
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.suits import SUIT_PERMUTATIONS, distinct_deals, suit_symmetries
from pokerlab.equilibrium.algorithms import parse_rule
from pokerlab.errors import SpotError
from pokerlab.jobs.task import Task
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solve import DEFAULT_TARGET, prepare, steps
from pokerlab.postflop.spot import FLOP, Spot

FORMAT = "pokerlab/flop"
VERSION = 1
KEPT = ("flop", "full")
"""What may be kept of a solved flop: the strategies of the flop, or the whole solution."""
LARGEST = "9c6d2h"
"""A flop of three suits without a pair: no other has more boards to come."""


class Flop(NamedTuple):
    """A flop, and how many of the 22,100 it stands for."""

    board: str
    ways: int


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
        found.append(Flop(format_cards(sorted(cards, reverse=True)), count))
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
        found.append(Flop(format_cards(sorted(cards, reverse=True)), len(renamed)))
    return found


def sampled_flops(flops: Sequence[Flop], count: int, seed: int) -> list[Flop]:
    """So many flops, drawn as often as they come, without one twice; each then stands for as many as before."""
    rng = random.Random(seed)
    left, drawn = list(flops), list[Flop]()
    while left and len(drawn) < count:
        place = rng.choices(range(len(left)), [flop.ways for flop in left])[0]
        drawn.append(left.pop(place))
    return drawn


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
    content = {key: value for key, value in spot.to_dict().items() if key not in ("board", "name")}
    settings = {"target": target, "rule": rule, "compressed": compressed, "keep": keep}
    return [
        Task(
            "pokerlab.postflop.flops:solve_flop",
            {"spot": content, "board": flop.board, "ways": flop.ways, **settings},
            memory=memory, suffix=".sol" if keep == "full" else ".flop",
        )
        for flop in flops
    ]  # fmt: skip


def solve_flop(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """Solve a spot on a flop, write what is kept of it, and tell what reports need (see `flop_record`)."""
    spot = Spot(**arguments["spot"], board=arguments["board"])
    rule = parse_rule(arguments["rule"]) if arguments["rule"] else None
    engine = prepare(spot, rule=rule, compressed=arguments["compressed"], threads=1)
    last = None
    for step in steps(engine, target=arguments["target"]):
        last = step
    assert last is not None
    solution = Solution.of(engine, seconds=last.seconds, judgement=last.judgement)
    record = flop_record(solution) | {"ways": arguments["ways"]}
    if arguments["keep"] == "full":
        solution.save(path)
    else:
        _save_flop(path, solution, record)
    return record


def flop_record(solution: Solution) -> dict[str, Any]:
    """What is to know of a solved flop, plain data.

    - `ev`, `equity`: of both players at the start, chips and shares of the pot
    - `nodes`: of every decision on the flop its line of play, who decides, how often it comes up, and how often each
      move is played there
    """
    root, tree, comes = solution.root, solution.tree, {0: 1.0}
    nodes = []
    for node in _decisions(solution):
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


def _save_flop(path: Path, solution: Solution, record: dict[str, Any]) -> None:
    """The strategies of the flop in 16 bits by node, [move, 1326]; EVs in chips and equities [player, 1326]."""
    place = solution.place(solution.spot.board)
    arrays = {
        f"strategy {'/'.join(solution.tree.path(node))}": solution.strategy_at(node, place).astype(np.float16)
        for node in _decisions(solution)
    }
    arrays |= {"ev": solution.root.ev.astype(np.float32), "equity": solution.root.equity.astype(np.float32)}
    metadata = {"spot": solution.spot.to_dict(), "found": record}
    write_archive(path, FORMAT, VERSION, metadata, arrays, made=replace(solution.made, judged={}), compress=True)


def _decisions(solution: Solution) -> list[Any]:
    return [node for node in solution.tree.nodes if node.kind is NodeKind.DECISION and node.street == FLOP]


def _check(spot: Spot) -> None:
    if len(spot.board) != FLOP:
        raise SpotError(f"many flops are for spots on a flop, not on {format_cards(spot.board)}")


def _on(spot: Spot, cards: Sequence[int]) -> Spot:
    """The spot on another flop."""
    _check(spot)
    return spot.changed(board=tuple(cards))
