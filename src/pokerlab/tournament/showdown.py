"""Chances of class against class, laid out for push/fold: who holds what, and who wins.

All are probabilities of a uniform deal, by class:

- `prior` [a]: one player's class; `second` [a, b]: another player's class given the first's;
- `orders2` [3, a, b]: first wins, tie, second wins, given the classes;
- `joint3` [c, o, a, b]: three players hold a, b, c and their hands end in weak order o of `threeway.ORDERS`.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT, CLASS_SIZES, COMBO_COUNT
from pokerlab.cards.preflop import class_table
from pokerlab.tournament.threeway import ORDERS, three_way_table

Floats = npt.NDArray[np.float64]

ORDERS2: tuple[tuple[int, int], ...] = ((0, 1), (0, 0), (1, 0))
"""The weak orders of two hands: the place of each."""


@dataclass(frozen=True)
class TwoWay:
    """See the module: prior [169], joint [169, 169], second [169, 169], orders2 [3, 169, 169]."""

    prior: Floats
    joint: Floats
    second: Floats
    orders2: Floats


@cache
def two_way() -> TwoWay:
    """Chances of one and two players' classes."""
    table = class_table()
    deals = table.deals.astype(np.float64)
    joint = deals / deals.sum()
    prior = CLASS_SIZES / COMBO_COUNT
    orders = np.array([table.wins, table.ties, table.wins.T]) / deals
    return TwoWay(prior, joint, joint / prior[:, None], orders)


@cache
def joint_three() -> npt.NDArray[np.float32]:
    """float32 [c, o, a, b]: the chance that three players hold a, b, c and their hands end in order o."""
    table = three_way_table()
    n = CLASS_COUNT
    out = np.empty((n, len(ORDERS), n, n), np.float32)
    cubes = {"strict": table.strict, "top": table.top, "bottom": table.bottom, "level": table.level}
    total = float(
        sum(int(cube.sum(dtype=np.int64)) * times for cube, times in zip(cubes.values(), (6, 3, 3, 1), strict=True))
    )
    floats = {name: (cube / total).astype(np.float32) for name, cube in cubes.items()}
    for number, places in enumerate(ORDERS):
        kind, axes = _cube_of(places)
        out[:, number] = np.transpose(floats[kind], axes)
    return out


def _cube_of(places: tuple[int, int, int]) -> tuple[str, tuple[int, int, int]]:
    """Which cube of the table holds an order, and its axes in the order (c, a, b)."""
    order = sorted(range(3), key=lambda player: (places[player], player))
    kind = {(0, 1, 2): "strict", (0, 0, 2): "top", (0, 1, 1): "bottom", (0, 0, 0): "level"}[
        tuple(places[player] for player in order)  # type: ignore[index]
    ]
    if kind == "bottom":
        order = [order[1], order[2], order[0]]
    axis_of = {player: axis for axis, player in enumerate(order)}
    return kind, (axis_of[2], axis_of[0], axis_of[1])


def order_permutation(roles: tuple[int, int, int]) -> npt.NDArray[np.int64]:
    """int64 [13]: for players seen in other roles, the number of the same order.

    roles[p] is the role that player p takes: order o of the players is order result[o] of the roles.
    """
    number = {places: o for o, places in enumerate(ORDERS)}
    found = []
    for places in ORDERS:
        seen = [0, 0, 0]
        for player, role in enumerate(roles):
            seen[role] = places[player]
        found.append(number[tuple(seen)])  # type: ignore[index]
    return np.array(found, np.int64)
