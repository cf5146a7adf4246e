"""The place of every hand among all hands on a board.

Those of all flops and turns up to suits are a file of the user's directory, once many tournaments have been played: it
is made then (a quarter of a minute, 97 MB), and mapped by all processes from then on. Without it boards are worked out
as they come up (some 10 ms on a flop), to the same numbers.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Archive, write_archive
from pokerlab._data_directory import default_directory
from pokerlab.abstraction.feature_tables import RIVER_POINTS, RIVERS_TO_COME
from pokerlab.abstraction.features import points_to_come
from pokerlab.agents.place_kernels import BOARDS
from pokerlab.agents.strengths import hand_strengths, places_of
from pokerlab.cards.card import DECK_SIZE
from pokerlab.cards.cardset import CARD_MASKS, cardset
from pokerlab.cards.combos import COMBO_COUNT, dead_combos
from pokerlab.cards.suits import PERMUTED_COMBOS, SUIT_PERMUTATIONS
from pokerlab.errors import DataError, PokerError

FORMAT = "pokerlab/places"
VERSION = 1

Board = tuple[int, ...]
Points = npt.NDArray[np.int64]


@lru_cache(maxsize=1024)
def hand_places(board: frozenset[int]) -> npt.NDArray[np.float32]:
    """float32 [1326]: the part of all hands on a board that is stronger, equal ones counted half: 0 is the strongest, 1
    the weakest; 1 where hand and board share a card."""
    if len(board) in (3, 4) and (known := _known_rows(table_path())):
        key, renamed = without_suits(board)
        where, rows = known
        return np.asarray(rows[where[key]][PERMUTED_COMBOS[renamed]], np.float32)
    return places_of(hand_strengths(board))


@lru_cache(maxsize=1)
def _known_rows(path: Path) -> tuple[dict[int, int], npt.NDArray[np.float32]] | None:
    """By the key of a board its row in the table of a path, and the rows; None without one."""
    found = read_table(path)
    return found and ({key: row for row, key in enumerate(found[0].tolist())}, found[1])


def table_path() -> Path:
    """Where the table is, or would be."""
    return default_directory() / "places.table"


def read_table(path: Path) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.float32]] | None:
    """The keys of boards up to suits, uint64 [board], and the places of hands on them, float32 [board, 1326], mapped;
    None if there is no table, or none that can be read."""
    try:
        found = Archive(path, FORMAT, [VERSION], what="a table of places", error=DataError)
        keys, rows = found.array("keys"), found.mapped_privately("rows")
    except PokerError:
        return None
    return (keys, rows) if keys.shape == (BOARDS,) and rows.shape == (BOARDS, COMBO_COUNT) else None


def make_table(path: Path, progress: Callable[[int, int], None]) -> None:
    """Make the table of a path; a `DataError` if it cannot be written.

    Rivers are counted on turns only: what a hand gets on a flop is the sum over all turns that can follow, in which
    each river is there twice."""
    turns = dict[int, Points]()
    boards = boards_up_to_suits(4)
    for number, (key, board) in enumerate(boards.items()):
        turns[key] = points_to_come(board)[0]
        progress(number + 1, len(boards))
    points = {key: _flop_points(board, turns) for key, board in boards_up_to_suits(3).items()} | turns
    rows = np.stack([places_of(_strengths(key, of_board)) for key, of_board in points.items()])
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_archive(path, FORMAT, VERSION, {}, {"keys": np.array(list(points), np.uint64), "rows": rows})
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error.strerror or error}") from None
    _known_rows.cache_clear()
    hand_places.cache_clear()


def without_suits(board: Iterable[int]) -> tuple[int, int]:
    """The key of a board, and which of SUIT_PERMUTATIONS names its suits so: the suit with the largest set of ranks is
    the first one, as in `place_kernels`."""
    held = [0] * 4
    for card in board:
        held[card & 3] |= 1 << (card >> 2)
    order = sorted(range(4), key=lambda suit: -held[suit])
    renamed = tuple(order.index(suit) for suit in range(4))
    return sum(held[suit] << (16 * place) for place, suit in enumerate(order)), _permutations()[renamed]


def boards_up_to_suits(cards: int) -> dict[int, Board]:
    """By its key each board of so many cards, with its suits named as in the key."""
    keys = {without_suits(board)[0] for board in combinations(range(DECK_SIZE), cards)}
    return {key: tuple(card for card in range(DECK_SIZE) if key & int(CARD_MASKS[card])) for key in sorted(keys)}


@cache
def _permutations() -> dict[tuple[int, ...], int]:
    return {tuple(renamed): number for number, renamed in enumerate(SUIT_PERMUTATIONS.tolist())}


def _flop_points(flop: Board, turns: dict[int, Points]) -> Points:
    total = np.zeros(COMBO_COUNT, np.int64)
    for card in range(DECK_SIZE):
        if card not in flop:
            key, renamed = without_suits((*flop, card))
            total += turns[key][PERMUTED_COMBOS[renamed]]
    return total // 2


def _strengths(key: int, points: Points) -> npt.NDArray[np.float32]:
    """E[HS] as `features.expected_strengths` has it."""
    street = "flop" if key.bit_count() == 3 else "turn"
    board = [card for card in range(DECK_SIZE) if key & int(CARD_MASKS[card])]
    strengths = np.full(COMBO_COUNT, np.nan, np.float32)
    alive = ~dead_combos(cardset(board))
    strengths[alive] = points[alive] / (RIVERS_TO_COME[street] * RIVER_POINTS)
    return strengths
