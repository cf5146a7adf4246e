"""The compiled rules against the Python ones, and tournaments in the compiled loop.

Both play the same hands: the same decks and draws.
"""

import os
import time
from tempfile import TemporaryDirectory

import numpy as np

from measure import Goal, best_seconds
from pokerlab._data_directory import DATA_VARIABLE
from pokerlab.agents.compiled_places import known_places
from pokerlab.agents.places import hand_places, make_table, table_path
from pokerlab.agents.registry import named_agent
from pokerlab.agents.strengths import hand_strengths
from pokerlab.games.library import named_game
from pokerlab.lab.hand_play import HandPlay
from pokerlab.lab.tournament_block import BlockTask, play_in_python
from pokerlab.lab.tournament_play import play_compiled
from pokerlab.table.deals import Shuffled
from pokerlab.tournament.structure import named_structure
from table import played_bare

GAMES = ("holdem-nolimit:6", "holdem-limit:6", "leduc")
HANDS, MANY = 100, 20_000
TOURNAMENTS = 150


def main() -> list[Goal]:
    return [*(rules(name) for name in GAMES), *tournaments()]


def rules(name: str) -> Goal:
    """Always-raise against one who always calls: by the rules alone, and compiled."""
    game = named_game(name)
    dealer, order = Shuffled(game), tuple(range(game.players))
    agents = [named_agent("always-call"), *[named_agent("always-raise")] * (game.players - 1)]
    quick = HandPlay.of(game, dealer, agents)
    decks = [dealer.deck(1, deal) for deal in range(HANDS)]

    def bare():
        return [played_bare(game, deck).payoffs for deck in decks]

    assert np.array_equal(quick.play((1,), 0, HANDS, order), bare()), "the two did not play the same hands"
    compiled, python = best_seconds(lambda: quick.play((1,), 0, MANY, order), bare, rounds=5)
    ratio = (python / HANDS) / (compiled / MANY)
    print(f"{name:<20} {MANY / compiled:12,.0f} hands/s compiled, {HANDS / python:9,.0f} by the rules in Python")
    return Goal(f"{name}: the compiled rules against those in Python", ratio, 100)


def tournaments() -> list[Goal]:
    structure = named_structure("turbo")
    few = BlockTask(structure, ("random", "uniform", "always-call") * 3, 1, 0, 3)
    many = BlockTask(structure, few.agents, 1, 0, 300)
    experts = BlockTask(structure, ("default",) * 9, 1, 0, TOURNAMENTS)
    pushers = BlockTask(structure, ("nash",) * 9, 1, 0, TOURNAMENTS)
    compiled, python, by_rules, by_charts = best_seconds(
        lambda: play_compiled(many), lambda: play_in_python(few), lambda: play_compiled(experts),
        lambda: play_compiled(pushers), rounds=3,
    )  # fmt: skip
    rates = [300 / compiled, 3 / python, TOURNAMENTS / by_rules, TOURNAMENTS / by_charts]
    cold(experts)
    print("turbo tournaments of nine per second, where places on boards are known:")
    print(f"simple agents {rates[0]:,.0f} (in Python {rates[1]:.1f}), experts {rates[2]:.0f}, push/fold {rates[3]:.0f}")
    return [
        Goal("tournaments of simple agents: compiled against Python", rates[0] / rates[1], 50),
        Goal("tournaments of nine experts against 100 per second", rates[2] / 100, 1),
        Goal("tournaments of nine push/fold players against 25 per second", rates[3] / 25, 1),
    ]


def cold(experts: BlockTask) -> None:
    """The same where nothing is known of any board at first: without tables, and in a process that begins with the
    table of places, which is made once."""
    with TemporaryDirectory() as nowhere:
        before = os.environ.get(DATA_VARIABLE)
        os.environ[DATA_VARIABLE] = nowhere
        seconds, known = first_seconds(experts)
        began = time.thread_time()
        make_table(table_path(), lambda done, total: None)
        making = time.thread_time() - began
        with_table, _ = first_seconds(experts)
        os.environ.pop(DATA_VARIABLE)
        os.environ |= {DATA_VARIABLE: before} if before else {}
    forget()
    print(
        f"the first {TOURNAMENTS} turbos of nine experts of a process: {TOURNAMENTS / seconds:.1f} per second "
        f"without tables ({known:,} boards worked out), {TOURNAMENTS / with_table:.0f} with the table of places, which "
        f"is made in {making:.0f} s"
    )


def first_seconds(experts: BlockTask) -> tuple[float, int]:
    """Seconds of tournaments for which nothing is in memory, and how many boards are in the end."""
    forget()
    began = time.thread_time()
    play_compiled(experts)
    return time.thread_time() - began, int(np.count_nonzero(known_places().keys))


def forget() -> None:
    for kept in (known_places, hand_places, hand_strengths):
        kept.cache_clear()


if __name__ == "__main__":
    print(*main(), sep="\n")
