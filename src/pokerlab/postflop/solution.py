"""A solved spot, to be looked at anywhere.

    solution = Solution.open("spot.sol")
    node = solution.at("check", "bet 50")
    node.strategy["AhKh"]      # {"fold": 0.0, "call": 0.71, "raise 150": 0.29}
    solution.at("check/bet 50/call/turn 7h").frequencies

A solution reads from an engine in memory (`Solution.of`) or from a file (`Solution.open`). What is not stored is found
when it is asked for (see `rivers`).
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlab._headers import PROGRAM, HowMade
from pokerlab._threads import Progress
from pokerlab.betting.paths import follow_actions
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import DECK_SIZE, format_card
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_COUNT, dead_combos
from pokerlab.cards.ranges import Range
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import GameError, SolutionError
from pokerlab.games.rules import Game
from pokerlab.games.view import Public
from pokerlab.postflop.forest import Storage
from pokerlab.postflop.locks import HeldStrategy, Lock, PlacedLock
from pokerlab.postflop.meeting import is_met, meeting_weights
from pokerlab.postflop.rivers import Rivers
from pokerlab.postflop.solution_file import FileStore, write_solution
from pokerlab.postflop.solution_store import BoardPlace, EngineStore, Floats, Store, has_values, value_rows
from pokerlab.postflop.spot import PLAYERS, RIVER, STREETS, Spot
from pokerlab.postflop.tree import SpotNode, SpotTree
from pokerlab.postflop.view import NodeView

if TYPE_CHECKING:
    from pokerlab.postflop.engine import Engine

Doubles = npt.NDArray[np.float64]

_REACHES_KEPT = 256


class Solution:
    """A solved spot. `at` looks at a node, `save` writes a file.

    - `spot`; `tree`: its betting; `locks`: what was fixed; `held_player`: whose whole strategy was (None: nobody's)
    - `made`: how it was found

    Boards and hands inside are those of a kept board (`solution_store.BoardPlace`); `at` gives them as asked for. It is
    not made for threads: whoever shares one lets one ask at a time.
    """

    def __init__(
        self,
        store: Store,
        tree: SpotTree,
        made: HowMade,
        *,
        locks: Sequence[Lock] = (),
        held_player: int | None = None,
        judgement: Judgement | None = None,
    ) -> None:
        self.tree, self.spot, self.made, self.locks = tree, tree.spot, made, tuple(locks)
        self.held_player = held_player
        self.store = store
        self._judgement = judgement
        self._rivers = Rivers(self)
        self._reaches: OrderedDict[tuple[int, tuple[int, ...]], Doubles] = OrderedDict()

    @classmethod
    def of(cls, engine: "Engine", *, seconds: float | None = None, judgement: Judgement | None = None) -> "Solution":
        """What an engine has reached, without a file. The engine must not run on while the solution is in use.

        A `judgement` that is known already spares finding it.
        """
        grouping = engine.layout.grouping
        rule = f"{engine.rule} on groups of hands ({grouping.name})" if grouping else str(engine.rule)
        made = HowMade(rule, engine.iteration, seconds)
        tree = engine.layout.tree
        locks = [_as_text(tree, lock) for lock in engine.layout.locks]
        held = engine.layout.held.player if engine.layout.held else None
        return cls(EngineStore(engine), tree, made, locks=locks, held_player=held, judgement=judgement)

    @classmethod
    def open(cls, path: Path | str) -> "Solution":
        """Read a file; it is mapped into memory, and only what is looked at is read."""
        store = FileStore(path)
        about = store.header
        try:
            made = HowMade.of(about)
            if made.algorithm is None or made.iterations is None:
                raise ValueError("how it was solved")
            locks = [Lock(str(lock["node"]), dict(lock["hands"])) for lock in about["locks"]]
            held = None if about.get("held") is None else PLAYERS.index(about["held"])
            values, best = made.judged["values"], made.judged["best"]
            judgement = Judgement((float(values[0]), float(values[1])), (float(best[0]), float(best[1])))
            if not np.isfinite([*judgement.values, *judgement.best]).all():
                raise ValueError("no such numbers")
        except (KeyError, TypeError, ValueError, IndexError, OverflowError):
            raise SolutionError(f"{path} is a solution file whose header cannot be read") from None
        made = replace(made, judged={})
        return cls(store, store.tree, made, locks=locks, held_player=held, judgement=judgement)

    def save(self, path: Path | str, *, streets: str | None = None, progress: Progress | None = None) -> None:
        """Write a file, board by board. `streets="turn"` leaves out the rivers: they are solved when asked for."""
        last = last_street(self.spot, streets) if streets else self.store.deepest
        if self.held_player is not None and last < RIVER:
            raise SolutionError("a strategy that is held as a whole is stored on all streets, not up to the turn")
        about, made = self._about(), self._made()
        write_solution(Path(path), self.store, self.tree, about, made, last_street=last, progress=progress)

    def at(self, *path: str) -> NodeView:
        """The node at the end of a line of play: `at("check", "bet 50")` or `at("check/bet 50/call/turn 7h")`.

        Every card on the way must be named. Where the hand is over there is nothing to see: a `SolutionError`.
        """
        node, dealt = self.tree.resolve(path)
        text = "/".join(path)
        if node.kind in (NodeKind.FOLD, NodeKind.SHOWDOWN):
            raise SolutionError(f"'{text}': the hand is over there ({node.kind.name.lower()})")
        cards = list(self.spot.board)
        for card in dealt:
            if card is None:
                street = STREETS[len(cards) + 1]
                example = format_card(next(card for card in range(DECK_SIZE) if card not in cards))
                raise SolutionError(f"'{text}': which {street}? Name the card, such as '{street} {example}'")
            cards.append(card)
        return NodeView(self, node, tuple(cards))

    @property
    def root(self) -> NodeView:
        """The first decision."""
        return self.at()

    @property
    def streets(self) -> tuple[str, ...]:
        """The streets whose strategies are stored: `("flop", "turn", "river")`."""
        return tuple(STREETS[street] for street in range(len(self.spot.board), self.store.deepest + 1))

    @property
    def note(self) -> str | None:
        """What there is to know about the file it was read from, if anything."""
        if isinstance(self.store, FileStore) and not self.store.has_checksums:
            return "a file of version 1 has no checksums: damage goes unnoticed (opened and saved again it has them)"
        return None

    @property
    def judgement(self) -> Judgement:
        """What both win, and what each would win by a best response; chips per hand counted from half of the pot."""
        if self._judgement is None:
            assert isinstance(self.store, EngineStore)
            self._judgement = self.store.engine.judge()
        return self._judgement

    @property
    def nash_conv(self) -> float:
        """The sum of what both could gain by a best response, in chips."""
        return self.judgement.nash_conv

    @property
    def percent(self) -> float:
        """Exploitability: the mean of what both could gain by a best response, in percent of the pot."""
        return 100 * self.judgement.exploitability / self.spot.pot

    @property
    def milli_big_blinds(self) -> float | None:
        """Exploitability in milli-big-blinds per hand, if the blind is known."""
        blind = self.spot.big_blind
        return None if blind is None else 1000 * self.judgement.exploitability / blind

    @property
    def game(self) -> Game:
        """The spot by the rules of a hand."""
        return self.tree.betting.game

    def chances(self, public: Public) -> Chances:
        """What it does in a public situation, with every hand (see `equilibrium.policy`). Rivers that were left out of
        the file are solved again."""
        if public.game != self.game:
            raise SolutionError(f"a situation of {public.game.name} that is not of this spot's game")
        try:
            node = self.tree.nodes[follow_actions(self.tree.betting, (done.action for done in public.betting.history))]
        except GameError as error:
            raise SolutionError(str(error)) from None
        if node.kind is not NodeKind.DECISION or len(public.board) != node.street:
            raise SolutionError(f"nobody decides there with {len(public.board)} board cards")
        place = self.place(public.board)
        kept = self.strategy_at(node, place)
        table = np.empty_like(kept)
        table[:, place.renamed] = kept  # boards that differ by suits share what is kept for one of them
        actions = tuple(self.tree.betting.action_of(child) for child in node.children)
        return Chances(actions, np.nan_to_num(table, nan=0.0).astype(np.float32))

    def place(self, cards: Sequence[int]) -> BoardPlace:
        """Where a board is kept."""
        return self.store.locate(cards)

    def strategy_at(self, node: SpotNode, place: BoardPlace) -> Doubles:
        """float64 [move, 1326]: the strategy at a decision, NaN for hands that cannot be held there."""
        if node.street > self.store.deepest:
            river, there = self._rivers.at(node, place)
            if river is None:
                return np.full((len(node.children), COMBO_COUNT), np.nan)
            return river.strategy_at(there, river.place(place.cards))
        board = place.boards[node.street - len(self.spot.board)]
        first = self.first_row(node)
        rows = self.store.strategies(board, node.player)[first : first + len(node.children)]
        return _spread(rows, self.store.hands(board, node.player))

    def held(self, player: int) -> HeldStrategy:
        """A player's whole strategy as it stands, to be held while the spot is solved again."""
        if self.store.deepest < RIVER:
            raise SolutionError("its rivers were not stored: a whole strategy is held only where all streets are")
        storages = self._storages

        def rows(cards: tuple[int, ...]) -> Floats:
            place, street = self.place(cards), len(cards)
            found = np.zeros((storages[street].rows[player], COMBO_COUNT), np.float32)
            board = place.boards[-1]
            found[:, place.renamed[self.store.hands(board, player)]] = self.store.strategies(board, player)
            return found

        return HeldStrategy(player, rows, tuple(lock.placed(self.tree) for lock in self.locks))

    def reach_at(self, node: SpotNode, place: BoardPlace) -> Doubles:
        """float64 [player, 1326]: how likely each hand is held and comes to a node by its player's moves; 0 where it
        shares a card with the board."""
        key = node.index, place.cards
        if key not in self._reaches:
            reach = np.array([self.spot.oop.weights, self.spot.ip.weights])
            reach[:, dead_combos(cardset(place.cards))] = 0
            while node.parent >= 0:
                parent = self.tree.nodes[node.parent]
                if parent.kind is NodeKind.DECISION:
                    move = parent.children.index(node.index)
                    reach[parent.player] *= np.nan_to_num(self.strategy_at(parent, place)[move])
                node = parent
            self._reaches[key] = reach
            while len(self._reaches) > _REACHES_KEPT:
                self._reaches.popitem(last=False)
        return self._reaches[key]

    def result_at(self, hero: int, node: SpotNode, place: BoardPlace) -> Doubles:
        """float64 [1326]: what each of hero's hands wins on average in chips if play goes on from a node, less all that
        its player put in since the start of the spot, less half of the first pot. NaN for hands that cannot be held, or
        that meet no other hand there."""
        met = meeting_weights(self.reach_at(node, place)[1 - hero])
        if not has_values(node.street, len(self.spot.board)):
            river, there = self._rivers.at(node, place)
            if river is None:
                return np.full(COMBO_COUNT, np.nan)
            # What was put in before the river is in its pot: the same half of it for both.
            return np.where(is_met(met), river.result_at(hero, there, river.place(place.cards)), np.nan)
        board = place.boards[node.street - len(self.spot.board)]
        row = value_rows(self.tree, node.street)[node.index]
        values = _spread(self.store.values(board, hero)[row : row + 1], self.store.hands(board, hero))[0]
        return np.asarray(np.divide(values, met, out=np.full(COMBO_COUNT, np.nan), where=is_met(met)))

    def first_row(self, node: SpotNode) -> int:
        """The row of a decision's first move in its player's strategies."""
        return self._storages[node.street].row[node.index]

    @cached_property
    def _storages(self) -> dict[int, Storage]:
        return {street: Storage.of(self.tree, street) for street in range(len(self.spot.board), RIVER + 1)}

    def _about(self) -> dict[str, Any]:
        """What the header of a file says of the spot."""
        return {
            "spot": self.spot.to_dict(),
            "locks": [{"node": lock.node, "hands": {text: dict(moves) for text, moves in lock.hands.items()}}
                      for lock in self.locks],
            **({} if self.held_player is None else {"held": PLAYERS[self.held_player]}),
        }  # fmt: skip

    def _made(self) -> HowMade:
        judged = {"values": list(self.judgement.values), "best": list(self.judgement.best)}
        return replace(self.made, judged=judged, program=PROGRAM)


def last_street(spot: Spot, name: str | None) -> int:
    """The last street that a file of a spot stores: all by default, else up to the street named (`turn` or `river`)."""
    named = {text: street for street, text in STREETS.items() if street >= max(4, len(spot.board))}
    if name is None:
        return RIVER
    if name not in named:
        raise SolutionError(f"streets '{name}': the last street to store is {' or '.join(named)}")
    return named[name]


def _spread(rows: Floats, hands: npt.NDArray[np.int64]) -> Doubles:
    """float64 [row, 1326] of float32 [row, hand], NaN for other hands."""
    out = np.full((len(rows), COMBO_COUNT), np.nan)
    out[:, hands] = rows
    return out


def _as_text(tree: SpotTree, lock: PlacedLock) -> Lock:
    """A lock as it can be written: hands that are played alike become one range."""
    steps, cards = list(tree.path(lock.node)), iter(lock.cards)
    for place, step in enumerate(steps):
        if step in STREETS.values():
            card = next(cards)
            steps[place] = step if card is None else f"{step} {format_card(card)}"
    moves = [str(move) for move in tree.moves(lock.node)]
    hands = {}
    for column in np.unique(lock.strategy[:, lock.mask], axis=1).T:
        alike = lock.mask & (lock.strategy == column[:, None]).all(axis=0)
        hands[str(Range(alike.astype(np.float64)))] = dict(zip(moves, column.astype(float).tolist(), strict=True))
    return Lock("/".join(steps), hands)
