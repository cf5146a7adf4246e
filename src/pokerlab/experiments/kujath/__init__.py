"""Kujath's thesis on nearly lossless card groups and counterfactual greedy hedging in heads-up no-limit hold'em."""
