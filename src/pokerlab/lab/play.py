"""Play-outs: two policies play many hands against each other, dealt and decided at random, by the rules alone.

An independent judge of what a solver computes: it shares no code with the solver's values. Policies give the chance of
every move at every node of the betting for every board and hand. Results are kept per end of the tree, so that the mean
of any subtree can be asked for afterwards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import check_seed
from pokerlab._streams import stream
from pokerlab._threads import Progress, map_in_order
from pokerlab.abstraction.groups import HandGroups
from pokerlab.cards.card import as_cards, format_cards
from pokerlab.cards.cardset import CARD_MASKS, cardset
from pokerlab.cards.combos import COMBO_COUNT, COMBO_MASKS, dead_combos
from pokerlab.cards.equity import alias_tables, hand_lists
from pokerlab.cards.evaluator_tables import KEY_START, card_keys
from pokerlab.cards.suits import PERMUTED_COMBOS
from pokerlab.errors import GameError, LabError
from pokerlab.games.rules import Game
from pokerlab.lab.play_columns import Dealing, Lanes, Moves, board_offsets, chance_streams
from pokerlab.lab.play_tree import PlayTree

HANDS_PER_CHUNK = 1_000_000
_TRIES_PER_HAND = 1000
BOARD, DECK = 5, 52
BOARDS = tuple(board_offsets(DECK, 2)[1:].tolist())
"""Boards of a policy by the number of streets: the first, those of one card more, those of two (card after card)."""


def board_place(next_cards: Sequence[int], deck: int = DECK) -> int:
    """The number of a board among those of a policy, by the cards that came after the first board."""
    within = 0
    for card in next_cards:
        within = within * deck + card
    return within + int(board_offsets(deck, len(next_cards))[len(next_cards)])


@dataclass(frozen=True, eq=False)
class TablePolicy:
    """How a seat plays a tree.

    - `chances`: float32 [n], of moves: those at a node begin at `bases[node] + strides[node] * rows[board, hand]`
    - `bases`, `strides`: int64 [node]
    - `rows`: int32 [board, hand], -1 where hand and board share a card. Board 0 is the first one; in hold'em, which has
      1,326 hands, `1 + card` are those of one card more, `53 + 52 * card + next card` those of two (see `board_place`).
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
        _check_game(tree.game)
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
        to_come = BOARD - len(cards)
        fixed = np.full(to_come, -1, np.int64)
        fixed[: len(next_cards)] = [-1 if card is None else card for card in next_cards]
        self.tree = tree
        self._moves = moves_of(tree, policies, Parts(tree, [policies]))
        self._deals = Dealing(
            np.uint64(0), np.zeros(2, np.uint64), np.uint64(DECK), 2, to_come, fixed, np.uint64(cardset(known)),
            ends, combos, *alias_tables(ends, values), *board_bits(cards), np.empty((0, 0), np.int32),
            board_offsets(DECK, to_come),
        )  # fmt: skip

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
        seeds = [check_seed(part, LabError) for part in (seed if isinstance(seed, Sequence) else [seed])]
        deals = self._deals._replace(stream=np.uint64(stream(*seeds)), chances=chance_streams(seeds, (0, 1)))

        def run(chunk: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
            from pokerlab.lab import play_kernels

            ends, ranks = play_some(chunk * HANDS_PER_CHUNK, sizes[chunk], deals, self._moves)
            counts = np.zeros((len(self.tree), 3), np.int64)
            play_kernels.count_outcomes(ends, ranks, counts)
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


class Parts:
    """The chances of several policies in one array of parts of 65,535, each with those of the moves before it added:
    what kernels draw from. Policies that share their array of chances share their parts."""

    def __init__(self, tree: PlayTree, seatings: Sequence[Sequence[TablePolicy]]) -> None:
        policies = [(seat, policy) for seating in seatings for seat, policy in enumerate(seating)]
        self.shifts: dict[int, int] = {}
        size = 0
        for _, policy in policies:
            if id(policy.chances) not in self.shifts:
                self.shifts[id(policy.chances)] = size
                size += len(policy.chances)
        self.parts = np.zeros(size, np.uint16)
        for seat, policy in {(seat, id(policy)): (seat, policy) for seat, policy in policies}.values():
            shift = self.shifts[id(policy.chances)]
            _add_up(tree, policy, seat, self.parts[shift : shift + len(policy.chances)])


def moves_of(tree: PlayTree, policies: Sequence[TablePolicy], parts: Parts) -> Moves:
    """What the kernel walks if the policies, by seat, are among those of `parts`."""
    shifts = np.array([parts.shifts[id(policy.chances)] for policy in policies])
    actor, nodes = np.maximum(tree.actor, 0), np.arange(len(tree))
    bases = np.stack([policy.bases for policy in policies])[actor, nodes] + shifts[actor]
    strides = np.stack([policy.strides for policy in policies])[actor, nodes]
    rows = np.stack([policy.rows for policy in policies])
    return Moves(
        tree.level, tree.actor, tree.shown, tree.starts, tree.children, bases, strides, rows, parts.parts
    )  # fmt: skip


def board_bits(cards: Sequence[int]) -> tuple[np.uint64, np.uint64]:
    """Key and mask of a board, as the evaluator of hold'em wants them."""
    return np.uint64(KEY_START + int(card_keys()[list(cards)].sum())), np.uint64(cardset(cards))


def play_some(
    first: int, hands: int, deals: Dealing, moves: Moves
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Play so many hands from a number on: ends int32 [hand] and ranks int32 [hand, seat], see `play_hands`."""
    from pokerlab.lab import play_kernels

    seats = len(deals.chances)
    ends, ranks = np.empty(hands, np.int32), np.zeros((hands, seats), np.int32)
    most_tries = _TRIES_PER_HAND * (hands + 1000)
    if play_kernels.play_hands(first, hands, most_tries, deals, moves, Lanes.empty(seats), ends, ranks) < 0:
        raise LabError("the ranges block each other: hardly any deal is possible")
    return ends, ranks


def _add_up(tree: PlayTree, policy: TablePolicy, seat: int, parts: npt.NDArray[np.uint16]) -> None:
    """Write the parts of a policy; a `LabError` if its chances are none, or are not there."""
    from pokerlab.lab import play_kernels

    counts = tree.action_counts()
    offsets = board_offsets(len(tree.game.deck), int(tree.level.max()))
    for level in np.unique(tree.level[tree.actor == seat]).tolist():
        nodes = np.flatnonzero((tree.actor == seat) & (tree.level == level))
        bases, strides, moves = policy.bases[nodes], policy.strides[nodes], counts[nodes]
        rows = int(policy.rows[offsets[level] : offsets[level + 1]].max()) + 1
        # Whole numbers of 64 bits overflow in silence, so each is looked at alone, too.
        is_far = (bases > len(policy.chances)) | (strides > len(policy.chances))
        is_short = is_far | (bases < 0) | (strides < 0) | (bases + strides * (rows - 1) + moves > len(policy.chances))
        if is_short.any():
            raise LabError(f"seat {seat}: the policy has no chances for node {nodes[is_short.argmax()]}")
        wrong = play_kernels.add_up_parts(policy.chances, bases, strides, moves, rows, parts)
        if wrong >= 0:
            raise LabError(f"seat {seat}: the chances of moves at node {nodes[wrong]} do not add up to 1")


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


def _check_game(game: Game) -> None:
    first = game.first_street
    is_fitting = game.ranking == "holdem" and sum(game.private_cards[: first + 1]) == sum(game.private_cards) == 2
    is_fitting &= game.board_size(first) >= 3 and set(game.board_cards[first + 1 :]) <= {1}
    if game.players != 2 or not is_fitting or sum(game.board_cards) != BOARD:
        raise GameError(
            f"{game.name}: play-outs need two players, two cards each, a board of 3 to 5 cards at the start"
        )


def _check_policy(
    tree: PlayTree, policy: TablePolicy, seat: int, board: Sequence[int], weights: npt.NDArray[np.float64]
) -> None:
    """Every board and hand has its row: the kernel looks nothing up that is not there (see also `_add_up`)."""
    boards = BOARDS[BOARD - len(board)]
    if policy.rows.shape != (boards, COMBO_COUNT) or len(policy.bases) != len(tree):
        raise LabError(f"seat {seat}: the policy is not one of this tree")
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
