"""The naive twin of the kernel that plays hands: one hand after the other, with the same random numbers."""

import numpy as np

from naive import best_value
from pokerlab._streams import secret
from pokerlab.agents.open_agent import as_parts
from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.cards.equity import alias_tables, hand_lists
from pokerlab.lab.play import board_place


def mix(state):
    """SplitMix64 of Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014."""
    z = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


class Stream:
    """Numbers that follow from some seeds, one after the other."""

    def __init__(self, *seeds):
        self.start = 0
        for seed in seeds:
            self.start = mix(((self.start ^ seed) + 0x9E3779B97F4A7C15) % 2**64)
        self.used = 0

    def bits(self, number=None):
        if number is None:
            number, self.used = self.used, self.used + 1
        return mix((self.start + (number + 1) * 0x9E3779B97F4A7C15) % 2**64)

    def below(self, count, number=None):
        return (self.bits(number) >> 32) * count >> 32

    def hand(self, table):
        """A hand by weight: a place at random, which stands for itself or for another."""
        bits = self.bits()
        combo, keep, other = table[(bits >> 32) * len(table) >> 32]
        return other if (bits & 0xFFFFFFFF) / 2**32 >= keep else combo


def naive_play(tree, board, ranges, policies, hands, seed, next_cards=()):
    """[hand] the node at which each hand ended and who was better (0, 1, 2 as WIN, TIE, LOSE; 0 without a showdown)."""
    tables = weighted_hands(ranges)
    return [naive_hand(tree, board, tables, policies, (seed, number), next_cards) for number in range(hands)]


def naive_hand(tree, board, tables, policies, seeds, next_cards):
    random = Stream(*seeds)
    fixed = {place: card for place, card in enumerate(next_cards) if card is not None}
    while True:
        combos = random.hand(tables[0]), random.hand(tables[1])
        held = {card for combo in combos for card in COMBO_CARDS[combo].tolist()}
        if len(held) == 4:
            break
    node, dealt, moves = 0, [], 0

    def deal():
        card = fixed.get(len(dealt))
        while card is None or (card in {*board, *dealt, *held, *fixed.values()} and len(dealt) not in fixed):
            card = random.below(52)
        dealt.append(card)

    while tree.actor[node] >= 0:
        while len(dealt) < tree.street[node]:
            deal()
        seat = int(tree.actor[node])
        policy = policies[seat]
        row = int(policy.rows[board_place(dealt), combos[seat]])
        first = int(policy.bases[node] + policy.strides[node] * row)
        children = tree.children[tree.starts[node] : tree.starts[node + 1]].tolist()
        number = Stream(secret(seeds[0], seat), seeds[1], seat).below(65_535, moves)
        parts = np.cumsum(as_parts(policy.chances[first : first + len(children)]).astype(int))
        node = children[int((parts <= number).sum())]
        moves += 1
    if not tree.shown[node]:
        return node, 0
    while len(board) + len(dealt) < 5:
        deal()
    first, second = (best_value((*board, *dealt, *COMBO_CARDS[combo].tolist())) for combo in combos)
    return node, 0 if first > second else 1 if first == second else 2


def weighted_hands(ranges):
    """For each seat [place] a hand, how likely the place stands for it, and the hand it stands for otherwise."""
    ends, combos, values = hand_lists([np.asarray(weights, float) for weights in ranges])
    keep, alias = alias_tables(ends, values)
    places = [(int(combos[i]), float(keep[i]), int(combos[alias[i]])) for i in range(len(combos))]
    return places[: ends[0]], places[ends[0] :]
