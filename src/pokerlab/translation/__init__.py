"""Between the real bets and the bets a strategy knows.

Files, from the bottom up: `mappings` (which known bet a bet is taken for), `rules` (all that can be chosen of a
translation), `steps` (one bet read, one action played), `shadow` (where a strategy believes to be), `translated` (the
strategy as a policy of the real game), `sampled` (the same with one drawn history), `tables` (its table on the whole
tree of a small game), `nested` (bets off the menu re-solved instead), `switching` and `cover` (several strategies in
one hand, and which games they need), `report` (a shadow step by step as plain data).
"""
