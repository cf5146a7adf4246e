"""The naive twin of the kernel that plays hands: one thing after the other, with the same random numbers."""

from dataclasses import dataclass, field

import numpy as np

from naive import best_value
from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.cards.equity import alias_tables, hand_lists
from pokerlab.lab.play import board_place

LANES = 32  # hands that are played side by side: it decides who gets which random number


class SplitMix:
    """SplitMix64 of Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014."""

    def __init__(self, seed):
        self.state = seed

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)

    def below(self, count, bits):
        """A number below `count` by the upper half of random bits."""
        return (bits >> 32) * count >> 32

    def hand(self, table):
        """A hand by weight: a place at random, which stands for itself or for another."""
        bits = self.bits()
        place = self.below(len(table), bits)
        combo, keep, other = table[place]
        return other if (bits & 0xFFFFFFFF) / 2**32 >= keep else combo

    def card(self, used):
        while True:
            card = self.below(52, self.bits())
            if card not in used:
                return card


@dataclass
class Hand:
    number: int
    combos: tuple[int, int]
    node: int = 0
    dealt: list[int] = field(default_factory=list)

    @property
    def held(self):
        return {int(card) for combo in self.combos for card in COMBO_CARDS[combo]}


def naive_play(tree, board, ranges, policies, hands, seed, next_cards=()):
    """[hand] the node at which each hand ended and who was better (0, 1, 2 as WIN, TIE, LOSE; 0 without a showdown), in
    the order in which they were dealt."""
    random = SplitMix(seed)
    tables = weighted_hands(ranges)
    fixed = {place: card for place, card in enumerate(next_cards) if card is not None}
    lanes: list[Hand | None] = [None] * LANES
    over, waiting = list(range(LANES)), []
    ends, number = {}, 0

    def next_card(hand):
        if len(hand.dealt) in fixed:
            return fixed[len(hand.dealt)]
        return random.card({*board, *hand.dealt, *hand.held, *fixed.values()})

    while True:
        for lane in waiting:
            lanes[lane].dealt.append(next_card(lanes[lane]))
        for lane in over:
            if (hand := lanes[lane]) is not None:
                outcome = 0
                if tree.showdown[hand.node]:
                    while len(board) + len(hand.dealt) < 5:
                        hand.dealt.append(next_card(hand))
                    first, second = (
                        best_value((*board, *hand.dealt, *COMBO_CARDS[combo].tolist())) for combo in hand.combos
                    )
                    outcome = 0 if first > second else 1 if first == second else 2
                ends[hand.number] = hand.node, outcome
            while True:
                combos = random.hand(tables[0]), random.hand(tables[1])
                if len({*COMBO_CARDS[combos[0]].tolist(), *COMBO_CARDS[combos[1]].tolist()}) == 4:
                    break
            lanes[lane] = Hand(number, combos)
            number += 1
        if all(wanted in ends for wanted in range(hands)):
            return [ends[wanted] for wanted in range(hands)]
        for hand in lanes:
            hand.node = choose(tree, policies, hand, random.bits())
        over = [lane for lane, hand in enumerate(lanes) if tree.actor[hand.node] < 0]
        waiting = [
            lane
            for lane, hand in enumerate(lanes)
            if tree.actor[hand.node] >= 0 and len(hand.dealt) < tree.street[hand.node]
        ]


def choose(tree, policies, hand, bits):
    """The node after a move at random: the first one at which the chances so far add up to more than a random share."""
    seat = int(tree.actor[hand.node])
    policy = policies[seat]
    row = int(policy.rows[board_place(hand.dealt), hand.combos[seat]])
    first = int(policy.bases[hand.node] + policy.strides[hand.node] * row)
    children = tree.children[tree.starts[hand.node] : tree.starts[hand.node + 1]].tolist()
    left = np.float32(bits >> 40) / np.float32(2**24)
    for move in range(len(children) - 1):
        left -= policy.chances[first + move]
        if left < 0:
            return children[move]
    return children[-1]


def weighted_hands(ranges):
    """For each seat [place] a hand, how likely the place stands for it, and the hand it stands for otherwise."""
    ends, combos, values = hand_lists([np.asarray(weights, float) for weights in ranges])
    keep, alias = alias_tables(ends, values)
    places = [(int(combos[i]), float(keep[i]), int(combos[alias[i]])) for i in range(len(combos))]
    return places[: ends[0]], places[ends[0] :]
