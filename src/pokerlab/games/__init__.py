"""The rules of a hand: what is legal, and who is paid.

Files, from the bottom up: `action` (fold, call, raise to), `ranking` (which hand wins), `rules` (a game,
frozen), `betting` (the wagers of a hand, without cards), `pots` (side pots and who gets them), `view` (what
one seat may know), `state` (wagers and cards together), `library` (named games) and `gamedef` (the ACPC
game-definition text).
"""
