"""The table: hands played by trivial agents against a bare loop of the rules that does the same actions."""

from measure import Goal, best_seconds
from pokerlab.agents.registry import named_agent
from pokerlab.games.action import CALL, raise_to
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand

GAMES = ("holdem-nolimit:2", "holdem-nolimit:6", "holdem-limit", "leduc")
HANDS = 100
MOST = 1.6
"""Times that the table may take of the bare loop's."""


def main() -> list[Goal]:
    return [measured(name) for name in GAMES]


def measured(name: str) -> Goal:
    game = named_game(name)
    decks = [Shuffled(game).deck(1, deal) for deal in range(HANDS)]
    agents = [named_agent("always-call"), *[named_agent("always-raise")] * (game.players - 1)]
    seeds = [(0, seat) for seat in range(game.players)]

    def at_the_table():
        return [play_hand(game, deck, agents, seeds=seeds).payoffs for deck in decks]

    def bare():
        return [played_bare(game, deck).payoffs for deck in decks]

    assert at_the_table() == bare(), "the two did not play the same hands"
    table, rules = best_seconds(at_the_table, bare, rounds=7)
    print(f"{name:<20} {HANDS / table:9.0f} hands/s at the table, {HANDS / rules:9.0f} by the rules alone")
    return Goal(f"{name}: the rules' time, {MOST:g} of it, against the table's", MOST * rules / table, 1)


def played_bare(game, deck) -> State:
    state = State.start(game, deck)
    while not state.is_over:
        legal = state.legal
        state = state.act(raise_to(legal.min_raise) if state.actor and legal.max_raise else CALL)
    return state


if __name__ == "__main__":
    print(*main(), sep="\n")
