"""Cards, hand ranks, ranges, suits and equities.

Files, from the bottom up: `card` and `cardset` (one card, a set of cards), `combos` (two-card hands and their
169 classes), `evaluator` (hand ranks), `isomorphism` (suits that do not matter), `ranges`, `equity`, `preflop`
(the shipped class table) and `strength` (hand strength and potential).
"""
