"""Counting against walking: trees of bets, no-limit partitions, and ends of streets under imperfect recall."""

from measure import Goal, best_seconds
from pokerlab.betting.count import count_bets, count_from
from pokerlab.betting.position import Walk
from pokerlab.betting.recall import IBR, Listing
from pokerlab.betting.round_ends import FixedRound, count_ends
from pokerlab.betting.tree import BettingTree
from pokerlab.games.betting import Betting
from pokerlab.games.library import holdem_limit, holdem_nolimit

WALKED = holdem_limit(3, stack=70)
LARGE = holdem_limit(3)
EVEN = holdem_nolimit(2, stack=30, small_blind=1, big_blind=2)
SIX = holdem_limit(6)


def walk(betting: Betting) -> int:
    """The nodes below a position, one by one."""
    nodes = 1
    for _, action in Walk(betting.game).menu.choices(betting):
        after = betting.act(action)
        nodes += 1 if after.is_over else walk(after)
    return nodes


def main() -> list[Goal]:
    nodes = walk(Betting.start(WALKED))
    large = len(BettingTree.build(LARGE))
    walking, counting, building = best_seconds(
        lambda: walk(Betting.start(WALKED)),
        lambda: count_bets(LARGE),
        lambda: BettingTree.build(LARGE),
        rounds=3,
    )
    per_walked, per_built = walking / nodes, building / large
    print(f"a walk: {1e6 * per_walked:.1f} us per node; {large:,} nodes built in {building:.2f} s, counted in")
    print(f"               {1e3 * counting:.1f} ms")
    even = Walk(EVEN)
    states, partitions = best_seconds(
        lambda: count_from(even, [even.start], range(4)), lambda: count_bets(EVEN), rounds=3
    )
    print(f"no-limit, 30 chips: {1e3 * states:.0f} ms state by state, {1e3 * partitions:.2f} ms by partitions")
    six = Walk(SIX)
    start = six.street_start(1, 0b111111)
    listing, words = best_seconds(
        lambda: list(Listing(six, IBR, 10**6).list_ends(start)),
        lambda: count_ends(FixedRound((0,) * 6, 0, 1, 4), IBR.facts),
        rounds=3,
    )
    print(f"ends of a six-player street: {1e3 * listing:.0f} ms as a list, {1e3 * words:.0f} ms as words")
    return [
        Goal("a tree of 24 million nodes, per node, against a walk", per_walked / per_built, 50),
        Goal("counting that tree against building it", building / counting, 50),
        Goal("no-limit counts by partitions against states (30 chips)", states / partitions, 50),
        Goal("ends of a six-player street, counted against listed", listing / words, 2),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
