"""Equities: what share of the pot each of several ranges wins when all cards are dealt.

Four ways to the same number; `equity` takes the cheapest that is exact, and samples if none is affordable:

- **table** (two players, no card known, no suit preferred): sums over the shipped class table;
- **sweep** (two players): all hands of a board sorted by strength once, then one pass per player;
- **enumeration**: every combination of hands on every board, for few hands or more than two players;
- **sampling**: random deals, with the standard error of the result.

Boards that differ only by a renaming of suits that leaves all ranges, the board and the dead cards as they are, are
looked at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import comb, inf, prod, sqrt

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import check_seed
from pokerlab._threads import Progress, map_in_order
from pokerlab.cards import evaluator_tables
from pokerlab.cards.card import as_cards, check_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, COMBOS_OF_CLASS
from pokerlab.cards.deal_graph import DealGraph
from pokerlab.cards.evaluator import sort_boards
from pokerlab.cards.preflop import class_table
from pokerlab.cards.ranges import Range
from pokerlab.cards.suits import ALL_SYMMETRIES, PERMUTED_COMBOS, distinct_deals, suit_symmetries
from pokerlab.errors import EquityError, shorten

MOST_PLAYERS = 10
DEFAULT_SAMPLES = 2_000_000
MOST_SAMPLES = 10_000_000_000
AFFORDABLE_SECONDS = 20.0
"""Unless asked otherwise, exact ways that would take longer than about this (one thread) give way to sampling."""

_BOARDS_PER_CHUNK = 256
_SAMPLES_PER_CHUNK = 50_000
_TRIES_PER_SAMPLE = 20_000
_TRIAL_SAMPLES = 64
_FEW_TRIES = 500
_JOINT_TRY = 50.0
"""What a try costs that draws hands together, in tries that draw them one by one."""


# What the ways cost, in seconds of one thread; they only have to be right within a factor of two.
_SWEEP_BOARD = 30e-6
_DEAL_BOARD = 60e-9
_DEAL_HAND = 4e-9
_DEAL_COMBINATION = 5e-9


class EquityMethod(StrEnum):
    """How an equity was found."""

    TABLE = "table"
    SWEEP = "sweep"
    ENUMERATION = "enumeration"
    SAMPLING = "sampling"


@dataclass(frozen=True)
class PlayerEquity:
    """One player's results, as shares 0..1 of all deals.

    - `equity`: share of the pot won on average, ties split
    - `win`: deals won alone; `tie`: share of the pot that comes from split pots, so `equity = win + tie`
    - `error`: standard error of `equity`; 0 if exact
    """

    equity: float
    win: float
    tie: float
    error: float


@dataclass(frozen=True)
class EquityResult:
    """Equities of all players.

    - `deals`: number of deals looked at; exact ways count each deal by the weights of its hands
    - `by_hand`: float64 [player, 1326], each hand's equity, NaN where the hand is not held; for table and sweep
    """

    players: tuple[PlayerEquity, ...]
    method: EquityMethod
    deals: float
    by_hand: npt.NDArray[np.float64] | None = None

    @property
    def is_exact(self) -> bool:
        """Whether every deal was counted."""
        return self.method is not EquityMethod.SAMPLING


def equity(
    ranges: Sequence[Range | str],
    board: str | Sequence[int] = (),
    dead: str | Sequence[int] = (),
    *,
    method: EquityMethod | str | None = None,
    budget: float = AFFORDABLE_SECONDS,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> EquityResult:
    """The equities of 2 to 10 ranges on a board of 0 to 5 cards, with `dead` cards out of the deck.

    Without a `method`, exact if that takes at most about `budget` seconds of one thread, else sampled. The same
    `seed` gives the same samples, for any number of `threads`.
    """
    situation = _Situation.of(ranges, board, dead)
    method = _method(method) if method else situation.cheapest_method(budget)
    if method is EquityMethod.SAMPLING:
        return _sample(situation, samples, seed, threads, progress)
    if method is EquityMethod.ENUMERATION:
        return _enumerate(situation, threads, progress)
    if len(situation.weights) != 2:
        raise EquityError(f"a {method} is for two players, not {len(situation.weights)}")
    if method is EquityMethod.SWEEP:
        return _sweep(situation, threads, progress)
    if not situation.fits_table():
        raise EquityError("the table is for ranges that prefer no suit, before any card is known")
    return _look_up(situation)


def _method(name: str) -> EquityMethod:
    try:
        return EquityMethod(name)
    except ValueError:
        raise EquityError(f"'{shorten(name)}' is not a way to an equity (one of {', '.join(EquityMethod)})") from None


@dataclass(frozen=True)
class _Situation:
    """The ranges without the hands that cannot be held: weights float64 [1326] per player, the largest of each 1, so
    that many small ones multiplied stay numbers; `scale` is what was taken out.
    """

    weights: tuple[npt.NDArray[np.float64], ...]
    scale: float
    board: tuple[int, ...]
    dead: tuple[int, ...]

    @classmethod
    def of(cls, ranges: Sequence[Range | str], board: str | Sequence[int], dead: str | Sequence[int]) -> "_Situation":
        if isinstance(ranges, str) or not 2 <= len(ranges) <= MOST_PLAYERS:
            count = 1 if isinstance(ranges, str) else len(ranges)
            raise EquityError(f"an equity needs 2 to {MOST_PLAYERS} ranges, not {count}")
        board = as_cards(board, at_most=5, what="board")
        dead = as_cards(dead, what="dead cards")
        gone = check_cards((*board, *dead), what="board and dead cards")
        if 52 - len(gone) < 2 * len(ranges) + 5 - len(board):
            raise EquityError(f"{len(dead)} dead cards leave too few to deal")
        parsed = [Range.parse(r) if isinstance(r, str) else r for r in ranges]
        live = [r.live(gone, what=f"range {number}") for number, r in enumerate(parsed, 1)]
        for (first, one), (second, other) in combinations(enumerate(live, 1), 2):
            if not one.meets(other):
                raise EquityError(f"ranges {first} and {second} block each other: no deal is possible")
        largest = [float(r.weights.max()) for r in live]
        weights = tuple(r.weights / most for r, most in zip(live, largest, strict=True))
        return cls(weights, prod(largest), board, dead)

    @property
    def missing(self) -> int:
        """How many board cards are to come."""
        return 5 - len(self.board)

    @property
    def gone(self) -> int:
        """The set of cards that cannot be dealt."""
        return cardset((*self.board, *self.dead))

    def hands(self) -> list[int]:
        """How many hands each player may hold."""
        return [int(np.count_nonzero(weights)) for weights in self.weights]

    def symmetries(self) -> npt.NDArray[np.int64]:
        """int64 [n]: the suit permutations that change nothing here."""
        return suit_symmetries(self.weights, (cardset(self.board), cardset(self.dead)))

    def boards(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Completions of the board up to symmetry, uint8 [n, missing], and how many each stands for."""
        return distinct_deals(self.missing, self.gone, self.symmetries())

    def fits_table(self) -> bool:
        """Whether the preflop class table answers this."""
        return len(self.weights) == 2 and not self.gone and len(self.symmetries()) == len(ALL_SYMMETRIES)

    def cheapest_method(self, budget: float) -> EquityMethod:
        if self.fits_table():
            return EquityMethod.TABLE
        boards = comb(52 - len(self.board) - len(self.dead), self.missing) / len(self.symmetries())
        hands = self.hands()
        costs = {
            EquityMethod.ENUMERATION: boards
            * (_DEAL_BOARD + _DEAL_HAND * sum(hands) + _DEAL_COMBINATION * float(prod(hands))),
        }
        if len(hands) == 2:
            costs[EquityMethod.SWEEP] = boards * _SWEEP_BOARD
        method = min(costs, key=lambda way: costs[way])
        return method if costs[method] <= budget else EquityMethod.SAMPLING

    def key_and_mask(self) -> tuple[np.uint64, np.uint64]:
        """Evaluator key and card mask of the board."""
        keys = evaluator_tables.card_keys()
        key = evaluator_tables.KEY_START + sum(int(keys[card]) for card in self.board)
        return np.uint64(key), np.uint64(cardset(self.board))


def _look_up(situation: _Situation) -> EquityResult:
    table = class_table()
    opposing = np.array([weights[[combos[0] for combos in COMBOS_OF_CLASS]] for weights in situation.weights[::-1]])
    # The table counts the hands of a class together; symmetry gives each of them an equal part.
    wins, ties, deals = (
        (opposing @ counts.T / CLASS_SIZES)[:, CLASS_OF_COMBO] for counts in (table.wins, table.ties, table.deals)
    )
    return _two_player_result(situation, wins, ties, deals, EquityMethod.TABLE)


def _sweep(situation: _Situation, threads: int | None, progress: Progress | None) -> EquityResult:
    from pokerlab.cards import equity_kernels

    completions, sizes = situation.boards()
    fixed = np.broadcast_to(np.array(situation.board, np.uint8), (len(completions), len(situation.board)))
    boards = np.ascontiguousarray(np.column_stack([fixed, completions]).astype(np.uint8))

    def count(first: int) -> npt.NDArray[np.float64]:
        part = slice(first, first + _BOARDS_PER_CHUNK)
        ranked = sort_boards(boards[part])
        counts = np.zeros((2, 3, len(situation.weights[0])))
        for player, opposing in enumerate(reversed(situation.weights)):
            equity_kernels.count_against(
                ranked.combos, ranked.starts, ranked.tiers, sizes[part], opposing, counts[player]
            )
        return counts

    chunks = range(0, len(boards), _BOARDS_PER_CHUNK)
    counts = sum(map_in_order(count, chunks, threads=threads, progress=progress), start=np.zeros((2, 3, 1326)))
    # A board stands for all its renamings: what it says of a hand, those say of the renamed hands.
    counts = counts[..., PERMUTED_COMBOS[situation.symmetries()]].mean(axis=2)
    return _two_player_result(situation, counts[:, 0], counts[:, 1], counts[:, 2], EquityMethod.SWEEP)


def _two_player_result(
    situation: _Situation,
    wins: npt.NDArray[np.float64],
    ties: npt.NDArray[np.float64],
    deals: npt.NDArray[np.float64],
    method: EquityMethod,
) -> EquityResult:
    """From [player, 1326]: what each hand beats, ties with and meets of the other range."""
    weights = np.array(situation.weights)
    total = float((weights[0] * deals[0]).sum())
    if not total:
        raise EquityError("the ranges block each other: no deal is possible")
    won, tied = (weights * wins).sum(axis=1) / total, (weights * ties).sum(axis=1) / 2 / total
    held = (weights > 0) & (deals > 0)
    by_hand = np.divide(wins + ties / 2, deals, out=np.full(deals.shape, np.nan), where=held)
    players = tuple(_exact_player(float(win), float(tie)) for win, tie in zip(won, tied, strict=True))
    return EquityResult(players, method, total * situation.scale, by_hand)


def _enumerate(situation: _Situation, threads: int | None, progress: Progress | None) -> EquityResult:
    from pokerlab.cards import equity_kernels

    boards, sizes = situation.boards()
    key, mask = situation.key_and_mask()
    ends, hands, weights = hand_lists(situation.weights)
    players = len(ends)
    per_chunk = max(1, int(2e6 // (1 + prod(situation.hands()))))

    def count(first: int) -> npt.NDArray[np.float64]:
        part = slice(first, first + per_chunk)
        counts = np.zeros((players + 1, 2))
        equity_kernels.enumerate_deals(boards[part], sizes[part], key, mask, ends, hands, weights, counts)
        return counts

    chunks = range(0, len(boards), per_chunk)
    counts = sum(map_in_order(count, chunks, threads=threads, progress=progress), start=np.zeros((players + 1, 2)))
    total = float(counts[players, 0])
    if not total:
        raise EquityError("the ranges block each other: no deal is possible")
    results = tuple(_exact_player(float(win) / total, float(tie) / total) for win, tie in counts[:players])
    return EquityResult(results, EquityMethod.ENUMERATION, total * situation.scale)


def _sample(
    situation: _Situation, samples: int, seed: int, threads: int | None, progress: Progress | None
) -> EquityResult:
    if not 2 <= samples <= MOST_SAMPLES:
        raise EquityError(f"a sampled equity needs at least 2 samples and at most {MOST_SAMPLES:,}, not {samples}")
    check_seed(seed, EquityError)
    dealer = _Dealer(situation)
    sizes = [min(_SAMPLES_PER_CHUNK, samples - first) for first in range(0, samples, _SAMPLES_PER_CHUNK)]
    seeds = np.random.SeedSequence(seed).generate_state(len(sizes), np.uint64)

    def deal(chunk: int) -> npt.NDArray[np.float64]:
        counts = dealer.deal(seeds[chunk], sizes[chunk])
        if counts is None:
            raise EquityError("the ranges block each other: hardly any deal is possible")
        return counts

    chunks = range(len(sizes))
    start = np.zeros((len(situation.weights), 3))
    counts = sum(map_in_order(deal, chunks, threads=threads, progress=progress), start=start)
    results = []
    for wins, shares, squares in counts / samples:
        error = sqrt(max(0.0, float(squares) - float(shares) ** 2) / (samples - 1))
        results.append(PlayerEquity(float(shares), float(wins), float(shares) - float(wins), error))
    return EquityResult(tuple(results), EquityMethod.SAMPLING, float(samples))


class _Dealer:
    """Random deals of a situation: hands are drawn one by one, all anew if two collide. Where they do so nearly always,
    the narrowest ranges' hands are drawn together.

    - `order`: the players as they are dealt their hands; `graph`: the deals of the first of them, drawn together
    - `ends`, `hands`, `weights`: as `hand_lists`, in that order; `keep`, `alias`: as `alias_tables`
    """

    order: list[int]
    graph: DealGraph
    ends: npt.NDArray[np.int64]
    hands: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]
    keep: npt.NDArray[np.float64]
    alias: npt.NDArray[np.int64]

    def __init__(self, situation: _Situation) -> None:
        self.situation = situation
        self._deal_in(range(len(situation.weights)))
        alone = self._tries_per_sample()
        if alone <= _FEW_TRIES:
            return
        self._deal_in(sorted(self.order, key=lambda player: np.count_nonzero(situation.weights[player])))
        self.graph = DealGraph.of(self.ends, self.hands, self.weights)
        if self.graph.is_impossible:
            raise EquityError("the ranges block each other: no deal is possible")
        if self._tries_per_sample() * _JOINT_TRY > alone:
            self.graph = DealGraph.of_nobody()

    def deal(self, seed: np.uint64, samples: int) -> npt.NDArray[np.float64] | None:
        """float64 [player, 3]: pots won alone, shares, squared shares; None if there is hardly any deal."""
        counts = np.zeros((len(self.order), 3))
        if self._sample(seed, samples, counts) < 0:
            return None
        by_player = np.empty_like(counts)
        by_player[self.order] = counts
        return by_player

    def _deal_in(self, order: Iterable[int]) -> None:
        """Set the order in which the players are dealt their hands."""
        self.order = list(order)
        self.graph = DealGraph.of_nobody()
        self.ends, self.hands, self.weights = hand_lists([self.situation.weights[player] for player in self.order])
        self.keep, self.alias = alias_tables(self.ends, self.weights)

    def _tries_per_sample(self) -> float:
        tries = self._sample(np.uint64(0), _TRIAL_SAMPLES, np.zeros((len(self.order), 3)))
        return tries / _TRIAL_SAMPLES if tries >= 0 else inf

    def _sample(self, seed: np.uint64, samples: int, counts: npt.NDArray[np.float64]) -> int:
        """Add up samples in `counts`; the number of tries they took, or -1 if there were too many."""
        from pokerlab.cards import equity_kernels

        key, mask = self.situation.key_and_mask()
        blocked = mask | np.uint64(cardset(self.situation.dead))
        graph = self.graph
        return int(
            equity_kernels.sample_deals(
                seed, samples, _TRIES_PER_SAMPLE * samples, self.situation.missing, key, mask, blocked,
                self.ends, self.hands, self.keep, self.alias,
                graph.players, graph.starts, graph.hands, graph.nexts, graph.chances, counts,
            )
        )  # fmt: skip


def _exact_player(win: float, tie: float) -> PlayerEquity:
    return PlayerEquity(equity=win + tie, win=win, tie=tie, error=0.0)


def hand_lists(
    weights: Sequence[npt.NDArray[np.float64]],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """All players' hands one after the other: where each list ends int64 [player], hands int64, weights float64."""
    lists = [np.flatnonzero(of_player) for of_player in weights]
    ends = np.cumsum([len(hands) for hands in lists])
    values = [of_player[hands] for of_player, hands in zip(weights, lists, strict=True)]
    return ends, np.concatenate(lists), np.concatenate(values)


def alias_tables(
    ends: npt.NDArray[np.int64], weights: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Tables to draw hands by weight with one random number (Walker's alias method), for each player's list."""
    keep = np.ones(len(weights))
    alias = np.arange(len(weights))
    for first, last in zip([0, *ends[:-1].tolist()], ends.tolist(), strict=True):
        scaled = weights[first:last] * ((last - first) / weights[first:last].sum())
        small = [first + i for i in np.flatnonzero(scaled < 1).tolist()]
        large = [first + i for i in np.flatnonzero(scaled >= 1).tolist()]
        while small and large:
            low, high = small.pop(), large[-1]
            keep[low] = scaled[low - first]
            alias[low] = high
            scaled[high - first] -= 1 - scaled[low - first]
            if scaled[high - first] < 1:
                small.append(large.pop())
    return keep, alias
