"""Jan Simon Bunten: Abstraktionsansätze in Multiplayer Poker. Bachelor thesis, Technische Universität Darmstadt, 2017.

The size of limit hold'em for two to four players, and two ways to make it smaller.
"""
