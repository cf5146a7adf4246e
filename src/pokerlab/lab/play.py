"""Play-outs: two policies play many hands against each other, dealt and decided at random, by the rules alone.

An independent judge of what a solver computes: it shares no code with the solver's values. Policies give the chance of
every move at every node of the betting for every board and hand. Results are kept per end of the tree, so that the mean
of any subtree can be asked for afterwards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import check_seed
from pokerlab._threads import Progress, map_in_order
from pokerlab.abstraction.groups import HandGroups
from pokerlab.cards.card import as_cards, format_cards
from pokerlab.cards.cardset import CARD_MASKS, cardset
from pokerlab.cards.combos import COMBO_COUNT, COMBO_MASKS, dead_combos
from pokerlab.cards.equity import alias_tables, hand_lists
from pokerlab.cards.evaluator_tables import KEY_START, card_keys
from pokerlab.cards.suits import PERMUTED_COMBOS
from pokerlab.errors import LabError
from pokerlab.lab.play_columns import Dealing, Lanes, Moves
from pokerlab.lab.play_tree import BOARD, PlayTree

HANDS_PER_CHUNK = 1_000_000
_TRIES_PER_HAND = 1000
BOARDS = (1, 1 + 52, 1 + 52 + 52 * 52)
"""Boards of a policy by the number of streets: the first, those of one card more, those of two (card after card)."""


def board_place(next_cards: Sequence[int]) -> int:
    """The number of a board among those of a policy, by the cards that came after the first board."""
    if not next_cards:
        return 0
    return 1 + next_cards[0] if len(next_cards) == 1 else 53 + 52 * next_cards[0] + next_cards[1]


@dataclass(frozen=True, eq=False)
class TablePolicy:
    """How a seat plays a tree.

    - `chances`: float32 [n], of moves: those at a node begin at `bases[node] + strides[node] * rows[board, hand]`
    - `bases`, `strides`: int64 [node]
    - `rows`: int32 [board, 1326], -1 where hand and board share a card. Board 0 is the first one, `1 + card` those of
      one card more, `53 + 52 * card + next card` those of two (see `board_place`).
    """

    chances: npt.NDArray[np.float32]
    bases: npt.NDArray[np.int64]
    strides: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int32]

    @classmethod
    def uniform(cls, tree: PlayTree) -> "TablePolicy":
        """All moves alike, whatever the cards."""
        counts = tree.action_counts()
        chances = np.repeat(1 / np.maximum(counts, 1), counts).astype(np.float32)
        bases = np.cumsum(counts) - counts
        return cls(
            chances,
            bases,
            np.zeros(len(tree), np.int64),
            np.zeros((BOARDS[BOARD - tree.dealt], COMBO_COUNT), np.int32),
        )

    @classmethod
    def of_groups(
        cls, tree: PlayTree, groups: HandGroups, chances: Mapping[int, npt.NDArray[np.floating]]
    ) -> "TablePolicy":
        """From a strategy for groups of hands, carried back to single hands.

        `chances[node]` is [group, move] for the nodes at which the seat acts: all groups of the first class of boards
        of the node's street, then those of the next class, and so on.
        """
        if len(groups.boards.board) != tree.dealt:
            raise LabError(
                f"groups after '{format_cards(groups.boards.board)}' for a tree that begins with {tree.dealt} cards"
            )
        totals = [int(count.sum()) for count in groups.counts]
        moves = tree.action_counts()
        bases, strides = np.full(len(tree), -1, np.int64), np.zeros(len(tree), np.int64)
        parts, used = [], 0
        for street, rows in enumerate(totals):
            # all that a hand needs on a board lies together
            nodes = [node for node in chances if tree.street[node] == street]
            width = int(moves[nodes].sum())
            table = np.empty((rows, width), np.float32)
            column = 0
            for node in nodes:
                expected = (rows, int(moves[node]))
                if chances[node].shape != expected:
                    raise LabError(f"node {node}: chances of shape {list(chances[node].shape)}, not {list(expected)}")
                table[:, column : column + expected[1]] = chances[node]
                bases[node], strides[node] = used + column, width
                column += expected[1]
            parts.append(table.ravel())
            used += table.size
        return cls(np.concatenate(parts), bases, strides, _rows(groups))


@dataclass(frozen=True)
class Estimate:
    """What a seat wins per hand, in chips: the mean over `hands` hands and its standard error."""

    hands: int
    mean: float
    error: float

    def interval(self, deviations: float = 1.96) -> tuple[float, float]:
        """The mean with so many standard errors on both sides; 1.96 are 95%."""
        return self.mean - deviations * self.error, self.mean + deviations * self.error

    def __add__(self, other: "Estimate") -> "Estimate":
        """The sum of two means that have nothing to do with each other, such as those of two duels."""
        return Estimate(self.hands + other.hands, self.mean + other.mean, hypot(self.error, other.error))


@dataclass(frozen=True, eq=False)
class PlayResult:
    """What happened.

    - `counts`: int64 [node, 3], how many hands ended at each node, by who had the better hand (see `PlayTree`)
    - `wins`: float64 [block, seat], chips won in the first `every` hands dealt, in the next ones, and so on
    """

    tree: PlayTree
    counts: npt.NDArray[np.int64]
    wins: npt.NDArray[np.float64]
    every: int

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return int(self.counts.sum())

    def running_wins(self) -> npt.NDArray[np.float64]:
        """float64 [block, seat]: chips won after `every` hands, twice as many, and so on; the last after all hands."""
        return np.cumsum(self.wins, axis=0)

    def estimates(self, node: int = 0) -> tuple[Estimate, Estimate]:
        """What both seats won per hand, in the hands that came to a node."""
        part = slice(node, node + int(self.tree.size[node]))
        hands = self.reached(node)
        if hands < 2:
            raise LabError(f"{hands} hands came to node {node}: too few for a mean and its error")
        first, second = (_estimate(self.counts[part], self.tree.payoffs[part, seat]) for seat in range(2))
        return first, second

    def reached(self, node: int) -> int:
        """How many hands came to a node."""
        return int(self.counts[node : node + int(self.tree.size[node])].sum())

    def frequency(self, node: int) -> float:
        """The share of hands that came to a node."""
        return self.reached(node) / self.hands


class Duel:
    """Two policies at one board, checked and ready to play any number of hands.

    - `ranges`: [1326], the weights of both seats' hands
    - `next_cards`: which cards come next, in their order, None for any: only deals with these cards are played
    """

    def __init__(
        self,
        tree: PlayTree,
        board: str | Sequence[int],
        ranges: Sequence[npt.ArrayLike],
        policies: Sequence[TablePolicy],
        *,
        next_cards: Sequence[int | None] = (),
    ) -> None:
        cards = as_cards(board, at_most=BOARD, what="board")
        if len(cards) != tree.dealt:
            raise LabError(f"board '{format_cards(cards)}': {tree.game.name} begins with {tree.dealt} cards")
        if len(cards) + len(next_cards) > BOARD:
            raise LabError(
                f"board '{format_cards(cards)}': there are {BOARD - len(cards)} cards to come, not {len(next_cards)}"
            )
        known = as_cards([*cards, *(card for card in next_cards if card is not None)], at_most=BOARD, what="board")
        weights = [_weights(range_, seat, known) for seat, range_ in enumerate(ranges)]
        for seat, policy in enumerate(policies):
            _check_policy(tree, policy, seat, cards, weights[seat])
        ends, combos, values = hand_lists(weights)
        keep, alias = alias_tables(ends, values)
        key = np.uint64(KEY_START + int(card_keys()[list(cards)].sum()))
        fixed = np.full(2, -1, np.int64)
        fixed[: len(next_cards)] = [-1 if card is None else card for card in next_cards]
        self.tree = tree
        reserved = np.uint64(cardset(known) & ~cardset(cards))
        mask, to_come = np.uint64(cardset(cards)), BOARD - len(cards)
        self._deals = Dealing(key, mask, to_come, ends, combos, keep, alias, fixed, reserved)
        walked = (tree.street, tree.actor, tree.showdown, tree.starts, tree.children)
        self._moves = Moves(*walked, *_together(tree, policies))

    def play(
        self,
        hands: int,
        *,
        seed: int | Sequence[int] = 0,
        threads: int | None = None,
        every: int | None = None,
        progress: Progress | None = None,
    ) -> PlayResult:
        """Play so many hands; the same seed gives the same hands for any number of threads. `every`: how many hands
        make a block of `PlayResult.wins`; by default all are one."""
        for result in self.playing(hands, seed=seed, threads=threads, every=every, progress=progress):
            last = result
        return last

    def playing(
        self,
        hands: int,
        *,
        seed: int | Sequence[int] = 0,
        threads: int | None = None,
        every: int | None = None,
        progress: Progress | None = None,
    ) -> Iterator[PlayResult]:
        """The same bit by bit: what happened so far, about every million hands. Leave the loop to stop."""
        block = hands if every is None else every
        if hands < 1 or block < 1:
            raise LabError(f"{hands} hands cannot be played" if hands < 1 else f"blocks of {block} hands cannot be")
        sizes = [min(HANDS_PER_CHUNK, hands - first) for first in range(0, hands, HANDS_PER_CHUNK)]
        parts = [check_seed(part, LabError) for part in (seed if isinstance(seed, Sequence) else [seed])]
        seeds = np.random.SeedSequence(parts).generate_state(len(sizes), np.uint64)

        def run(chunk: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
            from pokerlab.lab import play_kernels

            counts = np.zeros((len(self.tree), 3), np.int64)
            ends = np.empty(0 if every is None else sizes[chunk], np.int32)
            most_tries = _TRIES_PER_HAND * (sizes[chunk] + 1000)
            asked = (seeds[chunk], sizes[chunk], most_tries)
            if play_kernels.play_hands(*asked, self._deals, self._moves, Lanes.empty(), counts, ends) < 0:
                raise LabError("the ranges block each other: hardly any deal is possible")
            return counts, ends

        counts, wins = np.zeros((len(self.tree), 3), np.int64), np.zeros((_blocks(hands, block), 2))
        played = 0
        results = map_in_order(run, range(len(sizes)), threads=threads, progress=progress)
        for size, (some, ends) in zip(sizes, results, strict=True):
            counts += some
            if every is None:
                wins[0] += np.einsum("nsr,nr->s", self.tree.payoffs, some)
            else:
                _add_wins(wins, self.tree, ends, every, played)
            played += size
            yield PlayResult(self.tree, counts.copy(), wins[: _blocks(played, block)].copy(), block)


def play(
    tree: PlayTree,
    board: str | Sequence[int],
    ranges: Sequence[npt.ArrayLike],
    policies: Sequence[TablePolicy],
    hands: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PlayResult:
    """Play so many hands of a `Duel`."""
    return Duel(tree, board, ranges, policies).play(hands, seed=seed, threads=threads, progress=progress)


def _blocks(hands: int, every: int) -> int:
    return -(-hands // every)


def _add_wins(
    wins: npt.NDArray[np.float64], tree: PlayTree, ends: npt.NDArray[np.int32], every: int, played: int
) -> None:
    """Add what was won to blocks of hands; `ends` as the kernel gives them, after so many hands before."""
    won = tree.payoffs.transpose(0, 2, 1).reshape(-1, 2)[ends]
    starts = np.arange(-(played % every), len(ends), every).clip(0)
    wins[played // every :][: len(starts)] += np.add.reduceat(won, starts)


def _together(tree: PlayTree, policies: Sequence[TablePolicy]) -> tuple[Any, Any, Any, Any]:
    """Both policies as one: bases and strides [node], rows [seat, board, 1326], and all chances in one array.

    Policies that share their array of chances are not copied.
    """
    first, second = policies
    shift, chances = 0, first.chances
    if second.chances is not first.chances:
        shift, chances = len(chances), np.concatenate([first.chances, second.chances])
    is_first = tree.actor == 0
    bases = np.where(is_first, first.bases, second.bases + shift)
    return bases, np.where(is_first, first.strides, second.strides), np.stack([first.rows, second.rows]), chances


def _estimate(counts: npt.NDArray[np.int64], payoffs: npt.NDArray[np.float64]) -> Estimate:
    hands = int(counts.sum())
    mean = float((counts * payoffs).sum()) / hands
    variance = float((counts * (payoffs - mean) ** 2).sum()) / (hands - 1)
    return Estimate(hands, mean, sqrt(variance / hands))


def _rows(groups: HandGroups) -> npt.NDArray[np.int32]:
    """int32 [board, 1326]: the place of each hand's group among all groups of its street."""
    levels = groups.boards.levels
    rows = np.full((BOARDS[len(levels) - 1], COMBO_COUNT), -1, np.int32)
    known = len(groups.boards.board)
    for level, labels, count in zip(levels, groups.labels, groups.counts, strict=True):
        starts = np.cumsum(count) - count
        steps = level.members[:, known:].astype(np.int64)
        places = (0, *steps.T)[-1] + (0, 1, 53)[steps.shape[1]] + (52 * steps[:, 0] if steps.shape[1] == 2 else 0)
        number = level.class_of_member
        placed = np.where(labels >= 0, labels + starts[:, None], -1)[number]  # [deal, hand of the first member]
        renamed = np.empty_like(placed)
        np.put_along_axis(renamed, PERMUTED_COMBOS[level.renamings], placed, axis=1)
        is_dead = np.array([dead_combos(int(m)) for m in np.bitwise_or.reduce(CARD_MASKS[level.members], axis=1)])
        rows[places] = np.where(is_dead, -1, renamed)
    return rows


def _weights(range_: npt.ArrayLike, seat: int, board: Sequence[int]) -> npt.NDArray[np.float64]:
    weights = np.array(range_, np.float64)
    with np.errstate(over="ignore"):
        is_finite = np.isfinite(weights.sum())
    if weights.shape != (COMBO_COUNT,) or not is_finite or weights.min() < 0:
        raise LabError(f"seat {seat}: a range has {COMBO_COUNT} weights of at least 0")
    weights[dead_combos(cardset(board))] = 0.0
    if not weights.any():
        raise LabError(f"seat {seat}: the range has no hand on '{format_cards(board)}'")
    return weights


def _check_policy(
    tree: PlayTree, policy: TablePolicy, seat: int, board: Sequence[int], weights: npt.NDArray[np.float64]
) -> None:
    """Chances are chances, and every node, board and hand has them: the kernel looks nothing up that is not there."""
    from pokerlab.lab import play_kernels

    boards = BOARDS[BOARD - len(board)]
    if policy.rows.shape != (boards, COMBO_COUNT) or len(policy.bases) != len(tree):
        raise LabError(f"seat {seat}: the policy is not one of this tree")
    counts = tree.action_counts()
    for street, (first, last) in enumerate(((0, 1), (1, 53), (53, BOARDS[2]))[: BOARD + 1 - tree.dealt]):
        nodes = np.flatnonzero((tree.actor == seat) & (tree.street == street))
        bases, strides, moves = policy.bases[nodes], policy.strides[nodes], counts[nodes]
        rows = int(policy.rows[first:last].max()) + 1
        # Whole numbers of 64 bits overflow in silence, so each is looked at alone, too.
        is_far = (bases > len(policy.chances)) | (strides > len(policy.chances))
        is_short = is_far | (bases < 0) | (strides < 0) | (bases + strides * (rows - 1) + moves > len(policy.chances))
        if is_short.any():
            raise LabError(f"seat {seat}: the policy has no chances for node {nodes[is_short.argmax()]}")
        wrong = play_kernels.find_wrong(policy.chances, bases, strides, moves, rows)
        if wrong >= 0:
            raise LabError(f"seat {seat}: the chances of moves at node {nodes[wrong]} do not add up to 1")
    masks = _board_masks(board)[:boards]
    is_held = (weights > 0) & ((masks[:, None] & COMBO_MASKS) == 0) & (masks > 0)[:, None]
    if (is_held & (policy.rows < 0)).any():
        raise LabError(f"seat {seat}: the policy does not know all hands of the range on all boards")


def _board_masks(board: Sequence[int]) -> npt.NDArray[np.uint64]:
    """uint64 [board]: the cards of every board of a policy, 0 where a card would occur twice."""
    first = np.uint64(cardset(board))
    one = np.where(CARD_MASKS & first, np.uint64(0), CARD_MASKS | first)
    two = np.where((one[:, None] & CARD_MASKS) | (one == 0)[:, None], np.uint64(0), one[:, None] | CARD_MASKS)
    return np.concatenate([[first], one, two.ravel()])
