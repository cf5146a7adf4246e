"""All-ins before the river: the equity of every hand against every other over all boards that may follow.

A called all-in has nothing left to decide, so its value is a matrix product instead of a sweep over all its boards.
"""

import numpy as np
import numpy.typing as npt

from pokerlab._threads import map_in_order
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_MASKS
from pokerlab.cards.evaluator import rank_boards
from pokerlab.cards.suits import all_deals

RIVER = 5
_PIECE = 64


def runout_equities(
    board: tuple[int, ...], first: npt.NDArray[np.integer], second: npt.NDArray[np.integer], threads: int | None = 1
) -> npt.NDArray[np.float32]:
    """float32 [hand of the first, hand of the second]: the chance to win minus the chance to lose from a board of three
    or four cards; 0 where the hands share a card. `first`, `second`: combo indices that do not collide with the
    board."""
    from pokerlab.postflop import runouts_kernels

    rest = all_deals(RIVER - len(board), cardset(board))
    boards = np.hstack([np.tile(np.array(board, np.uint8), (len(rest), 1)), rest])
    # Only the hands asked for, as columns that lie side by side.
    columns = np.concatenate([first, second]).astype(np.int64)
    rows, others = np.arange(len(first)), np.arange(len(first), len(columns))
    wins = np.zeros((len(first), len(second)), np.int32)

    def count(piece: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
        part = np.zeros_like(wins)
        runouts_kernels.count_wins(np.ascontiguousarray(rank_boards(piece)[:, columns]), rows, others, part)
        return part

    pieces = [boards[start : start + _PIECE] for start in range(0, len(boards), _PIECE)]
    for part in map_in_order(count, pieces, threads=threads):
        wins += part
    unseen = 52 - len(board) - 4
    boards_left = unseen if len(rest[0]) == 1 else unseen * (unseen - 1) // 2
    meet = (COMBO_MASKS[first][:, None] & COMBO_MASKS[second][None, :]) == 0
    return np.where(meet, wins / boards_left, 0).astype(np.float32)
