"""Cards, hand ranks, ranges, suits and equities.

Files, from the bottom up: `card`, `cardset` and `unseen` (one card, a set of cards, a card nobody saw),
`combos` (two-card hands and their 169 classes), `evaluator` (hand ranks), `isomorphism` (suits that do not matter),
`ranges`, `equity`, `preflop` (the shipped class table) and `strength` (hand strength and potential).
"""
