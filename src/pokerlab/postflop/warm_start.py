"""Groups of hands that begin where single hands have come, so that little is left to learn."""

import numpy as np
import numpy.typing as npt

from pokerlab.equilibrium.rule_columns import KEEP, MATCHED, WEIGHT
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
    mine, theirs = engine.identity(), single.identity()
    if not mine.pop("solver").startswith(theirs.pop("solver")) or mine != theirs:
        raise SolverError("groups of hands begin with an engine of the same spot, rule and options")
    if engine.rule.strategy != MATCHED:
        raise SolverError(f"{engine.rule} cannot begin with strategies of another engine")
    if iteration < 1 or single.iteration < 1:
        raise SolverError("groups of hands begin with an engine that has run, as if after one iteration or more")
    part = _weight_of_average(engine, iteration) / _weight_of_average(single, single.iteration)
    for board in range(len(engine.layout.boards.table)):
        for player in (0, 1):
            shares, is_in = _members(engine, board, player)
            for name, matrix in (("regrets", shares), ("sums", part * is_in)):
                source = single.layout.rows_of(getattr(single, name), board, player)
                engine.layout.rows_of(getattr(engine, name), board, player)[:] = source @ matrix
    engine.iteration = iteration


def _weight_of_average(engine: Engine, iterations: int) -> float:
    """How much a strategy that was played in all of so many iterations weighs in an average."""
    weight = 0.0
    for numbers in engine.rule.numbers(1, iterations):
        weight = weight * numbers[KEEP] + numbers[WEIGHT]
    return float(weight)


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
