"""Translated strategies in Leduc hold'em with 12 chips: tables of the whole game, and the walk of its cover set."""

import time

from measure import Goal, best_seconds
from pokerlab.experiments.schnizlein.leduc import MENUS, SIMPLEX, every_bet, lost
from pokerlab.games.library import named_game
from pokerlab.translation.cover import cover_set
from pokerlab.translation.mappings import Soft
from pokerlab.translation.rules import TranslationRules

COLUMN_SECONDS = 20.0
"""What a column of Table 4.4 may take: eight menus, both seats, equilibria included."""


def column() -> None:
    for menu in MENUS:
        lost(menu, SIMPLEX, TranslationRules(Soft()))


def main() -> list[Goal]:
    every_bet()
    start = time.thread_time()
    column()
    first = time.thread_time() - start  # with its eight linear programs
    (again,) = best_seconds(column, rounds=1)
    print(f"a column of Table 4.4 (soft): {first:.1f} s with the equilibria of its menus, {again:.1f} s without")
    (walk,) = best_seconds(lambda: cover_set(named_game("leduc-nl:12")), rounds=2)
    print(f"the 172 games of a cover set: {walk:.2f} s to find them")
    return [Goal("20 s against a column of Table 4.4", COLUMN_SECONDS / first, 1)]


if __name__ == "__main__":
    print(*main(), sep="\n")
