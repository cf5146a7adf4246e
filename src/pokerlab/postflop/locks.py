"""Node locking: a fixed strategy at a node, for the whole range, for classes or for single hands.

    Lock("check/bet 50", {"*": {"fold": 0.4, "call": 0.6}, "QQ+": {"call": 1}})

Hands are ranges as text; where several name a hand, the last one counts, and hands that none names stay free. A
path that leaves out a card (`check/check/turn/bet 50`) locks the node on every board. In a file:

    [[lock]]
    node = "check/bet 50"
    [lock.hands]
    "*" = { fold = 0.4, call = 0.6 }
    "QQ+" = { call = 1 }
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import number_text
from pokerlab._toml import toml_value
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.cards.ranges import Range
from pokerlab.errors import PokerError, SpotError, shorten
from pokerlab.postflop import columns as at
from pokerlab.postflop.boards import Boards
from pokerlab.postflop.forest import Storage
from pokerlab.postflop.spot_reader import read_toml
from pokerlab.postflop.tree import SpotNode, SpotTree

TOLERANCE = 1e-6


@dataclass(frozen=True)
class Lock:
    """A fixed strategy: the path of a decision, and for hands (a range as text) the probability of moves."""

    node: str
    hands: Mapping[str, Mapping[str, float]] = field(hash=False)

    def placed(self, tree: SpotTree) -> "PlacedLock":
        """The lock on a betting tree; a `SpotError` if it does not fit."""
        node, cards = tree.resolve(self.node)
        where = f"lock '{shorten(self.node)}'"
        if node.kind is not NodeKind.DECISION:
            raise SpotError(f"{where}: nobody decides there")
        mask = np.zeros(COMBO_COUNT, np.bool_)
        strategy = np.zeros((len(node.children), COMBO_COUNT), np.float32)
        for text, moves in self.hands.items():
            try:
                chosen = Range.parse(text).weights > 0
            except PokerError as error:
                raise SpotError(f"{where}: {error}") from None
            mask |= chosen
            strategy[:, chosen] = _probabilities(tree, node, moves, where)[:, None]
        if not mask.any():
            raise SpotError(f"{where}: it names no hands")
        return PlacedLock(node, tuple(cards), mask, strategy)


@dataclass(frozen=True)
class PlacedLock:
    """A lock on a tree: `cards` dealt on the way (None: any), `mask`: bool [1326], `strategy`: float32 [move, 1326]."""

    node: SpotNode
    cards: tuple[int | None, ...]
    mask: npt.NDArray[np.bool_]
    strategy: npt.NDArray[np.float32]

    def holds_on(self, board: tuple[int, ...]) -> bool:
        """Whether it holds on a board of its street."""
        dealt = board[len(board) - len(self.cards) :] if self.cards else ()
        return all(wanted is None or wanted == card for wanted, card in zip(self.cards, dealt, strict=True))


@dataclass(frozen=True)
class HeldStrategy:
    """A player's whole strategy as it stands in a solution of the same spot (`Solution.held`), on every board.

    - `rows`: for the cards of a board float32 [row, 1326], rows as in `forest.Storage` of its street
    - `locks`: what the solution was locked to, which may tell suits apart
    """

    player: int
    rows: Callable[[tuple[int, ...]], npt.NDArray[np.float32]]
    locks: tuple[PlacedLock, ...] = ()


def read_locks(path: Path | str) -> list[Lock]:
    """The locks of a TOML file."""
    content = read_toml(Path(path))
    locks = content.get("lock")
    if set(content) != {"lock"} or not isinstance(locks, list):
        raise SpotError(f"{path}: [[lock]] tables are expected, and nothing else")
    return [_read_lock(lock, f"{path}: lock {place}") for place, lock in enumerate(locks, 1)]


def write_locks(locks: Iterable[Lock]) -> str:
    """The text of a file that `read_locks` reads."""
    return "\n".join(
        f"[[lock]]\nnode = {toml_value(lock.node)}\n[lock.hands]\n"
        + "".join(
            f"{toml_value(hands)} = {{ {', '.join(f'{toml_value(m)} = {toml_value(p)}' for m, p in moves.items())} }}\n"
            for hands, moves in lock.hands.items()
        )
        for lock in locks
    )


def parse_lock(text: str) -> Lock:
    """A lock on one line: `check/bet 50: QQ+: call 1`, or for all hands `check/bet 50: fold 0.4, call 0.6`."""
    parts = [part.strip() for part in text.split(":")]
    if len(parts) < 2:
        raise SpotError(f"lock '{shorten(text)}': NODE: [HANDS:] MOVE P, MOVE P... is expected")
    node, moves = parts[0], parts[-1]
    hands = ":".join(parts[1:-1]) or "*"
    chosen: dict[str, float] = {}
    for choice in moves.split(","):
        move, _, number = choice.strip().rpartition(" ")
        try:
            chosen[move] = float(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
        except ValueError:
            raise SpotError(f"lock '{shorten(text)}': '{shorten(choice)}' is not a move and its probability") from None
    return Lock(node, {hands: chosen})


def lock_tables(
    locks: Iterable[PlacedLock],
    boards: Boards,
    storages: tuple[Storage, ...],
    first_street: int,
    held: HeldStrategy | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """The locks as the kernels read them: int64 [locked node, 3] and float32, see `nodes_kernels`. Of several locks of
    one node the last one counts for the hands it names; what they do not name follows what is `held`."""
    found = _held_nodes(held, boards, storages) if held else {}
    for lock in locks:
        level, player = lock.node.street - first_street, lock.node.player
        for board in boards.at_level(level).tolist():
            if not lock.holds_on(boards.cards[board]):
                continue
            row, hands = boards.table[board], boards.hands(board, player)
            stride = int(row[at.STRIDE + player])
            place = int(row[at.STORAGE + player]) + storages[level].row[lock.node.index] * stride
            mask, strategy = found.setdefault(
                place, (np.zeros(stride, np.float32), np.zeros((len(lock.node.children), stride), np.float32))
            )
            named = lock.mask[hands]
            mask[: len(hands)][named] = 1
            strategy[:, : len(hands)][:, named] = lock.strategy[:, hands][:, named]
    table = np.zeros((len(found), 3), np.int64)
    pieces: list[npt.NDArray[np.float32]] = []
    size = 0
    for index, (place, (mask, strategy)) in enumerate(sorted(found.items())):
        table[index] = place, size, size + mask.size
        pieces += [mask, strategy.ravel()]
        size += mask.size + strategy.size
    return table, np.concatenate(pieces) if pieces else np.zeros(0, np.float32)


def _held_nodes(
    held: HeldStrategy, boards: Boards, storages: tuple[Storage, ...]
) -> dict[int, tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]:
    """By the places of a player's nodes on all boards masks and strategies: every hand is locked."""
    found, player = {}, held.player
    for board, row in enumerate(boards.table):
        storage, hands, stride = storages[row[at.LEVEL]], boards.hands(board, player), int(row[at.STRIDE + player])
        rows = np.zeros((storage.rows[player], stride), np.float32)
        rows[:, : len(hands)] = held.rows(boards.cards[board])[:, hands]
        mask = np.zeros(stride, np.float32)
        mask[: len(hands)] = 1
        for alike in storage.by_moves[player]:
            for first in alike[:, 0].tolist():
                place = int(row[at.STORAGE + player]) + first * stride
                found[place] = mask.copy(), rows[first : first + alike.shape[1]]
    return found


def _probabilities(tree: SpotTree, node: SpotNode, moves: Mapping[str, float], where: str) -> npt.NDArray[np.float32]:
    chosen = np.zeros(len(node.children), np.float64)
    path = "/".join(tree.path(node))
    for text, part in moves.items():
        child, _ = tree.resolve(f"{path}/{text}")
        if child.index not in node.children:
            raise SpotError(f"{where}: '{shorten(text)}' is not one move")
        if not 0 <= part <= 1:
            raise SpotError(f"{where}: {text} {number_text(part)}: a probability lies between 0 and 1")
        chosen[node.children.index(child.index)] += part
    if abs(chosen.sum() - 1) > TOLERANCE:
        raise SpotError(f"{where}: the probabilities add up to {chosen.sum():g}, not 1")
    return np.asarray(chosen / chosen.sum(), np.float32)


def _read_lock(content: object, where: str) -> Lock:
    if not isinstance(content, dict) or set(content) != {"node", "hands"} or not isinstance(content["node"], str):
        raise SpotError(f"{where}: `node` (a path) and `hands` (a table) are expected")
    hands = content["hands"]
    is_right = isinstance(hands, dict) and all(
        isinstance(moves, dict) and all(isinstance(part, int | float) for part in moves.values())
        for moves in hands.values()
    )
    if not is_right:
        raise SpotError(f'{where}: hands are written as "QQ+" = {{ call = 1 }}')
    return Lock(content["node"], hands)
