"""Groups of hands that begin where single hands have come, so that little is left to learn."""

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.errors import SolverError
from pokerlab.postflop import columns as at
from pokerlab.postflop.engine import Engine


def begin_with(engine: Engine, single: Engine, iteration: int) -> None:
    """Let an engine with groups of hands begin where one without them has come in the same spot by the same rule, as if
    after so many iterations: the fewer, the sooner that is forgotten.

    A group has the mean of its hands' regrets, weighted by the range, and their average strategy, each hand's as often
    as it comes to a node.
    """
    if engine.layout.grouping is None or single.layout.grouping is not None or single.regrets.dtype != np.float32:
        raise SolverError("groups of hands begin with an engine without groups that has 32-bit tables")
    if (single.spot.to_toml(), single.rule) != (engine.spot.to_toml(), engine.rule):
        raise SolverError("groups of hands begin with an engine of the same spot and rule")
    if iteration < 1 or single.iteration < 1:
        raise SolverError("groups of hands begin with an engine that has run, as if after one iteration or more")
    for board in range(len(engine.layout.boards.table)):
        for player in (0, 1):
            shares, is_in = _members(engine, board, player)
            _rows(engine, engine.regrets, board, player)[:] = _rows(single, single.regrets, board, player) @ shares
            average = _rows(single, single.sums, board, player) @ is_in
            _rows(engine, engine.sums, board, player)[:] = average * (iteration / single.iteration)
    engine.iteration = iteration


def _members(engine: Engine, board: int, player: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Two matrices [column of single hands, column of groups]: each hand's share in its group, and 1 for its group."""
    row, grouping = engine.layout.boards.table[board], engine.layout.grouping
    assert grouping
    hands = engine.layout.boards.hands(board, player)
    start = int(row[at.GROUPED_AT + player])
    group_of = grouping.group_of[start : start + len(hands)]
    weights = (engine.spot.oop, engine.spot.ip)[player].weights[hands]
    is_in = np.zeros((int(row[at.STRIDE + player]), int(row[at.WIDTH + player])))
    is_in[np.arange(len(hands)), group_of] = 1.0
    shares = np.zeros_like(is_in)
    shares[np.arange(len(hands)), group_of] = weights / np.bincount(group_of, weights)[group_of]
    return shares, is_in


def _rows(engine: Engine, table: npt.NDArray[np.generic], board: int, player: int) -> npt.NDArray[Any]:
    """float32 [row, hand or group]: the part of a table that is a player's on a board, to be read or written."""
    row = engine.layout.boards.table[board]
    width, start = int(row[at.WIDTH + player]), int(row[at.STORAGE + player])
    rows = engine.layout.storages[row[at.LEVEL]].rows[player]
    return table[start : start + rows * width].reshape(rows, width)
