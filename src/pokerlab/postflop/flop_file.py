"""The file of one flop of many: the strategies and values of the flop, as a solution that ends there.

It is a file with checksums (`_archives`) whose header has the spot and what was found (`flops.flop_record`), and whose
arrays are

    strategy LINE    float16 [move, 1326], for the line of play to every decision, NaN for hands that are not held
    values PLAYER    float32 [node of the flop, hand], as in `solution_store`
    ev, equity       float32 [player, 1326] at the first decision; chips and shares of the pot
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Arrays, read_archive, write_archive
from pokerlab._headers import HowMade
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import format_cards
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.errors import PokerError, SolutionError
from pokerlab.postflop.meeting import meeting_weights
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solution_store import BoardPlace, Floats, KeptBoard, value_rows
from pokerlab.postflop.spot import FLOP, PLAYERS, Spot
from pokerlab.postflop.tree import SpotNode, SpotTree

FORMAT = "pokerlab/flop"
VERSION = 1


def flop_decisions(tree: SpotTree) -> list[SpotNode]:
    """All decisions on the flop, in tree order."""
    return [node for node in tree.nodes if node.kind is NodeKind.DECISION and node.street == FLOP]


def write_flop(path: Path, solution: Solution, record: dict[str, Any]) -> None:
    """Write what is kept of a solved flop, whole or not at all."""
    place = solution.place(solution.spot.board)
    arrays: Arrays = {
        f"strategy {'/'.join(solution.tree.path(node))}": solution.strategy_at(node, place).astype(np.float16)
        for node in flop_decisions(solution.tree)
    }
    arrays |= {f"values {name}": solution.store.values(0, player) for player, name in enumerate(PLAYERS)}
    arrays |= {"ev": solution.root.ev.astype(np.float32), "equity": solution.root.equity.astype(np.float32)}
    metadata = {"spot": solution.spot.to_dict(), "found": record}
    write_archive(path, FORMAT, VERSION, metadata, arrays, made=replace(solution.made, judged={}), compress=True)


def open_flop(path: Path | str) -> Solution:
    """Read a flop as a solution whose turns and rivers are not there."""
    header, arrays = read_archive(Path(path), FORMAT, (VERSION,), what="a flop of many", error=SolutionError)
    try:
        made = HowMade.of(header)
        spot = Spot(**header["spot"])
        if len(spot.board) != FLOP or made.iterations is None:
            raise ValueError("a flop that was solved")
        pot, found = spot.pot, header["found"]
        gain = float(found["percent_of_pot"]) / 100 * pot
        values = [float(ev) - pot / 2 for ev in found["ev"]]
        if not np.isfinite([gain, *values]).all():
            raise ValueError("no such numbers")
        # Only the sum of what both could gain is kept: half of it each.
        judgement = Judgement((values[0], values[1]), (values[0] + gain, values[1] + gain))
        tree = SpotTree.build(spot)
        return Solution(FlopStore(tree, arrays), tree, made, judgement=judgement)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, PokerError):
        raise SolutionError(f"{path} is the file of a flop that cannot be read") from None


class FlopStore:
    """The numbers of a flop's file, for a `Solution`; see `solution_store.Store`."""

    deepest = FLOP

    def __init__(self, tree: SpotTree, arrays: Arrays) -> None:
        self.tree, self.board = tree, tree.spot.board
        self._weights = [tree.spot.live(player).weights for player in (0, 1)]
        self._strategies = [self._rows(arrays, player) for player in (0, 1)]
        self._values = [self._node_values(arrays, player) for player in (0, 1)]

    @property
    def boards(self) -> Sequence[KeptBoard]:
        """The flop alone."""
        return [KeptBoard(self.board, -1, 0, 0, (0,))]

    def locate(self, cards: Sequence[int]) -> BoardPlace:
        """The flop; a `SolutionError` for boards with more cards."""
        if len(cards) > FLOP:
            raise SolutionError(
                f"{format_cards(cards)}: of a flop of many, turns and rivers are not kept (pokerlab flops --keep full)"
            )
        return BoardPlace((0,), self.board, np.arange(COMBO_COUNT))

    def hands(self, board: int, player: int) -> npt.NDArray[np.int64]:
        """The combos of a player, ascending."""
        return np.flatnonzero(self._weights[player])

    def strategies(self, board: int, player: int) -> Floats:
        """float32 [row, hand]."""
        return self._strategies[player]

    def values(self, board: int, hero: int) -> Floats:
        """float32 [node of the flop, hand]."""
        return self._values[hero]

    def street_values(self, level: int, hero: int) -> Iterator[Floats]:
        """Of the flop alone."""
        yield self._values[hero]

    def _rows(self, arrays: Arrays, player: int) -> Floats:
        nodes = [node for node in flop_decisions(self.tree) if node.player == player]
        tables = [arrays[f"strategy {'/'.join(self.tree.path(node))}"].astype(np.float32) for node in nodes]
        for node, table in zip(nodes, tables, strict=True):
            held = table[:, self.hands(0, player)]
            if table.shape != (len(node.children), COMBO_COUNT) or not (held >= 0).all() or not (held <= 1).all():
                raise ValueError("no strategies of this spot")
        rows = [table / table.sum(axis=0) for table in tables]  # 16 bits do not add up to 1
        return np.vstack([np.empty((0, COMBO_COUNT), np.float32), *rows])[:, self.hands(0, player)]

    def _node_values(self, arrays: Arrays, player: int) -> Floats:
        """As stored; the first files had EVs of the first decision only."""
        shape = (len(value_rows(self.tree, FLOP)), len(self.hands(0, player)))
        if (stored := arrays.get(f"values {PLAYERS[player]}")) is not None:
            if not np.isfinite(stored).all():
                raise ValueError("values that are no numbers")
            return stored.astype(np.float32).reshape(shape)
        values = np.full(shape, np.nan, np.float32)
        met = meeting_weights(self._weights[1 - player])
        values[0] = (np.nan_to_num(arrays["ev"][player] - self.tree.spot.pot / 2) * met)[self.hands(0, player)]
        return values
