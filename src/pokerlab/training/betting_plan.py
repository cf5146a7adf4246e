"""The betting of a hand as a trainer walks it: a few templates of streets, and the starts from which they are played.

A **template** is one street's betting from its first decision: with a fixed limit there are few of them, by street and
by who is in. A **start** is a state at the end of the street before, as remembered: with perfect recall one for each
way to come there, with less (see `betting.recall`) one for all ways that are remembered alike. Every start has rows of
its own for the decisions of its template, so what a strategy can tell apart is (start, decision of its template, sight
of the cards).

Memory forgets, chips do not: an exit of a template says what each seat has put in on its street, and whoever walks adds
these up.

Without a fixed limit the whole tree of a menu is taken, each start with a template of its own.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.betting.game_size import PERFECT
from pokerlab.betting.menu import EVERY_BET, Menu
from pokerlab.betting.position import Walk
from pokerlab.betting.recall import BY_STREET, Recall
from pokerlab.betting.round_ends import IN, PAID, RAISER, RAISES
from pokerlab.betting.tree import BettingTree, NodeKind
from pokerlab.errors import GameError, shorten
from pokerlab.games.action import Action, Kind
from pokerlab.games.betting import Betting, Played
from pokerlab.games.rules import Game

FIRST, COUNT, ACTOR, ROW = 0, 1, 2, 3
"""Columns of `BettingPlan.nodes`."""
END, LIVE, PLACE = 0, 1, 2
"""Columns of `BettingPlan.exits`."""
FOLDED, SHOWN, NEXT = 0, 1, 2
"""`END` of an exit: one seat is left, the hands are shown, or the next street follows."""

LINES_KEPT = 4096
"""Lines of play whose places are remembered."""
MOST_STARTS = 200_000_000
"""More starts of streets than this are not listed: a plan takes some ten bytes for each."""

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class BettingPlan:
    """Flat arrays. Nodes are decisions; `edges` >= 0 lead to a node of the same template, others to exit -1 - edge.

    - `nodes`: int32 [node, 4]: FIRST edge, COUNT of actions, ACTOR, ROW: actions of the template before its own
    - `edges`: int32 [edge]; `edge_kinds` int8, `edge_to` int32: the action of each; a raise is to chips on this street
    - `exits`: int32 [exit, 3]: END, LIVE (mask of the seats that are in), PLACE: which end, as remembered
    - `exit_paid`: int32 [exit, seat]: chips put in on the street; antes count with the first
    - `roots`: int32 [template], `rows`: int64 [template] its actions, `streets` int8, `live` int16 [template]
    - `templates`: int32 [start]; `nexts`: int64 [start]: where its block of `next_starts` begins
    - `next_starts`: int32: by start and PLACE the start that follows
    """

    game: Game
    menu: Menu
    recall: str
    nodes: Ints
    edges: Ints
    edge_kinds: npt.NDArray[np.int8]
    edge_to: Ints
    exits: Ints
    exit_paid: Ints
    roots: Ints
    rows: Longs
    streets: npt.NDArray[np.int8]
    live: npt.NDArray[np.int16]
    templates: Ints
    nexts: Longs
    next_starts: Ints

    @classmethod
    def build(cls, game: Game, menu: Menu = EVERY_BET, recall: str = PERFECT) -> "BettingPlan":
        """The plan of a game under a menu, with so much recall of the betting: `perfect`, or facts as in `recall`."""
        if game.start:
            raise GameError(f"{game.name}: whole hands are trained, and this game begins in the middle of one")
        if game.rake:
            raise GameError(f"{game.name}: games with a rake are not trained")
        facts = None if recall.strip() == PERFECT else Recall.parse(recall)
        if facts and recall.strip() != "ibr" and IN not in recall.strip().removeprefix(BY_STREET).split("+"):
            raise GameError(f"recall '{shorten(recall)}' loses who is in: write in+{shorten(recall)}")
        if Walk(game, menu).is_uniform:
            return _OfTemplates(game, menu, facts).plan()
        if facts:
            raise GameError(
                f"{game.name} with the menu {shorten(menu)}: recall '{facts}' is for fixed limits and stacks that "
                "never bind; others are trained with perfect recall of the betting"
            )
        return _of_tree(BettingTree.build(game, menu, deals=True))

    @property
    def starts(self) -> int:
        """How many starts of streets there are."""
        return len(self.templates)

    @cached_property
    def actions(self) -> list[int]:
        """By street: the actions of all starts, which times sights of the cards is the size of a table."""
        per_start = self.rows[self.templates]
        return [int(per_start[self.start_streets == street].sum()) for street in range(self.game.streets)]

    @cached_property
    def sizes(self) -> Ints:
        """int32 [template]: its nodes, which follow each other from its root on."""
        return np.diff(np.append(self.roots, len(self.nodes))).astype(np.int32)

    @cached_property
    def depth(self) -> int:
        """At least the decisions of the longest hand."""
        depths = np.ones(len(self.nodes), np.int64)
        for first, size in zip(self.roots.tolist(), self.sizes.tolist(), strict=True):
            for node in range(first + size - 1, first - 1, -1):  # children follow their parents
                below = self.edges[self.nodes[node, FIRST] :][: self.nodes[node, COUNT]]
                if (inner := below[below >= 0]).size:
                    depths[node] += int(depths[inner].max())
        tops = depths[self.roots]
        return sum(int(tops[self.streets == street].max(initial=0)) for street in range(self.game.streets))

    @cached_property
    def start_streets(self) -> npt.NDArray[np.int8]:
        """int8 [start]: the street of each."""
        return np.asarray(self.streets[self.templates])

    def find(self, betting: Betting) -> tuple[int, int]:
        """The start and the node of wagers in which a seat is to act; a `GameError` if a bet is not of the menu."""
        if betting.game is not self.game and betting.game != self.game:
            raise GameError(f"a situation of {betting.game.name}, not of {self.game.name} as it is here")
        start, node, unknown = self._known(betting.history)
        if unknown is not None:
            known = ", ".join(str(action) for action in self.actions_at(node))
            raise GameError(
                f"{self.game.name} with the menu {shorten(self.menu)}: '{unknown.action}' on street "
                f"{unknown.street} is not among the bets that are known ({known})"
            )
        return start, node

    def knows(self, betting: Betting) -> bool:
        """Whether all bets so far are of the menu."""
        return self._known(betting.history)[2] is None

    @cached_property
    def _known(self) -> Callable[[tuple[Played, ...]], tuple[int, int, Played | None]]:
        """`_follow`, with the last answers kept: the same is asked on many boards."""
        return lru_cache(maxsize=LINES_KEPT)(self._follow)

    def _follow(self, history: tuple[Played, ...]) -> tuple[int, int, Played | None]:
        """Start and node after all that was played, or before what is not known, which then comes with them."""
        start, node = 0, int(self.roots[self.templates[0]])
        for played in history:
            edge = self._edge(node, played.action)
            if edge < 0:
                return start, node, played
            target = int(self.edges[edge])
            if target >= 0:
                node = target
                continue
            start = int(self.next_starts[self.nexts[start] + self.exits[-1 - target, PLACE]])
            node = int(self.roots[self.templates[start]])
        return start, node, None

    def actions_at(self, node: int) -> tuple[Action, ...]:
        """The actions of a decision: fold, call, then raises from small to large."""
        first, count = int(self.nodes[node, FIRST]), int(self.nodes[node, COUNT])
        return tuple(
            Action(Kind(int(self.edge_kinds[edge])), int(self.edge_to[edge])) for edge in range(first, first + count)
        )

    def _edge(self, node: int, action: Action) -> int:
        first, count = int(self.nodes[node, FIRST]), int(self.nodes[node, COUNT])
        for edge in range(first, first + count):
            if self.edge_kinds[edge] == action.kind and (
                action.kind is not Kind.RAISE or self.edge_to[edge] == action.to
            ):
                return edge
        return -1


@dataclass
class _Template:
    """One street's betting, with numbers of its own: `keys` [exit that goes on] is what is remembered of it."""

    tree: BettingTree
    nodes: Ints
    edges: Ints
    edge_kinds: npt.NDArray[np.int8]
    edge_to: Ints
    exits: Ints
    paid: Ints
    street: int
    live: int
    remembered: Ints
    """int32 [place, 1 + seats + 2]: of every end that goes on, as remembered: live, paid, raiser, raises."""


class _OfTemplates:
    """Builds the plan of a game with a fixed limit: templates by street and by who is in."""

    def __init__(self, game: Game, menu: Menu, recall: Recall | None) -> None:
        self.game, self.menu, self.recall = game, menu, recall
        self.templates: list[_Template] = []
        self._numbers: dict[Hashable, int] = {}

    def plan(self) -> BettingPlan:
        first = self._number(0, (1 << self.game.players) - 1)
        starts, nexts, followers = [np.array([first], np.int64)], [], []
        totals = np.zeros((1, self.game.players), np.int64)
        count, block = 1, 0
        for street in range(self.game.streets):
            here = starts[-1]
            sizes = np.array([len(self.templates[number].remembered) for number in range(len(self.templates))])[here]
            nexts.append(block + np.concatenate([[0], np.cumsum(sizes)[:-1]]))
            block += int(sizes.sum())
            if street == self.game.streets - 1:
                break
            if count + int(sizes.sum()) > MOST_STARTS:
                raise GameError(
                    f"{self.game.name} with recall {self.recall or PERFECT}: more than {MOST_STARTS:,} starts"
                )
            follows, after, totals = self._step(here, sizes, totals)
            followers.append(follows + count)
            count += len(after)
            starts.append(after)
        return self._joined(np.concatenate(starts), np.concatenate(nexts), np.concatenate([*followers, np.empty(0)]))

    def _step(self, here: Longs, sizes: Longs, totals: Longs) -> tuple[Longs, Longs, Longs]:
        """From the starts of a street: the start of the next street by start and place (counted from its first), the
        templates of those, and what each seat has paid in all."""
        street = self.templates[int(here[0])].street
        blocks = [self.templates[number].remembered for number in range(len(self.templates))]
        offsets = np.concatenate([[0], np.cumsum([len(block) for block in blocks])])
        every = np.concatenate(blocks).astype(np.int64)
        owner = np.repeat(np.arange(len(here)), sizes)
        within = np.arange(len(owner)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        ends = every[offsets[here[owner]] + within]
        after = totals[owner] + ends[:, 1:-2]
        if self.recall is None or self.recall.by_street:
            follows, chosen = np.arange(len(ends)), np.arange(len(ends))
        else:
            facts = self.recall.facts
            key = np.column_stack(
                [
                    ends[:, 0],
                    after * (PAID in facts),
                    ends[:, -2] * (RAISER in facts),
                    ends[:, -1] * (RAISES in facts),
                ]
            )
            _, chosen, follows = np.unique(key, axis=0, return_index=True, return_inverse=True)
            follows = follows.ravel()
        known = {live: self._number(street + 1, live) for live in np.unique(ends[chosen, 0]).tolist()}
        numbers = np.zeros(1 << self.game.players, np.int64)
        numbers[list(known)] = list(known.values())
        return follows, numbers[ends[chosen, 0]], after[chosen]

    def _number(self, street: int, live: int) -> int:
        key = (street, live)
        if key not in self._numbers:
            self._numbers[key] = len(self.templates)
            self.templates.append(self._template(street, live))
        return self._numbers[key]

    def _template(self, street: int, live: int) -> _Template:
        tree = BettingTree.build(self.game, self.menu, street=street, live=live)
        raiser, raises = _last_raises(tree)
        paid = tree.paid()
        goes_on = np.flatnonzero(tree.kind == NodeKind.DEAL)
        facts = None if self.recall is None else self.recall.facts
        if facts is None:
            places = np.arange(len(goes_on))
            chosen = goes_on
        else:
            by_street = self.recall is not None and self.recall.by_street
            key = np.column_stack(
                [
                    tree.live[goes_on],
                    # what is forgotten of the hand is still followed where the hand's total is remembered
                    paid[goes_on] * (PAID in facts),
                    raiser[goes_on] * (RAISER in facts),
                    raises[goes_on] * (RAISES in facts),
                ]
            )
            if not by_street and PAID not in facts:
                key[:, 1:-2] = 0
            _, first, places = np.unique(key, axis=0, return_index=True, return_inverse=True)
            places, chosen = places.ravel(), goes_on[first]
        remembered = np.column_stack([tree.live[chosen], paid[chosen], raiser[chosen], raises[chosen]]).astype(np.int32)
        nodes, edges, exit_nodes = _decisions(tree)
        exits = np.zeros((len(exit_nodes), 3), np.int32)
        exits[:, LIVE] = tree.live[exit_nodes]
        kinds = tree.kind[exit_nodes]
        exits[:, END] = np.where(kinds == NodeKind.DEAL, NEXT, np.where(kinds == NodeKind.FOLD, FOLDED, SHOWN))
        exits[kinds == NodeKind.DEAL, PLACE] = places
        below = tree.edges[1]
        return _Template(
            tree, nodes, edges, tree.action[below], tree.to[below], exits, paid[exit_nodes], street, live, remembered
        )

    def _joined(self, starts: Longs, nexts: Longs, followers: npt.NDArray[Any]) -> BettingPlan:
        nodes, edges, roots = [], [], []
        node = edge = exit_ = 0
        for template in self.templates:
            roots.append(node)
            nodes.append(template.nodes + np.array([edge, 0, 0, 0], np.int32))
            edges.append(np.where(template.edges >= 0, template.edges + node, template.edges - exit_))
            node, edge, exit_ = node + len(template.nodes), edge + len(template.edges), exit_ + len(template.exits)
        return BettingPlan(
            self.game, self.menu, str(self.recall or PERFECT), np.concatenate(nodes),
            np.concatenate(edges).astype(np.int32),
            np.concatenate([template.edge_kinds for template in self.templates]),
            np.concatenate([template.edge_to for template in self.templates]),
            np.concatenate([template.exits for template in self.templates]),
            np.concatenate([template.paid for template in self.templates]),
            np.array(roots, np.int32),
            np.array([template.nodes[:, COUNT].sum() for template in self.templates], np.int64),
            np.array([template.street for template in self.templates], np.int8),
            np.array([template.live for template in self.templates], np.int16),
            starts.astype(np.int32), nexts.astype(np.int64), followers.astype(np.int32),
        )  # fmt: skip


def _of_tree(tree: BettingTree) -> BettingPlan:
    """The plan of a whole tree with deals: each deal leads to a start that has a template of its own."""
    nodes, edges, exit_nodes = _decisions(tree)
    deals = np.flatnonzero(tree.kind == NodeKind.DEAL)
    deals = deals[np.argsort(tree.street[deals], kind="stable")]
    tops = np.concatenate([[0], deals + 1])
    owner = np.zeros(len(tree), np.int64)
    for number, top in enumerate(tops.tolist()):  # streets one after the other: later ones lie inside
        owner[top : top + int(tree.size[top])] = number
    is_decision = tree.kind == NodeKind.DECISION
    order = np.argsort(owner[is_decision], kind="stable")  # the nodes of a template one after the other
    number_of = np.empty(len(order), np.int64)
    number_of[order] = np.arange(len(order))
    nodes, owners = nodes[order], owner[is_decision][order]
    edges = np.where(edges >= 0, number_of[np.maximum(edges, 0)], edges).astype(np.int32)
    counts = nodes[:, COUNT].astype(np.int64)
    rows = np.bincount(owners, counts, len(tops)).astype(np.int64)
    nodes[:, ROW] = np.cumsum(counts) - counts - (np.cumsum(rows) - rows)[owners]
    roots = np.searchsorted(owners, np.arange(len(tops)))
    start_of_deal = np.zeros(len(tree), np.int32)
    start_of_deal[deals] = 1 + np.arange(len(deals))
    kinds = tree.kind[exit_nodes]
    exits = np.zeros((len(exit_nodes), 3), np.int32)
    exits[:, LIVE] = tree.live[exit_nodes]
    exits[:, END] = np.where(kinds == NodeKind.DEAL, NEXT, np.where(kinds == NodeKind.FOLD, FOLDED, SHOWN))
    is_next = kinds == NodeKind.DEAL
    above = owner[exit_nodes]  # a deal belongs to the street that it ends
    sizes = np.bincount(above[is_next], minlength=len(tops))
    nexts = np.cumsum(sizes) - sizes
    by_owner = np.argsort(above[is_next], kind="stable")
    places = np.empty(len(by_owner), np.int64)
    places[by_owner] = np.arange(len(by_owner)) - nexts[above[is_next][by_owner]]
    exits[is_next, PLACE] = places
    followers = np.empty(len(by_owner), np.int32)
    followers[nexts[above[is_next]] + places] = start_of_deal[exit_nodes[is_next]]
    paid = tree.paid()
    top_paid = np.where((tops == 0)[:, None], 0, paid[tops])
    below = tree.edges[1]
    is_move = np.repeat(is_decision, np.diff(tree.edges[0]))
    return BettingPlan(
        tree.game, tree.menu, PERFECT, nodes, edges, tree.action[below][is_move], tree.to[below][is_move], exits,
        (paid[exit_nodes] - top_paid[above]).astype(np.int32), roots.astype(np.int32), rows,
        tree.street[tops], tree.live[tops], np.arange(len(tops), dtype=np.int32), nexts.astype(np.int64), followers,
    )  # fmt: skip


def _decisions(tree: BettingTree) -> tuple[Ints, Ints, Longs]:
    """The decisions of a tree as nodes, their edges, and the nodes of the tree that are exits. Rows run on."""
    starts, children = tree.edges
    is_decision = tree.kind == NodeKind.DECISION
    decisions = np.flatnonzero(is_decision)
    exit_nodes = np.flatnonzero(~is_decision)
    targets = np.empty(len(tree), np.int64)
    targets[decisions] = np.arange(len(decisions))
    targets[exit_nodes] = -1 - np.arange(len(exit_nodes))
    counts = np.diff(starts)[decisions]
    below = children[np.repeat(is_decision, np.diff(starts))]
    nodes = np.empty((len(decisions), 4), np.int32)
    nodes[:, FIRST] = nodes[:, ROW] = np.cumsum(counts) - counts
    nodes[:, COUNT], nodes[:, ACTOR] = counts, tree.actor[decisions]
    return nodes, targets[below].astype(np.int32), exit_nodes


def _last_raises(tree: BettingTree) -> tuple[Ints, Ints]:
    """int32 [node]: who raised last on the street, -1 for nobody, and how many raises there were."""
    raiser, raises = np.full(len(tree), -1, np.int32), np.zeros(len(tree), np.int32)
    starts, children = tree.edges
    level = np.zeros(1, np.int64)
    while len(level):
        counts = np.diff(starts)[level]
        parents = np.repeat(level, counts)
        first = np.repeat(starts[level], counts)
        below = children[first + np.arange(len(parents)) - np.repeat(np.cumsum(counts) - counts, counts)]
        is_raise = tree.action[below] == Kind.RAISE
        raises[below] = raises[parents] + is_raise
        raiser[below] = np.where(is_raise, tree.actor[parents], raiser[parents])
        level = below
    return raiser, raises
