"""From a tree to a strategy, and the exact judge of it.

Files, from the bottom up: `deals` (private hands and boards of a small game), `public_tree` (its bets and boards as
flat arrays), `strategy` (probabilities, and their file), `best_response` (the exact judge), `regret` (the update
rules; `rule_columns`: what kernels know of them), `vector`, `sampling` and `fictitious` (the solvers), `run` (stopping
and checkpoints), `lp` (the linear program), `resolving` (what is left of a hand, solved again).
"""
