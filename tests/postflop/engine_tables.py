"""The engine's tables in the shape of the naive twin's: float64 [board, move, hand] on every ordered board, with hands
in combo order. Boards that the engine does not keep are read from the one that stands for them, with suits renamed."""

import numpy as np
from naive_postflop import NaivePostflop

from pokerlab.betting.tree import NodeKind
from pokerlab.cards.combos import COMBO_CARDS, COMBO_COUNT
from pokerlab.cards.suits import SUIT_PERMUTATIONS
from pokerlab.postflop import columns as at
from pokerlab.postflop.engine import Engine

Suits = tuple[int, ...]

SUITS: list[Suits] = [tuple(row) for row in SUIT_PERMUTATIONS.tolist()]
DEAD = -1


class EngineTables:
    """Reads an engine for a twin of the same spot.

    - `places`: by street, for each board of the twin's the number of the engine's board and what its suits become
    - `hand_places`: by street and player int64 [board, hand], where the twin's hands are in the engine's lists
    """

    def __init__(self, engine: Engine, twin: NaivePostflop) -> None:
        self.engine, self.twin = engine, twin
        self.places = self._find_boards()
        self.hand_places = {
            (street, player): self._find_hands(street, player) for street in self.places for player in (0, 1)
        }
        self.cells = {node.index: self._find_cells(node) for node in twin.tree.nodes if node.kind is NodeKind.DECISION}

    def read(self, table: np.ndarray, scales: np.ndarray | None = None) -> dict[int, np.ndarray]:
        """A table (regrets, sums or gains) by node index; zero for hands that a board takes.

        `scales`: float32 [slot], of a compressed table."""
        out = {}
        for index, cells in self.cells.items():
            numbers = np.where(cells == DEAD, 0.0, table[cells].astype(np.float64))
            out[index] = numbers if scales is None else numbers * scales[self._slots(index)][:, None, None]
        return out

    def copy_to_twin(self) -> None:
        """Let the twin go on from where the engine is."""
        engine, twin = self.engine, self.twin
        short = engine.regrets.dtype == np.int16
        twin.regrets = self.read(engine.regrets, engine.scales[0] if short else None)
        twin.sums = self.read(engine.sums, engine.scales[1] if short else None)
        if len(engine.gains):
            twin.gains = self.read(engine.gains)
        twin.iteration = engine.iteration

    def root_values(self, hero: int, mode: int, *, inside: bool = False) -> np.ndarray:
        """The engine's values at the root in the twin's order of hands."""
        values = self.engine.values(hero, mode, inside=inside).astype(np.float64)
        assert len(values) == len(self.twin.hands[hero])
        return values[self.hand_places[len(self.twin.spot.board), hero][0]]

    def _find_boards(self) -> dict[int, list[tuple[int, Suits]]]:
        boards, first = self.engine.layout.boards, len(self.twin.spot.board)
        found: dict[int, list[tuple[int, Suits]]] = {first: [(0, SUITS[0])]}
        for street in range(first + 1, 6):
            found[street] = []
            ahead = iter(self.twin.streets[street].boards)
            for parent, suits in found[street - 1]:
                by_card = {}
                start = boards.table[parent, at.FIRST_CHILD]
                for child in range(start, start + boards.table[parent, at.CHILDREN]):
                    for renaming in boards.renamings[child]:
                        whole = tuple(suits[suit] for suit in SUITS[renaming])
                        card = boards.cards[child][-1]
                        card = card // 4 * 4 + whole[card % 4]
                        assert card not in by_card, "a card that two boards stand for"
                        by_card[card] = child, whole
                found[street] += [by_card[next(ahead)[-1]] for _ in by_card]
            assert next(ahead, None) is None, "a card that no board stands for"
        return found

    def _find_hands(self, street: int, player: int) -> np.ndarray:
        result = []
        for board, suits in self.places[street]:
            hands = self.engine.layout.boards.hands(board, player)
            place_of = np.full(COMBO_COUNT, DEAD)
            place_of[_rename(hands, suits)] = np.arange(len(hands))
            result.append(place_of[self.twin.hands[player]])
        assert ((np.array(result) != DEAD) == self.twin.streets[street].alive[player]).all()
        return np.array(result)

    def _find_cells(self, node) -> np.ndarray:
        """int64 [board, move, hand]: where each number of a node is in the engine's tables."""
        rows = self.engine.layout.boards.table[[board for board, _ in self.places[node.street]]]
        width, start = rows[:, at.WIDTH + node.player], rows[:, at.STORAGE + node.player]
        row = self._storage(node.street).row[node.index]
        hands = self.hand_places[node.street, node.player]
        columns = hands
        if grouping := self.engine.layout.grouping:
            columns = grouping.group_of[rows[:, at.GROUPED_AT + node.player][:, None] + np.maximum(hands, 0)]
        moves = row + np.arange(len(node.children))
        cells = (start[:, None] + moves * width[:, None])[:, :, None] + columns[:, None, :].astype(np.int64)
        return np.where(hands[:, None, :] == DEAD, DEAD, cells)

    def _slots(self, index: int) -> np.ndarray:
        node = self.twin.tree.nodes[index]
        rows = self.engine.layout.boards.table[[board for board, _ in self.places[node.street]]]
        return rows[:, at.SCALE_START + node.player] + self._storage(node.street).ordinal[index]

    def _storage(self, street: int):
        return self.engine.layout.storages[street - len(self.twin.spot.board)]


def _rename(hands: np.ndarray, suits: Suits) -> np.ndarray:
    cards = COMBO_CARDS[hands].astype(int)
    renamed = np.sort(cards // 4 * 4 + np.array(suits)[cards % 4], axis=1)
    return renamed[:, 1] * (renamed[:, 1] - 1) // 2 + renamed[:, 0]
