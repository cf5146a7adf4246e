"""Play-outs: hands played per second, with strategies too large for any cache, with those of solved flops, and with
small tables, against the table."""

from pathlib import Path

import numpy as np

from measure import Goal, best_seconds
from pokerlab._streams import secret
from pokerlab.abstraction.boards import BoardClasses
from pokerlab.abstraction.groups import HandGroups, group_hands
from pokerlab.agents.registry import named_agent
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.tree import BettingTree
from pokerlab.games.library import named_game, postflop_game
from pokerlab.lab.play import Duel, TablePolicy
from pokerlab.lab.play_tree import PlayTree
from pokerlab.lab.simulation import Match
from pokerlab.lab.table_play import TablePlay
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand

EXAMPLES = Path(__file__).parent.parent / "examples"
HANDS = 1_000_000
FLOP = "QhJh2c"


def main() -> list[Goal]:
    tree = PlayTree.of(BettingTree.build(postflop_game(2, (49, 49)), parse_menu("f,c,50%,a")))
    groups = group_hands(BoardClasses.of(FLOP, "flush"), "strength", "global", threads=1)
    policies = [random_policy(tree, groups, seat) for seat in range(2)]
    everyone = np.ones(1326)

    duel = Duel(tree, FLOP, [everyone, everyone], policies)
    (seconds,) = best_seconds(lambda: duel.play(HANDS, threads=1), rounds=15)
    rate = HANDS / seconds
    megabytes = sum(policy.chances.nbytes for policy in policies) / 1e6
    print(f"strategies of {megabytes:.0f} MB: {rate / 1e6:.2f} M hands/s")
    return [
        Goal("hands played per second against 5 million", rate / 5e6, 1),
        Goal("the same of a solved flop, 4.2 moves per hand (flop2)", solved_rate("flop2") / 5e6, 1),
        Goal("the same of a solved flop, 5.1 moves per hand (flop)", solved_rate("flop") / 5e6, 1),
        *small_tables(),
    ]


def small_tables() -> list[Goal]:
    """Hands per second of two agents in Leduc, compiled and at the table: the same hands."""
    game, agents = named_game("leduc"), [named_agent("uniform"), named_agent("random")]
    dealer = Shuffled(game)
    quick = TablePlay.of(game, dealer, agents)
    assert quick

    def at_the_table() -> None:
        for deal in range(1000):
            seeds = [(secret(1, agent), deal, agent) for agent in range(2)]
            play_hand(game, dealer.deck(1, deal), agents, number=deal, seeds=seeds)

    compiled, slow = best_seconds(lambda: quick.play((1,), 0, HANDS, (0, 1)), at_the_table, rounds=7)
    print(f"Leduc: {HANDS / compiled / 1e6:.2f} M hands/s compiled, {1000 / slow:,.0f} hands/s at the table")
    return [
        Goal("small tables: hands per second against 1 million", HANDS / compiled / 1e6, 1),
        Goal("small tables: compiled against the table", (HANDS / compiled) / (1000 / slow), 200),
    ]


def solved_rate(name: str) -> float:
    """Hands per second of a flop's solution against itself."""
    engine = Engine(Spot.read(EXAMPLES / f"{name}.toml"), threads=1)
    engine.run(10)
    solution = Solution.of(engine)
    duel = Match(solution, solution).duel
    (seconds,) = best_seconds(lambda: duel.play(HANDS, threads=1), rounds=15)
    megabytes = 4 * engine.layout.cells / 1e6
    print(f"solution of {name}, {megabytes:.0f} MB: {HANDS / seconds / 1e6:.2f} M hands/s")
    return HANDS / seconds


def random_policy(tree: PlayTree, groups: HandGroups, seat: int) -> TablePolicy:
    rng = np.random.default_rng(seat)
    totals = [int(count.sum()) for count in groups.counts]
    moves = tree.action_counts()
    drawn = rng.random((max(totals), int(moves.max())), np.float32) ** 3 + np.float32(1e-3)
    chances = {}
    for node in np.flatnonzero(tree.actor == seat).tolist():
        part = np.roll(drawn, node, axis=0)[: totals[tree.street[node]], : moves[node]]
        chances[node] = part / part.sum(axis=1, keepdims=True)
    return TablePolicy.of_groups(tree, groups, chances)


if __name__ == "__main__":
    print(*main(), sep="\n")
