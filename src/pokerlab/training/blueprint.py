"""A blueprint: what a trainer found, in a file, as a policy of its game.

The file (`_archives`) has an array `chances` uint8 or uint16 [cell]: parts of 255 or 65,535, and in its header the
game, the menu, what is remembered of the betting, the bucketing by name and digest, and how it was made. It is mapped
into memory; the betting is laid out anew when the first question is asked. A file that goes anywhere also has the
borders of its buckets (`measured_buckets`), so that hands need no tables to be looked up in. Two such are shipped.
"""

from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Archive, write_archive
from pokerlab._headers import HowMade
from pokerlab.abstraction.measured_buckets import MeasuredBuckets
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import PokerError, StrategyError
from pokerlab.games.game_record import game_record, read_game
from pokerlab.games.rules import Game
from pokerlab.games.view import Public
from pokerlab.training.betting_plan import COUNT, ROW, BettingPlan
from pokerlab.training.card_sights import CardSights, MeasuredSights, sights_of
from pokerlab.training.walk_columns import Paths

FORMAT = "pokerlab/blueprint"
VERSION = 1
SUFFIX = ".blueprint"
BOARDS_KEPT = 64
"""Boards whose sights are remembered: a table asks several times about each."""
SHIPPED = {
    "limit": "heads-up limit hold'em",
    "nolimit": "heads-up no-limit hold'em with 100 big blinds",
}
"""By name: the blueprints that come with the package, and what they play."""
_KINDS = {8: np.uint8, 16: np.uint16}

Floats = npt.NDArray[np.float32]


class Blueprint:
    """A strategy for a whole game.

    - `plan`: the betting as it is remembered; `cards`: what is told apart of the cards
    - `parts`: uint8 or uint16 [cell]: how likely each action of each infoset is, in parts of the most; in memory or in
      a file
    - `made`: how it was made, which travels with the file
    """

    def __init__(
        self,
        game: Game,
        menu: str,
        recall: str,
        cards: CardSights,
        parts: "npt.NDArray[Any] | StoredParts",
        made: HowMade | None = None,
    ) -> None:
        self.game, self.menu, self.recall, self.cards, self.parts = game, menu, recall, cards, parts
        self.made = made or HowMade()
        self._on_board = lru_cache(maxsize=BOARDS_KEPT)(cards.on_board)
        self.file: Path | None = None

    @classmethod
    def of(
        cls, plan: BettingPlan, cards: CardSights, strategy: Floats, *, bits: int = 16, made: HowMade | None = None
    ) -> "Blueprint":
        """The blueprint of chances [cell], as a trainer gives them, in 8 or 16 bits."""
        if bits not in _KINDS:
            raise StrategyError(f"chances are kept in 8 or 16 bits, not in {bits}")
        parts = np.empty(len(strategy), _KINDS[bits])
        for first in range(0, len(strategy), 1 << 20):  # a second copy of a large table may not fit into memory
            piece = slice(first, first + (1 << 20))
            parts[piece] = np.rint(strategy[piece] * np.float32(2**bits - 1))
        return cls(plan.game, str(plan.menu), plan.recall, cards, parts, made)

    @property
    def whole(self) -> int:
        """The most parts: a chance of 1."""
        return int(2 ** (8 * self.parts[0:1].dtype.itemsize)) - 1

    @cached_property
    def plan(self) -> BettingPlan:
        """The betting as it is remembered."""
        try:
            return BettingPlan.build(self.game, parse_menu(self.menu), self.recall)
        except PokerError as error:
            raise StrategyError(f"{self.file or 'a blueprint'}: {error}") from None

    @cached_property
    def paths(self) -> Paths:
        """Where the numbers of each start lie."""
        return Paths.of(self.plan, np.array(self.cards.counts, np.int64)[self.plan.streets])

    def chances(self, public: Public) -> Chances:
        """What it does in a public situation, with every hand (see `policy`)."""
        start, node = self.plan.find(public.betting)
        sights = self._on_board(public.board)
        return Chances(self.plan.actions_at(node), self._gathered(start, node, sights))

    def by_sight(self, start: int, node: int) -> Floats:
        """float32 [action, sight]: what it does at a decision of the plan, by what is seen of the cards."""
        sights = int(self.paths.sights[self.plan.templates[start]])
        return self._gathered(start, node, np.arange(sights, dtype=np.int32))

    def save(self, path: Path | str) -> None:
        """Write the file, whole or not at all."""
        metadata = {
            "game": game_record(self.game), "menu": self.menu, "recall": self.recall, "cards": self.cards.name,
            "cards_digest": self.cards.digest,
        }  # fmt: skip
        arrays = {"chances": self.parts[0 : len(self.parts)]}
        if isinstance(self.cards, MeasuredSights):
            arrays |= self.cards.buckets.arrays()
        write_archive(Path(path), FORMAT, VERSION, metadata, arrays, made=self.made)

    @classmethod
    def open(cls, path: Path | str) -> "Blueprint":
        """Open a file that `save` wrote, or one of those that are shipped by its name; chances are read when they are
        asked for."""
        path = blueprint_path(path)
        archive = Archive(path, FORMAT, (VERSION,), what="a blueprint", error=StrategyError)
        metadata = archive.metadata
        try:
            game = read_game(metadata["game"])
            made = HowMade.of(metadata)
            menu, recall, digest = (str(metadata[name]) for name in ("menu", "recall", "cards_digest"))
            cards = _stored_cards(archive, game, str(metadata["cards"]), digest)
            parts = StoredParts(archive)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise StrategyError(f"{path}: its game cannot be read: {error}") from None
        except PokerError as error:
            raise StrategyError(f"{path}: {error}") from None
        if cards.digest != digest:
            raise StrategyError(
                f"{path} was trained with other buckets of the name {cards.name}: {digest}, not {cards.digest} as here"
            )
        found = cls(game, menu, recall, cards, parts, made)
        found.file = path
        return found

    def _gathered(self, start: int, node: int, sights: npt.NDArray[np.int32]) -> Floats:
        plan, paths = self.plan, self.paths
        if len(self.parts) != paths.cells:
            raise StrategyError(
                f"{self.file or 'a blueprint'}: {len(self.parts):,} cells, not {paths.cells:,} as its game has"
            )
        count, row = int(plan.nodes[node, COUNT]), int(plan.nodes[node, ROW])
        known = int(paths.sights[plan.templates[start]])
        base = int(paths.bases[start]) + row * known
        by_sight = self.parts[base : base + known * count].reshape(known, count)
        table = np.ascontiguousarray(by_sight[np.maximum(sights, 0)].T, np.float32)
        total = table.sum(axis=0)
        if not total.all():
            table[:, total == 0] = 1  # nothing is said of them: every action alike
            total = table.sum(axis=0)
        table /= total
        table[:, sights < 0] = 0
        return table


def blueprint_path(name: Path | str) -> Path:
    """The file of a name: of a shipped blueprint if it is one and no such file is there, else the file itself."""
    path = Path(name)
    if str(name) in SHIPPED and not path.exists():
        return Path(__file__).parent / "data" / f"{name}{SUFFIX}"
    return path


def _stored_cards(archive: Archive, game: Game, name: str, digest: str) -> CardSights:
    """What a file tells apart of the cards: by the borders that it has, or by buckets that were built here."""
    kept = [part for part in archive.parts if part != "chances"]
    if not (kept and game.is_holdem):
        return sights_of(game, name)
    return MeasuredSights(MeasuredBuckets.from_arrays(name, digest, {part: archive.array(part) for part in kept}))


class StoredParts:
    """The chances in a file: what is asked for is checked then, and no more."""

    def __init__(self, archive: Archive) -> None:
        self._archive, self._part = archive, archive.parts["chances"]
        part = self._part
        if part.kind not in ("|u1", "<u2") or len(part.shape) != 1 or part.is_packed:
            raise ValueError("its chances are not what a blueprint has")
        self._size = np.dtype(part.kind).itemsize

    def __len__(self) -> int:
        return self._part.shape[0]

    def __getitem__(self, cells: slice) -> npt.NDArray[Any]:
        first, last, _ = cells.indices(len(self))
        start = self._part.start
        content = self._archive.view(start + first * self._size, start + last * self._size, "chances")
        return content.view(self._part.kind)
