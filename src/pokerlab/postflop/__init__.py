"""The study tool: a spot in, a solution out.

A `Spot` (`spot`) is what a player types: board, pot, stacks, ranges, bet sizes. `SpotTree` (`tree`) is all ways
to bet it.
"""
