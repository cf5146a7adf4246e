"""Agents whose play is a table, in the compiled loop from the first card to the last: hand for hand as at the table.

    quick = TablePlay.of(game, dealer, agents)          # None if they are none, or their tables would be too large
    quick.play((seed, match), first=0, deals=100_000, order=(0, 1))

Each agent is asked beforehand, at every node of the betting, on every board. The draws are those of `table.play_hand`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import cast

import numpy as np
import numpy.typing as npt

from pokerlab._streams import stream
from pokerlab.agents.agent import Agent, HandStart
from pokerlab.agents.open_agent import OpenAgent
from pokerlab.agents.policy_agent import SolutionAgent
from pokerlab.betting.menu import EVERY_BET
from pokerlab.betting.tree import BettingTree
from pokerlab.cards.cardset import cardset
from pokerlab.cards.equity import alias_tables, hand_lists
from pokerlab.errors import AgentError, LabError, PokerError
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.ranking import ranker
from pokerlab.games.rules import Game
from pokerlab.games.view import Public
from pokerlab.lab.play import DECK, Parts, TablePolicy, board_bits, board_place, moves_of, play_some
from pokerlab.lab.play_columns import Dealing, Moves, board_offsets, chance_streams
from pokerlab.lab.play_tree import PlayTree
from pokerlab.lab.solution_policy import SpotPlay, check_same_spot, solution_policies
from pokerlab.table.deals import Dealer, FromRanges

MOST_NODES = 100_000
MOST_CELLS = 50_000_000
"""Numbers in the tables of all agents together."""

Tables = list[list[TablePolicy]]
"""[agent][seat]: how each agent plays in each seat."""


class TablePlay:
    """Agents with tables, ready to play any number of deals in any order of the seats."""

    def __init__(self, game: Game, dealer: Dealer, tree: PlayTree, tables: Tables) -> None:
        self.game, self.tree, self.tables = game, tree, tables
        self._parts = Parts(tree, tables)
        self._deals = _dealing(game, dealer)
        self._moves: dict[tuple[int, ...], Moves] = {}

    @classmethod
    def of(
        cls, game: Game, dealer: Dealer, agents: Sequence[Agent], *, most_questions: int = 30_000
    ) -> "TablePlay | None":
        """None if an agent has no table, or if more than `most_questions` would have to be asked for them."""
        if not _is_fitting(game) or not all(isinstance(agent, OpenAgent) and agent.is_table for agent in agents):
            return None
        try:
            if found := _of_solutions(agents):
                return cls(game, dealer, *found)
            return cls(game, dealer, *_asked(game, cast(Sequence[OpenAgent], agents), most_questions))
        except PokerError:  # the table says what is wrong, hand by hand
            return None

    def play(self, seeds: tuple[int, ...], first: int, deals: int, order: tuple[int, ...]) -> npt.NDArray[np.float64]:
        """float64 [deal, seat]: the chips that each seat wins in so many deals from a number on; `order`: which agent
        sits where. `seeds`: those before the number of the deal."""
        from pokerlab.lab import play_kernels

        if order not in self._moves:
            policies = [self.tables[agent][seat] for seat, agent in enumerate(order)]
            self._moves[order] = moves_of(self.tree, policies, self._parts)
        dealt = self._deals._replace(stream=np.uint64(stream(*seeds)), chances=chance_streams(seeds, order))
        ends, ranks = play_some(first, deals, dealt, self._moves[order])
        won = np.empty((deals, self.game.players))
        play_kernels.settle_hands(ends, ranks, self.tree.pots, not self.game.rake.exact, won)
        return won


class _Boards:
    """The boards on which there are decisions: `sets` [level] of cards after the first board, each asked once, and
    `rows` int32 [place, hand], which numbers the hands on all of them."""

    def __init__(self, game: Game, levels: int) -> None:
        self.start = game.start.board if game.start else ()
        deck, self.hands = sorted(game.deck), len(private_hands(game))
        places = {card: place for place, card in enumerate(deck)}
        left = [card for card in deck if card not in self.start]
        self.sets = [list(combinations(left, level)) for level in range(levels + 1)]
        offsets = board_offsets(len(deck), levels)
        if int(offsets[-1]) * self.hands > MOST_CELLS:
            raise LabError(f"{game.name}: too many boards for a table")
        self.rows = np.full((int(offsets[-1]), self.hands), -1, np.int32)
        for sets in self.sets:
            for number, cards in enumerate(sets):
                for dealt in permutations(places[card] for card in cards):
                    self.rows[board_place(dealt, len(deck))] = np.arange(number * self.hands, (number + 1) * self.hands)


def _asked(game: Game, agents: Sequence[OpenAgent], most_questions: int) -> tuple[PlayTree, Tables]:
    """The tables of agents that are asked for them."""
    menus = [agent.menu for agent in agents if agent.menu is not None]
    tree = PlayTree.of(BettingTree.build(game, menus[0] if menus else EVERY_BET, most_nodes=MOST_NODES))
    boards = _Boards(game, int(tree.level[tree.actor >= 0].max()))
    asked = np.array([len(sets) for sets in boards.sets])[tree.level] * (tree.actor >= 0)
    if int(asked.sum()) * len(agents) > most_questions:
        raise LabError(f"{game.name}: {int(asked.sum()):,} questions are too many for a table")
    if int((asked * tree.action_counts()).sum()) * boards.hands * len(agents) > MOST_CELLS:
        raise LabError(f"{game.name}: its tables are too large")
    return tree, [[_ask(tree, boards, agent, seat) for seat in range(game.players)] for agent in agents]


def _ask(tree: PlayTree, boards: _Boards, agent: OpenAgent, seat: int) -> TablePolicy:
    """How an agent plays in a seat."""
    agent.start(HandStart(tree.game, seat))
    bases, strides = np.full(len(tree), -1, np.int64), np.zeros(len(tree), np.int64)
    parts, used = [np.empty(0, np.float32)], 0
    for node, betting in _positions(tree):
        if tree.actor[node] == seat:
            sets = boards.sets[tree.level[node]]
            children = tree.children[tree.starts[node] : tree.starts[node + 1]].tolist()
            places = {tree.betting.action_of(child): place for place, child in enumerate(children)}
            chances = np.zeros((len(sets), boards.hands, len(children)), np.float32)
            for number, cards in enumerate(sets):
                actions, table = agent.chances(Public(betting, (*boards.start, *cards)))
                for action, of_hands in zip(actions, table, strict=True):
                    if action in places:
                        chances[number, :, places[action]] = of_hands
                    elif of_hands.any():
                        raise AgentError(f"{action} is not in the tree")
            chances[~chances.any(axis=2)] = 1 / len(children)  # hands that are not held
            bases[node], strides[node] = used, len(children)
            parts.append(chances.ravel())
            used += chances.size
    return TablePolicy(np.concatenate(parts), bases, strides, boards.rows)


def _positions(tree: PlayTree) -> Iterator[tuple[int, Betting]]:
    """All decisions with the wagers there."""
    todo = [(0, tree.betting.root)]
    while todo:
        node, betting = todo.pop()
        if tree.actor[node] >= 0:
            yield node, betting
            for child in tree.betting.children(node):
                todo.append((child, betting.act(tree.betting.action_of(child))))


def _of_solutions(agents: Sequence[Agent]) -> tuple[PlayTree, Tables] | None:
    """Solutions of one spot, whose tables are in their files: no question is asked."""
    solutions = [agent.policy for agent in agents if isinstance(agent, SolutionAgent)]
    if len(solutions) < len(agents):
        return None
    first, second = solutions
    check_same_spot(first, second)
    spot = SpotPlay.of(first.tree)
    ahead, behind = solution_policies(spot, first, second), solution_policies(spot, second, first)
    return spot.play, [[ahead[0], behind[1]], [behind[0], ahead[1]]]


def _is_fitting(game: Game) -> bool:
    """Whether the kernel can deal a game: one or two private cards, all before the first decision, as is the board."""
    first, start = game.first_street, game.start
    private = sum(game.private_cards)
    return (
        private in (1, 2)
        and private == sum(game.private_cards[: first + 1])
        and (start is None or len(start.board) == game.board_size(first))
    )


def _dealing(game: Game, dealer: Dealer) -> Dealing:
    board = game.start.board if game.start else ()
    deck, to_come = sorted(game.deck), sum(game.board_cards) - len(board)
    none, nothing = np.empty(0, np.int64), np.empty(0, np.float64)
    lists = (none, none, nothing, none)
    if isinstance(dealer, FromRanges):
        ends, combos, values = hand_lists(dealer.weights)
        lists = (ends, combos, *alias_tables(ends, values))
    is_holdem = game.ranking == "holdem" and len(deck) == DECK and sum(game.private_cards + game.board_cards) == 7
    return Dealing(
        np.uint64(0), np.zeros(game.players, np.uint64), np.uint64(len(deck)), sum(game.private_cards), to_come,
        np.full(to_come, -1, np.int64), np.uint64(cardset(deck.index(card) for card in board)), *lists,
        *(board_bits(board) if is_holdem else (np.uint64(0), np.uint64(0))),
        np.empty((0, 0), np.int32) if is_holdem else _strengths(game, deck, board, to_come),
        board_offsets(len(deck), to_come),
    )  # fmt: skip


def _strengths(game: Game, deck: list[int], board: tuple[int, ...], to_come: int) -> npt.NDArray[np.int32]:
    """int32 [whole board, hand]: how good a hand is, 0 where it shares a card with the board."""
    hands, rank = private_hands(game), ranker(game.ranking)
    if len(deck) ** to_come * len(hands) > MOST_CELLS // 100:
        raise LabError(f"{game.name}: too many boards to compare hands beforehand")
    left = [card for card in deck if card not in board]
    values: dict[tuple[tuple[int, ...], int], int] = {}
    for cards in combinations(left, to_come):
        for number, hand in enumerate(hands):
            if not {*hand} & {*cards, *board}:
                values[cards, number] = rank((*hand, *board, *cards))
    order = {value: place for place, value in enumerate(sorted(set(values.values())))}
    strengths = np.zeros((len(deck) ** to_come, len(hands)), np.int32)
    start = int(board_offsets(len(deck), to_come)[to_come])
    for (cards, number), value in values.items():
        for dealt in permutations(deck.index(card) for card in cards):
            strengths[board_place(dealt, len(deck)) - start, number] = order[value]
    return strengths
