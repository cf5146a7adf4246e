"""David Schnizlein: State Translation in No-Limit Poker. Master's thesis, University of Alberta, 2009.

Abstractions of no-limit hold'em, and how bets outside of them are understood.
"""
