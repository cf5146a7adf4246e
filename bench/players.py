"""Players of rules: how long they think at a table of nine, how many decisions they make, and what quick charts cost.

A bot never thinks longer than a second at nine players, with half a second given to push/fold. Quick charts take the
place of a solve for each hand: goals are the ratio to a draft, and how far decisions are from the second.
`python players.py 1000 losses.txt` says what quick charts lose against full solves on so many spots of played
tournaments; what is in the file is not done again.
"""

import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from measure import Goal, best_seconds
from pokerlab.agents.agent import HandStart
from pokerlab.agents.registry import named_agent
from pokerlab.agents.short_stacks import DRAFT_TARGET, spot_of
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
SPOTS = 5
"""Of one tournament."""
SOLVED = 1e-4
"""What a player may still gain where others play the full solution, as part of the pool."""
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
    from pokerlab.agents.strengths import hand_places, hand_strengths
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


def played_spots(tournament: int) -> list[PushFoldSpot]:
    """Some hands of a tournament of `nash` in all seats, as spots, of those with somebody short."""
    structure = named_structure("turbo" if tournament % 2 else "superturbo")
    agent, found, number = named_agent("nash"), [], 0
    standing = TournamentStanding.start(structure, tuple("abcdefghi"), seed=tournament)
    while not standing.is_over:
        hand = standing.next_hand()
        game = hand.game
        spot = spot_of(game, [float(prize) for prize in hand.facts.prizes])
        if spot and min(game.stacks) < 12 * game.big_blind:
            found.append(spot)
        deck, seeds = Shuffled(game).deck(tournament, number), [(tournament, number, seat) for seat in hand.seats]
        played = play_hand(game, deck, [agent] * game.players, number=number, seeds=seeds, tournament=hand.facts)
        standing = standing.after([a + b for a, b in zip(game.stacks, played.payoffs, strict=True)])
        number += 1
    chosen = np.random.default_rng(tournament).choice(len(found), min(SPOTS, len(found)), replace=False)
    return [found[place] for place in sorted(chosen)]


def spot_losses(spot: PushFoldSpot) -> list[float]:
    """By player with a choice: what he loses who plays quick charts while all others play the full solution, in percent
    of the pool."""
    spot = replace(spot, most_all_in=max(min(3, spot.players), min(spot.players, 1 + int(spot.is_forced().sum()))))
    chart, result = quick_charts(spot), solve(spot, target=SOLVED)
    lost = []
    for player in range(spot.players):
        free = [one for one in result.strategies if one.player == player]
        own = {one: chart.strategy(one) for one in free if not result.game.must_go_in(player, one.pot)}
        if own:
            lost.append(100 * (result.values[player] - result.with_ranges(own).values[player]) / spot.pool)
    return lost


def losses(count: int, path: Path, part: int = 0, parts: int = 1) -> None:
    """Losses on so many spots of played tournaments, a line of a file each: of tournaments that are not in it yet. Some
    seconds of one processor for each spot; `part` of `parts` processes that write to one file."""
    done = {int(line.split()[0]) for line in path.read_text().splitlines()} if path.exists() else set()
    for tournament in range(1 + part, -(-count // SPOTS) + 1, parts):
        if tournament in done:
            continue
        lines = [
            f"{tournament} {spot.players} {' '.join(f'{lost:.6f}' for lost in spot_losses(spot))}\n"
            for spot in played_spots(tournament)
        ]
        with path.open("a") as file:
            file.write("".join(lines))
        summary(path)


def summary(path: Path) -> None:
    rows = [line.split() for line in path.read_text().splitlines()]
    lost, sizes = [float(number) for row in rows for number in row[2:]], [int(row[1]) for row in rows]
    print(
        f"{len(rows)} spots of {np.mean(sizes):.1f} players, {len(lost)} players: mean {np.mean(lost):.4f}%, "
        f"99% below {np.quantile(lost, 0.99):.4f}%, most {max(lost):.4f}% of the pool",
        flush=True,
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        losses(int(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:]))
    else:
        print(*main(), sep="\n")
