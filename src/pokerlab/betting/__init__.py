"""Which bets we consider, and all ways a hand can be bet.

`menu` says which of the legal bets a solver or an agent looks at; `tree` lays all ways to bet a hand out in flat
arrays; `count`, `recall` and `sizes` say how many there are.
"""
