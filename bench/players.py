"""Players of rules: how long they think at a table of nine, and how many decisions they make in a second.

A bot never thinks longer than a second at nine players, with half a second given to push/fold. Quick charts take the
place of a solve for each hand: goals are the ratio to a draft, and how far decisions are from the second; what they
lose is in `chart_losses.py`, how many tournaments they play in a second in `compiled.py`.
"""

import time
from dataclasses import replace

import numpy as np

from measure import Goal, best_seconds
from pokerlab.agents.agent import HandStart
from pokerlab.agents.registry import named_agent
from pokerlab.agents.short_stacks import DRAFT_TARGET
from pokerlab.games.view import Public
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.quick import quick_charts
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.standing import TournamentStanding
from pokerlab.tournament.structure import named_structure

HANDS = 60
THINK = 0.5
LONGEST = 1.0
"""Seconds."""
DECISIONS = 500
"""At least so many in a second, with all 1,326 hands each; boards are new."""
CHARTS = 200
"""Times that a draft may take of quick charts."""


def main() -> list[Goal]:
    return [thinking(), deciding(), charts()]


def thinking() -> Goal:
    """The time of `start` and of every answer, wall and all, in hands of nine with stacks of 3 to 15 big blinds."""
    agent, rng = named_agent(f"nash:think={THINK}"), np.random.default_rng(1)
    taken = []
    standing = TournamentStanding.start(named_structure("turbo"), tuple("abcdefghi"), seed=1)
    for number in range(HANDS):
        hand = standing.next_hand()
        big = max(hand.game.blinds)
        stacks = tuple(int(stack) for stack in rng.integers(3 * big, 15 * big, 9))
        game = replace(hand.game, stacks=stacks)
        began = time.perf_counter()
        agent.start(HandStart(game, 2, tuple("abcdefghi"), number, (number,), hand.facts))
        taken.append(time.perf_counter() - began)
        played = play_hand(game, Shuffled(game).deck(1, number), [agent] * 9, seeds=[(number, n) for n in range(9)])
        betting = played.state.betting
        began = time.perf_counter()
        agent.chances(Public(betting.start(game)))
        taken.append(time.perf_counter() - began)
    worst = float(np.quantile(taken, 0.99))
    print(f"thinking at nine players, {THINK:g} s for push/fold: median {np.median(taken):.3f} s, p99 {worst:.3f} s")
    return Goal("a second against the 99th percentile of thinking", LONGEST / worst, 1)


def deciding() -> Goal:
    """Decisions of the default player in hands of six, 100 big blinds deep."""
    from pokerlab.agents.places import hand_places
    from pokerlab.agents.strengths import hand_strengths
    from pokerlab.games.library import named_game

    game = named_game("holdem-nolimit:players=6,stack=10000")
    agent, dealer = named_agent("default"), Shuffled(game)

    def play() -> int:
        hand_places.cache_clear()
        hand_strengths.cache_clear()
        return sum(
            len(play_hand(game, dealer.deck(1, n), [agent] * 6, seeds=[(n, s) for s in range(6)]).state.history)
            for n in range(HANDS)
        )

    count = play()
    (seconds,) = best_seconds(play, rounds=3)
    print(f"{count / seconds:.0f} decisions of the default player a second, for all hands each")
    return Goal(f"decisions a second against {DECISIONS}", count / seconds / DECISIONS, 1)


def charts() -> Goal:
    """Quick charts against drafts of the same spots of nine players."""
    rng = np.random.default_rng(2)
    spots = [PushFoldSpot.of(rng.integers(300, 1500, 9).tolist(), (50, 100), payouts=(50, 30, 20)) for _ in range(2)]
    quick, draft = best_seconds(
        lambda: [quick_charts(spot) for spot in spots],
        lambda: [solve(spot, draft=True, target=DRAFT_TARGET) for spot in spots],
        rounds=2,
    )
    print(
        f"quick charts of nine players: {1000 * quick / len(spots):.2f} ms, a draft {1000 * draft / len(spots):.0f} ms"
    )
    return Goal("quick charts against drafts", draft / quick, CHARTS)


if __name__ == "__main__":
    print(*main(), sep="\n")
