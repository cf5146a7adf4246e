"""What a play-out of solutions should give, by the solver's exact values: the other side of the comparison.

Nothing here has a part in a play-out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from pokerlab.cards.card import DECK_SIZE
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import dead_combos
from pokerlab.errors import LabError, SpotError
from pokerlab.postflop.meeting import meeting_weights
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.tree import SpotNode
from pokerlab.postflop.view import NodeView

_MOST_CARDS_LEFT_OUT = 1
"""Values after two cards that are not named would take thousands of rivers."""


@dataclass(frozen=True)
class Expected:
    """What is to be expected at a node: `frequency`, how often hands come there, and `values`, the chips that both win
    in these hands, counted from half of the first pot."""

    frequency: float
    values: tuple[float, float]


def paired(oop: Solution, ip: Solution, *, threads: int | None = None) -> Solution:
    """The strategies of one solution for the first player and of another of the same spot for the second, with exact
    values. Takes the memory of a solver (as `pokerlab solve --dry` says)."""
    from pokerlab._threads import available_threads
    from pokerlab.postflop.engine import Engine
    from pokerlab.postflop.layout import Layout
    from pokerlab.postflop.memory import check_memory

    if oop is ip:
        return oop
    count = threads or available_threads()
    layout = Layout.of(oop.spot, locks=[*oop.locks, *ip.locks])
    if max(len(oop.store.boards), len(ip.store.boards)) > len(layout.boards.cards):
        # a solution that tells boards apart which the spot's symmetries make one
        layout = Layout.of(oop.spot, isomorphism=False, locks=[*oop.locks, *ip.locks])
    try:
        check_memory(layout, compressed=False, tables=2, threads=count)
    except SpotError as error:
        raise LabError(f"the computed expectation needs a solver, and {error}") from None
    engine = Engine(layout, threads=count)
    engine.set_locks(())
    for board, cards in enumerate(layout.boards.cards):
        for player, solution in enumerate((oop, ip)):
            place = solution.place((*solution.spot.board, *cards[len(solution.spot.board) :]))
            number = place.boards[-1]
            there = place.renamed[solution.store.hands(number, player)]
            order = np.argsort(there)
            columns = order[np.searchsorted(there, layout.boards.hands(board, player), sorter=order)]
            engine.set_average(board, player, solution.store.strategies(number, player)[:, columns])
    return Solution.of(engine)


def expected(solution: Solution, node: SpotNode, dealt: Sequence[int | None]) -> Expected | None:
    """What both should win in the hands that come to a node. `dealt`: the cards after the first board, None for any.

    None where play never comes, or where more than one card is left open.
    """
    if node.parent < 0:
        first, second = solution.judgement.values
        return Expected(1.0, (first, second))
    if list(dealt).count(None) > _MOST_CARDS_LEFT_OUT:
        return None
    masses, results, total = [], [], 0.0
    found: dict[tuple[int, ...], tuple[float, tuple[float, float]]] = {}
    for board in _boards(solution, dealt):
        kept = solution.place(board).cards
        if kept not in found:  # boards that differ by a renaming of suits are alike
            found[kept] = _at(solution, node, board)
        mass, result = found[kept]
        total += _mass(solution, board)
        if mass > 0:
            masses.append(mass)
            results.append(result)
    if not masses:
        return None
    first, second = np.average(results, axis=0, weights=masses).tolist()
    return Expected(sum(masses) / total, (first, second))


def _boards(solution: Solution, dealt: Sequence[int | None]) -> list[tuple[int, ...]]:
    """All boards with the named cards, and any others where they are left open."""
    known = {*solution.spot.board, *(card for card in dealt if card is not None)}
    rest = [card for card in range(DECK_SIZE) if card not in known]
    boards = []
    for drawn in permutations(rest, list(dealt).count(None)):
        others = iter(drawn)
        boards.append((*solution.spot.board, *(next(others) if card is None else card for card in dealt)))
    return boards


def _at(solution: Solution, node: SpotNode, board: tuple[int, ...]) -> tuple[float, tuple[float, float]]:
    """The weight of all pairs of hands that come to a node, and what both win in them."""
    view = NodeView(solution, node, board)
    mass = float((view.reach[0] * view.met[0]).sum())
    half, unit = solution.spot.pot / 2, 10**solution.spot.decimals
    first, second = (unit * view.overall_ev[player] - half - node.committed[player] for player in (0, 1))
    return mass, (first, second)


def _mass(solution: Solution, board: tuple[int, ...]) -> float:
    """The weight of all pairs of hands that are possible with a board."""
    dead = dead_combos(cardset(board))
    first, second = (np.where(dead, 0.0, solution.spot.live(player).weights) for player in (0, 1))
    return float(first @ meeting_weights(second))
