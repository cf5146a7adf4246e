"""What quick charts lose against full solves, on spots of played tournaments.

    python bench/chart_losses.py 1000 losses.txt          goes on from what is in the file
    python bench/chart_losses.py 1000 losses.txt 0 2      the first of two processes that write to one file
    python bench/chart_losses.py losses.txt               what is in the file

A line of the file is a spot: tournament, players, players all-in by their blinds or antes, and by player with a choice
what he loses, in percent of the pool. Everybody else plays the full solution; the loss is what is missing to the best
answer to it, so that a solution that is still a little off makes losses larger, never smaller. The solver begins at the
charts, which takes a tenth of the time and is the same game to the same precision.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from measure import Goal
from pokerlab.agents.registry import named_agent
from pokerlab.agents.short_stacks import spot_of
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand
from pokerlab.tournament.assessment import subgames_of
from pokerlab.tournament.game import PushFoldGame
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.quick import quick_charts
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.standing import TournamentStanding
from pokerlab.tournament.structure import named_structure

SPOTS = 5
"""Of one tournament."""
SOLVED = 1e-4
"""What a player may still gain where others play the full solution, as part of the pool."""
SHORT = 12
"""Somebody has fewer big blinds."""
MOST_ALL_IN = 4
"""In full solves: three, and one more where several are all-in by what they posted. With five a solve takes minutes."""


def main(arguments: list[str]) -> None:
    if len(arguments) == 1:
        summary(Path(arguments[0]))
        return
    count, path = int(arguments[0]), Path(arguments[1])
    part, parts = (int(arguments[2]), int(arguments[3])) if len(arguments) == 4 else (0, 1)
    done = {int(line.split()[0]) for line in path.read_text().splitlines()} if path.exists() else set()
    for tournament in range(1 + part, -(-count // SPOTS) + 1, parts):
        if tournament in done:
            continue
        lines = []
        for spot in played_spots(tournament):
            lost = " ".join(f"{loss:.6f}" for loss in spot_losses(spot))
            lines.append(f"{tournament} {spot.players} {int(spot.is_forced().sum())} {lost}\n")
        with path.open("a") as file:
            file.write("".join(lines))
    summary(path)


def played_spots(tournament: int) -> list[PushFoldSpot]:
    """Some hands of a tournament of `nash` in all seats, as spots, of those with somebody short."""
    structure = named_structure("turbo" if tournament % 2 else "superturbo")
    agent, found, number = named_agent("nash"), [], 0
    standing = TournamentStanding.start(structure, tuple("abcdefghi"), seed=tournament)
    while not standing.is_over:
        hand = standing.next_hand()
        game = hand.game
        spot = spot_of(game, [float(prize) for prize in hand.facts.prizes])
        if spot and min(game.stacks) < SHORT * game.big_blind:
            found.append(spot)
        deck, seeds = Shuffled(game).deck(tournament, number), [(tournament, number, seat) for seat in hand.seats]
        played = play_hand(game, deck, [agent] * game.players, number=number, seeds=seeds, tournament=hand.facts)
        standing = standing.after([a + b for a, b in zip(game.stacks, played.payoffs, strict=True)])
        number += 1
    chosen = np.random.default_rng(tournament).choice(len(found), min(SPOTS, len(found)), replace=False)
    return [found[place] for place in sorted(chosen)]


def spot_losses(spot: PushFoldSpot) -> list[float]:
    """By player with a choice: what he loses who plays quick charts while all others play the full solution, in percent
    of the pool.

    Nobody decides twice in a hand of push/fold, so what a player loses is the sum over his decisions of what his
    choices are worth less than the best ones.
    """
    forced = int(spot.is_forced().sum())
    spot = replace(spot, most_all_in=min(spot.players, max(3, min(2 + forced, MOST_ALL_IN), 1 + forced)))
    charts, game = quick_charts(spot), PushFoldGame(spot)
    parts = subgames_of(game, {})
    quick = {decision: charts.strategy(decision) for part in parts.values() for decision in part.decisions}
    full = solve(spot, target=SOLVED, start=quick).strategies
    fold_values = game.walk
    chance: dict[int, float] = {}
    lost: dict[int, float] = {}
    evaluations = {}
    for pusher in sorted(parts, reverse=True):
        evaluations[pusher] = parts[pusher].evaluate(full, fold_values)
        fold_values = evaluations[pusher].values
    folded = 1.0
    for pusher in sorted(parts):
        chance[pusher] = folded
        push = parts[pusher].push
        folded *= 1 - float(evaluations[pusher].reaches[push] @ full[push])
    for pusher, part in parts.items():
        for decision, advantage in evaluations[pusher].advantages.items():
            if not part.is_forced(decision):
                missing = np.maximum(advantage, 0).sum() - quick[decision] @ advantage
                lost[decision.player] = lost.get(decision.player, 0.0) + chance[pusher] * float(missing)
    return [100 * lost[player] / spot.pool for player in sorted(lost)]


def summary(path: Path) -> None:
    rows = [line.split() for line in path.read_text().splitlines()]
    sizes = [int(row[1]) for row in rows]
    lost = np.array([float(number) for row in rows for number in row[3:]])
    print(Goal("0.05% of the pool against what players lose in the mean", 0.05 / lost.mean(), 1))
    print(Goal("0.3% of the pool against what 99 of 100 players lose at most", 0.3 / np.quantile(lost, 0.99), 1))
    print(
        f"{len(rows)} spots of {np.mean(sizes):.1f} players, {len(lost)} players: mean {lost.mean():.4f}%, "
        f"99% below {np.quantile(lost, 0.99):.4f}%, most {lost.max():.4f}% of the pool",
        flush=True,
    )
    for players in sorted(set(sizes)):
        some = np.array([float(number) for row in rows if int(row[1]) == players for number in row[3:]])
        if len(some):
            print(f"  {players} players: {sizes.count(players)} spots, mean {some.mean():.4f}%, most {some.max():.4f}%")


if __name__ == "__main__":
    main(sys.argv[1:])
