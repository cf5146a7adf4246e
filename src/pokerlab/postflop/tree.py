"""All ways to bet a spot, as a tree without cards.

The betting does not depend on which card falls, so a street's end is one DEAL node with one child.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pokerlab.errors import SpotError
from pokerlab.postflop.moves import Kind, Move, State, after, after_deal, first_state, moves
from pokerlab.postflop.spot import OOP, RIVER, STREETS, Spot

__all__ = ["MOST_NODES", "BettingTree", "Kind", "Move", "Node"]

MOST_NODES = 2_000_000
"""Trees with more nodes are refused."""


@dataclass(frozen=True, slots=True)
class Node:
    """A place in the betting.

    - `street`: board cards 3, 4 or 5; of a DEAL the street that ends, of a SHOWDOWN the street in which the betting
      ended (below 5: a called all-in with cards to come)
    - `player`: at a DECISION who acts (0 = oop, 1 = ip), at a FOLD who folded, else -1
    - `parent`: index, -1 for the root; `children`: indices, in the order fold, check or call, bets from small to large
    - `move`: what led here; None for the root and after a deal
    - `committed`: chips each put in since the start of the spot
    - `aggressor`: who bet or raised last on this street, -1 if nobody did
    """

    index: int
    kind: Kind
    street: int
    player: int
    parent: int
    move: Move | None
    committed: tuple[int, int]
    children: tuple[int, ...]
    aggressor: int = -1


@dataclass(frozen=True, slots=True)
class StreetCounts:
    """Nodes of a street: decisions, their moves, ends with a card to come, folds and showdowns."""

    decisions: int
    moves: int
    deals: int
    folds: int
    showdowns: int


@dataclass(frozen=True, eq=False)
class BettingTree:
    """The betting of a spot: `nodes` in preorder, the root first."""

    spot: Spot
    nodes: tuple[Node, ...]

    @classmethod
    def build(cls, spot: Spot, *, most_nodes: int = MOST_NODES) -> "BettingTree":
        """The tree of a spot; a `SpotError` that says what to change if it has more than `most_nodes` nodes."""
        steps = _Steps(spot)
        if steps.size(first_state(spot), most_nodes) > most_nodes:
            raise SpotError(
                f"the betting tree has more than {most_nodes:,} nodes: take fewer or larger sizes, merge near ones, "
                "or set raise_cap"
            )
        return cls(spot, steps.build(first_state(spot)))

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def root(self) -> Node:
        """The first decision."""
        return self.nodes[0]

    def moves(self, node: Node) -> tuple[Move, ...]:
        """The moves of a DECISION node, in the order of its children."""
        return tuple(move for child in node.children if (move := self.nodes[child].move) is not None)

    def find(self, path: Sequence[str] | str) -> Node:
        """The node that a line of play leads to, such as `check/bet 33/raise 120/turn 7h/check`; see `paths`."""
        from pokerlab.postflop.paths import resolve

        return resolve(self, path)[0]

    def path(self, node: Node) -> tuple[str, ...]:
        """The moves that lead to a node; every deal is the word `turn` or `river`."""
        steps: list[str] = []
        while node.parent >= 0:
            steps.append(STREETS[node.street] if node.move is None else str(node.move))
            node = self.nodes[node.parent]
        return tuple(reversed(steps))

    def counts(self) -> dict[int, StreetCounts]:
        """What there is on each street (3, 4, 5 board cards) that the tree has."""
        kinds = Counter((node.street, node.kind) for node in self.nodes)
        choices: Counter[int] = Counter()
        for node in self.nodes:
            if node.kind is Kind.DECISION:
                choices[node.street] += len(node.children)
        return {
            street: StreetCounts(
                kinds[street, Kind.DECISION], choices[street],
                kinds[street, Kind.DEAL], kinds[street, Kind.FOLD], kinds[street, Kind.SHOWDOWN],
            )
            for street in sorted({street for street, _ in kinds})
        }  # fmt: skip

    def alike(self) -> list[int]:
        """For each node a number that is the same where all that follows is the same, chips included."""
        numbers: dict[object, int] = {}
        found = [0] * len(self.nodes)
        for node in reversed(self.nodes):
            below = tuple((self.nodes[child].move, found[child]) for child in node.children)
            key = (node.kind, node.street, node.player, node.committed, below)
            found[node.index] = numbers.setdefault(key, len(numbers))
        return found

    def pot(self, node: Node) -> int:
        """The chips in the middle at a node, bets that are not called yet included."""
        return self.spot.pot + sum(node.committed)

    def contested(self, node: Node) -> int:
        """The pot without the uncalled part of the last bet, which goes back: what is won, and raked, at an end."""
        return self.spot.pot + 2 * min(node.committed)

    def rake_of(self, pot: float) -> float:
        """The rake of a contested pot, in chips."""
        return self.spot.rake_of(pot)


class _Steps:
    """What follows a state, each found once: the same street begins in the same way after many lines of play."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.known_moves: dict[State, tuple[Move, ...]] = {}
        self.known: dict[State, tuple[tuple[Move | None, State], ...]] = {}

    def of(self, state: State) -> tuple[tuple[Move | None, State], ...]:
        """Pairs of a move (None: a card is dealt) and the state it leads to."""
        found = self.known.get(state)
        if found is None:
            if state.kind is Kind.DECISION:
                found = tuple((move, after(self.spot, state, move)) for move in self.moves(state))
            elif state.kind is Kind.DEAL:
                found = ((None, after_deal(state)),)
            else:
                found = ()
            self.known[state] = found
        return found

    def moves(self, state: State) -> tuple[Move, ...]:
        """The moves at a DECISION."""
        found = self.known_moves.get(state)
        if found is None:
            found = self.known_moves[state] = moves(self.spot, state)
        return found

    def size(self, first: State, most: int) -> int:
        """The nodes of the tree below a state; or, as soon as it is known to be above `most`, what is known.

        Level by level, each state with the number of ways to it; the next level counts with the fewest nodes it can
        have, so that too large a tree is noticed before it is made.
        """
        above, level = 0, Counter({first: 1})
        while level:
            above += level.total()
            least, below = above, Counter[State]()
            for state, ways in level.items():
                for _, follower in self.of(state):
                    least += ways * self.least_size(follower)
                    if least > most:
                        return least
                    below[follower] += ways
            level = below
        return above

    def build(self, first: State) -> tuple[Node, ...]:
        """The nodes in preorder, without recursion: lines of small raises can be long."""
        states: list[State] = []
        origins: list[tuple[int, Move | None]] = []
        children: list[list[int]] = []
        stack: list[tuple[State, int, Move | None]] = [(first, -1, None)]
        while stack:
            state, parent, move = stack.pop()
            index = len(states)
            states.append(state)
            origins.append((parent, move))
            children.append([])
            if parent >= 0:
                children[parent].append(index)
            stack += [(follower, index, step) for step, follower in reversed(self.of(state))]
        return tuple(
            Node(
                index, state.kind, state.street, state.actor, *origins[index], state.committed,
                tuple(children[index]), state.aggressor,
            )
            for index, state in enumerate(states)
        )  # fmt: skip

    def least_size(self, state: State) -> int:
        """The nodes below a state, itself included, if after the next bet at most one raise followed."""
        if state.kind in (Kind.FOLD, Kind.SHOWDOWN):
            return 1
        # From the end of this street on, if nobody bets: the end, and two checks on each later street.
        called = 1 + 3 * (RIVER - state.street)
        if state.kind is Kind.DEAL:
            return called
        raised = 2 + called + (3 if self.is_raise_possible(state) else 0)
        size = 1
        for move in self.moves(state):
            if move.is_bet:
                size += 3 if move.is_all_in else raised
            elif move.kind == "fold" or move.is_all_in:
                size += 1
            else:
                size += called + (move.kind == "check" and state.actor == OOP)
        return size

    def is_raise_possible(self, state: State) -> bool:
        """Whether a bet or raise that the actor makes can be raised again, unless it is all-in."""
        spot = self.spot
        is_capped = spot.raise_cap is not None and state.raises + 1 >= spot.raise_cap and not spot.all_in_past_cap
        return not is_capped and bool(spot.sizes(state.street, 1 - state.actor).raises)
