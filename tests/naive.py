"""Naive twins: the plainest code for what the kernels do quickly. Kernels must equal them."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

from pokerlab.cards.combos import COMBO_CARDS

Cards = tuple[int, ...]


def five_card_value(cards: Cards) -> tuple[int, ...]:
    """A value that orders five-card hands: category, then the ranks that decide."""
    counts = Counter(card // 4 for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    straight = len(counts) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    if straight:
        return (8 if flush else 4, 3 if ranks[:2] == [12, 3] else ranks[0])
    by_shape = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    category = 5 if flush else by_shape.get(tuple(shape), 0)
    return (category, *ranks)


def best_value(cards: Cards) -> tuple[int, ...]:
    """The best five of five or more cards, by trying all."""
    return max(five_card_value(five) for five in combinations(cards, 5))


def equities(hand_lists: list[dict[int, Fraction]], board: Cards, dead: Cards) -> list[Fraction]:
    """Each player's share of the pot, by dealing everything; hand_lists: weight by combo."""
    shares = [Fraction(0)] * len(hand_lists)
    total = Fraction(0)
    for hands in product(*hand_lists):
        cards = [int(card) for hand in hands for card in COMBO_CARDS[hand]]
        used = [*cards, *board, *dead]
        if len(set(used)) < len(used):
            continue
        weight = Fraction(1)
        for weights, hand in zip(hand_lists, hands, strict=True):
            weight *= weights[hand]
        rest = [card for card in range(52) if card not in used]
        for more in combinations(rest, 5 - len(board)):
            values = [best_value((*cards[2 * p : 2 * p + 2], *board, *more)) for p in range(len(hands))]
            winners = [p for p, value in enumerate(values) if value == max(values)]
            for p in winners:
                shares[p] += weight / len(winners)
            total += weight
    return [share / total for share in shares]


def compare(hand: Cards, other: Cards, board: Cards) -> int:
    """1 if the hand beats the other on the board, 0 if they tie, -1 if it loses."""
    mine, theirs = best_value((*hand, *board)), best_value((*other, *board))
    return (mine > theirs) - (mine < theirs)


def rename(cards: Cards, permutation: Cards) -> Cards:
    """The cards with every suit s renamed to permutation[s]."""
    return tuple(card // 4 * 4 + permutation[card % 4] for card in cards)


def smallest_renaming(cards: Cards, rounds: Cards) -> tuple[Cards, ...]:
    """A canonical form of a deal: the least of its 24 renamings, each round sorted."""

    def split(deal: Cards) -> tuple[Cards, ...]:
        ends = [sum(rounds[: r + 1]) for r in range(len(rounds))]
        return tuple(tuple(sorted(deal[end - count : end])) for end, count in zip(ends, rounds, strict=True))

    return min(split(rename(cards, permutation)) for permutation in permutations(range(4)))
